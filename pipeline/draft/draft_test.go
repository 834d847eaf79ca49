package draft

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func fixedYears(string, string) []string { return []string{"2019", "2020", "2021"} }

// names gives two start entities of each type for each domain, which differ as
// little as such names do.
var names = map[string]map[string][2][]string{"legal": {
	"company":              {{"青岚精密仪器股份有限公司"}, {"青岚精密股份有限公司"}},
	"company_abbreviation": {{"青岚精仪"}, {"青岚精密"}},
	"stock_code":           {{"309988"}, {"309989"}},
	"credit_code":          {{"91990100MA0ABCD12X"}, {"91990100MA0ABCD12Y"}},
	"case_number":          {{"（2020）苏0599执1234号"}, {"（2020）苏0599执123号"}},
	"penalty_number":       {{"云环罚字〔2019〕0457号"}, {"云环罚字〔2019〕457号"}},
	"court":                {{"江苏省云溪市中级人民法院"}, {"云溪市中级人民法院"}},
	"court_code":           {{"苏0599"}, {"苏05"}},
	"law_firm":             {{"江苏云溪律师事务所"}, {"云溪律师事务所"}},
	"address":              {{"云溪市湖滨区文汇路88号"}, {"云溪市湖滨区文汇路8号"}},
	"region":               {{"江苏省", "云溪市", "湖滨区"}, {"北京市", "北京市", "湖滨区"}},
	"authority":            {{"云溪市市场监督管理局"}, {"云溪市生态环境局"}},
}, "legal-en": {
	"company":              {{"Kelver Precision Instruments Co., Ltd."}, {"Kelver Precision Co., Ltd."}},
	"company_abbreviation": {{"Kelver Precision"}, {"Kelver"}},
	"stock_code":           {{"309988"}, {"309989"}},
	"credit_code":          {{"91990100MA0ABCD12X"}, {"91990100MA0ABCD12Y"}},
	"case_number":          {{"(2020) KM0599 Enf. No. 1234"}, {"(2020) KM0599 Enf. No. 123"}},
	"penalty_number":       {{"Ashmere Env. Pen. [2019] No. 0457"}, {"Ashmere Env. Pen. [2019] No. 457"}},
	"court":                {{"Kelmar Province Ashmere Intermediate Court"}, {"Ashmere Intermediate Court"}},
	"court_code":           {{"KM0599"}, {"KM05"}},
	"law_firm":             {{"Ashmere & Lowe Law Firm"}, {"Lowe Law Firm"}},
	"address":              {{"88 Wharf Road, Lakeside District, Ashmere City"}, {"8 Wharf Road, Lakeside District, Ashmere City"}},
	"region":               {{"Kelmar Province", "Ashmere City", "Lakeside District"}, {"Meridian City", "Meridian City", "Lakeside District"}},
	"authority":            {{"Ashmere City Market Supervision Bureau"}, {"Ashmere City Environmental Protection Bureau"}},
}}

// Two different programs never have the same draft, nor has one program of two
// starts.
func TestQuestionsDiffer(t *testing.T) {
	for name := range names {
		if name == "legal" || !testing.Short() {
			questionsDiffer(t, open(t, name))
		}
	}
}

func questionsDiffer(t *testing.T, d *domain.Domain) {
	t.Helper()
	g := graph(t, d)
	each := 3
	if testing.Short() {
		each = 1
	}
	for _, lang := range d.Languages {
		seen := map[string]string{}
		n := 0
		for hops := 1; hops <= 3; hops++ {
			for p := range programs(t, g, hops, 1, each, fixedYears) {
				for _, name := range names[d.Name][p.Entities()[0].Entity] {
					q, err := Question(d, bind(p, name), lang)
					if err != nil {
						t.Fatalf("Question(%s): %v", p, err)
					}
					key := p.String() + strings.Join(name, "/")
					if other, ok := seen[q]; ok && other != key {
						t.Errorf("%q is the question of both\n%s\n%s", q, other, key)
					}
					seen[q] = key
					n++
				}
			}
		}
		if n < 3000*each {
			t.Errorf("%s, %s: %d questions, want at least %d to compare", d.Name, lang, n, 3000*each)
		}
	}
}

// Every step and every start entity stands in the question; no language leaks
// into the other.
func TestQuestionsAreWhole(t *testing.T) {
	for name := range names {
		questionsAreWhole(t, open(t, name))
	}
}

func questionsAreWhole(t *testing.T, d *domain.Domain) {
	t.Helper()
	g := graph(t, d)
	var all []*plan.Program
	for hops, stride := range map[int]int{1: 1, 2: 3, 3: 20, 4: 200} {
		all = slices.AppendSeq(all, programs(t, g, hops, stride, 1, fixedYears))
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "program")
		name := names[d.Name][p.Entities()[0].Entity][rapid.IntRange(0, 1).Draw(t, "start")]
		lang := rapid.SampledFrom(d.Languages).Draw(t, "language")
		p = bind(p, name)
		q, err := Question(d, p, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"{}", "  ", "的的", "the the ", " of of ", "该该", "%!", ".."} {
			if strings.Contains(q, bad) {
				t.Errorf("Question = %q, want no %q", q, bad)
			}
		}
		inquiries, err := Inquiries(d, p, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range inquiries {
			if !strings.Contains(q, i.Stepwise.Clause) && !strings.Contains(q, i.Stepwise.Question) {
				t.Errorf("Question = %q, want %q in it", q, i.Stepwise.Clause)
			}
		}
		if lang == "en" {
			rest := q
			for _, part := range name {
				rest = strings.ReplaceAll(rest, part, "")
			}
			if i := strings.IndexFunc(rest, func(r rune) bool { return r > 0x2e80 }); i >= 0 {
				t.Errorf("Question = %q, want English outside the start's name", q)
			}
		}
	})
}

// TestAnswers runs programs of every depth over the made-up worlds, holds every
// answer to the laws of keywords and keeps drafts with their answers for people to
// read, five for each depth and language of a world. UPDATE=1 rewrites them.
func TestAnswers(t *testing.T) {
	for file, w := range map[string]*world{
		"testdata/drafts.golden":    newWorld(t),
		"testdata/drafts-en.golden": worldOf(t, "legal-en", "testdata/world-en"),
	} {
		golden(t, file, w.drafts(t))
	}
}

// drafts runs programs of every depth and returns some with their answers.
func (w *world) drafts(t *testing.T) string {
	t.Helper()
	ran := map[int][]traced{}
	n := 0
	for _, x := range w.run(t) {
		ran[x.hops] = append(ran[x.hops], x)
		n++
	}
	if n < 120 {
		t.Errorf("%d programs ran, want at least 120", n)
	}
	var text strings.Builder
	for _, lang := range w.domain.Languages {
		for hops := 1; hops <= 5; hops++ {
			for _, x := range ran[hops] {
				q, a := w.words(t, x, lang)
				lawful(t, q, &a)
			}
			for _, x := range varied(w.domain, ran[hops], 5) {
				q, a := w.words(t, x, lang)
				values, err := json.Marshal(a.Values)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&text, "%s %d-hop\nQ %s\nA %s\nkeys   %s\nmiddle %s\nvalues %s\n\n",
					lang, hops, q, a.Sentence, strings.Join(a.Keys, " | "), strings.Join(a.Middle, " | "), values)
			}
		}
	}
	return text.String()
}

// words returns the question and answer of an executed program.
func (w *world) words(t *testing.T, x traced, lang string) (string, ReferenceAnswer) {
	t.Helper()
	q, err := Question(w.domain, x.program, lang)
	if err != nil {
		t.Fatalf("Question(%s): %v", x.program, err)
	}
	a, err := Answer(w.domain, x.program, x.trace, lang)
	if err != nil {
		t.Fatalf("Answer(%s): %v", x.program, err)
	}
	return q, a
}

func lawful(t *testing.T, question string, a *ReferenceAnswer) {
	t.Helper()
	if a.Question != question {
		t.Errorf("answered is %q, and asked %q", a.Question, question)
	}
	if len(a.Keys) == 0 || len(a.Values) != len(a.Keys) {
		t.Errorf("%q: %d keys and %d values, want as many and at least one", question, len(a.Keys), len(a.Values))
		return
	}
	for i, k := range a.Keys {
		if !strings.Contains(a.Sentence, k) {
			t.Errorf("key %q does not stand in %q", k, a.Sentence)
		}
		if a.Values[i].Text != k {
			t.Errorf("Values[%d].Text = %q, want %q", i, a.Values[i].Text, k)
		}
		if slices.Index(a.Keys, k) != i {
			t.Errorf("key %q stands twice in %q", k, a.Keys)
		}
		if v := &a.Values[i]; (v.Kind == value.Number) != (v.Quantity != "") || v.Quantity == quantity.Rank && v.Unit != "" {
			t.Errorf("%q: %+v, want a quantity of every number and of nothing else, and a rank without a unit", question, *v)
		}
	}
	if a.Middle == nil {
		t.Errorf("%q: Middle = nil, want an empty list", question)
	}
	for i, m := range a.Middle {
		if strings.Contains(question, m) || slices.Index(a.Middle, m) != i {
			t.Errorf("%q: middle key %q stands in the question or twice", question, m)
		}
		for _, k := range append(slices.Delete(slices.Clone(a.Middle), i, i+1), a.Keys...) {
			if strings.Contains(k, m) {
				t.Errorf("%q: middle key %q stands in keyword %q", question, m, k)
			}
		}
	}
}

// varied chooses n executed programs that differ most: each next one adds the
// most tools, operators, kinds of start and of answer to those before.
func varied(d *domain.Domain, ran []traced, n int) []traced {
	seen := map[string]bool{}
	var chosen []traced
	for range n {
		best, most := 0, -1
		for i, x := range ran {
			added := 0
			for _, f := range features(d, x.program) {
				if !seen[f] {
					added++
				}
			}
			if added > most && !slices.ContainsFunc(chosen, func(c traced) bool { return c.trace == x.trace }) {
				best, most = i, added
			}
		}
		for _, f := range features(d, ran[best].program) {
			seen[f] = true
		}
		chosen = append(chosen, ran[best])
	}
	return chosen
}

func features(d *domain.Domain, p *plan.Program) []string {
	fs := p.Tools()
	for _, o := range p.Structure(d).Operators {
		fs = append(fs, string(o))
	}
	fs = append(fs, fmt.Sprint(p.Answers[0].Form), p.Entities()[0].Entity, strings.Join(p.Entities()[0].Value, ""))
	slices.Sort(fs)
	return slices.Compact(fs)
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	goldentest.Compare(t, path, got)
}

// program decodes a program written as JSON.
func program(t *testing.T, text string) *plan.Program {
	t.Helper()
	p := new(plan.Program)
	if err := json.Unmarshal([]byte(text), p); err != nil {
		t.Fatal(err)
	}
	return p
}

// Several answers of one program, from one result and from two starts.
const parallel = `{"nodes":[
	{"name":"a","op":"start","entity":"company","value":["云溪砾石管网有限公司"]},
	{"name":"b","op":"call","from":["a"],"tool":"get_company_register"},
	{"name":"c","op":"project","from":["b"],"columns":["注册资本"]},
	{"name":"d","op":"project","from":["b"],"columns":["成立日期"]},
	{"name":"e","op":"start","entity":"court","value":["江苏省云溪市中级人民法院"]},
	{"name":"f","op":"call","from":["e"],"tool":"get_court_info"},
	{"name":"g","op":"project","from":["f"],"columns":["法院省份","法院城市","法院区县"]}],
	"answers":[{"from":"c","form":{"style":"number","unit":"万元","places":1}},{"from":"d","form":{"style":"date"}},{"from":"g","form":{"style":"text"}}]}`

func TestSeveralAnswers(t *testing.T) {
	w := newWorld(t)
	p := program(t, parallel)
	x, err := plan.NewExecutor(w.domain, w.tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("Run = %q, %v", reason, err)
	}
	for lang, want := range map[string]struct{ question, sentence string }{
		"zh": {
			"（1）云溪砾石管网有限公司工商登记的注册资本（以万元为单位，保留一位小数）和成立日期（格式为XXXX年XX月XX日）分别是什么？" +
				"（2）请给出江苏省云溪市中级人民法院所在省份、所在城市、所在区县。",
			"云溪砾石管网有限公司工商登记的注册资本是5000.0万元，成立日期是2016年08月19日。" +
				"江苏省云溪市中级人民法院所在省份、所在城市、所在区县是江苏省、云溪市、湖滨区。",
		},
		"en": {
			"(1) Give the registered capital (in units of 10,000 CNY, to one decimal place) and date of establishment (as YYYY-MM-DD) in the business registration of 云溪砾石管网有限公司. " +
				"(2) Give the province, city and county of 江苏省云溪市中级人民法院.",
			"The registered capital in the business registration of 云溪砾石管网有限公司 is 5000.0 (in the unit asked for); and the date of establishment is 2016-08-19. " +
				"The province, city and county of 江苏省云溪市中级人民法院 are 江苏省, 云溪市 and 湖滨区.",
		},
	} {
		q, err := Question(w.domain, p, lang)
		if err != nil || q != want.question {
			t.Errorf("Question(%s) = %q, %v, want %q", lang, q, err, want.question)
		}
		a, err := Answer(w.domain, p, trace, lang)
		if err != nil || a.Sentence != want.sentence || len(a.Keys) != 5 {
			t.Errorf("Answer(%s) = %q with keys %q, %v, want %q and 5 keys", lang, a.Sentence, a.Keys, err, want.sentence)
		}
	}
}

// What is found on the way is no keyword where it is a single character, which
// stands in too many texts.
func TestMiddleIsLong(t *testing.T) {
	w := newWorld(t)
	p := program(t, `{"nodes":[
		{"name":"a","op":"start","entity":"company","value":["云溪砾石管网有限公司"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_sub_company_info"},
		{"name":"c","op":"project","from":["b"],"columns":["关联上市公司全称"]},
		{"name":"d","op":"call","from":["c"],"tool":"get_company_info"},
		{"name":"e","op":"project","from":["d"],"columns":["所属行业"]}],
		"answers":[{"from":"e","form":{"style":"text"}}]}`)
	for found, want := range map[string]int{"7": 0, "77": 1} {
		number := []value.Value{value.NewText(found)}
		trace := &plan.Trace{Program: p, Results: []*plan.NodeResult{{}, {}, {Values: number}, {}, {Values: []value.Value{value.NewText("机械")}}}}
		if a, err := Answer(w.domain, p, trace, "zh"); err != nil || len(a.Middle) != want {
			t.Errorf("Answer by way of %q has middle keywords %q, %v, want %d", found, a.Middle, err, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	d := open(t, "legal")
	p := program(t, parallel)
	for _, c := range []struct {
		name, lang, want string
		change           func(p *plan.Program)
	}{
		{"language", "fr", `language "fr": want one of domain legal that drafts can be written in (en, zh)`, func(*plan.Program) {}},
		{"unbound", "zh", `node "a": the start company is not bound`, func(p *plan.Program) { p.Nodes[0].Do = &plan.Start{Entity: "company"} }},
		{"private", "zh", "node \"a\": \"甲\\U000f0001\": want text without characters for private use above U+F0000", func(p *plan.Program) {
			p.Nodes[0].Do = &plan.Start{Entity: "company", Value: []string{"甲\U000F0001"}}
		}},
		{"type", "zh", `node "b" (call): tool "none": want a declared lookup`, func(p *plan.Program) { p.Nodes[1].Do = &plan.Call{Tool: "none"} }},
	} {
		q := &plan.Program{Nodes: slices.Clone(p.Nodes), Answers: p.Answers}
		c.change(q)
		if _, err := Question(d, q, c.lang); err == nil || err.Error() != c.want {
			t.Errorf("%s: Question: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := Answer(d, p, &plan.Trace{Program: p}, "zh"); err == nil {
		t.Error("Answer of a trace without results: no error, want one")
	}
}

func TestName(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"青岚股份有限公司"}, "青岚股份有限公司"},
		{[]string{"北京市", "北京市", "海淀区"}, "北京市海淀区"},
		{[]string{"Berlin", "Germany"}, "Berlin, Germany"},
		{[]string{"江苏省", ""}, "江苏省, "},
		{nil, ""},
	} {
		if got := Name(c.parts); got != c.want {
			t.Errorf("Name(%q) = %q, want %q", c.parts, got, c.want)
		}
	}
}
