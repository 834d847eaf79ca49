package name

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// column reads a column of all real tables that have it, or skips the test where
// there are none.
func column(t *testing.T, name string) map[string]bool {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = "../../../../../shared/data" // beside the project
	}
	files, err := filepath.Glob(filepath.Join(data, "legalagentbench", "corpus", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no real tables at %s: set TASKGROVE_DATA to the folder of the real data", data)
	}
	cells := make(map[string]bool)
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows := bufio.NewScanner(f)
		rows.Buffer(nil, 1<<24)
		for rows.Scan() {
			row := make(map[string]any)
			if err := json.Unmarshal(rows.Bytes(), &row); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if text, ok := row[name].(string); ok {
				cells[text] = true
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	if len(cells) < 100 {
		t.Fatalf("%d real cells of %s", len(cells), name)
	}
	return cells
}

// No company that a world is likely to have is a real one, and no brand begins a
// listed company's abbreviation.
func TestCompaniesAreNotReal(t *testing.T) {
	real := column(t, "公司名称")
	g := tongue(t, "zh")
	for i := range uint64(20_000) {
		c := CompanyName{Brand: g.Brand(i), Place: g.PlaceName(i % ShortPlaceNames), Trade: int(i) % len(g.Trades()), Modifier: -1, Form: LegalForm(i % uint64(forms)), Paren: i%7 == 0}
		for _, place := range []string{"", c.Place} {
			c.Place = place
			if name := g.Company(c); real[name] {
				t.Errorf("%s is real", name)
			}
		}
	}
	brands := make(map[string]bool)
	for i := range uint64(ShortBrands) {
		brands[g.Brand(i)] = true
	}
	letters := regexp.MustCompile(`[*A-Za-z]`)
	found := 0
	for short := range column(t, "公司简称") {
		c := []rune(letters.ReplaceAllString(short, ""))
		if len(c) >= 2 && brands[string(c[:2])] {
			found++
			t.Logf("the abbreviation %s begins with a brand", short)
		}
	}
	if found > 0 {
		t.Errorf("%d abbreviations of listed companies begin with a brand", found)
	}
}

// No short base name is a real city, county or district that has a court.
func TestPlacesAreNotReal(t *testing.T) {
	real := make(map[string]bool)
	kinds := regexp.MustCompile(`省|市|自治区|自治州|地区|县|区|盟|旗`)
	tail := regexp.MustCompile(`(高级|中级)?人民法院.*$`)
	for court := range column(t, "法院名称") {
		for _, part := range kinds.Split(tail.ReplaceAllString(court, ""), -1) {
			real[part] = true
		}
	}
	if !real["通州"] || !real["吴江"] {
		t.Fatal("real places are not read from the names of courts")
	}
	g := tongue(t, "zh")
	for i := range uint64(ShortPlaceNames) {
		if real[g.PlaceName(i)] {
			t.Errorf("%s is real", g.PlaceName(i))
		}
	}
	for i := range Provinces {
		if p := g.Province(i); real[p.BaseName] {
			t.Errorf("%s is real", p.BaseName)
		}
	}
	for i := range Municipalities {
		if p := g.Municipality(i); real[p.BaseName] {
			t.Errorf("%s is real", p.BaseName)
		}
	}
}

// No law firm of a brand alone is a real one either.
func TestLawFirmsAreNotReal(t *testing.T) {
	real := column(t, "律师事务所名称")
	g := tongue(t, "zh")
	for i := range uint64(20_000) {
		for _, place := range []string{"", g.PlaceName(i % ShortPlaceNames), g.Province(int(i % Provinces)).BaseName} {
			for _, partnership := range []bool{false, true} {
				if name := g.LawFirm(g.Brand(i), place, partnership); real[name] {
					t.Errorf("%s is real", name)
				}
			}
		}
	}
}
