package coverage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Limits on the tasks of a sample that have something in common.
const (
	// KeyLimit is the largest number of tasks of a depth that may have one key.
	KeyLimit = 2
	// EntityPercent is the largest share, in percent, of the tasks of two hops and more
	// that may have one entity, see [EntityLimit].
	EntityPercent = 3
)

// EntityLimit returns the largest number of tasks that may have one entity of a type: 3 %
// of the tasks of two hops and more, but at least 2, and at least as many as there must be
// if each task has one of the type's members. Members below 1 stand for any number.
func EntityLimit(tasks, members int) int {
	limit := max(2, tasks*EntityPercent/100)
	if members > 0 {
		limit = max(limit, (tasks+members-1)/members)
	}
	return limit
}

// Limits on the choices of a sample that people would seldom make.
const (
	// AimlessPercent is the largest share of the choices, in percent, that may serve no matter
	// of the domain, if it declares any.
	AimlessPercent = 2
	// SeldomPercent is the largest share of the choices, in percent, that may ask for a column
	// that people seldom ask for.
	SeldomPercent = 2
	// BoundPercent, PairPercent, ForkPercent, PartPercent, PlacePercent and FormPercent are the largest
	// shares of the choices, in percent, that may have an operator of an [OperatorGroup].
	BoundPercent = 4
	PairPercent  = 3
	ForkPercent  = 4
	PartPercent  = 3
	PlacePercent = 3
	FormPercent  = 4
	// CodedPercent is the largest share of the choices, in percent, that may start from a code
	// by which people seldom name a thing.
	CodedPercent = 5
)

// OperatorGroup is a group of operators of which few questions should have one.
type OperatorGroup struct {
	Operators []plan.Operator
	Percent   int // the largest share of the choices, in percent
}

// Limit returns the largest number of choices that may have one of the operators: its share, but
// at least one for each operator.
func (g *OperatorGroup) Limit(choices int) int { return max(len(g.Operators), choices*g.Percent/100) }

// OperatorGroupCount is the number of [OperatorGroups].
const OperatorGroupCount = 6

// OperatorGroups returns the groups: bounds for a number; what two unrelated things have in
// common, or together; a question that depends on a yes or no; the part that a year has; a later
// place of a ranking; an amount or a day in another form than its usual one.
func OperatorGroups() [OperatorGroupCount]OperatorGroup {
	return [...]OperatorGroup{
		{[]plan.Operator{"threshold", "interval"}, BoundPercent},
		{[]plan.Operator{"union", "intersection", "difference", "compare"}, PairPercent},
		{[]plan.Operator{"exists"}, ForkPercent},
		{[]plan.Operator{"share"}, PartPercent},
		{[]plan.Operator{"kth"}, PlacePercent},
		{[]plan.Operator{"conversion", "layout"}, FormPercent},
	}
}

// AimlessLimit returns the largest number of choices that may serve no matter.
func AimlessLimit(choices int) int { return max(1, choices*AimlessPercent/100) }

// SeldomLimit returns the largest number of choices that may ask for a column that people
// seldom ask for.
func SeldomLimit(choices int) int { return max(1, choices*SeldomPercent/100) }

// CodedLimit returns the largest number of choices that may start from a code by which people
// seldom name a thing.
func CodedLimit(choices int) int { return max(1, choices*CodedPercent/100) }

// EntitiesOf returns the entities of a task, each once, in the order of its steps: the
// start entities, those on the way and those in the answer. The error says that the plan
// does not fit the domain.
func EntitiesOf(d *domain.Domain, t *task.Task) ([]task.Entity, error) {
	types, err := t.Plan.Types(d)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	byNode := map[string]string{} // the entity type of a node's entities
	for i, n := range t.Plan.Nodes {
		if s := types[i].Shape; s == plan.ShapeEntity || s == plan.ShapeValues {
			byNode[n.Name] = types[i].Entity
		}
	}
	var all []task.Entity
	seen := map[string]bool{}
	add := func(entity string, name []string) {
		if key := entity + separator + strings.Join(name, separator); !seen[key] {
			seen[key] = true
			all = append(all, task.Entity{Type: entity, Name: name})
		}
	}
	for _, e := range t.Entities {
		add(e.Type, e.Name)
	}
	for i := range t.Steps {
		// The answer may name a part of an entity: the province of a county.
		entity, _, part := strings.Cut(byNode[t.Steps[i].Node], ".")
		if entity == "" || part {
			continue
		}
		for name := range slices.Chunk(t.Steps[i].Selected, max(1, len(d.Entity(entity).Parts))) {
			add(entity, name)
		}
	}
	return all, nil
}

// Skeleton returns what a program asks, without the entities and the values that it names
// and without the forms of its answers. Questions of one skeleton differ in these only.
func Skeleton(p *plan.Program) string {
	var b strings.Builder
	for _, n := range p.Nodes {
		do := n.Do
		switch o := do.(type) {
		case *plan.Start:
			do = &plan.Start{Entity: o.Entity}
		case *plan.Filter:
			bare := *o
			bare.Operand, bare.To = "", ""
			do = &bare
		case *plan.Covering:
			do = &plan.Covering{Begin: o.Begin, End: o.End}
		}
		fmt.Fprintf(&b, "%s %v %s %+v\n", n.Name, n.From, do.Kind(), do)
	}
	for _, a := range p.Answers {
		fmt.Fprintf(&b, "%s %s %s\n", a.From, a.If, a.Unless)
	}
	return b.String()
}

// Spread says how evenly the questions of a sample use keys, entities and forms of
// questions. Texts to write are left out, except from Calls.
type Spread struct {
	// Keys has one element for each depth with a quota, in order; never nil.
	Keys []KeySpread `json:"keys"`
	// Entities has one element for each entity type of the tasks of two hops and more, in
	// the domain's order; never nil.
	Entities []EntitySpread `json:"entities"`
	// Skeletons counts the questions that differ in more than names, numbers and forms.
	Skeletons SkeletonCount `json:"skeletons"`
	// Starts, Kinds and Operators say how evenly tasks use the entity types of their first
	// start, the kinds of their first answer, and operators.
	Starts    Evenness `json:"starts"`
	Kinds     Evenness `json:"kinds"`
	Operators Evenness `json:"operators"`
	// Calls is the largest number of different tool calls of a task.
	Calls int `json:"calls"`
}

// KeySpread counts the tasks of a depth that have the same keys.
type KeySpread struct {
	Hops  int `json:"hops"`  // from 1
	Tasks int `json:"tasks"` // number of tasks
	Most  int `json:"most"`  // largest number of tasks with the same set of keys
	Limit int `json:"limit"` // the number that the sample keeps to, if it can: [KeyLimit]
}

// EntitySpread counts the tasks of two hops and more that have an entity of a type.
type EntitySpread struct {
	Type    string `json:"type"`    // the entity type
	Members int    `json:"members"` // number of entities that the tables name; 0 if it is not known
	Used    int    `json:"used"`    // number of entities that some task has
	Tasks   int    `json:"tasks"`   // number of tasks with some entity of the type
	Most    int    `json:"most"`    // largest number of tasks with the same entity
	Limit   int    `json:"limit"`   // the number that the sample keeps to, if it can: [EntityLimit]
}

// SkeletonCount counts questions by skeleton, see [Skeleton].
type SkeletonCount struct {
	Of        int `json:"of"`        // number of questions
	Different int `json:"different"` // number of different skeletons
}

// Evenness says how evenly tasks use the elements of an axis. The effective number of
// elements is the number of equally common elements that would give two tasks drawn at
// random the same chance to have the same element (the inverse of Simpson's index).
type Evenness struct {
	Used       int     `json:"used"`       // number of elements that some task uses
	Effective  float64 `json:"effective"`  // effective number, rounded to two decimals
	Attainable float64 `json:"attainable"` // upper bound of the effective number, rounded up to two decimals
}

// spread measures the spread of the tasks.
func (v *survey) spread() (Spread, error) {
	s := Spread{Keys: []KeySpread{}, Entities: []EntitySpread{}}
	wanted, calls := 0, 0
	for i, q := range v.Quotas {
		if i > 0 {
			wanted += q * v.TasksPerPath
		}
	}
	keys := make([]map[string]int, len(v.Quotas))
	entities := map[string]map[string]int{}
	typed := map[string]int{}
	skeletons, starts, kinds, operators := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, t := range v.Tasks {
		calls = max(calls, task.ReferenceTurns(t, 1))
		if t.Plan.Template != "" {
			continue
		}
		skeletons[Skeleton(t.Plan)]++
		starts[t.Entities[0].Type]++
		kinds[string(AnswerKindOf(t))]++
		for _, op := range t.Structure.Operators {
			operators[string(op)]++
		}
		if hops := t.Structure.Hops; hops <= len(keys) {
			if keys[hops-1] == nil {
				keys[hops-1] = map[string]int{}
			}
			keys[hops-1][KeySet(t)]++
		}
		if t.Structure.Hops < 2 {
			continue
		}
		all, err := EntitiesOf(v.domain, t)
		if err != nil {
			return s, err
		}
		types := map[string]bool{}
		for _, e := range all {
			if entities[e.Type] == nil {
				entities[e.Type] = map[string]int{}
			}
			entities[e.Type][strings.Join(e.Name, separator)]++
			types[e.Type] = true
		}
		addSet(typed, types)
	}
	for i, counts := range keys {
		if v.Quotas[i] > 0 {
			s.Keys = append(s.Keys, KeySpread{Hops: i + 1, Tasks: total(counts), Most: most(counts), Limit: KeyLimit})
		}
	}
	for _, name := range v.entityNames() {
		if used := entities[name]; used != nil {
			members := v.Members[name]
			s.Entities = append(s.Entities, EntitySpread{
				Type: name, Members: members, Used: len(used), Tasks: typed[name], Most: most(used), Limit: EntityLimit(wanted, members),
			})
		}
	}
	s.Skeletons = SkeletonCount{Of: total(skeletons), Different: len(skeletons)}
	s.Starts = evenness(starts, v.caps(func(c *Candidate) []string { return []string{c.Path.Start} }))
	s.Kinds = evenness(kinds, v.caps(v.kindsOf))
	s.Operators = evenness(operators, nil)
	s.Operators.Attainable = float64(v.operatorsAttainable(operators))
	s.Calls = calls
	return s, nil
}

// KeySet returns the keys of a task as one text, in any order.
func KeySet(t *task.Task) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(t.KeyAnswer))), separator)
}

// kindsOf returns the kinds of answer that a path can be asked for.
func (v *survey) kindsOf(c *Candidate) []string {
	tool := c.Path.Hops[len(c.Path.Hops)-1].Tool
	has := map[AnswerKind]bool{}
	for _, d := range c.Demands {
		kind := DemandedKind(v.domain, tool, d)
		has[kind] = true
		if v.domain.Tool(tool).Returns == domain.Many && kind != TruthAnswer {
			has[NumberAnswer], has[ListAnswer] = true, true // the sum, the count or the list of many
		}
	}
	var kinds []string
	for _, k := range answerKinds {
		if has[k] {
			kinds = append(kinds, string(k))
		}
	}
	return kinds
}

// caps returns the largest numbers of tasks that elements can have: of each depth, the tasks
// of as many live paths that have the element as are wanted.
func (v *survey) caps(elements func(*Candidate) []string) map[string]int {
	all := map[string]int{}
	for i, candidates := range v.Live {
		live := map[string]int{}
		for j := range candidates {
			for _, e := range elements(&candidates[j]) {
				live[e]++
			}
		}
		for e, n := range live {
			all[e] += min(n, v.Quotas[i]) * v.TasksPerPath
		}
	}
	return all
}

// operatorsAttainable counts the operators that tasks have or could have.
func (v *survey) operatorsAttainable(used map[string]int) int {
	attainable := map[string]bool{}
	for op := range used {
		attainable[op] = true
	}
	for _, candidates := range v.Live {
		for i := range candidates {
			for _, d := range candidates[i].Demands {
				if d.Operator != "" {
					attainable[string(d.Operator)] = true
				}
			}
		}
	}
	return len(attainable)
}

// evenness measures how even counts are. Caps are the largest counts possible; a count may
// be above its cap, which then gives way.
func evenness(counts, caps map[string]int) Evenness {
	n, squares := 0, 0
	for _, c := range counts {
		n += c
		squares += c * c
	}
	e := Evenness{Used: len(counts)}
	if n == 0 {
		return e
	}
	e.Effective = math.Round(100*float64(n*n)/float64(squares)) / 100
	var limits []int
	for name, limit := range caps {
		limits = append(limits, max(limit, counts[name]))
	}
	slices.Sort(limits)
	left, even := n, 0
	for i, limit := range limits { // the smallest first: what it cannot take goes to the others
		c := min(limit, left/(len(limits)-i))
		even += c * c
		left -= c
	}
	if even > 0 {
		e.Attainable = math.Ceil(100*float64(n*n)/float64(even)) / 100
	}
	return e
}

func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

func most(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n = max(n, c)
	}
	return n
}

// lines describes the spread for people.
func (s *Spread) lines() []string {
	tasks, shared, limit := 0, 0, 0
	for _, k := range s.Keys {
		tasks, shared, limit = tasks+k.Tasks, max(shared, k.Most), k.Limit
	}
	lines := []string{fmt.Sprintf("questions with the same keys at one depth: at most %d (limit %d); skeletons: %d of %d questions; calls of a task: at most %d",
		shared, limit, s.Skeletons.Different, s.Skeletons.Of, s.Calls)}
	if used := slices.Clone(s.Entities); len(used) > 0 {
		slices.SortStableFunc(used, func(a, b EntitySpread) int { return cmp.Compare(b.Most, a.Most) })
		var parts []string
		for _, e := range used[:min(3, len(used))] {
			parts = append(parts, fmt.Sprintf("%s %d (limit %d)", e.Type, e.Most, e.Limit))
		}
		lines = append(lines, "tasks of two hops and more with the same entity, at most: "+strings.Join(parts, ", "))
	}
	return append(lines, fmt.Sprintf("effective numbers: start types %.2f of %.2f, kinds of answers %.2f of %.2f, operators %.2f of %.2f",
		s.Starts.Effective, s.Starts.Attainable, s.Kinds.Effective, s.Kinds.Attainable, s.Operators.Effective, s.Operators.Attainable))
}
