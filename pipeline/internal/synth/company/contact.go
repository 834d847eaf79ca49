package company

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// postal is the postal code of a county, a number: a province's first digits can be
// 0, and the source loses it.
func (b *book) postal(county int) string {
	c := b.shard.Counties[county]
	city := b.shard.Cities[c.City]
	zone := b.shard.World.Provinces[city.Province].Zone
	return strconv.Itoa((zone*2-5)%100*10000 + city.Code*10%100*100 + city.Code/10%10*100 + c.Code*13%100)
}

// switchboard are the telephone and the fax number of a listed company's office.
// Of 20 real ones 3 have one number for both; most are neighbours.
func (b *book) switchboard(i int, d listing) (phone, fax string) {
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

// line is a fixed line of a company.
func (b *book) line(r *rand.Rand, i int) string {
	return b.shard.World.Tongue.Phone(r, b.shard.City(b.shard.Companies[i].County).Phone)
}

// cutExtension parts a number from its extension: "0324-85198888-8803".
func cutExtension(phone string) (number, extension string, found bool) {
	area, rest, _ := strings.Cut(phone, "-")
	number, extension, found = strings.Cut(rest, "-")
	return area + "-" + number, extension, found
}

// neighbour is another number that differs in its last digits.
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

// registeredPhone is the telephone of a registration. Of 48 real ones one is
// missing and ten are mobile.
func (b *book) registeredPhone(i int, d registration) string {
	switch c := &b.shard.Companies[i]; {
	case !d.phone:
		return b.terms.Nothing.Plain
	case c.Listed != nil && b.listing(i).together:
		phone, _ := b.switchboard(i, listing{phones: 1})
		return phone
	case d.mobile:
		return b.shard.World.Tongue.Mobile(b.keys.phones.At(i).Rand())
	}
	return b.line(b.keys.phones.At(i).Rand(), i)
}

// registeredMail is the address of a registration. Companies of a family often have
// one address.
func (b *book) registeredMail(i int, d registration) string {
	c := &b.shard.Companies[i]
	if !d.mail {
		return b.terms.Nothing.Plain
	}
	if d.family && c.Parent >= 0 && b.shard.Companies[c.Parent].Brand == c.Brand {
		return b.listedMail(c.Parent)
	}
	if c.Listed != nil && b.listing(i).together {
		return b.listedMail(i)
	}
	return b.shard.World.Tongue.Email(words(b.keys.mails, i), c.Brand)
}

// listedMail is the address of a listed company, mostly a box for its investors.
func (b *book) listedMail(i int) string {
	c, r := &b.shard.Companies[i], words(b.keys.mails, i)
	mail := b.shard.World.Tongue.Email(r, c.Brand)
	if !b.listing(i).mailbox {
		return mail
	}
	return b.grammar.Expand(r, "box", nil) + "@" + strings.TrimPrefix(b.shard.World.Tongue.Website(c.Brand), "www.")
}

// site is the website, or two.
func (b *book) site(c *society.Company, d listing) string {
	if !d.site {
		return b.terms.Nothing.Plain
	}
	site := b.shard.World.Tongue.Website(c.Brand)
	if !d.sites {
		return site
	}
	other := strings.TrimSuffix(site, ".com.cn") + ".cn"
	if other == site+".cn" {
		other = site[:strings.LastIndexByte(site, '.')] + ".com.cn"
	}
	return site + b.terms.Joins.Numbers + other
}

// decimal writes n/10^places with the decimals it has, at least one: "14.32",
// "5.0".
func decimal(n int64, places int) string {
	unit := int64(1)
	for range places {
		unit *= 10
	}
	fraction := strings.TrimRight(fmt.Sprintf("%0*d", places, n%unit), "0")
	if fraction == "" {
		fraction = "0"
	}
	return strconv.FormatInt(n/unit, 10) + "." + fraction
}

// proceeds writes an amount in ten thousands, rounded to a whole number of them, to
// two decimals, or to the yuan: the real column is headed 元 and holds 71262.0.
func proceeds(cents int64, exactness int) string {
	yuan := cents / 100
	switch exactness {
	case 0:
		yuan -= yuan % 10_000
	case 1:
		yuan -= yuan % 100
	}
	return decimal(yuan, 4)
}

// grouped writes a whole number with a comma before every three digits.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// chanceOf reports true in n of m draws.
func chanceOf(r *rand.Rand, n, m int) bool { return r.IntN(m) < n }
