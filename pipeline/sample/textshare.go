package sample

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// textTaskShare is the number of tasks one of which should ask for the contents of a text.
const textTaskShare = 10

// addTextTasks gives paths whose questions ask for the contents of a text more tasks, in the place of
// others of their depth, while too few tasks ask for that: one more to each path, then another, up to
// twice the number wanted of a path, since few paths lead to texts.
func (l *Loop) addTextTasks(ctx context.Context) error {
	for most := l.Entities; most < 2*l.Entities; most++ {
		if err := l.addTextTask(ctx, most); err != nil {
			return err
		}
	}
	return nil
}

// addTextTask gives each path that asks for the contents of a text, and has at most some number of
// tasks, one more.
func (l *Loop) addTextTask(ctx context.Context, most int) error {
	for i := range l.accepted {
		c := &l.accepted[i]
		if !readsText(c.choice.Demand.Operator) || len(c.tasks) > most || !l.lacksTextTasks() {
			continue
		}
		other := l.dispensable(len(c.choice.Path.Hops))
		if other == nil {
			continue
		}
		added, err := l.addTask(ctx, c)
		if err != nil {
			return err
		}
		if added {
			last := len(other.tasks) - 1
			l.spread.add(other.tasks[last:], -1)
			l.funnel(other.choice).Tasks--
			other.tasks = other.tasks[:last]
		}
	}
	return nil
}

// lacksTextTasks reports whether fewer tasks than one in textTaskShare ask for the contents of a text.
func (l *Loop) lacksTextTasks() bool {
	texts, all := 0, 0
	for _, c := range l.accepted {
		all += len(c.tasks)
		if readsText(c.choice.Demand.Operator) {
			texts += len(c.tasks)
		}
	}
	return texts*textTaskShare < all
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
