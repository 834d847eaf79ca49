package society

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// MostShards is the largest number of shards of a world, for which there are enough names.
const MostShards = 1000

// What is unique in a world is numbered: each shard has a block of the numbers, the
// n-th of which is its own whatever other shards have. A block is more than a shard
// needs, and as large for all of them, since one shard of a world can be a row larger
// than the next.
const (
	brandsAShard        = 29_900
	stemsAShard         = 3_600 // cities first, then counties
	organizationsAShard = 20_000
	listedAShard        = 1_000
	penaltiesAShard     = 500
)

// The slots of a shard's block of brands, company families first. Every family, law
// firm and outsider has a slot of its own, and so a brand of its own.
const (
	firmSlots     = 12_000
	outsiderSlots = 17_000
	visitorSlots  = 27_000 // law firms that no directory has
)

// firstFirm is the first number of law firms in a shard's block of organizations.
const firstFirm = 12_000

// brand returns the brand of a slot of a shard. Short brands are for names with a place: they
// are few, so different worlds share some.
func (w *Society) brand(shard, slot int, short bool) string {
	n := uint64(shard*brandsAShard + slot)
	if short && n < name.ShortBrands {
		return w.Tongue.Brand(chance.NewPermutation(w.Key.Of("short brands"), name.ShortBrands).At(n))
	}
	const long = name.Brands - name.ShortBrands
	return w.Tongue.Brand(name.ShortBrands + chance.NewPermutation(w.Key.Of("brands"), long).At(n))
}

// stem returns the place name of a slot of a shard.
func (w *Society) stem(shard, slot int) string {
	n := uint64(shard*stemsAShard + slot)
	if n < name.ShortStems {
		return w.Tongue.Stem(chance.NewPermutation(w.Key.Of("short stems"), name.ShortStems).At(n))
	}
	const long = name.Stems - name.ShortStems
	return w.Tongue.Stem(name.ShortStems + chance.NewPermutation(w.Key.Of("stems"), long).At(n-name.ShortStems))
}
