package company

import (
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// lastDay is the last day that rows speak of.
var lastDay = society.NewDay(2024, 6, 30)

// standing is a registration's status.
type standing int

const (
	active standing = iota
	trading
	gone
)

// registration is what is decided of a row of CompanyRegister, at the rates of the
// 31 to 57 real rows.
type registration struct {
	standing standing
	gone     society.Day // for gone
	phone    bool        // whether there is a telephone number
	mobile   bool        // whether it is of a mobile phone
	mail     bool        // whether there is an e-mail address
	family   bool        // the e-mail address is its listed parent's, if that has the same brand
	number   string      // of the register, or nothing
	staff    string      // as a cell, or nothing
	division bool        // whether the second level of the classification is given
	group    bool        // whether the third is
	template bool        // the profile repeats the row
	indented bool        // the profile begins with four spaces
	formers  int         // how many former names, if it has any
}

// decide draws what a registration is like. What a company does not let be, as an
// end before its last record, is drawn all the same, so that nothing shifts.
func (b *book) decide(i int) registration {
	c := &b.shard.Companies[i]
	r := b.keys.registration.At(i).Rand()
	d := registration{standing: active}
	if chance.Chance(r, 25) {
		d.standing = trading
	}
	from := max(b.last[i], c.Founded+400, society.NewDay(2016, 1, 1)) + 60 // all rows have the code that came in 2015
	if closing := chance.Chance(r, 9); from < lastDay {
		day := from + society.Day(r.IntN(int(lastDay-from)))
		if closing && c.Listed == nil {
			d.standing, d.gone = gone, day
		}
	}
	d.phone = !chanceOf(r, 1, 48)
	d.mobile = chance.Chance(r, 21)
	d.mail = !chanceOf(r, 2, 32)
	d.family = chance.Chance(r, 35)
	d.number = b.terms.Nothing.Plain
	none := 35
	if c.Founded.Year() >= 2016 {
		none = 400
	}
	has, other, serial := r.IntN(1000) >= none, r.IntN(100), r.IntN(100_000_000)
	if has {
		d.number = registrationNumber(c.Credit[2:8], other, serial)
	}
	d.staff = strconv.Itoa(c.Staff)
	if chance.Chance(r, 80) && d.standing == gone {
		d.staff = "0"
	}
	if chanceOf(r, 3, 31) {
		d.staff = b.terms.Nothing.Plain
	}
	d.division = !chanceOf(r, 1, 31)
	d.group = !chanceOf(r, 3, 31) // a fourth of 31 has no division either
	d.template = chanceOf(r, 40, 100) || d.standing == gone
	d.indented = chanceOf(r, 9, 100)
	d.formers = 1 + chance.Pick(r, []int{45, 33, 14, 8})
	return d
}

// registered is the row of CompanyRegister of a company.
func (b *book) registered(i int) []tablefile.Cell {
	c, t, n := &b.shard.Companies[i], b.shard.World.Tongue, b.terms.Nothing.Plain
	d := b.decide(i)
	trade := &t.Trades()[c.Make.Trade]
	scope := b.scope(i)
	division, group := trade.Division, trade.Group
	if !d.division {
		division, group = n, n
	}
	if !d.group {
		group = n
	}
	return []tablefile.Cell{
		tablefile.Text(c.Name),
		tablefile.Text(b.status(d)),
		tablefile.Text(c.Credit),
		tablefile.Text(c.Head),
		tablefile.Text(t.Capital(c.Capital)),
		tablefile.Text(t.Date(c.Founded.Date())),
		tablefile.Text(c.Address),
		tablefile.Text(b.registeredPhone(i, d)),
		tablefile.Text(b.registeredMail(i, d)),
		tablefile.Text(d.number),
		tablefile.Text(c.Org[:8] + "-" + c.Org[8:]),
		tablefile.Text(d.staff),
		tablefile.Text(trade.Section),
		tablefile.Text(division),
		tablefile.Text(group),
		tablefile.Text(b.formers(i, d)),
		tablefile.Text(b.profile(i, d, scope)),
		tablefile.Text(scope),
	}
}

// status is the cell of a registration's status.
func (b *book) status(d registration) string {
	status := b.terms.Status.of(d.standing)
	if d.standing == gone {
		return fill(status, d.gone.Time().Format("2006-01-02"))
	}
	return status
}

// formers are a company's former names, the last one first.
func (b *book) formers(i int, d registration) string {
	c := &b.shard.Companies[i]
	if c.Former == "" {
		return b.terms.Nothing.Plain
	}
	names := []string{c.Former}
	r := b.keys.former.At(i).Rand()
	for try := 0; len(names) < d.formers && try < 12; try++ {
		older := b.older(c, r.IntN(100), r.Uint64())
		if !b.named[older] && !slices.Contains(names, older) {
			names = append(names, older)
		}
	}
	return strings.Join(names, b.terms.Joins.Former)
}

// older composes a name the company may have had before its former one.
func (b *book) older(c *society.Company, way int, draw uint64) string {
	m := c.Make
	t := b.shard.World.Tongue
	switch m.Form {
	case name.Joint:
		m.Form = name.Limited
	case name.JointGroup:
		m.Form = name.Group
	}
	switch {
	case way < 30:
		m.Trade = int(draw % uint64(len(t.Trades())))
	case way < 50:
		m.Modifier = int(draw % uint64(len(t.Modifiers())))
	case way < 60 && c.Founded.Year() < 2000:
		m.Form, m.Modifier = name.Works, -1
	case way < 75:
		m.Form = name.LimitedLiability
	case way < 90 && m.Place != "":
		m.Place, m.Paren = "", false
	default:
		m.Place, m.Paren = b.shard.City(c.County).Stem, false
		m.Modifier = -1
	}
	return t.Company(m)
}

// registrationNumber is a number of the register before credit codes: the zone, a
// serial number and a check digit (GS 15-2006, which takes ISO 7064 MOD 11,10). Of
// 27 real ones 17 have the zone of the credit code; the others were given by the
// city or the province.
func registrationNumber(zone string, other, serial int) string {
	switch {
	case other < 25:
		zone = zone[:4] + "00"
	case other < 37:
		zone = zone[:2] + "0000"
	}
	body := zone + pad(serial, 8)
	p := 10
	for i := range len(body) {
		p = (p + int(body[i]-'0')) % 10
		if p == 0 {
			p = 10
		}
		p = p * 2 % 11
	}
	return body + strconv.Itoa((11-p)%10)
}

// pad writes a number with leading zeros.
func pad(n, digits int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, digits-len(s))) + s
}
