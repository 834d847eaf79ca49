package lexical_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/internal/lexical"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// BenchmarkLexical reports what share of tasks the planner solves by the strict rule,
// by type, from the draft and from the question, and how many calls it makes for one.
// TASKGROVE_RUN names a directory with the outputs of a run (world/ and
// rewrite/tasks.jsonl); without it the questions about the small world are asked.
//
//	TASKGROVE_RUN=out go test ./pipeline/internal/lexical -bench Lexical -benchtime 1x -run '^$'
func BenchmarkLexical(b *testing.B) {
	tools, tasks := toy(b), toyTasks()
	if dir := os.Getenv("TASKGROVE_RUN"); dir != "" {
		tools, tasks = run(b, dir)
	}
	var types []string
	for _, t := range tasks {
		if t.Type != "writing" && !slices.Contains(types, t.Type) {
			types = append(types, t.Type)
		}
	}
	slices.SortFunc(types, score.CompareTypes)
	for _, kind := range types {
		for _, asked := range []string{"draft", "question"} {
			b.Run("type="+kind+"/asked="+asked, func(b *testing.B) {
				for b.Loop() {
					measure(b, tools, tasks, kind, asked)
				}
			})
		}
	}
}

// measure reports the mean success and calls over the tasks of a type; in what share of
// them the first call that finds something asks about a start entity of the task; and
// how many calls the median question takes up to there.
func measure(b *testing.B, tools *tool.Set, tasks []*task.Task, kind, asked string) {
	var n, success, started, calls float64
	var searched []int
	for _, t := range tasks {
		if t.Type != kind {
			continue
		}
		question := t.Question
		if asked == "draft" {
			question = t.Draft
		}
		c := &searcher{tools: tools}
		got, err := lexical.Planner{}.Solve(b.Context(), question, c, agent.TrialEnv{Domain: tools.Domain(), Language: t.Language})
		if err != nil {
			b.Fatal(err)
		}
		r := task.Reference(t)
		r.Question = question
		if rates, _ := score.Strict(r, got.Attempt()); rates.Success != nil {
			success += *rates.Success
		}
		if t.Plan != nil && c.asksAbout(t.Plan) {
			started++
		}
		n++
		calls += float64(c.calls)
		searched = append(searched, c.found)
	}
	slices.Sort(searched)
	b.ReportMetric(100*success/n, "%success")
	b.ReportMetric(100*started/n, "%start")
	b.ReportMetric(float64(searched[len(searched)/2]), "calls/start")
	b.ReportMetric(calls/n, "calls/question")
}

// searcher counts calls and keeps the first that finds something.
type searcher struct {
	tools tool.Caller
	calls int
	found int       // which call found something first; calls if none has
	first tool.Call // that call
}

// Call implements [tool.Caller].
func (s *searcher) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	r, err := s.tools.Call(ctx, call)
	s.calls++
	if s.first.Tool == "" {
		s.found = s.calls
		if err == nil && !r.Empty() {
			s.first = call
		}
	}
	return r, err
}

// asksAbout reports whether the first call that finds something asks about an entity
// that a plan starts from.
func (s *searcher) asksAbout(p *plan.Program) bool {
	args, _ := s.first.Args.(map[string]any)
	var given []string
	for _, in := range []string{"identifier", "prov", "city", "county"} {
		if v, ok := args[in].(string); ok {
			given = append(given, v)
		}
	}
	return slices.ContainsFunc(p.Nodes, func(n plan.Node) bool {
		start, ok := n.Do.(*plan.Start)
		return ok && slices.Equal(start.Value, given)
	})
}

// run reads the tasks and the world of a run.
func run(b testing.TB, dir string) (*tool.Set, []*task.Task) {
	b.Helper()
	name := filepath.Join(dir, "rewrite", "tasks.jsonl")
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	tasks, err := task.Read(f, name)
	if err != nil {
		b.Fatal(err)
	}
	declared, _, _ := strings.Cut(tasks[0].Provenance.Domain, "@")
	return load(b, declared, filepath.Join(dir, "world")), tasks
}

// load makes the tools of a shipped domain callable over a directory.
func load(t testing.TB, name, dir string) *tool.Set {
	t.Helper()
	d := toytest.Domain(t, name)
	_, s := toytest.Load(t, d, dir)
	return s
}

// toy returns the tools of the shipped small world.
func toy(t testing.TB) *tool.Set { return toytest.Tools(t) }

// toyTasks returns the questions about the small world, as tasks.
func toyTasks() (tasks []*task.Task) {
	for _, q := range questions {
		tasks = append(tasks, &task.Task{Type: q.kind, Language: q.language, Draft: q.question, Question: q.question, KeyAnswer: strings.Split(q.want, "\n")})
	}
	return tasks
}
