package failure_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// right returns what an agent does that follows the plan, and where its lookups are.
func right(d *domain.Domain, k *task.Task) (tr *agent.Transcript, lookups []int) {
	tr = &agent.Transcript{Answer: k.Answer, Calls: []agent.ObservedCall{}, End: agent.Finished}
	for _, s := range k.Steps {
		if s.Tool == "" || s.Op == string(domain.Finish) {
			continue
		}
		turn := agent.ObservedCall{Tool: s.Tool, Arguments: s.Arguments, Observation: string(s.Observation)}
		var text string
		if json.Unmarshal(s.Observation, &text) == nil {
			turn.Observation = text
			if text == d.Replies.Missing {
				turn.Fault = tool.FaultMissing
			}
		}
		if kind := d.Tool(s.Tool).Kind; kind == domain.Lookup || kind == domain.Retriever {
			lookups = append(lookups, len(tr.Calls))
		}
		tr.Calls = append(tr.Calls, turn)
	}
	return tr, lookups
}

// sentence declines in the language of a task.
func sentence(k *task.Task) string {
	s, _, _ := score.Decline(k.Language)
	return s
}

// sameLookup reports whether two calls look up the same entity by the same tool.
func sameLookup(t *testing.T, a, b agent.ObservedCall) bool {
	t.Helper()
	named := func(c agent.ObservedCall) any {
		var arguments map[string]any
		if err := json.Unmarshal([]byte(c.Arguments), &arguments); err != nil {
			t.Fatal(err)
		}
		return arguments["identifier"]
	}
	return a.Tool == b.Tool && named(a) != nil && reflect.DeepEqual(named(a), named(b))
}

// known reports whether an answer stands in what was returned, by another way.
func known(k *task.Task, turns []agent.ObservedCall) bool {
	text := ""
	for _, turn := range turns {
		text += score.Normal(turn.Observation) + "\n"
	}
	return !slices.ContainsFunc(k.KeyAnswer, func(key string) bool { return !strings.Contains(text, score.Normal(key)) })
}

// A right trajectory has no class, and each way to spoil it has its own.
func TestSpoilt(t *testing.T) {
	counts := map[failure.Class]int{}
	for name, world := range map[string]string{"legal": "world", "legal-en": "world-en"} {
		d, tasks, err := tasktest.Tasks(name, "../../draft/testdata/"+world, 4)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range tasks {
			tr, lookups := right(d, k)
			last := lookups[len(lookups)-1]
			if graded(k, tr).Strict.Success == nil {
				continue // the question states the answer
			}
			if slices.ContainsFunc(tr.Calls[:last], func(c agent.ObservedCall) bool { return sameLookup(t, c, tr.Calls[last]) }) {
				continue // the chain comes back to an entity, and nothing is lost without the last lookup
			}
			holds := func(how string, tr *agent.Transcript, wants ...failure.Class) {
				t.Helper()
				got := classify(k, tr, d)
				counts[got.Class]++
				if !slices.Contains(wants, got.Class) {
					t.Errorf("%s, %s: Classify = %q (%s), want one of %q", k.Draft, how, got.Class, got.Detail, wants)
				}
			}
			spoil := func(change func(tr *agent.Transcript)) *agent.Transcript {
				out := *tr
				out.Calls = slices.Clone(tr.Calls)
				change(&out)
				return &out
			}
			holds("right", tr, "")

			short := spoil(func(tr *agent.Transcript) { tr.Calls, tr.Answer = tr.Calls[:last], sentence(k) })
			switch {
			case len(lookups) == 1:
				holds("no lookup", short, failure.Refusal, failure.Planning) // there may be arithmetic
			case known(k, short.Calls):
				holds("last hop dropped, answer known", short, failure.Planning, failure.Refusal)
			default:
				holds("last hop dropped", short, failure.Planning)
			}

			if d.Tool(tr.Calls[last].Tool).Kind == domain.Lookup && !known(k, short.Calls) {
				holds("misspelt", spoil(func(tr *agent.Transcript) {
					tr.Calls[last] = agent.ObservedCall{Tool: tr.Calls[last].Tool, Arguments: misspelt(t, tr.Calls[last].Arguments), Observation: d.Replies.Missing, Fault: tool.FaultMissing}
					tr.Answer = sentence(k)
				}), failure.Arguments)
				holds("another tool", spoil(func(tr *agent.Transcript) {
					tr.Calls[last] = agent.ObservedCall{Tool: unused(d, k), Arguments: tr.Calls[last].Arguments, Observation: d.Replies.Missing, Fault: tool.FaultMissing}
					tr.Answer = sentence(k)
				}), failure.WrongTool)
			}
			holds("for ever", spoil(func(tr *agent.Transcript) {
				tr.Calls, tr.Answer, tr.End = slices.Repeat(tr.Calls[:1], 10), "", agent.Exhausted
			}), failure.Loop)
			holds("declined at the end", spoil(func(tr *agent.Transcript) { tr.Answer = sentence(k) }), failure.Refusal)
			holds("silent at the end", spoil(func(tr *agent.Transcript) { tr.Answer = "" }), failure.Answering)
			const day = "1999-08-07"
			if turn, ok := withOtherDay(t, d, k, tr.Calls[last], day); ok {
				holds("another day", spoil(func(tr *agent.Transcript) { tr.Calls[last], tr.Answer = turn, day }), failure.Concept)
				holds("another day, unread", spoil(func(tr *agent.Transcript) { tr.Answer = day }), failure.Hallucinated)
			}
			if v := k.AnswerValues[0]; v.Kind == value.Number {
				want := failure.Answering
				if s := k.Plan.Node(k.Plan.Answers[0].From).Do.Kind(); s == "project" {
					want = failure.Hallucinated
				}
				holds("another number", spoil(func(tr *agent.Transcript) { tr.Answer = "97531.64" + v.Unit }), want)
			}
		}
	}
	for _, c := range []failure.Class{failure.Planning, failure.Arguments, failure.WrongTool, failure.Loop, failure.Refusal, failure.Answering, failure.Hallucinated, failure.Concept} {
		if counts[c] == 0 {
			t.Errorf("no trial of class %q among %v, want some", c, counts)
		}
	}
}

// withOtherDay returns a call with a day in another column of the row from which the plan reads a
// day; false if it reads none there, or there is no other.
func withOtherDay(t *testing.T, d *domain.Domain, k *task.Task, turn agent.ObservedCall, day string) (agent.ObservedCall, bool) {
	t.Helper()
	o, ok := k.Plan.Node(k.Plan.Answers[0].From).Do.(*plan.Project)
	spec := d.Tool(turn.Tool)
	if !ok || len(k.Plan.Answers) > 1 || len(o.Columns) > 1 || spec.Returns == domain.Field || d.Table(spec.Table).Column(o.Columns[0]).Kind != domain.KindDate {
		return turn, false
	}
	i := slices.IndexFunc(d.Table(spec.Table).Columns, func(c domain.Column) bool { return c.Kind == domain.KindDate && c.Name != o.Columns[0] })
	if i < 0 {
		return turn, false
	}
	var row map[string]any
	var rows []map[string]any
	var read any = &rows
	if spec.Returns == domain.One {
		read = &row
	}
	if err := json.Unmarshal([]byte(turn.Observation), read); err != nil {
		t.Fatal(err)
	}
	for _, r := range append(rows, row) {
		if r != nil {
			r[d.Table(spec.Table).Columns[i].Name] = day
		}
	}
	b, err := json.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	turn.Observation = string(b)
	return turn, true
}

// misspelt returns arguments whose texts have a character more.
func misspelt(t *testing.T, arguments json.RawMessage) json.RawMessage {
	t.Helper()
	var args map[string]any
	if err := json.Unmarshal(arguments, &args); err != nil {
		t.Fatal(err)
	}
	for k, v := range args {
		if s, ok := v.(string); ok {
			args[k] = s + "㐀"
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// unused returns a lookup that the task has no use for.
func unused(d *domain.Domain, k *task.Task) string {
	for i := range d.Tools {
		if spec := &d.Tools[i]; spec.Kind == domain.Lookup && !strings.Contains(k.Path, spec.Name) {
			return spec.Name
		}
	}
	panic(fmt.Sprintf("task %s uses every tool", k.ID))
}
