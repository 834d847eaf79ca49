package coverage

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Overlap compares the depths of a sample: the elements that a depth shares with smaller
// depths.
type Overlap struct {
	Tools       []DepthOverlap `json:"tools"`       // tools of the paths
	Transitions []DepthOverlap `json:"transitions"` // transitions of the paths
	// Beginnings compares the paths of a depth, cut to the length of a smaller depth, with
	// the paths of that depth, by start type and tools.
	Beginnings []DepthOverlap `json:"beginnings"`
	// Starts are the start entities of the tasks, by type and name, texts to write left
	// out.
	Starts []DepthOverlap `json:"starts"`
}

// DepthOverlap compares one depth with the smaller depths.
type DepthOverlap struct {
	Hops int `json:"hops"` // from 1
	// Of is the number of different elements of the depth, and Before the number of these
	// that some smaller depth has too. For Beginnings, Of is the number of different paths,
	// and Before the number of paths that begin like a path of a smaller depth.
	Of     int `json:"of"`
	Before int `json:"before"`
	// Pairs compares the depth with each smaller one, in order; never nil.
	Pairs []PairOverlap `json:"pairs"`
}

// PairOverlap compares two depths.
type PairOverlap struct {
	Hops int `json:"hops"` // the smaller depth
	Both int `json:"both"` // number of elements that both depths have
	// Jaccard is Both divided by the number of elements that either depth has, in [0, 1]; 0
	// if neither has any.
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
	n := len(v.Quotas)
	tools, transitions, paths := sets(n), sets(n), sets(n)
	for _, p := range v.Paths {
		at := len(p.Hops) - 1
		for i, h := range p.Hops {
			tools[at][h.Tool] = true
			if i > 0 {
				transitions[at][p.Hops[i-1].Tool+separator+h.Tool] = true
			}
		}
		paths[at][beginning(p, len(p.Hops))] = true
	}
	starts := sets(n)
	for _, t := range v.Tasks {
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

// compare compares each set with all sets before it.
func compare(all []set) []DepthOverlap {
	depths := []DepthOverlap{}
	before := set{}
	for i, s := range all {
		d := DepthOverlap{Hops: i + 1, Of: len(s), Before: both(s, before), Pairs: []PairOverlap{}}
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

// beginnings compares the paths of each depth, cut to the length of each smaller depth,
// with the paths of that depth.
func (v *survey) beginnings(paths []set) []DepthOverlap {
	depths := []DepthOverlap{}
	for i, s := range paths {
		d := DepthOverlap{Hops: i + 1, Of: len(s), Pairs: []PairOverlap{}}
		begun := set{}
		for j, smaller := range paths[:i] {
			cut := set{}
			for _, p := range v.Paths {
				if len(p.Hops) != i+1 {
					continue
				}
				b := beginning(p, j+1)
				cut[b] = true
				if smaller[b] {
					begun[beginning(p, i+1)] = true
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

func pair(hops int, a, b set) PairOverlap {
	p := PairOverlap{Hops: hops, Both: both(a, b)}
	if either := len(a) + len(b) - p.Both; either > 0 {
		p.Jaccard = float64(p.Both) / float64(either)
	}
	return p
}
