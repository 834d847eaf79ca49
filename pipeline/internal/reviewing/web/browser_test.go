package web_test

import (
	"context"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
)

// patience is how long a page may take for anything, on a busy machine.
const patience = 30 * time.Second

// chromium starts a headless browser, or skips the test.
func chromium(t *testing.T) context.Context {
	t.Helper()
	var binary string
	for _, b := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(b); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		t.Skip("no chromium binary in PATH: the page is not tested")
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(binary), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab is somebody at the page in a real browser, with cookies of his own.
type tab struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	// expected is a part of what the page may say to the console; "" for nothing at all.
	expected string
}

// open shows an address. Whatever the page says to the console fails the test.
func open(t *testing.T, browser context.Context, address string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page threw %s: %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("the page logged %v", e.Args)
		case *page.EventJavascriptDialogOpening:
			// A page that has something unsaved asks before it is left; nothing else may ask.
			if e.Type != page.DialogTypeBeforeunload {
				t.Errorf("the page said %s %q", e.Type, e.Message)
			}
			go func() {
				_ = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
					_, err := cdp.Call(ctx, t, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
					return err
				}))
			}()
		case *log.EventEntryAdded:
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.expected == "" || !strings.Contains(e.Entry.Text, b.expected) {
				t.Errorf("the browser logged %s %s", e.Entry.Text, e.Entry.URL)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	b.screen(1280, 800, "light")
	b.do(chromedp.Navigate(address))
	return b
}

// expect lets the browser log texts with that part.
func (b *tab) expect(part string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expected = part
}

// do takes steps, each within [patience].
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, s := range steps {
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		err := chromedp.Do(ctx, s)
		cancel()
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// reload loads the page anew.
func (b *tab) reload() {
	b.t.Helper()
	b.do(chromedp.Reload())
}

// look evaluates an expression in the page.
func look[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

// wait waits until an expression is true.
func (b *tab) wait(expression string) {
	b.t.Helper()
	deadline := time.Now().Add(patience)
	for !look[bool](b, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			b.shot("failed")
			b.t.Fatalf("never true: %s\nthe page reads: %.2000s", expression, b.text("body"))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// keys presses keys one after the other: "Enter", "Escape", "Tab", "ArrowDown",
// "Ctrl+Enter"; anything else is typed.
func (b *tab) keys(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		switch k {
		case "Enter":
			b.do(press(kb.Enter, 0))
		case "Escape":
			b.do(press(kb.Escape, 0))
		case "Tab":
			b.do(press(kb.Tab, 0))
		case "ArrowDown":
			b.do(press(kb.ArrowDown, 0))
		case "Ctrl+Enter":
			b.do(press(kb.Enter, chromedp.ModifierCtrl))
		default:
			b.do(press(k, 0))
		}
	}
}

// press presses keys as a keyboard does: what a page does at a key keeps the character
// from being written, which events of their own for characters would not.
func press(keys string, with chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, r := range keys {
			events := kb.Encode(r)
			down, up := events[0], events[len(events)-1]
			if len(events) == 3 && with == 0 {
				down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
			}
			down.Modifiers |= int64(with)
			for _, e := range []*input.DispatchKeyEventParams{down, up} {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *e); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// tabTo presses the tab key until what has the focus matches a selector.
func (b *tab) tabTo(css string) {
	b.t.Helper()
	for range 200 {
		if look[bool](b, "document.activeElement.matches("+quote(css)+")") {
			return
		}
		b.keys("Tab")
	}
	b.t.Fatalf("the tab key never comes to %s", css)
}

// text is what an element reads.
func (b *tab) text(css string) string {
	b.t.Helper()
	return look[string](b, "document.querySelector("+quote(css)+")?.innerText ?? ''")
}

// sees waits until an element reads a text.
func (b *tab) sees(css, text string) {
	b.t.Helper()
	b.wait("[...document.querySelectorAll(" + quote(css) + ")].some(e => e.innerText.includes(" + quote(text) + "))")
}

// quote writes a text as one of a script.
func quote(s string) string {
	return `decodeURIComponent("` + strings.ReplaceAll(url.QueryEscape(s), "+", "%20") + `")`
}

// shown is the ID of the task on screen.
const shown = `(document.querySelector(".meta .id") || {}).innerText || ""`

// another waits until another task is on screen, or none is left, and returns its ID.
func (b *tab) another(than string) string {
	b.t.Helper()
	b.wait(`!document.querySelector("main[aria-busy]") && (document.querySelector(".page .confirm, .page a[href='#/tasks']") || (` + shown + `) && (` + shown + `) !== ` + quote(than) + `)`)
	return look[string](b, shown)
}

// join joins under a name, at the keyboard.
func (b *tab) join(name string) {
	b.t.Helper()
	b.wait(`document.activeElement.id === "name"`)
	b.keys(name, "Enter")
	b.wait(`document.querySelector("#head .me")`)
}

// screen sets the size of the window and the colour scheme.
func (b *tab) screen(width, height int64, scheme string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

// shot leaves a picture in the directory that SHOTS names.
func (b *tab) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// listen makes a desk that a browser reaches, and its address. It has no tasks yet.
func listen(t *testing.T, change func(*web.Config)) (*served, string) {
	t.Helper()
	h := httptest.NewUnstartedServer(nil)
	u := &url.URL{Scheme: "http", Host: h.Listener.Addr().String()}
	s := prepare(t, func(c *web.Config) {
		c.URL = u
		c.Now = time.Now
		if change != nil {
			change(c)
		}
	})
	h.Config.Handler = s
	h.Start()
	t.Cleanup(h.Close)
	return s, u.String()
}
