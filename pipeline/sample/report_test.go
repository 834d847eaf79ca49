package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

var toyCorpus = sync.OnceValues(func() (*corpus.Corpus, error) {
	c, _, err := corpus.Load(context.Background(), "../command/testdata/toy", grown["toy"]().domain)
	return c, err
})

func rows(t testing.TB) *corpus.Corpus {
	c, err := toyCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// made is a task of a program of the toy domain, with steps of its lookups and of
// other tools.
func made(t testing.TB, p *plan.Program, others ...string) *task.Task {
	t.Helper()
	d := grown["toy"]().domain
	if _, err := p.Types(d); err != nil {
		t.Fatal(err)
	}
	tk := &task.Task{ID: "task", Family: "multihop", Plan: p, Structure: p.Structure(d), Path: strings.Join(p.Tools(), plan.Separator)}
	for _, tool := range append(p.Tools(), others...) {
		tk.Steps = append(tk.Steps, plan.Step{Op: "call", Tool: tool})
	}
	for _, s := range p.Entities() {
		tk.Entities = append(tk.Entities, task.Entity{Type: s.Entity, Name: s.Value})
	}
	return tk
}

// programOf returns a program of a choice that asks for a column of the last rows, or for
// their number.
func programOf(d *domain.Domain, c Choice) *plan.Program {
	hops := len(c.Path.Hops)
	moves := make([]plan.Move, hops-1)
	for i := range moves {
		moves[i] = plan.Moves(d, &c.Path.Hops[i], &c.Path.Hops[i+1], func(string, string) []string { return nil })[0]
	}
	p := new(plan.Program)
	_, _, last := p.Chain(c.Path, moves)
	form := plan.Form{Style: plan.StyleCount}
	if tool := d.Tool(c.Path.Hops[hops-1].Tool); c.Target != plan.Rows {
		last, form = p.Add(&plan.Project{Columns: []string{c.Target}}, last), plan.FormOf(d.Table(tool.Table).Column(c.Target))
	} else {
		last = p.Add(&plan.Count{}, last)
	}
	p.Answers = []plan.AnswerSpec{{From: last, Form: form}}
	return p
}

// sampled accepts choices of the toy domain and makes a task of each that has its
// path and asks for a column.
func sampled(t testing.TB, s *Sampler, paths [][]plan.Path, quotas []int) []*task.Task {
	d := grown["toy"]().domain
	var tasks []*task.Task
	for hops := len(quotas); hops > 0; hops-- {
		s.Begin(paths[hops-1], nil)
		for range quotas[hops-1] {
			c, ok := s.Next()
			if !ok {
				break
			}
			p := programOf(d, c)
			name := []string{c.Path.ID}
			tasks = append(tasks, made(t, p.Bind(name), "finish"))
			s.Accept(c, tasks[len(tasks)-1].Structure.Operators...)
		}
	}
	return tasks
}

// The whole report of a small sample, to be read by people.
func TestReport(t *testing.T) {
	f := grown["toy"]()
	s := New(f.domain)
	quotas := []int{2, 2, 1}
	r, err := s.Report(rows(t), quotas, 1, nil, nil)
	if err != nil || r.Paths != 0 || r.Tools.Covered != 0 || r.Curve.Bound != 0 {
		t.Errorf("Report() before anything is begun = %+v, %v, want no coverage", r, err)
	}
	r, err = s.Report(rows(t), quotas, 1, nil, sampled(t, s, f.paths, quotas))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		t.Fatal(err)
	}
	hold(t, "coverage.json", b.Bytes())
	hold(t, "coverage.txt", []byte(strings.Join(r.Lines(), "\n")+"\n"))
}

// Every reason is given where it holds: here no case has a court but by its number, the
// company sued is the one that is found, all courts have one level, and there are no
// companies.
func TestReasons(t *testing.T) {
	f := grown["toy"]()
	c := loaded(t, map[string]string{
		"Case":    `{"关联公司": "甲公司", "案号": "（2018）甲01民初1号", "案由": "合同纠纷", "被告": "甲公司"}`,
		"Court":   `{"法院名称": "子法院", "法院代字": "甲01", "法院级别": "中级法院", "法院负责人": "甲"}` + "\n" + `{"法院名称": "丑法院", "法院代字": "甲02", "法院级别": "中级法院", "法院负责人": "乙"}`,
		"Company": "",
	})
	s := New(f.domain)
	s.Begin([]plan.Path{find(t, f, "get_court")}, nil)
	r, err := s.Report(c, []int{1, 1}, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, got, want coverage.Obstacle) {
		if got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	for _, u := range r.Answers.Uses {
		switch u.Element {
		case coverage.ToolColumn{Tool: "get_court", Column: "法院级别"}:
			check("the level of a court", u.Reason, coverage.Degenerate)
		case coverage.ToolColumn{Tool: "get_court", Column: "法院负责人"}:
			check("the head of a court", u.Reason, "")
		case coverage.ToolColumn{Tool: "get_case", Column: "案由"}:
			check("the cause of a case", u.Reason, coverage.Unled)
		case coverage.ToolColumn{Tool: "get_company", Column: "所属行业"}:
			check("the trade of a company", u.Reason, coverage.EmptyTable)
		}
	}
	for _, u := range r.Transitions.Uses {
		switch u.Element {
		case coverage.Transition{From: "get_company", To: "get_company_cases"}:
			check("from companies, of which there are none", u.Reason, coverage.EmptyTable)
		case coverage.Transition{From: "get_case", To: "get_court"}:
			check("from cases to courts", u.Reason, coverage.Unled)
		case coverage.Transition{From: "get_company_cases", To: "get_court"}:
			check("from the numbers of cases to courts", u.Reason, coverage.Unproved)
		case coverage.Transition{From: "get_company_cases", To: "get_company_cases"}:
			check("from a company to itself", u.Reason, coverage.Unled)
		case coverage.Transition{From: "get_case", To: "get_case"}:
			check("from a case to itself", u.Reason, coverage.Unlinked)
		}
	}
	for _, u := range r.Tools.Uses {
		switch u.Element {
		case "finish", "get_court":
			check(u.Element, u.Reason, "")
		case "get_company":
			check(u.Element, u.Reason, coverage.EmptyTable)
		case "get_sum":
			check(u.Element, u.Reason, coverage.Unsuited)
		}
	}
	for _, u := range r.Operators.Uses {
		switch u.Element {
		case "cite":
			check("cite", u.Reason, coverage.Unwritten)
		case "map":
			check("map", u.Reason, coverage.Unsuited)
		}
	}
}

// Rows lead from one company to another that is known, not to one that is not, nor back
// to the one they were found by.
func TestRowsLeadAlong(t *testing.T) {
	f := grown["toy"]()
	for _, tt := range []struct {
		name, cases string
		want        coverage.Obstacle
	}{
		{"back", `{"案号": "（2018）甲01民初1号", "关联公司": "甲公司", "被告": "甲公司"}`, coverage.Unled},
		{"to another", `{"案号": "（2018）甲01民初2号", "关联公司": "甲公司", "被告": "乙公司"}` + "\n" + `{"案号": "（2018）甲01民初3号", "关联公司": "乙公司", "被告": ""}`, coverage.Unproved},
		{"to one unknown", `{"案号": "（2018）甲01民初4号", "关联公司": "甲公司", "被告": "乙公司"}`, coverage.Unled},
		{"from none", `{"案号": "（2018）甲01民初5号", "关联公司": "", "被告": "乙公司"}` + "\n" + `{"案号": "（2018）甲01民初6号", "关联公司": "乙公司", "被告": ""}`, coverage.Unled},
	} {
		c := loaded(t, map[string]string{"Case": tt.cases, "Court": "", "Company": ""})
		r, err := New(f.domain).Report(c, nil, 1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range r.Transitions.Uses {
			if u.Element == (coverage.Transition{From: "get_company_cases", To: "get_company_cases"}) && u.Reason != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, u.Reason, tt.want)
			}
		}
	}
}

// loaded makes a corpus of the toy domain of the rows of its tables, as JSON lines.
func loaded(t *testing.T, tables map[string]string) *corpus.Corpus {
	t.Helper()
	dir := t.TempDir()
	for name, rows := range tables {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(rows), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := corpus.Load(t.Context(), dir, grown["toy"]().domain)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hold compares with a golden file; UPDATE=1 writes it.
func hold(t *testing.T, name string, got []byte) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	goldentest.Compare(t, golden, got)
}

// What is covered is attainable and declared, and no curve goes above the bound.
func TestReportKeepsToItsBounds(t *testing.T) {
	f := grown["toy"]()
	rapid.Check(t, func(rt *rapid.T) {
		quotas := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 3).Draw(rt, "quotas")
		var paths [][]plan.Path
		for i := range quotas {
			paths = append(paths, some(rt, f.paths[i], 8))
		}
		s := New(f.domain)
		tasks := sampled(t, s, paths, quotas)
		r, err := s.Report(rows(t), quotas, 1, nil, tasks)
		if err != nil {
			rt.Fatal(err)
		}
		bounded(rt, "tools", r.Tools)
		bounded(rt, "transitions", r.Transitions)
		bounded(rt, "answers", r.Answers)
		bounded(rt, "columns", r.Columns)
		bounded(rt, "operators", r.Operators)
		bounded(rt, "cells", r.Cells)
		bounded(rt, "tables", r.Tables)
		bounded(rt, "starts", r.Starts)
		bounded(rt, "entities", r.Entities)
		c := r.Curve
		last := c.Points[len(c.Points)-1]
		if c.Bound > c.Slots || c.Bound > c.Attainable || c.Covered > c.Bound || last.Emitted != c.Covered || last.Greedy != c.Covered {
			rt.Fatalf("curve %+v ends at %+v, want no more than slots, attainable and bound", c, last)
		}
		for i, p := range c.Points {
			if p.Paths != i || p.Emitted > p.Bound || p.Greedy > p.Bound {
				rt.Fatalf("point %d = %+v, want no more than its bound", i, p)
			}
			if i > 0 && (p.Emitted < c.Points[i-1].Emitted || p.Bound < c.Points[i-1].Bound) {
				rt.Fatalf("point %d = %+v after %+v, want no less", i, p, c.Points[i-1])
			}
		}
		for _, depths := range [][]coverage.DepthOverlap{r.Overlap.Tools, r.Overlap.Transitions, r.Overlap.Beginnings, r.Overlap.Starts} {
			for i, d := range depths {
				if d.Hops != i+1 || d.Before > d.Of || len(d.Pairs) != i {
					rt.Fatalf("overlap of %d hops = %+v, want a pair for each smaller depth", i+1, d)
				}
				for _, p := range d.Pairs {
					if p.Jaccard < 0 || p.Jaccard > 1 || (p.Both == 0) != (p.Jaccard == 0) {
						rt.Fatalf("overlap of %d hops with %+v, want a share", i+1, p)
					}
				}
			}
		}
	})
}

func bounded[E any](t *rapid.T, name string, a coverage.Axis[E]) {
	covered, attainable := 0, 0
	for _, u := range a.Uses {
		if u.Tasks > 0 {
			covered++
		}
		if u.Reason == "" {
			attainable++
		} else if u.Tasks > 0 || u.Live > 0 {
			t.Fatalf("%s: %+v is used or live and not attainable", name, u)
		}
	}
	if covered != a.Covered || attainable != a.Attainable || a.Declared != len(a.Uses) || covered > attainable {
		t.Fatalf("%s: %d of %d of %d, %d covered and %d attainable of %d listed", name, a.Covered, a.Attainable, a.Declared, covered, attainable, len(a.Uses))
	}
}
