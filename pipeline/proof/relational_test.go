package proof

import (
	"math/big"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// node names an operation and what it reads.
func node(name string, do plan.Operation, from ...string) plan.Node {
	return plan.Node{Name: name, From: from, Do: do}
}

const (
	east  = "东海船舶有限公司"
	south = "南岭茶叶有限公司"
	west  = "西湖丝绸有限公司"
	north = "北疆矿业有限公司"
)

// What every operation gives over the healthy tables, worked out by hand.
func TestOperations(t *testing.T) {
	w := load(t, small(), healthy())
	r := newRelational(w.Domain, w.Corpus)
	base := []plan.Node{
		node("south", start("firm", south)), node("east", start("firm", east)), node("west", start("firm", west)), node("unknown", start("firm", "无此公司")),
		node("firm", call("firm"), "south"), node("parent", call("firm"), "east"), node("cases", call("cases"), "south"), node("subs", call("subsidiaries"), "east"),
		node("none", &plan.Call{Tool: "cases", Empty: true}, "east"), node("them", project("名称"), "subs"), node("numbers", project("案号"), "cases"),
		node("capital", project("资本"), "firm"), node("more", project("资本"), "parent"), node("day", project("成立"), "firm"), node("before", project("成立"), "parent"),
		node("parties", project("公司"), "cases"), node("count", &plan.Count{}, "cases"), node("courts", project("法院"), "cases"),
		node("zero", &plan.Count{}, "none"), node("codes", &plan.DeriveAll{Derivation: "number_code"}, "numbers"), node("places", project("省", "市"), "subs"),
	}
	filter := func(column string, c plan.Comparison, operands ...string) *plan.Filter {
		f := &plan.Filter{Column: column, Comparison: c}
		if len(operands) > 0 {
			f.Operand = operands[0]
		}
		if len(operands) > 1 {
			f.To = operands[1]
		}
		return f
	}
	rank := func(column string, o plan.Order, place int) *plan.Superlative {
		return &plan.Superlative{Column: column, Order: o, Rank: place}
	}
	for _, c := range []struct {
		name   string
		do     plan.Operation
		from   []string
		want   []string // keys of rows, texts, fractions, yes or no
		reason plan.Reason
	}{
		{"call", call("cases"), []string{"south"}, []string{"（2019）甲01民初11号", "（2020）甲01民初12号", "（2020）乙02民初13号"}, ""},
		{"call: nothing", call("cases"), []string{"unknown"}, nil, plan.Missing},
		{"call: nothing is a result", &plan.Call{Tool: "cases", Empty: true}, []string{"unknown"}, []string{}, ""},
		{"call: each", &plan.Call{Tool: "cases", Each: true}, []string{"them"}, []string{"（2019）甲01民初11号", "（2020）甲01民初12号", "（2020）乙02民初13号", "（2021）乙02民初14号"}, ""},
		{"call: each once", &plan.Call{Tool: "firm", Each: true}, []string{"parties"}, []string{south}, ""},
		{"call: each of several parts", &plan.Call{Tool: "place", Each: true}, []string{"places"}, []string{"P-002", "P-003"}, ""},
		{"derive all", &plan.DeriveAll{Derivation: "number_code"}, []string{"numbers"}, []string{"甲01", "甲01", "乙02"}, ""},
		{"year", filter("立案", plan.Year, "2020"), []string{"cases"}, []string{"（2020）甲01民初12号", "（2020）乙02民初13号"}, ""},
		{"since", filter("立案", plan.Since, "2020-04-08"), []string{"cases"}, []string{"（2020）甲01民初12号", "（2020）乙02民初13号"}, ""},
		{"until", filter("立案", plan.Until, "2020-04-08"), []string{"cases"}, []string{"（2019）甲01民初11号", "（2020）甲01民初12号"}, ""},
		{"during", filter("立案", plan.During, "2019-02-01", "2020-04-07"), []string{"cases"}, []string{"（2019）甲01民初11号"}, ""},
		{"above", filter("金额", plan.Above, "25000.5"), []string{"cases"}, []string{"（2020）甲01民初12号"}, ""},
		{"at least", filter("金额", plan.AtLeast, "25000.5"), []string{"cases"}, []string{"（2019）甲01民初11号", "（2020）甲01民初12号"}, ""},
		{"below", filter("金额", plan.Below, "25000.5"), []string{"cases"}, []string{"（2020）乙02民初13号"}, ""},
		{"at most", filter("金额", plan.AtMost, "25000.5"), []string{"cases"}, []string{"（2019）甲01民初11号", "（2020）乙02民初13号"}, ""},
		{"within", filter("金额", plan.Within, "99.5", "180000"), []string{"cases"}, []string{"（2019）甲01民初11号"}, ""},
		{"equals a number", filter("金额", plan.Equals, "180000"), []string{"cases"}, []string{"（2020）甲01民初12号"}, ""},
		{"equals one of several names", filter("当事人", plan.Equals, west), []string{"cases"}, []string{"（2020）甲01民初12号", "（2020）乙02民初13号"}, ""},
		{"contains", filter("案由", plan.Contains, "纠纷"), []string{"cases"}, []string{"（2019）甲01民初11号", "（2020）甲01民初12号"}, ""},
		{"stated", filter("案由", plan.Stated), []string{"cases"}, []string{"（2019）甲01民初11号", "（2020）甲01民初12号", "（2020）乙02民初13号"}, ""},
		{"names", filter("当事人", plan.Names), []string{"cases", "west"}, []string{"（2020）甲01民初12号", "（2020）乙02民初13号"}, ""},
		{"filter: none", filter("立案", plan.Year, "2018"), []string{"cases"}, nil, plan.Missing},
		{"filter: none is a result", &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2018", Empty: true}, []string{"cases"}, []string{}, ""},
		{"superlative", rank("金额", plan.Max, 0), []string{"cases"}, []string{"（2020）甲01民初12号"}, ""},
		{"second", rank("金额", plan.Max, 2), []string{"cases"}, []string{"（2019）甲01民初11号"}, ""},
		{"third last", rank("立案", plan.Min, 3), []string{"cases"}, []string{"（2020）乙02民初13号"}, ""},
		{"no fourth", rank("立案", plan.Min, 4), []string{"cases"}, nil, plan.Missing},
		{"only: several", &plan.Only{}, []string{"cases"}, nil, plan.Several},
		{"only: none", &plan.Only{}, []string{"none"}, nil, plan.Missing},
		{"frequent", &plan.Frequent{Column: "当事人"}, []string{"cases"}, []string{west}, ""},
		{"frequent: tie", &plan.Frequent{Column: "案由"}, []string{"cases"}, nil, plan.Tie},
		{"mode", &plan.Mode{}, []string{"codes"}, []string{"甲01"}, ""},
		{"mode: tie", &plan.Mode{}, []string{"numbers"}, nil, plan.Tie},
		{"project: none", project("案由"), []string{"none"}, nil, plan.Missing},
		{"count", &plan.Count{}, []string{"cases"}, []string{"3/1"}, ""},
		{"count: none", &plan.Count{}, []string{"none"}, []string{"0/1"}, ""},
		{"distinct", &plan.Distinct{}, []string{"codes"}, []string{"2/1"}, ""},
		{"distinct: of several parts", &plan.Distinct{}, []string{"places"}, []string{"2/1"}, ""},
		{"sum", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, []string{"cases"}, []string{"205100/1"}, ""},
		{"average", &plan.Aggregate{Function: plan.Average, Column: "金额"}, []string{"cases"}, []string{"205100/3"}, ""},
		{"minimum", &plan.Aggregate{Function: plan.Minimum, Column: "金额"}, []string{"cases"}, []string{"199/2"}, ""},
		{"maximum", &plan.Aggregate{Function: plan.Maximum, Column: "金额"}, []string{"cases"}, []string{"180000/1"}, ""},
		{"sum: none", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, []string{"none"}, nil, plan.Missing},
		{"exists", &plan.Exists{}, []string{"cases"}, []string{"yes"}, ""},
		{"exists: not", &plan.Exists{}, []string{"none"}, []string{"no"}, ""},
		{"days", &plan.Days{}, []string{"day", "before"}, []string{"1539/1"}, ""},
		{"add", &plan.Arithmetic{Function: plan.Add}, []string{"capital", "more"}, []string{"221000000/1"}, ""},
		{"subtract", &plan.Arithmetic{Function: plan.Subtract}, []string{"capital", "more"}, []string{"-41000000/1"}, ""},
		{"multiply", &plan.Arithmetic{Function: plan.Multiply}, []string{"capital", "count"}, []string{"270000000/1"}, ""},
		{"divide", &plan.Arithmetic{Function: plan.Divide}, []string{"capital", "more"}, []string{"90/131"}, ""},
		{"divide: by a count", &plan.Arithmetic{Function: plan.Divide}, []string{"capital", "count"}, []string{"30000000/1"}, ""},
		{"divide: by nothing", &plan.Arithmetic{Function: plan.Divide}, []string{"count", "zero"}, nil, plan.Undefined},
		{"share", &plan.Arithmetic{Function: plan.Share}, []string{"capital", "more"}, []string{"9000/131"}, ""},
		{"tiered: a threshold is reached", &plan.Tiered{Tiers: []plan.Tier{{AtLeast: []string{"9", "9"}, Rate: "1"}, {AtLeast: []string{"4", "3"}, Rate: "2.5"}, {Rate: "10"}}}, []string{"zero", "count"}, []string{"5/2"}, ""},
		{"tiered: the first of two", &plan.Tiered{Tiers: []plan.Tier{{AtLeast: []string{"2"}, Rate: "1"}, {AtLeast: []string{"1"}, Rate: "2.5"}, {Rate: "10"}}}, []string{"count"}, []string{"1/1"}, ""},
		{"tiered: none is reached", &plan.Tiered{Tiers: []plan.Tier{{AtLeast: []string{"3.5"}, Rate: "2"}, {Rate: "10"}}}, []string{"count"}, []string{"10/1"}, ""},
		{"compare", &plan.Compare{Order: plan.Max}, []string{"south", "capital", "east", "more"}, []string{east}, ""},
		{"compare: days", &plan.Compare{Order: plan.Max}, []string{"south", "day", "east", "before"}, []string{south}, ""},
		{"compare: tie", &plan.Compare{Order: plan.Max}, []string{"south", "day", "east", "day"}, nil, plan.Tie},
		{"union", &plan.Combine{Function: plan.Union}, []string{"parties", "them"}, []string{south, west}, ""},
		{"intersection", &plan.Combine{Function: plan.Intersection}, []string{"them", "parties"}, []string{south}, ""},
		{"difference", &plan.Combine{Function: plan.Difference}, []string{"them", "parties"}, []string{west}, ""},
		{"difference: none", &plan.Combine{Function: plan.Difference}, []string{"parties", "them"}, nil, plan.Missing},
		{"having", &plan.Having{Tool: "cases"}, []string{"them"}, []string{south, west}, ""},
		{"having: none", &plan.Having{Tool: "subsidiaries"}, []string{"them"}, nil, plan.Missing},
		{"having: none is a result", &plan.Having{Tool: "subsidiaries", Empty: true}, []string{"them"}, []string{}, ""},
	} {
		p := &plan.Program{Nodes: append(slices.Clone(base), node("last", c.do, c.from...))}
		e := r.evaluate(p)
		if e.reason != c.reason {
			t.Errorf("%s: ends with %q (%s), want %q", c.name, e.reason, e.detail, c.reason)
		}
		if e.reason != "" {
			continue
		}
		if got := shown(e.of("last")); !slices.Equal(got, c.want) {
			t.Errorf("%s = %q, want %q", c.name, got, c.want)
		}
	}
}

// shown renders a relation: the keys of its rows, its texts, numbers as fractions, yes
// or no.
func shown(r *relation) []string {
	if _, ok := r.node.Do.(*plan.Exists); ok {
		return []string{map[bool]string{true: "yes", false: "no"}[r.truth]}
	}
	list := []string{}
	for _, d := range r.data {
		if d.number != nil {
			d.text = d.number.String()
		}
		list = append(list, d.text)
	}
	if _, ok := r.node.Do.(*plan.Project); r.data == nil && !ok {
		for _, row := range r.rows {
			list = append(list, r.table.Cell(row, r.table.Column(r.table.Spec().Key)).Text())
		}
	}
	return list
}

// Shares are fractions whatever stands beside them.
func TestUnits(t *testing.T) {
	for _, c := range []struct {
		f          plan.Function
		a, b       int64
		ua, ub     string
		want, unit string
	}{
		{plan.Multiply, 50, 30, "%", "元", "15/1", "元"},
		{plan.Multiply, 30, 50, "元", "%", "15/1", "元"},
		{plan.Multiply, 50, 50, "%", "%", "25/1", "%"},
		{plan.Multiply, 50, 2, "%", "", "100/1", "%"},
		{plan.Multiply, 2, 50, "", "%", "1/1", ""},
		{plan.Divide, 30, 50, "元", "%", "60/1", "元"},
		{plan.Divide, 30, 60, "元", "元", "1/2", ""},
		{plan.Divide, 50, 25, "%", "%", "2/1", ""},
		{plan.Divide, 50, 2, "%", "", "25/1", "%"},
		{plan.Add, 50, 25, "%", "%", "75/1", "%"},
		{plan.Subtract, 50, 75, "%", "%", "-25/1", "%"},
		{plan.Share, 30, 40, "元", "元", "75/1", "%"},
		{plan.Share, 30, 40, "%", "%", "75/1", "%"},
	} {
		number := func(n int64, unit string) *relation {
			d := countOf(int(n))
			d[0].unit = unit
			return &relation{data: d}
		}
		to := &relation{from: []*relation{number(c.a, c.ua), number(c.b, c.ub)}}
		if reason, detail := arithmetic(to, c.f); reason != "" || to.data[0].number.String() != c.want || to.data[0].unit != c.unit {
			t.Errorf("%s of %d%s and %d%s = %v, %s %s, want %s%s", c.f, c.a, c.ua, c.b, c.ub, to.data, reason, detail, c.want, c.unit)
		}
	}
}

func ratio(num, den int64) datum { return datum{kind: value.Number, number: big.NewRat(num, den)} }

func TestDayNumber(t *testing.T) {
	for iso, want := range map[string]int64{
		"1970-01-01": 0, "1970-03-01": 59, "1969-12-31": -1, "2000-02-29": 11016, "2000-03-01": 11017, "1900-03-01": -25508, "0001-01-01": -719162, "9999-12-31": 2932896,
	} {
		if got := dayNumber(iso); got != want {
			t.Errorf("dayNumber(%s) = %d, want %d", iso, got, want)
		}
	}
}

// Numbers are rounded half away from zero, and nothing has no sign.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		num, den int64
		places   int
		want     string
	}{
		{5, 10, 0, "1"}, {-5, 10, 0, "-1"}, {-1, 1000, 2, "0.00"}, {1, 3, 2, "0.33"}, {2, 3, 0, "1"}, {125, 100, 1, "1.3"}, {-125, 100, 1, "-1.3"}, {7, 1, 2, "7.00"},
	} {
		if got := ratio(c.num, c.den).digits(c.places); got != c.want {
			t.Errorf("%d/%d to %d places = %q, want %q", c.num, c.den, c.places, got, c.want)
		}
	}
}

// A node that only answers which are not asked for need is left out, and so are the
// answers.
func TestWaived(t *testing.T) {
	w := load(t, small(), healthy())
	r := newRelational(w.Domain, w.Corpus)
	for who, asked := range map[string]int{south: 2, east: 1} {
		p := &plan.Program{
			Nodes: []plan.Node{
				node("who", start("firm", who)), node("cases", &plan.Call{Tool: "cases", Empty: true}, "who"), node("any", &plan.Exists{}, "cases"),
				node("largest", &plan.Superlative{Column: "金额", Order: plan.Max}, "cases"), node("cause", project("案由"), "largest"),
			},
			Answers: []plan.AnswerSpec{{From: "any", Form: plan.Form{Style: plan.StyleTruth}}, {From: "cause", Form: words, If: "any"}},
		}
		e := r.evaluate(p)
		if e.reason != "" || len(e.answers(p)) != asked || (e.of("cause") != nil) != (asked == 2) {
			t.Errorf("%s: %q, %d answers, want %d", who, e.detail, len(e.answers(p)), asked)
		}
	}
}
