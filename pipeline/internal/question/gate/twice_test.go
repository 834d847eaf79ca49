package gate

import "testing"

// An operator that the draft says more often than the plan has it may be said as often.
func TestSaidTwice(t *testing.T) {
	one := judged(t, "zh", twice)
	one.KeyAnswer = []string{"甲水务有限公司", "90.00%"}
	g, q := gateOf(t, one), one.Draft
	if f, ok := g.Judge(q); ok {
		t.Errorf("the draft %q does not pass: %s %s", q, f.Reason, f.Detail)
	}
	more := q + "最大值还是最大的那个？"
	if f, ok := g.Judge(more); !ok || f.Reason != Operator {
		t.Errorf("%q passes: %v, want %s", more, f, Operator)
	}
}

// twice compares two maxima and adds them up.
const twice = `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["岱都熹骋出版股份有限公司"]},
	{"name":"r2","op":"call","from":["r1"],"tool":"get_sub_company_info_list"},
	{"name":"r3","op":"maximum","from":["r2"],"column":"上市公司参股比例"},
	{"name":"r4","op":"start","entity":"company","value":["雨港麟坤轴承股份有限公司"]},
	{"name":"r5","op":"call","from":["r4"],"tool":"get_sub_company_info_list"},
	{"name":"r6","op":"maximum","from":["r5"],"column":"上市公司参股比例"},
	{"name":"r7","op":"compare","from":["r1","r3","r4","r6"],"order":"min"},
	{"name":"r8","op":"call","from":["r7"],"tool":"get_legal_document_company_list"},
	{"name":"r9","op":"project","from":["r8"],"columns":["被告"]},
	{"name":"r10","op":"add","from":["r3","r6"]}],"answers":[{"from":"r9","form":{"style":"text"}},{"from":"r10","form":{"style":"number","unit":"%","places":2}}]}`
