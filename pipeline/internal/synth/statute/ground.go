package statute

import (
	"slices"
	"time"
)

// Ground is an article on which a party to a dispute can rest its case: its rule says what follows
// from a fact, or what duty the obligor has.
type Ground struct {
	CitableArticle
	Basis GroundBasis
	// Of is the fact or the duty, and Made the remedy or the effect, "" for a duty. Both are in
	// English with their variables, as the files of words have them, in every language.
	Of, Made string
	// Rule is the article's rule, word for word.
	Rule string
	// Obligor says that a remedy is the obligor's and not the counterparty's.
	Obligor bool
}

// GroundBasis is what an article grants or imposes.
type GroundBasis string

// The closed set of bases.
const (
	Remedy GroundBasis = "remedy" // what a party may claim because of a fact
	Effect GroundBasis = "effect" // what the law itself makes of a fact
	Duty   GroundBasis = "duty"   // what the obligor has to do
)

// Grounds returns the articles on the given subjects, by the names of [Law.Subjects], whose rules
// are about one of the given facts or duties, have no exception and are not cut short by another
// sentence. They are ordered by statute and number, and were in force, in one wording, on each day
// from the first to the last. Their citations are of the last day.
func (l *Law) Grounds(first, last time.Time, subjects, of []string) []Ground {
	wanted := l.subjects(subjects)
	var list []Ground
	for i := range l.Statutes {
		s := &l.Statutes[i]
		v, ok := l.InForce(i, last)
		from, then := l.InForce(i, first)
		if !ok || !then {
			continue
		}
		for at, a := range s.Versions[v].Articles {
			if !slices.Contains(wanted, s.provisions[a.Provision].subject) || !s.Versions[from].words(a) {
				continue
			}
			if g := l.ground(place{i, v, at}, of); g != nil {
				list = append(list, *g)
			}
		}
	}
	return list
}

// words reports whether a version has an article of another version in the same wording, under any
// number.
func (v *Version) words(a Article) bool {
	if a.Provision >= len(v.at) { // written later
		return false
	}
	at := v.at[a.Provision]
	return at >= 0 && v.Articles[at].Revision == a.Revision
}

// ground returns the article at a place as a ground; nil if it is none of the given ones.
func (l *Law) ground(p place, of []string) *Ground {
	var g Ground
	t := l.at(p)
	switch t.prov.kind {
	case risk:
		e := t.event()
		g.Basis, g.Of, g.Made = Effect, e.ids[0], e.ids[1]
	case conditional, right, support:
		c := t.claim()
		g.Basis, g.Of, g.Made, g.Obligor = Remedy, c.ids[0], c.ids[1], c.obligor
	case duty:
		g.Basis, g.Of = Duty, t.matter.dutyIDs[t.choose(t.prov, dutySalt, len(t.matter.duties), 0)]
	}
	if !slices.Contains(of, g.Of) {
		return nil
	}
	r := l.Rule(p.statute, p.version, p.position)
	if r.Qualified || r.Barred || g.Basis == Remedy && r.Form != Fact && r.Form != FactRight && r.Form != FactSupport {
		return nil
	}
	g.CitableArticle, g.Rule = l.citation(p), r.Text
	return &g
}
