package plantree

import (
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// graphFile is the form of graph.json.
type graphFile struct {
	Domain   string        `json:"domain"`   // its name
	Title    domain.Text   `json:"title"`    // what it is, for people
	Vertices []graphVertex `json:"vertices"` // entity types, tools, derivations, each in the domain's order
	Edges    []graphEdge   `json:"edges"`    // sorted
}

// graphVertex is a vertex and what the declaration says of it.
type graphVertex struct {
	ID   string          `json:"id"`   // what edges call it: "tool:get_court"
	Kind plan.VertexKind `json:"kind"` // what it is
	Name string          `json:"name"` // as the domain declares it
	// Label is what people call an entity type; Description what a tool does;
	// Phrase what a derived entity is called.
	Label       domain.Text `json:"label,omitempty"`
	Description domain.Text `json:"description,omitempty"`
	Phrase      domain.Text `json:"phrase,omitempty"`
	// Parts are the components of an entity type of several columns.
	Parts []string `json:"parts,omitempty"`
	// Tool, Table and Returns say what a tool is.
	Tool    domain.ToolKind `json:"tool,omitempty"`
	Table   string          `json:"table,omitempty"`
	Returns domain.Returns  `json:"returns,omitempty"`
	// In and Out are the number of edges that end and begin here: for an entity
	// type how many tools and derivations return and accept it.
	In  int `json:"in"`
	Out int `json:"out"`
}

// graphEdge is an edge and, where a tool's columns make it, which they are.
type graphEdge struct {
	plan.Edge
	// Columns are those a tool matches or links by, in table order.
	Columns []string `json:"columns,omitempty"`
}

// WriteGraph writes the planning graph as JSON: its vertices in the domain's order with
// their labels in every language, and its edges, sorted, with the columns that make them.
// Equal graphs give equal bytes. The error is the writer's.
func WriteGraph(w io.Writer, g *plan.Graph) error {
	d := g.Domain()
	f := graphFile{Domain: d.Name, Title: d.Title, Vertices: []graphVertex{}, Edges: []graphEdge{}}
	in, out := map[string]int{}, map[string]int{}
	kinds := map[string]plan.Vertex{}
	for _, v := range g.Vertices() {
		kinds[v.ID()] = v
	}
	for _, e := range g.Edges() {
		in[e.To]++
		out[e.From]++
		f.Edges = append(f.Edges, graphEdge{e, edgeColumns(d, kinds[e.From], kinds[e.To])})
	}
	for _, v := range g.Vertices() {
		p := graphVertex{ID: v.ID(), Kind: v.Kind, Name: v.Name, In: in[v.ID()], Out: out[v.ID()]}
		switch v.Kind {
		case plan.EntityVertex:
			e := d.Entity(v.Name)
			p.Label, p.Parts = e.Label, e.Parts
		case plan.ToolVertex:
			t := d.Tool(v.Name)
			p.Description, p.Tool, p.Table, p.Returns = t.Description, t.Kind, t.Table, t.Returns
		case plan.DerivationVertex:
			p.Phrase = d.Derivation(v.Name).Phrase
		}
		f.Vertices = append(f.Vertices, p)
	}
	return writeJSON(w, f)
}

// edgeColumns returns the columns by which a tool accepts or returns an entity
// type, in table order; nil for the edges of a derivation.
func edgeColumns(d *domain.Domain, from, to plan.Vertex) []string {
	var columns []string
	var table string
	switch {
	case to.Kind == plan.ToolVertex:
		t := d.Tool(to.Name)
		table = t.Table
		for _, m := range t.Match {
			if entity, _, _ := strings.Cut(d.Table(t.Table).Column(m.Columns[0]).Entity, "."); entity == from.Name {
				columns = append(columns, m.Columns...)
			}
		}
	case from.Kind == plan.ToolVertex:
		t := d.Tool(from.Name)
		table = t.Table
		for _, accepted := range plan.Accepts(d, t) {
			columns = append(columns, slices.Concat(plan.Links(d, t, accepted, to.Name)...)...)
		}
	default:
		return nil
	}
	var ordered []string
	for _, c := range d.Table(table).Columns {
		if slices.Contains(columns, c.Name) {
			ordered = append(ordered, c.Name)
		}
	}
	return ordered
}
