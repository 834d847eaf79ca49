package draft

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// measuredQuantity is the quantity that a number measures.
type measuredQuantity struct {
	kind quantity.Dimension
	// unit is the unit, or what is counted, in the composer's language; "" for none.
	unit string
}

// quantify fills in the quantity of a number, and its unit if the form demands none.
// Other answers stay as they are.
func (c *composer) quantify(typed *value.Answer, a *plan.AnswerSpec) {
	if typed.Kind != value.Number {
		return
	}
	m := c.measured(a.From)
	typed.Quantity = m.kind
	// What is counted has a name in every language, a unit that a text is written
	// with or that was converted to is the form's.
	named := m.kind == quantity.Count && typed.Text == typed.Number && a.Form.Unit == c.types[a.From].Unit
	if typed.Unit == "" || named {
		typed.Unit = m.unit
	}
}

// measured returns the quantity that a node's number measures.
func (c *composer) measured(name string) measuredQuantity {
	n, t := c.program.Node(name), c.types[name]
	switch o := n.Do.(type) {
	case *plan.Count, *plan.Distinct:
		return measuredQuantity{quantity.Count, c.counter(name)}
	case *plan.Days:
		return measuredQuantity{quantity.Duration, c.counter(name)}
	case *plan.Tiered:
		return measuredQuantity{quantity.Percent, t.Unit}
	case *plan.Arithmetic:
		return c.computedMeasure(n, o.Function)
	case *plan.Aggregate:
		m := c.columnMeasure(t)
		if m.kind == quantity.Rank && (o.Function == plan.Sum || o.Function == plan.Average) {
			return amountIn(t.Unit) // which is no place in the order
		}
		return m
	}
	return c.columnMeasure(t)
}

// columnMeasure returns the quantity that the numbers of a column measure.
func (c *composer) columnMeasure(t plan.Type) measuredQuantity {
	col := c.words.Table(t.Table).ColumnOrFact(t.Columns[0])
	switch col.Kind {
	case domain.KindMoney:
		return measuredQuantity{quantity.Money, col.Unit}
	case domain.KindRatio:
		return measuredQuantity{quantity.Percent, col.Unit}
	case domain.KindRank:
		return measuredQuantity{quantity.Rank, ""}
	case domain.KindCount:
		if m := col.Measure.In(c.lang); m != "" {
			return measuredQuantity{quantity.Count, m}
		}
		return measuredQuantity{quantity.Count, col.Unit}
	}
	return amountIn(col.Unit)
}

// computedMeasure returns the quantity that a number computed from two others measures.
func (c *composer) computedMeasure(n *plan.Node, f plan.Function) measuredQuantity {
	unit := c.types[n.Name].Unit
	a, b := c.measured(n.From[0]), c.measured(n.From[1])
	switch {
	case f == plan.Share:
		return measuredQuantity{quantity.Percent, unit}
	case f == plan.Divide && unit == "":
		return measuredQuantity{quantity.Times, c.grammar.timesMeasure()}
	case f == plan.Divide:
		return a
	case f == plan.Multiply && unit != "" && c.types[n.From[0]].Unit == unit:
		return a
	case f == plan.Multiply && unit != "":
		return b
	case f == plan.Multiply, a.kind != b.kind, a.kind == quantity.Rank:
		return amountIn(unit)
	case a.unit != b.unit:
		return measuredQuantity{a.kind, unit} // such as cases and firms together
	}
	return a
}

// amountIn returns the quantity of a number of which only the unit is known.
func amountIn(unit string) measuredQuantity {
	if unit == "" {
		return measuredQuantity{quantity.Number, ""}
	}
	return measuredQuantity{quantity.Measure, unit}
}
