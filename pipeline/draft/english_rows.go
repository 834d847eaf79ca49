package draft

import (
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func (g english) rows(r *rows) string {
	switch {
	case r.pick == nil:
		return g.among(r)
	case r.pick.column != "":
		return g.ranked(r)
	}
	if sole := g.single("the only", r); sole != "" && (r.conditions == nil || g.manner.drawn() && r.plain) {
		return sole + g.conditions(r)
	}
	if r.conditions == nil {
		return "the only one" + g.manner.say(" among ", " of ") + r.base
	}
	return "the only one" + g.conditions(r) + " among " + r.base
}

// ranked returns the row at one end of rows. If only a name follows the noun, the reason
// for the choice may follow, too.
func (g english) ranked(r *rows) string {
	p, of := r.pick, g.out()+g.among(r)
	with, whose := "with the "+g.extreme(p), "whose "+p.column+" is the "+g.end(p)
	if strings.Contains(p.column, "'s ") {
		with = whose
	}
	near := g.single("the", r)
	if !r.plain || r.conditions != nil {
		near = ""
	}
	switch g.manner.say("with", "has", "whose", "near", "near whose") {
	case "has":
		if with != whose {
			return "the one that has the " + g.extreme(p) + of
		}
	case "whose":
		return "the one " + whose + of
	case "near":
		if near != "" {
			return near + " " + with
		}
	case "near whose":
		if near != "" {
			return near + " " + whose
		}
	}
	return "the one " + with + of
}

// out joins a chosen row to the rows it is chosen from.
func (g english) out() string { return g.manner.say(" among ", " out of ", " of all ") }

func (g english) standalone(r *rows) string { return g.rows(r) }

// among narrows rows by their conditions: behind the noun if only a name follows it,
// before it otherwise.
func (g english) among(r *rows) string {
	switch {
	case r.conditions == nil:
		return r.base
	case r.plain && !r.named:
		return r.base + g.conditions(r)
	}
	if g.out() == " out of " {
		return "those" + g.conditions(r) + " among " + r.base
	}
	return "those" + g.conditions(r) + " out of " + r.base
}

// extreme returns the value by which a row is chosen.
func (g english) extreme(p *pick) string { return before(g.end(p), p.column) }

// before puts a word before a column, but behind a possessor: "the parent company's
// total investment".
func before(word, column string) string {
	if whose, what, ok := strings.Cut(column, "'s "); ok {
		return whose + "'s " + word + " " + what
	}
	return word + " " + column
}

// end returns the word for an end of a ranking or a place counted from it.
func (g english) end(p *pick) string {
	high := g.manner.say("highest", "largest", "greatest")
	low := "lowest"
	if high != "highest" {
		low = "smallest"
	}
	end := superlative(p.kind, p.order, [2]string{g.manner.say("latest", "most recent"), "earliest"}, [2]string{"largest", "smallest"}, [2]string{high, low})
	if p.rank > 0 {
		end = humanize.Ordinal("en", p.rank) + " " + end
	}
	return end
}

// indefinite puts the article before a noun.
func indefinite(noun string) string {
	if strings.ContainsRune("aeioAEIO", rune(noun[0])) || strings.HasPrefix(noun, "un") && !strings.HasPrefix(noun, "uni") {
		return "an " + noun
	}
	return "a " + noun
}

func (g english) oneRow(r *rows, _, _ string) string { return g.rows(r) }

func (english) noun(phrase string) string {
	noun, ok := strings.CutSuffix(phrase, " with "+domain.Slot)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(noun, "the ")
}

func (g english) nounFor(name, noun string) string {
	if strings.HasSuffix(noun, " case") {
		return "the " + noun + g.manner.say(" with ", " under ") + name
	}
	return "the " + noun + " with " + name
}

func (english) nounForEach(each, noun string) string { return "the " + plural(noun) + " with " + each }

func (g english) nounForGiven(label, name, noun string) string {
	switch g.manner.say("with", "with the", "whose") {
	case "with the":
		return "the " + noun + " with the " + g.labelled(label, name)
	case "whose":
		return "the " + noun + " whose " + label + " is " + name
	}
	return "the " + noun + " with " + g.labelled(label, name)
}

func (english) callsBy(phrase, label string) bool { return strings.HasPrefix(phrase, "the "+label+" ") }

func (english) plurally(phrase string, single bool, each string) string {
	if single {
		if noun, ok := strings.CutPrefix(phrase, "the "); ok {
			phrase = "the " + plural(noun)
		}
	}
	return fill(phrase, each)
}

func (english) eachOf(each, _ string, _ bool) string { return "each of " + each }

func (english) role(r *rows, column string) (string, bool) {
	if !r.plain || !strings.HasSuffix(r.phrase, domain.Slot) || r.entity == "" {
		return "", false
	}
	return r.base + " as the " + column, true
}

func (english) qualified(r *rows, word string) (string, bool) {
	rest, ok := strings.CutPrefix(r.base, "the ")
	return "the " + word + " " + rest, ok
}

// relative are the words a relative clause begins with.
var relative = []string{"who", "whose", "whom", "that", "which", "where"}

// single speaks of one of the rows that a lookup finds: "the only court case handled by
// …", "each court case handled by …". It returns "" if the phrase has another noun, or
// continues with a verb whose form depends on the number: "the employees who report to
// …".
func (g english) single(word string, r *rows) string {
	row := r.row
	rest, ok := strings.CutPrefix(r.base, "the "+r.measure+" ")
	if !ok && g.manner.drawn() && !r.named {
		row, rest, ok = singled(r.base) // whose noun is another word for the row
	}
	if first, _, _ := strings.Cut(rest, " "); !ok || slices.Contains(relative, first) {
		return ""
	}
	return word + " " + row + " " + rest
}

// singled divides "the … cases of …" into the noun for one of them and the rest.
func singled(base string) (noun, rest string, ok bool) {
	words := strings.Split(base, " ")
	for i, w := range words {
		if i == 0 || i+1 == len(words) || !strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ss") || strings.Contains(w, "'") {
			continue
		}
		one := strings.TrimSuffix(w, "s")
		if stem, ok := strings.CutSuffix(w, "ies"); ok {
			one = stem + "y"
		}
		return strings.Join(append(slices.Clone(words[1:i]), one), " "), strings.Join(words[i+1:], " "), words[0] == "the"
	}
	return "", "", false
}

func (g english) columnOf(r *rows, column string) string {
	switch {
	case r.pick != nil && r.pick.column == column:
		return "the " + g.extreme(r.pick) + " among " + g.among(r)
	case r.many && r.pick == nil:
		return "the " + plural(column) + g.preposition(r, column) + g.rows(r)
	}
	return "the " + column + g.preposition(r, column) + g.rows(r)
}

func (g english) table(r *rows, columns string) string {
	if each := g.single("each", r); each != "" && r.conditions == nil {
		return "the " + columns + " of " + each
	}
	return "the " + columns + g.manner.say(" of", " for") + " each of " + g.rows(r)
}

func (g english) twoColumns(r *rows, first, second string) (a, b string) {
	return "the " + first, g.columnOf(r, second)
}

// within matches columns of cases that are said to be in a case: parties and the amount
// at stake.
var within = regexp.MustCompile(`^(plaintiff|claimant|complainant|defendant|respondent|applicant|petitioner|amount (at|in) \w+)$`)

// preposition joins a column to its owner: a value stands in a record, and a share is
// held in a company.
func (g english) preposition(r *rows, column string) string {
	if r.record && strings.HasSuffix(r.phrase, " of "+domain.Slot) {
		return " in "
	}
	for _, of := range []string{"shareholding", "investment"} {
		if strings.HasSuffix(column, " "+of) {
			return " in "
		}
	}
	if g.manner.drawn() && !r.named && within.MatchString(column) {
		return " in "
	}
	return " of "
}

func (g english) frequent(r *rows, column string) string {
	return "the " + column + g.manner.say(" that occurs", " that appears", " that comes up") + " most often among " + g.among(r)
}

func (g english) members(r *rows, column, _ string, own bool) set {
	text := g.columnOf(r, column)
	if own {
		text = g.rows(r)
	}
	return set{text: text, each: text}
}

func (english) combined(f plan.Function, a, b, label string) string {
	label = "the " + plural(label)
	switch f {
	case plan.Union:
		return label + " found (a) among " + a + " or (b) among " + b
	case plan.Intersection:
		return label + " found both (a) among " + a + " and (b) among " + b
	}
	return label + " found (a) among " + a + " but not (b) among " + b
}

func (g english) having(text, said, _ string) string {
	return g.manner.say("those among ", "those of ") + text + " that " + said
}

func (english) knownOfSeveral(known, row, rows string) string {
	if rest, ok := strings.CutPrefix(known, "is "); ok {
		if rest == indefinite(row) {
			rest = rows
		} else if noun, ok := strings.CutPrefix(rest, "a "); ok {
			rest = plural(noun)
		}
		return "are " + rest
	}
	rest := "have " + strings.TrimPrefix(known, "has ")
	if short, ok := strings.CutSuffix(rest, " it"); ok {
		rest = short + " them"
	}
	return rest
}

func (english) knownFromPhrase(phrase string) string {
	return "has a record as to " + fill(phrase, "it")
}
