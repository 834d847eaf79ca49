// Package chance provides the random numbers of a generated world.
//
// Every item has a separate random source, which depends only on the item's identity (the
// world's seed, the item's kind and its number). An item is therefore the same in whatever
// order, and with whatever other items, it is made.
package chance

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Key identifies a source of random numbers: a world, a kind of item in it, or an item. Equal
// keys give equal numbers on every machine. The zero Key is valid.
type Key struct{ hi, lo uint64 }

// New returns the key of the world with a seed.
func New(seed uint64) Key { return of("seed", strconv.FormatUint(seed, 10)) }

// Of returns the key of a kind of item below k. Different labels give unrelated keys. It
// computes a SHA-256: call it once per kind, and At for each item.
func (k Key) Of(label string) Key {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], k.hi)
	binary.BigEndian.PutUint64(b[8:], k.lo)
	return of(string(b[:]), label)
}

// of returns a key from the first 128 bits of a digest of the fields.
func of(fields ...string) Key {
	sum := digest.HashOf("chance", fields)
	return Key{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// At returns the key of the i-th item below k.
func (k Key) At(i int) Key {
	n := uint64(i) + 1
	return Key{mix(k.hi + n*0x9e3779b97f4a7c15), mix(k.lo ^ bits.RotateLeft64(n*0xd1b54a32d192ed03, 32))}
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014): a bijection
// of which every output bit depends on every input bit.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Rand returns a new source; every call returns one that gives the same numbers. The source is
// not safe for concurrent use.
func (k Key) Rand() *rand.Rand { return rand.New(rand.NewPCG(k.hi, k.lo)) }

// WeightedIndex returns a random index, each with a probability proportional to its weight. Weights must
// not be negative, nor all 0.
func WeightedIndex(r *rand.Rand, weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := r.IntN(sum)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	panic("weights changed while one was picked")
}

// Permutation is a keyed bijection of the integers in [0, n). It gives items of a world unique
// names without a list of used ones. It is a four-round Feistel network over the next power of
// four, iterated until the result is below n (Black and Rogaway, Ciphers with Arbitrary Finite
// Domains, 2002).
type Permutation struct {
	key  Key
	n    uint64
	half uint // bits of each half
}

// NewPermutation returns the bijection of [0, n) for a key; n is in [1, 2^62].
func NewPermutation(k Key, n uint64) Permutation {
	return Permutation{key: k, n: n, half: max(1, uint(bits.Len64(n-1)+1)/2)}
}

// At returns the image of i, which must be below n.
func (p Permutation) At(i uint64) uint64 {
	if i >= p.n {
		panic("permutation of " + strconv.FormatUint(p.n, 10) + ": no " + strconv.FormatUint(i, 10))
	}
	for {
		if i = p.round(i); i < p.n {
			return i
		}
	}
}

// Order returns a random order of n items: a bijection of [0, n) as a function.
func (k Key) Order(n int) func(i int) int {
	p := NewPermutation(k, uint64(max(1, n)))
	return func(i int) int { return int(p.At(uint64(i))) }
}

// round applies the network once: a bijection of the integers of 2*half bits.
func (p Permutation) round(x uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	l, r := x>>p.half, x&mask
	for i := range uint64(4) {
		l, r = r, l^(mix(r+p.key.hi+i*p.key.lo)&mask)
	}
	return l<<p.half | r
}

// Quantile is a point of a distribution: Share thousandths of all values are at most Value.
type Quantile struct{ Share, Value int }

// FromQuantiles returns a random integer of the distribution with the given quantiles: values
// are spread uniformly between neighbouring quantiles, which are possible values themselves.
// Shares must increase from 0 to 1000 and values must not decrease; FromQuantiles does not
// check this. It uses integer arithmetic only, so that results do not depend on a machine's
// floating point.
func FromQuantiles(r *rand.Rand, quantiles ...Quantile) int {
	const fine = 1 << 20
	at := r.IntN(1000 * fine)
	for i := 1; i < len(quantiles); i++ {
		from, to := quantiles[i-1], quantiles[i]
		if at >= to.Share*fine {
			continue
		}
		width := int64(to.Share-from.Share) * fine
		past := int64(at) - int64(from.Share)*fine
		// Values are below 2^50 and shares below 2^30: divide first where it matters.
		return from.Value + int(int64(to.Value-from.Value)/width*past+int64(to.Value-from.Value)%width*past/width)
	}
	return quantiles[len(quantiles)-1].Value
}

// Percent returns true with a probability of percent in 100.
func Percent(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

// Ratio returns true with a probability of some in all.
func Ratio(r *rand.Rand, some, all int) bool { return r.IntN(all) < some }

// Apportion divides total among the weights in proportion, without a remainder: the shares with
// the largest fractions are rounded up, among equals the first. Weights must not be negative,
// nor all 0.
func Apportion(total int, weights []int) []int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	shares := make([]int, len(weights))
	type fraction struct{ index, rest int }
	fractions := make([]fraction, len(weights))
	left := total
	for i, w := range weights {
		shares[i] = total * w / sum
		fractions[i] = fraction{i, total * w % sum}
		left -= shares[i]
	}
	slices.SortStableFunc(fractions, func(a, b fraction) int { return b.rest - a.rest })
	for _, f := range fractions[:left] {
		shares[f.index]++
	}
	return shares
}

// WeightedSampler draws indices with probabilities proportional to weights. For many draws it is faster
// than [WeightedIndex].
type WeightedSampler struct{ sums []int }

// NewWeightedSampler returns a wheel with the given weights, which must not be negative, nor all 0.
func NewWeightedSampler(weights []int) WeightedSampler {
	sums := make([]int, len(weights))
	sum := 0
	for i, w := range weights {
		sum += w
		sums[i] = sum
	}
	return WeightedSampler{sums}
}

// Draw returns a random index.
func (w WeightedSampler) Draw(r *rand.Rand) int {
	at := r.IntN(w.sums[len(w.sums)-1])
	i, found := slices.BinarySearch(w.sums, at)
	if found {
		for i++; w.sums[i] == at; i++ {
		}
	}
	return i
}
