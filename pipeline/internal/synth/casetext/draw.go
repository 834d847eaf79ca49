package casetext

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// dispute is a case as it was drawn.
type dispute struct {
	candidate
	holds bool // the plea succeeds, if only in part

	happened time.Time // the fact in dispute
	learned  time.Time // the plaintiff learns of it
	noticed  time.Time // notice of it
	asked    time.Time // the plaintiff asks in writing; for an issue of time, what was or was not in time
	deadline time.Time // of an issue of time
	filed    time.Time
	decided  time.Time

	// Sums in yuan: what all is measured by, what is claimed, what is awarded and what is
	// taken off, and the most that the law allows.
	base, sum, award, part, limit int
	percent                       int // that the facts have: a share, a rate, a part
	claimed                       int // rate that is claimed
}

// lastDecision is the day before which all cases are decided.
var lastDecision = time.Date(2024, 12, 31, 0, 0, 0, 0, time.UTC)

// tries is the number of draws of one dispute.
const tries = 30

// draw draws at most n disputes over a law. At least a third are over a rule that was amended
// before the decision; if there are too few of these, there are fewer disputes. No two are about
// one subject and one kind of issue with one result, so that their grounds differ.
func draw(l *statute.Law, k chance.Key, n int) []dispute {
	settled, changed := candidates(l)
	seen := map[string]bool{}
	isNew := func(d *dispute) bool {
		key := fmt.Sprint(d.rule.Values["name"], " ", d.kind, " ", d.holds)
		before := seen[key]
		seen[key] = true
		return !before
	}
	var old, same []dispute // amended and not
	first := make([]*dispute, len(changed))
	for turn := range 2 {
		order := k.Of("changed").At(turn).Order(len(changed))
		for i := range changed {
			at := order(i)
			want := at%2 == 1
			if first[at] != nil {
				want = !first[at].holds
			}
			d, ok := drawDispute(l, k.Of("amended").At(at).At(turn), changed[at], want, turn == 0)
			if ok && isNew(&d) {
				old, first[at] = append(old, d), &d
			}
		}
	}
	n = min(n, leastChanged*len(old))
	old = old[:min(len(old), (2*n+4)/5)]
	for _, at := range byKind(k.Of("settled"), settled) {
		if len(old)+len(same) == n {
			break
		}
		if d, ok := drawDispute(l, k.Of("unamended").At(at), settled[at], at%2 == 1, false); ok && isNew(&d) {
			same = append(same, d)
		}
	}
	all, most := make([]dispute, len(old)+len(same)), len(old)
	for i := range all { // evenly mixed
		from := &same
		if (i+1)*most/len(all) > i*most/len(all) {
			from = &old
		}
		all[i], *from = (*from)[0], (*from)[1:]
	}
	return all
}

// byKind returns the indexes of candidates in an order in which the kinds of issues take turns.
func byKind(k chance.Key, all []candidate) []int {
	groups := map[string][]int{}
	order := k.Order(len(all))
	for i := range all {
		at := order(i)
		groups[all[at].kind] = append(groups[all[at].kind], at)
	}
	kinds := slices.Sorted(maps.Keys(groups))
	list := make([]int, 0, len(all))
	for turn := 0; len(list) < len(all); turn++ {
		for _, kind := range kinds {
			if turn < len(groups[kind]) {
				list = append(list, groups[kind][turn])
			}
		}
	}
	return list
}

// drawDispute draws a dispute over a rule; ok is false if the time between the versions is too
// short for one. Holds says whether the plea should succeed. With contrast, facts that the other
// version of the rule would decide otherwise go before that, if the rule has a number.
func drawDispute(l *statute.Law, k chance.Key, c candidate, holds, contrast bool) (d dispute, ok bool) {
	for try := range tries {
		r := k.At(try).Rand()
		is := issues[c.kind]
		d = dispute{candidate: c, holds: holds && !is.fails}
		var span int // days from the fact to the last event
		d.drawSums(r)
		switch is.measure {
		case period:
			span = d.drawPeriod(r, contrast)
		case share:
			d.drawShare(r, contrast)
		case rate:
			d.drawRate(r, contrast)
		}
		if span == 0 {
			span = 48 + r.IntN(50)
		}
		if d.setDays(l, r, span) {
			return d, true
		}
	}
	return d, false
}

// Lengths of units in days, and how far from its end an act is clearly within or beyond a
// period.
func unitOf(r *statute.ArticleRule) (n int, days, margin float64) {
	switch r.Form {
	case statute.MonthsFromKnowledge:
		return r.Months, 30.44, 8
	case statute.YearsFromEvent, statute.YearsUnasserted, statute.RecordsEnd:
		return r.Years, 365.25, 25
	}
	return r.Days, 1, 1
}

// addPeriod returns the last day of a period of a rule that begins on a day.
func addPeriod(r *statute.ArticleRule, from time.Time) time.Time {
	switch n, days, _ := unitOf(r); days {
	case 30.44:
		return from.AddDate(0, n, 0)
	case 365.25:
		return from.AddDate(n, 0, 0)
	default:
		return from.AddDate(0, 0, n)
	}
}

// drawPeriod draws how many days after its beginning the act was done, and says whether that
// is in time.
func (d *dispute) drawPeriod(r *rand.Rand, contrast bool) (days int) {
	is := issues[d.kind]
	n, unit, margin := unitOf(&d.rule)
	length := float64(n) * unit
	late := d.holds != is.timely
	x := length*(1.1+0.5*r.Float64()) + margin
	if !late {
		x = max(1, min(length-margin, length*(0.35+0.5*r.Float64())))
	}
	if d.other != nil && contrast {
		m, _, _ := unitOf(d.other)
		low, high := min(length, float64(m)*unit)+margin, max(length, float64(m)*unit)-margin
		if low < high {
			x = low + (high-low)*r.Float64()
			d.holds = (x > length) != is.timely
		}
	}
	return max(1, int(x+0.5))
}

// drawShare draws sums of which one is a share of another.
func (d *dispute) drawShare(r *rand.Rand, contrast bool) {
	p := d.rule.Percent
	d.base = (10 + r.IntN(190)) * 10_000
	penalty := d.rule.Form == statute.PenaltyReduced
	above := d.holds == penalty // a penalty may be reduced, but a deposit is too large
	d.percent = p + 2 + r.IntN(p+10)
	if !above {
		d.percent = max(1, p-1-r.IntN(max(1, p/2)))
	}
	if d.other != nil && contrast && d.other.Percent != p {
		low, high := min(p, d.other.Percent)+1, max(p, d.other.Percent)-1
		if low <= high {
			d.percent = low + r.IntN(high-low+1)
			d.holds = (d.percent > p) == penalty
		}
	}
	d.limit = d.base / 100 * p
	d.sum = d.base / 100 * d.percent
	if penalty {
		d.limit += d.base
		d.sum += d.base
	}
	d.part, d.award = d.sum-d.limit, d.sum
	if d.sum > d.limit {
		d.award = d.limit
	}
}

// drawRate draws the rate that is claimed.
func (d *dispute) drawRate(r *rand.Rand, contrast bool) {
	d.base = (10 + r.IntN(190)) * 10_000
	d.percent, d.claimed = d.rule.Rate, d.rule.Rate
	if d.other != nil && contrast && d.other.Rate != d.rule.Rate {
		d.holds = d.other.Rate > d.rule.Rate
	}
	switch {
	case d.holds && d.other != nil && d.other.Rate > d.rule.Rate:
		d.claimed = d.other.Rate
	case d.holds:
		d.claimed += 1 + r.IntN(4)
	}
}

// drawSums draws a loss, and a part of it.
func (d *dispute) drawSums(r *rand.Rand) {
	d.sum = (30 + r.IntN(900)) * 1000
	d.percent = 10 * (1 + r.IntN(5))
	d.part = d.sum / 100 * d.percent
	d.award = d.sum
	if d.holds {
		d.award -= d.part
	}
}

// setDays draws the days of a dispute with a span from the fact to the last event before the
// action, and reports whether they fit the versions.
func (d *dispute) setDays(l *statute.Law, r *rand.Rand, span int) bool {
	is := issues[d.kind]
	after := func(t time.Time, least, spread int) time.Time { return t.AddDate(0, 0, least+r.IntN(spread)) }
	learned := 0
	if is.learned {
		learned = r.IntN(20)
	}
	wait, trial := 12+r.IntN(40), 50+r.IntN(160)
	from, until := interval(l, d.statute, d.before)
	if d.changed() {
		// The last event lies before the amendment, the decision after it.
		last := after(until, -120, 118)
		if d.governs == d.after {
			last = after(until, -160, 100)
			wait = 5 + r.IntN(max(1, int(until.Sub(last).Hours()/24)-6))
		}
		d.happened = last.AddDate(0, 0, -span-learned)
		d.filed = last.AddDate(0, 0, wait)
		d.decided = d.filed.AddDate(0, 0, trial)
		if least := until.AddDate(0, 0, 20); d.decided.Before(least) {
			d.decided = least.AddDate(0, 0, r.IntN(60))
		}
		_, until = interval(l, d.statute, d.after)
	} else {
		room := int(until.Sub(from).Hours()/24) - span - learned - wait - trial - 2
		if room < 1 {
			return false
		}
		d.happened = from.AddDate(0, 0, 1+r.IntN(room))
		d.filed = d.happened.AddDate(0, 0, span+learned+wait)
		d.decided = d.filed.AddDate(0, 0, trial)
	}
	d.learned = d.happened.AddDate(0, 0, learned)
	d.asked = d.learned.AddDate(0, 0, span)
	d.noticed = d.happened.AddDate(0, 0, 1+r.IntN(max(1, span/4)))
	if d.happened.Before(from) || !d.decided.Before(until) {
		return false
	}
	if is.measure != period {
		return true
	}
	d.deadline = addPeriod(&d.rule, d.learned)
	return d.asked.After(d.deadline) == (d.holds != is.timely)
}

// interval returns the first day of a version and the first day after it, or the last day of
// decisions.
func interval(l *statute.Law, of, version int) (from, until time.Time) {
	s := &l.Statutes[of]
	from, until = s.Versions[version].Date, lastDecision
	if version+1 < len(s.Versions) {
		until = s.Versions[version+1].Date
	} else if !s.Repealed.IsZero() {
		until = s.Repealed
	}
	return from, until
}
