package name

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
)

// AreaCode returns the telephone area code of the i-th city, i at least 0: "0324". Codes repeat
// after a few hundred. None is in use in China, nor a mobile prefix, so that no number reaches
// a real person.
func (t *Namer) AreaCode(i int) string {
	blocks := t.lists.telephones.Areas
	return blocks[i/10%len(blocks)] + strconv.Itoa(i%10)
}

// CapitalAreaCode returns the three-digit area code of the i-th large city, i at least 0:
// "014". Codes repeat after nine.
func (t *Namer) CapitalAreaCode(i int) string { return "01" + strconv.Itoa(1+i%9) }

// Phone returns a random fixed-line number of an area, "0324-85198888": eight digits, in some
// areas seven, rarely with an extension.
func (t *Namer) Phone(r *rand.Rand, areaCode string) string {
	n := digits(r, 2, 9, 8)
	if len(areaCode) == 4 && areaCode[3]%4 == 1 {
		n = n[:7]
	}
	n = areaCode + "-" + n
	if r.IntN(50) == 0 {
		n += "-" + digits(r, 8, 9, 4)
	}
	return n
}

// Mobile returns a random mobile number of eleven digits.
func (t *Namer) Mobile(r *rand.Rand) string {
	return draw(r, t.lists.telephones.Mobile) + digits(r, 0, 10, 8)
}

// digits returns n random digits; the first is in [low, high).
func digits(r *rand.Rand, low, high, n int) string {
	b := make([]byte, n)
	b[0] = byte('0' + low + r.IntN(high-low))
	for i := 1; i < n; i++ {
		b[i] = byte('0' + r.IntN(10))
	}
	return string(b)
}

// Email returns a random email address of the company with a brand: in two of three cases at
// the domain of its [Namer.Website], else at a mail provider.
func (t *Namer) Email(r *rand.Rand, brand string) string {
	m := t.lists.Mail
	if r.IntN(3) == 0 {
		return digits(r, 1, 10, 6+r.IntN(4)) + "@" + draw(r, m.Hosts)
	}
	box := draw(r, m.Boxes)
	if r.IntN(3) == 0 {
		box = t.script.latin(t.script.person(r))
	}
	return box + "@" + t.domain(brand)
}

// Website returns the website of the company with a brand, without a scheme:
// "www.hengyi-group.com.cn". Brands that sound alike may share a website.
func (t *Namer) Website(brand string) string { return "www." + t.domain(brand) }

// domain returns a company's domain: the brand in Latin letters, a word of business and an
// ending, both chosen by the brand.
func (t *Namer) domain(brand string) string {
	h := fnv.New64a()
	h.Write([]byte(brand))
	n := h.Sum64()
	m := t.lists.Mail
	return t.script.latin(brand) + m.Words[n%uint64(len(m.Words))] + m.Endings[n>>32%uint64(len(m.Endings))]
}
