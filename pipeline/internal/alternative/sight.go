package alternative

import (
	"hash/maphash"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// line is a row as it is looked for.
type line struct {
	table string
	row   int32
}

// standing is a number as it is looked for in one column alone.
type standing struct {
	valued
	table, column string
}

// hash returns the hash of a line, a valued or a standing. Hashes differ from process
// to process, and nothing but the time a search takes depends on them.
func hash[K line | valued | standing](s *Searcher, k K) uint32 {
	return uint32(maphash.Comparable(s.seed, k))
}

// sight returns the hashes of all that can be ticked off in the rows found about an
// entity, in order, each once: the rows, what they show, and what is derived from the
// names in them.
func (s *Searcher) sight(p *place) []uint32 {
	p.seen.Do(func() {
		for i, rows := range p.ask() {
			a := &p.kind.lookups[i]
			p.rows += len(rows)
			for _, row := range rows {
				p.sight = s.shown(p.sight, a, row)
			}
		}
		slices.Sort(p.sight)
		p.sight = slices.Clip(slices.Compact(p.sight))
	})
	return p.sight
}

// shown adds the hashes of what one row shows.
func (s *Searcher) shown(all []uint32, a *asking, row int32) []uint32 {
	spec := a.table.Spec()
	all = append(all, hash(s, line{spec.Name, row}))
	for _, col := range a.shown {
		for _, v := range a.table.Cell(int(row), col).Values {
			k := valueOf(v)
			all = append(all, hash(s, k))
			if k.kind == value.Number {
				all = append(all, hash(s, standing{k, spec.Name, spec.Columns[col].Name}))
			}
		}
	}
	for _, l := range a.links {
		if l.to.derive == nil {
			continue
		}
		s.named(a.table, row, l.columns, func(name []string) {
			for _, text := range l.to.derived(name[0]) {
				all = append(all, hash(s, valued{kind: value.Text, text: text}))
			}
		})
	}
	return all
}

// derived returns the names derived from one, in steps or at once. Where several
// types derive the same text, it is there more than once.
func (k *kind) derived(name string) (texts []string) {
	type named struct {
		kind *kind
		name string
	}
	known := []named{{k, name}}
	for i := 0; i < len(known); i++ {
		for _, d := range known[i].kind.derive {
			text, ok := d.name(known[i].name)
			if !ok || slices.Contains(known, named{d.to, text}) {
				continue
			}
			known = append(known, named{d.to, text})
			texts = append(texts, text)
		}
	}
	return texts
}

// note keeps the hashes of what is still looked for.
func (w *wanted) note() {
	w.hashes = w.hashes[:0]
	for k, list := range w.values {
		for _, own := range list {
			if own.column == "" || k.kind != value.Number {
				w.hashes = append(w.hashes, hash(w.s, k))
			} else {
				w.hashes = append(w.hashes, hash(w.s, standing{k, own.table, own.column}))
			}
		}
	}
	for table, rows := range w.rows {
		for row := range rows {
			w.hashes = append(w.hashes, hash(w.s, line{table, row}))
		}
	}
}

// among reports whether something looked for may be in sight. It is there for sure
// only as far as hashes tell.
func (w *wanted) among(sight []uint32) bool {
	return slices.ContainsFunc(w.hashes, func(h uint32) bool {
		_, found := slices.BinarySearch(sight, h)
		return found
	})
}
