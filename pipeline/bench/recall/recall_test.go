package recall_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// entries are two versions of a law. Articles of the later one are a number on, and say more.
func entries() (all []wording.CitableEntry) {
	for v, version := range []string{"《运输法》（1998年通过）", "《运输法》（2011年修正）"} {
		for i, text := range []string{
			"承运人对其接管货物至交付货物期间货物发生的灭失或者损坏承担赔偿责任。",
			"托运人应当在交付货物之日起七日内以书面形式提出索赔通知。",
			"因托运人包装不善造成其他货物损坏的，由托运人承担责任。",
			"运输单证由承运人签发，载明货物的名称、件数和重量。",
		} {
			if v == 1 {
				text = text[:len(text)-len("。")] + "，法律另有规定的除外。"
			}
			e := wording.CitableEntry{Law: "运输法", Version: version, Article: fmt.Sprintf("第%s条", []string{"七", "八", "九", "十"}[i/2+v]), Paragraph: fmt.Sprintf("第%s款", []string{"一", "二"}[i%2]), Text: text}
			e.ID = version + e.Article + e.Paragraph
			all = append(all, e)
		}
	}
	return all
}

// ask returns a task of a family about an entry.
func ask(family string, e *wording.CitableEntry) *task.Task {
	answers := []string{e.Article, e.Paragraph}
	if family == task.Recite {
		answers = []string{e.Text}
	}
	arguments := map[string]string{"version": e.Version, "text": e.Text}
	if family != task.Locate {
		arguments = map[string]string{"reference": e.Version + e.Article + e.Paragraph}
	}
	call, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	row, err := json.Marshal(map[string]string{"text": e.Text})
	if err != nil {
		panic(err)
	}
	t := &task.Task{ID: family + e.ID, Family: family, Type: family, Language: "zh", Draft: "请回答" + e.Version + "的问题。", KeyAnswer: answers,
		Steps: []plan.Step{{Tool: "find", Op: "lookup", Arguments: call, Observation: row}, {Tool: "finish", Op: "finish", Observation: []byte(`"x"`)}}}
	for _, a := range answers {
		t.AnswerValues = append(t.AnswerValues, value.Answer{Kind: value.Text, Text: a})
	}
	return t
}

// Scripted agents get exactly what they should: right, a paragraph off, a version behind,
// adding the next article, refusing.
func TestScriptedAgents(t *testing.T) {
	all := entries()
	x, err := wording.NewIndex(all)
	if err != nil {
		t.Fatal(err)
	}
	now, off, behind, next := &all[4], &all[5], &all[0], &all[6]
	citation := func(e *wording.CitableEntry) string {
		return "条序号: " + e.Article + "\n款序号: " + e.Paragraph + "\n项序号: 无"
	}
	const refusal = "抱歉，我无法确定。"
	for _, tt := range []struct {
		agent, answer    string
		family           string
		article, exact   float64
		class            wording.RecitalClass
		abstained, grade float64
	}{
		{"right", citation(now), task.Locate, 1, 1, "", 0, 1},
		{"a paragraph off", citation(off), task.Locate, 1, 0, "", 0, 0.5},
		{"a version behind", citation(behind), task.Locate, 0, 0, "", 0, 0},
		{"adding the next article", now.Article + now.Paragraph + "、" + next.Article, task.Locate, 0, 0, "", 0, 0},
		{"refusing", refusal, task.Locate, 0, 0, "", 1, 0},
		{"refusing in the block", "条序号: 无\n款序号: 无\n项序号: 无", task.Locate, 0, 0, "", 1, 0},
		{"silent", " ", task.Locate, 0, 0, "", 1, 0},
		{"right", now.Text, task.Recite, -1, 1, wording.Exact, 0, 1},
		{"a paragraph off", off.Text, task.Recite, -1, 0, wording.OtherNumber, 0, 0},
		{"a version behind", behind.Text, task.Recite, -1, 0, wording.OtherVersion, 0, 0},
		{"adding the next article", now.Text + next.Text, task.Recite, -1, 0, wording.AddedArticle, 0, 0},
		{"refusing", refusal, task.Recite, -1, 0, wording.Refusal, 1, 0},
	} {
		one := ask(tt.family, now)
		tr := &agent.Transcript{Answer: tt.answer}
		m := recall.Measures(one, tr)
		article, ok := m[recall.Article]
		if !ok {
			article = -1
		}
		grade := task.Grade(one, tr.Attempt()).Strict.Success
		if article != tt.article || m[recall.Exact] != tt.exact || m[recall.Abstained] != tt.abstained || grade == nil || *grade != tt.grade {
			t.Errorf("%s, %s: %v, success %v, want article %v, exact %v, abstained %v, success %v", tt.family, tt.agent, m, *grade, tt.article, tt.exact, tt.abstained, tt.grade)
		}
		if got := recall.Classify(x, one, tr); got != tt.class {
			t.Errorf("%s, %s: class %q, want %q", tt.family, tt.agent, got, tt.class)
		}
		for name, v := range m {
			if !slices.Contains(recall.Names(), name) || !(v >= 0) || v > 1 && name != recall.EditDistance || math.IsInf(v, 0) {
				t.Errorf("%s, %s: measure %s of %v", tt.family, tt.agent, name, v)
			}
		}
	}
	located, recited := recall.Measures(ask(task.Locate, now), &agent.Transcript{}), recall.Measures(ask(task.Recite, now), &agent.Transcript{})
	maps.Copy(located, recited)
	maps.Copy(located, recall.Measures(grounds(), &agent.Transcript{Answer: grounds().Answer}))
	if len(located) != len(recall.Names()) {
		t.Errorf("both families have %d measures, want all of %v", len(located), recall.Names())
	}
}

// The entry is that of the version that the lookup names; equal texts stand in others.
func TestEntryOf(t *testing.T) {
	all := entries()
	for i := range 4 {
		all[4+i].Text = all[i].Text
	}
	x, err := wording.NewIndex(all)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		for _, family := range []string{task.Locate, task.Recite, task.Changed} {
			got := recall.EntryOf(x, ask(family, &all[i]))
			if family == task.Changed {
				one := ask(family, &all[i])
				one.AnswerValues[0].Text, one.AnswerValues = all[i].Text, one.AnswerValues[:1]
				got = recall.EntryOf(x, one)
			}
			if got == nil || got.ID != all[i].ID || got.Level() != "paragraph" {
				t.Errorf("%s of %s: %+v", family, all[i].ID, got)
			}
		}
	}
	unnamed := ask(task.Recite, &all[4])
	unnamed.Steps = nil
	if got := recall.EntryOf(x, unnamed); got == nil || got.ID != all[0].ID {
		t.Errorf("no version is named: %+v, want the first entry with the text", got)
	}
	if got := recall.EntryOf(x, ask("renumbered", &all[0])); got != nil {
		t.Errorf("renumbered: %+v, want none", got)
	}
}

// Other tasks and twins have neither measures nor a class.
func TestOthersHaveNone(t *testing.T) {
	x, err := wording.NewIndex(entries())
	if err != nil {
		t.Fatal(err)
	}
	twin := ask(task.Recite, &entries()[0])
	twin.Twin = &task.Twin{}
	unnamed := ask(task.Locate, &entries()[0])
	unnamed.AnswerValues = nil
	unknown := ask(task.Recite, &entries()[0])
	unknown.AnswerValues[0].Text = "另一段文字"
	for _, one := range []*task.Task{ask("changed", &entries()[0]), twin, unnamed} {
		if m := recall.Measures(one, &agent.Transcript{Answer: "第七条"}); m != nil {
			t.Errorf("%s: %v, want nothing", one.ID, m)
		}
	}
	for _, one := range []*task.Task{ask(task.Locate, &entries()[0]), twin, unknown} {
		if c := recall.Classify(x, one, &agent.Transcript{Answer: "第七条"}); c != "" {
			t.Errorf("%s: class %q, want none", one.ID, c)
		}
	}
}

// grounds is a task that asks for the grounds of a decision.
func grounds() *task.Task {
	return &task.Task{Family: task.Case, Type: task.Case, Language: "zh", Draft: "法院为什么这样判？",
		Answer: "法院认为，依照《运输法》第七条、第十二条第二款的规定，承运人应当赔偿；其是否投保，现有证据无法确定，不影响责任。"}
}

// An answer about a case is measured by the articles that it cites.
func TestCitationMeasures(t *testing.T) {
	one := grounds()
	for _, tt := range []struct {
		name, answer                 string
		precision, recalled, abstain float64 // -1 for none
	}{
		{"the reasoning itself", one.Answer, 1, 1, 0},
		{"one article more, one fewer", "根据《运输法》第七条和第三十条，被告应当赔偿原告的损失，因为货物在其掌管期间灭失，而且它没有证明自己没有过错。", 0.5, 0.5, 0},
		{"another law", "根据《合同法》第七条，被告应当赔偿原告的损失，因为货物在其掌管期间灭失，而且它没有证明自己没有过错。", 0, 0, 0},
		{"no citation", "被告掌管货物，应当赔偿原告的损失，因为货物在其掌管期间灭失，而且它没有证明自己没有过错。", -1, 0, 0},
		{"refusing", "抱歉，我无法确定。", -1, 0, 1},
		{"silent", " ", -1, 0, 1},
	} {
		m := recall.Measures(one, &agent.Transcript{Answer: tt.answer})
		precision, ok := m[recall.CitationPrecision]
		if !ok {
			precision = -1
		}
		if precision != tt.precision || m[recall.CitationRecall] != tt.recalled || m[recall.Abstained] != tt.abstain {
			t.Errorf("%s: %v, want precision %v, recall %v, abstained %v", tt.name, m, tt.precision, tt.recalled, tt.abstain)
		}
	}
}
