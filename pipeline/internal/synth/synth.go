// Package synth generates a legal world: companies, courts, law firms, disputes,
// enforcement, penalties and statutes of a jurisdiction that does not exist, in
// the 14 tables and 3 passage corpora of the legal domain.
//
// A world is a function of a [World] and nothing else: the same seed, scale and
// language give the same bytes on every machine and at any number of workers.
// Chinese and English worlds of one seed are one world told in two languages.
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

// World specifies a world.
type World struct {
	Seed     uint64  `json:"seed"`  // of all draws; worlds of different seeds share no company
	Scale    float64 `json:"scale"` // size against the published tables, in [0.01, 1000]
	Language string  `json:"lang"`  // zh or en
}

// The bounds of a scale.
const (
	SmallestScale = 0.01
	LargestScale  = 1000
)

// Languages are those a world can be told in.
func Languages() []string { return []string{"zh", "en"} }

// Validate says what is wrong with a specification; nil if nothing is.
func (w World) Validate() error {
	if !(w.Scale >= SmallestScale && w.Scale <= LargestScale) {
		return fmt.Errorf("scale %v: want a number from %v to %v", w.Scale, SmallestScale, LargestScale)
	}
	for _, l := range Languages() {
		if w.Language == l {
			return nil
		}
	}
	return fmt.Errorf("a world in %q: want one of %q", w.Language, Languages())
}

// Size is how many rows a table or passage corpus has.
type Size struct {
	Name string // as its file is called
	Rows int
}

// Sizes lists the 14 tables and then the 3 passage corpora of a world with their
// exact numbers of rows, each at least 1.
func (w World) Sizes() []Size {
	var all []Size
	rows := society.Published().Scaled(w.Scale)
	rows.Each(func(name string, rows *int) { all = append(all, Size{name, *rows}) })
	return all
}

// Shards is how many shards the world is made of, at least 1.
func (w World) Shards() int { return int(math.Ceil(w.Scale)) }

// shard are the sizes of one shard.
func (w World) shard(n int) society.Sizes {
	return society.Published().Scaled(w.Scale).Share(n, w.Shards())
}

// open makes the model of the world.
func (w World) open() (*society.World, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return society.Open(w.Seed, w.Language, w.Shards(), w.shard)
}
