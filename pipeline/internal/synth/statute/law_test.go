package statute

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// nations are names of a nation by language.
var nations = map[string]string{"zh": "澜国", "en": "Lanland"}

// provinces are names of a province by language.
var provinces = map[string]string{"zh": "沅江省", "en": "Kelmar Province"}

// words are what laws of a place are written with, read once.
type words struct {
	lexicon *lexicon
	text    *writer
	err     error
}

// read reads the words of each language, for the nation and a province.
var read = sync.OnceValue(func() map[string]words {
	all := map[string]words{}
	for _, language := range languages {
		for _, region := range []string{"", provinces[language]} {
			var w words
			if w.lexicon, w.err = loadLexicon(language); w.err == nil {
				w.text, w.err = newWriter(language, jurisdiction{nations[language], region})
			}
			all[language+region] = w
		}
	}
	return all
})

// law makes a law as New does.
func law(t interface{ Fatal(...any) }, seed uint64, language, region string, articles, knowledge int) *Law {
	w := read()[language+region]
	if w.err != nil {
		t.Fatal(w.err)
	}
	return newLaw(chance.New(seed), w.lexicon, w.text, jurisdiction{nations[language], region}, articles, knowledge)
}

// drawLaw draws a law of a size that is small for most.
func drawLaw(t *rapid.T) *Law {
	language := rapid.SampledFrom(languages).Draw(t, "language")
	region := rapid.SampledFrom([]string{"", provinces[language]}).Draw(t, "region")
	n := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(61, 900), rapid.IntRange(4900, 7000)).Draw(t, "articles")
	return law(t, rapid.Uint64().Draw(t, "seed"), language, region, n, rapid.IntRange(1, 40).Draw(t, "knowledge"))
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		language, nation    string
		articles, knowledge int
		want                string
	}{
		{"fr", "Lanland", 5, 5, `statutes in "fr": want one of ["zh" "en"]`},
		{"en", "", 5, 5, "a law without a nation: want its name"},
		{"en", "Lanland", 0, 5, "a law of 0 articles and 5 knowledge passages: want at least 1 of each"},
		{"en", "Lanland", 5, -1, "a law of 5 articles and -1 knowledge passages: want at least 1 of each"},
	} {
		_, err := New(chance.New(1), c.language, c.nation, "", c.articles, c.knowledge)
		if err == nil || err.Error() != c.want {
			t.Errorf("New(%q, %q, %d, %d) = %v, want %s", c.language, c.nation, c.articles, c.knowledge, err, c.want)
		}
	}
}

// Sizes are exact whatever they are, those of worlds of scale 1 and 0.01 too.
func TestSizes(t *testing.T) {
	for _, n := range []int{1, 2, 24, 25, 26, 30, 100, 270, 553, 4999, 5000, 55347} {
		checkSize(t, law(t, 7, "zh", "", n, 10), n)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "articles")
		checkSize(t, law(t, rapid.Uint64().Draw(t, "seed"), "en", "", n, 1), n)
	})
}

// checkSize holds a law to a number of articles, however they are counted.
func checkSize(t interface{ Errorf(string, ...any) }, l *Law, want int) {
	sum := 0
	for _, s := range l.Statutes {
		for _, v := range s.Versions {
			sum += len(v.Articles)
		}
	}
	if l.Articles() != want || sum != want {
		t.Errorf("a law of %d articles: Articles() = %d, versions have %d", want, l.Articles(), sum)
	}
}

// In each version articles are numbered 1..n without hole or repeat, branches
// follow the number they belong to, and no provision stands twice.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range drawLaw(t).Statutes {
			for _, v := range s.Versions {
				if fault := misnumbered(v.Articles); fault != "" {
					t.Fatalf("%s of %s: %s", s.Title, v.Date.Format(time.DateOnly), fault)
				}
			}
		}
	})
}

// misnumbered says what is wrong with the numbers of articles.
func misnumbered(articles []Article) string {
	number, branch := 0, 0
	seen := map[int]bool{}
	for _, a := range articles {
		next := a.Number == number+1 && a.Branch == 0
		behind := a.Number == number && number > 0 && a.Branch == branch+1
		if !next && !behind {
			return english{}.article(a.Number, a.Branch) + " after " + english{}.article(number, branch)
		}
		if seen[a.Provision] {
			return "provision " + strconv.Itoa(a.Provision) + " twice"
		}
		seen[a.Provision] = true
		number, branch = a.Number, a.Branch
	}
	return ""
}

func TestMisnumbered(t *testing.T) {
	for _, list := range [][]Article{
		{{Number: 2}},
		{{Number: 1}, {Number: 3, Provision: 1}},
		{{Number: 1}, {Number: 1, Provision: 1}},
		{{Number: 1}, {Number: 1, Branch: 2, Provision: 1}},
		{{Number: 1}, {Number: 2}},
	} {
		if misnumbered(list) == "" {
			t.Errorf("misnumbered(%v) finds nothing", list)
		}
	}
}

// Versions follow each other, a statute ends when its successor begins, and one
// that implements another comes after it and while it stands.
func TestVersions(t *testing.T) {
	branched := false
	rapid.Check(t, func(t *rapid.T) {
		l := drawLaw(t)
		for i, s := range l.Statutes {
			last := time.Time{}
			for j, v := range s.Versions {
				if !v.Date.After(last) || v.Adopted.After(v.Date) || (v.Note == Enacted) != (j == 0) {
					t.Fatalf("%s: version %d %s adopted %v in force %v after %v", s.Title, j, v.Note, v.Adopted, v.Date, last)
				}
				last = v.Date
				for _, a := range v.Articles {
					branched = branched || a.Branch > 0
				}
			}
			if s.Repealed.IsZero() != (s.Successor < 0) {
				t.Fatalf("%s: repealed %v, successor %d", s.Title, s.Repealed, s.Successor)
			}
			if s.Successor >= 0 && (!l.Statutes[s.Successor].Versions[0].Date.Equal(s.Repealed) || !s.Repealed.After(last)) {
				t.Fatalf("%s: repealed on %v, last version of %v, successor of %v", s.Title, s.Repealed, last, l.Statutes[s.Successor].Versions[0].Date)
			}
			if s.Parent >= i || s.Parent >= 0 && !s.Versions[0].Date.After(l.Statutes[s.Parent].Versions[0].Date) {
				t.Fatalf("%s: parent %d of statute %d", s.Title, s.Parent, i)
			}
		}
	})
	if !branched && !testing.Short() {
		t.Error("no article has a branch")
	}
}

// The structure is the same in every language, and the same key gives the same law.
func TestLanguages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, n := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 6000).Draw(t, "articles")
		zh, en := law(t, seed, "zh", "", n, 20), law(t, seed, "en", provinces["en"], n, 20)
		untold := cmpopts.IgnoreFields(Statute{}, "Title")
		unheaded := cmpopts.IgnoreFields(Version{}, "heading")
		open := cmp.AllowUnexported(Statute{}, Version{}, provision{}, chance.Key{})
		if diff := cmp.Diff(zh.Statutes, en.Statutes, untold, unheaded, open); diff != "" {
			t.Fatalf("structure in zh and en (-zh +en):\n%s", diff)
		}
	})
}

func TestDeterminism(t *testing.T) {
	for _, language := range languages {
		a, b := law(t, 7, language, "", 3000, 900), law(t, 7, language, "", 3000, 900)
		other := law(t, 8, language, "", 3000, 900)
		same, i := 0, 0
		for _, texts := range []struct {
			n          int
			a, b, none func(int) string
		}{{3000, a.Article, b.Article, other.Article}, {900, a.Knowledge, b.Knowledge, other.Knowledge}} {
			for j := range texts.n {
				// b is read backwards: no text depends on those read before.
				x, y := texts.a(texts.n-1-j), texts.b(texts.n-1-j)
				if x != y {
					t.Fatalf("equal keys in %s: %q and %q", language, x, y)
				}
				i++
				if x == texts.none(texts.n-1-j) {
					same++
				}
			}
		}
		if same*50 > i {
			t.Errorf("keys 7 and 8 in %s share %d of %d passages", language, same, i)
		}
	}
}

// From 300 articles on every matter has a statute in force through 20 years.
func TestMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(300, 1500), rapid.IntRange(5000, 6000)).Draw(t, "articles")
		l := law(t, rapid.Uint64().Draw(t, "seed"), "zh", "", n, 1)
		on := day(2005, 1, 1).AddDate(0, 0, rapid.IntRange(0, 7304).Draw(t, "day"))
		for _, m := range Matters() {
			if cited := l.Cite(chance.New(1).Rand(), m, on, 1); len(cited) != 1 {
				t.Errorf("%d articles: nothing on %s in force on %s", n, m, on.Format(time.DateOnly))
			}
		}
	})
}

// Titles are unique, name the place and repeat no word of their form.
func TestTitles(t *testing.T) {
	repeated := regexp.MustCompile(`管理管理|监督监督|规定规定|办法办法|条例条例|法法|(?i)\b(order order|ordinance ordinance|regulation regulation|act act)\b`)
	for _, language := range languages {
		for _, region := range []string{"", provinces[language]} {
			l := law(t, 3, language, region, 55347, 1)
			seen := map[string]bool{}
			place := region
			if place == "" {
				place = nations[language]
			}
			for _, s := range l.Statutes {
				if seen[s.Title] {
					t.Errorf("two statutes are called %s", s.Title)
				}
				seen[s.Title] = true
				if !strings.HasPrefix(s.Title, place) {
					t.Errorf("%s: want a title that begins with %s", s.Title, place)
				}
				if repeated.MatchString(s.Title) {
					t.Errorf("%s repeats a word", s.Title)
				}
			}
		}
	}
}

// A law can be read by several goroutines at once.
func TestConcurrent(t *testing.T) {
	l, alone := law(t, 7, "zh", "", 800, 800), law(t, 7, "zh", "", 800, 800)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 800 {
				if l.Article(i) != alone.Article(i) || l.Knowledge(i) != alone.Knowledge(i) {
					t.Errorf("passage %d differs when others are read", i)
				}
				l.Cite(chance.New(1).At(i).Rand(), Sale, day(2020, 1, 1), 2)
			}
		})
	}
	group.Wait()
}
