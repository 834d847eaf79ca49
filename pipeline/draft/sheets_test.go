package draft

import "github.com/taskgrove/taskgrove/pipeline/plan"

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
