package sample

import (
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// Cover counts what other tasks cover as covered, so that choices are worth what they add to
// those tasks. It is called before [Sampler.Begin], with the coverage of those tasks.
func (s *Sampler) Cover(c *coverage.Coverage) {
	e := &s.elements
	cover(e, c.Tools.Uses, func(tool string) element { return element{toolAxis, tool, ""} })
	cover(e, c.Transitions.Uses, func(t coverage.Transition) element { return element{transitionAxis, t.From, t.To} })
	cover(e, c.Starts.Uses, func(entity string) element { return element{startAxis, entity, ""} })
	cover(e, c.Answers.Uses, func(a coverage.ToolColumn) element { return element{answerAxis, a.Tool, a.Column} })
	cover(e, c.Operators.Uses, func(op plan.Operator) element { return element{operatorAxis, string(op), ""} })
	cover(e, c.Cells.Uses, func(o coverage.OperatorDepth) element {
		return element{cellAxis, string(o.Operator), strconv.Itoa(o.Hops)}
	})
}

// cover counts the uses of one axis.
func cover[E any](e *elements, uses []coverage.Use[E], of func(E) element) {
	for _, u := range uses {
		if u.Tasks > 0 {
			e.used[e.id(of(u.Element))] += u.Tasks
		}
	}
}
