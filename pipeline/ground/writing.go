package ground

import (
	"context"
	"fmt"
	"regexp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Write makes at most n tasks of a template, each about another entity, drawn from the entities
// that fit, in turn over the template's strata, so that each stratum has one of its entities
// before others have many. An entity fits if everything that the answer
// must state is found, unambiguous and usable as a keyword. Passed counts the tried
// entities that fit; it can exceed n, because a batch is finished once begun. Entities
// about which a lookup of the start finds no row, or that have no record, count as missing. If n is less than 1
// nothing is tried or counted. Limits do not apply. The error means that a tool is broken
// or ctx is done; the result is nil then.
func (g *Grounder) Write(ctx context.Context, t *domain.Template, n int) (*Grounding, error) {
	out := &Grounding{Dropped: map[plan.Reason]int{}}
	if n < 1 {
		return out, nil
	}
	w, err := g.newTextGrounder(t)
	if err != nil {
		return nil, err
	}
	names, err := g.subjects(t, out)
	if err != nil {
		return nil, err
	}
	out.Entities = len(names) + out.Dropped[plan.Missing]
	out.Subjects = len(names)
	digest.Order(digest.NewDraws("write", fmt.Sprint(g.seed), t.Name), names, joined)
	names = w.finders.covering(names, t.Strata)
	type tried struct {
		made   *task.Task
		reason plan.Reason
	}
	for done, size := 0, firstBatch; len(names) > 0 && len(out.Tasks) < n; size = done {
		batch := names[:min(size, len(names))]
		names, done = names[len(batch):], done+len(batch)
		all, err := run.Map(ctx, g.workers, batch, func(ctx context.Context, _ int, name []string) (tried, error) {
			made, reason, err := w.write(ctx, name)
			return tried{made, reason}, err
		})
		if err != nil {
			return nil, err
		}
		for _, one := range all {
			if one.reason != "" {
				out.drop(one.reason, 1)
				continue
			}
			out.Passed++
			if len(out.Tasks) < n {
				out.Tasks = append(out.Tasks, one.made)
			}
		}
	}
	return out, nil
}

// subjects returns the entities that a template can be about: those whose name matches
// its pattern and about which every lookup of the start finds a row, and the start's record is
// there. It counts the others that match as missing.
func (g *Grounder) subjects(t *domain.Template, out *Grounding) ([][]string, error) {
	pattern, err := regexp.Compile(t.Start.Pattern)
	if err != nil {
		return nil, err
	}
	finders, err := g.startFinders(t)
	if err != nil {
		return nil, err
	}
	var names [][]string
next:
	for _, name := range g.reach.entities(t.Start.Entity).list {
		if !pattern.MatchString(name[0]) {
			continue
		}
		for _, find := range finders {
			if len(find.rows(name)) == 0 {
				out.drop(plan.Missing, 1)
				continue next
			}
		}
		if !finders.fits(t.Start.Where, name) {
			out.drop(Unfit, 1)
			continue
		}
		names = append(names, name)
	}
	return names, nil
}
