package society

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// uneven are the sizes of shard n of a scaled world: those with odd numbers have a
// row more of each table.
func uneven(scale float64, n int) Sizes {
	z := Published().Scaled(scale)
	z.Each(func(_ string, rows *int) { *rows += n % 2 })
	return z
}

// make1 makes the n-th shard of a world.
func make1(t require, seed uint64, language string, shards, n int, scale float64) *Shard {
	t.Helper()
	w, err := Open(seed, language, shards, func(n int) Sizes { return uneven(scale, n) })
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Shard(n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type require interface {
	Helper()
	Fatal(...any)
}

// A shard of any world has its rows, every reference leads somewhere, and its records are
// believable. The languages tell one world.
func TestShards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, scale := rapid.Uint64().Draw(t, "seed"), rapid.Float64Range(0.01, 0.03).Draw(t, "scale")
		shards := rapid.IntRange(1, 3).Draw(t, "shards")
		n := rapid.IntRange(0, shards-1).Draw(t, "shard")
		zh, en := make1(t, seed, "zh", shards, n, scale), make1(t, seed, "en", shards, n, scale)
		for _, s := range []*Shard{zh, en} {
			checkSizes(t, s)
			checkReferences(t, s)
			checkRecords(t, s)
		}
		checkLanguages(t, zh, en)
	})
}

// checkSizes holds that there are as many rows as there should be.
func checkSizes(t *rapid.T, s *Shard) {
	count := func(n int, in func(int) bool) (k int) {
		for i := range n {
			if in(i) {
				k++
			}
		}
		return k
	}
	got := Sizes{
		CompanyInfo:     count(len(s.Companies), func(i int) bool { return s.Companies[i].Listed != nil }),
		CompanyRegister: min(len(s.Companies), s.Size.CompanyRegister), SubCompanyInfo: len(s.Holdings),
		LegalDoc: len(s.Cases), LegalAbstract: len(s.Abstracts),
		CourtInfo:   count(len(s.Courts), func(i int) bool { return s.Courts[i].Listed != "" }),
		CourtCode:   count(len(s.Courts), func(i int) bool { return s.Courts[i].Coded != "" }),
		LawfirmInfo: len(s.Firms), LawfirmLog: min(s.Size.LawfirmLog, len(s.Firms)), AddrInfo: len(s.Addresses),
		RestrictionCase:    count(len(s.Debts), func(i int) bool { return s.Debts[i].Restricted != 0 }),
		FinalizedCase:      count(len(s.Debts), func(i int) bool { return s.Debts[i].Closed != 0 }),
		DishonestyCase:     count(len(s.Debts), func(i int) bool { return s.Debts[i].Published != 0 }),
		AdministrativeCase: len(s.Penalties), CaseFile: len(s.Files), ClaimFile: len(s.ClaimFiles),
		LegalKnowledge: s.Law.Passages(), LegalArticle: s.Law.Articles(), LegalCases: len(s.PassageCases),
	}
	if got != s.Size {
		t.Fatalf("rows of a shard:\n%+v, want\n%+v", got, s.Size)
	}
}

// checkReferences holds that every reference of the model leads somewhere, and that what must be
// unique is.
func checkReferences(t *rapid.T, s *Shard) {
	unique(t, "company", len(s.Companies), func(i int) string { return s.Companies[i].Name })
	unique(t, "credit code", len(s.Companies), func(i int) string { return s.Companies[i].CreditCode })
	unique(t, "stock code", s.Size.CompanyInfo, func(i int) string { return s.Companies[i].Listed.Code })
	unique(t, "abbreviation", s.Size.CompanyInfo, func(i int) string { return s.Companies[i].Listed.Short })
	unique(t, "subsidiary", len(s.Holdings), func(i int) string { return s.Companies[s.Holdings[i].Sub].Name })
	unique(t, "court", len(s.Courts), func(i int) string { return s.Courts[i].Name })
	unique(t, "court code", len(s.Courts), func(i int) string { return s.Courts[i].Code })
	unique(t, "case number", len(s.Cases), func(i int) string { return s.Cases[i].Number })
	unique(t, "enforcement case number", len(s.Debts), func(i int) string { return s.Debts[i].Number })
	unique(t, "law firm", len(s.Firms), func(i int) string { return s.Firms[i].Name })
	unique(t, "law firm code", len(s.Firms), func(i int) string { return s.Firms[i].CreditCode })
	unique(t, "address", len(s.Addresses), func(i int) string { return s.Addresses[i].Text })
	unique(t, "decision", len(s.Penalties), func(i int) string { return fmt.Sprint(s.Penalties[i].Serial) })
	for _, h := range s.Holdings {
		if s.Companies[h.Parent].Listed == nil || h.Parent == h.Sub {
			t.Fatalf("holding of %d in %d: want a listed parent and another company", h.Parent, h.Sub)
		}
	}
	known := map[string]bool{}
	for _, a := range s.Addresses {
		known[a.Text] = true
	}
	for _, c := range s.Companies {
		if !known[c.Address] {
			t.Fatalf("address %q of %s is not in the address book", c.Address, c.Name)
		}
	}
	checkCompanies(t, s)
	checkCases(t, s)
	checkAbstracts(t, s)
	checkSides(t, s)
	checkDebts(t, s)
}

func unique(t *rapid.T, what string, n int, name func(int) string) {
	t.Helper()
	seen := map[string]int{}
	for i := range n {
		if at, ok := seen[name(i)]; ok || name(i) == "" {
			t.Fatalf("%s %q of %d is that of %d", what, name(i), i, at)
		}
		seen[name(i)] = i
	}
}

// checkAbstracts holds that no case has two abstracts, and that a fifth of them, or as many as
// there are, tell of judgments of first instance whose only defendant and its only firm have
// rows, so that texts can be written about them.
func checkAbstracts(t *rapid.T, s *Shard) {
	companies, firms := map[string]bool{}, map[string]bool{}
	for i := range min(len(s.Companies), s.Size.CompanyRegister) {
		companies[s.Companies[i].Name] = true
	}
	for _, f := range s.Firms {
		firms[f.Name] = true
	}
	traceable := func(c Case) bool {
		return c.Form == Judgment && c.Proceeding == CivilFirst && c.Cause >= 0 &&
			len(c.Defendants) == 1 && companies[c.Defendants[0].Name] &&
			len(c.DefendantFirms) == 1 && firms[c.DefendantFirms[0]]
	}
	all, told := 0, 0
	for _, c := range s.Cases {
		if traceable(c) {
			all++
		}
	}
	seen := map[int]bool{}
	for _, i := range s.Abstracts {
		if seen[i] {
			t.Fatalf("case %s has two abstracts", s.Cases[i].Number)
		}
		seen[i] = true
		if traceable(s.Cases[i]) {
			told++
		}
	}
	if want := min(all, len(s.Abstracts)/5); told < want {
		t.Fatalf("%d of %d abstracts tell of traceable cases, of which there are %d: want at least %d", told, len(s.Abstracts), all, want)
	}
}

// checkCases holds that what follows comes later, that a number carries its
// court's code and year.
func checkCases(t *rapid.T, s *Shard) {
	for i, c := range s.Cases {
		year := c.Filed.Year()
		if !strings.Contains(c.Number, s.Courts[c.Court].Code) || !strings.Contains(c.Number, fmt.Sprint(year)) {
			t.Fatalf("case %s of %s, filed in %d", c.Number, s.Courts[c.Court].Code, year)
		}
		if c.Began >= c.Filed || c.Filed > c.Decided || c.Began < s.Companies[c.Related].Founded && c.Before < 0 {
			t.Fatalf("case %s began %d, was filed %d and decided %d", c.Number, c.Began, c.Filed, c.Decided)
		}
		if b := c.Before; b >= 0 && (b >= i || s.Cases[b].Decided >= c.Filed || s.Cases[b].First != c.First || s.Cases[b].Related != c.Related) {
			t.Fatalf("case %s follows %s", c.Number, s.Cases[b].Number)
		}
		if c.Award > c.Claim || c.Award < 0 || len(c.Plaintiffs) == 0 || len(c.Defendants) == 0 {
			t.Fatalf("case %s: %+v", c.Number, c)
		}
		if c.Cause >= 0 && s.World.Causes[c.Cause].Matter != c.Matter {
			t.Fatalf("case %s about %s: cause %s", c.Number, c.Matter, s.World.Causes[c.Cause].Name)
		}
	}
}

// checkDebts holds that nothing comes before the filing or after the records end,
// that what is enforced is what the debtor owes after the last court has decided,
// and that nothing is owed twice or to oneself.
func checkDebts(t *rapid.T, s *Shard) {
	bases := map[int]bool{}
	for _, d := range s.Debts {
		if d.Creditor.Company == d.Debtor || d.Creditor.Company >= 0 && s.Companies[d.Creditor.Company].Founded > d.Filed {
			t.Fatalf("debt %s of %d to %d", d.Number, d.Debtor, d.Creditor.Company)
		}
		if !strings.Contains(d.Number, s.Courts[d.Court].Code) || !strings.Contains(d.Number, fmt.Sprint(d.Filed.Year())) {
			t.Fatalf("debt %s of %s, filed in %d", d.Number, s.Courts[d.Court].Code, d.Filed.Year())
		}
		if max(d.Filed, d.Closed, d.Restricted, d.Published) > lastDay {
			t.Fatalf("debt %s goes on after the records end", d.Number)
		}
		if d.Closed == 0 && d.Restricted == 0 && d.Published == 0 {
			t.Fatalf("debt %s is in no table", d.Number)
		}
		for _, day := range []Day{d.Closed, d.Restricted, d.Published} {
			if day != 0 && day < d.Filed {
				t.Fatalf("debt %s of %d: something on %d", d.Number, d.Filed, day)
			}
		}
		if d.Unpaid > d.Target || d.Target <= 0 {
			t.Fatalf("debt %s: %d of %d unpaid", d.Number, d.Unpaid, d.Target)
		}
		if d.Basis < 0 {
			continue
		}
		if bases[d.Basis] {
			t.Fatalf("the award of case %s is enforced twice", s.Cases[d.Basis].Number)
		}
		bases[d.Basis] = true
		c := s.Cases[d.Basis]
		if name := s.party(d.Debtor, c.Filed).Name; d.DebtorAs != name {
			t.Fatalf("debt %s is of %s, which case %s calls %s", d.Number, d.DebtorAs, c.Number, name)
		}
		checkEnds(t, s, d)
		if c.Decided >= d.Filed || !slices.ContainsFunc(c.Defendants, func(p Party) bool { return p.Company == d.Debtor }) {
			t.Fatalf("debt %s of %d follows case %s", d.Number, d.Debtor, c.Number)
		}
	}
}

// checkLanguages holds that the languages tell one world: equal days, sums, references and codes.
func checkLanguages(t *rapid.T, zh, en *Shard) {
	if len(zh.Cases) != len(en.Cases) || len(zh.Companies) != len(en.Companies) || len(zh.Debts) != len(en.Debts) {
		t.Fatalf("%d, %d and %d cases, companies and debts in Chinese, %d, %d and %d in English",
			len(zh.Cases), len(zh.Companies), len(zh.Debts), len(en.Cases), len(en.Companies), len(en.Debts))
	}
	for i := range zh.Cases {
		if a, b := bare(zh.Cases[i]), bare(en.Cases[i]); !reflect.DeepEqual(a, b) {
			t.Fatalf("case %d in Chinese and English:\n%+v\n%+v", i, a, b)
		}
	}
	for i := range zh.Companies {
		a, b := zh.Companies[i], en.Companies[i]
		if a.Founded != b.Founded || a.Capital != b.Capital || a.CreditCode != b.CreditCode || a.County != b.County || a.Parent != b.Parent || (a.Former == "") != (b.Former == "") {
			t.Fatalf("company %d in Chinese and English:\n%+v\n%+v", i, a, b)
		}
	}
	for i := range zh.Debts {
		a, b := zh.Debts[i], en.Debts[i]
		a.Number, a.DebtorAs, a.Creditor.Name = b.Number, b.DebtorAs, b.Creditor.Name
		a.Others, b.Others = make([]Party, len(a.Others)), make([]Party, len(b.Others)) // names only
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("debt %d in Chinese and English:\n%+v\n%+v", i, a, b)
		}
	}
}

// bare is a case without its names.
func bare(c Case) Case {
	c.Number = ""
	strip := func(parties []Party) []Party {
		parties = slices.Clone(parties)
		for i := range parties {
			parties[i].Name = ""
		}
		return parties
	}
	c.Plaintiffs, c.Defendants = strip(c.Plaintiffs), strip(c.Defendants)
	if c.PlaintiffFirm != "" {
		c.PlaintiffFirm = "firm"
	}
	c.DefendantFirms = slices.Repeat([]string{"firm"}, len(c.DefendantFirms))
	return c
}

// Worlds of two seeds share no company, and shards of one world share no name that
// tells things apart.
func TestDisjoint(t *testing.T) {
	scale := 0.2
	if testing.Short() {
		scale = 0.02
	}
	for _, language := range []string{"zh", "en"} {
		one := names(make1(t, 1, language, 3, 0, scale))
		seen := map[string]bool{}
		for n := range 3 {
			for kind, list := range names(make1(t, 1, language, 3, n, scale)) {
				for name := range list {
					if seen[kind+" "+name] {
						t.Errorf("%s %q is in two shards", kind, name)
					}
					seen[kind+" "+name] = true
				}
			}
		}
		for seed := range uint64(4) {
			for name := range names(make1(t, seed+2, language, 1, 0, scale))["company"] {
				if one["company"][name] {
					t.Errorf("company %q is in the worlds of seeds 1 and %d", name, seed+2)
				}
			}
		}
	}
}

// names are the names of a shard that must be unique in its world.
func names(s *Shard) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	add := func(kind, name string) {
		if all[kind] == nil {
			all[kind] = map[string]bool{}
		}
		all[kind][name] = true
	}
	for _, c := range s.Companies {
		add("company", c.Name)
		add("credit code", c.CreditCode)
		if c.Listed != nil {
			add("stock code", c.Listed.Code)
			add("abbreviation", c.Listed.Short)
		}
	}
	for _, c := range s.Courts {
		if c.Level < High { // higher ones are of all shards
			add("court", c.Name)
			add("court code", c.Code)
		}
	}
	for _, c := range s.Cases {
		add("case number", c.Number)
	}
	for _, d := range s.Debts {
		add("enforcement case number", d.Number)
	}
	for _, f := range s.Firms {
		add("law firm", f.Name)
	}
	for _, a := range s.Addresses {
		add("address", a.Text)
	}
	for _, p := range s.Penalties {
		add("decision", fmt.Sprint(p.Serial))
	}
	return all
}

// Making a shard twice, or after another, gives the same shard.
func TestRepeatable(t *testing.T) {
	w, err := Open(7, "zh", 2, func(n int) Sizes { return uneven(0.02, n) })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Shard(0); err != nil {
		t.Fatal(err)
	}
	again, err := w.Shard(1)
	if err != nil {
		t.Fatal(err)
	}
	alone := make1(t, 7, "zh", 2, 1, 0.02)
	for _, of := range []struct {
		what string
		a, b any
	}{
		{"companies", again.Companies, alone.Companies}, {"courts", again.Courts, alone.Courts}, {"cases", again.Cases, alone.Cases},
		{"debts", again.Debts, alone.Debts}, {"penalties", again.Penalties, alone.Penalties}, {"addresses", again.Addresses, alone.Addresses},
	} {
		if !reflect.DeepEqual(of.a, of.b) {
			t.Errorf("%s of shard 1 depend on what was made before", of.what)
		}
	}
}

// The embedded causes are well formed in both languages.
func TestCauses(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		w, err := Open(1, language, 1, func(int) Sizes { return Published().Scaled(0.01) })
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range w.Causes {
			if c.Name == "" || c.Matter == "" || c.weight < 1 || c.sues > 100 || c.person > 100 || seen[c.Name] {
				t.Errorf("cause %+v: want a name of its own, a matter, a weight and percentages", c)
			}
			seen[c.Name] = true
		}
	}
}

// Whatever the seed, most debts are of judgments that the tables have, one debtor in five is
// listed, few rulings
// name their company otherwise than the register does, or not at all (of 682 real ones
// 32), and some penalties follow a case against their company.
func TestRates(t *testing.T) {
	for seed := range uint64(4) {
		s := make1(t, seed, "zh", 1, 0, 1)
		known := 0
		for _, d := range s.Debts {
			if d.Basis >= 0 {
				known++
			}
		}
		if known*10 < len(s.Debts)*7 {
			t.Errorf("seed %d: of %d debts %d follow a judgment of the tables: want 7 of 10", seed, len(s.Debts), known)
		}
		listed, debtors := 0, map[int]bool{}
		for _, d := range s.Debts {
			if !debtors[d.Debtor] && s.Companies[d.Debtor].Listed != nil {
				listed++
			}
			debtors[d.Debtor] = true
		}
		if listed*6 < len(debtors) {
			t.Errorf("seed %d: %d of %d debtors are listed: want one in five, and one in six at least", seed, listed, len(debtors))
		}
		unnamed := 0
		for _, c := range s.Cases {
			name := s.Companies[c.Related].Name
			if !slices.ContainsFunc(slices.Concat(c.Plaintiffs, c.Defendants), func(p Party) bool { return p.Name == name }) {
				unnamed++
			}
		}
		if share := 1000 * unnamed / len(s.Cases); share < 30 || share > 72 {
			t.Errorf("seed %d: %d of a thousand rulings do not name their company: want 30 to 72", seed, share)
		}
		followed := 0
		for _, p := range s.Penalties {
			if p.Day <= s.Companies[p.Company].Founded {
				t.Errorf("seed %d: penalty %d on day %d of a company founded on day %d", seed, p.Serial, p.Day, s.Companies[p.Company].Founded)
			}
			if p.Basis < 0 {
				continue
			}
			followed++
			b := s.Cases[p.Basis]
			if p.Day <= b.Decided || !slices.ContainsFunc(b.Defendants, func(d Party) bool { return d.Company == p.Company }) {
				t.Errorf("seed %d: penalty %d of company %d on day %d follows case %s against %v of day %d", seed, p.Serial, p.Company, p.Day, b.Number, b.Defendants, b.Decided)
			}
		}
		if followed*20 < len(s.Penalties) {
			t.Errorf("seed %d: %d of %d penalties follow a case: want one in twenty", seed, followed, len(s.Penalties))
		}
	}
}
