package ground

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// request is one call of [Grounder.Ground] under way.
type request struct {
	g           *Grounder
	path        plan.Path
	demand      plan.Demand
	live        []entitySet // as reach.liveFor returns them
	transitions []*transition
	absent      []entitySet // the same for entities about which the last lookup finds nothing; nil for none

	draws    digest.Draws // of seed, path and demand
	others   []int32      // start entities among which a second one is drawn
	wanted   int          // tasks
	variants int          // programs tried from each start entity

	excluded map[visit]bool
	refuse   func(*task.Task) plan.Reason // nil for none
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
	passed  *execution // nil for none
	dropped map[plan.Reason]int
}

// of returns the draws of a start entity.
func (q *request) of(start int32) digest.Draws {
	return q.draws.With(q.transitions[0].from.draws[start])
}

// startEntity is a start entity to try.
type startEntity struct {
	id     int32
	absent bool // moves lead it to an entity about which the last lookup finds nothing
}

// possible returns the start entities that order has, as bits by their numbers.
func (q *request) possible() []uint64 {
	if q.absent == nil || q.demand.Operator == opNone {
		return q.live[0].bits
	}
	bits := slices.Clone(q.live[0].bits)
	for i, word := range q.absent[0].bits {
		bits[i] |= word
	}
	return bits
}

// order returns the start entities in the order in which they are tried, drawn. Those that
// lead to nothing alternate with the others, so that neither answer to a yes-or-no question
// is likelier. The place of an entity in each order is drawn by its name: another entity
// more or less moves the others by a place at most.
func (q *request) order() []startEntity {
	draw := func(ids []int32, absent bool) []startEntity {
		var order []startEntity
		for _, id := range q.transitions[0].from.firstDrawn(q.draws, ids, moreStarts*q.g.limits.Starts+q.g.limits.Starts) {
			order = append(order, startEntity{id, absent})
		}
		return order
	}
	switch {
	case q.demand.Operator == opNone:
		return draw(q.live[0].list, true)
	case q.absent == nil:
		return draw(q.live[0].list, false)
	}
	found := draw(q.live[0].list, false)
	missing := draw(q.absent[0].list, true)
	phase := q.draws.Of("yes or no").IntN(2)
	var order []startEntity
	for len(found)+len(missing) > 0 {
		from := &found
		if len(found) == 0 || len(missing) > 0 && len(order)%2 == phase {
			from = &missing
		}
		order = append(order, (*from)[0])
		*from = (*from)[1:]
	}
	return order
}

// tryStart makes programs for one start entity and runs them until one answers a
// question. It is safe for concurrent use.
func (q *request) tryStart(ctx context.Context, start startEntity) (*attempt, error) {
	out := &attempt{dropped: map[plan.Reason]int{}}
	if q.excluded[visit{q.path.Start, start.id}] {
		out.dropped[Overused]++
		return out, nil
	}
	c, reason := q.composer(start, q.of(start.id))
	if reason != "" {
		out.dropped[reason]++
		return out, nil
	}
	for p := range c.programs(q.variants) {
		e, reason, err := q.g.tryProgram(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("demand %s of %s: %w", q.demand.Operator, q.path, err)
		}
		if reason == "" {
			out.passed = e
			return out, nil
		}
		out.dropped[reason]++
	}
	if len(out.dropped) == 0 {
		out.dropped[Unmet]++
	}
	return out, nil
}

// composer returns the composer of programs from one start entity. The reason is
// [Repeated] if every route to the end that was looked at comes back to an entity, and
// [Overused] if one of them goes through an excluded entity. Start entities that are
// compared have no route: the last lookup is about one of them.
func (q *request) composer(from startEntity, draws digest.Draws) (*composer, plan.Reason) {
	start := from.id
	if q.demand.Operator == opCompare {
		c := newComposer(q, route{start}, nil, draws)
		c.otherRoute = func(draws digest.Draws) route {
			for _, id := range q.drawOthers(draws, start) {
				return route{id}
			}
			return nil
		}
		return c, ""
	}
	s := &search{path: q.path, transitions: q.transitions, mode: modeOf(q.demand.Operator), live: q.live, excluded: q.excluded, draws: draws.Of("route"), drawn: true, limited: q.g.limited(q.path)}
	if from.absent && q.absent != nil {
		s.mode, s.live = modeAbsent, q.absent
	}
	numbers := s.find(start)
	switch {
	case numbers == nil && s.detoured:
		return nil, Overused
	case numbers == nil:
		return nil, Repeated
	}
	moves := make([]plan.Move, len(numbers))
	for hop, n := range numbers {
		moves[hop] = q.transitions[hop].moves[n]
	}
	c := newComposer(q, s.route(start, numbers), moves, draws)
	c.otherRoute = func(draws digest.Draws) route { return q.otherRoute(draws, s, start, numbers) }
	c.routeFrom = func(id int32) route { return s.route(id, numbers) }
	return c, ""
}

// opCompare is the demand that two start entities are compared.
const opCompare plan.Operator = "compare"

// opExists is the demand for a yes or no.
const opExists plan.Operator = "exists"

// opNone is the demand for the number of rows where there are none.
const opNone plan.Operator = "none"

// otherRoute draws another start entity that the same moves lead to the end; nil if a
// few draws find none.
func (q *request) otherRoute(draws digest.Draws, s *search, first int32, moves []int32) route {
	for _, id := range q.drawOthers(draws, first) {
		if other := s.route(id, moves); other != nil {
			return other
		}
	}
	return nil
}

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

// collect counts what came of a start entity and, while more tasks are wanted, makes a
// task of it. Tasks of one request have different answers: otherwise the answer to one
// could be given to a question that is worded like it. Of those that ask for a yes or no,
// half are answered yes and half no.
func (q *request) collect(out *Grounding, a *attempt) error {
	for reason, n := range a.dropped {
		out.drop(reason, n)
	}
	if a.passed == nil {
		return nil
	}
	if len(out.Tasks) == q.wanted {
		out.Passed++
		return nil
	}
	made, err := task.New(q.g.domain, a.passed.trace, q.g.language)
	if err != nil {
		return err
	}
	alike := 0 // earlier tasks with the same yes or no
	for _, earlier := range out.Tasks {
		if q.demand.Operator == opExists && earlier.AnswerValues[0].Yes == made.AnswerValues[0].Yes {
			alike++
		}
		if alike > (q.wanted-1)/2 || sameStarts(earlier, made) || slices.Equal(earlier.KeyAnswer, made.KeyAnswer) {
			out.drop(Repeated, 1)
			return nil
		}
	}
	if q.refuse != nil {
		if reason := q.refuse(made); reason != "" {
			out.drop(reason, 1)
			return nil
		}
	}
	out.Passed++
	out.Tasks = append(out.Tasks, made)
	return nil
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

// execution is one run of a program that answers a question.
type execution struct {
	trace    *plan.Trace
	question string
	reply    draft.ReferenceAnswer
}

// tryProgram runs a bound program and drafts its question and answer, or returns the
// reason why it is no task.
func (g *Grounder) tryProgram(ctx context.Context, p *plan.Program) (*execution, plan.Reason, error) {
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
	e, reason, err := g.draftTask(trace)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	var starts []string
	for _, s := range p.Entities() {
		starts = append(starts, s.Value...)
	}
	if reason := g.checkKeywords(e.question, starts, e.reply.Middle, e.reply.Values); reason != "" {
		return nil, reason, nil
	}
	reason, err = g.checkAlternatives(ctx, trace)
	return e, reason, err
}

// draftTask writes the question and answer of an execution, or returns the reason why it
// is not worth asking.
func (g *Grounder) draftTask(trace *plan.Trace) (*execution, plan.Reason, error) {
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
	e := &execution{trace: trace}
	given, err := draft.Given(g.domain, trace, g.language)
	if err != nil {
		return nil, "", err
	}
	if e.question, err = draft.Question(g.domain, trace.Program, g.language, given...); err != nil {
		return nil, "", err
	}
	if e.reply, err = draft.Answer(g.domain, trace.Program, trace, g.language); err != nil {
		return nil, "", err
	}
	if g.losesDigits(trace, e.reply.Values) {
		return nil, Weak, nil
	}
	return e, "", nil
}
