package plan

import (
	"errors"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/value"
)

// DeriveAll gets an entity from the name of each of a set by a declared pattern, in
// order, with the repetitions of the set.
type DeriveAll struct {
	// Derivation names the domain's derivation.
	Derivation string `json:"derivation"`
}

// Kind implements [Operation].
func (*DeriveAll) Kind() string { return "deriveall" }

func (o *DeriveAll) check(d *domain.Domain, in []Type) (Type, error) {
	set, err := entitiesOf(in)
	if err != nil {
		return Type{}, err
	}
	t, err := derived(d, o.Derivation, set.Entity)
	if err != nil {
		return Type{}, err
	}
	return Type{Shape: ShapeValues, Entity: t.Entity, Many: true}, nil
}

func (o *DeriveAll) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	out := &Result{Values: []value.Value{}}
	for _, v := range in[0].Values {
		name, ok := x.derive[x.node](v.Text)
		if !ok {
			return nil, Underived, nil
		}
		out.Values = append(out.Values, value.NewText(name))
	}
	return out, "", nil
}

// bare says what is wrong with the operands of a comparison that takes none.
func (o *Filter) bare() error {
	if o.Operand != "" || o.To != "" {
		return errors.New("stated: want no operand")
	}
	return nil
}
