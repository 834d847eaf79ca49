package estimate

import "slices"

// Alpha returns Krippendorff's alpha for interval data: how far the ratings of the same
// units agree beyond chance, 1 for full agreement, 0 for chance, negative for less
// (Computing Krippendorff's Alpha-Reliability, 2011). Each unit is the list of its
// ratings; units with fewer than two are left out. ok is false if no unit is left or all
// ratings are equal.
func Alpha(units [][]float64) (alpha float64, ok bool) {
	var all []float64
	var within float64
	for _, u := range units {
		if len(u) > 1 {
			within += squares(u) / float64(len(u)-1)
			all = append(all, u...)
		}
	}
	slices.Sort(all)
	if len(all) == 0 || all[0] == all[len(all)-1] {
		return 0, false
	}
	across := squares(all) / float64(len(all)-1)
	return *figure(1 - within/across), true
}

// squares adds up the squared differences of all ordered pairs.
func squares(x []float64) (sum float64) {
	n := float64(len(x))
	var mean float64
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		sum += 2 * n * (v - mean) * (v - mean)
	}
	return sum
}
