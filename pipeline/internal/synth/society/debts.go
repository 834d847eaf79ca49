package society

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// claims are the judgments against a company that it may not have paid.
type claims struct {
	company  int
	lost     []int // first cases of disputes that end with a debt, as indices into Cases
	executed []int // enforcement rulings against it that left a debt
}

// size returns the number of unpaid judgments.
func (c claims) size() int { return len(c.lost) + len(c.executed) }

// together returns the number of unpaid judgments of all debtors.
func together(debtors []claims) int {
	sum := 0
	for _, c := range debtors {
		sum += c.size()
	}
	return sum
}

// worthwhile is the amount, in cents, below which creditors seldom apply for enforcement.
const worthwhile = 200_000_00

// lastDebts is the day after which few cases are enforced within the tables.
var lastDebts = NewDay(2021, 3, 31)

// collect makes the enforcement cases of the three tables. Few companies have
// many.
func (s *Shard) collect() {
	total := s.Size.FinalizedCase + s.Size.RestrictionCase - s.restrictedToo() + s.Size.DishonestyCase - s.publishedToo()
	debtors := s.debtors(min(max(1, total/7), s.Size.CompanyRegister/4+1), total*9/10)
	weights := make([]int, len(debtors))
	for i := range weights {
		weights[i] = 100 / (i + 2)
		if i == 0 {
			weights[i] = 70
		}
	}
	numbers := chance.Apportion(total-min(total, len(debtors)), weights)
	for i := range min(total, len(numbers)) {
		numbers[i]++
	}
	even(numbers, debtors)
	for i, n := range numbers {
		s.indebt(debtors[i], n)
	}
	s.tables()
}

// even moves debts from debtors that have more of them than they lost cases to those
// that lost more, as far as there are such: few judgments are in no table.
func even(numbers []int, debtors []claims) {
	over := 0
	for i, d := range debtors {
		if most := max(1, d.size()); numbers[i] > most {
			over += numbers[i] - most
			numbers[i] = most
		}
	}
	for i, d := range debtors {
		room := min(over, max(0, d.size()-numbers[i]))
		numbers[i] += room
		over -= room
	}
	numbers[0] += over
}

// debtors draws n companies in debt, with at least debts unpaid judgments together if such
// companies exist, and returns their judgments.
func (s *Shard) debtors(n, debts int) []claims {
	byCompany := map[int]*claims{}
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Related >= s.Size.CompanyRegister || !slices.ContainsFunc(c.Defendants, func(p Party) bool { return p.Company == c.Related }) {
			continue
		}
		if c.Plaintiffs[0].Person && i%3 > 0 || c.Claim < worthwhile && i%4 > 0 {
			continue // seven of ten real creditors are organizations, three of four sums worth while
		}
		owes := byCompany[c.Related]
		if owes == nil {
			owes = &claims{company: c.Related}
			byCompany[c.Related] = owes
		}
		switch {
		case (c.Word == Execution || c.Word == ExecutionAgain) && c.Claim > 0:
			if c.Outcome == Closed || c.Outcome == Preserved {
				owes.executed = append(owes.executed, i)
			}
		case c.Form == Judgment && c.First == i && s.open(i):
			owes.lost = append(owes.lost, i)
		}
	}
	var all []claims
	for i := range s.Companies {
		if owes := byCompany[i]; owes != nil && owes.size() > 0 {
			all = append(all, *owes)
		}
	}
	return s.pick(s.Key.Of("debtors").Rand(), all, n, debts)
}

// pick draws n distinct debtors. One in five is a listed company. Of the others, half have
// enforcement rulings in the tables, some of them the largest debtors; the other half lost a
// case, except for a few without any case in the tables.
func (s *Shard) pick(r *rand.Rand, lost []claims, n, debts int) []claims {
	var listed, executed, others []claims
	for _, c := range lost {
		switch {
		case s.Companies[c.company].Listed != nil:
			listed = append(listed, c)
		case len(c.executed) > 0:
			executed = append(executed, c)
		default:
			others = append(others, c)
		}
	}
	most := func(a, b claims) int { return cmp.Compare(b.size(), a.size()) }
	for _, list := range [][]claims{executed, listed, others} {
		slices.SortStableFunc(list, most)
	}
	draw := func(from *[]claims, first int) (c claims, ok bool) {
		if len(*from) == 0 {
			return c, false
		}
		at := r.IntN(min(first, len(*from)))
		c = (*from)[at]
		*from = slices.Delete(*from, at, at+1)
		return c, true
	}
	var picked []claims
	for len(picked) < n {
		from, first := &others, len(others)
		switch k := r.IntN(100); {
		case len(picked) == 0: // who owes most
			from, first = &executed, 12
		case k < 20:
			from, first = &listed, 60
		case k < 65:
			from, first = &executed, 60
		}
		c, ok := draw(from, first)
		if !ok || len(picked) > 0 && chance.Chance(r, 12) {
			c = claims{company: r.IntN(min(len(s.Companies), s.Size.CompanyRegister))}
		}
		if !slices.ContainsFunc(picked, func(p claims) bool { return p.company == c.company }) {
			picked = append(picked, c)
		}
	}
	// Who lost most owes most. Where all lost too little for so many debts, those that
	// lost least make way for others that lost more.
	slices.SortStableFunc(picked, most)
	for last := len(picked) - 1; last > 0 && together(picked) < debts; last-- {
		c, ok := draw(&executed, 6)
		if !ok {
			break
		}
		if c.size() > picked[last].size() {
			picked[last] = c
		}
	}
	slices.SortStableFunc(picked, most)
	return picked
}

// open reports whether a dispute ends with a debt that is not enforced by one of its own cases,
// early enough for the tables.
func (s *Shard) open(first int) bool {
	last := s.last(first)
	c := &s.Cases[last]
	return c.Word != Execution && c.Word != ExecutionAgain && s.owed(last) > 0 && c.Decided < lastDay-400
}

// last returns the last case of a dispute. The cases of a dispute are consecutive.
func (s *Shard) last(first int) int {
	at := first
	for at+1 < len(s.Cases) && s.Cases[at+1].First == first {
		at++
	}
	return at
}

// indebt makes n enforcement cases against a company: a quarter from its enforcement rulings,
// the others from judgments it lost or judgments outside the tables.
func (s *Shard) indebt(c claims, n int) {
	s.gathered(c.lost)
	s.gathered(c.executed)
	for range n {
		r := s.Key.Of("debts").At(len(s.Debts)).Rand()
		d := Debt{Debtor: c.company, Basis: -1}
		switch {
		case len(c.executed) > 0 && chance.Chance(r, 60):
			s.recorded(r, &d, c.executed[0])
			c.executed = c.executed[1:]
		case len(c.lost) > 0:
			s.enforce(r, &d, c.lost[0])
			c.lost = c.lost[1:]
		default:
			s.unrecorded(r, &d)
		}
		d.Unpaid = unpaid(r, d.Target)
		s.Debts = append(s.Debts, d)
	}
}

// gathered sorts cases so that those of the court with most of them come first, because most
// debts of a company are enforced by one court. Late cases come last, because the tables end
// soon after.
func (s *Shard) gathered(cases []int) {
	courts, rank := map[int]int{}, map[int]int{}
	for _, i := range cases {
		courts[s.Cases[i].Court]++
		if s.Cases[i].Decided > lastDebts {
			rank[i] = 1
		}
	}
	slices.SortFunc(cases, func(i, j int) int {
		return cmp.Or(cmp.Compare(rank[i], rank[j]), cmp.Compare(courts[s.Cases[j].Court], courts[s.Cases[i].Court]), cmp.Compare(i, j))
	})
}

// recorded is the enforcement case that a ruling of enforcement is from.
func (s *Shard) recorded(r *rand.Rand, d *Debt, at int) {
	c := &s.Cases[at]
	d.Number, d.Court, d.Filed, d.Target = c.Number, c.Court, c.Filed, c.Claim
	d.Basis = c.First
	s.sue(r, d, c.Plaintiffs)
	d.DebtorAs = s.party(d.Debtor, s.Cases[c.First].Filed).Name
	if c.Outcome == Closed {
		d.Closed = c.Decided
	}
}

// enforce is the enforcement case that a lost dispute leads to, when its last court
// has decided.
func (s *Shard) enforce(r *rand.Rand, d *Debt, first int) {
	c, last := &s.Cases[first], s.last(first)
	d.Court, d.Target, d.Basis = c.Court, s.owed(last), first
	s.sue(r, d, c.Plaintiffs)
	d.DebtorAs = s.party(d.Debtor, c.Filed).Name
	d.Filed = s.Cases[last].Decided + Day(20+r.IntN(160))
	word := Execution
	if chance.Chance(r, 4) {
		word = ExecutionAgain
	}
	d.Number = s.number(r, d.Court, word, d.Filed)
}

// unrecorded makes an enforcement case of a judgment outside the tables.
func (s *Shard) unrecorded(r *rand.Rand, d *Debt) {
	county := s.Companies[d.Debtor].County
	if chance.Chance(r, 40) {
		county = s.places.Pick(r)
	}
	d.Court, d.Target, d.Filed = s.Counties[county].court, max(claimed(r), claimed(r)), filing(r)
	d.Filed = max(d.Filed, s.Companies[d.Debtor].Founded+400)
	d.DebtorAs = s.party(d.Debtor, d.Filed).Name
	s.sue(r, d, s.others(r, "creditor names", len(s.Debts), d.Debtor, d.Filed-200, d.Filed).take(1, 35))
	d.Number = s.number(r, d.Court, Execution, d.Filed)
}

// sue makes the plaintiffs of a case its creditors.
func (s *Shard) sue(r *rand.Rand, d *Debt, plaintiffs []Party) {
	d.Creditor = s.creditor(r, plaintiffs[0])
	for _, p := range plaintiffs[1:] {
		d.Others = append(d.Others, s.creditor(r, p))
	}
}

// creditor is a party as enforcement tables name it: a person with asterisks, of
// which a fourth of the real persons have one alone.
func (s *Shard) creditor(r *rand.Rand, p Party) Party {
	if short := chance.Chance(r, 25); p.Person {
		p.Name = s.World.style.stars(s.World.Tongue, p.Name, short)
	}
	return p
}

// unpaid returns the unpaid part of a target, in cents: nearly always all of it.
func unpaid(r *rand.Rand, target int64) int64 {
	switch n := r.IntN(100); {
	case n < 4:
		return -1
	case n < 10:
		return target / 1000 * int64(275+r.IntN(700))
	}
	return target
}

// The days from filing to what follows, after the 68, 42 and 12 real ones.
var (
	closing     = []chance.Quantile{{Share: 0, Value: 21}, {Share: 100, Value: 43}, {Share: 250, Value: 67}, {Share: 500, Value: 126}, {Share: 750, Value: 181}, {Share: 900, Value: 234}, {Share: 1000, Value: 308}}
	restricting = []chance.Quantile{{Share: 0, Value: 4}, {Share: 100, Value: 16}, {Share: 250, Value: 61}, {Share: 400, Value: 200}, {Share: 500, Value: 633}, {Share: 750, Value: 845}, {Share: 900, Value: 1035}, {Share: 1000, Value: 1100}}
	publishing  = []chance.Quantile{{Share: 0, Value: 5}, {Share: 100, Value: 18}, {Share: 250, Value: 39}, {Share: 500, Value: 77}, {Share: 750, Value: 101}, {Share: 900, Value: 154}, {Share: 1000, Value: 171}}
)

// tables puts the debts into the tables, each as full as it should be. Whom courts
// restrict they restrict again and again: restrictions and notices go by debtor.
func (s *Shard) tables() {
	r := s.Key.Of("enforcement tables").Rand()
	var order []int // debts, one debtor after the other
	for _, g := range s.byDebtor(r) {
		order = append(order, g...)
	}
	restricted := some(r, order, s.Size.RestrictionCase, 85)
	alone := restricted[:s.Size.RestrictionCase-s.restrictedToo()]
	// Notices are against the same companies, but seldom in the same case: of 42 real
	// restrictions 2 stand among the notices. Debts that are restricted alone are no
	// notices, so that there are as many finalized cases as there should be. A small
	// world has too few debts to choose from.
	order = slices.DeleteFunc(order, func(i int) bool {
		return slices.Contains(alone, i) || slices.Contains(restricted, i) && len(order) > 40 && chance.Chance(r, 88)
	})
	published := some(r, order, s.Size.DishonestyCase, 40)
	unfinalized := slices.Concat(alone, published[:s.Size.DishonestyCase-s.publishedToo()])
	for _, i := range restricted {
		s.Debts[i].Restricted = s.Debts[i].after(r, restricting)
	}
	for _, i := range published {
		s.Debts[i].Published = s.Debts[i].after(r, publishing)
	}
	for i := range s.Debts {
		d := &s.Debts[i]
		if day := d.after(r, closing); d.Closed == 0 {
			d.Closed = day
		}
		if slices.Contains(unfinalized, i) {
			d.Closed = 0
		}
	}
}

// after draws a day after the filing and before the end of the records.
func (d *Debt) after(r *rand.Rand, days []chance.Quantile) Day {
	return min(d.Filed+Day(chance.Draw(r, days...)), max(d.Filed, lastDay))
}

// byDebtor are the debts of each debtor, debtors in drawn order but for the
// largest, which comes first.
func (s *Shard) byDebtor(r *rand.Rand) [][]int {
	var groups [][]int
	for i := range s.Debts {
		if i == 0 || s.Debts[i].Debtor != s.Debts[i-1].Debtor {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	if len(groups) > 1 {
		rest := groups[1:]
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	return groups
}

// some returns n entries of a list in random order. Each of the leading entries is taken with a
// probability of percent.
func some(r *rand.Rand, list []int, n, percent int) []int {
	var taken, left []int
	for _, i := range list {
		if len(taken) < n && chance.Chance(r, percent) {
			taken = append(taken, i)
		} else {
			left = append(left, i)
		}
	}
	taken = append(taken, left[:n-len(taken)]...)
	r.Shuffle(len(taken), func(i, j int) { taken[i], taken[j] = taken[j], taken[i] })
	return taken
}

// restrictedToo and publishedToo are how many restrictions and notices stand among
// the finalized cases as well: 35 of 42 real ones, and 8 of 12.
func (s *Shard) restrictedToo() int { return s.Size.RestrictionCase * 4 / 5 }
func (s *Shard) publishedToo() int  { return s.Size.DishonestyCase * 7 / 10 }
