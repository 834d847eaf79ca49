package cue

// Sense is the meaning of a word that shows an operator: "the largest", "how many".
type Sense string

// The closed set of senses. The words of a Maybe sense ("first", "最近") have it in some
// sentences and none in others: they can show it, and they never contradict the opposite.
const (
	High        Sense = "high"         // the largest amount
	MaybeHigh   Sense = "maybe high"   // High in some sentences
	Low         Sense = "low"          // the smallest amount
	MaybeLow    Sense = "maybe low"    // Low in some sentences
	Late        Sense = "late"         // the latest day
	MaybeLate   Sense = "maybe late"   // Late in some sentences
	Early       Sense = "early"        // the earliest day
	MaybeEarly  Sense = "maybe early"  // Early in some sentences
	InOrder     Sense = "in order"     // by day, the earliest first
	Higher      Sense = "higher"       // of two, by amount
	Lower       Sense = "lower"        // of two, by amount
	Later       Sense = "later"        // of two, by day
	Earlier     Sense = "earlier"      // of two, by day
	MostOften   Sense = "most often"   // the value that occurs most often
	LeastOften  Sense = "least often"  // the value that occurs least often
	Sole        Sense = "sole"         // that there is exactly one
	MaybeSole   Sense = "maybe sole"   // Sole in some sentences
	Counted     Sense = "counted"      // how many
	Different   Sense = "different"    // each once
	Total       Sense = "total"        // a sum
	MaybeTotal  Sense = "maybe total"  // Total in some sentences
	Mean        Sense = "mean"         // an average
	Plus        Sense = "plus"         // two numbers added
	MaybePlus   Sense = "maybe plus"   // Plus in some sentences
	Minus       Sense = "minus"        // one number less another
	MaybeMinus  Sense = "maybe minus"  // Minus in some sentences
	Product     Sense = "product"      // one number times another
	MaybeTimes  Sense = "maybe times"  // the same, or one number divided by another
	Quotient    Sense = "quotient"     // one number divided by another
	Percentage  Sense = "percentage"   // the share of one number in another
	Either      Sense = "either"       // the members of either of two sets
	MaybeEither Sense = "maybe either" // Either in some sentences
	MaybeBoth   Sense = "maybe both"   // Both in some sentences
	Both        Sense = "both"         // the members of both
	Without     Sense = "without"      // the members of the first alone

	Since      Sense = "since"      // that day or later
	Until      Sense = "until"      // that day or earlier
	Between    Sense = "between"    // from one end to the other
	MoreThan   Sense = "more than"  // an amount above another
	LessThan   Sense = "less than"  // an amount below another
	AtLeast    Sense = "at least"   // that amount or more
	AtMost     Sense = "at most"    // that amount or less
	Containing Sense = "containing" // a text that has another within it

	DaysBetween Sense = "days"     // how many days
	Whether     Sense = "whether"  // yes or no
	Provided    Sense = "provided" // that the rest is asked only in this case
	Has         Sense = "has"      // that there is something about it

	// Neutral is no sense: its words contain a word of a sense without having it themselves
	// ("most of the time", "最近在").
	Neutral Sense = "idle"
)

// Words returns the words of a language by their sense; a word with several senses is
// listed under each. The order of the words has no meaning. It returns nil for a language
// without drafts. The caller must not change the result.
//
// The caller matches the words. Where a question has a word that contains another, as 不超过
// contains 超过, it must count the longer word only. "^" before a word means the beginning
// of a sentence; "…" inside one stands for at most 12 other characters of the same
// clause, 40 in English.
func Words(lang string) map[Sense][]string {
	switch lang {
	case "zh":
		return chineseWords
	case "en":
		return englishWords
	}
	return nil
}
