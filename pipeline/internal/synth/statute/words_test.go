package statute

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

func TestIdioms(t *testing.T) {
	var zh, en formatter = chinese{}, english{}
	for _, c := range []struct{ got, want string }{
		{zh.article(1, 0), "第一条"},
		{zh.article(10, 0), "第十条"},
		{zh.article(20, 0), "第二十条"},
		{zh.article(105, 2), "第一百零五条之二"},
		{zh.article(110, 0), "第一百一十条"},
		{zh.article(1001, 0), "第一千零一条"},
		{zh.article(1260, 0), "第一千二百六十条"},
		{en.article(1, 0), "Article 1"},
		{en.article(12, 1), "Article 12-1"},
		{zh.period(15, dayUnit), "十五日"},
		{zh.period(6, monthUnit), "六个月"},
		{en.period(1, monthUnit), "1 month"},
		{en.period(48, hourUnit), "48 hours"},
		{zh.money(500), "五百元"},
		{zh.money(200_000), "二十万元"},
		{en.money(500), "500 yuan"},
		{en.money(2_000_000), "2,000,000 yuan"},
		{zh.percent(24), "百分之二十四"},
		{zh.times(1, 5), "一倍至五倍"},
		{zh.day(day(2009, 7, 1)), "2009年7月1日"},
		{en.day(day(2009, 7, 1)), "2009-07-01"},
		{string(zh.item([]byte("w"), 3, "x")), "w（三）x"},
		{string(en.item([]byte("w"), 3, "x")), "w(3) x"},
		{zh.titles([]string{"甲", "乙"}), "甲》《乙"},
		{en.titles([]string{"A"}), "A"},
		{en.titles([]string{"A", "B", "C"}), "A, the B and the C"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestTitled(t *testing.T) {
	for in, want := range map[string]string{
		"sale of goods": "Sale of Goods", "safety at work": "Safety at Work", "货物买卖": "货物买卖",
		"e-commerce platforms": "E-commerce Platforms", "of things": "Of Things",
	} {
		if got := titleCase(in); got != want {
			t.Errorf("titled(%q) = %q, want %q", in, got, want)
		}
	}
}

// The words of the languages have one shape, and phrases the form that the
// grammars need.
func TestLexicon(t *testing.T) {
	zh, en := read()["zh"].lexicon, read()["en"].lexicon
	if len(zh.matters) != len(Matters()) || len(zh.subjects) != len(en.subjects) {
		t.Fatalf("%d matters, %d and %d subjects", len(zh.matters), len(zh.subjects), len(en.subjects))
	}
	names := [2]map[string]bool{{}, {}}
	for i := range zh.subjects {
		for j, s := range []subject{zh.subjects[i], en.subjects[i]} {
			if names[j][s.name] || s.a == s.b || s.is == "" || s.o == "" || s.d == "" {
				t.Errorf("subject %q: want a name of its own, two parties and all other words", s.name)
			}
			names[j][s.name] = true
		}
	}
	for i := range zh.matters {
		z, e := zh.matters[i], en.matters[i]
		for _, n := range [][2]int{
			{len(z.duties), len(e.duties)}, {len(z.wrongs), len(e.wrongs)}, {len(z.items), len(e.items)},
			{len(z.claims), len(e.claims)}, {len(z.events), len(e.events)}, {z.first, e.first}, {z.behind, e.behind},
		} {
			if n[0] != n[1] || n[1] == 0 && n != [2]int{z.first, e.first} {
				t.Errorf("%s: shapes %v", Matters()[i], n)
			}
		}
		for j := range e.claims {
			if z.claims[j].obligor != e.claims[j].obligor {
				t.Errorf("%s: claim %d is another party's in zh and en", Matters()[i], j)
			}
		}
		for _, w := range e.wrongs {
			if first, _, _ := strings.Cut(w, " "); !strings.HasSuffix(strings.TrimSuffix(first, ","), "ing") {
				t.Errorf("%s: wrong %q: want a gerund", Matters()[i], w)
			}
		}
	}
	unknown := regexp.MustCompile(`\$[^abodg]|\$[abodg][a-z]`)
	for _, lex := range []*lexicon{zh, en} {
		for _, m := range lex.matters {
			for _, p := range append(append(append([]string{}, m.duties...), m.wrongs...), m.items...) {
				if unknown.MatchString(p) || strings.ContainsAny(p, "。.；;|") || strings.TrimSpace(p) != p {
					t.Errorf("phrase %q: want $a, $b, $o, $d and $g only and no full stop", p)
				}
			}
		}
	}
}

func TestReaderFaults(t *testing.T) {
	for _, c := range []struct {
		words matterWords
		want  string
	}{
		{matterWords{ID: "poetry", Family: "civil"}, `f.yaml: x: matter "poetry" of family "civil": want a known matter and one of ["contract" "civil" "regulation" "procedural" "official"]`},
		{matterWords{ID: "sale", Family: "epic"}, `f.yaml: x: matter "sale" of family "epic": want a known matter and one of ["contract" "civil" "regulation" "procedural" "official"]`},
		{matterWords{ID: "sale", Family: "civil", Authority: "机关"}, `f.yaml: x: phrase "机关": want two, with | between`},
		{matterWords{ID: "sale", Family: "civil", Authority: "甲 | a", Facts: []pair{"甲 | a"}}, `f.yaml: x: fact "甲 | a": want the letters of its remedies and the numbers of its effects behind it`},
		{matterWords{ID: "sale", Family: "civil", Authority: "甲 | a", Facts: []pair{"甲 | a | 1"}}, `f.yaml: x: fact "甲": '1' is no remedy or effect`},
		{matterWords{ID: "sale", Family: "civil", Authority: "甲 | a", Facts: []pair{"甲 | a | b"}, Remedies: []pair{"乙 | b"}}, `f.yaml: x: fact "甲": 'b' is no remedy or effect`},
	} {
		rd := reader{file: "f.yaml", id: "x", lexicon: lexicon{matters: make([]matter, len(Matters()))}}
		rd.addMatter(c.words, nil)
		if rd.fault == nil || rd.fault.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.words, rd.fault, c.want)
		}
	}
}

// Each amendment of an article makes another wording than the one before.
func TestWording(t *testing.T) {
	for k := range kinds {
		if k == force || k == purpose {
			continue
		}
		for i := range 300 {
			key := chance.New(9).At(int(k)*1000 + i)
			last := wordingOf(key, &traits[k], 0)
			for rev := 1; rev < 8; rev++ {
				w := wordingOf(key, &traits[k], rev)
				if w == last || w.items > mostItems || w.more > mostMore || w.more < 0 {
					t.Fatalf("%s: revision %d is %+v after %+v", traits[k].name, rev, w, last)
				}
				last = w
			}
		}
	}
}

// What a knowledge passage cites stands in the last version of a statute that is in
// force, and what it quotes are the article's words.
func TestKnowledgeCites(t *testing.T) {
	cited := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`《([^》]+)》(第[一二三四五六七八九十百千零]+条(?:之[一二三四五六七八九十]+)?)(?:规定：“([^”]+)”)?`),
		"en": regexp.MustCompile(`(Article [0-9]+(?:-[0-9]+)?) of the (Lanland [^:;,."]*?) (?:provides|settles it): "([^"]+)"`),
	}
	for _, language := range languages {
		l := law(t, 21, language, "", 20000, 5000)
		texts := map[string]string{}
		for i, s := range l.Statutes {
			if !s.Repealed.IsZero() {
				continue
			}
			v := len(s.Versions) - 1
			for at, a := range s.Versions[v].Articles {
				texts[s.Title+l.text.formatter.article(a.Number, a.Branch)] = l.at(place{i, v, at}).quotation()
			}
		}
		found, quoted := 0, 0
		for i := range 5000 {
			for _, m := range cited[language].FindAllStringSubmatch(l.Knowledge(i), -1) {
				title, article := m[1], m[2]
				if language == "en" {
					title, article = m[2], m[1]
				}
				text, ok := texts[title+article]
				if !ok {
					t.Errorf("%q: no such article in force", l.Knowledge(i))
				}
				if m[3] != "" && m[3] != text {
					t.Errorf("%q: %s of %s is %q", l.Knowledge(i), article, title, text)
				}
				found++
				if m[3] != "" {
					quoted++
				}
			}
		}
		if quoted < 200 {
			t.Errorf("%s: %d articles cited, %d quoted, want more", language, found, quoted)
		}
	}
}

// The first passages of a small law as they were when last looked at; UPDATE=1
// writes them anew.
func TestGolden(t *testing.T) {
	for _, language := range languages {
		l := law(t, 7, language, "", 600, 60)
		var b strings.Builder
		for i := range 60 {
			b.WriteString(l.Article(i * 10))
			b.WriteString("--\n")
		}
		for i := range 60 {
			b.WriteString(l.Knowledge(i) + "\n--\n")
		}
		for i, m := range Matters() {
			for _, c := range l.Cite(chance.New(1).At(i).Rand(), m, day(2019, 12, 11), 2) {
				b.WriteString(c.Title + " " + c.Article + " " + c.Version.Format(time.DateOnly) + " " + c.Gist + "\n")
			}
		}
		file := filepath.Join("testdata", language+".golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}
