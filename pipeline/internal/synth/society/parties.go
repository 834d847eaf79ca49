package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// drawParties draws the parties of a dispute.
func (s *Shard) drawParties(r *rand.Rand, c *Case, cause Cause) {
	related, line := s.party(c.Related, c.Filed), s.Companies[c.Related].NameParts.Trade
	others := s.newPartyDrawer(r, "party names", len(s.Cases), c.Related, c.Began, c.Filed)
	if cause.rivals {
		cause.by, cause.against = s.rivals(cause.by, line), s.rivals(cause.against, line)
	}
	sues := chance.Percent(r, cause.suing(line))
	switch {
	case sues:
		c.Plaintiffs = []Party{related}
		person := 12
		switch cause.Matter {
		case statute.Labour: // only people work for wages
			person = 100
		case statute.Property:
			person = 75
		}
		if cause.corporate {
			person = 0
		}
		more := mostBeside(cause.Matter, defendants(r)-1)
		c.Defendants = append(others.draw(1, person, cause.against), others.draw(more, max(person, besidePersons), cause.against)...)
	default:
		person := cause.person
		if cause.Matter == statute.Labour {
			person = 100
		}
		suing := plaintiffs(r)
		switch cause.Matter {
		case statute.Labour, statute.Tort, statute.Traffic: // each is hired, hurt or dismissed on a day of their own
			suing = 1
		}
		c.Plaintiffs = others.draw(suing, person, cause.by)
		c.Defendants = others.draw(mostBeside(cause.Matter, defendants(r)-1), besidePersons, cause.against)
		at := r.IntN(len(c.Defendants) + 1)
		if at > 0 && c.Defendants[0].Person {
			at = 0 // the related company is what the dispute is about
		}
		c.Defendants = append(c.Defendants[:at], append([]Party{related}, c.Defendants[at:]...)...)
	}
	if cause.kind == administrative {
		authority := Party{Name: s.authority(cause.Matter, s.Courts[c.Court].County), Company: -1, Trade: -1}
		c.Defendants = []Party{authority}
		if !sues {
			c.Defendants = append(c.Defendants, related)
		}
	}
}

// mostBeside returns the number of parties sued beside the first: beside an employer or an employee one at most, beside
// who pollutes two.
func mostBeside(m statute.SubjectMatter, drawn int) int {
	switch m {
	case statute.Labour:
		return min(drawn, 1)
	case statute.Environment:
		return min(drawn, 2)
	}
	return drawn
}

// authority returns the authority that is sued in a matter.
func (s *Shard) authority(m statute.SubjectMatter, county int) string {
	kind := name.MarketRegulation
	switch m {
	case statute.Intellectual:
		return s.World.Names.Authority(s.World.Key.Of("patent office").Rand(), name.Patents, "")
	case statute.Administration, statute.Labour: // the bureau, which alone decides on injuries at work
		return s.bureau(name.Labour, county)
	case statute.Urban:
		kind = name.NaturalResources
	case statute.Tax:
		kind = name.Taxation
	case statute.Environment:
		kind = name.Environment
	}
	return s.office(kind, county)
}

// rivals returns the lines of a group, nil for all of them, whose companies compete with those of a line.
func (s *Shard) rivals(group []bool, line int) []bool {
	same := make([]bool, len(s.World.Names.Trades()))
	same[line] = fits(group, line)
	return same
}

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

// person draws a person under a masked name that no other of the case has.
func (c *partyDrawer) person() Party {
	for {
		text := c.shard.World.conventions.hide(c.names, c.shard.World.Names, c.shard.World.Names.Person(c.names))
		if c.seen[text]++; c.seen[text] == 1 {
			return Party{Name: text, Company: -1, Trade: -1, Person: true}
		}
	}
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
	slot := outsiderSlots + 40 + r.IntN(60)
	if !chance.Percent(r, 12) || !fits(trades, s.outsiderTrade(slot)) {
		slot = s.outsiderOf(r, trades)
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
	return s.World.Names.Company(c.NameParts), c.NameParts.Trade
}

// firstOutsider is the first slot of companies outside the tables that occur in few cases: before it are
// those of investment banks, frequent parties and merchants.
const firstOutsider = outsiderSlots + 40 + 60 + merchantsPerShard

// outsiderTrade returns the line of business of a company outside the tables.
func (s *Shard) outsiderTrade(slot int) int {
	own := s.Key.Of("outsiders").At(slot).Rand()
	s.countySampler.Draw(own) // as newCompany does
	return s.World.tradeSampler.Draw(own)
}

// outsiderOf draws the slot of a company outside the tables that is of the given lines.
func (s *Shard) outsiderOf(r *rand.Rand, trades []bool) int {
	if s.outsiders == nil {
		s.outsiders = make([][]int, len(s.World.Names.Trades()))
		for slot := firstOutsider; slot < unlistedFirmSlots; slot++ {
			line := s.outsiderTrade(slot)
			s.outsiders[line] = append(s.outsiders[line], slot)
		}
	}
	n := 0
	for line, slots := range s.outsiders {
		if fits(trades, line) {
			n += len(slots)
		}
	}
	at := r.IntN(n)
	for line, slots := range s.outsiders {
		switch {
		case !fits(trades, line):
		case at < len(slots):
			return slots[at]
		default:
			at -= len(slots)
		}
	}
	panic("unreachable: at is below the number of slots")
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
