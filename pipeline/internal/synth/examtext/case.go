package examtext

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// told is a case whose facts can be a statement.
type told struct {
	casetext.Known
	on     *provision
	asked  *asked // nil if the rule has no number, or nothing that is asked for
	used   bool
	period bool // the plea turns on a time
	// amended says that another version of the rule has another number.
	amended bool
}

// tellable returns the cases whose rule was not amended before the decision, in the docket's order.
func (d *drawer) tellable() (list []*told) {
	for i := range d.docket.Len() {
		k := d.docket.Known(i)
		c := k.Cited[0]
		t := &told{Known: k, on: d.bank.version(c.Statute, c.Version)[c.Position]}
		if k.Changed || t.on.plain == "" || t.on.rule.Barred {
			continue
		}
		for _, q := range t.on.asked {
			if q.Slot != "g" && q.Slot != "answer" && q.Slot != "claim" {
				t.asked = q
			}
		}
		t.amended = t.asked != nil && d.otherVersion(t.asked, always) != nil
		t.period = t.asked != nil && k.Words["deadline"] != ""
		list = append(list, t)
	}
	return list
}

// caseEssay draws an essay over the facts of a case: whether the defendant's plea is right, and a
// second part.
func (d *drawer) caseEssay(r *rand.Rand, p *paper, turn int) bool {
	var best *told
	for _, t := range d.cases {
		v, ok := d.bank.law.InForce(t.on.statute, p.day)
		if t.used || !ok || v != t.on.version || !t.Decided.Before(p.day) {
			continue
		}
		if t.asked != nil && (d.used[d.name(t.asked)] || !d.bank.unique(p.day, t.asked)) {
			continue
		}
		switch {
		case best == nil,
			d.turn(t.on) < d.turn(best.on),
			d.turn(t.on) == d.turn(best.on) && t.amended && !best.amended:
			best = t
		}
	}
	if best == nil {
		return false
	}
	best.used = true
	e := d.newDraft(r, p, best.on, best.Words)
	e.days = [2]time.Time{best.Happened, best.Filed}
	e.essay.Statement = strings.Join(best.Facts, "\n\n")
	key := KnownKey{Day: p.day, Statute: best.on.statute, Version: best.on.version, Position: best.on.position, Form: best.on.rule.Form, Unique: true}
	if best.asked != nil {
		d.used[d.name(best.asked)] = true
		key = d.knownKey(p.day, "", "", best.asked)
	}
	e.add(e.pleaAnswer(best.PleaHolds, best.Applied, nil), key)
	e.follow(turn, func() bool { return e.reverseCase(best, key) }, func() bool { return best.asked != nil && e.older(best.asked) })
	return e.done()
}

// pleaAnswer returns the answer to whether the plea of the statement is right.
func (e *draft) pleaAnswer(holds bool, applied string, assumptions []string) answer {
	put := "put_plea"
	if assumptions != nil {
		put = "put_plea_supposed"
	}
	return answer{
		assumptions: assumptions,
		question:    capital(e.say(e.r, e.slots, put)),
		conclusion:  e.verdict(holds, "plea"),
		rule:        e.under(e.base), applied: applied, on: e.base,
	}
}

// verdict returns yes or no as a question of a form wants it.
func (e *draft) verdict(yes bool, of string) string {
	word := "no"
	if yes {
		word = "yes"
	}
	return e.say(e.r, nil, e.first(word+"_"+of, word))
}

// reverseCase adds a part that supposes another day or sum, by which the plea has the other result.
func (e *draft) reverseCase(t *told, key KnownKey) bool {
	switch {
	case t.period:
		return e.reverseCasePeriod(t, key)
	case t.asked != nil && t.asked.Slot == "percent":
		return e.reverseCaseShare(t, key)
	}
	return false
}

// reverseCasePeriod supposes another beginning or end of a period.
func (e *draft) reverseCasePeriod(t *told, key KnownKey) bool {
	start := t.Happened
	if t.asked.Form == statute.MonthsFromKnowledge {
		start = t.Learned
	}
	asked, late := t.Asked, t.Asked.After(t.asked.deadline(start))
	slots, rule := map[string]string{}, ""
	length := t.asked.deadline(start).Sub(start)
	switch deadline := t.asked.deadline(start); {
	case late: // a later beginning
		slots["start"], rule = e.docket.Day(start), "assume_start"
		start = asked.Add(-time.Duration(float64(length) * (0.3 + 0.5*e.r.Float64()))).Truncate(24 * time.Hour)
		slots["other_day"] = e.docket.Day(start)
	case t.Filed.Sub(deadline) > 4*24*time.Hour: // a later end
		slots["asked"], rule = e.docket.Day(asked), "assume_day"
		asked = deadline.AddDate(0, 0, 1+e.r.IntN(int(t.Filed.Sub(deadline).Hours()/24)-2))
		slots["other_day"] = e.docket.Day(asked)
	default: // an earlier beginning
		if t.asked.Form == statute.MonthsFromKnowledge {
			return false // the fact would have to be earlier, too
		}
		slots["start"], rule = e.docket.Day(start), "assume_start"
		start = asked.Add(-time.Duration(float64(length)*(1.15+0.4*e.r.Float64()))).Truncate(24*time.Hour).AddDate(0, 0, -1)
		slots["other_day"] = e.docket.Day(start)
		if v, ok := e.bank.law.InForce(e.base.statute, start); !ok || v != e.base.version {
			return false
		}
	}
	replaced := slots["start"] + slots["asked"]
	if !strings.Contains(e.essay.Statement, replaced) || asked.After(t.asked.deadline(start)) == late {
		return false
	}
	applied := e.appliedPeriod(t.asked, start, asked)
	e.add(e.pleaAnswer(!t.PleaHolds, applied, []string{e.say(e.r, slots, rule)}), key)
	return true
}

// appliedPeriod says whether a day lies within a period.
func (e *draft) appliedPeriod(q *asked, start, end time.Time) string {
	deadline, rule := q.deadline(start), "apply_period_within"
	if end.After(deadline) {
		rule = "apply_period_beyond"
	}
	return e.say(e.r, map[string]string{
		"length": q.value, "happened": e.docket.Day(start), "deadline": e.docket.Day(deadline), "asked": e.docket.Day(end),
	}, rule)
}

// deadline returns the last day of a period that begins on a day.
func (q *asked) deadline(start time.Time) time.Time {
	switch q.Slot {
	case "years":
		return start.AddDate(q.rule.Years, 0, 0)
	case "months":
		return start.AddDate(0, q.rule.Months, 0)
	}
	return start.AddDate(0, 0, q.rule.Days)
}

// reverseCaseShare supposes another sum.
func (e *draft) reverseCaseShare(t *told, key KnownKey) bool {
	percent, limit := t.asked.rule.Percent, t.Base/100*t.asked.rule.Percent
	kind := "most"
	if t.asked.Form == statute.PenaltyReduced {
		kind, limit = "excess", limit+t.Base
	}
	step := t.Base / 100 * (1 + e.r.IntN(max(1, percent/2)))
	sum := limit + step
	if t.Sum > limit {
		sum = limit - step
	}
	slots := map[string]string{"sum": e.docket.Money(t.Sum), "other_sum": e.docket.Money(sum)}
	if !strings.Contains(e.essay.Statement, slots["sum"]) {
		return false
	}
	applied := e.appliedShare(kind, t.asked, t.Base, limit, sum)
	e.add(e.pleaAnswer(!t.PleaHolds, applied, []string{e.say(e.r, slots, "assume_sum")}), key)
	return true
}

// appliedShare compares a sum with what a share comes to.
func (e *draft) appliedShare(kind string, q *asked, amount, limit, sum int) string {
	rule := "apply_" + kind + "_within"
	beyond := sum > limit
	if kind == "least" {
		beyond = sum >= limit
	}
	if beyond {
		rule = "apply_" + kind + "_beyond"
	}
	if kind == "exact" {
		rule = "apply_exact"
	}
	return e.say(e.r, map[string]string{
		"amount": e.docket.Money(amount), "quota": q.value, "limit": e.docket.Money(limit), "sum": e.docket.Money(sum),
	}, rule)
}

// longestShift bounds the years by which a part supposes that all took place earlier or later.
const longestShift = 20

// older adds a part that supposes that all took place years earlier or later, when another version
// of the provision with another value was in force.
func (e *draft) older(q *asked) bool {
	if q.Slot == "where" {
		return false
	}
	var shift int
	other := e.otherVersion(q, func(other *asked) bool {
		for n := 1; n <= longestShift; n++ {
			for _, years := range []int{-n, n} {
				if first := e.days[0].AddDate(years, 0, 0); e.governs(other, years) && e.bank.unique(first, other) {
					shift = years
					return true
				}
			}
		}
		return false
	})
	if other == nil {
		return false
	}
	slots, direction := map[string]string{}, "later"
	if slots["shift"] = e.years(max(shift, -shift)); shift < 0 {
		direction = "earlier"
	}
	words := e.words(other.provision)
	words["rule"], words["value"] = other.plain, other.value
	if e.language == "en" {
		words["rule"] = within(other.plain)
	}
	words["since"] = e.docket.Day(e.bank.law.Statutes[other.statute].Versions[other.version].Date)
	put := map[string]string{"percent": "put_quota", "rate": "put_quota", "high": "put_sum"}[q.Slot]
	if put == "" {
		put = "put_length"
	}
	e.add(answer{
		assumptions: []string{e.say(e.r, slots, "assume_version_"+direction)},
		question:    e.say(e.r, nil, put),
		conclusion:  e.say(e.r, words, "conclude_value"),
		rule:        e.say(e.r, words, "under_version"),
		on:          other.provision,
	}, e.knownKey(e.days[0].AddDate(shift, 0, 0), "", "", other))
	return true
}

// governs reports whether all days of the statement, moved by some years, lie within the time in
// which a version was in force, and not after the exam.
func (e *draft) governs(q *asked, years int) bool {
	for _, day := range e.days {
		day = day.AddDate(years, 0, 0)
		if v, ok := e.bank.law.InForce(q.statute, day); !ok || v != q.version || day.After(e.paper.day) {
			return false
		}
	}
	return true
}

// years names a number of years.
func (e *draft) years(n int) string {
	if n == 1 {
		return e.say(e.r, nil, "year")
	}
	number := strconv.Itoa(n)
	if e.language == "zh" {
		number = statute.Numeral(n)
	}
	return e.say(e.r, map[string]string{"n": number}, "years")
}
