package society

import (
	"testing"
	"time"
)

func full(int) Sizes {
	return Sizes{CompanyInfo: 695, CompanyRegister: 10125, SubCompanyInfo: 9433, LegalDoc: 24372, LegalAbstract: 1200, CourtInfo: 3413, CourtCode: 3348, LawfirmInfo: 4768, LawfirmLog: 101, AddrInfo: 19533, RestrictionCase: 46, FinalizedCase: 119, DishonestyCase: 13, AdministrativeCase: 443, LegalKnowledge: 26951, LegalArticle: 55347, LegalCases: 2370}
}

func TestProbe(t *testing.T) {
	start := time.Now()
	w, err := Open(1, "zh", 1, full)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("open", time.Since(start))
	start = time.Now()
	s, err := w.Shard(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("shard", time.Since(start))
	t.Log(w.Nation, len(w.Provinces), w.Provinces[:6], len(s.Cities), len(s.Counties), len(s.Courts), len(s.Firms), len(s.Companies), len(s.Holdings), len(s.Cases), len(s.Debts), len(s.Penalties), len(s.Addresses))
	for i := 0; i < 20; i++ {
		c := s.Companies[i*400]
		t.Logf("%s | %s | %s | %s | %s %d | %v", c.Name, c.Former, c.Address, c.Head, c.Credit, c.Capital, c.Listed)
	}
	for i := 0; i < 30; i++ {
		c := s.Cases[i*800]
		cause := ""
		if c.Cause >= 0 {
			cause = w.Causes[c.Cause].Name
		}
		t.Logf("%s %s %s | %v | %v | %s %v | f%d o%d %d %d %v %v", c.Number, s.Courts[c.Court].Name, cause, c.Plaintiffs, c.Defendants, c.PlaintiffFirm, c.DefendantFirms, c.Form, c.Outcome, c.Claim, c.Award, c.Filed.Time().Format("2006-01-02"), c.Decided.Time().Format("2006-01-02"))
	}
	for _, d := range s.Debts[:12] {
		t.Logf("%+v", d)
	}
	for _, d := range s.Penalties[:8] {
		t.Logf("%+v", d)
	}
	for i := 0; i < 40; i++ {
		t.Logf("%+v", s.Courts[i*80])
	}
	counts := map[int]int{}
	words := map[Word]int{}
	for _, c := range s.Cases {
		counts[c.Related]++
		words[c.Word]++
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	t.Log(len(counts), most, words)
}
