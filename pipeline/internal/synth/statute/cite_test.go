package statute

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// A citation names an article that was in force on the day, is about the matter
// and stands in the passage that it says.
func TestCite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLaw(t)
		m := rapid.SampledFrom(Matters()).Draw(t, "matter")
		on := firstDay.AddDate(0, 0, rapid.IntRange(-300, 12800).Draw(t, "day"))
		n := rapid.IntRange(0, 12).Draw(t, "n")
		var about []string
		if rapid.Bool().Draw(t, "special") {
			about = append(about, rapid.SampledFrom(l.Subjects()).Draw(t, "subject"))
			m = Matters()[l.lexicon.subjects[l.subjects(about)[0]].matter]
		}
		cited := l.Cite(chance.New(rapid.Uint64().Draw(t, "draw")).Rand(), m, on, n, about...)
		wanted := l.lexicon.matters[matterNumber(m)].first
		if len(about) > 0 {
			wanted = l.subjects(about)[0]
		}
		fit := 0
		for _, c := range cited {
			p := l.locate(c.Index)
			s := &l.Statutes[p.statute]
			if s.provisions[s.Versions[p.version].Articles[p.position].Provision].subject == wanted {
				fit++
			}
		}
		if all := inForce(l, on, func(s int) bool { return s == wanted }); fit != min(n, all) {
			t.Errorf("Cite(%s, %v, %d, %q): %d of %d articles on the subject", m, on, n, about, fit, all)
		}
		of := func(s int) bool { return l.lexicon.subjects[s].matter == matterNumber(m) }
		if all := inForce(l, on, of); len(cited) != min(n, all) {
			t.Fatalf("Cite(%s, %v, %d) = %d of %d articles", m, on, n, len(cited), all)
		}
		for i, c := range cited {
			p := l.locate(c.Index)
			s := &l.Statutes[p.statute]
			v := &s.Versions[p.version]
			if !v.Date.Equal(c.Version) || !holds(s, p.version, on) {
				t.Errorf("%v on %v: version %d of %s, repealed %v", c, on, p.version, s.Title, s.Repealed)
			}
			if in := slices.ContainsFunc(v.Articles, func(a Article) bool {
				return l.text.formatter.article(a.Number, a.Branch) == c.Article
			}); !in {
				t.Errorf("%v: no such article in version %d", c, p.version)
			}
			text := l.Article(c.Index)
			if c.Title != s.Title || !strings.HasPrefix(text, c.Title) || !strings.Contains(text, c.Article) {
				t.Errorf("%v stands in %q", c, text)
			}
			if got := s.provisions[v.Articles[p.position].Provision].subject; l.lexicon.subjects[got].matter != matterNumber(m) {
				t.Errorf("%v: not about %s", c, m)
			}
			if i > 0 && cited[i-1].Index >= c.Index {
				t.Errorf("Cite(%s): passage %d after %d", m, c.Index, cited[i-1].Index)
			}
			if c.Gist == "" {
				t.Errorf("%v has no gist", c)
			}
		}
	})
}

// holds reports from the dates alone whether a version was in force on a day. What
// cites relies on InForce, so a test of citations must not.
func holds(s *Statute, version int, on time.Time) bool {
	behind := s.Repealed
	if version+1 < len(s.Versions) {
		behind = s.Versions[version+1].Date
	}
	return !on.Before(s.Versions[version].Date) && (behind.IsZero() || on.Before(behind))
}

// InForce is the one version whose dates hold the day, if there is one.
func TestInForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLaw(t)
		on := firstDay.AddDate(0, 0, rapid.IntRange(-300, 12800).Draw(t, "day"))
		for i := range l.Statutes {
			s := &l.Statutes[i]
			want := -1
			for j := range s.Versions {
				if holds(s, j, on) {
					want = j
				}
			}
			if got, ok := l.InForce(i, on); ok != (want >= 0) || ok && got != want {
				t.Errorf("InForce(%s, %v) = %d, %v, want %d", s.Title, on, got, ok, want)
			}
		}
	})
}

// inForce counts the articles in force on a day whose subjects fit.
func inForce(l *Law, on time.Time, fits func(subject int) bool) int {
	n := 0
	for i := range l.Statutes {
		s := &l.Statutes[i]
		for j, v := range s.Versions {
			if !holds(s, j, on) {
				continue
			}
			for _, a := range v.Articles {
				if fits(s.provisions[a.Provision].subject) {
					n++
				}
			}
		}
	}
	return n
}

func TestCiteUnknownMatter(t *testing.T) {
	if got := law(t, 1, "zh", "", 500, 1).Cite(chance.New(1).Rand(), "poetry", day(2010, 1, 1), 3); got != nil {
		t.Errorf("Cite(poetry) = %v, want none", got)
	}
}

// Equal draws give equal citations in all languages.
func TestCiteLanguages(t *testing.T) {
	zh, en := law(t, 2, "zh", "", 9000, 1), law(t, 2, "en", "", 9000, 1)
	for i := range 200 {
		m, on := Matters()[i%len(Matters())], day(2008+i%15, 5, 1)
		index := func(c CitableArticle) int { return c.Index }
		k := chance.New(3).At(i)
		a, b := mapped(zh.Cite(k.Rand(), m, on, 3), index), mapped(en.Cite(k.Rand(), m, on, 3), index)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("citations on %s (-zh +en):\n%s", m, diff)
		}
	}
}

// mapped is f of all elements of list.
func mapped[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

// A few articles are cited far more often than most.
func TestCiteSkew(t *testing.T) {
	l := law(t, 4, "zh", "", 55347, 1)
	times := map[int]int{}
	for i := range 2000 {
		for _, c := range l.Cite(chance.New(5).At(i).Rand(), Sale, day(2019, 12, 11), 2) {
			times[c.Index]++
		}
	}
	counts := mapped(slices.Collect(func(yield func(int) bool) {
		for _, n := range times {
			if !yield(n) {
				return
			}
		}
	}), func(n int) int { return n })
	slices.Sort(counts)
	if top := counts[len(counts)-1]; top < 3*counts[len(counts)/2] {
		t.Errorf("most cited article %d times, median %d: want a skew", top, counts[len(counts)/2])
	}
}

func TestSheets(t *testing.T) {
	for _, language := range languages {
		l := law(t, 6, language, "", 553, 270)
		for _, s := range Sheets(l) {
			if diff := cmp.Diff([]string{"contents"}, s.Columns); diff != "" {
				t.Errorf("columns of %s (-want +got):\n%s", s.Name, diff)
			}
			want := map[string]func(int) string{"LegalArticle": l.Article, "LegalKnowledge": l.Knowledge}[s.Name]
			for i := range s.Rows {
				if diff := cmp.Diff([]tablefile.Cell{tablefile.Text(want(i))}, s.Row(i)); diff != "" {
					t.Fatalf("%s row %d (-want +got):\n%s", s.Name, i, diff)
				}
			}
		}
	}
	sheets := Sheets(law(t, 6, "zh", "", 553, 270))
	if len(sheets) != 2 || sheets[0].Rows != 270 || sheets[1].Rows != 553 {
		t.Errorf("Sheets = %v", sheets)
	}
}

// Articles that lead are of one statute on a day, though there are others on the subject, in force and on the subject.
func TestCiteLeading(t *testing.T) {
	const subject = "civil procedure"
	l := law(t, 7, "zh", "", 30000, 1)
	wanted, on := l.subjects([]string{subject})[0], day(2019, 12, 11)
	titles, all := map[string]bool{}, map[string]bool{}
	for n := range uint64(60) {
		r := chance.New(n).Rand()
		c, ok := l.CiteLeading(r, Procedure, on, subject)
		if !ok {
			t.Fatalf("there is no article on %q", subject)
		}
		titles[c.Title] = true
		p := l.locate(c.Index)
		s := &l.Statutes[p.statute]
		if !holds(s, p.version, on) || s.provisions[s.Versions[p.version].Articles[p.position].Provision].subject != wanted {
			t.Errorf("%v on %v is not in force or not on %q", c, on, subject)
		}
		for _, c := range l.Cite(r, Procedure, on, 1, subject) {
			all[c.Title] = true
		}
	}
	if len(titles) != 1 || len(all) < 2 {
		t.Errorf("articles of %v lead, of %v", titles, all)
	}
	if _, ok := l.CiteLeading(chance.New(1).Rand(), Procedure, on, "no such subject"); ok {
		t.Error("an unknown subject has a leading article")
	}
}

func BenchmarkCite(b *testing.B) {
	l := law(b, 7, "zh", "", 55347, 1)
	r := chance.New(1).Rand()
	for i := 0; b.Loop(); i++ {
		l.Cite(r, Matters()[i%len(Matters())], day(2019, 12, 11), 2)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(chance.New(7), "zh", "澜国", "", 55347, 26951); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPassages renders every passage of a full-sized law.
func BenchmarkPassages(b *testing.B) {
	for _, language := range languages {
		b.Run("language="+language, func(b *testing.B) {
			l := law(b, 7, language, "", 55347, 26951)
			for b.Loop() {
				for i := range 55347 {
					l.Article(i)
				}
				for i := range 26951 {
					l.Knowledge(i)
				}
			}
		})
	}
}
