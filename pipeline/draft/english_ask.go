package draft

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// sentence ends a text with a period, which the abbreviation at its end may have
// brought along.
func sentence(text string) string { return strings.TrimSuffix(text, ".") + "." }

// capital begins a text with a capital.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// askKnown asks whether something is known of an entity. The phrases begin with "is" or "has",
// which their negations replace. A clause says "is in fact", since the question would hold the
// answer "is …".
func (g english) askKnown(entity, known, _, _ string) yesNoPhrase {
	if rest, ok := strings.CutPrefix(known, "is "); ok {
		return yesNoPhrase{
			question: "Is " + entity + " " + rest, clause: "whether " + entity + " is in fact " + rest,
			yes: entity + " is " + rest, no: entity + " is not " + rest,
			shortPremise: "If so, ", shortDenial: "If not, ", affirmed: []string{"is " + rest}, denied: []string{"is not " + rest, "isn't " + rest},
		}
	}
	rest := strings.TrimPrefix(known, "has ")
	none := strings.TrimPrefix(strings.TrimPrefix(rest, "a "), "an ")
	some := rest
	if none == rest {
		some = "any " + rest
	}
	question, clause := "Does "+entity+" have "+some, "whether "+entity+" has "+some
	if what, found := strings.CutSuffix(some, " it"); found {
		question, clause = "Are there "+what+" "+entity, "whether there are "+what+" "+entity
	}
	return yesNoPhrase{
		question: question, clause: clause,
		yes: entity + " has " + rest, no: entity + " has no " + none,
		shortPremise: "If so, ", shortDenial: "If not, ", affirmed: []string{"has " + rest}, denied: []string{"has no " + none, "does not have " + rest, "does not have any " + none},
	}
}

func (g english) askMatches(r *rowPhrase) yesNoPhrase {
	features := g.conditionNouns(r)
	return yesNoPhrase{
		question: "Do any of " + r.base + " have " + features, clause: "whether any of " + r.base + " have " + features,
		yes: "among " + r.base + ", at least one has " + features, no: "among " + r.base + ", none has " + features,
		shortPremise: "If so, ", shortDenial: "If not, ", affirmed: []string{"at least one has", "at least one of " + r.base}, denied: []string{"none has", "none of " + r.base},
	}
}

func (g english) askRecorded(r *rowPhrase) yesNoPhrase {
	what := g.rows(r)
	return yesNoPhrase{
		question: "Is there any record of " + what, clause: "whether there is any record of " + what,
		yes: "there is a record of " + what, no: "there is no record of " + what,
		shortPremise: "If so, ", shortDenial: "If not, ", affirmed: []string{"is a record of", "there are records of"}, denied: []string{"is no record of", "there are no records of"},
	}
}

func (english) premise(statement string) string { return "If " + statement + ", " }

func (english) withForm(word, form string) string { return word + " (" + form + ")" }

func (g english) text(inquiries []Inquiry) string {
	all := premiseGroups(inquiries)
	var texts []string
	for i, unit := range all {
		for j := range unit {
			steps, text := g.steps(unit[j].Stepwise.Steps), g.question(&unit[j])
			if i == 0 && j == 0 {
				texts, steps = steps, nil
			}
			number := ""
			if j == 0 && len(all) > 1 {
				number = fmt.Sprintf("(%d) ", i+1)
			}
			texts = append(texts, number+strings.Join(append(steps, text), " "))
		}
	}
	return strings.Join(texts, " ")
}

// steps says what the question is about, a sentence each.
func (english) steps(steps []string) []string {
	var texts []string
	for _, s := range steps {
		texts = append(texts, sentence(capital(s)))
	}
	return texts
}

// question is an inquiry without its steps.
func (english) question(q *Inquiry) string {
	w := &q.Stepwise
	form := ""
	if q.Forms != nil {
		form = " (" + q.Forms[0] + ")"
	}
	ask := ""
	switch {
	case w.Question != "" && q.Ask != AskSeveral:
		ask = w.Question + form + "?"
	case q.Ask == AskList || q.Ask == AskTable:
		ask = sentence("List " + w.Clause + form)
	default:
		ask = sentence("Give " + w.Clause + form)
	}
	if q.Premise != "" {
		ask = capital(q.Premise) + strings.ToLower(ask[:1]) + ask[1:]
	}
	return ask
}

func (english) spacesSentences() bool { return true }

func (g english) answerSentence(ask AskKind, subject string, values []string) string {
	if things, ok := strings.CutPrefix(values[0], "0 "); ok && ask == AskCount {
		if of, ok := strings.CutPrefix(subject, g.countPrefix()+things); ok {
			return sentence("There are " + values[0] + of)
		}
	}
	verb := " is "
	switch {
	case len(values) > 1 && ask != AskCount:
		verb = " are "
	case ask == AskList:
		verb = ": "
	}
	return sentence(capital(subject) + verb + g.list(values))
}

func (g english) columnsSentence(first string, columns []string, values [][]string) string {
	texts := make([]string, len(values))
	for i, vs := range values {
		verb := " is "
		if len(vs) > 1 {
			verb = ": "
		}
		texts[i] = first + verb + g.list(vs)
		if i+1 < len(values) {
			first = "the " + columns[i+1]
		}
	}
	last := len(texts) - 1
	return sentence(capital(strings.Join(texts[:last], "; ") + "; and " + texts[last]))
}

func (english) unstated(column string) value.Answer {
	return value.Answer{
		Kind: value.Truth, Text: "not recorded",
		Aliases: []string{
			"not on record", "not stated", "not given", "not specified", "not available", "not listed", "not provided", "not named", "none on record", "none recorded",
			"none stated", "unrecorded", "unstated", "unspecified", "left blank", "blank", "empty", "n/a", "no " + column, "no " + column + " on record", "no " + column + " is recorded",
		},
	}
}

func (g english) tableSentence(subject string, rows [][]string) string {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r[0] + " (" + strings.Join(r[1:], "; ") + ")"
	}
	return sentence(capital(subject) + " are as follows: " + strings.Join(lines, "; "))
}

func (english) statement(text string) string { return sentence(capital(text)) }

func (english) notApplicable(text string) string {
	return sentence(capital(text) + ", so the follow-up does not apply")
}

func (g english) numberForms(unit string, places int) []string {
	var units []string
	if StatesUnit("en", unit) {
		u := humanize.EnglishUnit(unit)
		units = g.manner.forms([]string{"in " + u, "expressed in " + u}, "in "+u, "in "+u)
	}
	ends := g.manner.forms([]string{"as a whole number", "rounded to a whole number"}, "as a whole number", "rounded to a whole number")
	if places > 0 {
		n := g.places(places)
		ends = g.manner.forms([]string{"to " + n, "rounded to " + n}, strings.TrimSuffix(strings.Replace(n, " place", "", 1), "s")+"s", "to "+n)
	}
	return joinPairwise(units, ends, ", ")
}

// countedThings reports whether a unit is a noun for things, which the question has already.
func countedThings(unit string) bool {
	return strings.HasSuffix(unit, "s") && !strings.Contains(unit, "CNY") && unit == strings.ToLower(unit)
}

func (english) places(n int) string {
	if n == 1 {
		return "one decimal place"
	}
	return humanize.Cardinal("en", n) + " decimal places"
}

func (english) askWhichHave(w *Wording, s *setPhrase) {
	w.Clause = "which of " + s.superset + " " + s.property
	w.Question = capital(w.Clause)
}

func (g english) listClause(clause, label string, r *rowPhrase) string {
	rest, ok := strings.CutPrefix(clause, domain.SlotWhich+" ")
	if first, _, _ := strings.Cut(rest, " "); !ok || !strings.HasSuffix(first, "ed") {
		return ""
	}
	return "which " + plural(label) + " " + fillSlot(rest, withoutVerb(clause, g.rows(r)))
}

// maxEvent is the maximum length in bytes of the subject of a question for a day.
const maxEvent = 120

func (g english) askWhen(w *Wording, r *rowPhrase, event string) {
	row := *r
	if r.choice != nil && r.choice.event == event {
		choice := *r.choice
		choice.said = true
		row.choice = &choice
	}
	rows := g.rows(&row)
	if len(rows) > maxEvent || strings.Contains(rows, event) || strings.Contains(rows, " that ") {
		return
	}
	w.Question, w.Clause = "When was "+rows+" "+event, "when "+rows+" was "+event
}

// indirect puts the verb of "who is …" at the end of a short subject, and leaves the question out
// before a long one.
func (english) indirect(question string) string {
	who, ok := strings.CutPrefix(question, "who is ")
	if !ok {
		return question
	}
	of, source, found := strings.Cut(who, " according to ")
	of = strings.TrimSuffix(of, ",")
	switch {
	case len(of) > maxSubject:
		return who
	case found:
		return "who " + of + " is according to " + source
	}
	return "who " + who + " is"
}

func (english) askCited(*Wording, string, string) {}

func (english) askDay(plan.Layout) string { return "" }

func (g english) textForms() []string {
	return g.manner.forms([]string{"as recorded", "exactly as recorded"}, "as recorded")
}

func (g english) dateForms(layout plan.Layout) []string {
	own := []string{"as YYYY-MM-DD", "in the format YYYY-MM-DD"}
	switch layout {
	case plan.LayoutISO:
		own = []string{"in ISO format, YYYY-MM-DD", "in the ISO format YYYY-MM-DD"}
		return g.manner.forms(own, "ISO format, YYYY-MM-DD", "in ISO format, YYYY-MM-DD")
	case plan.LayoutMonth:
		own = []string{"month and year only, as YYYY-MM", "only the month and year, in the format YYYY-MM"}
		return g.manner.forms(own, "month and year only", "month and year")
	case plan.LayoutYear:
		own = []string{"year only, as YYYY", "only the year, in the format YYYY"}
		return g.manner.forms(own, "year only", "as YYYY")
	}
	return g.manner.forms(own, "as YYYY-MM-DD", "YYYY-MM-DD")
}

func (english) layouts(layout plan.Layout) []string {
	switch layout {
	case plan.LayoutMonth:
		return []string{"2006-01", "January 2006", "Jan 2006", "2006年1月", "2006年01月"}
	case plan.LayoutYear:
		return []string{"2006", "2006年"}
	}
	return []string{value.DateISO}
}

// amount leaves the unit out of the keyword, except for a percent sign: how an
// English answer names the unit is open ("CNY", "yuan", "RMB").
func (english) amount(digits, unit string) (key, sentence string) {
	switch unit {
	case "":
		return digits, digits
	case "%":
		return digits + "%", digits + "%"
	}
	key = humanize.GroupDigits(digits)
	switch {
	case unit == "万元" || unit == "亿元":
		unit = "(in the unit asked for)"
	case humanize.EnglishUnit(unit) == "CNY":
		unit = "CNY"
	}
	return key, key + " " + unit
}

func (english) none(measure string) []string {
	if measure == "" {
		return nil
	}
	return []string{"no " + measure}
}

// countedText leaves out the noun that is counted, since the question says it, unless there
// are none: a zero alone stands in too many texts.
func (english) countedText(digits, measure string) string {
	if digits == "0" && measure != "" {
		return digits + " " + measure
	}
	return digits
}
