package sample

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// passageShare is the number of tasks one of which should ask for the contents of a text. There
// are fewer paths to texts than that.
const passageShare = 10

// addPassages gives paths whose questions ask for the contents of a text one more task, in the
// place of another of their depth, while too few tasks ask for that.
func (l *Loop) addPassages(ctx context.Context) error {
	for i := range l.accepted {
		c := &l.accepted[i]
		if !readsText(c.choice.Demand.Operator) || len(c.tasks) != l.Entities || !l.lacksPassages() {
			continue
		}
		giver := l.dispensable(len(c.choice.Path.Hops))
		if giver == nil {
			continue
		}
		_, tasks, _, err := l.ground(ctx, c.choice, candidatesForOne)
		if err != nil {
			return err
		}
		if len(tasks) == 0 {
			continue
		}
		last := len(giver.tasks) - 1
		l.spread.add(giver.tasks[last:], -1)
		giver.tasks = giver.tasks[:last]
		l.revealed.add(tasks[0])
		l.spread.add(tasks[:1], 1)
		c.tasks = append(c.tasks, tasks[0])
	}
	return nil
}

// lacksPassages reports whether fewer tasks than one in passageShare ask for the contents of a
// text.
func (l *Loop) lacksPassages() bool {
	passages, all := 0, 0
	for _, c := range l.accepted {
		all += len(c.tasks)
		if readsText(c.choice.Demand.Operator) {
			passages += len(c.tasks)
		}
	}
	return passages*passageShare < all
}

// dispensable returns the choice of a depth, accepted as late as can be, whose last task the sample
// can do without: the path has another task, and each of its operators has one; nil for none.
func (l *Loop) dispensable(hops int) *chosen {
	with := map[plan.Operator]int{}
	for _, c := range l.accepted {
		for _, t := range c.tasks {
			for _, op := range t.Structure.Operators {
				with[op]++
			}
		}
	}
	for i := range slices.Backward(l.accepted) {
		c := &l.accepted[i]
		if len(c.choice.Path.Hops) != hops || len(c.tasks) < 2 || len(c.tasks) < l.Entities || readsText(c.choice.Demand.Operator) {
			continue
		}
		t := c.tasks[len(c.tasks)-1]
		if truthOf(t) < 0 && !slices.ContainsFunc(t.Structure.Operators, func(op plan.Operator) bool { return with[op] < 2 }) {
			return c
		}
	}
	return nil
}
