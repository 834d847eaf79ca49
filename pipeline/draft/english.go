package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/value"
)

// english nests to the right: what is asked for stands first, and everything
// after "among" or "out of" belongs to it.
type english struct{}

func (english) labelled(label, name string) string { return label + " " + name }

func (english) head(label string) string { return label[strings.LastIndexByte(label, ' ')+1:] }

func (english) that(label string) string { return "that " + label }

// list divides by semicolons what has commas of its own.
func (english) list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	comma, and := ", ", " and "
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, ",") }) {
		comma, and = "; ", "; and "
	}
	last := len(words) - 1
	return strings.Join(words[:last], comma) + and + words[last]
}

// sentence ends a text with a period, which the abbreviation at its end may have
// brought along.
func sentence(text string) string { return strings.TrimSuffix(text, ".") + "." }

func (g english) rows(r *rows) string {
	switch {
	case r.pick == nil:
		return g.among(r)
	case r.pick.column != "":
		return "the one with the " + g.extreme(r.pick) + " among " + g.among(r)
	}
	if sole := g.single("the only", r); sole != "" && r.conditions == nil {
		return sole
	}
	return "the only one" + g.conditions(r) + " among " + r.base
}

// among narrows rows as far as their conditions do.
func (g english) among(r *rows) string {
	if r.conditions == nil {
		return r.base
	}
	return "those" + g.conditions(r) + " out of " + r.base
}

// extreme is the value by which a row was chosen.
func (english) extreme(p *pick) string {
	return superlative(p, [2]string{"latest", "earliest"}, [2]string{"largest", "smallest"}, [2]string{"highest", "lowest"}) + " " + p.column
}

func (english) conditions(r *rows) string {
	var b strings.Builder
	for i, c := range r.conditions {
		if i > 0 {
			b.WriteString(" and")
		}
		b.WriteString(" whose " + c.column + " is in " + c.year)
	}
	return b.String()
}

func (g english) one(r *rows, _ string) string { return g.rows(r) }

func (english) noun(phrase string) string {
	noun, ok := strings.CutSuffix(phrase, " with "+domain.Slot)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(noun, "the ")
}

func (english) behind(name, noun string) string { return "the " + noun + " with " + name }

func (g english) given(label, name, noun string) string {
	return g.behind(g.labelled(label, name), noun)
}

func (english) says(phrase, label string) bool { return strings.HasPrefix(phrase, "the "+label+" ") }

// relative are the words a relative clause begins with.
var relative = []string{"who", "whose", "whom", "that", "which", "where"}

// single speaks of one of the rows a lookup found by what one is called: "the only
// court case handled by …", "each court case handled by …"; "" where the phrase
// calls them otherwise, or goes on with a verb that would have to change with
// the number: "the employees who report to …".
func (english) single(word string, r *rows) string {
	rest, ok := strings.CutPrefix(r.base, "the "+r.measure+" ")
	if first, _, _ := strings.Cut(rest, " "); !ok || slices.Contains(relative, first) {
		return ""
	}
	return word + " " + r.row + " " + rest
}

func (g english) of(r *rows, column string) string {
	switch {
	case r.pick != nil && r.pick.column == column:
		return "the " + g.extreme(r.pick) + " among " + g.among(r)
	case r.many && r.pick == nil:
		if each := g.single("each", r); each != "" && r.conditions == nil {
			return "the " + column + " of " + each
		}
		return "the " + column + " of each of " + g.rows(r)
	case !r.many && strings.HasSuffix(r.phrase, " of "+domain.Slot):
		return "the " + column + " in " + g.rows(r)
	}
	return "the " + column + g.preposition(column) + g.rows(r)
}

// preposition joins a column to what it is of; one has a share in a company.
func (english) preposition(column string) string {
	if strings.HasSuffix(column, " shareholding") || strings.HasSuffix(column, " investment") {
		return " in "
	}
	return " of "
}

func (g english) total(r *rows, column string) string {
	return "the total " + column + g.preposition(column) + g.rows(r)
}

// longest is how many bytes may stand before the verb of a question.
const longest = 90

func (english) wording(ask Ask, subject string, counted *rows) Wording {
	w := Wording{Subject: subject, Clause: subject}
	switch ask {
	case AskCount:
		bare := strings.TrimPrefix(counted.base, "the ")
		w.Question = "How many " + bare + " are there"
		w.Clause = "how many " + bare + " there are"
		if len(bare) > longest {
			w.Question = "What is the number of " + bare
			w.Clause = "the number of " + bare
		}
		if counted.conditions != nil {
			have := make([]string, len(counted.conditions))
			for i, c := range counted.conditions {
				have[i] = "their " + c.column + " in " + c.year
			}
			w.Clause = "how many of " + counted.base + " have " + strings.Join(have, " and ")
			w.Question = "H" + w.Clause[1:]
		}
	case AskNumber, AskDate:
		w.Question = "What is " + subject
	}
	return w
}

func (english) question(ask Ask, w *Wording, form string) string {
	var b strings.Builder
	for i, s := range w.Steps {
		order := "Then find "
		if i == 0 {
			order = "First find "
		}
		b.WriteString(sentence(order+s) + " ")
	}
	if form != "" {
		form = " (" + form + ")"
	}
	switch {
	case w.Question != "":
		b.WriteString(w.Question + form + "?")
	case ask == AskList:
		b.WriteString(sentence("List " + w.Clause + form))
	default:
		b.WriteString(sentence("Give " + w.Clause + form))
	}
	return b.String()
}

func (english) spaced() bool { return true }

func (english) number(texts []string) string {
	numbered := make([]string, len(texts))
	for i, t := range texts {
		numbered[i] = fmt.Sprintf("(%d) %s", i+1, t)
	}
	return strings.Join(numbered, " ")
}

func (g english) reply(ask Ask, w *Wording, values []string) string {
	subject, verb := w.Subject, " is "
	if ask == AskCount {
		subject = "the number of " + strings.TrimPrefix(w.Subject, "the ")
	} else if len(values) > 1 {
		verb = " are "
	}
	return sentence(strings.ToUpper(subject[:1]) + subject[1:] + verb + g.list(values))
}

// unitNames are the English names of units that sources write in Chinese.
var unitNames = map[string]string{
	"元": "CNY", "万元": "units of 10,000 CNY", "亿元": "units of 100 million CNY", "%": "percent",
}

func unitName(unit string) string {
	if name, ok := unitNames[unit]; ok {
		return name
	}
	return unit
}

func (g english) numberForms(unit string, places int) []string {
	var units []string
	if unit != "" {
		units = []string{"in " + unitName(unit), "expressed in " + unitName(unit)}
	}
	ends := []string{"as a whole number", "rounded to a whole number"}
	if places > 0 {
		n := g.places(places)
		ends = []string{"to " + n, "rounded to " + n}
	}
	return combine(units, ends, ", ")
}

func (english) digit(n int) string {
	if n < 10 {
		return [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}[n]
	}
	return strconv.Itoa(n)
}

func (g english) places(n int) string {
	if n == 1 {
		return "one decimal place"
	}
	return g.digit(n) + " decimal places"
}

func (english) dateForms() []string {
	return []string{"as YYYY-MM-DD", "in the format YYYY-MM-DD"}
}

func (english) layout() string { return value.DateISO }

// amount leaves the unit out of the keyword, except for a percent sign: how an
// English answer names the unit is open ("CNY", "yuan", "RMB").
func (english) amount(digits, unit string) (key, sentence string) {
	switch unit {
	case "":
		return digits, digits
	case "%":
		return digits + "%", digits + "%"
	}
	return digits, digits + " " + unitName(unit)
}

// count leaves out what is counted: the question says it.
func (english) count(digits, _ string) (text, unit string) { return digits, "" }

func (g english) cueWords() *cueWords {
	return &cueWords{
		high:  []string{"highest", "largest", "biggest", "greatest", "the most", "maximum"},
		low:   []string{"lowest", "smallest", "the least", "minimum"},
		late:  []string{"latest", "most recent", "newest"},
		early: []string{"earliest", "oldest"},
		only:  []string{"only", "sole", "single"},
		count: []string{"how many", "number of", "count"},
		total: []string{"total", "sum", "altogether", "combined"},
		day:   []string{"YYYY-MM-DD"},
		places: func(n int) []string {
			if n == 0 {
				return []string{"whole number", "integer", "no decimals", "no decimal places"}
			}
			var texts []string
			for _, number := range []string{g.digit(n), strconv.Itoa(n)} {
				texts = append(texts, number+" decimal places", number+" decimal place", number+" decimals")
			}
			return texts
		},
		unit: func(unit string) []string {
			switch unit {
			case "元":
				return []string{"in CNY", "CNY", "in yuan", "in RMB"}
			case "%":
				return []string{"percent", "%"}
			}
			return []string{unitName(unit)}
		},
	}
}
