package sample

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Overlap is what the depths have in common.
type Overlap struct {
	Tools       []Depth `json:"tools"`       // tools of the paths
	Transitions []Depth `json:"transitions"` // transitions of the paths
	// Beginnings are the paths of a depth cut after as many hops as those of a smaller
	// depth have, compared with these by start type and tools.
	Beginnings []Depth `json:"beginnings"`
	// Starts are the start entities of the tasks, by type and name, without those of
	// texts to write.
	Starts []Depth `json:"starts"`
}

// Depth is what one depth has in common with smaller ones.
type Depth struct {
	Hops int `json:"hops"` // from 1
	// Of is how many different ones the depth has, Before how many of them a smaller
	// depth has too. Of beginnings it is how many different paths, and how many begin
	// like a path of a smaller depth.
	Of     int `json:"of"`
	Before int `json:"before"`
	// Pairs compare the depth with each smaller one, in order; never nil.
	Pairs []Pair `json:"pairs"`
}

// Pair is what two depths have in common.
type Pair struct {
	Hops int `json:"hops"` // the smaller depth
	Both int `json:"both"` // how many both have
	// Jaccard is Both of how many either has, in [0, 1]; 0 where neither has any.
	Jaccard float64 `json:"jaccard"`
}

const separator = "\x1f" // in no name

// set is a set of names.
type set map[string]bool

func sets(n int) []set {
	all := make([]set, n)
	for i := range all {
		all[i] = set{}
	}
	return all
}

// overlap compares all depths.
func (v *survey) overlap() Overlap {
	n := len(v.quotas)
	tools, transitions, paths := sets(n), sets(n), sets(n)
	for _, c := range v.choices {
		at := len(c.Path.Hops) - 1
		for i, h := range c.Path.Hops {
			tools[at][h.Tool] = true
			if i > 0 {
				transitions[at][c.Path.Hops[i-1].Tool+separator+h.Tool] = true
			}
		}
		paths[at][beginning(c.Path, len(c.Path.Hops))] = true
	}
	starts := sets(n)
	for _, t := range v.tasks {
		if t.Plan.Template != "" || t.Structure.Hops > n {
			continue
		}
		for _, e := range t.Entities {
			starts[t.Structure.Hops-1][e.Type+separator+strings.Join(e.Name, separator)] = true
		}
	}
	return Overlap{Tools: compare(tools), Transitions: compare(transitions), Beginnings: v.beginnings(paths), Starts: compare(starts)}
}

// beginning returns how a path begins: its start type and its first tools.
func beginning(p plan.Path, hops int) string {
	return strings.Join(append([]string{p.Start}, p.Tools()[:hops]...), separator)
}

// compare compares each set with those before.
func compare(all []set) []Depth {
	depths := []Depth{}
	before := set{}
	for i, s := range all {
		d := Depth{Hops: i + 1, Of: len(s), Before: both(s, before), Pairs: []Pair{}}
		for j, smaller := range all[:i] {
			d.Pairs = append(d.Pairs, pair(j+1, s, smaller))
		}
		for name := range s {
			before[name] = true
		}
		depths = append(depths, d)
	}
	return depths
}

// beginnings compares the paths of each depth, cut short, with those of the depths
// before.
func (v *survey) beginnings(paths []set) []Depth {
	depths := []Depth{}
	for i, s := range paths {
		d := Depth{Hops: i + 1, Of: len(s), Pairs: []Pair{}}
		begun := set{}
		for j, smaller := range paths[:i] {
			cut := set{}
			for _, c := range v.choices {
				if len(c.Path.Hops) != i+1 {
					continue
				}
				b := beginning(c.Path, j+1)
				cut[b] = true
				if smaller[b] {
					begun[beginning(c.Path, i+1)] = true
				}
			}
			d.Pairs = append(d.Pairs, pair(j+1, cut, smaller))
		}
		d.Before = len(begun)
		depths = append(depths, d)
	}
	return depths
}

func both(a, b set) int {
	n := 0
	for name := range a {
		if b[name] {
			n++
		}
	}
	return n
}

func pair(hops int, a, b set) Pair {
	p := Pair{Hops: hops, Both: both(a, b)}
	if either := len(a) + len(b) - p.Both; either > 0 {
		p.Jaccard = float64(p.Both) / float64(either)
	}
	return p
}
