package proof

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// pools are the cells random tables are made of, by column: few, so that rows
// match, tie, repeat and lead on, and with every habit of real cells.
var pools = map[string][]any{
	"名称": {"东海公司", "东海公司", "南岭公司", "西湖（集团）公司", "西湖(集团)公司", " 北疆公司 ", "北疆公司", "T1", "某甲公司", "＊甲公司", "泰\"山\"公司"},
	"代码": {"T1", "T2", "T3", "-", nil, "东海公司"},
	"资本": {"1.31亿", "13100万", 131000000, "1,000", 1000.0, "１３１００万", json.Number("1.31e8"), 686550, "9000万元", "若干", "-", nil, 0.5, "0.50"},
	"成立": {"2019年12月11日", "2019-12-11", "2020年1月5日", "2021年02月01日", "２０２０年1月5日", "20200105", " - ", "不详"},
	"法人": {"潘秋生", "李文华", "陈某某", "万＊＊", "", "无"},
	"省":  {"山东省", "浙江省"},
	"市":  {"东营市", "杭州市", nil},
	"案号": {"（2019）甲01民初11号", "（2020）乙02民初12号", "（2020）乙02民初13号", "（2021）丙03民初14号", "(2021)甲01民初15号", "（2021）甲01民初16号", "（2021）甲01民初17号", "（2021）甲01民初18号"},
	"案由": {"买卖", "商标", "-"},
	"院名": {"东营法院", "山东省东营法院", "杭州法院"},
	"代字": {"甲01", "乙02", "东营法院", nil},
	"人数": {"12", 12, 97, "十"},
	"编号": {"P1", "P2", "P3"},
}

// sameAs says which pool a column without its own draws from.
var sameAs = map[string]string{
	"母公司": "名称", "公司": "名称", "当事人": "名称", "金额": "资本", "立案": "成立", "法院": "院名",
	"院长": "法人", "市长": "法人", "省名": "省", "市名": "市",
}

func pool(column string) []any {
	if p, ok := pools[column]; ok {
		return p
	}
	return pools[sameAs[column]]
}

// worlds draws tables for the small domain: keys are distinct, a cell may be
// unobserved, and a cell that may hold several values may.
func worlds(d *domain.Domain) *rapid.Generator[tables] {
	return rapid.Custom(func(t *rapid.T) tables {
		ts := tables{}
		for i := range d.Tables {
			spec := &d.Tables[i]
			keys := rapid.SliceOfNDistinct(rapid.SampledFrom(pool(spec.Key)), len(pool(spec.Key))-2, -1, rapid.ID[any]).Draw(t, spec.Name)
			for _, k := range keys {
				r := row{spec.Key: k}
				for _, c := range spec.Columns[1:] {
					cell := rapid.SampledFrom(pool(c.Name)).Draw(t, c.Name)
					if first, ok := cell.(string); ok && c.Separators != nil && rapid.Bool().Draw(t, "several") {
						cell = first + c.Separators[0] + rapid.SampledFrom(pool(c.Name)).Draw(t, c.Name).(string)
					}
					if rapid.IntRange(0, 9).Draw(t, "observed") > 0 {
						r[c.Name] = cell
					}
				}
				ts[spec.Name] = append(ts[spec.Name], r)
			}
		}
		return ts
	})
}

// plans draws bound programs over the small domain: chains of up to three
// lookups with every operation between them, some with a second branch.
func plans(d *domain.Domain) *rapid.Generator[*plan.Program] {
	return rapid.Custom(func(t *rapid.T) *plan.Program {
		b := &builder{d: d, t: t}
		b.branch()
		if rapid.IntRange(0, 3).Draw(t, "branches") == 0 {
			b.branch()
		}
		return &b.p
	})
}

type builder struct {
	d *domain.Domain
	t *rapid.T
	p plan.Program
}

func (b *builder) add(op plan.Operation, from ...string) string {
	name := "r" + string(rune('a'+len(b.p.Nodes)))
	b.p.Nodes = append(b.p.Nodes, plan.Node{Name: name, From: from, Do: op})
	return name
}

// accepting returns the lookups that accept an entity type.
func (b *builder) accepting(entity string) []*domain.Tool {
	var found []*domain.Tool
	for i := range b.d.Tools {
		if slices.Contains(plan.Accepts(b.d, &b.d.Tools[i]), entity) {
			found = append(found, &b.d.Tools[i])
		}
	}
	return found
}

var starts = map[string][][]string{
	"firm":   {{"东海公司"}, {"南岭公司"}, {"西湖(集团)公司"}, {"西湖（集团）公司"}, {"北疆公司"}, {"无此公司"}},
	"ticker": {{"T1"}, {"T2"}, {"东海公司"}},
	"number": {{"（2019）甲01民初11号"}, {"（2020）乙02民初12号"}, {"（2021）丙03民初14号"}},
	"court":  {{"东营法院"}, {"杭州法院"}},
	"code":   {{"甲01"}, {"乙02"}},
	"place":  {{"山东省", "东营市"}, {"浙江省", "杭州市"}},
}

// branch adds one chain and its answer.
func (b *builder) branch() {
	entity := rapid.SampledFrom([]string{"firm", "firm", "ticker", "number", "court", "code", "place"}).Draw(b.t, "start")
	at := b.add(&plan.Start{Entity: entity, Value: rapid.SampledFrom(starts[entity]).Draw(b.t, "name")})
	for range rapid.IntRange(0, 2).Draw(b.t, "hops") {
		entity, at = b.derive(entity, at)
		tool := rapid.SampledFrom(b.accepting(entity)).Draw(b.t, "tool")
		links := b.links(tool)
		rows, single := b.rows(tool, at)
		if !single {
			rows = b.one(tool, rows)
		}
		link := rapid.SampledFrom(links).Draw(b.t, "link")
		entity, _ = entityOf(b.d.Table(tool.Table).Column(link[0]))
		at = b.add(&plan.Project{Columns: link}, rows)
	}
	entity, at = b.derive(entity, at)
	tool := rapid.SampledFrom(b.accepting(entity)).Draw(b.t, "tool")
	rows, single := b.rows(tool, at)
	b.answer(tool, rows, single)
}

// derive adds a derivation now and then where there is one.
func (b *builder) derive(entity, at string) (string, string) {
	if entity == "number" && rapid.Bool().Draw(b.t, "derive") {
		return "code", b.add(&plan.Derive{Derivation: "number_code"}, at)
	}
	return entity, at
}

// rows adds a call and, over a set, now and then a filter.
func (b *builder) rows(tool *domain.Tool, at string) (rows string, single bool) {
	rows = b.add(&plan.Call{Tool: tool.Name}, at)
	if tool.Returns != domain.Many {
		return rows, true
	}
	if c := b.columns(tool, days); c != nil && rapid.IntRange(0, 2).Draw(b.t, "filter") == 0 {
		year := rapid.SampledFrom([]string{"2019", "2020", "2021"}).Draw(b.t, "year")
		rows = b.add(&plan.Filter{Column: rapid.SampledFrom(c).Draw(b.t, "column"), Comparison: plan.Year, Operand: year}, rows)
	}
	return rows, false
}

func days(c *domain.Column) bool { return c.Kind == domain.KindDate }

func numbers(c *domain.Column) bool {
	return c.Kind == domain.KindMoney || c.Kind == domain.KindCount
}

func (b *builder) columns(tool *domain.Tool, want func(*domain.Column) bool) []string {
	var names []string
	t := b.d.Table(tool.Table)
	for i := range t.Columns {
		if want(&t.Columns[i]) && (tool.Returns != domain.Field || t.Columns[i].Name == tool.Column) {
			names = append(names, t.Columns[i].Name)
		}
	}
	return names
}

// links returns the ways on from a tool's rows.
func (b *builder) links(tool *domain.Tool) [][]string {
	var links [][]string
	for _, c := range b.columns(tool, func(c *domain.Column) bool {
		_, part := entityOf(c)
		return c.Entity != "" && part == ""
	}) {
		links = append(links, []string{c})
	}
	switch tool.Table {
	case "Firm":
		if tool.Returns != domain.Field {
			links = append(links, []string{"省", "市"})
		}
	case "Place":
		links = append(links, []string{"省名", "市名"})
	}
	return links
}

// one narrows a set to a row.
func (b *builder) one(tool *domain.Tool, rows string) string {
	c := b.columns(tool, func(c *domain.Column) bool { return days(c) || numbers(c) })
	if rapid.IntRange(0, 2).Draw(b.t, "only") == 0 {
		return b.add(&plan.Only{}, rows)
	}
	return b.add(&plan.Superlative{
		Column: rapid.SampledFrom(c).Draw(b.t, "column"),
		Order:  rapid.SampledFrom([]plan.Order{plan.Max, plan.Min}).Draw(b.t, "order"),
	}, rows)
}

// answer adds the end of a chain.
func (b *builder) answer(tool *domain.Tool, rows string, single bool) {
	column := rapid.SampledFrom(b.columns(tool, func(*domain.Column) bool { return true })).Draw(b.t, "answer")
	spec := b.d.Table(tool.Table).Column(column)
	op, form := plan.Operation(&plan.Project{Columns: []string{column}}), plan.FormOf(spec)
	if !single {
		switch rapid.IntRange(0, 4).Draw(b.t, "end") {
		case 0:
			op, form = &plan.Count{}, plan.Form{Style: plan.StyleCount}
		case 1:
			if numbers(spec) {
				op = &plan.Aggregate{Function: plan.Sum, Column: column}
			}
		case 2:
			rows = b.one(tool, rows)
		}
	}
	b.p.Answers = append(b.p.Answers, plan.Answer{From: b.add(op, rows), Form: form})
}

// The two executors agree on every program over every world: on whether there is
// an answer, on why not, and on what it is.
func TestExecutorsAgree(t *testing.T) {
	d := small()
	answered, ended := 0, map[plan.Reason]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := load(t, d, worlds(d).Draw(t, "tables"))
		r := newRelational(d, w.Corpus)
		for range 40 {
			p := plans(d).Draw(t, "program")
			x, err := plan.NewExecutor(d, w.Tools, p)
			if err != nil {
				t.Fatal(err)
			}
			trace, reason, err := x.Run(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			e := r.evaluate(p)
			if e.reason != reason {
				t.Fatalf("%s: tools end with reason %q, joins with %q (%s)", p.Signature(), reason, e.reason, e.detail)
			}
			ended[reason]++
			if reason != "" {
				continue
			}
			answered++
			made, err := taskOf(w, p, trace, "zh")
			if err != nil {
				t.Fatal(err)
			}
			pr := &prover{World: w, relational: r}
			if fault := pr.agrees(made); fault != "" {
				t.Fatalf("%s: %s", p.Signature(), fault)
			}
		}
	})
	t.Logf("%d programs with an answer; ended: %v", answered, ended)
	for _, reason := range []plan.Reason{
		plan.Missing, plan.Several, plan.Unobserved, plan.Blank, plan.Sentinel,
		plan.Masked, plan.Unparsed, plan.Tie, plan.Underived, "",
	} {
		if ended[reason] == 0 {
			t.Errorf("no program ended with reason %q: the worlds are too tame", reason)
		}
	}
}
