// Package prooftest makes a small world that uses every feature of declared lookups, and
// programs and tasks over it, for the tests of package proof and the packages below it.
package prooftest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// T is the common part of testing.T and rapid.T.
type T interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func both(s string) domain.Text { return domain.Text{"zh": s, "en": s} }

func lookup(name, table string, returns domain.Returns, column string, inputs []string, match ...[]string) domain.Tool {
	t := domain.Tool{
		Name: name, Kind: domain.Lookup, Description: both(name), Table: table, Returns: returns, Column: column,
		Phrase: both("{}的" + name),
	}
	for _, i := range inputs {
		t.Inputs = append(t.Inputs, domain.ToolInput{Name: i, Type: domain.InputString, Description: both(i)})
	}
	t.Inputs = append(t.Inputs, domain.ToolInput{Name: "columns", Type: domain.InputColumns, Optional: true, Description: both("columns")})
	for _, columns := range match {
		t.Match = append(t.Match, domain.LookupMatch{Columns: columns, Inputs: inputs})
	}
	return t
}

func arithmetics(op domain.ArithmeticOp, inputs ...domain.InputType) domain.Tool {
	t := domain.Tool{Name: string(op), Kind: domain.Arithmetic, Description: both(string(op)), Operation: op}
	for i, in := range inputs {
		t.Inputs = append(t.Inputs, domain.ToolInput{
			Name: fmt.Sprint("input", i+1), Type: in, Optional: in == domain.InputBoolean, Description: both(string(in)),
		})
	}
	return t
}

func table(name, measure string, columns ...domain.Column) domain.Table {
	for i := range columns {
		columns[i].Label = both(columns[i].Name)
	}
	return domain.Table{Name: name, Label: both(name), Row: both(name), Measure: both(measure), Key: columns[0].Name, Columns: columns}
}

// Small is the source of a domain that uses every feature of declared lookups.
func Small() *domain.Domain {
	return &domain.Domain{
		Name: "small", FileOrder: true, Title: both("small"), Languages: []string{"zh", "en"},
		Sentinels: []string{"-", "无"}, Masks: []string{"某", "*"},
		Entities: []domain.EntityType{
			{Name: "firm", Label: both("公司")},
			{Name: "ticker", Label: both("代码")},
			{Name: "number", Label: both("案号")},
			{Name: "court", Label: both("法院"), Strip: []string{"^(山东省)东营"}},
			{Name: "code", Label: both("法院代字")},
			{Name: "place", Label: both("地区"), Parts: []string{"province", "city"}},
		},
		Derivations: []domain.Derivation{
			{Name: "number_code", From: "number", To: "code", Pattern: `^（[0-9]{4}）([甲乙][0-9]{2})`, Phrase: both("{}的受理法院")},
		},
		Tables: []domain.Table{
			table("Firm", "家",
				domain.Column{Name: "名称", Entity: "firm"},
				domain.Column{Name: "代码", Entity: "ticker"},
				domain.Column{Name: "母公司", Entity: "firm"},
				domain.Column{Name: "资本", Kind: domain.KindMoney, Unit: "元"},
				domain.Column{Name: "持股", Kind: domain.KindRatio, Unit: "%"},
				domain.Column{Name: "成立", Kind: domain.KindDate},
				domain.Column{Name: "法人", Kind: domain.KindText},
				domain.Column{Name: "省", Entity: "place.province"},
				domain.Column{Name: "市", Entity: "place.city"}),
			table("Case", "件",
				domain.Column{Name: "案号", Entity: "number"},
				domain.Column{Name: "公司", Entity: "firm"},
				domain.Column{Name: "当事人", Entity: "firm", Separators: []string{"、"}},
				domain.Column{Name: "金额", Kind: domain.KindMoney, Unit: "元"},
				domain.Column{Name: "立案", Kind: domain.KindDate},
				domain.Column{Name: "法院", Entity: "court"},
				domain.Column{Name: "案由", Kind: domain.KindText}),
			table("Court", "所",
				domain.Column{Name: "院名", Entity: "court"},
				domain.Column{Name: "代字", Entity: "code"},
				domain.Column{Name: "院长", Kind: domain.KindText},
				domain.Column{Name: "人数", Kind: domain.KindCount, Unit: "人", Measure: both("人")}),
			table("Place", "个",
				domain.Column{Name: "编号", Kind: domain.KindText},
				domain.Column{Name: "省名", Entity: "place.province"},
				domain.Column{Name: "市名", Entity: "place.city"},
				domain.Column{Name: "市长", Kind: domain.KindText}),
		},
		Tools: []domain.Tool{
			lookup("firm", "Firm", domain.One, "", []string{"identifier"}, []string{"名称"}, []string{"代码"}),
			lookup("firm_name", "Firm", domain.Field, "名称", []string{"identifier"}, []string{"代码"}),
			lookup("subsidiaries", "Firm", domain.Many, "", []string{"identifier"}, []string{"母公司"}),
			lookup("case", "Case", domain.One, "", []string{"identifier"}, []string{"案号"}),
			lookup("cases", "Case", domain.Many, "", []string{"identifier"}, []string{"公司"}),
			lookup("party_cases", "Case", domain.Many, "", []string{"identifier"}, []string{"当事人"}),
			lookup("court_cases", "Case", domain.Many, "", []string{"identifier"}, []string{"法院"}),
			lookup("court", "Court", domain.One, "", []string{"identifier"}, []string{"院名"}, []string{"代字"}),
			lookup("place", "Place", domain.One, "", []string{"province", "city"}, []string{"省名", "市名"}),
			arithmetics(domain.Sum, domain.InputNumbers),
			arithmetics(domain.Subtract, domain.InputNumber, domain.InputNumber),
			arithmetics(domain.Multiply, domain.InputNumbers),
			arithmetics(domain.Divide, domain.InputNumber, domain.InputNumber),
			arithmetics(domain.Rank, domain.InputNumbers, domain.InputBoolean),
		},
		Replies: domain.Replies{Missing: "none", Columns: "columns", Arguments: "arguments"},
	}
}

// Row is one row by column name.
type Row map[string]any

// Tables are rows by table name.
type Tables map[string][]Row

// Healthy returns tables of [Small] in which every plan of the tests has an answer.
func Healthy() Tables {
	return Tables{
		"Firm": {
			{"名称": "东海船舶有限公司", "代码": "600315", "资本": "1.31亿", "成立": "2001年03月15日", "法人": "潘秋生", "省": "山东省", "市": "东营市"},
			{"名称": "南岭茶叶有限公司", "代码": "600316", "母公司": "东海船舶有限公司", "资本": "9000万", "成立": "2005年06月01日", "法人": "李文华", "省": "福建省", "市": "南平市"},
			{"名称": "西湖丝绸有限公司", "代码": "600317", "母公司": "东海船舶有限公司", "资本": 686550, "成立": "2011年08月09日", "法人": "王建国", "省": "浙江省", "市": "杭州市"},
			{"名称": "北疆矿业有限公司", "代码": "600318", "母公司": "-", "资本": nil, "成立": "2015年01月20日", "法人": "陈某某", "省": "浙江省", "市": "杭州市"},
		},
		"Case": {
			{"案号": "（2019）甲01民初11号", "公司": "南岭茶叶有限公司", "当事人": "南岭茶叶有限公司", "金额": 25000.5, "立案": "2019年02月01日", "法院": "东营市中级人民法院", "案由": "买卖合同纠纷"},
			{"案号": "（2020）甲01民初12号", "公司": "南岭茶叶有限公司", "当事人": "东海船舶有限公司、西湖丝绸有限公司", "金额": "18万", "立案": "2020年04月08日", "法院": "杭州市人民法院", "案由": "商标侵权纠纷"},
			{"案号": "（2020）乙02民初13号", "公司": "南岭茶叶有限公司", "当事人": "西湖丝绸有限公司", "金额": 99.5, "立案": "2020年09月30日", "法院": "南平市人民法院", "案由": "劳动争议"},
			{"案号": "（2021）乙02民初14号", "公司": "西湖丝绸有限公司", "当事人": "北疆矿业有限公司", "金额": 400, "立案": "2021年01月02日", "法院": "杭州市人民法院", "案由": "股权转让纠纷"},
		},
		"Court": {
			{"院名": "东营市中级人民法院", "代字": "甲01", "院长": "周正义", "人数": 215},
			{"院名": "杭州市人民法院", "代字": "甲02", "院长": "吴公平", "人数": 180},
			{"院名": "南平市人民法院", "代字": "乙02", "院长": "郑法明", "人数": 97},
		},
		"Place": {
			{"编号": "P-001", "省名": "山东省", "市名": "东营市", "市长": "林海峰"},
			{"编号": "P-002", "省名": "浙江省", "市名": "杭州市", "市长": "孙晓梅"},
			{"编号": "P-003", "省名": "福建省", "市名": "南平市", "市长": "高志远"},
		},
	}
}

// Load writes tables to a temporary directory, reads them and returns the corpus with its
// tools.
func Load(t T, d *domain.Domain, ts Tables) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	dir, err := os.MkdirTemp("", "proof")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, rows := range ts {
		var b strings.Builder
		for _, r := range rows {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(line)
			b.WriteByte('\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, tools
}

// Chain makes a program in which every node reads the node before it, and the last node is
// the answer.
func Chain(form plan.Form, ops ...plan.Operation) *plan.Program {
	p := new(plan.Program)
	for i, op := range ops {
		n := plan.Node{Name: fmt.Sprintf("r%d", i+1), Do: op}
		if i > 0 {
			n.From = []string{p.Nodes[i-1].Name}
		}
		p.Nodes = append(p.Nodes, n)
	}
	p.Answers = []plan.AnswerSpec{{From: p.Nodes[len(p.Nodes)-1].Name, Form: form}}
	return p
}

// Start is a bound start.
func Start(entity string, name ...string) *plan.Start {
	return &plan.Start{Entity: entity, Value: name}
}

// Call is a lookup of one entity.
func Call(name string) *plan.Call { return &plan.Call{Tool: name} }

// Project takes the values of columns.
func Project(columns ...string) *plan.Project { return &plan.Project{Columns: columns} }

// Forms of answers.
var (
	Words = plan.Form{Style: plan.StyleText}
	Yuan  = plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}
	Wan   = plan.Form{Style: plan.StyleNumber, Unit: "万元", Places: 1}
	Count = plan.Form{Style: plan.StyleCount}
	Day   = plan.Form{Style: plan.StyleDate}
)

// Task executes a program and returns its task in the state before the checks.
func Task(t T, d *domain.Domain, tools tool.Caller, p *plan.Program, lang string) *task.Task {
	t.Helper()
	x, err := plan.NewExecutor(d, tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), nil)
	if err != nil || reason != "" {
		t.Fatalf("run: %v, reason %q", err, reason)
	}
	made, err := TaskOf(d, trace, lang)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TaskOf returns the task of an execution.
func TaskOf(d *domain.Domain, trace *plan.Trace, lang string) (*task.Task, error) {
	made, err := task.New(d, trace, lang)
	if err == nil {
		made.Question = "您好，" + made.Draft
	}
	return made, err
}

// Copy returns a deep copy of a task.
func Copy(t T, of *task.Task) *task.Task {
	t.Helper()
	b, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	c := new(task.Task)
	if err := json.Unmarshal(b, c); err != nil {
		t.Fatal(err)
	}
	return c
}
