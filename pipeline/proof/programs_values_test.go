package proof

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

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

func (b *builder) day() { b.single(isDate) }

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
	f := rapid.SampledFrom([]plan.Function{plan.Difference, plan.Difference, plan.Union, plan.Intersection}).Draw(b.t, "function")
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
		a := plan.AnswerSpec{From: b.made[i].node, Form: b.form(&b.made[i])}
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
