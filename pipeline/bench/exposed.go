package bench

import (
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

const (
	// MaxExposedShare is the largest share of the tasks of a set that [Exposed] names.
	MaxExposedShare = 0.02
	// exposedMargin is how far within a bound a set is brought that exceeds one: attackers that
	// learn from the tasks are trained anew without those left out.
	exposedMargin = 0.95
)

// Exposed returns the tasks, by ID in ascending order, without which a set that exceeds a bound of
// agents which understand nothing keeps it; see [CheckBounds]. Each is the one that gave most to such
// agents, as far as they are above their bounds, once those before it are left out. It returns nil if
// the set exceeds none, and if more than [MaxExposedShare] of the tasks would have to go: then it is
// the set that is at fault, and not some tasks.
//
// Leaving out what shallow agents solve is the adversarial filtering of Zellers et al., SWAG (2018),
// section 3, with agents that are given beforehand.
func Exposed(trials []Trial, chance map[string]float64) []string {
	bounded := slices.DeleteFunc(slices.Clone(trials), func(t Trial) bool { return t.Role == score.CeilingAgent })
	if !slices.ContainsFunc(boundedRates(bounded, chance), func(r *rateTotal) bool { return r.fault() != nil }) {
		return nil
	}
	tasks := map[string]bool{}
	for i := range bounded {
		tasks[bounded[i].Task] = true
	}
	var exposed []string
	for {
		id := mostExposed(boundedRates(bounded, chance))
		if id == "" {
			slices.Sort(exposed)
			return exposed
		}
		if exposed = append(exposed, id); float64(len(exposed)) > MaxExposedShare*float64(len(tasks)) {
			return nil
		}
		bounded = slices.DeleteFunc(bounded, func(t Trial) bool { return t.Task == id })
	}
}

// mostExposed returns the task that gave most to the rates that are not well within their bounds, in
// units of the bounds; the one with the smallest ID of several; "" if all rates are.
func mostExposed(rates []*rateTotal) string {
	gave := map[string]float64{}
	for _, r := range rates {
		if allowed := r.allowed(); r.sum > exposedMargin*allowed && allowed > 0 {
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
