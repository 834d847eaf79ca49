// Package ground finds start entities for which a path works and makes tasks of them.
//
// A path is a chain of lookups. A program of the path also says how to get from the rows
// of one lookup to the entity that the next is asked about (a move), and what to ask of
// the last rows. The package composes programs that meet a demand, runs them from start
// entities in drawn order until enough of them answer a question, and keeps those with
// the question drafted from them.
//
// Most programs that fail the proofs fail because a program near them, with one step
// changed or left out, gives the same answer. That is mostly settled by the moves, which
// thousands of paths share. So before it runs any program, the package works out for
// each lookup and entity which moves lead to which next entity, and drops the moves
// after which every program would fail.
//
// # One path followed
//
// In the toy world the path get_company_cases, get_court asks for the cases of a company,
// derives the code of a court from the number of one of them, and looks that court up.
// For 松屿能源有限公司 the first lookup finds three cases:
//
//	（2018）丙01民初93号    filed 2018-06-20    50,000,000 yuan    court 丙01
//	（2020）丙01民初377号   filed 2020-10-12    50,000,000 yuan    court 丙01
//	（2020）甲01民初519号   filed 2020-12-03     1,274,000 yuan    court 甲01
//
// The type lookup chooses a row in every way a move can: the latest, the earliest, the
// largest amount, the only one of 2018, and so on. The row of a choice names candidates
// to go on to, one for each link; here the link is the column of case numbers. The
// largest amount is a tie, so that choice has no candidate. For every choice the lookup
// also runs the programs near it: beside the earliest case (93) there are the second
// earliest (377) and the latest (519). A candidate that a near program leads to as well
// is dropped at once.
//
// The type transition is one step from lookup to lookup, and its pruner asks what the
// next lookup finds about each candidate. The earliest case is dropped: 93 and 377 are of
// the same court, so whoever takes the second earliest case is right by accident. The
// latest case is kept: 519 is of another court than the others. What remains are the
// edges of the transition: from this company the move "latest" leads to case 519.
//
// The type reach joins transitions to paths and knows from which start entities edges
// lead to the end. For each of those, search draws a route along the edges and composer
// adds what is demanded, such as the court's level. The program is then run, checked
// against every rule, and its question drafted.
//
// Note: two other designs were rejected (decision record 16). To take a choice for dead
// after some thousand starts have failed costs the most where there is nothing to find,
// and bounds nothing. To ask for all starts of a path in one SQL query would state every
// operation and every rule a third time.
package ground

import (
	"context"
	"slices"
	"sync"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reasons for which grounding drops an execution, in addition to those of package plan.
const (
	Unfit     plan.Reason = "unfit"     // the row about an entity is not of the kind that the template wants
	Repeated  plan.Reason = "repeated"  // the chain returns to an entity or a row
	Ambiguous plan.Reason = "ambiguous" // a name on the chain means more than one row or entity
	Leak      plan.Reason = "leak"      // the question contains the answer, or the answer is the start entity
	Weak      plan.Reason = "weak"      // a keyword is too short or zero, or is part of another
	Guess     plan.Reason = "guess"     // the answer can be guessed, or is among too few to choose from
	Long      plan.Reason = "long"      // the answer is a set too large to recite
	Shortcut  plan.Reason = "shortcut"  // fewer lookups lead to the answer
	Needless  plan.Reason = "needless"  // the program gives the same answer without one of its steps
	Alike     plan.Reason = "alike"     // a neighbouring program gives the same answer
	Misread   plan.Reason = "reading"   // another reading of the question gives another answer
	Single    plan.Reason = "single"    // a list of one value
	Unmet     plan.Reason = "unmet"     // no program of the start entity meets the demand
	Calls     plan.Reason = "calls"     // it takes more tool calls than [Limits] allow
	Overused  plan.Reason = "overused"  // it goes through an entity that the request leaves out
)

// Limits bound the requests of a task and the search for tasks.
type Limits struct {
	// Variants is the number of programs tried from one start entity, at least 1. If there
	// are fewer start entities than Starts, up to eight times as many are tried.
	Variants int `json:"variants"`
	// Answers is the size of the largest set that a question may ask for.
	Answers int `json:"answers"`
	// Rows is the size of the largest set of rows that a question may rank, count or add
	// up, all of which an agent has to read.
	Rows int `json:"rows"`
	// Calls is the largest number of different tool calls that a task may take; 0 stands
	// for any number.
	Calls int `json:"calls"`
	// Starts is the number of start entities tried before a path counts as one that works
	// for none, at least 1. They are drawn from the entities that moves lead to the last
	// lookup. Once one has worked, up to four times as many more are tried.
	Starts int `json:"starts"`
}

// A Grounder finds start entities and makes tasks over one corpus. Its methods must be
// called from one goroutine at a time; it uses several itself.
type Grounder struct {
	corpus   *corpus.Corpus
	domain   *domain.Domain
	tools    tool.Caller
	language string
	seed     uint64
	limits   Limits
	workers  int
	reach    *reach
	names    *soundness.EntityNames
	shorter  *alternative.Searcher
	readings *reading.Comparer

	mu    sync.Mutex
	years map[string][]string                    // by table and column: as yearsOf returns them
	most  map[string]decimal.Decimal             // by table and column: the largest number
	same  map[string]bool                        // by table and column: every row has one value
	held  map[string]map[string][]int32          // by table and column: the rows that hold a text
	find  map[string]func(name []string) []int32 // by tool and entity type: the rows that a lookup finds
}

// New returns a grounder that drafts questions in the language. Tools must be the tools
// over c. Workers is the number of concurrent executions; less than 1 means 1. The results
// depend on the seed, the path and the demand, and never on the number of workers.
func New(c *corpus.Corpus, tools tool.Caller, language string, seed uint64, limits Limits, workers int) *Grounder {
	g := &Grounder{
		corpus: c, domain: c.Domain(), tools: tools, language: language, seed: seed, limits: limits,
		workers: workers, names: soundness.NewNames(c), readings: reading.NewComparer(c, tools), years: map[string][]string{}, most: map[string]decimal.Decimal{}, same: map[string]bool{}, held: map[string]map[string][]int32{}, find: map[string]func([]string) []int32{},
	}
	g.reach = newReach(g)
	var err error
	if g.shorter, err = alternative.NewSearcher(c); err != nil {
		panic("ground: " + err.Error()) // cannot happen in a valid domain: its tools find what they accept
	}
	return g
}

// A Grounding is the result of grounding one path for one demand.
type Grounding struct {
	// Tasks are the tasks made, at most as many as wanted. No two have the same start
	// entities, in whatever order. They lack checks, question and provenance.
	Tasks []*task.Task
	// Passed counts the tried start entities for which a program answered a question. It
	// can exceed the number of tasks, because a batch of starts is finished once begun.
	Passed int
	// Dropped counts the programs that answered no question, by reason. A start entity
	// without any program counts once: as missing if no start entity reaches the end of
	// the path, as overused if it is left out or its routes go through entities that are,
	// as repeated if its routes come back to an entity, as unmet if nothing meets the
	// demand. A program whose start entities or answer a task already has, or whose
	// yes or no half of the tasks wanted have, counts as repeated.
	Dropped map[plan.Reason]int
	// Entities is the number of entities of the type that the path starts from, or that a template
	// may be about.
	Entities int
	// Drawn are the start entities that were looked at, and Possible those of them that
	// moves lead to the end of the path, by numbers as in Tried. Some may come back to an entity on
	// every way. No more are looked at than it takes to have enough to try. Nil for templates.
	Drawn, Possible []int32
	// Subjects is the number of entities that a template can be about.
	Subjects int
	// Tried are the start entities that were tried, and Fit those of them for which a program
	// answers a question, wanted or not, by numbers that stand for the entities of the path's
	// start type in every grounding of a grounder. In either an entity can stand twice. Nil for
	// templates.
	Tried, Fit []int32
	// GaveUp says that the path was given up although more start entities could be tried.
	GaveUp bool
}

// Exclusions keep tasks out of a grounding. The zero value keeps none out.
type Exclusions struct {
	// Entities are left out: no route of lookups goes through one. A task may still name
	// one elsewhere, for example in its answer; Refuse sees such a task.
	Entities []task.Entity
	// Told reports whether the answer of a task is known from others. Such a task counts as repeated,
	// and no other is made for its start entity, which fits, though nobody asks whether
	// the task is sound. Several goroutines call it. Nil if no answer is known.
	Told func(*task.Task) bool
	// Refuse returns the reason why a task is not wanted, which it is then dropped for; ""
	// if the task is taken. It is called by one goroutine, for one task after the other.
	// Nil refuses none.
	Refuse func(*task.Task) plan.Reason
	// Brief gives the path up if none of the first start entities that are tried works.
	Brief bool
}

// Ground makes programs of a path that meet a demand and runs them, one start entity
// after the other. It stops when it has as many tasks as wanted, at least 1, or when
// Limits allow no more start entities; fewer tasks are no error. The start entities come,
// in drawn order, from those that a chain of moves ([plan.Move]) leads to the last lookup
// of the path, so every entity that works is equally likely to be in a task. Without
// says which tasks are left out.
//
// The programs tried for a start entity depend on the seed, the path, the demand, that
// entity and the entities left out only; the number wanted decides only when to stop. The path must be of the
// domain's graph, and the demand one of [plan.Demands]; a demand that [Grounder.Demands]
// leaves out gets no task. The error means that a tool is broken or ctx is done; the
// result is nil then, and the grounder can be used afterwards.
func (g *Grounder) Ground(ctx context.Context, p plan.Path, demand plan.Demand, wanted int, without Exclusions) (*Grounding, error) {
	out := &Grounding{Dropped: map[plan.Reason]int{}}
	q, err := g.newRequest(ctx, p, demand, wanted, without)
	if err != nil {
		return nil, err
	}
	out.Entities = len(g.reach.entities(p.Start).all)
	if q.transitions == nil {
		out.drop(plan.Missing, out.Entities)
		out.look(q)
		return out, nil
	}
	left, worked := g.limits.Starts, false
	for size := firstBatch; left > 0 && len(out.Tasks) < wanted; size = len(out.Tried) {
		batch, err := q.next(ctx, min(size, left))
		if err != nil {
			return nil, err
		}
		if len(batch) == 0 {
			break
		}
		left -= len(batch)
		tried, err := run.Map(ctx, g.workers, batch, func(ctx context.Context, _ int, start startEntity) (*attempt, error) {
			return q.tryStart(ctx, start)
		})
		if err != nil {
			return nil, err
		}
		for i, a := range tried {
			out.Tried = append(out.Tried, batch[i].id)
			if a.fits {
				out.Fit = append(out.Fit, batch[i].id)
			}
			q.collect(out, a)
			if a.fits && !worked {
				worked, left = true, moreStarts*g.limits.Starts
			}
		}
		if without.Brief && !worked && left > 0 && len(out.Tried) == briefStarts && 2*out.Dropped[Overused] < len(out.Tried) {
			out.GaveUp = true
			break
		}
	}
	out.look(q)
	return out, nil
}

// moreStarts is how many times Limits.Starts more start entities are tried once one has
// worked.
const moreStarts = 4

// firstBatch is how many start entities are tried before the passed ones are counted;
// every further batch is as large as all before it. Counts depend on it, so it does not depend on
// the number of workers.
const firstBatch = 4

// briefStarts is how many start entities are tried before a path is given up, the sum of the first batches.
const briefStarts = 16

// look counts the start entities of a request that were looked at.
func (o *Grounding) look(q *request) {
	for _, from := range append([]startGroup{q.starts}, q.absent...) {
		d := from.drawing
		o.Drawn = append(o.Drawn, d.looked...)
		o.Possible = append(o.Possible, d.leading...)
	}
}

func (o *Grounding) drop(reason plan.Reason, n int) {
	if n > 0 {
		o.Dropped[reason] += n
	}
}

// Leads reports whether moves ([plan.Move]) lead some start entity, through no entity
// twice, to the last hop of a path. It ignores moves after which every program fails the
// proofs. The path may be the beginning of one whose last hop returns an entity type.
//
// If it is false, no program of one start whose lookups follow one another along the
// path, or along a longer one that begins with it, is worth asking. It also rejects
// programs whose choice of a row does not change what the next lookup finds, some of
// which would pass the proofs. If it is true, there may still be no task. The error means
// that a tool is broken or ctx is done.
func (g *Grounder) Leads(ctx context.Context, p plan.Path) (bool, error) {
	return g.reach.leads(ctx, p, modeOne)
}

// Demands returns the demands that a path can meet: those demands of [plan.Demands], in
// their order, for which moves lead some start entity to the end of the path; nil for none.
// For most demands that is the result of [Grounder.Leads]. The demands map and having are
// different: they give the last lookup a set of entities, all that a column of the rows
// before names. For that set it must find rows that fewer lookups do not find (for having,
// rows for some entities and not for others), and not the same rows as for the set of
// another column or lookup.
//
// For a demand left out, Ground makes no task and, except as Leads says, there is none to
// make. Comparison is an exception: compared start entities take no moves, because the last
// lookup is about one of them. Comparison alone would make a path of any two lookups about
// one entity type, so it is a demand only of paths along which moves lead.
//
// The error means that a tool is broken or ctx is done; the grounder can be used
// afterwards.
func (g *Grounder) Demands(ctx context.Context, p plan.Path) ([]plan.Demand, error) {
	var demands []plan.Demand
	leads := map[mode]bool{}
	for _, d := range plan.Demands(g.domain, p) {
		all := true
		for _, m := range modesOf(d.Operator) {
			if _, known := leads[m]; !known {
				is, err := g.reach.leads(ctx, p, m)
				if err != nil {
					return nil, err
				}
				leads[m] = is
			}
			all = all && leads[m]
		}
		if all {
			demands = append(demands, d)
		}
	}
	return demands, nil
}

// exceeds reports whether a column has a number above a bound.
func (g *Grounder) exceeds(table, column, bound string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := table + separator + column
	most, ok := g.most[key]
	if !ok {
		t := g.corpus.Table(table)
		col := t.Column(column)
		for row := range t.Len() {
			for _, v := range t.Cell(row, col).Values {
				if v.Kind == value.Number && v.Number.Cmp(most) > 0 {
					most = v.Number
				}
			}
		}
		g.most[key] = most
	}
	return most.Cmp(decimal.RequireFromString(bound)) > 0
}

// yearsOf returns the years that occur in a column of days, sorted.
func (g *Grounder) yearsOf(table, column string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := table + separator + column
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
