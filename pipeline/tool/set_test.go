package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// arguments decodes JSON arguments as an agent's are.
func arguments(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestCall(t *testing.T) {
	s := toy(t)
	const missing, columns, bad = `"no \u003crow\u003e"`, `"no column"`, `"bad arguments"`
	tests := []struct {
		tool, args string
		want       string
		fault      tool.CallFault
	}{
		// One row: any alternative, the first row, sources as written.
		{"firm", `{"identifier": "甲（集团）公司", "columns": ["paid（元）", "name"]}`, `{"paid（元）":0.0,"name":"甲（集团）公司"}`, ""},
		{"company", `{"identifier": "甲", "columns": ["name"]}`, `{"name":"甲（集团）公司"}`, ""},
		{"firm", `{"identifier": "丙公司"}`, `{"name":"丙公司","paid（元）":"1.31亿","city":"宁波","county":"江北","rivals":"丙所"}`, ""},
		{"firm", `{"identifier": "丙公司", "columns": []}`, `{"name":"丙公司","paid（元）":"1.31亿","city":"宁波","county":"江北","rivals":"丙所"}`, ""},
		{"firm", `{"identifier": "丙公司", "columns": null}`, `{"name":"丙公司","paid（元）":"1.31亿","city":"宁波","county":"江北","rivals":"丙所"}`, ""},
		{"firm", `{"identifier": "丙公司", "columns": ["short"]}`, `{}`, ""},
		{"firm", `{"identifier": "丙公司", "columns": ["city", "name", "city"]}`, `{"city":"宁波","name":"丙公司"}`, ""},
		{"firm", `{"identifier": "丙公司", "columns": ["city"], "order_by": 1}`, `{"city":"宁波"}`, ""},
		{"firm", `{"identifier": "丙公"}`, missing, tool.FaultMissing},
		{"firm", `{"identifier": " 丙公司"}`, missing, tool.FaultMissing},
		// Brackets of either width find either, the exact spelling first.
		{"firm", `{"identifier": "甲(集团)公司", "columns": ["paid(元)"]}`, `{"paid（元）":0.0}`, ""},
		{"firm", `{"identifier": "乙（集团）公司", "columns": ["paid（元）"]}`, `{"paid（元）":null}`, ""},
		{"firm", `{"identifier": "乙(集团)公司", "columns": ["county"]}`, `{"county":"江东"}`, ""},
		// Many rows: in file order, each once.
		{"cases", `{"identifier": "丙所", "columns": ["name"]}`, `[{"name":"甲（集团）公司"},{"name":"丙公司"}]`, ""},
		{"cases", `{"identifier": "丁所", "columns": ["short", "county"]}`, `[{"short":"甲","county":"江北"},{"short":"甲","county":"江东"}]`, ""},
		{"cases", `{"identifier": "戊所"}`, missing, tool.FaultMissing},
		// Several inputs to one match; an alternative without all of them is none.
		{"region", `{"city": "宁波", "county": "江北", "columns": ["name"]}`, `[{"name":"甲（集团）公司"},{"name":"丙公司"}]`, ""},
		{"region", `{"city": "宁波", "county": "江南"}`, missing, tool.FaultMissing},
		{"region", `{"city": "宁波"}`, missing, tool.FaultMissing},
		{"region", `{"county": "江北"}`, bad, tool.FaultArguments},
		// A field is bare; one nobody observed is missing.
		{"short_name", `{"identifier": "甲（集团）公司"}`, `"甲"`, ""},
		{"short_name", `{"identifier": "甲（集团）公司", "columns": ["nonsense"]}`, `"甲"`, ""},
		{"short_name", `{"identifier": "丙公司"}`, missing, tool.FaultMissing},
		// Missing rows are told before missing columns.
		{"firm", `{"identifier": "丙公司", "columns": ["age"]}`, columns, tool.FaultColumns},
		{"firm", `{"identifier": "丙公", "columns": ["age"]}`, missing, tool.FaultMissing},
		// The wrong form.
		{"firm", `{"identifier": ["丙公司"]}`, bad, tool.FaultArguments},
		{"firm", `{"identifier": 5}`, bad, tool.FaultArguments},
		{"firm", `{"identifier": null}`, bad, tool.FaultArguments},
		{"firm", `{"columns": ["name"]}`, bad, tool.FaultArguments},
		{"firm", `{"identifier": "丙公司", "columns": "name"}`, bad, tool.FaultArguments},
		{"firm", `{"identifier": "丙公司", "columns": [1]}`, bad, tool.FaultArguments},
		{"firm", `"丙公司"`, bad, tool.FaultArguments},
		{"firm", `["丙公司"]`, bad, tool.FaultArguments},
		{"firm", `null`, bad, tool.FaultArguments},
		{"nonsense", `{"identifier": "丙公司"}`, bad, tool.FaultArguments},
		{"", `{}`, bad, tool.FaultArguments},
		// Retrievers.
		{"notes", `{"query": "合同", "k": 1}`, `["借款合同"]`, ""},
		{"notes", `{"query": "合同"}`, `["借款合同","买卖合同纠纷"]`, ""},
		{"notes", `{"query": "合同", "k": 1000000}`, `["借款合同","买卖合同纠纷"]`, ""},
		{"notes", `"合同"`, `["借款合同","买卖合同纠纷"]`, ""},
		{"firm", `"甲"`, bad, tool.FaultArguments},
		{"notes", `{"query": "离婚"}`, `[]`, ""},
		{"notes", `{"query": "合同", "k": 0}`, bad, tool.FaultArguments},
		{"notes", `{"query": "合同", "k": 1.5}`, bad, tool.FaultArguments},
		{"notes", `{"query": "合同", "k": "1"}`, bad, tool.FaultArguments},
		{"notes", `{"query": ["合同"]}`, bad, tool.FaultArguments},
		{"notes", `{"k": 1}`, bad, tool.FaultArguments},
		// Finish.
		{"finish", `{"answer": "甲<乙>"}`, `"甲\u003c乙\u003e"`, ""},
		{"finish", `{"answer": 5}`, `5`, ""},
		{"finish", `["a", "b"]`, `["a","b"]`, ""},
		{"finish", `{}`, bad, tool.FaultArguments},
		{"finish", `"甲"`, bad, tool.FaultArguments},
	}
	for _, tt := range tests {
		r, err := s.Call(t.Context(), tool.Call{Tool: tt.tool, Args: arguments(t, tt.args)})
		if got := string(r.Observation()); err != nil || got != tt.want || r.Fault != tt.fault {
			t.Errorf("%s(%s) = %s, fault %q, %v, want %s, fault %q", tt.tool, tt.args, got, r.Fault, err, tt.want, tt.fault)
		}
		if empty := tt.fault != "" || tt.want == "[]"; r.Empty() != empty {
			t.Errorf("%s(%s).Empty() = %v, want %v", tt.tool, tt.args, r.Empty(), empty)
		}
	}
}

func TestArithmetic(t *testing.T) {
	s := toy(t)
	failed := func(op string) string { return `"no ` + op + `"` }
	tests := []struct{ tool, args, want string }{
		{"sum", `[1, 2.5, "3"]`, "6.5"},
		{"sum", `[0.1, 0.2]`, "0.3"},
		{"sum", `{"numbers": ["3.87亿", "8158.63万", 1]}`, "468586301"},
		{"sum", `[65040.01, 0.01]`, "65040.02"},
		{"sum", `[]`, failed("sum")},
		{"sum", `{"numbers": []}`, failed("sum")},
		{"sum", `["-"]`, failed("sum")},
		{"sum", `["2021年08月09日"]`, failed("sum")},
		{"sum", `[{"amount": 1}]`, failed("sum")},
		{"sum", `[null]`, failed("sum")},
		{"sum", `[true]`, failed("sum")},
		{"sum", `["1e999999999"]`, failed("sum")},
		{"sum", `{"numbers": 5}`, `"bad arguments"`},
		{"sum", `5`, `"bad arguments"`},
		{"subtract", `{"a": 5, "b": "2"}`, "3"},
		{"subtract", `{"a": 5}`, `"bad arguments"`},
		{"subtract", `{"a": 5, "b": [1]}`, `"bad arguments"`},
		{"subtract", `{"a": "x", "b": 1}`, failed("subtract")},
		{"subtract", `[5, 2]`, `"bad arguments"`},
		{"multiply", `[3, 0.5, "2万"]`, "30000"},
		{"multiply", `[]`, failed("multiply")},
		{"multiply", `[` + strings.Repeat("10,", 998) + `10]`, "1" + strings.Repeat("0", 999)},
		{"multiply", `[` + strings.Repeat("10,", 999) + `10]`, failed("multiply")},
		{"multiply", `[` + strings.Repeat("0.1,", 999) + `0.1]`, "0." + strings.Repeat("0", 999) + "1"},
		{"multiply", `[` + strings.Repeat("0.1,", 1000) + `0.1]`, failed("multiply")},
		{"multiply", `[` + strings.Repeat("9,", 300_000) + `9]`, failed("multiply")},
		{"divide", `{"a": 1, "b": 8}`, "0.125"},
		{"divide", `{"a": 2, "b": 3}`, "0.66666666666666666667"},
		{"divide", `{"a": 1, "b": 0}`, failed("divide")},
		{"divide", `{"a": 1, "b": "0.00"}`, failed("divide")},
		{"rank", `[3, 1, 2]`, "[1,2,3]"},
		{"rank", `{"numbers": [3, 1.5, "20"], "is_desc": "True"}`, "[20,3,1.5]"},
		{"rank", `{"numbers": [3, 1], "is_desc": "False"}`, "[1,3]"},
		{"rank", `{"numbers": [1, 3], "is_desc": true}`, "[3,1]"},
		{"rank", `{"numbers": [1, 3], "is_desc": "yes"}`, `"bad arguments"`},
		{"rank", `["888.24万", "2.00亿"]`, "[8882400,200000000]"},
		{"rank", `["2021年10月18日", "2021年03月05日"]`, "[20210305,20211018]"},
		{"rank", `["888.24万", " - "]`, failed("rank")},
		{"rank", `["人民法院"]`, failed("rank")},
		{"rank", `["2021年13月18日"]`, failed("rank")},
		{"rank", `[[1]]`, failed("rank")},
		{"rank", `[]`, failed("rank")},
	}
	for _, tt := range tests {
		r, err := s.Call(t.Context(), tool.Call{Tool: tt.tool, Args: arguments(t, tt.args)})
		if got := string(r.Observation()); err != nil || got != tt.want {
			t.Errorf("%s(%s) = %s, %v, want %s", tt.tool, tt.args, got, err, tt.want)
		}
		if strings.HasPrefix(tt.want, `"no`) != (r.Fault == tool.FaultFailed) {
			t.Errorf("%s(%s) has fault %q", tt.tool, tt.args, r.Fault)
		}
		n, ok := r.Number()
		if numeric := tt.want[0] != '"' && tt.want[0] != '['; ok != numeric || ok && n.String() != tt.want {
			t.Errorf("%s(%s).Number() = %v, %v, want %s", tt.tool, tt.args, n, ok, tt.want)
		}
	}
}

func TestResultText(t *testing.T) {
	s := toy(t)
	tests := []struct {
		tool, args, text string
		strings          []string
	}{
		{"short_name", `{"identifier": "甲（集团）公司"}`, "甲", nil},
		{"firm", `{"identifier": "none"}`, "no <row>", nil},
		{"firm", `{"identifier": "丙公司", "columns": ["name"]}`, `{"name":"丙公司"}`, nil},
		{"cases", `{"identifier": "丙所", "columns": ["city"]}`, `[{"city":"宁波"},{"city":"宁波"}]`, nil},
		{"notes", `{"query": "合同", "k": 1}`, `["借款合同"]`, []string{"借款合同"}},
		{"notes", `{"query": "引"}`, `["\u003cb\u003e\"引\"\u003c/b\u003e"]`, []string{`<b>"引"</b>`}},
		{"finish", `{"answer": "甲\n<乙>"}`, "甲\n<乙>", nil},
		{"sum", `[1, 2]`, "3", nil},
	}
	for _, tt := range tests {
		r, err := s.Call(t.Context(), tool.Call{Tool: tt.tool, Args: arguments(t, tt.args)})
		if err != nil || r.Text() != tt.text {
			t.Errorf("%s(%s).Text() = %q, %v, want %q", tt.tool, tt.args, r.Text(), err, tt.text)
		}
		if got := r.Strings(); !slices.Equal(got, tt.strings) {
			t.Errorf("%s(%s).Strings() = %q, want %q", tt.tool, tt.args, got, tt.strings)
		}
	}
}

func TestPublishedClient(t *testing.T) {
	before := `{"identifier": "(2019)沪1号", "columns": ["a", "b", "c", "d", "e"], "more": [{"x": "(y)"}, 1, null]}`
	given := arguments(t, before)
	got := tool.Published(tool.Call{Tool: "(t)", Args: given})
	want := tool.Call{Tool: "(t)", Args: arguments(t,
		`{"identifier": "（2019）沪1号", "columns": ["a", "b", "c", "d", "e"], "more": [{"x": "（y）"}, 1, null]}`)}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("Published(%s):\n%s", before, d)
	}
	if d := cmp.Diff(arguments(t, before), given); d != "" {
		t.Errorf("Published changed the call it was given:\n%s", d)
	}
	six := tool.Published(tool.Call{Args: arguments(t, `{"columns": ["a", "b", "c", "d", "e", "f"]}`)})
	if d := cmp.Diff(arguments(t, `{"columns": []}`), six.Args); d != "" {
		t.Errorf("Published with six columns:\n%s", d)
	}
}

// fixed is a retriever with one answer.
type fixed struct {
	passages []tool.Passage
	err      error
	asked    *int // gets the number of passages asked for, if not nil
}

func (f fixed) Retrieve(_ context.Context, _ string, k int) ([]tool.Passage, error) {
	if f.asked != nil {
		*f.asked = k
	}
	return f.passages, f.err
}

// One call cannot have a whole corpus ranked and written out.
func TestPassagesAreBounded(t *testing.T) {
	var asked int
	s := toy(t, tool.WithRetriever("Notes", fixed{asked: &asked}))
	for k, want := range map[int]int{1: 1, 1000: 1000, 1001: 1000, 1e9: 1000} {
		if _, err := s.Call(t.Context(), tool.Call{Tool: "notes", Args: map[string]any{"query": "合同", "k": k}}); err != nil || asked != want {
			t.Errorf("k = %d: the retriever was asked for %d passages, %v, want %d", k, asked, err, want)
		}
	}
}

func TestWithRetriever(t *testing.T) {
	call := tool.Call{Tool: "notes", Args: map[string]any{"query": "合同"}}
	r, err := toy(t, tool.WithRetriever("Notes", fixed{passages: []tool.Passage{{Text: "甲"}}})).Call(t.Context(), call)
	if got := string(r.Observation()); err != nil || got != `["甲"]` {
		t.Errorf("Call with another retriever = %s, %v, want [\"甲\"]", got, err)
	}
	broken := errors.New("connection refused")
	_, err = toy(t, tool.WithRetriever("Notes", fixed{err: broken})).Call(t.Context(), call)
	if !errors.Is(err, broken) {
		t.Errorf("Call with a broken retriever: error %v, want %v", err, broken)
	}
}

func TestNewRefuses(t *testing.T) {
	tests := []struct {
		want  string
		spoil func(*domain.Domain)
	}{
		{`tool "firm": table "Nonsense"`, func(d *domain.Domain) { d.Tools[0].Table = "Nonsense" }},
		{`tool "firm": column "age"`, func(d *domain.Domain) { d.Tools[0].Match[0].Columns[0] = "age" }},
		{`tool "firm": match input "age"`, func(d *domain.Domain) { d.Tools[0].Match[0].Inputs[0] = "age" }},
		{`tool "firm": match input "columns"`, func(d *domain.Domain) { d.Tools[0].Match[0].Inputs[0] = "columns" }},
		{`tool "firm": match of 2 columns with 1 inputs`, func(d *domain.Domain) { d.Tools[0].Match[0].Columns = []string{"name", "short"} }},
		{`tool "firm": returns "some"`, func(d *domain.Domain) { d.Tools[0].Returns = "some" }},
		{`tool "short_name": column ""`, func(d *domain.Domain) { d.Tools[3].Column = "" }},
		{`tool "notes": passages "Nonsense"`, func(d *domain.Domain) { d.Tools[4].Passages = "Nonsense" }},
		{`tool "sum": operation "root"`, func(d *domain.Domain) { d.Tools[5].Operation = "root" }},
		{`tool "finish": no input`, func(d *domain.Domain) { d.Tools[10].Inputs = nil }},
		{`tool "finish": kind "end"`, func(d *domain.Domain) { d.Tools[10].Kind = "end" }},
	}
	dir := t.TempDir()
	write(t, dir)
	for _, tt := range tests {
		d := toyDomain()
		c, _, err := corpus.Load(t.Context(), dir, d)
		if err != nil {
			t.Fatal(err)
		}
		tt.spoil(d)
		if _, err := tool.New(c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("New: error %v, want %q", err, tt.want)
		}
	}
	c, _, err := corpus.Load(t.Context(), dir, toyDomain())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tool.New(c, tool.WithRetriever("Nonsense", fixed{})); err == nil {
		t.Error("New with a retriever for passages nobody declared: no error, want one")
	}
}

// Laws of lookups, over every subset of columns and every key of the toy world.
func TestLookupLaws(t *testing.T) {
	s := toy(t)
	table := toyDomain().Tables[0]
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
	}
	keys := []string{"甲", "甲（集团）公司", "乙(集团)公司", "丙公司", "丙所", "丁所", "-", "", "none"}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"firm", "cases"}).Draw(t, "tool")
		key := rapid.SampledFrom(keys).Draw(t, "key")
		columns := rapid.SliceOfN(rapid.SampledFrom(names), 1, 7).Draw(t, "columns")
		call := func(columns any) tool.Result {
			r, err := s.Call(context.Background(), tool.Call{Tool: name, Args: map[string]any{"identifier": key, "columns": columns}})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		all, none, some := call(names), call([]any{}), call(columns)
		if !bytes.Equal(all.Observation(), none.Observation()) {
			t.Fatalf("%s(%q): no columns give %s, all give %s", name, key, none.Observation(), all.Observation())
		}
		if again := call(columns); !bytes.Equal(again.Observation(), some.Observation()) {
			t.Fatalf("%s(%q, %q): twice called, two observations", name, key, columns)
		}
		if !slices.Equal(all.Rows, some.Rows) || !slices.IsSorted(some.Rows) {
			t.Fatalf("%s(%q, %q): rows %v, with all columns %v", name, key, columns, some.Rows, all.Rows)
		}
		if !json.Valid(some.Observation()) {
			t.Fatalf("%s(%q, %q) = %s, which is no JSON", name, key, columns, some.Observation())
		}
	})
}

func TestSchemas(t *testing.T) {
	list := toy(t).Schemas("en")
	want := `{"function":{"description":"Finds a firm.","name":"firm","parameters":{"properties":{` +
		`"columns":{"description":"","items":{"enum":["name","short","paid（元）","city","county","lawyers","rivals"],"type":"string"},"type":"array"},` +
		`"identifier":{"description":"identifier","type":"string"}},"required":["identifier"],"type":"object"}},"type":"function"}`
	if len(list) != len(toyDomain().Tools) || string(list[0]) != want {
		t.Errorf("Schemas(en)[0] = %s, want %s", list[0], want)
	}
	for i, again := range toy(t).Schemas("en") {
		if !bytes.Equal(again, list[i]) {
			t.Errorf("Schemas(en)[%d] = %s, and then %s", i, list[i], again)
		}
	}
}

// FuzzArguments holds that arbitrary JSON arguments always give a result, that
// its observation is JSON, and that the same call gives the same bytes.
func FuzzArguments(f *testing.F) {
	s := toy(f)
	d := s.Domain()
	for _, args := range []string{`{"identifier": "甲（集团）公司", "columns": ["name"]}`, `[1, "2万"]`,
		`{"numbers": [1e308, "2021年10月18日"], "is_desc": "True"}`, `{"query": "合同", "k": 99999999999999999999}`,
		`{"a": "1e64", "b": 1e-300}`, `{"answer": {"a": [null]}}`, `null`} {
		for i := range d.Tools {
			f.Add(uint8(i), args)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, args string) {
		exact := json.NewDecoder(strings.NewReader(args))
		exact.UseNumber()
		var number, float any
		if exact.Decode(&number) != nil || json.Unmarshal([]byte(args), &float) != nil {
			t.Skip()
		}
		name := d.Tools[int(which)%len(d.Tools)].Name
		for _, v := range []any{number, float} {
			c := tool.Call{Tool: name, Args: v}
			r, err := s.Call(t.Context(), c)
			again, _ := s.Call(t.Context(), c)
			if err != nil || !json.Valid(r.Observation()) || !bytes.Equal(r.Observation(), again.Observation()) {
				t.Errorf("%s(%s) = %s, %v, then %s", name, args, r.Observation(), err, again.Observation())
			}
			if _, err := s.Call(t.Context(), tool.Published(c)); err != nil {
				t.Errorf("Published %s(%s): %v", name, args, err)
			}
		}
	})
}

func BenchmarkCall(b *testing.B) {
	s := legal(b, dataDir(b))
	for _, bench := range []struct {
		name string
		call tool.Call
	}{
		{"one", tool.Call{Tool: "get_company_info", Args: map[string]any{"identifier": "上海家化联合股份有限公司"}}},
		{"many", tool.Call{Tool: "get_sub_company_info_list", Args: map[string]any{"identifier": "金诚信矿业管理股份有限公司"}}},
		{"either", tool.Call{Tool: "get_legal_document_law_list", Args: map[string]any{"identifier": "安徽滨阳律师事务所"}}},
		{"region", tool.Call{Tool: "get_court_info_list", Args: map[string]any{"prov": "北京市", "city": "北京市", "county": "海淀区"}}},
		{"missing", tool.Call{Tool: "get_company_info", Args: map[string]any{"identifier": "没有的公司"}}},
		{"columns", tool.Call{Tool: "get_company_info", Args: map[string]any{"identifier": "上海家化联合股份有限公司", "columns": []any{"公司代码", "法人代表"}}}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Call(b.Context(), bench.call); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("observation", func(b *testing.B) {
		b.ReportAllocs()
		r, err := s.Call(b.Context(), tool.Call{Tool: "get_sub_company_info_list", Args: map[string]any{"identifier": "金诚信矿业管理股份有限公司"}})
		if err != nil || r.Empty() {
			b.Fatal(err)
		}
		for b.Loop() {
			r.Observation()
		}
	})
}
