package coverage

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Figures say how sensible and how varied the questions of any set of tasks are. Shares are
// numbers of tasks of a whole, see [TaskShare]. Texts to write are left out.
type Figures struct {
	Questions int `json:"questions"` // number of questions

	// Commonest counts the tasks of two hops and more that have one of the five entities of
	// a type that most of them have; the type with the largest share.
	Commonest     TaskShare `json:"commonest"`
	CommonestType string    `json:"commonest_type"` // that type; "" if there are no such tasks
	MostEntity    TaskShare `json:"most_entity"`    // the tasks with the single commonest entity of any type

	// SecondReadings counts the questions with a second reading of another answer, of those
	// that the check "unambiguous" was made of. Tasks of other benchmarks have no checks.
	SecondReadings TaskShare `json:"second_readings"`

	SharedKeys TaskShare `json:"shared_keys"` // tasks of three hops and more whose keys another of the same depth has
	Only       TaskShare `json:"only"`        // questions that say that there is only one of something
	Computed   TaskShare `json:"computed"`    // questions whose answer is computed from two quantities
	Unrelated  TaskShare `json:"unrelated"`   // of these, quantities that the domain declares no relation of
	Senseless  TaskShare `json:"senseless"`   // questions that the senses of columns rule out
	Matters    TaskShare `json:"matters"`     // questions that serve a matter of the domain
	Passages   TaskShare `json:"passages"`    // questions that need a passage or a text
	Lists      TaskShare `json:"lists"`       // lists of two values or more, of all lists
	Yes        TaskShare `json:"yes"`         // answers yes, of all answers yes or no
	Zero       int       `json:"zero"`        // answers that are zero
	Negative   int       `json:"negative"`    // answers below zero
	LongWays   TaskShare `json:"long_ways"`   // tasks that need more than ten calls, one after the other
	Bystanders TaskShare `json:"bystanders"`  // questions that name an entity that they ask nothing about
	Skeletons  TaskShare `json:"skeletons"`   // different skeletons, of all questions, see [Skeleton]
}

// TaskShare is a number of things of a whole.
type TaskShare struct {
	N  int `json:"n"`  // number of things
	Of int `json:"of"` // number of the whole
}

// add counts one more of the whole, which has the property or not.
func (p *TaskShare) add(has bool) {
	p.Of++
	if has {
		p.N++
	}
}

// String returns the part as "3 of 40 (7.5 %)".
func (p TaskShare) String() string {
	if p.Of == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d (%.1f %%)", p.N, p.Of, 100*float64(p.N)/float64(p.Of))
}

// callLimit is the number of turns that the published agents have.
const callLimit = 10

// MeasureFigures measures tasks of any set over the domain. Tasks without a plan, such as
// those of other benchmarks, only count among questions, keys and the words of questions.
// The error names a task whose plan does not fit the domain.
func MeasureFigures(d *domain.Domain, tasks []*task.Task) (*Figures, error) {
	f := &Figures{}
	c := &figureCounts{keys: map[string]int{}, entities: map[string]map[string][]int{}, skeletons: map[string]bool{}}
	for i, t := range tasks {
		if t.Plan != nil && t.Plan.Template != "" || t.Family == task.Writing {
			continue
		}
		f.Questions++
		f.Only.add(saysOnly(t))
		f.Bystanders.add(t.Bystander != nil)
		for _, c := range t.Checks {
			if c.Name == "unambiguous" {
				f.SecondReadings.add(c.Verdict != task.Pass)
			}
		}
		c.keys[c.keyOf(t)]++
		f.answers(t)
		if t.Plan == nil {
			continue
		}
		if err := f.plan(d, t); err != nil {
			return nil, err
		}
		c.skeletons[Skeleton(t.Plan)] = true
		if t.Structure.Hops > 1 {
			c.deep++
			all, err := EntitiesOf(d, t)
			if err != nil {
				return nil, err
			}
			for _, e := range all {
				if c.entities[e.Type] == nil {
					c.entities[e.Type] = map[string][]int{}
				}
				name := strings.Join(e.Name, separator)
				c.entities[e.Type][name] = append(c.entities[e.Type][name], i)
			}
		}
	}
	for _, t := range tasks {
		if t.Structure.Hops > 2 && t.Family != task.Writing && (t.Plan == nil || t.Plan.Template == "") {
			f.SharedKeys.add(c.keys[c.keyOf(t)] > 1)
		}
	}
	f.Skeletons = TaskShare{len(c.skeletons), f.Questions}
	f.commonest(c)
	return f, nil
}

// figureCounts are what figures are counted from.
type figureCounts struct {
	keys      map[string]int              // tasks by depth and keys
	entities  map[string]map[string][]int // by type and name, the numbers of the tasks
	skeletons map[string]bool
	deep      int // tasks of two hops and more
}

func (c *figureCounts) keyOf(t *task.Task) string {
	return t.Type + separator + KeySet(t)
}

// mostCommon is the number of entities that Figures.Commonest counts.
const mostCommon = 5

// commonest finds the entity types whose commonest entities most tasks have.
func (f *Figures) commonest(c *figureCounts) {
	f.Commonest.Of, f.MostEntity.Of = c.deep, c.deep
	for _, entity := range slices.Sorted(maps.Keys(c.entities)) {
		named := c.entities[entity]
		names := slices.Sorted(maps.Keys(named))
		slices.SortStableFunc(names, func(a, b string) int { return len(named[b]) - len(named[a]) })
		tasks := map[int]bool{}
		for _, name := range names[:min(mostCommon, len(names))] {
			for _, i := range named[name] {
				tasks[i] = true
			}
		}
		if len(tasks) > f.Commonest.N {
			f.Commonest.N, f.CommonestType = len(tasks), entity
		}
		f.MostEntity.N = max(f.MostEntity.N, len(named[names[0]]))
	}
}

// onlyWords are the words by which a question says that there is only one of something.
var onlyWords = map[string]*regexp.Regexp{
	"zh": regexp.MustCompile(`唯一|仅有的?一|只有一`),
	"en": regexp.MustCompile(`(?i)\b(the|its|their|whose) (only|sole|single)\b|\bonly one\b`),
}

// saysOnly reports whether the question, or the draft of a task without one, says so.
func saysOnly(t *task.Task) bool {
	text := t.Question
	if text == "" {
		text = t.Draft
	}
	re := onlyWords[t.Language]
	if re == nil {
		re = onlyWords["zh"]
	}
	return re.MatchString(text)
}

// answers counts the answers of a task.
func (f *Figures) answers(t *task.Task) {
	for _, a := range t.AnswerValues {
		switch a.Kind {
		case value.Truth:
			f.Yes.add(a.Yes)
		case value.Number:
			switch {
			case strings.Trim(a.Number, "-0.") == "":
				f.Zero++
			case strings.HasPrefix(a.Number, "-"):
				f.Negative++
			}
		}
	}
}

// passageOperators are the operators of questions that need a passage or a text.
var passageOperators = []plan.Operator{"citations", "cite", "extract", "fact", "retrieve"}

// plan counts what a task's plan asks for.
func (f *Figures) plan(d *domain.Domain, t *task.Task) error {
	types, err := t.Plan.Types(d)
	if err != nil {
		return fmt.Errorf("task %s: %w", t.ID, err)
	}
	f.LongWays.add(task.ReferenceTurns(t, 1) > callLimit)
	f.Matters.add(len(t.Plan.Matters(d)) > 0)
	f.Passages.add(slices.ContainsFunc(t.Structure.Operators, func(op plan.Operator) bool { return slices.Contains(passageOperators, op) }))
	senseless := false
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		if o, ok := n.Do.(*plan.Arithmetic); ok {
			f.Computed.add(true)
			f.Unrelated.add(!relatedInputs(d, t.Plan, types, n, o))
		}
		senseless = senseless || ruledOut(d, types[typeOf(t.Plan, n.From)], n)
	}
	f.Senseless.add(senseless)
	if AnswerKindOf(t) == ListAnswer {
		f.Lists.add(len(t.KeyAnswer) > 1)
	}
	return nil
}

// typeOf returns the number of the first node that a node reads; 0 if it reads none.
func typeOf(p *plan.Program, from []string) int {
	if len(from) == 0 {
		return 0
	}
	return slices.IndexFunc(p.Nodes, func(n plan.Node) bool { return n.Name == from[0] })
}

// relatedInputs reports whether the domain declares a relation between the quantities that
// an arithmetic node combines; true for parts of one set, and where it declares none.
func relatedInputs(d *domain.Domain, p *plan.Program, types []plan.Type, n *plan.Node, o *plan.Arithmetic) bool {
	if len(d.Relations) == 0 || len(n.From) != 2 {
		return true
	}
	quantity := func(name string) (table, column string) {
		node := p.Node(name)
		in := types[typeOf(p, node.From)]
		if columns := node.Columns(); len(columns) == 1 {
			return in.Table, columns[0]
		}
		return in.Table, plan.Rows
	}
	table, column := quantity(n.From[0])
	byTable, byColumn := quantity(n.From[1])
	if table == byTable && column == byColumn {
		return true
	}
	return slices.ContainsFunc(d.RelationsOf(domain.RelationOperation(o.Function), table, column), func(r *domain.Relation) bool {
		return r.By.Table == byTable && r.By.Column == byColumn
	})
}

// ruledOut reports whether a node asks of a column what its sense rules out: a sum of
// prices, a group or a part of codes, a column that nobody asks for or that files a row.
func ruledOut(d *domain.Domain, in plan.Type, n *plan.Node) bool {
	t := d.Table(in.Table)
	if t == nil {
		return false
	}
	return slices.ContainsFunc(n.Columns(), func(name string) bool {
		c := t.Column(name)
		if c == nil {
			return false
		}
		if c.Asked == domain.Never || c.Meaning() == domain.Filing {
			return true
		}
		switch o := n.Do.(type) {
		case *plan.Frequent:
			return !c.Groups()
		case *plan.Aggregate:
			return o.Function == plan.Sum && !c.Adds()
		case *plan.Filter:
			return o.Comparison == plan.Contains && !c.HasParts()
		}
		return false
	})
}

// Text writes the figures for people, a line each.
func (f *Figures) Text(w io.Writer) error {
	var b strings.Builder
	line := func(name string, v any) { fmt.Fprintf(&b, "%-58s %v\n", name, v) }
	line("questions", f.Questions)
	line("of two hops and more, with one of five "+orElse(f.CommonestType, "entity")+" names", f.Commonest)
	line("of two hops and more, with the commonest entity", f.MostEntity)
	line("of three hops and more, keys shared at the same depth", f.SharedKeys)
	if f.SecondReadings.Of > 0 {
		line("with a second reading, of those checked for one", f.SecondReadings)
	} else {
		line("with a second reading", "not known: no task has a result of the check")
	}
	line("different skeletons", f.Skeletons)
	line("say that there is only one", f.Only)
	line("computed from two quantities", f.Computed)
	line("of these, quantities without a declared relation", f.Unrelated)
	line("ruled out by what columns mean", f.Senseless)
	line("serve a matter of the domain", f.Matters)
	line("need a passage or a text", f.Passages)
	line("name a by-stander", f.Bystanders)
	line("lists with two values or more", f.Lists)
	line("answers yes, of those yes or no", f.Yes)
	line("answers that are zero, negative", fmt.Sprintf("%d, %d", f.Zero, f.Negative))
	line(fmt.Sprintf("need more than %d calls", callLimit), f.LongWays)
	_, err := io.WriteString(w, b.String())
	return err
}

// orElse returns text, or other if it is "".
func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
