package tool_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// toyFiles is a world with every kind of cell and both widths of brackets.
var toyFiles = map[string]string{
	"Firm.jsonl": `{"name": "甲（集团）公司", "short": "甲", "paid（元）": 0.0, "city": "宁波", "county": "江北", "lawyers": "丙所", "rivals": "丁所"}
{"name": "乙(集团)公司", "short": "甲", "paid（元）": null, "city": "宁波", "county": "江东", "lawyers": "丁所", "rivals": "丁所"}
{"name": "丙公司", "paid（元）": "1.31亿", "city": "宁波", "county": "江北", "rivals": "丙所"}
{"name": "\"引号\"\\n<公司>", "short": "-", "paid（元）": 1e3, "city": "", "county": "江北"}
`,
	"Notes.jsonl": `{"text": "借款合同"}
{"text": "买卖合同纠纷"}
{"text": "<b>\"引\"</b>"}
`,
}

// toy returns the tools of a small world made in code.
func toy(t testing.TB, opts ...tool.Option) *tool.Set {
	t.Helper()
	dir := t.TempDir()
	write(t, dir)
	return load(t, toyDomain(), dir, opts...)
}

// write puts the files of the toy world into a directory.
func write(t testing.TB, dir string) {
	t.Helper()
	for name, content := range toyFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func toyDomain() *domain.Domain {
	text := func(name string, optional bool) domain.ToolInput {
		return domain.ToolInput{Name: name, Type: domain.InputString, Optional: optional, Description: domain.Text{"en": name}}
	}
	columns := domain.ToolInput{Name: "columns", Type: domain.InputColumns, Optional: true}
	numbers := domain.ToolInput{Name: "numbers", Type: domain.InputNumbers}
	a := domain.ToolInput{Name: "a", Type: domain.InputNumber}
	b := domain.ToolInput{Name: "b", Type: domain.InputNumber}
	match := func(columns []string, inputs ...string) domain.LookupMatch {
		return domain.LookupMatch{Columns: columns, Inputs: inputs}
	}
	d := &domain.Domain{
		Name: "toy", FileOrder: true, Languages: []string{"en"}, Sentinels: []string{"-"},
		Tables: []domain.Table{{
			Name: "Firm", Key: "name",
			Columns: []domain.Column{
				{Name: "name", Entity: "firm"}, {Name: "short", Kind: domain.KindText},
				{Name: "paid（元）", Kind: domain.KindMoney, Unit: "元"},
				{Name: "city", Kind: domain.KindText}, {Name: "county", Kind: domain.KindText},
				{Name: "lawyers", Kind: domain.KindText}, {Name: "rivals", Kind: domain.KindText},
			},
		}},
		Passages: []domain.Passages{{Name: "Notes", Field: "text"}},
		Tools: []domain.Tool{
			{Name: "firm", Aliases: []string{"company"}, Kind: domain.Lookup, Table: "Firm", Returns: domain.One,
				Description: domain.Text{"en": "Finds a firm."}, Inputs: []domain.ToolInput{text("identifier", false), columns},
				Match: []domain.LookupMatch{match([]string{"name"}, "identifier"), match([]string{"short"}, "identifier")}},
			{Name: "cases", Kind: domain.Lookup, Table: "Firm", Returns: domain.Many,
				Inputs: []domain.ToolInput{text("identifier", false), columns},
				Match:  []domain.LookupMatch{match([]string{"rivals"}, "identifier"), match([]string{"lawyers"}, "identifier")}},
			{Name: "region", Kind: domain.Lookup, Table: "Firm", Returns: domain.Many,
				Inputs: []domain.ToolInput{text("city", false), text("county", true), columns},
				Match:  []domain.LookupMatch{match([]string{"city", "county"}, "city", "county")}},
			{Name: "short_name", Kind: domain.Lookup, Table: "Firm", Returns: domain.Field, Column: "short",
				Inputs: []domain.ToolInput{text("identifier", false)},
				Match:  []domain.LookupMatch{match([]string{"name"}, "identifier")}},
			{Name: "notes", Kind: domain.Retriever, Passages: "Notes",
				Inputs: []domain.ToolInput{text("query", false), {Name: "k", Type: domain.InputInteger, Optional: true}}},
			{Name: "sum", Kind: domain.Arithmetic, Operation: domain.Sum, Inputs: []domain.ToolInput{numbers}},
			{Name: "subtract", Kind: domain.Arithmetic, Operation: domain.Subtract, Inputs: []domain.ToolInput{a, b}},
			{Name: "multiply", Kind: domain.Arithmetic, Operation: domain.Multiply, Inputs: []domain.ToolInput{numbers}},
			{Name: "divide", Kind: domain.Arithmetic, Operation: domain.Divide, Inputs: []domain.ToolInput{a, b}},
			{Name: "rank", Kind: domain.Arithmetic, Operation: domain.Rank,
				Inputs: []domain.ToolInput{numbers, {Name: "is_desc", Type: domain.InputBoolean, Optional: true}}},
			{Name: "finish", Kind: domain.Finish, Inputs: []domain.ToolInput{text("answer", false)}},
		},
		Replies: domain.Replies{
			Missing: "no <row>", Columns: "no column", Arguments: "bad arguments",
			Failed: map[domain.ArithmeticOp]string{},
		},
	}
	for _, op := range []domain.ArithmeticOp{domain.Sum, domain.Subtract, domain.Multiply, domain.Divide, domain.Rank} {
		d.Replies.Failed[op] = "no " + string(op)
	}
	return d
}
