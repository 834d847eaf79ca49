package enforcement

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// small is a shard made by hand, so that its rows change with this package and the
// lists of names alone: three companies, two enforcement cases, and penalties of
// each kind.
func small(t *testing.T, language string) *society.Shard {
	t.Helper()
	w := *shard(t, 1, language, 1, 0, 0.01).World
	in := func(zh, en string) string {
		if language == "en" {
			return en
		}
		return zh
	}
	trade := func(section string) int {
		for i, trade := range w.Names.Trades() {
			if trade.Section == section {
				return i
			}
		}
		t.Fatalf("no trade in section %q", section)
		return 0
	}
	words := renderer(t, language).words
	w.Provinces = []society.Province{{Name: in("青陵省", "Quarn Province"), BaseName: in("青陵", "Quarn"), Letter: in("陵", "QN"), Zone: 21}}
	s := &society.Shard{
		World: &w, Key: chance.New(7),
		Cities:   []society.City{{Name: in("云渡市", "Wendle City"), BaseName: in("云渡", "Wendle"), Code: 3, Phone: "0324", Counties: []int{0}}},
		Counties: []society.County{{Name: in("柳汀区", "Larch District"), BaseName: in("柳汀", "Larch"), Rank: society.District, Code: 2, Unique: true}},
		Courts:   []society.Court{{Name: in("云渡市柳汀区人民法院", "Wendle Larch District Court"), Code: in("陵0302", "QN0302")}},
	}
	founded := society.NewDay(2009, 5, 4)
	for i, section := range []string{words.build, words.make, ""} {
		c := society.Company{
			Name: in("云渡甲", "Wendle A") + in("建设有限公司", " Works Ltd."), Head: in("沈知遥", "Mary Alder"), Founded: founded,
			Address: in("云渡市柳汀区北苑路8号", "8 North Road, Larch District, Wendle City"), CreditCode: "91210302MA0000000" + fmt.Sprint(i), NameParts: name.CompanyName{Trade: -1},
		}
		if section != "" {
			c.NameParts.Trade = trade(section)
		}
		c.Name = strings.Replace(strings.Replace(c.Name, "甲", string([]rune("甲乙丙")[i]), 1), " A", " "+string(rune('A'+i)), 1)
		s.Companies = append(s.Companies, c)
	}
	s.Debts = []society.Debt{
		{
			Number: in("（2020）陵0302执118号", "(2020) QN0302 Enf. No. 118"), Debtor: 0, DebtorAs: in("云渡旧建设有限公司", "Wendle Old Works Ltd."), Basis: -1,
			Creditor: society.Party{Name: in("陈**", "Harrow ***"), Company: -1, Person: true}, Others: []society.Party{{Name: in("李*", "Alder ***"), Company: -1, Person: true}},
			Target: 434_285_49, Unpaid: 434_285_49, Filed: society.NewDay(2020, 8, 20), Closed: society.NewDay(2020, 12, 2), Restricted: society.NewDay(2023, 1, 31), Published: society.NewDay(2020, 9, 1),
		},
		{
			Number: in("（2019）陵0302执恢7号", "(2019) QN0302 Enf. Res. No. 7"), Debtor: 1, DebtorAs: s.Companies[1].Name, Basis: -1,
			Creditor: society.Party{Name: s.Companies[2].Name, Company: 2}, Target: 136_500_00, Unpaid: -1,
			Filed: society.NewDay(2019, 11, 8), Closed: society.NewDay(2019, 11, 29), Restricted: society.NewDay(2019, 12, 3),
		},
	}
	s.Cases = []society.Case{{Number: in("（2019）陵0302民初77号", "(2019) QN0302 Civ. No. 77"), Decided: society.NewDay(2019, 12, 20)}}
	for i, kind := range name.AuthorityKinds() {
		if !renderer(t, language).has(string(kind)) {
			continue
		}
		for company := range s.Companies {
			p := society.Penalty{Company: company, Kind: kind, Authority: in("云渡市柳汀区", "Wendle City Larch District ") + string(kind), Day: society.NewDay(2020, 1, 15) + society.Day(31*i), Serial: 100*i + 7*company + 41, Basis: company%2 - 1}
			if company != 1 && kind != name.Exchange {
				least, most := society.FineRange(kind, society.Ordinary)
				p.Fine = min(most, max(least, int64(i+1)*1_200_00))
			}
			s.Penalties = append(s.Penalties, p)
		}
	}
	return s
}

// Rows of a small shard are as they were kept. UPDATE=1 keeps them anew.
func TestGoldenRows(t *testing.T) {
	for _, language := range languages {
		var b strings.Builder
		for _, sh := range renderer(t, language).Sheets(small(t, language)) {
			fmt.Fprintf(&b, "# %s\n", sh.Name)
			for i := range sh.Rows {
				for k, c := range sh.Row(i) {
					text := c.Text
					if c.Form == tablefile.String {
						text = fmt.Sprintf("%q", text)
					}
					fmt.Fprintf(&b, "%s: %s\n", sh.Columns[k], text)
				}
				b.WriteString("\n")
			}
		}
		golden := filepath.Join("testdata", language+".golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("rows in %s (UPDATE=1 keeps them):\n%s", language, diff)
		}
	}
}
