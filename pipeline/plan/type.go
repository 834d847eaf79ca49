package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Shape is the form of a result: an entity, rows, values, a number, a truth or passages.
type Shape string

// The closed set of shapes.
const (
	ShapeEntity Shape = "entity" // one named entity
	ShapeRows   Shape = "rows"   // rows of a table
	ShapeValues Shape = "values" // cell values, texts, or the name of a chosen entity
	ShapeNumber Shape = "number" // one computed number
	ShapeTruth  Shape = "truth"  // yes or no

	ShapePassages Shape = "passages" // passages from a retriever, best first
)

// Quantity says what a computed number means.
type Quantity string

// The closed set of meanings.
const (
	QuantityRows     Quantity = "rows"     // a number of rows of Table
	QuantityValues   Quantity = "values"   // a number of distinct values in Columns of Table
	QuantityColumn   Quantity = "column"   // an amount of the kind of the column in Columns
	QuantityDays     Quantity = "days"     // a number of days
	QuantityComputed Quantity = "computed" // computed from two other numbers
)

// Counts reports whether the number is a count of rows, values or days: a whole number that
// is written with a measure word.
func (q Quantity) Counts() bool {
	return q == QuantityRows || q == QuantityValues || q == QuantityDays
}

// Type is the static type of a node's result.
type Type struct {
	// Shape is the form of the result, which determines the fields that are set.
	Shape Shape
	// Entity is the entity type of an entity, of values that name entities, or of the
	// entities that a number counts; "" for other results.
	Entity string
	// Table is the table that rows and values come from (for a union, the table of the
	// first set), or the table whose rows or values a number counts or aggregates. It is ""
	// for results computed from several tables.
	Table string
	// Columns are the visible columns of rows, the columns of values, the fact that a text
	// states, or the column that a number was computed from. It is nil for a count of rows and for results computed from
	// several columns.
	Columns []string
	// Many is true for a set, whose size the question leaves open, and false for a single
	// row or the values of one row.
	Many bool
	// Quantity is the meaning of a number.
	Quantity Quantity
	// Passages names the domain's passages that passages, or the citations of a text, come
	// from.
	Passages string
	// Unit is the unit of a number, or of the numbers in values: "元", "%". It is "" for
	// counts and other results without a unit.
	Unit string
}

// Types checks the program against the domain and returns the type of each node's result,
// in node order. The error names the node or answer at fault; the types are nil then.
func (p *Program) Types(d *domain.Domain) ([]Type, error) {
	types := make([]Type, len(p.Nodes))
	var in []Type
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Name == "" || p.index(n.Name) < i {
			return nil, fmt.Errorf("node %q: the name is empty or taken: want a unique name", n.Name)
		}
		in = in[:0]
		for _, f := range n.From {
			k := p.index(f)
			if k < 0 || k >= i {
				return nil, fmt.Errorf("node %q reads %q: want an earlier node", n.Name, f)
			}
			in = append(in, types[k])
		}
		t, err := n.Do.check(d, in)
		if err != nil {
			return nil, fmt.Errorf("node %q (%s): %w", n.Name, n.Do.Kind(), err)
		}
		types[i] = t
	}
	if len(p.Answers) == 0 {
		return nil, errors.New("the program has no answer: want at least one")
	}
	for _, a := range p.Answers {
		i := p.index(a.From)
		if i < 0 {
			return nil, fmt.Errorf("answer %q: want a node of the program", a.From)
		}
		if s := types[i].Shape; s != ShapeValues && s != ShapeNumber && s != ShapeTruth {
			return nil, fmt.Errorf("answer %q is %s: want values, a number, or yes or no", a.From, s)
		}
		if a.If != "" && a.Unless != "" {
			return nil, fmt.Errorf("answer %q is asked for if %q and unless %q: want one condition", a.From, a.If, a.Unless)
		}
		for _, under := range [][2]string{{"if", a.If}, {"unless", a.Unless}} {
			if k := p.index(under[1]); under[1] != "" && (k < 0 || k >= i || types[k].Shape != ShapeTruth) {
				return nil, fmt.Errorf("answer %q is asked for %s %q: want an earlier node of yes or no", a.From, under[0], under[1])
			}
		}
		if err := a.Form.check(d, types[i]); err != nil {
			return nil, fmt.Errorf("answer %q: %w", a.From, err)
		}
	}
	return types, nil
}

// maxPlaces is the largest number of decimal places that a question can ask for.
const maxPlaces = 20

// check returns an error if results of type t cannot be written in the form.
func (f Form) check(d *domain.Domain, t Type) error {
	var column *domain.Column // nil for results that do not come from a single column
	if len(t.Columns) > 0 && t.Quantity != QuantityValues {
		column = d.Table(t.Table).ColumnOrFact(t.Columns[0])
	}
	if f.Style != StyleNumber && (f.Unit != "" || f.Places != 0) {
		return fmt.Errorf("unit %q and %d decimal places in style %q: only numbers take a unit or decimal places", f.Unit, f.Places, f.Style)
	}
	if f.Layout != "" && (f.Style != StyleDate || !slices.Contains([]Layout{LayoutISO, LayoutMonth, LayoutYear}, f.Layout)) {
		return fmt.Errorf("layout %q in style %s: want iso, month or year, for a day", f.Layout, f.Style)
	}
	switch f.Style {
	case StyleText:
		if t.Shape != ShapeValues {
			return fmt.Errorf("a %s as text: want values", t.Shape)
		}
		return nil
	case StyleNumber:
		if (t.Shape == ShapeValues && (column == nil || !column.Kind.Numeric())) || (t.Shape != ShapeValues && t.Shape != ShapeNumber) {
			return fmt.Errorf("%s %q as a number: want numbers", t.Shape, t.Columns)
		}
		if f.Places < 0 || f.Places > maxPlaces {
			return fmt.Errorf("%d decimal places: want 0 to %d", f.Places, maxPlaces)
		}
		if one, ok := value.ParseNumber("1", t.Unit); !ok || !convertible(one, f.Unit) {
			return fmt.Errorf("unit %q: want a unit of the same kind as %q", f.Unit, t.Unit)
		}
		return nil
	case StyleDate:
		if column == nil || column.Kind != domain.KindDate || t.Shape != ShapeValues {
			return errors.New("as a day: want a column of days")
		}
		return nil
	case StyleCount:
		if t.Shape != ShapeNumber || !t.Quantity.Counts() {
			return fmt.Errorf("%s %q as a count: want a count of rows, values or days", t.Shape, t.Columns)
		}
		return nil
	case StyleTruth:
		if t.Shape != ShapeTruth {
			return fmt.Errorf("%s as yes or no: want a result of shape truth", t.Shape)
		}
		return nil
	}
	return fmt.Errorf("style %q: want text, number, date, count or truth", f.Style)
}

func convertible(one value.Value, unit string) bool {
	_, ok := value.Convert(one, unit)
	return ok
}
