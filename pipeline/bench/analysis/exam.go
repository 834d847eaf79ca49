package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// gradedItems returns the exam items among tasks with the grades of an agent.
func (s *taskSet) gradedItems(of *agentMarks, tasks []int) (items []choice.GradedItem) {
	for _, i := range tasks {
		t := s.tasks[i]
		it, ok := task.ChoiceItem(t)
		if !ok {
			continue
		}
		g := choice.GradedItem{Type: t.Type, Form: it.Form, Class: strings.Join(t.KeyAnswer, ","), Cluster: s.clusters[i]}
		if t.Derivation != nil {
			g.Field, g.Group = t.Derivation.Field, t.Derivation.Group
		}
		g.PaperChance, g.StrictChance = choice.Chance(it)
		g.Paper = mean(of.attempts[i], func(m *bench.Mark) *float64 { return m.Paper.Success })
		g.Strict = mean(of.attempts[i], func(m *bench.Mark) *float64 { return m.Strict.Success })
		items = append(items, g)
	}
	return items
}

// examTables returns the tables of scores over exam items: by type and group, by field, and by
// field and type; of how choices are stated; and of writers.
func (a *Analysis) examTables() []table {
	rows := a.examRows()
	return []table{
		a.examScores("exam scores", rows, []string{"group", "type"}, choice.Overall, choice.ByGroup, choice.ByType),
		a.sameItems(),
		a.examScores("exam scores by field", rows, []string{"group", "field"}, choice.ByField),
		a.examScores("exam scores by field and type", rows, []string{"field", "type"}, choice.ByFieldType),
		a.stated(), a.favours(), a.writtenFields(),
	}
}

// examScores returns a table of some cells. named are the names of a cell that it shows.
func (a *Analysis) examScores(title string, rows []examRow, named []string, groupings ...choice.Grouping) table {
	t := table{
		title: title + ", in percent with " + formatLevel(a.Level) + " intervals",
		head:  append(append([]string{"agent"}, named...), "items", "paper", "interval", "chance", "strict", "interval", "chance"),
	}
	few := false
	for _, row := range rows {
		for _, by := range groupings {
			for j := range row.cells {
				c := &row.cells[j]
				if c.By != by {
					continue
				}
				few = few || c.Few
				t.rows = append(t.rows, append(append([]string{row.name}, namesOf(c, named)...), scoreCells(c)...))
			}
		}
	}
	if t.rows == nil {
		return table{}
	}
	t.notes = append(t.notes, "paper: balanced accuracy within a field and type, or mean F1 for selection and matching, weighted by items; strict: the whole answer is right; chance: a guess")
	if few {
		t.notes = append(t.notes, fmt.Sprintf("* fewer than %d items", choice.MinCellItems))
	}
	if a.People != nil {
		t.notes = append(t.notes, a.People.note())
	}
	return t
}

// namesOf returns the names of a cell; the word for all where it has none of them.
func namesOf(c *choice.ScoreCell, named []string) (cells []string) {
	for _, n := range named {
		name := map[string]string{"group": c.Group, "field": c.Field, "type": c.Type}[n]
		if name == "" && (string(c.By) == n || c.By == choice.ByField || c.By == choice.ByFieldType) {
			name = "(unknown)"
		}
		if name == "" {
			name = string(choice.Overall)
		}
		cells = append(cells, name)
	}
	return cells
}

// scoreCells returns the figures of a cell.
func scoreCells(c *choice.ScoreCell) []string {
	items := strconv.Itoa(c.Items)
	if c.Few {
		items += "*"
	}
	chance := func(e *estimate.Estimate, x float64) string {
		if e.N == 0 {
			return noValue
		}
		return formatPercent(&x)
	}
	return []string{items, formatRate(&c.Paper), formatInterval(&c.Paper, formatPercent), chance(&c.Paper, c.PaperChance),
		formatRate(&c.Strict), formatInterval(&c.Strict, formatPercent), chance(&c.Strict, c.StrictChance)}
}

// stated returns the table of how answers to exam items state their choice.
func (a *Analysis) stated() table {
	return a.measuredTable("choices by how they are stated, in percent", isExamRow)
}

// isExamRow reports whether a row is over exam items.
func isExamRow(r *TypeReport) bool {
	for _, name := range task.ExamTypes() {
		if r.Type == name {
			return r.Measures != nil
		}
	}
	return false
}
