package draft

import (
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

const lookup = `{"nodes":[
	{"name":"a","op":"start","entity":%q,"value":[%q]},
	{"name":"b","op":"call","from":["a"],"tool":%q},
	{"name":"c","op":"project","from":["b"],"columns":[%q]}],
	"answers":[{"from":"c","form":{"style":"text"}}]}`

// What is said of the row of a name: what the name stands for where it is that of
// something else, nothing where it is the row's own.
func TestCalls(t *testing.T) {
	d := open(t, "legal")
	for _, c := range []struct{ entity, name, tool, column, zh, en string }{
		{"case_number", "（2020）苏0599执1234号", "get_finalized_case", "被执行人",
			"请给出案号为（2020）苏0599执1234号的终本案件的被执行人。", "Give the party subject to enforcement of the closed enforcement case with case number （2020）苏0599执1234号."},
		{"case_number", "（2020）苏0599执1234号", "get_legal_abstract", "文件名",
			"请给出案号为（2020）苏0599执1234号的文书摘要的摘要文件名。", "Give the abstract file name of the ruling abstract with case number （2020）苏0599执1234号."},
		{"stock_code", "309988", "get_company_info", "公司名称",
			"请给出股票代码为309988的上市公司的全称。", "Give the full name of the listed company with stock code 309988."},
		{"company", "青岚股份有限公司", "get_company_info", "所属行业",
			"请给出青岚股份有限公司上市信息中的所属行业。", "Give the industry in the listing profile of 青岚股份有限公司."},
		{"company", "青岚股份有限公司", "get_company_info", "法人代表",
			"青岚股份有限公司上市信息中的法定代表人是谁？", "Who is the legal representative in the listing profile of 青岚股份有限公司?"},
		{"company", "青岚股份有限公司", "get_sub_company_info", "上市公司关系",
			"请给出青岚股份有限公司与母公司的关系。", "Give the relationship to the parent company of 青岚股份有限公司."},
		{"court", "云溪市中级人民法院", "get_court_info", "法院负责人",
			"云溪市中级人民法院的负责人是谁？", "Who heads 云溪市中级人民法院?"},
		{"court", "云溪市中级人民法院", "get_court_code", "法院级别",
			"请给出云溪市中级人民法院的法院级别。", "Give the court level of 云溪市中级人民法院."},
		{"court_code", "苏05", "get_court_code", "法院级别",
			"请给出法院代字为苏05的法院的法院级别。", "Give the court level of the court with court code 苏05."},
		{"address", "云溪市文汇路88号", "get_address_info", "省份",
			"请给出地址云溪市文汇路88号所在省份。", "Give the province of address 云溪市文汇路88号."},
	} {
		p := program(t, fmt.Sprintf(lookup, c.entity, c.name, c.tool, c.column))
		for lang, want := range map[string]string{"zh": c.zh, "en": c.en} {
			if got, err := Question(d, p, lang); err != nil || got != want {
				t.Errorf("Question(%s %s, %s) = %q, %v, want %q", c.tool, c.name, lang, got, err, want)
			}
		}
	}
}

// A phrase stays where leaving it out would make two lookups' columns one.
func TestCallsStayApart(t *testing.T) {
	d := open(t, "legal")
	log := d.Table("LawfirmLog")
	log.Column("业务量排名").Phrase = domain.Text{"zh": "负责人", "en": "head"}
	for _, lang := range d.Languages {
		info, err := Question(d, program(t, fmt.Sprintf(lookup, "law_firm", "云溪律师事务所", "get_lawfirm_info", "律师事务所负责人")), lang)
		if err != nil {
			t.Fatal(err)
		}
		rank, err := Question(d, program(t, fmt.Sprintf(lookup, "law_firm", "云溪律师事务所", "get_lawfirm_log", "业务量排名")), lang)
		if err != nil {
			t.Fatal(err)
		}
		if info == rank {
			t.Errorf("%q asks two lookups", info)
		}
	}
}

// A column that refers back to its row stands behind it, where the highest one is asked
// for too.
func TestHighest(t *testing.T) {
	d := open(t, "legal")
	for _, c := range []struct{ start, tool, column, want string }{
		{`"company","value":["青岚股份有限公司"]`, "get_sub_company_info_list", "上市公司投资金额",
			"青岚股份有限公司投资的子公司中，母公司对其投资金额最高的一家的母公司对其投资金额是多少（以元为单位，保留两位小数）？"},
		{`"region","value":["江苏省","云溪市","湖滨区"]`, "get_lawfirm_info_list", "事务所注册资本",
			"江苏省云溪市湖滨区内的律师事务所中，最高的注册资本是多少（以元为单位，保留两位小数）？"},
	} {
		p := program(t, fmt.Sprintf(`{"nodes":[
			{"name":"a","op":"start","entity":%s},
			{"name":"b","op":"call","from":["a"],"tool":%q},
			{"name":"c","op":"superlative","from":["b"],"column":%q,"order":"max"},
			{"name":"d","op":"project","from":["c"],"columns":[%q]}],
			"answers":[{"from":"d","form":{"style":"number","unit":"元","places":2}}]}`, c.start, c.tool, c.column, c.column))
		if got, err := Question(d, p, "zh"); err != nil || got != c.want {
			t.Errorf("Question(%s) = %q, %v, want %q", c.column, got, err, c.want)
		}
	}
}

// Whether a lookup knows anything is asked in words of its own, so that what follows
// goes by the name alone.
func TestKnownThenColumn(t *testing.T) {
	d := open(t, "legal")
	p := program(t, `{"nodes":[
		{"name":"a","op":"start","entity":"company","value":["云溪公司"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_company_info","empty":true},
		{"name":"c","op":"exists","from":["b"]},
		{"name":"d","op":"project","from":["b"],"columns":["董秘"]}],
		"answers":[{"from":"c","form":{"style":"truth"}},{"from":"d","form":{"style":"text"},"if":"c"}]}`)
	for lang, want := range map[string]string{
		"zh": "云溪公司是否为上市公司？如果是，云溪公司上市信息中的董秘是谁？",
		"en": "Is 云溪公司 a listed company? If so, who is the board secretary in the listing profile of 云溪公司?",
	} {
		if got, err := Question(d, p, lang); err != nil || got != want {
			t.Errorf("Question(%s) = %q, %v, want %q", lang, got, err, want)
		}
	}
}

// The only row of a set is said within its phrase.
func TestOnly(t *testing.T) {
	d := open(t, "legal")
	p := program(t, `{"nodes":[
		{"name":"a","op":"start","entity":"region","value":["江苏省","云溪市","湖滨区"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_court_info_list"},
		{"name":"c","op":"only","from":["b"]},
		{"name":"d","op":"project","from":["c"],"columns":["法院名称"]},
		{"name":"e","op":"call","from":["d"],"tool":"get_finalized_case_court_list"},
		{"name":"f","op":"only","from":["e"]},
		{"name":"g","op":"project","from":["f"],"columns":["案号"]}],
		"answers":[{"from":"g","form":{"style":"text"}}]}`)
	for lang, want := range map[string]string{
		"zh": "请给出江苏省云溪市湖滨区内的法院执行的终本案件的案号。",
		"en": "Give the case number of the closed enforcement case handled by the court in 江苏省云溪市湖滨区.",
	} {
		if got, err := Question(d, p, lang); err != nil || got != want {
			t.Errorf("Question(%s) = %q, %v, want %q", lang, got, err, want)
		}
	}
}

// A clause after the plural noun keeps its verb: one row of a set is not said
// within it.
func TestClauses(t *testing.T) {
	d := open(t, "toy")
	d.Tool("get_company_cases").Phrase["en"] = "the court cases that involve {}"
	for ask, want := range map[string]string{
		`{"name":"c","op":"project","from":["b"],"columns":["案由"]}`:                                       "List the causes of action of the court cases that involve 甲山公司.",
		`{"name":"p","op":"only","from":["b"]},{"name":"c","op":"project","from":["p"],"columns":["案由"]}`: "Give the cause of action of the one among the court cases that involve 甲山公司.",
	} {
		p := program(t, `{"nodes":[
			{"name":"a","op":"start","entity":"company","value":["甲山公司"]},
			{"name":"b","op":"call","from":["a"],"tool":"get_company_cases"},`+ask+`],
			"answers":[{"from":"c","form":{"style":"text"}}]}`)
		if got, err := Question(d, p, "en"); err != nil || got != want {
			t.Errorf("Question(%s) = %q, %v, want %q", ask, got, err, want)
		}
	}
}

// Asking a row found for itself reads other than asking the row.
func TestOwnRows(t *testing.T) {
	d := open(t, "legal")
	const only = `{"nodes":[
		{"name":"a","op":"start","entity":"region","value":["江苏省","云溪市","湖滨区"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_court_info_list"},
		{"name":"c","op":"only","from":["b"]},`
	direct := program(t, only+`
		{"name":"d","op":"project","from":["c"],"columns":["法院负责人"]}],
		"answers":[{"from":"d","form":{"style":"text"}}]}`)
	again := program(t, only+`
		{"name":"d","op":"project","from":["c"],"columns":["法院名称"]},
		{"name":"e","op":"call","from":["d"],"tool":"get_court_info"},
		{"name":"f","op":"project","from":["e"],"columns":["法院负责人"]}],
		"answers":[{"from":"f","form":{"style":"text"}}]}`)
	for _, lang := range d.Languages {
		q, err := Question(d, direct, lang)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Question(d, again, lang)
		if err != nil {
			t.Fatal(err)
		}
		if q == r {
			t.Errorf("%q asks one lookup and two", q)
		}
	}
}

// A ranking asked for what it ranks by is asked for its end.
func TestExtremes(t *testing.T) {
	d := open(t, "legal")
	p := program(t, `{"nodes":[
		{"name":"a","op":"start","entity":"court","value":["云溪市中级人民法院"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_finalized_case_court_list"},
		{"name":"c","op":"filter","from":["b"],"column":"终本日期","comparison":"year","operand":"2020"},
		{"name":"d","op":"superlative","from":["c"],"column":"立案日期","order":"min"},
		{"name":"e","op":"project","from":["d"],"columns":["立案日期"]}],
		"answers":[{"from":"e","form":{"style":"date"}}]}`)
	for lang, want := range map[string]string{
		"zh": "云溪市中级人民法院执行的终本案件中，终本日期在2020年的各件里最早的立案日期是哪一天（格式为XXXX年XX月XX日）？",
		"en": "When was the earliest closed enforcement case closed in 2020 handled by 云溪市中级人民法院 filed (as YYYY-MM-DD)?",
	} {
		if got, err := Question(d, p, lang); err != nil || got != want {
			t.Errorf("Question(%s) = %q, %v, want %q", lang, got, err, want)
		}
	}
}
