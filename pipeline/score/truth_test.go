package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A right yes or no counts however it is said, and the opposite, both, neither and
// the question do not.
func TestTruth(t *testing.T) {
	listed := value.Answer{
		Kind: value.Truth, Text: "是上市公司", Yes: true,
		Aliases: []string{"为上市公司", "属于上市公司"}, Contrary: []string{"不是上市公司", "并非上市公司", "非上市公司"},
	}
	restricted := value.Answer{
		Kind: value.Truth, Text: "没有被限制高消费的案件",
		Aliases: []string{"无被限制高消费的案件"}, Contrary: []string{"存在被限制高消费的案件", "有被限制高消费的案件"},
	}
	english := value.Answer{Kind: value.Truth, Text: "is a listed company", Yes: true, Contrary: []string{"is not a listed company"}}
	fined := value.Answer{Kind: value.Truth, Text: "at least one has", Yes: true, Contrary: []string{"none has"}}
	questions := map[string]string{
		"是上市公司":               "甲公司是否为上市公司？如果是，其股票代码是什么？",
		"没有被限制高消费的案件":         "甲公司是否有被限制高消费的案件？",
		"at least one has":    "Do any of the penalties of Kelver Co., Ltd. have an amount of more than CNY 5,000?",
		"is a listed company": "Is Kelver Co., Ltd. a listed company? If so, give its stock code.",
	}
	for _, c := range []struct {
		want   value.Answer
		answer string
		out    KeywordOutcome
	}{
		{listed, "是", Credited},
		{listed, "是。", Credited},
		{listed, "是的，股票代码是600502。", Credited},
		{listed, "甲公司是上市公司，股票代码是600502，没有曾用名。", Credited},
		{listed, "经查询，甲公司属于上市公司。", Credited},
		{listed, "答案：是", Credited},
		{listed, "否", Absent},
		{listed, "不是。", Absent},
		{listed, "甲公司不是上市公司。", Absent},
		{listed, "甲公司并非上市公司。", Absent},
		{listed, "甲公司没有上市。", Absent},
		{listed, "是，否", Hedged},
		{listed, "甲公司是上市公司，也不是上市公司", Hedged},
		{listed, "甲公司是否为上市公司？如果是，其股票代码是什么？", Absent},
		{listed, "如果甲公司是上市公司，其股票代码是什么？", Hedged},
		{listed, "无法确认甲公司是上市公司。", Absent},
		{listed, "甲公司可能是上市公司。", Hedged},
		{listed, "", Absent},
		{listed, "600502", Absent},
		{restricted, "没有", Credited},
		{restricted, "否，甲公司没有被限制高消费的案件。", Credited},
		{restricted, "未查到甲公司的相关案件。", Credited},
		{restricted, "有", Absent},
		{restricted, "甲公司有3件被限制高消费的案件。", Absent},
		{restricted, "甲公司存在被限制高消费的案件。", Absent},
		{restricted, "甲公司是否有被限制高消费的案件？", Absent},
		{restricted, "也许没有。", Absent},
		{restricted, "甲公司是一家有限责任公司。", Absent},
		{english, "Yes", Credited},
		{english, "Yes, its stock code is 309988.", Credited},
		{english, "The answer is yes.", Credited},
		{english, "Kelver Co., Ltd. is a listed company.", Credited},
		{english, "Kelver is a listed firm.", Credited},
		{english, "No", Absent},
		{english, "No, it is not.", Absent},
		{english, "It isn't listed.", Absent},
		{english, "Kelver Co., Ltd. is not a listed company.", Absent},
		{english, "Is Kelver Co., Ltd. a listed company? If so, give its stock code.", Absent},
		{english, "It is unclear whether Kelver is a listed company.", Absent},
		{english, "yes, no", Hedged},
		{fined, "Do any of the penalties of Kelver Co., Ltd. have an amount of more than CNY 5,000?", Absent},
		{fined, "Two of the penalties have an amount of more than CNY 5,000.", Credited},
		{fined, "None does.", Absent},
	} {
		r := &Reference{Question: questions[c.want.Text], KeyAnswer: []string{c.want.Text}, Values: []value.Answer{c.want}}
		_, verdicts := Strict(r, &Attempt{Answer: c.answer})
		if verdicts[0].Outcome != c.out {
			t.Errorf("%q answered %q: %s, want %s", c.want.Text, c.answer, verdicts[0].Outcome, c.out)
		}
	}
}

// A yes or no in a Markdown table is that of its cell: the rule below the header says nothing,
// however it is written.
func TestTruthInTables(t *testing.T) {
	applicant := value.Answer{Kind: value.Truth, Text: "有申请人", Yes: true, Contrary: []string{"没有申请人", "无申请人"}}
	none := value.Answer{Kind: value.Truth, Text: "没有申请人", Contrary: []string{"有申请人"}}
	const question = "该案是否有申请人？如果有，申请人是谁？"
	for _, rule := range []string{"|---|---|", "| - | - |", "|--|--|", "|:-|:-|", "|:-:|-:|", "--|--", "| —— | —— |"} {
		for _, c := range []struct {
			want value.Answer
			row  string
			out  KeywordOutcome
		}{
			{applicant, "| 是 | 甲山有限公司 |", Credited},
			{applicant, "| - | - |", Absent},
			{none, "| - | - |", Credited},
			{none, "| 否 | - |", Credited},
			{none, "| 是 | 甲山有限公司 |", Absent},
		} {
			answer := "| 是否有申请人 | 申请人 |\n" + rule + "\n" + c.row
			r := &Reference{Question: question, KeyAnswer: []string{c.want.Text}, Values: []value.Answer{c.want}}
			if _, v := Strict(r, &Attempt{Answer: answer}); v[0].Outcome != c.out {
				t.Errorf("%q answered %q: %s, want %s", c.want.Text, answer, v[0].Outcome, c.out)
			}
		}
	}
}

// A yes or no that stands in a list of everything has selected nothing.
func TestTruthListed(t *testing.T) {
	r := &Reference{Question: "?", KeyAnswer: []string{"是上市公司"}, Values: []value.Answer{{Kind: value.Truth, Text: "是上市公司", Yes: true}}}
	listing := "是。\n- 甲一\n- 乙二\n- 丙三\n- 丁四\n- 戊五\n- 己六\n- 庚七\n- 辛八\n- 壬九\n- 癸十\n- 子一\n- 丑二\n- 寅三"
	if _, v := Strict(r, &Attempt{Answer: listing}); v[0].Outcome != Listed {
		t.Errorf("a listing: %s, want %s", v[0].Outcome, Listed)
	}
}

// A threshold that the answer repeats from the question does not hide the amount that
// stands without a unit.
func TestThresholdRepeated(t *testing.T) {
	r := &Reference{
		Question:  "How much did Kelver Co., Ltd. invest in the subsidiary with more than CNY 50 million (in millions of CNY)?",
		KeyAnswer: []string{"96.00"}, Values: []value.Answer{{Kind: value.Number, Text: "96.00", Number: "96.00", Unit: "million CNY"}},
	}
	for answer, want := range map[string]KeywordOutcome{
		"In the subsidiary with more than CNY 50 million it invested 96.00.": Credited,
		"In the subsidiary with CNY 60 million it invested 96.00.":           Hedged,
	} {
		if _, v := Strict(r, &Attempt{Answer: answer}); v[0].Outcome != want {
			t.Errorf("%q: %s, want %s", answer, v[0].Outcome, want)
		}
	}
}
