package company

import (
	"math/rand/v2"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// exchanges names the two exchanges after municipalities, and indices after the
// first.
func (b *book) exchanges() {
	t, w := b.terms, b.shard.World
	seats := [2]name.ProvinceName{w.Tongue.Municipality(0), w.Tongue.Municipality(1)}
	for i := range seats {
		if p := w.Provinces[min(i, len(w.Provinces)-1)]; p.Municipality {
			seats[i] = name.ProvinceName{Stem: p.Stem, Short: p.Letter}
		}
	}
	for market := range b.markets {
		seat := seats[market/2]
		r := strings.NewReplacer("{stem}", seat.Stem, "{letter}", seat.Short)
		b.markets[market], b.floors[market] = r.Replace(t.Markets[market]), r.Replace(t.Exchange)
	}
	r := strings.NewReplacer("{stem}", seats[0].Stem, "{letter}", seats[0].Short)
	for _, names := range t.Indices {
		row := make([]string, len(names))
		for i, n := range names {
			row[i] = r.Replace(n)
		}
		b.indices = append(b.indices, row)
	}
}

// listing is what is decided of a row of CompanyInfo. Rates are of the real table:
// of 2,860 rows where the public list has the column, of 20 to 25 elsewhere.
type listing struct {
	special  int  // index into terms.Special; -1 for none, as are 97 %
	history  bool // it was at risk once
	style    style
	phones   int   // 2 in 1 of 24
	fax      bool  // one number for telephone and fax, 3 in 20
	site     bool  // all but 19 of 2,825 have one
	sites    bool  // two of them, 1 in 20
	mailbox  bool  // the e-mail address is for investors
	whole    int   // how exactly the proceeds are given
	indices  []int // into terms.Indices; nil for none
	together bool  // one telephone with the register
}

func (b *book) listing(i int) listing {
	r := b.keys.listing.At(i).Rand()
	l := listing{special: -1}
	if n := r.IntN(1000); n < 30 {
		l.special = n % 2
	}
	l.history = r.IntN(1000) < 110
	l.style = drawStyle(r)
	l.phones = 1
	if r.IntN(24) == 0 {
		l.phones = 2
	}
	l.fax = chance.Chance(r, 15)
	l.site = r.IntN(2825) >= 19
	l.sites = chance.Chance(r, 5)
	l.mailbox = chance.Chance(r, 70)
	l.whole = chance.Pick(r, []int{30, 45, 25})
	l.indices = b.memberships(r)
	l.together = chance.Chance(r, 50)
	return l
}

// memberships draws which indices a company is in: none of 1 in 5, else 1 to 7.
func (b *book) memberships(r *rand.Rand) []int {
	none := chance.Chance(r, 20)
	n := 1 + chance.Pick(r, []int{22, 28, 22, 14, 8, 4, 2})
	var in []int
	for i := range b.indices {
		// The last ones take most companies.
		if left := len(b.indices) - i; r.IntN(left*2) < (n-len(in))*2 {
			in = append(in, i)
		}
	}
	if none {
		return nil
	}
	return in
}

// info is the row of CompanyInfo of a listed company.
func (b *book) info(i int) []tablefile.Cell {
	c, t := &b.shard.Companies[i], b.shard.World.Tongue
	l, d := c.Listed, b.listing(i)
	trade := &t.Trades()[c.Make.Trade]
	phone, fax := b.switchboard(i, d)
	facts := b.facts(i)
	story := b.tell(facts, i)
	return []tablefile.Cell{
		tablefile.Text(c.Name),
		tablefile.Text(b.short(c, d)),
		tablefile.Text(d.style.write(t.English(c.Make))),
		tablefile.None(),
		tablefile.Text(l.Code),
		tablefile.Text(b.formerShort(c, d)),
		tablefile.Text(b.markets[l.Market]),
		tablefile.Text(trade.Market),
		tablefile.Text(t.Date(c.Founded.Date())),
		tablefile.Text(t.Date(l.Day.Date())),
		tablefile.Text(c.Head),
		tablefile.Text(l.Manager),
		tablefile.Text(l.Secretary),
		tablefile.Numeral(b.postal(c.County)),
		tablefile.Text(c.Address),
		tablefile.Text(c.Office),
		tablefile.Text(phone),
		tablefile.Text(fax),
		tablefile.Text(b.site(c, d)),
		tablefile.Text(b.listedMail(i)),
		b.indexCell(l.Market, d),
		tablefile.Text(b.write(words(b.keys.business, i), "business", facts)),
		tablefile.Text(b.scope(i)),
		tablefile.Text(b.write(words(b.keys.stories, i), story, facts)),
		tablefile.Numeral("1.0"),
		tablefile.Numeral(decimal(l.Price, 2)),
		tablefile.Text(proceeds(l.Proceeds, d.whole)),
		tablefile.Text(l.Sponsor),
	}
}

// short is the abbreviation, with what the exchange puts before it where the
// company is at risk.
func (b *book) short(c *society.Company, d listing) string {
	if d.special < 0 {
		return c.Listed.Short
	}
	return fill(b.terms.Special[d.special], c.Brand)
}

// formerShort are the abbreviations before, if any: of an older name, and of times
// when the company was at risk.
func (b *book) formerShort(c *society.Company, d listing) string {
	var past []string
	if f := c.Listed.FormerShort; f != "" {
		past = append(past, f)
	}
	switch {
	case d.special == 0:
		past = append(past, c.Listed.Short, fill(b.terms.Special[1], c.Brand))
	case d.special == 1:
		past = append(past, c.Listed.Short)
	case d.history:
		past = append(past, c.Listed.Short, fill(b.terms.Special[1], c.Brand), fill(b.terms.Special[0], c.Brand))
	}
	if past == nil {
		return b.terms.Nothing.Plain
	}
	return strings.Join(past, b.terms.History)
}

// indexCell is null for a company in no index.
func (b *book) indexCell(market society.Market, d listing) tablefile.Cell {
	if d.indices == nil {
		return tablefile.None()
	}
	names := make([]string, len(d.indices))
	for k, i := range d.indices {
		names[k] = b.indices[i][market]
	}
	return tablefile.Text(strings.Join(names, b.terms.Joins.Indices))
}
