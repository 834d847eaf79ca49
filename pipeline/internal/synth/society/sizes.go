package society

import (
	"fmt"
	"math"
)

// Sizes are the numbers of rows of each table and passage corpus, of a shard or of a whole
// world.
type Sizes struct {
	CompanyInfo, CompanyRegister, SubCompanyInfo                       int
	LegalDoc, LegalAbstract                                            int
	CourtInfo, CourtCode, LawfirmInfo, LawfirmLog, AddrInfo            int
	RestrictionCase, FinalizedCase, DishonestyCase, AdministrativeCase int
	CaseFile, ClaimFile                                                int
	LegalKnowledge, LegalArticle, LegalCases                           int
}

// Published returns the sizes of the 17 corpora of LegalAgentBench (arXiv 2412.17259, Table 4),
// and with them those of CaseFile and ClaimFile, which it does not have: one row for five abstracts.
func Published() Sizes {
	return Sizes{
		CompanyInfo: 695, CompanyRegister: 10_125, SubCompanyInfo: 9_433, LegalDoc: 24_372, LegalAbstract: 1_200,
		CourtInfo: 3_413, CourtCode: 3_348, LawfirmInfo: 4_768, LawfirmLog: 101, AddrInfo: 19_533,
		RestrictionCase: 46, FinalizedCase: 119, DishonestyCase: 13, AdministrativeCase: 443,
		CaseFile:       1_200 / traceableShare,
		ClaimFile:      1_200 / traceableShare,
		LegalKnowledge: 26_951, LegalArticle: 55_347, LegalCases: 2_370,
	}
}

// Each calls do with the name and the size of each table and then of each passage corpus,
// in the order of Table 4 of LegalAgentBench's paper, see [Published], CaseFile and
// ClaimFile as the last tables. Do may change the size.
func (z *Sizes) Each(do func(name string, rows *int)) {
	do("CompanyInfo", &z.CompanyInfo)
	do("CompanyRegister", &z.CompanyRegister)
	do("SubCompanyInfo", &z.SubCompanyInfo)
	do("LegalDoc", &z.LegalDoc)
	do("LegalAbstract", &z.LegalAbstract)
	do("CourtInfo", &z.CourtInfo)
	do("CourtCode", &z.CourtCode)
	do("LawfirmInfo", &z.LawfirmInfo)
	do("LawfirmLog", &z.LawfirmLog)
	do("AddrInfo", &z.AddrInfo)
	do("RestrictionCase", &z.RestrictionCase)
	do("FinalizedCase", &z.FinalizedCase)
	do("DishonestyCase", &z.DishonestyCase)
	do("AdministrativeCase", &z.AdministrativeCase)
	do("CaseFile", &z.CaseFile)
	do("ClaimFile", &z.ClaimFile)
	do("LegalKnowledge", &z.LegalKnowledge)
	do("LegalArticle", &z.LegalArticle)
	do("LegalCases", &z.LegalCases)
}

// Scaled returns the sizes multiplied by scale, each rounded and at least 1.
func (z Sizes) Scaled(scale float64) Sizes {
	z.Each(func(_ string, rows *int) { *rows = max(1, int(math.Round(float64(*rows)*scale))) })
	return z
}

// Share returns the sizes of shard n, from 0, of a world with these sizes. Sizes of two shards
// differ by at most one row per table, and those of all shards add up to z.
func (z Sizes) Share(n, shards int) Sizes {
	z.Each(func(_ string, rows *int) { *rows = *rows*(n+1)/shards - *rows*n/shards })
	return z
}

// check returns an error if a table has too many rows for the blocks of a shard, or none. There
// is no case file without an abstract and no claim file without a case, so those have no bound of their own.
func (z Sizes) check() error {
	for _, c := range []struct {
		what       string
		rows, most int
	}{
		{"CompanyInfo", z.CompanyInfo, listedPerShard},
		{"CompanyRegister", z.CompanyRegister, firmSlots - spareSlots},
		{"SubCompanyInfo", z.SubCompanyInfo, firmSlots - spareSlots - z.CompanyInfo},
		{"LegalDoc", z.LegalDoc, anyNumber}, {"LegalAbstract", z.LegalAbstract, z.LegalDoc},
		{"CourtInfo", z.CourtInfo, placeNamesPerShard}, {"CourtCode", z.CourtCode, placeNamesPerShard - z.CourtInfo + z.both()},
		{"LawfirmInfo", z.LawfirmInfo, outsiderSlots - firmSlots}, {"LawfirmLog", z.LawfirmLog, z.LawfirmInfo},
		{"AddrInfo", z.AddrInfo, anyNumber},
		{"RestrictionCase", z.RestrictionCase, anyNumber}, {"FinalizedCase", z.FinalizedCase, anyNumber}, {"DishonestyCase", z.DishonestyCase, z.FinalizedCase},
		{"AdministrativeCase", z.AdministrativeCase, penaltiesPerShard},
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

// both returns the number of courts that are in the directory and in the list of codes. Of the
// 106 recovered real courts of the directory 100 are in both, under the same name.
func (z Sizes) both() int { return min(z.CourtInfo*945/1000, z.CourtCode) }
