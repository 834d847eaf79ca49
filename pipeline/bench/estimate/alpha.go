package estimate

import "slices"

// Alpha returns Krippendorff's alpha for interval data: how far figures given to the same
// units agree beyond what chance gives, 1 for full agreement, 0 for chance and less for
// worse (Computing Krippendorff's Alpha-Reliability, 2011). Units are lists of the figures
// given to one; those with fewer than two are left out. It is not ok where nothing is left
// or all figures are alike.
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
