package estimate_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// loose compares figures that are worked out in two ways.
var loose = cmpopts.EquateApprox(1e-6, 3e-9)

func drawValues(t *rapid.T, low float64) []estimate.Measurement {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) estimate.Measurement {
		x := rapid.OneOf(rapid.SampledFrom([]float64{low, 0, 1, 1.0 / 3}), rapid.Float64Range(low, 1)).Draw(t, "x")
		return estimate.Measurement{X: x, Cluster: rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "cluster")}
	}), 0, 30).Draw(t, "values")
}

func mapped(values []estimate.Measurement, f func(estimate.Measurement) estimate.Measurement) (to []estimate.Measurement) {
	for _, v := range values {
		to = append(to, f(v))
	}
	return to
}

// Neither the order of values nor the names of clusters matter, to the bit.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValues(t, -1)
		shuffled := rapid.Permutation(v).Draw(t, "shuffled")
		if d := cmp.Diff(estimate.Compare(v, 0.9), estimate.Compare(shuffled, 0.9)); d != "" {
			t.Fatalf("shuffled (-want +got):\n%s", d)
		}
		names := rapid.Permutation([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "names")
		renamed := mapped(v, func(v estimate.Measurement) estimate.Measurement {
			return estimate.Measurement{X: v.X, Cluster: names[v.Cluster[0]-'a']}
		})
		if d := cmp.Diff(estimate.Compare(v, 0.9), estimate.Compare(renamed, 0.9)); d != "" {
			t.Fatalf("renamed (-want +got):\n%s", d)
		}
	})
}

// Nor does the order matter where sums would lose what is small.
func TestOrderOfLarge(t *testing.T) {
	for _, large := range [][]estimate.Measurement{
		{{X: 1e15, Cluster: "a"}, {X: -1e15, Cluster: "b"}, {X: 0.3, Cluster: "c"}, {X: 0.3, Cluster: "c"}},
		{{X: 1e15, Cluster: "a"}, {X: -1e15, Cluster: "a"}, {X: 0.3, Cluster: "a"}, {X: 0, Cluster: "b"}},
	} {
		want := estimate.Mean(large, 0.95)
		for i := range large {
			turned := slices.Concat(large[i:], large[:i])
			if d := cmp.Diff(want, estimate.Mean(turned, 0.95)); d != "" {
				t.Errorf("%v from value %d on (-want +got):\n%s", large, i, d)
			}
		}
	}
}

// To measure every item twice says no more.
func TestTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValues(t, 0)
		once, twice := estimate.Share(v, 0.95), estimate.Share(slices.Concat(v, v), 0.95)
		twice.N /= 2
		if d := cmp.Diff(once, twice, loose); d != "" {
			t.Fatalf("measured twice (-once +twice):\n%s", d)
		}
	})
}

// Half the differences have half the mean, error and bounds, and the same p; exchanged, the
// two things have the other sign.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValues(t, -1)
		by := rapid.SampledFrom([]float64{0.5, -1, -0.25}).Draw(t, "by")
		want := estimate.Compare(v, 0.95)
		got := estimate.Compare(mapped(v, func(v estimate.Measurement) estimate.Measurement {
			return estimate.Measurement{X: by * v.X, Cluster: v.Cluster}
		}), 0.95)
		if by < 0 {
			want.Low, want.High = want.High, want.Low
		}
		for _, p := range []*float64{want.Mean, want.Low, want.High} {
			if p != nil {
				*p *= by
			}
		}
		for _, p := range []*float64{want.SE, want.Detectable} {
			if p != nil {
				*p *= math.Abs(by)
			}
		}
		if d := cmp.Diff(want, got, loose); d != "" {
			t.Fatalf("times %v (-want +got):\n%s", by, d)
		}
	})
}

// An interval of a share lies in [0, 1] around the mean, and is narrower at a lower level.
func TestShareBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValues(t, 0)
		wide, narrow := estimate.Share(v, 0.99), estimate.Share(v, 0.8)
		if wide.SE == nil {
			if wide.Low != nil || wide.High != nil || wide.Clusters > 1 {
				t.Fatalf("Share = %+v, want an interval with two clusters and only then", wide)
			}
			return
		}
		got := []float64{0, *wide.Low, *narrow.Low, *wide.Mean, *narrow.High, *wide.High, 1}
		if !slices.IsSorted(got) {
			t.Fatalf("bounds %v, want them ascending", got)
		}
	})
}

// The exchange test counts what it says it counts.
func TestSignsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sums := rapid.SliceOfN(rapid.Map(rapid.IntRange(-60, 60), func(i int) float64 { return float64(i) / 60 }), 2, 9).Draw(t, "sums")
		clusters := make([][]float64, len(sums))
		var observed float64
		for i, s := range sums {
			clusters[i] = []float64{s}
			observed += s
		}
		asFar := 0
		for choice := range 1 << len(sums) {
			var sum float64
			for i, s := range sums {
				sum += s * float64(1-2*(choice>>i&1))
			}
			if math.Abs(sum) >= math.Abs(observed)-1e-8 {
				asFar++
			}
		}
		want := float64(asFar) / float64(int(1)<<len(sums))
		if got := *estimate.Compare(values(clusters...), 0.95).P; math.Abs(got-want) > 1e-6 {
			t.Fatalf("p of %v = %v, want %v", sums, got, want)
		}
	})
}

// Where there are too many sums to count, draws come near.
func TestSignsDrawn(t *testing.T) {
	for _, up := range []int{14, 17, 19, 20} {
		var clusters [][]float64
		var sums []float64
		var observed float64
		for i := range 20 {
			s := math.Pow(1.21, float64(i)) * math.Sqrt(float64(i)+2)
			if i >= up {
				s = -s
			}
			sums, clusters = append(sums, s), append(clusters, []float64{s})
			observed += s
		}
		asFar := 0
		for choice := range uint32(1 << len(sums)) {
			var sum float64
			for i, s := range sums {
				sum += s * float64(1-2*int(choice>>i&1))
			}
			if math.Abs(sum) >= math.Abs(observed)-1e-8 {
				asFar++
			}
		}
		want := float64(asFar) / (1 << 20)
		got := estimate.Compare(values(clusters...), 0.95)
		if up == 20 && *got.P != 1e-4 {
			t.Errorf("all up: p = %v, want 1 in 10,000: only the observed signs", *got.P)
		}
		if off := 4 * math.Sqrt(want*(1-want)/9999); got.Test != estimate.Permutation || math.Abs(*got.P-want) > off+1e-4 {
			t.Errorf("%d up: p = %v by %s, want %v up to %.4f", up, *got.P, got.Test, want, off)
		}
	}
}

// Passes are shares of the choices of k attempts out of n.
func TestPassesCount(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for c := range n + 1 {
			for k := 1; k <= n; k++ {
				var all, hold, within int
				for choice := range uint(1 << n) {
					if bits.OnesCount(choice) != k {
						continue
					}
					all++
					passed := bits.OnesCount(choice & (1<<c - 1))
					if passed > 0 {
						hold++
					}
					if passed == k {
						within++
					}
				}
				want := fmt.Sprintf("%.9f %.9f", float64(hold)/float64(all), float64(within)/float64(all))
				if got := fmt.Sprintf("%.9f %.9f", estimate.PassAny(n, c, k), estimate.PassAll(n, c, k)); got != want {
					t.Errorf("of %d attempts %d pass: %d choose at least one and only passed ones %s, want %s", n, c, k, got, want)
				}
			}
		}
	}
}

// What is asked against the contract is a bug of the caller.
func TestPanics(t *testing.T) {
	for name, call := range map[string]func(){
		"a share above 1":         func() { estimate.Share([]estimate.Measurement{{X: 1.1}}, 0.95) },
		"a share that is NaN":     func() { estimate.Share([]estimate.Measurement{{X: math.NaN()}}, 0.95) },
		"a level of 1":            func() { estimate.Mean(paired(), 1) },
		"a slope at a level of 1": func() { estimate.Slope(nil, 1) },
		"more passed than made":   func() { estimate.PassAny(3, 4, 1) },
		"more asked than made":    func() { estimate.PassAll(3, 2, 4) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
