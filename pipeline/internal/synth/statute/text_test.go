package statute

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// roots are the rules that the program expands.
func roots() []string {
	list := []string{"volume", "mark", "note_enacted", "note_amended", "note_revised", "note_repealed"}
	for _, f := range formNames {
		list = append(list, "title_"+f, "title_regional_"+f, "self_"+f, "self_regional_"+f)
	}
	for _, g := range genreNames {
		list = append(list, "knowledge_"+g)
	}
	for k := range kinds {
		for s := range styles {
			r := read()["zh"].text.rules[k][s]
			list = append(list, r.text, r.gist, r.proviso, r.coda)
			list = append(list, r.more...)
			if traits[k].listed {
				list = append(list, r.item, r.last)
			}
		}
		for _, about := range []string{"topic_" + traits[k].name, "told_" + traits[k].name, "part_" + traits[k].group, "more_on_" + traits[k].group} {
			if _, ok := read()["zh"].text.slots[about]; ok {
				list = append(list, about)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// The grammars of the languages have the same rules at their roots, with the same
// slots, and none that no text needs.
func TestGrammars(t *testing.T) {
	zh, en := read()["zh"].text.grammar, read()["en"].text.grammar
	if diff := cmp.Diff(read()["zh"].text.rules, read()["en"].text.rules, cmp.AllowUnexported(rules{})); diff != "" {
		t.Errorf("rules of kinds in zh and en (-zh +en):\n%s", diff)
	}
	for _, r := range roots() {
		if diff := cmp.Diff(zh.Slots(r), en.Slots(r)); diff != "" {
			t.Errorf("slots of %s in zh and en (-zh +en):\n%s", r, diff)
		}
	}
	for language, g := range map[string]interface{ Unused(...string) []string }{"zh": zh, "en": en} {
		if unused := g.Unused(roots()...); len(unused) > 0 {
			t.Errorf("no text in %s needs the rules %q", language, unused)
		}
	}
}

// Every slot that a grammar names has a value somewhere.
func TestSlots(t *testing.T) {
	for _, language := range languages {
		l := law(t, 5, language, "", 55347, 4000)
		had := map[string]bool{"repealed": true, "year": true, "note": true, "number": true}
		for i := 0; i < 55347; i += 5 {
			a := l.at(l.locate(i))
			a.write(nil)
			for s, v := range a.values {
				had[s] = had[s] || v != ""
			}
		}
		for i := range 4000 {
			a := l.newExplanation(i).article
			for s, v := range a.values {
				had[s] = had[s] || v != ""
			}
		}
		for rule, slots := range l.text.slots {
			for _, s := range slots {
				if !had[s] {
					t.Errorf("%s: slot %s of rule %s is never given", language, s, rule)
				}
			}
		}
	}
}

// crossReference matches a reference to an article of the same statute.
var crossReference = map[string]*regexp.Regexp{
	"zh": regexp.MustCompile(`本(?:法|条例|办法|规定|解释|细则|意见)(第[一二三四五六七八九十百千零]+条(?:之[一二三四五六七八九十]+)?)`),
	"en": regexp.MustCompile(`(Article [0-9]+(?:-[0-9]+)?) (?:of this|does not apply)`),
}

// What an article refers to stands in the same version, and is what it was when
// articles were moved.
func TestCrossReferences(t *testing.T) {
	for _, language := range languages {
		l := law(t, 11, language, "", 12000, 1)
		found := 0
		for i := range 12000 {
			_, text, _ := strings.Cut(l.Article(i), l.text.formatter.article(nameOf(l, i)))
			for _, m := range crossReference[language].FindAllStringSubmatch(text, -1) {
				found++
				if p := l.locate(i); called(l, p, m[1]) != l.at(p).prov.refers {
					t.Errorf("%q: %s is not provision %d", l.Article(i), m[1], l.at(p).prov.refers)
				}
			}
		}
		if found < 300 {
			t.Errorf("%s: %d references in 12000 articles, want many", language, found)
		}
	}
}

// nameOf is the number and branch of the article of a passage.
func nameOf(l *Law, passage int) (number, branch int) {
	p := l.locate(passage)
	a := l.Statutes[p.statute].Versions[p.version].Articles[p.position]
	return a.Number, a.Branch
}

// called is the provision of the article of that name in the version at a place, -1
// if there is none.
func called(l *Law, p place, name string) int {
	for _, a := range l.Statutes[p.statute].Versions[p.version].Articles {
		if l.text.formatter.article(a.Number, a.Branch) == name {
			return a.Provision
		}
	}
	return -1
}

// An article that was amended says something else than before, and one that was
// not says the same, but for the numbers of what it refers to.
func TestAmendments(t *testing.T) {
	for _, language := range languages {
		l := law(t, 13, language, "", 15000, 1)
		name := regexp.MustCompile(`第[一二三四五六七八九十百千零]+条(之[一二三四五六七八九十]+)?|Article [0-9]+(-[0-9]+)?`)
		amended := 0
		for i := range l.Statutes {
			s := &l.Statutes[i]
			for j := 1; j < len(s.Versions); j++ {
				for at, a := range s.Versions[j].Articles {
					old := s.Versions[j-1].at
					if a.Provision >= len(old) || old[a.Provision] < 0 {
						continue
					}
					before := place{i, j - 1, int(old[a.Provision])}
					x := name.ReplaceAllString(string(l.at(before).write(nil)), "#")
					y := name.ReplaceAllString(string(l.at(place{i, j, at}).write(nil)), "#")
					same := s.Versions[j-1].Articles[before.position].Revision == a.Revision
					if same != (x == y) {
						t.Errorf("%s: provision %d (%s) amended: %v\n%s\n%s", s.Title, a.Provision, traits[s.provisions[a.Provision].kind].name, !same, x, y)
					}
					if !same {
						amended++
					}
				}
			}
		}
		if amended < 1000 {
			t.Errorf("%s: %d articles amended, want more", language, amended)
		}
	}
}

// flaws are what no text has: notation, doubled words and marks, marks of the other
// language, spaces where there are none.
var flaws = map[string]*regexp.Regexp{
	"zh": regexp.MustCompile(`[{}$|]|的的|，，|。。|；；|、、|，。|；。|。，|。；|：。|应当应当|不得不得|可以可以|没有没有|未未|[,;!?]|[^ -~] [^ -~]|第零|undefined`),
	"en": regexp.MustCompile(`[{}$|\p{Han}]|\b(the the|to to|of of|a a|and and|is is|that that|in in|for for)\b|,,|\.\.|;;| [,.;]|[,;][a-zA-Z]|  | \n|\ba [aeio]|\ba un[^i]|\ban [bcdfgjklmnpqrstvwxyz]|may shall|The the`),
}

// Texts have no flaws that can be found by their form.
func TestFlaws(t *testing.T) {
	spaces := regexp.MustCompile(`  |[^ -~] [^ -~]`)
	for _, language := range languages {
		l := law(t, 17, language, "", 55347, 26951)
		for i := 0; i < 55347; i += 7 {
			s := l.Article(i)
			if bad := flaws[language].FindString(s); bad != "" {
				t.Errorf("%q in %q", bad, s)
			}
		}
		for i := range l.Passages() {
			s := l.Knowledge(i)
			if bad := flaws[language].FindString(spaces.ReplaceAllString(s, "")); bad != "" || s == "" {
				t.Errorf("%q in %q", bad, s)
			}
		}
	}
}

// A law's articles are of many texts.
func TestVariety(t *testing.T) {
	for _, language := range languages {
		l := law(t, 19, language, "", 55347, 1)
		first, seen := 0, map[string]bool{}
		for i := range l.Statutes {
			for at := range l.Statutes[i].Versions[0].Articles {
				seen[string(l.at(place{i, 0, at}).write(nil))] = true
				first++
			}
		}
		if len(seen)*100 < first*97 {
			t.Errorf("%s: %d texts of %d articles, want 97%%", language, len(seen), first)
		}
	}
}

// No clause of a real statute, longer than what every statute says, stands in an
// article.
func TestNoRealClauses(t *testing.T) {
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = "../../../../../shared/data"
	}
	files, err := filepath.Glob(filepath.Join(data, "statutes/zh/*/*.md"))
	if err != nil || len(files) == 0 {
		t.Skip("no real statutes below " + data + ": set TASKGROVE_DATA")
	}
	const longest = 12 // characters of a clause that is nobody's
	stock := regexp.MustCompile(`^本(法|条例|规定|办法|解释)自.*日起施行$`)
	real := map[string]bool{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range clauses(string(b)) {
			real[c] = true
		}
	}
	for _, name := range []string{"LegalArticle", "LegalKnowledge"} {
		b, err := os.ReadFile(filepath.Join(data, "legalagentbench/corpus", name+".jsonl"))
		if err != nil {
			t.Skip(err)
		}
		for line := range strings.Lines(string(b)) {
			var row struct{ Contents string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			for _, c := range clauses(row.Contents) {
				real[c] = true
			}
		}
	}
	l := law(t, 23, "zh", "", 55347, 26951)
	told := map[string]bool{}
	for i := range 55347 {
		for _, c := range clauses(l.Article(i)) {
			if utf8.RuneCountInString(c) >= longest && real[c] && !told[c] && !stock.MatchString(c) {
				told[c] = true
				t.Errorf("a real statute has the clause %s", c)
			}
		}
	}
}

// clauses splits a text at its marks.
func clauses(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("，；。：、\n 　（）《》“”", r) })
}
