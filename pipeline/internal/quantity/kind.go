package quantity

// A Kind says what a quantity is, and so what it can be compared with.
type Kind string

// The closed set of kinds.
const (
	Number   Kind = "number"   // without a unit, or with a word behind it that is no known unit
	Count    Kind = "count"    // how many there are: 3家, three, with what is counted as the unit
	Money    Kind = "money"    // an amount of a currency
	Percent  Kind = "percent"  // hundredths of something: 62.5%
	Times    Kind = "times"    // a ratio: 2.14倍, 2.14 times
	Rank     Kind = "rank"     // a place in an order: 第51名, 51st
	Duration Kind = "duration" // days, months, years and so on between two days
	Measure  Kind = "measure"  // of any other unit: shares, square metres
	Day      Kind = "day"      // a day of a year
	Month    Kind = "month"    // a month of a year
	Year     Kind = "year"     // a year by its name
	Calendar Kind = "calendar" // a day of a month whose year is left out
	Code     Kind = "code"     // digits in a code, a telephone number, a case number or a name
)
