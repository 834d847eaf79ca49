package alternative

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// failer is what the tests' T and rapid's have in common.
type failer interface {
	toytest.TB
	Fatalf(format string, args ...any)
}

// world is the toy domain with tables of a test.
type world struct {
	d     *domain.Domain
	c     *corpus.Corpus
	tools *tool.Set
	s     *Searcher
}

type row map[string]any

// company and lawsuit are rows with every column; others change some.
func company(name, parent string, capital int, others ...row) row {
	r := row{"公司名称": name, "所属行业": "行业" + name, "法定代表人": "法人" + name, "注册资本": capital, "成立日期": fmt.Sprintf("19%02d-01-02", len(name)), "员工人数": capital % 977, "母公司": parent, "母公司持股比例": "60"}
	return with(r, others)
}

func lawsuit(number, of, plaintiff, defendant string, amount int, filed, court string, others ...row) row {
	return with(row{"关联公司": of, "案号": number, "原告": plaintiff, "被告": defendant, "案由": "案由" + number, "涉案金额（元）": amount, "立案日期": filed, "审理法院": court}, others)
}

func court(name, code string, others ...row) row {
	return with(row{"法院名称": name, "法院代字": code, "法院级别": "基层", "法院负责人": "院长" + name, "成立日期": "1980-05-06", "联系电话": "0571-" + code}, others)
}

func with(r row, others []row) row {
	for _, o := range others {
		for k, v := range o {
			r[k] = v
		}
	}
	return r
}

type tables struct{ companies, cases, courts []row }

// load writes tables and reads them as a world.
func load(t failer, ts tables) *world {
	t.Helper()
	d := toytest.Domain(t, "toy")
	d.FileOrder = true // the cases name rows by number
	dir, err := os.MkdirTemp("", "rival")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, rows := range map[string][]row{"Company": ts.companies, "Case": ts.cases, "Court": ts.courts} {
		var b strings.Builder
		for _, r := range rows {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, tools := toytest.Load(t, d, dir)
	s, err := NewSearcher(c)
	if err != nil {
		t.Fatal(err)
	}
	return &world{d, c, tools, s}
}

// run executes a program that must have an answer.
func (w *world) run(t failer, p *plan.Program) *plan.Trace {
	t.Helper()
	trace, reason := w.try(t, p)
	if reason != "" {
		t.Fatalf("run: reason %q", reason)
	}
	return trace
}

func (w *world) try(t failer, p *plan.Program) (*plan.Trace, plan.Reason) {
	t.Helper()
	x, err := plan.NewExecutor(w.d, w.tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace, reason
}

// building adds nodes to a program.
type building struct{ p plan.Program }

func (b *building) add(do plan.Operation, from ...string) string {
	name := fmt.Sprintf("r%d", len(b.p.Nodes)+1)
	b.p.Nodes = append(b.p.Nodes, plan.Node{Name: name, From: from, Do: do})
	return name
}

func (b *building) answer(from string, f plan.Form) *plan.Program {
	b.p.Answers = append(b.p.Answers, plan.AnswerSpec{From: from, Form: f})
	return &b.p
}

// chain makes a program of one chain: the nodes read each the one before.
func chain(form plan.Form, ops ...plan.Operation) *plan.Program {
	var b building
	at := b.add(ops[0])
	for _, op := range ops[1:] {
		at = b.add(op, at)
	}
	return b.answer(at, form)
}

func start(entity, name string) *plan.Start {
	return &plan.Start{Entity: entity, Value: []string{name}}
}
func call(name string) *plan.Call         { return &plan.Call{Tool: name} }
func project(column string) *plan.Project { return &plan.Project{Columns: []string{column}} }

var (
	words = plan.Form{Style: plan.StyleText}
	yuan  = plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}
	count = plan.Form{Style: plan.StyleCount}
	day   = plan.Form{Style: plan.StyleDate}
	truth = plan.Form{Style: plan.StyleTruth}
)

// town is a world in which the programs of the tests have answers.
func town() tables {
	return tables{
		companies: []row{
			company("甲河公司", "乙山公司", 30001),
			company("乙山公司", "丙海公司", 41002),
			company("丙海公司", "-", 52003),
			company("丁湖公司", "丙海公司", 63004),
		},
		cases: []row{
			lawsuit("（2019）甲01民初1号", "甲河公司", "甲河公司", "丁湖公司", 7111, "2019-01-05", "东法院"),
			lawsuit("（2020）甲02民初2号", "甲河公司", "丁湖公司", "甲河公司", 2222, "2020-03-06", "西法院"),
			lawsuit("（2020）乙01民初3号", "甲河公司", "甲河公司", "戊川公司、丁湖公司", 3333, "2020-07-08", "南法院"),
			lawsuit("（2021）乙01民初4号", "乙山公司", "乙山公司", "甲河公司", 4444, "2021-09-10", "南法院"),
			lawsuit("（2021）甲02民初5号", "乙山公司", "丙海公司", "乙山公司", 5555, "2021-11-12", "西法院"),
		},
		courts: []row{court("东法院", "甲01"), court("西法院", "甲02"), court("南法院", "乙01")},
	}
}
