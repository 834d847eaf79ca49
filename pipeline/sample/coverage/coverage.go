// Package coverage reports how much of a domain the tasks of a sample cover. For tools,
// transitions from tool to tool, answer columns, operators, tables and entity types it
// compares three numbers: the elements that tasks use, the elements that some task could
// use, and the elements declared. It says why an element cannot be used, and compares the
// number of transitions with an upper bound for any sample of the same quotas. It also says
// how evenly the tasks use entities, answers and forms of questions.
package coverage

import (
	"cmp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Transition is one tool called on an entity that another tool returned.
type Transition struct {
	From string `json:"from"` // the tool that returned the entity
	To   string `json:"to"`   // the tool called
}

// ToolColumn is a column of a tool's rows, or plan.Rows, that a question can ask for.
type ToolColumn struct {
	Tool   string `json:"tool"`   // the last tool of a path
	Column string `json:"column"` // as in the source; plan.Rows for the rows themselves
}

// OperatorDepth is an operator at a depth.
type OperatorDepth struct {
	Operator plan.Operator `json:"operator"` // of plan.Operators
	Hops     int           `json:"hops"`     // from 1
}

// Obstacle says, in one word, why no task can use an element.
type Obstacle string

// The closed set of obstacles.
const (
	Unlinked   Obstacle = "unlinked"   // nothing in the domain leads there, or only back to where it came from
	EmptyTable Obstacle = "empty"      // a table it needs has no rows
	Unled      Obstacle = "unled"      // paths have it, but none is live; of a transition, no rows lead along it
	Unproved   Obstacle = "unproved"   // rows lead along the transition, but no task could be proved: see [Use] and [Curve.Failed]
	Degenerate Obstacle = "degenerate" // the column holds no value, or the same value in all rows
	Prose      Obstacle = "prose"      // the column holds long text, which no question asks for
	Matched    Obstacle = "matched"    // the column holds the argument of the lookup
	Unsuited   Obstacle = "unsuited"   // no live path has anything it could be asked of
	Unwritten  Obstacle = "unwritten"  // only texts to write need it, and no template of the domain does
)

// Use is the number of tasks and of live paths that use one element. A path is live if some
// rows lead along it and a question about them is worth asking: a neighbouring program does
// not reach the same rows, and fewer lookups do not show them. A transition that rows lead
// along, but no live path has, is [Unproved].
type Use[E any] struct {
	Element E   `json:"element"` // the element
	Tasks   int `json:"tasks"`   // number of tasks that use the element
	// Live is the number of live paths that have the element or could be asked for it.
	Live int `json:"live"`
	// Tried is the number of choices with the element that were handed out to be grounded;
	// if it is above 0 and Tasks is 0, all of them failed. It is counted for transitions
	// and operators only.
	Tried int `json:"tried,omitempty"`
	// Reason says why the element is not attainable; "" if it is attainable.
	Reason Obstacle `json:"reason,omitempty"`
}

// Tally counts the elements of one kind.
type Tally struct {
	Covered    int `json:"covered"`    // elements that tasks use
	Attainable int `json:"attainable"` // elements that some task could use
	Declared   int `json:"declared"`   // elements that the domain declares
}

// Axis is the coverage of one kind of element.
type Axis[E any] struct {
	Tally
	// Uses has every declared element, in order; never nil.
	Uses []Use[E] `json:"uses"`
}

// Coverage says which elements of the domain the tasks of a sample use.
type Coverage struct {
	// Paths is the number of paths and Tasks the number of tasks, texts to write included.
	Paths int `json:"paths"`
	Tasks int `json:"tasks"`
	// Tools are all tools of the domain, in its order, counted from the steps of tasks.
	Tools Axis[string] `json:"tools"`
	// Transitions are the pairs of lookups of which the second accepts an entity that the
	// first returns, or an entity derived from it; sorted by From, then To.
	Transitions Axis[Transition] `json:"transitions"`
	// Answers are the columns that lookups can be asked for. Columns are the columns of
	// their rows that a program can read at all: for a filter, a ranking, the next hop.
	// Both are in the domain's order of tools and columns, plan.Rows last.
	Answers Axis[ToolColumn] `json:"answers"`
	Columns Axis[ToolColumn] `json:"columns"`
	// Operators are those of [plan.Operators], and Cells are the same operators at each
	// depth, ordered by depth.
	Operators Axis[plan.Operator] `json:"operators"`
	Cells     Axis[OperatorDepth] `json:"cells"`
	// Tables are the tables that lookups read, Starts the entity types that questions begin
	// from, and Entities the entity types that lookups accept; each in the domain's order.
	Tables   Axis[string] `json:"tables"`
	Starts   Axis[string] `json:"starts"`
	Entities Axis[string] `json:"entities"`
	// Overlap compares the depths with each other.
	Overlap Overlap `json:"overlap"`
	// Spread says how evenly the tasks use keys, entities and forms of questions.
	Spread Spread `json:"spread"`
	// Curve gives the number of transitions covered by each number of paths.
	Curve Curve `json:"curve"`
	// Published counts the lists of tools of the published benchmark, and Same the lists of
	// these tasks in the same way.
	Published ListCounts `json:"published"`
	Same      ListCounts `json:"same"`
}

// TallyRow is a row of a table of tallies.
type TallyRow struct {
	Name string // plural name of the kind of element: "tools"
	Tally
}

// Rows returns the tallies that the card of a dataset shows, in the order of its table.
func (c *Coverage) Rows() []TallyRow {
	return []TallyRow{
		{"tools", c.Tools.Tally},
		{"transitions between lookups", c.Transitions.Tally},
		{"columns asked for", c.Answers.Tally},
		{"columns read", c.Columns.Tally},
		{"operators", c.Operators.Tally},
		{"operators by number of hops", c.Cells.Tally},
		{"tables", c.Tables.Tally},
		{"entity types asked about", c.Starts.Tally},
	}
}

// Candidate is a path that a sample could choose, with its demands.
type Candidate struct {
	Path    plan.Path     // the path
	Demands []plan.Demand // the demands that the path can meet
	Tried   []plan.Demand // the demands that were grounded, successfully or not
}

// Sample is the input of [Measure]: the chosen paths with their tasks, and the live paths
// they were chosen from.
type Sample struct {
	Domain *domain.Domain // of the tasks
	Corpus *corpus.Corpus // the tables of the domain
	Quotas []int          // numbers of paths wanted, by hops from 1
	// TasksPerPath is the number of tasks wanted of each path.
	TasksPerPath int
	// Members is the number of entities of each type that the tables name; types left out
	// have any number.
	Members map[string]int
	Live    [][]Candidate // all live paths, by hops from 1; as long as Quotas
	Paths   []plan.Path   // the chosen paths, ordered by hops
	Reserve []plan.Path   // paths that have tasks and are not chosen
	Tasks   []*task.Task  // of the chosen paths, and texts to write
}

// survey is a sample while it is measured.
type survey struct {
	*Sample
	domain *domain.Domain
	uses   []*uses // by task
}

// Measure returns the coverage of a sample. The error names a task whose plan does not fit
// the domain.
func Measure(s *Sample) (*Coverage, error) {
	v := &survey{Sample: s, domain: s.Domain}
	for _, t := range s.Tasks {
		u, err := usesOf(s.Domain, t)
		if err != nil {
			return nil, err
		}
		v.uses = append(v.uses, u)
	}
	spread, err := v.spread()
	if err != nil {
		return nil, err
	}
	r := v.report()
	r.Spread = spread
	return r, nil
}

func (v *survey) report() *Coverage {
	l := v.countLive()
	r := &Coverage{Paths: len(v.Paths), Tasks: len(v.Tasks), Published: published, Same: v.toolLists()}
	r.Tools = axisOf(v.toolNames(), countTasks(v.uses, func(u *uses) map[string]bool { return u.tools }), l.tools, l.whyTool)
	r.Transitions = axisOf(v.transitions(), countTasks(v.uses, func(u *uses) map[Transition]bool { return u.transitions }), l.transitions, l.whyTransition)
	r.Answers = axisOf(v.columns(), countTasks(v.uses, func(u *uses) map[ToolColumn]bool { return u.answers }), l.answers, l.whyAnswer)
	r.Columns = axisOf(v.columns(), countTasks(v.uses, func(u *uses) map[ToolColumn]bool { return u.columns }), l.columns, l.whyAnswer)
	r.Operators = axisOf(plan.Operators(), countTasks(v.uses, func(u *uses) map[plan.Operator]bool { return u.operators }), l.operators, l.whyOperator)
	r.Cells = axisOf(v.operatorDepths(), countTasks(v.uses, func(u *uses) map[OperatorDepth]bool { return u.cells }), l.cells, l.whyOperatorDepth)
	r.Tables = axisOf(v.tableNames(), countTasks(v.uses, func(u *uses) map[string]bool { return u.tables }), l.tables, l.whyTable)
	r.Starts = axisOf(v.entityNames(), countTasks(v.uses, func(u *uses) map[string]bool { return u.starts }), l.starts, l.whyEntity)
	r.Entities = axisOf(v.entityNames(), countTasks(v.uses, func(u *uses) map[string]bool { return u.entities }), l.entities, l.whyEntity)
	for i := range r.Transitions.Uses {
		r.Transitions.Uses[i].Tried = l.triedTransitions[r.Transitions.Uses[i].Element]
	}
	for t := range v.failedTransitions() {
		if i := slices.IndexFunc(r.Transitions.Uses, func(u Use[Transition]) bool { return u.Element == t }); r.Transitions.Uses[i].Tasks == 0 {
			r.Transitions.Uses[i].Reason = Unproved
			r.Transitions.Attainable--
		}
	}
	for i := range r.Operators.Uses {
		r.Operators.Uses[i].Tried = l.triedOperators[r.Operators.Uses[i].Element]
	}
	r.Overlap = v.overlap()
	r.Curve = v.curve()
	return r
}

// countTasks counts in how many tasks each element is used.
func countTasks[E comparable](all []*uses, elements func(*uses) map[E]bool) map[E]int {
	n := map[E]int{}
	for _, u := range all {
		for e := range elements(u) {
			n[e]++
		}
	}
	return n
}

// axisOf makes the axis of the declared elements. An element that tasks or live paths use
// is attainable; for any other, why returns the obstacle, or "" if it is attainable in
// some other way.
func axisOf[E comparable](declared []E, tasks, live map[E]int, why func(E) Obstacle) Axis[E] {
	a := Axis[E]{Tally: Tally{Declared: len(declared)}, Uses: make([]Use[E], 0, len(declared))}
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

// transitions returns the pairs of lookups that the domain joins, sorted.
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

// columns returns the columns of the lookups' rows, and plan.Rows for lookups that return
// sets.
func (v *survey) columns() []ToolColumn {
	var all []ToolColumn
	for i := range v.domain.Tools {
		t := &v.domain.Tools[i]
		if t.Kind != domain.Lookup {
			continue
		}
		for _, c := range v.domain.Table(t.Table).Columns {
			if t.Returns != domain.Field || t.Column == c.Name {
				all = append(all, ToolColumn{t.Name, c.Name})
			}
		}
		if t.Returns == domain.Many {
			all = append(all, ToolColumn{t.Name, plan.Rows})
		}
	}
	return all
}

func (v *survey) operatorDepths() []OperatorDepth {
	var all []OperatorDepth
	for i := range v.Quotas {
		for _, op := range plan.Operators() {
			all = append(all, OperatorDepth{op, i + 1})
		}
	}
	return all
}
