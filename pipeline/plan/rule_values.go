package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

func (*Distinct) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 1 || in[0].Shape != ShapeValues || !in[0].Many {
		return Type{}, errors.New("want one input: a set of values")
	}
	return Type{Shape: ShapeNumber, Table: in[0].Table, Columns: in[0].Columns, Entity: in[0].Entity, Quantity: QuantityValues}, nil
}

func (*Days) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 2 || !isDay(d, in[0]) || !isDay(d, in[1]) {
		return Type{}, errors.New("want two inputs, each a single day")
	}
	return Type{Shape: ShapeNumber, Quantity: QuantityDays}, nil
}

// isDay reports whether a type is a single day.
func isDay(d *domain.Domain, t Type) bool {
	return t.Shape == ShapeValues && !t.Many && len(t.Columns) == 1 && d.Table(t.Table).ColumnOrFact(t.Columns[0]).Kind == domain.KindDate
}

// isNumber reports whether a type is a single number.
func isNumber(d *domain.Domain, t Type) bool {
	return t.Shape == ShapeNumber ||
		t.Shape == ShapeValues && !t.Many && len(t.Columns) == 1 && d.Table(t.Table).ColumnOrFact(t.Columns[0]).Kind.Numeric()
}

// isCount reports whether a single number comes from a column of counts. Its unit is then
// the thing counted.
func isCount(d *domain.Domain, t Type) bool {
	return len(t.Columns) == 1 && d.Table(t.Table).ColumnOrFact(t.Columns[0]).Kind == domain.KindCount
}

func (o *Arithmetic) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 2 || !isNumber(d, in[0]) || !isNumber(d, in[1]) {
		return Type{}, errors.New("want two inputs, each a single number")
	}
	a, b := in[0].Unit, in[1].Unit
	out := Type{Shape: ShapeNumber, Quantity: QuantityComputed}
	switch o.Function {
	case Add, Subtract:
		if a == b {
			out.Unit = a
			return out, nil
		}
	case Share:
		if a == b {
			out.Unit = percent
			return out, nil
		}
	case Divide:
		if a == b {
			return out, nil
		}
		if b == percent || b == "" || isCount(d, in[1]) {
			out.Unit = a
			return out, nil
		}
	case Multiply:
		if b == percent || b == "" {
			out.Unit = a
			return out, nil
		}
		if a == percent || a == "" {
			out.Unit = b
			return out, nil
		}
	default:
		return Type{}, fmt.Errorf("function %q: want add, subtract, multiply, divide or share", o.Function)
	}
	return Type{}, fmt.Errorf("%s of %q and %q: want units that can be combined", o.Function, a, b)
}

// percent is the unit of shares.
const percent = "%"

func (o *Compare) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 4 || !isEntity(in[0]) || !isEntity(in[2]) || in[0].Entity != in[2].Entity || len(d.Entity(in[0].Entity).Parts) > 0 {
		return Type{}, errors.New("want four inputs: two entities of one type, which has a single part, each followed by its number or day")
	}
	a, b := in[1], in[3]
	if !(isDay(d, a) && isDay(d, b)) && !(isNumber(d, a) && isNumber(d, b) && a.Unit == b.Unit) {
		return Type{}, errors.New("want two days, or two numbers in one unit, to compare")
	}
	if o.Order != Max && o.Order != Min {
		return Type{}, fmt.Errorf("order %q: want max or min", o.Order)
	}
	return Type{Shape: ShapeValues, Entity: in[0].Entity}, nil
}

func (o *Combine) check(d *domain.Domain, in []Type) (Type, error) {
	if !slices.Contains([]Function{Union, Intersection, Difference}, o.Function) {
		return Type{}, fmt.Errorf("function %q: want union, intersection or difference", o.Function)
	}
	if len(in) != 2 || in[0].Shape != ShapeValues || in[1].Shape != ShapeValues || !in[0].Many || !in[1].Many ||
		len(in[0].Columns) != 1 || len(in[1].Columns) != 1 || in[0].Entity != in[1].Entity {
		return Type{}, errors.New("want two inputs: sets of values of one kind")
	}
	if in[0].Entity == "" && (in[0].Table != in[1].Table || in[0].Columns[0] != in[1].Columns[0]) {
		return Type{}, errors.New("want two sets of one column, or of entities of one type")
	}
	return in[0], nil
}

func (o *Having) check(d *domain.Domain, in []Type) (Type, error) {
	t, err := entitiesOf(in)
	if err != nil {
		return Type{}, err
	}
	_, err = lookupOf(d, o.Tool, t.Entity)
	return t, err
}
