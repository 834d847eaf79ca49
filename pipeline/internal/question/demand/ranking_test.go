package demand

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// twoEnds asks for the last penalty of the company that an agency penalised first.
const twoEnds = `{"nodes":[{"name":"r1","op":"start","entity":"penalty_number","value":["〔2019〕11649号"]},
{"name":"r2","op":"call","from":["r1"],"tool":"get_administrative_case"},{"name":"r3","op":"project","from":["r2"],"columns":["处罚单位"]},
{"name":"r4","op":"call","from":["r3"],"tool":"get_administrative_case_court_list"},{"name":"r5","op":"superlative","from":["r4"],"column":"处罚日期","order":"min"},
{"name":"r6","op":"project","from":["r5"],"columns":["行政处罚公司名称"]},{"name":"r7","op":"call","from":["r6"],"tool":"get_administrative_case_company_list"},
{"name":"r8","op":"superlative","from":["r7"],"column":"处罚日期","order":"max"},{"name":"r9","op":"project","from":["r8"],"columns":["处罚日期"]}],
"answers":[{"from":"r9","form":{"style":"date","layout":"month"}}]}`

// Where two steps rank by one column, an exchange of the ends between them is a
// difference, and so is a reading that says of neither whose rows it ranks.
func TestExchangedEnds(t *testing.T) {
	d := toytest.Domain(t, "legal")
	want := demand(t, d, program(t, twoEnds), "zh")
	for _, tt := range []struct {
		min, max string // whose rows have the smallest and the largest
		differs  bool
	}{
		{`["处罚单位"]`, `["被处罚公司"]`, false},
		{`["〔2019〕11649号"]`, `["被处罚公司"]`, false},
		{`["处罚机关"]`, `["那家公司"]`, false},
		{`["〔2019〕11649号","处罚单位"]`, `["〔2019〕11649号","处罚单位","被处罚公司"]`, false},
		{`["处罚单位"]`, `[]`, false},
		{`[]`, `["被罚公司"]`, false},
		{`["那边"]`, `["被处罚公司"]`, false},
		{`[]`, `[]`, true},
		{`["那边"]`, `["这边"]`, true},
		{`["被处罚公司"]`, `["处罚单位"]`, true},
		{`["那家公司"]`, `["〔2019〕11649号"]`, true},
		{`[]`, `["处罚单位"]`, true},
		{`["被处罚公司"]`, `[]`, true},
	} {
		for _, asks := range []string{
			`"asks":[{"what":"value","column":"处罚日期","of":"行政处罚","layout":"month"}],"operators":[{"do":"superlative","column":"处罚日期","of":"行政处罚","end":"max","by":` + tt.max + `},`,
			`"asks":[{"what":"maximum","column":"处罚日期","of":"行政处罚","layout":"month","by":` + tt.max + `}],"operators":[`,
		} {
			got, err := Parse(`{"about":["〔2019〕11649号"],` + asks + `{"do":"superlative","column":"处罚日期","of":"行政处罚","end":"min","by":` + tt.min + `}],
"through":[{"column":"处罚单位","of":"行政处罚"},{"column":"被处罚公司","of":"行政处罚"}],"records":["行政处罚"]}`)
			if err != nil {
				t.Fatal(err)
			}
			m, ok := want.Difference(got)
			if ok != tt.differs || ok && m.Field != "operators" {
				t.Errorf("min by %s, max by %s: Difference = %q, %v, want %v", tt.min, tt.max, m, ok, tt.differs)
			}
		}
	}
	turned := strings.NewReplacer(`"min"`, `"max"`, `"max"`, `"min"`).Replace(twoEnds)
	if m, ok := want.Difference(read(t, demand(t, d, program(t, turned), "zh"))); !ok {
		t.Errorf("the ends of two steps are exchanged: Difference = %q, want one", m)
	}
}

// A value has one form: the largest of a column is the value in the first row of a ranking,
// on either side of an operation too.
func TestOneFormOfHighest(t *testing.T) {
	d := toytest.Domain(t, "legal")
	want := demand(t, d, program(t, `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_legal_document_company_list"},
{"name":"r3","op":"maximum","from":["r2"],"column":"涉案金额（元）"},{"name":"r4","op":"minimum","from":["r2"],"column":"涉案金额（元）"},{"name":"r5","op":"subtract","from":["r3","r4"]}],
"answers":[{"from":"r5","form":{"style":"number","unit":"元","places":2}}]}`), "zh")
	if text := asJSON(want); strings.Contains(text, string(Maximum)) || strings.Contains(text, string(Minimum)) {
		t.Errorf("%s has another form than value and superlative", text)
	}
	for _, tt := range []struct {
		first, second string
		differs       bool
	}{{"max", "min", false}, {"min", "max", true}} {
		side := func(end string) string {
			return `{"what":"value","column":"涉案金额","of":"案件","by":["` + end + `"]}`
		}
		got, err := Parse(`{"about":["甲公司"],"asks":[{"what":"subtract","parts":[` + side(tt.first) + `,` + side(tt.second) + `],"unit":"元","places":2}],
"operators":[{"do":"superlative","column":"涉案金额","of":"案件","end":"max"},{"do":"superlative","column":"涉案金额","of":"案件","end":"min"}],"records":["案件"]}`)
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := want.Difference(got); ok != tt.differs {
			t.Errorf("%s less %s: Difference = %q, %v, want %v", tt.first, tt.second, m, ok, tt.differs)
		}
	}
}
