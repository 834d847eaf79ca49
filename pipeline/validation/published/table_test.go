package published_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/validation/published"
)

// What steps make: one program with most forms a step can take, and how each kind of
// step is written.
func TestRead(t *testing.T) {
	table := read(t, `
patterns: {stock_code: '[0-9]{6}'}
tasks:
  - id: 7
    plan: [who = start company 2, "start \"law_firm\" at 3 9", call get_legal_document_company_list from who or none,
           filter 被告 names who, "sorted = superlative max 涉案金额（元） 2", ask 涉案金额（元） in 万元 places 1,
           ask 日期 as month from sorted, project 案号, derive case_number_court_code, info = call get_court_code or none,
           known = exists, ask, ask 法院名称 from info if known]
    read: openly
    fault: key
    why: because
`)
	want := []string{
		`{"name":"who","op":"start","entity":"company"}`,
		`{"name":"r2","op":"start","entity":"law_firm"}`,
		`{"name":"r3","op":"call","from":["who"],"tool":"get_legal_document_company_list","empty":true}`,
		`{"name":"r4","op":"filter","from":["r3","who"],"column":"被告","comparison":"names"}`,
		`{"name":"sorted","op":"superlative","from":["r4"],"column":"涉案金额（元）","order":"max","rank":2}`,
		`{"name":"r6","op":"project","from":["sorted"],"columns":["涉案金额（元）"]}`,
		`{"name":"r7","op":"project","from":["sorted"],"columns":["日期"]}`,
		`{"name":"r8","op":"project","from":["sorted"],"columns":["案号"]}`,
		`{"name":"r9","op":"derive","from":["r8"],"derivation":"case_number_court_code"}`,
		`{"name":"info","op":"call","from":["r9"],"tool":"get_court_code","empty":true}`,
		`{"name":"known","op":"exists","from":["info"]}`,
		`{"name":"r12","op":"project","from":["info"],"columns":["法院名称"]}`,
		`{"from":"r6","form":{"style":"number","unit":"万元","places":1}}`,
		`{"from":"r7","form":{"style":"date","layout":"month"}}`,
		`{"from":"known","form":{"style":"truth"}}`,
		`{"from":"r12","form":{"style":"text"},"if":"known"}`,
	}
	e := table.Entry("7")
	var got []string
	for _, n := range e.Program.Nodes {
		got = append(got, encode(t, n))
	}
	for _, a := range e.Program.Answers {
		got = append(got, encode(t, a))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("program (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]published.Place{{Entity: "company", Nth: 2}, {Entity: "law_firm", From: 3, To: 9}}, e.Starts); d != "" {
		t.Errorf("starts (-want +got):\n%s", d)
	}
	e.Program, e.Starts = nil, nil
	if d := cmp.Diff(&published.Entry{ID: "7", Line: 4, Read: "openly", Fault: published.FaultKey, Why: "because"}, e); d != "" {
		t.Errorf("entry (-want +got):\n%s", d)
	}
}

// Each operation by its own name.
func TestReadOperations(t *testing.T) {
	const subs, cases = "start company, call get_sub_company_info_list, ", "start company, call get_legal_document_company_list, "
	for plan, want := range map[string]string{
		subs + "only, project 公司名称, call get_sub_company_info, ask 关联上市公司全称":                                           `{"name":"r3","op":"only","from":["r2"]}`,
		subs + "project 公司名称, mode, ask":                                                                               `{"name":"r4","op":"mode","from":["r3"]}`,
		subs + "frequent 上市公司关系, ask":                                                                                  `{"name":"r3","op":"frequent","from":["r2"],"column":"上市公司关系"}`,
		subs + "filter 上市公司参股比例 within 50 100, count, ask":                                                             `{"name":"r3","op":"filter","from":["r2"],"column":"上市公司参股比例","comparison":"within","operand":"50","to":"100"}`,
		subs + "filter 上市公司参股比例 stated or none, count, ask":                                                            `{"name":"r3","op":"filter","from":["r2"],"column":"上市公司参股比例","comparison":"stated","empty":true}`,
		subs + "sum 上市公司投资金额, ask":                                                                                     `{"name":"r3","op":"sum","from":["r2"],"column":"上市公司投资金额"}`,
		subs + "average 上市公司投资金额, ask":                                                                                 `{"name":"r3","op":"average","from":["r2"],"column":"上市公司投资金额"}`,
		subs + "project 公司名称, having get_company_info or none, distinct, ask":                                          `{"name":"r4","op":"having","from":["r3"],"tool":"get_company_info","empty":true}`,
		subs + "project 公司名称, call each get_legal_document_company_list, count, ask":                                   `{"name":"r4","op":"call","from":["r3"],"tool":"get_legal_document_company_list","each":true}`,
		subs + "a = count, start company 2, call get_sub_company_info_list, b = count, subtract from a b, ask":         `{"name":"r7","op":"subtract","from":["a","b"]}`,
		subs + "a = project 公司名称, start company 2, call get_sub_company_info_list, project 公司名称, union from a r6, ask": `{"name":"r7","op":"union","from":["a","r6"]}`,
		cases + "project 案号, deriveall case_number_court_code, call each get_court_code, ask 法院名称":                     `{"name":"r4","op":"deriveall","from":["r3"],"derivation":"case_number_court_code"}`,
		"one = start company, x = call get_company_register, m = project 注册资本, two = start company 2, call get_company_register, n = project 注册资本, compare max from one m two n, ask": `{"name":"r7","op":"compare","from":["one","m","two","n"],"order":"max"}`,
		`start company, call get_legal_document_company_list, only, project 判决结果, extract "(第 .条)", retrieve legal_article_retriever 5, cite first, ask`:                              `{"name":"r5","op":"extract","from":["r4"],"pattern":"(第 .条)"}`,
	} {
		steps := strings.ReplaceAll(strings.ReplaceAll(plan, `'`, `''`), ", ", "', '")
		p := read(t, "tasks: [{id: 1, plan: ['"+steps+"']}]").Entry("1").Program
		var got []string
		for _, n := range p.Nodes {
			got = append(got, encode(t, n))
		}
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("%s: nodes\n%s\nwant among them\n%s", plan, strings.Join(got, "\n"), want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"tasks: [", "tasks.yaml: yaml: line 1"},
		{"", "tasks.yaml: EOF"},
		{"a: 1\n---\nb: 2", "a second document"},
		{"[]", "tasks.yaml:1: not a mapping: want a mapping of fields"},
		{"tusks: []", `tasks.yaml:1: field "tusks" is unknown or repeated`},
		{"tasks: {}", "tasks.yaml:1: not a list"},
		{"patterns: {ship: x}", `field "ship" is unknown`},
		{"patterns: {company: 'x*'}", `tasks.yaml:1: pattern "x*": want a valid regular expression that does not match`},
		{"patterns: {company: '['}", `pattern "["`},
		{"tasks: [{plan: []}]", `id "" is empty or repeated`},
		{"tasks:\n- {id: 1, plan: [start company, call get_company_info, ask 董秘]}\n- {id: 1, plan: [start company]}", `tasks.yaml:3: id "1" is empty or repeated`},
		{"tasks: [{id: 1}]", "task 1 has no plan"},
		{"tasks: [{id: [1]}]", "not a text: want a scalar"},
		{"tasks: [{id: 1, id: 2}]", `field "id" is unknown or repeated`},
		{"tasks: [{id: 1, plan: [], fault: key}]", `fault "key" and why ""`},
		{"tasks: [{id: 1, plan: [], fault: fate, why: so}]", `fault "fate" and why "so"`},
		{"tasks: [{id: 1, plan: []}]", "tasks.yaml:1: task 1: the program has no answer"},
		{"tasks:\n- id: 1\n  plan:\n  - start company\n  - [ask]", "tasks.yaml:5: step \"\": not a text"},
	} {
		wants(t, c.text, c.want)
	}
	for step, want := range map[string]string{
		`""`:                                   `step "": empty step`,
		`'"'`:                                  `a quotation without an end`,
		`'start ""'`:                           `want a word quoted as in Go`,
		"fly":                                  `unknown operation "fly"`,
		"fly away":                             "1 words after the operation: want no word",
		"count rows":                           "want no word",
		"count or none":                        "with or none: only call, filter and having take it",
		"R = count":                            `name "R": want a lower-case word that no other step has`,
		"r1 = count":                           `name "r1"`,
		"who = start company":                  `name "who"`,
		"count from nobody":                    `from "nobody": want the name of an earlier step`,
		"start":                                "0 words after the operation: want an entity type",
		"start company 0":                      "place 0 to 0",
		"start company at 5 5":                 "place 5 to 5",
		"start company at x 5":                 `"x": want an entity type`,
		"call":                                 "0 words after the operation: want a tool",
		"filter 公司名称":                          "1 words after the operation: want a column",
		"superlative max 注册资本 first":           `rank "first": want a whole number`,
		"retrieve legal_article_retriever":     "want a tool and a number",
		"retrieve legal_article_retriever few": `"few" passages: want a whole number`,
		"ask 董秘 places many":                   `places "many": want a whole number`,
		"ask 董秘 in 元 in 元":                     `"in": want in, places, as, from or if`,
		"ask 董秘 twice":                         `"twice": want in`,
		"ask 董秘 if":                            `"if": want in`,
		"ask 董秘 from nobody":                   `from "nobody": want the name of`,
		"ask 上市时":                              `no column "上市时"`,
		"ask":                                  `is rows: want values`,
	} {
		wants(t, "tasks:\n- {id: 1, plan: [who = start company, call get_company_info, ask 董秘,\n    "+step+"]}", want)
	}
}

// A fault of one task does not hide those of others.
func TestReadFaultsTogether(t *testing.T) {
	const text = "tasks:\n- {id: 1, plan: [fly]}\n- {id: 2, plan: [start ship]}\n- {id: 3, plan: [start company], when: now}"
	_, err := published.Read([]byte(text), "tasks.yaml", legal(t))
	if err == nil {
		t.Fatal("no error, want three faults")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, prefix := range []string{"tasks.yaml:2: ", "tasks.yaml:3: ", "tasks.yaml:4: "} {
		if len(lines) != 3 || !strings.HasPrefix(lines[i], prefix) {
			t.Fatalf("faults %q, want one each in lines 2, 3 and 4", lines)
		}
	}
}

func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("testdata/tasks.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(b))
	f.Add("patterns: {company: x}\ntasks: [{id: 1, plan: [a = start company at 1 2, call get_company_info, ask 董秘 from r2]}]")
	d := legal(f)
	f.Fuzz(func(t *testing.T, text string) {
		table, err := published.Read([]byte(text), "tasks.yaml", d)
		if err != nil {
			return
		}
		for _, e := range table.Entries {
			if _, err := e.Program.Types(d); err != nil {
				t.Errorf("task %s: %v, want a program that was checked", e.ID, err)
			}
			if len(e.Starts) != len(e.Program.Entities()) {
				t.Errorf("task %s: %d places for %d starts", e.ID, len(e.Starts), len(e.Program.Entities()))
			}
		}
	})
}

func read(t testing.TB, text string) *published.ProgramTable {
	t.Helper()
	table, err := published.Read([]byte(text), "tasks.yaml", legal(t))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func wants(t testing.TB, text, want string) {
	t.Helper()
	_, err := published.Read([]byte(text), "tasks.yaml", legal(t))
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Read(%q) = %v, want %q in it", text, err, want)
	}
}

func encode(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
