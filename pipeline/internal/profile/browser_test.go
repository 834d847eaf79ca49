package profile

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser opens the page of a comparison from disk in headless Chromium, or skips
// the test. Anything the page reports to the console fails the test.
func browser(t *testing.T, c *Comparison) context.Context {
	t.Helper()
	var binary string
	for _, b := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(b); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		t.Skip("no chromium binary in PATH: how the page looks is not tested")
	}
	var b bytes.Buffer
	if err := WriteHTML(&b, c); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "comparison.html")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(binary), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	// The browser lives as long as the context it is first used with, so the time
	// limit comes after.
	if err := chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page threw %s: %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
		case *log.EventEntryAdded:
			t.Errorf("the browser logged %s", e.Entry.Text)
		}
	}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	do(t, ctx, chromedp.Navigate(u.String()), chromedp.WaitVisible(chromedp.CSS(`section.part`)))
	return ctx
}

// do takes steps in the browser.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// screen sets the window's size and colour scheme.
func screen(width, height int64, scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	}))
}

// ask evaluates an expression in the page.
func ask[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return v
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
			ctx := browser(t, c)
			do(t, ctx, screen(tt.width, tt.height, tt.scheme))
			if over := ask[int](t, ctx, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("the page is %d pixels wider than the screen", over)
			}
			ask[bool](t, ctx, `document.querySelectorAll(".scroll").forEach(e => e.scrollLeft = 1e6) ?? true`)
			if got := ask[bool](t, ctx, `[...document.querySelectorAll(".scroll")].some(e => e.scrollLeft > 0)`); got != tt.scrolls {
				t.Errorf("a table scrolls: %v, want %v", got, tt.scrolls)
			}
			const out = `e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || r.width < 40 }`
			for _, css := range []string{".differences div", "tbody th"} {
				if n := ask[int](t, ctx, `[...document.querySelectorAll("`+css+`")].filter(`+out+`).length`); n > 0 {
					t.Errorf("%d of %s are out of sight when the tables are scrolled to their right end", n, css)
				}
			}
			const colour = `(css => getComputedStyle(document.querySelector(css)).backgroundColor)`
			if plain, marked := ask[string](t, ctx, colour+`("td.alike")`), ask[string](t, ctx, colour+`("td.differs")`); plain == marked {
				t.Errorf("a flagged figure has the background %s of all others", plain)
			}
			if dark := ask[string](t, ctx, colour+`("body")`) == "rgb(20, 24, 28)"; dark != (tt.scheme == "dark") {
				t.Errorf("dark background: %v in scheme %s", dark, tt.scheme)
			}
			if dir := os.Getenv("SHOTS"); dir != "" {
				png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, tt.name+".png"), png, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Hostile text runs nothing and breaks no table.
func TestPageStandsHostileText(t *testing.T) {
	ctx := browser(t, hostile())
	if n := ask[int](t, ctx, `document.scripts.length + document.querySelectorAll("[onmouseover]").length`); n > 0 {
		t.Errorf("%d pieces of text became markup", n)
	}
	if n := ask[int](t, ctx, `document.querySelectorAll("section.part tbody th").length`); n != 3 {
		t.Errorf("%d lines on the page, want 3", n)
	}
}
