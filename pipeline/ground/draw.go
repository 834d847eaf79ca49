package ground

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// drawing is the grounding of one path and demand under way.
type drawing struct {
	g      *Grounder
	path   plan.Path
	demand plan.Demand
	alive  []set
	legs   []*leg

	wanted   int // tasks
	variants int // programs tried from each start entity
}

// variants returns how many programs are tried from each of so many start entities:
// from few more than from many, within bounds as many in all.
func (g *Grounder) variants(starts int) int {
	return g.limits.Variants * min(max(1, g.limits.Starts/starts), mostVariants)
}

// mostVariants is how many times Limits.Variants programs are tried from one start
// entity at most.
const mostVariants = 8

// outcome is what came of one start entity.
type outcome struct {
	passed  *execution // nil for none
	dropped map[plan.Reason]int
}

// rand returns the randomness of a start entity, or of the choice itself for "".
func (c *drawing) rand(start string) *rand.Rand {
	return digest.Rand("ground", fmt.Sprint(c.g.seed), c.path.ID, c.demand.Target, string(c.demand.Operator), start)
}

// try makes programs for one start entity and runs them until one answers a
// question. It is safe for concurrent use.
func (c *drawing) try(ctx context.Context, start int32) (*outcome, error) {
	t := &outcome{dropped: map[plan.Reason]int{}}
	r := c.rand(strings.Join(c.legs[0].from.list[start], unit))
	m := c.composer(start, r)
	if m == nil {
		t.dropped[Repeated]++
		return t, nil
	}
	for p := range m.programs(c.legs, c.variants) {
		e, reason, err := c.g.try(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("demand %s of %s: %w", c.demand.Operator, c.path, err)
		}
		if reason == "" {
			t.passed = e
			return t, nil
		}
		t.dropped[reason]++
	}
	if len(t.dropped) == 0 {
		t.dropped[Unmet]++
	}
	return t, nil
}

// composer returns what makes programs for one start entity; nil if every way to the
// end comes back to an entity. Entities that are compared take no way: the last lookup
// is about one of them.
func (c *drawing) composer(start int32, r *rand.Rand) *composer {
	s := &search{path: c.path, legs: c.legs, mode: modeOf(c.demand.Operator), alive: c.alive, r: r}
	if c.demand.Operator == comparing {
		m := c.g.newComposer(c.path, c.demand, c.legs, nil, nil, r)
		m.way, m.start = &route{at: []int32{start}}, c.legs[0].from.list[start]
		m.second = func() *route {
			if id := c.alive[0].list[r.IntN(len(c.alive[0].list))]; id != start {
				return &route{at: []int32{id}}
			}
			return nil
		}
		return m
	}
	numbers := s.find(start)
	if numbers == nil {
		return nil
	}
	moves := make([]plan.Move, len(numbers))
	for hop, n := range numbers {
		moves[hop] = c.legs[hop].moves[n]
	}
	way := s.route(start, numbers)
	m := c.g.newComposer(c.path, c.demand, c.legs, way, moves, r)
	m.start, m.rows = c.legs[0].from.list[start], m.found(way)
	m.second = func() *route { return c.second(s, start, numbers, r) }
	m.lead = func(id int32) *route { return s.route(id, numbers) }
	return m
}

// comparing is the demand that two start entities are compared.
const comparing plan.Operator = "compare"

// second draws another start entity that the same moves lead to the end; nil if a
// few draws find none.
func (c *drawing) second(s *search, first int32, moves []int32, r *rand.Rand) *route {
	starts := c.alive[0].list
	for range 16 {
		if id := starts[r.IntN(len(starts))]; id != first {
			if way := s.route(id, moves); way != nil {
				return way
			}
		}
	}
	return nil
}

// take counts what came of a start entity, and makes a task of it while there are not
// enough. Tasks of one choice have different answers: else who has seen one of them knows
// what to say to a question that is put like it.
func (c *drawing) take(out *Grounding, t *outcome) error {
	for reason, n := range t.dropped {
		out.drop(reason, n)
	}
	if t.passed == nil {
		return nil
	}
	if len(out.Tasks) == c.wanted {
		out.Passed++
		return nil
	}
	made, err := task.New(c.g.domain, t.passed.trace, c.g.language)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(out.Tasks, func(t *task.Task) bool {
		return sameStarts(t, made) || slices.Equal(t.KeyAnswer, made.KeyAnswer)
	}) {
		out.drop(Repeated, 1)
		return nil
	}
	out.Passed++
	out.Tasks = append(out.Tasks, made)
	return nil
}

// sameStarts reports whether two tasks of one choice are about the same entities: what
// A and B have in common is what B and A have.
func sameStarts(a, b *task.Task) bool {
	names := func(t *task.Task) []string {
		var list []string
		for _, e := range t.Entities {
			list = append(list, strings.Join(e.Name, unit))
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
	reply    draft.Reply
}

// try runs a bound program and drafts its question and answer, or says why there are
// none.
func (g *Grounder) try(ctx context.Context, p *plan.Program) (*execution, plan.Reason, error) {
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
	e, reason, err := g.drafted(trace)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	var starts []string
	for _, s := range p.Entities() {
		starts = append(starts, s.Value...)
	}
	if reason := g.gradable(e.question, starts, e.reply.Middle, e.reply.Values); reason != "" {
		return nil, reason, nil
	}
	reason, err = g.rivalled(ctx, trace)
	return e, reason, err
}

// drafted writes question and answer of an execution that came to its end, or says why
// it is not worth asking.
func (g *Grounder) drafted(trace *plan.Trace) (*execution, plan.Reason, error) {
	if reason, err := g.sound(trace); err != nil || reason != "" {
		return nil, reason, err
	}
	if reason := g.asks(trace); reason != "" {
		return nil, reason, nil
	}
	e := &execution{trace: trace}
	var err error
	if e.question, err = draft.Question(g.domain, trace.Program, g.language); err != nil {
		return nil, "", err
	}
	if e.reply, err = draft.Answer(g.domain, trace.Program, trace, g.language); err != nil {
		return nil, "", err
	}
	return e, "", nil
}
