package htmlreport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// world is the planning graph and the tasks of the tests, of one language each.
var world = sync.OnceValue(func() (w struct {
	graph *plan.Graph
	tasks []*task.Task
	err   error
}) {
	d, tasks, err := tasktest.Tasks("legal", "../../draft/testdata/world", 5)
	if err != nil {
		w.err = err
		return w
	}
	seen := map[string]bool{}
	for _, t := range tasks {
		if !seen[t.ID] { // the languages of one plan have one ID
			seen[t.ID] = true
			w.tasks = append(w.tasks, t)
		}
	}
	w.graph, w.err = plan.NewGraph(d)
	return w
})

// run makes trials of agents that follow the reference more or less.
type run struct {
	tasks  []*task.Task
	agents []string
	epochs int
	bulk   int // characters that each observation and saying has more, about
	drafts [][]rune
}

// all returns the trials by task, then agent, then epoch.
func (r *run) all() (trials []*bench.Trial) {
	for _, t := range r.tasks {
		for i, name := range r.agents {
			for e := range max(1, r.epochs) {
				trials = append(trials, r.trial(t, name, i, e))
			}
		}
	}
	return trials
}

// trial is one attempt: a skilled agent makes all calls of the reference, others stop on
// it, call wrongly, or answer something else.
func (r *run) trial(t *task.Task, name string, skill, epoch int) *bench.Trial {
	d := digest.Rand("page test", t.ID, name, fmt.Sprint(epoch))
	c := &agent.Transcript{Calls: []agent.ObservedCall{}, Answer: t.Answer, End: agent.Finished}
	lost := d.IntN(8) > skill+3
	say := func(phase agent.Phase, text string) {
		c.Replies = append(c.Replies, agent.ModelReply{Phase: phase, Text: text})
	}
	say(agent.Planning, r.more(d, "先查清起点，再按路径逐步调用工具。"))
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Tool == "" || s.Node == "" {
			continue
		}
		if lost && i > d.IntN(8) {
			c.End = agent.Exhausted
			break
		}
		say(agent.Acting, r.more(d, fmt.Sprintf("Thought: 需要 %s 的结果。\nAction: %s\nAction Input: %s", s.Tool, s.Tool, s.Arguments)))
		if d.IntN(6) == 0 {
			c.Calls = append(c.Calls, agent.ObservedCall{Tool: s.Tool, Arguments: json.RawMessage(`{"identifier":"没有这家公司"}`), Fault: tool.FaultColumns, Observation: "参数有误：没有这一列。", Reply: len(c.Replies)})
			say(agent.Acting, r.more(d, "Thought: 参数有误，换一个。"))
		}
		shared := digest.Rand("page test observation", t.ID, fmt.Sprint(i, d.IntN(3) == 0 && skill%5 == 0))
		c.Calls = append(c.Calls, agent.ObservedCall{Tool: s.Tool, Arguments: s.Arguments, Observation: r.more(shared, string(s.Observation)), Reply: len(c.Replies)})
	}
	if lost {
		c.Answer = "没有查到所需的信息。"
	}
	summary := r.more(d, "经查询，"+c.Answer)
	say(agent.Answering, c.Answer)
	c.Summary = &summary
	in, out := int64(900*len(c.Replies)+d.IntN(500)), int64(80*len(c.Replies)+skill*100)
	c.Tokens = &score.Tokens{Input: in, Output: out, Total: in + out}
	c.Spent = &llm.Spending{Answers: len(c.Replies), Usage: llm.TokenUsage{Prompt: int(in), Completion: int(out)}, Cost: llm.Cost((in + 4*out) * 1_000_000 * int64(1+skill*skill))}
	ref := task.Reference(t)
	return &bench.Trial{Task: t.ID, Type: t.Type, Agent: name, Epoch: epoch, Transcript: c, Score: score.Grade(ref, c.Attempt())}
}

// more lengthens a text with pieces of the drafts of other tasks.
func (r *run) more(d *rand.Rand, text string) string {
	if r.bulk == 0 {
		return text
	}
	if r.drafts == nil {
		for _, t := range r.tasks {
			r.drafts = append(r.drafts, []rune(t.Draft+t.Answer))
		}
	}
	var b strings.Builder
	b.WriteString(text)
	for n := r.bulk/2 + d.IntN(r.bulk); b.Len()/3 < n; {
		o := r.drafts[d.IntN(len(r.drafts))]
		from := d.IntN(len(o))
		b.WriteString(string(o[from:min(len(o), from+6+d.IntN(16))]))
		fmt.Fprintf(&b, "%d", d.IntN(10000))
	}
	return b.String()
}

// marksOf returns the marks of trials; every failure has a class.
func marksOf(trials []*bench.Trial) (marks []bench.Mark) {
	classes := []failure.Class{failure.Planning, failure.Arguments, failure.Loop, failure.Hallucinated, failure.Answering}
	for _, t := range trials {
		m := bench.Mark{
			Task: t.Task, Type: t.Type, Agent: t.Agent, Role: t.Role, Epoch: t.Epoch, Paper: t.Score.Paper, Strict: t.Score.Strict,
			End: t.Transcript.End, Calls: len(t.Transcript.Calls), Tokens: t.Transcript.Tokens, Spent: t.Transcript.Spent,
		}
		if s := t.Score.Strict.Success; s != nil && *s < 1 {
			m.Failure = classes[digest.Rand("class", t.Task, t.Agent).IntN(len(classes))]
		}
		marks = append(marks, m)
	}
	return marks
}

// each yields trials as a page reads them.
func each(trials []*bench.Trial) iter.Seq2[*bench.Trial, error] {
	return func(yield func(*bench.Trial, error) bool) {
		for _, t := range trials {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// sourceOf returns the source of a page of trials.
func sourceOf(tb testing.TB, tasks []*task.Task, trials []*bench.Trial) Source {
	tb.Helper()
	marks := marksOf(trials)
	byID := map[string]*task.Task{}
	for _, t := range tasks {
		byID[t.ID] = t
	}
	for i, t := range trials {
		class := marks[i].Failure
		if one := byID[t.Task]; one != nil {
			marks[i].Measure(one, t.Transcript, nil)
		}
		marks[i].Failure = class
	}
	a, err := analysis.Analyse(tasks, marks, analysis.ReportOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	pairs, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	return Source{Title: "A run", Language: "en", Analysis: a, Comparisons: pairs, Tasks: tasks, Graph: world().graph, Marks: marks, Trials: each(trials)}
}

// tasksOf returns n tasks: those of the world, and copies of them under other IDs.
func tasksOf(tb testing.TB, n int) []*task.Task {
	tb.Helper()
	w := world()
	if w.err != nil {
		tb.Fatal(w.err)
	}
	tasks := make([]*task.Task, n)
	for i := range tasks {
		t := *w.tasks[i%len(w.tasks)]
		if i >= len(w.tasks) {
			t.ID = digest.Of("copy", t.ID, fmt.Sprint(i)).Short()
		}
		tasks[i] = &t
	}
	return tasks
}

// written writes a page.
func written(tb testing.TB, s Source) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}
