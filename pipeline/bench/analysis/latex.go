package analysis

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// laTeXHead is the first line of files with tables.
const laTeXHead = "% needs \\usepackage{booktabs}; names that are not Latin need XeLaTeX or LuaLaTeX\n"

// writeLaTeXTables writes tables as floats of LaTeX with the rules of package booktabs.
func writeLaTeXTables(w io.Writer, tables []table) error {
	var b strings.Builder
	b.WriteString(laTeXHead)
	for i := range tables {
		b.WriteString("\n")
		tables[i].writeLaTeX(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLaTeX writes the table as a float.
func (t *table) writeLaTeX(b *strings.Builder) {
	fmt.Fprintf(b, "\\begin{table}\n\\centering\n\\caption{%s}\n", escapeLaTeX(t.title))
	for i, cells := range t.lines() {
		switch {
		case i == 0:
			fmt.Fprintf(b, "\\begin{tabular}{l%s}\n\\toprule\n%s\\midrule\n", strings.Repeat("r", len(t.head)-1), laTeXRow(cells, nil))
			continue
		case i > 1 && t.spanned > 0 && cells[0] != "":
			b.WriteString("\\midrule\n")
		}
		b.WriteString(laTeXRow(cells, func(column int) bool { return t.best[[2]int{i - 1, column}] }))
	}
	if len(t.rows) > 0 {
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	for _, n := range t.notes {
		fmt.Fprintf(b, "\n{\\footnotesize %s}\n", escapeLaTeX(n))
	}
	b.WriteString("\\end{table}\n")
}

// laTeXRow returns one row of a table. bold says which columns are bold; nil means none.
func laTeXRow(cells []string, bold func(column int) bool) string {
	var out []string
	for i, c := range cells {
		mean, deviation, has := strings.Cut(c, plusMinus)
		text := escapeLaTeX(mean)
		if bold != nil && bold(i) {
			text = `\textbf{` + text + "}"
		}
		if has {
			text += ` {\small $\pm$ ` + escapeLaTeX(deviation) + "}"
		}
		if i == 0 && strings.IndexAny(text, "[*") == 0 {
			text = "{}" + text // or the end of the row before would take it for its own
		}
		out = append(out, text)
	}
	return strings.Join(out, " & ") + " \\\\\n"
}

// escapeLaTeX returns text on one line that LaTeX typesets unchanged. A minus sign before a
// number becomes one of mathematics, a lone dash an en dash.
func escapeLaTeX(s string) string {
	if s == noValue {
		return "--"
	}
	s = ligatures.Replace(laTeX.Replace(escapeControls(s)))
	return minus.ReplaceAllString(s, "$1$$-$$$2")
}

// minus matches the sign of a negative number at the beginning of a text, or behind a space or
// bracket.
var minus = regexp.MustCompile(`(^|[ (])-([0-9])`)

// ligatures keeps apart characters that LaTeX would join to another one.
var ligatures = strings.NewReplacer("--", "-{}-{}", "''", "'{}'{}", ",,", ",{},{}", "?`", "?{}`", "!`", "!{}`", "``", "`{}`{}")

// laTeX escapes the characters with a meaning in LaTeX.
var laTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`)
