package review

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Margin returns how close a task is to having another answer, in [0, 1]: the smallest
// distance at any choice of its plan that the recorded steps show, 1 if they show none.
// People review the closest tasks first, where a slip in a cell or a word of the question
// (more than, at least) is enough to change the answer.
//
// The distance of two amounts a and b is |a-b| / max(|a|, |b|), at most 1; that of two
// days is a hundredth per day between them, at most 1. Distances are measured at
//
//   - a superlative, a minimum or a maximum: between the chosen value and its neighbours in
//     the ranking; for minimum and maximum between distinct values, since a tie leaves
//     them as they are;
//   - a filter by amounts or days: between its bounds and the nearest row, rows that an
//     earlier filter dropped included;
//   - a comparison of two entities: between the compared values;
//   - a most frequent value: between its number of rows and that of the next value.
func Margin(t *task.Task) float64 {
	if t.Plan == nil {
		return 1
	}
	r := recordedSteps{plan: t.Plan, steps: map[string][]plan.Step{}}
	for _, s := range t.Steps {
		r.steps[s.Node] = append(r.steps[s.Node], s)
	}
	margin := 1.0
	for i := range t.Plan.Nodes {
		margin = min(margin, r.distance(&t.Plan.Nodes[i]))
	}
	return margin
}

// recordedSteps is a plan and its recorded steps.
type recordedSteps struct {
	plan  *plan.Program
	steps map[string][]plan.Step // by node
}

// distance returns the margin of the choice that a node makes, 1 if it makes none.
func (r *recordedSteps) distance(n *plan.Node) float64 {
	switch o := n.Do.(type) {
	case *plan.Superlative:
		return rankMargin(r.rankedMeasures(n, o.Column), o.Order, max(1, o.Rank))
	case *plan.Aggregate:
		order := map[plan.Function]plan.Order{plan.Maximum: plan.Max, plan.Minimum: plan.Min}[o.Function]
		if order == "" {
			return 1
		}
		list := r.rankedMeasures(n, o.Column)
		slices.SortFunc(list, measure.compare)
		return rankMargin(slices.Compact(list), order, 1)
	case *plan.Filter:
		return r.filterMargin(n, o)
	case *plan.Compare:
		if len(n.From) == 4 {
			a, known := r.selectedMeasure(n.From[1])
			b, too := r.selectedMeasure(n.From[3])
			if known && too {
				return a.distance(b)
			}
		}
	case *plan.Frequent:
		return r.frequencyMargin(n, o)
	}
	return 1
}

// measure is an amount or a day.
type measure struct {
	size float64 // days since 1970 for a day
	day  bool
}

func (q measure) compare(p measure) int { return cmp.Compare(q.size, p.size) }

// distance is as [Margin] defines it.
func (q measure) distance(p measure) float64 {
	gap := math.Abs(q.size - p.size)
	switch {
	case gap == 0:
		return 0
	case q.day || p.day:
		return min(1, gap/100)
	}
	return min(1, gap/max(math.Abs(q.size), math.Abs(p.size)))
}

// measureOf reads a day, or an amount of any unit. Digits alone are an amount, even eight
// of them.
func measureOf(text string) (measure, bool) {
	if v, ok := value.ParseNumber(text, ""); ok {
		size, _ := v.Number.Float64()
		return measure{size: size}, !math.IsInf(size, 0)
	}
	if v, ok := value.ParseDate(text); ok {
		return dayOf(v)
	}
	m, ok := quantity.Parse(strings.TrimSpace(text))
	if !ok || m.IsDay() || m.Kind == quantity.Code || m.Kind == quantity.Rank || m.Vague || m.Doubtful {
		return measure{}, false
	}
	size, _ := m.Number.Float64()
	return measure{size: size}, !math.IsInf(size, 0)
}

// dayOf returns a day as days since 1970.
func dayOf(v value.Value) (measure, bool) {
	t, ok := v.Time()
	const day = 24 * 60 * 60 // seconds
	return measure{float64(t.Unix()) / day, true}, ok
}

// measures returns the amounts and days among JSON values.
func measures(list []json.RawMessage) []measure {
	var known []measure
	for _, raw := range list {
		if q, ok := measureOf(textOf(raw)); ok {
			known = append(known, q)
		}
	}
	return known
}

// textOf returns a JSON string's text, and other JSON as it is written.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// rankedMeasures returns the values that a ranking chose from: the list that was passed to
// its tool, or else the column of the rows that it read.
func (r *recordedSteps) rankedMeasures(n *plan.Node, column string) []measure {
	for _, s := range r.steps[n.Name] {
		var args map[string]json.RawMessage
		if json.Unmarshal(s.Arguments, &args) != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(args)) {
			var list []json.RawMessage
			if json.Unmarshal(args[name], &list) == nil && len(list) > 1 {
				return measures(list)
			}
		}
	}
	if len(n.From) == 0 {
		return nil
	}
	if from := r.plan.Node(n.From[0]); from != nil && from.Do.Kind() == "call" {
		return measures(r.cells(from, column))
	}
	return nil
}

// rankMargin returns the distance between the value at a place of a ranking, from 1, and
// its nearest neighbour.
func rankMargin(list []measure, order plan.Order, place int) float64 {
	slices.SortFunc(list, measure.compare)
	if order == plan.Max {
		slices.Reverse(list)
	}
	margin := 1.0
	for i := 1; i < len(list); i++ {
		if i == place || i == place-1 {
			margin = min(margin, list[i-1].distance(list[i]))
		}
	}
	return margin
}

// filterMargin returns the smallest distance between a row and a bound of a filter.
func (r *recordedSteps) filterMargin(n *plan.Node, f *plan.Filter) float64 {
	var bounds []measure
	for _, text := range []string{f.Operand, f.To} {
		switch f.Comparison {
		case plan.Above, plan.Below, plan.AtLeast, plan.AtMost, plan.Within, plan.Since, plan.Until, plan.During:
			if q, ok := measureOf(text); ok {
				bounds = append(bounds, q)
			}
		}
	}
	margin := 1.0
	for _, q := range measures(r.cells(r.sourceCall(n), f.Column)) {
		for _, b := range bounds {
			if q.day == b.day {
				margin = min(margin, q.distance(b))
			}
		}
	}
	return margin
}

// frequencyMargin returns the lead of the most frequent value of a column: 1 less the ratio
// of the next value's rows to its own.
func (r *recordedSteps) frequencyMargin(n *plan.Node, f *plan.Frequent) float64 {
	rows := map[string]int{}
	for _, raw := range r.cells(r.sourceCall(n), f.Column) {
		rows[textOf(raw)]++
	}
	counts := slices.Sorted(maps.Values(rows))
	if len(counts) < 2 {
		return 1
	}
	return 1 - float64(counts[len(counts)-2])/float64(counts[len(counts)-1])
}

// selectedMeasure returns the one measure that a node handed on.
func (r *recordedSteps) selectedMeasure(name string) (measure, bool) {
	steps := r.steps[name]
	if len(steps) == 0 || len(steps[len(steps)-1].Selected) != 1 {
		return measure{}, false
	}
	return measureOf(steps[len(steps)-1].Selected[0])
}

// sourceCall returns the call whose rows a node reads, directly or through filters; nil if
// there is none.
func (r *recordedSteps) sourceCall(n *plan.Node) *plan.Node {
	for n != nil && len(n.From) > 0 {
		n = r.plan.Node(n.From[0])
		if n == nil || n.Do.Kind() == "call" {
			return n
		}
		if n.Do.Kind() != "filter" {
			return nil
		}
	}
	return nil
}

// cells returns a column of the rows that a call observed, without rows that lack it.
func (r *recordedSteps) cells(n *plan.Node, column string) []json.RawMessage {
	if n == nil {
		return nil
	}
	var cells []json.RawMessage
	for _, s := range r.steps[n.Name] {
		var rows []map[string]json.RawMessage
		if json.Unmarshal(s.Observation, &rows) != nil {
			var row map[string]json.RawMessage
			if json.Unmarshal(s.Observation, &row) != nil {
				continue
			}
			rows = append(rows[:0], row)
		}
		for _, row := range rows {
			if cell, ok := row[column]; ok {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}
