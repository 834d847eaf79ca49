package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// twin marks a copy of a task as its twin.
func twin(of *task.Task) *task.Task {
	w := *of
	w.ID = of.ID + "-twin"
	w.Answer, w.KeyAnswer, w.AnswerValues = "查不到。", []string{"查不到"}, []value.Answer{{Kind: value.Text, Text: "查不到"}}
	w.Checks = []task.CheckResult{{Name: "gone", Verdict: task.Pass, Detail: "without row 0 of Company"}}
	w.Twin = &task.Twin{Of: of.ID, Table: "Company", Key: "东海船舶有限公司", Row: 0, Answers: of.AnswerValues}
	return &w
}

// twinned is a release with twins of its first two tasks.
func twinned(t testing.TB) *Release {
	t.Helper()
	r := release(t)
	r.Twins = []*task.Task{twin(r.Tasks[0]), twin(r.Tasks[1])}
	r.TwinChecks = []task.CheckSummary{{Name: "gone", Doc: "Nothing is left."}}
	r.Dropped = append(r.Dropped, task.Dropped{ID: r.Tasks[2].ID, Check: "gone", Reason: "computed", Detail: "a count"})
	r.Funnels = append(r.Funnels, StageFunnel{Stage: "twin", Items: "tasks", In: 9, Out: 2, Dropped: map[string]int{"computed": 7}})
	return r
}

func TestTwinGoldens(t *testing.T) {
	r := twinned(t)
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	files := []ReleaseFile{{Name: TasksFile, Size: 4321, Digest: digest.Bytes([]byte("tasks"))}, {Name: TwinsFile, Size: 321, Digest: digest.Bytes([]byte("twins"))}}
	var card, checks, croissant bytes.Buffer
	if err := errors.Join(WriteCard(&card, r), WriteChecks(&checks, r), WriteCroissant(&croissant, r, files)); err != nil {
		t.Fatal(err)
	}
	golden(t, "card-twins.md", card.Bytes())
	golden(t, "checks-twins.json", checks.Bytes())
	var meta struct {
		RecordSet []struct {
			ID    string `json:"@id"`
			Field []struct {
				Source struct {
					FileObject struct {
						ID string `json:"@id"`
					} `json:"fileObject"`
				} `json:"source"`
			} `json:"field"`
		} `json:"recordSet"`
	}
	if err := json.Unmarshal(croissant.Bytes(), &meta); err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for _, s := range meta.RecordSet {
		for _, f := range s.Field {
			of[s.ID] = f.Source.FileObject.ID
		}
	}
	if d := cmp.Diff(map[string]string{"tasks": TasksFile, "twins": TwinsFile, "tools": ToolsFile, "table-Company": TableFile("Company")}, of); d != "" {
		t.Errorf("record sets by file (-want +got):\n%s", d)
	}
	for _, write := range []func(io.Writer, *Release) error{WriteCard, WriteChecks} {
		var with, without bytes.Buffer
		if err := errors.Join(write(&with, r), write(&without, release(t))); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(without.String(), "twins") || !strings.Contains(with.String(), "gone") {
			t.Errorf("what is written of a release without twins:\n%s\nwant none, and of one with twins some", without.String())
		}
	}
}

func TestTwinsFitTheSchema(t *testing.T) {
	var b bytes.Buffer
	if err := task.Write(&b, twinned(t).Twins); err != nil {
		t.Fatal(err)
	}
	s := schematest.Compile(t, "task.schema.json")
	for line := range strings.Lines(b.String()) {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
		doc.(map[string]any)["twin"].(map[string]any)["row"] = json.Number("-1")
		if s.Validate(doc) == nil {
			t.Error("the schema takes a twin of row -1, want it refused")
		}
	}
}

func TestValidateRefusesTwins(t *testing.T) {
	for name, tt := range map[string]struct {
		edit func(*Release)
		want string
	}{
		"unmarked":    {func(r *Release) { r.Twins[0].Twin = nil }, "is the twin of none of the tasks"},
		"of another":  {func(r *Release) { r.Twins[0].Twin.Of = "nothing" }, "is the twin of none of the tasks"},
		"of a twin":   {func(r *Release) { r.Twins[1].Twin.Of = r.Twins[0].ID }, "is the twin of none of the tasks"},
		"with its ID": {func(r *Release) { r.Twins[0].ID = r.Tasks[0].ID }, "occurs twice"},
		"unproved":    {func(r *Release) { r.Twins[0].Checks = nil }, "has not passed check gone"},
		"among the tasks": {func(r *Release) {
			r.Twins[0].Checks = r.Tasks[0].Checks
			r.Tasks, r.Twins = append(r.Tasks, r.Twins[0]), r.Twins[1:]
		}, "is an unanswerable twin: it belongs among the twins"},
	} {
		r := twinned(t)
		tt.edit(r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Validate = %v, want an error with %q", name, err, tt.want)
		}
	}
}
