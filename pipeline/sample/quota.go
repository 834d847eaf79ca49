package sample

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

const (
	attempts = 300 // choices grounded for each path wanted, at most
	patience = 400 // choices of a depth that may fail one after the other
)

// fillQuota fills the quota of one depth as far as attempts and patience allow: in a small
// world few questions can be asked, but there are always more choices to try. A choice
// that works for fewer entities than wanted is set aside and taken only when the others
// do not fill the quota.
func (l *Loop) fillQuota(ctx context.Context, hops int) error {
	live, wanted := l.Live[hops-1], l.Quotas[hops-1]
	f := &QuotaFunnel{Hops: hops, Wanted: wanted, Dropped: map[plan.Reason]int{}, Paths: live.All, Live: len(live.Paths)}
	f.Executions.Dropped = map[plan.Reason]int{}
	l.funnels[hops-1] = f
	l.Sampler.Begin(live.Paths, func(p plan.Path) []plan.Demand { return live.Demands[p.ID] })
	q := &quotaFilling{loop: l, funnel: f}
	defer l.spread.restoreLimits()
	defer l.Sampler.restrained.restoring()()
	for more := true; more && f.Accepted < wanted; {
		if err := q.tryNext(ctx); err != nil {
			return err
		}
		var err error
		if more, err = q.raiseLimits(ctx); err != nil {
			return err
		}
	}
	for _, sp := range q.spares {
		if f.Accepted == wanted {
			l.spares = append(l.spares, sp)
			continue
		}
		if sp.tasks = l.stillWanted(sp.tasks); len(sp.tasks) > 0 {
			f.undrop(Few)
			l.accept(sp)
		}
	}
	return nil
}

// quotaFilling is the state of filling the quota of one depth.
type quotaFilling struct {
	loop    *Loop
	funnel  *QuotaFunnel
	last    int       // number of choices tried when one was accepted last
	spares  []chosen  // work for fewer entities than wanted
	limited []dropped // no tasks, but perhaps with higher limits
	crowded int       // how many of limited since one was accepted last
}

// dropped is a choice without tasks and the reason for it.
type dropped struct {
	choice Choice
	reason plan.Reason
}

// limitPatience is how many choices of a depth may fail one after the other because of what
// their tasks have in common with others. Then the limits are raised.
const limitPatience = 80

// tryNext tries choices in the order of the sampler until the quota is full, no choice is
// left, or too many failed.
func (q *quotaFilling) tryNext(ctx context.Context) error {
	f := q.funnel
	for f.Accepted < f.Wanted && f.Tried < attempts*f.Wanted && f.Tried-q.last < patience && q.crowded < limitPatience {
		choice, ok := q.loop.Sampler.Next()
		if !ok {
			break
		}
		if err := q.try(ctx, choice); err != nil {
			return err
		}
	}
	return nil
}

// try tries one choice.
func (q *quotaFilling) try(ctx context.Context, c Choice) error {
	tasks, failure, err := q.loop.try(ctx, c)
	switch {
	case err != nil:
		return err
	case len(tasks) >= q.loop.Entities:
		q.loop.accept(chosen{c, tasks})
		q.last, q.crowded = q.funnel.Tried, 0
	case len(tasks) > 0:
		q.spares = append(q.spares, chosen{c, tasks})
		q.funnel.Dropped[Few]++
	case failure.limited:
		q.limited = append(q.limited, dropped{c, failure.reason})
		q.crowded++
	}
	return nil
}

// raiseLimits raises the limits, for this depth, if choices failed or were left out because of
// them, and tries those that failed again. More is false if there are none.
func (q *quotaFilling) raiseLimits(ctx context.Context) (more bool, err error) {
	missing := q.funnel.Wanted - q.funnel.Accepted
	if missing == 0 {
		return false, nil
	}
	// Once they are above the number of tasks, no limit on what tasks have in common is left
	// that could refuse one.
	if len(q.limited) == 0 || q.loop.spread.raised > q.loop.spread.wanted {
		more = q.loop.Sampler.restrained.raise(missing)
		q.loop.Sampler.invalidate()
		return more, nil
	}
	q.loop.spread.raised = 3*q.loop.spread.raised + 1
	again := q.limited
	q.limited, q.crowded = nil, 0
	for i, d := range again {
		if q.funnel.Accepted == q.funnel.Wanted {
			q.limited = append(q.limited, again[i:]...)
			break
		}
		q.funnel.undrop(d.reason)
		q.funnel.Tried--
		if err := q.try(ctx, d.choice); err != nil {
			return false, err
		}
	}
	return true, nil
}
