package sample

import (
	"cmp"
	"context"
	"slices"
)

// exchanges is how many choices each step of improve grounds at most.
const exchanges = 120

// improve tries the spares again. Then it grounds choices that would cover more in the
// place of another, choices that there is no room for until others change places with
// them, choices with transitions that may turn out not to be had, and choices that make room.
func (l *Loop) improve(ctx context.Context) error {
	for _, sp := range l.spares {
		if sp.tasks = l.stillWanted(sp.tasks); len(sp.tasks) > 0 && l.Sampler.Fills(sp.choice) {
			l.funnel(sp.choice).undrop(Few)
			l.putInReserve(sp)
		}
	}
	if err := l.swap(); err != nil {
		return err
	}
	for _, step := range []func(context.Context) (bool, error){
		l.exchange,
		func(ctx context.Context) (bool, error) { return l.extendReserve(ctx, l.Sampler.Explore) },
		func(ctx context.Context) (bool, error) { return l.extendReserve(ctx, l.Sampler.Settle) },
		func(ctx context.Context) (bool, error) { return l.extendReserve(ctx, l.Sampler.Bridge) },
	} {
		for range exchanges {
			more, err := step(ctx)
			if err != nil {
				return err
			}
			if !more {
				break
			}
		}
	}
	return nil
}

// exchange grounds a choice and puts it in the place of an accepted one if the sample then
// covers more, or in reserve if it works for fewer entities than wanted. More is false if
// no such choice is left to try.
func (l *Loop) exchange(ctx context.Context) (more bool, err error) {
	add, drop, ok := l.Sampler.Exchange()
	if !ok {
		return false, nil
	}
	replaced := l.tasksOf(l.accepted, drop)
	l.spread.add(replaced, -1)
	tried, _, err := l.try(ctx, add, l.Entities)
	l.spread.add(replaced, 1)
	switch {
	case err != nil:
		return false, err
	case len(tried.tasks) == 0:
		return true, nil
	case len(tried.tasks) < l.Entities:
		l.putInReserve(tried)
		return true, l.swap()
	}
	l.withdraw(drop)
	l.add(tried)
	l.Sampler.Replace(add, drop, operatorsOf(tried.tasks)...)
	return true, nil
}

// extendReserve grounds the next choice and, if it has tasks, puts it in reserve. More is
// false if no choice is left. Its tasks may exceed the limits by as many tasks as a choice has,
// since it can come into the sample only in the place of another.
func (l *Loop) extendReserve(ctx context.Context, next func() (Choice, bool)) (more bool, err error) {
	choice, ok := next()
	if !ok {
		return false, nil
	}
	l.spread.slack = l.Entities
	tried, _, err := l.try(ctx, choice, l.Entities+1)
	l.spread.slack = 0
	if err != nil || len(tried.tasks) == 0 {
		return err == nil, err
	}
	l.putInReserve(tried)
	return true, l.swap()
}

// putInReserve adds a choice that is not in the sample to the reserve.
func (l *Loop) putInReserve(c chosen) {
	l.add(c)
	l.withdraw(c.choice)
	l.Sampler.Reserve(c.choice, operatorsOf(c.tasks)...)
}

// swap swaps choices in reserve with accepted ones while that covers more. The error is that of a proof.
func (l *Loop) swap() error {
	for swaps := l.Sampler.Improve(); len(swaps) > 0; swaps = l.Sampler.Improve() {
		for _, s := range swaps {
			l.restore(s.Add)
			l.withdraw(s.Drop)
		}
	}
	return l.broken
}

// withdraw moves an accepted choice to the reserve. Its tasks still count as revealed, but
// leave room for others with the same keys and entities.
func (l *Loop) withdraw(c Choice) {
	i := slices.IndexFunc(l.accepted, sameChoice(c))
	f := l.funnel(c)
	f.Tasks -= len(l.accepted[i].tasks)
	f.Accepted--
	f.Dropped[Replaced]++
	l.spread.add(l.accepted[i].tasks, -1)
	l.reserve = append(l.reserve, l.accepted[i])
	l.accepted = slices.Delete(l.accepted, i, i+1)
}

// restore moves a choice from the reserve into the sample.
func (l *Loop) restore(c Choice) {
	i := slices.IndexFunc(l.reserve, sameChoice(c))
	l.funnel(c).undrop(Replaced)
	l.add(l.reserve[i])
	l.reserve = slices.Delete(l.reserve, i, i+1)
}

func sameChoice(c Choice) func(chosen) bool {
	return func(o chosen) bool { return o.choice.Path.ID == c.Path.ID && o.choice.Demand == c.Demand }
}

// topUp gives paths one more task while their depth has too few. Where
// that is not enough, it swaps paths with too few tasks for paths in reserve that have
// enough, and then gives paths of other depths one more task, the deepest first.
func (l *Loop) topUp(ctx context.Context) error {
	if err := l.addTasks(ctx, l.tasksMissing); err != nil {
		return err
	}
	for _, c := range slices.Clone(l.accepted) {
		if l.tasksMissing(c.choice) <= 0 || len(c.tasks) >= l.Entities {
			continue
		}
		swap, ok := l.Sampler.Yield(c.choice, func(o Choice) bool {
			return len(l.tasksOf(l.reserve, o)) >= l.Entities
		})
		if l.broken != nil {
			return l.broken
		}
		if ok {
			l.restore(swap.Add)
			l.withdraw(swap.Drop)
		}
	}
	slices.SortStableFunc(l.accepted, func(a, b chosen) int { return cmp.Compare(len(b.choice.Path.Hops), len(a.choice.Path.Hops)) })
	return l.addTasks(ctx, func(Choice) int {
		missing := 0
		for _, f := range l.funnels {
			missing += f.Accepted*l.Entities - f.Tasks
		}
		return missing
	})
}

// candidatesForOne is how many tasks of a choice are made to find one more, since some fail their
// proof.
const candidatesForOne = 8

// addTasks gives accepted choices one more task, while tasks are missing; none gets more than one
// above the number wanted.
func (l *Loop) addTasks(ctx context.Context, missing func(Choice) int) error {
	for i := range l.accepted {
		c := &l.accepted[i]
		if missing(c.choice) <= 0 || len(c.tasks) > l.Entities {
			continue
		}
		if _, err := l.addTask(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// addTask gives an accepted choice one more task, if it can have one.
func (l *Loop) addTask(ctx context.Context, c *chosen) (added bool, err error) {
	_, made, err := l.ground(ctx, c.choice, candidatesForOne)
	if err != nil {
		return false, err
	}
	tasks, _, err := l.proved(ctx, made, 1)
	if err != nil || len(tasks) == 0 {
		return false, err
	}
	l.revealed.add(tasks[0])
	l.spread.add(tasks, 1)
	c.tasks = append(c.tasks, tasks[0])
	l.funnel(c.choice).Tasks++
	return true, nil
}

// tasksMissing returns how many tasks the depth of a choice lacks for the paths it has.
func (l *Loop) tasksMissing(c Choice) int {
	f := l.funnel(c)
	return f.Accepted*l.Entities - f.Tasks
}
