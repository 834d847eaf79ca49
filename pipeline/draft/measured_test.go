package draft

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// known are nodes about a company, its subsidiaries and cases, and a law firm.
const known = `{"name":"company","op":"start","entity":"company","value":["青岚精密仪器股份有限公司"]},
	{"name":"register","op":"call","from":["company"],"tool":"get_company_register"},
	{"name":"capital","op":"project","from":["register"],"columns":["注册资本"]},
	{"name":"insured","op":"project","from":["register"],"columns":["参保人数"]},
	{"name":"founded","op":"project","from":["register"],"columns":["成立日期"]},
	{"name":"profile","op":"call","from":["company"],"tool":"get_company_info"},
	{"name":"listed","op":"project","from":["profile"],"columns":["上市日期"]},
	{"name":"subsidiaries","op":"call","from":["company"],"tool":"get_sub_company_info_list"},
	{"name":"invested","op":"sum","from":["subsidiaries"],"column":"上市公司投资金额"},
	{"name":"stake","op":"maximum","from":["subsidiaries"],"column":"上市公司参股比例"},
	{"name":"cases","op":"call","from":["company"],"tool":"get_legal_document_company_list"},
	{"name":"recent","op":"filter","from":["cases"],"column":"日期","comparison":"year","operand":"2020"},
	{"name":"firms","op":"project","from":["cases"],"columns":["原告律师事务所"]},
	{"name":"causes","op":"project","from":["cases"],"columns":["案由"]},
	{"name":"counted","op":"count","from":["cases"]},
	{"name":"some","op":"count","from":["recent"]},
	{"name":"owned","op":"count","from":["subsidiaries"]},
	{"name":"days","op":"days","from":["listed","founded"]},
	{"name":"firm","op":"start","entity":"law_firm","value":["江苏云溪律师事务所"]},
	{"name":"log","op":"call","from":["firm"],"tool":"get_lawfirm_log"},
	{"name":"rank","op":"project","from":["log"],"columns":["业务量排名"]},
	{"name":"served","op":"project","from":["log"],"columns":["服务已上市公司"]}`

// TestQuantities: every number says what it measures and in which unit, in both
// languages, whichever operation it comes of.
func TestQuantities(t *testing.T) {
	w := newWorld(t)
	const (
		count = `{"style":"count"}`
		whole = `{"style":"number"}`
		ratio = `{"style":"number","places":2}`
		yuan  = `{"style":"number","unit":"元","places":2}`
		share = `{"style":"number","unit":"%","places":2}`
	)
	for _, c := range []struct {
		node, form string // the last node, "" for one that is known
		from       string
		kind       quantity.Dimension
		zh, en     string // units
		bare       bool   // whether the keyword is digits alone in Chinese too
	}{
		{"", yuan, "capital", quantity.Money, "元", "元", false},
		{"", `{"style":"number","unit":"亿元","places":1}`, "capital", quantity.Money, "亿元", "亿元", false},
		{"", yuan, "invested", quantity.Money, "元", "元", false},
		{`{"op":"add","from":["capital","invested"]`, yuan, "x", quantity.Money, "元", "元", false},
		{`{"op":"subtract","from":["capital","invested"]`, `{"style":"number","unit":"万元","places":2}`, "x", quantity.Money, "万元", "万元", false},
		{`{"op":"multiply","from":["capital","stake"]`, yuan, "x", quantity.Money, "元", "元", false},
		{`{"op":"multiply","from":["stake","capital"]`, yuan, "x", quantity.Money, "元", "元", false},
		{`{"op":"divide","from":["capital","insured"]`, yuan, "x", quantity.Money, "元", "元", false},
		{`{"op":"divide","from":["capital","counted"]`, yuan, "x", quantity.Money, "元", "元", false},

		{`{"op":"divide","from":["capital","invested"]`, ratio, "x", quantity.Times, "倍", "times", true},
		{`{"op":"divide","from":["counted","some"]`, ratio, "x", quantity.Times, "倍", "times", true},

		{"", share, "stake", quantity.Percent, "%", "%", false},
		{`{"op":"share","from":["invested","capital"]`, share, "x", quantity.Percent, "%", "%", false},
		{`{"op":"share","from":["some","counted"]`, share, "x", quantity.Percent, "%", "%", false},

		{"", whole, "rank", quantity.Rank, "", "", true},
		{`{"op":"subtract","from":["rank","rank"]`, whole, "x", quantity.Number, "", "", true},

		{"", count, "counted", quantity.Count, "件", "court cases", false},
		{"", count, "owned", quantity.Count, "家", "subsidiaries", false},
		{`{"op":"distinct","from":["firms"]`, count, "x", quantity.Count, "家", "law firms", false},
		{`{"op":"distinct","from":["causes"]`, count, "x", quantity.Count, "个", "causes of action", false},
		{"", `{"style":"number","unit":"家"}`, "served", quantity.Count, "家", "listed companies", false},
		{"", `{"style":"number","unit":"人"}`, "insured", quantity.Count, "人", "people", false},
		{`{"op":"add","from":["counted","some"]`, whole, "x", quantity.Count, "件", "court cases", true},
		{`{"op":"add","from":["counted","owned"]`, whole, "x", quantity.Count, "", "", true},
		{`{"op":"subtract","from":["insured","insured"]`, `{"style":"number","unit":"人"}`, "x", quantity.Count, "人", "people", false},
		{`{"op":"divide","from":["insured","counted"]`, `{"style":"number","unit":"人","places":2}`, "x", quantity.Count, "人", "people", false},

		{"", count, "days", quantity.Duration, "天", "days", false},
		{`{"op":"subtract","from":["days","days"]`, whole, "x", quantity.Duration, "天", "days", true},

		{`{"op":"add","from":["days","counted"]`, whole, "x", quantity.Number, "", "", true},
		{`{"op":"multiply","from":["counted","some"]`, whole, "x", quantity.Number, "", "", true},
	} {
		nodes := known
		if c.node != "" {
			nodes += "," + c.node + `,"name":"x"}`
		}
		p := program(t, `{"nodes":[`+nodes+`],"answers":[{"from":"`+c.from+`","form":`+c.form+`}]}`)
		for lang, unit := range map[string]string{"zh": c.zh, "en": c.en} {
			v := w.reply(t, p, lang).Values[0]
			if v.Quantity != c.kind || v.Unit != unit {
				t.Errorf("%s%s in %s: %+v, want %s in %q", c.from, c.node, lang, v, c.kind, unit)
			}
			text := v.Number
			if lang == "en" && v.Quantity == quantity.Money {
				text = humanize.GroupDigits(text)
			}
			switch {
			case lang == "zh" && !c.bare:
				text += unit
			case unit == "%":
				text += "%"
			}
			if v.Text != text {
				t.Errorf("%s%s in %s: keyword %q, want %q", c.from, c.node, lang, v.Text, text)
			}
		}
	}
}

// TestRankMean: what is made of the ranks of several is a rank for the first and last
// alone.
func TestRankMean(t *testing.T) {
	w := newWorld(t)
	for op, want := range map[string]quantity.Dimension{
		"minimum": quantity.Rank, "maximum": quantity.Rank, "sum": quantity.Number, "average": quantity.Number,
	} {
		p := program(t, `{"nodes":[
			{"name":"a","op":"start","entity":"company","value":["青岚精密仪器股份有限公司"]},
			{"name":"b","op":"call","from":["a"],"tool":"get_legal_document_company_list"},
			{"name":"c","op":"project","from":["b"],"columns":["被告律师事务所"]},
			{"name":"d","op":"call","from":["c"],"tool":"get_lawfirm_log","each":true},
			{"name":"e","op":"`+op+`","from":["d"],"column":"业务量排名"}],
			"answers":[{"from":"e","form":{"style":"number"}}]}`)
		for _, lang := range w.domain.Languages {
			if v := w.reply(t, p, lang).Values[0]; v.Quantity != want || v.Unit != "" {
				t.Errorf("%s of ranks in %s: %+v, want %s without a unit", op, lang, v, want)
			}
		}
	}
}

// TestOtherUnits: what a column declares as a count is counted whatever its unit, and
// what it declares as a number is measured if it has a unit.
func TestOtherUnits(t *testing.T) {
	for _, c := range []struct {
		column domain.Column
		kind   quantity.Dimension
		zh, en string
	}{
		{domain.Column{Kind: domain.KindCount, Unit: "股", Measure: domain.Text{"zh": "股", "en": "shares"}}, quantity.Count, "股", "shares"},
		{domain.Column{Kind: domain.KindCount, Unit: "股"}, quantity.Count, "股", "股"},
		{domain.Column{Kind: domain.KindNumber, Unit: "平方米"}, quantity.Measure, "平方米", "平方米"},
		{domain.Column{Kind: domain.KindNumber}, quantity.Number, "", ""},
	} {
		d := open(t, "legal")
		col := d.Table("LawfirmLog").Column("服务已上市公司")
		col.Kind, col.Unit, col.Measure = c.column.Kind, c.column.Unit, c.column.Measure
		_, tools := toytest.Load(t, d, "testdata/world")
		w := &world{domain: d, tools: tools}
		p := program(t, `{"nodes":[`+known+`],"answers":[{"from":"served","form":{"style":"number","unit":"`+c.column.Unit+`"}}]}`)
		for lang, unit := range map[string]string{"zh": c.zh, "en": c.en} {
			if v := w.reply(t, p, lang).Values[0]; v.Quantity != c.kind || v.Unit != unit || !strings.HasPrefix(v.Text, v.Number) {
				t.Errorf("%s in %q, %s: %+v, want %s in %q", c.column.Kind, c.column.Unit, lang, v, c.kind, unit)
			}
		}
	}
}

// TestNoQuantity: what is no number has none.
func TestNoQuantity(t *testing.T) {
	w := newWorld(t)
	for from, form := range map[string]string{"founded": `{"style":"date"}`, "capital": `{"style":"text"}`, "firms": `{"style":"text"}`} {
		p := program(t, `{"nodes":[`+known+`],"answers":[{"from":"`+from+`","form":`+form+`}]}`)
		for _, lang := range w.domain.Languages {
			for _, v := range w.reply(t, p, lang).Values {
				if v.Quantity != "" || v.Unit != "" {
					t.Errorf("%s in %s: %+v, want no quantity and no unit", from, lang, v)
				}
			}
		}
	}
}

// reply executes a program and returns its answer.
func (w *world) reply(t *testing.T, p *plan.Program, lang string) ReferenceAnswer {
	t.Helper()
	x, err := plan.NewExecutor(w.domain, w.tools, p)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("%s: Run = %q, %v", p, reason, err)
	}
	r, err := Answer(w.domain, p, trace, lang)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return r
}
