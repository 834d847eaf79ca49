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

// table is one of a report, for text and Markdown alike.
type table struct {
	title string
	head  []string
	rows  [][]string
	notes []string // below it
}

// text writes tables for people to read in columns.
func text(w io.Writer, tables []table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", visible(t.title))
		columns := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, cells := range append([][]string{t.head}, t.rows...) {
			for i, c := range cells {
				if i > 0 {
					io.WriteString(columns, "\t")
				}
				io.WriteString(columns, visible(c))
			}
			io.WriteString(columns, "\n")
		}
		columns.Flush() // a strings.Builder takes every write
		for _, n := range t.notes {
			fmt.Fprintf(&b, "%s\n", visible(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes tables as GitHub's Markdown has them.
func markdown(w io.Writer, tables []table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "**%s**\n\n", escape(t.title))
		line := func(cells []string) {
			for _, c := range cells {
				fmt.Fprintf(&b, "| %s ", escape(c))
			}
			b.WriteString("|\n")
		}
		line(t.head)
		b.WriteString("| :--- " + strings.Repeat("| ---: ", len(t.head)-1) + "|\n")
		for _, cells := range t.rows {
			line(cells)
		}
		for _, n := range t.notes {
			fmt.Fprintf(&b, "\n%s\n", escape(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// indented writes a record as indented JSON.
func indented(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(record)
}

// visible spells out what is not seen, so that a name can neither break a line nor turn
// its direction.
func visible(s string) string {
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

// escape returns text that Markdown and HTML show as it is, on one line.
func escape(s string) string { return markup.Replace(visible(s)) }

// markup are the characters that HTML and Markdown give a meaning inside a line, and the
// beginnings of addresses that become links by themselves.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;",
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "$", `\$`, "!", `\!`, "#", `\#`,
	"@", `\@`, "://", `\://`, "www.", `www\.`)

// none stands where there is no figure.
const none = "-"

// digits writes a figure with so many decimals.
func digits(x *float64, decimals int) string {
	if x == nil {
		return none
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}

// withError writes a mean with its standard error.
func withError(e *estimate.Estimate) string {
	if e.SE == nil {
		return digits(e.Mean, 4)
	}
	return digits(e.Mean, 4) + " ± " + digits(e.SE, 4)
}

// interval writes the ends of an interval.
func interval(e *estimate.Estimate) string {
	if e.Low == nil {
		return none
	}
	return digits(e.Low, 4) + " to " + digits(e.High, 4)
}

// chance writes a p value.
func chance(p *float64) string {
	if p != nil && *p < 0.0001 {
		return "<0.0001"
	}
	return digits(p, 4)
}

// percent writes a level.
func percent(level float64) string {
	return strconv.FormatFloat(100*level, 'g', 6, 64) + " %"
}
