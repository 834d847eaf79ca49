package sample

import (
	"cmp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Reason is why nothing attainable has an element, in one word.
type Reason string

// The closed set of reasons.
const (
	Unlinked   Reason = "unlinked"   // nothing in the domain leads there, or only back to where it came from
	EmptyTable Reason = "empty"      // a table it needs has no rows
	Unled      Reason = "unled"      // paths have it, but none is live; if it is a transition, no rows lead along it
	Unproved   Reason = "unproved"   // rows lead along the transition, but no task could be proved: see [Use]
	Degenerate Reason = "degenerate" // the column holds no value, or one alone
	Prose      Reason = "prose"      // the column holds long text, which no question asks for
	Matched    Reason = "matched"    // the lookup is asked with what the column holds
	Unsuited   Reason = "unsuited"   // no live path has anything it could be asked of
	Unwritten  Reason = "unwritten"  // only texts to write need it, and the domain declares none that does
)

// Use is how often one element is used by tasks and by live paths. A live path is one
// along which the rows of some entity lead in a way that is worth asking about: a program
// near it does not take the same way to the same end, and fewer lookups do not show what
// it leads to. What rows lead along in other ways alone is unproved.
type Use[E any] struct {
	Element E   `json:"element"` // what it is
	Tasks   int `json:"tasks"`   // how many tasks use it
	Live    int `json:"live"`    // how many live paths have it, or could be asked for it
	// Tried is how many choices with it were handed out to be grounded: where it is some
	// and Tasks is 0, none of them passed. It is counted of transitions and operators.
	Tried int `json:"tried,omitempty"`
	// Reason is why it is not attainable; "" where it is.
	Reason Reason `json:"reason,omitempty"`
}

// Axis is coverage along one axis: covered of attainable of declared.
type Axis[E any] struct {
	Covered    int `json:"covered"`    // how many elements tasks use
	Attainable int `json:"attainable"` // how many could be used
	Declared   int `json:"declared"`   // how many there are
	// Uses has every element that is declared, in order; never nil.
	Uses []Use[E] `json:"uses"`
}

// Cell is an operator at a depth.
type Cell struct {
	Operator plan.Operator `json:"operator"` // of plan.Operators
	Hops     int           `json:"hops"`     // from 1
}

// Coverage is what tasks cover.
type Coverage struct {
	// Paths and Tasks are how many there are of each, those of texts to write among the
	// tasks.
	Paths int `json:"paths"`
	Tasks int `json:"tasks"`
	// Tools are all tools of the domain, in its order, counted from the steps of tasks.
	Tools Axis[string] `json:"tools"`
	// Transitions are the pairs of lookups of which the first returns what the second
	// accepts, or what that is derived from; sorted by From, then To.
	Transitions Axis[Transition] `json:"transitions"`
	// Answers are what lookups can be asked for, and Columns what of their rows can be
	// read on the way too: for a filter, a ranking, the next hop. Tools and columns are
	// in the domain's order, plan.Rows last.
	Answers Axis[Answer] `json:"answers"`
	Columns Axis[Answer] `json:"columns"`
	// Operators are those of plan.Operators, and Cells those at every depth, by depth.
	Operators Axis[plan.Operator] `json:"operators"`
	Cells     Axis[Cell]          `json:"cells"`
	// Tables are read by lookups, Starts are the entity types questions begin from and
	// Entities those that lookups are asked about; in the domain's order.
	Tables   Axis[string] `json:"tables"`
	Starts   Axis[string] `json:"starts"`
	Entities Axis[string] `json:"entities"`
	// Overlap is what the depths have in common.
	Overlap Overlap `json:"overlap"`
	// Curve is how many transitions so many paths cover.
	Curve Curve `json:"curve"`
	// Published is the published benchmark on the axes it can be counted on, Same the
	// tasks on the same ones, counted in the same way.
	Published Published `json:"published"`
	Same      Published `json:"same"`
}

// survey is what a report is made from.
type survey struct {
	domain  *domain.Domain
	corpus  *corpus.Corpus
	quotas  []int    // paths wanted, by hops
	live    []*depth // by hops
	choices []Choice // accepted, in order of depth
	used    []*used  // by task
	tasks   []*task.Task
}

// Report says what tasks cover of what they could. The tasks are those of the
// accepted choices, and others such as texts to write; quotas are the numbers of
// paths wanted of one hop, of two, … The depths begun must have been given all live
// paths and no others. The error is for a task whose plan is none of the domain's.
func (s *Sampler) Report(c *corpus.Corpus, quotas []int, tasks []*task.Task) (*Coverage, error) {
	v := &survey{domain: s.domain, corpus: c, quotas: quotas, live: make([]*depth, len(quotas)), tasks: tasks}
	for i := range v.live {
		v.live[i] = &depth{}
	}
	for _, d := range s.depths {
		if len(d.candidates) > 0 && len(d.candidates[0].path.Hops) <= len(quotas) {
			v.live[len(d.candidates[0].path.Hops)-1] = d
		}
	}
	for _, d := range v.live {
		for _, a := range d.accepted {
			v.choices = append(v.choices, a.choice)
		}
	}
	for _, t := range tasks {
		u, err := usedBy(s.domain, t)
		if err != nil {
			return nil, err
		}
		v.used = append(v.used, u)
	}
	return v.report(), nil
}

func (v *survey) report() *Coverage {
	l := v.count()
	r := &Coverage{Paths: len(v.choices), Tasks: len(v.tasks), Published: published, Same: v.likewise()}
	r.Tools = axisOf(v.toolNames(), count(v.used, func(u *used) map[string]bool { return u.tools }), l.tools, l.whyTool)
	r.Transitions = axisOf(v.transitions(), count(v.used, func(u *used) map[Transition]bool { return u.transitions }), l.transitions, l.whyTransition)
	r.Answers = axisOf(v.answers(), count(v.used, func(u *used) map[Answer]bool { return u.asked }), l.answers, l.whyAnswer)
	r.Columns = axisOf(v.answers(), count(v.used, func(u *used) map[Answer]bool { return u.read }), l.columns, l.whyAnswer)
	r.Operators = axisOf(plan.Operators(), count(v.used, func(u *used) map[plan.Operator]bool { return u.operators }), l.operators, l.whyOperator)
	r.Cells = axisOf(v.cells(), count(v.used, func(u *used) map[Cell]bool { return u.cells }), l.cells, l.whyCell)
	r.Tables = axisOf(v.tableNames(), count(v.used, func(u *used) map[string]bool { return u.tables }), l.tables, l.whyTable)
	r.Starts = axisOf(v.entityNames(), count(v.used, func(u *used) map[string]bool { return u.starts }), l.starts, l.whyEntity)
	r.Entities = axisOf(v.entityNames(), count(v.used, func(u *used) map[string]bool { return u.entities }), l.entities, l.whyEntity)
	for i := range r.Transitions.Uses {
		r.Transitions.Uses[i].Tried = l.triedTransitions[r.Transitions.Uses[i].Element]
	}
	for i := range r.Operators.Uses {
		r.Operators.Uses[i].Tried = l.triedOperators[r.Operators.Uses[i].Element]
	}
	r.Overlap = v.overlap()
	r.Curve = v.curve()
	return r
}

// count counts in how many tasks each element is used.
func count[E comparable](all []*used, of func(*used) map[E]bool) map[E]int {
	n := map[E]int{}
	for _, u := range all {
		for e := range of(u) {
			n[e]++
		}
	}
	return n
}

// axisOf makes an axis of the elements declared. Why says why one that no live path
// has is not attainable, or that it is for all that; what tasks use is attainable.
func axisOf[E comparable](declared []E, tasks, live map[E]int, why func(E) Reason) Axis[E] {
	a := Axis[E]{Declared: len(declared), Uses: make([]Use[E], 0, len(declared))}
	for _, e := range declared {
		u := Use[E]{Element: e, Tasks: tasks[e], Live: live[e]}
		if u.Tasks > 0 {
			a.Covered++
		} else if u.Live == 0 {
			u.Reason = why(e)
		}
		if u.Reason == "" {
			a.Attainable++
		}
		a.Uses = append(a.Uses, u)
	}
	return a
}

func (v *survey) toolNames() []string {
	var names []string
	for i := range v.domain.Tools {
		names = append(names, v.domain.Tools[i].Name)
	}
	return names
}

func (v *survey) tableNames() []string {
	var names []string
	for i := range v.domain.Tables {
		names = append(names, v.domain.Tables[i].Name)
	}
	return names
}

func (v *survey) entityNames() []string {
	var names []string
	for i := range v.domain.Entities {
		names = append(names, v.domain.Entities[i].Name)
	}
	return names
}

// transitions returns the pairs of lookups that the domain joins.
func (v *survey) transitions() []Transition {
	var all []Transition
	for i := range v.domain.Tools {
		for j := range v.domain.Tools {
			if a, b := &v.domain.Tools[i], &v.domain.Tools[j]; plan.Joins(v.domain, a, b) {
				all = append(all, Transition{a.Name, b.Name})
			}
		}
	}
	slices.SortFunc(all, func(a, b Transition) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return all
}

// answers returns what the lookups' rows hold, and the rows of those that return
// sets.
func (v *survey) answers() []Answer {
	var all []Answer
	for i := range v.domain.Tools {
		t := &v.domain.Tools[i]
		if t.Kind != domain.Lookup {
			continue
		}
		for _, c := range v.domain.Table(t.Table).Columns {
			if t.Returns != domain.Field || t.Column == c.Name {
				all = append(all, Answer{t.Name, c.Name})
			}
		}
		if t.Returns == domain.Many {
			all = append(all, Answer{t.Name, plan.Rows})
		}
	}
	return all
}

func (v *survey) cells() []Cell {
	var all []Cell
	for i := range v.quotas {
		for _, op := range plan.Operators() {
			all = append(all, Cell{op, i + 1})
		}
	}
	return all
}
