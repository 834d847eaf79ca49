package proof

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// aggregate computes one number from a column.
func (r *relational) aggregate(to *relation, o *plan.Aggregate) (plan.Reason, string) {
	in := to.from[0]
	if len(in.rows) == 0 {
		return plan.Missing, "no row to add up"
	}
	values, reason, detail := r.scalars(in, o.Column)
	if reason != "" {
		return reason, detail
	}
	sum, least, most := new(big.Rat), values[0], values[0]
	for _, d := range values {
		sum.Add(sum, d.number)
		if d.compare(least) < 0 {
			least = d
		}
		if d.compare(most) > 0 {
			most = d
		}
	}
	n := map[plan.Function]*big.Rat{
		plan.Sum: sum, plan.Minimum: least.number, plan.Maximum: most.number,
		plan.Average: new(big.Rat).Quo(sum, big.NewRat(int64(len(values)), 1)),
	}[o.Function]
	to.table, to.data = in.table, []datum{{kind: value.Number, number: n, unit: in.table.Spec().Column(o.Column).Unit}}
	return "", ""
}

// pair returns the values of two relations that must hold one value each.
func pair(x, y *relation) (a, b datum, reason plan.Reason, detail string) {
	if len(x.data) != 1 || len(y.data) != 1 {
		return a, b, plan.Several, fmt.Sprintf("%d and %d values: want one of each", len(x.data), len(y.data))
	}
	return x.data[0], y.data[0], "", ""
}

// days counts the days between two days.
func days(to *relation) (plan.Reason, string) {
	a, b, reason, detail := pair(to.from[0], to.from[1])
	if reason != "" {
		return reason, detail
	}
	n := dayNumber(a.text) - dayNumber(b.text)
	to.data = countOf(int(max(n, -n)))
	return "", ""
}

// dayNumber returns the number of days from the first of January 1970 to an ISO day
// of the Gregorian calendar: whole years, then whole months of a year that begins in
// March, so that a leap day comes last.
func dayNumber(iso string) int64 {
	year, month, day := digits(iso[:4]), digits(iso[5:7]), digits(iso[8:])
	if month <= 2 {
		year, month = year-1, month+12
	}
	const before = 719469 // from the first of March of the year 0 to 1970, counting the day itself
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - before
}

// digits parses the digits of a year, month or day of an ISO day.
func digits(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic("proof: part of a day: " + err.Error())
	}
	return n
}

const percentage = "%"

// arithmetic computes one number from two. Percentages count as fractions, and the result
// is in the unit that the operation gives it.
func arithmetic(to *relation, f plan.Function) (plan.Reason, string) {
	a, b, reason, detail := pair(to.from[0], to.from[1])
	if reason != "" {
		return reason, detail
	}
	x, y := a.fraction(), b.fraction()
	n := new(big.Rat)
	switch f {
	case plan.Add:
		n.Add(x, y)
	case plan.Subtract:
		n.Sub(x, y)
	case plan.Multiply:
		n.Mul(x, y)
	case plan.Divide, plan.Share:
		if y.Sign() == 0 {
			return plan.Undefined, "a division by nothing"
		}
		n.Quo(x, y)
	}
	unit := unitOf(f, a.unit, b.unit)
	if unit == percentage {
		n.Mul(n, big.NewRat(100, 1))
	}
	to.data = []datum{{kind: value.Number, number: n, unit: unit}}
	return "", ""
}

// fraction returns a number; a percentage is divided by 100.
func (d datum) fraction() *big.Rat {
	if d.unit == percentage {
		return new(big.Rat).Quo(d.number, big.NewRat(100, 1))
	}
	return d.number
}

// unitOf returns the unit of the result of a function of numbers in two units.
func unitOf(f plan.Function, a, b string) string {
	pure := func(unit string) bool { return unit == "" || unit == percentage }
	switch {
	case f == plan.Share:
		return percentage
	case f == plan.Divide && a == b:
		return ""
	case f == plan.Multiply && pure(a) && !pure(b):
		return b
	}
	return a
}

// winner takes the one of two entities whose number or day is larger or smaller.
func winner(to *relation, o plan.Order) (plan.Reason, string) {
	a, b, reason, detail := pair(to.from[1], to.from[3])
	if reason != "" {
		return reason, detail
	}
	c := a.compare(b)
	if c == 0 {
		return plan.Tie, "both have the same"
	}
	of := to.from[0]
	if (c > 0) != (o == plan.Max) {
		of = to.from[2]
	}
	to.entity, to.name = of.entity, of.name
	to.data = []datum{{kind: value.Text, text: of.name[0]}}
	return "", ""
}

// tiered takes the rate of the first tier that a number reaches. Thresholds and rate are fractions.
func tiered(to *relation, o *plan.Tiered) (plan.Reason, string) {
	rate := o.Tiers[len(o.Tiers)-1].Rate
	for i := len(o.Tiers) - 2; i >= 0; i-- {
		for j, in := range to.from {
			least, ok := new(big.Rat).SetString(o.Tiers[i].AtLeast[j])
			if !ok || len(in.data) != 1 {
				return plan.Several, fmt.Sprintf("%d numbers and the threshold %q: want one number of each", len(in.data), o.Tiers[i].AtLeast[j])
			}
			if in.data[0].number.Cmp(least) >= 0 {
				rate = o.Tiers[i].Rate
			}
		}
	}
	n, ok := new(big.Rat).SetString(rate)
	if !ok {
		return plan.Unparsed, fmt.Sprintf("rate %q", rate)
	}
	to.data = []datum{{kind: value.Number, number: n, unit: percentage}}
	return "", ""
}
