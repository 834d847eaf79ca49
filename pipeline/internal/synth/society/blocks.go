package society

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// MostShards is the largest number of shards of a world, for which there are enough names.
const MostShards = 1000

// Unique things of a world are numbered, and each shard has a block of the numbers. Blocks are
// larger than a shard needs and of equal size, because one shard of a world can have a row more than
// another.
const (
	brandsPerShard        = 29_900
	placeNamesPerShard    = 3_600 // cities first, then counties
	organizationsPerShard = 20_000
	listedPerShard        = 1_000
	penaltiesPerShard     = 500
)

// The slots of a shard's block of brands, company families first. Every family, law firm and
// outside company has a separate slot and therefore a separate brand.
const (
	firmSlots         = 12_000
	outsiderSlots     = 17_000
	unlistedFirmSlots = 27_000 // law firms that no directory has
)

// firstFirm is the first number of law firms in a shard's block of organizations.
const firstFirm = 12_000

// brand returns the brand of a slot of a shard. Short brands are for names with a place: they
// are few, so different worlds share some.
func (w *Society) brand(shard, slot int, short bool) string {
	n := uint64(shard*brandsPerShard + slot)
	if short && n < name.ShortBrands {
		return w.Names.Brand(chance.NewPermutation(w.Key.Of("short brands"), name.ShortBrands).At(n))
	}
	const long = name.Brands - name.ShortBrands
	return w.Names.Brand(name.ShortBrands + chance.NewPermutation(w.Key.Of("brands"), long).At(n))
}

// placeName returns the place name of a slot of a shard.
func (w *Society) placeName(shard, slot int) string {
	n := uint64(shard*placeNamesPerShard + slot)
	if n < name.ShortPlaceNames {
		return w.Names.PlaceName(chance.NewPermutation(w.Key.Of("short stems"), name.ShortPlaceNames).At(n))
	}
	const long = name.PlaceNames - name.ShortPlaceNames
	return w.Names.PlaceName(name.ShortPlaceNames + chance.NewPermutation(w.Key.Of("stems"), long).At(n-name.ShortPlaceNames))
}
