package analysis

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// WriteCSV writes one line for each agent and type of task, twins included, below a line of
// names. Rates, their standard errors and the ends of their intervals are in percent with one
// decimal; figures that are not known are empty. The error is the writer's.
func (a *Analysis) WriteCSV(w io.Writer) error {
	head := []string{"agent", "role", "type", "tasks", "trials", "missing"}
	for i := range metrics {
		name := strings.ReplaceAll(metrics[i].name, ".", "_")
		head = append(head, name, name+"_n", name+"_se", name+"_low", name+"_high")
	}
	lines := [][]string{append(head, "calls", "tokens", "cost")}
	for i := range a.Agents {
		for _, r := range a.Agents[i].displayRows() {
			line := []string{a.Agents[i].Agent, string(a.Agents[i].Role), r.Type, strconv.Itoa(r.Tasks), strconv.Itoa(r.Trials), strconv.Itoa(r.Missing)}
			for j := range metrics {
				e := metrics[j].estimate(&r)
				line = append(line, csvPercent(e.Mean), strconv.Itoa(e.N))
				line = append(line, csvErrors(e)...)
			}
			lines = append(lines, append(line, csvDecimals(r.Calls.Mean, 1), csvDecimals(r.Tokens.Total.Mean, 1), csvDecimals(r.Cost.Mean, 6)))
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
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
