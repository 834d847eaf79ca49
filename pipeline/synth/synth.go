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

	"taskgrove/pipeline/synth/society"
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

// published are the sizes of the 17 corpora of LegalAgentBench (arXiv 2412.17259,
// Table 4), in its order.
var published = [...]Size{
	{"CompanyInfo", 695},
	{"CompanyRegister", 10_125},
	{"SubCompanyInfo", 9_433},
	{"LegalDoc", 24_372},
	{"LegalAbstract", 1_200},
	{"CourtInfo", 3_413},
	{"CourtCode", 3_348},
	{"LawfirmInfo", 4_768},
	{"LawfirmLog", 101},
	{"AddrInfo", 19_533},
	{"RestrictionCase", 46},
	{"FinalizedCase", 119},
	{"DishonestyCase", 13},
	{"AdministrativeCase", 443},
	{"LegalKnowledge", 26_951},
	{"LegalArticle", 55_347},
	{"LegalCases", 2_370},
}

// Sizes lists the 14 tables and then the 3 passage corpora of a world with their
// exact numbers of rows, each at least 1.
func (w World) Sizes() []Size {
	sizes := published
	for i := range sizes {
		sizes[i].Rows = max(1, int(math.Round(float64(sizes[i].Rows)*w.Scale)))
	}
	return sizes[:]
}

// Shards is how many shards the world is made of, at least 1.
func (w World) Shards() int { return int(math.Ceil(w.Scale)) }

// shard are the sizes of one shard, which are those of the world shared out so
// that no two shards differ by more than a row of a table.
func (w World) shard(n int) society.Sizes {
	var share [len(published)]int
	for i, s := range w.Sizes() {
		share[i] = s.Rows*(n+1)/w.Shards() - s.Rows*n/w.Shards()
	}
	return society.Sizes{
		CompanyInfo: share[0], CompanyRegister: share[1], SubCompanyInfo: share[2],
		LegalDoc: share[3], LegalAbstract: share[4],
		CourtInfo: share[5], CourtCode: share[6], LawfirmInfo: share[7], LawfirmLog: share[8], AddrInfo: share[9],
		RestrictionCase: share[10], FinalizedCase: share[11], DishonestyCase: share[12], AdministrativeCase: share[13],
		LegalKnowledge: share[14], LegalArticle: share[15], LegalCases: share[16],
	}
}

// open makes the model of the world.
func (w World) open() (*society.World, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return society.Open(w.Seed, w.Language, w.Shards(), w.shard)
}
