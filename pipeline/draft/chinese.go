package draft

import (
	"fmt"
	"strings"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// chinese nests to the left: what is asked for stands last.
type chinese struct{ manner Manner }

func (chinese) labelled(label, name string) string { return label + name }

func (chinese) head(label string) string { return label }

func (chinese) that(label string, many bool) string {
	if many {
		return "这些" + label
	}
	return "该" + label
}

// stems count defined terms, as in contracts and judgments.
const stems = "甲乙丙丁戊己庚辛壬癸"

func (chinese) term(label string, i int, many bool) string {
	stem := []rune(stems)
	name := string(stem[i%len(stem)])
	if i >= len(stem) {
		name += fmt.Sprint(i / len(stem))
	}
	if many {
		name += "组"
	}
	return name + label
}

func (chinese) define(term string) string { return "（下称“" + term + "”）" }

func (chinese) meant(label, term string) string { return term + "所指的" + label }

func (chinese) figure() string { return "数" }

func (chinese) list(words []string) string { return strings.Join(words, "、") }

func (g chinese) columns(words []string) string {
	last := len(words) - 1
	return g.list(words[:last]) + "和" + words[last]
}

func (chinese) measure(string) string { return "个" }

func (chinese) dayMeasure() string { return "天" }

func (g chinese) count(r *rows) string { return g.called(r) + "的数量" }

func (g chinese) distinct(s *set) string {
	switch {
	case s.rows == nil && s.repeats:
		return s.text + "去重后的数量"
	case s.rows == nil:
		return s.text + "的数量"
	}
	return g.called(s.rows) + "的不同" + s.word + "的数量"
}

// totals are what a number made of a column is called, after the column.
var totals = map[plan.Function]string{
	plan.Sum: "合计", plan.Average: "平均值", plan.Minimum: "最小值", plan.Maximum: "最大值",
}

func (g chinese) aggregate(f plan.Function, r *rows, column string) string {
	text := g.rows(r)
	if r.conditions != nil {
		text += "各" + r.measure
	}
	return text + "的" + column + totals[f]
}

func (g chinese) days(a, b string) string { return g.beside(a, b) + "相差的天数" }

// beside joins two phrases, numbered where a word within them could be taken for
// the one that joins them.
func (chinese) beside(a, b string) string {
	if strings.ContainsAny(a+b, "与和") {
		return "（一）" + a + "与（二）" + b
	}
	return a + "与" + b
}

func (g chinese) arithmetic(f plan.Function, a, b string) string {
	switch f {
	case plan.Add:
		return g.beside(a, b) + "之和"
	case plan.Subtract:
		return a + "减去" + b + "的差额"
	case plan.Multiply:
		return g.beside(a, b) + "的乘积"
	case plan.Divide:
		return a + "除以" + b + "的商"
	}
	return a + "占" + b + "的百分比"
}

// more is the word for the end of a comparison.
func (chinese) more(k *comparison) string {
	if k.counts {
		return superlative("", k.order, [2]string{}, [2]string{}, [2]string{"更多", "更少"})
	}
	kind := k.kind
	if kind == "" {
		kind = domain.KindNumber
	}
	return superlative(kind, k.order, [2]string{"更晚", "更早"}, [2]string{"更大", "更小"}, [2]string{"更高", "更低"})
}

// tail is what is compared, behind the entity.
func (chinese) tail(k *comparison, tail string) string {
	if k.counts {
		tail = strings.TrimSuffix(tail, "的数量")
	}
	return tail
}

func (g chinese) winner(k *comparison) string {
	if tail, ok := strings.CutPrefix(k.same, domain.Slot); ok && k.same != "" {
		return g.beside(k.first, k.second) + "之中" + g.tail(k, tail) + g.more(k) + "的" + k.label
	}
	return "（一）" + k.a + "与（二）" + k.b + "相比，（一）" + g.more(k) + "时指" + k.first + "、（二）" + g.more(k) + "时指" + k.second + "的" + k.label
}

func (chinese) wording(ask Ask, subject, measure string) Wording {
	w := Wording{Subject: subject, Clause: subject}
	switch ask {
	case AskCount:
		w.Question = subject + "共有多少" + measure
	case AskNumber:
		w.Question = subject + "是多少" + measure
	case AskDate:
		w.Question = subject + "是" + measure
	case AskSeveral:
		w.Question = subject + "分别是什么"
	case AskWhich:
		w.Question = subject + "是哪一个"
	}
	if w.Question != "" {
		w.Clause = w.Question
	}
	return w
}

func (g chinese) howMany(r *rows, measure string) Wording {
	return g.wording(AskCount, g.rows(r), measure)
}

func (g chinese) howManyDifferent(s *set, measure string) Wording {
	switch {
	case s.rows == nil && s.repeats:
		return g.wording(AskCount, s.text+"去重后", measure)
	case s.rows == nil:
		return g.wording(AskCount, s.text, measure)
	}
	w := Wording{Subject: g.called(s.rows) + "涉及的不同" + s.word, Question: g.called(s.rows) + "共涉及多少" + measure + "不同的" + s.word}
	w.Clause = w.Question
	return w
}

func (g chinese) howLong(a, b, measure string) Wording {
	q := g.beside(a, b) + "相差多少" + measure
	return Wording{Subject: g.beside(a, b) + "相差", Question: q, Clause: q}
}

func (chinese) times(w Wording, a, b string) Wording {
	w.Question = a + "是" + b + "的多少倍"
	w.Clause = w.Question
	return w
}

func (g chinese) which(k *comparison) Wording {
	w := Wording{Subject: g.winner(k)}
	if tail, ok := strings.CutPrefix(k.same, domain.Slot); ok && k.same != "" {
		w.Question = g.beside(k.first, k.second) + "相比，哪一" + k.measure + k.label + g.tail(k, tail) + g.more(k)
	} else {
		w.Question = "（一）" + k.a + "与（二）" + k.b + "相比，" + g.more(k) + "的一方是哪一" + k.measure + k.label + "，" + k.first + "（对应前者）还是" + k.second + "（对应后者）"
	}
	w.Clause = w.Question
	return w
}
