package analysis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// What is written fits the schema, which refuses an unknown property of any object but
// those that count by name.
func TestSchemas(t *testing.T) {
	a := analyse(t, toy(), toyMarks(), analysis.ReportOptions{Agents: []string{"unheard"}})
	pairs, err := analysis.Pairwise(toy(), toyMarks(), analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		schema string
		write  func(*bytes.Buffer) error
	}{
		{"analysis.schema.json", func(b *bytes.Buffer) error { return a.WriteJSON(b) }},
		{"analysis.schema.json", func(b *bytes.Buffer) error {
			return analyse(t, toy(), selectingMarks(), analysis.ReportOptions{}).WriteJSON(b)
		}},
		{"analysis.schema.json", func(b *bytes.Buffer) error {
			return new(analysis.Analysis{Level: 0.9, Agents: []analysis.AgentReport{}}).WriteJSON(b)
		}},
		{"contrast.schema.json", func(b *bytes.Buffer) error { return compare(t, toy(), ofToy("alpha"), ofToy(hostile)).WriteJSON(b) }},
		{"contrast.schema.json", func(b *bytes.Buffer) error { return pairs[0].WriteJSON(b) }},
	} {
		var b bytes.Buffer
		if err := tc.write(&b); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		s := schematest.Compile(t, tc.schema)
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s: %v", tc.schema, err)
			continue
		}
		objects(doc, "", func(at string, object map[string]any) {
			object["surprise"] = map[string]any{}
			if s.Validate(doc) == nil {
				t.Errorf("%s takes an unknown property at %q: want it refused", tc.schema, at)
			}
			delete(object, "surprise")
		})
	}
}

// Trials may have every role and every outcome.
func TestTrialSchema(t *testing.T) {
	s := schematest.Compile(t, "trial.schema.json")
	valid := func(role score.AgentRole, outcome score.KeywordOutcome) bool {
		t.Helper()
		trial := bench.Trial{Task: "t", Agent: "a", Role: role, Transcript: &agent.Transcript{End: agent.Finished}}
		trial.Score.Verdicts = []score.KeywordVerdict{{Keyword: "k", Outcome: outcome}}
		b, err := json.Marshal(trial)
		if err != nil {
			t.Fatal(err)
		}
		return schematest.Validate(s, b) == nil
	}
	for _, r := range []score.AgentRole{score.EvaluatedAgent, score.FloorAgent, score.ChanceAgent, score.CeilingAgent} {
		if !valid(r, score.Credited) {
			t.Errorf("role %q is refused", r)
		}
	}
	for _, o := range []score.KeywordOutcome{
		score.Credited, score.Absent, score.Hedged, score.Listed, score.Guessed, score.Unfounded, score.Given, score.Idle, score.Unknown, score.Unpaired,
	} {
		if !valid(score.ChanceAgent, o) {
			t.Errorf("outcome %q is refused", o)
		}
	}
	if valid("judge", score.Credited) || valid(score.FloorAgent, "lost") {
		t.Error("a role or an outcome that there is not is taken")
	}
}

// objects calls do for every object of a document.
func objects(v any, at string, do func(at string, object map[string]any)) {
	switch v := v.(type) {
	case []any:
		for i, e := range v[:min(2, len(v))] {
			objects(e, fmt.Sprintf("%s/%d", at, i), do)
		}
	case map[string]any:
		do(at, v)
		for name, e := range v {
			objects(e, at+"/"+name, do)
		}
	}
}
