package analysis_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// compared are three agents' marks of three tasks a type, whose similarities rise with the agent and
// the number of hops; one type asks for a text.
func compared() (tasks []*task.Task, marks []bench.Mark) {
	for k, kind := range []string{"1-hop", "2-hop", task.Writing} {
		for i := range 3 {
			one := &task.Task{ID: fmt.Sprint(kind, i), Type: kind, Path: fmt.Sprint(kind, i)}
			tasks = append(tasks, one)
			for a := range 3 {
				x := float64(a+k) / 8
				marks = append(marks, bench.Mark{Task: one.ID, Type: kind, Agent: fmt.Sprintf("m%d/react/text", a), End: agent.Finished,
					Measures: map[string]float64{recall.RougeL: x, recall.EditDistance: float64(4*a + i), recall.BERTPrecision: x, recall.BERTRecall: -x, recall.BERTScore: x / 2}})
			}
		}
	}
	return append(tasks, &task.Task{ID: "twin", Type: "1-hop", Twin: &task.Twin{Of: "1-hop0"}}), marks
}

// Worked by hand: the tables have agents by types and all, as Table 15 has, without twins, whose
// answers have no reference.
func TestSimilarityTables(t *testing.T) {
	tasks, marks := compared()
	a := analyse(t, tasks, marks, analysis.ReportOptions{})
	var b bytes.Buffer
	if err := a.WriteMeasures(&b); err != nil {
		t.Fatal(err)
	}
	want := `similarity of answers to references over all tasks, in percent, edit_distance in characters; means over fewer tasks with their number
agent          tasks  rouge_l  edit_distance  bert_precision  bert_recall  bert_score
m0/react/text  9      12.5     1.0            12.5            -12.5        6.2
m1/react/text  9      25.0     5.0            25.0            -25.0        12.5
m2/react/text  9      37.5     9.0            37.5            -37.5        18.8

ROUGE-L, answers against references, in percent
agent          1-hop  2-hop  writing  ALL
m0/react/text  0.0    12.5   25.0     12.5
m1/react/text  12.5   25.0   37.5     25.0
m2/react/text  25.0   37.5   50.0     37.5
fewer than 10 tasks, too few for a standard error: 1-hop, 2-hop, writing, ALL

BERTScore (F1), answers against references, in percent
agent          1-hop  2-hop  writing  ALL
m0/react/text  0.0    6.2    12.5     6.2
m1/react/text  6.2    12.5   18.8     12.5
m2/react/text  12.5   18.8   25.0     18.8
`
	if got, _, _ := strings.Cut(b.String(), "fewer than 10 tasks, too few for a standard error: 1-hop, 2-hop, writing, ALL\n\nBERTScore (precision)"); got != want {
		t.Errorf("tables (-want +got):\n%s", cmp.Diff(want, got))
	}
	var tex bytes.Buffer
	if err := a.WriteLaTeX(&tex); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"agent & 1-hop & 2-hop & writing & ALL \\\\\n", "m0/react/text & 0.0 & 6.2 & 12.5 & 6.2 \\\\\n", `m2/react/text & \textbf{12.5} & \textbf{18.8} & \textbf{25.0} & \textbf{18.8} \\`} {
		if !strings.Contains(tex.String(), line) {
			t.Errorf("LaTeX has no %s", line)
		}
	}
}

// Of agents whose method is known there is a grid of BERTScore as Table 15 has it: models by methods, the
// best of each column marked, and no tokens.
func TestTable15(t *testing.T) {
	tasks, marks := compared()
	o := analysis.ReportOptions{Methods: []analysis.AgentMethod{{Agent: "m0/react/text", Model: "m", Method: "plan-and-solve"}, {Agent: "m1/react/text", Model: "m", Method: "react"}, {Agent: "m2/react/text", Model: "n", Method: "react"}}}
	var got bytes.Buffer
	for _, one := range analyse(t, tasks, marks, o).Tables() {
		if one.Name() == "grid-bert-score" {
			if err := one.WriteMarkdown(&got); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = `**BERTScore (F1) by model and method**

| model | method | 1-hop | 2-hop | writing | ALL |
| :--- | ---: | ---: | ---: | ---: | ---: |
| m | plan-and-solve | 0.0000 | 0.0625 | 0.1250 | 0.0625 |
|  | react | 0.0625 | 0.1250 | 0.1875 | 0.1250 |
| n | react | **0.1250** | **0.1875** | **0.2500** | **0.1875** |
`
	if d := cmp.Diff(want, got.String()); d != "" {
		t.Errorf("grid (-want +got):\n%s", d)
	}
	for i := range marks {
		delete(marks[i].Measures, recall.BERTScore)
	}
	for _, one := range analyse(t, tasks, marks, o).Tables() {
		if one.Name() == "grid-bert-score" {
			t.Error("a grid of BERTScore without an encoder")
		}
	}
}

// Similarities of answers that are no texts are no measure of what is right: they stand neither among
// citations and texts nor in correlations, and strata have none.
func TestSimilaritiesOfTexts(t *testing.T) {
	tasks, marks := compared()
	a := analyse(t, tasks, marks, analysis.ReportOptions{})
	for _, c := range a.Correlations {
		if strings.Contains(c.First+c.Second, "hop") {
			t.Errorf("correlation of %s and %s", c.First, c.Second)
		}
	}
	var b bytes.Buffer
	if err := a.WriteMeasures(&b); err != nil {
		t.Fatal(err)
	}
	_, own, _ := strings.Cut(b.String(), "citations and texts")
	if strings.Contains(own, "hop") || strings.Count(own, "writing") != 3 {
		t.Errorf("citations and texts%s\nwant those of texts to write alone", own)
	}
	if texts := []int{a.Agents[0].Rows[0].Texts, a.Agents[0].Rows[2].Texts, a.Agents[0].Rows[3].Texts}; !slices.Equal(texts, []int{0, 3, 3}) {
		t.Errorf("texts %v of 1-hop, writing and all, want 0, 3 and 3", texts)
	}
	cited := recited()
	for i := range cited {
		cited[i].Measures[recall.Rouge1] = 0.5
	}
	for _, s := range analyse(t, statutes(), cited, analysis.ReportOptions{Statutes: &recall.Statutes{Provisions: provisions(t)}}).Agents[0].Strata {
		has := slices.ContainsFunc(s.Measures, func(m analysis.MeasureMean) bool { return m.Name == recall.Rouge1 })
		if has != (s.Type == task.Recite) {
			t.Errorf("%s %s of %s: rouge_1 %v", s.By, s.Name, s.Type, has)
		}
	}
}

// A spreadsheet has every measure of every type, with its number of tasks, error and interval. The error
// over all is that of three times 1/16, 2/16 and 3/16: the root of 6/256/8, over 3.
func TestMeasuresInCSV(t *testing.T) {
	tasks, marks := compared()
	var b bytes.Buffer
	if err := analyse(t, tasks, marks, analysis.ReportOptions{}).WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cell := func(line []string, column string) string { return line[slices.Index(lines[0], column)] }
	for _, line := range lines[1:] {
		got := []string{cell(line, "bert_score"), cell(line, "bert_score_n"), cell(line, "bert_recall"), cell(line, "edit_distance"), cell(line, "bert_score_se")}
		want := map[string][]string{
			"m1/react/text 2-hop": {"12.5", "3", "-25.0", "5.0", "0.0"}, "m1/react/text ALL": {"12.5", "9", "-25.0", "5.0", "1.8"}, "m1/react/text twins": {"", "", "", "", ""},
		}[cell(line, "agent")+" "+cell(line, "type")]
		if want != nil && !slices.Equal(got, want) {
			t.Errorf("%s %s: %q, want %q", cell(line, "agent"), cell(line, "type"), got, want)
		}
	}
	if len(lines) != 1+3*5 {
		t.Errorf("%d lines, want the head and five of each agent", len(lines))
	}
}

// The similarities of the published GLM-4 answers are those that a separate program, with the table of
// Wagner and Fischer and n-grams counted one by one, works out of the same files.
func TestPublishedSimilarities(t *testing.T) {
	dir := dataDir(t)
	tasks := read(t, filepath.Join(dir, "tasks.json"), bench.ReadTasks)
	trials, _ := bench.ScoreAnswers("glm-4", tasks, read(t, filepath.Join(dir, "runs", "react_glm-4.jsonl"), bench.ReadAnswers), nil)
	byID := map[string]*task.Task{}
	for _, one := range tasks {
		byID[one.ID] = one
	}
	var marks []bench.Mark
	for i := range trials {
		m := bench.MarkOf(&trials[i])
		m.Measure(byID[m.Task], trials[i].Transcript, nil)
		marks = append(marks, m)
	}
	want := []string{
		"1-hop 0.815639 0.731732 0.789642 0.637883 0.716761 71.925926",
		"2-hop 0.620750 0.507168 0.577194 0.409347 0.444058 69.370370",
		"3-hop 0.629224 0.511344 0.578193 0.406917 0.438766 36.900000",
		"4-hop 0.504278 0.416774 0.456842 0.307578 0.292681 105.000000",
		"5-hop 0.578021 0.486649 0.533832 0.395066 0.353176 124.714286",
		"writing 0.584876 0.387496 0.368545 0.325268 0.268176 498.666667",
		"ALL 0.654780 0.548268 0.603555 0.451291 0.480036 97.830000",
	}
	var got []string
	for _, r := range analyse(t, tasks, marks, analysis.ReportOptions{}).Agents[0].Rows {
		line := r.Type
		for _, m := range r.Measures[:6] {
			line += fmt.Sprintf(" %.6f", *m.Mean.Mean)
		}
		got = append(got, line)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("similarities of the published answers (-want +got):\n%s", d)
	}
}
