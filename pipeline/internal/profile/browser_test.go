package profile

import (
	"bytes"
	"os"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// openPage opens the page of a comparison.
func openPage(t *testing.T, c *WorldComparison) *browsertest.Tab {
	t.Helper()
	var b bytes.Buffer
	if err := WriteHTML(&b, c, "en"); err != nil {
		t.Fatal(err)
	}
	return browsertest.OpenHTML(t, b.Bytes(), "")
}

// The page fits its screen, in either scheme; the differences of a line are readable
// without scrolling, flagged figures stand out and the names of columns stay in
// sight. SHOTS names a directory to leave pictures in.
func TestPageFits(t *testing.T) {
	c := toyComparison(t)
	for _, tt := range []struct {
		name, scheme  string
		width, height int64
		scrolls       bool // a table is wider than the screen
	}{
		{"light", "light", 1280, 860, false}, {"dark", "dark", 1280, 860, false}, {"phone", "light", 375, 780, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := openPage(t, c)
			b.Screen(tt.width, tt.height, tt.scheme)
			if over := browsertest.Eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("the page is %d pixels wider than the screen", over)
			}
			browsertest.Eval[bool](b, `document.querySelectorAll(".scroll").forEach(e => e.scrollLeft = 1e6) ?? true`)
			if got := browsertest.Eval[bool](b, `[...document.querySelectorAll(".scroll")].some(e => e.scrollLeft > 0)`); got != tt.scrolls {
				t.Errorf("a table scrolls: %v, want %v", got, tt.scrolls)
			}
			const out = `e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || r.width < 40 }`
			for _, css := range []string{".differences div", "tbody th"} {
				if n := browsertest.Eval[int](b, `[...document.querySelectorAll("`+css+`")].filter(`+out+`).length`); n > 0 {
					t.Errorf("%d of %s are out of sight when the tables are scrolled to their right end", n, css)
				}
			}
			const colour = `(css => getComputedStyle(document.querySelector(css)).backgroundColor)`
			if plain, marked := browsertest.Eval[string](b, colour+`("td.alike")`), browsertest.Eval[string](b, colour+`("td.differs")`); plain == marked {
				t.Errorf("a flagged figure has the background %s of all others", plain)
			}
			if dark := browsertest.Eval[string](b, colour+`("body")`) == "rgb(20, 24, 28)"; dark != (tt.scheme == "dark") {
				t.Errorf("dark background: %v in scheme %s", dark, tt.scheme)
			}
			b.Shot(tt.name)
		})
	}
}

// Hostile text runs nothing and breaks no table.
func TestPageStandsHostileText(t *testing.T) {
	b := openPage(t, hostile())
	if n := browsertest.Eval[int](b, `document.scripts.length - 1 + document.querySelectorAll("[onmouseover]").length`); n > 0 {
		t.Errorf("%d pieces of text became markup", n)
	}
	if n := browsertest.Eval[int](b, `document.querySelectorAll("section.part tbody th").length`); n != 3 {
		t.Errorf("%d lines on the page, want 3", n)
	}
}

// The page speaks Chinese and English, and opens in the reader's language.
func TestPageLanguage(t *testing.T) {
	b := openPage(t, toyComparison(t))
	for _, tt := range []struct{ languages, fragment, lang, title string }{
		{"de", "", "en", "World and real rows, column by column"},
		{"zh-CN", "", "zh", "生成数据与真实数据逐列比较"},
		{"zh", "#lang=en", "en", "World and real rows, column by column"},
	} {
		b.Languages(tt.languages)
		b.Navigate(tt.fragment)
		b.Reload()
		if got := browsertest.Eval[string](b, `document.documentElement.lang + " " + document.title + " " + document.querySelector("h1").textContent`); got != tt.lang+" "+tt.title+" "+tt.title {
			t.Errorf("the page at %q for a browser of %s is %q, want %s, %q", tt.fragment, tt.languages, got, tt.lang, tt.title)
		}
	}
	b.Click("#language")
	if got := browsertest.Eval[string](b, `location.hash + " " + document.querySelector(".counts dt").textContent`); got != "#lang=zh 相近" {
		t.Errorf("the page after a click on the language: %q, want Chinese and its address", got)
	}
	if n := browsertest.Eval[int](b, `[...document.querySelectorAll("[title], [aria-label]")].filter(e => /world|real |alike|differs|Joins|Parts|earlier/.test(e.title + e.getAttribute("aria-label"))).length`); n > 0 {
		t.Errorf("%d tooltips and labels of the Chinese page are in English", n)
	}
	if n := browsertest.Eval[int](b, `document.querySelectorAll("td[title*=生成][title*=真实]").length`); n == 0 {
		t.Error("no tooltip of the Chinese page says both figures")
	}
	if n := browsertest.Eval[int](b, `[...document.querySelectorAll("thead th, dt, summary, main p")].filter(e => /[a-z]{4}/.test(e.textContent)).length`); n > 0 {
		t.Errorf("%d headings and texts of the Chinese page are in English", n)
	}
}
