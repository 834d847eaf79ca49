package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Answers that say that there is none, that nothing is on record, or that an amount is less
// count in any usual wording, and only beside another right answer where they can be guessed.
func TestAnswersOfAbsence(t *testing.T) {
	zero := Reference{
		Question:  "甲公司受到的行政处罚共有多少项？甲公司的母公司是哪家？",
		KeyAnswer: []string{"0项", "乙山医疗器械有限公司"},
		Values: []value.Answer{
			{Kind: value.Number, Text: "0项", Number: "0", Unit: "项", Quantity: quantity.Count},
			{Kind: value.Text, Text: "乙山医疗器械有限公司"},
		},
	}
	zeroEnglish := Reference{
		Question:  "How many administrative penalties were imposed on Ashmere Pipelines? Which company is its parent?",
		KeyAnswer: []string{"0 administrative penalties", "Kelver Medical Ltd."},
		Values: []value.Answer{
			{Kind: value.Number, Text: "0 administrative penalties", Number: "0", Unit: "administrative penalties", Quantity: quantity.Count, Aliases: []string{"no administrative penalties"}},
			{Kind: value.Text, Text: "Kelver Medical Ltd."},
		},
	}
	unstated := Reference{
		Question:  "案件的申请执行人和执行法院分别是什么？",
		KeyAnswer: []string{"未载明", "青岚市中级人民法院"},
		Values: []value.Answer{
			{Kind: value.Truth, Text: "未载明", Aliases: []string{"未记载", "没有记录", "不详"}, Contrary: []string{"申请执行人是", "申请执行人为"}},
			{Kind: value.Text, Text: "青岚市中级人民法院"},
		},
	}
	less := Reference{
		Question:  "甲公司的注册资本减去乙公司的注册资本的差额是多少？",
		KeyAnswer: []string{"-2787.29万元"},
		Values:    []value.Answer{{Kind: value.Number, Text: "-2787.29万元", Number: "-2787.29", Unit: "万元", Quantity: quantity.Money}},
	}
	for _, c := range []struct {
		r      *Reference
		answer string
		want   KeywordOutcome // of the first keyword
	}{
		{&zero, "0项，母公司是乙山医疗器械有限公司。", Credited},
		{&zero, "零项；乙山医疗器械有限公司", Credited},
		{&zero, "行政处罚共0条，母公司为乙山医疗器械有限公司", Credited},
		{&zero, "1项，母公司是乙山医疗器械有限公司。", Absent},
		{&zero, "0项、1项、2项、3项。母公司是乙山医疗器械有限公司。", Hedged},
		{&zero, "0项。", Guessed},
		{&zero, "0", Guessed},
		{&zero, "0项，母公司是丙水有限公司。", Guessed},
		{&zeroEnglish, "0; the parent is Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "There are 0 administrative penalties. The parent is Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "Zero administrative penalties; its parent is Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "No administrative penalties were imposed on Ashmere Pipelines; its parent is Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "No penalties. Its parent is Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "None. Its parent is Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "Administrative penalties: none. Parent: Kelver Medical Ltd.", Credited},
		{&zeroEnglish, "1 administrative penalty; its parent is Kelver Medical Ltd.", Absent},
		{&zeroEnglish, "I found no parent other than Kelver Medical Ltd.", Absent},
		{&zeroEnglish, "None.", Guessed},
		{&zeroEnglish, "It is not true that there are no administrative penalties; its parent is Kelver Medical Ltd.", Absent},
		{&unstated, "申请执行人未载明，执行法院是青岚市中级人民法院。", Credited},
		{&unstated, "没有记载申请执行人；执行法院为青岚市中级人民法院", Credited},
		{&unstated, "申请执行人：-；执行法院：青岚市中级人民法院", Credited},
		{&unstated, "申请执行人：无；执行法院：青岚市中级人民法院", Credited},
		{&unstated, "申请执行人不详，执行法院是青岚市中级人民法院。", Credited},
		{&unstated, "申请执行人是丙水有限公司，执行法院是青岚市中级人民法院。", Absent},
		{&unstated, "申请执行人为丙水有限公司，未记载其他信息，执行法院是青岚市中级人民法院。", Absent},
		{&unstated, "未载明", Guessed},
		{&unstated, "-", Absent},
		{&less, "-2787.29万元", Credited},
		{&less, "负2787.29万元", Credited},
		{&less, "甲公司的注册资本比乙公司的少2787.29万元。", Credited},
		{&less, "低2787.29万元", Credited},
		{&less, "少2787.29万元", Credited},
		{&less, "两者相差至少2787.29万元", Absent},
		{&less, "最低2787.29万元", Absent},
		{&less, "lower by CNY 27,872,900", Credited},
		{&less, "2787.29万元", Absent},
		{&less, "甲公司的注册资本比乙公司的多2787.29万元。", Absent},
	} {
		_, verdicts := Strict(c.r, &Attempt{Answer: c.answer})
		if verdicts[0].Outcome != c.want {
			t.Errorf("%q answered %q: %s, want %s", c.r.KeyAnswer[0], c.answer, verdicts[0].Outcome, c.want)
		}
	}
}
