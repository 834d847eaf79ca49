package agreement

import (
	"testing"

	"pgregory.net/rapid"
)

// Figures worked by hand. In the first table, two raters rate 10 units on 0 to 2: the ratings
// agree on 7, differ by one on 2 and by two on 1. Both use the levels 4, 3 and 3 times; by
// chance, of 100 pairs 2·(4·3+3·3) = 42 differ by one and 2·4·3 = 24 by two. Linear: observed
// (2·½+1)/10 = 0.2, expected (42·½+24)/100 = 0.45, kappa 1 − 0.2/0.45 = 5/9. Quadratic:
// observed (2·¼+1)/10 = 0.15, expected (42·¼+24)/100 = 0.345, kappa 1 − 0.15/0.345 = 13/23.
func TestWeightedCohen(t *testing.T) {
	table := [][2]int{{0, 0}, {0, 0}, {0, 0}, {0, 2}, {1, 1}, {1, 1}, {1, 0}, {2, 2}, {2, 2}, {2, 1}}
	for _, tt := range []struct {
		name    string
		pairs   [][2]int
		levels  int
		weight  KappaWeight
		want    float64
		defined bool
	}{
		{"linear", table, 3, LinearWeight, 0.555555556, true},
		{"quadratic", table, 3, QuadraticWeight, 0.565217391, true},
		{"equal", [][2]int{{0, 0}, {2, 2}}, 3, LinearWeight, 1, true},
		{"opposite", [][2]int{{0, 2}, {2, 0}}, 3, QuadraticWeight, -1, true},
		{"one level used", [][2]int{{1, 1}, {1, 1}}, 3, LinearWeight, 0, false},
		{"nothing", nil, 3, LinearWeight, 0, false},
	} {
		if got, ok := WeightedCohen(tt.pairs, tt.levels, tt.weight); got != tt.want || ok != tt.defined {
			t.Errorf("%s: WeightedCohen = %v, %v, want %v, %v", tt.name, got, ok, tt.want, tt.defined)
		}
	}
	for name, call := range map[string]func(){
		"one level":         func() { WeightedCohen(nil, 1, LinearWeight) },
		"outside the scale": func() { WeightedCohen([][2]int{{0, 3}}, 3, LinearWeight) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("WeightedCohen with %s did not panic", name)
				}
			}()
			call()
		}()
	}
}

// On two levels both weights give the unweighted kappa; kappa is at most 1 and the same for
// the raters exchanged and the scale reversed.
func TestWeightedCohenLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.IntRange(2, 5).Draw(t, "levels")
		weight := rapid.SampledFrom([]KappaWeight{LinearWeight, QuadraticWeight}).Draw(t, "weight")
		n := rapid.IntRange(1, 12).Draw(t, "n")
		var pairs, exchanged, reversed [][2]int
		var ratings []Rating
		for i := range n {
			a, b := rapid.IntRange(0, levels-1).Draw(t, "a"), rapid.IntRange(0, levels-1).Draw(t, "b")
			pairs, exchanged = append(pairs, [2]int{a, b}), append(exchanged, [2]int{b, a})
			reversed = append(reversed, [2]int{levels - 1 - a, levels - 1 - b})
			unit := string(rune('a' + i))
			ratings = append(ratings, Rating{unit, "x", string(rune('0' + a))}, Rating{unit, "y", string(rune('0' + b))})
		}
		got, ok := WeightedCohen(pairs, levels, weight)
		for _, other := range [][][2]int{exchanged, reversed} {
			if x, y := WeightedCohen(other, levels, weight); x != got || y != ok {
				t.Errorf("WeightedCohen = %v, %v, want %v, %v as for %v", x, y, got, ok, pairs)
			}
		}
		if got > 1 {
			t.Errorf("WeightedCohen = %v, want at most 1", got)
		}
		if plain := Cohen(ratings, "x", "y", "s"); levels == 2 && (plain.Defined != ok || ok && plain.Value != got) {
			t.Errorf("on two levels %v, %v, want %v, %v as unweighted", got, ok, plain.Value, plain.Defined)
		}
	})
}
