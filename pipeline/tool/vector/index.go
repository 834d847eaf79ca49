package vector

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// index holds the directions of passages: vectors of length 1, one after the other.
type index struct {
	numbers []int // of the passages, ascending
	length  int   // of a vector; 0 for no passages
	values  []float32
}

// newIndex takes the vectors of the passages of the numbers, in parts; those without a
// direction are left out.
func newIndex(numbers []int, parts [][][]float32) (*index, error) {
	x := &index{}
	if len(numbers) == 0 {
		return x, nil
	}
	x.length = len(parts[0][0])
	x.numbers = make([]int, 0, len(numbers))
	x.values = make([]float32, 0, len(numbers)*x.length)
	n := 0
	for i, part := range parts {
		parts[i] = nil // so that no vector is held twice for long
		for _, v := range part {
			number := numbers[n]
			n++
			if len(v) == 0 || len(v) != x.length {
				return nil, fmt.Errorf("%d: vector of %d numbers: want vectors of equal length", number, len(v))
			}
			end := len(x.values)
			x.values = x.values[:end+x.length]
			some, err := normalize(x.values[end:], v)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", number, err)
			}
			if !some {
				x.values = x.values[:end]
				continue
			}
			x.numbers = append(x.numbers, number)
		}
	}
	return x, nil
}

// normalize scales a vector to length 1; some is false for a zero vector, of which it
// makes zeros.
func normalize(to, v []float32) (some bool, err error) {
	sum := 0.0
	for _, f := range v {
		sum += float64(f) * float64(f) // exact, so that no fused addition differs from it
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return false, errNumber
	}
	scale := 1 / math.Sqrt(sum)
	if sum == 0 {
		scale = 0
	}
	for i, f := range v {
		to[i] = float32(float64(f) * scale)
	}
	return sum > 0, nil
}

// compare appends the cosine between a direction and every passage's.
func (x *index) compare(direction, scores []float32) []float32 {
	for at := 0; at < len(x.values); at += x.length {
		scores = append(scores, dot(direction, x.values[at:at+x.length]))
	}
	return scores
}

// dot is the scalar product, of eight sums that run side by side.
//
// Note: viterin/vek computes it in assembly, in an order of additions that depends on
// the processor, so that near-equal passages would change places between machines.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	b = b[:len(a)]
	for len(a) >= 8 && len(b) >= 8 {
		// The conversions keep a compiler from fusing a product into its sum.
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		s4 += float32(a[4] * b[4])
		s5 += float32(a[5] * b[5])
		s6 += float32(a[6] * b[6])
		s7 += float32(a[7] * b[7])
		a, b = a[8:], b[8:]
	}
	for i, f := range a {
		s0 += float32(f * b[i])
	}
	return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
}

// highest returns the places of the k highest scores, best first, equal ones in order.
func highest(scores []float32, k int) []int {
	k = min(k, len(scores))
	better := func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	}
	// Twice as many are held as are wanted, so that they are seldom sorted.
	held := make([]int, 0, 2*k)
	full := false // whether held begins with the k best of what was seen
	for at := range scores {
		if full && better(at, held[k-1]) > 0 {
			continue
		}
		held = append(held, at)
		if len(held) == 2*k {
			slices.SortFunc(held, better)
			held, full = held[:k], true
		}
	}
	slices.SortFunc(held, better)
	return held[:k]
}
