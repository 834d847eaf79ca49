package directory

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// small is a shard made by hand, so that its rows change with this package and the
// lists of names alone: a province with a city, a municipality, courts of all
// levels, and some law firms.
func small(t *testing.T, language string) *society.Shard {
	t.Helper()
	w := *shard(t, 1, language, 1, 0, 0.01).World
	in := func(zh, en string) string {
		if language == "en" {
			return en
		}
		return zh
	}
	w.Provinces = []society.Province{
		{Name: in("青陵省", "Quarn Province"), BaseName: in("青陵", "Quarn"), Letter: in("陵", "QN"), Zone: 21},
		{Name: in("海宿市", "Marle Municipality"), BaseName: in("海宿", "Marle"), Letter: in("宿", "MA"), Municipality: true, Zone: 11},
	}
	s := &society.Shard{
		World: &w, Key: chance.New(7), Size: society.Sizes{LawfirmLog: 3},
		Cities: []society.City{
			{Name: in("云渡市", "Wendle City"), BaseName: in("云渡", "Wendle"), Code: 3, Phone: "0324", Counties: []int{0}},
			{Name: in("海宿市", "Marle Municipality"), BaseName: in("海宿", "Marle"), Province: 1, Code: 1, Phone: "014", Counties: []int{1}},
		},
		Counties: []society.County{
			{Name: in("柳汀区", "Larch District"), BaseName: in("柳汀", "Larch"), Rank: society.District, Code: 2, Unique: true},
			{Name: in("城东区", "East District"), Rank: society.District, City: 1, Code: 1},
		},
		Addresses: []society.Address{{Text: in("云渡市柳汀区北苑路8号", "8 North Road, Larch District, Wendle City")}, {Text: in("海宿市南街6号", "6 South Street, Marle Municipality"), County: 1}},
	}
	court := func(level society.Level, name, code, zone string, province, county int) {
		s.Courts = append(s.Courts, society.Court{
			Name: name, Listed: name, Coded: name, Level: level, Code: code, Zone: zone, Province: province, County: county,
			Address: s.Addresses[county].Text, Head: in("沈知遥", "Mary Alder"),
		})
	}
	court(society.Supreme, in("最高人民法院", "Supreme Court"), in("最高法", "SC"), "", -1, 1)
	court(society.High, in("青陵省高级人民法院", "Quarn Province High Court"), in("陵", "QN"), "210000", 0, 0)
	court(society.Intermediate, in("云渡市中级人民法院", "Wendle Intermediate Court"), in("陵03", "QN03"), "210300", 0, 0)
	court(society.Basic, in("云渡市柳汀区人民法院", "Wendle Larch District Court"), in("陵0302", "QN0302"), "210302", 0, 0)
	court(society.Basic, in("海宿市城东区人民法院", "Marle East District Court"), in("宿0101", "MA0101"), "110101", 1, 1)
	court(society.Special, in("海宿铁路运输法院", "Marle Railway Court"), in("宿7101", "MA7101"), "", 1, 1)
	for i := range 24 {
		county := i % 2
		place := s.World.Provinces[county].BaseName
		if i%5 == 0 {
			place = s.Cities[county].Name
		}
		s.Firms = append(s.Firms, society.Firm{
			Name: w.Names.LawFirm(in("同岸", "Brightwell"), place, false), County: county, Address: s.Addresses[county].Text, Head: in("顾行舟", "John Alder"),
			Founded: society.NewDay(1984+3*i/2, 1+i%12, 3+i), CreditCode: fmt.Sprintf("3121030200000%05d", i), Caseload: 1 + i*i*i/60,
		})
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
					switch c.Form {
					case tablefile.String:
						text = fmt.Sprintf("%q", text)
					case tablefile.Null:
						text = "null"
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
