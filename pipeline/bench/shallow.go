package bench

import (
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

const (
	// MaxShallowShare is the largest share of the tasks of a set that [Shallow] names.
	MaxShallowShare = 0.02
	// shallowMargin is how far within a bound an agent is brought that exceeds it: attackers that
	// learn from the tasks are trained anew on those that stay.
	shallowMargin = 0.95
)

// Shallow names tasks to leave out so that the rest of the set keeps the bounds of [CheckBounds], by ID
// in ascending order. The agents that exceed a bound are brought within 95 % of it or, if that would
// take too many tasks, just within it; no other agent may come to exceed one. Each task is the one that
// gave most, in units of the bounds, to the agents that are still above, once those before it are left
// out, so that there may be a smaller choice. Shallow returns nil if all bounds hold, and if more than
// [MaxShallowShare] of the tasks would have to go: then the set is at fault, and not some tasks. The
// share is of all tasks, whatever their type.
//
// It is the adversarial filtering of Sakaguchi et al., WinoGrande (2019), and Le Bras et al.,
// Adversarial Filters of Dataset Biases (2020), with agents that are given beforehand.
func Shallow(trials []Trial, chance map[string]float64) []string {
	bounded := slices.DeleteFunc(slices.Clone(trials), func(t Trial) bool { return t.Role == score.CeilingAgent })
	wanted := map[rateName]float64{} // share of its bound to which each rate at fault is brought
	for _, r := range boundedRates(bounded, chance) {
		if r.fault() != nil {
			wanted[r.name()] = shallowMargin
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	if some := leftOut(bounded, chance, wanted); some != nil {
		return some
	}
	return leftOut(bounded, chance, nil)
}

// leftOut returns the tasks of Shallow for the shares of their bounds within which rates are wanted, 1
// for those that are not in the map; nil if they are too many.
func leftOut(bounded []Trial, chance map[string]float64, wanted map[rateName]float64) []string {
	bounded = slices.Clone(bounded)
	tasks := map[string]bool{}
	for i := range bounded {
		tasks[bounded[i].Task] = true
	}
	var all []string
	for {
		id := shallowest(boundedRates(bounded, chance), wanted)
		if id == "" {
			slices.Sort(all)
			return all
		}
		if all = append(all, id); float64(len(all)) > MaxShallowShare*float64(len(tasks)) {
			return nil
		}
		bounded = slices.DeleteFunc(bounded, func(t Trial) bool { return t.Task == id })
	}
}

// shallowest returns the task that gave most to the rates above the wanted shares of their bounds, in
// units of the bounds; the one with the smallest ID of several; "" if no rate is above.
func shallowest(rates []*rateTotal, wanted map[rateName]float64) string {
	gave := map[string]float64{}
	for _, r := range rates {
		share := 1.0
		if some, ok := wanted[r.name()]; ok {
			share = some
		}
		if allowed := r.allowed(); r.sum > share*allowed {
			for _, t := range r.rates {
				gave[t.task] += t.rate / allowed
			}
		}
	}
	most := ""
	for _, id := range slices.Sorted(maps.Keys(gave)) {
		if most == "" || gave[id] > gave[most] {
			most = id
		}
	}
	return most
}
