package analysis_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Every table of a rich report has a name of its own, LaTeX that a strict reader takes, and CSV, and the
// two say the same.
func TestEveryTable(t *testing.T) {
	tasks, marks, o := small()
	second := slices.Clone(marks)
	for i := range second {
		second[i].Epoch = 1
	}
	methods := analyse(t, tasks, append(marks, second...), o)
	rich := analyse(t, toy(), hostileMarks(), analysis.ReportOptions{})
	pairs, err := analysis.Pairwise(toy(), hostileMarks(), analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	against, err := analysis.Pairwise(toy(), hostileMarks(), analysis.ReportOptions{Reference: "alpha"})
	if err != nil {
		t.Fatal(err)
	}
	for name, tables := range map[string][]analysis.Table{
		"methods": methods.Tables(), "rich": slices.Concat(rich.Tables(), analysis.PairTables(pairs)), "exams": slices.Concat(analyse(t, examItems(), examMarks(examItems()), analysis.ReportOptions{}).Tables(), analysis.PairTables(against)),
	} {
		seen := map[string]bool{}
		for _, one := range tables {
			if seen[one.Name()] || !regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`).MatchString(one.Name()) {
				t.Errorf("%s: table %q is named %q, want a name of its own that is fit for files", name, one.Title(), one.Name())
			}
			seen[one.Name()] = true
			var tex, values bytes.Buffer
			if err := one.WriteLaTeX(&tex); err != nil {
				t.Fatal(err)
			}
			if err := one.WriteCSV(&values); err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(&values).ReadAll()
			if err != nil {
				t.Errorf("%s: CSV of %s: %v", name, one.Name(), err)
				continue
			}
			cells, err := readLaTeX(tex.String())
			if err != nil {
				t.Errorf("%s: LaTeX of %s: %v\n%s", name, one.Name(), err, tex.String())
				continue
			}
			if len(cells) != len(rows) {
				t.Errorf("%s: %s has %d rows in LaTeX and %d in CSV", name, one.Name(), len(cells), len(rows))
				continue
			}
			for i := range cells {
				for j := range cells[i] {
					if c := ungrouped(cells[i][j]); c != "" && !slices.ContainsFunc(rows[i], func(r string) bool { return strings.TrimPrefix(r, "'") == c || c == "–" && r == "" }) {
						t.Errorf("%s: %s: cell %q of LaTeX stands not in CSV's %q", name, one.Name(), c, rows[i])
					}
				}
			}
		}
		if len(seen) < 5 {
			t.Errorf("%s: only %d tables", name, len(seen))
		}
	}
	for _, want := range []string{"overview", "grid-strict-success", "gains-paper-success", "gap-strict-success", "hops-strict-success", "pass-rates"} {
		if !slices.ContainsFunc(methods.Tables(), func(one analysis.Table) bool { return one.Name() == want }) {
			t.Errorf("no table %s of a run with methods and epochs", want)
		}
	}
}

// Totals of tokens are plain numbers in CSV, without commas between thousands.
func TestTotalsInCSV(t *testing.T) {
	tasks, marks, o := small()
	marks[0].Tokens = &score.Tokens{Total: 1234567}
	for _, one := range analyse(t, tasks, marks, o).Tables() {
		var b bytes.Buffer
		if err := one.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		if one.Name() == "grid-strict-success" && !strings.Contains(b.String(), ",1237097\n") {
			t.Errorf("no total of 1237097 in\n%s", b.String())
		}
	}
}

// hostileMarks are those of the toy, with a further agent that LaTeX and spreadsheets would misread.
func hostileMarks() []bench.Mark {
	marks := toyMarks()
	for _, m := range slices.Clone(marks) {
		if m.Agent == "alpha" {
			m.Agent = `[=1] -2 --- 100%_a#&$^~{x}\y "" '' 高`
			marks = append(marks, m)
		}
	}
	return marks
}

// readLaTeX reads the rows of a table, and finds fault with whatever LaTeX would not take as it was meant.
func readLaTeX(tex string) (rows [][]string, err error) {
	open, columns := []string{}, 0
	for _, line := range strings.Split(tex, "\n") {
		if strings.HasPrefix(line, "%") {
			continue
		}
		if m := regexp.MustCompile(`^\\(begin|end)\{(table|tabular)\}(\{l(r*)\})?$`).FindStringSubmatch(line); m != nil {
			switch {
			case m[1] == "begin":
				open = append(open, m[2])
				columns = 1 + len(m[4])
			case len(open) == 0 || open[len(open)-1] != m[2]:
				return nil, fmt.Errorf("%s is not open", m[2])
			default:
				open = open[:len(open)-1]
			}
			continue
		}
		if slices.Contains([]string{"", `\centering`, `\toprule`, `\midrule`, `\bottomrule`}, line) {
			continue
		}
		if text, ok := strings.CutPrefix(line, `\caption{`); ok {
			if _, err := plainText(strings.TrimSuffix(text, "}")); err != nil {
				return nil, err
			}
			continue
		}
		if text, ok := strings.CutPrefix(line, `{\footnotesize `); ok {
			if _, err := plainText(strings.TrimSuffix(text, "}")); err != nil {
				return nil, err
			}
			continue
		}
		row, ok := strings.CutSuffix(line, ` \\`)
		if !ok || !slices.Equal(open, []string{"table", "tabular"}) || strings.ContainsAny(row[:min(1, len(row))], "[*") {
			return nil, fmt.Errorf("line %q is no row of a table", line)
		}
		var cells []string
		for _, c := range strings.Split(strings.ReplaceAll(row, `\&`, "\x00"), "&") {
			c = strings.TrimSpace(c)
			if inner, ok := strings.CutPrefix(c, `\textbf{`); ok {
				c = strings.Replace(inner, "}", "", 1)
			}
			mean, _, _ := strings.Cut(c, ` {\small $\pm$ `)
			text, err := plainText(mean)
			if err != nil {
				return nil, err
			}
			cells = append(cells, strings.ReplaceAll(text, "\x00", "&"))
		}
		if len(cells) != columns {
			return nil, fmt.Errorf("%d cells in %q, want %d", len(cells), line, columns)
		}
		rows = append(rows, cells)
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("%v is left open", open)
	}
	return rows, nil
}

// laTeXWords are what a text of LaTeX may hold besides plain characters, and what they set.
var laTeXWords = []string{`\textbackslash{}`, `\`, `\textasciicircum{}`, "^", `\textasciitilde{}`, "~", `\textless{}`, "<", `\textgreater{}`, ">", `\textbar{}`, "|",
	`\{`, "{", `\}`, "}", `\$`, "$", `\&`, "&", `\#`, "#", `\%`, "%", `\_`, "_", "$-$", "-", "{}", ""}

// plainText returns the text that LaTeX sets; an error for a character with a meaning of its own.
func plainText(tex string) (string, error) {
	if tex == "--" {
		return "–", nil
	}
	var b strings.Builder
next:
	for tex != "" {
		for i := 0; i < len(laTeXWords); i += 2 {
			if rest, ok := strings.CutPrefix(tex, laTeXWords[i]); ok {
				b.WriteString(laTeXWords[i+1])
				tex = rest
				continue next
			}
		}
		for _, pair := range []string{"--", "''", "``", ",,", "?`", "!`"} {
			if strings.HasPrefix(tex, pair) {
				return "", fmt.Errorf("LaTeX joins %q in %q", pair, tex)
			}
		}
		if strings.ContainsAny(tex[:1], "\\{}$&#%_^~<>|") {
			return "", fmt.Errorf("a bare %q in %q", tex[:1], tex)
		}
		b.WriteByte(tex[0])
		tex = tex[1:]
	}
	return b.String(), nil
}

// ungrouped returns a number without commas between thousands, another text as it is.
func ungrouped(s string) string {
	if regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+$`).MatchString(s) {
		return strings.ReplaceAll(s, ",", "")
	}
	return s
}
