package plan

import (
	"errors"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// DeriveAll derives an entity from the name of each entity of a set by a declared
// pattern. It keeps the order and the repetitions of the set. A name that does not match
// the pattern is [Underived].
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

func (o *DeriveAll) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	out := &NodeResult{Values: []value.Value{}}
	for _, v := range in[0].Values {
		name, ok := x.nodes[x.node].derive(v.Text)
		if !ok {
			return nil, Underived, nil
		}
		out.Values = append(out.Values, value.NewText(name))
	}
	return out, "", nil
}

// Mode takes the most frequent value of a set. With a second set as input, it considers
// only values that are also in the second set. A tie for the first place is [Tie]. Unlike
// [Frequent], which counts rows by a column, Mode counts values that other nodes computed
// from rows, such as the codes of the shops of orders.
type Mode struct{}

// Kind implements [Operation].
func (*Mode) Kind() string { return "mode" }

func (*Mode) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) == 0 || len(in) > 2 {
		return Type{}, errors.New("want one set of entities, or two")
	}
	for i := range in {
		t, err := entitiesOf(in[i : i+1])
		if err != nil {
			return Type{}, err
		}
		if t.Entity != in[0].Entity || len(d.Entity(t.Entity).Parts) > 0 {
			return Type{}, errors.New("want sets of entities of one type and of one part")
		}
	}
	t := in[0]
	t.Many = false
	return t, nil
}

func (*Mode) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	counts := map[string]int{}
	for _, v := range in[0].Values {
		if len(in) == 1 || slices.ContainsFunc(in[1].Values, func(w value.Value) bool { return w.Text == v.Text }) {
			counts[v.Text]++
		}
	}
	var best value.Value
	most, tied := 0, false
	for _, m := range in[0].members() {
		switch n := counts[m[0].Text]; {
		case n > most:
			best, most, tied = m[0], n, false
		case n == most:
			tied = true
		}
	}
	switch {
	case most == 0:
		return nil, Missing, nil
	case tied:
		return nil, Tie, nil
	}
	return &NodeResult{Source: in[0].Source, Entity: []string{best.Text}, Values: []value.Value{best}}, "", nil
}

// checkNoOperands returns an error if a comparison that takes no operands has some.
func (o *Filter) checkNoOperands() error {
	if o.Operand != "" || o.To != "" {
		return errors.New("comparison stated with an operand: want no operand")
	}
	return nil
}
