package statute

import (
	"slices"
	"testing"
	"time"
)

// Grounds are articles on their subjects, about what was asked for, and were in force in one version
// from the first day to the last.
func TestGrounds(t *testing.T) {
	of := []string{"more or less is delivered than was agreed", "issue an invoice for the price actually received", "both sides fail in their duties", "the $o is still unfit after two attempts to put it right", "performance by the $a is faulty but can be put right"}
	for _, language := range []string{"zh", "en"} {
		l := law(t, 1, language, "", 20_000, 10)
		bases := map[GroundBasis]int{}
		for year := 2006; year < 2024; year += 3 {
			first := time.Date(year, 3, 1, 0, 0, 0, 0, time.UTC)
			last := first.AddDate(1, 0, 0)
			for _, g := range l.Grounds(first, last, []string{"sale of goods"}, of) {
				bases[g.Basis]++
				p := l.locate(g.Index)
				s := &l.Statutes[p.statute]
				v, ok := l.InForce(p.statute, first)
				if u, too := l.InForce(p.statute, last); !ok || !too || v != p.version || u != v {
					t.Errorf("%s: %s of %s was not in force in one version", language, g.Article, g.Title)
				}
				if id := l.lexicon.subjects[s.provisions[s.Versions[v].Articles[p.position].Provision].subject].id; id != "sale of goods" {
					t.Errorf("%s: %s of %s is on %s", language, g.Article, g.Title, id)
				}
				if !slices.Contains(of, g.Of) {
					t.Errorf("%s: %s of %s is about %q", language, g.Article, g.Title, g.Of)
				}
				if r := l.Rule(p.statute, p.version, p.position); r.Text != g.Rule || r.Qualified || r.Barred {
					t.Errorf("%s: %s of %s is said to provide %q", language, g.Article, g.Title, g.Rule)
				}
				if (g.Basis == Duty) != (g.Follows == "") || (g.Basis == Duty) != (g.Made == "") {
					t.Errorf("%s: of a %s follows %q", language, g.Basis, g.Follows)
				}
			}
		}
		if len(bases) < 3 {
			t.Errorf("%s: %v: want a remedy, an effect and a duty", language, bases)
		}
		if all := l.Grounds(time.Time{}, time.Now(), []string{"sale of goods"}, of); all != nil {
			t.Errorf("%s: %d articles in force before there was any", language, len(all))
		}
	}
}
