package command

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// chosenPaths are the paths of which a loop chooses, and what the flags want of them.
type chosenPaths struct {
	graph     *plan.Graph
	selection *plan.Allowance
	shares    []sample.Share
}

// chosenPaths returns what the flags choose of the paths of a domain.
func (p *sampling) chosenPaths(d *domain.Domain) (*chosenPaths, error) {
	g, err := plan.NewGraph(d)
	if err != nil {
		return nil, err
	}
	selection, err := p.selection(d)
	if err != nil {
		return nil, err
	}
	shares, err := p.shares(d, p.Depth)
	return &chosenPaths{g, &selection, shares}, err
}

// mostPaths is how many paths of a depth are looked at before some are drawn, and how many are
// written: a tree of eight hops can have hundreds of millions.
const mostPaths = 250_000

// live returns the paths of a depth that can meet a demand of the selection.
func (c *chosenPaths) live(ctx context.Context, d *domain.Domain, grounder *ground.Grounder, hops int, aimed bool) (sample.LivePaths, error) {
	found, demands, err := grounder.LivePaths(ctx, c.graph, ground.PathSearch{Hops: hops, Most: mostPaths, Aimed: aimed, Allows: c.selection.AllowsPath})
	live := sample.LivePaths{All: c.graph.Count(hops), Looked: found.Looked, Demands: map[string][]plan.Demand{}}
	for _, p := range found.Paths {
		left, refused := demands[p.ID], func(demand plan.Demand) bool { return !c.selection.AllowsDemand(d, p, demand) }
		if slices.ContainsFunc(left, refused) {
			left = slices.DeleteFunc(slices.Clone(left), refused)
		}
		if len(left) > 0 {
			live.Paths, live.Demands[p.ID] = append(live.Paths, p), left
		}
	}
	return live, err
}

// refusing returns a refusal that comes after that of tasks outside the selection.
func (c *chosenPaths) refusing(d *domain.Domain, refuse func(*task.Task) plan.Reason) func(*task.Task) plan.Reason {
	return func(t *task.Task) plan.Reason {
		if !c.selection.Allows(d, t.Plan) {
			return plan.Unselected
		}
		return refuse(t)
	}
}

// proveSelected runs a proof on tasks whose programs a selection allows; others have the reason
// [plan.Unselected]. Of texts to write and questions in fixed words only the tools are selected.
func proveSelected(allows func(*plan.Program) bool, prove sample.ProveFunc) sample.ProveFunc {
	return func(ctx context.Context, t *task.Task) (plan.Reason, error) {
		if !allows(t.Plan) {
			return plan.Unselected, nil
		}
		return prove(ctx, t)
	}
}
