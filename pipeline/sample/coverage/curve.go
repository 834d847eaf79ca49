package coverage

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Curve gives the number of transitions that a number of paths covers, and the largest
// number that it could cover.
type Curve struct {
	// Slots is the number of transitions that the wanted paths have if none occurs twice:
	// the sum over the quotas of quota times hops minus one.
	Slots int `json:"slots"`
	// Attainable is the number of different transitions on live paths of depths with a
	// quota above 0, those that failed left out.
	Attainable int `json:"attainable"`
	// Failed is the number of transitions that no path with tasks, chosen or not, has and with which
	// [EnoughTries] choices, or all that serve a matter, were grounded without one that passed
	// its proof.
	Failed int `json:"failed"`
	// Bound is the largest number of attainable transitions that the wanted paths could cover,
	// if no more of them than [AimlessLimit] serve no matter. It is at most Slots and at most
	// Attainable.
	Bound int `json:"bound"`
	// Covered is the number of transitions that the chosen paths cover.
	Covered int `json:"covered"`
	// Points has one point for each number of paths, from 0 to the larger of the numbers
	// wanted and chosen.
	Points []CurvePoint `json:"points"`
}

// CurvePoint gives the number of transitions that a number of paths covers.
type CurvePoint struct {
	Paths int `json:"paths"` // number of paths
	// Emitted is the number covered by the first paths in the order of the sample, which is
	// by depth.
	Emitted int `json:"emitted"`
	// Greedy is the number covered by the first paths in the order in which each next path
	// adds the most.
	Greedy int `json:"greedy"`
	// Bound is an upper bound for this number of live paths, with at most the wanted number
	// of each depth.
	Bound int `json:"bound"`
}

// curve counts the transitions of the chosen paths and bounds those of any others.
func (v *survey) curve() Curve {
	var c Curve
	ids := map[Transition]int32{}
	id := func(t Transition) int32 {
		if _, ok := ids[t]; !ok {
			ids[t] = int32(len(ids))
		}
		return ids[t]
	}
	failed := v.failedTransitions()
	c.Failed = len(failed)
	var quotas []slots
	aimed := map[int32]bool{} // transitions of paths that serve a matter
	long := false             // whether a long path without an aim is live
	paths := 0
	for i, wanted := range v.Quotas {
		c.Slots += wanted * i
		paths += wanted
		if wanted == 0 {
			continue
		}
		var sets [][]int32
		for _, x := range v.Live[i] {
			set := transitionsOf(x.Path.Tools(), failed, id)
			sets = append(sets, set)
			if !v.aims(&x) {
				long = long || len(x.Path.Hops) > 2 // few paths of the depth have an aim, and all count
				continue
			}
			for _, t := range set {
				aimed[t] = true
			}
		}
		quotas = append(quotas, newSlots(wanted, sets))
	}
	c.Attainable = len(ids)
	bounds := upperBounds(quotas, len(ids))
	if !long { // a short path without an aim has one transition
		for i := range bounds {
			bounds[i] = min(bounds[i], len(aimed)+min(AimlessLimit(paths), len(ids)-len(aimed)))
		}
	}
	c.Bound = bounds[len(bounds)-1]
	var chosen [][]int32
	for _, p := range v.Paths {
		chosen = append(chosen, transitionsOf(p.Tools(), nil, id))
	}
	emitted, greedy := cumulative(chosen), cumulative(greedyOrder(chosen))
	c.Covered = emitted[len(emitted)-1]
	for i := range max(len(bounds), len(emitted)) {
		at := func(list []int) int { return list[min(i, len(list)-1)] }
		c.Points = append(c.Points, CurvePoint{Paths: i, Emitted: at(emitted), Greedy: at(greedy), Bound: at(bounds)})
	}
	return c
}

// aims reports whether a question of a path can serve a matter; true if the domain declares
// none.
func (v *survey) aims(c *Candidate) bool {
	return len(v.domain.Matters) == 0 || slices.ContainsFunc(c.Demands, func(d plan.Demand) bool { return plan.Serves(v.domain, c.Path, d.Target) })
}

// EnoughTries is the number of choices with a transition that are grounded before it counts as
// one that cannot be had.
const EnoughTries = 8

// failedTransitions returns the transitions of [Curve.Failed].
func (v *survey) failedTransitions() map[Transition]bool {
	proved := map[Transition]bool{}
	for _, p := range slices.Concat(v.Paths, v.Reserve) {
		eachTransition(p.Tools(), func(t Transition) { proved[t] = true })
	}
	tried, aimed, left := map[Transition]int{}, map[Transition]bool{}, map[Transition]bool{}
	for _, candidates := range v.Live {
		for _, c := range candidates {
			serving := slices.DeleteFunc(slices.Clone(c.Demands), func(d plan.Demand) bool {
				return len(v.domain.Matters) > 0 && !plan.Serves(v.domain, c.Path, d.Target)
			})
			untried := slices.ContainsFunc(serving, func(d plan.Demand) bool { return !slices.Contains(c.Tried, d) })
			eachTransition(c.Path.Tools(), func(t Transition) {
				tried[t] += len(c.Tried)
				aimed[t], left[t] = aimed[t] || len(serving) > 0, left[t] || untried
			})
		}
	}
	failed := map[Transition]bool{}
	for t, n := range tried {
		if !proved[t] && (n >= EnoughTries || aimed[t] && !left[t]) {
			failed[t] = true
		}
	}
	return failed
}

// eachTransition calls f for each transition of a chain of tools.
func eachTransition(tools []string, f func(Transition)) {
	for i := 1; i < len(tools); i++ {
		f(Transition{tools[i-1], tools[i]})
	}
}

// transitionsOf returns the transitions of a chain of tools but for some, as numbers.
func transitionsOf(tools []string, without map[Transition]bool, id func(Transition) int32) []int32 {
	var list []int32
	eachTransition(tools, func(t Transition) {
		if !without[t] {
			list = append(list, id(t))
		}
	})
	return list
}

// cumulative returns how many elements the first 0, 1, … of some sets have between them.
func cumulative(list [][]int32) []int {
	has := map[int32]bool{}
	counts := []int{0}
	for _, set := range list {
		for _, t := range set {
			has[t] = true
		}
		counts = append(counts, len(has))
	}
	return counts
}

// greedyOrder returns sets in the order in which each next set adds the most elements;
// among equals the first.
func greedyOrder(list [][]int32) [][]int32 {
	left := slices.Clone(list)
	has := map[int32]bool{}
	var order [][]int32
	for len(left) > 0 {
		most, at := -1, 0
		for i, set := range left {
			if gain := countNew(set, has); gain > most {
				most, at = gain, i
			}
		}
		for _, t := range left[at] {
			has[t] = true
		}
		order = append(order, left[at])
		left = slices.Delete(left, at, at+1)
	}
	return order
}

// countNew returns how many elements of a set are not in another.
func countNew(set []int32, has map[int32]bool) int {
	n := 0
	for i, t := range set {
		if !has[t] && !slices.Contains(set[:i], t) {
			n++
		}
	}
	return n
}
