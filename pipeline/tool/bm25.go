package tool

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
)

// The parameters of BM25, in the middle of the ranges Robertson and Zaragoza
// recommend (The Probabilistic Relevance Framework: BM25 and Beyond, 2009,
// section 3.5: k1 in [1.2, 2], b in [0.5, 0.8]).
const (
	saturation = 1.2  // k1: how soon more occurrences of a term stop counting
	lengthNorm = 0.75 // b: how much a long passage is held against it
)

// BM25 ranks passages by Okapi BM25 over the terms of [Terms]. It needs no model. A term in
// n of N passages has the weight ln(1 + (N-n+½)/(n+½)), which is never negative; a term of
// the query counts as often as it occurs there. Passages without a term of the query are
// not returned, so there may be fewer than k.
//
// The first Retrieve builds the index, since most runs never retrieve. BM25 is safe for
// concurrent use.
type BM25 struct {
	passages []string
	build    sync.Once
	terms    map[string]uint32
	postings [][]posting // by term; passages ascending
	scratch  sync.Pool   // *scratch
}

// posting says how much a term adds to a passage's score.
type posting struct {
	passage uint32
	weight  float32
}

// scratch is what one query adds its scores up in.
type scratch struct {
	scores  []float32 // by passage; 0 for those not in touched
	touched []uint32  // passages with a score above 0, each once
}

// NewBM25 returns a retriever over the passages. It keeps the slice, which must not change.
func NewBM25(passages []string) *BM25 { return &BM25{passages: passages} }

// Retrieve implements [Retriever]. The error is ctx's.
func (r *BM25) Retrieve(ctx context.Context, query string, k int) ([]Passage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k = min(k, len(r.passages))
	if k < 1 {
		return nil, nil
	}
	r.build.Do(r.index)
	sc := r.scratch.Get().(*scratch)
	defer r.scratch.Put(sc)
	r.score(query, sc)
	best := r.best(sc, k)
	for _, p := range sc.touched {
		sc.scores[p] = 0
	}
	sc.touched = sc.touched[:0]
	return best, nil
}

// score adds up the weights of the query's terms, in the query's order.
func (r *BM25) score(query string, sc *scratch) {
	for term := range Terms(query) {
		t, ok := r.terms[term]
		if !ok {
			continue
		}
		for _, p := range r.postings[t] {
			if sc.scores[p.passage] == 0 {
				sc.touched = append(sc.touched, p.passage)
			}
			sc.scores[p.passage] += p.weight
		}
	}
}

// best returns the k highest of the touched passages, best first.
func (r *BM25) best(sc *scratch, k int) []Passage {
	better := func(a, b uint32) int {
		return cmp.Or(cmp.Compare(sc.scores[b], sc.scores[a]), cmp.Compare(a, b))
	}
	k = min(k, len(sc.touched))
	top := make([]uint32, 0, k+1)
	for _, p := range sc.touched {
		if len(top) == k && better(p, top[k-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, p, better)
		top = slices.Insert(top, at, p)
		top = top[:min(len(top), k)]
	}
	found := make([]Passage, len(top))
	for i, p := range top {
		found[i] = Passage{Number: int(p), Text: r.passages[p], Score: float64(sc.scores[p])}
	}
	return found
}

// index counts the terms of every passage and weighs them.
func (r *BM25) index() {
	r.terms = map[string]uint32{}
	lengths := make([]float64, len(r.passages))
	var total float64
	for i, passage := range r.passages {
		for term := range Terms(passage) {
			t, ok := r.terms[term]
			if !ok {
				t = uint32(len(r.postings))
				r.terms[term] = t
				r.postings = append(r.postings, nil)
			}
			list := r.postings[t]
			if n := len(list); n > 0 && list[n-1].passage == uint32(i) {
				list[n-1].weight++
			} else {
				r.postings[t] = append(list, posting{uint32(i), 1})
			}
			lengths[i]++
		}
		total += lengths[i]
	}
	mean := total / float64(len(r.passages))
	for _, list := range r.postings {
		n := float64(len(list))
		idf := math.Log1p((float64(len(r.passages)) - n + 0.5) / (n + 0.5))
		for j := range list {
			tf := float64(list[j].weight)
			norm := saturation * (1 - lengthNorm + lengthNorm*lengths[list[j].passage]/mean)
			list[j].weight = float32(idf * tf * (saturation + 1) / (tf + norm))
		}
	}
	r.scratch.New = func() any { return &scratch{scores: make([]float32, len(r.passages))} }
}
