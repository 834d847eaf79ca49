// Package browsertest opens pages in headless Chromium for tests.
package browsertest

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Timeout is the time that a page may take for one step on a busy machine.
const Timeout = 30 * time.Second

// TB is the part of testing.TB that this package uses.
type TB interface {
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Skip(args ...any)
	TempDir() string
}

// shared is the browser of all tests of a process, started on first use.
var shared struct {
	once sync.Once
	ctx  context.Context
	stop []func()
	err  error
}

// Run runs the tests of a package, stops their browser and returns the exit code.
// It belongs in TestMain: os.Exit(browsertest.Run(m)).
func Run(m interface{ Run() int }) int {
	defer func() {
		for _, stop := range slices.Backward(shared.stop) {
			stop()
		}
	}()
	return m.Run()
}

// Require returns the path of Chromium, or skips the test if it is not installed. A test that
// starts something before it opens a page calls it first.
func Require(t TB) string {
	t.Helper()
	for _, b := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(b); err == nil {
			return path
		}
	}
	t.Skip("no Chromium binary in PATH: the page is not tested")
	return ""
}

// browser returns the shared browser, or skips the test if Chromium is not installed.
func browser(t TB) context.Context {
	t.Helper()
	binary := Require(t)
	shared.once.Do(func() {
		dir, err := os.MkdirTemp("", "browsertest-")
		if err != nil {
			shared.err = err
			return
		}
		ctx, cancel := chromedp.NewExecAllocator(context.Background(),
			chromedp.ExecPath(binary), chromedp.UserDataDir(dir), chromedp.Headless, chromedp.NoSandbox,
			chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true))
		first, cancelFirst := chromedp.NewContext(ctx)
		shared.stop = []func(){func() { _ = os.RemoveAll(dir) }, cancel, cancelFirst}
		shared.ctx, shared.err = first, chromedp.Do(first)
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.ctx
}

// Tab is one tab with cookies of its own.
type Tab struct {
	T       TB // the test that the tab belongs to
	ctx     context.Context
	address string

	mu      sync.Mutex
	allowed string
}

// Open opens an address in a window of 1280 by 800 pixels. Exceptions, dialogs and
// console output of the page fail the test, except a dialog before unsaved input is
// left, which is accepted. The tab closes when the test ends.
func Open(t TB, address string) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser(t), chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &Tab{T: t, ctx: ctx, address: address}
	if err := chromedp.Listen(ctx, b.event); err != nil {
		t.Fatal(err)
	}
	b.Screen(1280, 800, "light")
	b.Languages("x-none")
	b.Do(chromedp.Navigate(address))
	return b
}

// OpenHTML opens a page from disk, at a fragment such as "#trials" or "" for none.
func OpenHTML(t TB, html []byte, fragment string) *Tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		t.Fatal(err)
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	b := Open(t, u.String()+fragment)
	b.address = u.String()
	return b
}

// event handles what the browser reports about the page.
func (b *Tab) event(e any) {
	switch e := e.(type) {
	case *runtime.EventExceptionThrown:
		b.T.Errorf("the page threw %s: %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *runtime.EventConsoleAPICalled:
		b.T.Errorf("the page logged %v", e.Args)
	case *page.EventJavascriptDialogOpening:
		if e.Type != page.DialogTypeBeforeunload {
			b.T.Errorf("the page opened a dialog, %s %q", e.Type, e.Message)
		}
		go func() {
			_ = chromedp.Do(b.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				_, err := cdp.Call(ctx, t, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
				return err
			}))
		}()
	case *log.EventEntryAdded:
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.allowed == "" || !strings.Contains(e.Entry.Text, b.allowed) {
			b.T.Errorf("the browser logged %s %s", e.Entry.Text, e.Entry.URL)
		}
	}
}

// AllowLog lets the browser log texts that contain part; "" allows none.
func (b *Tab) AllowLog(part string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.allowed = part
}

// Context returns the tab's context, for chromedp.
func (b *Tab) Context() context.Context { return b.ctx }

// Navigate loads the page anew, at a fragment.
func (b *Tab) Navigate(fragment string) {
	b.T.Helper()
	b.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.address+fragment))
}

// Reload reloads the page.
func (b *Tab) Reload() {
	b.T.Helper()
	b.Do(chromedp.Reload())
}

// Do runs steps in order. A step that fails, or takes longer than [Timeout], fails the
// test at once.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.T.Helper()
	for _, s := range steps {
		ctx, cancel := context.WithTimeout(b.ctx, Timeout)
		err := chromedp.Do(ctx, s)
		cancel()
		if err != nil {
			b.T.Fatal(err)
		}
	}
}

// Eval evaluates a JavaScript expression in the page.
func Eval[T any](b *Tab, expression string) T {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Timeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.T.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

// Wait waits until a JavaScript expression is true. The test fails if the expression is
// still not true after [Timeout], or if it throws.
func (b *Tab) Wait(expression string) {
	b.T.Helper()
	deadline := time.Now().Add(Timeout)
	for !Eval[bool](b, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			b.Shot("failed")
			b.T.Fatalf("never true: %s\nthe page reads: %.2000s", expression, b.Text("body"))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// keyNames are the keys that Press knows by name.
var keyNames = map[string]string{
	"Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "ArrowDown": kb.ArrowDown, "End": kb.End, "Home": kb.Home,
}

// Press presses keys one after the other: "Enter", "Escape", "Tab", "ArrowDown", "End"
// or "Home", each also as "Ctrl+Enter"; any other text is typed.
func (b *Tab) Press(keys ...string) {
	b.T.Helper()
	for _, k := range keys {
		var modifiers chromedp.Modifier
		if rest, ok := strings.CutPrefix(k, "Ctrl+"); ok {
			k, modifiers = rest, chromedp.ModifierCtrl
		}
		if named, ok := keyNames[k]; ok {
			k = named
		}
		b.Do(pressKeys(k, modifiers))
	}
}

// pressKeys sends key events as a keyboard does: the page's key handler can suppress
// the character, which it could not for separate character events.
func pressKeys(keys string, modifiers chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, r := range keys {
			events := kb.Encode(r)
			down, up := events[0], events[len(events)-1]
			if len(events) == 3 && modifiers == 0 {
				down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
			}
			down.Modifiers |= int64(modifiers)
			for _, e := range []*input.DispatchKeyEventParams{down, up} {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *e); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Text returns the visible text of the first element that matches a CSS selector, or
// "".
func (b *Tab) Text(css string) string {
	b.T.Helper()
	return Eval[string](b, "document.querySelector("+Quote(css)+")?.innerText ?? ''")
}

// Click waits for the first element that matches a CSS selector and clicks it.
func (b *Tab) Click(css string) {
	b.T.Helper()
	b.Wait("document.querySelector(" + Quote(css) + ")")
	Eval[bool](b, "(document.querySelector("+Quote(css)+").scrollIntoView({block: 'center'}), true)")
	b.Do(chromedp.Click(chromedp.CSS(css)))
}

// Quote returns a JavaScript expression for a text.
func Quote(s string) string {
	return `decodeURIComponent("` + strings.ReplaceAll(url.QueryEscape(s), "+", "%20") + `")`
}

// Screen sets the size of the window in pixels and the colour scheme, "light" or
// "dark".
func (b *Tab) Screen(width, height int64, scheme string) {
	b.T.Helper()
	b.Do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

// Languages sets the languages of the browser, the preferred one first: "en-US,zh". The page
// sees them from its next load on. A tab opens with one that no page has.
func (b *Tab) Languages(accepted string) {
	b.T.Helper()
	b.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "browsertest", AcceptLanguage: accepted})
		return err
	}))
}

// Shot writes a screenshot of the tab as NAME.png into the directory that the environment
// variable SHOTS names. If SHOTS is not set, it does nothing. If it fails, the test fails.
func (b *Tab) Shot(name string) {
	b.T.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.T.Fatal(err)
	}
}

// Violations returns what axe-core finds that is serious or critical, a text each; none if the
// environment variable TASKGROVE_AXE, which names the directory in which npm installed axe-core, is
// not set.
func (b *Tab) Violations() []string {
	b.T.Helper()
	dir := os.Getenv("TASKGROVE_AXE")
	if dir == "" {
		return nil
	}
	if !Eval[bool](b, `"axe" in window`) {
		script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			b.T.Fatal(err)
		}
		Eval[bool](b, string(script)+"\n;true")
	}
	ctx, cancel := context.WithTimeout(b.ctx, Timeout)
	defer cancel()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`axe.run(document, { resultTypes: ["violations"] }).then(r => r.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => v.id + ": " + v.nodes.map(n => n.target + " " + n.failureSummary).join("; ")))`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.T.Fatal(err)
	}
	return found
}
