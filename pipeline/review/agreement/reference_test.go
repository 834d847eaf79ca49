package agreement

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The reference works from the definitions, over every pair of ratings and in exact
// fractions. It shares nothing with the package.

type grouped struct {
	units  [][]Rating // those with two ratings and more
	all    []Rating   // of these
	raters []string
}

func group(ratings []Rating) grouped {
	var g grouped
	var names []string
	for _, r := range ratings {
		if !slices.Contains(names, r.Unit) {
			names = append(names, r.Unit)
		}
	}
	for _, name := range names {
		var unit []Rating
		for _, r := range ratings {
			if r.Unit == name {
				unit = append(unit, r)
			}
		}
		if len(unit) < 2 {
			continue
		}
		g.units = append(g.units, unit)
		g.all = append(g.all, unit...)
		for _, r := range unit {
			if !slices.Contains(g.raters, r.Rater) {
				g.raters = append(g.raters, r.Rater)
			}
		}
	}
	return g
}

// share is how often two ratings of as and bs differ; distinct leaves out a rating with
// itself.
func share(as, bs []Rating, distinct bool) *big.Rat {
	differ, pairs := int64(0), int64(0)
	for i, a := range as {
		for j, b := range bs {
			if distinct && i == j {
				continue
			}
			pairs++
			if a.Label != b.Label {
				differ++
			}
		}
	}
	return big.NewRat(differ, pairs)
}

// chance is 1 - observed/expected, nil where nothing is expected to differ.
func chance(observed, expected *big.Rat) *big.Rat {
	if expected.Sign() == 0 {
		return nil
	}
	q := new(big.Rat).Quo(observed, expected)
	return q.Sub(big.NewRat(1, 1), q)
}

func reference(ratings []Rating) (raw, cohen, fleiss, alpha *big.Rat) {
	g := group(ratings)
	if len(g.units) == 0 {
		return nil, nil, nil, nil
	}
	differ, weighted := new(big.Rat), new(big.Rat)
	even := true
	for _, u := range g.units {
		s := share(u, u, true)
		differ.Add(differ, s)
		weighted.Add(weighted, s.Mul(s, big.NewRat(int64(len(u)), int64(len(g.all)))))
		even = even && len(u) == len(g.units[0])
	}
	differ.Quo(differ, big.NewRat(int64(len(g.units)), 1))
	raw = chance(differ, big.NewRat(1, 1))
	alpha = chance(weighted, share(g.all, g.all, true))
	if even {
		fleiss = chance(differ, share(g.all, g.all, false))
	}
	if len(g.raters) == 2 {
		var of [2][]Rating
		for _, r := range g.all {
			i := slices.Index(g.raters, r.Rater)
			of[i] = append(of[i], r)
		}
		cohen = chance(differ, share(of[0], of[1], false))
	}
	return raw, cohen, fleiss, alpha
}

// ratings draws up to 12 units by up to 5 raters with up to 4 labels, with gaps.
func ratings(t *rapid.T) []Rating {
	raters, labels := rapid.IntRange(1, 5).Draw(t, "raters"), rapid.IntRange(1, 4).Draw(t, "labels")
	gaps := rapid.Bool().Draw(t, "gaps")
	var list []Rating
	for unit := range rapid.IntRange(0, 12).Draw(t, "units") {
		for rater := range raters {
			if gaps && rapid.IntRange(0, 3).Draw(t, "gap") == 0 {
				continue
			}
			label := rapid.IntRange(1, labels).Draw(t, "label")
			list = append(list, Rating{fmt.Sprint(unit), fmt.Sprint("r", rater), fmt.Sprint(label)})
		}
	}
	return list
}

func TestFiguresEqualTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := ratings(t)
		s := Summarise(list, "seed")
		raw, cohen, fleiss, alpha := reference(list)
		for _, c := range []struct {
			name string
			got  IntervalEstimate
			want *big.Rat
		}{{"raw", s.Raw, raw}, {"cohen", s.Cohen, cohen}, {"fleiss", s.Fleiss, fleiss}, {"alpha", s.Alpha, alpha}} {
			if c.want == nil {
				if c.got != (IntervalEstimate{}) {
					t.Fatalf("%s = %+v, want none", c.name, c.got)
				}
				continue
			}
			want, _ := c.want.Float64()
			if !c.got.Defined || math.Abs(c.got.Value-want) > 1e-9 {
				t.Fatalf("%s = %+v, want %v", c.name, c.got, want)
			}
			// An interval of percentiles need not hold the figure, but is in range.
			if c.got.Low < -1 || c.got.High > 1 || c.got.Low > c.got.High {
				t.Fatalf("%s: interval of %+v", c.name, c.got)
			}
		}
	})
}

func TestPairsEqualTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := ratings(t)
		both := slices.DeleteFunc(slices.Clone(list), func(r Rating) bool { return r.Rater != "r0" && r.Rater != "r1" })
		_, want, _, _ := reference(both)
		got := Cohen(list, "r0", "r1", "seed")
		if got != Cohen(list, "r1", "r0", "seed") {
			t.Fatal("kappa of b and a is another than that of a and b")
		}
		if want == nil {
			if got.Defined {
				t.Fatalf("Cohen = %+v, want none", got)
			}
			return
		}
		if w, _ := want.Float64(); math.Abs(got.Value-w) > 1e-9 {
			t.Fatalf("Cohen = %+v, want %v", got, w)
		}
	})
}

// Neither the order of ratings nor the names of raters and labels matter, as long as names
// sort alike; a unit with one rating does not either.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := ratings(t)
		want := Summarise(list, "seed")
		shuffled := slices.Clone(list)
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		for i := range shuffled {
			shuffled[i].Rater = "x" + shuffled[i].Rater
		}
		shuffled = append(shuffled, Rating{"alone", "nobody", "7"})
		if got := Summarise(shuffled, "seed"); got != want {
			t.Fatalf("shuffled: %+v, want %+v", got, want)
		}
	})
}

func TestLastRatingOfARaterCounts(t *testing.T) {
	list := byRater("a b b a", "a b a a")
	again := append([]Rating{{"0", "rater 0", "b"}}, list...)
	if got, want := Summarise(again, ""), Summarise(list, ""); got != want {
		t.Errorf("with an earlier rating: %+v, want %+v", got, want)
	}
}
