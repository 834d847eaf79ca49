package rewrite_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// drawnFault is a fault of a question: the task that it has, and a question of another
// program, or one that says too much.
type drawnFault struct {
	kind     string
	of       *task.Task
	program  *plan.Program // what the question asks for
	question string        // "" for the draft of the program
}

// Faults that are drawn into questions are found: by the gates, which know the words, or
// by comparison with what the question asks for, which a parser reads off it. A program
// plays the parser.
func TestDrawnFaults(t *testing.T) {
	s := some(t, -1)
	caught, drawn := map[string]int{}, map[string]int{}
	factories := map[string]*gate.Factory{}
	for lang, st := range s.styles {
		factories[lang] = gate.NewFactory(s.domain, st)
	}
	for _, one := range slices.Concat(s.tasks, s.programs(t)) {
		if one.Plan.Template != "" {
			continue
		}
		for _, f := range s.faults(t, one, digest.Rand("faults", one.ID, one.Language)) {
			question, err := draft.Question(s.domain, f.program, one.Language)
			if err != nil {
				continue // a program that nobody could ask for
			}
			if f.question != "" {
				question = f.question
			}
			drawn[f.kind]++
			g, err := factories[one.Language].Gate(f.of)
			if err != nil {
				t.Fatal(err)
			}
			if _, wrong := g.Judge(question); wrong || s.misread(t, f.of, f.program) {
				caught[f.kind]++
				continue
			}
			t.Errorf("%s passes: %s\n\tdraft: %s", f.kind, question, f.of.Draft)
		}
	}
	total := 0
	for kind, n := range drawn {
		t.Logf("%s: %d of %d found", kind, caught[kind], n)
		total += n
		if n < 5 {
			t.Errorf("%s: %d drawn, want at least 5", kind, n)
		}
	}
	if total < 200 || len(drawn) < 10 {
		t.Errorf("%d faults of %d kinds, want at least 200 of 10", total, len(drawn))
	}
}

// programs returns tasks of a program of every operation, and of programs of two steps that
// rank by one column.
func (s *setting) programs(t *testing.T) (all []*task.Task) {
	t.Helper()
	data, err := os.ReadFile("../internal/question/gate/testdata/operators.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.Collect(strings.Lines(string(data)))
	for _, x := range []struct{ entity, name, tool, column, lead, next, asked string }{
		{"authority", "云溪市生态环境局", "get_administrative_case_court_list", "处罚日期", "行政处罚公司名称", "get_administrative_case_company_list", "案号"},
		{"authority", "云溪市生态环境局", "get_administrative_case_court_list", "处罚金额（元）", "行政处罚公司名称", "get_administrative_case_company_list", "案号"},
		{"law_firm", "云溪砺石律师事务所", "get_legal_document_law_list", "日期", "关联公司", "get_legal_document_company_list", "案号"},
		{"law_firm", "云溪砺石律师事务所", "get_legal_document_law_list", "涉案金额（元）", "关联公司", "get_legal_document_company_list", "案号"},
		{"court", "云溪市湖滨区人民法院", "get_finalized_case_court_list", "立案日期", "被执行人", "get_finalized_case_company_list", "案号"},
		{"court", "云溪市湖滨区人民法院", "get_finalized_case_court_list", "未履行金额（元）", "被执行人", "get_finalized_case_company_list", "案号"},
	} {
		texts = append(texts, strings.NewReplacer("ENTITY", x.entity, "NAME", x.name, "TOOL", x.tool, "COLUMN", x.column, "LEAD", x.lead, "NEXT", x.next, "ASKED", x.asked).Replace(
			`{"nodes":[{"name":"r1","op":"start","entity":"ENTITY","value":["NAME"]},{"name":"r2","op":"call","from":["r1"],"tool":"TOOL"},{"name":"r3","op":"superlative","from":["r2"],"column":"COLUMN","order":"min"},
{"name":"r4","op":"project","from":["r3"],"columns":["LEAD"]},{"name":"r5","op":"call","from":["r4"],"tool":"NEXT"},{"name":"r6","op":"superlative","from":["r5"],"column":"COLUMN","order":"max"},
{"name":"r7","op":"project","from":["r6"],"columns":["ASKED"]}],"answers":[{"from":"r7","form":{"style":"text"}}]}`))
	}
	for i, text := range texts {
		p := new(plan.Program)
		if err := json.Unmarshal([]byte(text), p); err != nil {
			t.Fatal(err)
		}
		for _, lang := range s.domain.Languages {
			asked, err := draft.Question(s.domain, p, lang)
			if err != nil {
				t.Fatal(err)
			}
			one := &task.Task{ID: "program " + strconv.Itoa(i), Language: lang, Draft: asked, Plan: p}
			for _, e := range p.Entities() {
				one.Entities = append(one.Entities, task.Entity{Type: e.Entity, Name: e.Value})
			}
			all = append(all, one)
		}
	}
	return all
}

// misread reports whether the demand of a program differs from a task's.
func (s *setting) misread(t *testing.T, one *task.Task, p *plan.Program) bool {
	t.Helper()
	st := s.styles[one.Language]
	want, err := demand.FromTask(st, s.domain, one)
	if err != nil {
		t.Fatal(err)
	}
	got, err := demand.FromTask(st, s.domain, &task.Task{Language: one.Language, Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	read, err := demand.Parse(string(b))
	if err != nil {
		t.Fatal(err)
	}
	_, differs := want.Difference(read)
	return differs
}

// faults draws faults of every kind that a task can have.
func (s *setting) faults(t *testing.T, one *task.Task, r *rand.Rand) (all []drawnFault) {
	t.Helper()
	kinds := map[alternative.Change]string{
		alternative.Order: "end turned", alternative.Place: "place changed", alternative.Role: "role exchanged", alternative.Function: "function changed",
		alternative.DropFilter: "condition dropped", alternative.DropSet: "set dropped", alternative.DropOperand: "operand dropped", alternative.OtherSet: "set exchanged",
	}
	for _, x := range slices.Concat(alternative.Neighbours(s.domain, one.Plan), alternative.Dropped(s.domain, one.Plan)) {
		if kind := kinds[x.Change]; kind != "" {
			all = append(all, drawnFault{kind: kind, of: one, program: x.Program})
		}
	}
	if truth, fault := exchangedEnds(t, s.domain, one); fault != nil {
		all = append(all, drawnFault{kind: "ends exchanged", of: truth, program: fault})
	}
	for _, words := range [][]string{{"合计", ""}, {"total ", ""}, {"average ", ""}, {"减去", "和", "的差额", ""}} {
		if less := strings.NewReplacer(words...).Replace(one.Draft); less != one.Draft {
			all = append(all, drawnFault{kind: "word dropped", of: one, program: one.Plan, question: less})
		}
	}
	if p := oneDecimalMore(one.Plan); p != nil {
		all = append(all, drawnFault{kind: "one decimal more", of: one, program: p})
	}
	all = append(all, added(t, s.domain, one, r)...)
	return append(all, s.hints(one, r)...)
}

// changed returns a copy of a program with its nodes changed.
func changed(p *plan.Program, change func(nodes []plan.Node) []plan.Node) *plan.Program {
	q := *p
	q.Nodes = change(slices.Clone(p.Nodes))
	return &q
}

// exchangedEnds returns a task like one of two steps that rank by one column, with
// opposite ends, and the program with these exchanged; nil if the task has no such steps.
func exchangedEnds(t *testing.T, d *domain.Domain, one *task.Task) (*task.Task, *plan.Program) {
	t.Helper()
	types, err := one.Plan.Types(d)
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]string{}
	for i, n := range one.Plan.Nodes {
		table[n.Name] = types[i].Table
	}
	at := map[string][]int{}
	for i, n := range one.Plan.Nodes {
		if o, ok := n.Do.(*plan.Superlative); ok {
			key := table[n.From[0]] + " " + o.Column
			at[key] = append(at[key], i)
		}
	}
	for _, steps := range at {
		if len(steps) != 2 {
			continue
		}
		ends := func(first, second plan.Order) *plan.Program {
			return changed(one.Plan, func(nodes []plan.Node) []plan.Node {
				for k, order := range []plan.Order{first, second} {
					o := *nodes[steps[k]].Do.(*plan.Superlative)
					o.Order, o.Rank = order, 0
					nodes[steps[k]].Do = &o
				}
				return nodes
			})
		}
		truth := *one
		truth.Plan = ends(plan.Min, plan.Max)
		if truth.Draft, err = draft.Question(d, truth.Plan, one.Language); err != nil {
			t.Fatal(err)
		}
		return &truth, ends(plan.Max, plan.Min)
	}
	return nil, nil
}

// oneDecimalMore returns a program that asks for a decimal place more; nil if it asks for no
// number.
func oneDecimalMore(p *plan.Program) *plan.Program {
	q := *p
	q.Answers = slices.Clone(p.Answers)
	for i := range q.Answers {
		if f := &q.Answers[i].Form; f.Style == plan.StyleNumber {
			f.Places++
			return &q
		}
	}
	return nil
}

// added returns programs with a condition more on the rows of a lookup: a period, and a role.
func added(t *testing.T, d *domain.Domain, one *task.Task, r *rand.Rand) (all []drawnFault) {
	t.Helper()
	results, err := one.Plan.Types(d)
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]string{}
	for i, n := range one.Plan.Nodes {
		types[n.Name] = results[i].Entity
	}
	for i, n := range one.Plan.Nodes {
		call, ok := n.Do.(*plan.Call)
		if !ok || d.Tool(call.Tool).Returns != domain.Many {
			continue
		}
		insert := func(kind string, f *plan.Filter, from ...string) {
			all = append(all, drawnFault{kind: kind, of: one, program: changed(one.Plan, func(nodes []plan.Node) []plan.Node {
				for j := i + 1; j < len(nodes); j++ {
					nodes[j].From = slices.Clone(nodes[j].From)
					for k := range nodes[j].From {
						if nodes[j].From[k] == n.Name {
							nodes[j].From[k] = "added"
						}
					}
				}
				return slices.Insert(nodes, i+1, plan.Node{Name: "added", From: append([]string{n.Name}, from...), Do: f})
			})})
		}
		columns := d.Table(d.Tool(call.Tool).Table).Columns
		for _, k := range r.Perm(len(columns)) {
			c := &columns[k]
			if c.Kind == domain.KindDate {
				year := strconv.Itoa(2021 + r.IntN(3))
				insert("period added", &plan.Filter{Column: c.Name, Comparison: plan.Since, Operand: year + "-01-01"})
				break
			}
		}
		for _, c := range columns {
			if strings.Contains(d.Tool(call.Tool).Phrase.In(one.Language), c.Called(one.Language)) {
				continue // which the words of the lookup say already
			}
			searched := slices.ContainsFunc(one.Plan.Nodes, func(n plan.Node) bool {
				other, ok := n.Do.(*plan.Call)
				return ok && slices.ContainsFunc(d.Tool(other.Tool).Match, func(m domain.LookupMatch) bool { return slices.Contains(m.Columns, c.Name) })
			})
			if c.Entity != "" && c.Entity == types[n.From[0]] && !searched {
				insert("role added", &plan.Filter{Column: c.Name, Comparison: plan.Names}, n.From[0])
			}
		}
	}
	return all
}

// hints returns questions of a task that tell the size or the kind of what they ask for.
func (s *setting) hints(one *task.Task, r *rand.Rand) (all []drawnFault) {
	say := func(kind string, of *task.Task, texts map[string][]string) {
		list := texts[one.Language]
		all = append(all, drawnFault{kind: kind, of: of, program: of.Plan, question: list[r.IntN(len(list))] + of.Draft})
	}
	if slices.ContainsFunc(one.Plan.Answers, func(a plan.AnswerSpec) bool { return a.Form.Style == plan.StyleNumber && a.Form.Unit != "%" }) {
		say("size told", one, map[string][]string{
			"zh": {"听说有上亿元。", "据说是几百万的事。", "金额是个八位数。", "这是一笔巨额资金。", "好几千万呢。", "有近百万元之多。"},
			"en": {"I hear it is hundreds of millions. ", "It runs into the millions. ", "It is a seven-figure amount. ", "There are several million at stake. "},
		})
	}
	hidden := *one
	kinds := map[string][][2]string{
		"zh": {{"霜杏康宁医院有限公司", "就是那家医院。"}, {"霜杏商业银行股份有限公司", "我说的是一家银行。"}, {"霜杏职业学院", "和一所学院有关。"}, {"霜杏大酒店有限公司", "那是一家酒店。"}},
		"en": {{"Quorum General Hospital Co., Ltd.", "It is a hospital. "}, {"Quorum Grand Hotel Ltd.", "I mean the hotel. "}, {"Quorum Brewery Co., Ltd.", "It concerns a brewery. "}},
	}[one.Language]
	pick := kinds[r.IntN(len(kinds))]
	hidden.KeyMiddle = append(slices.Clone(one.KeyMiddle), pick[0])
	if len(hidden.KeyMiddle) <= 4 && !strings.Contains(one.Draft, pick[0]) {
		say("kind told", &hidden, map[string][]string{one.Language: {pick[1]}})
	}
	return all
}
