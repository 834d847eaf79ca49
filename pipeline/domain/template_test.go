package domain_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestFill(t *testing.T) {
	values := map[string]string{"a": "1", "b": "{a}"}
	for text, want := range map[string]string{
		"{a}{a} {b}":  "11 {a}", // what is put in is not filled again
		"{c} {} { a}": "{c} {} { a}",
		"x{2,3}{A}":   "x{2,3}{A}", // a repetition of an expression, no name
	} {
		if got := domain.Fill(text, values); got != want {
			t.Errorf("Fill(%q) = %q: want %q", text, got, want)
		}
	}
}

// What passages of the shipped domains are called.
func TestHeadings(t *testing.T) {
	for _, c := range []struct {
		domain, passages, text string
		want                   []string // the first names; nil for no name
	}{
		{"legal", "LegalArticle", "某国租赁法第一百一十五条：应当通知。\n", []string{"某国租赁法第一百一十五条", "《某国租赁法》第一百一十五条"}},
		{"legal", "LegalArticle", "某国租赁法（2008年修订，已废止）第五条：应当通知。", []string{"某国租赁法第五条", "《某国租赁法》第五条"}},
		{"legal", "LegalArticle", "某国商标办法（二）第五条之一：应当通知。", []string{"某国商标办法（二）第五条之一", "《某国商标办法（二）》第五条之一"}},
		{"legal", "LegalArticle", "应当通知：依照某国租赁法第五条。", nil},
		{"legal", "LegalKnowledge", "租赁 要点 《某国租赁法》第五条规定：略。《某国合同法》第六条", []string{"某国租赁法第五条", "《某国租赁法》第五条"}},
		{"legal", "LegalKnowledge", "租赁 要点", nil},
		{"legal", "LegalCases", "甲诉乙租赁合同纠纷案\n\n　　【案情】略", []string{"甲诉乙租赁合同纠纷案"}},
		{"legal", "LegalCases", "案情：略\n", nil},
		{"legal-en", "LegalArticle", "Republic of X Lease Act, Article 11-1: Notice is due.", []string{"Article 11-1 of the Republic of X Lease Act", "Republic of X Lease Act, Article 11-1"}},
		{"legal-en", "LegalArticle", "Republic of X Lease Act (as revised 2008, since repealed), Article 5: Notice.", []string{"Article 5 of the Republic of X Lease Act", "Republic of X Lease Act, Article 5"}},
		{"legal-en", "LegalKnowledge", "Leases. Under Article 7 of the Republic of X Use of Things Order (No. 2) the lessor may sue.", []string{"Article 7 of the Republic of X Use of Things Order (No. 2)", "Republic of X Use of Things Order (No. 2), Article 7"}},
		{"legal-en", "LegalKnowledge", "Leases  [Main provisions] Republic of X Lease Act, Article 13", []string{"Article 13 of the Republic of X Lease Act", "Republic of X Lease Act, Article 13"}},
		{"legal-en", "LegalCases", "A Ltd. v. B Ltd., Lease dispute\n\nFacts", []string{"A Ltd. v. B Ltd., Lease dispute"}},
	} {
		d := opened(t, c.domain)
		h, ok := d.Passage(c.passages).Reference.Reader()(c.text)
		if ok != (c.want != nil) {
			t.Errorf("%s %s %q has a name: %v", c.domain, c.passages, c.text, ok)
		}
		if !ok {
			continue
		}
		if names := h.Names(); names[0] != h.Name() || !cmp.Equal(names[:len(c.want)], c.want) {
			t.Errorf("%s %s %q is called %q: want %q first", c.domain, c.passages, c.text, names, c.want)
		}
	}
}

// Every form in which people cite an article is a name of it, each once, and reads back as
// one citation.
func TestFormsOfCitations(t *testing.T) {
	for _, c := range []struct {
		domain, text string
		want         []string // among the names
		names        int
	}{
		{"legal", "樱川共和国租赁法第十四条之一：应当通知。", []string{
			"樱川共和国租赁法第十四条之一", "《樱川共和国租赁法》第十四条之一", "樱川共和国租赁法第14条之一", "租赁法第十四条之一", "《租赁法》第14条之一",
		}, 8},
		{"legal", "樱川共和国租赁法（2020年公布）第十四条：应当通知。", []string{
			"樱川共和国租赁法（2020年公布）第十四条", "《租赁法（2020年公布）》第14条", "《樱川共和国租赁法》（2020年公布）第十四条", "租赁法第14条",
		}, 20},
		{"legal", "中华人民共和国民法典第五百零九条：应当履行。", []string{"民法典第五百零九条", "《中华人民共和国民法典》第509条"}, 8},
		{"legal", "雁省租赁条例第五条：应当通知。", []string{"雁省租赁条例第五条"}, 4},
		{"legal-en", "Republic of X Lease Act, Article 14: Notice.", []string{
			"Article 14 of the Republic of X Lease Act", "Republic of X Lease Act, Art. 14", "Art. 14 Lease Act", "Lease Act, Article 14", "Article 14 of Lease Act",
		}, 16},
		{"legal-en", "Republic of X Lease Act (as enacted 2020), Article 14-1: Notice.", []string{
			"Art. 14-1 of the Lease Act (as enacted 2020)", "Republic of X Lease Act (as enacted 2020), Article 14-1",
		}, 32},
	} {
		h, ok := opened(t, c.domain).Passage("LegalArticle").Reference.Reader()(c.text)
		if !ok {
			t.Fatalf("%q has no name", c.text)
		}
		names := h.Names()
		for _, want := range c.want {
			if !slices.Contains(names, want) {
				t.Errorf("%q is not called %q but %q", c.text, want, names)
			}
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(names))); len(names) != c.names || len(distinct) != len(names) {
			t.Errorf("%q has %d names, %d different: want %d", c.text, len(names), len(distinct), c.names)
		}
		key, ok := value.ParseCitation(names[0])
		for _, name := range names {
			if got, read := value.ParseCitation(name); !ok || !read || !got.Same(key) {
				t.Errorf("%q reads as %v, %v: want %v", name, got, read, key)
			}
		}
	}
}

// Which articles a text cites.
func TestCited(t *testing.T) {
	for _, c := range []struct {
		domain, article, text string
		want                  bool
	}{
		{"legal", "甲法第五条：略", "依照《甲法》第五条的规定", true},
		{"legal", "甲法第五条：略", "依照《甲法》第三条、第五条、《乙法》第二条", true},
		{"legal", "甲法第二条：略", "依照《甲法》第三条、《乙法》第二条", false},
		{"legal", "甲法第五条：略", "依照《甲法》第十五条", false},
		{"legal", "甲法第五条：略", "依照《甲法》第五条之一", false},
		{"legal", "甲法第五条之一：略", "依照《甲法》第五条之一", true},
		{"legal", "甲法第五条：略", "依照《甲法实施条例》第五条", false},
		{"legal", "甲法第五条：略", "依照甲法第五条", false},
		{"legal-en", "X Act, Article 5: text", "under Article 5 of the X Act it was adjudged", true},
		{"legal-en", "X Act, Article 5: text", "under Article 5, Article 6 and Article 7 of the X Act:", true},
		{"legal-en", "X Act, Article 5: text", "under Article 5 of the Y Act and Article 6 of the X Act:", false},
		{"legal-en", "X Act, Article 5: text", "under Article 5 of the X Act Implementing Order:", false},
		{"legal-en", "X Act, Article 5: text", "under Article 5-1 and Article 15 of the X Act.", false},
		{"legal-en", "X Act, Article 5: text", "under Article 5 of the X Act and Article 6 of the Y Act", true},
	} {
		h, ok := opened(t, c.domain).Passage("LegalArticle").Reference.Reader()(c.article)
		if !ok || h.Cited(c.text) != c.want {
			t.Errorf("%q is cited in %q: %v: want %v", c.article, c.text, !c.want, c.want)
		}
	}
	if h := (domain.Heading{}); h.Cited("") {
		t.Error("a passage that no text cites is cited")
	}
}

// A work that a text cites ends where the sentence goes on.
func TestCitedWorksEnd(t *testing.T) {
	for text, want := range map[string]string{
		"Under Article 35 of the Republic of X Lease Act and Article 3 of the Republic of X Supreme Court Interpretation on Civil Procedure the Highmere Intermediate Court adjudged:": "Republic of X Supreme Court Interpretation on Civil Procedure",
		"under Article 3 of the Republic of X Law on the Protection of Consumers the court":                                                                                            "Republic of X Law on the Protection of Consumers",
		"under Article 3 of the Republic of X Law on Guarantees and Pledges, the Court":                                                                                                "Republic of X Law on Guarantees and Pledges",
	} {
		cited, ok := opened(t, "legal-en").Passage("LegalArticle").Reference.CitationReader()(text)
		if !ok || len(cited) == 0 || cited[len(cited)-1].Work != want {
			t.Errorf("%q cites %+v, %v: want the work %q last", text, cited, ok, want)
		}
	}
}

func opened(t *testing.T, name string) *domain.Domain {
	t.Helper()
	d, err := domain.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A domain that names columns in another language takes templates over with them.
func TestTemplateColumnsAreRenamed(t *testing.T) {
	steps := func(name string) map[string]string {
		columns := map[string]string{}
		for _, s := range opened(t, name).Template("defence").Steps {
			if s.Column != "" {
				columns[s.Name] = s.Column
			}
		}
		return columns
	}
	base, own := steps("legal"), steps("legal-en")
	sums := func(name string) string {
		o := opened(t, name).Template("opinion")
		return fmt.Sprint(o.Start.Where, o.Steps[slices.IndexFunc(o.Steps, func(s domain.TemplateStep) bool { return s.Sum != "" })].Sum)
	}
	if got := sums("legal-en"); got != "map[Registration Status:[Active In business]]Unfulfilled Amount (CNY)" {
		t.Errorf("columns of the opinion of legal-en: %s", got)
	}
	if base["head"] != "律师事务所负责人" || own["head"] != "Law Firm Head" || len(own) != len(base) {
		t.Errorf("columns of legal %v, of legal-en %v: want the same steps by other names", base, own)
	}
}

// A legal opinion computes: every way its steps can be wrong is told.
func TestComputedStepFaults(t *testing.T) {
	load := func(old, new string) error {
		files := fstest.MapFS{}
		for _, name := range []string{"domain", "matters", "tables", "templates", "tools"} {
			data, err := os.ReadFile("../../schemas/legal/" + name + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			if name == "templates" {
				if !strings.Contains(string(data), old) {
					t.Errorf("%q does not stand in the declaration", old)
				}
				data = []byte(strings.Replace(string(data), old, new, 1))
			}
			files[name+".yaml"] = &fstest.MapFile{Data: data}
		}
		_, err := domain.Load(files, ".")
		return err
	}
	if err := load("count: true", "count: true"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"的案件达到3件", "的案件达到4件", `form "rules" has 4, 20, 2, 1, 5, 5, 10 in zh: want the numbers of the tiers in their order: 3, 20, 2, 1, 5, 5, 10`},
		{"total 20% of", "total a fifth of", "in en"},
		{`rate: "2"}`, `rate: "3"}`, "in en"},
		{"stated: rules", "stated: form", "in zh"},
		{"stated: rules", "stated: closed", `step "rate": "closed"`},
		{`at_least: ["1", "5"]`, `at_least: ["1"]`, "1 thresholds"},
		{"of: [restrictions, share]\n", "of: [restrictions, open]\n", `step "rate" reads other things`},
		{"of: [restricted], count: true", "of: [registration], count: true", `step "restrictions" reads a row`},
		{"sum: 未履行金额（元）", "sum: 终本日期", `column "终本日期"`},
		{"where: {column: 日期, year", "where: {column: 案由, year", `column "案由"`},
		{"year: \"2021\"}", "year: \"2021\", stated: true}", "has 2 of them"},
		{"of: [lawsuits, start], where", "of: [lawsuits], where", `step "defended" reads a set of rows`},
		{"of: [capital, rate], compute", "of: [address, rate], compute", `step "ceiling" reads a text`},
		{"column: 登记状态}", "column: 登记状态, empty: true}", `step "status" may find none`},
		{"column: 登记状态}", "column: 登记状态, stated: rules}", `step "status" is stated in`},
		{"where: {登记状态:", "where: {案号:", `unknown column "案号"`},
	} {
		if err := load(c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v: want %q", c.new, c.old, err, c.want)
		}
	}
}

// Every way a template or a reference can be wrong is told, at its line.
func TestTemplateFaults(t *testing.T) {
	data, err := os.ReadFile("testdata/letters/domain.yaml")
	if err != nil {
		t.Fatal(err)
	}
	load := func(text string) error {
		var fsys fs.FS = fstest.MapFS{"domain.yaml": {Data: []byte(text)}}
		_, err := domain.Load(fsys, ".")
		return err
	}
	if err := load(string(data)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"entity: case_number", "entity: nobody", `unknown entity "nobody"`},
		{"pattern: 民初", "pattern: '('", "missing closing"},
		{"lookup: get_case}", "lookup: get_company_cases}", `step "defendant" reads a set of rows`},
		{"lookup: get_case}", "lookup: get_case, empty: true}", `unknown lookup "get_case"`},
		{"lookup: get_case}", "lookup: get_cases}", `unknown lookup "get_cases"`},
		{"lookup: get_case}", "lookup: get_case, column: 案由}", "has 2 of them"},
		{"name: cause, of: [case], column: 案由", "name: cause, of: [case], entity: case_number", `takes "case_number" from a row of`},
		{"name: cause, of: [case], column: 案由", "name: cause, of: [start], entity: case_number", `step "cause" reads a name`},
		{"of: [start], lookup", "of: [outcome], lookup", `step "case" reads "outcome"`},
		{"name: cause, of: [case], column: 案由", "name: cause, of: [case], column: 案子", `unknown column "案子"`},
		{"name: cause, of: [case], column: 案由", "name: cause, of: [case], column: 涉案金额（元）", "searches for an input that is not a text"},
		{"name: cause, of: [case], column: 案由", "name: cause, of: [case], column: 立案日期", "an input that is not a text"},
		{"name: cause, of: [case]", "name: cause, of: [start]", `step "cause" reads a name`},
		{"name: cause, of: [case]", "name: case, of: [case]", `the name of step "case" is taken`},
		{"extract: '被告辩称，([^。]+)。'", "extract: '被告辩称'", "has no group"},
		{"extract: '被告辩称，([^。]+)。'", "extract: '('", "missing closing"},
		{"name: firm, of: [defendant]", "name: firm, of: [outcome]", "inputs that are not a name"},
		{"retrieve: search_rules", "retrieve: get_case", `unknown retriever "get_case"`},
		{"of: [laws], retrieve", "of: [case], retrieve", "an input that is not a text"},
		{"retrieve: search_rules, passages: 3", "retrieve: search_rules", "finds 0 passages"},
		{"of: [rules, outcome], cite: all", "of: [rules], cite: all", "reads passages"},
		{"of: [notes], cite: first", "of: [notes, outcome], cite: first", "reads passages and a text"},
		{"of: [notes], cite: first", "of: [notes, outcome], cite: all", "cites Notes"},
		{"cite: first", "cite: last", `is "last"`},
		{"- {name: note, phrase", "- {name: tribunal, phrase", `template "answer": slot, fact or point "tribunal"`},
		{"- {name: note, phrase", "- {name: outcome, phrase", `template "answer": slot, fact or point "outcome"`},
		{"facts: [cause, plea]", "facts: [cause, note]", `"note" of template answer appears twice`},
		{"札记：{note}", "札记：{notes}", "has no {note}"},
		{"札记：{note}", "札记：{note}{court}", "has {court}"},
		{"请为{start}案写答辩状，写明：{slots}。", "请写答辩状：{slots}。", `has ["slots"]`},
		{"请为{start}案写答辩状，写明：{slots}。", "{start}案要开庭了，替被告拟一份答辩状，其中要有：{slots}。", "appears twice"},
		{"(?P<work>\\p{Han}法)", "\\p{Han}法", "has no group work"},
		{"《{work}》(?:第", "《{title}》(?:第", "contains {title}"},
		{"cited: '《", "in_force: ['(?P<year>1)(?P<month>1)(?P<day>1)']\n      cited: '《", "a group (?P<version>…)"},
		{"names: [\"{work}\"]", "omit: '(a)(b)'\n      names: [\"{work}\"]", "has 2 groups"},
		{"names: [\"{work}\"]", "of: Rules\n      names: [\"{work}\"]", `"Rules"`},
		{"names: [\"{work}\"]", "names: [\"{work}{part}\"]", "contains {part}"},
		{"、)*{part}'", "、)*'", "{part} once"},
	} {
		text := strings.Replace(string(data), c.old, c.new, 1)
		if text == string(data) {
			t.Errorf("%q does not stand in the declaration", c.old)
			continue
		}
		if err := load(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v: want %q", c.new, c.old, err, c.want)
		}
	}
}

// handed is the template of letters with texts that the question hands over.
var handed = strings.NewReplacer(
	"- {name: defendant, of: [case], column: 被告}", "- {name: defendant, of: [case], column: 被告}\n      - {name: file, of: [start], record: Case}\n      - {name: ruling, of: [file], column: 判决结果}",
	"facts: [cause, plea]", "facts: [cause, plea, ruling2]\n    points: [laws]\n    given:\n      - {name: ruling}\n      - {name: form, form: {zh: \"表：\\n【姓名】\", en: \"Form:\\n[name]\"}}",
	"写明：{slots}", "{ruling}{form}", "其中要有：{slots}", "{ruling}{form}", "内容包括：{slots}", "{ruling}{form}",
	"giving: {slots}", "{ruling} {form}", "with: {slots}", "{ruling} {form}", "includes: {slots}", "{ruling} {form}",
	"札记：{note}。", "札记：{note}。{ruling}{ruling2}", "Note: {note}", "Note: {note}{ruling2}",
	"- {name: court, of: [case]", "- {name: ruling2, of: [case], column: 判决结果}\n      - {name: court, of: [case]",
)

// Every way in which given texts, records and points can be wrong is told, at its line.
func TestGivenFaults(t *testing.T) {
	data, err := os.ReadFile("testdata/letters/domain.yaml")
	if err != nil {
		t.Fatal(err)
	}
	load := func(text string) (*domain.Domain, error) {
		return domain.Load(fstest.MapFS{"domain.yaml": {Data: []byte(text)}}, ".")
	}
	right := handed.Replace(string(data))
	d, err := load(right)
	if err != nil {
		t.Fatal(err)
	}
	if x := d.Template("answer"); !x.FixedWords() || x.Question() || len(x.Given) != 2 || x.Given[1].Form.In("en") != "Form:\n[name]" {
		t.Errorf("the template hands over %+v", x.Given)
	}
	for _, c := range []struct{ old, new, want string }{
		{"record: Case", "record: Nothing", `unknown table "Nothing"`},
		{"record: Case", "record: Court", "finds a row of Court by another thing"},
		{"of: [start], record: Case", "of: [case], record: Case", "finds a row of Case by another thing"},
		{"record: Case", "record: Case, lookup: get_case", "has 2 of them"},
		{"- {name: ruling}", "- {name: rulings}", `given text "rulings"`},
		{"- {name: ruling}", "- {name: case}", `given text "case"`},
		{"- {name: form, form", "- {name: case, form", `the name of form "case" is taken`},
		{"- {name: form, form", "- {name: ruling, form", "appears twice"},
		{", en: \"Form:\\n[name]\"", "", "form has no en"},
		{"{ruling}{form}", "{ruling}", `has ["start" "ruling"]`},
		{"{ruling}{form}", "{ruling}{form}{slots}", "each once: {form}, {ruling}, {start}"},
		{"points: [laws]", "points: [case]", `slot, fact or point "case"`},
		{"points: [laws]", "points: [ruling]", `"ruling" is given`},
		{"points: [laws]", "points: [cause]", "appears twice"},
		{"points: [laws]", "points: [laws]\n    cited_on: ruling2", `passages cited on the day "ruling2"`},
		{"- {name: court, of: [case]", "- {name: idle, of: [case], column: 案由}\n      - {name: court, of: [case]", "leads to nothing that is asked for"},
	} {
		text := strings.Replace(right, c.old, c.new, 1)
		if text == right {
			t.Errorf("%q does not stand in the declaration", c.old)
			continue
		}
		if _, err := load(text); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "domain.yaml:") {
			t.Errorf("%q for %q: %v: want %q at its line", c.new, c.old, err, c.want)
		}
	}
}
