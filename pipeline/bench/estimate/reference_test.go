package estimate_test

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// near compares figures that were computed elsewhere and are given to so many digits.
var near = cmpopts.EquateApprox(0, 2e-9)

// values reads clusters of values: one cluster a list, named by its number.
func values(clusters ...[]float64) (v []estimate.Measurement) {
	for i, c := range clusters {
		for _, x := range c {
			v = append(v, estimate.Measurement{X: x, Cluster: strconv.Itoa(i)})
		}
	}
	return v
}

// unequal are clusters of one to four values.
func unequal() []estimate.Measurement {
	return values([]float64{1, 1, 0}, []float64{0.5, 0}, []float64{1}, []float64{0, 0, 0, 1}, []float64{0.25, 0.75}, []float64{1})
}

// rare are ten pairs with two successes, in two of them.
func rare() []estimate.Measurement {
	pairs := make([][]float64, 10)
	for i := range pairs {
		pairs[i] = []float64{0, 0}
	}
	pairs[1][0], pairs[6][1] = 1, 1
	return values(pairs...)
}

// constant are clusters of one value each, all the same.
func constant(n int, x float64) []estimate.Measurement {
	clusters := make([][]float64, n)
	for i := range clusters {
		clusters[i] = []float64{x}
	}
	return values(clusters...)
}

// paired are forty clusters of one or two differences.
func paired() []estimate.Measurement {
	clusters := make([][]float64, 40)
	for i := range clusters {
		for j := range 1 + i%2 {
			clusters[i] = append(clusters[i], float64((i*7+j*3)%9-3)/6)
		}
	}
	return values(clusters...)
}

func ref(x float64) *float64 { return &x }

// The figures are those of R 4.2.2: standard errors and degrees of freedom by
// coef_test(lm(x ~ 1), "CR1", cluster, "Satterthwaite") of clubSandwich 0.5.8, errors also by
// vcovCL(type = "HC0", cadjust = TRUE) of sandwich 3.0-2, and intervals of shares by
// prop.test(correct = FALSE) with mean*(1-mean)/se^2 draws and the t quantile's level.
func TestReference(t *testing.T) {
	for _, tc := range []struct {
		name string
		got  estimate.Estimate
		want estimate.Estimate
	}{
		{"mean of unequal clusters", estimate.Mean(unequal(), 0.95),
			estimate.Estimate{N: 13, Clusters: 6, Mean: ref(0.5), SE: ref(0.119168718344844), Low: ref(0.174386772188082), High: ref(0.825613227811917)}},
		{"share of unequal clusters", estimate.Share(unequal(), 0.95),
			estimate.Estimate{N: 13, Clusters: 6, Mean: ref(0.5), SE: ref(0.119168718344844), Low: ref(0.227144682445), High: ref(0.772855317555)}},
		{"share of two in twenty", estimate.Share(rare(), 0.95),
			estimate.Estimate{N: 20, Clusters: 10, Mean: ref(0.1), SE: ref(0.0666666666667), Low: ref(0.0236350130377), High: ref(0.3377489396309)}},
		{"share of none in twelve", estimate.Share(constant(12, 0), 0.95),
			estimate.Estimate{N: 12, Clusters: 12, Mean: ref(0), SE: ref(0), Low: ref(0), High: ref(0.287594344379)}},
		{"share of one cluster", estimate.Share(values([]float64{1, 0}), 0.95), estimate.Estimate{N: 2, Clusters: 1, Mean: ref(0.5)}},
		{"share of nothing", estimate.Share(nil, 0.95), estimate.Estimate{}},
		{"mean of nothing", estimate.Mean(nil, 0.95), estimate.Estimate{}},
		{"mean without spread", estimate.Mean(constant(5, 3), 0.95), estimate.Estimate{N: 5, Clusters: 5, Mean: ref(3), SE: ref(0)}},
	} {
		if d := cmp.Diff(tc.want, tc.got, near); d != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, d)
		}
	}
}

// R's figures again; the exchanges by mean(abs(expand.grid(...) %*% sums) >= abs(sum(sums))).
func TestCompareReference(t *testing.T) {
	eight := values([]float64{0.5, 1}, []float64{-0.25}, []float64{1}, []float64{0.75}, []float64{-0.5}, []float64{1, 1}, []float64{0.5}, []float64{1})
	sixteen := slices.Concat(eight, []estimate.Measurement{{X: 1.25, Cluster: "a"}, {X: -0.75, Cluster: "b"}, {X: 0.3, Cluster: "c"}, {X: 0.9, Cluster: "d"},
		{X: -1.1, Cluster: "e"}, {X: 0.2, Cluster: "f"}, {X: 0.4, Cluster: "g"}, {X: 0.7, Cluster: "h"}})
	for _, tc := range []struct {
		name string
		of   []estimate.Measurement
		p    float64
		test estimate.Test
	}{
		{"many clusters", paired(), 0.00199453622107, estimate.Student},
		{"eight clusters", eight, 0.0546875, estimate.Permutation},
		{"sixteen clusters, unlike in size", sixteen, 0.03369140625, estimate.Permutation},
		{"no difference anywhere", constant(30, 0), 1, estimate.Permutation},
		{"the same difference everywhere", constant(20, 0.5), math.Pow(2, -19), estimate.Permutation},
		{"two clusters", constant(2, 1), 0.5, estimate.Permutation},
	} {
		got := estimate.Compare(tc.of, 0.95)
		if got.P == nil || math.Abs(*got.P-tc.p) > 2e-9 || got.Test != tc.test {
			t.Errorf("%s: p %v by %q, want %v by %q", tc.name, *got.P, got.Test, tc.p, tc.test)
		}
	}
	want := estimate.Difference{
		Estimate:   estimate.Estimate{N: 60, Clusters: 40, Mean: ref(0.161111111111), SE: ref(0.048239375916), Low: ref(0.0631959725514), High: ref(0.2590262496708)},
		P:          ref(0.00199453622107),
		Test:       estimate.Student,
		Detectable: ref(0.139013342354), // (qt(0.975, df) + qt(0.8, df)) * se
	}
	if d := cmp.Diff(want, estimate.Compare(paired(), 0.95), near); d != "" {
		t.Errorf("many clusters (-want +got):\n%s", d)
	}
	for name, of := range map[string][]estimate.Measurement{"nothing": nil, "one cluster": values([]float64{1, 0})} {
		if got := estimate.Compare(of, 0.95); got.P != nil || got.Test != "" || got.SE != nil || got.Detectable != nil {
			t.Errorf("Compare of %s = %+v, want nothing about chance", name, got)
		}
	}
}

// R's p.adjust(p, "holm").
func TestHolm(t *testing.T) {
	for _, tc := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005, 0.5, 0.03}, []float64{0.05, 0.12, 0.12, 0.03, 0.50, 0.12}},
		{[]float64{0.2}, []float64{0.2}},
		{[]float64{0.7, 0.9}, []float64{1, 1}},
		{nil, []float64{}},
	} {
		if d := cmp.Diff(tc.want, estimate.Holm(tc.p), near); d != "" {
			t.Errorf("Holm(%v) (-want +got):\n%s", tc.p, d)
		}
	}
}

// The data and the figure, 0.849, are those of Krippendorff (Computing Krippendorff's
// Alpha-Reliability, 2011): four observers, twelve units, some missing.
func TestAlpha(t *testing.T) {
	units := [][]float64{{1, 1, 1}, {2, 2, 3, 2}, {3, 3, 3, 3}, {3, 3, 3, 3}, {2, 2, 2, 2}, {1, 2, 3, 4}, {4, 4, 4, 4}, {1, 1, 2, 1}, {2, 2, 2, 2}, {5, 5, 5}, {1, 1}, {3}}
	if got, ok := estimate.Alpha(units); !ok || math.Round(got*1000) != 849 {
		t.Errorf("Alpha = %v, %v, want 0.849", got, ok)
	}
	for name, units := range map[string][][]float64{"nothing": nil, "single figures": {{1}, {2}}, "one figure": {{0.1, 0.1, 0.1}, {0.1, 0.1}}} {
		if got, ok := estimate.Alpha(units); ok {
			t.Errorf("Alpha of %s = %v, want none", name, got)
		}
	}
}
