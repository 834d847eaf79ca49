// Package ground finds entities a path works for: it runs programs the path can
// become from start entities in drawn order until enough executions answer a
// question, and keeps those, with the question drafted from them.
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
	Stray     plan.Reason = "stray"     // other moves than the program's lead to the end of the path
)

// Limits bound what a task may ask for.
type Limits struct {
	// Variants is how many programs of a path are tried, at least 1.
	Variants int `json:"variants"`
	// Entities is how many entities, and so tasks, each path gets, at least 1.
	Entities int `json:"entities"`
	// Answers is the largest set a question may ask for.
	Answers int `json:"answers"`
	// Rows is the largest set a question may rank, count or add up: an agent has to
	// read it.
	Rows int `json:"rows"`
	// Starts is from how many start entities a program is run at most, drawn from
	// those its moves lead from to the last lookup; at least 1.
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
	return g
}

// Grounding is what became of one path and target.
type Grounding struct {
	// Tasks are the tasks made, at most Limits.Entities, each with another start
	// entity; without checks, question and provenance.
	Tasks []*task.Task
	// Passed counts executions that answer a question, of those there were: no program
	// is run from more entities, but for the rest of a batch, when enough have passed.
	Passed int
	// Dropped counts executions that do not, by reason. A start entity from which no
	// moves lead to the end of the path counts as missing, one from which only other
	// moves than the program's do as stray, for each program; one from which all
	// ways that were looked at come back to an entity as repeated.
	Dropped map[plan.Reason]int
}

// Ground finds programs of a path for a target and runs each from start entities
// that its moves lead to the end of the path, in drawn order, until as many as
// wanted answer a question. It takes the first program that works for so many;
// where none does, it takes entities from several. So the entities of a task are
// drawn from those that work, all alike.
func (g *Grounder) Ground(ctx context.Context, p plan.Path, target string) (*Grounding, error) {
	alive, legs, err := g.reach.alive(ctx, p)
	if err != nil {
		return nil, err
	}
	d := &drawing{g: g, path: p, out: &Grounding{Dropped: map[plan.Reason]int{}}, used: map[string]bool{}, tried: map[string]bool{}}
	if legs == nil {
		d.drop(plan.Missing, len(g.reach.entities(p.Start).list))
		return d.out, nil
	}
	d.r = digest.Rand("ground", fmt.Sprint(g.seed), p.ID, target)
	starts := alive[0].list
	s := &search{path: p, legs: legs, alive: alive, r: d.r}
	endings := plan.Endings(g.domain, &p.Hops[len(p.Hops)-1], target, g.yearsOf)
	for _, i := range d.r.Perm(len(starts)) {
		if len(d.tried) == g.limits.Variants || d.searches >= 4*g.limits.Variants {
			break
		}
		moves := s.find(starts[i])
		if moves == nil {
			d.drop(Repeated, 1)
			continue
		}
		d.searches++
		taken := make([]plan.Move, len(moves))
		for hop, move := range moves {
			taken[hop] = legs[hop].moves[move]
		}
		followed := s.follow(moves)
		for _, j := range d.endings(endings) {
			if len(d.tried) == g.limits.Variants {
				break
			}
			key := fmt.Sprint(moves, j)
			if d.tried[key] {
				continue
			}
			d.tried[key] = true
			d.drop(plan.Missing, len(legs[0].from.list)-len(starts))
			d.drop(Stray, len(starts)-len(followed))
			if done, err := d.ground(ctx, plan.Assemble(p, taken, endings[j]), legs[0].from, followed); done || err != nil {
				return d.out, err
			}
		}
	}
	return d.out, nil
}

// drawing is the grounding of one path and target under way.
type drawing struct {
	g        *Grounder
	path     plan.Path
	r        *rand.Rand
	searches int
	tried    map[string]bool // programs, by the numbers of moves and ending
	used     map[string]bool // start entities of the tasks
	out      *Grounding
}

// endings returns the order in which to try endings: every other time the ones
// that take a whole set come before those that take one row of it, of which there
// are many more.
func (d *drawing) endings(endings []plan.Ending) []int {
	order := drawn(d.r, len(endings), func(j int) bool { return endings[j].Filtered })
	if d.r.IntN(2) == 0 {
		slices.SortStableFunc(order, func(a, b int) int { return len(endings[a].Do) - len(endings[b].Do) })
	}
	return order
}

func (d *drawing) drop(reason plan.Reason, n int) {
	if n > 0 {
		d.out.Dropped[reason] += n
	}
}

// ground runs one program from the start entities its moves lead from to the last
// lookup, batch by batch in drawn order, and takes tasks from it. Done says that
// there are enough.
func (d *drawing) ground(ctx context.Context, p *plan.Program, starts *names, followed []int32) (done bool, err error) {
	x, err := plan.NewExecutor(d.g.domain, d.g.tools, p)
	if err != nil {
		return false, err
	}
	order := slices.Clone(followed)
	d.r.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	order = order[:min(len(order), d.g.limits.Starts)]
	var passed []*execution
	for size := firstBatch; len(order) > 0 && len(passed) < d.g.limits.Entities; size *= 2 {
		list := make([][]string, min(size, len(order)))
		for i := range list {
			list[i] = starts.list[order[i]]
		}
		order = order[len(list):]
		more, err := d.g.over(ctx, x, list, d.out)
		if err != nil {
			return false, err
		}
		passed = append(passed, more...)
	}
	return d.take(passed)
}

// firstBatch is how many start entities a program is run from before it is seen
// whether enough have passed; every further batch is twice as large. It shows in
// counts, so it does not depend on the number of workers.
const firstBatch = 32

// take makes tasks of executions of one program, each of another start entity. A
// program that has enough alone replaces what others gave.
func (d *drawing) take(passed []*execution) (done bool, err error) {
	if len(passed) >= d.g.limits.Entities {
		d.out.Tasks, d.used = nil, map[string]bool{}
	}
	for _, e := range passed {
		name := strings.Join(e.start, unit)
		if len(d.out.Tasks) == d.g.limits.Entities || d.used[name] {
			continue
		}
		t, err := d.g.task(e, d.path)
		if err != nil {
			return false, err
		}
		d.used[name] = true
		d.out.Tasks = append(d.out.Tasks, t)
	}
	return len(d.out.Tasks) == d.g.limits.Entities, nil
}

// Leads reports whether some moves lead from some start entity, through no entity
// twice, to the last hop of a path, or of a beginning of one whose last hop returns
// an entity type. Where it is false, no program of the path works for any entity;
// where it is true, one may.
func (g *Grounder) Leads(ctx context.Context, p plan.Path) (bool, error) {
	return g.reach.leads(ctx, p)
}

// chunk is how many entities one worker takes at a time.
const chunk = 16

// execution is one run of a program that answers a question.
type execution struct {
	start    []string
	trace    *plan.Trace
	question string
	reply    draft.Reply
}

// over runs one program from every one of starts and returns the executions that
// pass, in the order of the starts.
func (g *Grounder) over(ctx context.Context, x *plan.Executor, starts [][]string, out *Grounding) ([]*execution, error) {
	type part struct {
		passed  []*execution
		dropped map[plan.Reason]int
	}
	parts, err := run.Map(ctx, g.workers, slices.Collect(slices.Chunk(starts, chunk)),
		func(ctx context.Context, _ int, starts [][]string) (part, error) {
			pt := part{dropped: map[plan.Reason]int{}}
			for _, s := range starts {
				e, reason, err := g.try(ctx, x, s)
				if err != nil {
					return pt, err
				}
				if reason != "" {
					pt.dropped[reason]++
					continue
				}
				pt.passed = append(pt.passed, e)
			}
			return pt, nil
		})
	if err != nil {
		return nil, err
	}
	var passed []*execution
	for _, pt := range parts {
		passed = append(passed, pt.passed...)
		for reason, n := range pt.dropped {
			out.Dropped[reason] += n
		}
	}
	out.Passed += len(passed)
	return passed, nil
}

// try runs a program from one start and drafts its question and answer, or says
// why there are none.
func (g *Grounder) try(ctx context.Context, x *plan.Executor, start []string) (*execution, plan.Reason, error) {
	trace, reason, err := x.Run(ctx, start)
	if err != nil || reason != "" {
		return nil, reason, err
	}
	if reason, err := g.sound(trace); err != nil || reason != "" {
		return nil, reason, err
	}
	if reason := g.asks(trace); reason != "" {
		return nil, reason, nil
	}
	e := &execution{start: start, trace: trace}
	if e.question, err = draft.Question(g.domain, trace.Program, g.language); err != nil {
		return nil, "", err
	}
	if e.reply, err = draft.Answer(g.domain, trace.Program, trace, g.language); err != nil {
		return nil, "", err
	}
	if reason := g.gradable(e.question, start, e.reply.Middle, e.reply.Values); reason != "" {
		return nil, reason, nil
	}
	return e, "", nil
}

// task makes a task of an execution of a path's program.
func (g *Grounder) task(e *execution, p plan.Path) (*task.Task, error) {
	steps, err := task.Steps(g.domain, e.trace, e.reply.Sentence)
	if err != nil {
		return nil, err
	}
	prog := e.trace.Program
	id, err := task.Identify(prog, steps)
	if err != nil {
		return nil, err
	}
	t := &task.Task{
		ID: id, Family: "multihop", Type: fmt.Sprintf("%d-hop", len(p.Hops)), Language: g.language,
		Draft: e.question, Answer: e.reply.Sentence,
		KeyAnswer: e.reply.Keys, KeyMiddle: e.reply.Middle, AnswerValues: e.reply.Values,
		Path: p.String(), Plan: prog, Steps: steps, Structure: prog.Structure(g.domain),
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
