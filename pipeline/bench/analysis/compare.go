package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ComparedAgent names one of the two agents of [Compare] and its trials.
type ComparedAgent struct {
	// Name is the agent's name in the comparison; "" means Agent.
	Name string
	// Agent is the agent's name in Marks.
	Agent string
	// Marks are the marks of a run, in any order; marks of other agents are ignored.
	Marks []bench.Mark
}

// Compare compares two agents of one run or of two runs. Tasks are those of both runs,
// without repetition; equal IDs are the same task. Only o.Level and o.Statutes are used. The error is as
// for [Analyse], or says that an agent has no marks; the comparison is nil then.
func Compare(tasks []*task.Task, first, second ComparedAgent, o ReportOptions) (*PairedComparison, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	s, err := newTaskSet(tasks, o.Statutes)
	if err != nil {
		return nil, err
	}
	a, err := s.marksOf(first)
	if err != nil {
		return nil, err
	}
	b, err := s.marksOf(second)
	if err != nil {
		return nil, err
	}
	c := s.compare(a, b, o.Level)
	c.First, c.Second = cmp.Or(first.Name, first.Agent), cmp.Or(second.Name, second.Agent)
	s.list(c, a, b)
	adjust([]*PairedComparison{c})
	return c, nil
}

// marksOf returns the marks of one agent; an agent without marks is an error.
func (s *taskSet) marksOf(of ComparedAgent) (*agentMarks, error) {
	var marks []bench.Mark
	for i := range of.Marks {
		if of.Marks[i].Agent == of.Agent {
			marks = append(marks, of.Marks[i])
		}
	}
	all, _, err := s.groupMarks(marks)
	if err != nil {
		return nil, err
	}
	if all[of.Agent] == nil {
		return nil, fmt.Errorf("agent %q: no trial of the tasks: want at least one", of.Agent)
	}
	return all[of.Agent], nil
}

// Pairwise compares every two evaluated agents of a run, ordered by First and then by
// Second, with First before Second by name; empty for fewer than two agents. With
// o.Reference it compares all other evaluated agents with this one, which is Second in every
// comparison, and p values are adjusted for these comparisons alone. The comparisons have no
// lists of tasks. Only o.Level, o.Reference and o.Statutes are used. Errors are as for [Analyse], or say
// that the reference has no marks.
func Pairwise(tasks []*task.Task, marks []bench.Mark, o ReportOptions) ([]*PairedComparison, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	s, err := newTaskSet(tasks, o.Statutes)
	if err != nil {
		return nil, err
	}
	all, _, err := s.groupMarks(marks)
	if err != nil {
		return nil, err
	}
	order := all.order()
	order = slices.DeleteFunc(order, func(a *agentMarks) bool { return a.role != score.EvaluatedAgent })
	pairs := []*PairedComparison{}
	pair := func(a, b *agentMarks) {
		c := s.compare(a, b, o.Level)
		c.First, c.Second = a.agent, b.agent
		pairs = append(pairs, c)
	}
	switch at := slices.IndexFunc(order, func(a *agentMarks) bool { return a.agent == o.Reference }); {
	case at >= 0:
		for _, a := range slices.Delete(slices.Clone(order), at, at+1) {
			pair(a, order[at])
		}
	case o.Reference != "":
		return nil, fmt.Errorf("agent %q: no trial of the tasks: want at least one", o.Reference)
	default:
		for i, a := range order {
			for _, b := range order[i+1:] {
				pair(a, b)
			}
		}
	}
	adjust(pairs)
	return pairs, nil
}

// compare returns the rows of a comparison, without adjusted p values.
func (s *taskSet) compare(a, b *agentMarks, level float64) *PairedComparison {
	c := &PairedComparison{Level: level}
	for _, name := range s.types {
		c.Rows = append(c.Rows, s.contrast(a, b, name, s.byType[name], level))
	}
	c.Rows = append(c.Rows, s.contrast(a, b, score.All, s.all, level))
	if len(s.twins) > 0 {
		row := s.contrast(a, b, twinType, s.twins, level)
		c.Twins = &row
	}
	return c
}

func (s *taskSet) contrast(a, b *agentMarks, name string, tasks []int, level float64) TypeComparison {
	c := TypeComparison{Type: name}
	for _, i := range tasks {
		if len(a.attempts[i]) > 0 && len(b.attempts[i]) > 0 {
			c.Tasks++
		}
	}
	for i := range metrics {
		*metrics[i].difference(&c) = s.rateDifference(a, b, tasks, metrics[i].rate, level)
	}
	return c
}

// tieTolerance is the largest difference of two means that counts as a tie.
const tieTolerance = 1e-9

func (s *taskSet) rateDifference(a, b *agentMarks, tasks []int, of func(*bench.Mark) *float64, level float64) (d RateDifference) {
	var first, second, apart []estimate.Measurement
	for _, i := range tasks {
		x, y := mean(a.attempts[i], of), mean(b.attempts[i], of)
		if x == nil || y == nil {
			continue
		}
		cluster := s.clusters[i]
		first, second = append(first, estimate.Measurement{X: *x, Cluster: cluster}), append(second, estimate.Measurement{X: *y, Cluster: cluster})
		apart = append(apart, estimate.Measurement{X: *x - *y, Cluster: cluster})
		switch {
		case *x-*y > tieTolerance:
			d.Wins++
		case *y-*x > tieTolerance:
			d.Losses++
		default:
			d.Ties++
		}
	}
	d.First, d.Second = estimate.Mean(first, level).Mean, estimate.Mean(second, level).Mean
	d.Difference = estimate.Compare(apart, level)
	if d.Low != nil {
		*d.Low, *d.High = max(-1, *d.Low), min(1, *d.High)
	}
	return d
}

// list sets the comparison's lists of tasks.
func (s *taskSet) list(c *PairedComparison, a, b *agentMarks) {
	c.OnlyFirst, c.OnlySecond, c.Tasks = []string{}, []string{}, []TaskDifference{}
	of := metrics[0].rate
	for i, t := range s.tasks {
		switch {
		case len(a.attempts[i]) > 0 && len(b.attempts[i]) == 0:
			c.OnlyFirst = append(c.OnlyFirst, t.ID)
		case len(a.attempts[i]) == 0 && len(b.attempts[i]) > 0:
			c.OnlySecond = append(c.OnlySecond, t.ID)
		}
		if x, y := mean(a.attempts[i], of), mean(b.attempts[i], of); x != nil && y != nil {
			c.Tasks = append(c.Tasks, TaskDifference{t.ID, t.Type, round(*x), round(*y), round(*x - *y)})
		}
	}
	slices.SortFunc(c.Tasks, func(x, y TaskDifference) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Difference), math.Abs(x.Difference)), cmp.Compare(x.Task, y.Task))
	})
}

// adjust adjusts the p values of comparisons made together. For each metric, the types of all
// comparisons form one family, the rows over all tasks another, and the rows over twins a
// third.
func adjust(pairs []*PairedComparison) {
	var types, all, twins []*TypeComparison
	for _, c := range pairs {
		last := len(c.Rows) - 1
		for i := range c.Rows[:last] {
			types = append(types, &c.Rows[i])
		}
		all = append(all, &c.Rows[last])
		if c.Twins != nil {
			twins = append(twins, c.Twins)
		}
	}
	for i := range metrics {
		for _, family := range [][]*TypeComparison{types, all, twins} {
			adjustFamily(family, metrics[i].difference)
		}
	}
}

// adjustFamily adjusts one metric of a family.
func adjustFamily(family []*TypeComparison, of func(*TypeComparison) *RateDifference) {
	var there []*RateDifference
	var p []float64
	for _, c := range family {
		if d := of(c); d.P != nil {
			there, p = append(there, d), append(p, *d.P)
		}
	}
	for i, adjusted := range estimate.Holm(p) {
		there[i].Adjusted = &adjusted
	}
}
