package quantity

// A QuantityKind says what a quantity measures, and so which quantities it can be compared
// with.
type QuantityKind string

// The closed set of kinds.
const (
	Number   QuantityKind = "number"   // without a unit, or with a word behind it that is no known unit
	Count    QuantityKind = "count"    // how many there are: 3家, three, with what is counted as the unit
	Money    QuantityKind = "money"    // an amount of a currency
	Percent  QuantityKind = "percent"  // hundredths of something: 62.5%
	Times    QuantityKind = "times"    // a ratio: 2.14倍, 2.14 times
	Rank     QuantityKind = "rank"     // a place in an order: 第51名, 51st
	Duration QuantityKind = "duration" // days, months, years and so on between two days
	Measure  QuantityKind = "measure"  // of any other unit: shares, square metres
	Day      QuantityKind = "day"      // a day of a year
	Month    QuantityKind = "month"    // a month of a year
	Year     QuantityKind = "year"     // a year by its name
	Calendar QuantityKind = "calendar" // a day of a month whose year is left out
	Code     QuantityKind = "code"     // digits in a code, a telephone number, a case number or a name
)
