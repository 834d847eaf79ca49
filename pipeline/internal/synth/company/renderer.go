package company

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// shardRenderer renders the companies of one shard.
type shardRenderer struct {
	*Renderer
	shard           *society.Shard
	keys            keys
	lastRecord      []society.Day   // by company, the last day something happened to it; 0 for never
	holdingOf       []int32         // by company, the holding in it, an index into Holdings; -1 for none
	subsidiaryCount []int32         // by company, how many holdings it has
	usedNames       map[string]bool // all names and former names
	markets         [3]string       // by Market
	exchangeNames   [3]string       // by Market, the exchange in full
	indices         [][]string      // as in terms
	auditors        []string        // brands of accounting firms
	// businesses has the business of each section of industry.
	businesses map[string]business
}

// keys are the random sources of the data about a company. The first ones decide, the others
// choose words.
type keys struct {
	listing, registration, scope, wares, story, phones, former chance.Key // decisions
	mails, founders, business, stories, promotions             chance.Key // words
}

func (r *Renderer) forShard(s *society.Shard) *shardRenderer {
	k := s.Key.Of("company rows")
	b := &shardRenderer{Renderer: r, shard: s, keys: keys{
		listing: k.Of("listing"), registration: k.Of("registration"), scope: k.Of("scope"), wares: k.Of("wares"),
		story: k.Of("story"), phones: k.Of("phones"), former: k.Of("former"),
		mails: k.Of("mails"), founders: k.Of("founders"), business: k.Of("business"),
		stories: k.Of("stories"), promotions: k.Of("promotions"),
	}}
	b.businesses = r.terms.businessOf(s.World.Names.Trades())
	firms := chance.NewPermutation(s.World.Key.Of("auditors"), name.ShortBrands)
	for n := range uint64(auditorsPerWorld) {
		b.auditors = append(b.auditors, s.World.Names.Brand(firms.At(n)))
	}
	b.findLastRecords()
	b.nameExchanges()
	b.holdingOf, b.subsidiaryCount = make([]int32, len(s.Companies)), make([]int32, len(s.Companies))
	for i := range b.holdingOf {
		b.holdingOf[i] = -1
	}
	for i, h := range s.Holdings {
		b.holdingOf[h.Sub] = int32(i)
		b.subsidiaryCount[h.Parent]++
	}
	b.usedNames = make(map[string]bool, len(s.Companies)*3/2)
	for i := range s.Companies {
		b.usedNames[s.Companies[i].Name] = true
		if f := s.Companies[i].Former; f != "" {
			b.usedNames[f] = true
		}
	}
	return b
}

// findLastRecords finds the last day on which each company occurs in the records. A company
// that was struck off the register does not occur after that day.
func (b *shardRenderer) findLastRecords() {
	s := b.shard
	b.lastRecord = make([]society.Day, len(s.Companies))
	note := func(company int, day society.Day) {
		if company >= 0 {
			b.lastRecord[company] = max(b.lastRecord[company], day)
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

// wordSource returns the random source for a company's words.
func wordSource(k chance.Key, company int) *rand.Rand { return k.At(company).Rand() }
