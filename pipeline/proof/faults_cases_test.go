package proof

import (
	"encoding/json"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// docket is the healthy world with five cases of the company most programs ask about, a
// count that is too large to be guessed, and a third subsidiary.
func docket() tables {
	ts := healthy()
	edits(
		addRow("Case", row{"案号": "（2022）甲02民初15号", "公司": "南岭茶叶有限公司", "当事人": "北疆矿业有限公司", "金额": 3200, "立案": "2022年05月06日", "法院": "杭州市人民法院", "案由": "运输合同纠纷"}),
		addRow("Case", row{"案号": "（2022）甲02民初17号", "公司": "南岭茶叶有限公司", "当事人": "北疆矿业有限公司", "金额": 1500, "立案": "2022年03月04日", "法院": "南平市人民法院", "案由": "租赁合同纠纷"}),
		setRow("Case", "（2021）乙02民初14号", row{"立案": "2023年01月02日", "法院": "南平市人民法院"}),
		setRow("Firm", "北疆矿业有限公司", row{"母公司": "东海船舶有限公司", "资本": "500万", "持股": 80}),
		setRow("Firm", "南岭茶叶有限公司", row{"持股": 60}),
		setRow("Firm", "西湖丝绸有限公司", row{"持股": 70}),
	)(ts)
	return ts
}

// cases asks about the cases of a company.
func cases(form plan.Form, ops ...plan.Operation) *plan.Program {
	return chain(form, append([]plan.Operation{start("firm", "南岭茶叶有限公司"), call("cases")}, ops...)...)
}

func largest(ops ...plan.Operation) *plan.Program {
	return cases(words, append([]plan.Operation{&plan.Superlative{Column: "金额", Order: plan.Max}}, ops...)...)
}

var (
	person   = chain(words, start("firm", "东海船舶有限公司"), call("firm"), project("法人"))
	derived  = chain(words, start("number", "（2020）乙02民初13号"), &plan.Derive{Derivation: "number_code"}, call("court"), project("院长"))
	cause    = largest(project("案由"))
	head     = largest(project("法院"), call("court"), project("院长"))
	second   = cases(words, &plan.Superlative{Column: "金额", Order: plan.Max, Rank: 2}, project("案由"))
	first    = cases(words, &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, &plan.Superlative{Column: "立案", Order: plan.Min}, project("案由"))
	yearly   = cases(yuan, &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, &plan.Aggregate{Function: plan.Sum, Column: "金额"})
	above    = chain(yuan, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Filter{Column: "持股", Comparison: plan.Above, Operand: "65"}, &plan.Aggregate{Function: plan.Sum, Column: "资本"})
	counted  = cases(count, &plan.Count{})
	smallest = cases(yuan, &plan.Aggregate{Function: plan.Minimum, Column: "金额"})
	ticker   = chain(day, start("ticker", "600316"), call("firm"), project("成立"))
	party    = chain(words, start("firm", "南岭茶叶有限公司"), call("party_cases"), &plan.Only{}, project("案由"))
	court    = chain(words, start("court", "东营市中级人民法院"), call("court"), project("院长"))
	mayor    = chain(words, start("firm", "南岭茶叶有限公司"), call("firm"), project("省", "市"), call("place"), project("市长"))
	parent   = chain(words, start("firm", "南岭茶叶有限公司"), call("firm"), project("母公司"), call("firm"), project("法人"))
	sisters  = chain(yuan, start("firm", "南岭茶叶有限公司"), call("firm"), project("母公司"), call("subsidiaries"), &plan.Aggregate{Function: plan.Sum, Column: "资本"})
	richest  = chain(words, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Superlative{Column: "资本", Order: plan.Max}, project("法人"))
	founded  = chain(day, start("number", "（2020）乙02民初13号"), call("case"), project("公司"), call("firm"), project("成立"))
	boss     = chain(words, start("number", "（2020）乙02民初13号"), call("case"), project("公司"), call("firm"), project("法人"))
	code     = chain(words, start("number", "（2020）甲01民初12号"), call("case"), project("法院"), call("court"), project("代字"))
	latest   = chain(words, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Superlative{Column: "成立", Order: plan.Min}, project("名称"),
		call("cases"), &plan.Superlative{Column: "立案", Order: plan.Max}, project("案由"))
	deep = chain(words, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Superlative{Column: "成立", Order: plan.Min}, project("名称"),
		call("cases"), &plan.Superlative{Column: "立案", Order: plan.Max}, project("法院"), call("court"), project("院长"))
)

// share asks what share one company's capital is of another's.
func share() *plan.Program {
	p := chain(plan.Form{Style: plan.StyleNumber, Unit: "%", Places: 2}, start("firm", "南岭茶叶有限公司"), call("firm"), project("资本"))
	q := chain(yuan, start("firm", "东海船舶有限公司"), call("firm"), project("资本"))
	for _, n := range q.Nodes {
		n.Name = "q" + n.Name
		for i := range n.From {
			n.From[i] = "q" + n.From[i]
		}
		p.Nodes = append(p.Nodes, n)
	}
	p.Nodes = append(p.Nodes, plan.Node{Name: "all", From: []string{"r3", "qr3"}, Do: &plan.Arithmetic{Function: plan.Share}})
	p.Answers[0].From = "all"
	return p
}

// executedFaults are what two executions must not let pass.
func executedFaults() []injection {
	const c = "executed"
	last := func(t *task.Task) *plan.Step {
		i := len(t.Steps) - 1
		for t.Steps[i].Tool == "" || t.Steps[i].Op == "finish" {
			i--
		}
		return &t.Steps[i]
	}
	return []injection{
		{check: c, name: "an answer changed", reason: "changed", program: derived, any: true, task: func(t *task.Task) { t.Answer += "之外" }},
		{check: c, name: "a keyword changed", reason: "changed", program: derived, any: true, task: func(t *task.Task) { t.KeyAnswer[0] += "等" }},
		{check: c, name: "a typed answer changed", reason: "changed", program: derived, any: true, task: func(t *task.Task) { t.AnswerValues[0].Aliases = []string{"又名"} }},
		{check: c, name: "an observation changed", reason: "changed", program: derived, any: true, task: func(t *task.Task) { last(t).Observation = json.RawMessage(`{"看到":"别的"}`) }},
		{check: c, name: "an argument changed", reason: "changed", program: derived, any: true, task: func(t *task.Task) { last(t).Arguments = json.RawMessage(`{}`) }},
		{check: c, name: "a step missing", reason: "changed", program: derived, any: true, task: func(t *task.Task) { t.Steps = t.Steps[:len(t.Steps)-1] }},
		{check: c, name: "another id", reason: "changed", program: derived, any: true, task: func(t *task.Task) { t.ID = "0" + t.ID[1:] + "0" }},
		{check: c, name: "another draft", reason: "changed", program: derived, any: true, task: func(t *task.Task) { t.Draft = "是谁？" }},
		{check: c, name: "a start unbound", reason: "invalid", program: derived, any: true, task: func(t *task.Task) { t.Plan.Nodes[0].Do.(*plan.Start).Value = nil }},
		{check: c, name: "a column that is not there", reason: "invalid", program: derived, any: true, task: func(t *task.Task) { t.Plan.Nodes[len(t.Plan.Nodes)-1].Do = project("无此列") }},
		{check: c, name: "another start", reason: "changed", program: person, task: func(t *task.Task) { t.Plan.Nodes[0].Do = start("firm", "西湖丝绸有限公司") }},
		{check: c, name: "another column", reason: "changed", program: cause, task: func(t *task.Task) { t.Plan.Nodes[3].Do = project("案号") }},
		{check: c, name: "a cell changed", reason: "changed", program: derived, tables: setRow("Court", "南平市人民法院", row{"院长": "郑法良"})},
		{check: c, name: "a cell on the way changed", reason: "changed", program: head, tables: setRow("Case", "（2020）甲01民初12号", row{"法院": "南平市人民法院"})},
		{check: c, name: "a row gone", reason: "missing", program: derived, tables: dropRow("Court", "南平市人民法院")},
		{check: c, name: "a keyword that people made up", reason: "keywords", program: derived, any: true, task: func(t *task.Task) {
			t.Review.Edits = []string{task.KeywordsEdited}
			t.KeyAnswer[0] += "等"
			t.AnswerValues = task.RenameAnswers(t.AnswerValues, t.KeyAnswer)
		}},
		{check: c, name: "a keyword that people left out", reason: "keywords", program: derived, any: true, task: func(t *task.Task) {
			t.Review.Edits = []string{task.KeywordsEdited}
			t.KeyAnswer, t.AnswerValues = t.KeyAnswer[1:], t.AnswerValues[1:]
		}},
		{check: c, name: "a keyword on the way that people made up", reason: "keywords", program: derived, any: true, task: func(t *task.Task) {
			t.Review.Edits = []string{task.KeywordsEdited}
			t.KeyMiddle = append(t.KeyMiddle, "哪里都没有的词")
		}},
		{check: c, name: "an alias with another value", reason: "aliases", program: derived, any: true, task: func(t *task.Task) {
			t.Review.Edits = []string{task.AliasesEdited}
			t.AnswerValues[0].Aliases = []string{"又名"}
			t.AnswerValues[0].Contrary = []string{"并非"}
		}},
		{check: c, name: "a row more", reason: "changed", program: counted, tables: addRow("Case", row{"案号": "（2023）乙02民初16号", "公司": "南岭茶叶有限公司"})},
		{check: c, name: "tools that tell of another", reason: "disagree", program: person, tools: func(w Sources) Sources {
			w.Tools = liar{w.Tools, "东海船舶有限公司", "西湖丝绸有限公司"}
			return w
		}},
	}
}

// uniqueFaults leave more than one reading of a plan, or none.
func uniqueFaults() []injection {
	const c = "unique"
	return []injection{
		{check: c, name: "a tie", reason: "tie", program: cause, tables: setRow("Case", "（2019）甲01民初11号", row{"金额": 180000})},
		{check: c, name: "a tie in a rank", reason: "tie", program: second, tables: setRow("Case", "（2022）甲02民初15号", row{"金额": 25000.5})},
		{check: c, name: "a sentinel", reason: "sentinel", program: cause, tables: setRow("Case", "（2020）甲01民初12号", row{"案由": "-"})},
		{check: c, name: "a sentinel among what is ranked", reason: "sentinel", program: cause, tables: setRow("Case", "（2019）甲01民初11号", row{"金额": "无"})},
		{check: c, name: "an empty cell", reason: "blank", program: cause, tables: setRow("Case", "（2020）甲01民初12号", row{"案由": nil})},
		{check: c, name: "an unobserved cell", reason: "unobserved", program: cause, tables: func(ts tables) {
			i := slices.IndexFunc(ts["Case"], func(r row) bool { return r["案号"] == "（2020）甲01民初12号" })
			delete(ts["Case"][i], "案由")
		}},
		{check: c, name: "a masked name", reason: "masked", program: person, tables: setRow("Firm", "东海船舶有限公司", row{"法人": "潘某某"})},
		{check: c, name: "an amount that is none", reason: "unparsed", program: cause, tables: setRow("Case", "（2019）甲01民初11号", row{"金额": "不详"})},
		{check: c, name: "several names in a cell", reason: "several", program: party, tables: addRow("Case", row{"案号": "（2023）甲01民初16号", "公司": "西湖丝绸有限公司", "当事人": "南岭茶叶有限公司", "案由": "借款合同纠纷"})},
		{check: c, name: "a stock code of two companies", reason: "several", program: ticker, again: true, tables: setRow("Firm", "西湖丝绸有限公司", row{"代码": "600316"})},
		{check: c, name: "a court code of two courts", reason: "several", program: derived, again: true, tables: addRow("Court", row{"院名": "延平区人民法院", "代字": "乙02", "院长": "沈再平", "人数": 81})},
		{check: c, name: "a court under two names", reason: "ambiguous", program: court, again: true, tables: addRow("Court", row{"院名": "山东省东营市中级人民法院", "代字": "甲04", "院长": "钱旁立", "人数": 12})},
		{check: c, name: "a name in two widths", reason: "ambiguous", program: ticker, again: true, tables: addRow("Firm", row{"名称": "乙乙有限公司", "代码": "６００３１６"})},
		{check: c, name: "a company beside another in a cell", reason: "ambiguous", program: party, tables: setRow("Case", "（2021）乙02民初14号", row{"当事人": "北疆矿业有限公司、南岭茶叶有限公司"})},
		{check: c, name: "a case twice", reason: "duplicate", program: counted, again: true, tables: addRow("Case", row{"案号": "(2020)乙02民初13号", "公司": "南岭茶叶有限公司"})},
		{check: c, name: "a chain that returns", reason: "repeated", program: parent, again: true, tables: setRow("Firm", "南岭茶叶有限公司", row{"母公司": "南岭茶叶有限公司"})},
		{check: c, name: "a filter that keeps all", reason: "trivial", program: first, again: true, tables: edits(
			setRow("Case", "（2019）甲01民初11号", row{"立案": "2020年12月01日"}), setRow("Case", "（2022）甲02民初15号", row{"立案": "2020年11月01日"}),
			setRow("Case", "（2022）甲02民初17号", row{"立案": "2020年10月01日"}))},
	}
}

// neededFaults let somebody come to the answer with less than the plan.
func neededFaults() []injection {
	const c = "needed"
	return []injection{
		{check: c, name: "a shortcut in the start's row", reason: "start", program: parent, tables: setRow("Firm", "南岭茶叶有限公司", row{"法人": "潘秋生"})},
		{check: c, name: "a shortcut in another table", reason: "start", program: head, tables: setRow("Case", "（2020）乙02民初13号", row{"案由": "吴公平"})},
		{check: c, name: "a shortcut two lookups away", reason: "shorter", program: deep, tables: setRow("Case", "（2021）乙02民初14号", row{"案由": "吴公平"})},
		{check: c, name: "an answer in the start's name", reason: "given", program: code, again: true, tables: edits(
			setRow("Court", "杭州市人民法院", row{"代字": "甲01"}), setRow("Court", "东营市中级人民法院", row{"代字": "甲02"}))},
		{check: c, name: "an answer within a text of the start's row", reason: "start", program: latest, tables: setRow("Firm", "东海船舶有限公司", row{"法人": "运输合同纠纷组"})},
		{check: c, name: "rows that are nearer", reason: "start", program: sisters, again: true, tables: setRow("Firm", "南岭茶叶有限公司", row{"母公司": "南岭茶叶有限公司"})},
		{check: c, name: "a filter that makes no difference", reason: "droppable", program: first, again: true, tables: setRow("Case", "（2019）甲01民初11号", row{"立案": "2021年02月01日"})},
		{check: c, name: "a ranking that makes no difference", reason: "droppable", program: head, again: true, tables: edits(
			setRow("Case", "（2019）甲01民初11号", row{"法院": "杭州市人民法院"}), setRow("Case", "（2020）乙02民初13号", row{"法院": "杭州市人民法院"}),
			setRow("Case", "（2022）甲02民初15号", row{"法院": "杭州市人民法院"}), setRow("Case", "（2022）甲02民初17号", row{"法院": "杭州市人民法院"}))},
		{check: c, name: "a place that makes no difference", reason: "droppable", program: second, again: true, tables: setRow("Case", "（2020）甲01民初12号", row{"案由": "买卖合同纠纷"})},
		{check: c, name: "a hop that makes no difference", reason: "droppable", program: sisters, again: true, tables: edits(
			addRow("Firm", row{"名称": "春江有限公司", "母公司": "南岭茶叶有限公司", "资本": "9500万"}),
			addRow("Firm", row{"名称": "夏河有限公司", "母公司": "南岭茶叶有限公司", "资本": 686550}))},
		{check: c, name: "an answer in the question", reason: "given", program: derived, any: true, task: func(t *task.Task) { t.Question += "是" + t.KeyAnswer[0] + "吗？" }},
		{check: c, name: "an answer in the draft", reason: "given", program: derived, any: true, task: func(t *task.Task) { t.Draft += "是" + t.KeyAnswer[0] + "吗？" }},
		{check: c, name: "an entity on the way in the question", reason: "named", program: parent, task: func(t *task.Task) {
			t.Question = "东海船舶有限公司的子公司南岭茶叶有限公司，" + t.Question
		}},
		{check: c, name: "an entity on the way in the draft", reason: "named", program: head, task: func(t *task.Task) { t.Draft = "杭州市人民法院正在审理。" + t.Draft }},
		{check: c, name: "a place on the way in the question", reason: "named", program: mayor, task: func(t *task.Task) { t.Question += "（福建省南平市）" }},
		{check: c, name: "an entity on the way in the start's name", reason: "named", program: parent, again: true, tables: edits(
			addRow("Firm", row{"名称": "南岭茶叶", "法人": "孟知秋", "代码": "600999"}), setRow("Firm", "南岭茶叶有限公司", row{"母公司": "南岭茶叶"}))},
		{check: c, name: "an answer by another name in the question", reason: "given", program: derived, any: true, task: func(t *task.Task) {
			t.AnswerValues[0].Aliases = []string{"郑院长"}
			t.Question += "是郑院长吗？"
		}},
	}
}

// discriminatingFaults let somebody who misreads the question be right.
func discriminatingFaults() []injection {
	const c = "discriminating"
	agrees := func(name string, p *plan.Program, edit func(tables)) injection {
		return injection{check: c, name: name, reason: "agrees", program: p, again: true, tables: edit}
	}
	return []injection{
		agrees("the other end", head, setRow("Case", "（2020）乙02民初13号", row{"法院": "杭州市人民法院"})),
		agrees("the next place", head, setRow("Case", "（2019）甲01民初11号", row{"法院": "杭州市人民法院"})),
		agrees("another ranking", richest, setRow("Firm", "南岭茶叶有限公司", row{"持股": 90})),
		agrees("another column", mayor, setRow("Place", "P-003", row{"编号": "高志远"})),
		agrees("another role", boss, setRow("Case", "（2020）乙02民初13号", row{"当事人": "南岭茶叶有限公司"})),
		agrees("another year", yearly, setRow("Case", "（2019）甲01民初11号", row{"金额": 180099.5})),
		agrees("the other side of a threshold", above, edits(
			setRow("Firm", "南岭茶叶有限公司", row{"资本": 5000000}), addRow("Firm", row{"名称": "春江有限公司", "母公司": "东海船舶有限公司", "资本": 686550, "持股": 30}))),
		agrees("the most for the least", smallest, func(ts tables) {
			for _, r := range ts["Case"] {
				r["金额"] = 180000
			}
		}),
		agrees("another lookup", counted, func(ts tables) {
			for _, r := range ts["Case"] {
				if r["公司"] == "南岭茶叶有限公司" {
					r["当事人"] = "南岭茶叶有限公司"
				}
			}
		}),
		agrees("the other way round", share(), setRow("Firm", "南岭茶叶有限公司", row{"资本": "1.31亿"})),
		agrees("a hop earlier", founded, setRow("Case", "（2020）乙02民初13号", row{"立案": "2005年06月01日"})),
	}
}

// gradableFaults are keywords that do not tell a right answer from a wrong one.
func gradableFaults() []injection {
	const c = "gradable"
	key := func(text string) func(*task.Task) {
		return func(t *task.Task) {
			t.KeyAnswer[0], t.AnswerValues[0] = text, value.Answer{Kind: value.Text, Text: text}
			t.Answer += text
		}
	}
	return []injection{
		{check: c, name: "no keyword", reason: "blank", program: derived, any: true, task: func(t *task.Task) { t.KeyAnswer, t.AnswerValues = nil, nil }},
		{check: c, name: "a blank keyword", reason: "blank", program: derived, any: true, task: key(" ")},
		{check: c, name: "a sentinel", reason: "sentinel", program: derived, any: true, task: key("-")},
		{check: c, name: "one character", reason: "weak", program: derived, any: true, task: key("郑")},
		{check: c, name: "a part of another", reason: "part", program: derived, any: true, task: func(t *task.Task) {
			r := []rune(t.KeyAnswer[0])
			t.KeyMiddle = append(t.KeyMiddle, string(r[:2]))
		}},
		{check: c, name: "the same twice", reason: "part", program: derived, any: true, task: func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, t.KeyAnswer[0]) }},
		{check: c, name: "on the way, in the question", reason: "leak", program: derived, any: true, task: func(t *task.Task) {
			t.KeyMiddle = append(t.KeyMiddle, "途中所见")
			t.Question += "（途中所见）"
		}},
		{check: c, name: "in the question in another width", reason: "leak", program: derived, any: true, task: func(t *task.Task) {
			key("ＡＢ股份")(t)
			t.Question += "ab股份"
		}},
		{check: c, name: "in the start's name", reason: "leak", program: boss, again: true, tables: setRow("Firm", "南岭茶叶有限公司", row{"法人": "民初13"})},
		{check: c, name: "typed otherwise", reason: "invalid", program: derived, any: true, task: func(t *task.Task) { t.AnswerValues[0].Text += "等" }},
		{check: c, name: "not in the answer", reason: "invalid", program: derived, any: true, task: func(t *task.Task) { t.Answer = "不知道。" }},
		{check: c, name: "seen by nobody on the way", reason: "missed", program: derived, any: true, task: func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "赵一鸣钱") }},
		{check: c, name: "an amount nobody says", reason: "missed", program: derived, any: true, task: func(t *task.Task) {
			t.AnswerValues[0] = value.Answer{Kind: value.Number, Text: t.KeyAnswer[0], Number: "12345", Unit: "人"}
		}},
		{check: c, name: "one of two that can be listed", reason: "guess", program: cause, again: true, tables: edits(
			dropRow("Case", "（2020）乙02民初13号"), dropRow("Case", "（2022）甲02民初15号"), dropRow("Case", "（2022）甲02民初17号"))},
		{check: c, name: "a small count alone", reason: "guess: r3: 3 is a number that can be guessed", program: counted, again: true, tables: edits(
			dropRow("Case", "（2022）甲02民初15号"), dropRow("Case", "（2022）甲02民初17号"))},
		{check: c, name: "the value that lookups return most often", reason: "guess: the strict grader gives the attacker frequent a success rate of 100.0 %", program: person, again: true, tables: edits(
			setRow("Firm", "南岭茶叶有限公司", row{"法人": "潘秋生"}), setRow("Firm", "西湖丝绸有限公司", row{"法人": "潘秋生"}), setRow("Firm", "北疆矿业有限公司", row{"法人": "潘秋生"}))},
		{check: c, name: "no value that is one", reason: "guess", program: derived, any: true, task: key("——")},
	}
}
