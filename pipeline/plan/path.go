package plan

import (
	"iter"
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
		for i := range g.domain.Entities {
			start := g.domain.Entities[i].Name
			w := walk{g: g, hops: hops, keep: keep, yield: yield, path: Path{Start: start}}
			if !w.from(start) {
				return
			}
		}
	}
}

// Count returns the number of paths of exactly the given number of hops, without
// enumerating them.
func (g *Graph) Count(hops int) int {
	memo := map[Hop][]int{}
	var continuations func(h Hop, left int) int // paths of left more hops after h
	continuations = func(h Hop, left int) int {
		if left == 0 {
			return 1
		}
		if m := memo[h]; len(m) > left && m[left] > 0 {
			return m[left] - 1
		}
		n := 0
		w := walk{g: g, hops: 2, path: Path{Hops: []Hop{h}}}
		for _, next := range w.next(h.Returns) {
			if len(HopLinks(g.domain, &h, &next)) == 0 {
				continue
			}
			if left == 1 {
				n++
				continue
			}
			for _, returned := range g.returns(next) {
				next.Returns = returned
				n += continuations(next, left-1)
			}
		}
		for len(memo[h]) <= left {
			memo[h] = append(memo[h], 0)
		}
		memo[h][left] = n + 1
		return n
	}
	total := 0
	for i := range g.domain.Entities {
		w := walk{g: g}
		for _, first := range w.next(g.domain.Entities[i].Name) {
			if hops == 1 {
				total++
				continue
			}
			for _, returned := range g.returns(first) {
				first.Returns = returned
				total += continuations(first, hops-1)
			}
		}
	}
	return total
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

// walk is the state of a depth-first search for paths.
type walk struct {
	g     *Graph
	hops  int
	keep  func(Path) bool
	yield func(Path) bool
	path  Path
}

// next lists the hops that can start at an entity type, in the graph's order.
func (w *walk) next(entity string) []Hop {
	var hops []Hop
	for _, id := range w.g.out[Vertex{EntityVertex, entity}.ID()] {
		kind, name, _ := strings.Cut(id, ":")
		if VertexKind(kind) == ToolVertex {
			hops = append(hops, Hop{Accepts: entity, Tool: name})
			continue
		}
		to := w.g.domain.Derivation(name).To
		for _, id := range w.g.out[Vertex{EntityVertex, to}.ID()] {
			if kind, tool, _ := strings.Cut(id, ":"); VertexKind(kind) == ToolVertex {
				hops = append(hops, Hop{Derivation: name, Accepts: to, Tool: tool})
			}
		}
	}
	return hops
}

// from extends the path by every hop that can start at the entity type. It returns false
// if the caller has stopped the search.
func (w *walk) from(entity string) bool {
	for _, h := range w.next(entity) {
		if !w.hop(h) {
			return false
		}
	}
	return true
}

// hop extends the path by one hop. It returns false if the caller has stopped the search.
func (w *walk) hop(h Hop) bool {
	n := len(w.path.Hops)
	if n > 0 && len(HopLinks(w.g.domain, &w.path.Hops[n-1], &h)) == 0 {
		return true
	}
	w.path.Hops = append(w.path.Hops, h)
	defer func() { w.path.Hops = w.path.Hops[:n] }()
	if n+1 == w.hops {
		if !w.keeps() {
			return true
		}
		p := Path{Start: w.path.Start, Hops: slices.Clone(w.path.Hops)}
		return w.yield(p.identify())
	}
	for _, returned := range w.g.returns(h) {
		w.path.Hops[n].Returns = returned
		if w.keeps() && !w.from(returned) {
			return false
		}
	}
	return true
}

func (w *walk) keeps() bool { return w.keep == nil || w.keep(w.path) }
