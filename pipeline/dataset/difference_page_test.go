package dataset

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// hostileDiff is a difference with every kind of change, in texts that would be markup if they could.
func hostileDiff() *ReleaseDiff {
	const bad = `</style></script><script>alert(1)</script><b onmouseover="x">&amp;'"` + "\u202e\x1b"
	d := &ReleaseDiff{Old: 30, New: 31, Same: 12, Version: []string{"", bad}, Corpus: []string{bad, "b"}, Domain: []string{"a", bad}}
	for i, kind := range diffKinds() {
		for k := range 3 {
			c := TaskDiff{Kind: kind, ID: fmt.Sprintf("%016x", 7919*(9*i+k)), Question: strings.Repeat("Which court heard the case of Harbour Steel? ", 3+k), Reasons: []string{"retired: Court.phone (\"x\") \"1\" → \"2\"", "keywords"}}
			if k == 0 {
				c.ID, c.Question, c.Reasons = bad, bad, []string{bad, strings.Repeat("x", 400)}
			}
			if kind == Reanswered {
				c.Was = c.ID
			}
			d.Changes = append(d.Changes, c)
		}
	}
	return d
}

// openDiff opens the page of a difference.
func openDiff(t *testing.T, d *ReleaseDiff) *browsertest.Tab {
	t.Helper()
	var b bytes.Buffer
	if err := d.WriteHTML(&b, "en"); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"http:", "https:", "<link", "<img", "src=", "@import", "url(", "<script>alert", "\u202e"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	return browsertest.OpenHTML(t, b.Bytes(), "")
}

// The page has every change, runs nothing of what tasks say, fits each screen in both schemes and
// languages, and is read by keyboard. SHOTS names a directory to leave pictures in.
func TestDiffPage(t *testing.T) {
	d := hostileDiff()
	b := openDiff(t, d)
	for _, tt := range []struct {
		name, scheme, lang string
		width, height      int64
	}{
		{"diff-light", "light", "en", 1280, 860}, {"diff-dark", "dark", "zh", 1280, 860}, {"diff-phone", "light", "en", 375, 780},
	} {
		b.Screen(tt.width, tt.height, tt.scheme)
		if browsertest.Eval[string](b, `document.documentElement.lang`) != tt.lang {
			b.Click("#language")
		}
		if over := browsertest.Eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %d pixels wider than the screen", tt.name, over)
		}
		if dark := browsertest.Eval[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(20, 24, 28)"; dark != (tt.scheme == "dark") {
			t.Errorf("%s: dark background: %v", tt.name, dark)
		}
		b.Shot(tt.name)
		for _, v := range b.Violations() {
			t.Errorf("%s: %s", tt.name, v)
		}
	}
	if got, want := browsertest.Eval[int](b, `document.querySelectorAll(".part tbody tr").length`), len(d.Changes); got != want {
		t.Errorf("%d changes on the page, want %d", got, want)
	}
	if n := browsertest.Eval[int](b, `document.scripts.length - 1 + document.querySelectorAll("[onmouseover]").length`); n > 0 {
		t.Errorf("%d pieces of text became markup", n)
	}
	b.Click("#language")
	if n := browsertest.Eval[int](b, `[...document.querySelectorAll("h1, h2, dt, nav span, thead th, section > p, header p")].filter(e => /[a-z]{3}/.test(e.textContent)).length`); n > 0 {
		t.Errorf("%d headings and texts of the Chinese page are in English", n)
	}
	// Behind the button is a link for each kind; each leads to its list.
	b.Press("Tab", "Enter")
	if got := browsertest.Eval[string](b, `location.hash`); !strings.HasPrefix(got, "#removed") {
		t.Errorf("the first link leads to %q, want the removed tasks", got)
	}
	b.Press("Tab")
	if got := browsertest.Eval[string](b, `document.activeElement.className`); got != "scroll" {
		t.Errorf("behind the list's heading the keyboard reaches %q, want its table", got)
	}
}

// Two equal releases have a page that says so.
func TestDiffPageOfNothing(t *testing.T) {
	var b bytes.Buffer
	if err := Compare(&Contents{}, &Contents{}).WriteHTML(&b, "en"); err != nil || !strings.Contains(b.String(), "No task differs.") || strings.Contains(b.String(), "<nav") {
		t.Errorf("the page of equal releases: %v\n%s", err, b.String())
	}
}
