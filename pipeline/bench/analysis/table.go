package analysis

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// table is one table of a report, for all formats.
type table struct {
	name  string // of its files; "" for the words of the title before the first comma or colon
	title string
	head  []string
	rows  [][]string // without rows, only the title and the notes are written
	notes []string   // lines below the table
	// best are the cells with the highest rate of an evaluated agent, by row and column;
	// Markdown and LaTeX have them in bold.
	best map[[2]int]bool
	// spanned is the number of leading columns of which a cell is shown once for all rows that
	// follow with the same cells up to it.
	spanned int
}

// markBest marks the cells of a column with the highest means, which are those of the rows;
// nil leaves a row out. Fewer than two rows with a mean leave the column as it is.
func (t *table) markBest(column int, means []*float64) {
	known := slices.DeleteFunc(slices.Clone(means), func(x *float64) bool { return x == nil })
	if len(known) < 2 {
		return
	}
	highest := *slices.MaxFunc(known, func(x, y *float64) int { return cmp.Compare(*x, *y) })
	if t.best == nil {
		t.best = map[[2]int]bool{}
	}
	for row, x := range means {
		if x != nil && *x == highest {
			t.best[[2]int{row, column}] = true
		}
	}
}

// writeTextTables writes tables as aligned text.
func writeTextTables(w io.Writer, tables []table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", escapeControls(t.title))
		columns := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, cells := range t.lines() {
			for i, c := range cells {
				if i > 0 {
					io.WriteString(columns, "\t")
				}
				io.WriteString(columns, escapeControls(c))
			}
			io.WriteString(columns, "\n")
		}
		columns.Flush() // writing to a strings.Builder cannot fail
		for _, n := range t.notes {
			fmt.Fprintf(&b, "%s\n", escapeControls(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// lines returns the head and the rows as they are shown; nil for a table without rows.
func (t *table) lines() [][]string {
	if len(t.rows) == 0 {
		return nil
	}
	lines := [][]string{t.head}
	for i, cells := range t.rows {
		cells = slices.Clone(cells)
		for c := 0; c < t.spanned && i > 0 && t.rows[i-1][c] == t.rows[i][c]; c++ {
			cells[c] = ""
		}
		lines = append(lines, cells)
	}
	return lines
}

// writeMarkdownTables writes tables in GitHub's Markdown.
func writeMarkdownTables(w io.Writer, tables []table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "**%s**\n", escapeMarkup(t.title))
		for i, cells := range t.lines() {
			if i == 0 {
				b.WriteByte('\n')
			}
			for j, c := range cells {
				fmt.Fprintf(&b, "| %s ", markupCell(c, i > 0 && t.best[[2]int{i - 1, j}]))
			}
			b.WriteString("|\n")
			if i == 0 {
				b.WriteString("| :--- " + strings.Repeat("| ---: ", len(t.head)-1) + "|\n")
			}
		}
		for _, n := range t.notes {
			fmt.Fprintf(&b, "\n%s\n", escapeMarkup(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markupCell returns a cell of Markdown, its mean in bold if it is the best.
func markupCell(cell string, best bool) string {
	if !best {
		return escapeMarkup(cell)
	}
	mean, deviation, has := strings.Cut(cell, plusMinus)
	cell = "**" + escapeMarkup(mean) + "**"
	if has {
		cell += plusMinus + escapeMarkup(deviation)
	}
	return cell
}

// writeJSON writes a record as indented JSON.
func writeJSON(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(record)
}

// escapeControls escapes invisible characters, so that a name can neither break a line nor
// reverse its direction.
func escapeControls(s string) string {
	var b strings.Builder
	for _, c := range s {
		if unicode.IsPrint(c) {
			b.WriteRune(c)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(c), "'"))
	}
	return b.String()
}

// escapeMarkup returns text on one line that Markdown and HTML display unchanged.
func escapeMarkup(s string) string { return markup.Replace(escapeControls(s)) }

// markup escapes the characters with a meaning in a line of HTML or Markdown, and the prefixes
// of addresses that GitHub turns into links.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;",
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "$", `\$`, "!", `\!`, "#", `\#`,
	"@", `\@`, "://", `\://`, "www.", `www\.`)

// noValue is the cell for a missing figure.
const noValue = "-"

// formatDecimals formats a figure with a number of decimals.
func formatDecimals(x *float64, decimals int) string {
	if x == nil {
		return noValue
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}

// tooFew is the cell for the interval of a mean over fewer than [estimate.MinItems] tasks.
const tooFew = "too few"

// isFew reports whether a mean is over too few tasks for a standard error or an interval.
func isFew(e *estimate.Estimate) bool { return e.N > 0 && e.N < estimate.MinItems }

// noteFew adds a note on means over too few tasks if there are any.
func (t *table) noteFew(any bool) {
	if any {
		t.notes = append(t.notes, fmt.Sprintf("fewer than %d tasks are too few for a standard error or an interval", estimate.MinItems))
	}
}

// formatPercent formats a share in percent with one decimal, without the sign.
func formatPercent(x *float64) string {
	if x == nil {
		return noValue
	}
	percent := 100 * *x
	return formatDecimals(&percent, 1)
}

// formatPoints formats a difference of shares in percentage points, with its sign.
func formatPoints(x *float64) string {
	switch s := formatPercent(x); {
	case s == "-0.0":
		return "0.0"
	case x == nil || *x < 0 || s == "0.0":
		return s
	default:
		return "+" + s
	}
}

// formatRate formats a mean rate in percent with its standard error.
func formatRate(e *estimate.Estimate) string {
	return withError(e, formatPercent(e.Mean), formatPercent)
}

// withError adds its standard error to a formatted mean, unless the error rounds to 0 or the
// tasks are too few for one.
func withError(e *estimate.Estimate, mean string, format func(*float64) string) string {
	switch zero := 0.0; {
	case e.N == 0:
		return noValue
	case isFew(e) || e.SE == nil || format(e.SE) == format(&zero):
		return mean
	}
	return mean + plusMinus + format(e.SE)
}

// formatInterval formats the bounds of an interval.
func formatInterval(e *estimate.Estimate, format func(*float64) string) string {
	switch {
	case isFew(e):
		return tooFew
	case e.Low == nil:
		return noValue
	}
	return format(e.Low) + " to " + format(e.High)
}

// formatP formats a p value.
func formatP(p *float64) string {
	if p != nil && *p < 0.0001 {
		return "<0.0001"
	}
	return formatDecimals(p, 4)
}

// formatLevel formats a confidence level.
func formatLevel(level float64) string {
	return strconv.FormatFloat(100*level, 'g', 6, 64) + " %"
}
