package sample

import (
	"cmp"
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
	// Paths is the number of paths of this depth in the planning tree. Live is the
	// number of them along which lookups lead some start entity to the end, without
	// coming back to an entity on the way.
	Paths int `json:"paths"`
	Live  int `json:"live"`
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
	drawn, possible, tried, fit map[int32]bool
}

// count counts the start entities of a grounding.
func (l *Loop) count(c Choice, g *Grounded) {
	s := l.starts[c.Path.ID]
	if l.starts == nil {
		l.starts = map[string]*pathStarts{}
	}
	if s == nil {
		s = &pathStarts{path: c.Path, drawn: map[int32]bool{}, possible: map[int32]bool{}, tried: map[int32]bool{}, fit: map[int32]bool{}}
		l.starts[c.Path.ID] = s
	}
	s.entities = max(s.entities, g.Entities)
	for _, of := range []struct {
		all  map[int32]bool
		more []int32
	}{{s.drawn, g.Drawn}, {s.possible, g.Possible}, {s.tried, g.Tried}, {s.fit, g.Fit}} {
		for _, id := range of.more {
			of.all[id] = true
		}
	}
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
			Path: s.path.String(), ID: id, Start: s.path.Start, Entities: s.entities, Drawn: len(s.drawn), Possible: len(s.possible),
			Tried: len(s.tried), Fit: len(s.fit), Tasks: tasks[id],
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
