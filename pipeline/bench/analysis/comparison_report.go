package analysis

import (
	"fmt"
	"io"
	"slices"
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

// displayRows returns the rows for people: by type, over all, and over twins if there are any.
func (c *PairedComparison) displayRows() []TypeComparison {
	if c.Twins == nil {
		return c.Rows
	}
	return append(c.Rows[:len(c.Rows):len(c.Rows)], *c.Twins)
}

// WriteLaTeX writes the tables of [PairedComparison.WriteText] for LaTeX with package
// booktabs. The error is the writer's.
func (c *PairedComparison) WriteLaTeX(w io.Writer) error { return writeLaTeXTables(w, c.tables()) }

// columns are the heads of the columns that [RateDifference.cells] returns.
var columns = []string{"tasks", "first", "second", "difference", "interval", "p", "p (adjusted)", "detectable", "won", "lost", "even"}

// cells formats a rate difference as table cells.
func (d *RateDifference) cells() []string {
	return []string{strconv.Itoa(d.N), formatPercent(d.First), formatPercent(d.Second), withError(&d.Estimate, formatPoints(d.Mean), formatPercent), formatInterval(&d.Estimate, formatPoints),
		formatP(d.P), formatP(d.Adjusted), formatPercent(d.Detectable), strconv.Itoa(d.Wins), strconv.Itoa(d.Losses), strconv.Itoa(d.Ties)}
}

func (c *PairedComparison) tables() (tables []table) {
	for i := range metrics {
		t := table{
			title: fmt.Sprintf("%s, %s less %s, in percent with %s intervals", metrics[i].title, c.First, c.Second, formatLevel(c.Level)),
			head:  append([]string{"type"}, columns...),
		}
		scored, few := 0, false
		for _, row := range c.displayRows() {
			d := metrics[i].difference(&row)
			scored += d.N
			few = few || isFew(&d.Estimate)
			t.rows = append(t.rows, append([]string{row.Type}, d.cells()...))
		}
		t.noteFew(few)
		if scored > 0 || i == 0 {
			tables = append(tables, t)
		}
	}
	tables[0].notes = slices.Concat(tables[0].notes, onlyTriedBy(c.First, c.OnlyFirst), onlyTriedBy(c.Second, c.OnlySecond))
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
	t := table{title: metrics[0].title + ", in percent: the tasks that differ most", head: []string{"task", "type", "first", "second", "difference"}}
	for _, d := range c.Tasks[:min(most, len(c.Tasks))] {
		if d.Difference != 0 {
			t.rows = append(t.rows, []string{d.Task, d.Type, formatPercent(&d.First), formatPercent(&d.Second), formatPoints(&d.Difference)})
		}
	}
	return t
}
