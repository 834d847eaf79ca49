package recall_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

var versions = []string{"《运输法》（1998年通过）", "《运输法》（2011年修正）", "《运输法》（2018年修正）"}

// entries are three versions of a law, the first four of 1998. Each version says more than the one
// before it. Articles are a number on from 2011, except that 2018 has the second paragraph of
// 2011's article 9, as it was, in article 10.
func entries() (all []wording.CitableEntry) {
	for v, version := range versions {
		for i, text := range []string{
			"承运人对其接管货物至交付货物期间货物发生的灭失或者损坏承担赔偿责任。",
			"托运人应当在交付货物之日起七日内以书面形式提出索赔通知。",
			"因托运人包装不善造成其他货物损坏的，由托运人承担责任。",
			"运输单证由承运人签发，载明货物的名称、件数和重量。",
		} {
			article := i/2 + min(v, 1)
			switch {
			case v == 2 && i == 3:
				article = 3
				fallthrough
			case v == 1:
				text = text[:len(text)-len("。")] + "，法律另有规定的除外。"
			case v == 2:
				text = text[:len(text)-len("。")] + "，当事人另有书面约定的从其约定。"
			}
			e := wording.CitableEntry{Law: "运输法", Version: version, Newest: v == 2, Article: fmt.Sprintf("第%s条", []string{"七", "八", "九", "十"}[article]), Paragraph: fmt.Sprintf("第%s款", []string{"一", "二"}[i%2]), Text: text}
			e.ID = version + e.Article + e.Paragraph
			all = append(all, e)
		}
	}
	return all
}

// statutes are what tables say of the law of entries.
func statutes(t *testing.T, all []wording.CitableEntry) *recall.Statutes {
	t.Helper()
	x, err := wording.NewIndex(all)
	if err != nil {
		t.Fatal(err)
	}
	s := &recall.Statutes{Provisions: x, Articles: map[recall.VersionedArticle]bool{}, Decided: map[string]string{grounds().Answer: "2005-04-06"}}
	days := []string{"1998-07-01", "2011-10-01", "2019-01-01", ""}
	for i, v := range versions {
		s.Versions = append(s.Versions, caselaw.VersionInterval{Law: "运输法", Version: v, InForce: days[i], Until: days[i+1], Last: i == 2})
	}
	for i := range all {
		s.Articles[recall.VersionedArticle{Version: all[i].Version, Article: all[i].Article}] = true
	}
	return s
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

// askDay returns a task that asks since when the version of a day in 2015 was in force.
func askDay() *task.Task {
	return &task.Task{Family: task.InForce, Type: task.InForce, Language: "zh", Draft: "2015年3月4日适用的《运输法》，是从哪一天起施行的版本？", KeyAnswer: []string{"2011年10月01日"},
		AnswerValues: []value.Answer{{Kind: value.Date, Text: "2011年10月01日"}},
		Steps:        []plan.Step{{Tool: "list_versions", Op: "call", Arguments: []byte(`{"law":"运输法"}`)}}}
}

// none stands for a measure that an answer does not have.
const none = -1

// Scripted agents get exactly what they should: right, a paragraph off, a version behind, the
// newest law, adding the next article, refusing.
func TestScriptedAgents(t *testing.T) {
	all := entries()
	s := statutes(t, all)
	now, off, behind, newest, next := &all[4], &all[5], &all[0], &all[8], &all[6]
	moved, movedTo := &all[7], &all[11] // one text, which has another number in the newest version
	citation := func(e *wording.CitableEntry) string {
		return "条序号: " + e.Article + "\n款序号: " + e.Paragraph + "\n项序号: 无"
	}
	const refusal = "抱歉，我无法确定。"
	for _, tt := range []struct {
		agent                          string
		one                            *task.Task
		answer                         string
		article, paragraph, item       float64
		exact, newest, abstained, rate float64
		class                          wording.RecitalClass
	}{
		{"right", ask(task.Locate, now), citation(now), 1, 1, 1, 1, none, 0, 1, ""},
		{"a paragraph off", ask(task.Locate, now), citation(off), 1, 0, 0, 0, none, 0, 0.5, ""},
		{"a version behind", ask(task.Locate, now), citation(behind), 0, 0, 0, 0, none, 0, 0, ""},
		{"adding the next article", ask(task.Locate, now), now.Article + now.Paragraph + "、" + next.Article, 0, 0, 0, 0, none, 0, 0, ""},
		{"refusing", ask(task.Locate, now), refusal, 0, 0, 0, 0, none, 1, 0, ""},
		{"refusing in the block", ask(task.Locate, now), "条序号: 无\n款序号: 无\n项序号: 无", 0, 0, 0, 0, none, 1, 0, ""},
		{"silent", ask(task.Locate, now), " ", 0, 0, 0, 0, none, 1, 0, ""},

		{"right", ask(task.Locate, moved), citation(moved), 1, 1, 1, 1, 0, 0, 1, ""},
		{"newest law", ask(task.Locate, moved), citation(movedTo), 0, 0, 0, 0, 1, 0, 0, ""},
		{"refusing", ask(task.Locate, moved), refusal, 0, 0, 0, 0, 0, 1, 0, ""},
		{"right", ask(task.Locate, movedTo), citation(movedTo), 1, 1, 1, 1, none, 0, 1, ""},

		{"right", ask(task.Recite, now), now.Text, none, none, none, 1, 0, 0, 1, wording.Exact},
		{"a paragraph off", ask(task.Recite, now), off.Text, none, none, none, 0, 0, 0, 0, wording.OtherNumber},
		{"a version behind", ask(task.Recite, now), behind.Text, none, none, none, 0, 0, 0, 0, wording.OtherVersion},
		{"newest law", ask(task.Recite, now), newest.Text, none, none, none, 0, 1, 0, 0, wording.NewestVersion},
		{"newest law with a slip", ask(task.Recite, now), newest.Article + "　" + newest.Text[:len(newest.Text)-len("定。")] + "。", none, none, none, 0, 1, 0, 0, wording.NewestVersion},
		{"adding the next article", ask(task.Recite, now), now.Text + next.Text, none, none, none, 0, 0, 0, 0, wording.AddedArticle},
		{"refusing", ask(task.Recite, now), refusal, none, none, none, 0, 0, 1, 0, wording.Refusal},
		// Of the newest version no answer is the newest law in place of another.
		{"right", ask(task.Recite, newest), newest.Text, none, none, none, 1, none, 0, 1, wording.Exact},
		{"a version behind", ask(task.Recite, newest), now.Text, none, none, none, 0, none, 0, 0, wording.OtherVersion},
		{"right", ask(task.Recite, moved), moved.Text, none, none, none, 1, 0, 0, 1, wording.Exact},
		{"the number in the newest law", ask(task.Recite, &all[6]), all[10].Text, none, none, none, 0, 1, 0, 0, wording.NewestVersion},

		{"right", askDay(), "自2011年10月1日起施行。", none, none, none, none, 0, 0, 1, ""},
		{"a version behind", askDay(), "2015年3月4日适用的版本自1998年7月1日起施行。", none, none, none, none, 0, 0, 0, ""},
		{"newest law", askDay(), "2015年3月4日适用的版本自2019年1月1日起施行。", none, none, none, none, 1, 0, 0, ""},
		{"refusing", askDay(), refusal, none, none, none, none, 0, 1, 0, ""},
	} {
		tr := &agent.Transcript{Answer: tt.answer}
		m, class := s.Measure(tt.one, tr)
		for name, want := range map[string]float64{
			recall.Article: tt.article, recall.Paragraph: tt.paragraph, recall.Item: tt.item, recall.Exact: tt.exact, recall.Newest: tt.newest, recall.Abstained: tt.abstained,
		} {
			got, ok := m[name]
			if !ok {
				got = none
			}
			if got != want {
				t.Errorf("%s, %s: %s %v, want %v", tt.one.ID, tt.agent, name, got, want)
			}
		}
		if class != tt.class {
			t.Errorf("%s, %s: class %q, want %q", tt.one.ID, tt.agent, class, tt.class)
		}
		if grade := task.Grade(tt.one, tr.Attempt()).Strict.Success; grade == nil || *grade != tt.rate {
			t.Errorf("%s, %s: success %v, want %v", tt.one.ID, tt.agent, grade, tt.rate)
		}
		for name, v := range m {
			if !slices.Contains(recall.Names(), name) || !(v >= 0) || v > 1 && name != recall.EditDistance || math.IsInf(v, 0) {
				t.Errorf("%s, %s: measure %s of %v", tt.one.ID, tt.agent, name, v)
			}
		}
	}
	located, _ := s.Measure(ask(task.Locate, moved), &agent.Transcript{})
	for _, one := range []*task.Task{ask(task.Recite, now), grounds(), item()} {
		m, _ := s.Measure(one, &agent.Transcript{Answer: grounds().Answer})
		maps.Copy(located, m)
	}
	if len(located) != len(recall.Names())-3 {
		t.Errorf("all families have %d measures, want all of %v without an encoder's", len(located), recall.Names())
	}
}

// A provision that speaks of what cannot be found is no refusal, and a refusal in any words is one.
func TestAbstention(t *testing.T) {
	all := entries()[:4]
	all[1].Text = "无法查到托运人的，承运人可以将货物提存，并应当妥善保管。"
	s := statutes(t, all)
	for answer, want := range map[string]wording.RecitalClass{
		all[1].Text: wording.OtherNumber, "抱歉，我不知道。": wording.Refusal, "很抱歉，我不记得这一款的原文。": wording.Refusal, "无法查到。": wording.Refusal, "": wording.Refusal,
	} {
		m, class := s.Measure(ask(task.Recite, &all[0]), &agent.Transcript{Answer: answer})
		if class != want || (m[recall.Abstained] == 1) != (want == wording.Refusal) {
			t.Errorf("%q: class %q and abstained %v, want %q", answer, class, m[recall.Abstained], want)
		}
	}
	for _, answer := range []string{"抱歉，我不知道。", "我不清楚。", "不记得。", "I don't know.", "Sorry, I cannot recall it."} {
		if m, _ := s.Measure(ask(task.Locate, &all[0]), &agent.Transcript{Answer: answer}); m[recall.Abstained] != 1 {
			t.Errorf("%q of a place: abstained %v, want 1", answer, m[recall.Abstained])
		}
	}
}

// item is an exam item with one right option.
func item() *task.Task {
	return &task.Task{ID: "item", Family: task.Exam, Type: task.Cloze, Language: "zh", Question: "期限为____日。", KeyAnswer: []string{"B"}, Choices: &task.Choices{Options: []string{"三十", "六十", "九十"}, Key: []int{1}}}
}

// Of an answer to an exam item it is measured how it states its choice, right or wrong.
func TestChoices(t *testing.T) {
	for answer, want := range map[string]string{
		"正确答案是：B": "", "答案：A": "", "A或B": recall.HedgedChoice, "答案：F": recall.OutsideChoice, "期限视情况而定。": recall.UnreadChoice, "不知道": recall.Abstained, "": recall.Abstained,
		"A) 三十\nB) 六十\nC) 九十": recall.UnreadChoice,
	} {
		m, class := new(recall.Statutes).Measure(item(), &agent.Transcript{Answer: answer})
		for _, name := range []string{recall.Abstained, recall.HedgedChoice, recall.OutsideChoice, recall.UnreadChoice} {
			if got, there := m[name]; !there || (got == 1) != (name == want) {
				t.Errorf("%q: %s %v, want it of %q alone", answer, name, got, want)
			}
		}
		if len(m) != 4 || class != "" {
			t.Errorf("%q: measures %v of class %q, want four of none", answer, m, class)
		}
	}
}

// Worked by hand. Three of four characters are there, in order: ROUGE-1 and ROUGE-L are
// 2·3/(4+4), ROUGE-2 2·2/(3+3). BLEU is the fourth root of 3/4·(2+1)/(3+1)·(1+1)/(2+1)·(0+1)/(1+1).
// A text to write is compared as it is, and has no levels.
func TestSimilarities(t *testing.T) {
	recite := &task.Task{Family: task.Recite, AnswerValues: []value.Answer{{Kind: value.Text, Text: "甲乙丙丁"}}}
	write := &task.Task{Type: task.Writing, Answer: "甲乙丙丁"}
	want := map[string]float64{
		recall.Rouge1: 0.75, recall.Rouge2: 2. / 3, recall.RougeL: 0.75, recall.Edit: 0.75, recall.EditDistance: 1,
		recall.BLEU: math.Round(math.Pow(3./4*3/4*2/3*1/2, 1./4)*1e9) / 1e9, recall.Abstained: 0,
	}
	var s *recall.Statutes
	for _, answer := range []string{"甲乙丙戊", "第三条　**甲乙丙戊**", "“甲乙丙戊”"} {
		m, _ := s.Measure(recite, &agent.Transcript{Answer: answer})
		if exact, ok := m[recall.Exact]; !ok || exact != 0 {
			t.Errorf("%q: exact %v, want 0", answer, exact)
		}
		delete(m, recall.Exact)
		m[recall.BLEU] = math.Round(m[recall.BLEU]*1e9) / 1e9
		if diff := cmp.Diff(want, m); diff != "" {
			t.Errorf("%q (-want +got):\n%s", answer, diff)
		}
	}
	m, _ := s.Measure(write, &agent.Transcript{Answer: "甲乙丙戊"})
	m[recall.BLEU] = math.Round(m[recall.BLEU]*1e9) / 1e9
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("a text to write (-want +got):\n%s", diff)
	}
	if m, _ := s.Measure(write, &agent.Transcript{}); m[recall.EditDistance] != 4 || m[recall.RougeL] != 0 || m[recall.Abstained] != 1 {
		t.Errorf("no answer: %v, want a distance of 4", m)
	}
}

// The entry is that of the version that the lookup names; equal texts stand in others.
func TestEntryOf(t *testing.T) {
	all := entries()[:8]
	for i := range 4 {
		all[4+i].Text = all[i].Text
	}
	s := statutes(t, all)
	for i := range all {
		for _, family := range []string{task.Locate, task.Recite, task.Changed} {
			got := s.EntryOf(ask(family, &all[i]))
			if family == task.Changed {
				one := ask(family, &all[i])
				one.AnswerValues[0].Text, one.AnswerValues = all[i].Text, one.AnswerValues[:1]
				got = s.EntryOf(one)
			}
			if got == nil || got.ID != all[i].ID || got.Level() != "paragraph" {
				t.Errorf("%s of %s: %+v", family, all[i].ID, got)
			}
		}
	}
	unnamed := ask(task.Recite, &all[4])
	unnamed.Steps = nil
	if got := s.EntryOf(unnamed); got == nil || got.ID != all[0].ID {
		t.Errorf("no version is named: %+v, want the first entry with the text", got)
	}
	if got := s.EntryOf(ask("renumbered", &all[0])); got != nil {
		t.Errorf("renumbered: %+v, want none", got)
	}
	other := all[0]
	other.Law, other.Version, other.ID = "海商法", "《海商法》", "other"
	unnamed.Steps = []plan.Step{{Tool: "get_history", Op: "call", Arguments: []byte(`{"citation":"《运输法》第八条第一款"}`)}}
	if got := statutes(t, slices.Insert(all, 0, other)).EntryOf(unnamed); got == nil || got.Law != "运输法" || got.Article != "第八条" {
		t.Errorf("law and article are named: %+v, want them", got)
	}
}

// Other tasks and twins have neither measures nor a class, and a text that no version has has no
// class. Without tables nothing is said of versions.
func TestOthersHaveNone(t *testing.T) {
	s := statutes(t, entries())
	twin := ask(task.Recite, &entries()[0])
	twin.Twin = &task.Twin{}
	unnamed := ask(task.Locate, &entries()[0])
	unnamed.AnswerValues = nil
	unknown := ask(task.Recite, &entries()[0])
	unknown.AnswerValues[0].Text = "另一段文字"
	for _, one := range []*task.Task{ask("changed", &entries()[0]), twin, unnamed} {
		if m, _ := s.Measure(one, &agent.Transcript{Answer: "第七条"}); m != nil {
			t.Errorf("%s: %v, want nothing", one.ID, m)
		}
	}
	for _, one := range []*task.Task{ask(task.Locate, &entries()[0]), twin, unknown} {
		if _, c := s.Measure(one, &agent.Transcript{Answer: "第七条"}); c != "" {
			t.Errorf("%s: class %q, want none", one.ID, c)
		}
	}
	for _, s := range []*recall.Statutes{nil, {}} {
		for _, one := range []*task.Task{ask(task.Recite, &entries()[4]), ask(task.Locate, &entries()[7]), askDay(), grounds()} {
			m, class := s.Measure(one, &agent.Transcript{Answer: "《运输法》第七条"})
			for _, name := range []string{recall.Newest, recall.CitationExists, recall.CitationInForce} {
				if _, ok := m[name]; ok || class != "" {
					t.Errorf("%s without tables: %v, class %q", one.Family, m, class)
				}
			}
		}
	}
}

// An answer that names the right day beside the newest one is not the newest law's, and where the
// newest version's day is right no answer is.
func TestNewestDay(t *testing.T) {
	s := statutes(t, entries())
	tr := &agent.Transcript{Answer: "自2011年10月1日起施行，至2019年1月1日为新版本所代替。"}
	if m, _ := s.Measure(askDay(), tr); m[recall.Newest] != 0 || len(m) != 2 {
		t.Errorf("both days: %v, want 0", m)
	}
	now := askDay()
	now.AnswerValues[0].Text = "2019年01月01日"
	if m, _ := s.Measure(now, tr); len(m) != 1 {
		t.Errorf("the newest day is right: %v, want abstention alone", m)
	}
}

// The day of a version that governs a case is measured like one in force on a day, also where the
// number of the rule on pending cases is asked for beside it.
func TestNewestDayOfCase(t *testing.T) {
	s := statutes(t, entries())
	one := askDay()
	one.Family = task.Governing
	one.AnswerValues = append([]value.Answer{{Kind: value.Text, Text: "第九条"}}, one.AnswerValues...)
	for answer, newest := range map[string]float64{
		"依第九条，适用自2019年1月1日起施行的版本。": 1, "依第九条，适用自2011年10月1日起施行的版本。": 0, "我不知道。": 0,
	} {
		if m, class := s.Measure(one, &agent.Transcript{Answer: answer}); m[recall.Newest] != newest || len(m) != 2 || class != "" {
			t.Errorf("%s: %v, class %q, want newest %v", answer, m, class, newest)
		}
	}
}

// Where no version follows two of a law, it is open which is the newest.
func TestNewestInDoubt(t *testing.T) {
	s := statutes(t, entries())
	s.Versions[0].Last = true
	m, _ := s.Measure(askDay(), &agent.Transcript{Answer: "2019年1月1日"})
	if len(m) != 1 {
		t.Errorf("%v, want abstention alone", m)
	}
}

// grounds is a task that asks for the grounds of a decision.
func grounds() *task.Task {
	return &task.Task{Family: task.Case, Type: task.Case, Language: "zh", Draft: "法院为什么这样判？",
		Answer: "法院认为，依照《运输法》第七条、第十二条第二款的规定，承运人应当赔偿；其是否投保，现有证据无法确定，不影响责任。"}
}

// An answer about a case is measured by the articles that it cites. The decision is of 2005, when
// the version of 1998 was in force, with articles 7 and 8; later versions have articles 8 to 10.
func TestCitationMeasures(t *testing.T) {
	one, s := grounds(), statutes(t, entries())
	const reason = "，被告应当赔偿原告的损失，因为货物在其掌管期间灭失，而且它没有证明自己没有过错。"
	for _, tt := range []struct {
		name, answer                                 string
		precision, recalled, exists, inForce, absent float64
	}{
		{"the reasoning itself", one.Answer, 1, 1, 0.5, 0.5, 0},
		{"one article more, one fewer", "根据《运输法》第七条和第三十条" + reason, 0.5, 0.5, 0.5, 0.5, 0},
		{"an article of a later version", "根据《运输法》第七条和第九条" + reason, 0.5, 0.5, 1, 0.5, 0},
		{"the full title", "根据《中华人民共和国运输法》第七条" + reason, 1, 0.5, 1, 1, 0},
		{"another law", "根据《合同法》第七条" + reason, 0, 0, none, none, 0},
		{"another law beside it", "根据《合同法》第七条、《运输法》第八条" + reason, 0, 0, 1, 1, 0},
		{"no citation", "被告掌管货物" + reason, none, 0, none, none, 0},
		{"refusing", "抱歉，我无法确定。", none, 0, none, none, 1},
		{"silent", " ", none, 0, none, none, 1},
	} {
		m, _ := s.Measure(one, &agent.Transcript{Answer: tt.answer})
		for name, want := range map[string]float64{
			recall.CitationPrecision: tt.precision, recall.CitationRecall: tt.recalled, recall.CitationExists: tt.exists,
			recall.CitationInForce: tt.inForce, recall.Abstained: tt.absent,
		} {
			got, ok := m[name]
			if !ok {
				got = none
			}
			if got != want {
				t.Errorf("%s: %s %v, want %v", tt.name, name, got, want)
			}
		}
	}
	delete(s.Decided, one.Answer)
	m, _ := s.Measure(one, &agent.Transcript{Answer: one.Answer})
	if _, dated := m[recall.CitationInForce]; dated || m[recall.CitationExists] != 0.5 {
		t.Errorf("a case without a day: %v, want existence alone", m)
	}
}
