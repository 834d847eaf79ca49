package legislation

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Bounds of the alignment of articles, as shares of equal trigrams.
const (
	sameArticle = 0.5 // two articles at least as alike may be one, amended
	clearLead   = 0.1 // by so much the best match must beat the second, seen from both sides
	nothingLike = 0.3 // an article that no other is as much like has none that corresponds to it
	contained   = 0.6 // so much of an article within another one hints at a merger or a split
	anyOrder    = 0.8 // articles less alike are one only if they stand in order among those of equal words
)

// articleText is one article of one version.
type articleText struct {
	number, branch int
	label          string
	folded         string // the texts of its provisions, one a line, after folding
	trigrams       []uint64
}

// articlesOf returns the articles of a document in order.
func articlesOf(d *document) (articles []articleText) {
	for _, e := range d.entries {
		n := len(articles)
		if n == 0 || articles[n-1].number != e.article || articles[n-1].branch != e.branch {
			articles = append(articles, articleText{number: e.article, branch: e.branch, label: d.grammar.article(e.unit)})
			n++
		}
		articles[n-1].folded += fmt.Sprintf("%d.%d ", e.item, e.subitem) + fold(e.text) + "\n"
	}
	for i := range articles {
		articles[i].trigrams = trigrams(articles[i].folded)
	}
	return articles
}

// fold makes texts equal that differ in the width of characters, in blanks or in Markdown.
func fold(s string) string {
	s = strings.NewReplacer("〈", "<", "〉", ">", "《", "<", "》", ">", "“", `"`, "”", `"`, "‘", "'", "’", "'", "—", "-").Replace(norm.NFKC.String(s))
	return strings.Join(strings.Fields(s), "")
}

// trigrams returns the different runs of three characters of a text, sorted. A text of one or
// two has one run.
func trigrams(s string) []uint64 {
	runes := []rune(strings.ReplaceAll(s, "\n", ""))
	var grams []uint64
	for i := 0; i+2 < len(runes); i++ {
		grams = append(grams, uint64(runes[i])<<42|uint64(runes[i+1])<<21|uint64(runes[i+2]))
	}
	slices.Sort(grams)
	return slices.Compact(grams)
}

// match is how an article compares with those of the other version.
type match struct {
	best, second   int     // the indexes of the most alike; -1 for none
	score, next    float64 // how alike they are
	holder         int     // the article that holds most of this one, or of which this one holds most; -1 for none
	containedShare float64
}

// compare compares each article of one version with those of the other that it shares trigrams
// with. Those that skip marks on either side are not candidates for best, but may be holders.
func compare(from, to []articleText, skipFrom, skipTo []bool) []match {
	index := make(map[uint64][]int32)
	for i, a := range to {
		for _, g := range a.trigrams {
			index[g] = append(index[g], int32(i))
		}
	}
	matches := make([]match, len(from))
	shared := make([]int, len(to))
	for i, a := range from {
		m := &matches[i]
		*m = match{best: -1, second: -1, holder: -1}
		if skipFrom[i] {
			continue
		}
		clear(shared)
		for _, g := range a.trigrams {
			for _, j := range index[g] {
				shared[j]++
			}
		}
		for j, n := range shared {
			if n == 0 {
				continue
			}
			if share := float64(n) / float64(min(len(a.trigrams), len(to[j].trigrams))); share > m.containedShare {
				m.holder, m.containedShare = j, share
			}
			if !skipTo[j] {
				m.take(j, 2*float64(n)/float64(len(a.trigrams)+len(to[j].trigrams)))
			}
		}
	}
	return matches
}

// take ranks one candidate.
func (m *match) take(j int, score float64) {
	switch {
	case score > m.score:
		m.second, m.next = m.best, m.score
		m.best, m.score = j, score
	case score > m.next:
		m.second, m.next = j, score
	}
}

// alignment is what became of the articles between two versions.
type alignment struct {
	from, to     []articleText
	toOf         []int // by index in from, the index in to; -1 for none
	fromOf       []int
	similarity   []float64 // by index in from, of matched articles
	fromDoubtful []bool
	toDoubtful   []bool
}

// align finds what became of the articles of one version in the next. The numbers and the
// order of articles are no evidence, except between articles of equal words: texts are.
func align(from, to []articleText) *alignment {
	a := &alignment{from: from, to: to, toOf: slices.Repeat([]int{-1}, len(from)), fromOf: slices.Repeat([]int{-1}, len(to)),
		similarity: make([]float64, len(from)), fromDoubtful: make([]bool, len(from)), toDoubtful: make([]bool, len(to))}
	a.matchEqual()
	a.matchAlike()
	return a
}

func (a *alignment) pair(i, j int, similarity float64) {
	a.toOf[i], a.fromOf[j], a.similarity[i] = j, i, similarity
}

// matchEqual matches articles of equal words: those that also have the same number, and those
// whose words stand once in each version. Other equal articles are in doubt.
func (a *alignment) matchEqual() {
	group := func(articles []articleText) map[string][]int {
		by := make(map[string][]int)
		for i, t := range articles {
			by[t.folded] = append(by[t.folded], i)
		}
		return by
	}
	after := group(a.to)
	before := group(a.from)
	for i, t := range a.from {
		same := after[t.folded]
		for _, j := range same {
			if a.to[j].number == t.number && a.to[j].branch == t.branch {
				a.pair(i, j, 1)
			}
		}
		if len(same) == 1 && len(before[t.folded]) == 1 && a.toOf[i] < 0 {
			a.pair(i, same[0], 1)
		}
	}
	for i, t := range a.from {
		for _, j := range after[t.folded] {
			if a.toOf[i] < 0 && a.fromOf[j] < 0 {
				a.fromDoubtful[i], a.toDoubtful[j] = true, true
			}
		}
	}
}

// matchAlike matches articles that are each other's best match by a margin. Articles that may
// correspond to another one, in whole or in part, are in doubt.
func (a *alignment) matchAlike() {
	skipFrom, skipTo := make([]bool, len(a.from)), make([]bool, len(a.to))
	for i := range a.from {
		skipFrom[i] = a.toOf[i] >= 0 || a.fromDoubtful[i]
	}
	for j := range a.to {
		skipTo[j] = a.fromOf[j] >= 0 || a.toDoubtful[j]
	}
	forward, backward := compare(a.from, a.to, skipFrom, skipTo), compare(a.to, a.from, skipTo, skipFrom)
	for i, m := range forward {
		if m.best < 0 || m.score < sameArticle || m.score-m.next < clearLead {
			continue
		}
		if m.score < anyOrder && !a.inOrder(i, m.best) {
			continue
		}
		if back := backward[m.best]; back.best == i && back.score-back.next >= clearLead {
			a.pair(i, m.best, min(m.score, 0.9999)) // 1 is for equal words
		}
	}
	a.doubt(forward, skipFrom, a.toOf, a.fromDoubtful, a.toDoubtful, a.fromOf)
	a.doubt(backward, skipTo, a.fromOf, a.toDoubtful, a.fromDoubtful, a.toOf)
	for i, j := range a.toOf {
		if j >= 0 && (a.fromDoubtful[i] || a.toDoubtful[j]) && a.similarity[i] < 1 {
			a.toOf[i], a.fromOf[j] = -1, -1
			a.fromDoubtful[i], a.toDoubtful[j] = true, true
		}
	}
}

// inOrder reports whether article i of the one version and j of the other stand between the same
// articles of equal words. A new article in the form of one that was repealed seldom does.
func (a *alignment) inOrder(i, j int) bool {
	for before := i - 1; before >= 0; before-- {
		if to := a.toOf[before]; to >= 0 && a.similarity[before] == 1 {
			if to > j {
				return false
			}
			break
		}
	}
	for after := i + 1; after < len(a.toOf); after++ {
		if to := a.toOf[after]; to >= 0 && a.similarity[after] == 1 {
			return to > j
		}
	}
	return true
}

// doubt marks the articles of one side that have no match and may have one, and with them the
// articles that hold most of their words: parts may have been moved.
func (a *alignment) doubt(matches []match, skip []bool, of []int, own, other []bool, back []int) {
	for i, m := range matches {
		if skip[i] || of[i] >= 0 {
			continue
		}
		if m.containedShare >= contained {
			own[i] = true
			if back[m.holder] >= 0 {
				other[m.holder] = true
			}
		}
		if m.score >= nothingLike {
			own[i] = true
		}
	}
}
