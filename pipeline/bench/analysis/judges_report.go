package analysis

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

// judgeTables returns the tables of judges' grades, and of whether the scores count.
func (a *Analysis) judgeTables() []table { return []table{a.judges(), a.qualifications()} }

// formatGrade formats a number of points.
func formatGrade(points *float64) string { return formatDecimals(points, 2) }

// judges returns the table of judges' grades: scores in percent, overall scores, and points for
// each criterion.
func (a *Analysis) judges() table {
	t := table{title: "grades by judges: points for each criterion, overall from 0 to 100, score in percent", head: []string{"agent", "judge", "rubric", "counts", "criterion", "tasks", "mean", "interval"}}
	few := false
	for i := range a.Agents {
		for _, j := range a.Agents[i].overall().Judges {
			line := func(criterion string, e *estimate.Estimate, format func(*float64) string) {
				few = few || isFew(e)
				t.rows = append(t.rows, []string{a.Agents[i].Agent, j.Judge, cmp.Or(j.Rubric, noValue), yesNo(j.Counts), criterion, strconv.Itoa(e.N), withError(e, format(e.Mean), format), formatInterval(e, format)})
			}
			for _, c := range j.Criteria {
				line(c.Criterion, &c.Points, formatGrade)
			}
			if j.Overall != nil {
				line("overall", j.Overall, formatGrade)
			}
			line("score", &j.Score, formatPercent)
		}
	}
	if len(t.rows) == 0 {
		return table{}
	}
	t.noteFew(few)
	return t
}

// yesNo says whether something holds.
func yesNo(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}

// qualifications returns the table of how often judges ranked references above spoiled ones.
func (a *Analysis) qualifications() table {
	if a.Qualifications == nil {
		return table{}
	}
	t := table{title: "references that judges ranked above spoiled ones, of the pairs compared", head: []string{"judge", "rubric", "references"}}
	for _, way := range judge.Spoilings() {
		t.head = append(t.head, string(way))
	}
	t.head = append(t.head, "unscored", "scores count")
	few := false
	for _, q := range a.Qualifications {
		few = few || q.References == 0
		cells := []string{q.Judge, q.Rubric, strconv.Itoa(q.References)}
		for _, s := range q.Spoiled {
			cell := noValue
			if s.Possible > 0 {
				cell = fmt.Sprintf("%d/%d", s.Above, s.Pairs)
			}
			cells = append(cells, cell)
		}
		t.rows = append(t.rows, append(cells, strconv.Itoa(q.Unscored), yesNo(q.Qualified)))
	}
	if few {
		t.notes = append(t.notes, fmt.Sprintf("a judge is tried on at least %d references", judge.MinReferences))
	}
	return t
}

// agreement returns the table of judges' agreement.
func (a *Analysis) agreement() table {
	t := table{title: "agreement of judges: Krippendorff's alpha, correlations, kappa with quadratic weights, mean distance in points (score: in percent)", head: []string{"first", "second", "rubric", "criterion", "texts", "alpha", "Pearson", "Spearman", "kappa", "distance"}}
	for _, g := range a.Judges {
		line := func(criterion string, m *AgreementFigures, format func(*float64) string) {
			t.rows = append(t.rows, []string{g.First, g.Second, cmp.Or(g.Rubric, noValue), criterion, strconv.Itoa(m.N), formatDecimals(m.Alpha, 2),
				formatDecimals(m.Pearson, 2), formatDecimals(m.Spearman, 2), formatDecimals(m.Kappa, 2), format(m.Apart)})
		}
		for _, c := range g.Criteria {
			line(c.Criterion, &c.AgreementFigures, formatGrade)
		}
		if g.Overall != nil {
			line("overall", g.Overall, formatGrade)
		}
		line("score", &g.Score, formatPercent)
	}
	if len(t.rows) == 0 {
		return table{}
	}
	return t
}
