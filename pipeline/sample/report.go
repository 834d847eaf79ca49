package sample

import (
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Report measures the coverage of tasks: the tasks of the accepted choices, and other
// tasks such as texts to write. Quotas are the numbers of paths wanted of one hop, of two
// hops, and so on, and tasksPerPath is the number of tasks wanted of each. Members is the
// number of entities of each type that the tables name. [Sampler.Begin] must have been given all live paths of each depth. The
// error names a task whose plan does not fit the domain.
func (s *Sampler) Report(c *corpus.Corpus, quotas []int, tasksPerPath int, members map[string]int, tasks []*task.Task) (*coverage.Coverage, error) {
	byHops := make([]*depth, len(quotas))
	for _, d := range s.depths {
		if len(d.candidates) > 0 && len(d.candidates[0].path.Hops) <= len(quotas) {
			byHops[len(d.candidates[0].path.Hops)-1] = d
		}
	}
	in := &coverage.Sample{Domain: s.domain, Corpus: c, Quotas: quotas, TasksPerPath: tasksPerPath, Members: members, Live: make([][]coverage.Candidate, len(quotas)), Tasks: tasks}
	for i, d := range byHops {
		if d == nil {
			continue
		}
		for _, c := range d.candidates {
			var tried []plan.Demand
			for _, n := range c.tried {
				tried = append(tried, c.list.demands[n])
			}
			in.Live[i] = append(in.Live[i], coverage.Candidate{Path: c.path, Demands: c.list.demands, Tried: tried})
		}
		for _, a := range d.accepted {
			in.Paths = append(in.Paths, a.choice.Path)
		}
		for _, a := range d.reserve {
			in.Reserve = append(in.Reserve, a.choice.Path)
		}
	}
	return coverage.Measure(in)
}
