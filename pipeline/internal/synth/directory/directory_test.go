package directory

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// domains are the shipped domains by the language of the world that fits them.
var domains = map[string]string{"zh": "legal", "en": "legal-en"}

// languages are those that rows are tested in.
var languages = []string{"zh", "en"}

// shards are those that were made, by what they were made of.
var shards sync.Map

// shard makes a shard of a world with the tables at a scale, once.
func shard(t testing.TB, seed uint64, language string, of, n int, scale float64) *society.Shard {
	t.Helper()
	key := fmt.Sprint(seed, language, of, n, scale)
	if s, ok := shards.Load(key); ok {
		return s.(*society.Shard)
	}
	// Cases and passages are of no concern here: fewer are faster.
	sizes := society.Published()
	sizes.LegalDoc, sizes.LegalAbstract, sizes.LegalCases = 2437, 120, 237
	sizes.LegalKnowledge, sizes.LegalArticle = 2695, 5534
	sizes = sizes.Scaled(scale)
	w, err := society.Open(seed, language, of, func(int) society.Sizes { return sizes })
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Shard(n)
	if err != nil {
		t.Fatal(err)
	}
	shards.Store(key, s)
	return s
}

// renderer returns the renderer of a language.
func renderer(t testing.TB, language string) *Renderer {
	t.Helper()
	r, err := New(language)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rows renders a table of a shard.
func rows(t testing.TB, s *society.Shard, name string) [][]tablefile.Cell {
	t.Helper()
	var all [][]tablefile.Cell
	for _, sh := range renderer(t, s.World.Language).Sheets(s) {
		for i := range sh.Rows {
			if sh.Name == name {
				all = append(all, sh.Row(i))
			}
		}
	}
	return all
}

// The columns are those that the shipped domains declare, in their order.
func TestColumns(t *testing.T) {
	for language, name := range domains {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		declared := map[string][]string{}
		for _, table := range d.Tables {
			for _, c := range table.Columns {
				declared[table.Name] = append(declared[table.Name], c.Name)
			}
		}
		for _, sh := range renderer(t, language).Sheets(shard(t, 1, language, 1, 0, 0.01)) {
			if diff := cmp.Diff(declared[sh.Name], sh.Columns); diff != "" {
				t.Errorf("%s in %s:\n%s", sh.Name, language, diff)
			}
			for i := range sh.Rows {
				if n := len(sh.Row(i)); n != len(sh.Columns) {
					t.Fatalf("row %d of %s has %d cells, want %d", i, sh.Name, n, len(sh.Columns))
				}
			}
		}
	}
}

// A row is the same whenever and by whomever it is made.
func TestRowsAreRepeatable(t *testing.T) {
	s := shard(t, 3, "zh", 1, 0, 0.05)
	one, other := renderer(t, "zh").Sheets(s), renderer(t, "zh").Sheets(s)
	for k, sh := range one {
		made := make([][]tablefile.Cell, sh.Rows)
		var workers sync.WaitGroup
		for worker := range 4 {
			workers.Go(func() {
				for i := worker; i < sh.Rows; i += 4 {
					made[i] = sh.Row(i)
				}
			})
		}
		workers.Wait()
		for i := sh.Rows - 1; i >= 0; i-- {
			if diff := cmp.Diff(made[i], other[k].Row(i)); diff != "" {
				t.Fatalf("row %d of %s made again:\n%s", i, sh.Name, diff)
			}
		}
	}
}

// The languages tell one world: cells are missing, and numbers are the same, in the
// same rows.
func TestLanguagesAgree(t *testing.T) {
	for _, sh := range renderer(t, "zh").Sheets(shard(t, 1, "zh", 1, 0, 0.01)) {
		zh, en := rows(t, shard(t, 2, "zh", 1, 0, 1), sh.Name), rows(t, shard(t, 2, "en", 1, 0, 1), sh.Name)
		if len(zh) != len(en) {
			t.Fatalf("%s has %d rows in Chinese and %d in English", sh.Name, len(zh), len(en))
		}
		for i := range zh {
			for k := range zh[i] {
				x, y := zh[i][k], en[i][k]
				if x.Form != y.Form || (x.Text == "-") != (y.Text == "-") || x.Form == tablefile.Number && x.Text != y.Text {
					t.Errorf("%s, row %d, %s: %v in Chinese, %v in English", sh.Name, i, sh.Columns[k], x, y)
				}
			}
		}
	}
}

// Both grammars have the same rules, all of them needed, and for each the same
// slots; which are those that firms have.
func TestGrammars(t *testing.T) {
	zh, en := renderer(t, "zh").profile, renderer(t, "en").profile
	if diff := cmp.Diff(zh.Rules(), en.Rules()); diff != "" {
		t.Fatalf("rules in Chinese and English:\n%s", diff)
	}
	for _, rule := range zh.Rules() {
		if diff := cmp.Diff(zh.Slots(rule), en.Slots(rule)); diff != "" {
			t.Errorf("slots of %s in Chinese and English:\n%s", rule, diff)
		}
	}
	if unused := zh.Unused("profile"); len(unused) > 0 {
		t.Errorf("no profile needs %v", unused)
	}
	s := shard(t, 1, "zh", 1, 0, 1)
	b, told := newFirmRows(renderer(t, "zh"), s), map[string]bool{}
	for i := range s.Firms {
		for fact := range b.profileFacts(i) {
			told[fact] = true
		}
	}
	for _, slot := range zh.Slots("profile") {
		if !told[slot] {
			t.Errorf("profiles tell %s, which no firm has", slot)
		}
		delete(told, slot)
	}
	if len(told) > 0 {
		t.Errorf("no profile tells %v", told)
	}
}

// The ranking gives each firm of the world a rank of its own, goes down with the
// number of companies served, and counts no more of them than there are.
func TestRanking(t *testing.T) {
	seen := map[string]bool{}
	for n := range 2 {
		s := shard(t, 5, "zh", 2, n, 0.5)
		log := rows(t, s, "LawfirmLog")
		for i, row := range log {
			if row[0].Text != s.Firms[i].Name {
				t.Errorf("rank %d is %s, want %s", i, row[0].Text, s.Firms[i].Name)
			}
			if seen[row[1].Text] {
				t.Errorf("rank %s is twice there", row[1].Text)
			}
			seen[row[1].Text] = true
			served, trouble, cases := whole(t, row[2]), whole(t, row[3]), whole(t, row[4])
			if served < 1 || trouble > served || cases > trouble {
				t.Errorf("%v: want no more violations than companies and no more investigations than violations", row)
			}
			if i >= 10 && served > whole(t, log[i-10][2])+1 {
				t.Errorf("rank %d serves %d companies, ten above it %s", i+1, served, log[i-10][2].Text)
			}
		}
	}
}

func whole(t *testing.T, c tablefile.Cell) int {
	t.Helper()
	n, err := strconv.Atoi(c.Text)
	if err != nil || c.Form != tablefile.Number {
		t.Fatalf("%v: want a whole number", c)
	}
	return n
}

// Codes of courts carry what their case numbers and zones do, and websites are
// their own.
func TestCourts(t *testing.T) {
	for _, language := range languages {
		s := shard(t, 1, language, 1, 0, 1)
		codes, sites := map[string]bool{}, map[string]bool{}
		for _, row := range rows(t, s, "CourtCode") {
			code, zone := row[3].Text, row[4]
			if codes[code] {
				t.Errorf("code %s is twice there", code)
			}
			codes[code] = true
			special := row[5].Text == "3"
			if special != (zone.Text == " -") || !special && zone.Form != tablefile.Number {
				t.Errorf("%v: want a zone for all but special courts", row)
			}
			if digits := code[len(strings.TrimRight(code, "0123456789")):]; row[5].Text == "1" && zone.Text[2:] != digits {
				t.Errorf("%v: want %s behind the digits of the province", row, digits)
			}
		}
		for _, row := range rows(t, s, "CourtInfo") {
			if site := strings.TrimPrefix(strings.TrimPrefix(row[8].Text, "http://"), "www."); site != "-" {
				if sites[site] {
					t.Errorf("website %s is two courts'", site)
				}
				sites[site] = true
			}
		}
	}
}

func BenchmarkRows(b *testing.B) {
	s := shard(b, 1, "zh", 1, 0, 1)
	for _, sh := range renderer(b, "zh").Sheets(s) {
		b.Run(sh.Name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				sh.Row(i % sh.Rows)
				i++
			}
		})
	}
}
