// Package ground finds entities a path works for: it makes programs of the path that
// ask what is demanded, runs them from start entities in drawn order until enough
// answer a question, and keeps those, with the question drafted from them.
package ground

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/digest"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/rival"
	"taskgrove/pipeline/run"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/tool"
	"taskgrove/pipeline/value"
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
	// Where one does, four times as many more are tried for others.
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
	shorter  *rival.Searcher

	mu    sync.Mutex
	years map[string][]string // by table and column
	same  map[string]bool     // by table and column: every row has one value
}

// New returns a grounder that drafts in the language. Draws depend on the seed
// and the path alone, never on the number of workers.
func New(c *corpus.Corpus, tools tool.Caller, language string, seed uint64, limits Limits, workers int) *Grounder {
	g := &Grounder{
		corpus: c, domain: c.Domain(), tools: tools, language: language, seed: seed, limits: limits,
		workers: workers, names: newAmbiguity(c), years: map[string][]string{}, same: map[string]bool{},
	}
	g.reach = newReach(g)
	var err error
	if g.shorter, err = rival.NewSearcher(c); err != nil {
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
// moves lead to the end of the path, in drawn order, and runs each until as many as
// wanted answer a question. So the entities of a task are drawn from those that
// work, all alike. Which moves, operands and endings a start entity gets is drawn
// for it alone.
func (g *Grounder) Ground(ctx context.Context, p plan.Path, demand plan.Demand, wanted int) (*Grounding, error) {
	out := &Grounding{Dropped: map[plan.Reason]int{}}
	alive, legs, err := g.reach.demanded(ctx, p, demand.Operator)
	if err != nil {
		return nil, err
	}
	if legs == nil {
		out.drop(plan.Missing, len(g.reach.entities(p.Start).list))
		return out, nil
	}
	c := &drawing{g: g, path: p, demand: demand, alive: alive, legs: legs, wanted: wanted, variants: g.variants(len(alive[0].list))}
	order := slices.Clone(alive[0].list)
	r := c.rand("")
	r.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	left := g.limits.Starts
	for size := firstBatch; left > 0 && len(order) > 0 && len(out.Tasks) < wanted; size *= 2 {
		batch := order[:min(size, left, len(order))]
		left -= len(batch)
		order = order[len(batch):]
		tried, err := run.Map(ctx, g.workers, batch, func(ctx context.Context, _ int, start int32) (*outcome, error) {
			return c.try(ctx, start)
		})
		if err != nil {
			return nil, err
		}
		for _, t := range tried {
			had := len(out.Tasks)
			if err := c.take(out, t); err != nil {
				return nil, err
			}
			if had == 0 && len(out.Tasks) > 0 {
				left = encouraged * g.limits.Starts
			}
		}
	}
	return out, nil
}

// encouraged is from how many times Limits.Starts more start entities programs are tried
// once one has answered a question.
const encouraged = 4

// firstBatch is how many start entities are tried before it is seen whether enough
// have passed; every further batch is twice as large. It shows in counts, so it does
// not depend on the number of workers.
const firstBatch = 16

func (o *Grounding) drop(reason plan.Reason, n int) {
	if n > 0 {
		o.Dropped[reason] += n
	}
}

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
// enough.
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
	made, err := c.g.task(t.passed)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(out.Tasks, func(t *task.Task) bool { return sameStarts(t, made) }) {
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

// Leads reports whether some moves lead from some start entity, through no entity
// twice, to the last hop of a path, or of a beginning of one whose last hop returns
// an entity type; and not only such moves as a program near takes to the same entity
// too, or that lead to rows which fewer lookups show. Where it is false, no program
// whose lookups follow one another along the path is a task for any entity; where it
// is true, one may be.
func (g *Grounder) Leads(ctx context.Context, p plan.Path) (bool, error) {
	return g.reach.leads(ctx, p, chained)
}

// Demands returns what a path can be asked for: of [plan.Demands], in their order,
// those for which some start entity leads to its end in the way the demand goes there.
// For most that is as [Grounder.Leads] has it; what is asked of all entities on the way
// at once goes another way. Start entities that are compared go none, but the path is
// one along which others are led.
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

// chunk is how many entities one worker takes at a time.
const chunk = 16

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
	if reason, err := g.sound(trace); err != nil || reason != "" {
		return nil, reason, err
	}
	if reason := g.asks(trace); reason != "" {
		return nil, reason, nil
	}
	e := &execution{trace: trace}
	if e.question, err = draft.Question(g.domain, trace.Program, g.language); err != nil {
		return nil, "", err
	}
	if e.reply, err = draft.Answer(g.domain, trace.Program, trace, g.language); err != nil {
		return nil, "", err
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

// task makes a task of an execution.
func (g *Grounder) task(e *execution) (*task.Task, error) {
	steps, err := task.Steps(g.domain, e.trace, e.reply.Sentence)
	if err != nil {
		return nil, err
	}
	prog := e.trace.Program
	id, err := task.Identify(prog, steps)
	if err != nil {
		return nil, err
	}
	shape := prog.Structure(g.domain)
	t := &task.Task{
		ID: id, Family: "multihop", Type: fmt.Sprintf("%d-hop", shape.Hops), Language: g.language,
		Draft: e.question, Answer: e.reply.Sentence,
		KeyAnswer: e.reply.Keys, KeyMiddle: e.reply.Middle, AnswerValues: e.reply.Values,
		Path: strings.Join(prog.Tools(), plan.Separator), Plan: prog, Steps: steps, Structure: shape,
		Review: task.Review{Status: task.Unreviewed},
	}
	for _, s := range prog.Entities() {
		t.Entities = append(t.Entities, task.Entity{Type: s.Entity, Name: s.Value})
	}
	return t, nil
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
