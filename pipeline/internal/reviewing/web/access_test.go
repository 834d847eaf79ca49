package web_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
)

// screens are what there is to see, each with how one comes there.
var screens = []struct {
	name string
	hash string
	do   func(b tab)
}{
	{"review", "review", nil},
	{"unfolded", "", func(b tab) { b.Press("x"); b.Wait(`document.querySelector(".check[open]")`) }},
	{"reject", "", func(b tab) { b.Press("r", "4"); b.Wait(`document.querySelector(".chip[aria-pressed=true]")`) }},
	{"edit", "", func(b tab) {
		b.Press("Escape", "e")
		b.Wait(`document.querySelector(".edit-form")`)
		b.Press(" Please.")
		b.Wait(`document.querySelector(".preview ins")`)
		b.Wait(`document.querySelector(".verdict .fine")`)
	}},
	{"console", "", func(b tab) {
		b.Press("Escape", "t")
		b.Wait(`document.activeElement.getAttribute("role") === "combobox"`)
	}},
	{"tool", "", func(b tab) {
		b.Press("Enter")
		b.Wait(`document.querySelector(".tool-form input")`)
	}},
	{"keys", "", func(b tab) { b.Press("Escape", "?"); b.Wait(`document.querySelector("dialog[open]")`) }},
	{"status", "status", nil},
	{"tasks", "tasks", nil},
	{"team", "team", nil},
	{"invited", "", func(b tab) {
		b.tabTo("main form button")
		b.Press("Enter")
		b.Wait(`document.querySelector(".made input")`)
	}},
	{"guidelines", "guidelines", nil},
	{"rate", "rate", nil},
	{"rated", "", func(b tab) {
		b.tabTo(`[name="criterion-0"]`)
		b.Press(" ", "Ctrl+Enter")
		b.Wait(`document.querySelector("#notice.warn")`)
	}},
}

// every shows one screen after the other, in either scheme, on a laptop and a telephone.
func every(t *testing.T, visit func(b tab, name string)) {
	s, address := listen(t, func(c *web.ReviewConfig) { c.Rating = true })
	s.texts = textsToRate(t, 3)
	s.revisit = 2
	s.open(6, nil)
	ada := open(t, address)
	ada.join("Ada")
	// Something is decided, so that the pages have something to show.
	id := ada.another("")
	ada.Press("r", "4", "Enter")
	id = ada.another(id)
	ada.Press("a", "Enter")
	ada.another(id)
	for _, c := range []struct {
		name, scheme  string
		width, height int64
	}{{"light", "light", 1280, 800}, {"dark", "dark", 1280, 800}, {"phone", "light", 390, 844}} {
		for _, p := range screens {
			if p.hash != "" {
				// A loaded page has no form open.
				ada.Do(chromedp.Navigate("about:blank"))
				ada.Screen(c.width, c.height, c.scheme)
				ada.Do(chromedp.Navigate(address + "/#/" + p.hash))
				ada.Wait(`document.querySelector("main h1") && !document.querySelector("main[aria-busy]")`)
			}
			if p.do != nil {
				p.do(ada)
			}
			visit(ada, c.name+"-"+p.name)
		}
	}
	stranger := open(t, address)
	stranger.Wait(`document.activeElement.id === "name"`)
	visit(stranger, "light-join")
}

// No screen is wider than the window, and axe finds nothing serious on any. TASKGROVE_AXE names
// the directory in which npm installed axe-core.
func TestPageFits(t *testing.T) {
	t.Parallel()
	n := 0
	var serious []string
	every(t, func(b tab, name string) {
		n++
		b.Shot(name)
		if over := look[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %d pixels wider than the screen", name, over)
		}
		dark := look[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(20, 24, 28)"
		if want := strings.HasPrefix(name, "dark"); dark != want {
			t.Errorf("%s: dark background: %v", name, dark)
		}
		for _, f := range b.Violations() {
			serious = append(serious, name+": "+f)
		}
	})
	if n != 3*len(screens)+1 {
		t.Errorf("%d screens looked at", n)
	}
	t.Run("axe", func(t *testing.T) {
		if os.Getenv("TASKGROVE_AXE") == "" {
			t.Skip("TASKGROVE_AXE is not set: axe-core is not there")
		}
		for _, f := range serious {
			t.Error(f)
		}
	})
}
