package htmlreport

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// screens are the pages as they are looked at.
var screens = []struct {
	name, lang, scheme string
	width, height      int64
}{
	{"light", "en", "light", 1280, 860}, {"dark", "zh", "dark", 1280, 860}, {"phone", "zh", "light", 375, 780},
}

// Every view fits its screen, in either scheme, and axe finds nothing serious on it.
// SHOTS names a directory to leave pictures in, TASKGROVE_AXE the one in which npm installed
// axe-core.
func TestScreens(t *testing.T) {
	r := theRun(t)
	axe := axeCore(t)
	for _, c := range screens {
		s := r.source
		s.Language = c.lang
		b := open(t, written(t, s), "")
		b.Screen(c.width, c.height, c.scheme)
		b.Wait(`document.querySelector("#tree .branch")`)
		b.Click("#compare button.pair")
		for _, place := range []string{"standing", "types", "similarity", "cost", "compare", "errors", "tree", "missing"} {
			if os.Getenv("SHOTS") != "" {
				b.Wait(`(document.getElementById("` + place + `").scrollIntoView(), true)`)
				b.Shot(c.name + "-" + place)
			}
		}
		for _, view := range []string{"results", "trials"} {
			name := c.name + "-" + view
			look[bool](b, `(location.hash = "#`+view+`", true)`)
			if view == "trials" {
				b.ready()
				b.choose("outcome", "failed")
				b.Wait(`document.querySelector("#trial .outcome.unsolved, #trial .outcome.partly")`)
			}
			if over := look[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s: the page is %d pixels wider than the screen", name, over)
			}
			dark := look[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(20, 24, 28)"
			if dark != (c.scheme == "dark") {
				t.Errorf("%s: dark background: %v", name, dark)
			}
			b.Shot(name)
			b.judged(name, axe)
		}
		look[bool](b, `(document.querySelector(".course-of").scrollIntoView(), true)`)
		b.Press("f")
		b.Shot(c.name + "-course")
	}
}

// axeCore returns the script of axe-core; "" where TASKGROVE_AXE is not set.
func axeCore(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("TASKGROVE_AXE")
	if dir == "" {
		t.Log("TASKGROVE_AXE is not set: axe-core is not there")
		return ""
	}
	axe, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(axe)
}

// judged runs axe on what is on screen.
func (b tab) judged(name, axe string) {
	b.T.Helper()
	if axe == "" {
		return
	}
	const run = `axe.run(document, { resultTypes: ["violations"] }).then(r => r.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.target + " " + n.failureSummary).join("; ")))`
	if !look[bool](b, `"axe" in window`) {
		look[bool](b, axe+"\n;true")
	}
	found, err := chromedp.Run(b.Context(), chromedp.Evaluate[[]string](run, chromedp.EvalAwaitPromise))
	if err != nil {
		b.T.Fatal(err)
	}
	for _, f := range found {
		b.T.Errorf("%s: %s", name, f)
	}
}
