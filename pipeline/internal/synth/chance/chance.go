// Package chance draws the numbers a generated world is made of.
//
// Every item draws from a source of its own, which depends on what the item is
// (the world's seed, its kind, its number) and on nothing else. An item is the
// same whether it is made first or last, alone or with all others.
package chance

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Key names something that draws: a world, a kind of item in it, an item. Equal
// keys draw equal numbers on every machine. The zero Key is a key like any other.
type Key struct{ hi, lo uint64 }

// New returns the key of the world of a seed.
func New(seed uint64) Key { return of("seed", strconv.FormatUint(seed, 10)) }

// Of returns the key of a kind of item below k. Different labels give unrelated
// keys. It costs a SHA-256: call it once for a kind, and At for its items.
func (k Key) Of(label string) Key {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], k.hi)
	binary.BigEndian.PutUint64(b[8:], k.lo)
	return of(string(b[:]), label)
}

// of takes the first 128 bits of a digest.
func of(fields ...string) Key {
	sum := string(digest.Of("chance", fields...))
	b, err := hex.DecodeString(sum[len("sha256:"):])
	if err != nil {
		panic("digest " + sum + ": " + err.Error())
	}
	return Key{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
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

// Rand returns a source that starts anew with each call. It is not safe for
// concurrent use.
func (k Key) Rand() *rand.Rand { return rand.New(rand.NewPCG(k.hi, k.lo)) }

// Pick returns an index, each with a chance in proportion to its weight, none of
// which is negative. The weights must not sum to 0.
func Pick(r *rand.Rand, weights []int) int {
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

// Permutation is a keyed bijection of the whole numbers in [0, n): what makes
// names unique in a world without a list of those taken. It is a four-round
// Feistel network over the next power of four, walked until it falls within n
// (Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002).
type Permutation struct {
	key  Key
	n    uint64
	half uint // bits of each half
}

// NewPermutation returns the bijection of [0, n) under a key; n is at least 1 and
// at most 2^62.
func NewPermutation(k Key, n uint64) Permutation {
	return Permutation{key: k, n: n, half: max(1, uint(bits.Len64(n-1)+1)/2)}
}

// At returns where i goes. i must be below n.
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

// round is the network: a bijection of all numbers of twice half bits.
func (p Permutation) round(x uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	l, r := x>>p.half, x&mask
	for i := range uint64(4) {
		l, r = r, l^(mix(r+p.key.hi+i*p.key.lo)&mask)
	}
	return l<<p.half | r
}

// Quantile is a point of a distribution: a share of all values, in thousandths,
// is at most Value.
type Quantile struct{ Share, Value int }

// Draw returns a whole number of the distribution whose quantiles are given, from
// share 0 to share 1000 in ascending order, with values spread evenly between
// two of them. It is whole numbers throughout, so that no machine's floating
// point shows in a world.
func Draw(r *rand.Rand, quantiles ...Quantile) int {
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

// Chance reports true in percent of 100 draws.
func Chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

// Apportion divides total among the weights, each of which is not negative and
// not all of which are 0, in proportion and without a remainder (the largest
// fractions get one more; among equals the first).
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

// Wheel picks indices in proportion to weights, faster than [Pick] for many.
type Wheel struct{ sums []int }

// NewWheel returns a wheel of weights, none negative and not all 0.
func NewWheel(weights []int) Wheel {
	sums := make([]int, len(weights))
	sum := 0
	for i, w := range weights {
		sum += w
		sums[i] = sum
	}
	return Wheel{sums}
}

// Pick returns an index.
func (w Wheel) Pick(r *rand.Rand) int {
	at := r.IntN(w.sums[len(w.sums)-1])
	i, found := slices.BinarySearch(w.sums, at)
	if found {
		for i++; w.sums[i] == at; i++ {
		}
	}
	return i
}
