package coverage

import (
	"fmt"
	"strings"
)

// Lines returns the coverage as lines of text for people, without line breaks: a table of
// the axes, the reasons for which elements are not attainable, the number of transitions
// that the paths cover and could cover, and the overlap of the depths.
func (c *Coverage) Lines() []string {
	var why []string
	lines := []string{fmt.Sprintf(rowFormat, fmt.Sprintf("%d paths, %d tasks", c.Paths, c.Tasks), "covered", "attainable", "declared")}
	for _, r := range []axisLine{
		lineOf("tools", c.Tools), lineOf("transitions", c.Transitions), lineOf("answers", c.Answers), lineOf("columns", c.Columns),
		lineOf("operators", c.Operators), lineOf("operators at depths", c.Cells), lineOf("tables", c.Tables),
		lineOf("start types", c.Starts), lineOf("entity types", c.Entities),
	} {
		lines = append(lines, r.line)
		if r.why != "" {
			why = append(why, r.why)
		}
	}
	lines = append(lines, why...)
	lines = append(lines, uncovered("transitions", c.Transitions), uncovered("operators", c.Operators), c.Curve.line())
	lines = append(lines, c.Spread.lines()...)
	for _, d := range c.Overlap.Transitions[min(1, len(c.Overlap.Transitions)):] {
		i := d.Hops - 1
		lines = append(lines, fmt.Sprintf("%d hops, in common with fewer: %d of %d transitions, %d of %d tools, %d of %d start entities, the beginnings of %d of %d paths",
			d.Hops, d.Before, d.Of, c.Overlap.Tools[i].Before, c.Overlap.Tools[i].Of, c.Overlap.Starts[i].Before, c.Overlap.Starts[i].Of,
			c.Overlap.Beginnings[i].Before, c.Overlap.Beginnings[i].Of))
	}
	return append(lines,
		"counted like the published benchmark: "+c.Same.line(),
		"LegalAgentBench as published: "+c.Published.line())
}

// rowFormat is a line of the table.
const rowFormat = "%-22s %10v %10v %10v"

// axisLine is the line of an axis, and why some of its elements are not attainable; "" if
// all are.
type axisLine struct{ line, why string }

func lineOf[E any](name string, a Axis[E]) axisLine {
	r := axisLine{line: fmt.Sprintf(rowFormat, name, a.Covered, a.Attainable, a.Declared)}
	reasons := map[Obstacle]int{}
	for _, u := range a.Uses {
		if u.Reason != "" {
			reasons[u.Reason]++
		}
	}
	var list []string
	for _, r := range []Obstacle{Unlinked, EmptyTable, Unled, Unproved, Degenerate, Prose, Matched, Unsuited, Unwritten} {
		if n := reasons[r]; n > 0 {
			list = append(list, fmt.Sprintf("%s %d", r, n))
		}
	}
	if list != nil {
		r.why = fmt.Sprintf("%s not attainable: %s", name, strings.Join(list, ", "))
	}
	return r
}

// uncovered says how many elements are attainable and not covered, and for how many of
// these every choice that was grounded failed.
func uncovered[E any](name string, a Axis[E]) string {
	open, tried := 0, 0
	for _, u := range a.Uses {
		if u.Reason != "" || u.Tasks > 0 {
			continue
		}
		open++
		if u.Tried > 0 {
			tried++
		}
	}
	return fmt.Sprintf("%s attainable and not covered: %d, of which %d were tried and none passed", name, open, tried)
}

func (c *Curve) line() string {
	share := 0.0
	if c.Bound > 0 {
		share = 100 * float64(c.Covered) / float64(c.Bound)
	}
	return fmt.Sprintf("transitions of paths: %d covered of at most %d (%.1f %%), in %d slots, with %d attainable; %d failed", c.Covered, c.Bound, share, c.Slots, c.Attainable, c.Failed)
}

func (p *ListCounts) line() string {
	parts := []string{
		fmt.Sprintf("%d tasks", p.Tasks), fmt.Sprintf("%d tools", p.Tools), fmt.Sprintf("%d transitions", p.Transitions),
		fmt.Sprintf("%d sequences of tools", p.Sequences), fmt.Sprintf("%d paths", p.Paths),
	}
	return strings.Join(parts, ", ")
}
