package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// table is one table of a report, for text and Markdown alike.
type table struct {
	title string
	head  []string
	rows  [][]string
	notes []string // lines below the table
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
		for _, cells := range append([][]string{t.head}, t.rows...) {
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

// writeMarkdownTables writes tables in GitHub's Markdown.
func writeMarkdownTables(w io.Writer, tables []table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "**%s**\n\n", escapeMarkup(t.title))
		line := func(cells []string) {
			for _, c := range cells {
				fmt.Fprintf(&b, "| %s ", escapeMarkup(c))
			}
			b.WriteString("|\n")
		}
		line(t.head)
		b.WriteString("| :--- " + strings.Repeat("| ---: ", len(t.head)-1) + "|\n")
		for _, cells := range t.rows {
			line(cells)
		}
		for _, n := range t.notes {
			fmt.Fprintf(&b, "\n%s\n", escapeMarkup(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
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

// formatEstimate formats a mean with its standard error.
func formatEstimate(e *estimate.Estimate) string {
	if e.SE == nil {
		return formatDecimals(e.Mean, 4)
	}
	return formatDecimals(e.Mean, 4) + " ± " + formatDecimals(e.SE, 4)
}

// formatInterval formats the bounds of an interval.
func formatInterval(e *estimate.Estimate) string {
	if e.Low == nil {
		return noValue
	}
	return formatDecimals(e.Low, 4) + " to " + formatDecimals(e.High, 4)
}

// formatP formats a p value.
func formatP(p *float64) string {
	if p != nil && *p < 0.0001 {
		return "<0.0001"
	}
	return formatDecimals(p, 4)
}

// formatPercent formats a confidence level.
func formatPercent(level float64) string {
	return strconv.FormatFloat(100*level, 'g', 6, 64) + " %"
}
