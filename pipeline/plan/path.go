package plan

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Path is a chain of hops from an unbound entity: one branch of the planning tree. To turn
// it into nodes of a program, use [Program.Chain].
type Path struct {
	// ID is a short digest of the start and hops.
	ID string `json:"id"`
	// Start is the entity type the path begins from.
	Start string `json:"start"`
	// Hops are the tool calls, in order; at least one.
	Hops []Hop `json:"hops"`
}

// Hop is one tool call of a path.
type Hop struct {
	// Derivation names the derivation applied to the entity before the call; "" for none.
	Derivation string `json:"derivation,omitempty"`
	// Accepts is the type of the entity passed to the tool.
	Accepts string `json:"accepts"`
	// Tool is the lookup called.
	Tool string `json:"tool"`
	// Returns is the entity type the next hop starts from; "" for the last hop.
	Returns string `json:"returns,omitempty"`
}

// Separator joins the tool names of a path written as one string, as in the published
// benchmark.
const Separator = "----"

// Tools returns the names of the tools called, one per hop, in order.
func (p Path) Tools() []string {
	names := make([]string, len(p.Hops))
	for i, h := range p.Hops {
		names[i] = h.Tool
	}
	return names
}

// String returns the tool names joined by [Separator].
func (p Path) String() string { return strings.Join(p.Tools(), Separator) }

func (p Path) identify() Path {
	fields := append(make([]string, 0, 1+4*len(p.Hops)), p.Start)
	for _, h := range p.Hops {
		fields = append(fields, h.Derivation, h.Accepts, h.Tool, h.Returns)
	}
	p.ID = digest.Of("path", fields...).Short()
	return p
}

// Paths yields the paths of exactly the given number of hops, in the graph's order: by
// start type, then depth first by vertex ID. No hop merely returns to where it came from:
// its tool does not return the row of the hop before, and it does not link by the column
// that it matched. Every prefix of a path, cut after a hop, is a path too. For hops < 1
// Paths yields nothing.
func (g *Graph) Paths(hops int) iter.Seq[Path] { return g.Grow(hops, nil) }

// Grow yields the paths that [Graph.Paths] yields, except those with a prefix for which keep
// returns false. It calls keep once for every prefix of at least one hop, including full
// paths, before it extends the prefix. The Returns of the prefix's last hop is set except on
// a full path. Keep must not retain the slice of hops. A nil keep keeps every path.
func (g *Graph) Grow(hops int, keep func(Path) bool) iter.Seq[Path] {
	return func(yield func(Path) bool) {
		if hops < 1 {
			return
		}
		w := walk{g: g, hops: hops, keep: keep, yield: yield, steps: map[Hop][]step{}}
		for _, start := range w.starts() {
			if !w.goOn(start) {
				return
			}
		}
	}
}

// Count returns the number of paths of exactly the given number of hops, without
// enumerating them; math.MaxInt if there are more.
func (g *Graph) Count(hops int) int {
	type rest struct {
		after Hop
		left  int
	}
	if hops < 1 {
		return 0
	}
	memo := map[rest]int{}
	w := walk{g: g, steps: map[Hop][]step{}}
	var count func(r rest) int // paths of left more hops after one
	count = func(r rest) int {
		if n, known := memo[r]; known {
			return n
		}
		n := 0
		for _, next := range w.after(r.after) {
			if r.left == 1 {
				n++
				continue
			}
			for _, returned := range next.returns {
				next.Returns = returned
				n = plus(n, count(rest{next.Hop, r.left - 1}))
			}
		}
		memo[r] = n
		return n
	}
	total := 0
	for i := range g.domain.Entities {
		total = plus(total, count(rest{Hop{Returns: g.domain.Entities[i].Name}, hops}))
	}
	return total
}

// plus returns the sum of two numbers from 0, at most math.MaxInt.
func plus(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// returns lists the entity types a hop's tool can lead to, in the domain's order.
func (g *Graph) returns(h Hop) []string {
	var es []string
	t := g.domain.Tool(h.Tool)
	for i := range g.domain.Entities {
		if e := g.domain.Entities[i].Name; len(Links(g.domain, t, h.Accepts, e)) > 0 {
			es = append(es, e)
		}
	}
	return es
}

// step is a hop with the entity types that its tool can lead to.
type step struct {
	Hop
	returns []string
}

// walk is the state of a depth-first search for paths.
type walk struct {
	g     *Graph
	hops  int
	open  bool // yields beginnings of longer paths, without an ID, in place of paths
	keep  func(Path) bool
	yield func(Path) bool
	path  Path
	steps map[Hop][]step // that can follow a hop, as far as they were asked for
}

// starts returns the beginnings of no hop: the entity types.
func (w *walk) starts() []Path {
	var all []Path
	for i := range w.g.domain.Entities {
		all = append(all, Path{Start: w.g.domain.Entities[i].Name})
	}
	return all
}

// goOn extends a beginning. It returns false if the caller has stopped the search.
func (w *walk) goOn(beginning Path) bool {
	w.path = beginning
	return w.from(lastHop(beginning))
}

// lastHop returns the hop that a beginning ends with; of one without hops a hop that calls no tool
// and returns the start.
func lastHop(beginning Path) Hop {
	if n := len(beginning.Hops); n > 0 {
		return beginning.Hops[n-1]
	}
	return Hop{Returns: beginning.Start}
}

// after lists the hops that can follow a hop or, if it calls no tool, begin at the entity type that it
// returns, in the graph's order.
func (w *walk) after(h Hop) []step {
	steps, known := w.steps[h]
	if known {
		return steps
	}
	for _, next := range w.g.next(h.Returns) {
		if h.Tool == "" || len(HopLinks(w.g.domain, &h, &next)) > 0 {
			steps = append(steps, step{next, w.g.returns(next)})
		}
	}
	w.steps[h] = steps
	return steps
}

// next lists the hops that can start at an entity type, in the graph's order.
func (g *Graph) next(entity string) []Hop {
	var hops []Hop
	for _, id := range g.out[Vertex{EntityVertex, entity}.ID()] {
		kind, name, _ := strings.Cut(id, ":")
		if VertexKind(kind) == ToolVertex {
			hops = append(hops, Hop{Accepts: entity, Tool: name})
			continue
		}
		to := g.domain.Derivation(name).To
		for _, id := range g.out[Vertex{EntityVertex, to}.ID()] {
			if kind, tool, _ := strings.Cut(id, ":"); VertexKind(kind) == ToolVertex {
				hops = append(hops, Hop{Derivation: name, Accepts: to, Tool: tool})
			}
		}
	}
	return hops
}

// from extends the path, which ends with a hop, by every hop that can follow. It returns false
// if the caller has stopped the search.
func (w *walk) from(last Hop) bool {
	for _, s := range w.after(last) {
		if !w.step(s) {
			return false
		}
	}
	return true
}

// step extends the path by one hop. It returns false if the caller has stopped the search.
func (w *walk) step(s step) bool {
	n := len(w.path.Hops)
	w.path.Hops = append(w.path.Hops, s.Hop)
	defer func() { w.path.Hops = w.path.Hops[:n] }()
	if n+1 == w.hops && !w.open {
		return !w.keeps() || w.yield(w.copied().identify())
	}
	for _, returned := range s.returns {
		w.path.Hops[n].Returns = returned
		switch {
		case !w.keeps():
		case n+1 == w.hops && !w.yield(w.copied()), n+1 < w.hops && !w.from(w.path.Hops[n]):
			return false
		}
	}
	return true
}

// copied returns a copy of the path.
func (w *walk) copied() Path { return Path{Start: w.path.Start, Hops: slices.Clone(w.path.Hops)} }

func (w *walk) keeps() bool { return w.keep == nil || w.keep(w.path) }
