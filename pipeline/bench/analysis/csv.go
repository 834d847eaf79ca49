package analysis

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

// WriteCSV writes one line for each agent and type of task, twins included, below a line of
// names. Rates, their standard errors and the ends of their intervals are in percent with one
// decimal; figures that are not known are empty. Each measure of [recall.Names] that some row has
// follows the rates in the same five columns, with [recall.EditDistance] in characters. If there are exam items, one line for each
// [choice.ScoreCell] follows, those of people last and with the role people, told apart by the column by, with the
// paper's score in place of the paper's success rate; all lines then end with by, group, field and the
// scores of a guess. If models selected tools, the figures of [SelectionReport] follow on all lines. If tools are of
// several domains, those of [DomainReport] come last. A group or field that a spreadsheet would take for a formula
// begins with an apostrophe. The error is the writer's.
func (a *Analysis) WriteCSV(w io.Writer) error {
	head := []string{"agent", "role", "type", "tasks", "trials", "missing"}
	for i := range metrics {
		name := strings.ReplaceAll(metrics[i].name, ".", "_")
		head = append(head, name, name+"_n", name+"_se", name+"_low", name+"_high")
	}
	head = append(head, "calls", "tokens", "cost")
	measures := a.csvMeasureNames()
	for _, name := range measures {
		head = append(head, name, name+"_n", name+"_se", name+"_low", name+"_high")
	}
	exam := slices.ContainsFunc(a.Agents, func(r AgentReport) bool { return r.Exam != nil })
	if exam {
		head = append(head, "by", "group", "field", "strict_chance", "paper_chance")
	}
	lines := [][]string{head}
	selections, domains := map[int][]string{}, map[int][]string{} // cells by line
	for i := range a.Agents {
		for _, r := range a.Agents[i].displayRows() {
			if cells := r.Selection.csv(); cells != nil {
				selections[len(lines)] = cells
			}
			if cells := r.Domains.csv(); cells != nil {
				domains[len(lines)] = cells
			}
			line := []string{a.Agents[i].Agent, string(a.Agents[i].Role), r.Type, strconv.Itoa(r.Tasks), strconv.Itoa(r.Trials), strconv.Itoa(r.Missing)}
			for j := range metrics {
				e := metrics[j].estimate(&r)
				line = append(line, csvPercent(e.Mean), strconv.Itoa(e.N))
				line = append(line, csvErrors(e)...)
			}
			line = append(line, csvDecimals(r.Calls.Mean, 1), csvDecimals(r.Tokens.Total.Mean, 1), csvDecimals(r.Cost.Mean, 6))
			line = append(line, r.csvMeasures(measures)...)
			if exam {
				line = append(line, "", "", "", "", "")
			}
			lines = append(lines, line)
		}
		for j := range a.Agents[i].Exam {
			lines = append(lines, a.Agents[i].csvCell(&a.Agents[i].Exam[j], measures))
		}
	}
	if a.People != nil {
		people := AgentReport{Agent: peopleRow, Role: peopleRow}
		for i := range a.People.Exam {
			lines = append(lines, people.csvCell(&a.People.Exam[i], measures))
		}
	}
	return csv.NewWriter(w).WriteAll(withColumns(withColumns(lines, selectionColumns, selections), domainColumns, domains))
}

// withColumns adds columns to lines that begin with the names, with the cells of some of them; without
// cells it adds none.
func withColumns(lines [][]string, columns []string, cells map[int][]string) [][]string {
	if len(cells) == 0 {
		return lines
	}
	lines[0] = append(lines[0], columns...)
	for i := range lines[1:] {
		of := cells[i+1]
		if of == nil {
			of = make([]string, len(columns))
		}
		lines[i+1] = append(lines[i+1], of...)
	}
	return lines
}

// plainCell puts an apostrophe before a name that a spreadsheet would take for a formula: names of
// fields come from the exams that were read.
func plainCell(name string) string {
	if strings.HasPrefix(strings.TrimLeft(name, " \t\r\n"), "=") || name != "" && strings.ContainsRune("+-@\t\r", rune(name[0])) {
		return "'" + name
	}
	return name
}

// csvCell returns the line of a cell of exam scores, which knows no attempts, processes or measures.
func (a *AgentReport) csvCell(c *choice.ScoreCell, measures []string) []string {
	line := []string{a.Agent, string(a.Role), cmp.Or(c.Type, score.All), strconv.Itoa(c.Items), "", ""}
	for i := range metrics {
		var e estimate.Estimate
		switch metrics[i].name {
		case "strict.success":
			e = c.Strict
		case "paper.success":
			e = c.Paper
		}
		line = append(line, csvPercent(e.Mean), strconv.Itoa(e.N))
		line = append(line, csvErrors(&e)...)
	}
	line = append(line, "", "", "")
	line = append(line, new(TypeReport).csvMeasures(measures)...)
	line = append(line, string(c.By), plainCell(c.Group), plainCell(c.Field))
	if c.Paper.N == 0 { // what a guess can expect is not known either
		return append(line, "", "")
	}
	return append(line, csvPercent(&c.StrictChance), csvPercent(&c.PaperChance))
}

// WriteCSV writes one line for each rate and type of task, twins included, below a line of
// names. Rates and differences are in percent and percentage points with one decimal; figures
// that are not known are empty. The error is the writer's.
func (c *PairedComparison) WriteCSV(w io.Writer) error {
	lines := [][]string{{"first", "second", "type", "rate", "tasks", "first_mean", "second_mean", "difference", "se", "low", "high", "p", "p_adjusted", "detectable", "won", "lost", "even"}}
	for i := range metrics {
		for _, row := range c.displayRows() {
			d := metrics[i].difference(&row)
			line := append([]string{c.First, c.Second, row.Type, metrics[i].name, strconv.Itoa(d.N), csvPercent(d.First), csvPercent(d.Second), csvPercent(d.Mean)}, csvErrors(&d.Estimate)...)
			lines = append(lines, append(line, csvDecimals(d.P, 4), csvDecimals(d.Adjusted, 4), csvPercent(d.Detectable),
				strconv.Itoa(d.Wins), strconv.Itoa(d.Losses), strconv.Itoa(d.Ties)))
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// csvErrors are the standard error and the ends of the interval.
func csvErrors(e *estimate.Estimate) []string {
	return []string{csvPercent(e.SE), csvPercent(e.Low), csvPercent(e.High)}
}

// csvPercent formats a share in percent; "" for nil.
func csvPercent(x *float64) string {
	if x == nil {
		return ""
	}
	return formatPercent(x)
}

// csvDecimals formats a figure with a number of decimals; "" for nil.
func csvDecimals(x *float64, decimals int) string {
	if x == nil {
		return ""
	}
	return formatDecimals(x, decimals)
}
