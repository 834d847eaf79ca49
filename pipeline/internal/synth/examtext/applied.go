package examtext

import (
	"maps"
	"math/rand/v2"
	"strings"
	"time"
)

// factsOf are the kinds of facts that are wanted in turn.
var factsOf = []string{"period", "share", "period", "fine", "period", "court", "share"}

// appliedEssay draws an essay over facts that are made for a provision.
func (d *drawer) appliedEssay(r *rand.Rand, p *paper, turn int) bool {
	kind := factsOf[turn%len(factsOf)]
	tells := func(q *asked) bool { return q.Facts != "" && d.tells(q, p) }
	var q *asked
	for _, wanted := range []func(q *asked) bool{
		func(q *asked) bool { return q.Facts == kind && tells(q) && d.otherVersion(q, always) != nil },
		func(q *asked) bool { return q.Facts == kind && tells(q) },
		tells,
	} {
		var ok bool
		if q, ok = d.drawAsked(r, p.day, wanted, always); ok {
			break
		}
	}
	if q == nil {
		return false
	}
	e := d.newDraft(r, p, q.provision, d.words(q.provision))
	e.introduce()
	var reverse func() bool
	switch q.Facts {
	case "period":
		reverse = e.period(q)
	case "share":
		reverse = e.share(q)
	case "fine":
		reverse = e.fine(q)
	default:
		reverse = e.court(q)
	}
	e.follow(turn, reverse, func() bool { return e.older(q) })
	return e.done()
}

// Days before the exam within which made facts lie.
const (
	latestFact   = 20
	earliestFact = 1000
)

// window returns the first day on which the facts of an applied part can begin, and the day by
// which all must be over.
func (d *drawer) window(q *asked, p *paper) (from, until time.Time) {
	from, until = p.day.AddDate(0, 0, -earliestFact), p.day.AddDate(0, 0, -latestFact)
	if since := d.bank.law.Statutes[q.statute].Versions[q.version].Date; from.Before(since) {
		from = since
	}
	return from, until
}

// most is the longest time, as a share of a period, that facts take.
const most = 1.6

// tells reports whether facts can be made for what is asked.
func (d *drawer) tells(q *asked, p *paper) bool {
	from, until := d.window(q, p)
	switch q.Facts {
	case "period":
		until = until.Add(-time.Duration(most*float64(q.deadline(from).Sub(from))) - 4*24*time.Hour)
	case "court":
		if q.rule.Choice("where").Name == "object" || len(d.docket.Courts()) < len(places) {
			return false
		}
	}
	return until.Sub(from) > 30*24*time.Hour
}

// introduce sets the slots that introduce the parties.
func (e *draft) introduce() {
	names := e.docket.Parties(e.r, [2]string{e.slots["a"], e.slots["b"]})
	by := map[string]string{e.slots["a"]: names[0], e.slots["b"]: names[1]}
	for _, slot := range []string{"a", "b", "seeker", "claimant"} {
		switch role := e.slots[slot]; {
		case role == "":
		case e.official.MatchString(role) || by[role] == "":
			e.slots[slot+"_who"] = e.the + role
		default:
			e.slots[slot+"_who"] = e.who(by[role], role)
		}
	}
	e.slots["authority"] = e.slots["g"]
}

// put adds the part that asks how the rule applies, with the slots of the statement.
func (e *draft) put(q *asked, of, conclusion, applied string, assumptions ...string) {
	question := e.say(e.r, e.slots, e.first("put_"+string(q.Form), "put_"+of))
	if assumptions != nil {
		question = e.say(e.r, map[string]string{"question": within(question)}, "supposed")
	}
	e.add(answer{
		assumptions: assumptions, question: capital(question),
		conclusion: conclusion, rule: e.under(q.provision), applied: applied, on: q.provision,
	}, e.knownKey(e.paper.day, "", "", q))
}

// state writes the statement.
func (e *draft) state(q *asked) {
	text := e.say(e.r, e.slots, "facts_"+string(q.Form))
	e.essay.Statement = strings.NewReplacer(",.", ".", ",,", ",").Replace(text)
}

// period states facts that take some time, of which the law says whether it is too long. It
// returns what adds a part with another end.
func (e *draft) period(q *asked) (reverse func() bool) {
	from, until := e.window(q, e.paper)
	length := q.deadline(from).Sub(from)
	late := e.r.IntN(2) == 0
	room := int(until.Sub(from).Hours()/24-most*length.Hours()/24) - 3
	start := from.AddDate(0, 0, e.r.IntN(room))
	end := e.end(q, start, late)
	e.days = [2]time.Time{start, end}
	e.slots["happened"], e.slots["asked"] = e.docket.Day(start), e.docket.Day(end)
	e.state(q)
	yes := func(late bool) string { return e.verdict(late == (q.Form == "years_from_event"), string(q.Form)) }
	e.put(q, "period", yes(late), e.appliedPeriod(q, start, end))
	return func() bool {
		other := e.end(q, start, !late)
		slots := map[string]string{"asked": e.docket.Day(end), "other_day": e.docket.Day(other)}
		rule := "assume_start" // replaces one day by another, whichever is later
		if slots["start"] = slots["asked"]; other.After(end) {
			rule = "assume_day"
		}
		e.put(q, "period", yes(!late), e.appliedPeriod(q, start, other), e.say(e.r, slots, rule))
		return true
	}
}

// end draws the day on which something ends that began on a day, in time or late.
func (e *draft) end(q *asked, start time.Time, late bool) time.Time {
	length := q.deadline(start).Sub(start).Hours() / 24
	n := max(1, int(length*(0.4+0.5*e.r.Float64())))
	if late {
		n = int(length*(1.1+(most-1.1)*e.r.Float64())) + 2
	}
	return start.AddDate(0, 0, n)
}

// share states sums of which one is a share of the other.
func (e *draft) share(q *asked) (reverse func() bool) {
	e.drawDays(q)
	amount := (10 + e.r.IntN(190)) * 10_000
	limit, kind := amount/100*q.rule.Percent, q.Bound
	draw := func(above bool) int {
		step := amount / 100 * (1 + e.r.IntN(max(1, q.rule.Percent/2)))
		if above {
			return limit + step
		}
		return limit - step
	}
	right := func(sum int) bool {
		return kind == "most" && sum <= limit || kind == "least" && sum >= limit || kind == "exact" && sum == limit
	}
	above := e.r.IntN(2) == 0
	sum := draw(above)
	if kind == "exact" && e.r.IntN(2) == 0 {
		sum = limit
	}
	other := draw(!above)
	if kind == "exact" && sum != limit {
		other = limit
	}
	e.slots["amount"], e.slots["sum"] = e.docket.Money(amount), e.docket.Money(sum)
	e.state(q)
	e.put(q, "share", e.verdict(right(sum), string(q.Form)), e.appliedShare(kind, q, amount, limit, sum))
	return func() bool {
		slots := map[string]string{"sum": e.slots["sum"], "other_sum": e.docket.Money(other)}
		e.put(q, "share", e.verdict(right(other), string(q.Form)), e.appliedShare(kind, q, amount, limit, other), e.say(e.r, slots, "assume_sum"))
		return true
	}
}

// drawDays draws the days of facts that take no particular time.
func (e *draft) drawDays(q *asked) {
	from, until := e.window(q, e.paper)
	start := from.AddDate(0, 0, e.r.IntN(max(1, int(until.Sub(from).Hours()/24)-30)))
	e.days = [2]time.Time{start, start.AddDate(0, 0, 5+e.r.IntN(20))}
	e.slots["happened"], e.slots["asked"] = e.docket.Day(e.days[0]), e.docket.Day(e.days[1])
}

// fine states a breach and a fine.
func (e *draft) fine(q *asked) (reverse func() bool) {
	e.drawDays(q)
	low, high := q.rule.Low, q.rule.High
	draw := func(above bool) int {
		if above {
			return high + high/10*(1+e.r.IntN(9))
		}
		return low + (high-low)/10*(2+e.r.IntN(8))
	}
	above := e.r.IntN(2) == 0
	sum := draw(above)
	e.slots["sum"] = e.docket.Money(sum)
	e.state(q)
	e.put(q, "fine", e.verdict(!above, "fine"), e.appliedFine(q, sum))
	return func() bool {
		slots := maps.Clone(e.slots)
		other := draw(!above)
		slots["other_sum"] = e.docket.Money(other)
		assumed := e.say(e.r, slots, "assume_sum")
		e.slots["sum"] = slots["other_sum"]
		e.put(q, "fine", e.verdict(above, "fine"), e.appliedFine(q, other), assumed)
		return true
	}
}

// appliedFine compares a fine with the highest one.
func (e *draft) appliedFine(q *asked, sum int) string {
	rule := "apply_fine_within"
	if sum > q.rule.High {
		rule = "apply_fine_beyond"
	}
	return e.say(e.r, map[string]string{"sum": e.docket.Money(sum), "high": q.value}, rule)
}

// places are the places that decide which court is competent.
var places = []string{"seat", "performance", "harm"}

// court states where things are and asks which court is competent.
func (e *draft) court(q *asked) (reverse func() bool) {
	e.drawDays(q)
	courts := e.docket.Courts()
	order := e.r.Perm(len(courts))
	byPlace := map[string]string{}
	for i, slot := range places {
		byPlace[slot] = courts[order[i]]
		e.slots[slot] = strings.TrimSuffix(courts[order[i]], e.seat)
	}
	if !e.contract.MatchString(e.slots["d"]) {
		e.slots["performance"] = ""
	}
	where := q.rule.Choice("where").Name
	e.slots["court"] = byPlace[where]
	e.state(q)
	conclusion := e.say(e.r, map[string]string{"place": e.slots[where]}, "conclude_court")
	e.put(q, "court", conclusion, e.say(e.r, e.slots, "apply_"+where))
	return func() bool { return false }
}
