package digest

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Items more or less, and another order of the list, move no choice but their own.
func TestPickIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.String(), 2, 20, rapid.ID).Draw(t, "names")
		draws := NewDraws("test", rapid.String().Draw(t, "item"))
		picked := Pick(draws, names, rapid.ID[string])
		fewer := slices.DeleteFunc(rapid.Permutation(names).Draw(t, "order"), func(name string) bool {
			return name != picked && rapid.Bool().Draw(t, "leave out")
		})
		if again := Pick(draws, fewer, rapid.ID[string]); again != picked {
			t.Fatalf("of %q is picked %q, of %q %q", names, picked, fewer, again)
		}
		ordered := slices.Clone(names)
		Order(draws, ordered, rapid.ID[string])
		want := slices.DeleteFunc(slices.Clone(ordered), func(name string) bool { return !slices.Contains(fewer, name) })
		if Order(draws, fewer, rapid.ID[string]); !slices.Equal(fewer, want) || ordered[0] != picked {
			t.Fatalf("the order of %q is %q, and without some %q", names, ordered, fewer)
		}
	})
}

// Draws are even, and those of different items, purposes and seeds independent.
func TestDrawsAreEven(t *testing.T) {
	const n, draws = 10, 20000
	for name, of := range map[string]func(i int) Draws{
		"items":    func(i int) Draws { return NewDraws("even", fmt.Sprint(i)) },
		"purposes": func(i int) Draws { return NewDraws("even").Of(fmt.Sprint(i)) },
		"numbers":  func(i int) Draws { return NewDraws("even").With(Draws(i)) },
		"pairs":    func(i int) Draws { return Draws(0).Of("a").With(Draws(0).Of(fmt.Sprint(i))) },
	} {
		var counts [n]int
		var pairs [n][n]int
		for i := range draws {
			counts[of(i).IntN(n)]++
			pairs[of(i).Of("one").IntN(n)][of(i).Of("other").IntN(n)]++
		}
		chi, chiOfPairs := 0.0, 0.0
		for i := range n {
			chi += square(float64(counts[i])-draws/n) / (draws / n)
			for j := range n {
				chiOfPairs += square(float64(pairs[i][j])-draws/n/n) / (draws / n / n)
			}
		}
		if chi > 27.9 || chiOfPairs > 148.3 { // the 99.9 % quantiles for 9 and 99 degrees of freedom
			t.Errorf("%s: chi-squared %.1f, and of pairs %.1f", name, chi, chiOfPairs)
		}
	}
}

func square(x float64) float64 { return x * x }
