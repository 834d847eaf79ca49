package ruling

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

var languages = []string{"zh", "en"}

// open returns a tenth of a world's first shard with its teller, made once a
// language.
func open(t testing.TB, language string) *shardRenderer {
	t.Helper()
	made, ok := shards.Load(language)
	if !ok {
		made, _ = shards.LoadOrStore(language, openSeed(t, language, 7, 0.1))
	}
	return made.(*shardRenderer)
}

// openSeed returns the first shard, or a part of it, of a world with its teller.
func openSeed(t testing.TB, language string, seed uint64, scale float64) *shardRenderer {
	t.Helper()
	w, err := society.Open(seed, language, 1, func(int) society.Sizes {
		return society.Published().Scaled(scale)
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Shard(0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(language)
	if err != nil {
		t.Fatal(err)
	}
	return r.forShard(s)
}

var shards sync.Map // of tellers, by language: making one takes most of a second

func rows(t testing.TB, tell *shardRenderer) map[string]tablefile.Sheet {
	t.Helper()
	all := map[string]tablefile.Sheet{}
	for _, s := range tell.Sheets(tell.shard) {
		all[s.Name] = s
	}
	return all
}

func TestNewRefusesOtherLanguages(t *testing.T) {
	if _, err := New("fr"); err == nil {
		t.Error(`New("fr") succeeded`)
	}
}

func TestColumnsAreThoseOfTheDomain(t *testing.T) {
	for language, name := range map[string]string{"zh": "legal", "en": "legal-en"} {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		sheets := rows(t, open(t, language))
		for _, table := range d.Tables {
			s, ok := sheets[table.Name]
			if !ok {
				continue
			}
			var want []string
			for _, c := range table.Columns {
				want = append(want, c.Name)
			}
			if !slices.Equal(s.Columns, want) {
				t.Errorf("%s %s has columns %q, want %q", language, s.Name, s.Columns, want)
			}
			if got := len(s.Row(0)); got != len(want) {
				t.Errorf("%s %s has %d cells, want %d", language, s.Name, got, len(want))
			}
		}
	}
}

// A row is the same whoever asks for it, and when.
func TestRowsDependOnNothingElse(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		fresh, err := New(language)
		if err != nil {
			t.Fatal(err)
		}
		first, second := rows(t, tell), rows(t, fresh.forShard(tell.shard))
		var g sync.WaitGroup
		for name, s := range first {
			for worker := range 2 {
				g.Go(func() {
					for i := worker; i < min(s.Rows, 300); i += 2 {
						at := s.Rows - 1 - i
						if a, b := s.Row(at), second[name].Row(at); !slices.Equal(a, b) {
							t.Errorf("%s %s row %d: %q and then %q", language, name, at, a, b)
						}
					}
				})
			}
		}
		g.Wait()
	}
}

// What is told in one language is told in the other: equal cells are empty, equal
// orders are given and equal decisions made.
func TestLanguagesDescribeOneWorld(t *testing.T) {
	zh, en := open(t, "zh"), open(t, "en")
	a, b := rows(t, zh), rows(t, en)
	for name, s := range a {
		if s.Rows != b[name].Rows {
			t.Fatalf("%s: %d rows and %d", name, s.Rows, b[name].Rows)
		}
	}
	for i := range a["LegalDoc"].Rows {
		x, y := a["LegalDoc"].Row(i), b["LegalDoc"].Row(i)
		for j := range x {
			if x[j].Form != y[j].Form || strings.TrimSpace(x[j].Text) == "-" != (strings.TrimSpace(y[j].Text) == "-") {
				t.Fatalf("LegalDoc row %d, %s: %q in Chinese, %q in English", i, a["LegalDoc"].Columns[j], x[j].Text, y[j].Text)
			}
		}
	}
	for i := range zh.shard.Cases {
		x, y := zh.newContext(i), en.newContext(i)
		if x.decision != y.decision || x.story.ID != y.story.ID || !slices.Equal(zh.orderRules(x), en.orderRules(y)) || !slices.Equal(x.closingRules(), y.closingRules()) {
			t.Fatalf("case %d is decided in two ways: %+v and %+v", i, x.decision, y.decision)
		}
	}
}

// The golden files show some rows of each kind. UPDATE=1 rewrites them.
func TestGolden(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		var got bytes.Buffer
		sheets := rows(t, tell)
		for _, name := range []string{"LegalDoc", "LegalAbstract", "LegalCases", "CaseFile"} {
			s := sheets[name]
			n := 3
			if name == "LegalDoc" {
				n = 12
			}
			for i := range n {
				got.WriteString("# " + name + "\n")
				for j, c := range s.Row(i) {
					got.WriteString(s.Columns[j] + ": " + c.Text + "\n")
				}
				got.WriteString("\n")
			}
		}
		file := filepath.Join("testdata", "rows-"+language+".golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is out of date; run the test with UPDATE=1 and look at the difference", file)
		}
	}
}
