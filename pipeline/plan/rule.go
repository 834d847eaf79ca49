package plan

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func (o *Start) check(d *domain.Domain, in []Type) (Type, error) {
	e := d.Entity(o.Entity)
	if e == nil {
		return Type{}, fmt.Errorf("entity type %q is not declared", o.Entity)
	}
	if len(in) != 0 {
		return Type{}, errors.New("a start reads nothing")
	}
	if o.Value != nil && len(o.Value) != max(1, len(e.Parts)) {
		return Type{}, fmt.Errorf("the value has %d parts: want %d", len(o.Value), max(1, len(e.Parts)))
	}
	return Type{Shape: ShapeEntity, Entity: o.Entity}, nil
}

// entityOf returns the type of the single entity that the only input names.
func entityOf(in []Type) (string, error) {
	if len(in) != 1 || !isEntity(in[0]) {
		return "", errors.New("want one input that names one entity")
	}
	return in[0].Entity, nil
}

// isEntity reports whether a type is a single entity. A count of entities is not.
func isEntity(t Type) bool {
	return (t.Shape == ShapeEntity || t.Shape == ShapeValues) && t.Entity != "" && !t.Many
}

// entitiesOf returns the type of the only input, which must be a set of entities.
func entitiesOf(in []Type) (Type, error) {
	if len(in) != 1 || in[0].Shape != ShapeValues || in[0].Entity == "" || !in[0].Many {
		return Type{}, errors.New("want one input that names a set of entities")
	}
	return in[0], nil
}

func (o *Derive) check(d *domain.Domain, in []Type) (Type, error) {
	e, err := entityOf(in)
	if err != nil {
		return Type{}, err
	}
	return derived(d, o.Derivation, e)
}

// derived returns the type of the entity that a derivation yields from an entity of type
// from.
func derived(d *domain.Domain, name, from string) (Type, error) {
	v := d.Derivation(name)
	if v == nil || v.Pattern == "" {
		return Type{}, fmt.Errorf("derivation %q: want a derivation that is declared with a pattern", name)
	}
	if v.From != from {
		return Type{}, fmt.Errorf("derivation %q of %s: want %s", name, from, v.From)
	}
	return Type{Shape: ShapeEntity, Entity: v.To}, nil
}

func (o *Call) check(d *domain.Domain, in []Type) (Type, error) {
	var e string
	if o.Each {
		set, err := entitiesOf(in)
		if err != nil {
			return Type{}, err
		}
		e = set.Entity
	} else {
		var err error
		if e, err = entityOf(in); err != nil {
			return Type{}, err
		}
	}
	t, err := lookupOf(d, o.Tool, e)
	if err != nil {
		return Type{}, err
	}
	out := Type{Shape: ShapeRows, Table: t.Table, Many: o.Each || t.Returns == domain.Many}
	if t.Returns == domain.Field {
		out.Columns = []string{t.Column}
		return out, nil
	}
	table := d.Table(t.Table)
	out.Columns = make([]string, len(table.Columns))
	for i := range table.Columns {
		out.Columns[i] = table.Columns[i].Name
	}
	return out, nil
}

// lookupOf returns the named lookup, which must accept the entity type.
func lookupOf(d *domain.Domain, name, entity string) (*domain.Tool, error) {
	t := d.Tool(name)
	if t == nil || t.Kind != domain.Lookup {
		return nil, fmt.Errorf("tool %q: want a declared lookup", name)
	}
	if !slices.ContainsFunc(t.Match, func(m domain.LookupMatch) bool { return matchEntity(d, t, &m) == entity }) {
		return nil, fmt.Errorf("tool %q does not accept %s", name, entity)
	}
	return t, nil
}

// rowsOf returns the type of the only input, which must be rows.
func rowsOf(in []Type) (Type, error) {
	if len(in) != 1 || in[0].Shape != ShapeRows {
		return Type{}, errors.New("want one input of rows")
	}
	return in[0], nil
}

// setOf returns the type of the only input, which must be a set of rows.
func setOf(in []Type) (Type, error) {
	t, err := rowsOf(in)
	if err == nil && !t.Many {
		err = errors.New("want a set of rows")
	}
	return t, err
}

// columnOf returns the named column of rows.
func columnOf(d *domain.Domain, rows Type, column string) (*domain.Column, error) {
	if !slices.Contains(rows.Columns, column) {
		return nil, fmt.Errorf("the input has no column %q", column)
	}
	return d.Table(rows.Table).Column(column), nil
}

// setColumn returns the type of the only input, which must be a set of rows, and its named
// column.
func setColumn(d *domain.Domain, in []Type, column string) (Type, *domain.Column, error) {
	t, err := setOf(in)
	if err != nil {
		return Type{}, nil, err
	}
	c, err := columnOf(d, t, column)
	return t, c, err
}

func (o *Filter) check(d *domain.Domain, in []Type) (Type, error) {
	rows := in
	if o.Comparison == Names && len(in) == 2 {
		rows = in[:1]
	}
	t, c, err := setColumn(d, rows, o.Column)
	if err != nil {
		return Type{}, err
	}
	if o.Comparison == Names {
		if len(in) != 2 || !isEntity(in[1]) || in[1].Entity != c.Entity || o.Operand != "" || o.To != "" {
			return Type{}, fmt.Errorf("column %q by name: want an entity of the column's type as second input, and no operand", o.Column)
		}
		return t, nil
	}
	if o.Comparison == Stated {
		return t, o.checkNoOperands()
	}
	return t, o.operands(c)
}

var (
	fourDigits = regexp.MustCompile(`^[0-9]{4}$`)
	// plainDigits matches numbers in canonical form, so that equal operands are equal texts.
	plainDigits = regexp.MustCompile(`^(?:0|-?(?:[1-9][0-9]*|0\.[0-9]*[1-9]|[1-9][0-9]*\.[0-9]*[1-9]))$`)
)

// operands returns an error if the operands do not suit the comparison and the column.
func (o *Filter) operands(c *domain.Column) error {
	day := func(s string) bool { v, ok := value.ParseDate(s); return ok && v.Text == s }
	amount := func(s string) bool { return plainDigits.MatchString(s) }
	kind := c.Kind
	if c.Kind.Numeric() {
		kind = domain.KindNumber
	}
	two := o.Comparison == During || o.Comparison == Within
	if two != (o.To != "") {
		return fmt.Errorf("comparison %q: want a second operand for during and within only", o.Comparison)
	}
	switch o.Comparison {
	case Year:
		if kind != domain.KindDate || !fourDigits.MatchString(o.Operand) {
			return fmt.Errorf("column %q in year %q: want a column of days and four digits", o.Column, o.Operand)
		}
	case Since, Until, During:
		if kind != domain.KindDate || !day(o.Operand) || (two && (!day(o.To) || o.Operand >= o.To)) {
			return fmt.Errorf("column %q %s %q %q: want a column of days and ISO days in order", o.Column, o.Comparison, o.Operand, o.To)
		}
	case Above, Below, AtLeast, AtMost, Within:
		if kind != domain.KindNumber || !amount(o.Operand) || (two && (!amount(o.To) || number(o.Operand).Cmp(number(o.To)) >= 0)) {
			return fmt.Errorf("column %q %s %q %q: want a column of numbers and plain digits in order", o.Column, o.Comparison, o.Operand, o.To)
		}
	case Equals:
		if kind == domain.KindDate || kind == domain.KindProse || o.Operand == "" || (kind == domain.KindNumber && !amount(o.Operand)) {
			return fmt.Errorf("column %q equals %q: want a column of numbers, texts or names, and an operand of its kind", o.Column, o.Operand)
		}
	case Contains:
		if kind == domain.KindDate || kind == domain.KindNumber || kind == domain.KindProse || o.Operand == "" {
			return fmt.Errorf("column %q contains %q: want a column of texts or names, and a text", o.Column, o.Operand)
		}
	default:
		return fmt.Errorf("comparison %q is not known", o.Comparison)
	}
	return nil
}

func (o *Superlative) check(d *domain.Domain, in []Type) (Type, error) {
	t, c, err := setColumn(d, in, o.Column)
	if err != nil {
		return Type{}, err
	}
	if !c.Kind.Numeric() && c.Kind != domain.KindDate {
		return Type{}, fmt.Errorf("column %q: want a column of numbers or days, to rank by", o.Column)
	}
	if o.Order != Max && o.Order != Min {
		return Type{}, fmt.Errorf("order %q: want max or min", o.Order)
	}
	if o.Rank < 0 || o.Rank == 1 {
		return Type{}, fmt.Errorf("rank %d: want 2 or more, or 0 for the first place", o.Rank)
	}
	t.Many = false
	return t, nil
}

func (*Only) check(d *domain.Domain, in []Type) (Type, error) {
	t, err := setOf(in)
	t.Many = false
	return t, err
}

func (o *Frequent) check(d *domain.Domain, in []Type) (Type, error) {
	t, c, err := setColumn(d, in, o.Column)
	if err != nil {
		return Type{}, err
	}
	e, part := columnEntity(c)
	if c.Kind.Numeric() || c.Kind == domain.KindDate || c.Kind == domain.KindProse || part != "" {
		return Type{}, fmt.Errorf("column %q: want a column of texts or names, to count", o.Column)
	}
	return Type{Shape: ShapeValues, Entity: e, Table: t.Table, Columns: []string{o.Column}}, nil
}

func (o *Project) check(d *domain.Domain, in []Type) (Type, error) {
	t, err := rowsOf(in)
	if err != nil {
		return Type{}, err
	}
	if len(o.Columns) == 0 {
		return Type{}, errors.New("want at least one column")
	}
	if o.Unstated && (t.Many || len(o.Columns) > 1) {
		return Type{}, errors.New("unstated cells: want one column of one row")
	}
	var entity, unit string
	for i, name := range o.Columns {
		c, err := columnOf(d, t, name)
		if err != nil {
			return Type{}, err
		}
		e, part := columnEntity(c)
		if len(o.Columns) > 1 {
			spec := d.Entity(e)
			if spec == nil || len(spec.Parts) != len(o.Columns) || spec.Parts[i] != part || (i > 0 && e != entity) {
				return Type{}, fmt.Errorf("columns %q: want one column, or the parts of one entity in order", o.Columns)
			}
		} else if part != "" {
			e = ""
		}
		entity, unit = e, c.Unit
	}
	return Type{Shape: ShapeValues, Entity: entity, Table: t.Table, Columns: o.Columns, Many: t.Many, Unit: unit}, nil
}

func (*Count) check(d *domain.Domain, in []Type) (Type, error) {
	t, err := setOf(in)
	return Type{Shape: ShapeNumber, Table: t.Table, Quantity: QuantityRows}, err
}

func (o *Aggregate) check(d *domain.Domain, in []Type) (Type, error) {
	t, c, err := setColumn(d, in, o.Column)
	if err != nil {
		return Type{}, err
	}
	if !c.Kind.Numeric() {
		return Type{}, fmt.Errorf("column %q: want a column of numbers", o.Column)
	}
	if !slices.Contains([]Function{Sum, Average, Minimum, Maximum}, o.Function) {
		return Type{}, fmt.Errorf("function %q: want sum, average, minimum or maximum", o.Function)
	}
	return Type{Shape: ShapeNumber, Table: t.Table, Columns: []string{o.Column}, Quantity: QuantityColumn, Unit: c.Unit}, nil
}

func (*Exists) check(d *domain.Domain, in []Type) (Type, error) {
	t, err := rowsOf(in)
	return Type{Shape: ShapeTruth, Table: t.Table}, err
}
