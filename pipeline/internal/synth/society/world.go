package society

import (
	"fmt"
	"math"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Society is the data that all shards of a world share. It is read-only and safe for concurrent
// use.
type Society struct {
	Key       chance.Key
	Language  string
	Tongue    *name.Tongue
	Nation    string       // the jurisdiction: "澜国"
	Provinces []Province   // in the order of their zones
	Law       *statute.Law // of the nation
	Causes    []Cause      // what cases are about, in an order common to both languages
	style     style
	trades    chance.Wheel
	causes    chance.Wheel
	sponsors  []string
	shards    int
	sizes     func(shard int) Sizes
}

// Open returns the world of a seed in a language with the given number of shards, from 1 to
// [MostShards]; sizes returns the numbers of rows of each shard. It returns an error unless the
// language is zh or en, and if the first shard is too large.
func Open(seed uint64, language string, shards int, sizes func(shard int) Sizes) (*Society, error) {
	tongue, err := name.For(language)
	if err != nil {
		return nil, err
	}
	if shards < 1 || shards > MostShards {
		return nil, fmt.Errorf("%d shards: want 1 to %d", shards, MostShards)
	}
	if err := sizes(0).check(); err != nil {
		return nil, fmt.Errorf("shard 0: %w", err)
	}
	w := &Society{Key: chance.New(seed), Language: language, Tongue: tongue, shards: shards, sizes: sizes}
	w.style, w.Causes = styleOf(language), causes(language)
	w.Nation = w.style.nation(tongue.Province(int(w.provinceNames().At(name.Provinces - 1))).Stem)
	w.Provinces = w.provinces(sizes(0).CourtInfo)
	weights := make([]int, len(tongue.Trades()))
	finance := 0
	for i, t := range tongue.Trades() {
		weights[i] = t.Weight
		if t.ID == "securities" {
			finance = i
		}
	}
	w.trades, w.sponsors = chance.NewWheel(weights), w.investmentBanks(finance)
	weights = make([]int, len(w.Causes))
	for i, c := range w.Causes {
		weights[i] = c.weight
	}
	w.causes = chance.NewWheel(weights)
	first := sizes(0)
	w.Law, err = statute.New(w.Key.Of("law"), language, w.Nation, "", first.LegalArticle, first.LegalKnowledge)
	return w, err
}

// Shards returns the number of shards of the world.
func (w *Society) Shards() int { return w.shards }

// How many provinces and municipalities a full-sized world has, which tongues
// have names for.
const (
	mostProvinces      = 27
	mostMunicipalities = 4
)

// provinceNames is the order in which provinces take their names. The nation takes
// the last, which no province ever comes to.
func (w *Society) provinceNames() chance.Permutation {
	return chance.NewPermutation(w.Key.Of("provinces"), name.Provinces)
}

// provinces are the provinces of a world with so many courts in the directory:
// smaller worlds have fewer, by the root of their size.
func (w *Society) provinces(courts int) []Province {
	full := math.Sqrt(min(1, float64(courts)/3413))
	n := max(2, int(mostProvinces*full))
	cities := int(mostMunicipalities * full)
	var all []Province
	zone := 11
	order := chance.NewPermutation(w.Key.Of("municipalities"), name.Municipalities)
	for i := range cities {
		p := w.Tongue.Municipality(int(order.At(uint64(i))))
		all = append(all, Province{Name: p.Name, Stem: p.Stem, Letter: p.Short, Municipality: true, Zone: zone})
		zone++
	}
	for i := range n {
		p := w.Tongue.Province(int(w.provinceNames().At(uint64(i))))
		if zone%10 > 5 {
			zone += 10 - zone%10 + 1
		}
		all = append(all, Province{Name: p.Name, Stem: p.Stem, Letter: p.Short, Zone: zone})
		zone++
	}
	return all
}
