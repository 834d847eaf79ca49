package sample

import "slices"

// Curve is how many transitions so many paths cover: as they are, and at most.
type Curve struct {
	// Slots is how many transitions the paths the quotas want have, each as often as it
	// stands in one: the sum of quota times one less than the hops.
	Slots int `json:"slots"`
	// Attainable is how many transitions live paths have, of those depths of which any
	// are wanted.
	Attainable int `json:"attainable"`
	// Bound is how many the paths wanted can cover at most, whether or not they can be
	// grounded: never above Slots and Attainable.
	Bound int `json:"bound"`
	// Covered is how many the accepted paths cover.
	Covered int `json:"covered"`
	// Points go by the number of paths, from 0 to all that are wanted, or accepted if
	// these are more.
	Points []Point `json:"points"`
}

// Point is how many transitions some number of paths covers.
type Point struct {
	Paths int `json:"paths"` // how many
	// Emitted is covered by the first ones in the order of tasks: by depth.
	Emitted int `json:"emitted"`
	// Greedy is covered by the first ones of the accepted paths in the order in which
	// each next one adds the most.
	Greedy int `json:"greedy"`
	// Bound is how many so many live paths can cover at most, no more of each depth than
	// wanted; see upper.
	Bound int `json:"bound"`
}

// curve draws the curve of transitions.
func (v *survey) curve() Curve {
	var c Curve
	ids := map[Transition]int32{}
	id := func(t Transition) int32 {
		if _, ok := ids[t]; !ok {
			ids[t] = int32(len(ids))
		}
		return ids[t]
	}
	var quotas []slots
	for i, wanted := range v.quotas {
		c.Slots += wanted * i
		if wanted == 0 {
			continue
		}
		var sets [][]int32
		for _, x := range v.live[i].candidates {
			sets = append(sets, transitionsOf(x.path.Tools(), id))
		}
		quotas = append(quotas, newSlots(wanted, sets))
	}
	c.Attainable = len(ids)
	bounds := upper(quotas, len(ids))
	c.Bound = bounds[len(bounds)-1]
	var chosen [][]int32
	for _, x := range v.choices {
		chosen = append(chosen, transitionsOf(x.Path.Tools(), id))
	}
	emitted, greedy := covers(chosen), covers(best(chosen))
	c.Covered = emitted[len(emitted)-1]
	for i := range max(len(bounds), len(emitted)) {
		at := func(list []int) int { return list[min(i, len(list)-1)] }
		c.Points = append(c.Points, Point{Paths: i, Emitted: at(emitted), Greedy: at(greedy), Bound: at(bounds)})
	}
	return c
}

// transitionsOf returns the transitions of a chain of tools, by number.
func transitionsOf(tools []string, id func(Transition) int32) []int32 {
	var list []int32
	for i := 1; i < len(tools); i++ {
		list = append(list, id(Transition{tools[i-1], tools[i]}))
	}
	return list
}

// covers returns how many elements the first of some sets have, from none to all of
// them.
func covers(list [][]int32) []int {
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

// best returns sets in the order in which each next one adds the most, the first
// among equals.
func best(list [][]int32) [][]int32 {
	left := slices.Clone(list)
	has := map[int32]bool{}
	var order [][]int32
	for len(left) > 0 {
		most, at := -1, 0
		for i, set := range left {
			if gain := adds(set, has); gain > most {
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

// adds returns how many elements a set has that others have not.
func adds(set []int32, has map[int32]bool) int {
	n := 0
	for i, t := range set {
		if !has[t] && !slices.Contains(set[:i], t) {
			n++
		}
	}
	return n
}
