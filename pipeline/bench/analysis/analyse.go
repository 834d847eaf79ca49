package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ReportOptions configures analyses and comparisons.
type ReportOptions struct {
	// Level is the confidence level of intervals, in (0, 1); 0 means 0.95.
	Level float64
	// K are the numbers of attempts for pass rates, each at least 1, in any order; those
	// above an agent's epochs are left out. Empty means every number up to the epochs.
	K []int
	// Epochs is the number of attempts planned for each agent and task. If it is 0, or
	// if an agent made more attempts, the number for the agent is its last epoch in the
	// marks plus 1; it is 1 for an agent without marks.
	Epochs int
	// Protocol is the protocol by which the agents over models were measured; "" if there are
	// none or it is unknown.
	Protocol method.Protocol
	// Statutes have the provisions that tasks over statutes are about, by which strata and
	// clusters are formed; nil leaves strata out.
	Statutes *recall.Statutes
	// People are marks of people's answers to exam items, by the people's names as agents, one of
	// each person on a task. They enter [Analysis.People] alone.
	People []bench.Mark
	// Agents names evaluated agents that are reported even without marks.
	Agents []string
	// Methods say of agents which model and method they are, each agent once, in the order in which
	// tables show them: models by their first agent. Empty leaves out [Analysis.Methods] and what
	// rests on it.
	Methods []AgentMethod
	// Qualifications say whether the scores of judges count; those of a judge without one do
	// not.
	Qualifications []judge.Qualification
	// Reference is the evaluated agent that [Pairwise] compares all others with; "" means
	// every two agents.
	Reference string
}

// withDefaults returns the options with defaults in place of zero values.
func (o ReportOptions) withDefaults() (ReportOptions, error) {
	if o.Level == 0 {
		o.Level = 0.95
	}
	if !(o.Level > 0 && o.Level < 1) {
		return o, fmt.Errorf("confidence level %v: want a level between 0 and 1", o.Level)
	}
	for _, k := range o.K {
		if k < 1 {
			return o, fmt.Errorf("pass rate of %d attempts: want at least 1", k)
		}
	}
	o.K = slices.Compact(slices.Sorted(slices.Values(o.K)))
	return o, nil
}

// Analyse summarises marks, which may be in any order. Marks of tasks that are not among
// tasks are ignored; [Analysis.UnknownTasks] lists these tasks. An attempt without a mark
// counts as missing and enters no mean. Analyse returns an error, and a nil analysis, if a
// task or an attempt occurs twice, an agent has two roles, or a figure or an option is out
// of range. Tasks and marks are only read.
func Analyse(tasks []*task.Task, marks []bench.Mark, o ReportOptions) (*Analysis, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := validateMethods(o.Methods); err != nil {
		return nil, err
	}
	s, err := newTaskSet(tasks, o.Statutes)
	if err != nil {
		return nil, err
	}
	all, strangers, err := s.groupMarks(marks)
	if err != nil {
		return nil, err
	}
	for _, name := range o.Agents {
		all.of(name, len(tasks))
	}
	a := &Analysis{
		Level: o.Level, Protocol: o.Protocol, Tasks: len(s.all), Clusters: s.countClusters(s.all), Twins: len(s.twins),
		Agents: []AgentReport{}, Methods: o.Methods, UnknownTasks: strangers, Qualifications: sortQualifications(o.Qualifications),
	}
	order := all.order()
	for _, side := range order {
		a.Agents = append(a.Agents, s.agent(side, &o))
	}
	groups := methodGroups(all, o.Methods)
	a.Gains, a.Gaps = s.gains(groups, o.Level), s.gaps(groups, a.Agents, o.Level)
	a.Declines = s.declines(order, a.Agents, o.Level)
	a.Judges = agreements(order)
	a.Correlations = correlations(a)
	a.Writers = s.writers(order, o.Level)
	if a.People, err = s.people(o.People, order, o.Level); err != nil {
		return nil, err
	}
	return a, nil
}

// sortQualifications returns qualifications ordered by judge, then by rubric.
func sortQualifications(all []judge.Qualification) []judge.Qualification {
	return slices.SortedStableFunc(slices.Values(all), func(a, b judge.Qualification) int {
		return cmp.Or(cmp.Compare(a.Judge, b.Judge), cmp.Compare(a.Rubric, b.Rubric))
	})
}

// order sorts agents by role (evaluated, ceiling, chance, floor), then by name.
func (s marksByAgent) order() []*agentMarks {
	place := func(r score.AgentRole) int {
		return slices.Index([]score.AgentRole{score.EvaluatedAgent, score.CeilingAgent, score.ChanceAgent, score.FloorAgent}, r)
	}
	return slices.SortedFunc(maps.Values(s), func(a, b *agentMarks) int {
		return cmp.Or(cmp.Compare(place(a.role), place(b.role)), cmp.Compare(a.agent, b.agent))
	})
}

// twinType is the type of the row over unanswerable twins.
const twinType = "twins"

func (s *taskSet) agent(of *agentMarks, o *ReportOptions) AgentReport {
	a := AgentReport{Agent: of.agent, Role: of.role, Epochs: max(of.epochs, o.Epochs, 1)}
	for _, name := range s.types {
		a.Rows = append(a.Rows, s.row(of, name, s.byType[name], a.Epochs, o))
	}
	a.Rows = append(a.Rows, s.row(of, score.All, s.all, a.Epochs, o))
	a.Strata = s.strata(of, o)
	a.Exam = choice.Tabulate(s.gradedItems(of, s.all), task.ExamTypes(), o.Level)
	if len(s.twins) > 0 {
		row := s.row(of, twinType, s.twins, a.Epochs, o)
		a.Twins = &row
	}
	return a
}

func (s *taskSet) row(of *agentMarks, name string, tasks []int, epochs int, o *ReportOptions) TypeReport {
	r := TypeReport{Type: name, Tasks: len(tasks), Endings: map[agent.Ending]int{}, Failures: map[failure.Class]int{}}
	for _, m := range of.marks(tasks) {
		r.Trials++
		r.Endings[m.End]++
		if m.Failure != "" {
			r.Failures[m.Failure]++
		}
	}
	r.Missing = len(tasks)*epochs - r.Trials
	for i := range metrics {
		*metrics[i].estimate(&r) = estimate.Share(s.values(of, tasks, metrics[i].rate), o.Level)
	}
	r.Passes = s.passes(of, tasks, passCounts(o.K, epochs), o.Level)
	r.Calls, r.Tokens, r.Cost = usageOf(of.marks(tasks))
	r.Measures, r.Recitals = s.measures(of, tasks, o.Level), recitals(of.marks(tasks))
	for _, i := range tasks {
		if s.text[i] {
			r.Texts++
		}
	}
	r.Selection = s.selection(of, tasks, o.Level)
	r.Domains = s.domains(of, tasks, o.Level)
	r.Judges = s.judges(of, tasks, o)
	return r
}

// marks returns the attempts at tasks, by task and epoch.
func (a *agentMarks) marks(tasks []int) []*bench.Mark {
	marks := make([]*bench.Mark, 0, len(tasks))
	for _, i := range tasks {
		marks = append(marks, a.attempts[i]...)
	}
	return marks
}

// passCounts returns the numbers of attempts to report pass rates for.
func passCounts(k []int, epochs int) []int {
	if len(k) == 0 {
		for i := range epochs {
			k = append(k, i+1)
		}
	}
	reached := []int{}
	for _, n := range k {
		if n >= 1 && n <= epochs {
			reached = append(reached, n)
		}
	}
	return reached
}

// passes estimates pass@k and pass^k.
func (s *taskSet) passes(of *agentMarks, tasks []int, k []int, level float64) []PassRate {
	passes := make([]PassRate, len(k))
	for j, k := range k {
		var some, every []estimate.Measurement
		for _, i := range tasks {
			n, solved := 0, 0
			for _, m := range of.attempts[i] {
				if x := m.Strict.Success; x != nil {
					n++
					if *x == 1 {
						solved++
					}
				}
			}
			if n < k {
				continue
			}
			some = append(some, estimate.Measurement{X: estimate.PassAny(n, solved, k), Cluster: s.clusters[i]})
			every = append(every, estimate.Measurement{X: estimate.PassAll(n, solved, k), Cluster: s.clusters[i]})
		}
		passes[j] = PassRate{K: k, Any: estimate.Share(some, level), All: estimate.Share(every, level)}
	}
	return passes
}
