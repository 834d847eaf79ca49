package draft

import (
	"strconv"

	"taskgrove/pipeline/plan"
)

func (g english) cueWords() *cueWords {
	return &cueWords{
		words: englishWords,
		place: func(n int) []string {
			return []string{g.ordinal(n), strconv.Itoa(n)}
		},
		record: []string{"as recorded", "on record", "as it stands", "verbatim", "as written", "as the record", "as the source", "as it is written", "word for word", "unaltered", "as it appears", "exactly as"},
		dates: func(layout plan.Layout) []string {
			switch layout {
			case plan.LayoutMonth:
				return []string{"YYYY-MM", "month and year", "year and month", "month and the year", "year and the month"}
			case plan.LayoutYear:
				return []string{"YYYY", "year"}
			}
			return []string{"YYYY-MM-DD", "ISO"}
		},
		places: func(n int) []string {
			if n == 0 {
				return []string{"whole number", "integer", "no decimals", "no decimal places", "without decimals", "whole figure", "nearest whole", "round number"}
			}
			var texts []string
			for _, number := range []string{g.digit(n), strconv.Itoa(n)} {
				texts = append(texts, number+" decimal places", number+" decimal place", number+" decimals")
			}
			return texts
		},
		unit: func(unit string) []string {
			switch {
			case unit == "%":
				return []string{"percent", "percentage", "%", "per cent"}
			case unit == "元" || unit == "CNY":
				return []string{"in CNY", "CNY", "in yuan", "in RMB", "yuan"}
			}
			return []string{unitName(unit), unit}
		},
	}
}

func (g english) operand(c *condition, text string) []string {
	switch c.comparison {
	case plan.Since, plan.Until, plan.During:
		return []string{g.dayText(text), dayOf(text, "January 2, 2006"), text}
	case plan.Year, plan.Contains:
		return []string{text}
	}
	return []string{g.sum(c, text), text}
}

// englishWords are in the order of [Sense].
var englishWords = map[Sense][]string{
	High: {
		"highest", "largest", "biggest", "greatest", "maximum", "most valuable", "most money", "costliest", "most expensive", "heaviest", "steepest", "top", "tops", "descending", "from the top", "largest first", "highest first", "top-ranked", "top ranked", "longest", "longest-running", "dearest", "peak", "uppermost", "heftiest",
		"high to low", "highest to lowest", "largest to smallest", "biggest to smallest",
	},
	MaybeHigh: {"most", "first", "leads", "lead", "outranks", "max", "how high", "ranks first", "comes first", "more than any other"},
	Low: {
		"lowest", "smallest", "minimum", "cheapest", "slightest", "ascending", "bottom", "from the bottom", "fewest", "tiniest", "the least", "shortest", "lightest", "low to high", "lowest to highest", "smallest to largest", "smallest to biggest", "lowest first", "smallest first",
	},
	MaybeLow: {"least", "last", "min", "less than any other"},
	Late: {
		"latest", "most recent", "most recently", "newest", "youngest", "last but one", "next to last", "penultimate", "next-to-last", "second last", "second-to-last", "second to last", "most lately", "latest first", "newest first", "most recent first", "reverse chronological", "latest to earliest", "newest to oldest",
		"filed last", "ruled on last", "decided last", "imposed last", "issued last", "published last", "established last", "founded last", "closed last", "last filed", "last ruled", "last decided", "last imposed", "last issued", "last published", "last established", "last founded", "last closed", "last one", "counting back", "counting backwards", "working backwards", "working back", "final one", "closest to today",
	},
	MaybeLate: {"last", "final", "recent", "recently", "lately", "latterly", "from the end", "late"},
	Early: {
		"earliest", "oldest", "first filed", "first ruled", "first decided", "first imposed", "first issued", "first published", "first established", "first founded", "first closed", "filed first", "ruled on first", "decided first", "imposed first", "issued first", "published first", "established first", "founded first", "closed first", "came first", "longest-standing", "longest standing", "longest-established", "earliest first", "oldest first",
		"least recent", "least recently", "earliest to latest", "oldest to newest", "furthest back", "farthest back",
	},
	MaybeEarly: {"first", "initial", "early"},
	InOrder:    {"in line", "from the start", "in order of", "order", "order of", "ordered", "by date", "the day", "from the beginning", "sort", "sorted", "arrange", "arranged", "chronological", "chronologically", "first"},
	Higher:     {"higher", "larger", "greater", "more", "bigger", "exceeds", "ahead", "outweighs", "tops", "outstrips"},
	Lower:      {"lower", "smaller", "fewer", "less", "lesser"},
	Later:      {"later", "more recent", "more recently", "newer", "younger", "after the other"},
	Earlier:    {"earlier", "older", "sooner", "before the other", "first"},
	MostOften: {
		"most often", "most frequent", "most frequently", "most common", "most commonly", "shows up most", "appears most", "occurs most", "turns up most", "crops up most", "comes up most", "the most times", "most times", "more often than any", "highest frequency", "most regularly", "most penalties", "most cases", "occurs more than",
	},
	LeastOften: {"least often", "least frequent", "least frequently", "least common", "least commonly", "rarest", "most rarely", "fewest times", "most seldom", "the least times"},
	Sole: {
		"only", "sole", "single", "solitary", "lone", "exactly one", "just one", "just once", "one and only", "precisely one", "not more than one", "no more than one", "no other", "no others", "nothing else", "none other", "not another", "exactly once", "unique one", "the one case", "the one court", "the one and", "but one", "one – and only one", "in all but one", "singular", "one such", "just the one", "all of one", "solely", "merely one", "unique case", "and no more", "one alone",
	},
	MaybeSole:   {"one", "once", "unique", "alone"},
	Counted:     {"how many", "number of", "count", "the number", "counting", "how large a number", "tally", "how numerous", "head count", "headcount", "total number", "a figure for", "counted", "amount of times", "numbers"},
	Different:   {"different", "distinct", "unique", "just once", "only once", "each once", "duplicate", "duplicates", "repeats", "repetition", "deduplicated", "no matter how often", "separate", "variety", "several times", "various", "more than once"},
	Total:       {"total", "totals", "totalling", "totaling", "totalled", "summed", "aggregate", "add up", "adds up", "adding up", "sum total", "tot up", "sum up", "sum of all"},
	MaybeTotal:  {"total number", "sum", "sums", "altogether", "combined", "added", "add", "adding", "in all", "all told", "overall", "taken together", "together", "cumulative", "cumulatively", "come to", "comes to", "put together", "all in all", "tally", "collectively"},
	Mean:        {"average", "averages", "averaged", "averaging", "mean", "on average"},
	Plus:        {"sum of", "added to", "plus", "add up", "adds up", "sum total", "add the", "adding the"},
	MaybePlus:   {"sum", "together", "added", "add", "adding", "combined", "total", "both amounts", "adds", "altogether", "aggregate", "summed", "in all", "combine", "combining", "all told", "to sum"},
	Minus:       {"minus", "difference", "subtract", "subtracts", "subtracted", "subtracting", "subtraction", "deduct", "deducted", "deducting", "take away", "taking away", "taken away"},
	MaybeMinus:  {"less", "leaving out", "taken from", "net of", "exceed", "exceeds", "left over", "left", "more than", "remains", "gap", "excess", "taking", "knocked off", "margin", "surplus", "fewer", "higher", "larger", "bigger"},
	Product:     {"product of", "the product", "multiplied", "multiply", "multiplying", "multiplication", "product"},
	MaybeTimes:  {"times", "goes into", "how many times", "multiple", "fold"},
	Quotient:    {"divided", "divide", "dividing", "division", "quotient", "ratio", "how many times", "multiple", "as large", "as high", "how many-fold", "factor"},
	Percentage:  {"percentage", "share", "proportion", "percent", "per cent", "%", "fraction"},
	Either:      {"either", "union"},
	MaybeEither: {"or", "at least one of", "plus", "any of", "pool", "pooled", "pooling", "combine", "combined", "merge", "merged", "merging", "together", "as well as", "joint", "along with", "in one list", "one list", "whichever"},
	Both:        {"intersection"},
	MaybeBoth:   {"both", "common", "as well", "also", "overlap", "overlaps", "overlapping", "shared", "share", "at the same time", "each of the two", "simultaneously", "too", "in each", "likewise", "alike"},
	Without:     {"but not", "except", "without", "excluding", "exclude", "not among", "but never", "but no", "leaving out", "other than", "minus", "none of", "not in", "do not", "does not", "don't", "doesn't", "not also", "apart from", "absent", "but aren't", "but isn't", "who are not", "that are not", "which are not", "and not", "less those", "save", "remove", "removing", "drop", "missing from"},
	Since:       {"on or after", "since", "from", "no earlier than", "not before", "not earlier than", "starting", "onwards", "onward", "or later", "or after", "as of", "beginning", "and after", "and later", "or thereafter", "and thereafter"},
	Until:       {"on or before", "until", "up to", "no later than", "not after", "not later than", "by", "through", "or earlier", "or before", "and before", "at the latest", "and earlier", "till", "up until"},
	Between:     {"to", "between", "until", "through", "and", "till", "from", "-", "–", "within", "inclusive"},
	MoreThan:    {"more than", "above", "over", "exceeding", "exceeds", "exceeded", "exceed", "greater than", "larger than", "in excess of", "higher than", "upwards of", "beyond", "bigger than", "north of", "topping", ">", "surpassing", "surpasses"},
	LessThan:    {"less than", "below", "under", "fewer than", "smaller than", "lower than", "short of", "but less than", "beneath", "<"},
	AtLeast:     {"at least", "no less than", "not less than", "no fewer than", "not fewer than", "not below", "not under", "no lower than", "not lower than", "no smaller than", "or more", "or above", "or higher", "and above", "and up", "and over", "or over", "minimum", "minimum of", "and more", "upward", "upwards", "≥", "or greater", "or larger", "and higher", "reaching", "reaches", "reached"},
	AtMost:      {"at most", "no more than", "not more than", "not exceeding", "not above", "not over", "up to", "or less", "or below", "or lower", "and below", "no higher than", "not higher than", "maximum", "maximum of", "does not exceed", "do not exceed", "doesn't exceed", "no greater than", "not greater than", "or under", "and under", "≤", "or fewer", "capped at", "without exceeding", "not larger than", "no larger than", "or smaller", "and less"},
	Containing:  {"contains", "containing", "contain", "includes", "include", "including", "with", "has", "have", "in it", "in its", "features", "bearing", "bears", "showing", "shows", "carries", "mentions", "in them", "in which"},

	DaysBetween: {"days", "number of days", "how long", "day count"},
	Whether:     {"whether", "if", "^is", "^are", "^does", "^do", "^has", "^have", "^did", "^was", "^were", "or not", "any", "is it", "is there", "are there", "does it", "has it", "do they", "did it", "is that", "does that", "has that", "is this", "does this"},
	Provided:    {"if", "if so", "if not", "provided", "in case", "assuming", "should", "supposing", "where so", "in that case", "when it does", "when it is", "and where it"},
	Has:         {"that have", "that are", "having", "have", "with", "has", "come with", "comes with", "there is", "there's", "there are", "are", "is", "exist", "exists", "carry", "carries", "for which", "had"},

	Idle: {
		"first of all", "first find", "first,", "^first", "^then", "first name", "at first", "in the first place", "for the first time", "first thing", "most of", "at most", "at least", "almost", "foremost", "last week", "last month", "last year", "last night", "last time", "at last", "lastly", "last name", "as last", "least of all", "not least", "most likely", "most probably", "most importantly", "for the most part", "last but not least", "top of", "top priority", "on top", "how high up",
		"i only", "only need", "only want", "only interested", "only care", "only the year", "only the month", "only those", "only if", "only a date", "only when", "only after", "only then", "if only", "not only", "we only", "only ask", "only have", "only like", "only month", "only year",
		"the one with", "the one that", "the one which", "the one whose", "the one where", "the one who", "the one of", "the one in", "the one filed", "the one ruled", "the one among", "that one", "this one", "which one", "one of", "one another", "each one", "any one", "the other one", "one by one", "one list", "one combined", "one date", "one figure", "one more", "one thing", "one day", "one decimal", "quick one", "one question", "one number", "one or", "former one", "latter one", "the second one", "the first one", "one item", "one particular", "one for", "one company", "one county", "one court's", "one answer", "one side", "one hand", "or one", "at once", "once again", "once more", "once i", "once we", "once you", "the one i", "one court or", "the right one", "no one", "one point", "one last", "one piece", "one further", "one to",
		"unique code", "single out", "every single",
		"no more than", "no less than", "not more than", "not less than", "no later than", "no earlier than", "not only", "more or less", "none the less", "nonetheless", "nevertheless", "let me know whether", "please let me know if", "as if", "what if", "even if", "if you", "if i", "if we", "if possible", "if necessary", "if that helps", "wonder if you", "if anyone",
		"account number", "case number", "case numbers", "contact number", "phone number", "telephone number", "decision number", "registration number", "mean by", "i mean", "you mean", "means", "that mean",
		"by name", "by law", "by the way", "times when", "sometimes", "at times", "the times", "in common", "common law", "in total confidence",
	},
}
