package published

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestIs(t *testing.T) {
	number := func(text, unit string) value.Value {
		v, ok := value.ParseNumber(text, unit)
		if !ok {
			t.Fatalf("%q in %q is no number", text, unit)
		}
		return v
	}
	of := func(form plan.Form, v value.Value) answer {
		a := answer{form: form, value: v}
		if v.Kind == value.Number {
			a.digits, _ = value.FormatNumber(v, form.Unit, form.Places)
		}
		return a
	}
	day, _ := value.ParseDate("2019-12-11")
	money := plan.Form{Style: plan.StyleNumber, Unit: "亿元", Places: 2}
	share := plan.Form{Style: plan.StyleNumber, Unit: "%", Places: 2}
	firms := plan.Form{Style: plan.StyleNumber, Unit: "家"}
	count := plan.Form{Style: plan.StyleCount}
	date := plan.Form{Style: plan.StyleDate}
	text := plan.Form{Style: plan.StyleText}
	cut := of(text, value.NewText("云岭省白石市人民法院"))
	cut.cut = func(s string) string { return strings.TrimPrefix(s, "云岭省") }
	for _, c := range []struct {
		name   string
		answer answer
		key    string
		want   bool
	}{
		{"amount", of(money, number("27.104亿", "元")), "27.10亿元", true},
		{"amount in another unit", of(money, number("27.1亿", "元")), "2710000000元", true},
		{"amount rounded otherwise", of(money, number("27.104亿", "元")), "27.104亿元", false},
		{"amount without unit", of(money, number("27.1亿", "元")), "27.10", true},
		{"amount as a count", of(money, number("2亿", "元")), "2家", false},
		{"share", of(share, number("94.0", "%")), "94", true},
		{"share with its sign", of(share, number("94.0", "%")), "94.0%", true},
		{"another share", of(share, number("94.5", "%")), "94", false},
		{"stated count", of(firms, number("17", "家")), "17家", true},
		{"stated count, another measure", of(firms, number("17", "家")), "17次", true},
		{"count", of(count, number("3", "")), "3次", true},
		{"count without measure", of(count, number("3", "")), "３", true},
		{"another count", of(count, number("3", "")), "13次", false},
		{"count, money", of(count, number("0", "")), "0.00元", false},
		{"count, scaled", of(count, number("3", "")), "3万", false},
		{"day", of(date, day), "2019年12月11日", true},
		{"day, other digits", of(date, day), "2019-12-11", true},
		{"another day", of(date, day), "2019年12月12日", false},
		{"month", of(plan.Form{Style: plan.StyleDate, Layout: plan.LayoutMonth}, day), "2019年12月", true},
		{"year", of(plan.Form{Style: plan.StyleDate, Layout: plan.LayoutYear}, day), "2019年", true},
		{"year for a day", of(date, day), "2019年", false},
		{"text", of(text, value.NewText("白露（集团）")), "白露(集团)", true},
		{"part of a text", of(text, value.NewText("白露集团")), "白露", false},
		{"amount in a text", of(text, value.NewText("94160元")), "94160.00元", true},
		{"another amount in a text", of(text, value.NewText("94161元")), "94160.00元", false},
		{"code in a text", of(text, value.NewText("000001")), "1", false},
		{"name without province", cut, "白石市人民法院", true},
		{"another name", cut, "青石市人民法院", false},
		{"yes", answer{form: plan.Form{Style: plan.StyleTruth}, truth: true}, "是上市公司", true},
		{"yes for no", answer{form: plan.Form{Style: plan.StyleTruth}, truth: true}, "不是上市公司", false},
		{"no", answer{form: plan.Form{Style: plan.StyleTruth}}, "不是上市公司", true},
		{"no for yes", answer{form: plan.Form{Style: plan.StyleTruth}}, "是", false},
	} {
		if got := c.answer.is(c.key); got != c.want {
			t.Errorf("%s: is(%q) = %v, want %v", c.name, c.key, got, c.want)
		}
	}
}
