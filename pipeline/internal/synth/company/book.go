package company

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// book holds the data from which the rows of a shard's companies are made. It is read-only once
// open has returned it.
type book struct {
	*Renderer
	shard    *society.Shard
	keys     keys
	last     []society.Day   // by company, the last day something happened to it; 0 for never
	held     []int32         // by company, the holding in it, an index into Holdings; -1 for none
	owns     []int32         // by company, how many holdings it has
	named    map[string]bool // all names and former names
	markets  [3]string       // by Market
	floors   [3]string       // by Market, the exchange in full
	indices  [][]string      // as in terms
	auditors []string        // brands of accounting firms
	// businesses are what trades do, by their section.
	businesses map[string]business
}

// keys are of what is drawn about a company. The first ones decide, the others
// choose words.
type keys struct {
	listing, registration, scope, wares, story, phones, former chance.Key // decisions
	mails, founders, business, stories, promotions             chance.Key // words
}

func (r *Renderer) open(s *society.Shard) *book {
	k := s.Key.Of("company rows")
	b := &book{Renderer: r, shard: s, keys: keys{
		listing: k.Of("listing"), registration: k.Of("registration"), scope: k.Of("scope"), wares: k.Of("wares"),
		story: k.Of("story"), phones: k.Of("phones"), former: k.Of("former"),
		mails: k.Of("mails"), founders: k.Of("founders"), business: k.Of("business"),
		stories: k.Of("stories"), promotions: k.Of("promotions"),
	}}
	b.businesses = r.terms.businessOf(s.World.Tongue.Trades())
	firms := chance.NewPermutation(s.World.Key.Of("auditors"), name.ShortBrands)
	for n := range uint64(auditorsAWorld) {
		b.auditors = append(b.auditors, s.World.Tongue.Brand(firms.At(n)))
	}
	b.history()
	b.exchanges()
	b.held, b.owns = make([]int32, len(s.Companies)), make([]int32, len(s.Companies))
	for i := range b.held {
		b.held[i] = -1
	}
	for i, h := range s.Holdings {
		b.held[h.Sub] = int32(i)
		b.owns[h.Parent]++
	}
	b.named = make(map[string]bool, len(s.Companies)*3/2)
	for i := range s.Companies {
		b.named[s.Companies[i].Name] = true
		if f := s.Companies[i].Former; f != "" {
			b.named[f] = true
		}
	}
	return b
}

// history finds the last day of each company's records: one that was struck off
// the register has none after that.
func (b *book) history() {
	s := b.shard
	b.last = make([]society.Day, len(s.Companies))
	note := func(company int, day society.Day) {
		if company >= 0 {
			b.last[company] = max(b.last[company], day)
		}
	}
	for i := range s.Cases {
		c := &s.Cases[i]
		note(c.Related, c.Decided)
		for _, parties := range [2][]society.Party{c.Plaintiffs, c.Defendants} {
			for _, p := range parties {
				note(p.Company, c.Decided)
			}
		}
	}
	for i := range s.Debts {
		d := &s.Debts[i]
		note(d.Debtor, max(d.Filed, d.Closed, d.Restricted, d.Published))
		note(d.Creditor.Company, max(d.Filed, d.Closed, d.Restricted, d.Published))
	}
	for i := range s.Penalties {
		note(s.Penalties[i].Company, s.Penalties[i].Day)
	}
	for i := range s.Companies {
		note(i, s.Companies[i].Renamed)
	}
}

// words is the source of one company's words of a kind.
func words(k chance.Key, company int) *rand.Rand { return k.At(company).Rand() }
