package analysis_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// statutes are tasks over two laws, at two levels.
func statutes() (tasks []*task.Task) {
	for i := range 6 {
		family := []string{task.Locate, task.Recite}[i%2]
		e := provision(i)
		one := &task.Task{ID: fmt.Sprint("s", i), Family: family, Type: family, Path: fmt.Sprint("path ", i)}
		answer, arguments := e.Text, fmt.Sprintf(`{"reference":"%s %s"}`, e.Version, e.Article)
		if family == task.Locate {
			answer, arguments = e.Article, fmt.Sprintf(`{"text":"%s","version":"%s"}`, e.Text, e.Version)
		}
		one.AnswerValues = []value.Answer{{Kind: value.Text, Text: answer}}
		one.Steps = []plan.Step{{Tool: "find", Op: "lookup", Arguments: []byte(arguments)}}
		tasks = append(tasks, one)
	}
	return tasks
}

// provision is the entry of a task.
func provision(i int) wording.CitableEntry {
	law := fmt.Sprint("law ", i/4)
	e := wording.CitableEntry{ID: fmt.Sprint(i), Law: law, Version: law + " of 2018", Article: fmt.Sprint("Article ", i+1), Text: fmt.Sprint("Text of number ", i)}
	if i/2%2 == 1 {
		e.Item = "(a)"
	}
	return e
}

// provisions is the index of the entries of all tasks.
func provisions(t *testing.T) *wording.EntryIndex {
	t.Helper()
	var entries []wording.CitableEntry
	for i := range 6 {
		entries = append(entries, provision(i))
	}
	x, err := wording.NewIndex(entries)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// recited are the marks of four agents, each better than the one before it at both families.
func recited() (marks []bench.Mark) {
	for a := range 4 {
		for i, t := range statutes() {
			m := bench.Mark{Task: t.ID, Type: t.Type, Agent: fmt.Sprint("agent ", a), End: agent.Finished}
			x := float64(a) / 4
			if t.Family == task.Locate {
				m.Measures = map[string]float64{"article": min(1, x+0.25), "paragraph": x, "abstained": 0}
			} else {
				m.Measures = map[string]float64{"rouge_l": x * x, "edit_distance": 100 - 10*float64(a) - float64(i)}
				m.Recital = []wording.RecitalClass{wording.Altered, wording.Invented, wording.Mixed, wording.Exact}[a]
			}
			m.Strict.Success = &x
			marks = append(marks, m)
		}
	}
	return marks
}

func TestMeasuresGolden(t *testing.T) {
	a := analyse(t, statutes(), recited(), analysis.ReportOptions{Statutes: &recall.Statutes{Provisions: provisions(t)}})
	golden(t, "measures.txt", func(b *bytes.Buffer) error { return a.WriteText(b) })
	var b bytes.Buffer
	if err := a.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := schematest.Compile(t, "analysis.schema.json").Validate(doc); err != nil {
		t.Error(err)
	}
}

// Worked by hand: rows have their own measures in the order of reports, strata are by law and
// level, and the ranks of all agents agree.
func TestMeasures(t *testing.T) {
	a := analyse(t, statutes(), recited(), analysis.ReportOptions{Statutes: &recall.Statutes{Provisions: provisions(t)}})
	one := a.Agents[1]
	names := ""
	for _, row := range one.Rows {
		names += row.Type + ":"
		for _, m := range row.Measures {
			names += fmt.Sprintf(" %s=%v", m.Name, *m.Mean.Mean)
		}
		names += fmt.Sprintf(" %v; ", row.Recitals)
	}
	if want := "locate: article=0.5 paragraph=0.25 abstained=0 map[]; recite: rouge_l=0.0625 edit_distance=87 map[invented:3]; ALL: article=0.5 paragraph=0.25 rouge_l=0.0625 edit_distance=87 abstained=0 map[invented:3]; "; names != want {
		t.Errorf("measures\n%s, want\n%s", names, want)
	}
	strata := ""
	for _, s := range one.Strata {
		strata += fmt.Sprintf("%s %s %s %d; ", s.By, s.Name, s.Type, s.Tasks)
	}
	if want := "law law 0 locate 2; law law 0 recite 2; law law 1 locate 1; law law 1 recite 1; level article locate 2; level article recite 2; level item locate 1; level item recite 1; "; strata != want {
		t.Errorf("strata\n%s, want\n%s", strata, want)
	}
	found := map[string]analysis.MeasureCorrelation{}
	for _, c := range a.Correlations {
		found[c.First+" "+c.Second] = c
	}
	if c := found["locate/article recite/rouge_l"]; c.N != 4 || *c.Spearman != 1 || !(*c.Pearson > 0.9 && *c.Pearson < 1) || c.Low == nil {
		t.Errorf("article and rouge_l: %+v", c)
	}
	if c := found["locate/paragraph recite/edit_distance"]; *c.Pearson != -1 || c.Low != nil {
		t.Errorf("paragraph and edit_distance: %+v", c)
	}
	if c := found["locate/abstained recite/rouge_l"]; c.N != 4 || c.Pearson != nil || c.Spearman != nil {
		t.Errorf("abstained, which is constant: %+v", c)
	}
	if len(a.Correlations) != 6 {
		t.Errorf("%d correlations, want those of 3 measures with 2", len(a.Correlations))
	}
}

func TestMeasuresOutOfRange(t *testing.T) {
	for name, x := range map[string]float64{"article": 1.5, "rouge_l": -0.1, "edit_distance": -1, "bert_score": -1.5, "newest": math.NaN()} {
		marks := recited()
		marks[0].Measures = map[string]float64{name: x}
		if _, err := analysis.Analyse(statutes(), marks, analysis.ReportOptions{}); err == nil {
			t.Errorf("%s of %v: no error", name, x)
		}
	}
}
