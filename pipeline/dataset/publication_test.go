package dataset

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestPublication(t *testing.T) {
	for _, tc := range []struct {
		p       Publication
		fault   string
		missing []string
	}{
		{Publication{}, "", []string{"-creator NAME", "-published YYYY-MM-DD", "-url URL"}},
		{Publication{"A Lab", "2026-11-23", "https://example.org/a?b=c"}, "", nil},
		{Publication{Creator: "a\nb"}, "creator: ", []string{"-published YYYY-MM-DD", "-url URL"}},
		{Publication{Date: "2026-13-01"}, `date "2026-13-01": `, []string{"-creator NAME", "-url URL"}},
		{Publication{URL: "javascript:alert(1)"}, `url "javascript:alert(1)": `, nil},
		{Publication{URL: "https://a.org/}"}, `url "https://a.org/}": `, nil},
		{Publication{URL: "/set"}, `url "/set": `, nil},
	} {
		err := tc.p.Validate()
		if (err == nil) != (tc.fault == "") || err != nil && !strings.HasPrefix(err.Error(), tc.fault) {
			t.Errorf("Validate(%+v) = %v, want %q", tc.p, err, tc.fault)
		}
		if missing := tc.p.Missing(); tc.missing != nil && !slices.Equal(missing, tc.missing) {
			t.Errorf("Missing(%+v) = %q, want %q", tc.p, missing, tc.missing)
		}
	}
}

// Croissant names who published the release, when and where, and leaves out what is not
// known.
func TestCroissantNamesItsPublication(t *testing.T) {
	r := release(t)
	metadata := func() map[string]any {
		var b bytes.Buffer
		if err := WriteCroissant(&b, r, nil); err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(b.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	bare := metadata()
	for _, name := range []string{"url", "creator", "datePublished"} {
		if bare[name] != nil {
			t.Errorf("%s of a release that names none is %v", name, bare[name])
		}
	}
	r.Publication = Publication{"A Lab", "2026-11-23", "https://example.org/set"}
	m := metadata()
	creator, _ := m["creator"].(map[string]any)
	if m["url"] != "https://example.org/set" || m["datePublished"] != "2026-11-23" || creator["name"] != "A Lab" {
		t.Errorf("url %v, datePublished %v, creator %v, want those of the release", m["url"], m["datePublished"], creator)
	}
	if cite, _ := m["citeAs"].(string); !strings.Contains(cite, "author = {{A Lab}}") || !strings.Contains(cite, "year = {2026}") {
		t.Errorf("citeAs is %v, want the creator and the year", m["citeAs"])
	}
}

// The card stands in the order in which a reader asks: what it is, an example, what for, how
// to use it, what is in it, how it was made, what is wrong with it, how to cite it.
func TestCardOrder(t *testing.T) {
	r := reviewed(t)
	r.License = "MIT OR Apache-2.0"
	card := cardOf(t, r)
	at := 0
	for _, want := range []string{
		"license: other\nlicense_name: \"MIT OR Apache-2.0\"\n", "\n# ", "\n## Example\n", "\nQuestion (1-hop", "Solution:", "\nAnswer: ", "\n## Uses\n", "\nNot for advice",
		"\n## Evaluate an agent\n", "\n### Baselines\n", "\n## Data\n", "\n## Construction\n", "| ground | missing | 14 | a lookup finds no row |",
		"\n## Limits\n", "\n## License\n", "\n## Citation\n", "@misc{", "2412.17259",
	} {
		i := strings.Index(card[at:], want)
		if i < 0 {
			t.Fatalf("the card lacks %q, or has it before what goes before:\n%s", want, card)
		}
		at += i
	}
}

// The example of a set in another language has its draft in English, if there is one.
func TestCardExampleInEnglish(t *testing.T) {
	r := release(t)
	for _, x := range r.Tasks {
		x.Language = "zh"
	}
	ExampleTask(r.Tasks).Solution = "先*查*。\n再答。"
	if card, own := cardOf(t, r), "Solution:\n\n> 先\\*查\\*。\n>\n> 再答。\n\n"; !strings.Contains(card, own) {
		t.Errorf("the card without English words lacks %q:\n%s", own, card)
	}
	r.ExampleInEnglish, r.SolutionInEnglish = "Which *courts* are in this county?", "We <look> up."
	card := cardOf(t, r)
	for _, want := range []string{`Its draft in English, written from the same plan: Which \*courts\* are in this county?`, "Solution:\n\n> We &lt;look&gt; up.\n"} {
		if !strings.Contains(card, want) || strings.Contains(card, "再答") {
			t.Errorf("the card lacks %q, or has the solution in another language:\n%s", want, card)
		}
	}
	r.Tasks[0].Language, ExampleTask(r.Tasks).Language = "en", "en"
	if card := cardOf(t, r); strings.Contains(card, "Its draft in English") {
		t.Error("the card translates an English example")
	}
}
