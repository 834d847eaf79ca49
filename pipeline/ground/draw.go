package ground

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// request is one call of [Grounder.Ground] under way.
type request struct {
	g           *Grounder
	path        plan.Path
	demand      plan.Demand
	transitions []*transition
	starts      startGroup   // the entities that lead to the end
	absent      []startGroup // those for which a yes-or-no question is answered no: one group, or none

	draws    digest.Draws // of seed, path and demand
	others   []int32      // start entities among which a second one is drawn
	order    int          // how many start entities were handed out
	wanted   int          // tasks
	variants int          // programs tried from each start entity

	excluded map[visit]bool
	told     func(*task.Task) bool        // nil for none
	refuse   func(*task.Task) plan.Reason // nil for none
}

// startGroup are the start entities that lead to the end of a path in one mode.
type startGroup struct {
	drawing *drawing
	ends    []*suffix // of the path; nil if start entities are compared
	taken   int       // how many of them were handed out
}

// newRequest returns a request, whose transitions are nil if no start entity leads to the end.
func (g *Grounder) newRequest(ctx context.Context, p plan.Path, demand plan.Demand, wanted int, without Exclusions) (*request, error) {
	q := &request{
		g: g, path: p, demand: demand, wanted: wanted, excluded: g.reach.visits(without.Entities), told: without.Told, refuse: without.Refuse,
		draws: digest.NewDraws("ground", fmt.Sprint(g.seed), p.ID, demand.Target, string(demand.Operator)),
	}
	var err error
	least := 1
	if m := modeOf(demand.Operator); m == modeCompare {
		least = 2
		q.starts, err = q.compared()
	} else {
		q.starts, err = q.group(ctx, m)
	}
	if err != nil {
		return nil, err
	}
	found, err := q.starts.drawing.first(ctx, max(g.limits.Starts, amongOthers))
	if err != nil || len(found) < least {
		return q, err
	}
	q.variants = g.variants(len(found))
	q.others = found[:min(amongOthers, len(found))]
	for hop := range p.Hops {
		t, err := g.reach.transition(p, hop)
		if err != nil {
			return nil, err
		}
		q.transitions = append(q.transitions, t)
	}
	if demand.Operator == opExists {
		absent, err := q.group(ctx, modeAbsent)
		if err != nil {
			return nil, err
		}
		if found, err := absent.drawing.first(ctx, 1); err != nil {
			return nil, err
		} else if len(found) > 0 {
			q.absent = append(q.absent, absent)
		}
	}
	return q, nil
}

// group returns the start entities that lead to the end in a mode.
func (q *request) group(ctx context.Context, m mode) (startGroup, error) {
	ends, err := q.g.reach.ends(ctx, q.path, m)
	if err != nil || ends == nil {
		return startGroup{drawing: &drawing{from: &entityIndex{}, whole: new([]int32)}}, err
	}
	return startGroup{drawing: q.drawing(ends[0].leads, &ends[0].starts), ends: ends}, nil
}

// compared returns the start entities that can be compared.
func (q *request) compared() (startGroup, error) {
	known, err := q.g.reach.compared(q.path)
	return startGroup{drawing: q.drawing(known, new([]int32))}, err
}

// drawing returns a drawing of start entities, which finds or puts all that lead in whole.
func (q *request) drawing(leads func(context.Context, int32) (bool, error), whole *[]int32) *drawing {
	return &drawing{from: q.g.reach.entities(q.path.Start), draws: q.draws, leads: leads, workers: q.g.workers, whole: whole}
}

// mostVariants bounds how many times Limits.Variants programs are tried from one start
// entity.
const mostVariants = 8

// variants returns how many programs are tried from each start entity: the fewer starts
// there are, the more, so that the number of programs stays about the same.
func (g *Grounder) variants(starts int) int {
	return g.limits.Variants * min(max(1, g.limits.Starts/starts), mostVariants)
}

// attempt is what came of one start entity.
type attempt struct {
	made    *task.Task // nil for none
	fits    bool       // whether it has a program that answers a question
	dropped map[plan.Reason]int
}

// of returns the draws of a start entity.
func (q *request) of(start int32) digest.Draws {
	return q.draws.With(q.transitions[0].from.draws[start])
}

// startEntity is a start entity to try.
type startEntity struct {
	id   int32
	ends []*suffix // by which moves lead it to the end; nil if start entities are compared
}

// next returns the next start entities to try, at most so many, as drawn. Those that
// lead to nothing alternate with the others, so that neither answer to a yes-or-no question
// is likelier. The place of an entity in each order is drawn by its name: another entity
// more or less moves the others by a place at most.
func (q *request) next(ctx context.Context, n int) ([]startEntity, error) {
	groups := []*startGroup{&q.starts}
	for i := range q.absent {
		groups = append(groups, &q.absent[i])
		if q.draws.Of("yes or no").IntN(2) == 0 {
			slices.Reverse(groups)
		}
	}
	var all []startEntity
	for len(all) < n && len(groups) > 0 {
		from := groups[q.order%len(groups)]
		drawn, err := from.drawing.first(ctx, from.taken+1)
		if err != nil {
			return nil, err
		}
		if len(drawn) == from.taken {
			groups = slices.DeleteFunc(groups, func(g *startGroup) bool { return g == from })
			continue
		}
		all = append(all, startEntity{drawn[from.taken], from.ends})
		from.taken++
		q.order++
	}
	return all, nil
}

// tryStart makes programs for one start entity and runs them until one answers a
// question. It is safe for concurrent use.
func (q *request) tryStart(ctx context.Context, start startEntity) (*attempt, error) {
	out := &attempt{dropped: map[plan.Reason]int{}}
	if q.excluded[visit{q.path.Start, start.id}] {
		out.dropped[Overused]++
		return out, nil
	}
	c, reason, err := q.composer(ctx, start, q.of(start.id))
	if err != nil {
		return nil, err
	}
	if reason != "" {
		out.dropped[reason]++
		return out, nil
	}
	for p := range c.programs(q.variants) {
		made, reason, err := q.g.tryProgram(ctx, p, q.told)
		if err != nil {
			return nil, fmt.Errorf("demand %s of %s: %w", q.demand.Operator, q.path, err)
		}
		if reason == "" {
			out.made, out.fits = made, true
			return out, nil
		}
		out.dropped[reason]++
		if made != nil {
			out.fits = true
			return out, nil
		}
	}
	if len(out.dropped) == 0 {
		out.dropped[Unmet]++
	}
	return out, c.err
}

// composer returns the composer of programs from one start entity. The reason is
// [Repeated] if every route to the end that was looked at comes back to an entity, and
// [Overused] if one of them goes through an excluded entity. Start entities that are
// compared have no route: the last lookup is about one of them.
func (q *request) composer(ctx context.Context, from startEntity, draws digest.Draws) (*composer, plan.Reason, error) {
	start := from.id
	if from.ends == nil {
		c := newComposer(q, route{start}, nil, draws)
		c.otherRoute = func(draws digest.Draws) route {
			for _, id := range q.drawOthers(draws, start) {
				return route{id}
			}
			return nil
		}
		return c, "", nil
	}
	s := &search{path: q.path, ends: from.ends, excluded: q.excluded, draws: draws.Of("route"), drawn: true, limited: q.g.limited(q.path)}
	numbers, err := s.find(ctx, start)
	switch {
	case err != nil:
		return nil, "", err
	case numbers == nil && s.detoured:
		return nil, Overused, nil
	case numbers == nil:
		return nil, Repeated, nil
	}
	moves := make([]plan.Move, len(numbers))
	for hop, n := range numbers {
		moves[hop] = q.transitions[hop].moves[n]
	}
	first, err := s.route(ctx, start, numbers)
	if err != nil {
		return nil, "", err
	}
	c := newComposer(q, first, moves, draws)
	c.routeFrom = func(id int32) route {
		other, err := s.route(ctx, id, numbers)
		c.err = cmp.Or(c.err, err)
		return other
	}
	c.otherRoute = func(draws digest.Draws) route {
		for _, id := range q.drawOthers(draws, start) {
			if other := c.routeFrom(id); other != nil {
				return other
			}
		}
		return nil
	}
	return c, "", nil
}

// opCompare is the demand that two start entities are compared.
const opCompare plan.Operator = "compare"

// opExists is the demand for a yes or no.
const opExists plan.Operator = "exists"

// opNone is the demand for the number of rows where there are none.
const opNone plan.Operator = "none"

const (
	fewOthers   = 16 // start entities tried as the other one
	amongOthers = 64 // start entities, the first drawn, among which the other one is
)

// drawOthers returns a few start entities other than one, in the order drawn.
func (q *request) drawOthers(draws digest.Draws, than int32) []int32 {
	from := q.transitions[0].from
	others := filter(q.others, func(id int32) bool {
		return id != than && !q.excluded[visit{q.path.Start, id}]
	})
	return from.firstDrawn(draws, others, fewOthers)
}

// collect counts what came of a start entity and, while more tasks are wanted, takes its
// task. Tasks of one request have different answers: otherwise the answer to one
// could be given to a question that is worded like it. Of those that ask for a yes or no,
// half are answered yes and half no.
func (q *request) collect(out *Grounding, a *attempt) {
	for reason, n := range a.dropped {
		out.drop(reason, n)
	}
	made := a.made
	if made == nil {
		return
	}
	if len(out.Tasks) == q.wanted {
		out.Passed++
		return
	}
	alike := 0 // earlier tasks with the same yes or no
	for _, earlier := range out.Tasks {
		if q.demand.Operator == opExists && earlier.AnswerValues[0].Yes == made.AnswerValues[0].Yes {
			alike++
		}
		if alike > (q.wanted-1)/2 || sameStarts(earlier, made) || slices.Equal(earlier.KeyAnswer, made.KeyAnswer) {
			out.drop(Repeated, 1)
			return
		}
	}
	if q.refuse != nil {
		if reason := q.refuse(made); reason != "" {
			out.drop(reason, 1)
			return
		}
	}
	out.Passed++
	out.Tasks = append(out.Tasks, made)
}

// sameStarts reports whether two tasks of one request start from the same entities in
// any order: A and B have in common what B and A have.
func sameStarts(a, b *task.Task) bool {
	names := func(t *task.Task) []string {
		var list []string
		for _, e := range t.Entities {
			list = append(list, strings.Join(e.Name, separator))
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(names(a), names(b))
}

// tryProgram runs a bound program and makes a task of it, or returns the reason why it is none. A task that
// is told comes with the reason [Repeated], and without the search for other ways to its answer, which
// is most of the work.
func (g *Grounder) tryProgram(ctx context.Context, p *plan.Program, told func(*task.Task) bool) (*task.Task, plan.Reason, error) {
	x, err := plan.NewExecutor(g.domain, g.tools, p)
	if err != nil {
		return nil, "", err
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	if trace.Idle() != "" {
		return nil, plan.Trivial, nil
	}
	made, reason, err := g.draftTask(trace)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	if reason := g.checkKeywords(made); reason != "" {
		return nil, reason, nil
	}
	if told != nil && told(made) {
		return made, Repeated, nil
	}
	if reason, err := g.checkAlternatives(ctx, trace); err != nil || reason != "" {
		return nil, reason, err
	}
	return made, "", nil
}

// draftTask makes the task of an execution, or returns the reason why it is not worth asking.
func (g *Grounder) draftTask(trace *plan.Trace) (*task.Task, plan.Reason, error) {
	switch calls, err := trace.Calls(); {
	case err != nil:
		return nil, "", err
	case g.limits.Calls > 0 && calls > g.limits.Calls:
		return nil, Calls, nil
	}
	if reason, err := g.checkChain(trace); err != nil || reason != "" {
		return nil, reason, err
	}
	if reason := g.checkAnswers(trace); reason != "" {
		return nil, reason, nil
	}
	made, err := task.New(g.domain, trace, g.language)
	if err != nil {
		return nil, "", err
	}
	if g.losesDigits(trace, made.AnswerValues) {
		return nil, Weak, nil
	}
	return made, "", nil
}
