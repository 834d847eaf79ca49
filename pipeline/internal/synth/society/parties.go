package society

import (
	"fmt"
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// crowd draws the other parties of a case, all with different names.
type crowd struct {
	shard   *Shard
	r       *rand.Rand
	names   *rand.Rand // separate from r, because languages draw names differently
	related int
	began   Day // day of the event in dispute
	filed   Day
	seen    map[string]int
}

// others are the parties beside a company to what began on a day and was filed on
// another; kind and i say of what.
func (s *Shard) others(r *rand.Rand, kind string, i, related int, began, filed Day) *crowd {
	return &crowd{s, r, s.Key.Of(kind).At(i).Rand(), related, began, filed, map[string]int{}}
}

// take draws n parties. Each is a person with a probability of person in 100.
func (c *crowd) take(n, person int) []Party {
	parties := make([]Party, 0, max(1, n+1))
	for range n {
		if chance.Chance(c.r, person) {
			parties = append(parties, c.person())
		} else {
			parties = append(parties, c.company())
		}
	}
	return parties
}

// person draws a person, masked in 98 % of cases. Persons with equal masked names are numbered.
func (c *crowd) person() Party {
	text := c.shard.World.Tongue.Person(c.names)
	if chance.Chance(c.r, 98) {
		text = c.shard.World.style.hide(c.names, c.shard.World.Tongue, text)
	}
	c.seen[text]++
	if n := c.seen[text]; n > 1 {
		text = fmt.Sprintf("%s%d", text, n)
	}
	return Party{Name: text, Company: -1, Person: true}
}

// company draws a company: nine of ten are in no table, since a ruling's other
// side seldom is; the others are of this shard and were there when it began, or
// trade all over the world.
func (c *crowd) company() Party {
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
			p.Name = s.World.merchant(c.r.IntN(s.World.shards * merchantsAShard))
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
	const reserved = 40 + 60 + merchantsAShard // investment banks, frequent parties, merchants
	slot := outsiderSlots + reserved + r.IntN(visitorSlots-outsiderSlots-reserved)
	if chance.Chance(r, 12) {
		slot = outsiderSlots + 40 + r.IntN(60)
	}
	own := s.Key.Of("outsiders").At(slot).Rand()
	c := s.company(own, slot, s.places)
	c.Make.Form = limited(own)
	switch n := own.IntN(100); {
	case n < 2:
		c.Make.Form, c.Make.Place = name.Branch, s.City(c.County).Stem
	case n < 18:
		// What a trade has no works or shops of goes by its usual form.
		if fits := s.World.Tongue.Trades()[c.Make.Trade].Forms; len(fits) > 0 {
			c.Make.Form, c.Make.Paren = fits[own.IntN(len(fits))], false
			if c.Make.Place == "" && c.Make.Form == name.Shop {
				c.Make.Place = s.City(c.County).Stem
			}
		}
	}
	return s.World.Tongue.Company(c.Make)
}

// merchantsAShard is the number of companies of each shard that trade throughout the world.
const merchantsAShard = 50

// merchant returns the name of the n-th company outside the tables that is a party to cases in
// every shard.
func (w *Society) merchant(n int) string {
	shard, slot := n/merchantsAShard, outsiderSlots+40+60+n%merchantsAShard
	r := w.Key.Of("merchants").At(n).Rand()
	return w.Tongue.Company(name.CompanyName{
		Brand: w.brand(shard, slot, false), Trade: w.trades.Pick(r), Modifier: -1, Form: name.JointGroup,
	})
}
