package quantity

// A Dimension is what a quantity measures. Only quantities of the same dimension can be
// compared.
type Dimension string

// The closed set of dimensions.
const (
	Number   Dimension = "number"   // without a known unit
	Count    Dimension = "count"    // of things, whose measure word is the unit: 3家
	Money    Dimension = "money"    // an amount of a currency
	Percent  Dimension = "percent"  // hundredths of something: 62.5%
	Times    Dimension = "times"    // a ratio: 2.14倍, 2.14 times
	Rank     Dimension = "rank"     // a position in an order: 第51名, 51st
	Duration Dimension = "duration" // days, months, years and so on between two days
	Measure  Dimension = "measure"  // in any other unit: shares, square metres
	Day      Dimension = "day"      // a day of a year
	Month    Dimension = "month"    // a month of a year
	Year     Dimension = "year"     // a calendar year
	MonthDay Dimension = "calendar" // a day of a month without a year
	Code     Dimension = "code"     // digits in a code, a telephone number, the number of a file or a name
)
