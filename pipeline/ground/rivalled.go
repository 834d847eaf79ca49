package ground

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// rivalled says which program near an execution's own answers what it does.
func (g *Grounder) rivalled(ctx context.Context, trace *plan.Trace) (plan.Reason, error) {
	said := alternative.Said(trace)
	for _, near := range []struct {
		reason plan.Reason
		rivals func(*plan.Program) []alternative.Rival
	}{
		{Needless, func(p *plan.Program) []alternative.Rival { return alternative.Dropped(g.domain, p) }},
		{Alike, g.shorter.Neighbours},
	} {
		agreeing, _, err := alternative.Agreeing(ctx, g.domain, g.tools, said, near.rivals(trace.Program))
		if err != nil {
			return "", err
		}
		if agreeing != nil {
			return near.reason, nil
		}
	}
	if stated, err := g.stated(trace); stated || err != nil {
		return Shortcut, err
	}
	if g.shorter.Shorter(trace).Found != nil {
		return Shortcut, nil
	}
	return "", nil
}

// distinctive is how many characters a text has at least for its standing within a
// longer one to be no accident.
const distinctive = 4

// stated reports whether an answer that takes two lookups stands within texts of a row
// that a start names, all of it if it is a set.
func (g *Grounder) stated(trace *plan.Trace) (bool, error) {
	for _, a := range trace.Program.Answers {
		r := trace.Result(a.From)
		if r == nil || r.Values == nil || trace.Program.Lookups(a.From) < 2 || slices.ContainsFunc(r.Values, func(v value.Value) bool {
			return v.Kind != value.Text || utf8.RuneCountInString(v.Text) < distinctive
		}) {
			continue
		}
		for _, s := range trace.Program.Entities() {
			if found, err := g.inRows(&s, r.Texts()); found || err != nil {
				return found, err
			}
		}
	}
	return false, nil
}

// inRows reports whether all texts stand in one row that a lookup of one row finds
// about an entity.
func (g *Grounder) inRows(s *plan.Start, texts []string) (bool, error) {
	for i := range g.domain.Tools {
		t := &g.domain.Tools[i]
		if t.Returns == domain.Many || !slices.Contains(plan.Accepts(g.domain, t), s.Entity) {
			continue
		}
		find, err := g.names.finder(t.Name, s.Entity)
		if err != nil {
			return false, err
		}
		table := g.corpus.Table(t.Table)
		for _, row := range find(s.Value) {
			if !slices.ContainsFunc(texts, func(text string) bool { return !holds(table, t, int(row), text) }) {
				return true, nil
			}
		}
	}
	return false, nil
}

// holds reports whether a text stands within a cell of a row that a lookup shows.
func holds(table *corpus.Table, t *domain.Tool, row int, text string) bool {
	for i, c := range table.Spec().Columns {
		if (t.Returns != domain.Field || c.Name == t.Column) && strings.Contains(table.Cell(row, i).Source, text) {
			return true
		}
	}
	return false
}
