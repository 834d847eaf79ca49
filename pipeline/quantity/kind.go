package quantity

// A Dimension is what a quantity measures. Only quantities of the same dimension can be
// compared.
type Dimension string

// The closed set of dimensions.
const (
	Number   Dimension = "number"   // without a unit, or with a word behind it that is no known unit
	Count    Dimension = "count"    // a number of things: 3家, three; the unit is the thing counted
	Money    Dimension = "money"    // an amount of a currency
	Percent  Dimension = "percent"  // hundredths of something: 62.5%
	Times    Dimension = "times"    // a ratio: 2.14倍, 2.14 times
	Rank     Dimension = "rank"     // a place in an order: 第51名, 51st
	Duration Dimension = "duration" // days, months, years and so on between two days
	Measure  Dimension = "measure"  // of any other unit: shares, square metres
	Day      Dimension = "day"      // a day of a year
	Month    Dimension = "month"    // a month of a year
	Year     Dimension = "year"     // a year by its name
	Calendar Dimension = "calendar" // a day of a month whose year is left out
	Code     Dimension = "code"     // digits in a code, a telephone number, a case number or a name
)
