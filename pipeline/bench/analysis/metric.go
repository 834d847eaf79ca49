package analysis

import (
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// metric is one of the four rates, with its place in each record.
type metric struct {
	name       string // in thresholds
	title      string // in tables
	rate       func(*bench.Mark) *float64
	estimate   func(*TypeReport) *estimate.Estimate
	difference func(*TypeComparison) *RateDifference
	decline    func(*HopDecline) *Decline
}

// metrics are in the order of tables.
var metrics = [...]metric{
	{
		"strict.success", "success (strict)",
		func(m *bench.Mark) *float64 { return m.Strict.Success },
		func(r *TypeReport) *estimate.Estimate { return &r.Strict.Success },
		func(c *TypeComparison) *RateDifference { return &c.Strict.Success },
		func(d *HopDecline) *Decline { return &d.Strict.Success },
	},
	{
		"strict.process", "process (strict)",
		func(m *bench.Mark) *float64 { return m.Strict.Process },
		func(r *TypeReport) *estimate.Estimate { return &r.Strict.Process },
		func(c *TypeComparison) *RateDifference { return &c.Strict.Process },
		func(d *HopDecline) *Decline { return &d.Strict.Process },
	},
	{
		"paper.success", "success (paper)",
		func(m *bench.Mark) *float64 { return m.Paper.Success },
		func(r *TypeReport) *estimate.Estimate { return &r.Paper.Success },
		func(c *TypeComparison) *RateDifference { return &c.Paper.Success },
		func(d *HopDecline) *Decline { return &d.Paper.Success },
	},
	{
		"paper.process", "process (paper)",
		func(m *bench.Mark) *float64 { return m.Paper.Process },
		func(r *TypeReport) *estimate.Estimate { return &r.Paper.Process },
		func(c *TypeComparison) *RateDifference { return &c.Paper.Process },
		func(d *HopDecline) *Decline { return &d.Paper.Process },
	},
}

// mean returns the mean over the attempts that have a figure; nil if none has.
func mean(tries []*bench.Mark, of func(*bench.Mark) *float64) *float64 {
	var sum float64
	n := 0
	for _, m := range tries {
		if x := of(m); x != nil {
			sum += *x
			n++
		}
	}
	if n == 0 {
		return nil
	}
	sum /= float64(n)
	return &sum
}

// values returns the mean over epochs of each task that has one, with its cluster.
func (s *taskSet) values(a *agentMarks, tasks []int, of func(*bench.Mark) *float64) []estimate.Measurement {
	values := make([]estimate.Measurement, 0, len(tasks))
	for _, i := range tasks {
		if x := mean(a.attempts[i], of); x != nil {
			values = append(values, estimate.Measurement{X: *x, Cluster: s.clusters[i]})
		}
	}
	return values
}
