package command

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
)

// exchanges is how many choices are grounded at most in each of the ways to improve the
// sample.
const exchanges = 120

// improve looks at the spares again, and grounds choices that would cover more in
// another's place, then such as there is no room for until others change places with
// them, then such as make room.
func (s *sower) improve(ctx context.Context) error {
	for _, sp := range s.spares {
		if sp.tasks = s.told.fresh(sp.tasks); len(sp.tasks) > 0 && s.sampler.Fills(sp.choice) {
			s.funnels[len(sp.choice.Path.Hops)-1].regain(ground.Few)
			s.hold(sp)
		}
	}
	s.swap()
	for _, step := range []func(context.Context) (bool, error){
		s.exchange,
		func(ctx context.Context) (bool, error) { return s.aside(ctx, s.sampler.Explore) },
		func(ctx context.Context) (bool, error) { return s.aside(ctx, s.sampler.Bridge) },
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

// exchange puts a choice in the place of an accepted one if the sample then covers
// more, or in reserve if it works for fewer entities than wanted; more is false when no
// such choice is left to try.
func (s *sower) exchange(ctx context.Context) (more bool, err error) {
	add, drop, ok := s.sampler.Exchange()
	if !ok {
		return false, nil
	}
	f := s.funnels[len(add.Path.Hops)-1]
	tasks, err := s.ground(ctx, f, add)
	if err != nil {
		return false, err
	}
	switch {
	case len(tasks) == 0:
		return true, nil
	case len(tasks) < s.params.Entities:
		s.hold(accepted{add, tasks})
		s.swap()
		return true, nil
	}
	s.withdraw(drop)
	s.keep(f, accepted{add, tasks})
	s.sampler.Replace(add, drop, beside(tasks)...)
	return true, nil
}

// aside grounds the next choice, which there is no room for as yet; more is false when
// there is none left. If it works for anything it is held in reserve.
func (s *sower) aside(ctx context.Context, next func() (sample.Choice, bool)) (more bool, err error) {
	choice, ok := next()
	if !ok {
		return false, nil
	}
	f := s.funnels[len(choice.Path.Hops)-1]
	tasks, err := s.ground(ctx, f, choice)
	if err != nil || len(tasks) == 0 {
		return err == nil, err
	}
	s.hold(accepted{choice, tasks})
	s.swap()
	return true, nil
}

// hold puts a choice that works in reserve.
func (s *sower) hold(a accepted) {
	s.keep(s.funnels[len(a.choice.Path.Hops)-1], a)
	s.withdraw(a.choice)
	s.sampler.Reserve(a.choice, beside(a.tasks)...)
}

// swap has choices in reserve and accepted ones change places while that covers more.
func (s *sower) swap() {
	for swaps := s.sampler.Improve(); len(swaps) > 0; swaps = s.sampler.Improve() {
		for _, swap := range swaps {
			s.restore(swap.Add)
			s.withdraw(swap.Drop)
		}
	}
}

// withdraw takes an accepted choice out of the sample and holds it in reserve. Its drafts
// stay taken.
func (s *sower) withdraw(c sample.Choice) {
	i := slices.IndexFunc(s.accepted, is(c))
	a := s.accepted[i]
	f := s.funnels[len(c.Path.Hops)-1]
	f.Tasks -= len(a.tasks)
	f.Accepted--
	f.Dropped[replaced]++
	s.accepted = slices.Delete(s.accepted, i, i+1)
	s.reserve = append(s.reserve, a)
}

// restore takes a choice out of reserve and into the sample.
func (s *sower) restore(c sample.Choice) {
	i := slices.IndexFunc(s.reserve, is(c))
	f := s.funnels[len(c.Path.Hops)-1]
	f.regain(replaced)
	s.keep(f, s.reserve[i])
	s.reserve = slices.Delete(s.reserve, i, i+1)
}

func is(c sample.Choice) func(accepted) bool {
	return func(a accepted) bool { return a.choice.Path.ID == c.Path.ID && a.choice.Demand == c.Demand }
}

// replaced is why a choice that had tasks is not in the sample: another covers more.
const replaced plan.Reason = "replaced"

// fill gives paths further tasks while others of their depth have fewer than wanted, and
// puts paths from the reserve in the place of such where that is not enough.
func (s *sower) fill(ctx context.Context) error {
	for i := range s.accepted {
		a := &s.accepted[i]
		f := s.funnels[len(a.choice.Path.Hops)-1]
		if s.missing(f) <= 0 || len(a.tasks) < s.params.Entities {
			continue
		}
		_, tasks, _, err := s.tasksOf(ctx, f, a.choice, s.params.Entities+1)
		if err != nil {
			return err
		}
		for _, t := range tasks[:min(1, len(tasks))] {
			s.told.add(t)
			a.tasks = append(a.tasks, t)
			f.Tasks++
		}
	}
	for _, a := range slices.Clone(s.accepted) {
		if s.missing(s.funnels[len(a.choice.Path.Hops)-1]) <= 0 || len(a.tasks) >= s.params.Entities {
			continue
		}
		swap, ok := s.sampler.Yield(a.choice, func(c sample.Choice) bool {
			return len(s.reserve[slices.IndexFunc(s.reserve, is(c))].tasks) >= s.params.Entities
		})
		if ok {
			s.restore(swap.Add)
			s.withdraw(swap.Drop)
		}
	}
	return nil
}

// missing returns how many tasks a depth lacks for the paths it has.
func (s *sower) missing(f *depthFunnel) int { return f.Accepted*s.params.Entities - f.Tasks }
