package sample

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

const (
	attempts = 300 // choices grounded for each path wanted, at most
	patience = 400 // choices of a depth that may fail one after the other
)

// fillQuotas fills the quotas, the deepest first, as far as attempts and patience allow: in a
// small world few questions can be asked, but there are always more choices to try. A choice
// that works for fewer entities than wanted is set aside and taken only when the others
// do not fill the quota.
func (l *Loop) fillQuotas(ctx context.Context) error {
	fillings, choices, most := make([]*quotaFilling, len(l.Quotas)), 0, 0
	for i, wanted := range slices.Backward(l.Quotas) {
		fillings[i] = l.beginQuota(i + 1)
		choices, most = choices+wanted, max(most, wanted)
		if l.Turns {
			continue
		}
		l.Sampler.restrained.limit(choices)
		if err := fillings[i].fill(ctx, wanted); err != nil {
			return err
		}
	}
	if l.Turns {
		l.Sampler.restrained.limit(choices)
		for turn := range most {
			for _, q := range slices.Backward(fillings) {
				if err := q.fill(ctx, min(turn+1, q.funnel.Wanted)); err != nil {
					return err
				}
			}
		}
	}
	for _, q := range slices.Backward(fillings) {
		l.spares = append(l.spares, q.spares...)
	}
	return nil
}

// beginQuota makes the sampler ready for the quota of one depth.
func (l *Loop) beginQuota(hops int) *quotaFilling {
	live := l.Live[hops-1]
	f := &QuotaFunnel{Hops: hops, Wanted: l.Quotas[hops-1], Dropped: map[plan.Reason]int{}, Paths: live.All, Looked: live.Looked, Live: len(live.Paths)}
	f.Executions.Dropped = map[plan.Reason]int{}
	l.funnels[hops-1] = f
	l.Sampler.Begin(live.Paths, func(p plan.Path) []plan.Demand { return live.Demands[p.ID] })
	return &quotaFilling{loop: l, funnel: f}
}

// quotaFilling is the state of filling the quota of one depth.
type quotaFilling struct {
	loop    *Loop
	funnel  *QuotaFunnel
	wanted  int       // choices wanted for now, of those of the quota
	ended   bool      // no further choice can be had
	raised  int       // by how many tasks the limits were raised so far
	last    int       // number of choices tried when one was accepted last
	spares  []chosen  // work for fewer entities than wanted
	patient bool      // no choice is given up early any more
	given   []dropped // given up early
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

// fill fills the quota up to a number of choices, and goes on where it stopped.
func (q *quotaFilling) fill(ctx context.Context, wanted int) error {
	if q.ended {
		return nil
	}
	l := q.loop
	q.wanted, l.spread.raised = wanted, q.raised
	l.Sampler.Resume(q.funnel.Hops)
	l.brief = !q.patient
	defer func() { l.brief = false }()
	defer l.spread.restoreLimits()
	defer l.Sampler.restrained.restoring()()
	for more := true; more && q.missing() > 0; {
		if err := q.tryNext(ctx); err != nil {
			return err
		}
		var err error
		if more, err = q.relent(ctx); err != nil {
			return err
		}
	}
	q.raised = l.spread.raised
	for len(q.spares) > 0 && q.missing() > 0 {
		sp := q.spares[0]
		q.spares = q.spares[1:]
		if sp.tasks = l.stillWanted(sp.tasks); len(sp.tasks) == 0 {
			continue
		}
		if _, err := l.prove(ctx, &sp); err != nil {
			return err
		}
		if len(sp.tasks) > 0 {
			q.funnel.undrop(Few)
			l.accept(sp)
		}
	}
	q.ended = q.missing() > 0
	return nil
}

// missing returns how many of the choices wanted for now are missing.
func (q *quotaFilling) missing() int { return q.wanted - q.funnel.Accepted }

// tryNext tries choices in the order of the sampler until the quota is full, no choice is
// left, or too many failed.
func (q *quotaFilling) tryNext(ctx context.Context) error {
	f := q.funnel
	for q.missing() > 0 && f.Tried < attempts*f.Wanted && f.Tried-q.last < patience && q.crowded < limitPatience {
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
	tried, failure, err := q.loop.try(ctx, c, q.loop.Entities)
	switch {
	case err != nil:
		return err
	case len(tried.tasks) >= q.loop.Entities:
		q.loop.accept(tried)
		q.last, q.crowded = q.funnel.Tried, 0
	case len(tried.tasks) > 0:
		q.spares = append(q.spares, tried)
		q.funnel.Dropped[Few]++
	case failure.gaveUp:
		q.given = append(q.given, dropped{c, failure.reason})
	case failure.limited:
		q.limited = append(q.limited, dropped{c, failure.reason})
		q.crowded++
	}
	return nil
}

// relent tries the choices again that were given up early, with all their start entities. After
// that it raises the limits, for this depth, if choices failed or were left out because of them, and
// tries those that failed again. More is false if there are none.
func (q *quotaFilling) relent(ctx context.Context) (more bool, err error) {
	missing := q.missing()
	if missing == 0 {
		return false, nil
	}
	if !q.patient || len(q.given) > 0 {
		q.loop.brief, q.patient = false, true
		q.given, err = q.tryAgain(ctx, q.given)
		return true, err
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
	left, err := q.tryAgain(ctx, again)
	q.limited = append(q.limited, left...)
	return true, err
}

// tryAgain tries choices that failed, and returns those that are left when the quota is full.
func (q *quotaFilling) tryAgain(ctx context.Context, choices []dropped) (left []dropped, err error) {
	for i, d := range choices {
		if q.missing() == 0 {
			return choices[i:], nil
		}
		q.funnel.undrop(d.reason)
		q.funnel.Tried--
		if err := q.try(ctx, d.choice); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// Crowded reports whether a quota is not filled, and might be if tasks of other quotas gave
// fewer answers away: then [Loop.Turns] helps. A quota that has more tasks than every other is not
// counted, though turns would now and then give it more: filling anew costs as much as filling once.
func Crowded(funnels []*QuotaFunnel) bool {
	for _, f := range funnels {
		others := slices.ContainsFunc(funnels, func(o *QuotaFunnel) bool { return o.Accepted > f.Accepted })
		if f.Accepted < f.Wanted && f.Executions.Dropped[Repeated] > 0 && others {
			return true
		}
	}
	return false
}
