package alternative

import (
	"hash/maphash"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// rowKey is a row that a search looks for.
type rowKey struct {
	table string
	row   int32
}

// columnKey is a number that a search looks for in one column only.
type columnKey struct {
	valueKey
	table, column string
}

// hash returns the hash of a key. Hashes differ between processes; they affect the duration
// of a search but not its result.
func hash[K rowKey | valueKey | columnKey](s *Searcher, k K) uint32 {
	return uint32(maphash.Comparable(s.seed, k))
}

// hashes returns the hashes of every target that the rows of an entity could contain, sorted
// and without repetitions: the rows, the values they show, and the names derived from names
// in them.
func (s *Searcher) hashes(p *entity) []uint32 {
	p.seen.Do(func() {
		for i, rows := range p.ask() {
			a := &p.kind.lookups[i]
			for _, row := range rows {
				p.hashes = s.shown(p.hashes, a, row)
			}
		}
		slices.Sort(p.hashes)
		p.hashes = slices.Clip(slices.Compact(p.hashes))
	})
	return p.hashes
}

// shown adds the hashes of one row and of the values that it shows.
func (s *Searcher) shown(all []uint32, a *lookup, row int32) []uint32 {
	spec := a.table.Spec()
	all = append(all, hash(s, rowKey{spec.Name, row}))
	for _, col := range a.shown {
		for _, v := range a.table.Cell(int(row), col).Values {
			k := valueKeyOf(v)
			all = append(all, hash(s, k))
			if k.kind == value.Number {
				all = append(all, hash(s, columnKey{k, spec.Name, spec.Columns[col].Name}))
			}
		}
	}
	for _, l := range a.links {
		if l.to.derive == nil {
			continue
		}
		s.eachName(a.table, row, l.columns, func(name []string) {
			for _, text := range l.to.derived(name[0]) {
				all = append(all, hash(s, valueKey{kind: value.Text, text: text}))
			}
		})
	}
	return all
}

// derived returns the names derived from a name, in one or more steps. If several types
// derive the same text, it occurs more than once.
func (k *entityType) derived(name string) (texts []string) {
	type named struct {
		kind *entityType
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

// rehash computes the hashes of the targets that are still open.
func (w *targets) rehash() {
	w.hashes = w.hashes[:0]
	for k, list := range w.values {
		for _, own := range list {
			if own.column == "" || k.kind != value.Number {
				w.hashes = append(w.hashes, hash(w.s, k))
			} else {
				w.hashes = append(w.hashes, hash(w.s, columnKey{k, own.table, own.column}))
			}
		}
	}
	for table, rows := range w.rows {
		for row := range rows {
			w.hashes = append(w.hashes, hash(w.s, rowKey{table, row}))
		}
	}
}

// mayBeIn reports whether an open target may be among the hashes. True can be wrong if two
// hashes collide; false is always right.
func (w *targets) mayBeIn(hashes []uint32) bool {
	return slices.ContainsFunc(w.hashes, func(h uint32) bool {
		_, found := slices.BinarySearch(hashes, h)
		return found
	})
}
