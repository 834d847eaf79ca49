package analysis

import (
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// DomainReport has the figures on calls of tools of domains that the task does not need, over trials whose
// tools are of several domains.
//
// Trials with such calls are not as others are: an agent that finds nothing tries more tools. So the difference between
// them need not be what the other domains' tools cost.
type DomainReport struct {
	// Trials is the number of trials whose tools are of several domains.
	Trials int `json:"trials"`
	// Calling is the number of these trials that called a tool of a domain of which the plan uses no tool.
	Calling int `json:"calling"`
	// Calls is the number of such calls.
	Calls int `json:"calls"`
	// Wrong is the number of trials with such calls that did not solve their task.
	Wrong int `json:"wrong"`
	// CallingRate is the mean over tasks of the share of trials with such calls. CallingWrong is that of trials with such
	// calls that did not solve their task, and OthersWrong that of the other trials.
	CallingRate  estimate.Estimate `json:"calling_rate"`
	CallingWrong estimate.Estimate `json:"calling_wrong"`
	OthersWrong  estimate.Estimate `json:"others_wrong"`
}

// domains reports which domains' tools an agent called; nil if the tools are of one domain.
func (s *taskSet) domains(of *agentMarks, tasks []int, level float64) *DomainReport {
	r := &DomainReport{}
	for _, m := range of.marks(tasks) {
		if m.Domains == nil {
			continue
		}
		r.Trials++
		r.Calls += m.Domains.Unneeded
		if m.Domains.Unneeded > 0 {
			r.Calling++
			if x := wrong(m); x != nil && *x == 1 {
				r.Wrong++
			}
		}
	}
	if r.Trials == 0 {
		return nil
	}
	wrongOf := func(calling bool) estimate.Estimate {
		return estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 {
			if m.Domains == nil || m.Domains.Unneeded > 0 != calling {
				return nil
			}
			return wrong(m)
		}), level)
	}
	r.CallingRate = estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 {
		switch {
		case m.Domains == nil:
			return nil
		case m.Domains.Unneeded > 0:
			return new(1.)
		}
		return new(0.)
	}), level)
	r.CallingWrong, r.OthersWrong = wrongOf(true), wrongOf(false)
	return r
}

// wrong returns 1 for a trial that did not solve its task and 0 for one that did; nil if it is unscored.
func wrong(m *bench.Mark) *float64 {
	switch x := m.Strict.Success; {
	case x == nil:
		return nil
	case *x < 1:
		return new(1.)
	}
	return new(0.)
}

// domainUse returns the table of calls of other domains' tools, over all tasks.
func (a *Analysis) domainUse() table {
	t := table{
		title: "trials that called tools of a domain that their task does not need, and how many are wrong, in percent",
		head:  []string{"agent", "trials", "called others", "calls", "and wrong", "share that called", "wrong of those", "wrong of the others"},
	}
	few := false
	for i := range a.Agents {
		r := a.Agents[i].overall().Domains
		if r == nil {
			continue
		}
		few = few || isFew(&r.CallingWrong) || isFew(&r.OthersWrong)
		t.rows = append(t.rows, []string{a.Agents[i].Agent, strconv.Itoa(r.Trials), strconv.Itoa(r.Calling), strconv.Itoa(r.Calls), strconv.Itoa(r.Wrong),
			formatRate(&r.CallingRate), formatRate(&r.CallingWrong), formatRate(&r.OthersWrong)})
	}
	if t.rows == nil {
		return table{}
	}
	t.noteFew(few)
	t.notes = append(t.notes, "an agent that finds nothing tries more tools, so the difference need not be what the other domains' tools cost")
	return t
}

// domainColumns are the columns of [DomainReport] in CSV.
var domainColumns = []string{"domain_trials", "called_others", "calls_of_others", "called_others_wrong", "called_others_rate", "wrong_of_those", "wrong_of_the_others"}

// csv returns the cells of domainColumns; nil for nil.
func (r *DomainReport) csv() []string {
	if r == nil {
		return nil
	}
	return []string{strconv.Itoa(r.Trials), strconv.Itoa(r.Calling), strconv.Itoa(r.Calls), strconv.Itoa(r.Wrong),
		csvPercent(r.CallingRate.Mean), csvPercent(r.CallingWrong.Mean), csvPercent(r.OthersWrong.Mean)}
}
