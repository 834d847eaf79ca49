package proof

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// What is chosen from so few that naming all would do is no task, wherever on the way
// it is chosen; one of two may stand beside what cannot be guessed.
func TestGradableCountsChoices(t *testing.T) {
	truth := plan.Form{Style: plan.StyleTruth}
	two := []plan.Node{
		node("r1", start("firm", east)), node("r2", call("subsidiaries"), "r1"), node("r3", &plan.Superlative{Column: "成立", Order: plan.Min}, "r2"), node("r4", project("名称"), "r3"),
	}
	cases := []plan.Node{node("r1", start("firm", south)), node("r2", call("cases"), "r1")}
	pair := []plan.Node{
		node("r1", start("ticker", "600316")), node("r2", call("firm"), "r1"), node("r3", project("名称"), "r2"), node("r4", project("资本"), "r2"),
		node("r5", start("ticker", "600315")), node("r6", call("firm"), "r5"), node("r7", project("名称"), "r6"), node("r8", project("资本"), "r6"),
		node("larger", &plan.Compare{Order: plan.Max}, "r3", "r4", "r7", "r8"),
	}
	then := func(before []plan.Node, nodes ...plan.Node) []plan.Node {
		return append(before[:len(before):len(before)], nodes...)
	}
	answer := func(from string, f plan.Form) plan.AnswerSpec { return plan.AnswerSpec{From: from, Form: f} }
	for _, c := range []struct {
		name    string
		nodes   []plan.Node
		answers []plan.AnswerSpec
		want    string
	}{
		{"a yes or no", then(cases, node("r3", &plan.Exists{}, "r2")), []plan.AnswerSpec{answer("r3", truth)}, "guess: r3: 1 values are chosen from 2"},
		{"a yes or no and a sum", then(cases, node("r3", &plan.Exists{}, "r2"), node("r4", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r2")),
			[]plan.AnswerSpec{answer("r3", truth), {From: "r4", Form: yuan, If: "r3"}}, ""},
		{"no and no more", []plan.Node{node("r1", start("firm", north)), node("r2", &plan.Call{Tool: "cases", Empty: true}, "r1"), node("r3", &plan.Exists{}, "r2"),
			node("r4", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r2")},
			[]plan.AnswerSpec{answer("r3", truth), {From: "r4", Form: yuan, If: "r3"}}, "guess: r3: 1 values are chosen from 2"},
		{"one of two companies", pair, []plan.AnswerSpec{answer("larger", words)}, "guess: larger: 1 values are chosen from 2"},
		{"one of two and by how much", then(pair, node("r9", &plan.Arithmetic{Function: plan.Subtract}, "r8", "r4")),
			[]plan.AnswerSpec{answer("larger", words), answer("r9", yuan)}, ""},
		{"of one of two", then(pair, node("r9", call("firm"), "larger"), node("r10", project("法人"), "r9")), []plan.AnswerSpec{answer("r10", words)}, "guess: r10: 1 values are chosen from 2"},
		{"of the older of two", then(two, node("r5", call("cases"), "r4"), node("r6", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r5")),
			[]plan.AnswerSpec{answer("r6", yuan)}, "guess: r6: 1 values are chosen from 2"},
		{"of one of three of the older of two", then(two, node("r5", call("cases"), "r4"), node("r6", &plan.Superlative{Column: "金额", Order: plan.Max}, "r5"), node("r7", project("案由"), "r6")),
			[]plan.AnswerSpec{answer("r7", words)}, ""},
		{"the most frequent of three", then(cases, node("r3", &plan.Frequent{Column: "法院"}, "r2")), []plan.AnswerSpec{answer("r3", words)}, ""},
		{"the most frequent of two", []plan.Node{node("r1", start("court", "杭州市人民法院")), node("r2", call("court_cases"), "r1"), node("r3", &plan.Frequent{Column: "当事人"}, "r2")},
			[]plan.AnswerSpec{answer("r3", words)}, "guess: r3: 1 values are chosen from 2"},
		{"the one code of two that stands more often", then(cases, node("r3", project("案号"), "r2"), node("r4", &plan.DeriveAll{Derivation: "number_code"}, "r3"), node("r5", &plan.Mode{}, "r4"), node("r6", call("court"), "r5"), node("r7", project("院长"), "r6")),
			[]plan.AnswerSpec{answer("r7", words)}, "guess: r7: 1 values are chosen from 2"},
		{"the largest amount of three", then(cases, node("r3", &plan.Aggregate{Function: plan.Maximum, Column: "金额"}, "r2")), []plan.AnswerSpec{answer("r3", yuan)}, ""},
		{"the sum of two of three", then(cases, node("r3", &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, "r2"), node("r4", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r3")),
			[]plan.AnswerSpec{answer("r4", yuan)}, ""},
		{"two of three", then(cases, node("r3", &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, "r2"), node("r4", project("案由"), "r3")),
			[]plan.AnswerSpec{answer("r4", words)}, "guess: r4: 2 values are chosen from 3"},
		{"one of two members", []plan.Node{node("r1", start("firm", east)), node("r2", call("subsidiaries"), "r1"), node("r3", project("名称"), "r2"), node("r4", &plan.Having{Tool: "cases"}, "r3")},
			[]plan.AnswerSpec{answer("r4", words)}, "guess: r4: 1 values are chosen from 2"},
		{"what two sets share", then(cases, node("r3", project("当事人"), "r2"), node("s1", start("firm", east)), node("s2", call("subsidiaries"), "s1"), node("s3", project("名称"), "s2"), node("r4", &plan.Combine{Function: plan.Intersection}, "r3", "s3")),
			[]plan.AnswerSpec{answer("r4", words)}, ""},
		{"the whole of two sets", then(cases, node("r3", project("法院"), "r2"), node("s1", start("firm", west)), node("s2", call("cases"), "s1"), node("s3", project("法院"), "s2"), node("r4", &plan.Combine{Function: plan.Union}, "r3", "s3")),
			[]plan.AnswerSpec{answer("r4", words)}, ""},
		{"what one of two sets has alone", then(cases, node("r3", project("法院"), "r2"), node("s1", start("firm", west)), node("s2", call("cases"), "s1"), node("s3", project("法院"), "s2"), node("r4", &plan.Combine{Function: plan.Difference}, "r3", "s3")),
			[]plan.AnswerSpec{answer("r4", words)}, "guess: r4: 2 values are chosen from 3"},
		{"one of two members of a union", []plan.Node{node("r1", start("firm", east)), node("r2", call("subsidiaries"), "r1"), node("r3", project("名称"), "r2"),
			node("s1", start("court", "南平市人民法院")), node("s2", call("court_cases"), "s1"), node("s3", project("公司"), "s2"),
			node("r4", &plan.Combine{Function: plan.Union}, "r3", "s3"), node("r5", &plan.Having{Tool: "cases"}, "r4")},
			[]plan.AnswerSpec{answer("r5", words)}, "guess: r5: 1 values are chosen from 2"},
		{"the larger of two amounts", []plan.Node{node("r1", start("court", "杭州市人民法院")), node("r2", call("court_cases"), "r1"), node("r3", &plan.Aggregate{Function: plan.Maximum, Column: "金额"}, "r2")},
			[]plan.AnswerSpec{answer("r3", yuan)}, "guess: r3: 1 values are chosen from 2"},
		{"the one code of the cases of the older of two", then(two, node("r5", call("cases"), "r4"), node("r6", project("案号"), "r5"), node("r7", &plan.DeriveAll{Derivation: "number_code"}, "r6")),
			[]plan.AnswerSpec{answer("r7", words)}, "guess: r7: 1 values are chosen from 2"},
		{"the sum of all that the older of two has", then(two, node("r5", call("cases"), "r4"), node("r6", &plan.Filter{Column: "立案", Comparison: plan.Since, Operand: "2000-01-01"}, "r5"), node("r7", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r6")),
			[]plan.AnswerSpec{answer("r7", yuan)}, "guess: r7: 1 values are chosen from 2"},
	} {
		ts := healthy()
		ts["Case"][3]["当事人"] = west + "、" + north
		switch c.name {
		case "the one code of the cases of the older of two":
			ts["Case"][2]["案号"] = "（2020）甲01民初13号"
		case "the most frequent of three":
			ts["Case"] = append(ts["Case"], row{"案号": "（2022）乙02民初19号", "公司": south, "法院": "杭州市人民法院"})
		case "the most frequent of two":
			ts["Case"][1]["当事人"] = west
		case "one of two members", "one of two members of a union":
			ts["Case"][3]["公司"] = north
		}
		w := load(t, small(), ts)
		p := newProver(w)
		made := &task.Task{Plan: &plan.Program{Nodes: c.nodes, Answers: c.answers}, KeyAnswer: make([]string, len(c.answers))}
		if got := p.guessed(made); !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("guessed of %s = %q, want %q", c.name, got, c.want)
		}
	}
}

// Aliases are keywords too, nothing is no amount, and one amount is one keyword in any
// unit.
func TestGradableReadsValues(t *testing.T) {
	text := func(s string, aliases ...string) value.Answer {
		return value.Answer{Kind: value.Text, Text: s, Aliases: aliases}
	}
	number := func(s, digits, unit string) value.Answer {
		return value.Answer{Kind: value.Number, Text: s, Number: digits, Unit: unit}
	}
	kind := func(a value.Answer, k quantity.Dimension) value.Answer {
		a.Quantity = k
		return a
	}
	tests := map[string]struct {
		values   []value.Answer
		question string
		want     string
	}{
		"an alias in the question":             {[]value.Answer{text("山东省东营法院", "东营法院")}, "东营法院在哪？", "leak: keyword \"东营法院\""},
		"an alias within another keyword":      {[]value.Answer{text("山东省东营法院", "东营法院"), text("新东营法院")}, "", "part: keyword \"东营法院\" is in keyword \"新东营法院\""},
		"an alias of one character":            {[]value.Answer{text("东营法院", "东")}, "", "weak: keyword \"东\""},
		"an alias that is a mark for none":     {[]value.Answer{text("东营法院", "无")}, "", "sentinel: keyword \"无\""},
		"nothing":                              {[]value.Answer{number("0.00元", "0.00", "元")}, "", "weak: keyword \"0.00元\" is nothing"},
		"no cases":                             {[]value.Answer{number("0件", "0", "件")}, "", "weak: "},
		"one amount in two units":              {[]value.Answer{number("15000.00元", "15000.00", "元"), number("1.50万元", "1.50", "万元")}, "", "part: keywords \"15000.00元\" and \"1.50万元\" are one amount"},
		"two amounts":                          {[]value.Answer{number("15000.00元", "15000.00", "元"), number("1.60万元", "1.60", "万元")}, "", ""},
		"equal numbers of different things":    {[]value.Answer{number("23家", "23", "家"), number("23件", "23", "件")}, "", ""},
		"a ratio and a share of equal amounts": {[]value.Answer{kind(number("12.50", "12.50", "倍"), quantity.Times), kind(number("12.5%", "12.5", "%"), quantity.Percent)}, "", ""},
		"a ratio within a share":               {[]value.Answer{kind(number("12.5", "12.5", "倍"), quantity.Times), kind(number("12.50%", "12.50", "%"), quantity.Percent)}, "", "part: keyword \"12.5\" is in keyword \"12.50%\""},
		"a rank and a number of equal digits":  {[]value.Answer{kind(number("15.0", "15.0", ""), quantity.Number), kind(number("0015", "15", ""), quantity.Rank)}, "", ""},
		"one ratio twice":                      {[]value.Answer{kind(number("15.0", "15.0", "倍"), quantity.Times), kind(number("0015", "15", "倍"), quantity.Times)}, "", "part: keywords \"15.0\" and \"0015\" are one amount"},
		"an amount that another ends with":     {[]value.Answer{number("3件", "3", "件"), number("13件", "13", "件")}, "", "part: "},
		"how else a yes is put, in a question": {[]value.Answer{{Kind: value.Truth, Text: "有涉诉记录", Yes: true, Aliases: []string{"有案件"}, Contrary: []string{"没有涉诉记录"}}}, "有案件吗？", ""},
		"a yes in the question":                {[]value.Answer{{Kind: value.Truth, Text: "有涉诉记录", Yes: true}}, "查一查有涉诉记录没有？", "leak: "},
	}
	p := newProver(load(t, small(), healthy()))
	endless := &task.Task{KeyAnswer: []string{"三件"}, AnswerValues: []value.Answer{text("三件")}, Answer: "三件", KeyMiddle: []string{strings.Repeat("公", 1001)}}
	if got := p.keywords(endless); !strings.HasPrefix(got, "weak: keyword 1 on the way has 1001 characters") {
		t.Errorf("a keyword on the way of 1001 characters: %q, want it weak", got)
	}
	for name, tt := range tests {
		of := &task.Task{AnswerValues: tt.values, Question: "？" + tt.question}
		for _, v := range tt.values {
			of.KeyAnswer = append(of.KeyAnswer, v.Text)
			of.Answer += v.Text + "。"
		}
		got := p.keywords(of)
		if got == "" {
			got = leaks(of)
		}
		if !strings.HasPrefix(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("the keywords with %s: %q, want %q", name, got, tt.want)
		}
	}
}
