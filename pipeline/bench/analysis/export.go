package analysis

import (
	"encoding/csv"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Table is a table of a report, to be written to a file of its own.
type Table struct{ t table }

// Tables returns the tables of [Analysis.WriteText] that have rows, in their order.
func (a *Analysis) Tables() []Table { return exported(a.tables()) }

// PairTables returns the tables of [WritePairsText] that have rows, in their order.
func PairTables(pairs []*PairedComparison) []Table { return exported(pairTables(pairs)) }

func exported(tables []table) (out []Table) {
	for _, t := range tables {
		if t.rows != nil {
			out = append(out, Table{t})
		}
	}
	return out
}

// wordBreaks matches what may not stand in a file's name.
var wordBreaks = regexp.MustCompile(`[^a-z0-9]+`)

// Name returns a name for files with the table, of lower-case letters, digits and hyphens. The
// tables of one report have different names.
func (t Table) Name() string {
	if t.t.name != "" {
		return t.t.name
	}
	words := t.t.title
	if i := strings.IndexAny(words, ",:"); i >= 0 {
		words = words[:i]
	}
	return strings.Trim(wordBreaks.ReplaceAllString(strings.ToLower(words), "-"), "-")
}

// Title returns the title, a line of text.
func (t Table) Title() string { return escapeControls(t.t.title) }

// WriteMarkdown writes the table in Markdown, below its title. The error is the writer's.
func (t Table) WriteMarkdown(w io.Writer) error { return writeMarkdownTables(w, []table{t.t}) }

// WriteLaTeX writes the table as a float of LaTeX, below a line that says what it needs. The error
// is the writer's.
func (t Table) WriteLaTeX(w io.Writer) error { return writeLaTeXTables(w, []table{t.t}) }

// WriteCSV writes the head and the rows, every cell in every row. A column of means with standard
// errors becomes two; unknown figures are empty, numbers without
// commas between thousands; a text that a spreadsheet would take for a formula
// begins with an apostrophe. The error is the writer's.
func (t Table) WriteCSV(w io.Writer) error {
	lines := make([][]string, 1+len(t.t.rows))
	for column, head := range t.t.head {
		split := slices.ContainsFunc(t.t.rows, func(r []string) bool { return strings.Contains(r[column], plusMinus) })
		for i := range lines {
			cell := head
			if i > 0 {
				cell = t.t.rows[i-1][column]
			}
			mean, deviation, _ := strings.Cut(cell, plusMinus)
			lines[i] = append(lines[i], csvText(mean))
			switch {
			case split && i == 0:
				lines[i] = append(lines[i], head+" se")
			case split:
				lines[i] = append(lines[i], csvText(deviation))
			}
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// plusMinus separates a mean from its standard error in cells.
const plusMinus = " ± "

// signedNumber matches a figure with a sign, alone or with its interval or mark.
var signedNumber = regexp.MustCompile(`^[+-][0-9][-+0-9. to()*%]*$`)

// groupedNumber matches a number with commas between thousands.
var groupedNumber = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+$`)

// csvText returns a cell as CSV has it.
func csvText(cell string) string {
	switch cell = escapeControls(cell); {
	case cell == noValue:
		return ""
	case groupedNumber.MatchString(cell):
		return strings.ReplaceAll(cell, ",", "")
	case signedNumber.MatchString(cell):
		return cell
	}
	return plainCell(cell)
}
