package company

import (
	"math/rand/v2"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// nameExchanges names the two exchanges after municipalities, and the indices after the first
// exchange.
func (b *shardRenderer) nameExchanges() {
	t, w := b.terms, b.shard.World
	seats := [2]name.ProvinceName{w.Names.Municipality(0), w.Names.Municipality(1)}
	for i := range seats {
		if p := w.Provinces[min(i, len(w.Provinces)-1)]; p.Municipality {
			seats[i] = name.ProvinceName{BaseName: p.BaseName, Short: p.Letter}
		}
	}
	for market := range b.markets {
		seat := seats[market/2]
		r := strings.NewReplacer("{stem}", seat.BaseName, "{letter}", seat.Short)
		b.markets[market], b.exchangeNames[market] = r.Replace(t.Markets[market]), r.Replace(t.Exchange)
	}
	r := strings.NewReplacer("{stem}", seats[0].BaseName, "{letter}", seats[0].Short)
	for _, names := range t.Indices {
		row := make([]string, len(names))
		for i, n := range names {
			row[i] = r.Replace(n)
		}
		b.indices = append(b.indices, row)
	}
}

// listing holds the drawn properties of a row of CompanyInfo. Rates are those of the real
// table: of 2,860 rows where the public list has the column, of 20 to 25 elsewhere.
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

func (b *shardRenderer) drawListing(i int) listing {
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
	l.fax = chance.Percent(r, 15)
	l.site = r.IntN(2825) >= 19
	l.sites = chance.Percent(r, 5)
	l.mailbox = chance.Percent(r, 70)
	l.whole = chance.WeightedIndex(r, []int{30, 45, 25})
	l.indices = b.memberships(r)
	l.together = chance.Percent(r, 50)
	return l
}

// memberships draws the indices that a company belongs to: none for 1 in 5, else 1 to 7.
func (b *shardRenderer) memberships(r *rand.Rand) []int {
	none := chance.Percent(r, 20)
	n := 1 + chance.WeightedIndex(r, []int{22, 28, 22, 14, 8, 4, 2})
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

// infoRow returns the row of CompanyInfo of a listed company.
func (b *shardRenderer) infoRow(i int) []tablefile.Cell {
	c, t := &b.shard.Companies[i], b.shard.World.Names
	l, d := c.Listed, b.drawListing(i)
	trade := &t.Trades()[c.NameParts.Trade]
	phone, fax := b.switchboard(i, d)
	facts := b.facts(i)
	story := b.addStory(facts, i)
	return []tablefile.Cell{
		tablefile.Text(c.Name),
		tablefile.Text(b.short(c, d)),
		tablefile.Text(d.style.write(t.English(c.NameParts))),
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
		tablefile.Text(b.write(wordSource(b.keys.business, i), "business", facts)),
		tablefile.Text(b.scope(i)),
		tablefile.Text(b.write(wordSource(b.keys.stories, i), story, facts)),
		tablefile.Numeral("1.0"),
		tablefile.Numeral(tablefile.Decimal(l.Price, 2)),
		tablefile.Text(proceeds(l.Proceeds, d.whole)),
		tablefile.Text(l.Sponsor),
	}
}

// short returns the abbreviation, with the exchange's prefix for companies at risk.
func (b *shardRenderer) short(c *society.Company, d listing) string {
	if d.special < 0 {
		return c.Listed.Short
	}
	return fill(b.terms.Special[d.special], c.Brand)
}

// formerShort returns the former abbreviations: of an older name, and of times at risk.
func (b *shardRenderer) formerShort(c *society.Company, d listing) string {
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

// indexCell returns the cell for a company's indices; null if it belongs to none.
func (b *shardRenderer) indexCell(market society.Market, d listing) tablefile.Cell {
	if d.indices == nil {
		return tablefile.None()
	}
	names := make([]string, len(d.indices))
	for k, i := range d.indices {
		names[k] = b.indices[i][market]
	}
	return tablefile.Text(strings.Join(names, b.terms.Joins.Indices))
}
