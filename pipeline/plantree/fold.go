package plantree

import (
	"fmt"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// FoldedTree is the planning tree folded into its lookups: every lookup with the hops that may
// follow it. It has the same paths as the graph, at any depth.
type FoldedTree struct {
	// Starts are the entity types that a path can start from, in the domain's order.
	Starts []StartEntity `json:"starts"`
	// Calls has every lookup once for each entity type it accepts, in the order of first
	// use by paths.
	Calls []LookupCall `json:"calls"`
}

// StartEntity is an entity type that a path can start from.
type StartEntity struct {
	// Entity is the entity type.
	Entity string `json:"entity"`
	// Next are the first hops from it; at least one.
	Next []NextHop `json:"next"`
}

// LookupCall is a lookup given an entity of one type.
type LookupCall struct {
	// Tool is the lookup.
	Tool string `json:"tool"`
	// Accepts is the entity type it looks up.
	Accepts string `json:"accepts"`
	// Returns are the entity types that a path can continue from, in the domain's order.
	Returns []ReturnedEntity `json:"returns"`
	// Targets are the possible answers of a path that ends here; see [plan.Targets].
	Targets []string `json:"targets"`
}

// ReturnedEntity is an entity type that the rows of a lookup name.
type ReturnedEntity struct {
	// Entity is the entity type.
	Entity string `json:"entity"`
	// Links are the columns that name it, one list of columns per way of naming.
	Links [][]string `json:"links"`
	// Next are the hops that may follow; at least one.
	Next []NextHop `json:"next"`
}

// NextHop is a hop that may follow another or a start.
type NextHop struct {
	// Derivation is applied to the entity before the lookup; "" for none.
	Derivation string `json:"derivation,omitempty"`
	// Call is the index in [FoldedTree.Calls] of the call made after the derivation.
	Call int `json:"call"`
}

// Fold returns the folded planning tree of a graph, which is complete at every depth. Fold
// reads only the graph's paths of one and two hops, because the hops that may follow a hop
// depend on that hop alone.
func Fold(g *plan.Graph) *FoldedTree {
	f := folder{graph: g, moves: &FoldedTree{Starts: []StartEntity{}, Calls: []LookupCall{}}, calls: map[[2]string]int{}, seen: map[[2]plan.Hop]bool{}}
	for p := range g.Paths(1) {
		f.addStart(p)
	}
	for p := range g.Paths(2) {
		f.addFollowing(p.Hops[0], p.Hops[1])
	}
	return f.moves
}

// folder is the making of Moves.
type folder struct {
	graph *plan.Graph
	moves *FoldedTree
	calls map[[2]string]int // number by tool and accepted entity type
	seen  map[[2]plan.Hop]bool
}

// callNumber returns the number of a hop's call.
func (f *folder) callNumber(p plan.Path, h plan.Hop) int {
	key := [2]string{h.Tool, h.Accepts}
	n, ok := f.calls[key]
	if !ok {
		n = len(f.moves.Calls)
		f.calls[key] = n
		f.moves.Calls = append(f.moves.Calls, LookupCall{
			Tool: h.Tool, Accepts: h.Accepts, Returns: []ReturnedEntity{}, Targets: plan.Targets(f.graph.Domain(), p),
		})
	}
	return n
}

func (f *folder) addStart(p plan.Path) {
	m := f.moves
	if n := len(m.Starts); n == 0 || m.Starts[n-1].Entity != p.Start {
		m.Starts = append(m.Starts, StartEntity{Entity: p.Start})
	}
	s := &m.Starts[len(m.Starts)-1]
	s.Next = append(s.Next, NextHop{p.Hops[0].Derivation, f.callNumber(p, p.Hops[0])})
}

func (f *folder) addFollowing(from, to plan.Hop) {
	from.Derivation = "" // the derivation before a lookup does not change what may follow
	if f.seen[[2]plan.Hop{from, to}] {
		return
	}
	f.seen[[2]plan.Hop{from, to}] = true
	c := &f.moves.Calls[f.calls[[2]string{from.Tool, from.Accepts}]]
	if n := len(c.Returns); n == 0 || c.Returns[n-1].Entity != from.Returns {
		d := f.graph.Domain()
		c.Returns = append(c.Returns, ReturnedEntity{Entity: from.Returns, Links: plan.Links(d, d.Tool(from.Tool), from.Accepts, from.Returns)})
	}
	r := &c.Returns[len(c.Returns)-1]
	r.Next = append(r.Next, NextHop{to.Derivation, f.calls[[2]string{to.Tool, to.Accepts}]})
}

// Counts returns the number of paths of one hop, of two, and so on up to depth.
func (m *FoldedTree) Counts(depth int) []int {
	counts := make([]int, 0, max(depth, 0))
	from := make([]int, len(m.Calls)) // paths of the current length that begin with the call
	for i := range from {
		from[i] = 1
	}
	for range depth {
		n := 0
		for _, s := range m.Starts {
			n += sumCounts(s.Next, from)
		}
		counts = append(counts, n)
		longer := make([]int, len(from))
		for i := range m.Calls {
			for _, r := range m.Calls[i].Returns {
				longer[i] += sumCounts(r.Next, from)
			}
		}
		from = longer
	}
	return counts
}

func sumCounts(next []NextHop, from []int) int {
	n := 0
	for _, m := range next {
		n += from[m.Call]
	}
	return n
}

// Sequences returns the number of distinct sequences of tool names among the paths of one
// hop, of two, and so on up to depth. The published benchmark writes paths as such
// sequences, without the entity types between tools.
func (m *FoldedTree) Sequences(depth int) []int {
	counts := make([]int, 0, max(depth, 0))
	var first []NextHop
	for _, s := range m.Starts {
		first = append(first, s.Next...)
	}
	front := map[string]callSet{}
	m.advance(front, first, 1)
	for range depth {
		n := 0
		longer := map[string]callSet{}
		for _, c := range front {
			n += c.sequences
			var next []NextHop
			for _, call := range c.calls {
				for _, r := range m.Calls[call].Returns {
					next = append(next, r.Next...)
				}
			}
			m.advance(longer, next, c.sequences)
		}
		counts, front = append(counts, n), longer
	}
	return counts
}

// callSet is a set of calls and the number of tool sequences that can end with any of them.
type callSet struct {
	calls     []int
	sequences int
}

// advance adds to front the calls that the hops lead to, grouped by tool, for the given number
// of sequences.
func (m *FoldedTree) advance(front map[string]callSet, moves []NextHop, sequences int) {
	byTool := map[string]map[int]bool{}
	for _, v := range moves {
		tool := m.Calls[v.Call].Tool
		if byTool[tool] == nil {
			byTool[tool] = map[int]bool{}
		}
		byTool[tool][v.Call] = true
	}
	for _, set := range byTool {
		calls := slices.Sorted(maps.Keys(set))
		key := fmt.Sprint(calls)
		c := front[key]
		front[key] = callSet{calls, c.sequences + sequences}
	}
}
