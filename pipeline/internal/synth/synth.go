// Package synth generates a legal world: companies, courts, law firms, disputes,
// enforcement, penalties and statutes of a jurisdiction that does not exist, in
// the 14 tables and 3 passage corpora of the legal domain.
//
// A world is a function of a [WorldSpec] and nothing else: the same seed, scale and
// language give the same bytes on every machine and at any number of workers.
// Chinese and English worlds of one seed are one world in two languages.
//
// A world larger than the published tables is made of shards, each about as large
// as those. A shard is made, written and forgotten, so memory does not grow with
// the scale.
package synth

import (
	"fmt"
	"math"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// WorldSpec specifies a generated world. Equal specifications give equal bytes.
type WorldSpec struct {
	Seed     uint64  `json:"seed"`  // of all draws; worlds of different seeds share no company
	Scale    float64 `json:"scale"` // size relative to the published tables, in [0.01, 1000]
	Language string  `json:"lang"`  // zh or en
}

// The bounds of [WorldSpec.Scale].
const (
	SmallestScale = 0.01
	LargestScale  = 1000
)

// Languages returns the languages that worlds can be written in.
func Languages() []string { return []string{"zh", "en"} }

// Validate returns an error if the specification is invalid.
func (w WorldSpec) Validate() error {
	if !(w.Scale >= SmallestScale && w.Scale <= LargestScale) {
		return fmt.Errorf("scale %v: want a number from %v to %v", w.Scale, SmallestScale, LargestScale)
	}
	for _, l := range Languages() {
		if w.Language == l {
			return nil
		}
	}
	return fmt.Errorf("language %q: want one of %q", w.Language, Languages())
}

// TableSize is the number of rows of one table or passage corpus.
type TableSize struct {
	Name string // also the name of its file
	Rows int
}

// Sizes returns the exact sizes of the 14 tables and then of the 3 passage corpora of the
// world, each at least 1.
func (w WorldSpec) Sizes() []TableSize {
	var all []TableSize
	rows := society.Published().Scaled(w.Scale)
	rows.Each(func(name string, rows *int) { all = append(all, TableSize{name, *rows}) })
	return all
}

// Shards returns the number of shards of the world, at least 1.
func (w WorldSpec) Shards() int { return int(math.Ceil(w.Scale)) }

// shard returns the sizes of one shard.
func (w WorldSpec) shard(n int) society.Sizes {
	return society.Published().Scaled(w.Scale).Share(n, w.Shards())
}

// open returns the world's shared data, from which shards are made.
func (w WorldSpec) open() (*society.Society, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return society.Open(w.Seed, w.Language, w.Shards(), w.shard)
}
