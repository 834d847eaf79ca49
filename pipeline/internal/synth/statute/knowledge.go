package statute

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// genre is the kind of a knowledge passage.
type genre uint8

// The closed set of genres, in the order of genreWeights.
const (
	heading   genre = iota // the heading of a chapter or section
	stub                   // headings down to one without its text
	rule                   // an article explained
	reference              // a reading list
	contrast               // a distinction between two cases
	history                // the effect of an amendment
	caseNote               // a case in short
	genres                 // how many there are
)

// genreNames are the genres as the text grammars name them.
var genreNames = [genres]string{"heading", "stub", "rule", "reference", "contrast", "history", "brief"}

// genreWeights are the shares of genres, so that half of the passages are no longer
// than a line, as those of LegalAgentBench are.
var genreWeights = [genres]int{heading: 27, stub: 19, rule: 40, reference: 5, contrast: 4, history: 3, caseNote: 2}

// Knowledge returns the text of knowledge passage i, in [0, Passages()): a heading, or textbook
// prose on a matter. Statements about an article hold for the version of its statute that the
// text names, or else for the last version.
func (l *Law) Knowledge(i int) string {
	e := l.newExplanation(i)
	return e.expand(e.words, "knowledge_"+genreNames[e.genre])
}

// explanation is a knowledge passage whose text is being written.
type explanation struct {
	*article
	genre genre
	words *rand.Rand
}

// newExplanation prepares a knowledge passage.
func (l *Law) newExplanation(i int) explanation {
	k := l.knowledgeKey.At(i)
	r := k.Rand()
	e := explanation{genre: genre(chance.WeightedIndex(r, genreWeights[:])), words: k.At(0).Rand()}
	if e.genre == history {
		e.article = l.drawAmended(r)
	}
	if e.article == nil {
		if e.genre == history {
			e.genre = rule
		}
		var suits bool
		if e.article, suits = l.drawExplained(r, e.genre); !suits {
			e.genre = reference
		}
	}
	e.prepare(e.words)
	return e
}

// explainTries bounds the number of articles examined for a genre.
const explainTries = 40

// drawExplained draws an article that suits a passage of the genre, in the last version of a
// statute in force. If none is found, it returns any article and false.
func (l *Law) drawExplained(r *rand.Rand, g genre) (a *article, suits bool) {
	var p place
	for range explainTries {
		p = l.locate(r.IntN(l.articles))
		for l.Statutes[p.statute].Successor >= 0 {
			p.statute = l.Statutes[p.statute].Successor
		}
		s := &l.Statutes[p.statute]
		p.version = len(s.Versions) - 1
		v := &s.Versions[p.version]
		p.position = r.IntN(len(v.Articles))
		if g.suits(s.provisions[v.Articles[p.position].Provision].kind) {
			return l.at(p), true
		}
	}
	return l.at(p), false
}

// suits reports whether a passage of the genre can be about articles of a kind.
func (g genre) suits(k kind) bool {
	if g == caseNote {
		return k == conditional || k == support
	}
	return k != purpose && traits[k].part != tail
}

// drawAmended draws the first article of a version that changed articles of the version before;
// nil if none is found.
func (l *Law) drawAmended(r *rand.Rand) *article {
	for range explainTries {
		p := l.locate(r.IntN(l.articles))
		p.position = 0
		if p.version > 0 {
			t := l.at(p)
			t.compare(&t.statute.Versions[p.version-1])
			if t.values["changed"] != "" {
				return t
			}
		}
	}
	return nil
}

// compare sets the slots about the changes that the article's version made to the version
// before.
func (t *article) compare(before *Version) {
	var changed, added, removed int
	for _, a := range t.version.Articles {
		if a.Provision >= len(before.at) || before.at[a.Provision] < 0 {
			added++
			continue
		}
		b := before.Articles[before.at[a.Provision]]
		if b.Revision != a.Revision {
			changed++
		}
		if b.Number != a.Number && t.values["from"] == "" {
			t.values["from"] = t.text.formatter.article(b.Number, b.Branch)
			t.values["to"] = t.text.formatter.article(a.Number, a.Branch)
		}
	}
	for _, b := range before.Articles {
		if t.version.at[b.Provision] < 0 {
			removed++
		}
	}
	for slot, n := range map[string]int{"changed": changed, "added": added, "removed": removed} {
		if n > 0 {
			t.values[slot] = strconv.Itoa(n)
		}
	}
	t.values["year"] = strconv.Itoa(t.version.Date.Year())
	t.values["adopted"] = t.text.formatter.day(t.version.Adopted)
	t.values["date"] = t.text.formatter.day(t.version.Date)
	t.values["note"] = t.text.grammar.Expand(t.key.Rand(), "note_"+string(t.version.Note), nil)
}

// prepare sets the slots of a passage about the article.
func (t *article) prepare(r *rand.Rand) {
	trait := &traits[t.prov.kind]
	a := t.version.Articles[t.version.at[t.provision]]
	t.values["title"] = t.statute.Title
	t.values["article"] = t.text.formatter.article(a.Number, a.Branch)
	t.values["rule"] = t.quotation()
	t.setSecondClaim()
	t.values["topic"] = t.optional(r, "topic_"+trait.name)
	t.values["part"] = t.optional(r, "part_"+trait.group)
	t.values["more"] = t.optional(r, "more_on_"+trait.group)
	t.values["also"] = t.expand(r, t.rules.coda)
	t.values["told"] = t.optional(r, "told_"+trait.name)
}

// optional returns a text of a rule; "" if the rule does not exist.
func (t *article) optional(r *rand.Rand, rule string) string {
	if _, ok := t.text.slots[rule]; !ok {
		return ""
	}
	return t.expand(r, rule)
}

// setSecondClaim sets the slots of a claim on the matter that differs from the article's own.
func (t *article) setSecondClaim() {
	n := len(t.matter.claims)
	first := t.choose(t.prov, claimSalt, n, 0)
	for turn := 1; turn < n; turn++ {
		c := t.matter.claims[t.choose(t.prov, claimSalt, n, turn)]
		if c.fact == t.matter.claims[first].fact || c.remedy == t.matter.claims[first].remedy {
			continue
		}
		t.values["fact2"], t.values["claim2"] = t.subject.fill.Replace(c.fact), t.subject.fill.Replace(c.remedy)
		t.values["claimant2"] = t.subject.b
		if c.obligor {
			t.values["claimant2"] = t.subject.a
		}
		return
	}
}

// quotation returns the article's first paragraph with its list on one line, for use between
// quotation marks.
func (t *article) quotation() string {
	first := t.text.appendParagraph(make([]byte, 0, 256), t.first())
	return strings.NewReplacer("\n\n", t.text.formatter.inline(), `"`, "'").Replace(string(first))
}
