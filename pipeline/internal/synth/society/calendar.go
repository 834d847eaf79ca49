package society

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

//go:embed holidays.yaml
var holidaysYAML []byte

// Calendar says on which days offices and courts are open. It has the days of the years 1979 to
// 2024; on others it knows weekends only. It is read-only and safe for concurrent use.
type Calendar struct {
	first Day
	days  []dayKind // from first on
}

// dayKind is a kind of day.
type dayKind uint8

// The kinds of days.
const (
	workday dayKind = iota
	weekend
	holiday
)

// NewCalendar returns the calendar of the generated worlds, which is the same in every language.
// The embedded file is well formed, as a test shows.
func NewCalendar() *Calendar {
	var read struct {
		Notices map[int]struct {
			Off  []string `yaml:"off"`
			Work []string `yaml:"work"`
		} `yaml:"notices"`
		NewYear   map[int]string   `yaml:"new_year"`
		Festivals map[int][]string `yaml:"festivals"`
	}
	if err := yaml.Unmarshal(holidaysYAML, &read); err != nil {
		panic("embedded holidays: " + err.Error())
	}
	const from, to = 1979, 2024
	c := &Calendar{first: NewDay(from, 1, 1)}
	for d := c.first; d < NewDay(to+1, 1, 1); d++ {
		c.days = append(c.days, onlyWeekend(d))
	}
	for year := from; year <= to; year++ {
		notice, ok := read.Notices[year]
		if !ok {
			c.close(regulated(year, dayOf(year, read.NewYear[year])))
			for _, festival := range read.Festivals[year] {
				c.close([]Day{dayOf(year, festival)})
			}
			continue
		}
		for _, run := range notice.Off {
			var days []Day
			for d := dayOf(year, run[:4]); d <= dayOf(year, run[5:]); d++ {
				days = append(days, d)
			}
			c.close(days)
		}
		for _, day := range notice.Work {
			c.days[dayOf(year, day)-c.first] = workday
		}
	}
	return c
}

// dayOf returns the day of a year with month and day in four digits.
func dayOf(year int, digits string) Day {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(fmt.Sprintf("embedded holidays: %q of %d: want month and day", digits, year))
	}
	return NewDay(year, n/100, n%100)
}

// regulated returns the public holidays of a year before 2015 that fall on fixed days, and the three
// of spring festival, which began with the eve from 2008 to 2013.
func regulated(year int, spring Day) []Day {
	if year >= 2008 && year < 2014 {
		spring--
	}
	days := []Day{NewDay(year, 1, 1), spring, spring + 1, spring + 2, NewDay(year, 5, 1), NewDay(year, 10, 1), NewDay(year, 10, 2)}
	if year >= 1999 {
		days = append(days, NewDay(year, 10, 3))
	}
	if year >= 2000 && year < 2008 {
		days = append(days, NewDay(year, 5, 2), NewDay(year, 5, 3))
	}
	return days
}

func (c *Calendar) close(days []Day) {
	for _, d := range days {
		c.days[d-c.first] = holiday
	}
}

// onlyWeekend returns the kind of a day in a calendar without holidays.
func onlyWeekend(d Day) dayKind {
	if d.Weekend() {
		return weekend
	}
	return workday
}

func (c *Calendar) kind(d Day) dayKind {
	if at := int(d - c.first); at >= 0 && at < len(c.days) {
		return c.days[at]
	}
	return onlyWeekend(d)
}

// Holiday reports whether a day is a public holiday, or a weekend day that a holiday takes in.
func (c *Calendar) Holiday(d Day) bool { return c.kind(d) == holiday }

// Open reports whether offices and courts are open on a day: on a workday, or a weekend day that
// makes up for a holiday.
func (c *Calendar) Open(d Day) bool { return c.kind(d) == workday }

// Sits reports whether courts sit and banks settle on a day: offices are open, and it is no weekend day that makes up for a
// holiday, which a reader takes for a mistake.
func (c *Calendar) Sits(d Day) bool { return c.Open(d) && !d.Weekend() }

// LastOpen returns the last day up to a day on which courts sit.
func (c *Calendar) LastOpen(d Day) Day {
	for !c.Sits(d) {
		d--
	}
	return d
}

// FirstOpen returns the first day from a day on which courts sit.
func (c *Calendar) FirstOpen(d Day) Day {
	for !c.Sits(d) {
		d++
	}
	return d
}

// Percentages of the weekend days on which something is entered all the same. Of companies and law
// firms it is such that with the weekend days on which offices work their share is that of the real
// rows, 46 of 749. Courts and authorities enter nothing on weekend days: of real rulings 16 of 738
// are of one, and whoever reads a ruling takes it for a mistake.
const (
	foundedWeekends = 18
	noWeekends      = 0
)

// spread is the number of open days over which what would fall on a closed day is spread, lest
// the first day after a holiday has all of it.
const spread = 6

// openDay returns the day, if offices are open on it, or one of the next open days, which is never
// a public holiday. Of weekend days it keeps a percentage; where that is none, weekend days that make up for a holiday are
// no open days either.
func (w *Society) openDay(r *rand.Rand, d Day, weekends int) Day {
	later, kept := 1+r.IntN(spread), chance.Percent(r, weekends)
	open := w.Calendar.Open
	if weekends == noWeekends {
		open = w.Calendar.Sits
	}
	if open(d) || w.Calendar.kind(d) == weekend && kept {
		return d
	}
	for {
		if d++; open(d) {
			if later--; later == 0 {
				return d
			}
		}
	}
}

// tradingDay returns the day, or the next one on which the exchanges trade, which is no weekend
// day.
func (w *Society) tradingDay(d Day) Day {
	for !w.Calendar.Open(d) || d.Weekend() {
		d++
	}
	return d
}
