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
	Key          chance.Key
	Language     string
	Names        *name.Namer
	Nation       string            // the jurisdiction: "澜国"
	Provinces    []Province        // in the order of their zones
	Law          *statute.Law      // of the nation
	Calendar     *Calendar         // of offices and courts
	Causes       []Cause           // causes of cases, in an order common to both languages
	Dealings     []Dealing         // what suppliers and customers dispute, in an order common to both languages
	groups       map[string][]bool // of lines of business
	conventions  conventions
	tradeSampler chance.WeightedSampler
	causeSampler chance.WeightedSampler
	sponsors     []string
	shards       int
	sizes        func(shard int) Sizes
}

// Open returns the world of a seed in a language with the given number of shards, from 1 to
// [MostShards]; sizes returns the numbers of rows of each shard. It returns an error unless the
// language is zh or en, and if the first shard is too large.
func Open(seed uint64, language string, shards int, sizes func(shard int) Sizes) (*Society, error) {
	tongue, err := name.New(language)
	if err != nil {
		return nil, err
	}
	if shards < 1 || shards > MostShards {
		return nil, fmt.Errorf("%d shards: want 1 to %d", shards, MostShards)
	}
	if err := sizes(0).check(); err != nil {
		return nil, fmt.Errorf("shard 0: %w", err)
	}
	w := &Society{Key: chance.New(seed), Language: language, Names: tongue, Calendar: NewCalendar(), shards: shards, sizes: sizes}
	w.conventions = conventionsOf(language)
	native, err := name.Trades("zh")
	if err != nil {
		return nil, err
	}
	w.groups = businesses(native)
	reader := dealingReader{language: language, trades: tongue.Trades(), native: native, groups: w.groups}
	all, markets := reader.read()
	w.Dealings, w.Causes = all, causes(language, w.groups, all, markets)
	w.Nation = w.conventions.nation(w.nationBase())
	w.Provinces = w.provinces(sizes(0).CourtInfo)
	weights := make([]int, len(tongue.Trades()))
	finance := 0
	for i, t := range tongue.Trades() {
		weights[i] = t.Weight
		if t.ID == "securities" {
			finance = i
		}
	}
	w.tradeSampler, w.sponsors = chance.NewWeightedSampler(weights), w.investmentBanks(finance)
	w.causeSampler = chance.NewWeightedSampler(weighCauses(w.Causes, tongue.Trades()))
	first := sizes(0)
	w.Law, err = statute.NewNational(w.Key.Of("law"), language, w.Nation, first.LegalArticle, first.LegalKnowledge)
	return w, err
}

// Shards returns the number of shards.
func (w *Society) Shards() int { return w.shards }

// How many provinces and municipalities a full-sized world has, which tongues
// have names for.
const (
	mostProvinces      = 27
	mostMunicipalities = 4
)

// CentralBank returns the name of the nation's central bank, which publishes the rates of interest.
func (w *Society) CentralBank() string { return w.conventions.bank(w.nationBase()) }

// nationBase returns the nation's name without its kind.
func (w *Society) nationBase() string {
	return w.Names.Province(int(w.provinceNames().At(name.Provinces - 1))).BaseName
}

// provinceNames returns the order in which provinces get their names. The nation gets the last
// name, which no province reaches.
func (w *Society) provinceNames() chance.Permutation {
	return chance.NewPermutation(w.Key.Of("provinces"), name.Provinces)
}

// provinces returns the provinces of a world with the given number of courts in the directory.
// Smaller worlds have fewer, in proportion to the square root of their size.
func (w *Society) provinces(courts int) []Province {
	full := math.Sqrt(min(1, float64(courts)/3413))
	n := max(2, int(mostProvinces*full))
	cities := int(mostMunicipalities * full)
	var all []Province
	zone := 11
	order := chance.NewPermutation(w.Key.Of("municipalities"), name.Municipalities)
	for i := range cities {
		p := w.Names.Municipality(int(order.At(uint64(i))))
		all = append(all, Province{Name: p.Name, BaseName: p.BaseName, Letter: p.Short, Municipality: true, Zone: zone})
		zone++
	}
	for i := range n {
		p := w.Names.Province(int(w.provinceNames().At(uint64(i))))
		if zone%10 > 5 {
			zone += 10 - zone%10 + 1
		}
		all = append(all, Province{Name: p.Name, BaseName: p.BaseName, Letter: p.Short, Zone: zone})
		zone++
	}
	return all
}
