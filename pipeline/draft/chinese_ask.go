package draft

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// askKnown asks whether something is known of an entity. The phrases begin with 是 or 有, which
// their negations replace. 是不是 and 是否是 are no ways to ask, since the question would hold the
// answer 是…
func (g chinese) askKnown(entity, known, _, _ string) yesNoPhrase {
	if rest, ok := strings.CutPrefix(known, "是"); ok {
		ask := entity + g.manner.variant("是否为", "是否属于") + rest
		return yesNoPhrase{
			question: ask, clause: ask,
			yes: entity + "是" + rest, no: entity + "并非" + rest,
			shortPremise: g.manner.variant("如果是，", "是的话，", "若是，"), shortDenial: g.manner.variant("如果不是，", "不是的话，", "若不是，"), affirmed: []string{"是" + rest, "为" + rest, "属于" + rest, "系" + rest, "是一家" + rest, "是一个" + rest},
			denied: []string{"并非" + rest, "不是" + rest, "不属于" + rest, "非" + rest, "不为" + rest},
		}
	}
	rest, ok := strings.CutPrefix(known, "有")
	ask := entity + g.manner.variant("是否有", "有没有") + rest
	if !ok {
		ask = entity + g.manner.variant("是否", "是不是") + rest
	}
	return yesNoPhrase{
		question: ask, clause: ask,
		yes: entity + "存在" + rest, no: entity + "没有" + rest,
		shortPremise: g.manner.variant("如果有，", "有的话，", "若有，"), shortDenial: g.manner.variant("如果没有，", "要是没有，", "若没有，"), affirmed: []string{"存在" + rest, "有" + rest},
		denied: []string{"没有" + rest, "不存在" + rest, "无" + rest},
	}
}

func (g chinese) askMatches(r *rowPhrase) yesNoPhrase {
	those := g.conditions(r)
	t := g.askKnown(r.base+g.amongSuffix(), "有"+those, "", "")
	return t
}

func (g chinese) askRecorded(r *rowPhrase) yesNoPhrase {
	return g.askKnown(g.standalone(r), "有相关记录", "", "")
}

func (g chinese) premise(statement string) string {
	return g.manner.variant("如果", "若", "假如", "倘若") + statement + "，"
}

func (chinese) withForm(word, form string) string { return word + "（" + form + "）" }

func (g chinese) text(inquiries []Inquiry) string {
	all := premiseGroups(inquiries)
	var b strings.Builder
	for i, unit := range all {
		for j := range unit {
			steps := g.steps(unit[j].Stepwise.Steps)
			if i == 0 && j == 0 {
				b.WriteString(steps)
				steps = ""
			}
			if j == 0 && len(all) > 1 {
				fmt.Fprintf(&b, "（%d）", i+1)
			}
			b.WriteString(steps + g.question(&unit[j]))
		}
	}
	return b.String()
}

// steps says what the question is about, "" for nothing.
func (chinese) steps(steps []string) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s + "。")
	}
	return b.String()
}

// question is an inquiry without its steps.
func (chinese) question(q *Inquiry) string {
	w := &q.Stepwise
	form := ""
	if q.Forms != nil {
		form = "（" + q.Forms[0] + "）"
	}
	switch {
	case w.Question != "":
		return q.Premise + w.Question + form + "？"
	case q.Ask == AskList || q.Ask == AskTable:
		return q.Premise + "请完整列出" + w.Clause + form + "。"
	}
	return q.Premise + "请给出" + w.Clause + form + "。"
}

func (chinese) spacesSentences() bool { return false }

func (chinese) answerSentence(ask AskKind, subject string, values []string) string {
	verb := "是"
	switch {
	case len(values) == 1 && values[0] == unstatedChinese:
		verb = ""
	case ask == AskCount && strings.HasSuffix(subject, "相差"):
		verb = ""
	case ask == AskCount && !strings.HasSuffix(subject, "数量"):
		verb = "共有"
	}
	return subject + verb + strings.Join(values, "、") + "。"
}

func (chinese) columnsSentence(first string, columns []string, values [][]string) string {
	texts := make([]string, len(values))
	for i, vs := range values {
		texts[i] = first + is(vs)
		if i+1 < len(values) {
			first = columns[i+1]
		}
	}
	return strings.Join(texts, "，") + "。"
}

// is returns the words that say which values a column has.
func is(values []string) string {
	if len(values) == 1 && values[0] == unstatedChinese {
		return unstatedChinese
	}
	return "是" + strings.Join(values, "、")
}

const unstatedChinese = "未载明"

func (chinese) unstated(column string) value.Answer {
	a := value.Answer{
		Kind: value.Truth, Text: unstatedChinese,
		Aliases: []string{
			"未记载", "未记录", "未注明", "未写明", "未登记", "未填写", "未列明", "未提供", "没有载明", "没有记载", "没有记录", "没有登记", "没有注明", "没有写明",
			"无记载", "无记录", "无登记", "不详", "空白", "空缺", "为空", "缺失", "无" + column, "没有" + column, "未载明" + column, "未记载" + column, "没有记载" + column,
		},
	}
	for _, verb := range []string{"是", "为", "系"} {
		a.Contrary = append(a.Contrary, column+verb)
	}
	return a
}

func (chinese) tableSentence(subject string, rows [][]string) string {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r[0] + "（" + strings.Join(r[1:], "，") + "）"
	}
	return subject + "依次为：" + strings.Join(lines, "；") + "。"
}

func (chinese) statement(text string) string { return text + "。" }

func (chinese) notApplicable(text string) string { return text + "，其后的问题不适用。" }

func (g chinese) numberForms(unit string, places int) []string {
	var units []string
	switch unit {
	case "":
	case "%":
		units = g.manner.forms([]string{"以百分数表示", "用百分比表示"}, "百分数", "百分比")
	default:
		units = g.manner.forms([]string{"以" + unit + "为单位", "单位为" + unit}, unit, unit)
	}
	ends := g.manner.forms([]string{"取整数", "保留整数"}, "取整", "取整数")
	if places > 0 {
		n := humanize.Cardinal("zh", places)
		ends = g.manner.forms([]string{"保留" + n + "位小数", "保留小数点后" + n + "位"}, "保留"+n+"位小数", "保留"+n+"位小数")
	}
	return joinPairwise(units, ends, "，")
}

func (chinese) listClause(string, string, *rowPhrase) string { return "" }

func (g chinese) saysRelations() bool { return g.manner.isDrawn() }

func (chinese) askWhichHave(*Wording, *setPhrase) {}

func (g chinese) askWhen(w *Wording, r *rowPhrase, event string) {
	rows, measure := g.rows(r), strings.TrimPrefix(w.Question, w.Subject+"是")
	if g.manner.isDrawn() && r.choice != nil && r.choice.event == event && event != "" {
		if verb, noun, ok := g.impliedEvent(r); ok && r.conditions == nil && r.choice.rank == 0 {
			w.Question = r.subject + g.timePlace(r.choice) + "一次" + verb + noun + "是" + measure
			w.Clause = w.Question
			return
		}
		rows = g.amongAll(r) + "，" + g.timePlace(r.choice) + "的一" + r.measure
	}
	if !g.manner.isDrawn() || measure == w.Question || strings.HasSuffix(rows, "中") || strings.HasSuffix(rows, "里") {
		return
	}
	w.Question = rows + "是" + measure + event + "的"
	w.Clause = w.Question
}

func (g chinese) askWhichRows(ask AskKind, r *rowPhrase, label string) Wording {
	if ask == AskList {
		return g.wording(ask, g.standalone(r), "")
	}
	w := Wording{Subject: g.rows(r), Question: g.rows(r) + "是哪" + r.measure + label}
	if strings.HasSuffix(w.Subject, label) {
		w.Question = w.Subject + "是哪一" + r.measure
	}
	w.Clause = w.Question
	return w
}

func (g chinese) askKeys(w *Wording, r *rowPhrase, column string) {
	if g.manner.isDrawn() {
		w.Question = g.standalone(r) + "有哪些（请列出" + column + "）"
	}
}

func (g chinese) howLongBetween(r *rowPhrase, from, to, measure string) (Wording, bool) {
	if !g.manner.isDrawn() || g.manner.first || from == "" || to == "" {
		return Wording{}, false // an answer does not say which of the two came first
	}
	w := Wording{Subject: g.rows(r) + "从" + from + "到" + to + g.manner.variant("相隔", "间隔", "隔了")}
	w.Question = w.Subject + "多少" + measure
	w.Clause = w.Question
	return w, true
}

func (g chinese) askCited(w *Wording, text, passages string) {
	if g.manner.isDrawn() {
		w.Question = text + "中引用了哪些" + passages
	}
}

func (g chinese) askDay(layout plan.Layout) string {
	switch layout {
	case plan.LayoutMonth:
		return "哪年哪月"
	case plan.LayoutYear:
		return "哪一年"
	}
	return g.manner.variant("哪一天", "哪天")
}

func (g chinese) textForms() []string {
	return g.manner.forms([]string{"按原始记录的写法", "照原始记录给出"}, "按原始记录", "照原始记录")
}

func (g chinese) dateForms(layout plan.Layout) []string {
	shape, own := "XXXX年XX月XX日", []string{"格式为XXXX年XX月XX日", "请按XXXX年XX月XX日的格式给出"}
	switch layout {
	case plan.LayoutISO:
		shape, own = "YYYY-MM-DD", []string{"格式为YYYY-MM-DD", "请按YYYY-MM-DD的格式给出"}
	case plan.LayoutMonth:
		own = []string{"精确到月，格式为XXXX年XX月", "只需年月，按XXXX年XX月的格式给出"}
		return g.manner.forms(own, "XXXX年XX月", "精确到月")
	case plan.LayoutYear:
		own = []string{"只需年份，格式为XXXX年", "精确到年，按XXXX年的格式给出"}
		return g.manner.forms(own, "XXXX年", "精确到年")
	}
	return g.manner.forms(own, shape)
}

func (chinese) layouts(layout plan.Layout) []string {
	switch layout {
	case plan.LayoutISO:
		return []string{value.DateISO}
	case plan.LayoutMonth:
		return []string{"2006年01月", "2006年1月", "2006-01"}
	case plan.LayoutYear:
		return []string{"2006年", "2006"}
	}
	return []string{value.DateChinese}
}

func (chinese) amount(digits, unit string) (key, sentence string) {
	return digits + unit, digits + unit
}

func (chinese) none(string) []string { return nil }

func (chinese) countedText(digits, measure string) string { return digits + measure }
