package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Shape is what a result consists of.
type Shape string

// The closed set of shapes.
const (
	ShapeEntity Shape = "entity" // one named entity
	ShapeRows   Shape = "rows"   // rows of a table
	ShapeValues Shape = "values" // cell values, or the name of an entity that was chosen
	ShapeNumber Shape = "number" // one computed number
	ShapeTruth  Shape = "truth"  // yes or no

	ShapePassages Shape = "passages" // passages that a retriever found, best first
)

// Quantity says what a computed number is.
type Quantity string

// The closed set of quantities.
const (
	QuantityRows     Quantity = "rows"     // how many rows of Table there are
	QuantityValues   Quantity = "values"   // how many different values there are in Columns of Table
	QuantityColumn   Quantity = "column"   // an amount of the kind in the one of Columns
	QuantityDays     Quantity = "days"     // how many days
	QuantityComputed Quantity = "computed" // made of two other numbers
)

// Counts reports whether the number counts things: whole, and written with a
// measure word.
func (q Quantity) Counts() bool {
	return q == QuantityRows || q == QuantityValues || q == QuantityDays
}

// Type is the type of a result, known before anything runs.
type Type struct {
	// Shape says which of the other fields carry meaning.
	Shape Shape
	// Entity is the entity type: of an entity, of values that name entities, or of
	// what a number counts.
	Entity string
	// Table is where rows and values come from, of a union the first, and what a
	// number counts or adds up; "" for what was made of several.
	Table string
	// Columns are the visible columns of rows, the columns of values, or the column
	// a number was computed from; nil for a count of rows and for what was made of
	// several.
	Columns []string
	// Many tells a set, whose size the question leaves open, from a single row or
	// the values of one row.
	Many bool
	// Quantity says what a number is.
	Quantity Quantity
	// Passages names the domain's passages that a result of passages is of.
	Passages string
	// Unit is the unit of a number and of the single number in values: "元", "%"; ""
	// where there is none, as for counts.
	Unit string
}

// Types checks the program against the domain and returns the type of every
// node's result, in node order. The error names the node and what is wrong.
func (p *Program) Types(d *domain.Domain) ([]Type, error) {
	types := make([]Type, len(p.Nodes))
	at := make(map[string]int, len(p.Nodes))
	for i, n := range p.Nodes {
		if _, ok := at[n.Name]; ok || n.Name == "" {
			return nil, fmt.Errorf("node %q: the name is empty or taken: want a name of its own", n.Name)
		}
		in := make([]Type, len(n.From))
		for j, f := range n.From {
			k, ok := at[f]
			if !ok {
				return nil, fmt.Errorf("node %q: reads %q: want an earlier node", n.Name, f)
			}
			in[j] = types[k]
		}
		t, err := n.Do.check(d, in)
		if err != nil {
			return nil, fmt.Errorf("node %q (%s): %w", n.Name, n.Do.Kind(), err)
		}
		types[i], at[n.Name] = t, i
	}
	if len(p.Answers) == 0 {
		return nil, errors.New("the program has no answer: want at least one")
	}
	for _, a := range p.Answers {
		i, ok := at[a.From]
		if !ok {
			return nil, fmt.Errorf("answer %q: want a node of the program", a.From)
		}
		if s := types[i].Shape; s != ShapeValues && s != ShapeNumber && s != ShapeTruth {
			return nil, fmt.Errorf("answer %q is %s: want values, a number, or yes or no", a.From, s)
		}
		if k, ok := at[a.If]; a.If != "" && (!ok || k >= i || types[k].Shape != ShapeTruth) {
			return nil, fmt.Errorf("answer %q is asked for if %q: want an earlier node of yes or no", a.From, a.If)
		}
		if err := a.Form.check(d, types[i]); err != nil {
			return nil, fmt.Errorf("answer %q: %w", a.From, err)
		}
	}
	return types, nil
}

// maxPlaces is how many decimal places a question can ask for.
const maxPlaces = 20

// check says what is wrong with the form for results of the type.
func (f Form) check(d *domain.Domain, t Type) error {
	var column *domain.Column // nil for what comes of no single column
	if len(t.Columns) > 0 && t.Quantity != QuantityValues {
		column = d.Table(t.Table).Column(t.Columns[0])
	}
	if f.Style != StyleNumber && (f.Unit != "" || f.Places != 0) {
		return fmt.Errorf("unit %q and %d places in style %q: want them of a number alone", f.Unit, f.Places, f.Style)
	}
	if f.Layout != "" && (f.Style != StyleDate || !slices.Contains([]Layout{LayoutISO, LayoutMonth, LayoutYear}, f.Layout)) {
		return fmt.Errorf("layout %q in style %s: want iso, month or year, of a day", f.Layout, f.Style)
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
			return fmt.Errorf("unit %q: want one of the same kind as %q", f.Unit, t.Unit)
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
			return fmt.Errorf("%s as yes or no: want what exists", t.Shape)
		}
		return nil
	}
	return fmt.Errorf("style %q: want text, number, date, count or truth", f.Style)
}

func convertible(one value.Value, unit string) bool {
	_, ok := value.Convert(one, unit)
	return ok
}
