package society

import (
	"math/rand/v2"
	"slices"

	"taskgrove/pipeline/synth/chance"
)

// claims are what a company lost and may not have paid.
type claims struct {
	company  int
	lost     []int // cases whose award it owes, as indices into Cases
	executed []int // enforcement rulings against it
}

// collect makes the enforcement cases of the three tables. Few companies have
// many: those that lost most.
func (s *Shard) collect() {
	both := s.Size.RestrictionCase * 4 / 5   // of 42 real restrictions 35 stand among the finalized cases
	shared := s.Size.DishonestyCase * 7 / 10 // of 12 real notices 8 do
	total := s.Size.FinalizedCase + s.Size.RestrictionCase - both + s.Size.DishonestyCase - shared
	debtors := s.debtors(max(1, total/5))
	weights := make([]int, len(debtors))
	for i := range weights {
		weights[i] = 100 / (i + 2)
		if i == 0 {
			weights[i] = 60
		}
	}
	for i, n := range chance.Apportion(total-min(total, len(debtors)), weights) {
		if i < total {
			n++
		}
		s.indebt(debtors[i], n)
	}
	s.tables(both, shared)
}

// debtors are n companies, most of them no listed ones, that lost most; what they
// lost goes with them. Where so few lost, others follow.
func (s *Shard) debtors(n int) []claims {
	byCompany := map[int]*claims{}
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Related >= s.Size.CompanyRegister || !slices.ContainsFunc(c.Defendants, func(p Party) bool { return p.Company == c.Related }) {
			continue
		}
		owes := byCompany[c.Related]
		if owes == nil {
			owes = &claims{company: c.Related}
			byCompany[c.Related] = owes
		}
		switch {
		case (c.Word == Execution || c.Word == ExecutionAgain) && c.Claim > 0:
			owes.executed = append(owes.executed, i)
		case c.Form == Judgment && c.Award > 0 && c.First == i && !s.pursued(i):
			owes.lost = append(owes.lost, i)
		}
	}
	var all []claims
	for i := range s.Companies {
		if owes := byCompany[i]; owes != nil && len(owes.lost)+len(owes.executed) > 0 {
			all = append(all, *owes)
		}
	}
	r := s.Key.Of("debtors").Rand()
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortStableFunc(all, func(a, b claims) int { return s.need(b) - s.need(a) })
	for len(all) < n {
		all = append(all, claims{company: r.IntN(min(len(s.Companies), s.Size.CompanyRegister))})
	}
	return all[:n]
}

// pursued reports whether a dispute's first case is followed by its enforcement,
// among the cases after it.
func (s *Shard) pursued(first int) bool {
	for i := first + 1; i < len(s.Cases) && s.Cases[i].First == first; i++ {
		if w := s.Cases[i].Word; w == Execution || w == ExecutionAgain {
			return true
		}
	}
	return false
}

// need is how likely a company is to be a debtor: by what it lost, and five times
// as likely if it is not listed.
func (s *Shard) need(c claims) int {
	n := min(len(c.lost)+2*len(c.executed), 20)
	if s.Companies[c.company].Listed == nil {
		n *= 5
	}
	return n
}

// indebt makes n enforcement cases against a company: a fourth of them those of its
// enforcement rulings, the others of judgments it lost, or of some no table has.
func (s *Shard) indebt(c claims, n int) {
	for range n {
		r := s.Key.Of("debts").At(len(s.Debts)).Rand()
		d := Debt{Debtor: c.company, Basis: -1}
		switch {
		case len(c.executed) > 0 && chance.Chance(r, 35):
			s.recorded(&d, c.executed[0])
			c.executed = c.executed[1:]
		case len(c.lost) > 0:
			s.enforce(r, &d, c.lost[0])
			c.lost = c.lost[1:]
		default:
			s.unrecorded(r, &d)
		}
		if d.Unpaid == 0 {
			d.Unpaid = unpaid(r, d.Target)
		}
		s.Debts = append(s.Debts, d)
	}
}

// recorded is the enforcement case that a ruling of enforcement is from.
func (s *Shard) recorded(d *Debt, at int) {
	c := &s.Cases[at]
	d.Number, d.Court, d.Filed, d.Target = c.Number, c.Court, c.Filed, c.Claim
	d.Basis, d.Creditor = c.First, s.creditor(c.Plaintiffs[0])
	d.DebtorAs = s.party(d.Debtor, c.Began).Name
}

// enforce is the enforcement case that a lost case leads to.
func (s *Shard) enforce(r *rand.Rand, d *Debt, at int) {
	c := &s.Cases[at]
	d.Court, d.Target, d.Basis = c.Court, c.Award, at
	d.Creditor = s.creditor(c.Plaintiffs[0])
	d.DebtorAs = s.party(d.Debtor, c.Began).Name
	d.Filed = c.Decided + Day(30+r.IntN(300))
	word := Execution
	if chance.Chance(r, 4) {
		word = ExecutionAgain
	}
	d.Number = s.number(r, d.Court, word, d.Filed)
}

// unrecorded is an enforcement case of a judgment that no table has.
func (s *Shard) unrecorded(r *rand.Rand, d *Debt) {
	county := s.Companies[d.Debtor].County
	if chance.Chance(r, 40) {
		county = s.places.Pick(r)
	}
	d.Court, d.Target, d.Filed = s.Counties[county].court, claimed(r), filing(r)
	d.Filed = max(d.Filed, s.Companies[d.Debtor].Founded+400)
	d.DebtorAs = s.party(d.Debtor, d.Filed).Name
	d.Creditor = s.creditor(s.others(r, d.Court).take(1, 35)[0])
	d.Number = s.number(r, d.Court, Execution, d.Filed)
}

// creditor is a party as enforcement tables name it: a person with asterisks.
func (s *Shard) creditor(p Party) Party {
	if p.Person {
		p.Name = s.World.style.stars(s.World.Tongue, p.Name)
	}
	return p
}

// unpaid is what is left of a target, in cents: nearly always all of it.
func unpaid(r *rand.Rand, target int64) int64 {
	switch n := r.IntN(100); {
	case n < 4:
		return -1
	case n < 14:
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

// tables puts the debts into the tables, each as full as it should be: so many of
// the restricted and of the published are finalized too.
func (s *Shard) tables(both, shared int) {
	order := chance.NewPermutation(s.Key.Of("enforcement tables"), uint64(len(s.Debts)))
	finalized := s.Size.FinalizedCase
	for i := range s.Debts {
		d := &s.Debts[order.At(uint64(i))]
		r := s.Key.Of("enforcement days").At(i).Rand()
		rest := i - finalized // its place among those not finalized
		if i < finalized {
			d.Closed = d.Filed + Day(chance.Draw(r, closing...))
		}
		if i < both || rest >= 0 && rest < s.Size.RestrictionCase-both {
			d.Restricted = d.Filed + Day(chance.Draw(r, restricting...))
		}
		first := max(0, finalized-shared) // notices: the last of the finalized, which are hardly ever restricted
		if i >= first && i < finalized || rest >= s.Size.RestrictionCase-both {
			d.Published = d.Filed + Day(chance.Draw(r, publishing...))
		}
	}
}
