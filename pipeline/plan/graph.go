package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/dominikbraun/graph"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// VertexKind is the kind of a vertex of the planning graph.
type VertexKind string

// The closed set of vertex kinds. Tools and derivations are one side of the
// bipartite graph, entity types the other.
const (
	EntityVertex     VertexKind = "entity"
	ToolVertex       VertexKind = "tool"
	DerivationVertex VertexKind = "derivation"
)

// Vertex is one vertex of the planning graph.
type Vertex struct {
	// Kind and Name identify the vertex.
	Kind VertexKind `json:"kind"`
	Name string     `json:"name"`
}

// ID returns "kind:name", which is unique in the graph.
func (v Vertex) ID() string { return string(v.Kind) + ":" + v.Name }

// Graph is the planning graph: entity types and the tools and derivations that
// accept and return them. It is immutable and safe for concurrent use.
type Graph struct {
	domain *domain.Domain
	graph  graph.Graph[string, Vertex]
	out    map[string][]string // sorted successors by vertex ID
}

// NewGraph builds the planning graph of a domain. An edge from an entity type to a tool
// means that the tool accepts entities of the type; an edge from a tool to an entity type
// means that the tool's rows name entities of the type. Tools that accept no entity
// (retrievers, arithmetic, finish) are vertices without edges. The error names a
// declaration that occurs twice; a loaded domain has none.
func NewGraph(d *domain.Domain) (*Graph, error) {
	g := &Graph{domain: d, graph: graph.New(Vertex.ID, graph.Directed()), out: make(map[string][]string)}
	add := func(kind VertexKind, name string) error {
		if err := g.graph.AddVertex(Vertex{kind, name}); err != nil {
			return fmt.Errorf("planning graph: %s %q: %w", kind, name, err)
		}
		return nil
	}
	for _, e := range d.Entities {
		if err := add(EntityVertex, e.Name); err != nil {
			return nil, err
		}
	}
	for i := range d.Tools {
		t := &d.Tools[i]
		if err := add(ToolVertex, t.Name); err != nil {
			return nil, err
		}
		for _, a := range Accepts(d, t) {
			if err := g.join(Vertex{EntityVertex, a}, Vertex{ToolVertex, t.Name}); err != nil {
				return nil, err
			}
			for _, e := range d.Entities {
				if len(Links(d, t, a, e.Name)) == 0 {
					continue
				}
				if err := g.join(Vertex{ToolVertex, t.Name}, Vertex{EntityVertex, e.Name}); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, v := range d.Derivations {
		if v.Pattern == "" {
			continue
		}
		if err := add(DerivationVertex, v.Name); err != nil {
			return nil, err
		}
		if err := errors.Join(
			g.join(Vertex{EntityVertex, v.From}, Vertex{DerivationVertex, v.Name}),
			g.join(Vertex{DerivationVertex, v.Name}, Vertex{EntityVertex, v.To})); err != nil {
			return nil, err
		}
	}
	adjacent, err := g.graph.AdjacencyMap()
	if err != nil {
		return nil, fmt.Errorf("planning graph: %w", err)
	}
	for id, edges := range adjacent {
		for to := range edges {
			g.out[id] = append(g.out[id], to)
		}
		slices.Sort(g.out[id])
	}
	return g, nil
}

func (g *Graph) join(a, b Vertex) error {
	err := g.graph.AddEdge(a.ID(), b.ID())
	if err != nil && !errors.Is(err, graph.ErrEdgeAlreadyExists) {
		return fmt.Errorf("planning graph: %s to %s: %w", a.ID(), b.ID(), err)
	}
	return nil
}

// Domain returns the domain the graph was made from.
func (g *Graph) Domain() *domain.Domain { return g.domain }

// Edge is one edge of the planning graph, by vertex ID.
type Edge struct {
	From string `json:"from"` // an accepted entity type, or the tool or derivation that returns To
	To   string `json:"to"`   // the tool or derivation that accepts From, or a returned entity type
}

// Vertices returns all vertices: entity types, tools and derivations, each in the
// domain's order. The caller owns the slice.
func (g *Graph) Vertices() []Vertex {
	var vs []Vertex
	for _, e := range g.domain.Entities {
		vs = append(vs, Vertex{EntityVertex, e.Name})
	}
	for _, t := range g.domain.Tools {
		vs = append(vs, Vertex{ToolVertex, t.Name})
	}
	for _, v := range g.domain.Derivations {
		if v.Pattern != "" {
			vs = append(vs, Vertex{DerivationVertex, v.Name})
		}
	}
	return vs
}

// Edges returns all edges, sorted by From and then To. The caller owns the slice.
func (g *Graph) Edges() []Edge {
	var es []Edge
	for from, tos := range g.out {
		for _, to := range tos {
			es = append(es, Edge{from, to})
		}
	}
	slices.SortFunc(es, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return es
}
