package plan

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A world of ships in which every operation has something to do: an entity of two
// parts, a lookup that matches either of two columns and one that returns a field,
// names written two ways, columns of every kind, texts to search, a tool for each arithmetic.

const ships = `{"name":"鹭","owner":"甲行","built":"2001-02-03","worth":"3000万","sailors":20,"stake":"60","home":"东港"}
{"name":"鸥","owner":"乙行","built":"1650-01-01","worth":"1000万","sailors":"0","stake":"60.0","home":"西港"}
{"name":"雁","owner":"乙行","built":"2001-02-03","worth":"-","sailors":8,"stake":"0","home":"南港"}
{"name":"鲸","owner":"某行","built":"无","worth":"无价","sailors":3,"home":"渡港"}
{"name":"燕（二）","owner":"丙行","built":"1999-01-01","worth":5,"sailors":1,"stake":100,"home":"北港"}
`

const voyages = `{"number":"v1","ship":"鹭","from":"东港","to":"西港","ocean":"北洋","coast":"东岸","convoy":"鹭,鸥","cargo":"茶","freight":500,"left":"2019-12-30","arrived":"2020-01-02","crates":10,"log":"under Rules 2, Rules 12 and Rules 9"}
{"number":"v2","ship":"鹭","from":"西港","to":"东港","ocean":"北洋","coast":"西岸","convoy":"鸥","cargo":"茶","freight":300,"left":"2020-03-01","arrived":"2020-03-01","crates":4,"log":"rain, rain"}
{"number":"v3","ship":"鹭","from":"东港","to":"北港","ocean":"南洋","coast":"东岸","convoy":"雁,雁,鸥","cargo":"绿茶","freight":"300.00","left":"2020-06-01","arrived":"2020-06-11","crates":5}
{"number":"v4","ship":"鹭","from":"北港","to":"南港","ocean":"北洋","coast":"东岸","convoy":"鹭,雁","cargo":"盐","freight":"0.02万","left":"2021-01-01","arrived":"2021-02-01","crates":6,"log":"insured on 2020-12-01 for 120元, as agreed insured on 1 December 2020"}
{"number":"v5","ship":"鹭","from":"东港","to":"古渡港","ocean":"南洋","coast":"东岸","convoy":"燕（二）","cargo":"盐","freight":100,"left":"2022-05-05","arrived":"2022-05-06","crates":0}
{"number":"v6","ship":"鸥","from":"西港","to":"东港","ocean":"北洋","coast":"东岸","convoy":"鸥","cargo":"铁","freight":0,"left":"1649-12-31","arrived":"1650-01-01","crates":1,"log":"insured on 1649-12-01, insured on 1649-12-02 for 12天, under Rules 1"}
{"number":"v7","ship":"鸥","from":"西港","to":"北港","ocean":"北洋","coast":"西岸","convoy":"鹭","cargo":"铁","freight":0,"left":"2020-02-29","arrived":"2021-02-28","crates":1}
{"number":"v8","ship":"雁","from":"南港","to":"-","ocean":"北洋","coast":" ","convoy":"张某","cargo":"盐","freight":"7","left":"2020-01-01","arrived":null,"crates":"许多"}
{"number":"v9","ship":"燕（二）","from":"北港","to":"东港","ocean":"北洋","coast":"东岸","convoy":"张某,鹭","cargo":"米","freight":10,"left":"2020-01-01","arrived":"2020-01-05","crates":3}
{"number":"v10","ship":"燕（二）","from":"北港","to":"东港","ocean":"北洋","coast":"东岸/西岸","convoy":"张某","cargo":"米","freight":9,"left":"2020-02-01","arrived":"2020-02-05","crates":3}
`

const ports = `{"name":"东港","ocean":"北洋","coast":"东岸","berths":12,"opened":"1800-01-01","master":"钱一"}
{"name":"西港","ocean":"北洋","coast":"西岸","berths":"7","opened":"1900-01-01","master":"孙二"}
{"name":"北港","ocean":"北洋","coast":"东岸","berths":3,"opened":"1700-01-01","master":"李三"}
{"name":"渡港","ocean":"南洋","coast":"西岸","berths":1,"opened":"1600-01-01"}
`

const rules = `{"text":"Rules, 1: a ship under way shows a light."}
{"text":"Rules, 2: a ship at anchor shows two lights."}
{"text":"Rules, 12: under rules a ship in fog sounds a bell."}
{"text":"Of ships and fog nothing more is said."}
`

// sea declares the world of ships.
func sea() *domain.Domain {
	column := func(name string, kind domain.ColumnKind, unit string) domain.Column {
		return domain.Column{Name: name, Kind: kind, Unit: unit}
	}
	named := func(name, entity string, separators ...string) domain.Column {
		return domain.Column{Name: name, Entity: entity, Separators: separators}
	}
	lookup := func(name, table string, returns domain.Returns, column string, match ...domain.LookupMatch) domain.Tool {
		t := domain.Tool{Name: name, Kind: domain.Lookup, Table: table, Returns: returns, Column: column, Match: match}
		for _, in := range match[0].Inputs {
			t.Inputs = append(t.Inputs, domain.ToolInput{Name: in, Type: domain.InputString})
		}
		if returns != domain.Field {
			t.Inputs = append(t.Inputs, domain.ToolInput{Name: "columns", Type: domain.InputColumns, Optional: true})
		}
		return t
	}
	by := func(columns ...string) domain.LookupMatch {
		if len(columns) > 1 {
			return domain.LookupMatch{Columns: columns, Inputs: columns}
		}
		return domain.LookupMatch{Columns: columns, Inputs: []string{"name"}}
	}
	two := func(a, b string) []domain.ToolInput {
		return []domain.ToolInput{{Name: a, Type: domain.InputNumber}, {Name: b, Type: domain.InputNumber}, {Name: "places", Type: domain.InputInteger, Optional: true}}
	}
	asked := []domain.ToolInput{{Name: "about", Type: domain.InputString}, {Name: "most", Type: domain.InputInteger, Optional: true}}
	list := []domain.ToolInput{{Name: "numbers", Type: domain.InputNumbers}}
	return &domain.Domain{
		Name: "sea", FileOrder: true, Languages: []string{"en"}, Sentinels: []string{"-", "无"}, Masks: []string{"某"},
		Entities: []domain.EntityType{
			{Name: "ship"}, {Name: "voyage"}, {Name: "port", Strip: []string{"^(古)"}}, {Name: "region", Parts: []string{"ocean", "coast"}},
			{Name: "signal", Parts: []string{"ship", "shown"}},
		},
		Derivations: []domain.Derivation{{Name: "first_voyage", From: "ship", To: "voyage", Pattern: "^燕（(.)）"}},
		Tables: []domain.Table{
			{Name: "Ship", Key: "name", Columns: []domain.Column{
				named("name", "ship"), column("owner", domain.KindText, ""), column("built", domain.KindDate, ""), column("worth", domain.KindMoney, "元"),
				column("sailors", domain.KindCount, "人"), column("stake", domain.KindRatio, "%"), named("home", "port"),
			}},
			{Name: "Voyage", Key: "number", Columns: []domain.Column{
				named("number", "voyage"), named("ship", "ship"), named("from", "port"), named("to", "port"), named("ocean", "region.ocean"), named("coast", "region.coast", "/"),
				named("convoy", "ship", ","), column("cargo", domain.KindText, ""), column("freight", domain.KindMoney, "元"), column("left", domain.KindDate, ""),
				column("arrived", domain.KindDate, ""), column("crates", domain.KindCount, "箱"), {Name: "log", Kind: domain.KindProse, Cites: "Rules", Facts: []domain.Fact{
					{Name: "insured", Kind: domain.KindDate, Patterns: []string{`insured on ([0-9]+ [A-Z][a-z]+ [0-9]+|[0-9-]+)`}},
					{Name: "premium", Kind: domain.KindMoney, Unit: "元", Patterns: []string{`for ([0-9]+\pL+)`}},
				}},
			}},
			{Name: "Port", Key: "name", Columns: []domain.Column{
				named("name", "port"), named("ocean", "region.ocean"), named("coast", "region.coast"), column("berths", domain.KindNumber, ""),
				column("opened", domain.KindDate, ""), column("master", domain.KindText, ""),
			}},
		},
		Passages: []domain.Passages{{Name: "Rules", Field: "text", Reference: &domain.PassageNaming{
			Headings: []string{`^(?P<work>[A-Z][a-z]+), (?P<part>[0-9]+):`}, Names: []string{"{work} {part}"}, Cited: `{work} {part}\b`,
			List: `(?P<work>Rules) (?P<parts>{part}(?:, {part})*)`, Part: `(?P<part>[0-9]+)`,
		}, Subject: &domain.PassageSubject{
			Entity: "signal", Parts: map[string]string{"ship": `ship (at anchor|under way|in fog)`, "shown": `(?:shows|sounds) ([^.]*)`}, Record: "voyage", Pattern: `[0-9]+`,
		}}},
		Tools: []domain.Tool{
			lookup("ship", "Ship", domain.One, "", by("name")),
			lookup("voyages", "Voyage", domain.Many, "", by("ship")),
			lookup("voyage", "Voyage", domain.One, "", by("number")),
			lookup("calls", "Voyage", domain.Many, "", by("from"), by("to")), // voyages from or to a port
			lookup("port", "Port", domain.One, "", by("name")),
			lookup("ports", "Port", domain.Many, "", by("ocean", "coast")),
			lookup("fleet", "Ship", domain.Many, "", by("home")),
			lookup("master", "Port", domain.Field, "master", by("name")),
			{Name: "add", Kind: domain.Arithmetic, Operation: domain.Sum, Inputs: list},
			{Name: "take", Kind: domain.Arithmetic, Operation: domain.Subtract, Inputs: two("from", "what")},
			{Name: "times", Kind: domain.Arithmetic, Operation: domain.Multiply, Inputs: list},
			{Name: "into", Kind: domain.Arithmetic, Operation: domain.Divide, Inputs: two("what", "by")},
			{Name: "sort", Kind: domain.Arithmetic, Operation: domain.Rank, Inputs: append(list, domain.ToolInput{Name: "down", Type: domain.InputBoolean, Optional: true})},
			{Name: "rules", Kind: domain.Retriever, Passages: "Rules", Inputs: asked},
			{Name: "say", Kind: domain.Finish, Inputs: []domain.ToolInput{{Name: "answer", Type: domain.InputString}}},
		},
		Replies: domain.Replies{Missing: "no row", Columns: "no column", Arguments: "no arguments", Failed: map[domain.ArithmeticOp]string{
			domain.Sum: "no sum", domain.Subtract: "no difference", domain.Multiply: "no product", domain.Divide: "no quotient", domain.Rank: "no order",
		}},
	}
}

// loaded is the world of ships, read once: nothing changes it.
var loaded struct {
	once   sync.Once
	corpus *corpus.Corpus
	tools  *tool.Set
}

// atSea returns the world of ships.
func atSea(t testing.TB) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	loaded.once.Do(func() {
		loaded.corpus, loaded.tools = load(t, sea(), tables(t, map[string]string{"Ship": ships, "Voyage": voyages, "Port": ports, "Rules": rules}))
	})
	if loaded.tools == nil {
		t.Fatal("the world of ships did not load")
	}
	return loaded.corpus, loaded.tools
}

// tables writes tables as JSONL files into a directory.
func tables(t testing.TB, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// n is a node that reads others.
func n(name string, do Operation, from ...string) Node { return Node{name, from, do} }

// bound is a start that is bound.
func bound(entity string, name ...string) *Start { return &Start{entity, name} }

// asking returns the program of the nodes whose answer is the last one, in a form
// that its type can have.
func asking(t testing.TB, d *domain.Domain, nodes ...Node) *Program {
	t.Helper()
	p := &Program{Nodes: nodes}
	var err error
	for _, f := range []Form{
		{Style: StyleText}, {Style: StyleCount}, {Style: StyleTruth}, {Style: StyleNumber}, {Style: StyleNumber, Unit: "元"},
		{Style: StyleNumber, Unit: "%"}, {Style: StyleNumber, Unit: "人"}, {Style: StyleNumber, Unit: "箱"},
	} {
		p.Answers = []AnswerSpec{{From: nodes[len(nodes)-1].Name, Form: f}}
		if _, err = p.Types(d); err == nil {
			return p
		}
	}
	t.Fatalf("no form fits: %v", err)
	return nil
}

// run runs a bound program over the world of ships.
func run(t testing.TB, p *Program) (*Trace, Reason) {
	t.Helper()
	_, tools := atSea(t)
	x := newExecutor(t, tools.Domain(), tools, p)
	trace, reason := runOf(t, x, nil)
	return trace, reason
}
