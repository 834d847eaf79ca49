package plantree

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// derivationPrefix marks a derivation in a walk; it is how the graph's vertex IDs do.
const derivationPrefix = string(plan.DerivationVertex) + ":"

// WritePaths writes the paths of the planning tree up to the depth, at least 1, as JSON
// lines, shorter paths first and the paths of each length in the graph's order:
//
//	{"id":"…","hops":2,"walk":["company","get_company_orders","product","get_product"]}
//
// A walk goes from an entity type to a tool, to the entity type that the tool returns, and
// so on; it ends with a tool. A derivation stands between two entity types, with
// "derivation:" before its name. Of a length that more than most paths have, those are written
// that [plan.Graph.Draw] draws. WritePaths returns the number of paths written of one hop, of two
// hops, and so on. The error is the writer's, or that of a smaller depth.
func WritePaths(w io.Writer, g *plan.Graph, depth, most int) ([]int, error) {
	if depth < 1 {
		return nil, fmt.Errorf("depth must be at least 1, not %d", depth)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	var vertices []string
	var err error
	counts := make([]int, depth)
	for hops := 1; hops <= depth; hops++ {
		paths := g.Paths(hops) // none of which is kept in memory
		if g.Count(hops) > most {
			paths = slices.Values(g.Draw(hops, most, nil).Paths)
		}
		for p := range paths {
			vertices = appendWalk(vertices[:0], p)
			if line, err = appendPath(line[:0], p.ID, hops, vertices); err == nil {
				_, err = b.Write(line)
			}
			if err != nil {
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

// appendPath appends one line of paths.jsonl. A path is written as the walk it is over the
// planning graph, since spelling out every hop would make a file of five hops
// twice as large and no easier to read.
func appendPath(line []byte, id string, hops int, walk []string) (_ []byte, err error) {
	line = fmt.Appendf(line, `{"id":%q,"hops":%d,"walk":`, id, hops)
	for i, v := range walk {
		line = append(line, "[,"[min(i, 1)])
		if line, err = jsontext.AppendQuote(line, v); err != nil {
			return nil, err
		}
	}
	return append(line, "]}\n"...), nil
}

// appendWalk appends the vertices a path visits, from its start to its last tool.
func appendWalk(vertices []string, p plan.Path) []string {
	vertices = append(vertices, p.Start)
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
