package plan

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// computed returns a result of one number, in the unit of the node's type.
func (x *execution) computed(n decimal.Decimal) *NodeResult {
	return &NodeResult{Values: []value.Value{value.NewNumber(n, x.types[x.node].Unit)}}
}

func (*Count) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	return x.computed(decimal.NewFromInt(int64(len(in[0].Rows)))), "", nil
}

func (*Distinct) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	return x.computed(decimal.NewFromInt(int64(len(in[0].members())))), "", nil
}

func (o *Aggregate) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	if len(in[0].Rows) == 0 {
		return nil, Missing, nil
	}
	values, reason := column(in[0], o.Column)
	if reason != "" {
		return nil, reason, nil
	}
	n, reason, err := o.apply(x, values)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	out := x.computed(n)
	out.Source = in[0].Source
	return out, "", nil
}

// apply computes the aggregate of at least one value.
func (o *Aggregate) apply(x *execution, values []value.Value) (decimal.Decimal, Reason, error) {
	switch o.Function {
	case Sum:
		return x.compute(domain.Sum, amounts(values)...)
	case Average:
		sum, reason, err := x.compute(domain.Sum, amounts(values)...)
		if err != nil || reason != "" {
			return sum, reason, err
		}
		return x.compute(domain.Divide, sum, decimal.NewFromInt(int64(len(values))))
	}
	end := slices.MinFunc(values, compare)
	if o.Function == Maximum {
		end = slices.MaxFunc(values, compare)
	}
	return end.Number, "", x.rank(values, o.Function == Maximum, 0, end)
}

func amounts(values []value.Value) []decimal.Decimal {
	list := make([]decimal.Decimal, len(values))
	for i, v := range values {
		list[i] = v.Number
	}
	return list
}

func (*Exists) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	return &NodeResult{Truth: len(in[0].Rows) > 0}, "", nil
}

func (*Days) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	a, b, reason := both(in[0], in[1])
	if reason != "" {
		return nil, reason, nil
	}
	// The type rule admits days only, so Time cannot fail. A time.Duration spans 292 years;
	// days in a table may lie further apart.
	from, _ := a.Time()
	to, _ := b.Time()
	const day = 24 * 60 * 60 // seconds
	return x.computed(decimal.NewFromInt((to.Unix() - from.Unix()) / day).Abs()), "", nil
}

// both returns the values of two results that must hold one value each.
func both(x, y *NodeResult) (a, b value.Value, reason Reason) {
	if len(x.Values) != 1 || len(y.Values) != 1 {
		return a, b, Several
	}
	return x.Values[0], y.Values[0], ""
}

func (o *Arithmetic) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	a, b, reason := both(in[0], in[1])
	if reason != "" {
		return nil, reason, nil
	}
	if (o.Function == Divide || o.Function == Share) && b.Number.IsZero() {
		return nil, Undefined, nil
	}
	m, n := a.Number, b.Number
	u, v := in[0].Type.Unit, in[1].Type.Unit
	var op domain.ArithmeticOp
	switch o.Function {
	case Add:
		op = domain.Sum
	case Subtract:
		op = domain.Subtract
	case Multiply:
		op = domain.Multiply
		switch {
		case v == percent:
			n = n.Shift(-2)
		case u == percent && v != "":
			m = m.Shift(-2)
		}
	case Divide, Share:
		op = domain.Divide
		if v == percent && u != percent {
			n = n.Shift(-2)
		}
	}
	out, reason, err := x.compute(op, m, n)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	if o.Function == Share {
		out = out.Shift(2)
	}
	return x.computed(out), "", nil
}

func (o *Compare) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	a, b, reason := both(in[1], in[3])
	if reason != "" {
		return nil, reason, nil
	}
	c := compare(a, b)
	if c == 0 {
		return nil, Tie, nil
	}
	name := in[0].Entity
	if (c < 0) == (o.Order == Max) {
		name = in[2].Entity
	}
	return &NodeResult{Entity: name, Values: []value.Value{{Kind: value.Text, Text: name[0]}}}, "", nil
}

func (o *Combine) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	has := func(r *NodeResult) map[string]bool {
		texts := map[string]bool{}
		for _, v := range r.Values {
			texts[v.Text] = true
		}
		return texts
	}
	first, second := has(in[0]), has(in[1])
	out := &NodeResult{Source: in[0].Source}
	seen := map[string]bool{}
	for _, v := range slices.Concat(in[0].Values, in[1].Values) {
		keep := true
		switch o.Function {
		case Intersection:
			keep = first[v.Text] && second[v.Text]
		case Difference:
			keep = !second[v.Text]
		}
		if keep && !seen[v.Text] {
			seen[v.Text] = true
			out.Values = append(out.Values, v)
		}
	}
	if out.Values == nil {
		return nil, Missing, nil
	}
	return out, "", nil
}

func (o *Having) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	out := &NodeResult{Source: in[0].Source, Values: []value.Value{}}
	for _, m := range in[0].members() {
		_, found, err := x.lookup(o.Tool, in[0].Type.Entity, texts(m))
		if err != nil {
			return nil, "", err
		}
		if found {
			out.Values = append(out.Values, m...)
		}
	}
	if len(out.Values) == 0 && !o.Empty {
		return nil, Missing, nil
	}
	return out, "", nil
}
