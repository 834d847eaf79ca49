package draft

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// chinese nests phrases to the left: what is asked for comes last.
type chinese struct{ manner Manner }

func (chinese) labelled(label, name string) string { return label + name }

func (chinese) head(label string) string { return label }

func (g chinese) demonstrative(label string, many bool) string {
	if many {
		return g.manner.say("这些", "上述这些", "前述这些") + label
	}
	return g.manner.say("该", "上述", "前述") + label
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

func (g chinese) define(term string) string {
	return "（" + g.manner.say("下称", "以下简称", "以下称", "简称", "下文称") + "“" + term + "”）"
}

func (g chinese) meaningOf(label, term string) string {
	return term + g.manner.say("所指的", "指代的", "代表的") + label
}

func (chinese) numberNoun() string { return "数" }

func (chinese) list(words []string) string { return strings.Join(words, "、") }

func (g chinese) columns(words []string) string {
	last := len(words) - 1
	return g.list(words[:last]) + g.manner.say("和", "以及", "及") + words[last]
}

func (chinese) measure(string) string { return "个" }

func (chinese) dayMeasure() string { return "天" }

func (chinese) timesMeasure() string { return "倍" }

func (g chinese) count(r *rows) string { return g.standalone(r) + g.quantity() }

// quantity makes a number of things, behind them.
func (g chinese) quantity() string { return g.manner.say("的数量", "的总数") }

// unlike is what things are that are counted once each, in front of them.
func (g chinese) unlike() string { return g.manner.say("不同", "不重复的") }

func (g chinese) distinct(s *set) string {
	switch {
	case s.rows == nil && s.repeats:
		return s.text + "去重后" + g.quantity()
	case s.rows == nil:
		return s.text + g.quantity()
	}
	return g.standalone(s.rows) + "的" + g.unlike() + s.word + g.quantity()
}

// total is what a number made of a column is called, after the column.
func (g chinese) total(f plan.Function) string {
	switch f {
	case plan.Sum:
		return g.manner.say("合计", "总计", "总和")
	case plan.Average:
		return g.manner.say("平均值", "均值", "平均数")
	case plan.Minimum:
		return g.manner.say("最小值", "最低值")
	}
	return g.manner.say("最大值", "最高值")
}

func (g chinese) aggregate(f plan.Function, r *rows, column string) string {
	text := g.rows(r)
	if r.conditions != nil {
		text += "各" + r.measure
	}
	return text + g.joint(r, column) + column + g.total(f)
}

func (g chinese) days(a, b string) string { return g.beside(a, b) + g.apart() + "的天数" }

// apart is what two days are.
func (g chinese) apart() string { return g.manner.say("相差", "间隔", "相隔") }

// beside joins two phrases, numbered where a word within them could be taken for
// the one that joins them.
func (g chinese) beside(a, b string) string {
	and := g.manner.say("与", "和")
	if strings.ContainsAny(a+b, "与和") {
		return "（一）" + a + and + "（二）" + b
	}
	return a + and + b
}

func (g chinese) arithmetic(f plan.Function, a, b string) string {
	switch f {
	case plan.Add:
		return g.beside(a, b) + g.manner.say("之和", "相加的结果", "加起来的数额")
	case plan.Subtract:
		return a + "减去" + b + g.manner.say("的差额", "后的差额", "所得的差额")
	case plan.Multiply:
		return g.beside(a, b) + g.manner.say("的乘积", "相乘的结果")
	case plan.Divide:
		return a + "除以" + b + g.manner.say("的商", "所得的商", "得到的商")
	}
	return a + "占" + b + g.manner.say("的百分比", "的比例", "的比重")
}

// more is the word for the end of a comparison.
func (g chinese) more(k *comparison) string {
	if k.counts {
		return superlative("", k.order, [2]string{}, [2]string{}, g.ends("更多", "更少"))
	}
	kind := k.kind
	if kind == "" {
		kind = domain.KindNumber
	}
	return superlative(kind, k.order, g.ends("更晚", "更早"), g.ends("更大", "更小"), g.ends("更高", "更低"))
}

// ends are the words for the two ends of a comparison.
func (g chinese) ends(more, less string) [2]string {
	if g.manner.say("更", "较") == "较" {
		return [2]string{strings.Replace(more, "更", "较", 1), strings.Replace(less, "更", "较", 1)}
	}
	return [2]string{more, less}
}

// tail is what is compared, behind the entity.
func (g chinese) tail(k *comparison, tail string) string {
	if k.counts {
		tail = strings.TrimSuffix(tail, g.quantity())
	}
	return tail
}

func (g chinese) winner(k *comparison) string {
	if tail, ok := strings.CutPrefix(k.same, domain.Slot); ok && k.same != "" {
		of := g.tail(k, tail)
		among := g.manner.say("之中", "两者中", "两者当中")
		if among != "之中" {
			of = strings.TrimPrefix(of, "的")
		}
		return g.beside(k.first, k.second) + among + of + g.more(k) + "的" + k.label
	}
	return "（一）" + k.a + g.manner.say("与", "和") + "（二）" + k.b + g.against() + "，（一）" + g.more(k) + "时指" + k.first + "、（二）" + g.more(k) + "时指" + k.second + "的" + k.label
}

// against compares, behind what is compared.
func (g chinese) against() string { return g.manner.say("相比", "相比较", "比起来") }

func (g chinese) wording(ask AskKind, subject, measure string) Wording {
	w := Wording{Subject: subject, Clause: subject}
	switch ask {
	case AskCount:
		w.Question = subject + g.manner.say("共有多少", "一共有多少", "有多少") + measure
	case AskNumber:
		w.Question = subject + g.manner.say("是多少", "具体是多少") + measure
	case AskDate:
		w.Question = subject + g.manner.say("是", "具体是") + measure
	case AskSeveral:
		w.Question = subject + g.manner.say("分别是什么", "各是什么", "各自是什么")
	case AskWhich:
		w.Question = subject + g.manner.say("是哪一个", "是哪个", "具体是哪一个")
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
	w := Wording{Subject: g.standalone(s.rows) + "涉及的" + g.unlike() + s.word, Question: g.standalone(s.rows) + g.manner.say("共涉及多少", "一共涉及多少", "涉及多少") + measure + strings.TrimSuffix(g.unlike(), "的") + "的" + s.word}
	w.Clause = w.Question
	return w
}

func (g chinese) howLong(a, b, measure string) Wording {
	q := g.beside(a, b) + g.apart() + "多少" + measure
	return Wording{Subject: g.beside(a, b) + g.apart(), Question: q, Clause: q}
}

func (g chinese) times(w Wording, a, b string) Wording {
	w.Question = a + g.manner.say("是", "相当于") + b + "的" + g.manner.say("多少倍", "几倍")
	w.Clause = w.Question
	return w
}

func (g chinese) which(k *comparison) Wording {
	w := Wording{Subject: g.winner(k)}
	if tail, ok := strings.CutPrefix(k.same, domain.Slot); ok && k.same != "" {
		w.Question = g.beside(k.first, k.second) + g.against() + "，哪一" + k.measure + k.label + g.tail(k, tail) + g.more(k)
	} else {
		w.Question = "（一）" + k.a + g.manner.say("与", "和") + "（二）" + k.b + g.against() + "，" + g.more(k) + "的一方是哪一" + k.measure + k.label + "，" + k.first + "（对应前者）还是" + k.second + "（对应后者）"
	}
	w.Clause = w.Question
	return w
}
