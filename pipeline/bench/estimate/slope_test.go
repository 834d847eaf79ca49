package estimate_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/digest"
)

func drawPoints(t *rapid.T) []estimate.PlacedMeasurement {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) estimate.PlacedMeasurement {
		return estimate.PlacedMeasurement{
			At: float64(rapid.IntRange(1, 5).Draw(t, "at")), X: rapid.SampledFrom([]float64{0, 0.25, 0.5, 1}).Draw(t, "x"),
			Cluster: rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "cluster"),
		}
	}), 0, 30).Draw(t, "points")
}

// Worked out by hand: at the places 1, 2 and 3 the means are 1, 0.5 and 0.25, so that the slope is
// (-1*2 + 1*0.5) / 4 = -0.375, and the line is at 3.5/6 in the middle.
func TestSlope(t *testing.T) {
	points := []estimate.PlacedMeasurement{{1, 1, "a"}, {1, 1, "b"}, {2, 1, "c"}, {2, 0, "d"}, {3, 0.5, "e"}, {3, 0, "f"}}
	got := estimate.Slope(points, 0.95)
	line := func(at float64) float64 { return 3.5/6 - 0.375*(at-2) }
	var scores float64
	for _, p := range points {
		d := (p.At - 2) * (p.X - line(p.At))
		scores += d * d
	}
	se := math.Sqrt(6.0/5*scores) / 4
	if got.N != 6 || got.Clusters != 6 || *got.Mean != -0.375 || math.Abs(*got.SE-se) > 1e-9 || *got.High-*got.Mean-(*got.Mean-*got.Low) > 2e-9 {
		t.Errorf("Slope = %v ± %v (%v to %v) of %d, want -0.375 ± %v of 6", *got.Mean, *got.SE, *got.Low, *got.High, got.N, se)
	}
	for name, few := range map[string][]estimate.PlacedMeasurement{
		"nothing": nil, "one place": {{1, 1, "a"}, {1, 0, "b"}, {1, 0, "c"}},
	} {
		if e := estimate.Slope(few, 0.95); e.Mean != nil || e.SE != nil || e.N != len(few) {
			t.Errorf("%s: %+v, want no slope", name, e)
		}
	}
	for name, few := range map[string][]estimate.PlacedMeasurement{
		"two clusters":                    {{1, 1, "a"}, {2, 0, "b"}, {2, 1, "b"}},
		"one place with several clusters": {{1, 1, "a"}, {2, 0, "b"}, {2, 1, "c"}, {3, 1, "d"}},
	} {
		if e := estimate.Slope(few, 0.95); e.Mean == nil || e.SE != nil || e.Low != nil {
			t.Errorf("%s: %+v, want a slope without an error", name, e)
		}
	}
	straight := []estimate.PlacedMeasurement{{1, 1, "a"}, {1, 1, "b"}, {2, 0.5, "c"}, {2, 0.5, "d"}}
	if e := estimate.Slope(straight, 0.95); *e.Mean != -0.5 || *e.SE != 0 || e.Low != nil {
		t.Errorf("points on a line: %+v, want -0.5 without an interval", e)
	}
}

// Over points at two places the slope is the difference of their means.
func TestSlopeOfTwoPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := drawPoints(t)
		var at [2][]estimate.Measurement
		for i := range points {
			k := int(points[i].At) % 2
			points[i].At = float64(3 + k)
			at[k] = append(at[k], estimate.Measurement{X: points[i].X, Cluster: points[i].Cluster})
		}
		e := estimate.Slope(points, 0.95)
		low, high := estimate.Mean(at[0], 0.95).Mean, estimate.Mean(at[1], 0.95).Mean
		if (e.Mean == nil) != (low == nil || high == nil) || e.Mean != nil && math.Abs(*e.Mean-(*high-*low)) > 3e-9 {
			t.Fatalf("Slope = %+v, want the difference of %v and %v", e, low, high)
		}
	})
}

// The error and its degrees of freedom are those of the matrices of least squares, which say
// nothing of how the sums are taken.
func TestSlopeByMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := drawPoints(t)
		e := estimate.Slope(points, 0.95)
		if e.SE == nil || e.Low == nil {
			t.Skip("no error")
		}
		n := len(points)
		design, y := mat.NewDense(n, 2, nil), mat.NewVecDense(n, nil)
		of := map[string][]int{}
		for i, p := range points {
			design.SetRow(i, []float64{1, p.At})
			y.SetVec(i, p.X)
			of[p.Cluster] = append(of[p.Cluster], i)
		}
		var cross, inverse, half, hat, left mat.Dense
		cross.Mul(design.T(), design)
		if err := inverse.Inverse(&cross); err != nil {
			t.Fatal(err)
		}
		half.Mul(&inverse, design.T()) // its second row gives the slope
		hat.Mul(design, &half)
		left.Sub(eye(n), &hat)
		var off mat.VecDense
		off.MulVec(&left, y)
		var scores float64
		var columns []*mat.VecDense // of the matrix whose products are M
		for _, rows := range of {
			w := mat.NewVecDense(n, nil)
			for _, i := range rows {
				w.SetVec(i, half.At(1, i))
			}
			s := mat.Dot(w, &off)
			scores += s * s
			c := mat.NewVecDense(n, nil)
			c.MulVec(&left, w)
			columns = append(columns, c)
		}
		g := float64(len(of))
		se := math.Sqrt(g / (g - 1) * scores)
		var trace, square float64
		for _, a := range columns {
			trace += mat.Dot(a, a)
			for _, b := range columns {
				square += mat.Dot(a, b) * mat.Dot(a, b)
			}
		}
		margin := distuv.StudentsT{Sigma: 1, Nu: trace * trace / square}.Quantile(0.975) * se
		if math.Abs(*e.SE-se) > 1e-8 || math.Abs(*e.High-*e.Mean-margin) > 1e-6*math.Max(1, margin) {
			t.Fatalf("Slope = ± %v, %v to the end of the interval; want %v and %v", *e.SE, *e.High-*e.Mean, se, margin)
		}
	})
}

func eye(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// Neither the order of points nor the names of clusters matter, to the bit.
func TestSlopeOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := drawPoints(t)
		want := estimate.Slope(points, 0.9)
		names := rapid.Permutation([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "names")
		other := rapid.Permutation(points).Draw(t, "shuffled")
		for i := range other {
			other[i].Cluster = names[other[i].Cluster[0]-'a']
		}
		if d := cmp.Diff(want, estimate.Slope(other, 0.9)); d != "" {
			t.Fatalf("shuffled and renamed (-want +got):\n%s", d)
		}
	})
}

// Of experiments in which success falls by 0.1 a place, the interval at 0.95 holds the fall about
// nineteen times in twenty.
func TestSlopeCovers(t *testing.T) {
	rng := digest.Rand("estimate test", "slope")
	const experiments = 2000
	held := 0
	for range experiments {
		var points []estimate.PlacedMeasurement
		for path := range 40 {
			at := float64(1 + path%5)
			hard := 0.2 * rng.NormFloat64()
			for range 2 {
				x := 0.0
				if rng.Float64() < 0.8-0.1*at+hard {
					x = 1
				}
				points = append(points, estimate.PlacedMeasurement{At: at, X: x, Cluster: strconv.Itoa(path)})
			}
		}
		if e := estimate.Slope(points, 0.95); *e.Low <= -0.1 && -0.1 <= *e.High {
			held++
		}
	}
	if share := float64(held) / experiments; share < 0.93 || share > 0.97 {
		t.Errorf("the interval holds the true slope in %v of experiments, want about 0.95", share)
	}
}
