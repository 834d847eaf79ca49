package society

import (
	"fmt"

	"taskgrove/pipeline/synth/chance"
	"taskgrove/pipeline/synth/name"
)

// MostShards is how many shards a world can have: for so many there are names.
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

// firstFirm is where law firms begin in a shard's block of organizations.
const firstFirm = 12_000

// check says which table a shard has too many rows of for its blocks, or none; nil
// if all is well.
func (z Sizes) check() error {
	for _, c := range []struct {
		what       string
		rows, most int
	}{
		{"CompanyInfo", z.CompanyInfo, listedAShard},
		{"CompanyRegister", z.CompanyRegister, firmSlots - spareSlots},
		{"SubCompanyInfo", z.SubCompanyInfo, firmSlots - spareSlots - z.CompanyInfo},
		{"LegalDoc", z.LegalDoc, anyNumber}, {"LegalAbstract", z.LegalAbstract, z.LegalDoc},
		{"CourtInfo", z.CourtInfo, stemsAShard}, {"CourtCode", z.CourtCode, stemsAShard - z.CourtInfo + z.both()},
		{"LawfirmInfo", z.LawfirmInfo, outsiderSlots - firmSlots}, {"LawfirmLog", z.LawfirmLog, z.LawfirmInfo},
		{"AddrInfo", z.AddrInfo, anyNumber},
		{"RestrictionCase", z.RestrictionCase, anyNumber}, {"FinalizedCase", z.FinalizedCase, anyNumber}, {"DishonestyCase", z.DishonestyCase, z.FinalizedCase},
		{"AdministrativeCase", z.AdministrativeCase, penaltiesAShard},
		{"LegalKnowledge", z.LegalKnowledge, anyNumber}, {"LegalArticle", z.LegalArticle, anyNumber}, {"LegalCases", z.LegalCases, z.LegalDoc},
	} {
		if c.rows < 1 || c.rows > c.most {
			return fmt.Errorf("%d rows of %s: want 1 to %d", c.rows, c.what, c.most)
		}
	}
	return nil
}

const (
	spareSlots = 1_000   // for families whose names are taken
	anyNumber  = 1 << 30 // of rows that no block bounds
)

// both is how many courts stand in the directory and in the list of codes. Of the
// 106 real courts of the directory that were recovered 100 do, under the same name.
func (z Sizes) both() int { return min(z.CourtInfo*945/1000, z.CourtCode) }

// brand is the brand of a slot of a shard. Short brands are for names that have a
// place too: there are so few that two worlds share some.
func (w *World) brand(shard, slot int, short bool) string {
	n := uint64(shard*brandsAShard + slot)
	if short && n < name.ShortBrands {
		return w.Tongue.Brand(chance.NewPermutation(w.Key.Of("short brands"), name.ShortBrands).At(n))
	}
	const long = name.Brands - name.ShortBrands
	return w.Tongue.Brand(name.ShortBrands + chance.NewPermutation(w.Key.Of("brands"), long).At(n))
}

// stem is the place name of a slot of a shard.
func (w *World) stem(shard, slot int) string {
	n := uint64(shard*stemsAShard + slot)
	if n < name.ShortStems {
		return w.Tongue.Stem(chance.NewPermutation(w.Key.Of("short stems"), name.ShortStems).At(n))
	}
	const long = name.Stems - name.ShortStems
	return w.Tongue.Stem(name.ShortStems + chance.NewPermutation(w.Key.Of("stems"), long).At(n-name.ShortStems))
}
