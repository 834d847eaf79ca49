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

// draw draws n parties. Each is a person with a probability of person in 100.
func (c *partyDrawer) draw(n, person int) []Party {
	parties := make([]Party, 0, max(1, n+1))
	for range n {
		if chance.Percent(c.r, person) {
			parties = append(parties, c.person())
		} else {
			parties = append(parties, c.company())
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
	return Party{Name: text, Company: -1, Person: true}
}

// company draws a company. Nine of ten are in no table; the others are companies of this shard
// that already existed, or companies known throughout the world.
func (c *partyDrawer) company() Party {
	s := c.shard
	for {
		p := Party{Company: -1}
		switch n := c.r.IntN(100); {
		case n < 9:
			p = s.party(c.r.IntN(min(len(s.Companies), s.Size.CompanyRegister)), c.filed)
			if p.Company == c.related || s.Companies[p.Company].Founded > c.began {
				continue
			}
		case n < 11 && s.World.shards > 1:
			p.Name = s.World.merchant(c.r.IntN(s.World.shards * merchantsPerShard))
		default:
			p.Name = s.outsider(c.r)
		}
		if c.seen[p.Name]++; c.seen[p.Name] == 1 {
			return p
		}
	}
}

// outsider returns the name of a company outside the tables. A few, such as banks, builders and
// chains of shops, occur in many cases.
func (s *Shard) outsider(r *rand.Rand) string {
	const reserved = 40 + 60 + merchantsPerShard // investment banks, frequent parties, merchants
	slot := outsiderSlots + reserved + r.IntN(unlistedFirmSlots-outsiderSlots-reserved)
	if chance.Percent(r, 12) {
		slot = outsiderSlots + 40 + r.IntN(60)
	}
	own := s.Key.Of("outsiders").At(slot).Rand()
	c := s.newCompany(own, slot, s.countySampler)
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
	return s.World.Names.Company(c.NameParts)
}

// merchantsPerShard is the number of companies of each shard that trade throughout the world.
const merchantsPerShard = 50

// merchant returns the name of the n-th company outside the tables that is a party to cases in
// every shard.
func (w *Society) merchant(n int) string {
	shard, slot := n/merchantsPerShard, outsiderSlots+40+60+n%merchantsPerShard
	r := w.Key.Of("merchants").At(n).Rand()
	return w.Names.Company(name.CompanyName{
		Brand: w.brand(shard, slot, false), Trade: w.tradeSampler.Draw(r), Modifier: -1, Form: name.JointGroup,
	})
}
