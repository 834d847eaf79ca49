package company

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// postal returns a county's postal code as a number, which has lost leading zeros as in the
// source.
func (b *shardRenderer) postal(county int) string {
	c := b.shard.Counties[county]
	city := b.shard.Cities[c.City]
	zone := b.shard.World.Provinces[city.Province].Zone
	return strconv.Itoa((zone*2-5)%100*10000 + city.Code*10%100*100 + city.Code/10%10*100 + c.Code*13%100)
}

// switchboard returns the telephone and fax numbers of a listed company's office. Of 20 real
// companies 3 have one number for both; most numbers are neighbours.
func (b *shardRenderer) switchboard(i int, d listing) (phone, fax string) {
	r := b.keys.phones.At(i).Rand()
	phone = b.line(r, i)
	fax, _, _ = cutExtension(phone)
	if !d.fax {
		fax = neighbour(r, fax)
	}
	if d.phones == 2 {
		number, _, _ := cutExtension(phone)
		phone += b.terms.Joins.Numbers + neighbour(r, number)
	}
	return phone, fax
}

// line draws a landline number of a company.
func (b *shardRenderer) line(r *rand.Rand, i int) string {
	return b.shard.World.Names.Phone(r, b.shard.City(b.shard.Companies[i].County).Phone)
}

// cutExtension separates a telephone number from its extension: "0324-85198888-8803".
func cutExtension(phone string) (number, extension string, found bool) {
	area, rest, _ := strings.Cut(phone, "-")
	number, extension, found = strings.Cut(rest, "-")
	return area + "-" + number, extension, found
}

// neighbour draws another number that differs in the last digits.
func neighbour(r *rand.Rand, number string) string {
	n := 2 + r.IntN(3)
	head, tail := number[:len(number)-n], number[len(number)-n:]
	limit := 1
	for range n {
		limit *= 10
	}
	at, _ := strconv.Atoi(tail)
	return head + fmt.Sprintf("%0*d", n, (at+1+r.IntN(limit-1))%limit)
}

// registeredPhone returns the telephone number of a registration. Of 48 real ones one is
// missing and ten are mobile.
func (b *shardRenderer) registeredPhone(i int, d registration) string {
	switch c := &b.shard.Companies[i]; {
	case !d.phone:
		return b.terms.Nothing.Plain
	case c.Listed != nil && b.drawListing(i).together:
		phone, _ := b.switchboard(i, listing{phones: 1})
		return phone
	case d.mobile:
		return b.shard.World.Names.Mobile(b.keys.phones.At(i).Rand())
	}
	return b.line(b.keys.phones.At(i).Rand(), i)
}

// registeredMail returns the email address of a registration. Companies of a family often share
// it.
func (b *shardRenderer) registeredMail(i int, d registration) string {
	c := &b.shard.Companies[i]
	if !d.mail {
		return b.terms.Nothing.Plain
	}
	if d.family && c.Parent >= 0 && b.shard.Companies[c.Parent].Brand == c.Brand {
		return b.listedMail(c.Parent)
	}
	if c.Listed != nil && b.drawListing(i).together {
		return b.listedMail(i)
	}
	return b.shard.World.Names.Email(wordSource(b.keys.mails, i), c.Brand)
}

// listedMail returns the email address of a listed company, mostly that of its investor
// relations.
func (b *shardRenderer) listedMail(i int) string {
	c, r := &b.shard.Companies[i], wordSource(b.keys.mails, i)
	mail := b.shard.World.Names.Email(r, c.Brand)
	if !b.drawListing(i).mailbox {
		return mail
	}
	return b.grammar.Expand(r, "box", nil) + "@" + strings.TrimPrefix(b.shard.World.Names.Website(c.Brand), "www.")
}

// site returns one or two websites.
func (b *shardRenderer) site(c *society.Company, d listing) string {
	if !d.site {
		return b.terms.Nothing.Plain
	}
	site := b.shard.World.Names.Website(c.Brand)
	if !d.sites {
		return site
	}
	other := strings.TrimSuffix(site, ".com.cn") + ".cn"
	if other == site+".cn" {
		other = site[:strings.LastIndexByte(site, '.')] + ".com.cn"
	}
	return site + b.terms.Joins.Numbers + other
}

// proceeds writes an amount in yuan, rounded to ten thousands, to hundreds or to the yuan.
//
// Note: the real column is headed 元 and holds ten thousands (71262.0). The world does not repeat
// the mistake.
func proceeds(cents int64, exactness int) string {
	yuan := cents / 100
	switch exactness {
	case 0:
		yuan -= yuan % 10_000
	case 1:
		yuan -= yuan % 100
	}
	return tablefile.Decimal(yuan*100, 2)
}

// grouped writes a whole number with a comma before every three digits.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
