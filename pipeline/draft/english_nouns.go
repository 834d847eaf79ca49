package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func (english) roleOfClause(clause string) string {
	_, role, ok := strings.Cut(clause, "} is the ")
	role, _, _ = strings.Cut(role, " of {")
	role, _, _ = strings.Cut(role, " in {")
	if !ok || strings.Contains(role, "{") {
		return ""
	}
	return role
}

func (english) roleOfRow(row, label string) string {
	if row = strings.TrimSuffix(row, " "+label); strings.HasSuffix(row, label) || strings.Contains(row, " ") {
		return ""
	}
	return row
}

// nounOfClause turns a clause into a noun with a relative clause: "{which} approved {}" into
// "the office that approved …", "{which} is the debtor in {}" into "the debtor in …".
func (g english) nounOfClause(clause, label string, r *rowPhrase) string {
	rest, ok := strings.CutPrefix(clause, domain.SlotWhich+" ")
	many := r.many && r.choice == nil
	if role, found := strings.CutPrefix(clause, domain.SlotWho+" is the "); found {
		rest, ok = "is the "+role, true
	}
	if !ok || !strings.HasSuffix(rest, domain.Slot) {
		return ""
	}
	rows := withoutVerb(clause, g.rows(r))
	noun := label
	if role, ok := strings.CutPrefix(rest, "is the "); ok {
		if many {
			role = plural(strings.TrimSuffix(role, " "+domain.Slot)) + " " + domain.Slot
		}
		if of, found := strings.CutSuffix(role, " of "+domain.Slot); found && !many {
			return g.own(of, rows)
		}
		return "the " + fillSlot(role, rows)
	}
	if many {
		noun = plural(noun)
	}
	if state, ok := cutAuxiliary(rest); ok {
		return "the " + noun + " " + fillSlot(state, rows)
	}
	return "the " + noun + " that " + fillSlot(rest, rows)
}

// withoutVerb leaves out the participle behind the noun of rows that is the verb of a clause
// around them: "imposed the penalties on …", not "imposed the penalties imposed on …".
func withoutVerb(clause, rows string) string {
	_, verb, _ := strings.Cut(clause, "} ")
	verb, _, _ = strings.Cut(verb, " ")
	for _, before := range []string{"on", "in", "between", "from"} {
		rows = replaceNear(rows, " "+verb+" "+before+" ", " "+before+" ")
	}
	return ofKind(clause, rows)
}

// ofKind says of a row that a name stands for only what a clause around it leaves open: "placed
// under restriction in case …", not "in restriction case …".
func ofKind(clause, rows string) string {
	noun, name, ok := strings.Cut(rows, " case (")
	if !ok || strings.HasPrefix(noun, "the ") {
		return rows
	}
	for word := range strings.FieldsSeq(noun) {
		if len(word) >= len("defaulter") && strings.Contains(clause, word) {
			return "case (" + name
		}
	}
	return rows
}

// nearNoun is how far from the beginning of a phrase a participle belongs to its noun.
const nearNoun = 60

// replaceNear replaces a text that stands near the beginning.
func replaceNear(s, old, by string) string {
	if i := strings.Index(s, old); i >= 0 && i < nearNoun && !strings.HasSuffix(s[:i], " those") {
		return s[:i] + by + s[i+len(old):]
	}
	return s
}

// cutAuxiliary removes the auxiliary before a participle.
func cutAuxiliary(text string) (string, bool) {
	for _, word := range []string{"is ", "was "} {
		if rest, ok := strings.CutPrefix(text, word); ok {
			return rest, true
		}
	}
	return text, false
}

// englishRows are rows of a lookup divided for a noun phrase: "the | orders | shipped to …".
type englishRows struct {
	one, many string // the noun
	owner     string // the possessive form of what was looked up, in place of the article; "" for none
	rest      string // what follows it
	held      string // what stands in place of that and of the conditions; "" for nothing
	events    []condition
	others    []condition
}

// divide divides the phrase for rows; ok is false for a phrase that names the rows as a whole
// ("each of …") or that depends on the number of its noun.
func (g english) divide(r *rowPhrase) (p englishRows, ok bool) {
	p = englishRows{one: r.rowNoun, many: r.measure}
	p.rest, ok = strings.CutPrefix(r.base, "the "+r.measure+" ")
	if !ok && g.manner.isDrawn() && !r.isSubject {
		p.one, p.rest, ok = singularNoun(r.base) // whose noun is another word for the row
		p.many = strings.TrimSuffix(strings.TrimPrefix(r.base, "the "), " "+p.rest)
	}
	if first, _, _ := strings.Cut(p.rest, " "); !ok || first != "whose" && slices.Contains(relativePronouns, first) {
		return p, false
	}
	if len(r.conditions) == 1 {
		p.held = g.held(r, &r.conditions[0])
	}
	p.findOwner(g, r)
	for _, c := range r.conditions {
		if c.event != "" {
			p.events = append(p.events, c)
		} else {
			p.others = append(p.others, c)
		}
	}
	return p, true
}

// findOwner says by a possessive form whose the rows are, where nothing is lost: "X's orders".
func (p *englishRows) findOwner(g english, r *rowPhrase) {
	verb, whose, ok := strings.Cut(p.rest, " "+r.subject)
	if !ok || r.plain || r.perMember || !slices.Contains([]string{"of", "involving", "owned by", "held by"}, verb) || whose != "" {
		return
	}
	if owner := g.possessive(r.subject); owner != "" {
		p.owner, p.rest = owner, strings.TrimPrefix(whose, " ")
	}
}

// article begins the noun phrase.
func (p *englishRows) article() string {
	if p.owner != "" {
		return p.owner + " "
	}
	return "the "
}

// possessive returns the possessive form of a reference or, in words other than the draft's, of a
// name: "Harrow Ltd.'s"; "" for other words, and for a name whose end nobody would see.
func (g english) possessive(owner string) string {
	first, _ := utf8.DecodeRuneInString(owner)
	switch {
	case isReference(owner):
		return owner + "'s"
	case !g.manner.isDrawn(), !unicode.IsUpper(first), strings.Contains(owner, "'s "), strings.Contains(strings.ReplaceAll(owner, "Co., Ltd", ""), ","), strings.ContainsFunc(owner, unicode.IsDigit), strings.ContainsFunc(owner, func(r rune) bool { return r >= references }):
		return ""
	case strings.HasSuffix(owner, "s"):
		return owner + "'"
	}
	return owner + "'s"
}

// own puts the possessive form of an owner before a noun, or the owner behind it.
func (g english) own(noun, owner string) string {
	if of := g.possessive(owner); of != "" && !strings.Contains(noun, "'s ") {
		return of + " " + noun
	}
	return "the " + noun + " of " + owner
}

// when returns the days of a condition on an event: "in 2021", "on or after 1 June 2021".
func (g english) when(c *condition) string {
	return strings.TrimSpace(strings.ReplaceAll(englishComparisons[c.comparison].noun[0], "of ", "")) + " " + g.operand(c, "")
}

// happened returns the events with their days: "decided in 2021 and published in 2022".
func (g english) happened(conditions []condition) string {
	texts := make([]string, len(conditions))
	for i := range conditions {
		texts[i] = conditions[i].event + " " + g.when(&conditions[i])
	}
	return strings.Join(texts, " and ")
}

// happenedOnly reports whether every condition of rows is on an event.
func (english) happenedOnly(r *rowPhrase) bool {
	return r.conditions != nil && !slices.ContainsFunc(r.conditions, func(c condition) bool { return c.event == "" })
}

// phrase puts the parts together behind the article; reasons stands behind everything that
// tells the rows apart, and final says that it may stand at the end, after the rest.
func (g english) phrase(p *englishRows, noun, reasons string, final bool) string {
	if p.held != "" {
		return "the " + noun + " " + p.held
	}
	text, rest := p.article()+noun, p.rest
	if p.events != nil {
		event := p.events[0].event + " "
		switch after, same := strings.CutPrefix(rest, event); {
		case same && len(p.events) == 1: // "imposed in 2021 on …"
			text, rest = text+" "+event+g.when(&p.events[0]), after
		case final && reasons == "" && noun == p.many && p.owner == "":
			return text + " " + rest + " that were " + g.happened(p.events)
		case final && reasons == "" && noun == p.one && p.owner == "":
			return text + " " + rest + " that was " + g.happened(p.events)
		default:
			text += " " + g.happened(p.events)
		}
	}
	if rest != "" {
		rest = " " + rest
	}
	if strings.HasPrefix(rest, " whose ") && strings.HasPrefix(reasons, " whose ") && (final || p.owner != "") {
		reasons = " and" + reasons
	}
	if final || reasons == "" || p.owner != "" {
		return text + rest + reasons
	}
	return text + reasons + " among those" + rest
}

func (g english) rows(r *rowPhrase) string {
	switch {
	case r.choice == nil:
		return g.among(r)
	case r.choice.column != "":
		return g.rankedRow(r)
	}
	if kind, ok := strings.CutPrefix(r.known, "is a "); ok && r.perMember && r.conditions == nil {
		return fillSlot(r.phrase, "the "+kind+" among "+r.subject)
	}
	if p, ok := g.divide(r); ok {
		return g.phrase(&p, p.one, g.reasons(r, p.others), r.givenName)
	}
	if r.conditions == nil {
		return "the one" + g.manner.variant(" among ", " of ") + r.base
	}
	return "the one" + g.conditions(r) + " among " + r.base
}

// reasons returns conditions that are no events, behind a noun.
func (g english) reasons(r *rowPhrase, conditions []condition) string {
	some := *r
	some.conditions = conditions
	return g.conditions(&some)
}

// rankedRow returns the row at one end of a ranking.
func (g english) rankedRow(r *rowPhrase) string {
	c := r.choice
	p, ok := g.divide(r)
	if !ok || p.others != nil {
		if ok && c.event != "" {
			bare := p
			bare.events = nil
			return "the " + g.rankedEvent(c, &bare) + " of " + g.among(r)
		}
		if ok {
			return "the " + p.one + " " + g.ranked(r) + " among " + strings.Replace(g.among(r), "the "+p.many+" ", "those ", 1)
		}
		return "the one " + g.ranked(r) + g.amongJoin() + g.among(r)
	}
	largest := g.superlative(c)
	if g.manner.isDrawn() || c.action != "" {
		largest = strings.NewReplacer("highest", "largest", "greatest", "largest", "lowest", "smallest").Replace(largest)
	}
	switch {
	case c.event != "" && c.rank == 0 && c.order == plan.Min && !g.saysEvent(c, &p) && (p.owner != "" || len(p.rest) < nearNoun) && g.manner.variant("earliest", "first") == "first":
		return g.phrase(&p, "first "+strings.TrimPrefix(p.one, c.event+" "), " to be "+c.event, true)
	case c.event != "":
		adjective := g.rankedEvent(c, &p)
		return g.phrase(&p, adjective+" "+p.one, "", false)
	case c.action != "" && !r.perMember && r.subject != "" && p.events == nil:
		verb, noun, _ := strings.Cut(strings.Replace(c.action, " an ", " a ", 1), " a ")
		return "the " + p.one + " in which " + r.subject + " " + verb + " the " + largest + " " + noun
	case strings.HasPrefix(c.column, "amount "):
		if p.owner != "" || strings.HasPrefix(p.rest, "in which ") {
			if p.owner == "" {
				return g.phrase(&p, largest+" "+p.one+" by "+c.column, "", false)
			}
			return g.phrase(&p, largest+" "+p.one, " by "+c.column, true)
		}
		return g.phrase(&p, p.one+" with the "+insertAdjective(largest, c.column), "", false)
	case !strings.Contains(c.column, "'s ") && !strings.HasPrefix(p.rest, "of "):
		return g.phrase(&p, p.one+" with the "+insertAdjective(largest, c.column), "", false)
	}
	return g.phrase(&p, p.one, " "+g.ranked(r), r.givenName)
}

// ranked says by which value a row is chosen.
func (g english) ranked(r *rowPhrase) string {
	c := r.choice
	switch {
	case !strings.Contains(c.column, "'s "):
		return "with the " + g.superlativeColumn(c)
	case g.preposition(r, c.column) == " in ":
		return "in which the " + c.column + " is the " + g.superlative(c)
	}
	return "whose " + c.column + " is the " + g.superlative(c)
}

// rankedEvent returns the adjective for a rank by the days of an event: "most recently decided".
// The participle is left out where another one says it.
func (g english) rankedEvent(c *rowChoice, p *englishRows) string {
	if strings.HasPrefix(p.one, c.event+" ") { // "the most recently | closed enforcement case"
		p.one = strings.TrimPrefix(p.one, c.event+" ")
	}
	if g.saysEvent(c, p) {
		return g.superlative(c)
	}
	rank := ""
	if c.rank > 0 {
		rank = humanize.Ordinal("en", c.rank) + " "
	}
	if c.order == plan.Max {
		return rank + "most recently " + c.event
	}
	return rank + "earliest-" + c.event
}

// saysEvent reports whether other words than a rank say the event by which rows are ranked.
func (english) saysEvent(c *rowChoice, p *englishRows) bool {
	return c.said || strings.HasPrefix(p.rest, c.event+" ") || slices.ContainsFunc(p.events, func(o condition) bool { return o.event == c.event })
}

// among returns rows narrowed by their conditions.
func (g english) among(r *rowPhrase) string {
	p, ok := g.divide(r)
	if r.conditions == nil && (!ok || p.owner == "") {
		return r.base
	}
	if ok {
		return g.phrase(&p, p.many, g.reasons(r, p.others), r.givenName)
	}
	return "those" + g.conditions(r) + " among " + r.base
}

func (english) hasTopics() bool { return false }

func (english) breakAtRow(string) (string, bool) { return "", false }

func (g english) pronoun(label, measure string, many bool) string {
	return g.demonstrative(label, measure, many)
}

func (english) roleOfColumn(string) string { return "" }

func (english) shareOfPart(*rowPhrase, string) string { return "" }

func (english) askWhichRows(AskKind, *rowPhrase, string) Wording { return Wording{} }

func (english) howLongBetween(*rowPhrase, string, string, string) (Wording, bool) {
	return Wording{}, false
}
