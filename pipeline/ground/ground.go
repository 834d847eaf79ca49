// Package ground finds entities a path works for: it makes programs of the path that
// ask what is demanded, runs them from start entities in drawn order until enough
// answer a question, and keeps those, with the question drafted from them. Before any
// program is run it knows which entities each way leads to, and leaves out the ways on
// which no program would be kept.
package ground

import (
	"context"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reasons grounding drops an execution for, beside those of package plan.
const (
	Repeated  plan.Reason = "repeated"  // the chain comes back to an entity or a row it has been at
	Ambiguous plan.Reason = "ambiguous" // a name on the chain stands for more than one row or entity
	Leak      plan.Reason = "leak"      // the answer stands in the question, or is the start entity
	Weak      plan.Reason = "weak"      // a keyword tells too little, or is part of another
	Guess     plan.Reason = "guess"     // knowing the table, or naming all that the last lookup returned, would be right
	Long      plan.Reason = "long"      // the answer is a set too large to recite
	Few       plan.Reason = "few"       // the path works for fewer entities than wanted
	Shortcut  plan.Reason = "shortcut"  // fewer lookups lead to the answer
	Needless  plan.Reason = "needless"  // without one of its steps a program answers the same
	Alike     plan.Reason = "alike"     // a neighbouring program answers the same
	Unmet     plan.Reason = "unmet"     // there is nothing to draw from for what is demanded
)

// Limits bound what a task may ask for.
type Limits struct {
	// Variants is how many programs are tried from one start entity, at least 1; up to
	// eight times as many where there are fewer start entities than Starts.
	Variants int `json:"variants"`
	// Answers is the largest set a question may ask for.
	Answers int `json:"answers"`
	// Rows is the largest set a question may rank, count or add up: an agent has to
	// read it.
	Rows int `json:"rows"`
	// Starts is from how many start entities programs are tried, drawn from those that
	// some moves lead to the last lookup, before it is held that none works; at least 1.
	// Once one has, as many as four times that are tried for others.
	Starts int `json:"starts"`
}

// Grounder grounds paths over one corpus. Its methods are called from one
// goroutine at a time; it uses several itself.
type Grounder struct {
	corpus   *corpus.Corpus
	domain   *domain.Domain
	tools    tool.Caller
	language string
	seed     uint64
	limits   Limits
	workers  int
	reach    *reach
	names    *ambiguity
	shorter  *alternative.Searcher

	mu    sync.Mutex
	years map[string][]string           // by table and column
	same  map[string]bool               // by table and column: every row has one value
	held  map[string]map[string][]int32 // by table and column: the rows that hold a text
}

// New returns a grounder that drafts in the language. Draws depend on the seed
// and the path alone, never on the number of workers.
func New(c *corpus.Corpus, tools tool.Caller, language string, seed uint64, limits Limits, workers int) *Grounder {
	g := &Grounder{
		corpus: c, domain: c.Domain(), tools: tools, language: language, seed: seed, limits: limits,
		workers: workers, names: newAmbiguity(c), years: map[string][]string{}, same: map[string]bool{}, held: map[string]map[string][]int32{},
	}
	g.reach = newReach(g)
	var err error
	if g.shorter, err = alternative.NewSearcher(c); err != nil {
		panic("ground: " + err.Error()) // a domain that was checked has a way to find what its tools accept
	}
	return g
}

// Grounding is what became of one path and demand.
type Grounding struct {
	// Tasks are the tasks made, at most as many as wanted, each with another start
	// entity, or other ones where a program has several, in whatever order; without
	// checks, question and provenance.
	Tasks []*task.Task
	// Passed counts start entities with a program that answers a question, of those
	// tried: none is tried, but for the rest of a batch, when enough have passed.
	Passed int
	// Dropped counts the programs run that answer none, by reason. A start entity from
	// which no way leads to the end of the path counts once as missing, if no other
	// leads there either; one from which all ways that were looked at come back to an
	// entity as repeated, and one for which no program could be made as unmet. A program
	// of the same start entities as a task that was made counts as repeated too.
	Dropped map[plan.Reason]int
}

// Ground makes programs of a path that meet a demand, for start entities that some
// moves lead to the end of the path, in drawn order, and runs each until there are as
// many tasks as wanted, at least 1, or no start entities left that [Limits] allow. So
// the entities of a task are drawn from those that work, all alike. Which moves,
// operands and endings a start entity gets is drawn for it alone; the number wanted
// decides only where to stop, and so which of those that work come first. The path
// must be the graph's and the demand one of [plan.Demands]; where it is none of
// [Grounder.Demands] there is no task. The error is for broken tools and a context
// that is done; the grounder can be used after it.
func (g *Grounder) Ground(ctx context.Context, p plan.Path, demand plan.Demand, wanted int) (*Grounding, error) {
	out := &Grounding{Dropped: map[plan.Reason]int{}}
	alive, legs, err := g.reach.liveFor(ctx, p, demand.Operator)
	if err != nil {
		return nil, err
	}
	if legs == nil {
		out.drop(plan.Missing, len(g.reach.entities(p.Start).all))
		return out, nil
	}
	c := &request{g: g, path: p, demand: demand, live: alive, transitions: legs, wanted: wanted, variants: g.variants(len(alive[0].list))}
	order := slices.Clone(alive[0].list)
	r := c.rand("")
	r.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	left := g.limits.Starts
	for size := firstBatch; left > 0 && len(order) > 0 && len(out.Tasks) < wanted; size *= 2 {
		batch := order[:min(size, left, len(order))]
		left -= len(batch)
		order = order[len(batch):]
		tried, err := run.Map(ctx, g.workers, batch, func(ctx context.Context, _ int, start int32) (*attempt, error) {
			return c.tryStart(ctx, start)
		})
		if err != nil {
			return nil, err
		}
		for _, t := range tried {
			had := len(out.Tasks)
			if err := c.collect(out, t); err != nil {
				return nil, err
			}
			if had == 0 && len(out.Tasks) > 0 {
				left = moreStarts * g.limits.Starts
			}
		}
	}
	return out, nil
}

// moreStarts is from how many times Limits.Starts more start entities programs are tried
// once one has answered a question.
const moreStarts = 4

// firstBatch is how many start entities are tried before it is seen whether enough
// have passed; every further batch is twice as large. It shows in counts, so it does
// not depend on the number of workers.
const firstBatch = 16

func (o *Grounding) drop(reason plan.Reason, n int) {
	if n > 0 {
		o.Dropped[reason] += n
	}
}

// Leads reports whether some moves lead from some start entity, through no entity
// twice, to the last hop of a path, or of a beginning of one whose last hop returns
// an entity type; and not only such moves as a program near takes to what the next
// lookup cannot tell from it, or that lead to rows which fewer lookups show. Where it
// is false, no program of one start whose lookups follow one another along the path
// answers a question for any entity, nor does any along a path it is the beginning of,
// but for a few that are not worth asking either: one that chooses one of several where
// the choice makes no difference to what the next lookup finds. Where it is true, one
// may.
func (g *Grounder) Leads(ctx context.Context, p plan.Path) (bool, error) {
	return g.reach.leads(ctx, p, modeOne)
}

// Demands returns what a path can be asked for: of [plan.Demands], in their order,
// those for which some start entity leads to its end in the way the demand goes there;
// nil for none. For most that is as [Grounder.Leads] has it. What is asked of all
// entities on the way at once (map, having) goes by the set that the last lookup but one
// names: it must come to rows that are not all shown nearer, or to some of the set and
// not others, and not to the same by another column or lookup.
//
// For a demand that is left out, Ground finds nothing, and apart from what Leads
// excepts there is nothing to find; with one exception. Start entities that are
// compared take no way: the last lookup is about one of them. That alone does not make
// a path one of two lookups that lead on from each other, so comparing is a demand of
// paths along which others are led and no way to cover the rest.
func (g *Grounder) Demands(ctx context.Context, p plan.Path) ([]plan.Demand, error) {
	var demands []plan.Demand
	leads := map[mode]bool{}
	for _, d := range plan.Demands(g.domain, p) {
		for _, m := range modesOf(d.Operator) {
			if _, known := leads[m]; !known {
				is, err := g.reach.leads(ctx, p, m)
				if err != nil {
					return nil, err
				}
				leads[m] = is
			}
		}
		if !slices.ContainsFunc(modesOf(d.Operator), func(m mode) bool { return !leads[m] }) {
			demands = append(demands, d)
		}
	}
	return demands, nil
}

// yearsOf returns the years that occur in a column of days, sorted.
func (g *Grounder) yearsOf(table, column string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := table + unit + column
	if ys, ok := g.years[key]; ok {
		return ys
	}
	t := g.corpus.Table(table)
	col := t.Column(column)
	var ys []string
	for row := range t.Len() {
		for _, v := range t.Cell(row, col).Values {
			if v.Kind == value.Date {
				ys = append(ys, v.Text[:4])
			}
		}
	}
	slices.Sort(ys)
	ys = slices.Compact(ys)
	g.years[key] = ys
	return ys
}
