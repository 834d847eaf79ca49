package solution

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/solutiontest"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/schemas"
)

// vocabulary returns the words of a language.
func vocabulary(t *testing.T, language string) string {
	t.Helper()
	b, err := wordFiles.ReadFile("words/" + language + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + " 第一二三四五六七八九十 second third fourth fifth"
}

// explain returns the solution of a task, in which nothing may be wrong.
func explain(t *testing.T, d *domain.Domain, x *task.Task) string {
	t.Helper()
	text, err := Of(d, x)
	if err != nil {
		t.Fatalf("%s: %v", x.ID, err)
	}
	for _, fault := range solutiontest.Faults(d, x, text, vocabulary(t, x.Language)) {
		t.Errorf("%s: %s\n%s", x.ID, fault, text)
	}
	return text
}

// recorded reads tasks that runs left.
func recorded(t *testing.T, name string) []*task.Task {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := task.Read(bytes.NewReader(b), name)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// Solutions of all families are as people have read them.
func TestGolden(t *testing.T) {
	var golden strings.Builder
	show := func(d *domain.Domain, x *task.Task) {
		fmt.Fprintf(&golden, "# %s %s %s\n%s\n\n%s\n\n", x.Language, x.Type, d.Name, task.CurrentQuestion(x), explain(t, d, x))
	}
	for _, w := range [][2]string{{"legal", "../draft/testdata/world"}, {"legal-en", "../draft/testdata/world-en"}} {
		d, tasks, err := tasktest.Tasks(w[0], w[1], 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range tasks {
			show(d, x)
		}
	}
	for _, name := range []string{"legal", "statutes", "cases"} {
		d := toytest.Domain(t, name)
		for _, x := range recorded(t, name+".jsonl") {
			show(d, x)
		}
	}
	d := toytest.Domain(t, "exam")
	_, items := examtest.Honest()
	seen := map[string]bool{}
	for _, x := range items {
		if of := x.Language + x.Type + x.Derivation.Rule; !seen[of] {
			seen[of] = true
			show(d, x)
		}
	}
	goldentest.Compare(t, "testdata/solutions.golden", golden.String())
}

// Whatever a solution says stands in the steps, and it names each call once in order.
func TestSolutions(t *testing.T) {
	for _, w := range [][2]string{{"legal", "../draft/testdata/world"}, {"legal-en", "../draft/testdata/world-en"}} {
		d, tasks, err := tasktest.Tasks(w[0], w[1], 15)
		if err != nil {
			t.Fatal(err)
		}
		if len(tasks) < 75 {
			t.Errorf("%s: %d tasks: want 75 at least", w[0], len(tasks))
		}
		for _, x := range tasks {
			explain(t, d, x)
		}
	}
	d := toytest.Domain(t, "exam")
	_, items := examtest.Honest()
	for _, x := range items {
		explain(t, d, x)
	}
}

// programs use every operation that needs no passages, and every comparison.
var programs = []string{
	`[{"op":"start","entity":"firm","value":["南岭茶叶有限公司"]},{"op":"call","from":["r1"],"tool":"firm"},{"op":"project","from":["r2"],"columns":["资本"]},
	  {"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r4"],"tool":"firm"},{"op":"project","from":["r5"],"columns":["资本"]},
	  {"op":"compare","from":["r1","r3","r4","r6"],"order":"max"}] text`,
	`[{"op":"start","entity":"firm","value":["南岭茶叶有限公司"]},{"op":"call","from":["r1"],"tool":"firm"},{"op":"project","from":["r2"],"columns":["成立"]},
	  {"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r4"],"tool":"firm"},{"op":"project","from":["r5"],"columns":["成立"]},
	  {"op":"compare","from":["r1","r3","r4","r6"],"order":"min"}] text`,
	`[{"op":"start","entity":"firm","value":["南岭茶叶有限公司"]},{"op":"call","from":["r1"],"tool":"cases"},{"op":"filter","from":["r2"],"column":"立案","comparison":"since","operand":"2020-05-01"},{"op":"project","from":["r3"],"columns":["法院"]},{"op":"project","from":["r2"],"columns":["法院"]},{"op":"OP","from":["r5","r4"]}] text`,
	`[{"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r1"],"tool":"subsidiaries"},{"op":"project","from":["r2"],"columns":["名称"]},{"op":"having","from":["r3"],"tool":"cases"}] text`,
	`[{"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r1"],"tool":"subsidiaries"},{"op":"project","from":["r2"],"columns":["名称"]},{"op":"call","from":["r3"],"tool":"cases","each":true},{"op":"SUM","from":["r4"],"column":"金额"}] 元`,
	`[{"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r1"],"tool":"subsidiaries"},{"op":"project","from":["r2"],"columns":["名称"]},{"op":"call","from":["r3"],"tool":"cases","each":true},{"op":"project","from":["r4"],"columns":["法院"]},{"op":"distinct","from":["r5"]}] count`,
	`[{"op":"start","entity":"firm","value":["南岭茶叶有限公司"]},{"op":"call","from":["r1"],"tool":"cases"},{"op":"FILTER"},{"op":"count","from":["r3"]}] count`,
	`[{"op":"start","entity":"firm","value":["南岭茶叶有限公司"]},{"op":"call","from":["r1"],"tool":"cases"},{"op":"superlative","from":["r2"],"column":"立案","order":"max","rank":2},{"op":"project","from":["r3"],"columns":["案号"]},{"op":"derive","from":["r4"],"derivation":"number_code"},{"op":"call","from":["r5"],"tool":"court"},{"op":"project","from":["r6"],"columns":["院长"]}] text`,
	`[{"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r1"],"tool":"subsidiaries"},{"op":"project","from":["r2"],"columns":["名称"]},{"op":"call","from":["r3"],"tool":"cases","each":true},{"op":"frequent","from":["r4"],"column":"法院"},{"op":"call","from":["r5"],"tool":"court"},{"op":"project","from":["r6"],"columns":["人数"]}] 人`,
	`[{"op":"start","entity":"firm","value":["南岭茶叶有限公司"]},{"op":"call","from":["r1"],"tool":"cases"},{"op":"exists","from":["r2"]}] truth`,
	`[{"op":"start","entity":"firm","value":["北疆矿业有限公司"]},{"op":"call","from":["r1"],"tool":"cases","empty":true},{"op":"exists","from":["r2"]}] truth`,
	`[{"op":"start","entity":"number","value":["（2020）甲01民初12号"]},{"op":"call","from":["r1"],"tool":"case"},{"op":"project","from":["r2"],"columns":["立案"]},{"op":"start","entity":"number","value":["（2021）乙02民初14号"]},{"op":"call","from":["r4"],"tool":"case"},{"op":"project","from":["r5"],"columns":["立案"]},{"op":"days","from":["r3","r6"]}] count`,
	`[{"op":"start","entity":"number","value":["（2020）甲01民初12号"]},{"op":"call","from":["r1"],"tool":"case"},{"op":"project","from":["r2"],"columns":["金额"]},{"op":"start","entity":"number","value":["（2021）乙02民初14号"]},{"op":"call","from":["r4"],"tool":"case"},{"op":"project","from":["r5"],"columns":["金额"]},{"op":"ARITHMETIC","from":["r3","r6"]}] number`,
	`[{"op":"start","entity":"firm","value":["东海船舶有限公司"]},{"op":"call","from":["r1"],"tool":"cases"},{"op":"only","from":["r2"]},{"op":"project","from":["r3"],"columns":["案由"]}] text`,
	`[{"op":"start","entity":"ticker","value":["600316"]},{"op":"call","from":["r1"],"tool":"firm_name"},{"op":"project","from":["r2"],"columns":["名称"]},{"op":"call","from":["r3"],"tool":"firm"},{"op":"project","from":["r4"],"columns":["省","市"]},{"op":"call","from":["r5"],"tool":"place"},{"op":"project","from":["r6"],"columns":["市长"]}] text`,
}

// filters are the comparisons that programs make.
var filters = []string{
	`"column":"立案","comparison":"since","operand":"2020-01-01"`, `"column":"立案","comparison":"until","operand":"2020-05-01"`,
	`"column":"立案","comparison":"during","operand":"2020-01-01","to":"2020-05-01"`, `"column":"立案","comparison":"year","operand":"2020"`,
	`"column":"金额","comparison":"above","operand":"1000"`, `"column":"金额","comparison":"below","operand":"1000"`,
	`"column":"金额","comparison":"atleast","operand":"25000.5"`, `"column":"金额","comparison":"atmost","operand":"25000.5"`,
	`"column":"金额","comparison":"within","operand":"100","to":"300000"`, `"column":"金额","comparison":"equals","operand":"99.5"`,
	`"column":"案由","comparison":"contains","operand":"纠纷"`, `"column":"案由","comparison":"stated"`,
}

// expanded returns the programs with every function and comparison in its place.
func expanded(t *testing.T) (list []*plan.Program) {
	t.Helper()
	add := func(source string) {
		nodes, form, _ := strings.Cut(strings.TrimSpace(source), "] ")
		var parts []json.RawMessage
		if err := json.Unmarshal([]byte(nodes+"]"), &parts); err != nil {
			t.Fatal(err, nodes)
		}
		for i, p := range parts {
			parts[i] = json.RawMessage(fmt.Sprintf(`{"name":"r%d",`, i+1) + string(p[1:]))
		}
		forms := map[string]string{"text": `{"style":"text"}`, "元": `{"style":"number","unit":"元","places":2}`, "人": `{"style":"number","unit":"人"}`,
			"count": `{"style":"count"}`, "truth": `{"style":"truth"}`, "ratio": `{"style":"number","places":2}`, "%": `{"style":"number","unit":"%","places":2}`}
		b, err := json.Marshal(parts)
		if err != nil {
			t.Fatal(err)
		}
		p := new(plan.Program)
		if err := json.Unmarshal(fmt.Appendf(nil, `{"nodes":%s,"answers":[{"from":"r%d","form":%s}]}`, b, len(parts), forms[form]), p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	for _, source := range programs {
		switch {
		case strings.Contains(source, `"OP"`):
			for _, f := range []string{"union", "intersection", "difference"} {
				add(strings.ReplaceAll(source, "OP", f))
			}
		case strings.Contains(source, `"SUM"`):
			for _, f := range []string{"sum", "average", "minimum", "maximum"} {
				add(strings.ReplaceAll(source, "SUM", f))
			}
		case strings.Contains(source, `"FILTER"`):
			for _, f := range filters {
				add(strings.ReplaceAll(source, `{"op":"FILTER"}`, `{"op":"filter","from":["r2"],`+f+`}`))
			}
		case strings.Contains(source, `"ARITHMETIC"`):
			for f, form := range map[string]string{"add": "元", "subtract": "元", "divide": "ratio", "share": "%"} {
				add(strings.ReplaceAll(strings.ReplaceAll(source, "ARITHMETIC", f), "] number", "] "+form))
			}
		default:
			add(source)
		}
	}
	return list
}

// Every operation has words.
func TestOperations(t *testing.T) {
	d := prooftest.Small()
	for i := range d.Tools {
		if d.Tools[i].Kind == domain.Arithmetic {
			d.Tools[i].Name = "get_" + d.Tools[i].Name // which are verbs of solutions, too
		}
		if d.Tools[i].Phrase != nil {
			d.Tools[i].Phrase = domain.Text{"zh": "{}的" + d.Tools[i].Table + "记录", "en": "the " + d.Tools[i].Table + " records of {}"}
		}
	}
	tables := prooftest.Healthy()
	tables["Case"][0]["公司"] = "东海船舶有限公司" // the only one of it
	_, tools := prooftest.Load(t, d, tables)
	used := map[string]bool{}
	for _, p := range expanded(t) {
		for i := range p.Nodes {
			used[p.Nodes[i].Do.Kind()] = true
		}
		for _, lang := range []string{"zh", "en"} {
			x := prooftest.Task(t, d, tools, p, lang)
			text, err := Of(d, x)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range solutiontest.Faults(d, x, text, vocabulary(t, lang)) {
				t.Errorf("%s: %s\n%s", p, fault, text)
			}
			x.Language = "pt" // which this domain has no words in; those of solutions have to be whole
			if text, err = Of(d, x); err != nil || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %v\n%s", p, err, text)
			}
		}
	}
	for _, kind := range strings.Fields("start derive call filter superlative only frequent project count distinct sum average minimum maximum exists days add subtract divide share compare union intersection difference having") {
		if !used[kind] {
			t.Errorf("no program has %s", kind)
		}
	}
}

// phrasesOf are the phrases for each operation.
var phrasesOf = map[string]string{
	"start": "given given_rows", "call": "found found_rows each each_rows number one none found_each", "record": "record",
	"derive": "derive", "deriveall": "derive_each", "filter": "year since until during above below atleast atmost within equals contains names stated",
	"covering": "in_force", "superlative": "ranked ranked_value", "only": "one", "frequent": "frequent", "mode": "frequent",
	"project": "column also columns prose unstated chosen own", "count": "number", "distinct": "distinct", "exists": "none",
	"sum": "sum", "average": "average", "minimum": "minimum", "maximum": "maximum", "days": "days", "add": "add", "subtract": "subtract",
	"multiply": "multiply", "divide": "divide", "share": "share", "compare": "compare", "union": "union", "intersection": "intersection",
	"difference": "difference", "having": "having having_none", "extract": "extract", "retrieve": "search hits", "cite": "cite_first cite_all",
	"citations": "cited", "fact": "fact", "tiered": "tiered", "recognize": "recognize",
}

// A new operation needs phrases in all languages.
func TestOperationsHavePhrases(t *testing.T) {
	b, err := schemas.FS.ReadFile("task.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`"description": "The kind of operation.",\s*"enum": \[([^\]]*)\]`).FindSubmatch(b)
	if list == nil {
		t.Fatal("the schema of tasks lists no operations")
	}
	for _, language := range draft.FixedWordLanguages() {
		w, err := wordsOf(language)
		if err != nil {
			t.Fatal(err)
		}
		for op := range strings.SplitSeq(string(list[1]), ",") {
			op = strings.Trim(op, "\" \n")
			if phrasesOf[op] == "" {
				t.Errorf("nothing is said of operation %q", op)
			}
			for _, phrase := range strings.Fields(phrasesOf[op]) {
				if w.Phrases[phrase] == "" {
					t.Errorf("%s: operation %q has no phrase %q", language, op, phrase)
				}
			}
		}
	}
}

// All languages have the same phrases.
func TestWords(t *testing.T) {
	want, err := wordsOf("zh")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "pt"} {
		got, err := wordsOf(language)
		if err != nil {
			t.Fatal(err)
		}
		for name, phrase := range want.Phrases {
			if _, ok := got.Phrases[name]; !ok && name != "single" {
				t.Errorf("%s has no phrase %q (%s)", language, name, phrase)
			}
		}
		for name := range got.Phrases {
			if _, ok := want.Phrases[name]; !ok && name != "single" {
				t.Errorf("%s has the phrase %q, which zh lacks", language, name)
			}
		}
	}
	if _, err := wordsOf("fr"); err == nil || !strings.Contains(err.Error(), `language "fr"`) {
		t.Errorf("fr: %v: want an error that names the language", err)
	}
}

// What the law forbids is found.
func TestFaults(t *testing.T) {
	d, tasks, err := tasktest.Tasks("legal-en", "../draft/testdata/world-en", 3)
	if err != nil {
		t.Fatal(err)
	}
	x := tasks[len(tasks)-1]
	text := explain(t, d, x)
	tools := strings.Split(x.Path, plan.Separator)
	for name, broken := range map[string]string{
		"a number that is in no step": strings.Replace(text, "\n", " It is 918273.\n", 1),
		"a name that is in no step":   strings.Replace(text, "\n", " It is Zanzibar.\n", 1),
		"a call left out":             strings.Replace(text, tools[0], "it", 1),
		"a call named twice":          strings.Replace(text, "\n", " "+tools[0]+"\n", 1),
		"a call out of order":         strings.NewReplacer(tools[0], tools[1], tools[1], tools[0]).Replace(text),
		"another answer":              text + " or so",
		"an open slot":                strings.Replace(text, "\n", " {}\n", 1),
	} {
		if broken == text || solutiontest.Faults(d, x, broken, vocabulary(t, "en")) == nil {
			t.Errorf("%s: no fault found\n%s", name, broken)
		}
	}
}

// Texts of cells that look like slots stay as they are, on one line.
func TestHostile(t *testing.T) {
	d := prooftest.Small()
	tables := prooftest.Healthy()
	tables["Firm"][1]["法人"] = "{tool} <b>{value}</b>"
	_, tools := prooftest.Load(t, d, tables)
	p := prooftest.Chain(prooftest.Words, prooftest.Start("firm", "南岭茶叶有限公司"), prooftest.Call("firm"), prooftest.Project("法人"))
	text, err := Of(d, prooftest.Task(t, d, tools, p, "zh"))
	if err != nil || strings.Count(text, "{tool} <b>{value}</b>") != 2 || strings.Count(text, "\n") != 1 {
		t.Errorf("%v\n%s", err, text)
	}
}

// A condition with a long text is shortened.
func TestConditionsAreShort(t *testing.T) {
	d := prooftest.Small()
	tables := prooftest.Healthy()
	cause := strings.Repeat("合同纠纷", 40)
	tables["Case"][0]["案由"] = cause
	_, tools := prooftest.Load(t, d, tables)
	p := prooftest.Chain(prooftest.Count, prooftest.Start("firm", "南岭茶叶有限公司"), prooftest.Call("cases"), &plan.Filter{Column: "案由", Comparison: plan.Equals, Operand: cause}, &plan.Count{})
	text, err := Of(d, prooftest.Task(t, d, tools, p, "zh"))
	if body, _, _ := strings.Cut(text, "因此"); err != nil || strings.Count(body, "\n") != 1 || strings.Contains(body, cause) {
		t.Errorf("%v\n%s", err, text)
	}
}
