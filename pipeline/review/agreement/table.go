package agreement

import (
	"encoding/binary"
	"maps"
	"slices"
)

// table holds counted ratings. Units with the same labels share a pattern.
type table struct {
	units, ratings int
	raters         []string // sorted
	patterns       []pattern
	labels         int
	// pair says that the same two raters rated all units; patterns then distinguish them.
	pair    bool
	scratch sums // reused by all calls of figures
}

// pattern is a combination of labels that units have.
type pattern struct {
	units  int   // number of units with these labels
	size   int   // ratings per unit
	counts []int // ratings per unit, by label
	first  int   // for a pair: label of the first rater
	second int   // for a pair: label of the second rater
	// differing is the number of ordered pairs of different ratings of a unit.
	differing int
}

// tabulate counts ratings. Labels, patterns and raters are sorted, so that the order of the
// ratings has no effect.
func tabulate(ratings []Rating) *table {
	units := map[string]map[string]string{} // label by rater by unit
	labels := map[string]bool{}
	for _, r := range ratings {
		if units[r.Unit] == nil {
			units[r.Unit] = map[string]string{}
		}
		units[r.Unit][r.Rater] = r.Label
	}
	raters := map[string]bool{}
	t := &table{}
	for name, unit := range units {
		if len(unit) < 2 {
			delete(units, name)
			continue
		}
		t.units++
		t.ratings += len(unit)
		for rater, label := range unit {
			raters[rater], labels[label] = true, true
		}
	}
	t.raters = slices.Sorted(maps.Keys(raters))
	t.pair = len(t.raters) == 2
	t.labels = len(labels)
	index := map[string]int{}
	for i, label := range slices.Sorted(maps.Keys(labels)) {
		index[label] = i
	}
	patterns := map[string]*pattern{}
	for _, unit := range units {
		p := t.pattern(unit, index)
		key := p.key()
		if patterns[key] == nil {
			patterns[key] = p
		}
		patterns[key].units++
	}
	for _, key := range slices.Sorted(maps.Keys(patterns)) {
		t.patterns = append(t.patterns, *patterns[key])
	}
	return t
}

// pattern returns the pattern of one unit.
func (t *table) pattern(unit map[string]string, index map[string]int) *pattern {
	p := &pattern{size: len(unit), counts: make([]int, t.labels)}
	for _, label := range unit {
		p.counts[index[label]]++
	}
	p.differing = p.size * p.size
	for _, c := range p.counts {
		p.differing -= c * c
	}
	if t.pair {
		p.first, p.second = index[unit[t.raters[0]]], index[unit[t.raters[1]]]
	}
	return p
}

// key identifies a pattern. In the order of keys, patterns of the same size are together.
func (p *pattern) key() string {
	var b []byte
	for _, n := range append([]int{p.size, p.first, p.second}, p.counts...) {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}
