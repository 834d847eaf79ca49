package judge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func shipped(t testing.TB, lang string) *Rubric {
	t.Helper()
	r, err := Shipped(lang)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The shipped rubrics are one rubric in two languages: figures of both can stand in one
// table.
func TestShipped(t *testing.T) {
	outline := func(r *Rubric) (all []Criterion) {
		for _, c := range r.Criteria {
			anchors := slices.Clone(c.Anchors)
			for i := range anchors {
				anchors[i].Text = ""
			}
			all = append(all, Criterion{Name: c.Name, Weight: c.Weight, Anchors: anchors})
		}
		return all
	}
	zh, en := shipped(t, "zh"), shipped(t, "en")
	if diff := cmp.Diff(outline(zh), outline(en)); diff != "" {
		t.Errorf("criteria in Chinese and English (-zh +en):\n%s", diff)
	}
	if zh.Name != en.Name || zh.Version != en.Version || zh.Most != en.Most || zh.Most != 5 || zh.Language != "zh" || en.Language != "en" {
		t.Errorf("rubrics %s and %s, want them alike but for the language", zh.ID(), en.ID())
	}
	if _, err := Shipped("fr"); err == nil || !strings.Contains(err.Error(), "want one of en, zh") {
		t.Errorf(`Shipped("fr") = %v, want an error that names the languages`, err)
	}
}

const small = `name: short
version: 2
language: en
most: 3
criteria:
  - {name: facts, title: Facts, weight: 2, asks: Are they right, anchors: {3: Yes., 0: No.}}
  - name: form
    title: Form
    weight: 1
    asks: Is it a letter?
    anchors:
      0: No.
      3: Yes.
`

func TestReadRubric(t *testing.T) {
	got, err := ReadRubric("own.yaml", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	ends := []Anchor{{0, "No."}, {3, "Yes."}}
	want := &Rubric{Name: "short", Version: 2, Language: "en", Most: 3, Criteria: []Criterion{
		{"facts", "Facts", 2, "Are they right", ends}, {"form", "Form", 1, "Is it a letter?", ends},
	}}
	if diff := cmp.Diff(want, got, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".digest" }, cmp.Ignore())); diff != "" {
		t.Errorf("ReadRubric (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(got.ID(), "short 2 en ") {
		t.Errorf("ID = %q, want name, version and language first", got.ID())
	}
	for _, change := range [][2]string{
		{"name: short", "name: brief"}, {"version: 2", "version: 3"}, {"language: en", "language: zh"}, {"title: Facts", "title: Fact"},
		{"weight: 2", "weight: 3"}, {"right", "wrong"}, {"3: Yes.", "3: Quite."}, {"0: No.\n", "0: No.\n      1: Hardly.\n"},
	} {
		other, err := ReadRubric("own.yaml", []byte(strings.Replace(small, change[0], change[1], 1)))
		if err != nil || other.digest == got.digest || other.ID() == got.ID() {
			t.Errorf("with %q for %q: %v, %v, want another rubric", change[1], change[0], other, err)
		}
	}
}

func TestReadRubricFaults(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{small, "", "own.yaml:1: no key name: want a value for it"},
		{small, "- a\n", "own.yaml:1: not a mapping: want keys with values"},
		{small, "a: [\n", "want YAML"},
		{small, "name: short\n", "own.yaml:1: no key version: want a value for it\nown.yaml:1: no key language: want a value for it\nown.yaml:1: no key most: want a value for it\nown.yaml:1: no key criteria: want a value for it"},
		{"name: short", "name: Short One", `own.yaml:1: name "Short One": want small letters`},
		{"version: 2", "version: two", `own.yaml:2: version "two": want a whole number from 1 to 1000000`},
		{"language: en", "language: fr", `own.yaml:3: language "fr": want one of en, zh`},
		{"most: 3", "most: 21", `own.yaml:4: most "21": want a whole number from 1 to 20`},
		{"most: 3", "most: 5", "own.yaml:6: anchors from 0 to 3 points: want anchors from 0 to 5\nown.yaml:12: anchors from 0 to 3 points: want anchors from 0 to 5"},
		{"most: 3", "least: 3", `own.yaml:4: key "least": want name, version, language, most or criteria`},
		{"most: 3", "most: 3\nanchored: perhaps", `own.yaml:5: "perhaps": want true or false`},
		{"most: 3", "most: 3\ntiers: {0: a}", "own.yaml:5: tiers: want at least two"},
		{"most: 3", "most: 3\ntiers: {10: a, 20: b}", "own.yaml:5: tiers: want at least two, each from another score, the first from 0"},
		{"most: 3", "most: 3\ntiers: {0: a, 101: b}", `own.yaml:5: score "101": want a whole number from 0 to 100`},
		{"weight: 2, ", "", "own.yaml:6: no key weight: want a value for it"},
		{"weight: 2", "weight: 0", `own.yaml:6: weight "0": want a whole number from 1 to 100`},
		{"title: Facts", "titel: Facts", `own.yaml:6: key "titel": want name, title, weight, asks or anchors`},
		{"asks: Is it a letter?", "asks: ''", "own.yaml:10: no text: want a text that is not empty"},
		{"asks: Is it a letter?", "asks: [a]", "own.yaml:10: no text: want a text that is not empty"},
		{"name: form", "name: facts", `own.yaml:7: two criteria are named "facts": want different names`},
		{"0: No.\n", "00: No.\n      0: No.\n", "own.yaml:12: two anchors for 0 points: want one anchor for each number"},
		{"{3: Yes., 0: No.}", "{3: Yes., 1: No.}", "own.yaml:6: anchors from 1 to 3 points: want anchors from 0 to 3"},
		{"{3: Yes., 0: No.}", "{3: Yes., few: No.}", `own.yaml:6: points "few": want a whole number from 0 to 20`},
		{"{3: Yes., 0: No.}", "{}", "own.yaml:6: no anchors: want anchors from 0 points"},
		{"{3: Yes., 0: No.}", "[Yes, No]", "own.yaml:6: not a mapping: want keys with values"},
	} {
		_, err := ReadRubric("own.yaml", []byte(strings.Replace(small, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
	long := strings.Repeat("# nothing\n", mostBytes/10+1)
	if _, err := ReadRubric("own.yaml", []byte(long)); err == nil || !strings.Contains(err.Error(), "want at most") {
		t.Errorf("ReadRubric of %d bytes = %v, want an error", len(long), err)
	}
	if _, err := ReadRubric("own.yaml", []byte("name: a\ncriteria: []\n")); err == nil || !strings.Contains(err.Error(), "own.yaml:2: criteria: want a list of 1 to 20") {
		t.Errorf("ReadRubric without criteria = %v", err)
	}
}

// Whatever a file holds, it is a rubric that can be graded by or has faults with lines.
func FuzzReadRubric(f *testing.F) {
	f.Add(small)
	for _, lang := range Languages() {
		data, err := os.ReadFile(filepath.Join("rubrics", lang+".yaml"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add("criteria: [{anchors: {0: a}}, &a [*a]]\nmost: 1")
	f.Fuzz(func(t *testing.T, data string) {
		r, err := ReadRubric("own.yaml", []byte(data))
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "own.yaml:") {
					t.Errorf("ReadRubric(%q): %q has no position", data, line)
				}
			}
			return
		}
		o := r.opinion("m", r.nothing(""))
		if o.Score != 0 || len(o.Grades) != len(r.Criteria) || len(criteria(r)) == 0 {
			t.Errorf("ReadRubric(%q): opinion on nothing = %+v", data, o)
		}
	})
}
