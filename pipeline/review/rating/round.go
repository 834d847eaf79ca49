package rating

import (
	"cmp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// A Round has texts to rate and keeps count of who rated them. It is not safe for concurrent
// use.
type Round struct {
	overlap int
	order   []digest.Digest // of the texts that are given out
	texts   map[digest.Digest]*RatedText
	latest  map[digest.Digest]map[string]*TextRating // by text and person, by the text's rubric
}

// NewRound returns a round over texts, each of which is to be rated by so many people. Of equal
// texts the first counts. share, in (0, 1], is the share of the texts that are given out: which
// ones, and in which order, depends on their content alone.
func NewRound(texts []*RatedText, overlap int, share float64) *Round {
	r := &Round{overlap: max(1, overlap), texts: map[digest.Digest]*RatedText{}, latest: map[digest.Digest]map[string]*TextRating{}}
	for _, t := range texts {
		id := t.ID()
		if r.texts[id] == nil {
			r.texts[id] = t
			r.order = append(r.order, id)
		}
	}
	// The ID of a text orders them like a draw.
	slices.Sort(r.order)
	if share > 0 && share < 1 {
		r.order = r.order[:min(len(r.order), max(1, int(share*float64(len(r.order))+0.5)))]
	}
	return r
}

// Apply takes in a rating. One of another text, or by another rubric than the text's, has no
// effect.
func (r *Round) Apply(one *TextRating) {
	t := r.texts[one.Text]
	if t == nil || t.Rubric.ID() != one.Opinion.Rubric {
		return
	}
	if r.latest[one.Text] == nil {
		r.latest[one.Text] = map[string]*TextRating{}
	}
	r.latest[one.Text][one.By] = one
}

// Text returns a text of the round, and the last rating of it by a person; each is nil if there
// is none.
func (r *Round) Text(id digest.Digest, by string) (*RatedText, *TextRating) {
	return r.texts[id], r.latest[id][by]
}

// Next returns the text that a person rates next, none of those in skip: of those that the
// person has not rated and that fewer people than wanted have, one that most have. ok is false
// if there is none.
func (r *Round) Next(by string, skip []digest.Digest) (id digest.Digest, ok bool) {
	var open []digest.Digest
	for _, id := range r.order {
		if r.latest[id][by] == nil && len(r.latest[id]) < r.overlap && !slices.Contains(skip, id) {
			open = append(open, id)
		}
	}
	if len(open) == 0 {
		return "", false
	}
	return slices.MaxFunc(open, func(a, b digest.Digest) int { return cmp.Compare(len(r.latest[a]), len(r.latest[b])) }), true
}

// RoundProgress counts ratings.
type RoundProgress struct {
	// Mine is the number of texts that a person has rated, Left the number of those that the
	// person may still be given.
	Mine int `json:"mine"`
	Left int `json:"left"`
	// Done is the number of texts that enough people have rated, of Texts.
	Done  int `json:"done"`
	Texts int `json:"texts"`
}

// Progress returns how far a person, and everybody, has come with the texts that are given out.
func (r *Round) Progress(by string) RoundProgress {
	p := RoundProgress{Texts: len(r.order)}
	for _, id := range r.order {
		rated := r.latest[id]
		if len(rated) >= r.overlap {
			p.Done++
		}
		switch {
		case rated[by] != nil:
			p.Mine++
		case len(rated) < r.overlap:
			p.Left++
		}
	}
	return p
}
