package plan

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func (o *Filter) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	r := in[0]
	if len(r.Rows) == 0 {
		return none(r, o.Empty)
	}
	col := r.Source.Column(o.Column)
	passes := o.test(&r.Source.Spec().Columns[col])
	if o.Comparison == Names {
		passes = sameName(in[1].Texts()[0], x.nodes[x.node].strip)
	}
	out := &NodeResult{Source: r.Source}
	for _, row := range r.Rows {
		cell := r.Source.Cell(int(row), col)
		if o.Comparison == Stated && cell.State != value.Unobserved {
			if cell.State == value.Present {
				out.Rows = append(out.Rows, row)
			}
			continue
		}
		if reason := usable(cell); reason != "" {
			return nil, reason, nil
		}
		ok, reason := passes(cell.Values)
		if reason != "" {
			return nil, reason, nil
		}
		if ok {
			out.Rows = append(out.Rows, row)
		}
	}
	if len(out.Rows) == 0 {
		return none(out, o.Empty)
	}
	return out, "", nil
}

// none returns an empty result of r's table if empty results are allowed, and the reason
// Missing otherwise.
func none(r *NodeResult, empty bool) (*NodeResult, Reason, error) {
	if !empty {
		return nil, Missing, nil
	}
	return &NodeResult{Source: r.Source}, "", nil
}

// test returns a function that reports whether the values of a cell pass the comparison,
// or why it cannot tell.
func (o *Filter) test(c *domain.Column) func([]value.Value) (bool, Reason) {
	switch {
	case o.Comparison == Contains:
		return anyText(func(s string) bool { return strings.Contains(s, o.Operand) })
	case o.Comparison == Equals && !c.Kind.Numeric():
		return anyText(func(s string) bool { return s == o.Operand })
	case c.Kind == domain.KindDate:
		return singleValue(value.Date, o.holdsDay)
	}
	return singleValue(value.Number, o.holdsNumber)
}

// sameName returns a test that passes cells with the name, in half or full width. A
// different name that is equal once both are stripped may be of the same entity, which is
// Ambiguous.
func sameName(name string, strip func(string) string) func([]value.Value) (bool, Reason) {
	exact, cut := value.Fold(name), value.Fold(strip(name))
	return func(vs []value.Value) (bool, Reason) {
		var reason Reason
		for _, v := range vs {
			switch {
			case value.Fold(v.Text) == exact:
				return true, ""
			case value.Fold(strip(v.Text)) == cut:
				reason = Ambiguous
			}
		}
		return false, reason
	}
}

// anyText returns a test that passes cells with at least one text that passes.
func anyText(passes func(string) bool) func([]value.Value) (bool, Reason) {
	return func(vs []value.Value) (bool, Reason) {
		return slices.ContainsFunc(vs, func(v value.Value) bool { return passes(v.Text) }), ""
	}
}

// singleValue returns a test for cells that hold a single value, of the given kind.
func singleValue(kind value.Kind, passes func(value.Value) bool) func([]value.Value) (bool, Reason) {
	return func(vs []value.Value) (bool, Reason) {
		switch {
		case len(vs) != 1:
			return false, Several
		case vs[0].Kind != kind:
			return false, Unparsed
		}
		return passes(vs[0]), ""
	}
}

func (o *Filter) holdsDay(v value.Value) bool {
	switch o.Comparison {
	case Year:
		return strings.HasPrefix(v.Text, o.Operand+"-")
	case Since:
		return v.Text >= o.Operand
	case Until:
		return v.Text <= o.Operand
	}
	return v.Text >= o.Operand && v.Text <= o.To
}

func (o *Filter) holdsNumber(v value.Value) bool {
	c := v.Number.Cmp(number(o.Operand))
	switch o.Comparison {
	case Above:
		return c > 0
	case Below:
		return c < 0
	case AtLeast:
		return c >= 0
	case AtMost:
		return c <= 0
	case Within:
		return c > 0 && v.Number.Cmp(number(o.To)) < 0
	}
	return c == 0
}
