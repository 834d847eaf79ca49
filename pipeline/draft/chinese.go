package draft

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// chinese nests phrases to the left: the requested thing comes last.
type chinese struct{ manner Manner }

func (chinese) labelled(label, name string) string { return label + name }

func (chinese) headNoun(label string) string { return label }

func (g chinese) demonstrative(label, measure string, many bool) string {
	if many {
		return "这些" + label
	}
	if utf8.RuneCountInString(label) > 1 && measure != "个" && g.manner.variant("该", "这", "这") == "这" {
		return "这" + measure + label
	}
	return "该" + label
}

func (chinese) definite(role string) string { return role }

func (chinese) found(label, measure string) string { return "查到的那" + measure + label }

func (chinese) indefinite(label, measure string) string { return "一" + measure + label }

func (chinese) whichOf(label, measure string) string { return "哪" + measure + label }

func (chinese) who() string { return "谁" }

func (chinese) isA(text, noun string) string { return text + "是" + noun }

func (g chinese) oneOf(r *rowPhrase, label, mark string) string {
	text := r.base + "中，"
	if r.choice.column == "" {
		return text + "有一" + r.measure + label + mark + strings.TrimSuffix(g.conditions(r), "的")
	}
	if r.conditions != nil {
		text += g.conditions(r) + r.rowNoun + "里，"
	}
	return text + "有一" + r.measure + label + mark + g.rankingPhrase(r.choice)
}

func (chinese) consider(text string) string { return "要看的是" + text }

func (chinese) withPronouns(text, _ string, _ bool) string { return text }

func (g chinese) saysRolesOnce() bool { return g.hasTopics() }

func (chinese) indirect(question string) string { return question }

func (g chinese) stepSizes() (plain, narrowed int) {
	if g.hasTopics() {
		return 3, 3
	}
	return 2, 1
}

func (chinese) nextStep(statement string, _ int) string { return statement }

// heavenlyStems number defined terms, as in contracts and judgments.
const heavenlyStems = "甲乙丙丁戊己庚辛壬癸"

func (chinese) term(label string, i int, many bool) string {
	stem := []rune(heavenlyStems)
	name := string(stem[i%len(stem)])
	if i >= len(stem) {
		name += fmt.Sprint(i / len(stem))
	}
	if many {
		name += "组"
	}
	return name + label
}

func (g chinese) define(term string) string {
	if g.manner.isDrawn() {
		return "（" + g.manner.variant("下称", "以下称") + term + "）"
	}
	return "（下称“" + term + "”）"
}

func (g chinese) meaningOf(label, term string) string {
	return term + g.manner.variant("所指的", "指代的", "代表的") + label
}

func (chinese) howMuch() string { return "多少" }

func (chinese) numberNoun() string { return "数" }

func (chinese) list(words []string) string { return strings.Join(words, "、") }

func (g chinese) columns(words []string) string {
	last := len(words) - 1
	return g.list(words[:last]) + g.manner.variant("和", "以及", "及") + words[last]
}

func (chinese) measure(string) string { return "个" }

func (chinese) dayMeasure() string { return "天" }

func (chinese) timesMeasure() string { return "倍" }

func (g chinese) count(r *rowPhrase) string { return g.standalone(r) + g.countSuffix() }

// countSuffix follows the noun phrase of things that are counted.
func (g chinese) countSuffix() string { return g.manner.variant("的数量", "的总数") }

// distinctPrefix precedes the noun phrase of things whose different values are counted.
func (g chinese) distinctPrefix() string { return g.manner.variant("不同", "不重复的") }

func (g chinese) distinct(s *setPhrase) string {
	switch {
	case s.rows == nil && s.repeats:
		return s.text + "去重后" + g.countSuffix()
	case s.rows == nil:
		return s.text + g.countSuffix()
	}
	return g.standalone(s.rows) + "的" + g.distinctPrefix() + s.noun + g.countSuffix()
}

// aggregateNoun is the noun for the aggregate of a column, behind the column.
func (g chinese) aggregateNoun(f plan.Function) string {
	switch f {
	case plan.Sum:
		return "合计"
	case plan.Average:
		return "平均值"
	case plan.Minimum:
		return "最小值"
	}
	return "最大值"
}

func (g chinese) aggregate(f plan.Function, r *rowPhrase, column string) string {
	if g.manner.isDrawn() {
		return g.drawnAggregate(f, r, column)
	}
	text := g.rows(r)
	if r.conditions != nil {
		text += "各" + r.measure
	}
	return text + g.joint(r, column) + column + g.aggregateNoun(f)
}

func (g chinese) total(phrase string) string { return phrase + g.aggregateNoun(plan.Sum) }

func (g chinese) days(a, b string) string { return g.joinPair(a, b) + g.differVerb() + "的天数" }

// differVerb is the verb for the distance of two days.
func (g chinese) differVerb() string { return g.manner.variant("相差", "间隔", "相隔") }

// joinPair joins two phrases, numbered if one of them contains the conjunction.
func (g chinese) joinPair(a, b string) string {
	and := g.manner.variant("与", "和")
	if strings.ContainsAny(a+b, "与和") {
		return "（一）" + a + and + "（二）" + b
	}
	return a + and + b
}

// itsOwn replaces the reference at the beginning of the second of two phrases by “其”, if the
// first begins with it.
func (g chinese) itsOwn(a, b string) string {
	first, _ := utf8.DecodeRuneInString(a)
	rest, ok := strings.CutPrefix(b, string(first))
	if !g.manner.isDrawn() || first < references || !ok {
		return b
	}
	return "其" + strings.TrimPrefix(rest, "的")
}

func (g chinese) arithmetic(f plan.Function, a, b string) string {
	b = g.itsOwn(a, b)
	switch f {
	case plan.Add:
		return g.joinPair(a, b) + g.manner.variant("之和", "相加的结果", "加起来的数额")
	case plan.Subtract:
		return a + "减去" + b + g.manner.variant("的差额", "后的差额", "所得的差额")
	case plan.Multiply:
		return g.joinPair(a, b) + g.manner.variant("的乘积", "相乘的结果")
	case plan.Divide:
		return a + "除以" + b + g.manner.variant("的商", "所得的商", "得到的商")
	}
	return a + "占" + b + g.manner.variant("的百分比", "的比例", "的比重")
}

// comparative is the adjective for the winning side of a comparison.
func (g chinese) comparative(k *comparison) string {
	if k.counts {
		return rankingWord("", k.order, [2]string{}, [2]string{}, g.comparatives("更多", "更少"))
	}
	kind := k.kind
	if kind == "" {
		kind = domain.KindNumber
	}
	return rankingWord(kind, k.order, g.comparatives("更晚", "更早"), g.comparatives("更大", "更小"), g.comparatives("更高", "更低"))
}

// comparatives are the adjectives for the two sides of a comparison.
func (g chinese) comparatives(more, less string) [2]string {
	if g.manner.variant("更", "较") == "较" {
		return [2]string{strings.Replace(more, "更", "较", 1), strings.Replace(less, "更", "较", 1)}
	}
	return [2]string{more, less}
}

// comparedSuffix is the compared value, behind the entity.
func (g chinese) comparedSuffix(k *comparison, tail string) string {
	if k.counts {
		tail = strings.TrimSuffix(tail, g.countSuffix())
	}
	return tail
}

func (g chinese) winner(k *comparison) string {
	if tail, ok := strings.CutPrefix(k.shared, domain.Slot); ok && k.shared != "" {
		of := g.comparedSuffix(k, tail)
		among := g.manner.variant("之中", "两者中", "两者当中")
		if among != "之中" {
			of = strings.TrimPrefix(of, "的")
		}
		return g.joinPair(k.first, k.second) + among + of + g.comparative(k) + "的" + k.label
	}
	return "（一）" + k.firstValue + g.manner.variant("与", "和") + "（二）" + k.secondValue + g.comparedWith() + "，（一）" + g.comparative(k) + "时指" + k.first + "、（二）" + g.comparative(k) + "时指" + k.second + "的" + k.label
}

// comparedWith follows the compared entities.
func (g chinese) comparedWith() string { return g.manner.variant("相比", "相比较", "比起来") }

func (g chinese) wording(ask AskKind, subject, measure string) Wording {
	w := Wording{Subject: subject, Clause: subject}
	switch ask {
	case AskCount:
		w.Question = subject + g.manner.variant("共有多少", "一共有多少", "有多少") + measure
	case AskNumber:
		w.Question = subject + "是多少" + measure
	case AskDate:
		w.Question = subject + "是" + measure
	case AskSeveral:
		if measure != "" {
			w.Question = subject + "分别是" + measure
		} else if !g.manner.isDrawn() {
			w.Question = subject + "分别是什么"
		}
	case AskWhich:
		w.Question = subject + g.manner.variant("是哪一个", "是哪个")
	}
	if w.Question != "" {
		w.Clause = w.Question
	}
	return w
}

func (g chinese) howMany(r *rowPhrase, measure string) Wording {
	return g.wording(AskCount, g.rows(r), measure)
}

func (g chinese) howManyDifferent(s *setPhrase, measure string) Wording {
	switch {
	case s.rows == nil && s.repeats:
		return g.wording(AskCount, s.text+"去重后", measure)
	case s.rows == nil:
		return g.wording(AskCount, s.text, measure)
	}
	w := Wording{Subject: g.standalone(s.rows) + "涉及的" + g.distinctPrefix() + s.noun, Question: g.standalone(s.rows) + g.manner.variant("共涉及多少", "一共涉及多少", "涉及多少") + measure + strings.TrimSuffix(g.distinctPrefix(), "的") + "的" + s.noun}
	w.Clause = w.Question
	return w
}

func (g chinese) howLong(a, b, measure string) Wording {
	q := g.joinPair(a, b) + g.differVerb() + "多少" + measure
	return Wording{Subject: g.joinPair(a, b) + g.differVerb(), Question: q, Clause: q}
}

func (g chinese) ratioWording(w Wording, a, b string) Wording {
	b = g.itsOwn(a, b)
	if g.manner.isDrawn() {
		w.Subject = a + "相当于" + b + "的倍数"
	}
	w.Question = a + g.manner.variant("是", "相当于") + b + "的" + g.manner.variant("多少倍", "几倍")
	w.Clause = w.Question
	return w
}

func (g chinese) which(k *comparison) Wording {
	w := Wording{Subject: g.winner(k)}
	if tail, ok := strings.CutPrefix(k.shared, domain.Slot); ok && k.shared != "" {
		w.Question = g.joinPair(k.first, k.second) + g.comparedWith() + "，哪一" + k.measure + k.label + g.comparedSuffix(k, tail) + g.comparative(k)
	} else {
		w.Question = "（一）" + k.firstValue + g.manner.variant("与", "和") + "（二）" + k.secondValue + g.comparedWith() + "，" + g.comparative(k) + "的一方是哪一" + k.measure + k.label + "，" + k.first + "（对应前者）还是" + k.second + "（对应后者）"
	}
	w.Clause = w.Question
	return w
}
