package proof

import (
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// underHeadings adds the pairs of a points table: a heading of it belongs to what the rows below
// it say, up to the next heading.
func underHeadings(p *exam.Part, t *task.Task, close, wide []map[int]bool) {
	for i, o := range t.Choices.Options {
		within := false
		for k := range p.Points {
			row := &p.Points[k]
			if row.Heading() {
				within = claim.Fold(row.Text) == claim.Fold(o)
				continue
			}
			if !within {
				continue
			}
			said := officialOf([]*exam.Part{{Points: p.Points[k : k+1]}}, t.Language)
			for j, m := range t.Choices.Matches {
				if said.says(claim.Read(m, t.Language)) {
					close[i][j], wide[i][j] = true, true
				}
			}
		}
	}
}
