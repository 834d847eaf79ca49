// Package plantree is the first stage: it writes the planning tree, whose paths start
// from an unknown entity, for people to look at and for later stages to sample from. It
// writes the planning graph ([WriteGraph]), the paths of the tree ([WritePaths]), the
// coverage of the paths ([MeasureCoverage]), and a page that draws the tree ([WriteTree]).
//
// Which hops may follow a hop depends only on its tool, the entity type it accepts and the
// type it returns. The tree therefore folds into a graph of lookups, the [FoldedTree],
// which counts paths without listing them; the page unfolds it on demand.
package plantree

import (
	"encoding/json"
	"io"
)

// DefaultDepth is the default maximum number of hops of a path: the depth of the published
// benchmark.
const DefaultDepth = 5

// writeJSON writes a value as indented JSON with a line end, leaving <, > and &
// as they are.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}
