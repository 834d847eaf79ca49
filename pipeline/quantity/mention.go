package quantity

import (
	"github.com/shopspring/decimal"
)

// A Mention is a quantity or day found in a text.
type Mention struct {
	// From and To are the half-open byte range in the text, including sign, currency and
	// unit.
	From, To int
	// Kind is what the quantity measures.
	Kind Dimension
	// Number is the amount in Unit; for a Rank the rank, for a Year the year, and 0 for the
	// other kinds of days and for a Code.
	Number decimal.Decimal
	// Unit is the base unit: "元", "%", "倍", "天", "月", or a measure word or unit as it is
	// written; "" if the number has no known unit.
	Unit string
	// Day is 2019-12-11 for a Day, 2019-12 for a Month, -12-11 for a MonthDay, and the
	// digits of a Year; "" for other kinds.
	Day string
	// Scaled reports that a scale word or an exponent multiplied the digits.
	Scaled bool
	// Spelled reports that the number is written in words or Chinese numerals.
	Spelled bool
	// Vague reports an approximate number: 十几家, 20余家, 三五天.
	Vague bool
	// Range reports an end of a range, as 3 and 5 in 3-5件 and 6件到9件.
	Range bool
	// Label reports a number that counts nothing but numbers or names something: a line of a
	// list, a building, an article of law.
	Label bool
	// Doubtful reports a spelling that may not be a number, such as 一 in 一家 or in a name.
	Doubtful bool
}

// IsDay reports whether the kind is Day, Month, Year or MonthDay.
func (m *Mention) IsDay() bool {
	switch m.Kind {
	case Day, Month, Year, MonthDay:
		return true
	}
	return false
}

// Read returns the quantities and days in a text, in order and without overlaps; nil if
// there are none. A day without a year (kind [MonthDay]) takes the year of the nearest
// day, month or year before it, or else after it, and becomes a [Day]; it stays a
// MonthDay if the text has none.
func Read(text string) []Mention {
	f := fold(text)
	s := scanner{text: f.text}
	s.scan()
	s.completeDays()
	for i := range s.mentions {
		m := &s.mentions[i]
		m.From, m.To = f.start(m.From), f.stop(text, m.To)
	}
	return s.mentions
}

// Parse returns the quantity or day that makes up the whole text; ok is false for any
// other text, such as one with surrounding space.
func Parse(text string) (m Mention, ok bool) {
	found := Read(text)
	if len(found) != 1 || found[0].From > 0 || found[0].To < len(text) {
		return Mention{}, false
	}
	return found[0], true
}
