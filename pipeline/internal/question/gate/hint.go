package gate

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Required lists the parts of a draft that its question must have, in the draft's words, to
// be shown to people and models. No list has a text twice.
type Required struct {
	// Verbatim are the names and the operands. A question has the names to the letter, and
	// the numbers and days of operands in any notation.
	Verbatim []string
	// Operators are words that a question may replace by others of the same meaning: the
	// operators that are one word of the draft.
	Operators []string
	// Forms are the demands on the form of the answers. A question states each in any words.
	Forms []string
}

// Required returns the parts of the draft that a question must have. The caller owns the
// result.
func (g *Gate) Required() Required {
	return Required{slices.Clone(g.required.Verbatim), slices.Clone(g.required.Operators), slices.Clone(g.required.Forms)}
}

// collectRequired makes the lists that Required returns.
func (g *Gate) collectRequired(t *task.Task, forms []string) {
	add := func(list *[]string, text string) {
		if text != "" && !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	r := &g.required
	for i := range t.Entities {
		add(&r.Verbatim, draft.Name(t.Entities[i].Name))
	}
	for i := range g.entities {
		if said := g.entities[i].wording; !slices.ContainsFunc(r.Verbatim, func(k string) bool { return strings.Contains(k, said) }) {
			add(&r.Verbatim, said)
		}
	}
	add(&r.Verbatim, g.bystander.name)
	for i := range g.operands {
		add(&r.Verbatim, g.operands[i].wording)
	}
	for i := range g.operators {
		if said := g.operators[i].wording; strings.Contains(g.draft, normal(said)) && !strings.HasPrefix(said, "^") && g.operators[i].senses&g.lexicon.set(cue.Has) == 0 {
			add(&r.Operators, said)
		}
	}
	for _, form := range forms {
		add(&r.Forms, form)
	}
}

// hintTexts are the hints for models, by language and reason. A missing wording is appended if
// it is known.
var hintTexts = map[string]map[string]string{
	"zh": {
		Entity: "缺少名称，须一字不差地写出", Number: "缺少原题中的限定条件（数额、日期、年份或引号里的文字）", Operator: "原题的运算或比较被漏掉、改变或多出来了", Form: "缺少对答案形式（单位、小数位数、日期格式）的要求",
		Leak: "问题里出现了不该出现的内容，像是在透露结果；只问，不要给出结果", Hint: "问题里出现了原题没有的中间信息；只保留原题给出的内容", Tool: "问题里出现了系统内部的名称或代码；请用日常的说法",
		Added: "问题里多出了原题没有的数字或名称；不要增加", Markup: "问题里有特殊字符、标记或给模型的指令；只写一段普通文字", Language: "语言不对；请用中文提问", Length: "问题太短或太长；长度请与原题相称",
		Bystander: "问题里的旁人只在开头交代背景时提一次，先提旁人，再提原题所问的对象；什么也不要问旁人的，之后用原题里的名称或它的身份称呼所问的对象，不用“该公司”“其”这类两者都可以指的说法",
	},
	"en": {
		Entity: "a name is missing, which must stand there to the letter", Number: "a condition of the original question is missing (an amount, a day, a year or a text in quotation marks)", Operator: "an operation or comparison of the original question is missing, changed or added", Form: "the form demanded of the answer is missing (unit, decimal places, layout of a date)",
		Leak: "the question says something that sounds like its result; ask, and tell nothing", Hint: "the question has facts on the way that the original question does not give; keep to what it gives", Tool: "the question has an internal name or code of a system; use everyday words",
		Added: "the question has a number or a name that the original question does not have; add none", Markup: "the question has special characters, markup or orders to a model; write plain text", Language: "it is in the wrong language; ask in English", Length: "it is too short or too long; keep near to the length of the original question",
		Bystander: "the by-stander belongs once into the background at the beginning, before the one the question is about; ask nothing about the by-stander, and afterwards call the one asked about by its name or its role, not by words that could mean both, such as \"that company\" or \"its\"",
	},
}

// Hint returns the text that tells a model how to correct the question, in a language, or
// in English if there are no hints in that language. It names missing parts in the draft's
// words, and never an answer, an intermediate result or a tool.
func (f Rejection) Hint(lang string) string {
	texts, colon := hintTexts[lang], "："
	if texts == nil {
		texts = hintTexts["en"]
	}
	if lang != "zh" {
		colon = ": "
	}
	if f.keep == "" {
		return texts[f.Reason]
	}
	return texts[f.Reason] + colon + f.keep
}
