package statute

import "math/rand/v2"

// Rungs of the numbers in articles. An amendment moves a number to another rung.
var (
	hourValues    = []int{1, 2, 4, 6, 12, 24, 48}
	dayValues     = []int{3, 5, 7, 10, 15, 20, 30, 45, 60, 90}
	monthValues   = []int{2, 3, 4, 6, 8, 9, 12, 18}
	yearValues    = []int{1, 2, 3, 5, 6, 8, 10, 15}
	percentValues = []int{3, 5, 8, 10, 15, 20, 24, 25, 30, 40, 50}
	rateValues    = []int{3, 4, 5, 6, 8, 10, 12}
	lowValues     = []int{500, 1000, 2000, 3000, 5000, 10_000, 20_000, 30_000, 50_000, 100_000, 200_000}
	highFactors   = []int{5, 10, 20, 3, 8, 4, 6} // times the low sum
	timesValues   = []int{2, 3, 4, 5, 6, 8, 10}  // from 1 to these
)

// Salts separate the draws for one statute.
const (
	dutySalt = iota
	wrongSalt
	claimSalt
	eventSalt
	itemSalt
	breachSalt
	salts
)

// value returns the value of a slot of the article.
func (t *article) value(slot string) string {
	s := t.subject
	switch slot {
	case "self":
		return t.text.self[t.statute.form]
	case "place":
		return t.jurisdiction.name()
	case "name":
		return s.name
	case "is":
		return s.is
	case "a":
		return s.a
	case "b":
		return s.b
	case "o":
		return s.o
	case "d":
		return s.d
	case "g":
		return t.matter.authority
	case "seeker":
		return t.role(t.matter.seeks)
	case "decider":
		return t.role(t.matter.decides)
	case "date":
		return t.text.formatter.day(t.version.inForce)
	case "old":
		return t.replaced()
	case "parent":
		return t.parent()
	case "ref":
		return t.ref()
	case "days", "days2", "hours", "months", "years", "percent", "rate", "low", "high", "times":
		t.setNumbers()
	case "fact", "claim", "claimant", "other":
		t.setClaim()
	case "event", "effect":
		t.setEvent()
	case "duty", "duty2", "wrong", "wrong2", "item":
		t.setPhrases(0)
	case "breach":
		return t.breach()
	}
	return t.values[slot] // of a knowledge passage, or not there
}

// role returns the party that a letter stands for.
func (t *article) role(letter byte) string {
	switch letter {
	case 'a':
		return t.subject.a
	case 'b':
		return t.subject.b
	}
	return t.matter.authority
}

// replaced returns the titles of the statutes that this one replaced; a code names only the
// first few.
func (t *article) replaced() string {
	const most = 9
	var titles []string
	for _, i := range t.statute.replaces {
		if len(titles) < most {
			titles = append(titles, t.Statutes[i].Title)
		}
	}
	if titles == nil || !t.version.inForce.Equal(t.statute.Versions[0].Date) {
		return ""
	}
	return t.text.formatter.titles(titles)
}

// parent returns the title of the statute that this one implements.
func (t *article) parent() string {
	if t.statute.Parent < 0 {
		return ""
	}
	return t.Statutes[t.statute.Parent].Title
}

// ref returns the number that the referenced article has in this version.
func (t *article) ref() string {
	if t.prov.refers < 0 {
		return ""
	}
	a := t.version.Articles[t.version.at[t.prov.refers]]
	return t.text.formatter.article(a.Number, a.Branch)
}

// breach returns a breach of the article's reference, or else of a duty of the matter.
func (t *article) breach() string {
	p := t.prov
	if p.refers >= 0 {
		switch q := t.statute.provisions[p.refers]; q.kind {
		case duty:
			return t.text.formatter.failing(t.phrase(t.matter.duties, t.choose(q, dutySalt, len(t.matter.duties), 0)))
		case prohibition:
			return t.phrase(t.matter.wrongs, t.choose(q, wrongSalt, len(t.matter.wrongs), 0))
		}
	}
	n := len(t.matter.duties) + len(t.matter.wrongs)
	i := t.choose(p, breachSalt, n, 0)
	if i < len(t.matter.duties) {
		return t.text.formatter.failing(t.phrase(t.matter.duties, i))
	}
	return t.phrase(t.matter.wrongs, i-len(t.matter.duties))
}

// phrase returns a phrase of the matter with the subject's words in place of its variables.
func (t *article) phrase(list []string, i int) string { return t.subject.fill.Replace(list[i]) }

// choose returns an index below n for a provision. Provisions of one kind and subject use every
// index once before they repeat one, and so do the turns of one provision.
func (t *article) choose(p provision, salt, n, turn int) int {
	k := t.statute.key.At(-(1 + (p.subject*int(kinds)+int(p.kind))*salts + salt) - mostPassages)
	r := k.Rand()
	start, step := r.IntN(n), 1+r.IntN(n)
	for gcd(step, n) != 1 {
		step++
	}
	return (start + (p.ordinal+turn)*step) % n
}

// mostPassages exceeds every passage index, so that keys below it are free.
const mostPassages = 1 << 40

// gcd returns the greatest common divisor of two positive numbers.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// setPhrases sets the slots for duties, wrongs and list items, for a turn of the article.
func (t *article) setPhrases(turn int) {
	m := t.matter
	t.values["duty"] = t.phrase(m.duties, t.choose(t.prov, dutySalt, len(m.duties), turn))
	t.values["duty2"] = t.phrase(m.duties, t.choose(t.prov, dutySalt, len(m.duties), turn+len(m.duties)/2))
	t.values["wrong"] = t.phrase(m.wrongs, t.choose(t.prov, wrongSalt, len(m.wrongs), turn))
	t.values["wrong2"] = t.phrase(m.wrongs, t.choose(t.prov, wrongSalt, len(m.wrongs), turn+len(m.wrongs)/2))
	t.values["item"] = t.phrase(m.items, t.choose(t.prov, itemSalt, len(m.items), turn))
}

// setClaim sets the slots for a claim: its fact, its remedy and its parties.
func (t *article) setClaim() {
	c := t.claim()
	t.values["fact"], t.values["claim"] = t.subject.fill.Replace(c.fact), t.subject.fill.Replace(c.remedy)
	t.values["claimant"], t.values["other"] = t.subject.b, t.subject.a
	if c.obligor {
		t.values["claimant"], t.values["other"] = t.subject.a, t.subject.b
	}
}

// claim returns the article's claim.
func (t *article) claim() *claim {
	return &t.matter.claims[t.choose(t.prov, claimSalt, len(t.matter.claims), 0)]
}

// event returns the article's event.
func (t *article) event() *event {
	return &t.matter.events[t.choose(t.prov, eventSalt, len(t.matter.events), 0)]
}

// setEvent sets the slots for an event and its effect.
func (t *article) setEvent() {
	e := t.event()
	t.values["event"], t.values["effect"] = t.subject.fill.Replace(e.fact), t.subject.fill.Replace(e.effect)
}

// setNumbers sets all numbers of the article, changed by its amendments.
func (t *article) setNumbers() {
	r, id := t.key.At(numbersKey).Rand(), t.text.formatter
	n := &t.numbers
	n.Days = t.drawValue(r, dayValues[:len(dayValues)-2])
	t.values["days"], t.values["days2"] = id.period(n.Days, dayUnit), id.period(2*n.Days, dayUnit)
	n.Hours = t.drawValue(r, hourValues)
	t.values["hours"] = id.period(n.Hours, hourUnit)
	n.Months, n.Years = t.drawValue(r, monthValues), t.drawValue(r, yearValues)
	t.values["months"], t.values["years"] = id.period(n.Months, monthUnit), id.period(n.Years, yearUnit)
	n.Percent, n.Rate = t.drawValue(r, percentValues), t.drawValue(r, rateValues)
	t.values["percent"], t.values["rate"] = id.percent(n.Percent), id.percent(n.Rate)
	n.Low = t.drawValue(r, lowValues)
	n.High = n.Low * t.drawValue(r, highFactors)
	t.values["low"], t.values["high"] = id.money(n.Low), id.money(n.High)
	t.values["times"] = id.times(1, t.drawValue(r, timesValues))
}

// drawValue draws a number and changes it once per amendment; successive values differ.
func (t *article) drawValue(r *rand.Rand, rungs []int) int {
	n := len(rungs)
	return rungs[(r.IntN(n)+t.wording.shift*(1+r.IntN(n-1)))%n]
}
