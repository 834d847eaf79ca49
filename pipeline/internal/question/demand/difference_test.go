package demand

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// What is said in other words is the same, and what is asked otherwise is not.
func TestDifference(t *testing.T) {
	d := toytest.Domain(t, "legal")
	want := demand(t, d, program(t, ranked), "zh")
	for _, tt := range []struct{ old, new, what string }{
		{"", "", ""},
		{`"of":"律师事务所",`, ``, ""},
		{`"律师事务所"]`, `"律师事务所","登记公司"]`, ""},
		{`["案件",`, `["裁判文书",`, ""},
		{`"column":"被告律师事务所","of":"案件"`, `"column":"被告代理律所","of":"官司"`, ""},
		{`"column":"裁判日期"`, `"column":"裁判时间"`, ""},
		{`"operands":["2020年1月1日","2020-12-31"]`, `"operands":["2020","2020"]`, ""},
		{`"is":"during","operands":["2020年1月1日","2020-12-31"]`, `"is":"year","operands":["2020年"]`, ""},
		{`"万元"`, `"10000元"`, ""},
		{`,{"do":"only"}`, ``, ""},
		{`"conditions":[`, `"conditions":[{"column":"关联公司","of":"案件","is":"names","operands":["青岚精密仪器（云溪）股份有限公司"]},{"column":"名称","of":"律师事务所","is":"names"},`, ""},
		{`"conditions":[`, `"conditions":[{"column":"被告","of":"案件","is":"names","operands":["青岚精密仪器（云溪）股份有限公司"]},`, "conditions"},
		{`"conditions":[`, `"conditions":[{"column":"关联公司","of":"案件","is":"names","operands":["砾石环保工程有限公司"]},`, "conditions"},
		{`青岚精密仪器(云溪)`, `青岚精密仪器(安原)`, "about"},
		{`"about":["`, `"about":["（2020）浙0799执3312号","`, "about"},
		{`事务所成立日期`, `律师事务所负责人`, "asks"},
		{`,"layout":"full"`, ``, "form: layout"},
		{`"full"`, `"month"`, "form: layout"},
		{`"unit":"万元"`, `"unit":"元"`, "form: unit"},
		{`"unit":"万元",`, ``, "form: unit"},
		{`"places":2`, `"places":1`, "form: places"},
		{`,"places":2`, ``, "form: places"},
		{`"column":"原告"`, `"column":"被告"`, "conditions"},
		{`"60万元"`, `"60元"`, "conditions"},
		{`"above"`, `"atleast"`, "conditions"},
		{`"2020-12-31"`, `"2020-12-30"`, "conditions"},
		{`{"column":"涉案金额","of":"案件","is":"above","operands":["60万元"]},`, ``, "conditions"},
		{`"end":"max"`, `"end":"min"`, "operators"},
		{`,"rank":2`, ``, "operators"},
		{`"column":"涉案金额（元）"`, `"column":"裁判日期"`, "operators"},
		{`{"do":"only"}`, `{"do":"having","of":"行政处罚"}`, "operators"},
		{`"column":"被告律师事务所"`, `"column":"原告律师事务所"`, "through"},
		{`"through":[{"column":"被告律师事务所","of":"案件"}],`, ``, "through"},
		{`["案件","律师事务所"]`, `["案件","律师事务所","行政处罚"]`, "records"},
	} {
		text := strings.Replace(parsed, tt.old, tt.new, 1)
		if tt.old != "" && text == parsed {
			t.Fatalf("%q does not stand in what was parsed", tt.old)
		}
		got, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		what, ok := want.Difference(got)
		if ok != (tt.what != "") || !strings.HasPrefix(what.String(), tt.what) || ok && tt.what == "" {
			t.Errorf("with %s for %s: Difference = %q, %v, want %q", tt.new, tt.old, what, ok, tt.what)
		}
	}
}

// A highest amount is asked for in three ways, and none of them is a lowest.
func TestHighest(t *testing.T) {
	d := toytest.Domain(t, "legal")
	const rows = `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_legal_document_company_list"},`
	const form = `"answers":[{"from":"r4","form":{"style":"number","unit":"元","places":2}}]}`
	first := demand(t, d, program(t, rows+`{"name":"r3","op":"superlative","from":["r2"],"column":"涉案金额（元）","order":"max"},{"name":"r4","op":"project","from":["r3"],"columns":["涉案金额（元）"]}],`+form), "zh")
	second := demand(t, d, program(t, rows+`{"name":"r4","op":"maximum","from":["r2"],"column":"涉案金额（元）"}],`+form), "zh")
	both := `{"about":["甲公司"],"asks":[{"what":"maximum","column":"涉案金额","of":"案件","unit":"元","places":2}],"operators":[{"do":"superlative","column":"涉案金额","of":"案件","end":"max"}],"records":["案件"]}`
	twice, err := Parse(both)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Meaning{first, second} {
		for _, got := range []Meaning{first, second, twice} {
			if what, ok := want.Difference(got); ok {
				t.Errorf("%s differs from %s: %s", asJSON(got), asJSON(want), what)
			}
		}
		lowest, err := Parse(strings.Replace(both, "max\"", "min\"", 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := want.Difference(lowest); !ok {
			t.Errorf("%s does not differ from %s", asJSON(lowest), asJSON(want))
		}
	}
}

// A place is named by its parts in any order, as one name or as several, and by all of
// them.
func TestPlace(t *testing.T) {
	d := toytest.Domain(t, "legal-en")
	want := demand(t, d, program(t, `{"nodes":[{"name":"r1","op":"start","entity":"region","value":["Kelmar Province","Ashmere City","Lakeside District"]},
{"name":"r2","op":"call","from":["r1"],"tool":"get_lawfirm_info_list"},{"name":"r3","op":"count","from":["r2"]}],"answers":[{"from":"r3","form":{"style":"count"}}]}`), "en")
	for _, tt := range []struct {
		about []string
		what  string
	}{
		{[]string{"Kelmar Province, Ashmere City, Lakeside District"}, ""},
		{[]string{"Lakeside District (Ashmere City, Kelmar Province)"}, ""},
		{[]string{"Lakeside District", "Ashmere City", "Kelmar Province"}, ""},
		{[]string{"Lakeside District", "Ashmere City"}, "about"},
		{[]string{"Lakeside District", "Ashmere City", "Kelmar Province", "Tarnwick"}, "about"},
		{[]string{"North Lakeside District, Ashmere City, Kelmar Province"}, "about"},
		{nil, "about"},
	} {
		got := Meaning{Names: tt.about, Requested: []RequestedAnswer{{Expression: Expression{Kind: Count, ColumnName: ColumnName{Record: "law firms"}}}}, Records: []string{"law firm"}}
		if what, _ := want.Difference(got); !strings.HasPrefix(what.String(), tt.what) || what.Field != "" && tt.what == "" {
			t.Errorf("about %q: Difference = %q, want %q", tt.about, what, tt.what)
		}
	}
}

// Which of two like sides comes first has to be said where it matters.
func TestSides(t *testing.T) {
	d := toytest.Domain(t, "legal")
	const sides = `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_company_register"},{"name":"r3","op":"project","from":["r2"],"columns":["注册资本"]},
{"name":"r4","op":"start","entity":"company","value":["乙公司"]},{"name":"r5","op":"call","from":["r4"],"tool":"get_company_register"},{"name":"r6","op":"project","from":["r5"],"columns":["注册资本"]},
{"name":"r7","op":"OP","from":["r3","r6"]}],"answers":[{"from":"r7","form":{"style":"number","unit":"元","places":2}}]}`
	for _, tt := range []struct {
		op          string
		first, next string
		differs     bool
	}{
		{"subtract", `,"by":["甲公司"]`, `,"by":["乙公司"]`, false},
		{"subtract", `,"by":["甲公司"]`, ``, false},
		{"subtract", ``, ``, true},
		{"subtract", `,"by":["乙公司"]`, `,"by":["甲公司"]`, true},
		{"subtract", ``, `,"by":["甲公司"]`, true},
		{"subtract", `,"by":["第一家公司"]`, `,"by":["乙公司"]`, false},
		{"add", ``, ``, false},
		{"add", `,"by":["乙公司"]`, `,"by":["甲公司"]`, false},
	} {
		want := demand(t, d, program(t, strings.Replace(sides, "OP", tt.op, 1)), "zh")
		part := `{"what":"value","column":"注册资本","of":"登记公司"`
		got, err := Parse(`{"about":["甲公司","乙公司"],"asks":[{"what":"` + tt.op + `","parts":[` + part + tt.first + "}," + part + tt.next + `}],"unit":"元","places":2}],"records":["登记公司"]}`)
		if err != nil {
			t.Fatal(err)
		}
		if what, ok := want.Difference(got); ok != tt.differs {
			t.Errorf("%s of sides by %q and %q: Difference = %q, %v, want %v", tt.op, tt.first, tt.next, what, ok, tt.differs)
		}
	}
}

// Names that change places between sides of different kinds are told by what belongs to
// either, and the "max" of both is none of that.
func TestNamesChangePlaces(t *testing.T) {
	d := toytest.Domain(t, "legal")
	const first = `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_legal_document_company_list"},{"name":"r3","op":"maximum","from":["r2"],"column":"涉案金额（元）"},
{"name":"r4","op":"start","entity":"company","value":["乙公司"]},`
	const last = `{"name":"r7","op":"subtract","from":["r3","r6"]}],"answers":[{"from":"r7","form":{"style":"number","unit":"元","places":2}}]}`
	capital := demand(t, d, program(t, first+`{"name":"r5","op":"call","from":["r4"],"tool":"get_company_register"},{"name":"r6","op":"project","from":["r5"],"columns":["注册资本"]},`+last), "zh")
	amount := demand(t, d, program(t, first+`{"name":"r5","op":"call","from":["r4"],"tool":"get_legal_document_company_list"},{"name":"r6","op":"maximum","from":["r5"],"column":"涉案金额（元）"},`+last), "zh")
	for _, tt := range []struct {
		want            Meaning
		second, by, and string
		differs         bool
	}{
		{capital, `"what":"value","column":"注册资本","of":"登记公司"`, "甲公司", "乙公司", false},
		{capital, `"what":"value","column":"注册资本","of":"登记公司"`, "乙公司", "甲公司", true},
		{capital, `"what":"value","column":"注册资本","of":"登记公司"`, "", "", true},
		{amount, `"what":"maximum","column":"涉案金额","of":"案件"`, "甲公司", "乙公司", false},
		{amount, `"what":"maximum","column":"涉案金额","of":"案件"`, "乙公司", "甲公司", true},
	} {
		got, err := Parse(`{"about":["甲公司","乙公司"],"asks":[{"what":"subtract","parts":[{"what":"maximum","column":"涉案金额","of":"案件","by":["` + tt.by + `"]},{` + tt.second + `,"by":["` + tt.and + `"]}],"unit":"元","places":2}],"records":["案件","登记公司"]}`)
		if err != nil {
			t.Fatal(err)
		}
		if what, ok := tt.want.Difference(got); ok != tt.differs {
			t.Errorf("%s by %q and %q: Difference = %q, %v, want %v", tt.second, tt.by, tt.and, what, ok, tt.differs)
		}
	}
}

// A party that is found on the way can be left out or called by what it is; a company
// that the question names is another one.
func TestFoundParty(t *testing.T) {
	d := toytest.Domain(t, "legal")
	want := demand(t, d, program(t, `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_sub_company_info"},{"name":"r3","op":"project","from":["r2"],"columns":["关联上市公司全称"]},
{"name":"r4","op":"call","from":["r3"],"tool":"get_legal_document_company_list"},{"name":"r5","op":"filter","from":["r4","r3"],"column":"原告","comparison":"names"},{"name":"r6","op":"count","from":["r5"]}],"answers":[{"from":"r6","form":{"style":"count"}}]}`), "zh")
	for _, tt := range []struct {
		operands string
		differs  bool
	}{
		{`[]`, false}, {`["母公司"]`, false}, {`["该公司"]`, false}, {`["其母公司"]`, false}, {`["甲公司"]`, true}, {`["乙公司"]`, true},
	} {
		got, err := Parse(`{"about":["甲公司"],"asks":[{"what":"count","of":"案件"}],"through":[{"column":"母公司","of":"子公司"}],"conditions":[{"column":"原告","of":"案件","is":"names","operands":` + tt.operands + `}],"records":["子公司","案件"]}`)
		if err != nil {
			t.Fatal(err)
		}
		if what, ok := want.Difference(got); ok != tt.differs {
			t.Errorf("operands %s: Difference = %q, %v, want %v", tt.operands, what, ok, tt.differs)
		}
	}
}

// Where several records that are listed have a column, it has to be said whose it is.
func TestWhoseColumn(t *testing.T) {
	d := toytest.Domain(t, "legal")
	want := demand(t, d, program(t, `{"nodes":[{"name":"r1","op":"start","entity":"case_number","value":["（2021）浙07民终915号"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_finalized_case"},{"name":"r3","op":"project","from":["r2"],"columns":["立案日期"]}],
"answers":[{"from":"r3","form":{"style":"date"}}]}`), "zh")
	for _, tt := range []struct {
		of, records string
		differs     bool
	}{
		{"", `"终本案件"`, false}, {"案件", `"终本案件"`, true}, {"终本案", `"终本案件"`, false},
		{"", `"限制高消费案件"`, true}, {"", ``, true}, {"", `"终本案件","限制高消费案件"`, true},
	} {
		got, err := Parse(`{"about":["（2021）浙07民终915号"],"asks":[{"what":"value","column":"立案日期","of":"` + tt.of + `","layout":"full"}],"records":[` + tt.records + `]}`)
		if err != nil {
			t.Fatal(err)
		}
		if what, ok := want.Difference(got); ok != tt.differs {
			t.Errorf("of %q, records %s: Difference = %q, %v, want %v", tt.of, tt.records, what, ok, tt.differs)
		}
	}
}

// The highest less the lowest is not the lowest less the highest, and a party in a role
// is not whose records are meant.
func TestTurned(t *testing.T) {
	d := toytest.Domain(t, "legal")
	want := demand(t, d, program(t, `{"nodes":[{"name":"r1","op":"start","entity":"law_firm","value":["甲律师事务所"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_legal_document_law_list"},
{"name":"r3","op":"maximum","from":["r2"],"column":"涉案金额（元）"},{"name":"r4","op":"minimum","from":["r2"],"column":"涉案金额（元）"},{"name":"r5","op":"subtract","from":["r3","r4"]}],
"answers":[{"from":"r5","form":{"style":"number","unit":"元","places":2}}]}`), "zh")
	const said = `{"about":["甲律师事务所"],"asks":[{"what":"subtract","parts":[{"what":"maximum","column":"涉案金额","of":"案件"},{"what":"minimum","column":"涉案金额","of":"案件"}],"unit":"元","places":2}],"records":["案件"]}`
	for _, tt := range []struct{ old, new, what string }{
		{"", "", ""},
		{`"records":["案件"`, `"records":["案件","律师事务所"`, ""},
		{`"records":["案件"`, `"records":["案件","登记公司"`, "records"},
		{`"minimum"`, `"maximum"`, "asks"},
		{`"maximum","column":"涉案金额","of":"案件"},{"what":"minimum"`, `"minimum","column":"涉案金额","of":"案件"},{"what":"maximum"`, "asks"},
		{`"records"`, `"conditions":[{"column":"原告律师事务所","of":"案件","is":"names","operands":["甲律师事务所"]}],"records"`, "conditions"},
		{`"records"`, `"conditions":[{"column":"被告律师事务所","of":"案件","is":"names","operands":["甲律师事务所"]}],"records"`, "conditions"},
	} {
		got, err := Parse(strings.Replace(said, tt.old, tt.new, 1))
		if err != nil {
			t.Fatal(err)
		}
		if what, _ := want.Difference(got); !strings.HasPrefix(what.String(), tt.what) || what.Field != "" && tt.what == "" {
			t.Errorf("with %s for %s: Difference = %q, want %q", tt.new, tt.old, what, tt.what)
		}
	}
}
