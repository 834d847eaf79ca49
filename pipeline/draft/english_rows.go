package draft

import (
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// amongJoin joins a chosen row to the rows from which it is chosen.
func (g english) amongJoin() string { return g.manner.variant(" among ", " out of ", " of all ") }

func (g english) standalone(r *rowPhrase) string { return g.rows(r) }

// superlativeColumn returns the value by which a row is chosen.
func (g english) superlativeColumn(p *rowChoice) string {
	return insertAdjective(g.superlative(p), p.column)
}

// insertAdjective puts an adjective before a column, but behind a possessor: "the parent
// company's total investment".
func insertAdjective(word, column string) string {
	if whose, what, ok := strings.Cut(column, "'s "); ok {
		return whose + "'s " + word + " " + what
	}
	return word + " " + column
}

// superlative returns the adjective for a rank, counted from an end of a ranking.
func (g english) superlative(p *rowChoice) string {
	high := g.manner.variant("highest", "largest", "greatest")
	low := "lowest"
	if high != "highest" {
		low = "smallest"
	}
	end := rankingWord(p.kind, p.order, [2]string{"latest", "earliest"}, [2]string{"largest", "smallest"}, [2]string{high, low})
	if p.rank > 0 {
		end = humanize.Ordinal("en", p.rank) + " " + end
	}
	return end
}

// indefinite puts the article before a noun that takes one.
func indefinite(noun string) string {
	if isPlural(noun) {
		return noun
	}
	if strings.ContainsRune("aeioAEIO", rune(noun[0])) || strings.HasPrefix(noun, "un") && !strings.HasPrefix(noun, "uni") {
		return "an " + noun
	}
	return "a " + noun
}

func (g english) chosenRow(r *rowPhrase, _, _ string) string { return g.rows(r) }

func (english) genericNoun(phrase string) string {
	noun, ok := strings.CutSuffix(phrase, " with "+domain.Slot)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(noun, "the ")
}

// nounFor says of a row that another row has the same identifier.
func (g english) nounFor(name, noun string) string {
	if strings.HasPrefix(name, "the ") && !isOffice(noun) {
		return "the " + noun + g.manner.variant(" with ", " under ") + "the same number as " + name
	}
	return "the " + noun + " with " + name
}

func (english) nounOf(name, noun string) string { return "the " + noun + " of " + name }

// nounForEach says of rows that each has the identifier of one of a set.
func (english) nounForEach(each, noun string) string {
	switch {
	case !strings.HasPrefix(each, "the ") && !strings.HasPrefix(each, "those "), isCaseNumbers(each):
		return "the " + plural(noun) + " with " + each
	case isCase(noun):
		return "the " + plural(noun) + " under the same number as one of " + each
	}
	return "the " + plural(noun) + " of " + each
}

// nounForGiven puts a number and a short name directly behind the noun, as people do.
func (g english) calledByName(noun, name string) string { return "the " + g.labelled(noun, name) }

func (g english) nounForGiven(label, name, noun string, identifies bool) string {
	if kind := kindOfNumber(label); kind != "" && label == noun+" "+kind {
		return "the " + noun + " with " + kind + " " + name
	}
	what, numbered := strings.CutSuffix(label, " number")
	if first, _, _ := strings.Cut(what, " "); numbered && first == noun {
		noun = what // "penalty decision"
	}
	switch {
	case identifies && isNumberOf(label, noun) && !numbered:
		return g.labelled(noun, name)
	case label == noun:
		return "the " + g.labelled(noun, name)
	case !g.manner.isDrawn():
	case what == "case" && numbered && identifies && !isCase(noun):
		return "the " + noun + " of case " + name
	case strings.HasSuffix(label, noun+" code"):
		return "the " + noun + " with code " + name
	case numbered && (identifies || strings.Contains(name, " No. ")):
		return noun + " " + name
	case identifies && strings.HasSuffix(label, " name"):
		return "the " + noun + " " + name
	}
	return "the " + noun + " with " + g.labelled(label, name)
}

func (english) ofGiven(string, string, string, string) string { return "" }

func (g english) numbered(label, noun, name string) string {
	if isNumberOf(label, noun) {
		return g.labelled(noun, name)
	}
	return ""
}

func (english) hasNoun(phrase, label string) bool { return strings.HasPrefix(phrase, "the "+label+" ") }

func (english) pluralPhrase(phrase string, single bool, each string) string {
	if single {
		if noun, ok := strings.CutPrefix(phrase, "the "); ok {
			phrase = "the " + plural(noun)
		}
	}
	if (strings.HasSuffix(phrase, " is "+domain.Slot) || strings.HasSuffix(phrase, " include "+domain.Slot)) && isPlural(strings.TrimPrefix(each, "the ")) {
		each = "one of " + each // "the clubs whose patron is one of the teachers …"
	}
	return fillSlot(phrase, each)
}

func (english) eachOf(each, _ string, _ bool) string { return "each of " + each }

func (english) saysRolesOnce() bool { return true }

func (g english) role(r *rowPhrase, column string) (string, bool) {
	if !strings.HasSuffix(r.phrase, domain.Slot) || r.subject == "" {
		return "", false
	}
	if p, ok := g.divide(r); ok && p.many+" involving" == strings.TrimSuffix(strings.TrimPrefix(r.phrase, "the "), " "+domain.Slot) {
		return "the " + p.many + " in which " + r.subject + " is the " + column, true
	}
	return r.base + " as " + column, true
}

func (english) withAdjective(r *rowPhrase, word string) (string, bool) {
	rest, ok := strings.CutPrefix(r.base, "the ")
	return "the " + word + " " + rest, ok
}

// relativePronouns begin a relative clause.
var relativePronouns = []string{"who", "whose", "whom", "that", "which", "where"}

// inClause puts rows into a clause; what is of a company stands in its record.
func (g english) inClause(clause string, r *rowPhrase) string {
	if of, ok := strings.CutSuffix(clause, " of "+domain.Slot); ok {
		if i := strings.LastIndex(of, " the "); i >= 0 {
			return of[:i+1] + g.columnOf(r, of[i+len(" the "):])
		}
		return of + g.preposition(r, "") + g.rows(r)
	}
	return fillSlot(clause, withoutVerb(clause, g.rows(r)))
}

// singleRow returns the noun phrase for one of the rows that a lookup finds: "the only
// order handled by …", "each order handled by …". It returns "" if the phrase has
// another noun, or continues with a verb that depends on the number: "the employees who
// report to …".
func (g english) singleRow(word string, r *rowPhrase) string {
	row := r.rowNoun
	rest, ok := strings.CutPrefix(r.base, "the "+r.measure+" ")
	if !ok && g.manner.isDrawn() && !r.isSubject {
		row, rest, ok = singularNoun(r.base) // whose noun is another word for the row
	}
	if first, _, _ := strings.Cut(rest, " "); !ok || first != "whose" && slices.Contains(relativePronouns, first) {
		return ""
	}
	return word + " " + row + " " + rest
}

// singularNoun divides "the … cases of …" into the singular noun and the rest.
func singularNoun(base string) (noun, rest string, ok bool) {
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

func (g english) columnOf(r *rowPhrase, column string) string {
	switch {
	case r.choice != nil && r.choice.column == column:
		return "the " + g.superlativeColumn(r.choice) + " among " + g.among(r)
	case g.manner.isDrawn() && g.recordOwner(r) != "":
		if r.many && r.choice == nil {
			column = plural(column)
		}
		return g.recorded(column, g.recordOwner(r), r)
	case r.many && r.choice == nil:
		return "the " + plural(column) + g.preposition(r, column) + g.rows(r)
	case r.isSubject && !r.plain && g.preposition(r, column) == " of ":
		return g.own(column, r.base)
	}
	return "the " + column + g.preposition(r, column) + g.rows(r)
}

// recordOwner returns whose record rows are, if they are the one record about an entity, or the
// chosen one of those about several: "the profile of {}"; "" for other rows.
func (g english) recordOwner(r *rowPhrase) string {
	kind, isKind := strings.CutPrefix(r.known, "is a ")
	switch {
	case !r.singleRow || r.conditions != nil || r.isSubject || r.subject == "" || !strings.HasSuffix(r.phrase, " of "+domain.Slot):
		return ""
	case r.choice == nil:
		return r.subject
	case !r.perMember:
		return ""
	case r.choice.column != "" && !strings.Contains(r.choice.column, "'s "):
		return "whichever of " + r.subject + " has the " + g.superlativeColumn(r.choice)
	case r.choice.column == "" && isKind:
		return "the " + kind + " among " + r.subject
	}
	return ""
}

// recorded says what the record about an owner has, and where the record is kept, "the register" for
// "the register entry of {}". That stands beside the column: behind a long owner it would seem to be of
// whatever was named last.
func (g english) recorded(column, owner string, r *rowPhrase) string {
	kept := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(r.phrase, "the "), " of "+domain.Slot), " entry")
	if g.possessive(owner) != "" && !strings.Contains(column, "'s ") {
		return g.own(column, owner) + " according to the " + kept
	}
	return "the " + column + " recorded in the " + kept + " for " + owner
}

func (english) stated(text, fact string) string {
	return "the " + fact + " according to " + text
}

func (english) cited(text, passages string) string {
	return "the " + passages + " cited in " + text
}

func (g english) table(r *rowPhrase, columns string) string {
	if each := g.singleRow("each", r); each != "" && r.conditions == nil {
		return "the " + columns + " of " + each
	}
	return "the " + columns + g.manner.variant(" of", " for") + " each of " + g.rows(r)
}

func (g english) twoColumns(r *rowPhrase, first, second string) (a, b string) {
	if owner := g.recordOwner(r); owner != "" && g.manner.isDrawn() {
		return "the " + first, g.recorded(second, owner, r)
	}
	row := *r
	row.plain = true
	if r.choice != nil && r.choice.column == second { // "the latest return date among …" would be that of another row
		return "the " + first, "the " + second + g.preposition(&row, second) + g.rows(&row)
	}
	return "the " + first, g.columnOf(&row, second)
}

// preposition joins a column to its owner: a value stands in a record, and a share is
// held in a company.
func (g english) preposition(r *rowPhrase, column string) string {
	if r.singleRow && strings.HasSuffix(r.phrase, " of "+domain.Slot) {
		return " in "
	}
	for _, of := range []string{"shareholding", "investment"} {
		if strings.HasSuffix(column, " "+of) {
			return " in "
		}
	}
	if g.manner.isDrawn() && columnsWithIn.MatchString(column) {
		return " in "
	}
	return " of "
}

func (g english) mostFrequent(r *rowPhrase, column string) string {
	return "the " + column + g.manner.variant(" that occurs", " that appears", " that comes up") + " most often among " + g.among(r)
}

func (g english) members(r *rowPhrase, column, _ string, own bool) setPhrase {
	text := g.columnOf(r, column)
	if own {
		text = g.rows(r)
	}
	return setPhrase{text: text, member: text}
}

func (english) withItself(text, own string) string {
	if !strings.HasPrefix(own, "that ") && !strings.HasPrefix(own, "this ") {
		own = "the " + own
	}
	return text + " (" + own + " itself included)"
}

func (english) combinedSet(f plan.Function, first, second *setPhrase, label string) string {
	a, b := first.text, second.text
	if text := sharedSet(f, a, b); text != "" {
		return text
	}
	label = "the " + plural(label)
	switch f {
	case plan.Union:
		return label + " found (a) among " + a + " or (b) among " + b
	case plan.Intersection:
		return label + " found both (a) among " + a + " and (b) among " + b
	}
	return label + " found (a) among " + a + " but not (b) among " + b
}

// sharedSet says a set made of two that differ in the name at their ends with one noun: "the
// offices in X or in Y", "the authorities that imposed penalties both on X and on Y". It returns
// "" for others; what is in common to two, or of one alone, needs a verb for its doer.
func sharedSet(f plan.Function, a, b string) string {
	words, others := strings.Split(a, " "), strings.Split(b, " ")
	n := 0
	for n < min(len(words), len(others)) && words[n] == others[n] {
		n++
	}
	// A preposition behind a capital stands inside a name: "Bank of Harrow".
	for n > 0 && (!prepositions[words[n-1]] || n > 1 && strings.IndexFunc(words[n-2], unicode.IsUpper) == 0) {
		n--
	}
	if n < 2 {
		return ""
	}
	before, x, y := strings.Join(words[:n-1], " "), strings.Join(words[n-1:], " "), strings.Join(others[n-1:], " ")
	for _, end := range []string{x, y} {
		for _, more := range []string{" that ", " with ", " whose ", " which "} {
			if strings.Contains(end, more) {
				return ""
			}
		}
	}
	if f == plan.Union {
		return before + " " + x + " or " + y
	}
	who, did, ok := strings.Cut(before, " that ")
	verb, what, found := strings.Cut(did, " the ")
	switch {
	case !ok && strings.HasSuffix(before, "ed") && strings.Contains(before, " numbers of the "): // of rows by their numbers
	case !ok || !found || slices.ContainsFunc(strings.Fields(what), func(w string) bool { return prepositions[w] }):
		return ""
	default:
		before = who + " that " + verb + " " + what
	}
	if f == plan.Intersection {
		return before + " both " + x + " and " + y
	}
	return before + " " + x + " but not " + y
}

func (g english) filteredSet(text, said, _ string) string {
	return g.manner.variant("those among ", "those of ") + text + " that " + said
}

func (english) knownPlural(known, row, rows string) string {
	if rest, ok := strings.CutPrefix(known, "is "); ok {
		if rest == indefinite(row) {
			rest = rows
		} else if noun, ok := strings.CutPrefix(rest, "a "); ok {
			rest = plural(noun)
		} else if role, ok := strings.CutSuffix(rest, " of "+indefinite(row)); ok {
			rest = plural(role) + " of " + rows
		}
		return "are " + rest
	}
	rest := "have " + strings.TrimPrefix(known, "has ")
	if short, ok := strings.CutSuffix(rest, " it"); ok {
		rest = short + " them"
	}
	return rest
}

func (english) knownFromPhrase(phrase, row string) string {
	for _, preposition := range []string{" of ", " for ", " in "} {
		if rows, ok := strings.CutSuffix(phrase, preposition+domain.Slot); ok && strings.HasPrefix(rows, "the ") && !strings.Contains(rows, " with ") {
			return "has " + strings.TrimPrefix(rows, "the ")
		}
	}
	if _, role, ok := strings.Cut(phrase, " whose "); ok {
		if things, ok := strings.CutSuffix(role, " include "+domain.Slot); ok {
			return "is among the " + things + " of " + indefinite(row)
		}
		if role, ok = strings.CutSuffix(role, " is "+domain.Slot); ok {
			return "is the " + role + " of " + indefinite(row)
		}
	}
	return "has a record as to " + fillSlot(phrase, "it")
}
