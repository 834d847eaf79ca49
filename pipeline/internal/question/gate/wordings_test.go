package gate

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// wording is a question that asks for what a program does.
type wording struct {
	family, program, question string
	// alone is of words that another program's question could have as well, by which no
	// gate can tell the two.
	alone bool
}

// opposed are programs of a family, by which a question for one is not taken for
// another's; all of the families in opposedAll are.
var opposed = [][3]string{
	{"pick", "max", "min"}, {"pick", "late", "early"}, {"pick", "max2", "min2"}, {"pick", "late2", "early2"}, {"pick", "max2", "max"}, {"pick", "min2", "min"}, {"pick", "late2", "late"}, {"pick", "early2", "early"},
	{"number", "sum", "average"}, {"number", "minimum", "maximum"}, {"number", "distinct", "sum"}, {"arith", "add", "subtract"}, {"arith", "share", "add"}, {"arith", "divide", "subtract"},
	{"compare", "more", "less"}, {"compare", "later", "earlier"}, {"dates", "since", "until"}, {"set", "union", "intersection"}, {"set", "intersection", "difference"},
}

var opposedAll = []string{"amount", "money", "layout"}

// apart reports whether the gates must tell two programs of a family.
func apart(family, a, b string) bool {
	return a != b && (slices.Contains(opposedAll, family) || slices.Contains(opposed, [3]string{family, a, b}) || slices.Contains(opposed, [3]string{family, b, a}))
}

// Programs that wordings are written for.
const (
	restrictions = `{"name":"a","op":"start","entity":"company","value":["云溪砾石管网有限公司"]},{"name":"b","op":"call","from":["a"],"tool":"get_restriction_case_company_list"},{"name":"c","op":"project","from":["b"],"columns":["执行法院"]},
		{"name":"d","op":"start","entity":"company","value":["砾石环保工程有限公司"]},{"name":"e","op":"call","from":["d"],"tool":"get_restriction_case_company_list"},{"name":"f","op":"project","from":["e"],"columns":["执行法院"]},`
	oneCase = `{"name":"a","op":"start","entity":"case_number","value":["（2022）苏0599执155号"]},{"name":"b","op":"call","from":["a"],"tool":"get_finalized_case"},
		{"name":"c","op":"project","from":["b"],"columns":["执行标的（元）"]},{"name":"d","op":"project","from":["b"],"columns":["未履行金额（元）"]},{"name":"e","op":"project","from":["b"],"columns":["立案日期"]},{"name":"f","op":"project","from":["b"],"columns":["终本日期"]},`
	twoCompanies = `{"name":"a","op":"start","entity":"company","value":["云溪砾石管网有限公司"]},{"name":"d","op":"start","entity":"company","value":["砾石环保工程有限公司"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_company_register"},{"name":"c","op":"project","from":["b"],"columns":["COLUMN"]},{"name":"e","op":"call","from":["d"],"tool":"get_company_register"},{"name":"f","op":"project","from":["e"],"columns":["COLUMN"]},`
	oneCompany = `{"name":"a","op":"start","entity":"company","value":["云溪砾石管网有限公司"]},`
	asText     = `"answers":[{"from":"z","form":{"style":"text"}}]`
	asCount    = `"answers":[{"from":"z","form":{"style":"count"}}]`
	asMoney    = `"answers":[{"from":"z","form":{"style":"number","unit":"元","places":2}}]`
)

// worded returns the program that wordings are written for, "" for a name that none
// has.
func worded(family, name string) string {
	picked := func(operation string) string {
		return `{"nodes":[` + courtCases + `{"name":"c","op":` + operation + `},{"name":"z","op":"project","from":["c"],"columns":["案号"]}],` + asText + `}`
	}
	ranked := func(column, order, rank string) string {
		return picked(`"superlative","from":["b"],"column":"` + column + `","order":"` + order + `"` + rank)
	}
	of := func(nodes, operation, answers string) string {
		return `{"nodes":[` + nodes + `{"name":"z","op":` + operation + `}],` + answers + `}`
	}
	filtered := func(nodes, condition string) string {
		return `{"nodes":[` + nodes + `{"name":"c","op":"filter","from":["b"],` + condition + `},` + counted3
	}
	compared := func(column, order string) string {
		return of(strings.ReplaceAll(twoCompanies, "COLUMN", column), `"compare","from":["a","c","d","f"],"order":"`+order+`"`, asText)
	}
	form := func(node, form string) string {
		return `{"nodes":[` + strings.TrimSuffix(oneCase, ",") + `],"answers":[{"from":"` + node + `","form":` + form + `}]}`
	}
	const unfulfilled = `"from":["b"],"column":"未履行金额（元）"`
	switch family + " " + name {
	case "pick max":
		return ranked("未履行金额（元）", "max", "")
	case "pick min":
		return ranked("未履行金额（元）", "min", "")
	case "pick max2":
		return ranked("未履行金额（元）", "max", `,"rank":2`)
	case "pick min2":
		return ranked("未履行金额（元）", "min", `,"rank":2`)
	case "pick late":
		return ranked("立案日期", "max", "")
	case "pick early":
		return ranked("立案日期", "min", "")
	case "pick late2":
		return ranked("立案日期", "max", `,"rank":2`)
	case "pick early2":
		return ranked("立案日期", "min", `,"rank":2`)
	case "pick sole":
		return picked(`"only","from":["b"]`)
	case "pick frequent":
		return of(courtCases, `"frequent","from":["b"],"column":"被执行人"`, asText)
	case "number count":
		return of(courtCases, `"count","from":["b"]`, asCount)
	case "number distinct":
		return of(courtCases+`{"name":"c","op":"project","from":["b"],"columns":["被执行人"]},`, `"distinct","from":["c"]`, asCount)
	case "number sum", "number average", "number minimum", "number maximum":
		return of(courtCases, `"`+name+`",`+unfulfilled, asMoney)
	case "arith add", "arith subtract":
		return of(oneCase, `"`+name+`","from":["c","d"]`, asMoney)
	case "product multiply":
		return of(oneCompany+`{"name":"b","op":"call","from":["a"],"tool":"get_company_register"},{"name":"c","op":"project","from":["b"],"columns":["注册资本"]},
			{"name":"d","op":"call","from":["a"],"tool":"get_sub_company_info"},{"name":"e","op":"project","from":["d"],"columns":["上市公司参股比例"]},`, `"multiply","from":["c","e"]`, asMoney)
	case "arith divide":
		return of(oneCase, `"divide","from":["c","d"]`, `"answers":[{"from":"z","form":{"style":"number","places":2}}]`)
	case "arith share", "percent percent":
		return of(oneCase, `"share","from":["c","d"]`, `"answers":[{"from":"z","form":{"style":"number","unit":"%","places":2}}]`)
	case "days days":
		return of(oneCase, `"days","from":["e","f"]`, asCount)
	case "compare more":
		return compared("注册资本", "max")
	case "compare less":
		return compared("注册资本", "min")
	case "compare later":
		return compared("成立日期", "max")
	case "compare earlier":
		return compared("成立日期", "min")
	case "set union", "set intersection", "set difference":
		return of(restrictions, `"`+name+`","from":["c","f"]`, asText)
	case "amount above", "amount below", "amount atleast", "amount atmost":
		return filtered(courtCases, `"column":"未履行金额（元）","comparison":"`+name+`","operand":"1000000"`)
	case "dates since", "dates until":
		return filtered(courtCases, `"column":"立案日期","comparison":"`+name+`","operand":"2020-03-01"`)
	case "dates during":
		return filtered(courtCases, `"column":"立案日期","comparison":"during","operand":"2020-03-01","to":"2021-05-31"`)
	case "contains contains":
		return filtered(oneCompany+`{"name":"b","op":"call","from":["a"],"tool":"get_legal_document_company_list"},`, `"column":"案由","comparison":"contains","operand":"买卖合同"`)
	case "truth exists":
		return of(oneCompany+`{"name":"b","op":"call","from":["a"],"tool":"get_restriction_case_company_list","empty":true},`, `"exists","from":["b"]`, `"answers":[{"from":"z","form":{"style":"truth"}}]`)
	case "follow if":
		return `{"nodes":[` + oneCompany + `{"name":"b","op":"call","from":["a"],"tool":"get_company_info","empty":true},{"name":"c","op":"exists","from":["b"]},{"name":"z","op":"project","from":["b"],"columns":["公司代码"]}],
			"answers":[{"from":"c","form":{"style":"truth"}},{"from":"z","form":{"style":"text"},"if":"c"}]}`
	case "money 元", "money 万元", "money 亿元":
		return form("d", `{"style":"number","unit":"`+name+`","places":2}`)
	case "money 整元":
		return form("d", `{"style":"number","unit":"元"}`)
	case "layout day":
		return form("e", `{"style":"date"}`)
	case "layout iso", "layout month", "layout year":
		return form("e", `{"style":"date","layout":"`+name+`"}`)
	}
	return ""
}

// wordings reads those of a language.
func wordings(t *testing.T, lang string) (all []wording) {
	t.Helper()
	data, err := os.ReadFile("testdata/wordings-" + lang + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	family, program, sentence := "", "", ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line[0] == '[':
			family, program, _ = strings.Cut(strings.Trim(line, "[]"), " ")
			if worded(family, program) == "" {
				t.Fatalf("no program %s %s", family, program)
			}
		case line[0] == '=':
			sentence = line[1:]
		default:
			words, alone := strings.CutPrefix(line, "~")
			all = append(all, wording{family, program, strings.Replace(sentence, "{}", words, 1), alone})
		}
	}
	return all
}

// A question that asks in any of many words for what a program does passes for that
// program, and for no opposed one.
func TestWordings(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		all := wordings(t, lang)
		gates, tasks, families := map[string]*Gate{}, map[string]*task.Task{}, map[string][]string{}
		for _, w := range all {
			key := w.family + " " + w.program
			if gates[key] != nil {
				continue
			}
			one := judged(t, lang, worded(w.family, w.program))
			gates[key], tasks[key] = gateOf(t, one), one
			families[w.family] = append(families[w.family], key)
		}
		for _, w := range all {
			key := w.family + " " + w.program
			q := w.question
			if names := tasks[key].Entities; len(names) > 1 {
				q = strings.NewReplacer("@1", names[0].Name[0], "@2", names[1].Name[0]).Replace(q)
			} else {
				q = strings.ReplaceAll(q, "@", names[0].Name[0])
			}
			if f, wrong := gates[key].Judge(q); wrong {
				t.Errorf("%s: Judge(%q) = %v, want a pass", key, q, f)
			}
			for _, other := range families[w.family] {
				if w.alone || !apart(w.family, w.program, strings.TrimPrefix(other, w.family+" ")) {
					continue
				}
				if f, wrong := gates[other].Judge(q); !wrong || f.Reason == Length || f.Reason == Language {
					t.Errorf("%s: Judge(%q) of %s = %v, want what is lost", lang, q, other, f)
				}
			}
		}
	}
}
