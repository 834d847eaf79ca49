package statute

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// wording is what makes up the text of an article in one of its revisions.
type wording struct {
	shift   int  // how often its numbers were changed
	items   int  // numbered subparagraphs before the last
	more    int  // paragraphs after the first
	coda    bool // the first paragraph goes on behind the rule
	proviso bool // the first paragraph ends with an exception
}

// Bounds of what amendments add.
const (
	mostItems = 7
	mostMore  = 4
)

// wordingOf draws the wording of a revision from the key of its provision: that of
// the first and what each amendment since did to it. Two successive revisions are
// never the same. Shares of paragraphs are those of real articles. An article on
// the day of force keeps its wording; the day is what changes.
func wordingOf(k chance.Key, t *trait, revision int) wording {
	r := k.Rand()
	var w wording
	if !terse(t) {
		w.more = chance.Pick(r, []int{58, 28, 10, 4})
		w.coda = !t.listed && r.IntN(100) < 58
	}
	if t.listed {
		w.items = 2 + chance.Pick(r, []int{25, 30, 25, 12, 8})
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

// amend draws what one amendment does.
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
	switch chance.Pick(r, weights[:]) {
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
