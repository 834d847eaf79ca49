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
		passes = named(in[1].Texts()[0], x.strip[x.node])
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

// none is the result of no rows, if that is one.
func none(r *NodeResult, empty bool) (*NodeResult, Reason, error) {
	if !empty {
		return nil, Missing, nil
	}
	return &NodeResult{Source: r.Source}, "", nil
}

// test returns a function that says whether the values of a cell pass a comparison
// with operands.
func (o *Filter) test(c *domain.Column) func([]value.Value) (bool, Reason) {
	switch {
	case o.Comparison == Contains:
		return anyText(func(s string) bool { return strings.Contains(s, o.Operand) })
	case o.Comparison == Equals && !c.Kind.Numeric():
		return anyText(func(s string) bool { return s == o.Operand })
	case c.Kind == domain.KindDate:
		return one(value.Date, o.holdsDay)
	}
	return one(value.Number, o.holdsNumber)
}

// named passes what has the name, in any width. Another name that is equal after
// the entity type's cut may be of the same entity: then there is no telling.
func named(name string, strip func(string) string) func([]value.Value) (bool, Reason) {
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

// anyText passes what has a text that passes.
func anyText(passes func(string) bool) func([]value.Value) (bool, Reason) {
	return func(vs []value.Value) (bool, Reason) {
		return slices.ContainsFunc(vs, func(v value.Value) bool { return passes(v.Text) }), ""
	}
}

// one passes a single value of a kind that passes.
func one(kind value.Kind, passes func(value.Value) bool) func([]value.Value) (bool, Reason) {
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
