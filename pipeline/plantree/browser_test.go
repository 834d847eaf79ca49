package plantree

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// openTree opens the planning tree of a shipped domain.
func openTree(t *testing.T, name, lang string) *browsertest.Tab {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTree(&b, graphOf(t, name), DefaultDepth, lang); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.OpenHTML(t, b.Bytes(), "")
	tab.Wait(`document.querySelector("[role=treeitem]")`)
	return tab
}

// enter replaces the text of the search field.
func enter(b *browsertest.Tab, text string) {
	browsertest.Eval[string](b, `(e => { e.focus(); e.select(); return e.value })(document.getElementById("search"))`)
	b.Do(chromedp.KeyEvent(text))
}

const (
	reported = `[...document.querySelectorAll("td.paths")].map(e => Number(e.dataset.count))`
	drawnAt  = `[1,2,3,4,5].map(h => document.querySelectorAll("li.tool[data-hops='" + h + "']").length)`
	items    = `document.querySelectorAll("[role=treeitem]").length`
)

func TestPageCounts(t *testing.T) {
	for _, name := range []string{"toy", "legal"} {
		t.Run(name, func(t *testing.T) {
			b := openTree(t, name, "zh")
			want := Fold(graphOf(t, name)).Counts(DefaultDepth)
			if diff := cmp.Diff(want, browsertest.Eval[[]int](b, reported)); diff != "" {
				t.Errorf("the page's counts (-want +got):\n%s", diff)
			}
		})
	}
}

// The whole tree, unfolded, has as many nodes as there are paths.
func TestPageUnfolds(t *testing.T) {
	b := openTree(t, "toy", "zh")
	for range DefaultDepth {
		b.Click("#unfold")
	}
	want := Fold(graphOf(t, "toy")).Counts(DefaultDepth)
	if diff := cmp.Diff(want, browsertest.Eval[[]int](b, drawnAt)); diff != "" {
		t.Errorf("nodes drawn (-want +got):\n%s", diff)
	}
	if !browsertest.Eval[bool](b, `document.getElementById("unfold").disabled`) {
		t.Error("a tree unfolded to its end can be unfolded further")
	}
	b.Do(chromedp.SetValue(chromedp.CSS("#depth"), "2"))
	browsertest.Eval[bool](b, `document.getElementById("depth").dispatchEvent(new Event("change"))`)
	if diff := cmp.Diff([]int{want[0], want[1], 0, 0, 0}, browsertest.Eval[[]int](b, drawnAt)); diff != "" {
		t.Errorf("nodes drawn down to depth 2 (-want +got):\n%s", diff)
	}
	b.Click("#fold")
	if got, starts := browsertest.Eval[int](b, items), len(Fold(graphOf(t, "toy")).Starts); got != starts+1 {
		t.Errorf("%d lines in a folded tree, want %d", got, starts+1)
	}
}

func TestPageKeys(t *testing.T) {
	b := openTree(t, "toy", "en")
	label := func() string {
		return browsertest.Eval[string](b, `document.activeElement.querySelector(".what").firstChild.textContent`)
	}
	b.Click("#fold")
	b.Do(chromedp.Focus(chromedp.CSS(`[role=treeitem]`)))
	for _, c := range []struct{ key, want string }{
		{kb.ArrowDown, "company"}, {kb.ArrowRight, "company"}, {kb.ArrowRight, "get_company"}, {kb.ArrowDown, "get_company_cases"},
		{kb.ArrowRight, "get_company_cases"}, {kb.ArrowDown, "company"}, {kb.ArrowLeft, "get_company_cases"}, {kb.ArrowLeft, "get_company_cases"},
		{kb.ArrowLeft, "company"}, {kb.Enter, "company"}, {kb.End, "court code"}, {kb.Home, "Unknown entity"},
	} {
		b.Do(chromedp.KeyEvent(c.key))
		if got := label(); got != c.want {
			t.Fatalf("after %q the focus is on %q, want %q", c.key, got, c.want)
		}
	}
	if got := browsertest.Eval[int](b, `document.querySelectorAll("[role=treeitem][tabindex='0']").length`); got != 1 {
		t.Errorf("%d lines take the tab key, want 1", got)
	}
}

func TestPageSearch(t *testing.T) {
	b := openTree(t, "legal", "zh")
	enter(b, "get_court_code")
	if got := browsertest.Eval[int](b, `document.querySelectorAll("li.tool.found").length`); got == 0 {
		t.Error("nothing found is drawn")
	}
	n := 0
	for hops := 1; hops <= DefaultDepth; hops++ {
		graphOf(t, "legal").Grow(hops, func(p plan.Path) bool {
			if len(p.Hops) == hops && p.Hops[hops-1].Tool == "get_court_code" {
				n++
			}
			return len(p.Hops) < hops // only counted
		})(nil)
	}
	found := func() string {
		return strings.ReplaceAll(browsertest.Eval[string](b, `document.getElementById("found").textContent`), ",", "")
	}
	if got, want := found(), fmt.Sprintf("%d 处匹配", n); !strings.HasPrefix(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	const at = `document.querySelector("[aria-selected=true] > .row .what").firstChild.textContent`
	if got := browsertest.Eval[string](b, at); got != "get_court_code" {
		t.Errorf("the line selected is %q, want the match", got)
	}
	b.Click("#next")
	if got := found(); !strings.Contains(got, "第 2 处") {
		t.Errorf("after the next match: %q", got)
	}
	enter(b, "律师事务所")
	if got := browsertest.Eval[int](b, `document.querySelectorAll("li.entity.found").length`); got == 0 {
		t.Errorf("no entity type found by its Chinese name: %s for %q", found(), browsertest.Eval[string](b, `document.getElementById("search").value`))
	}
	enter(b, "<b>")
	if got := found(); got != "没有匹配" {
		t.Errorf("found %q, want nothing", got)
	}
}

func TestPageLanguages(t *testing.T) {
	b := openTree(t, "toy", "zh")
	b.Click(`#languages [data-lang=en]`)
	if got, want := browsertest.Eval[string](b, `document.title + "|" + document.documentElement.lang`), "Planning tree: made-up companies and court cases|en"; got != want {
		t.Errorf("title and language %q, want %q", got, want)
	}
	if text := browsertest.Eval[string](b, `document.body.innerText`); !strings.Contains(text, "Unknown entity") || strings.Contains(text, "未知实体") {
		t.Errorf("the page in English reads\n%s", text)
	}
}

// The page fits a telephone, in either scheme. SHOTS names a directory to leave
// pictures in.
func TestPageFits(t *testing.T) {
	for _, c := range []struct {
		name, lang, scheme string
		width, height      int64
	}{
		{"light", "zh", "light", 1280, 860}, {"dark", "en", "dark", 1280, 860}, {"phone", "zh", "light", 375, 780},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := openTree(t, "legal", c.lang)
			b.Screen(c.width, c.height, c.scheme)
			b.Click(`li.entity > ul > li:nth-child(3) > .row`)
			if over := browsertest.Eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("the page is %d pixels wider than the screen", over)
			}
			dark := browsertest.Eval[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(20, 24, 28)"
			if dark != (c.scheme == "dark") {
				t.Errorf("dark background: %v in scheme %s", dark, c.scheme)
			}
			b.Shot(c.name)
		})
	}
}

// The page opens in the language of the browser, else in its own. A reader's choice stays in
// the browser and in the address, and an address says it to others.
func TestPageLanguage(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTree(&b, graphOf(t, "toy"), DefaultDepth, "zh"); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.OpenHTML(t, b.Bytes(), "")
	const lang, hash = `document.documentElement.lang`, `location.hash`
	opens := func(languages, fragment, want string) {
		t.Helper()
		tab.Languages(languages)
		tab.Navigate(fragment)
		tab.Reload()
		tab.Wait(`document.querySelector("[role=treeitem]")`)
		if got := browsertest.Eval[string](tab, lang); got != want {
			t.Errorf("the page at %q for a browser of %s is in %q, want %q", fragment, languages, got, want)
		}
	}
	opens("de", "", "zh")
	opens("en-US,zh", "", "en")
	opens("de,zh-CN", "", "zh")
	opens("zh", "#lang=en", "en")
	opens("en", "#lang=tlh", "en")
	tab.Click(`[data-lang=zh]`)
	if got := browsertest.Eval[string](tab, hash); got != "#lang=zh" {
		t.Errorf("the address of a page whose reader chose Chinese has %q, want #lang=zh", got)
	}
	opens("en", "", "zh")
}
