package agreement

import (
	"encoding/binary"
	"maps"
	"slices"
)

// table is a set of ratings, counted: units rated in the same way are one pattern.
type table struct {
	units, ratings int
	raters         []string // sorted
	patterns       []pattern
	labels         int
	// pair says that two raters rated all units, and patterns tell them apart.
	pair    bool
	scratch sums // reused by figures
}

// pattern is one way in which units are rated.
type pattern struct {
	units  int   // how many are
	size   int   // ratings a unit
	counts []int // of these, by label
	first  int   // label of the first rater and of the second, where the table is of a pair
	second int
	// differing is how many ordered pairs of ratings of a unit differ.
	differing int
}

// tabulate counts ratings. Labels, patterns and raters are in order of their names, so that the
// order of the ratings does not matter.
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

// pattern returns how one unit is rated.
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

// key tells patterns apart; patterns of one size are together in the order of keys.
func (p *pattern) key() string {
	var b []byte
	for _, n := range append([]int{p.size, p.first, p.second}, p.counts...) {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}
