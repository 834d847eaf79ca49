package sample

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// QuotaFunnel counts the choices tried for the quota of a depth, or the entities tried for
// a template, and says why some were dropped. Tried is the sum of Accepted and Dropped.
type QuotaFunnel struct {
	// Hops is the depth, from 1; 0 for a template.
	Hops int `json:"hops"`
	// Template is the name of a template; "" for a depth.
	Template string `json:"template,omitempty"`
	// Paths is the number of paths of this depth in the planning tree. Looked is how many of them
	// were drawn to be looked at, 0 for all. Live is the number of these along which lookups lead some
	// start entity to the end, without coming back to an entity on the way.
	Paths  int `json:"paths"`
	Looked int `json:"looked,omitempty"`
	Live   int `json:"live"`
	// Wanted is the quota, Tried the number of choices of path and demand that were
	// grounded for it, and Accepted the number of choices that became tasks. Dropped counts
	// the other choices, each by the commonest reason for which its executions ended. Tasks
	// is the number of tasks made.
	Wanted   int                 `json:"wanted"`
	Tried    int                 `json:"tried"`
	Accepted int                 `json:"accepted"`
	Dropped  map[plan.Reason]int `json:"dropped,omitempty"`
	Tasks    int                 `json:"tasks"`
	// ByPath counts the start entities of each path that was tried, sorted by the path's text;
	// nil for a template. Possible is, for a template, the number of entities it can be about.
	ByPath   []PathFunnel `json:"by_path,omitempty"`
	Possible int          `json:"possible,omitempty"`
	// Executions counts runs of a program from a start entity: those that answer a
	// question, and the others by reason. If a choice is grounded again, for more tasks, its
	// runs count again.
	Executions struct {
		Passed  int                 `json:"passed"`
		Dropped map[plan.Reason]int `json:"dropped,omitempty"`
	} `json:"executions"`
}

// PathFunnel counts the start entities of one path, over everything that was asked along it.
type PathFunnel struct {
	Path     string `json:"path"`     // the tools, joined by [plan.Separator]
	ID       string `json:"id"`       // of the path
	Start    string `json:"start"`    // the type of the start entities
	Entities int    `json:"entities"` // entities of that type
	// Drawn is the number of different ones that were looked at, no more than it took to have
	// enough to try. Possible is the number of those from which lookups lead to the end in a way worth
	// asking about, for some question.
	Drawn    int `json:"drawn"`
	Possible int `json:"possible"`
	Tried    int `json:"tried"` // different ones that were tried
	Fit      int `json:"fit"`   // those for which a program answers a question
	Tasks    int `json:"tasks"` // tasks of the path in the sample
}

// pathStarts are the start entities of a path.
type pathStarts struct {
	path     plan.Path
	entities int
	// The different ones of each kind, over everything that was asked.
	drawn, possible, tried, fit numberSet
}

// numberSet is a set of numbers of entities, as bits: a path can have all entities of its type.
type numberSet []uint64

// add adds numbers.
func (s *numberSet) add(numbers []int32) {
	for _, n := range numbers {
		if word := int(n / 64); word >= len(*s) {
			*s = append(*s, make([]uint64, word+1-len(*s))...)
		}
		(*s)[n/64] |= 1 << (n % 64)
	}
}

// size returns how many numbers are in the set.
func (s numberSet) size() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// count counts the start entities of a grounding.
func (l *Loop) count(c Choice, g *Grounded) {
	s := l.starts[c.Path.ID]
	if l.starts == nil {
		l.starts = map[string]*pathStarts{}
	}
	if s == nil {
		s = &pathStarts{path: c.Path}
		l.starts[c.Path.ID] = s
	}
	s.entities = max(s.entities, g.Entities)
	s.drawn.add(g.Drawn)
	s.possible.add(g.Possible)
	s.tried.add(g.Tried)
	s.fit.add(g.Fit)
}

// countByPath puts what was counted into the funnels.
func (l *Loop) countByPath() {
	tasks := map[string]int{}
	for _, c := range l.accepted {
		tasks[c.choice.Path.ID] += len(c.tasks)
	}
	for id, s := range l.starts {
		f := l.funnels[len(s.path.Hops)-1]
		f.ByPath = append(f.ByPath, PathFunnel{
			Path: s.path.String(), ID: id, Start: s.path.Start, Entities: s.entities, Drawn: s.drawn.size(), Possible: s.possible.size(),
			Tried: s.tried.size(), Fit: s.fit.size(), Tasks: tasks[id],
		})
	}
	for _, f := range l.funnels {
		slices.SortFunc(f.ByPath, func(a, b PathFunnel) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.ID, b.ID))
		})
	}
}

// undrop takes back that a choice was dropped for a reason.
func (f *QuotaFunnel) undrop(reason plan.Reason) {
	if f.Dropped[reason]--; f.Dropped[reason] == 0 {
		delete(f.Dropped, reason)
	}
}
