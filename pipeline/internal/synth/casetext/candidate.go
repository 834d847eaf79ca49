package casetext

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// candidate is a rule that can decide a case, with the law of the days that matter.
type candidate struct {
	statute int
	before  int // version in force on the day of the facts
	after   int // version in force on the day of decision; before, or the next
	governs int // the version that governs: before or after
	article int // position of the article in it
	rule    statute.ArticleRule
	// other is the rule in the version that does not govern; nil if before and after are one.
	other *statute.ArticleRule
	// transition is the transitional provision of the later version that names the governing
	// version; without an article if none does.
	transition statute.Transition
	kind       string // of the issue: a name of the text grammars
}

// changed reports whether the rule's text was amended between facts and decision.
func (c *candidate) changed() bool { return c.other != nil }

// candidates returns the rules of a law that can decide cases: those that stood on both days,
// and those that were amended between.
func candidates(l *statute.Law) (settled, changed []candidate) {
	for i := range l.Statutes {
		s := &l.Statutes[i]
		for v := range s.Versions {
			for a := range s.Versions[v].Articles {
				if !l.Private(i, v, a) {
					continue
				}
				r := l.Rule(i, v, a)
				kind := issueOf(&r)
				if kind == "" || issues[kind].claimed && l.Supervised(i, v, a) {
					continue
				}
				c := candidate{statute: i, before: v, after: v, governs: v, article: a, rule: r, kind: kind}
				c.transition.Article = -1
				settled = append(settled, c)
				if next, ok := amended(l, c); ok {
					changed = append(changed, next)
				}
			}
		}
	}
	return settled, changed
}

// amended returns the rule with the next version, if that has another text of it and leaves no
// doubt about which version governs what happened before.
func amended(l *statute.Law, c candidate) (candidate, bool) {
	s := &l.Statutes[c.statute]
	if c.before+1 >= len(s.Versions) {
		return c, false
	}
	c.after = c.before + 1
	provision := s.Versions[c.before].Articles[c.article].Provision
	at := slices.IndexFunc(s.Versions[c.after].Articles, func(a statute.Article) bool { return a.Provision == provision })
	if at < 0 {
		return c, false
	}
	next := l.Rule(c.statute, c.after, at)
	if next.Paragraph == c.rule.Paragraph || issueOf(&next) != c.kind {
		return c, false
	}
	first := c.rule
	c.other = &next
	tr := l.Transition(c.statute, c.after)
	if tr.Article < 0 || !tr.Since.Equal(s.Versions[c.after].Date) {
		return c, true // the clause is about the statute's first days, not about the amendment
	}
	switch {
	case tr.Limit == statute.Unperformed:
		return c, false
	case tr.Rule == statute.KeepsDocuments:
		return c, true
	case tr.Rule == statute.RulesOfTheTime:
		c.transition = tr
		return c, true
	case tr.Rule == statute.PendingCases,
		tr.Rule == statute.PendingMatters && tr.Limit == statute.TimeRunning && issues[c.kind].measure != period,
		tr.Rule == statute.PendingMatters && tr.Limit == statute.AcquiredRights && issues[c.kind].evidence:
		c.transition, c.governs, c.article = tr, c.after, at
		c.rule, c.other = next, &first
		return c, true
	}
	return c, false
}
