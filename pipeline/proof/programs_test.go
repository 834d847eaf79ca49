package proof

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
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
func anyRows(m *made) bool  { return m.shape == plan.ShapeRows }

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

func (b *builder) mode() {
	one := func(m *made) bool { return someEntities(m) && m.entity != "place" }
	in := b.pick(one, (*builder).link, (*builder).deriveAll)
	if in == nil {
		return
	}
	from := []*made{in}
	if other := b.pick(other(in, func(m *made) bool { return one(m) && m.entity == in.entity })); other != nil && b.oneIn(2) {
		from = append(from, other)
	}
	out := *in
	out.many = false
	b.add(&plan.Mode{}, out, from...)
}

func (b *builder) having() {
	if in := b.pick(someEntities, (*builder).link); in != nil {
		if t := b.accepting(in.entity); t != nil {
			b.add(&plan.Having{Tool: t.Name, Empty: b.oneIn(3)}, *in, in)
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

func (b *builder) frequent() {
	in := b.pick(someRows, (*builder).call)
	if in == nil {
		return
	}
	if c := b.seen(in, func(c *domain.Column) bool { _, part := entityOf(c); return isText(c) && part == "" }); c != nil {
		b.add(&plan.Frequent{Column: c.Name}, made{shape: plan.ShapeValues, entity: c.Entity, table: in.table, columns: []string{c.Name}}, in)
	}
}

// values adds a projection.
func (b *builder) values(in *made, columns ...string) {
	c := in.table.Column(columns[0])
	entity, part := entityOf(c)
	if part != "" && len(columns) == 1 {
		entity = ""
	}
	b.add(&plan.Project{Columns: columns}, made{
		shape: plan.ShapeValues, entity: entity, table: in.table, columns: columns, many: in.many, unit: c.Unit,
	}, in)
}

func (b *builder) project() {
	if in := b.pick(anyRows, (*builder).call); in != nil {
		b.values(in, b.seen(in, func(*domain.Column) bool { return true }).Name)
	}
}

// link projects what names entities.
func (b *builder) link() {
	in := b.pick(anyRows, (*builder).call)
	if in == nil {
		return
	}
	for _, parts := range [][]string{{"省", "市"}, {"省名", "市名"}} {
		if slices.Contains(in.columns, parts[0]) && b.oneIn(3) {
			b.values(in, parts...)
			return
		}
	}
	if c := b.seen(in, func(c *domain.Column) bool { return b.d.Entity(c.Entity) != nil }); c != nil {
		b.values(in, c.Name)
	}
}

func (b *builder) count() {
	if in := b.pick(someRows, (*builder).call); in != nil {
		b.add(&plan.Count{}, made{shape: plan.ShapeNumber, counts: true}, in)
	}
}

func (b *builder) distinct() {
	if in := b.pick(func(m *made) bool { return m.shape == plan.ShapeValues && m.many && m.columns != nil }); in != nil {
		b.add(&plan.Distinct{}, made{shape: plan.ShapeNumber, counts: true}, in)
	}
}

func (b *builder) exists() {
	if in := b.pick(anyRows, (*builder).call); in != nil {
		b.add(&plan.Exists{}, made{shape: plan.ShapeTruth}, in)
	}
}

func (b *builder) aggregate() {
	in := b.pick(someRows, (*builder).call)
	if in == nil {
		return
	}
	if c := b.seen(in, isNumeric); c != nil {
		f := rapid.SampledFrom([]plan.Function{plan.Sum, plan.Average, plan.Minimum, plan.Maximum}).Draw(b.t, "function")
		b.add(&plan.Aggregate{Function: f, Column: c.Name}, made{shape: plan.ShapeNumber, unit: c.Unit}, in)
	}
}

func aDay(m *made) bool {
	return m.shape == plan.ShapeValues && !m.many && m.column() != nil && isDate(m.column())
}

func aNumber(m *made) bool {
	return m.shape == plan.ShapeNumber || m.shape == plan.ShapeValues && !m.many && m.column() != nil && isNumeric(m.column())
}

// single projects a column that fits from one row, of a firm as a rule.
func (b *builder) single(fits func(c *domain.Column) bool) {
	one := func(m *made) bool { return anyRows(m) && !m.many && b.seen(m, fits) != nil }
	in := b.pick(one, func(b *builder) {
		b.begin("firm")
		b.add(&plan.Call{Tool: "firm"}, b.found(b.d.Tool("firm"), false), &b.made[len(b.made)-1])
	})
	if in != nil {
		b.values(in, b.seen(in, fits).Name)
	}
}

func (b *builder) day()    { b.single(isDate) }
func (b *builder) amount() { b.single(isNumeric) }

func (b *builder) days() {
	x := b.pick(aDay, (*builder).day)
	if x == nil {
		return
	}
	if y := b.pick(other(x, aDay), (*builder).day); y != nil {
		b.add(&plan.Days{}, made{shape: plan.ShapeNumber, counts: true}, x, y)
	}
}

func (b *builder) arithmetic() {
	x := b.pick(aNumber, (*builder).amount, (*builder).aggregate, (*builder).count)
	if x == nil {
		return
	}
	y := b.pick(other(x, aNumber), (*builder).amount, (*builder).aggregate)
	if y == nil {
		y = x
	}
	pure := func(m *made) bool { return m.unit == "" || m.unit == "%" }
	units := map[plan.Function]string{}
	if x.unit == y.unit {
		units[plan.Add], units[plan.Subtract], units[plan.Share], units[plan.Divide] = x.unit, x.unit, "%", ""
	} else if pure(y) {
		units[plan.Divide] = x.unit
	}
	if pure(y) {
		units[plan.Multiply] = x.unit
	} else if pure(x) {
		units[plan.Multiply] = y.unit
	}
	f := rapid.SampledFrom([]plan.Function{plan.Add, plan.Subtract, plan.Multiply, plan.Divide, plan.Share}).Draw(b.t, "function")
	if unit, ok := units[f]; ok {
		b.add(&plan.Arithmetic{Function: f}, made{shape: plan.ShapeNumber, unit: unit}, x, y)
	}
}

func (b *builder) compare() {
	one := func(m *made) bool { return anEntity(m) && m.entity != "place" }
	x := b.pick(one, (*builder).start)
	if x == nil {
		return
	}
	y := b.pick(other(x, func(m *made) bool { return one(m) && m.entity == x.entity }), (*builder).start)
	kind := rapid.SampledFrom([]func(*made) bool{aNumber, aDay}).Draw(b.t, "kind")
	a := b.pick(kind, (*builder).day, (*builder).amount, (*builder).aggregate, (*builder).count)
	if y == nil || a == nil {
		return
	}
	c := b.pick(other(a, func(m *made) bool { return kind(m) && m.unit == a.unit }), (*builder).day, (*builder).amount, (*builder).count)
	if c == nil {
		c = a
	}
	b.add(&plan.Compare{Order: b.order()}, made{shape: plan.ShapeValues, entity: x.entity}, x, a, y, c)
}

func (b *builder) combine() {
	set := func(m *made) bool { return m.shape == plan.ShapeValues && m.many && len(m.columns) == 1 }
	x := b.pick(set, (*builder).link, (*builder).project)
	if x == nil {
		return
	}
	y := b.pick(other(x, func(m *made) bool {
		return set(m) && m.entity == x.entity && (m.entity != "" || m.table == x.table && m.columns[0] == x.columns[0])
	}), (*builder).link)
	if y == nil {
		y = x
	}
	f := rapid.SampledFrom([]plan.Function{plan.Union, plan.Intersection, plan.Difference}).Draw(b.t, "function")
	b.add(&plan.Combine{Function: f}, *x, x, y)
}

// answerable returns the nodes that can be asked for.
func (b *builder) answerable() []int {
	var found []int
	for i := range b.made {
		switch b.made[i].shape {
		case plan.ShapeValues, plan.ShapeNumber, plan.ShapeTruth:
			found = append(found, i)
		}
	}
	return found
}

// answers asks for some of what was made, the last always.
func (b *builder) answers() {
	can := b.answerable()
	for range rapid.IntRange(1, 3).Draw(b.t, "answers") {
		i := can[min(rapid.IntRange(0, 2*len(can)-1).Draw(b.t, "answer"), len(can)-1)]
		a := plan.Answer{From: b.made[i].node, Form: b.form(&b.made[i])}
		if truths := slices.DeleteFunc(slices.Clone(can), func(j int) bool { return j >= i || b.made[j].shape != plan.ShapeTruth }); len(truths) > 0 && !b.oneIn(4) {
			a.If = b.made[rapid.SampledFrom(truths).Draw(b.t, "if")].node
		}
		b.p.Answers = append(b.p.Answers, a)
	}
}

// form draws one of the forms in which something can be asked for.
func (b *builder) form(m *made) plan.Form {
	c := m.column()
	switch {
	case m.shape == plan.ShapeTruth:
		return plan.Form{Style: plan.StyleTruth}
	case m.counts && b.oneIn(2):
		return plan.Form{Style: plan.StyleCount}
	case m.shape == plan.ShapeNumber, c != nil && isNumeric(c):
		f := plan.Form{Style: plan.StyleNumber, Unit: m.unit, Places: rapid.IntRange(0, 4).Draw(b.t, "places")}
		if m.unit == "元" {
			f.Unit = rapid.SampledFrom([]string{"元", "万元", "亿元"}).Draw(b.t, "unit")
		}
		return f
	case c != nil && isDate(c):
		return plan.Form{Style: plan.StyleDate, Layout: rapid.SampledFrom([]plan.Layout{"", plan.LayoutISO, plan.LayoutMonth, plan.LayoutYear}).Draw(b.t, "layout")}
	}
	return plan.Form{Style: plan.StyleText}
}
