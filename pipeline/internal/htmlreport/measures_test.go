package htmlreport

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// Measures of citations and texts have a table by type, with the number of tasks where they are
// fewer, tasks over statutes one by level and one by law, and recited texts one by class; a run without any has neither.
func TestMeasures(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	row := &s.Analysis.Agents[0].Rows[0]
	row.Texts = 3
	row.Measures = []analysis.MeasureMean{{Name: "article", Mean: estimate.Estimate{N: 3, Mean: new(0.5)}}, {Name: "edit_distance", Mean: estimate.Estimate{N: 3, Mean: new(47.8)}}}
	all := &s.Analysis.Agents[0].Rows[len(s.Analysis.Agents[0].Rows)-1]
	all.Recitals = map[wording.RecitalClass]int{wording.Exact: 2, wording.AddedParagraph: 1}
	s.Analysis.Agents[0].Strata = []analysis.StratumReport{
		{By: "law", Name: "<b>Carriage Act", Type: "recite", Tasks: 2, Success: estimate.Estimate{N: 2, Mean: new(0.5)}, Measures: []analysis.MeasureMean{{Name: "newest", Mean: estimate.Estimate{N: 2, Mean: new(1.0)}}}},
		{By: "level", Name: "item", Type: "renumbered", Tasks: 4, Success: estimate.Estimate{N: 4, Mean: new(0.25)}, Measures: []analysis.MeasureMean{}},
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	tables := look[[][]string](b, `[...document.querySelectorAll("#errors table")].map(t => [...t.querySelectorAll("th,td")].map(e => e.innerText.trim().replace(/\s+/g, " ")))`)
	find := func(head string) []string {
		for _, cells := range tables {
			if len(cells) > 1 && cells[1] == head || len(cells) > 3 && cells[3] == head {
				return cells
			}
		}
		return nil
	}
	if diff := cmp.Diff([]string{"Agent", "Type", "Tasks", "Article", "Edit distance", "good", row.Type, find("Article")[7], "50.0 % too few (3)", "47.8 (3)"}, find("Article")); diff != "" {
		t.Errorf("measures (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Agent", "Law", "Type", "Tasks", "Strict", "Newest law", "good", "<b>Carriage Act", "recite", "2", "50.0 % too few", "100.0 % too few"}, find("Law")); diff != "" {
		t.Errorf("by law (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Agent", "Level", "Type", "Tasks", "Strict", "good", "item", "renumbered", "4", "25.0 % too few"}, find("Level")); diff != "" {
		t.Errorf("by level (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Agent", "another paragraph added", "exact", "good", "1", "2"}, find("another paragraph added")); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
	plain := open(t, written(t, sourceOf(t, r.tasks, r.all())), "")
	plain.Wait(`document.querySelector("#tree .branch")`)
	if look[bool](plain, `document.querySelector("#errors").innerText.includes("Citations and texts")`) {
		t.Error("a run without measures has a table of them")
	}
}

// Scores over exam items have a table by group and type, one by field and one by field and type; how
// choices are stated and what two writers' items show have one each, and the measures of exam items
// are not among those of citations and texts.
func TestExamScores(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	a := &s.Analysis.Agents[0]
	a.Rows[0].Measures = []analysis.MeasureMean{{Name: "abstained", Mean: estimate.Estimate{N: 3, Mean: new(0.5)}}, {Name: "unread_choice", Mean: estimate.Estimate{N: 3, Mean: new(0.25)}}}
	paper, strict := estimate.Estimate{N: 3, Mean: new(0.5)}, estimate.Estimate{N: 3, Mean: new(0.25)}
	a.Exam = []choice.ScoreCell{
		{By: choice.Overall, Items: 30, Paper: paper, Strict: strict, PaperChance: 0.25, StrictChance: 0.125},
		{By: choice.ByField, Group: "Public", Field: "<b>penal", Items: 3, Few: true, Paper: paper, Strict: strict, PaperChance: 0.25, StrictChance: 0.125},
		{By: choice.ByFieldType, Field: "<b>penal", Type: "cloze", Items: 3, Few: true, Paper: paper, Strict: strict, PaperChance: 0.25, StrictChance: 0.125},
	}
	s.Analysis.Writers = []analysis.WriterContrast{{Agent: "good", First: "<i>m", Second: "rule", Own: "<i>m", Fields: []analysis.WriterField{{Field: "penal"}}, Mean: new(0.125), Test: estimate.SignedRank{N: 1, Plus: 1, P: new(1.0), Exact: true}}}
	s.Analysis.People = &analysis.PeopleScores{People: 2, Answers: 5, Items: 3, Exam: []choice.ScoreCell{{By: choice.Overall, Items: 3, Few: true, Paper: strict, Strict: paper, PaperChance: 0.25, StrictChance: 0.125}},
		Agents: []analysis.SameItemsScores{{Agent: "good", Exam: []choice.ScoreCell{{By: choice.Overall, Items: 3, Few: true, Paper: paper, Strict: paper, PaperChance: 0.25, StrictChance: 0.125}}}}}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	if text := look[string](b, `document.querySelector("#errors").innerText`); !strings.Contains(text, "People: 5 answers of 2 people to 3 items, given before they saw the key.") {
		t.Errorf("nothing says what the row of people rests on:\n%s", text)
	}
	got := look[[]string](b, `[...document.querySelectorAll("#errors table.measures")].map(t => [...t.rows].map(r => [...r.cells].map(e => e.innerText.trim().replace(/\s+/g, " ")).join(" | ")).join("\n"))`)
	want := []string{
		"Agent | Group | Type | Items | Paper | Chance | Strict | Chance\ngood | all | all | 30 | 50.0 % too few | 25.0 % | 25.0 % too few | 12.5 %\npeople | all | all | 3* | 25.0 % too few | 25.0 % | 50.0 % too few | 12.5 %",
		"Agent | Type | Items | Paper | Chance | Strict | Chance\ngood | all | 3* | 50.0 % too few | 25.0 % | 50.0 % too few | 12.5 %\npeople | all | 3* | 25.0 % too few | 25.0 % | 50.0 % too few | 12.5 %",
		"Agent | Group | Field | Items | Paper | Chance | Strict | Chance\ngood | Public | <b>penal | 3* | 50.0 % too few | 25.0 % | 25.0 % too few | 12.5 %",
		"Agent | Field | Type | Items | Paper | Chance | Strict | Chance\ngood | <b>penal | cloze | 3* | 50.0 % too few | 25.0 % | 25.0 % too few | 12.5 %",
		"Agent | Type | Tasks | Abstained | No choice made out\ngood | " + a.Rows[0].Type + " | " + strconv.Itoa(a.Rows[0].Tasks) + " | 50.0 % too few (3) | 25.0 % too few (3)",
		"Agent | less | First | Second | Own | Fields | Difference | p\ngood | – | <i>m | rule | <i>m | 1 | +12.5 | 1.000",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

// Judges have their means with the numbers of texts and whether these count, how they ranked
// spoiled references, and how far two of them agree, by each figure.
func TestJudges(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	all := &s.Analysis.Agents[0].Rows[len(s.Analysis.Agents[0].Rows)-1]
	all.Judges = []analysis.JudgeMeans{{
		Judge: "judge-a", Rubric: "reasoning", Score: estimate.Estimate{N: 11, Mean: new(0.5), Low: new(0.25), High: new(0.75)}, Overall: &estimate.Estimate{N: 12, Mean: new(61.0)},
		Criteria: []analysis.CriterionMean{{Criterion: "<b>rigor", Points: estimate.Estimate{N: 12, Mean: new(12.5)}}},
	}}
	s.Analysis.Qualifications = []judge.Qualification{{Judge: "judge-a", Rubric: "reasoning", References: 10, Spoiled: []judge.SpoiledPairs{
		{Spoiling: judge.NoConclusion, Possible: 10, Pairs: 9, Above: 8}, {Spoiling: judge.SwappedCitations},
	}}}
	agree := analysis.AgreementFigures{N: 12, Alpha: new(0.5), Pearson: new(0.75), Spearman: new(0.25), Kappa: new(0.125), Apart: new(2.5)}
	s.Analysis.Judges = []analysis.JudgeAgreement{{
		First: "judge-a", Second: "person/Ada", Score: analysis.AgreementFigures{N: 12, Alpha: new(1.0), Apart: new(0.1)}, Overall: &agree,
		Criteria: []analysis.CriterionAgreement{{Criterion: "<b>rigor", AgreementFigures: agree}},
	}}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	got := look[[]string](b, `[...document.querySelectorAll("#errors table")].slice(-3).map(t => [...t.rows].map(r => [...r.cells].map(e => e.innerText.trim().replace(/\s+/g, " ")).join(" | ")).join("\n"))`)
	want := []string{
		"Agent | Judge | Counts | Criterion | Texts | Mean (points; score in percent)\n" +
			"good | judge-a reasoning | no | <b>rigor | 12 | 12.5\ngood | judge-a reasoning | no | overall, 0 to 100 | 12 | 61\ngood | judge-a reasoning | no | Score | 11 | 50.0 % 25.0 % … 75.0 %",
		"Judge | References | without conclusion | other article numbers | Counts\njudge-a reasoning | 10 | 8 / 9 | – | no",
		"Judges | Criterion | Texts | Krippendorff’s alpha | Pearson | Spearman | Kappa, quadratic weights | Mean difference\n" +
			"judge-a – person/Ada | <b>rigor | 12 | 0.5 | 0.75 | 0.25 | 0.125 | 2.5\njudge-a – person/Ada | overall, 0 to 100 | 12 | 0.5 | 0.75 | 0.25 | 0.125 | 2.5\njudge-a – person/Ada | Score | 12 | 1 | – | – | – | 10.0 %",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("judges (-want +got):\n%s", diff)
	}
}

// Figures of different types have their correlations over agents, unless agents are equal in one of them.
func TestCorrelations(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	s.Analysis.Correlations = []analysis.MeasureCorrelation{
		{First: "recite/exact", Second: "<b>case/citation_recall", N: 3, Pearson: new(0.5), Spearman: new(1.0)},
		{First: "recite/exact", Second: "judge/a/reasoning", N: 5, Pearson: new(0.75), Spearman: new(0.5), Low: new(-0.25), High: new(0.875)},
		{First: "recite/newest", Second: "judge/a/reasoning", N: 5},
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	got := look[string](b, `[...[...document.querySelectorAll("#errors table")].at(-1).rows].map(r => [...r.cells].map(e => e.innerText.trim().replace(/\s+/g, " ")).join(" | ")).join("\n")`)
	want := "First | Second | Agents | Pearson | Interval | Spearman\n" +
		"recite/exact | <b>case/citation_recall | 3 | 0.5 | – | 1\nrecite/exact | judge/a/reasoning | 5 | 0.75 | -0.25 … 0.875 | 0.5"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("correlations (-want +got):\n%s", diff)
	}
}

// Names of types are not broken within a word, however many measures there are.
func TestMeasuresKeepWords(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	row := &s.Analysis.Agents[0].Rows[0]
	row.Type, row.Texts = "renumbered", 12
	for _, name := range []string{"article", "paragraph", "item", "exact", "rouge_1", "rouge_2", "rouge_l", "bleu", "edit", "edit_distance", "newest", "abstained"} {
		row.Measures = append(row.Measures, analysis.MeasureMean{Name: name, Mean: estimate.Estimate{N: 12, Mean: new(0.5), Low: new(0.25), High: new(0.75)}})
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	if lines := look[int](b, `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector("table.measures td bdi")); return r.getClientRects().length })()`); lines != 1 {
		t.Errorf("the type stands on %d lines, want 1", lines)
	}
}
