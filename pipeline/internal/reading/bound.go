package reading

import (
	"time"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// flipped are the comparisons with a bound that differ only in whether the bound passes.
var flipped = map[plan.Comparison]plan.Comparison{
	plan.Above: plan.AtLeast, plan.AtLeast: plan.Above, plan.Below: plan.AtMost, plan.AtMost: plan.Below,
}

// bounds adds the readings in which the i-th node, a filter, takes an interval with the ends
// that it excludes, or without those that it includes.
func (s *set) bounds(i int) {
	n := &s.of.Nodes[i]
	o, ok := n.Do.(*plan.Filter)
	if !ok {
		return
	}
	with := func(to string, edit func(*plan.Filter)) {
		f := *o
		edit(&f)
		s.add(replace(s.of, i, &f), Bound, n.Name, to)
	}
	switch o.Comparison {
	case plan.Above, plan.AtLeast, plan.Below, plan.AtMost:
		with(string(flipped[o.Comparison])+" "+o.Operand, func(f *plan.Filter) { f.Comparison = flipped[o.Comparison] })
	case plan.Within:
		for _, low := range []plan.Comparison{plan.Above, plan.AtLeast} {
			for _, high := range []plan.Comparison{plan.Below, plan.AtMost} {
				if low != plan.Above || high != plan.Below {
					s.interval(i, low, high)
				}
			}
		}
	case plan.Since:
		day := shift(o.Operand, 1)
		with("since "+day, func(f *plan.Filter) { f.Operand = day })
	case plan.Until:
		day := shift(o.Operand, -1)
		with("until "+day, func(f *plan.Filter) { f.Operand = day })
	case plan.During:
		for _, ends := range [][2]int{{1, 0}, {0, -1}, {1, -1}} {
			from, to := shift(o.Operand, ends[0]), shift(o.To, ends[1])
			with("during "+from+" "+to, func(f *plan.Filter) { f.Operand, f.To = from, to })
		}
	}
}

// interval adds the reading in which the i-th node, a filter with [plan.Within], compares
// each end by itself.
func (s *set) interval(i int, low, high plan.Comparison) {
	n := &s.of.Nodes[i]
	o := n.Do.(*plan.Filter)
	first := plan.Node{Name: fresh(n.Name, 1), From: n.From, Do: &plan.Filter{Column: o.Column, Comparison: low, Operand: o.Operand, Empty: o.Empty}}
	q := replace(s.of, i, &plan.Filter{Column: o.Column, Comparison: high, Operand: o.To, Empty: o.Empty})
	q.Nodes[i].From = []string{first.Name}
	insert(q, i, first)
	s.add(q, Bound, n.Name, string(low)+" "+o.Operand+" "+string(high)+" "+o.To)
}

// shift returns an ISO day some days later or, if days is negative, earlier.
func shift(day string, days int) string {
	t, err := time.Parse(value.DateISO, day)
	if err != nil {
		return day // as in a program that is not well-typed
	}
	return t.AddDate(0, 0, days).Format(value.DateISO)
}
