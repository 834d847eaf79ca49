package plan

import "github.com/taskgrove/taskgrove/pipeline/digest"

// Drawn are paths of one depth.
type Drawn struct {
	// Paths are in the graph's order.
	Paths []Path
	// Looked is the number of paths of which Paths were kept, where some were left undrawn; 0
	// where none was left undrawn, or none is left to look at.
	Looked int
}

// Draw returns the paths that [Graph.Grow] yields if they are few, and some of them if they are
// many, so that its time and memory grow with the number of hops and no more. Once beginnings that keep
// keeps have more than most extensions by one hop, no more than about a fifth of most are looked at from there
// on: one in two, in four, and so on. An extension is drawn by the names on it, so that other
// tables leave the draw as it is, except that one in twice or in half as many may be drawn. Keep must not
// retain the slice of hops; nil keeps every path. Draw panics if most is below 1.
//
// Note: the paths with the smallest digests would be as many as are wanted. But each more
// that other tables bring would put out one, at each depth anew.
func (g *Graph) Draw(hops, most int, keep func(Path) bool) Drawn {
	if most < 1 {
		panic("plan: a draw of paths from less than one")
	}
	w := walk{g: g, steps: map[Hop][]step{}}
	beginnings := w.starts()
	drawn, looked := false, 0
	for w.hops = 1; w.hops <= hops; w.hops++ {
		w.open = w.hops < hops
		share := 1 // one extension in so many is drawn
		if n := w.extensions(beginnings); drawn || n > most {
			drawn = true
			for 5*n > share*most {
				share *= 2
			}
		}
		looked = 0
		w.keep = func(p Path) bool {
			if share > 1 && p.draws().IntN(share) > 0 {
				return false
			}
			looked++
			return keep == nil || keep(p)
		}
		var next []Path
		w.yield = func(p Path) bool {
			next = append(next, p)
			return true
		}
		for _, p := range beginnings {
			w.goOn(p)
		}
		beginnings = next
	}
	if !drawn {
		looked = 0
	}
	return Drawn{beginnings, looked}
}

// extensions returns how many extensions by one hop some beginnings have.
func (w *walk) extensions(beginnings []Path) (n int) {
	for _, p := range beginnings {
		for _, s := range w.after(lastHop(p)) {
			if w.open {
				n += len(s.returns)
			} else {
				n++
			}
		}
	}
	return n
}

// draws returns the draws of a path or a beginning.
func (p Path) draws() digest.Draws {
	d := digest.NewDraws("path", p.Start)
	for i := range p.Hops {
		h := &p.Hops[i]
		d = d.Of(h.Derivation).Of(h.Accepts).Of(h.Tool).Of(h.Returns)
	}
	return d
}
