package society

import (
	"fmt"
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// partyDrawer draws the other parties of a case, all with different names.
type partyDrawer struct {
	shard   *Shard
	r       *rand.Rand
	names   *rand.Rand // separate from r, because languages draw names differently
	related int
	began   Day // day of the event in dispute
	filed   Day
	seen    map[string]int
}

// newPartyDrawer returns the drawer of the parties to a dispute with a related company. The
// i-th dispute of a kind began and was filed on the given days.
func (s *Shard) newPartyDrawer(r *rand.Rand, kind string, i, related int, began, filed Day) *partyDrawer {
	return &partyDrawer{s, r, s.Key.Of(kind).At(i).Rand(), related, began, filed, map[string]int{}}
}

// draw draws n parties. Each is a person with a probability of person in 100, or else a company of
// the given lines of business; nil stands for any.
func (c *partyDrawer) draw(n, person int, trades []bool) []Party {
	parties := make([]Party, 0, max(1, n+1))
	for range n {
		if chance.Percent(c.r, person) {
			parties = append(parties, c.person())
		} else {
			parties = append(parties, c.company(trades))
		}
	}
	return parties
}

// person draws a person, masked in 98 % of cases. Persons with equal masked names are numbered.
func (c *partyDrawer) person() Party {
	text := c.shard.World.Names.Person(c.names)
	if chance.Percent(c.r, 98) {
		text = c.shard.World.conventions.hide(c.names, c.shard.World.Names, text)
	}
	c.seen[text]++
	if n := c.seen[text]; n > 1 {
		text = fmt.Sprintf("%s%d", text, n)
	}
	return Party{Name: text, Company: -1, Trade: -1, Person: true}
}

// company draws a company. Nine of ten are in no table; the others are companies of this shard
// that already existed, or companies known throughout the world.
func (c *partyDrawer) company(trades []bool) Party {
	s := c.shard
	for {
		p := Party{Company: -1, Trade: -1}
		switch n := c.r.IntN(100); {
		case n < 9:
			p = s.party(c.r.IntN(min(len(s.Companies), s.Size.CompanyRegister)), c.filed)
			if p.Company == c.related || s.Companies[p.Company].Founded > c.began || !fits(trades, s.Companies[p.Company].NameParts.Trade) {
				continue
			}
		case n < 11 && s.World.shards > 1:
			p.Name, p.Trade = s.World.merchant(c.r.IntN(s.World.shards * merchantsPerShard))
			if !fits(trades, p.Trade) {
				continue
			}
		default:
			p.Name, p.Trade = s.outsider(c.r, trades)
		}
		if c.seen[p.Name]++; c.seen[p.Name] == 1 {
			return p
		}
	}
}

// outsider returns the name and the line of business of a company outside the tables, which is
// of the given lines. A few, such as banks, builders and chains of shops, occur in many cases.
func (s *Shard) outsider(r *rand.Rand, trades []bool) (called string, trade int) {
	const reserved = 40 + 60 + merchantsPerShard // investment banks, frequent parties, merchants
	var own *rand.Rand
	var c Company
	for {
		slot := outsiderSlots + reserved + r.IntN(unlistedFirmSlots-outsiderSlots-reserved)
		if chance.Percent(r, 12) {
			slot = outsiderSlots + 40 + r.IntN(60)
		}
		own = s.Key.Of("outsiders").At(slot).Rand()
		if c = s.newCompany(own, slot, s.countySampler); fits(trades, c.NameParts.Trade) {
			break
		}
	}
	c.NameParts.Form = unlistedForm(own)
	switch n := own.IntN(100); {
	case n < 2:
		c.NameParts.Form, c.NameParts.Place = name.Branch, s.City(c.County).BaseName
	case n < 18:
		// What a trade has no works or shops of goes by its usual form.
		if fits := s.World.Names.Trades()[c.NameParts.Trade].Forms; len(fits) > 0 {
			c.NameParts.Form, c.NameParts.Paren = fits[own.IntN(len(fits))], false
			if c.NameParts.Place == "" && c.NameParts.Form == name.Shop {
				c.NameParts.Place = s.City(c.County).BaseName
			}
		}
	}
	return s.World.Names.Company(c.NameParts), c.NameParts.Trade
}

// merchantsPerShard is the number of companies of each shard that trade throughout the world.
const merchantsPerShard = 50

// merchant returns the name and the line of business of the n-th company outside the tables that
// is a party to cases in every shard.
func (w *Society) merchant(n int) (called string, trade int) {
	shard, slot := n/merchantsPerShard, outsiderSlots+40+60+n%merchantsPerShard
	r := w.Key.Of("merchants").At(n).Rand()
	trade = w.tradeSampler.Draw(r)
	return w.Names.Company(name.CompanyName{
		Brand: w.brand(shard, slot, false), Trade: trade, Modifier: -1, Form: name.JointGroup,
	}), trade
}
