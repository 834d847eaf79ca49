package analysis

import (
	"fmt"
	"io"
	"strings"
)

// writeLaTeXTables writes tables as floats of LaTeX with the rules of package booktabs.
func writeLaTeXTables(w io.Writer, tables []table) error {
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}; names that are not Latin need XeLaTeX or LuaLaTeX\n")
	for _, t := range tables {
		fmt.Fprintf(&b, "\n\\begin{table}\n\\centering\n\\caption{%s}\n", escapeLaTeX(t.title))
		if len(t.rows) > 0 {
			fmt.Fprintf(&b, "\\begin{tabular}{l%s}\n\\toprule\n", strings.Repeat("r", len(t.head)-1))
			b.WriteString(laTeXRow(t.head, nil) + "\\midrule\n")
			for row, cells := range t.rows {
				b.WriteString(laTeXRow(cells, func(column int) bool { return t.best[[2]int{row, column}] }))
			}
			b.WriteString("\\bottomrule\n\\end{tabular}\n")
		}
		for _, n := range t.notes {
			fmt.Fprintf(&b, "\n{\\footnotesize %s}\n", escapeLaTeX(n))
		}
		b.WriteString("\\end{table}\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// laTeXRow returns one row of a table. bold says which columns are bold; nil means none.
func laTeXRow(cells []string, bold func(column int) bool) string {
	var out []string
	for i, c := range cells {
		mean, deviation, has := strings.Cut(c, " ± ")
		text := escapeLaTeX(mean)
		if bold != nil && bold(i) {
			text = `\textbf{` + text + "}"
		}
		if has {
			text += ` {\small $\pm$ ` + escapeLaTeX(deviation) + "}"
		}
		out = append(out, text)
	}
	return strings.Join(out, " & ") + " \\\\\n"
}

// escapeLaTeX returns text on one line that LaTeX typesets unchanged. A minus sign before a
// digit becomes one of mathematics, a lone dash an en dash.
func escapeLaTeX(s string) string {
	if s == noValue {
		return "--"
	}
	s = escapeControls(s)
	if len(s) > 1 && s[0] == '-' && s[1] >= '0' && s[1] <= '9' {
		return "$-$" + laTeX.Replace(s[1:])
	}
	return laTeX.Replace(s)
}

// laTeX escapes the characters with a meaning in LaTeX.
var laTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`)
