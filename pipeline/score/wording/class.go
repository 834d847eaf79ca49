package wording

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// RecitalClass is the kind of error of a recited text.
type RecitalClass string

// The closed set of classes.
const (
	Exact          RecitalClass = "exact"           // the reference, apart from punctuation, space, width and case
	AddedParagraph RecitalClass = "added paragraph" // the reference with another paragraph or item of its article
	AddedArticle   RecitalClass = "added article"   // the reference with text of another article of its version
	Altered        RecitalClass = "altered"         // the reference with words changed, left out or added
	Mixed          RecitalClass = "mixed"           // pieces of several provisions
	Invented       RecitalClass = "invented"        // text that no provision has
	NewestVersion  RecitalClass = "newest version"  // a text of the newest version of the law, which has another one under the number asked for
	OtherVersion   RecitalClass = "other version"   // the text in another version of the law, not the newest
	OtherNumber    RecitalClass = "other number"    // another provision of the version
	OtherLaw       RecitalClass = "other law"       // a provision of another law
	Refusal        RecitalClass = "refusal"         // no text, or a statement that it is not known
)

// Classes returns every class, in the order of reports.
func Classes() []RecitalClass {
	return []RecitalClass{Exact, Altered, AddedParagraph, AddedArticle, OtherNumber, NewestVersion, OtherVersion, OtherLaw, Mixed, Invented, Refusal}
}

// Classification is the class of a recited text with the provisions that show it.
type Classification struct {
	Class RecitalClass
	// Entries are the IDs of the entries, other than the reference, from which the answer
	// takes text, in the order of the answer. Nil if there are none.
	Entries []string
}

const (
	nearlyAll = 0.9 // similarity from which a text is an entry's, with slips
	mostly    = 0.8 // share of the reference that an answer must have to have added to it
	half      = 0.5 // share of an answer that must stand in entries to be taken from them
	some      = 0.4 // share of the reference that an answer must have to be an altered one
	few       = 0.2 // share of an answer below which a foreign piece is a turn of phrase; of the reference, what a refusal may share with it
)

// Classify returns the class of an answer that should recite the reference. The question
// may be ""; its words do not make an answer a refusal.
//
// The whole reference before or behind a whole entry of its version is that entry added. An answer
// equal to an entry, or at least 0.9 similar to it and more than to the reference,
// is that entry, unless it has the whole reference, which the entry has not. Otherwise the answer
// is taken apart into the longest pieces that stand in entries. Pieces of other entries count from
// eight Chinese characters or 24 letters.
func (x *EntryIndex) Classify(reference *CitableEntry, answer, question string) Classification {
	text := letters(Recited(answer, reference.Text))
	folded := letters(reference.Text)
	if text == folded && text != "" {
		return Classification{Class: Exact}
	}
	if same := x.byText[text]; len(same) > 0 && text != "" {
		i := slices.MinFunc(same, func(a, b int) int {
			return int(nearnessForText(reference, &x.entries[a])) - int(nearnessForText(reference, &x.entries[b]))
		})
		return x.verdict(x.classOf(reference, i), i)
	}
	if i, class := x.beside(reference, folded, text); i >= 0 {
		return x.verdict(class, i)
	}
	t := x.tile(reference, folded, text)
	little := float64(t.own+t.foreign) < half*float64(t.total) || t.foreign == 0 && float64(t.covered) < few*float64(weight(folded))
	if text == "" || little && score.Declines(answer, question) {
		return Classification{Class: Refusal}
	}
	like := similarity(folded, text)
	// A short reference with a long text behind it is more than that text, though nearly all is of it.
	more := func(i int) bool { return strings.Contains(text, folded) && !strings.Contains(x.folded[i], folded) }
	if i := x.mostSimilar(t, text, like); i >= 0 && !more(i) {
		return x.verdict(x.classOf(reference, i), i)
	}
	return x.verdict(t.class(x, reference, weight(folded), like), t.order...)
}

// beside returns the entry of the reference's version that makes up, with the whole reference, a text,
// and the class of the text; -1 if there is none. One of the reference's article comes first.
func (x *EntryIndex) beside(reference *CitableEntry, folded, text string) (int, RecitalClass) {
	after, first := strings.CutPrefix(text, folded)
	before, last := strings.CutSuffix(text, folded)
	found, class := -1, RecitalClass("")
	for _, rest := range []string{after, before} {
		if folded == "" || rest == "" || !first && !last {
			continue
		}
		for _, i := range x.byText[rest] {
			switch nearnessOf(reference, &x.entries[i]) {
			case sameArticle:
				return i, AddedParagraph
			case sameVersion:
				found, class = i, AddedArticle
			}
		}
	}
	return found, class
}

// class decides the class of a text that is no entry's.
func (t *tiling) class(x *EntryIndex, reference *CitableEntry, whole int, like float64) RecitalClass {
	covered := float64(t.covered) / float64(max(whole, 1))
	total, foreign := float64(t.total), float64(t.foreign)
	altered := covered >= some || like >= half
	switch {
	case t.foreign > 0 && covered >= mostly && total >= mostly*float64(whole)+foreign/2:
		return t.added(x, reference)
	case altered && foreign < few*total:
		return Altered
	case float64(t.own+t.foreign) < half*total && altered:
		return Altered
	case float64(t.own+t.foreign) < half*total:
		return Invented
	case t.own < minForeign && len(t.from) == 1:
		return x.classOf(reference, t.order[0])
	case t.foreign > 0:
		return Mixed
	}
	return Altered
}

// added says what stands beside the reference, by the larger part.
func (t *tiling) added(x *EntryIndex, reference *CitableEntry) RecitalClass {
	var by [elsewhere + 1]int
	for i, n := range t.from {
		by[nearnessOf(reference, &x.entries[i])] += n
	}
	switch most := slices.Max(by[:]); most {
	case by[sameArticle]:
		return AddedParagraph
	case by[sameVersion]:
		return AddedArticle
	}
	return Mixed
}

// classOf is the class of an answer that is the i-th entry, not the reference.
func (x *EntryIndex) classOf(reference *CitableEntry, i int) RecitalClass {
	switch nearnessOf(reference, &x.entries[i]) {
	case sameArticle, sameVersion:
		return OtherNumber
	case sameNumber, sameLaw:
		newest := slices.ContainsFunc(x.byText[x.folded[i]], func(n int) bool { return x.entries[n].Newest && x.entries[n].Law == reference.Law })
		if newest && !x.StandsInNewest(reference) && (x.entries[i].cites(reference) || similarity(reference.Text, x.entries[i].Text) >= related) {
			return NewestVersion
		}
		return OtherVersion
	}
	return OtherLaw
}

// related is the least similarity of a provision under another number to what became of it: of
// two provisions that have nothing to do with each other few reach a third.
const related = 0.4

// StandsInNewest reports whether the newest version of an entry's law has the entry's text under
// the entry's number.
func (x *EntryIndex) StandsInNewest(e *CitableEntry) bool {
	return slices.ContainsFunc(x.WithText(e.Text), func(o *CitableEntry) bool { return o.Newest && o.Law == e.Law && o.cites(e) })
}

// nearnessForText orders entries of equal text by how well they explain the answer: the
// provision asked for in another version comes before others of the version asked for.
func nearnessForText(reference, e *CitableEntry) nearness {
	n := nearnessOf(reference, e)
	if n == sameNumber {
		return itself
	}
	return n
}

// mostSimilar returns the entry among those of a tiling to which a text is most similar, if
// it is nearly all of the text and the similarity exceeds like; -1 if there is none.
func (x *EntryIndex) mostSimilar(t *tiling, text string, like float64) int {
	best := -1
	for _, i := range t.order {
		if s := similarity(x.folded[i], text); s >= nearlyAll && s > like {
			best, like = i, s
		}
	}
	return best
}

// similarity is 1 minus the edit distance divided by the longer length.
func similarity(a, b string) float64 {
	edits, longest := prose.Distance(a, b)
	if longest == 0 {
		return 0
	}
	return 1 - float64(edits)/float64(longest)
}

// verdict names the entries.
func (x *EntryIndex) verdict(c RecitalClass, entries ...int) Classification {
	v := Classification{Class: c}
	for _, i := range entries {
		v.Entries = append(v.Entries, x.entries[i].ID)
	}
	return v
}
