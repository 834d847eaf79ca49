package analysis_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// examItems are items by two writers in three fields: in each, four of multiple choice, two true or
// false and one of selection.
func examItems() (tasks []*task.Task) {
	for _, writer := range []string{"model-a", "model-b"} {
		for f, field := range []string{"civil", "penal", "fiscal"} {
			add := func(kind string, i int, keys []string, c task.Choices) {
				tasks = append(tasks, &task.Task{
					ID: fmt.Sprintf("%s-%s-%s-%d", writer, field, kind, i), Family: task.Exam, Type: kind, Language: "pt", Question: "?", KeyAnswer: keys, Choices: &c,
					Derivation: &task.Derivation{Source: fmt.Sprint(field, i), Writer: writer, Field: field, Group: []string{"Private", "Public", "Public"}[f]},
				})
			}
			for i := range 4 {
				key := []int{0, 0, 1, 2}[i]
				add(task.MultipleChoice, i, []string{string(rune('A' + key))}, task.Choices{Options: []string{"um", "dois", "três", "quatro"}, Key: []int{key}})
			}
			for i := range 2 {
				add(task.TrueFalse, i, []string{[]string{"verdadeira", "falsa"}[i]}, task.Choices{Options: []string{"verdadeira", "falsa"}, Key: []int{i}})
			}
			add(task.MultipleSelection, 0, []string{"A", "B"}, task.Choices{Options: []string{"um", "dois", "três"}, Key: []int{0, 1}})
		}
	}
	return tasks
}

// examMarks are the marks of agents that answer items; model-a knows those that it wrote.
func examMarks(tasks []*task.Task) (marks []bench.Mark) {
	for _, a := range []struct {
		name string
		say  func(*task.Task) string
	}{
		{"model-a/direct", func(t *task.Task) string {
			if t.Derivation.Writer == "model-a" || t.Derivation.Field == "civil" {
				return "Resposta: " + strings.Join(t.KeyAnswer, ", ")
			}
			return "Não sei."
		}},
		{"constant", func(t *task.Task) string {
			if t.Type == task.TrueFalse {
				return "A afirmação é verdadeira"
			}
			return "A resposta correta é: A"
		}},
		{"hedger", func(*task.Task) string { return "A ou B" }},
	} {
		for _, t := range tasks {
			trial := bench.Trial{Task: t.ID, Type: t.Type, Agent: a.name, Transcript: &agent.Transcript{Answer: a.say(t), Unsummarised: true, End: agent.External}}
			trial.Score = task.Grade(t, trial.Transcript.Attempt())
			m := bench.MarkOf(&trial)
			m.Measure(t, trial.Transcript, nil)
			marks = append(marks, m)
		}
	}
	return marks
}

// A field that a spreadsheet would take for a formula is told apart in CSV, and a cell without an
// answer has no level of chance.
func TestCSVOfOddFields(t *testing.T) {
	tasks := examItems()[:2]
	tasks[0].Derivation.Field, tasks[1].Derivation.Field = "=1+1", "@x"
	marks := examMarks(tasks)
	a, err := analysis.Analyse(tasks, marks[:1], analysis.ReportOptions{}) // the second has no answer
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := a.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); strings.Contains(s, ",=") || strings.Contains(s, ",@") || !strings.Contains(s, ",'=1+1,2") || !strings.Contains(s, ",'@x,,\n") {
		t.Errorf("CSV:\n%s", s)
	}
}

// Scores by field and type, by group and over all are those of choice.Tabulate; always A and always
// true score what chance allows. Worked by hand: of the four keys A, A, B and C always A has recalls
// of 1, 0 and 0; of true and false 1 and 0; its F1 for A of A and B is 2/3. A field weighs 4/3 + 1 +
// 2/3 out of 7 items: 3/7.
func TestExamScores(t *testing.T) {
	tasks := examItems()
	a, err := analysis.Analyse(tasks, examMarks(tasks), analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	constant := a.Agents[slices.IndexFunc(a.Agents, func(r analysis.AgentReport) bool { return r.Agent == "constant" })]
	for _, tt := range []struct {
		by          choice.Grouping
		field, kind string
		items       int
		paper       float64
	}{
		{choice.Overall, "", "", 42, 3. / 7}, {choice.ByField, "civil", "", 14, 3. / 7}, {choice.ByType, "", task.MultipleChoice, 24, 1. / 3}, {choice.ByType, "", task.TrueFalse, 12, 0.5},
		{choice.ByType, "", task.MultipleSelection, 6, 2. / 3}, {choice.ByFieldType, "penal", task.MultipleChoice, 8, 1. / 3},
	} {
		i := slices.IndexFunc(constant.Exam, func(c choice.ScoreCell) bool { return c.By == tt.by && c.Field == tt.field && c.Type == tt.kind })
		if i < 0 {
			t.Fatalf("no cell %+v", tt)
		}
		if c := constant.Exam[i]; c.Items != tt.items || math.Abs(*c.Paper.Mean-tt.paper) > 1e-9 || c.Few != (tt.items < choice.MinCellItems) {
			t.Errorf("%+v: %d items, paper %v, few %v", tt, c.Items, *c.Paper.Mean, c.Few)
		}
	}
	for _, of := range []struct {
		file  string
		write func(*bytes.Buffer) error
	}{
		{"exam.txt", func(b *bytes.Buffer) error { return a.WriteMeasures(b) }}, {"exam.csv", func(b *bytes.Buffer) error { return a.WriteCSV(b) }},
		{"exam.md", func(b *bytes.Buffer) error { return a.WriteMarkdown(b) }}, {"exam.tex", func(b *bytes.Buffer) error { return a.WriteLaTeX(b) }},
	} {
		var b bytes.Buffer
		if err := of.write(&b); err != nil {
			t.Fatal(err)
		}
		goldentest.Compare(t, "testdata/"+of.file, b.Bytes())
	}
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

// An agent that knows the items that it wrote favours them, with and without another's scores
// subtracted. In civil law it knows both writers' items; in penal and fiscal law only its own, so two
// differences of 1 have the ranks 1.5 and 1.5, and two of the four choices of signs are as far apart:
// p is 0.5. Less those of the agent that is always A, the differences are the same.
func TestWriters(t *testing.T) {
	tasks := examItems()
	marks := examMarks(tasks)
	a, err := analysis.Analyse(tasks, marks, analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Writers) != 5 {
		t.Fatalf("%d contrasts, want one for each of three agents, and two for the agent that wrote items", len(a.Writers))
	}
	for _, c := range a.Writers {
		own := c.Agent == "model-a/direct"
		if c.First != "model-a" || c.Second != "model-b" || len(c.Fields) != 3 || own != (c.Own == "model-a") {
			t.Errorf("%+v: want three fields, and model-a as the writer of its own agent", c)
		}
		switch {
		case own && (math.Abs(*c.Mean-2./3) > 1e-9 || c.Test.N != 2 || c.Test.Plus != 3 || *c.Test.P != 0.5):
			t.Errorf("%s less %q: mean %v, test %+v, want 2/3 over two fields with p 0.5", c.Agent, c.Less, *c.Mean, c.Test)
		case !own && (*c.Mean != 0 || c.Test.P != nil || c.Less != ""):
			t.Errorf("%s less %q: mean %v, test %+v, want no difference", c.Agent, c.Less, *c.Mean, c.Test)
		}
	}
	half := slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return t.Derivation.Writer == "model-b" })
	if a, err := analysis.Analyse(half, nil, analysis.ReportOptions{}); err != nil || a.Writers != nil {
		t.Errorf("one writer: contrasts %v, %v, want none", a.Writers, err)
	}
}

// Items of one source are one cluster.
func TestExamClusters(t *testing.T) {
	tasks := examItems()
	if got := analysis.Cluster(tasks[0], nil); got != "source civil0" || got != analysis.Cluster(tasks[4], nil) {
		t.Errorf("cluster %q, want that of the source, which items of all types share", got)
	}
}

// People answered four items of civil law by model-a: of the keys A, A, B and C Ana says A, A, B, A and
// Rui A, B, then nothing. By item they are right on 1, 1/2, 1 and 0: strict is 2.5/4, and the recalls
// of A, B and C are 3/4, 1 and 0: their mean is 7/12. The agent that is always A is right on the first
// two of the same items. Other tasks are in no row of people's.
func TestPeople(t *testing.T) {
	tasks := examItems()
	var people []bench.Mark
	for _, said := range []struct {
		by   string
		item int
		says string
	}{{"ana", 0, "A"}, {"ana", 1, "A"}, {"ana", 2, "B"}, {"ana", 3, "A"}, {"rui", 0, "A"}, {"rui", 1, "B"}} {
		x := tasks[said.item]
		s := task.Grade(x, &score.Attempt{Answer: said.says})
		people = append(people, bench.Mark{Task: x.ID, Type: x.Type, Agent: said.by, Paper: s.Paper, Strict: s.Strict})
	}
	people = append(people, bench.Mark{Task: "gone", Agent: "ana"})
	a, err := analysis.Analyse(tasks, examMarks(tasks), analysis.ReportOptions{People: people})
	if err != nil {
		t.Fatal(err)
	}
	p := a.People
	if p.People != 2 || p.Answers != 6 || p.Items != 4 || len(p.Agents) != 3 || len(a.Agents) != 3 {
		t.Fatalf("people %+v", p)
	}
	figures := func(cells []choice.ScoreCell, paper, strict float64) {
		t.Helper()
		for _, c := range cells {
			if c.Items != 4 || !c.Few || math.Abs(*c.Paper.Mean-paper) > 1e-8 || math.Abs(*c.Strict.Mean-strict) > 1e-8 {
				t.Errorf("%s: %d items, few %v, paper %v, strict %v, want paper %v, strict %v", c.By, c.Items, c.Few, *c.Paper.Mean, *c.Strict.Mean, paper, strict)
			}
		}
	}
	figures(p.Exam, 7./12, 2.5/4)
	if p.Agents[0].Agent != "constant" {
		t.Fatalf("agents %+v", p.Agents)
	}
	figures(p.Agents[0].Exam, 1./3, 0.5)
	var text, lines, doc bytes.Buffer
	if err := errors.Join(a.WriteMeasures(&text), a.WriteCSV(&lines), a.WriteJSON(&doc)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"exam scores on the items that people answered", "people: 6 answers of 2 people to 4 items, given before they saw the key",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the tables lack %q:\n%s", want, text.String())
		}
	}
	if !regexp.MustCompile(`(?m)^people +all +all +4\* +58\.3 `).MatchString(text.String()) || !strings.Contains(lines.String(), "\npeople,people,multiple-choice,4,") {
		t.Errorf("no row of people:\n%s\n%s", text.String(), lines.String())
	}
	v, err := jsonschema.UnmarshalJSON(&doc)
	if err != nil {
		t.Fatal(err)
	}
	if err := schematest.Compile(t, "analysis.schema.json").Validate(v); err != nil {
		t.Error(err)
	}
	if a, err := analysis.Analyse(tasks, nil, analysis.ReportOptions{People: people[6:]}); err != nil || a.People != nil {
		t.Errorf("people without answers: %+v, %v", a.People, err)
	}
}
