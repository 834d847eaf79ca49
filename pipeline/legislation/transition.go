package legislation

import (
	"slices"
	"strings"
)

// ApplicableLaw is the law that applies to facts from before a law was in force, as the law itself
// says in a transitional provision.
type ApplicableLaw string

// The closed set of rules; "" stands for a provision that says nothing of the kind.
const (
	EarlierLaw ApplicableLaw = "earlier law" // that of the day of the facts
	ThisLaw    ApplicableLaw = "this law"    // to cases that were still pending
)

// transition reads the rule in the text of a provision. It is read only where a sentence gives it
// in full and on no condition, and where the text has no other.
func (g *grammar) transition(text string) ApplicableLaw {
	earlier, pending := g.earlierLaw.MatchString(text), g.pendingCases.MatchString(text)
	switch {
	case earlier == pending, g.conditional.MatchString(text), g.goesOn(text):
		return ""
	case earlier:
		return EarlierLaw
	}
	return ThisLaw
}

// goesOn reports whether a text with a rule has a sentence that may take it back: any but those that
// the language is known to put beside a rule.
func (g *grammar) goesOn(text string) bool {
	for s := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("。；.;", r) }) {
		s = strings.TrimSpace(s)
		isRule := func(end string) bool { return g.earlierLaw.MatchString(s+end) || g.pendingCases.MatchString(s+end) }
		if !isRule("。") && !isRule(".") && (g.besideRule == nil || !g.besideRule.MatchString(s)) {
			return true
		}
	}
	return false
}

// ownForce reports whether what a version says of its entry into force is said of the version
// itself. An amended law keeps the clause of the law as it was first made or last revised; its
// rules on earlier facts mean those from before that day.
func (d *document) ownForce(v *Version) bool {
	clause, ok := d.force()
	return ok && !v.InForce.IsZero() && clause.day.Equal(v.InForce)
}

// addTransitions notes in a version and its provisions which of them say which law applies to
// earlier facts.
func (d *document) addTransitions(v *Version, provisions []CitableUnit) {
	if !d.ownForce(v) {
		return
	}
	for i := range provisions {
		provisions[i].Transition = d.grammar.transition(provisions[i].Text)
	}
	if slices.ContainsFunc(provisions, func(p CitableUnit) bool { return p.Transition == "" && d.grammar.transitional.MatchString(p.Text) }) {
		for i := range provisions { // it may be an exception to the rule
			provisions[i].Transition = ""
		}
	}
	v.EarlierLaw, v.ThisLaw = solely(v, provisions, EarlierLaw), solely(v, provisions, ThisLaw)
}

// solely names the provision with a rule if it is the only one that has any.
func solely(v *Version, provisions []CitableUnit, rule ApplicableLaw) string {
	rules := func(p CitableUnit) bool { return p.Transition != "" }
	i := slices.IndexFunc(provisions, rules)
	if i < 0 || provisions[i].Transition != rule || slices.ContainsFunc(provisions[i+1:], rules) {
		return ""
	}
	return referTo(v.Name, v.Law, provisions[i].Citation)
}
