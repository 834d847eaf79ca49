package analysis

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// WritePairsText writes the comparisons of [Pairwise] for people, one table per rate over all
// tasks: with one second agent in all of them a row per comparison, otherwise a matrix of
// differences in percentage points. Pairs that differ at no task are counted below. The error
// is the writer's.
func WritePairsText(w io.Writer, pairs []*PairedComparison) error {
	return writeTextTables(w, pairTables(pairs))
}

// WritePairsMarkdown writes the tables of [WritePairsText] as Markdown. The error is the
// writer's.
func WritePairsMarkdown(w io.Writer, pairs []*PairedComparison) error {
	return writeMarkdownTables(w, pairTables(pairs))
}

// WritePairsLaTeX writes the tables of [WritePairsText] for LaTeX with package booktabs. The
// error is the writer's.
func WritePairsLaTeX(w io.Writer, pairs []*PairedComparison) error {
	return writeLaTeXTables(w, pairTables(pairs))
}

func pairTables(pairs []*PairedComparison) (tables []table) {
	if len(pairs) == 0 {
		return nil
	}
	one := !slices.ContainsFunc(pairs, func(c *PairedComparison) bool { return c.Second != pairs[0].Second })
	for i := range metrics {
		scored := 0
		for _, c := range pairs {
			scored += overallDifference(c, &metrics[i]).N
		}
		if scored == 0 && i > 0 {
			continue
		}
		if one {
			tables = append(tables, referenceTable(pairs, &metrics[i]))
		} else {
			tables = append(tables, differenceMatrix(pairs, &metrics[i]))
		}
	}
	return tables
}

// overallDifference returns the difference over all tasks.
func overallDifference(c *PairedComparison, m *metric) *RateDifference {
	return m.difference(&c.Rows[len(c.Rows)-1])
}

// alike reports whether the two agents differ at none of the tasks that both have a score of.
func (d *RateDifference) alike() bool { return d.Ties > 0 && d.Wins == 0 && d.Losses == 0 }

// referenceTable returns a row for each agent compared with the same second one.
func referenceTable(pairs []*PairedComparison, m *metric) table {
	t := table{
		name:  "differences-" + strings.ReplaceAll(m.name, ".", "-"),
		title: fmt.Sprintf("%s, difference from %s over all tasks, in percent with %s intervals", m.title, pairs[0].Second, formatLevel(pairs[0].Level)),
		head:  append([]string{"agent"}, columns...),
	}
	var equal []string
	few := false
	for _, c := range pairs {
		d := overallDifference(c, m)
		if d.alike() {
			equal = append(equal, c.First)
			continue
		}
		few = few || isFew(&d.Estimate)
		t.rows = append(t.rows, append([]string{c.First}, d.cells()...))
	}
	t.noteFew(few)
	if equal != nil {
		t.notes = append(t.notes, "no difference at any task: "+strings.Join(equal, ", "))
	}
	return t
}

// differenceMatrix returns a row and a column for each agent. Where two differ beyond chance,
// the difference has a star.
func differenceMatrix(pairs []*PairedComparison, m *metric) table {
	const self, same = "·", "="
	t := table{
		name:  "differences-" + strings.ReplaceAll(m.name, ".", "-"),
		title: fmt.Sprintf("%s over all tasks, row less column, in percentage points", m.title),
		head:  []string{"agent"},
	}
	var agents []string
	for _, c := range pairs {
		agents = append(agents, c.First, c.Second)
	}
	slices.Sort(agents)
	agents = slices.Compact(agents)
	for i, name := range agents {
		t.head = append(t.head, strconv.Itoa(i+1))
		row := append([]string{fmt.Sprintf("%d %s", i+1, name)}, slices.Repeat([]string{noValue}, len(agents))...)
		row[i+1] = self
		t.rows = append(t.rows, row)
	}
	equal, starred, few := 0, false, false
	for _, c := range pairs {
		d := overallDifference(c, m)
		row, column := slices.Index(agents, c.First), slices.Index(agents, c.Second)
		cells := [2]*string{&t.rows[row][column+1], &t.rows[column][row+1]}
		switch {
		case d.alike():
			equal++
			*cells[0], *cells[1] = same, same
		case d.Mean != nil:
			mark := ""
			if d.significant(c.Level) {
				mark, starred = "*", true
			}
			opposite := -*d.Mean
			*cells[0], *cells[1] = formatPoints(d.Mean)+mark, formatPoints(&opposite)+mark
			few = few || isFew(&d.Estimate)
		}
	}
	switch {
	case equal == len(pairs):
		t.rows = nil
		t.notes = append(t.notes, fmt.Sprintf("%s at any task", plainly(equal)))
		return t
	case equal > 0:
		t.notes = append(t.notes, fmt.Sprintf("%s %s at any task", same, plainly(equal)))
	}
	if starred {
		t.notes = append(t.notes, starNote(pairs[0].Level))
	}
	if few {
		t.notes = append(t.notes, fmt.Sprintf("no star below %d tasks, which are too few", estimate.MinItems))
	}
	return t
}

// starNote says what a star marks.
func starNote(level float64) string {
	return fmt.Sprintf("* p at most %s, adjusted for the number of comparisons", strconv.FormatFloat(1-level, 'g', 2, 64))
}

// plainly says how many pairs do not differ.
func plainly(n int) string {
	if n == 1 {
		return "1 pair does not differ"
	}
	return fmt.Sprintf("%d pairs do not differ", n)
}

// significant reports whether the adjusted p value is at most one less the level, over tasks
// that are enough to say so.
func (d *RateDifference) significant(level float64) bool {
	return d.N >= estimate.MinItems && d.Adjusted != nil && *d.Adjusted <= 1-level+1e-12
}
