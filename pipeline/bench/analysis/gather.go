package analysis

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Cluster names the cluster of a task, equal for tasks that tend to succeed and fail
// together. It is the law that a task over statutes is about, as far as they are known, and the
// case of a task of [task.Case], and the essay or question that an item of [task.Exam] was made from; else the task's path; without a path, its plan without start
// entities; without a plan, the task itself or, for a twin, the twin's task. Statutes may be nil.
//
// Tasks of one path that ask for different things, such as another filter, share a cluster.
// If such tasks are independent, standard errors are larger than necessary; separate
// clusters would make them too small otherwise.
func Cluster(t *task.Task, statutes *recall.Statutes) string {
	law := statutes.LawOf(t)
	switch {
	case law != "":
		return "law " + law
	case t.Family == task.Case && len(t.Entities) > 0 && len(t.Entities[0].Name) > 0:
		return "case " + t.Entities[0].Name[0] // the facts, which all focuses of a case share
	case t.Derivation != nil && t.Derivation.Source != "":
		return "source " + t.Derivation.Source
	case t.Path != "":
		return t.Path
	case t.Plan != nil:
		b, err := json.Marshal(t.Plan.Bind(make([][]string, len(t.Plan.Entities()))...))
		if err != nil {
			panic("analysis: a plan is no JSON: " + err.Error()) // it came from JSON
		}
		return string(digest.Bytes(b))
	case t.Twin != nil:
		return "task " + t.Twin.Of
	default:
		return "task " + t.ID
	}
}

// taskSet holds the tasks of an analysis, numbered from 0.
type taskSet struct {
	tasks    []*task.Task
	clusters []string       // cluster of each task
	laws     []string       // law that each task is about; "" for none
	levels   []string       // level of the provision that each task is about; "" for none
	number   map[string]int // task number by ID
	types    []string       // types of the answerable tasks, in report order
	byType   map[string][]int
	all      []int // numbers of the answerable tasks
	twins    []int
	text     []bool // whether each task asks for a text
}

func newTaskSet(tasks []*task.Task, statutes *recall.Statutes) (*taskSet, error) {
	s := &taskSet{tasks: tasks, number: make(map[string]int, len(tasks)), byType: map[string][]int{}}
	for i, t := range tasks {
		if _, twice := s.number[t.ID]; twice {
			return nil, fmt.Errorf("task %s is repeated: want each task once", t.ID)
		}
		s.number[t.ID] = i
		s.clusters, s.laws = append(s.clusters, Cluster(t, statutes)), append(s.laws, statutes.LawOf(t))
		s.text = append(s.text, recall.AsksForText(t))
		level := ""
		if e := statutes.EntryOf(t); e != nil {
			level = e.Level()
		}
		s.levels = append(s.levels, level)
		if t.Twin != nil {
			s.twins = append(s.twins, i)
			continue
		}
		s.all = append(s.all, i)
		s.byType[t.Type] = append(s.byType[t.Type], i)
	}
	s.types = slices.SortedFunc(maps.Keys(s.byType), score.CompareTypes)
	return s, nil
}

// countClusters returns the number of clusters of tasks.
func (s *taskSet) countClusters(tasks []int) int {
	seen := map[string]bool{}
	for _, i := range tasks {
		seen[s.clusters[i]] = true
	}
	return len(seen)
}

// agentMarks holds one agent's marks by task.
type agentMarks struct {
	agent    string
	role     score.AgentRole
	epochs   int // the largest epoch plus 1
	attempts [][]*bench.Mark
}

// marksByAgent holds the marks of all agents by name.
type marksByAgent map[string]*agentMarks

// of returns the marks of an agent, which it adds if it is new.
func (s marksByAgent) of(agent string, tasks int) *agentMarks {
	if s[agent] == nil {
		s[agent] = &agentMarks{agent: agent, attempts: make([][]*bench.Mark, tasks)}
	}
	return s[agent]
}

// groupMarks groups marks by agent and task, ordered by epoch. It also returns the sorted task
// IDs of marks that no task has.
func (s *taskSet) groupMarks(marks []bench.Mark) (all marksByAgent, strangers []string, err error) {
	all = marksByAgent{}
	strange := map[string]bool{}
	for i := range marks {
		m := &marks[i]
		if err := validateMark(m); err != nil {
			return nil, nil, err
		}
		number, ok := s.number[m.Task]
		if !ok {
			strange[m.Task] = true
			continue
		}
		a := all.of(m.Agent, len(s.tasks))
		if a.epochs > 0 && a.role != m.Role {
			return nil, nil, fmt.Errorf("agent %q: roles %q and %q: want one role", m.Agent, max(m.Role, a.role), min(m.Role, a.role))
		}
		a.role, a.epochs = m.Role, max(a.epochs, m.Epoch+1)
		a.attempts[number] = append(a.attempts[number], m)
	}
	for _, a := range all {
		if err := a.order(); err != nil {
			return nil, nil, err
		}
	}
	return all, slices.Sorted(maps.Keys(strange)), nil
}

// order sorts the attempts at each task by epoch.
func (a *agentMarks) order() error {
	for _, tries := range a.attempts {
		slices.SortFunc(tries, func(x, y *bench.Mark) int { return cmp.Compare(x.Epoch, y.Epoch) })
		for i := 1; i < len(tries); i++ {
			if tries[i].Epoch == tries[i-1].Epoch {
				return fmt.Errorf("task %s: agent %q: epoch %d is repeated: want each epoch once", tries[i].Task, a.agent, tries[i].Epoch)
			}
		}
	}
	return nil
}

// validateMark rejects figures out of range, because marks may come from a file.
func validateMark(m *bench.Mark) error {
	fault := func(what string, x any, want string) error {
		return fmt.Errorf("task %s: agent %q: epoch %d: %s %v: want %s", m.Task, m.Agent, m.Epoch, what, x, want)
	}
	if m.Epoch < 0 {
		return fault("a negative epoch", m.Epoch, "one from 0")
	}
	for i := range metrics {
		if x := metrics[i].rate(m); x != nil && !isShare(*x) {
			return fault(metrics[i].title, *x, "one in [0, 1]")
		}
	}
	for name, x := range m.Measures {
		low, high := measureRange(name)
		if !(low <= x && x <= high) {
			return fault("measure "+name, x, fmt.Sprintf("one in [%g, %g]", low, high))
		}
	}
	if s := m.Selection; s != nil && !(possible(&s.Tables) && possible(&s.Tools) && s.Offered >= 0) {
		return fault("a selection of", fmt.Sprintf("%+v", *s), "no more right than selected and than needed, and numbers from 0")
	}
	if u := m.Domains; u != nil && u.Unneeded < len(u.Others) {
		return fault("calls of other domains' tools", u.Unneeded, fmt.Sprintf("at least one for each of %d domains", len(u.Others)))
	}
	for _, o := range m.Opinions {
		if !isShare(o.Score) {
			return fault("a judge's score of", o.Score, "one in [0, 1]")
		}
		for _, g := range o.Grades {
			if g.Points < 0 {
				return fault("a judge's points of", g.Points, "a number from 0")
			}
		}
		if g := o.Overall; g != nil && (g.Points < 0 || g.Points > 100 || g.Tier < 0) {
			return fault("a judge's overall score of", fmt.Sprintf("%d in tier %d", g.Points, g.Tier), "one from 0 to 100, in a tier from 0")
		}
	}
	return nil
}

func isShare(x float64) bool { return x >= 0 && x <= 1 }

// possible reports whether there can be so many names.
func possible(m *bench.SelectionMatch) bool {
	return m.Right >= 0 && m.Right <= min(m.Selected, m.Needed)
}
