package experiment

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// declining answers questions rightly and declines twins.
func declining(q string, tools tool.Caller, epoch int) (string, error) {
	if tools != tables("all") {
		return "The answer cannot be found in the data.", nil
	}
	return right(q, tools, epoch)
}

// corrected returns copies of tasks, one of them changed.
func corrected(tasks []*task.Task, i int, change func(*task.Task)) []*task.Task {
	var copies []*task.Task
	for _, t := range tasks {
		c := *t
		copies = append(copies, &c)
	}
	change(copies[i])
	return copies
}

// A corrected task grades old attempts anew, and what comes of it is listed with its
// cause.
func TestRegrade(t *testing.T) {
	tasks := asks(3)
	tasks = append(tasks, twinOf(tasks[0]))
	a, asked := entrant("a", declining)
	s := spec(store(t), tasks, a)
	made(t, s)
	questions := len(asked.asked)
	zero, one := score.Rates{Success: new(float64)}, score.Rates{}
	full := 1.0
	one.Success = &full
	type change struct {
		task string
		why  ChangeCause
		was  float64
		is   any
	}
	all := map[string]float64{"t0 a 0": 1, "t1 a 0": 1, "t2 a 0": 1, "t0-twin a 0": 1}
	except := func(key string, rate float64) map[string]float64 {
		m := map[string]float64{}
		for k, v := range all {
			m[k] = v
		}
		if m[key] = rate; rate < 0 {
			delete(m, key)
		}
		return m
	}
	for _, tt := range []struct {
		name  string
		tasks []*task.Task
		rates map[string]float64
		again int
		want  []change
	}{
		{"nothing", tasks, all, 0, nil},
		{"keywords", corrected(tasks, 1, func(t *task.Task) { t.KeyAnswer, t.AnswerValues = []string{"city 9"}, nil }), except("t1 a 0", 0), 1,
			[]change{{"t1", KeywordsChanged, 1, 0.0}}},
		{"keyword of the way", corrected(tasks, 1, func(t *task.Task) { t.KeyMiddle = []string{"none"} }), all, 1, []change{{"t1", KeywordsChanged, 1, 1.0}}},
		{"typed answer", corrected(tasks, 2, func(t *task.Task) { t.AnswerValues = []value.Answer{{Kind: value.Text, Text: "city 8"}} }), except("t2 a 0", 0), 1,
			[]change{{"t2", AnswersChanged, 1, 0.0}}},
		{"type and ID", corrected(tasks, 2, func(t *task.Task) { t.ID, t.Type = "t9", "9-hop" }), map[string]float64{"t0 a 0": 1, "t1 a 0": 1, "t9 a 0": 1, "t0-twin a 0": 1}, 0, nil},
		{"question", corrected(tasks, 1, func(t *task.Task) { t.Question += "!" }), except("t1 a 0", -1), 0, []change{{"t1", QuestionChanged, 1, nil}}},
		{"fewer tasks", tasks[1:3], map[string]float64{"t1 a 0": 1, "t2 a 0": 1}, 0, []change{{"t0", TaskRemoved, 1, nil}, {"t0-twin", TaskRemoved, 1, nil}}},
		{"a twin's task", corrected(tasks, 0, func(t *task.Task) { t.KeyAnswer, t.AnswerValues = []string{"city 9"}, nil }),
			map[string]float64{"t0 a 0": 0, "t1 a 0": 1, "t2 a 0": 1, "t0-twin a 0": 0}, 1, []change{{"t0", KeywordsChanged, 1, 0.0}, {"t0-twin", PairChanged, 1, 0.0}}},
	} {
		g := marked(t, s.Store, ReadOptions{Tasks: tt.tasks, Workers: 2})
		if diff := cmp.Diff(tt.rates, rates(g.Marks)); diff != "" || g.Regrades != tt.again {
			t.Errorf("%s: %d graded anew, want %d; strict success (-want +got):\n%s", tt.name, g.Regrades, tt.again, diff)
		}
		var got []change
		for _, c := range g.Changes {
			one := change{c.Task, c.Cause, *c.Before.Strict.Success, nil}
			if c.After != nil {
				one.is = *c.After.Strict.Success
			}
			got = append(got, one)
		}
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(change{})); diff != "" {
			t.Errorf("%s: changes (-want +got):\n%s", tt.name, diff)
		}
	}
	if len(asked.asked) != questions {
		t.Error("grading asked the agent again")
	}
	if !sameRates(zero, zero) || sameRates(zero, one) || sameRates(zero, score.Rates{}) {
		t.Error("same tells rates apart wrongly")
	}
}

// Scores of an earlier version of the rules are not trusted.
func TestRegradeGrader(t *testing.T) {
	tasks := asks(1)
	a, _ := entrant("a", right)
	s := spec(store(t), tasks, a)
	made(t, s)
	line, err := os.ReadFile(s.Store.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{fmt.Sprintf(`"grader":%d`, score.Version), `"grader":0`}, {`"strict":{"success":1`, `"strict":{"success":0.5`}} {
		if !bytes.Contains(line, []byte(change[0])) {
			t.Fatalf("%s has no %s", line, change[0])
		}
		line = bytes.Replace(withoutSums(t, line), []byte(change[0]), []byte(change[1]), 1)
	}
	path := s.Store.path + "2"
	if err := os.WriteFile(path, line, 0o666); err != nil {
		t.Fatal(err)
	}
	g := marked(t, open(t, path), ReadOptions{Tasks: tasks})
	if len(g.Changes) != 1 || g.Changes[0].Cause != GraderChanged || *g.Changes[0].Before.Strict.Success != 0.5 || *g.Changes[0].After.Strict.Success != 1 {
		t.Errorf("changes %+v, want 0.5 to 1 by the grader", g.Changes)
	}
}

// A reading is of the entrants and tools that it names, or else of the last ones; names
// and roles are the reading's, and epochs pair with their own.
func TestReading(t *testing.T) {
	tasks := append(asks(2), twinOf(asks(1)[0]))
	old, _ := entrant("a", func(string, tool.Caller, int) (string, error) { return "nothing", nil })
	now, _ := entrant("a2", func(q string, tools tool.Caller, epoch int) (string, error) {
		if epoch == 1 && tools == tables("all") {
			return "nothing", nil
		}
		return declining(q, tools, epoch)
	})
	now.Name = "a"
	s := spec(store(t), tasks, old)
	made(t, s)
	s.Agents, s.Epochs = []EvaluatedAgent{now}, 2
	made(t, s)
	classes := func(_ *task.Task, tr *agent.Transcript, s score.Score) failure.Class {
		if s.Strict.Success != nil && *s.Strict.Success == 1 {
			return ""
		}
		return failure.Class("said " + tr.Answer)
	}
	g := marked(t, s.Store, ReadOptions{Tasks: tasks, Classify: classes})
	want := map[string]float64{"t0 a 0": 1, "t0 a 1": 0, "t1 a 0": 1, "t1 a 1": 0, "t0-twin a 0": 1, "t0-twin a 1": 0}
	if diff := cmp.Diff(want, rates(g.Marks)); diff != "" || g.Other != 3 || len(g.Changes) != 0 {
		t.Errorf("%d other, want 3; %d changes, want none; strict success (-want +got):\n%s", g.Other, len(g.Changes), diff)
	}
	// A twin whose pair is not solved was declined all the same: that is no failure.
	var got []failure.Class
	for _, m := range g.Marks {
		got = append(got, m.Failure)
	}
	if diff := cmp.Diff([]failure.Class{"", "said nothing", "", "said nothing", "", ""}, got); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
	g = marked(t, s.Store, ReadOptions{Tasks: tasks, Epochs: 1})
	if diff := cmp.Diff(map[string]float64{"t0 a 0": 1, "t1 a 0": 1, "t0-twin a 0": 1}, rates(g.Marks)); diff != "" || g.Other != 6 || len(g.Changes) != 0 {
		t.Errorf("one epoch: %d other, want 6; %d changes, want none; strict success (-want +got):\n%s", g.Other, len(g.Changes), diff)
	}
	now.Name, now.Role = "named", score.FloorAgent
	g = marked(t, s.Store, ReadOptions{Tasks: tasks[:1], Agents: []EvaluatedAgent{old, now}})
	if diff := cmp.Diff(map[string]float64{"t0 a 0": 0, "t0 named 0": 1, "t0 named 1": 0}, rates(g.Marks)); diff != "" || g.Marks[1].Role != score.FloorAgent {
		t.Errorf("role %q, strict success (-want +got):\n%s", g.Marks[1].Role, diff)
	}
	s.ToolsKey = digest.Of("other tools")
	s.Epochs, s.Tasks = 1, tasks[:1]
	made(t, s)
	if g := marked(t, s.Store, ReadOptions{Tasks: tasks}); len(g.Marks) != 1 || g.Other != 9 {
		t.Errorf("with other tools: %d marks and %d other, want 1 and 9", len(g.Marks), g.Other)
	}
	if g := marked(t, s.Store, ReadOptions{Tasks: tasks, Tools: digest.Of("tools")}); len(g.Marks) != 6 {
		t.Errorf("with the tools of before: %d marks, want 6", len(g.Marks))
	}
	if g := marked(t, store(t), ReadOptions{Tasks: tasks}); len(g.Marks) != 0 || g.Marks == nil || g.Changes == nil {
		t.Errorf("of an empty store: %+v, want empty lists", g)
	}
}

// Attempts come in the order of marks, with scores of now.
func TestAttempts(t *testing.T) {
	tasks := asks(3)
	a, _ := entrant("a", right)
	b, _ := entrant("b", right)
	s := spec(store(t), tasks, b, a)
	s.Epochs = 2
	made(t, s)
	r := ReadOptions{Tasks: corrected(tasks, 1, func(t *task.Task) { t.ID, t.KeyAnswer, t.AnswerValues = "new", []string{"x"}, nil })}
	marks := marked(t, s.Store, r).Marks
	i := 0
	for got, err := range Attempts(s.Store, r) {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(marks[i], bench.MarkOf(&got.Trial)); diff != "" {
			t.Errorf("attempt %d (-mark +attempt):\n%s", i, diff)
		}
		i++
	}
	if i != 12 {
		t.Errorf("%d attempts, want 12", i)
	}
}
