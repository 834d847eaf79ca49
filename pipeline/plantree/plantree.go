// Package plantree is the first stage: it writes down the planning tree that
// grows from an unknown entity, so that people can look at it and later stages
// can choose from it. It writes four things: the planning graph ([WriteGraph]),
// every path of the tree ([WritePaths]), what the paths cover ([MeasureCoverage]), and a
// page that draws the tree ([WriteTree]).
//
// A hop of the tree depends on the hop before it and on nothing earlier: whether
// it may follow is told by the tool asked, the entity type it was asked about and
// the type it returned. So the tree folds into the [FoldedTree] of one hop to the
// next, from which paths are counted without listing them; the page unfolds it
// again as far as somebody looks.
package plantree

import (
	"encoding/json"
	"io"
)

// DefaultDepth is the most hops a path has unless a caller asks otherwise: the
// depth of the published benchmark.
const DefaultDepth = 5

// writeJSON writes a value as indented JSON with a line end, leaving <, > and &
// as they are.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}
