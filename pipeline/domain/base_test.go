package domain

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// one loads a declaration of one file.
func one(t *testing.T, text string) *Domain {
	t.Helper()
	d, err := Load(fstest.MapFS{"d/a.yaml": {Data: []byte(text)}}, "d")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// english returns the shipped legal domain in English.
func english(t *testing.T) *Domain {
	t.Helper()
	d, err := Open("legal-en")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A declaration that says nothing beside its base is that, and so is one that
// takes the names the base has.
func TestBaseAlone(t *testing.T) {
	for _, name := range Shipped() {
		d, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got := one(t, fmt.Sprintf("{name: %s, base: %s}", name, name))
		if got.Digest() != d.Digest() {
			t.Errorf("base %s alone differs:\n%s", name, cmp.Diff(d, got))
		}
		if want := append([]string{name}, d.Bases...); !slices.Equal(got.Bases, want) {
			t.Errorf("Bases = %q, want %q", got.Bases, want)
		}
	}
	d := legal(t)
	if got := one(t, "{name: legal, base: legal, names: zh, world: zh}"); got.Digest() != d.Digest() {
		t.Errorf("legal by its Chinese labels differs:\n%s", cmp.Diff(d, got))
	}
}

// The world of a base fits the base's names.
func TestBaseWorld(t *testing.T) {
	for text, want := range map[string]string{
		"{name: m, base: legal}":                                        "zh",
		"{name: m, base: legal, world: en}":                             "en",
		"{name: m, base: legal, names: en, languages: [en]}":            "",
		"{name: m, base: legal, names: en, languages: [en], world: en}": "en",
		"{name: m, base: legal-en}":                                     "en",
	} {
		if got := one(t, text).World; got != want {
			t.Errorf("%s: World = %q, want %q", text, got, want)
		}
	}
}

// A phrase of which no language is wanted is no phrase.
func TestCut(t *testing.T) {
	got := map[string]any{"tables": []any{map[string]any{
		"label": map[string]any{"zh": "甲", "en": "a"}, "phrase": map[string]any{"zh": "乙"}, "failed": map[string]any{"zh": "丙"},
	}}}
	cut(got, []any{"en", "fr"})
	want := map[string]any{"tables": []any{map[string]any{"label": map[string]any{"en": "a"}, "failed": map[string]any{"zh": "丙"}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cut (-want +got):\n%s", diff)
	}
}

// What a declaration says replaces, adds to or takes away what its base says.
func TestBaseOverlaid(t *testing.T) {
	toy, err := Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	d := one(t, `
name: mine
base: toy
names: en
languages: [en]
masks:
sentinels: [none]
derivations: []
entities:
  - {name: judge, label: {en: judge}}
tables:
  - name: Court
    measure: {en: tribunals}
    columns:
      - {name: Court Head, kind: , entity: judge}
      - {name: Seat, label: {en: Seat}, kind: text}
tools:
  - name: get_court
    match:
      - {columns: [Court Code], inputs: [identifier]}
replies: {missing: nothing}
`)
	court, was := d.Table("Court"), toy.Table("Court")
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"languages", d.Languages, []string{"en"}},
		{"title", d.Title, Text{"en": toy.Title.In("en")}},
		{"masks", d.Masks, []string(nil)},
		{"sentinels", d.Sentinels, []string{"none"}},
		{"derivations", len(d.Derivations), 0},
		{"entities", len(d.Entities), len(toy.Entities) + 1},
		{"last entity", d.Entities[len(d.Entities)-1].Name, "judge"},
		{"key", court.Key, "Court Name"},
		{"measure", court.Measure, Text{"en": "tribunals"}},
		{"label", court.Label, Text{"en": was.Label.In("en")}},
		{"columns", len(court.Columns), len(was.Columns) + 1},
		{"kind", court.Column("Court Head").Kind, ColumnKind("")},
		{"entity", court.Column("Court Head").Entity, "judge"},
		{"phrase", court.Column("Court Head").Called("en"), "head"},
		{"last column", court.Columns[len(court.Columns)-1].Name, "Seat"},
		{"match", d.Tool("get_court").Match, []LookupMatch{{Columns: []string{"Court Code"}, Inputs: []string{"identifier"}}}},
		{"other match", d.Tool("get_case").Match[0].Columns, []string{"Case Number"}},
		{"missing", d.Replies.Missing, "nothing"},
		{"columns reply", d.Replies.Columns, toy.Replies.Columns},
		{"world", d.World, ""},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

// cut knows every key that holds a phrase.
func TestPhraseKeys(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			f := typ.Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if text := f.Type == reflect.TypeFor[Text](); text != slices.Contains(phrases, key) {
				t.Errorf("%s.%s is a Text: %v, and phrases has %q: %v", typ, f.Name, text, key, !text)
			}
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[Domain]())
}

// legal-en has the tables, columns, passages and tools of legal, under the labels
// of its columns, and no word of Chinese.
func TestLegalEnglish(t *testing.T) {
	zh, en := legal(t), english(t)
	if en.World != "en" || zh.World != "zh" {
		t.Errorf("worlds %q and %q, want zh and en", zh.World, en.World)
	}
	for i, table := range zh.Tables {
		got := &en.Tables[i]
		for j := range table.Columns {
			want, c := table.Columns[j], got.Columns[j]
			if want.Name == "英文名称" {
				want.Kind = KindProse // the name again, and no answer
			}
			if c.Name != want.Label.In("en") || c.Entity != want.Entity || c.Kind != want.Kind || c.Called("en") != want.Called("en") {
				t.Errorf("%s.%s is %+v, want what %s is", got.Name, c.Name, c, want.Name)
			}
			if (want.Separators == nil) != (c.Separators == nil) || slices.Contains(c.Separators, ",") {
				t.Errorf("%s.%s is divided by %q, %s by %q", got.Name, c.Name, c.Separators, want.Name, want.Separators)
			}
		}
		if got.Key != table.Column(table.Key).Label.In("en") || len(got.Columns) != len(table.Columns) {
			t.Errorf("%s has key %q and %d columns, want those of legal", got.Name, got.Key, len(got.Columns))
		}
	}
	names := func(d *Domain) (names []string) {
		for _, tool := range d.Tools {
			names = append(names, fmt.Sprint(tool.Name, tool.Aliases, tool.Kind, tool.Returns, len(tool.Inputs), len(tool.Match)))
		}
		for _, p := range d.Passages {
			names = append(names, p.Name+p.Field)
		}
		return names
	}
	if diff := cmp.Diff(names(zh), names(en)); diff != "" {
		t.Errorf("tools and passages (-legal +legal-en):\n%s", diff)
	}
	text, err := yaml.Marshal(en)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) || r > 0xff00 }) {
			t.Errorf("legal-en says %q", line)
		}
	}
}

func TestEnglishCourtCode(t *testing.T) {
	extract := english(t).Derivation("case_number_court_code").Extractor()
	for number, code := range map[string]string{
		"(2019) KM0104 Civ. No. 1779":         "KM0104",
		"(2019) KM01 Civ. App. No. 12":        "KM01",
		"(2019) KM IP Civ. No. 12":            "KM",
		"(2019) KM07010400 Enf. Res. No. 3":   "KM07010400",
		"(2019) SC Civ. App. No. 12":          "SC",
		"(2019) KM0104 Retr. No. 3":           "KM0104",
		"(2019) Ashmere Civ. No. 3":           "",
		"(2019) KM010 Civ. No. 3":             "",
		"(2019) KM0104":                       "",
		"Ashmere Env. Pen. [2019] No. 0457":   "",
		"[2019] AE Pen. No. 3":                "",
		"(2019) KM0104 Civ. No. 1779, page 2": "KM0104",
	} {
		if got, ok := extract(number); got != code || ok != (code != "") {
			t.Errorf("case_number_court_code(%q) = %q, %v, want %q", number, got, ok, code)
		}
	}
}

func TestEnglishCourts(t *testing.T) {
	strip := english(t).Entity("court").Stripper()
	for name, want := range map[string]string{
		"Kelmar Province Ashmere Intermediate Court":         "Ashmere Intermediate Court",
		"Kelmar Province Hillmere County Court":              "Hillmere County Court",
		"North Kelmar Province Nolby District Court":         "Nolby District Court",
		"Osten Autonomous Region Highcliff City Court":       "Highcliff City Court",
		"Kelmar Province High Court":                         "Kelmar Province High Court",
		"Kelmar Province First Intermediate Court":           "Kelmar Province First Intermediate Court",
		"Kelmar Province No. 2 Intermediate Court":           "Kelmar Province No. 2 Intermediate Court",
		"Ashmere Intermediate Court":                         "Ashmere Intermediate Court",
		"Supreme Court":                                      "Supreme Court",
		"Republic of Aldren Supreme Court":                   "Supreme Court",
		"Highmere Municipality First Intermediate Court":     "Highmere Municipality First Intermediate Court",
		"Kelmar Province Thirdby Railway Intermediate Court": "Thirdby Railway Intermediate Court",
	} {
		if got := strip(name); got != want {
			t.Errorf("court Stripper(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestEnglishAuthorities(t *testing.T) {
	strip := english(t).Entity("authority").Stripper()
	for name, want := range map[string]string{
		"[North District] Salverfleet City North District Fire Department": "Salverfleet City North District Fire Department",
		"[Eskerlea District] Grandhollow Municipality Police Department":   "Grandhollow Municipality Police Department",
		"[North District] District Fire Department":                        "[North District] District Fire Department",
		"Salverfleet City North District Fire Department":                  "Salverfleet City North District Fire Department",
	} {
		if got := strip(name); got != want {
			t.Errorf("authority Stripper(%q) = %q, want %q", name, got, want)
		}
	}
}
