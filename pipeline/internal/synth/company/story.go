package company

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// addStory adds the history of a listed company to its facts: most were limited companies whose
// audited net assets were converted into shares. It returns the rule for this history.
func (b *shardRenderer) addStory(f map[string]string, i int) (rule string) {
	c, t := &b.shard.Companies[i], b.shard.World.Names
	r := b.keys.story.At(i).Rand()
	was := c.NameParts
	was.Form = name.LimitedLiability
	unlimited := c.Former != "" && c.Former == t.Company(was)
	span := int(c.Listed.Day - c.Founded)
	converted := c.Founded + society.Day(span*(30+r.IntN(50))/100)
	if unlimited && c.Renamed < c.Listed.Day {
		converted = c.Renamed
	}
	direct := (chance.Percent(r, 8) || converted < c.Founded+400) && !unlimited
	if direct {
		converted = c.Founded
	}
	b.addConversion(f, r, c, converted, direct)
	b.addFounders(f, r, i)
	joint, limited := c.Name, b.terms.limited(c.Name)
	switch {
	case c.Former == "":
	case unlimited:
		limited = c.Former
	case c.Renamed > converted:
		joint, limited = c.Former, b.terms.limited(c.Former)
		f["new_name"], f["renaming"] = c.Name, b.terms.date(c.Renamed)
	default:
		f["first_name"], f["first_renaming"] = b.terms.limited(c.Former), b.terms.date(c.Renamed)
	}
	f["joint"], f["bureau"] = joint, b.bureau(c, converted)
	if !direct {
		f["limited"], f["first"] = limited, f["founded"]
	}
	f["price"], f["sponsor"] = tablefile.Decimal(c.Listed.Price, 2), c.Listed.Sponsor
	f["raised"] = b.money(c.Listed.Proceeds - c.Listed.Proceeds%1_000_000)
	d := b.drawRegistration(i)
	if converted.Year() >= 2016 {
		f["number"] = c.CreditCode
	} else if d.number != b.terms.Nothing.Plain {
		f["licence"] = d.number
	}
	if direct {
		return "story_direct"
	}
	return "story"
}

// addConversion adds the facts about the conversion into a company limited by shares. Its
// capital was smaller than today's and not above the net assets of some months before.
func (b *shardRenderer) addConversion(f map[string]string, r *rand.Rand, c *society.Company, converted society.Day, direct bool) {
	capital := c.Capital / int64(100+20+r.IntN(400)) * 100
	capital = max(capital-capital%10_000_000, 100_000_000)
	capital = min(capital, c.Capital)
	net := capital / 1000 * int64(1020+r.IntN(2400))
	net += int64(r.IntN(1_000_000)) * 100
	f["day"], f["day_year"] = b.terms.date(converted), strconv.Itoa(converted.Year())
	f["shares"], f["stock"] = b.count(capital), b.money(capital)
	f["auditor"] = b.auditor(r.IntN(auditorsPerWorld), converted)
	year := (converted - 20).Year()
	f["report_year"], f["report"] = strconv.Itoa(year), pad(1+r.IntN(900), 3+r.IntN(2))
	f["verified"] = b.terms.date(converted - society.Day(6+r.IntN(25)))
	f["meeting"] = b.terms.date(converted - society.Day(1+r.IntN(5)))
	base, months := converted, 3+r.IntN(6)
	y, m, _ := base.Date()
	base = society.NewDay(y, m-months+1, 1) - 1
	if !direct {
		f["base"], f["net"] = b.terms.date(base), b.money(net)
		f["rest"] = b.money(net - capital)
		f["ratio"] = fmt.Sprintf("1:%d.%04d", capital/net, capital*10_000/net%10_000)
	}
}

// addFounders adds the founders: the head and other persons.
func (b *shardRenderer) addFounders(f map[string]string, r *rand.Rand, i int) {
	names, draw := []string{b.shard.Companies[i].Head}, wordSource(b.keys.founders, i)
	for range 1 + r.IntN(4) {
		if p := b.shard.World.Names.Person(draw); !slices.Contains(names, p) {
			names = append(names, p)
		}
	}
	f["founders"], f["founder"] = b.terms.list(names), names[len(names)-1]
	f["promoters"] = strconv.Itoa(len(names))
}

// auditorsPerWorld is the number of accounting firms.
const auditorsPerWorld = 24

// auditor returns the name of an accounting firm on a day. A reform of 2012 turned most of them
// from limited companies into partnerships.
func (b *shardRenderer) auditor(n int, on society.Day) string {
	era := 0
	if on.Year() >= 2012 {
		era = 1
	}
	return fill(b.terms.Auditors[era], b.auditors[n])
}

// bureau returns the name of the registering authority of a company's city on a day. These
// authorities were reorganized in 2018.
func (b *shardRenderer) bureau(c *society.Company, on society.Day) string {
	era := 0
	if on.Year() >= 2018 {
		era = 1
	}
	return fill(b.terms.Bureaus[era], b.shard.City(c.County).Name)
}

// money writes an amount as prose does: "18,380.42万元", "CNY 183,804,200".
func (b *shardRenderer) money(cents int64) string {
	return fill(b.terms.Money, scaled(cents/100, b.terms.Scale))
}

// count writes a number of shares.
func (b *shardRenderer) count(cents int64) string {
	return fill(b.terms.Shares, scaled(cents/100, b.terms.Scale))
}

// scaled writes a number in units of 10^power, with commas and at most two
// decimals.
func scaled(n int64, power int) string {
	unit := int64(1)
	for range power {
		unit *= 10
	}
	text := grouped(n / unit)
	if unit < 100 || n%unit == 0 {
		return text
	}
	return text + fmt.Sprintf(".%02d", n%unit*100/unit)
}
