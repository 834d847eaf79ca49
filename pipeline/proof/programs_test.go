package proof

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// plans draws bound programs over the small domain that type-check: nodes of every
// operation over what earlier nodes give, several starts, answers in every form,
// some asked for only under a truth.
func plans(d *domain.Domain) *rapid.Generator[*plan.Program] {
	return rapid.Custom(func(t *rapid.T) *plan.Program {
		b := &builder{d: d, t: t}
		b.start()
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			rapid.SampledFrom(growths).Draw(t, "grow")(b)
		}
		if len(b.answerable()) == 0 {
			b.exists()
		}
		b.answers()
		return &b.p
	})
}

// growths add a node and what it needs, or nothing where nothing fits.
var growths = []func(*builder){
	(*builder).combine, (*builder).compare, (*builder).having, (*builder).arithmetic, (*builder).days, (*builder).distinct,
	(*builder).frequent, (*builder).superlative, (*builder).aggregate, (*builder).names, (*builder).names, (*builder).filter, (*builder).each,
	(*builder).link, (*builder).project, (*builder).only, (*builder).count, (*builder).call, (*builder).exists, (*builder).derive,
	(*builder).deriveAll, (*builder).mode, (*builder).start,
}

// builder puts a program together; made are the types of its nodes.
type builder struct {
	d    *domain.Domain
	t    *rapid.T
	p    plan.Program
	made []made
}

// made is what a node gives, by the rules the algebra states.
type made struct {
	node    string
	shape   plan.Shape
	entity  string // of what names entities
	many    bool
	table   *domain.Table
	columns []string // of rows, those that can be seen; of values theirs
	unit    string
	counts  bool
}

// column is the one column of values.
func (m *made) column() *domain.Column {
	if m.table == nil || len(m.columns) != 1 {
		return nil
	}
	return m.table.Column(m.columns[0])
}

func (b *builder) add(op plan.Operation, m made, from ...*made) {
	m.node = fmt.Sprintf("r%d", len(b.p.Nodes)+1)
	n := plan.Node{Name: m.node, Do: op}
	for _, f := range from {
		n.From = append(n.From, f.node)
	}
	b.p.Nodes = append(b.p.Nodes, n)
	b.made = append(b.made, m)
}

// pick draws one of the nodes that fit, nil if there is none. Where there is none, or
// now and then, it first makes what should.
func (b *builder) pick(fits func(m *made) bool, more ...func(*builder)) *made {
	var found []*made
	for i := range b.made {
		if m := b.made[i]; fits(&m) {
			found = append(found, &m)
		}
	}
	if len(more) > 0 && (found == nil || b.oneIn(4)) {
		rapid.SampledFrom(more).Draw(b.t, "first")(b)
		return b.pick(fits)
	}
	if found == nil {
		return nil
	}
	return rapid.SampledFrom(found).Draw(b.t, "of")
}

// other fits what fits and is not the node.
func other(than *made, fits func(m *made) bool) func(m *made) bool {
	return func(m *made) bool { return m.node != than.node && fits(m) }
}

func anEntity(m *made) bool { return m.entity != "" && !m.many && m.shape != plan.ShapeNumber }

func someEntities(m *made) bool {
	return m.entity != "" && m.many && m.shape == plan.ShapeValues
}

func someRows(m *made) bool { return m.shape == plan.ShapeRows && m.many }

func anyRows(m *made) bool { return m.shape == plan.ShapeRows }

func isDate(c *domain.Column) bool { return c.Kind == domain.KindDate }

func isNumeric(c *domain.Column) bool {
	return c.Kind == domain.KindMoney || c.Kind == domain.KindCount || c.Kind == domain.KindRatio
}

func isText(c *domain.Column) bool { return !isDate(c) && !isNumeric(c) }

// seen draws a column of rows that fits, nil if there is none.
func (b *builder) seen(m *made, fits func(c *domain.Column) bool) *domain.Column {
	var found []*domain.Column
	for _, name := range m.columns {
		if c := m.table.Column(name); fits(c) {
			found = append(found, c)
		}
	}
	if found == nil {
		return nil
	}
	return rapid.SampledFrom(found).Draw(b.t, "column")
}

// oneIn is true one time in n.
func (b *builder) oneIn(n int) bool { return rapid.IntRange(0, n-1).Draw(b.t, "odds") == 0 }

var startNames = map[string][][]string{
	"firm":   {{"东海公司"}, {"南岭公司"}, {"西湖公司"}, {"北疆公司"}, {"西湖(集团)公司"}, {"西湖（集团）公司"}, {"无此公司"}},
	"ticker": {{"T1"}, {"T2"}, {"东海公司"}},
	"number": {{"（2019）甲01民初11号"}, {"（2020）乙02民初12号"}, {"（2021）丙03民初14号"}},
	"court":  {{"东营法院"}, {"杭州法院"}, {"山东省东营法院"}},
	"code":   {{"甲01"}, {"乙02"}},
	"place":  {{"山东省", "东营市"}, {"浙江省", "杭州市"}},
}

func (b *builder) start() {
	b.begin(rapid.SampledFrom([]string{"firm", "firm", "firm", "ticker", "number", "court", "code", "place"}).Draw(b.t, "start"))
}

// begin adds a start of a type.
func (b *builder) begin(entity string) {
	b.add(&plan.Start{Entity: entity, Value: rapid.SampledFrom(startNames[entity]).Draw(b.t, "name")}, made{shape: plan.ShapeEntity, entity: entity})
}

func (b *builder) derive() {
	if in := b.pick(func(m *made) bool { return anEntity(m) && m.entity == "number" }); in != nil {
		b.add(&plan.Derive{Derivation: "number_code"}, made{shape: plan.ShapeEntity, entity: "code"}, in)
	}
}

func (b *builder) deriveAll() {
	if in := b.pick(func(m *made) bool { return someEntities(m) && m.entity == "number" }, func(b *builder) {
		if rows := b.pick(func(m *made) bool { return someRows(m) && slices.Contains(m.columns, "案号") }, (*builder).call); rows != nil {
			b.values(rows, "案号")
		}
	}); in != nil {
		b.add(&plan.DeriveAll{Derivation: "number_code"}, made{shape: plan.ShapeValues, entity: "code", many: true}, in)
	}
}

// accepting draws a lookup that accepts an entity type, nil if there is none.
func (b *builder) accepting(entity string) *domain.Tool {
	var found []*domain.Tool
	for i := range b.d.Tools {
		if t := &b.d.Tools[i]; t.Kind == domain.Lookup && slices.Contains(plan.Accepts(b.d, t), entity) {
			found = append(found, t)
		}
	}
	if found == nil {
		return nil
	}
	return rapid.SampledFrom(found).Draw(b.t, "tool")
}

// found is what a lookup gives.
func (b *builder) found(t *domain.Tool, each bool) made {
	m := made{shape: plan.ShapeRows, table: b.d.Table(t.Table), many: each || t.Returns == domain.Many}
	if t.Returns == domain.Field {
		m.columns = []string{t.Column}
		return m
	}
	for _, c := range m.table.Columns {
		m.columns = append(m.columns, c.Name)
	}
	return m
}

func (b *builder) call() {
	if in := b.pick(anEntity); in != nil {
		if t := b.accepting(in.entity); t != nil {
			b.add(&plan.Call{Tool: t.Name, Empty: b.oneIn(3)}, b.found(t, false), in)
		}
	}
}

func (b *builder) each() {
	if in := b.pick(someEntities, (*builder).link); in != nil {
		if t := b.accepting(in.entity); t != nil {
			b.add(&plan.Call{Tool: t.Name, Each: true, Empty: b.oneIn(3)}, b.found(t, true), in)
		}
	}
}

var (
	isoDays = []string{"2019-01-01", "2019-12-11", "2020-01-05", "2020-06-30", "2021-02-01"}
	amounts = []string{"0", "0.5", "12", "50", "100", "1000", "686550", "13100000", "131000000"}
	texts   = []string{"公司", "T1", "集团", "买卖", "法院", "东海公司", "西湖(集团)公司", "李文华", "山东省"}
)

func (b *builder) filter() {
	in := b.pick(someRows, (*builder).call)
	if in == nil {
		return
	}
	c := b.seen(in, func(*domain.Column) bool { return true })
	o := &plan.Filter{Column: c.Name, Empty: b.oneIn(3)}
	choose := func(of ...plan.Comparison) { o.Comparison = rapid.SampledFrom(of).Draw(b.t, "comparison") }
	operands := func(of []string, two plan.Comparison) {
		i := rapid.IntRange(0, len(of)-2).Draw(b.t, "operand")
		if o.Operand = of[i]; o.Comparison == two {
			o.To = of[i+1]
		}
	}
	switch {
	case b.oneIn(8):
		o.Comparison = plan.Stated
	case isDate(c):
		if choose(plan.Year, plan.Since, plan.Until, plan.During); o.Comparison == plan.Year {
			o.Operand = rapid.SampledFrom([]string{"2019", "2020", "2021"}).Draw(b.t, "year")
		} else {
			operands(isoDays, plan.During)
		}
	case isNumeric(c):
		choose(plan.Above, plan.Below, plan.AtLeast, plan.AtMost, plan.Within, plan.Equals)
		operands(amounts, plan.Within)
	default:
		choose(plan.Equals, plan.Contains)
		o.Operand = rapid.SampledFrom(texts).Draw(b.t, "word")
	}
	b.add(o, *in, in)
}

func (b *builder) names() {
	in := b.pick(someRows, (*builder).call)
	if in == nil {
		return
	}
	c := b.seen(in, func(c *domain.Column) bool { return b.d.Entity(c.Entity) != nil })
	if c == nil {
		return
	}
	if who := b.pick(func(m *made) bool { return anEntity(m) && m.entity == c.Entity }, func(b *builder) { b.begin(c.Entity) }); who != nil {
		b.add(&plan.Filter{Column: c.Name, Comparison: plan.Names, Empty: b.oneIn(3)}, *in, in, who)
	}
}

func (b *builder) superlative() {
	in := b.pick(someRows, (*builder).call)
	if in == nil {
		return
	}
	if c := b.seen(in, func(c *domain.Column) bool { return !isText(c) }); c != nil {
		out := *in
		out.many = false
		rank := rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(b.t, "rank")
		b.add(&plan.Superlative{Column: c.Name, Order: b.order(), Rank: rank}, out, in)
	}
}

func (b *builder) order() plan.Order {
	return rapid.SampledFrom([]plan.Order{plan.Max, plan.Min}).Draw(b.t, "order")
}

func (b *builder) only() {
	if in := b.pick(someRows, (*builder).call); in != nil {
		out := *in
		out.many = false
		b.add(&plan.Only{}, out, in)
	}
}
