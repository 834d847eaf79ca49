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

// status is the status of a registration.
type status int

const (
	active status = iota
	trading
	gone
)

// registration holds the drawn properties of a row of CompanyRegister, at the rates of the 31
// to 57 real rows.
type registration struct {
	status   status
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

// drawRegistration draws what a registration is like. What a company does not let be, as an
// end before its last record, is drawn all the same, so that nothing shifts.
func (b *shardRenderer) drawRegistration(i int) registration {
	c := &b.shard.Companies[i]
	r := b.keys.registration.At(i).Rand()
	d := registration{status: active}
	if chance.Percent(r, 25) {
		d.status = trading
	}
	from := max(b.lastRecord[i], c.Founded+400, society.NewDay(2016, 1, 1)) + 60 // all rows have the code that came in 2015
	if closing := chance.Percent(r, 9); from < lastDay {
		day := b.shard.World.Calendar.LastOpen(from + society.Day(r.IntN(int(lastDay-from))))
		if closing && c.Listed == nil {
			d.status, d.gone = gone, day
		}
	}
	d.phone = !chance.Ratio(r, 1, 48)
	d.mobile = chance.Percent(r, 21)
	d.mail = !chance.Ratio(r, 2, 32)
	d.family = chance.Percent(r, 35)
	d.number = b.terms.Nothing.Plain
	none := 35
	if c.Founded.Year() >= 2016 {
		none = 400
	}
	has, other, serial := r.IntN(1000) >= none, r.IntN(100), r.IntN(100_000_000)
	if has {
		d.number = registrationNumber(c.CreditCode[2:8], other, serial)
	}
	d.staff = strconv.Itoa(c.Staff)
	if chance.Percent(r, 80) && d.status == gone {
		d.staff = "0"
	}
	if chance.Ratio(r, 3, 31) {
		d.staff = b.terms.Nothing.Plain
	}
	d.division = !chance.Ratio(r, 1, 31)
	d.group = !chance.Ratio(r, 3, 31) // a fourth of 31 has no division either
	d.template = chance.Ratio(r, 40, 100) || d.status == gone
	d.indented = chance.Ratio(r, 9, 100)
	d.formers = 1 + chance.WeightedIndex(r, []int{45, 33, 14, 8})
	return d
}

// registerRow returns a row of CompanyRegister.
func (b *shardRenderer) registerRow(i int) []tablefile.Cell {
	c, t, n := &b.shard.Companies[i], b.shard.World.Names, b.terms.Nothing.Plain
	d := b.drawRegistration(i)
	trade := &t.Trades()[c.NameParts.Trade]
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
		tablefile.Text(c.CreditCode),
		tablefile.Text(c.Head),
		tablefile.Text(t.Capital(c.Capital)),
		tablefile.Text(t.Date(c.Founded.Date())),
		tablefile.Text(c.Address),
		tablefile.Text(b.registeredPhone(i, d)),
		tablefile.Text(b.registeredMail(i, d)),
		tablefile.Text(d.number),
		tablefile.Text(c.OrganizationCode[:8] + "-" + c.OrganizationCode[8:]),
		tablefile.Text(d.staff),
		tablefile.Text(trade.Section),
		tablefile.Text(division),
		tablefile.Text(group),
		tablefile.Text(b.formers(i, d)),
		tablefile.Text(b.profile(i, d, scope)),
		tablefile.Text(scope),
	}
}

// status returns the cell for a registration's status.
func (b *shardRenderer) status(d registration) string {
	status := b.terms.Status.of(d.status)
	if d.status == gone {
		return fill(status, d.gone.Time().Format("2006-01-02"))
	}
	return status
}

// formers returns a company's former names, latest first.
func (b *shardRenderer) formers(i int, d registration) string {
	c := &b.shard.Companies[i]
	if c.Former == "" {
		return b.terms.Nothing.Plain
	}
	names := []string{c.Former}
	r := b.keys.former.At(i).Rand()
	for try := 0; len(names) < d.formers && try < 12; try++ {
		older := b.older(c, r.IntN(100), r.Uint64())
		if !b.usedNames[older] && !slices.Contains(names, older) {
			names = append(names, older)
		}
	}
	return strings.Join(names, b.terms.Joins.Former)
}

// older composes a name the company may have had before its former one.
func (b *shardRenderer) older(c *society.Company, way int, draw uint64) string {
	m := c.NameParts
	t := b.shard.World.Names
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
		m.Place, m.Paren = b.shard.City(c.County).BaseName, false
		m.Modifier = -1
	}
	return t.Company(m)
}

// registrationNumber returns a number of the register before credit codes: the zone, a serial
// number and a check digit (GS 15-2006, which uses ISO 7064 MOD 11,10). Of 27 real numbers 17
// have the zone of the credit code; the city or the province issued the others.
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
