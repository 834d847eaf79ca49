package draft

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
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
	a := plan.AnswerSpec{From: from, If: on}
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
	p := plan.Program{Nodes: s.Nodes, Answers: []plan.AnswerSpec{{From: from, Form: plan.Form{Style: plan.StyleCount}}}}
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
		t.Fatalf("%s: %v", p, err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("%s: Run = %q, %v", p, reason, err)
	}
	return trace
}
