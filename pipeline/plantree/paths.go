package plantree

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// pathRecord is one path in paths.jsonl. A path is written as the walk it is over the
// planning graph, since spelling out every hop would make a file of five hops
// twice as large and no easier to read.
type pathRecord struct {
	ID   string   `json:"id"`   // the path's
	Hops int      `json:"hops"` // how many tools it calls
	Walk []string `json:"walk"` // see [WritePaths]
}

// derivationPrefix marks a derivation in a walk; it is how the graph's vertex IDs do.
const derivationPrefix = string(plan.DerivationVertex) + ":"

// WritePaths writes every path of the planning tree up to the depth, at least 1, as JSON
// lines, shorter paths first and the paths of each length in the graph's order:
//
//	{"id":"…","hops":2,"walk":["company","get_company_orders","product","get_product"]}
//
// A walk goes from an entity type to a tool, to the entity type that the tool returns, and
// so on; it ends with a tool. A derivation stands between two entity types, with
// "derivation:" before its name. WritePaths returns the number of paths of one hop, of two
// hops, and so on. Paths are written as they are found; none is kept in memory. The error
// is the writer's, or that of a smaller depth.
func WritePaths(w io.Writer, g *plan.Graph, depth int) ([]int, error) {
	if depth < 1 {
		return nil, fmt.Errorf("depth must be at least 1, not %d", depth)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	counts := make([]int, depth)
	for hops := 1; hops <= depth; hops++ {
		for p := range g.Paths(hops) {
			if err := e.Encode(pathRecord{p.ID, hops, vertexWalk(p)}); err != nil {
				return nil, fmt.Errorf("paths: %w", err)
			}
			counts[hops-1]++
		}
	}
	if err := b.Flush(); err != nil {
		return nil, fmt.Errorf("paths: %w", err)
	}
	return counts, nil
}

// vertexWalk returns the vertices a path visits, from its start to its last tool.
func vertexWalk(p plan.Path) []string {
	vertices := []string{p.Start}
	for _, h := range p.Hops {
		if h.Derivation != "" {
			vertices = append(vertices, derivationPrefix+h.Derivation, h.Accepts)
		}
		vertices = append(vertices, h.Tool)
		if h.Returns != "" {
			vertices = append(vertices, h.Returns)
		}
	}
	return vertices
}
