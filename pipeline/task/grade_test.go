package task_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// texts are typed answers of kind text.
func texts(all ...string) (values []value.Answer) {
	for _, s := range all {
		values = append(values, value.Answer{Kind: value.Text, Text: s})
	}
	return values
}

// recall returns a task over statutes whose plan makes one lookup.
func recall(family, question, observation string, answers ...string) *task.Task {
	return &task.Task{
		ID: family, Family: family, Type: family, Language: "zh", Draft: question,
		KeyAnswer: answers, AnswerValues: texts(answers...),
		Steps: []plan.Step{{Tool: "find_provision", Op: "lookup", Arguments: []byte(`{"text":"…","columns":["article"]}`), Observation: []byte(observation)}},
	}
}

const (
	provision = "经营者违反本法规定，滥用市场支配地位的，由反垄断执法机构责令停止违法行为。"
	zhRow     = `{"article":"第十二条","paragraph":"第二款","item":"第（三）项","text":"` + provision + `"}`
	enRow     = `{"article":"Article 12-1","paragraph":"(2)","item":"(c)"}`
)

func TestGrade(t *testing.T) {
	deep := recall(task.Locate, "下面这段文字在2018年修正的公司法里是哪一条款？", zhRow, "第十二条", "第二款", "第（三）项")
	flat := recall(task.Locate, "下面这段文字在2018年修正的公司法里是哪一条款？", zhRow, "第十二条")
	whole := recall(task.Locate, "下面这段文字在2018年修正的公司法里是哪一条款？", zhRow, "第十二条第二款第（三）项")
	changed := recall(task.Changed, "第四十七条修改后的原文是什么？", zhRow, provision)
	items := recall(task.Locate, "下面这段文字在2018年修正的公司法里是哪一条款？", zhRow, "第十二条", "第（三）项")
	english := recall(task.Locate, "Which provision of the Companies Act (as amended on 26 October 2018) is this?", enRow, "Article 12-1", "(2)", "(c)")
	recite := recall(task.Recite, "请写出该法第四十七条的原文。", zhRow, provision)
	for _, tt := range []struct {
		task   *task.Task
		answer string
		want   float64
	}{
		{deep, "条序号: 12\n款序号: 2\n项序号: 3", 1},
		{deep, "第十二条第二款第（三）项", 1},
		{deep, "该文字位于第12条第2款第3项。", 1},
		{deep, "条序号: 12\n款序号: 2\n项序号: 4", 2. / 3},
		{deep, "条序号: 12\n款序号: 1\n项序号: 3", 1. / 3},
		{deep, "条序号: 13\n款序号: 2\n项序号: 3", 0},
		{deep, "第十二条第二款第（三）项、第（四）项", 2. / 3},
		{deep, "无法确定。", 0},
		{flat, "条序号: 12\n款序号: None\n项序号: None", 1},
		{flat, "第十二条第一款", 1},
		{flat, "第十二条第二款", 0},
		{whole, "条序号: 12\n款序号: 2\n项序号: 3", 1},
		{whole, "该文字位于第12条第2款第3项。", 1},
		{whole, "第十二条第二款第（四）项", 0},
		{changed, "修改后的原文是：“" + provision + "”", 1},
		{changed, provision + "经营者实施垄断行为，给他人造成损失的，依法承担民事责任。", 0},
		{items, "第十二条第一款第（三）项", 1},
		{items, "第十二条第（二）项", 0.5},
		{english, "Article: 12-1\nParagraph: 2\nItem: c", 1},
		{english, "It is Article 12-1(2)(c) of the Act.", 1},
		{english, "Article 12-1(2)(d)", 2. / 3},
		{english, "Article 12(2)(c)", 0},
		{recite, provision, 1},
		{recite, "**第四十七条**　“" + provision + "”", 1},
		{recite, provision + "经营者实施垄断行为，给他人造成损失的，依法承担民事责任。", 0},
		{recite, "经营者违反本法规定，滥用市场支配地位的，由执法机关责令停止违法行为。", 0},
		{recite, "", 0},
	} {
		got := task.Grade(tt.task, &score.Attempt{Answer: tt.answer})
		if got.Strict.Success == nil || *got.Strict.Success != tt.want {
			t.Errorf("%s %q: strict success %v, want %v: %v", tt.task.KeyAnswer, tt.answer, show(got.Strict.Success), tt.want, got.Verdicts)
		}
		// With the calls that found it, the grade is the same; without any, nothing is credited.
		found := score.CallRecord{Tool: "find_provision", Arguments: []byte(`{"text":"…"}`), Observation: string(tt.task.Steps[0].Observation)}
		if got := task.Grade(tt.task, &score.Attempt{Answer: tt.answer, Observed: true, Calls: []score.CallRecord{found}}); *got.Strict.Success != tt.want {
			t.Errorf("%s %q with its call: strict success %v, want %v: %v", tt.task.KeyAnswer, tt.answer, show(got.Strict.Success), tt.want, got.Verdicts)
		}
		if got := task.Grade(tt.task, &score.Attempt{Answer: tt.answer, Observed: true}); *got.Strict.Success != 0 {
			t.Errorf("%s %q without calls: strict success %v, want 0", tt.task.KeyAnswer, tt.answer, show(got.Strict.Success))
		}
	}
}

func show(rate *float64) float64 {
	if rate == nil {
		return -1
	}
	return *rate
}

// The paper's rule is to the letter, and other families are graded as before.
func TestGradeLeavesTheRest(t *testing.T) {
	block := &score.Attempt{Answer: "条序号: 12\n款序号: 2\n项序号: 3"}
	located := recall(task.Locate, "哪一条款？", zhRow, "第十二条", "第二款", "第（三）项")
	if got := task.Grade(located, block); *got.Paper.Success != 0 {
		t.Errorf("paper success %v, want 0", *got.Paper.Success)
	}
	kind := recall(task.Changed, "第四十七条有没有修改？", zhRow, "内容修改")
	if got := task.Grade(kind, &score.Attempt{Answer: "该条的变动类型是内容修改。"}); *got.Strict.Success != 1 {
		t.Errorf("a kind of change in a sentence: strict success %v, want 1", *got.Strict.Success)
	}
	other := recall(task.Multihop, "现在是第几条？", zhRow, "第十二条")
	if got, want := task.Grade(other, block), score.Grade(task.Reference(other), block); *got.Strict.Success != *want.Strict.Success {
		t.Errorf("multihop: strict success %v, want %v", *got.Strict.Success, *want.Strict.Success)
	}
}

// The new number of an article may be cited in any form; the old one, which the question names, may stand
// beside it, and no other.
func TestGradeRenumbered(t *testing.T) {
	for _, tt := range []struct {
		question, key, answer string
		want                  float64
	}{
		{"原第九条，现在是第几条？", "第十二条", "条序号: 12", 1},
		{"原第九条，现在是第几条？", "第十二条", "第九条现为第12条。", 1},
		{"原第九条，现在是第几条？", "第十二条", "第十二条或者第十三条", 0},
		{"原第九条，现在是第几条？", "第十二条", "第十三条", 0},
		{"原第九条，现在是第几条？", "第十二条", "没有查到。", 0},
		{"Article 9 of the old Act: which number does it have now?", "Article 12", "It is art. 12 now.", 1},
		{"Que número tem agora o art. 9º?", "art. 12", "O art. 9º é hoje o artigo doze.", 1},
		{"Que número tem agora o art. 9º?", "art. 12", "É o art. 12 ou o art. 13.", 0},
	} {
		if got := task.Grade(recall(task.Renumbered, tt.question, zhRow, tt.key), &score.Attempt{Answer: tt.answer}); *got.Strict.Success != tt.want {
			t.Errorf("%s %q: strict success %v, want %v", tt.question, tt.answer, *got.Strict.Success, tt.want)
		}
	}
}

// A task about the law of a case asks for a text, or for days and numbers, which are none.
func TestRecitedTextOfCases(t *testing.T) {
	const text = "船舶在闸室内不得离开系缆桩，违反的处五百元以下罚款。"
	recited := recall(task.Governing, "当时是怎么规定的？", zhRow, text)
	if got, ok := task.RecitedText(recited); !ok || got != text {
		t.Errorf("RecitedText of a text = %q, %v", got, ok)
	}
	day := recall(task.Governing, "从哪一天起施行？", zhRow, "2001年07月01日")
	day.AnswerValues[0].Kind = value.Date
	both := recall(task.Governing, "哪一条，从哪一天起？", zhRow, "第七条", "2001年07月01日")
	for _, x := range []*task.Task{day, both} {
		if got, ok := task.RecitedText(x); ok {
			t.Errorf("RecitedText of %q = %q, want none", x.KeyAnswer, got)
		}
	}
}
