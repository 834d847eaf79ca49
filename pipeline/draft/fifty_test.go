package draft

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// sheet makes one program of the legal domain, or of the one with tables in English.
type sheet struct {
	plan.Program
	legal *domain.Domain
	of    *domain.Domain
	table string // the table the last lookup read
	note  string
}

// english are the names of the English world for those of the Chinese one.
var englishNames = strings.NewReplacer(
	"青岚精密仪器股份有限公司", "Kelver Precision Instruments Co., Ltd.", "禾川新材料股份有限公司", "Hollin Advanced Materials Inc.",
	"砾石水务集团股份有限公司", "Marlstone Water Group Co., Ltd.", "砾石环保工程有限公司", "Marlstone Environmental Engineering Co., Ltd.",
	"云溪砾石管网有限公司", "Ashmere Marlstone Pipelines Co., Ltd.", "禾川（云溪）化学有限公司", "Hollin (Ashmere) Chemicals Co., Ltd.",
	"湖州青岚检测服务有限公司", "Kelver Testing Services Co., Ltd.", "江苏云溪律师事务所", "Ashmere & Lowe Law Firm",
	"浙江衡岳律师事务所", "Hengate Law Firm", "云溪市湖滨区人民法院", "Ashmere Lakeside District Court",
	"安原市城东区人民法院", "Tarnwick East District Court", "（2019）苏0599执1779号", "(2019) KM0599 Enf. No. 1779",
	"（2022）苏0599执155号", "(2022) KM0599 Enf. No. 155", "（2021）浙07民终915号", "(2021) OV07 Civ. App. No. 915",
	"云市监罚〔2018〕31号", "Ashmere Mkt. Pen. [2018] No. 31", "云环罚字〔2021〕0112号", "Ashmere Env. Pen. [2021] No. 0112",
	"云环罚字〔2021〕0203号", "Ashmere Env. Pen. [2021] No. 0203",
	"江苏省", "Kelmar Province", "云溪市", "Ashmere City", "湖滨区", "Lakeside District",
	"买卖合同", "sales contract", "基层法院", "Basic Court", "子公司", "Subsidiary",
)

func (s *sheet) words(text string) string {
	if s.of == s.legal {
		return text
	}
	return englishNames.Replace(text)
}

// column names a column of the last table as the domain does.
func (s *sheet) column(name string) string { return s.columnOf(s.table, name) }

func (s *sheet) columnOf(table, name string) string {
	c := s.legal.Table(table).Column(name)
	if c == nil {
		panic(table + " has no " + name)
	}
	if s.of == s.legal {
		return name
	}
	return c.Label.In("en")
}

func (s *sheet) start(entity string, parts ...string) string {
	for i := range parts {
		parts[i] = s.words(parts[i])
	}
	return s.Add(&plan.Start{Entity: entity, Value: parts})
}

func (s *sheet) call(tool, of string) string {
	s.table = s.legal.Tool(tool).Table
	return s.Add(&plan.Call{Tool: tool}, of)
}

func (s *sheet) maybe(tool, of string) string {
	s.table = s.legal.Tool(tool).Table
	return s.Add(&plan.Call{Tool: tool, Empty: true}, of)
}

func (s *sheet) each(tool, of string) string {
	s.table = s.legal.Tool(tool).Table
	return s.Add(&plan.Call{Tool: tool, Each: true}, of)
}

func (s *sheet) project(rows string, columns ...string) string {
	for i := range columns {
		columns[i] = s.column(columns[i])
	}
	return s.Add(&plan.Project{Columns: columns}, rows)
}

func (s *sheet) filter(rows, column string, c plan.Comparison, operands ...string) string {
	f := &plan.Filter{Column: s.column(column), Comparison: c, Operand: s.words(operands[0])}
	if len(operands) > 1 {
		f.To = operands[1]
	}
	return s.Add(f, rows)
}

func (s *sheet) role(rows, column, entity string) string {
	return s.Add(&plan.Filter{Column: s.column(column), Comparison: plan.Names}, rows, entity)
}

func (s *sheet) top(rows, column string, order plan.Order, rank int) string {
	return s.Add(&plan.Superlative{Column: s.column(column), Order: order, Rank: rank}, rows)
}

func (s *sheet) aggregate(f plan.Function, rows, column string) string {
	return s.Add(&plan.Aggregate{Function: f, Column: s.column(column)}, rows)
}

func (s *sheet) compute(f plan.Function, a, b string) string {
	return s.Add(&plan.Arithmetic{Function: f}, a, b)
}

// ask adds an answer in the form its kind takes, or in the one given.
func (s *sheet) ask(from string, forms ...plan.Form) {
	s.askIf("", from, forms...)
}

func (s *sheet) askIf(on, from string, forms ...plan.Form) {
	a := plan.Answer{From: from, If: on}
	switch {
	case forms != nil:
		a.Form = forms[0]
		if s.of != s.legal {
			a.Form.Unit = map[string]string{"元": "CNY", "万元": "thousand CNY", "亿元": "million CNY", "%": "%", "人": "people"}[a.Form.Unit]
		}
	default:
		a.Form = s.form(from)
	}
	s.Answers = append(s.Answers, a)
}

func (s *sheet) form(from string) plan.Form {
	p := plan.Program{Nodes: s.Nodes, Answers: []plan.Answer{{From: from, Form: plan.Form{Style: plan.StyleCount}}}}
	if _, err := p.Types(s.of); err == nil {
		return p.Answers[0].Form
	}
	p.Answers[0].Form = plan.Form{Style: plan.StyleTruth}
	if _, err := p.Types(s.of); err == nil {
		return p.Answers[0].Form
	}
	p.Answers[0].Form = plan.Form{Style: plan.StyleText}
	n := s.Node(from)
	if o, ok := n.Do.(*plan.Project); ok {
		for i := range s.of.Tables {
			if c := s.of.Tables[i].Column(o.Columns[0]); c != nil && len(o.Columns) == 1 {
				q := plan.FormOf(c)
				p.Answers[0].Form = q
				if _, err := p.Types(s.of); err == nil {
					return q
				}
			}
		}
		return plan.Form{Style: plan.StyleText}
	}
	return plan.Form{Style: plan.StyleText}
}

func number(unit string, places int) plan.Form {
	return plan.Form{Style: plan.StyleNumber, Unit: unit, Places: places}
}

const (
	water    = "砾石水务集团股份有限公司"
	eco      = "砾石环保工程有限公司"
	pipes    = "云溪砾石管网有限公司"
	maker    = "青岚精密仪器股份有限公司"
	material = "禾川新材料股份有限公司"
	chemical = "禾川（云溪）化学有限公司"
	lakeside = "云溪市湖滨区人民法院"
)

// sheets are programs of every operation and form, of one to five hops.
var sheets = []struct {
	name string
	make func(s *sheet)
}{
	{"columns of a row", func(s *sheet) {
		r := s.call("get_company_register", s.start("company", pipes))
		s.ask(s.project(r, "法定代表人"))
		s.ask(s.project(r, "注册资本"), number("万元", 2))
		s.ask(s.project(r, "成立日期"))
	}},
	{"a set and a column each", func(s *sheet) {
		r := s.filter(s.call("get_sub_company_info_list", s.start("company", water)), "上市公司投资金额", plan.Above, "50000000")
		s.ask(s.project(r, "公司名称"))
		s.ask(s.project(r, "上市公司投资金额"), number("亿元", 2))
	}},
	{"full ownership and a threshold", func(s *sheet) {
		r := s.filter(s.call("get_sub_company_info_list", s.start("company", water)), "上市公司参股比例", plan.Equals, "100")
		s.ask(s.project(s.filter(r, "上市公司投资金额", plan.AtLeast, "12500000"), "公司名称"))
	}},
	{"interval", func(s *sheet) {
		r := s.filter(s.call("get_sub_company_info_list", s.start("company", water)), "上市公司投资金额", plan.Within, "90000000", "400000000")
		s.ask(s.Add(&plan.Count{}, r))
	}},
	{"role and second highest", func(s *sheet) {
		c := s.start("company", maker)
		r := s.role(s.call("get_legal_document_company_list", c), "原告", c)
		firm := s.project(s.top(r, "涉案金额（元）", plan.Max, 2), "被告律师事务所")
		s.ask(s.project(s.call("get_lawfirm_info", firm), "事务所成立日期"))
	}},
	{"role of another", func(s *sheet) {
		r := s.call("get_legal_document_company_list", s.start("company", maker))
		s.ask(s.project(s.role(r, "被告", s.start("company", eco)), "案号"))
	}},
	{"period", func(s *sheet) {
		r := s.call("get_legal_document_company_list", s.start("company", maker))
		s.ask(s.Add(&plan.Count{}, s.filter(r, "日期", plan.During, "2019-08-01", "2020-05-31")))
	}},
	{"containment and a total", func(s *sheet) {
		r := s.call("get_legal_document_company_list", s.start("company", maker))
		r = s.filter(r, "案由", plan.Contains, "买卖合同")
		s.ask(s.aggregate(plan.Sum, r, "涉案金额（元）"), number("万元", 2))
	}},
	{"since and below", func(s *sheet) {
		r := s.call("get_finalized_case_court_list", s.start("court", lakeside))
		r = s.filter(r, "立案日期", plan.Since, "2020-01-01")
		s.ask(s.project(s.filter(r, "未履行金额（元）", plan.Below, "10000000"), "被执行人"))
	}},
	{"most frequent", func(s *sheet) {
		r := s.call("get_legal_document_company_list", s.start("company", maker))
		firm := s.Add(&plan.Frequent{Column: s.column("原告律师事务所")}, r)
		s.ask(firm)
		s.ask(s.project(s.call("get_lawfirm_info", firm), "律师事务所负责人"))
	}},
	{"most frequent cause", func(s *sheet) {
		r := s.call("get_legal_document_company_list", s.start("company", maker))
		s.ask(s.Add(&plan.Frequent{Column: s.column("案由")}, r))
	}},
	{"distinct", func(s *sheet) {
		r := s.call("get_restriction_case_company_list", s.start("company", pipes))
		s.ask(s.Add(&plan.Distinct{}, s.project(r, "执行法院")))
	}},
	{"average and extremes", func(s *sheet) {
		r := s.call("get_finalized_case_court_list", s.start("court", lakeside))
		s.ask(s.aggregate(plan.Average, r, "执行标的（元）"), number("元", 2))
		s.ask(s.aggregate(plan.Minimum, r, "执行标的（元）"), number("元", 2))
		s.ask(s.aggregate(plan.Maximum, r, "执行标的（元）"), number("元", 2))
	}},
	{"exists, yes", func(s *sheet) {
		c := s.project(s.call("get_administrative_case", s.start("penalty_number", "云市监罚〔2018〕31号")), "行政处罚公司名称")
		r := s.maybe("get_company_info", c)
		is := s.Add(&plan.Exists{}, r)
		s.ask(is)
		s.askIf(is, s.project(r, "公司代码"))
		s.askIf(is, s.project(r, "公司简称"))
	}},
	{"exists, no", func(s *sheet) {
		r := s.maybe("get_company_info", s.start("company", pipes))
		is := s.Add(&plan.Exists{}, r)
		s.ask(is)
		s.askIf(is, s.project(r, "公司代码"))
	}},
	{"exists among", func(s *sheet) {
		r := s.call("get_administrative_case_company_list", s.start("company", chemical))
		f := s.Add(&plan.Filter{Column: s.column("处罚金额（元）"), Comparison: plan.Above, Operand: "300000", Empty: true}, r)
		is := s.Add(&plan.Exists{}, f)
		s.ask(is)
		s.askIf(is, s.Add(&plan.Count{}, f))
	}},
	{"restricted or not", func(s *sheet) {
		s.ask(s.Add(&plan.Exists{}, s.maybe("get_restriction_case_company_list", s.start("company", material))))
	}},
	{"days", func(s *sheet) {
		r := s.call("get_finalized_case", s.start("case_number", "（2019）苏0599执1779号"))
		s.ask(s.Add(&plan.Days{}, s.project(r, "立案日期"), s.project(r, "终本日期")))
	}},
	{"days between two", func(s *sheet) {
		a := s.project(s.call("get_company_register", s.start("company", maker)), "成立日期")
		s.ask(s.Add(&plan.Days{}, a, s.project(s.call("get_company_register", s.start("company", material)), "成立日期")))
	}},
	{"difference", func(s *sheet) {
		r := s.call("get_finalized_case", s.start("case_number", "（2022）苏0599执155号"))
		s.ask(s.compute(plan.Subtract, s.project(r, "执行标的（元）"), s.project(r, "未履行金额（元）")), number("元", 2))
	}},
	{"share of a total", func(s *sheet) {
		r := s.call("get_finalized_case_court_list", s.start("court", lakeside))
		part := s.aggregate(plan.Sum, s.filter(r, "立案日期", plan.Year, "2022"), "未履行金额（元）")
		s.ask(s.compute(plan.Share, part, s.aggregate(plan.Sum, r, "未履行金额（元）")), number("%", 2))
	}},
	{"product", func(s *sheet) {
		c := s.start("company", chemical)
		capital := s.project(s.call("get_company_register", c), "注册资本")
		share := s.project(s.call("get_sub_company_info", c), "上市公司参股比例")
		s.ask(s.compute(plan.Multiply, capital, share), number("亿元", 4))
	}},
	{"quotient", func(s *sheet) {
		a := s.project(s.call("get_company_register", s.start("company", water)), "注册资本")
		b := s.project(s.call("get_company_register", s.start("company", maker)), "注册资本")
		s.ask(s.compute(plan.Divide, a, b), number("", 2))
	}},
	{"comparison", func(s *sheet) {
		a, b := s.start("company", maker), s.start("company", material)
		x := s.project(s.call("get_company_register", a), "注册资本")
		s.ask(s.Add(&plan.Compare{Order: plan.Max}, a, x, b, s.project(s.call("get_company_register", b), "注册资本")))
	}},
	{"comparison of counts, then on", func(s *sheet) {
		a, b := s.start("company", pipes), s.start("company", maker)
		x := s.Add(&plan.Count{}, s.call("get_legal_document_company_list", a))
		y := s.Add(&plan.Count{}, s.call("get_legal_document_company_list", b))
		more := s.Add(&plan.Compare{Order: plan.Max}, a, x, b, y)
		s.ask(s.project(s.call("get_company_info", more), "上市日期"), plan.Form{Style: plan.StyleDate, Layout: plan.LayoutMonth})
	}},
	{"union", func(s *sheet) {
		a := s.project(s.call("get_legal_document_company_list", s.start("company", maker)), "被告律师事务所")
		b := s.project(s.call("get_legal_document_company_list", s.start("company", chemical)), "被告律师事务所")
		s.ask(s.Add(&plan.Combine{Function: plan.Union}, a, b))
	}},
	{"intersection", func(s *sheet) {
		a := s.project(s.call("get_restriction_case_company_list", s.start("company", pipes)), "执行法院")
		b := s.project(s.call("get_restriction_case_company_list", s.start("company", eco)), "执行法院")
		s.ask(s.Add(&plan.Distinct{}, s.Add(&plan.Combine{Function: plan.Intersection}, a, b)))
	}},
	{"difference of sets", func(s *sheet) {
		a := s.project(s.call("get_sub_company_info_list", s.start("company", water)), "公司名称")
		b := s.project(s.call("get_restriction_case_court_list", s.start("court", lakeside)), "限制高消费企业名称")
		s.ask(s.Add(&plan.Combine{Function: plan.Difference}, a, b))
	}},
	{"map and total", func(s *sheet) {
		r := s.call("get_court_info_list", s.start("region", "江苏省", "云溪市", "湖滨区"))
		cases := s.each("get_restriction_case_court_list", s.project(r, "法院名称"))
		s.ask(s.aggregate(plan.Sum, cases, "涉案金额（元）"), number("万元", 2))
		s.ask(s.Add(&plan.Count{}, cases))
	}},
	{"map over one each", func(s *sheet) {
		r := s.call("get_sub_company_info_list", s.start("company", maker))
		s.ask(s.aggregate(plan.Sum, s.each("get_company_register", s.project(r, "公司名称")), "参保人数"), number("人", 0))
	}},
	{"having", func(s *sheet) {
		r := s.call("get_sub_company_info_list", s.start("company", water))
		set := s.Add(&plan.Having{Tool: "get_restriction_case_company_list"}, s.project(r, "公司名称"))
		s.ask(set)
		s.ask(s.Add(&plan.Distinct{}, set))
	}},
	{"having none", func(s *sheet) {
		r := s.call("get_sub_company_info_list", s.start("company", material))
		f := s.filter(r, "上市公司投资金额", plan.AtMost, "200000000")
		s.ask(s.Add(&plan.Distinct{}, s.Add(&plan.Having{Tool: "get_dishonesty_case_company_list", Empty: true}, s.project(f, "公司名称"))))
	}},
	{"a parent spoken of twice", func(s *sheet) {
		parent := s.project(s.call("get_sub_company_info", s.start("company", pipes)), "关联上市公司全称")
		s.ask(parent)
		s.ask(s.project(s.call("get_company_info", parent), "公司代码"))
		s.ask(s.Add(&plan.Count{}, s.call("get_sub_company_info_list", parent)))
	}},
	{"derivation", func(s *sheet) {
		court := s.Add(&plan.Derive{Derivation: "case_number_court_code"}, s.start("case_number", "（2021）浙07民终915号"))
		name := s.project(s.call("get_court_code", court), "法院名称")
		s.ask(s.project(s.call("get_court_info", name), "成立日期"), plan.Form{Style: plan.StyleDate, Layout: plan.LayoutYear})
	}},
	{"three hops", func(s *sheet) {
		c := s.project(s.call("get_administrative_case", s.start("penalty_number", "云环罚字〔2021〕0203号")), "行政处罚公司名称")
		parent := s.project(s.call("get_sub_company_info", c), "关联上市公司全称")
		r := s.filter(s.call("get_sub_company_info_list", parent), "上市公司参股比例", plan.Below, "100")
		s.ask(s.project(s.top(r, "上市公司投资金额", plan.Max, 0), "公司名称"))
	}},
	{"four hops and a map", func(s *sheet) {
		parent := s.project(s.call("get_sub_company_info", s.start("company", eco)), "关联上市公司全称")
		subs := s.project(s.call("get_sub_company_info_list", parent), "公司名称")
		cases := s.each("get_finalized_case_company_list", subs)
		top := s.top(s.filter(cases, "立案日期", plan.Year, "2020"), "未履行金额（元）", plan.Max, 0)
		s.ask(s.project(top, "案号"))
		s.ask(s.project(s.call("get_court_info", s.project(top, "执行法院")), "法院负责人"))
	}},
	{"five hops", func(s *sheet) {
		c := s.project(s.call("get_administrative_case", s.start("penalty_number", "云环罚字〔2021〕0112号")), "行政处罚公司名称")
		court := s.project(s.top(s.call("get_restriction_case_company_list", c), "立案日期", plan.Max, 0), "执行法院")
		cases := s.filter(s.call("get_finalized_case_court_list", court), "终本日期", plan.Until, "2021-12-31")
		debtor := s.project(s.top(cases, "未履行金额（元）", plan.Max, 0), "被执行人")
		parent := s.project(s.call("get_sub_company_info", debtor), "关联上市公司全称")
		s.ask(s.compute(plan.Share,
			s.project(s.call("get_company_register", debtor), "注册资本"),
			s.project(s.call("get_company_register", parent), "注册资本")), number("%", 2))
	}},
	{"five hops in a chain", func(s *sheet) {
		firm := s.project(s.top(s.call("get_legal_document_company_list", s.start("company", chemical)), "涉案金额（元）", plan.Max, 0), "被告律师事务所")
		address := s.project(s.call("get_lawfirm_info", firm), "事务所地址")
		region := s.project(s.call("get_address_info", address), "省份", "城市", "区县")
		oldest := s.project(s.top(s.call("get_court_info_list", region), "成立日期", plan.Min, 2), "法院名称")
		cases := s.call("get_dishonesty_case_court_list", oldest)
		s.ask(s.Add(&plan.Count{}, s.filter(cases, "涉案金额（元）", plan.Above, "1000000")))
		s.ask(s.project(s.top(cases, "发布日期", plan.Max, 0), "失信被执行人"))
	}},
}

// sheetsOf makes the programs of a domain.
func sheetsOf(t testing.TB, of *domain.Domain) []*sheet {
	t.Helper()
	legal := open(t, "legal")
	if of.Name == "legal" {
		legal = of
	}
	var all []*sheet
	for i := range sheets {
		s := &sheet{legal: legal, of: of, note: sheets[i].name}
		sheets[i].make(s)
		all = append(all, s)
	}
	return all
}

// TestFifty keeps questions of every operation with their answers, in Chinese and
// English, for people to read. UPDATE=1 rewrites them.
func TestFifty(t *testing.T) {
	var text strings.Builder
	n := 0
	for _, w := range []*world{newWorld(t), worldOf(t, "legal-en", "testdata/world-en")} {
		lang := w.domain.World
		for _, s := range sheetsOf(t, w.domain) {
			trace := w.execute(t, &s.Program)
			q, a := w.words(t, traced{program: &s.Program, trace: trace}, lang)
			lawful(t, q, &a)
			values, err := json.Marshal(a.Values)
			if err != nil {
				t.Fatal(err)
			}
			structure := s.Structure(w.domain)
			fmt.Fprintf(&text, "%s %d-hop: %s\nQ %s\nA %s\nkeys   %s\nmiddle %s\nvalues %s\n\n",
				lang, structure.Hops, s.note, q, a.Sentence, strings.Join(a.Keys, " | "), strings.Join(a.Middle, " | "), values)
			n++
		}
	}
	golden(t, "testdata/fifty.golden", text.String())
	if n < 50 {
		t.Errorf("%d questions, want at least 50", n)
	}
}

// execute runs a bound program.
func (w *world) execute(t testing.TB, p *plan.Program) *plan.Trace {
	t.Helper()
	x, err := plan.NewExecutor(w.domain, w.tools, p)
	if err != nil {
		t.Fatalf("%s: %v", p.Signature(), err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("%s: Run = %q, %v", p.Signature(), reason, err)
	}
	return trace
}
