package company_test

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/company"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// sizes are those of a world at a third of the published one, with few rulings.
func sizes(int) society.Sizes {
	return society.Sizes{
		CompanyInfo: 230, CompanyRegister: 3300, SubCompanyInfo: 3000, LegalDoc: 1500, LegalAbstract: 20,
		CourtInfo: 1100, CourtCode: 1080, LawfirmInfo: 300, LawfirmLog: 20, AddrInfo: 1000,
		RestrictionCase: 15, FinalizedCase: 40, DishonestyCase: 5, AdministrativeCase: 140,
		LegalKnowledge: 50, LegalArticle: 100, LegalCases: 20,
	}
}

// table is a sheet with its rows.
type table struct {
	columns []string
	rows    [][]tablefile.Cell
}

// world is the shard that most tests read, made once a language.
type world struct {
	once   sync.Once
	shard  *society.Shard
	tables map[string]table
	err    error
}

var made = map[string]*world{"zh": {}, "en": {}}

// tables are the three tables of a shard, by name.
func tables(t *testing.T, language string) map[string]table {
	t.Helper()
	w := made[language]
	w.once.Do(func() {
		var sheets []tablefile.Sheet
		w.shard, sheets, w.err = open(7, language)
		w.tables = make(map[string]table)
		for _, s := range sheets {
			all := table{columns: s.Columns}
			for i := range s.Rows {
				all.rows = append(all.rows, s.Row(i))
			}
			w.tables[s.Name] = all
		}
	})
	if w.err != nil {
		t.Fatal(w.err)
	}
	return w.tables
}

func open(seed uint64, language string) (*society.Shard, []tablefile.Sheet, error) {
	w, err := society.Open(seed, language, 1, sizes)
	if err != nil {
		return nil, nil, err
	}
	s, err := w.Shard(0)
	if err != nil {
		return nil, nil, err
	}
	r, err := company.New(language)
	if err != nil {
		return nil, nil, err
	}
	return s, r.Sheets(s), nil
}

var languages = []string{"zh", "en"}

func TestColumns(t *testing.T) {
	for language, name := range map[string]string{"zh": "legal", "en": "legal-en"} {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for sheetName, s := range tables(t, language) {
			var want []string
			for _, c := range d.Table(sheetName).Columns {
				want = append(want, c.Name)
			}
			if diff := cmp.Diff(want, s.columns); diff != "" {
				t.Errorf("%s in %s: columns (-domain +sheet):\n%s", sheetName, language, diff)
			}
			for i := range s.rows {
				if n := len(s.rows[i]); n != len(s.columns) {
					t.Fatalf("%s in %s: row %d has %d cells: want %d", sheetName, language, i, n, len(s.columns))
				}
			}
		}
	}
}

func TestRowsAreOfTheSociety(t *testing.T) {
	for _, language := range languages {
		all := tables(t, language)
		s := made[language].shard
		for name, want := range map[string]int{
			"CompanyInfo": s.Size.CompanyInfo, "CompanyRegister": s.Size.CompanyRegister, "SubCompanyInfo": len(s.Holdings),
		} {
			key := 0
			if name == "SubCompanyInfo" {
				key = 4
			}
			got := make(map[string]bool)
			for i := range all[name].rows {
				got[all[name].rows[i][key].Text] = true
			}
			if len(got) != want {
				t.Errorf("%s in %s has %d companies: want %d, each once", name, language, len(got), want)
			}
		}
		for i := range all["CompanyRegister"].rows {
			name := all["CompanyRegister"].rows[i][0].Text
			if !slices.ContainsFunc(s.Companies[:s.Size.CompanyRegister], func(c society.Company) bool { return c.Name == name }) {
				t.Fatalf("%s is registered in %s and no company", name, language)
			}
		}
	}
}

// Deciding is apart from wording: both languages have the same cells empty, and
// what has no language is the same.
func TestLanguagesDecideAlike(t *testing.T) {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	// Columns that are equal once all but the digits is dropped.
	alike := map[string][]int{
		"CompanyInfo":     {4, 8, 9, 13, 16, 17, 24, 25, 26},
		"CompanyRegister": {1, 2, 5, 7, 9, 10, 11},
		"SubCompanyInfo":  {2},
	}
	zh, en := tables(t, "zh"), tables(t, "en")
	for name, columns := range alike {
		if len(zh[name].rows) != len(en[name].rows) {
			t.Fatalf("%s has %d rows in Chinese and %d in English", name, len(zh[name].rows), len(en[name].rows))
		}
		for i := range zh[name].rows {
			a, b := zh[name].rows[i], en[name].rows[i]
			for k := range a {
				if a[k].Form != b[k].Form || (strings.TrimSpace(a[k].Text) == "-") != (strings.TrimSpace(b[k].Text) == "-") {
					t.Fatalf("%s row %d %s: %q in Chinese and %q in English", name, i, zh[name].columns[k], a[k].Text, b[k].Text)
				}
				if slices.Contains(columns, k) && digits(a[k].Text) != digits(b[k].Text) {
					t.Fatalf("%s row %d %s: %q in Chinese and %q in English", name, i, zh[name].columns[k], a[k].Text, b[k].Text)
				}
			}
		}
	}
}

func TestRowsAreDeterministic(t *testing.T) {
	for _, language := range languages {
		_, again, err := open(7, language)
		if err != nil {
			t.Fatal(err)
		}
		_, other, err := open(8, language)
		if err != nil {
			t.Fatal(err)
		}
		for n, s := range again {
			want := tables(t, language)[s.Name].rows
			var wg sync.WaitGroup
			for half := range 2 {
				wg.Go(func() {
					for i := s.Rows - 1 - half; i >= 0; i -= 2 {
						if diff := cmp.Diff(want[i], s.Row(i)); diff != "" {
							t.Errorf("%s row %d in %s differs when it is made again:\n%s", s.Name, i, language, diff)
							return
						}
					}
				})
			}
			wg.Wait()
			if cmp.Equal(want[0], other[n].Row(0)) {
				t.Errorf("%s begins with the same row in %s whatever the seed", s.Name, language)
			}
		}
	}
}

func TestSheetsRefusesAnotherLanguage(t *testing.T) {
	tables(t, "zh")
	r, err := company.New("en")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a world in Chinese is rendered in English")
		}
	}()
	r.Sheets(made["zh"].shard)
}

func TestNewRefusesOtherLanguages(t *testing.T) {
	if _, err := company.New("de"); err == nil {
		t.Error("New(de) is no error")
	}
}

// The rates are those of the rows of LegalAgentBench that were recovered: k of n.
// A generated rate is right if the recovered count is likely under it, within
// three standard deviations.
func TestRates(t *testing.T) {
	dash := func(c tablefile.Cell) bool { return c.Text == "-" }
	has := func(part string) func(tablefile.Cell) bool {
		return func(c tablefile.Cell) bool { return strings.Contains(c.Text, part) }
	}
	for _, c := range []struct {
		sheet  string
		column int
		what   string
		is     func(tablefile.Cell) bool
		k, n   int
	}{
		{"CompanyInfo", 2, "all capitals", func(c tablefile.Cell) bool { return c.Text == strings.ToUpper(c.Text) }, 888, 2826},
		{"CompanyInfo", 2, "final period", func(c tablefile.Cell) bool { return strings.HasSuffix(c.Text, ".") }, 2021, 2826},
		{"CompanyInfo", 2, "Co., Ltd.", func(c tablefile.Cell) bool { return strings.Contains(strings.ToUpper(c.Text), "CO.,") }, 2478, 2826},
		{"CompanyInfo", 3, "null", func(c tablefile.Cell) bool { return c.Form == tablefile.Null }, 23, 23},
		{"CompanyInfo", 5, "none", dash, 17, 22},
		{"CompanyInfo", 6, "main market", func(c tablefile.Cell) bool { return !strings.Contains(c.Text, "创") }, 13, 25},
		{"CompanyInfo", 16, "two numbers", has("、"), 1, 24},
		{"CompanyInfo", 18, "none", dash, 19, 2825},
		{"CompanyInfo", 18, "two sites", has("、"), 1, 20},
		{"CompanyInfo", 20, "null", func(c tablefile.Cell) bool { return c.Form == tablefile.Null }, 4, 20},
		{"CompanyRegister", 1, "存续", has("存续"), 22, 31},
		{"CompanyRegister", 1, "在业", has("在业"), 7, 31},
		{"CompanyRegister", 1, "注销", has("注销"), 2, 31},
		{"CompanyRegister", 7, "none", dash, 1, 48},
		{"CompanyRegister", 7, "mobile", func(c tablefile.Cell) bool { return !strings.Contains(c.Text, "-") }, 10, 48},
		{"CompanyRegister", 8, "none", dash, 2, 32},
		{"CompanyRegister", 9, "none", dash, 4, 32},
		{"CompanyRegister", 11, "none", dash, 3, 31},
		{"CompanyRegister", 11, "0", func(c tablefile.Cell) bool { return c.Text == "0" }, 5, 31},
		{"CompanyRegister", 13, "none", dash, 1, 31},
		{"CompanyRegister", 14, "none", dash, 4, 31},
		{"CompanyRegister", 15, "none", dash, 22, 31},
		{"CompanyRegister", 15, "several", has(",\n"), 5, 31},
		{"CompanyRegister", 16, "the row once more", has("目前的经营状态"), 14, 32},
		{"CompanyRegister", 17, "present form", has("一般项目"), 7, 31},
		{"CompanyRegister", 17, "approval", has("依法须经批准"), 26, 31},
		{"SubCompanyInfo", 2, "none", func(c tablefile.Cell) bool { return c.Text == " -" }, 29, 841},
		{"SubCompanyInfo", 2, "100.0", func(c tablefile.Cell) bool { return c.Text == "100.0" }, 442, 841},
		{"SubCompanyInfo", 3, "none", func(c tablefile.Cell) bool { return c.Text == " - " }, 102, 841},
		{"SubCompanyInfo", 3, "亿", has("亿"), 226, 841},
	} {
		s := tables(t, "zh")[c.sheet]
		got := 0
		for i := range s.rows {
			if c.is(s.rows[i][c.column]) {
				got++
			}
		}
		// The generated rate is a sample too, and none or all of one is not never or always.
		p := float64(got+1) / float64(len(s.rows)+2)
		spread := 3*math.Sqrt(p*(1-p)*(float64(c.n)+float64(c.n)*float64(c.n)/float64(len(s.rows)))) + 0.5
		if off := math.Abs(float64(c.k) - p*float64(c.n)); off > spread {
			t.Errorf("%s %s, %s: %d of %d rows: the real ones are %d of %d", c.sheet, s.columns[c.column], c.what, got, len(s.rows), c.k, c.n)
		}
	}
}
