package profile

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// at returns a pointer to a value.
func at(v float64) *float64 { return &v }

func TestQuantiles(t *testing.T) {
	hundred := weightedValues{}
	for i := range 100 {
		hundred.add(float64(100-i), 1)
	}
	for _, tt := range []struct {
		name   string
		values weightedValues
		want   *Quantiles
	}{
		{"none", nil, nil},
		{"one", weightedValues{{7, 1}}, &Quantiles{1, SampleQuantile{7, nil, nil}, SampleQuantile{7, nil, nil}, SampleQuantile{7, nil, nil}}},
		{"repeated", weightedValues{{7, 30}, {-1, 30}, {7, 40}},
			&Quantiles{100, SampleQuantile{-1, at(-1), at(-1)}, SampleQuantile{7, at(7), at(7)}, SampleQuantile{7, at(7), at(7)}}},
		// Ranks 50 ± 2.576·5, 10 and 90 ± 2.576·3, outwards.
		{"hundred", hundred, &Quantiles{100, SampleQuantile{10, at(2), at(19)}, SampleQuantile{50, at(37), at(64)}, SampleQuantile{90, at(82), at(99)}}},
	} {
		if diff := cmp.Diff(tt.want, tt.values.quantiles()); diff != "" {
			t.Errorf("%s: quantiles (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A quantile is the first value that reaches its share, and lies in its interval.
func TestQuantileReachesItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(-5, 5), 1, 300).Draw(t, "values")
		var w weightedValues
		for _, v := range values {
			w.add(float64(v), 1)
		}
		q := w.quantiles()
		for _, tt := range []struct {
			share int // formatPercent
			got   SampleQuantile
		}{{10, q.P10}, {50, q.P50}, {90, q.P90}} {
			slices.Sort(values)
			want := values[(tt.share*len(values)+99)/100-1]
			if tt.got.Value != float64(want) {
				t.Errorf("quantile %d%% of %v = %v, want %v", tt.share, values, tt.got.Value, want)
			}
			if tt.got.Low != nil && *tt.got.Low > tt.got.Value || tt.got.High != nil && *tt.got.High < tt.got.Value {
				t.Errorf("quantile %d%% of %v = %+v outside its interval", tt.share, values, tt.got)
			}
		}
	})
}

func TestTally(t *testing.T) {
	var got Moments
	got.add(3, 2)
	got.add(1, 4)
	if want := (Moments{N: 6, Sum: 10, Squares: 22, Max: 3}); got != want {
		t.Errorf("tally = %+v, want %+v", got, want)
	}
}
