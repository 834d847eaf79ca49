package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/tool"
	"taskgrove/pipeline/value"
)

// quotientDigits is how many digits after the point a quotient is rounded to where
// it does not end before, as arithmetic tools do.
const quotientDigits = 20

// computed returns a result of one number.
func (x *execution) computed(n decimal.Decimal) *Result {
	return &Result{Values: []value.Value{value.NewNumber(n, x.types[x.node].Unit)}}
}

func (*Count) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	return x.computed(decimal.NewFromInt(int64(len(in[0].Rows)))), "", nil
}

func (*Distinct) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	seen := map[string]bool{}
	for _, v := range in[0].Values {
		seen[v.Text] = true
	}
	return x.computed(decimal.NewFromInt(int64(len(seen)))), "", nil
}

func (o *Aggregate) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	if len(in[0].Rows) == 0 {
		return nil, Missing, nil
	}
	values, reason := column(in[0], o.Column)
	if reason != "" {
		return nil, reason, nil
	}
	var n decimal.Decimal
	var err error
	switch o.Function {
	case Sum:
		n, err = x.compute(domain.Sum, amounts(values)...)
	case Average:
		if n, err = x.compute(domain.Sum, amounts(values)...); err == nil {
			n, err = x.compute(domain.Divide, n, decimal.NewFromInt(int64(len(values))))
		}
	default:
		end := slices.MinFunc(values, compare)
		if o.Function == Maximum {
			end = slices.MaxFunc(values, compare)
		}
		n, err = end.Number, x.rank(values, o.Function == Maximum, 0, end)
	}
	if err != nil {
		return nil, "", err
	}
	out := x.computed(n)
	out.Source = in[0].Source
	return out, "", nil
}

func amounts(values []value.Value) []decimal.Decimal {
	list := make([]decimal.Decimal, len(values))
	for i, v := range values {
		list[i] = v.Number
	}
	return list
}

func (*Exists) run(_ *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	return &Result{Truth: len(in[0].Rows) > 0}, "", nil
}

func (*Days) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	a, b, reason := both(in[0], in[1])
	if reason != "" {
		return nil, reason, nil
	}
	from, ok := a.Time()
	to, fits := b.Time()
	if !ok || !fits {
		return nil, Unparsed, nil
	}
	days := int64(to.Sub(from).Hours()) / 24
	return x.computed(decimal.NewFromInt(days).Abs()), "", nil
}

// both returns the one value of each of two results.
func both(x, y *Result) (a, b value.Value, reason Reason) {
	if len(x.Values) != 1 || len(y.Values) != 1 {
		return a, b, Several
	}
	return x.Values[0], y.Values[0], ""
}

func (o *Arithmetic) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	a, b, reason := both(in[0], in[1])
	if reason != "" {
		return nil, reason, nil
	}
	if (o.Function == Divide || o.Function == Share) && b.Number.IsZero() {
		return nil, Undefined, nil
	}
	m, n := a.Number, b.Number
	u, v := in[0].Type.Unit, in[1].Type.Unit
	var op domain.Operation
	switch o.Function {
	case Add:
		op = domain.Sum
	case Subtract:
		op = domain.Subtract
	case Multiply:
		op = domain.Multiply
		if v == percent {
			n = n.Shift(-2)
		} else if u == percent {
			m = m.Shift(-2)
		}
	case Divide, Share:
		op = domain.Divide
		if v == percent && u != percent {
			n = n.Shift(-2)
		}
	}
	out, err := x.compute(op, m, n)
	if err != nil {
		return nil, "", err
	}
	if o.Function == Share {
		out = out.Shift(2)
	}
	return x.computed(out), "", nil
}

func (o *Compare) run(_ *execution, _ *Node, in []*Result) (*Result, Reason, error) {
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
	return &Result{Entity: name, Values: []value.Value{{Kind: value.Text, Text: name[0]}}}, "", nil
}

func (o *Combine) run(_ *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	has := func(r *Result) map[string]bool {
		texts := map[string]bool{}
		for _, v := range r.Values {
			texts[v.Text] = true
		}
		return texts
	}
	first, second := has(in[0]), has(in[1])
	out := &Result{Source: in[0].Source}
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

func (o *Having) run(x *execution, _ *Node, in []*Result) (*Result, Reason, error) {
	out := &Result{Source: in[0].Source, Values: []value.Value{}}
	e := x.domain.Entity(in[0].Type.Entity)
	size := max(1, len(e.Parts))
	known := map[string]bool{}
	for _, name := range members(in[0], e) {
		_, found, err := x.lookup(o.Tool, e.Name, name)
		if err != nil {
			return nil, "", err
		}
		known[fmt.Sprint(name)] = found
	}
	for parts := range slices.Chunk(in[0].Values, size) {
		name := texts(parts)
		if known[fmt.Sprint(name)] {
			known[fmt.Sprint(name)] = false // each once
			out.Values = append(out.Values, parts...)
		}
	}
	if len(out.Values) == 0 && !o.Empty {
		return nil, Missing, nil
	}
	return out, "", nil
}

// compute has a declared tool do arithmetic, as an agent would; where none is
// declared, or nobody asks for the calls, it is done here.
func (x *execution) compute(op domain.Operation, operands ...decimal.Decimal) (decimal.Decimal, error) {
	t := x.arithmetic[op]
	if t == nil || !x.calling {
		return fold(op, operands), nil
	}
	list := make([]any, len(operands))
	for i, n := range operands {
		list[i] = json.Number(n.String())
	}
	r, err := x.call(tool.Call{Tool: t.Name, Args: arguments(t, list, false)})
	if err != nil {
		return decimal.Decimal{}, err
	}
	n, ok := r.Number()
	if !ok {
		return n, fmt.Errorf("tool %q: %s of %v: want a number", t.Name, op, operands)
	}
	return n, nil
}

// fold combines numbers from the left.
func fold(op domain.Operation, operands []decimal.Decimal) decimal.Decimal {
	n := operands[0]
	for _, m := range operands[1:] {
		switch op {
		case domain.Sum:
			n = n.Add(m)
		case domain.Subtract:
			n = n.Sub(m)
		case domain.Multiply:
			n = n.Mul(m)
		case domain.Divide:
			n = n.DivRound(m, quotientDigits)
		}
	}
	return n
}

// rank has a declared tool sort values, as an agent would, and sees that it puts
// the one that was chosen in its place.
func (x *execution) rank(values []value.Value, descending bool, place int, chosen value.Value) error {
	t := x.arithmetic[domain.Rank]
	if t == nil || !x.calling {
		return nil
	}
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = json.Number(v.Text)
		if v.Kind == value.Date {
			list[i] = v.Text
		}
	}
	r, err := x.call(tool.Call{Tool: t.Name, Args: arguments(t, list, descending)})
	if err != nil {
		return err
	}
	var sorted []json.Number
	if err := json.Unmarshal(r.Observation(), &sorted); err != nil || len(sorted) != len(values) {
		return fmt.Errorf("tool %q: %s: want %d numbers", t.Name, r.Text(), len(values))
	}
	if chosen.Kind == value.Number && !number(sorted[place].String()).Equal(chosen.Number) {
		return fmt.Errorf("tool %q: %s in place %d: want %s", t.Name, sorted[place], place+1, chosen.Text)
	}
	return nil
}

// arguments gives a tool of arithmetic its operands.
func arguments(t *domain.Tool, operands []any, descending bool) map[string]any {
	args := map[string]any{}
	for _, in := range t.Inputs {
		switch in.Type {
		case domain.InputNumbers:
			args[in.Name] = operands
		case domain.InputBoolean:
			args[in.Name] = descending
		default:
			args[in.Name], operands = operands[0], operands[1:]
		}
	}
	return args
}

// number returns what plain digits say.
func number(digits string) decimal.Decimal {
	n, err := decimal.NewFromString(digits)
	if err != nil {
		panic("plan: operand " + digits + ": " + err.Error())
	}
	return n
}
