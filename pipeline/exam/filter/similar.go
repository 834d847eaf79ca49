package filter

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func sorted(n []int) []int { slices.Sort(n); return n }

// similar leaves out items whose vector is close to that of an earlier item of the same type and
// language.
func similar(ctx context.Context, entries []*entry, encode func(context.Context, []string) ([][]float32, error)) (kept []*entry, dropped []task.Dropped, err error) {
	if encode == nil {
		kept, dropped = similarPairs(entries)
		return kept, dropped, nil
	}
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = e.text
	}
	vectors, err := encode(ctx, texts)
	if err != nil {
		return nil, nil, fmt.Errorf("vectors of %d items: %w", len(texts), err)
	}
	if len(vectors) != len(texts) {
		return nil, nil, fmt.Errorf("vectors of items: %d for %d texts: want one for each", len(vectors), len(texts))
	}
	planes := map[string]*buckets{}
	for i, e := range entries {
		if len(vectors[i]) != len(vectors[0]) {
			return nil, nil, fmt.Errorf("vectors of items: item %s has %d numbers, item %s %d: want as many", entries[0].t.ID, len(vectors[0]), e.t.ID, len(vectors[i]))
		}
		group := e.t.Type + " " + e.t.Language
		b := planes[group]
		if b == nil {
			b = newBuckets(len(vectors[i]))
			planes[group] = b
		}
		v := unit(vectors[i])
		other := -1
		keys := b.keys(v)
		for _, n := range b.near(keys) {
			if dot(v, b.vectors[n]) >= MaxCosine {
				other = n
				break
			}
		}
		if other >= 0 {
			dropped = append(dropped, against(e, b.entries[other], Similar, "nearly the meaning of"))
			continue
		}
		b.add(keys, v, e)
		kept = append(kept, e)
	}
	return kept, dropped, nil
}

// similarPairs is similar with vectors of the numbers of pairs of words, which the index of
// shingles finds.
func similarPairs(entries []*entry) (kept []*entry, dropped []task.Dropped) {
	type group struct {
		index *index
		all   []*entry
		pairs []map[string]float64
	}
	groups := map[string]*group{}
	for _, e := range entries {
		key := e.t.Type + " " + e.t.Language
		g := groups[key]
		if g == nil {
			g = &group{index: newIndex()}
			groups[key] = g
		}
		v, of := pairs(e.text), shingles(e.text)
		other := -1
		for _, n := range g.index.near(of) {
			if cosine(v, g.pairs[n]) >= MaxCosine {
				other = n
				break
			}
		}
		if other >= 0 {
			dropped = append(dropped, against(e, g.all[other], Similar, "nearly the pairs of words of"))
			continue
		}
		g.index.add(of)
		g.all, g.pairs = append(g.all, e), append(g.pairs, v)
		kept = append(kept, e)
	}
	return kept, dropped
}

// pairs counts the pairs of neighbouring words of a folded text, in which each Chinese character
// is a word.
func pairs(folded string) map[string]float64 {
	counts := map[string]float64{}
	words := strings.Fields(folded)
	for i := 1; i < len(words); i++ {
		counts[words[i-1]+" "+words[i]]++
	}
	return counts
}

// cosine returns the cosine of two vectors of counts; 0 if one is empty.
func cosine(a, b map[string]float64) float64 {
	var ab, aa, bb float64
	for k, n := range a {
		ab += n * b[k]
		aa += n * n
	}
	for _, n := range b {
		bb += n * n
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// Vectors are put into buckets by the sides of random planes on which they lie (Charikar,
// Similarity Estimation Techniques from Rounding Algorithms, 2002). Two vectors with a cosine of
// 0.8 lie on the same side of a plane four times in five, so they share one of these buckets with
// probability 0.99, and closer ones more surely. Only vectors that share one are compared.
const (
	tables      = 48
	tablePlanes = 10
)

// buckets finds vectors of one group.
type buckets struct {
	planes  [][]float32
	of      [tables]map[int][]int
	vectors [][]float32
	entries []*entry
}

func newBuckets(size int) *buckets {
	b := &buckets{}
	r := digest.Rand("exam/filter", "planes")
	for range tables * tablePlanes {
		b.planes = append(b.planes, normal(r, size))
	}
	for i := range b.of {
		b.of[i] = map[int][]int{}
	}
	return b
}

func normal(r *rand.Rand, size int) []float32 {
	v := make([]float32, size)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// keys returns the bucket of a vector in each table.
func (b *buckets) keys(v []float32) (keys [tables]int) {
	for i, plane := range b.planes {
		keys[i/tablePlanes] <<= 1
		if dot(v, plane) > 0 {
			keys[i/tablePlanes] |= 1
		}
	}
	return keys
}

// near returns the vectors that share a bucket, in the order in which they were added.
func (b *buckets) near(keys [tables]int) []int {
	seen := map[int]bool{}
	var found []int
	for i, key := range keys {
		for _, n := range b.of[i][key] {
			if !seen[n] {
				seen[n] = true
				found = append(found, n)
			}
		}
	}
	return sorted(found)
}

func (b *buckets) add(keys [tables]int, v []float32, e *entry) {
	n := len(b.vectors)
	for i, key := range keys {
		b.of[i][key] = append(b.of[i][key], n)
	}
	b.vectors, b.entries = append(b.vectors, v), append(b.entries, e)
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// unit returns a vector of length 1 in the direction of v; v itself if it is 0.
func unit(v []float32) []float32 {
	length := math.Sqrt(dot(v, v))
	if length == 0 {
		return v
	}
	u := make([]float32, len(v))
	for i := range v {
		u[i] = float32(float64(v[i]) / length)
	}
	return u
}
