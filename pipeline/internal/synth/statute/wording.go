package statute

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// wording describes the parts of an article's text in one revision.
type wording struct {
	shift   int  // how often its numbers were changed
	items   int  // numbered subparagraphs before the last
	more    int  // paragraphs after the first
	coda    bool // the first paragraph goes on behind the rule
	proviso bool // the first paragraph ends with an exception
}

// Bounds of amendments.
const (
	mostItems = 7
	mostMore  = 4
)

// wordingOf draws the wording of a revision: that of the first text, changed by each amendment.
// Two successive revisions always differ. The shares of paragraphs are those of real articles.
// An article on the day of force keeps its wording; only the day changes.
func wordingOf(k chance.Key, t *trait, revision int) wording {
	r := k.Rand()
	var w wording
	if !terse(t) {
		w.more = chance.WeightedIndex(r, []int{58, 28, 10, 4})
		w.coda = !t.listed && r.IntN(100) < 58
	}
	if t.listed {
		w.items = 2 + chance.WeightedIndex(r, []int{25, 30, 25, 12, 8})
		w.more = max(0, w.more-1)
	}
	if t.name != traits[force].name {
		for range revision {
			w.amend(r, t)
		}
	}
	return w
}

// terse reports whether articles of a kind have a single paragraph.
func terse(t *trait) bool {
	return t.part == tail || t.name == traits[purpose].name
}

// amend draws the effect of one amendment.
func (w *wording) amend(r *rand.Rand, t *trait) {
	weights := [...]int{0, 0, 4, 0, 0}
	if t.numbers {
		weights[0] = 8
	}
	if t.listed && w.items < mostItems {
		weights[1] = 5
	}
	if w.more >= mostMore {
		weights[2] = 0
	}
	if !t.listed && !w.proviso {
		weights[3] = 3
	}
	if w.more > 0 {
		weights[4] = 1
	}
	switch chance.WeightedIndex(r, weights[:]) {
	case 0:
		w.shift++
	case 1:
		w.items++
	case 2:
		w.more++
	case 3:
		w.proviso = true
	case 4:
		w.more--
	}
}
