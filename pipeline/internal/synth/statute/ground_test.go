package statute

import (
	"slices"
	"testing"
	"time"
)

// Grounds are articles on their subjects, about what was asked for, and were in force in one wording
// from the first day to the last, through amendments of other articles, too.
func TestGrounds(t *testing.T) {
	of := []string{"more or less is delivered than was agreed", "issue an invoice for the price actually received", "both sides fail in their duties", "the $o is still unfit after two attempts to put it right", "performance by the $a is faulty but can be put right"}
	for _, language := range []string{"zh", "en"} {
		l := law(t, 1, language, "", 20_000, 10)
		bases, amended := map[GroundBasis]int{}, 0
		for year := 2006; year < 2024; year += 3 {
			first := time.Date(year, 3, 1, 0, 0, 0, 0, time.UTC)
			last := first.AddDate(1, 0, 0)
			for _, g := range l.Grounds(first, last, []string{"sale of goods"}, of) {
				bases[g.Basis]++
				p := l.locate(g.Index)
				s := &l.Statutes[p.statute]
				u, ok := l.InForce(p.statute, first)
				v, too := l.InForce(p.statute, last)
				if !ok || !too || v != p.version {
					t.Fatalf("%s: %s of %s was not in force", language, g.Article, g.Title)
				}
				if !slices.ContainsFunc(s.Versions[u].Articles, func(a Article) bool {
					return a.Provision == s.Versions[v].Articles[p.position].Provision && l.Rule(p.statute, u, slices.Index(s.Versions[u].Articles, a)).Text == g.Rule
				}) {
					t.Errorf("%s: %s of %s was worded otherwise on the first day", language, g.Article, g.Title)
				}
				if u != v {
					amended++
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
				if (g.Basis == Duty) != (g.Made == "") {
					t.Errorf("%s: of a %s follows %q", language, g.Basis, g.Made)
				}
			}
		}
		if amended == 0 {
			t.Errorf("%s: no article of a statute that was amended in between, and kept its own words", language)
		}
		if len(bases) < 3 {
			t.Errorf("%s: %v: want a remedy, an effect and a duty", language, bases)
		}
		if all := l.Grounds(time.Time{}, time.Now(), []string{"sale of goods"}, of); all != nil {
			t.Errorf("%s: %d articles in force before there was any", language, len(all))
		}
	}
}
