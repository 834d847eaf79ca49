package analysis

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteJSON writes the comparison as indented JSON that conforms to
// schemas/contrast.schema.json. The error is the writer's.
func (c *PairedComparison) WriteJSON(w io.Writer) error { return writeJSON(w, c) }

// WriteText writes the comparison for people: one table per rate with one row per type,
// then the tasks with the largest differences and the number of tasks that only one agent
// tried. "-" means unscored or unknown. The error is the writer's.
func (c *PairedComparison) WriteText(w io.Writer) error { return writeTextTables(w, c.tables()) }

// WriteMarkdown writes the tables of [PairedComparison.WriteText] as Markdown. The error
// is the writer's.
func (c *PairedComparison) WriteMarkdown(w io.Writer) error {
	return writeMarkdownTables(w, c.tables())
}

// WritePairsText writes the comparisons of [Pairwise] for people: one table per rate with
// one row per pair, over all tasks. The error is the writer's.
func WritePairsText(w io.Writer, pairs []*PairedComparison) error {
	return writeTextTables(w, pairTables(pairs))
}

// WritePairsMarkdown writes the tables of [WritePairsText] as Markdown. The error is the
// writer's.
func WritePairsMarkdown(w io.Writer, pairs []*PairedComparison) error {
	return writeMarkdownTables(w, pairTables(pairs))
}

// displayRows returns the rows for people: by type, over all, and over twins if there are any.
func (c *PairedComparison) displayRows() []TypeComparison {
	if c.Twins == nil {
		return c.Rows
	}
	return append(c.Rows[:len(c.Rows):len(c.Rows)], *c.Twins)
}

// columns are the heads of the columns that [RateDifference.cells] returns.
var columns = []string{"tasks", "first", "second", "difference", "interval", "p", "p (adjusted)", "detectable", "won", "lost", "even"}

// cells formats a rate difference as table cells.
func (d *RateDifference) cells() []string {
	return []string{strconv.Itoa(d.N), formatDecimals(d.First, 4), formatDecimals(d.Second, 4), formatEstimate(&d.Estimate), formatInterval(&d.Estimate),
		formatP(d.P), formatP(d.Adjusted), formatDecimals(d.Detectable, 4), strconv.Itoa(d.Wins), strconv.Itoa(d.Losses), strconv.Itoa(d.Ties)}
}

func (c *PairedComparison) tables() (tables []table) {
	for i := range metrics {
		t := table{
			title: fmt.Sprintf("%s, %s less %s, %s intervals", metrics[i].title, c.First, c.Second, formatPercent(c.Level)),
			head:  append([]string{"type"}, columns...),
		}
		scored := 0
		for _, row := range c.displayRows() {
			d := metrics[i].difference(&row)
			scored += d.N
			t.rows = append(t.rows, append([]string{row.Type}, d.cells()...))
		}
		if scored > 0 || i == 0 {
			tables = append(tables, t)
		}
	}
	tables[0].notes = append(onlyTriedBy(c.First, c.OnlyFirst), onlyTriedBy(c.Second, c.OnlySecond)...)
	if t := c.largestDifferences(); t.rows != nil {
		tables = append(tables, t)
	}
	return tables
}

// onlyTriedBy returns a note with the number and the first IDs of the tasks that only one agent
// tried.
func onlyTriedBy(name string, ids []string) []string {
	const most = 10
	if len(ids) == 0 {
		return nil
	}
	note := fmt.Sprintf("tasks that only %s has tried, %d: %s", name, len(ids), strings.Join(ids[:min(most, len(ids))], ", "))
	if len(ids) > most {
		note += ", …"
	}
	return []string{note}
}

// largestDifferences returns the table of the tasks with the largest differences.
func (c *PairedComparison) largestDifferences() table {
	const most = 20
	t := table{title: metrics[0].title + ", the tasks that differ most", head: []string{"task", "type", "first", "second", "difference"}}
	for _, d := range c.Tasks[:min(most, len(c.Tasks))] {
		if d.Difference != 0 {
			t.rows = append(t.rows, []string{d.Task, d.Type, formatDecimals(&d.First, 4), formatDecimals(&d.Second, 4), formatDecimals(&d.Difference, 4)})
		}
	}
	return t
}

func pairTables(pairs []*PairedComparison) (tables []table) {
	if len(pairs) == 0 {
		return nil
	}
	for i := range metrics {
		t := table{
			title: fmt.Sprintf("%s, first less second over all tasks, %s intervals", metrics[i].title, formatPercent(pairs[0].Level)),
			head:  append([]string{"first agent", "second agent"}, columns...),
		}
		scored := 0
		for _, c := range pairs {
			d := metrics[i].difference(&c.Rows[len(c.Rows)-1])
			scored += d.N
			t.rows = append(t.rows, append([]string{c.First, c.Second}, d.cells()...))
		}
		if scored > 0 || i == 0 {
			tables = append(tables, t)
		}
	}
	return tables
}
