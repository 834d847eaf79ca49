package society

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// unpaidJudgments lists the judgments against a company that it may not have paid.
type unpaidJudgments struct {
	company  int
	lost     []int // first cases of disputes that end with a debt, as indices into Cases
	executed []int // enforcement rulings against it that left a debt
}

// size returns the number of unpaid judgments.
func (c unpaidJudgments) size() int { return len(c.lost) + len(c.executed) }

// totalUnpaid returns the number of unpaid judgments of all debtors.
func totalUnpaid(debtors []unpaidJudgments) int {
	sum := 0
	for _, c := range debtors {
		sum += c.size()
	}
	return sum
}

// minEnforcedClaim is the amount, in cents, below which creditors seldom apply for enforcement.
const minEnforcedClaim = 200_000_00

// lastDebts is the day after which few cases are enforced within the tables.
var lastDebts = NewDay(2021, 3, 31)

// debtsPerDebtor is the mean number of enforcement cases of a debtor.
//
// Note: of the recovered real cases half are of one or two companies, because agents asked for
// whole lists of few companies. Where a world did the same, five companies were in half of the
// tasks that it gave.
const debtsPerDebtor = 3

// makeDebts makes the enforcement cases of the three tables. The largest debtors have about
// twice the mean number of cases, and most have one or two.
func (s *Shard) makeDebts() {
	total := s.Size.FinalizedCase + s.Size.RestrictionCase - s.restrictedAndClosed() + s.Size.DishonestyCase - s.publishedAndClosed()
	debtors := s.debtorsInDebt(min(max(1, total/debtsPerDebtor), s.Size.CompanyRegister/4+1), total*9/10)
	weights := make([]int, len(debtors))
	for i := range weights {
		weights[i] = 1000 / (i + 8)
	}
	numbers := chance.Apportion(total-min(total, len(debtors)), weights)
	for i := range min(total, len(numbers)) {
		numbers[i]++
	}
	limitToLost(numbers, debtors)
	for i, n := range numbers {
		s.addDebts(debtors[i], n)
	}
	s.assignTables()
}

// mostDebts is the largest number of enforcement cases that a debtor gets in the place of others.
const mostDebts = 3 * debtsPerDebtor

// limitToLost moves debts from debtors with more debts than lost cases to debtors with fewer,
// one to each in turn, as far as possible, because few judgments are in no table. The rest goes
// to all debtors in turn.
func limitToLost(numbers []int, debtors []unpaidJudgments) {
	over := 0
	for i, d := range debtors {
		if most := max(1, d.size()); numbers[i] > most {
			over += numbers[i] - most
			numbers[i] = most
		}
	}
	for limited := true; over > 0; {
		before := over
		for i, d := range debtors {
			if over > 0 && (!limited || numbers[i] < min(d.size(), mostDebts)) {
				numbers[i]++
				over--
			}
		}
		limited = limited && over < before
	}
}

// debtorsInDebt draws n companies in debt, with at least debts unpaid judgments together if such
// companies exist, and returns their judgments.
func (s *Shard) debtorsInDebt(n, debts int) []unpaidJudgments {
	byCompany := map[int]*unpaidJudgments{}
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Related >= s.Size.CompanyRegister || !slices.ContainsFunc(c.Defendants, func(p Party) bool { return p.Company == c.Related }) {
			continue
		}
		if c.Claim < minEnforcedClaim && i%4 > 0 {
			continue // three of four real sums are worth while; people, whose sums are small, are three of ten creditors
		}
		owes := byCompany[c.Related]
		if owes == nil {
			owes = &unpaidJudgments{company: c.Related}
			byCompany[c.Related] = owes
		}
		switch {
		case (c.Proceeding == Execution || c.Proceeding == ExecutionAgain) && c.Claim > 0:
			if c.Outcome == Closed || c.Outcome == Preserved {
				owes.executed = append(owes.executed, i)
			}
		case c.Form == Judgment && c.First == i && s.isOpen(i):
			owes.lost = append(owes.lost, i)
		}
	}
	var all []unpaidJudgments
	for i := range s.Companies {
		if owes := byCompany[i]; owes != nil && owes.size() > 0 {
			all = append(all, *owes)
		}
	}
	return s.drawDebtors(s.Key.Of("debtors").Rand(), all, n, debts)
}

// debtorShares are the percentages of listed companies, of others with enforcement rulings in the
// tables, of others that lost a case, and of companies without any case among the debtors.
var debtorShares = []int{20, 42, 26, 12}

// drawDebtors draws n distinct debtors of each kind in debtorShares, of those who lost most.
// The kinds have fixed numbers: debtors are few, and each listed one leads to all the tables
// about listed companies and their subsidiaries.
func (s *Shard) drawDebtors(r *rand.Rand, lost []unpaidJudgments, n, debts int) []unpaidJudgments {
	var listed, executed, others []unpaidJudgments
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
	most := func(a, b unpaidJudgments) int { return cmp.Compare(b.size(), a.size()) }
	for _, list := range [][]unpaidJudgments{executed, listed, others} {
		slices.SortStableFunc(list, most)
	}
	draw := func(from *[]unpaidJudgments, first int) (c unpaidJudgments, ok bool) {
		if len(*from) == 0 {
			return c, false
		}
		at := r.IntN(min(first, len(*from)))
		c = (*from)[at]
		*from = slices.Delete(*from, at, at+1)
		return c, true
	}
	var picked []unpaidJudgments
	if c, ok := draw(&executed, 12); ok { // the largest debtor
		picked = append(picked, c)
	}
	numbers := chance.Apportion(n-len(picked), debtorShares)
	for kind, from := range []*[]unpaidJudgments{&listed, &executed, &others} {
		for range numbers[kind] {
			if c, ok := draw(from, []int{60, 60, len(others)}[kind]); ok {
				picked = append(picked, c)
			}
		}
	}
	for len(picked) < n {
		c := unpaidJudgments{company: r.IntN(min(len(s.Companies), s.Size.CompanyRegister))}
		if !slices.ContainsFunc(picked, func(p unpaidJudgments) bool { return p.company == c.company }) {
			picked = append(picked, c)
		}
	}
	// Who lost most owes most. Where all lost too little for so many debts, those that
	// lost least make way for others that lost more, a listed company for a listed one.
	slices.SortStableFunc(picked, most)
	for last := len(picked) - 1; last > 0 && totalUnpaid(picked) < debts; last-- {
		from := &executed
		if s.Companies[picked[last].company].Listed != nil {
			from = &listed
		}
		if c, ok := draw(from, 6); ok && c.size() > picked[last].size() {
			picked[last] = c
		}
	}
	slices.SortStableFunc(picked, most)
	return picked
}

// isOpen reports whether a dispute ends with a debt that is not enforced by one of its own cases,
// early enough for the tables.
func (s *Shard) isOpen(first int) bool {
	last := s.last(first)
	c := &s.Cases[last]
	return c.Proceeding != Execution && c.Proceeding != ExecutionAgain && s.finalAward(last) > 0 && c.Decided < lastDay-400
}

// last returns the last case of a dispute. The cases of a dispute are consecutive.
func (s *Shard) last(first int) int {
	at := first
	for at+1 < len(s.Cases) && s.Cases[at+1].First == first {
		at++
	}
	return at
}

// addDebts makes n enforcement cases against a company: a quarter from its enforcement rulings,
// the others from judgments it lost or judgments outside the tables.
func (s *Shard) addDebts(c unpaidJudgments, n int) {
	s.sortByCourt(c.lost)
	s.sortByCourt(c.executed)
	for range n {
		r := s.Key.Of("debts").At(len(s.Debts)).Rand()
		d := Debt{Debtor: c.company, Basis: -1}
		switch {
		case len(c.executed) > 0 && chance.Percent(r, 60):
			s.debtOfRuling(r, &d, c.executed[0])
			c.executed = c.executed[1:]
		case len(c.lost) > 0:
			s.debtOfJudgment(r, &d, c.lost[0])
			c.lost = c.lost[1:]
		default:
			s.debtOfOutsideJudgment(r, &d)
		}
		d.Unpaid = unpaid(r, d.Target)
		s.Debts = append(s.Debts, d)
	}
}

// sortByCourt sorts cases so that those of the most frequent court come first, because most
// debts of a company are enforced by one court. Late cases come last, because the tables end
// soon after.
func (s *Shard) sortByCourt(cases []int) {
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

// debtOfRuling sets the debt that an enforcement ruling is about.
func (s *Shard) debtOfRuling(r *rand.Rand, d *Debt, at int) {
	c := &s.Cases[at]
	d.Number, d.Court, d.Filed, d.Target = c.Number, c.Court, c.Filed, c.Claim
	d.Basis = c.First
	s.setCreditors(r, d, c.Plaintiffs)
	d.DebtorAs = s.party(d.Debtor, s.Cases[c.First].Filed).Name
	if c.Outcome == Closed {
		d.Closed = c.Decided
	}
}

// debtOfJudgment sets the debt of a lost dispute, which is enforced after its last decision.
func (s *Shard) debtOfJudgment(r *rand.Rand, d *Debt, first int) {
	c, last := &s.Cases[first], s.last(first)
	d.Court, d.Target, d.Basis = c.Court, s.finalAward(last), first
	s.setCreditors(r, d, c.Plaintiffs)
	d.DebtorAs = s.party(d.Debtor, c.Filed).Name
	d.Filed = s.World.openDay(r, s.Cases[last].Decided+Day(30+r.IntN(150)), noWeekends)
	word := Execution
	if chance.Percent(r, 4) {
		word = ExecutionAgain
	}
	d.Number = s.newCaseNumber(r, d.Court, word, d.Filed)
}

// debtOfOutsideJudgment sets the debt of a judgment outside the tables.
func (s *Shard) debtOfOutsideJudgment(r *rand.Rand, d *Debt) {
	county := s.Companies[d.Debtor].County
	if chance.Percent(r, 40) {
		county = s.countySampler.Draw(r)
	}
	d.Court, d.Target, d.Filed = s.Counties[county].court, max(claimed(r), claimed(r)), drawFilingDay(r)
	d.Filed = s.World.openDay(r, max(d.Filed, s.Companies[d.Debtor].Founded+400), noWeekends)
	d.DebtorAs = s.party(d.Debtor, d.Filed).Name
	s.setCreditors(r, d, s.newPartyDrawer(r, "creditor names", len(s.Debts), d.Debtor, d.Filed-200, d.Filed).draw(1, 35, nil))
	d.Number = s.newCaseNumber(r, d.Court, Execution, d.Filed)
}

// setCreditors makes the plaintiffs of a case its creditors.
func (s *Shard) setCreditors(r *rand.Rand, d *Debt, plaintiffs []Party) {
	d.Creditor = s.creditor(r, plaintiffs[0])
	for _, p := range plaintiffs[1:] {
		d.Others = append(d.Others, s.creditor(r, p))
	}
}

// creditor returns a party as enforcement tables name it: persons are masked by asterisks, a
// fourth of them by a single one.
func (s *Shard) creditor(r *rand.Rand, p Party) Party {
	if short := chance.Percent(r, 25); p.Person {
		p.Name = s.World.conventions.stars(s.World.Names, p.Name, short)
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

// Distributions of the days from filing to closing, restriction and notice, after the 68, 42 and 12
// real ones.
var (
	closingDelays     = []chance.Quantile{{Share: 0, Value: 21}, {Share: 100, Value: 43}, {Share: 250, Value: 67}, {Share: 500, Value: 126}, {Share: 750, Value: 181}, {Share: 900, Value: 234}, {Share: 1000, Value: 308}}
	restrictionDelays = []chance.Quantile{{Share: 0, Value: 4}, {Share: 100, Value: 16}, {Share: 250, Value: 61}, {Share: 400, Value: 200}, {Share: 500, Value: 633}, {Share: 750, Value: 845}, {Share: 900, Value: 1035}, {Share: 1000, Value: 1100}}
	publicationDelays = []chance.Quantile{{Share: 0, Value: 5}, {Share: 100, Value: 18}, {Share: 250, Value: 39}, {Share: 500, Value: 77}, {Share: 750, Value: 101}, {Share: 900, Value: 154}, {Share: 1000, Value: 171}}
)

// assignTables assigns debts to the tables until each has its size. Courts restrict the same
// companies repeatedly, so restrictions and notices are drawn by debtor.
func (s *Shard) assignTables() {
	r := s.Key.Of("enforcement tables").Rand()
	debtors := s.byDebtor(r)
	restricted := sample(r, debtors, s.Size.RestrictionCase, 2, 4)
	alone := restricted[:s.Size.RestrictionCase-s.restrictedAndClosed()]
	// Notices are against the same companies, but seldom in the same case: of 42 real
	// restrictions 2 stand among the notices. Debts that are restricted alone are no
	// notices, so that there are as many finalized cases as there should be. A small
	// world has too few debts to choose from.
	for k, debts := range debtors {
		debtors[k] = slices.DeleteFunc(debts, func(i int) bool {
			return slices.Contains(alone, i) || slices.Contains(restricted, i) && len(s.Debts) > 40 && chance.Percent(r, 88)
		})
	}
	published := sample(r, debtors, s.Size.DishonestyCase, 1, 2)
	unfinalized := slices.Concat(alone, published[:s.Size.DishonestyCase-s.publishedAndClosed()])
	for _, i := range restricted {
		s.Debts[i].Restricted = s.after(r, &s.Debts[i], restrictionDelays)
	}
	for _, i := range published {
		s.Debts[i].Published = s.after(r, &s.Debts[i], publicationDelays)
	}
	for i := range s.Debts {
		d := &s.Debts[i]
		if day := s.after(r, d, closingDelays); d.Closed == 0 {
			d.Closed = day
		}
		if slices.Contains(unfinalized, i) {
			d.Closed = 0
		}
	}
}

// after draws an open day after the filing of a debt and before the end of the records.
func (s *Shard) after(r *rand.Rand, d *Debt, days []chance.Quantile) Day {
	day := s.World.openDay(r, d.Filed+Day(chance.FromQuantiles(r, days...)), noWeekends)
	return max(d.Filed, min(day, s.World.Calendar.LastOpen(lastDay)))
}

// byDebtor returns the debts of each debtor, the largest debtor first and the others in random
// order.
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

// sample returns n debts in random order: of each debtor from fewest to most, from the first
// debtor on. Half of the debtors that have fewer are left out, the others give what they have.
// Where these debts are too few, it takes others.
func sample(r *rand.Rand, debtors [][]int, n, fewest, most int) []int {
	var taken, left []int
	for _, debts := range debtors {
		some := min(fewest+r.IntN(most-fewest+1), len(debts), n-len(taken))
		if few := r.IntN(2) == 0; few && len(debts) < fewest {
			some = 0
		}
		taken = append(taken, debts[:some]...)
		left = append(left, debts[some:]...)
	}
	taken = append(taken, left[:n-len(taken)]...)
	r.Shuffle(len(taken), func(i, j int) { taken[i], taken[j] = taken[j], taken[i] })
	return taken
}

// restrictedAndClosed and publishedAndClosed return the numbers of restrictions and notices
// that are also finalized cases: 35 of 42 real restrictions, and 8 of 12 real notices.
func (s *Shard) restrictedAndClosed() int { return s.Size.RestrictionCase * 4 / 5 }
func (s *Shard) publishedAndClosed() int  { return s.Size.DishonestyCase * 7 / 10 }
