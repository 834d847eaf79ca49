package society

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// Subject returns the name of the cause that a dispute has, even where the source names none.
func (s *Shard) Subject(c *Case) string { return s.World.Causes[c.cause].Name }

// line returns the line of business of a party, with people behind all lines.
func (s *Shard) line(p Party) int {
	switch {
	case p.Person:
		return len(s.World.Names.Trades())
	case p.Company >= 0:
		return s.Companies[p.Company].NameParts.Trade
	}
	return p.Trade
}

// supplies reports whether a company of a line of business is the supplier in a dispute of a cause.
// Suppliers are about as common as the cause says of those that sue.
func (c *Cause) supplies(r *rand.Rand, line int) bool {
	supplier, customer := slices.Contains(c.market.sells[line], true), slices.Contains(c.market.buys[line], true)
	percent := c.sues
	if c.person < 50 && c.sues >= 10 {
		percent = max(c.sues, 65)
	}
	drawn := chance.Percent(r, percent)
	return supplier && (drawn || !customer)
}

// drawDealers draws the parties of a dispute between a supplier and a customer, of which the related
// company is one.
func (s *Shard) drawDealers(r *rand.Rand, c *Case, cause Cause) {
	related := s.party(c.Related, c.Filed)
	others := s.newPartyDrawer(r, "party names", len(s.Cases), c.Related, c.Began, c.Filed)
	line := s.line(related)
	supplies := cause.supplies(r, line)
	c.CustomerSues = chance.Percent(r, cause.reverse)
	set, people := cause.market.buys[line], cause.person
	if supplies {
		set, people = cause.market.sells[line], 12
	}
	if supplies != c.CustomerSues {
		c.Plaintiffs, c.Defendants = []Party{related}, others.dealers(1, people, set)
		c.Defendants = append(c.Defendants, others.beside(mostBeside(cause.Matter, defendants(r)-1), set)...)
		return
	}
	c.Plaintiffs = others.dealers(1, people, set)
	if more, first := plaintiffs(r)-1, s.line(c.Plaintiffs[0]); more > 0 {
		same := make([]bool, len(set))
		same[first] = true
		c.Plaintiffs = append(c.Plaintiffs, others.dealers(more, 0, same)...)
	}
	beside := cause.market.sells[s.line(c.Plaintiffs[0])]
	if supplies {
		beside = cause.market.buys[s.line(c.Plaintiffs[0])]
	}
	c.Defendants = append([]Party{related}, others.beside(mostBeside(cause.Matter, defendants(r)-1), beside)...)
}

// besidePersons is how often, in percent, whoever is sued beside a debtor is a person: one of its
// owners or sureties, mostly.
const besidePersons = 75

// dealers draws n parties of some lines of business, the last of which stands for people; each is a
// person with a probability of people in 100 if that is possible.
func (c *partyDrawer) dealers(n, people int, lines []bool) []Party {
	companies, persons := lines[:len(lines)-1], lines[len(lines)-1]
	switch {
	case !persons:
		people = 0
	case !slices.Contains(companies, true):
		people = 100
	}
	return c.draw(n, people, companies)
}

// beside draws n parties that are sued beside a debtor: companies of some lines of business, and people.
func (c *partyDrawer) beside(n int, lines []bool) []Party {
	companies, people := lines[:len(lines)-1], besidePersons
	if !slices.Contains(companies, true) {
		people = 100
	}
	return c.draw(n, people, companies)
}

// drawDealing draws what a dispute between a supplier and a customer is about, and moves the claim into
// the bounds of a debt for it.
func (s *Shard) drawDealing(r *rand.Rand, c *Case, m *market) {
	supplier, customer := s.line(c.Plaintiffs[0]), s.line(c.Defendants[0])
	if c.CustomerSues {
		supplier, customer = customer, supplier
	}
	all := m.between(s.World.Dealings, supplier, customer)
	fitting := slices.DeleteFunc(slices.Clone(all), func(at int) bool {
		d := &s.World.Dealings[at]
		return c.Claim > 0 && (c.Claim < d.least || d.most > 0 && c.Claim > d.most)
	})
	if len(fitting) > 0 {
		c.Dealing = fitting[r.IntN(len(fitting))]
		return
	}
	c.Dealing = all[r.IntN(len(all))]
	d := &s.World.Dealings[c.Dealing]
	if odd := c.Claim % 100; c.Claim > d.most && d.most > 0 {
		c.Claim = max(d.most/100*int64(35+r.IntN(65))/100*100, leastClaim, d.least) + odd
	} else {
		c.Claim = d.least/100*int64(100+r.IntN(200))/100*100 + odd
	}
}
