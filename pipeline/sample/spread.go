package sample

import (
	"cmp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reasons for which a task is refused although it would pass its proof.
const (
	Overused plan.Reason = "overused" // enough tasks have one of its entities
	Shared   plan.Reason = "shared"   // enough tasks of its depth have its answer
	Rare     plan.Reason = "rare"     // enough tasks ask for an answer that may be that there is none, or have the same yes or no
	Reworded plan.Reason = "reworded" // another task asks the same about other entities
)

// Unwanted says which tasks a [GroundFunc] leaves out.
type Unwanted struct {
	// Entities are those that no lookups on the way to the answer may be about.
	Entities []task.Entity
	// Told reports whether tasks give the answer of another away. Such a task is left out as repeated, and
	// nobody asks whether it is sound. It is called by many goroutines.
	Told func(*task.Task) bool
	// Refuse returns the reason why a task is left out; "" if it is taken. It is called by
	// one goroutine.
	Refuse func(*task.Task) plan.Reason
	// Brief gives a choice up if none of the first start entities works.
	Brief bool
}

// spread counts what the tasks of a sample have in common and keeps the counts within
// limits: those of [coverage.KeyLimit] and [coverage.EntityLimit], as far as they were not
// raised.
type spread struct {
	domain  *domain.Domain
	wanted  int            // tasks of two hops and more
	members map[string]int // number of entities by type; 0 for any number
	raised  int            // by how many tasks the limits are raised, to fill a quota
	highest int            // the largest that raised was
	slack   int            // by how many tasks they are higher for the moment

	keys      map[depthKey]int
	entities  map[entityKey]int
	skeletons map[string]int
	absences  map[plan.Operator]int // tasks with each operator of absenceShare
	truths    [2]int                // tasks answered no, and yes
	known     map[*task.Task]*commonality
}

// depthKey is the set of keys of tasks of a depth.
type depthKey struct {
	hops int
	keys string
}

// entityKey is an entity by type and joined name.
type entityKey struct{ entity, name string }

// commonality is what a task can have in common with others.
type commonality struct {
	key      depthKey
	skeleton string
	absences []plan.Operator // its operators of absenceShare
	truth    int             // 1 for yes, 0 for no, -1 for neither
	entities []entityKey     // nil for a task of one hop
}

const separator = "\x1f" // in no name

func newSpread(d *domain.Domain, wanted int, members map[string]int) *spread {
	return &spread{
		domain: d, wanted: wanted, members: members,
		keys: map[depthKey]int{}, entities: map[entityKey]int{}, skeletons: map[string]int{}, absences: map[plan.Operator]int{}, known: map[*task.Task]*commonality{},
	}
}

// of returns what a task can have in common with others.
func (s *spread) of(t *task.Task) *commonality {
	if c := s.known[t]; c != nil {
		return c
	}
	c := &commonality{key: depthKey{t.Structure.Hops, coverage.KeySet(t)}, skeleton: coverage.Skeleton(t.Plan), truth: truthOf(t)}
	for _, op := range t.Structure.Operators {
		if absenceShare(op) > 0 {
			c.absences = append(c.absences, op)
		}
	}
	if t.Structure.Hops > 1 {
		entities, err := coverage.EntitiesOf(s.domain, t)
		if err != nil {
			panic("sample: a grounded task whose plan does not fit the domain: " + err.Error())
		}
		for _, e := range entities {
			c.entities = append(c.entities, entityKey{e.Type, strings.Join(e.Name, separator)})
		}
	}
	s.known[t] = c
	return c
}

// add counts tasks n times: 1 for tasks that come into the sample, -1 for tasks that leave it.
func (s *spread) add(tasks []*task.Task, n int) {
	for _, t := range tasks {
		c := s.of(t)
		s.keys[c.key] += n
		s.skeletons[c.skeleton] += n
		if c.truth >= 0 {
			s.truths[c.truth] += n
		}
		for _, op := range c.absences {
			s.absences[op] += n
		}
		for _, e := range c.entities {
			s.entities[e] += n
		}
	}
}

// truthOf returns 1 if the answer of a task is yes, 0 if it is no, -1 if it is neither.
func truthOf(t *task.Task) int {
	switch {
	case len(t.AnswerValues) == 0 || t.AnswerValues[0].Kind != value.Truth:
		return -1
	case t.AnswerValues[0].Yes:
		return 1
	}
	return 0
}

// mostUneven is by how many tasks those answered yes and those answered no may differ.
const mostUneven = 1

// unevenTruths returns by how many tasks they differ.
func (s *spread) unevenTruths() int {
	return max(s.truths[0]-s.truths[1], s.truths[1]-s.truths[0])
}

// restoreLimits takes back that limits were raised.
func (s *spread) restoreLimits() {
	s.highest = max(s.highest, s.raised)
	s.raised = 0
}

// keyLimit and entityLimit return the limits in force.
func (s *spread) keyLimit() int { return coverage.KeyLimit + s.raised + s.slack }

func (s *spread) entityLimit(entity string) int {
	return coverage.EntityLimit(s.wanted, s.members[entity]) + s.raised + s.slack
}

// absenceShare returns, for an operator whose answers may be that there is none, the number
// of wanted tasks for one with the operator; 0 for other operators. The tables have such an
// answer for nearly every path, and people seldom get one.
func absenceShare(op plan.Operator) int {
	switch op {
	case "exists":
		return 12
	case "none":
		return 30
	case "unstated":
		return 40
	}
	return 0
}

// absenceLimit returns the limit in force of tasks with an operator of absenceShare.
func (s *spread) absenceLimit(op plan.Operator) int {
	return max(2, s.wanted/absenceShare(op)) + s.raised + s.slack
}

// crowd returns the reason for which a task has too much in common with tasks that were added: its key,
// or an entity; "" if it has not.
func (s *spread) crowd(t *task.Task) plan.Reason {
	c := s.of(t)
	if s.keys[c.key] >= s.keyLimit() {
		return Shared
	}
	return s.overused(c)
}

// overused returns [Overused] if enough tasks have one of the entities; "" if not.
func (s *spread) overused(c *commonality) plan.Reason {
	if slices.ContainsFunc(c.entities, func(e entityKey) bool { return s.entities[e] >= s.entityLimit(e.entity) }) {
		return Overused
	}
	return ""
}

// refusal returns the reason for which a task must not be added; "" if it may.
func (s *spread) refusal(t *task.Task) plan.Reason {
	c := s.of(t)
	if s.keys[c.key] >= s.keyLimit() {
		return Shared
	}
	if c.truth >= 0 && s.truths[c.truth]-s.truths[1-c.truth] >= mostUneven+s.raised+s.slack {
		return Rare
	}
	for _, op := range c.absences {
		if s.absences[op] >= s.absenceLimit(op) {
			return Rare
		}
	}
	return s.overused(c)
}

// fits reports whether the counts of tasks that were added are within the limits.
func (s *spread) fits(tasks []*task.Task) bool {
	return !slices.ContainsFunc(tasks, func(t *task.Task) bool {
		c := s.of(t)
		return s.keys[c.key] > s.keyLimit() ||
			slices.ContainsFunc(c.entities, func(e entityKey) bool { return s.entities[e] > s.entityLimit(e.entity) }) ||
			slices.ContainsFunc(c.absences, func(op plan.Operator) bool { return s.absences[op] > s.absenceLimit(op) })
	})
}

// exhausted returns the entities that no further task may have, by type and name.
func (s *spread) exhausted() []task.Entity {
	return s.usedIn(s.entityLimit)
}

// common returns the entities that at least half as many tasks have as may.
func (s *spread) common() []task.Entity {
	return s.usedIn(func(entity string) int { return (s.entityLimit(entity) + 1) / 2 })
}

// usedIn returns the entities that at least as many tasks have as least says for their type.
func (s *spread) usedIn(least func(entity string) int) []task.Entity {
	var used []entityKey
	for e, n := range s.entities {
		if n >= least(e.entity) {
			used = append(used, e)
		}
	}
	slices.SortFunc(used, func(a, b entityKey) int {
		return cmp.Or(cmp.Compare(a.entity, b.entity), cmp.Compare(a.name, b.name))
	})
	var all []task.Entity
	for _, e := range used {
		all = append(all, task.Entity{Type: e.entity, Name: strings.Split(e.name, separator)})
	}
	return all
}

// selection takes tasks of one choice while it is grounded.
type selection struct {
	spread   *spread
	revealed *revealed // by tasks outside
	taken    *revealed // by tasks of the selection
	tasks    []*task.Task
	reworded []*task.Task // could be taken, if there is nothing better
}

// rewordings is how many tasks of a choice are passed over, at most, because another task
// asks the same about other entities.
const rewordings = 4

// unwanted returns what a choice is grounded without.
func (s *selection) unwanted(entities []task.Entity, brief bool) Unwanted {
	return Unwanted{Entities: entities, Told: s.told, Refuse: s.refuse, Brief: brief}
}

// told reports whether tasks give the answer of another away.
func (s *selection) told(t *task.Task) bool { return s.revealed.reveals(t) || s.taken.reveals(t) }

// refuse takes a task or returns the reason why not.
func (s *selection) refuse(t *task.Task) plan.Reason {
	if s.told(t) {
		return Repeated
	}
	if reason := s.spread.refusal(t); reason != "" {
		return reason
	}
	if s.spread.skeletons[s.spread.of(t).skeleton] > 0 && len(s.reworded) < rewordings {
		s.reworded = append(s.reworded, t)
		return Reworded
	}
	s.take(t)
	return ""
}

func (s *selection) take(t *task.Task) {
	s.taken.add(t)
	s.spread.add([]*task.Task{t}, 1)
	s.tasks = append(s.tasks, t)
}

// fill takes tasks that were passed over until there are as many as wanted, and returns how
// many it took.
func (s *selection) fill(wanted int) (n int) {
	for _, t := range s.reworded {
		if len(s.tasks) < wanted && !s.taken.reveals(t) && s.spread.refusal(t) == "" {
			s.take(t)
			n++
		}
	}
	return n
}

// end takes the tasks of the selection out of the counts again.
func (s *selection) end() { s.spread.add(s.tasks, -1) }
