package htmlreport

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
)

// patience is how long a page may take for anything, on a busy machine.
const patience = 30 * time.Second

// started is the one headless browser of all tests; it is started when first wanted.
var started struct {
	once sync.Once
	ctx  context.Context
	stop []func()
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, stop := range slices.Backward(started.stop) {
		stop()
	}
	os.Exit(code)
}

// chromium returns the browser, or skips the test where there is none.
func chromium(tb testing.TB) context.Context {
	tb.Helper()
	var binary string
	for _, b := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(b); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		tb.Skip("no chromium binary in PATH: the page's script is not tested")
	}
	started.once.Do(func() {
		dir, err := os.MkdirTemp("", "page-test-")
		if err != nil {
			started.err = err
			return
		}
		ctx, cancel := chromedp.NewExecAllocator(context.Background(),
			chromedp.ExecPath(binary), chromedp.UserDataDir(dir), chromedp.Headless, chromedp.NoSandbox,
			chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true))
		first, cancelFirst := chromedp.NewContext(ctx)
		started.stop = []func(){func() { _ = os.RemoveAll(dir) }, cancel, cancelFirst}
		started.ctx, started.err = first, chromedp.Do(first)
	})
	if started.err != nil {
		tb.Fatal(started.err)
	}
	return started.ctx
}

// tab is somebody at the page in a real browser.
type tab struct {
	tb      testing.TB
	ctx     context.Context
	address string
}

// open shows a page at a place of it, "#trials". Whatever it says to the console fails the
// test.
func open(tb testing.TB, browser context.Context, html []byte, place string) *tab {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "report.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		tb.Fatal(err)
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	tb.Cleanup(cancel)
	b := &tab{tb: tb, ctx: ctx, address: u.String()}
	if err := chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *runtime.EventExceptionThrown:
			tb.Errorf("the page threw %s: %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
		case *runtime.EventConsoleAPICalled:
			tb.Errorf("the page logged %v", e.Args)
		case *page.EventJavascriptDialogOpening:
			tb.Errorf("the page said %s %q", e.Type, e.Message)
		case *log.EventEntryAdded:
			tb.Errorf("the browser logged %s %s", e.Entry.Text, e.Entry.URL)
		}
	}); err != nil {
		tb.Fatal(err)
	}
	b.screen(1280, 800, "light")
	b.navigate(place)
	return b
}

// navigate loads the page anew at a place of it.
func (b *tab) navigate(place string) {
	b.tb.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.address+place))
}

// do takes steps, each within [patience].
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.tb.Helper()
	for _, s := range steps {
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		err := chromedp.Do(ctx, s)
		cancel()
		if err != nil {
			b.tb.Fatal(err)
		}
	}
}

// look evaluates an expression in the page.
func look[T any](b *tab, expression string) T {
	b.tb.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.tb.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

// wait waits until an expression is true.
func (b *tab) wait(expression string) {
	b.tb.Helper()
	deadline := time.Now().Add(patience)
	for !look[bool](b, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			b.shot("failed")
			b.tb.Fatalf("never true: %s\nthe page reads: %.2000s", expression, b.text("body"))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// press presses keys one after the other: "Enter", "Escape", "ArrowDown", "End"; anything
// else is typed.
func (b *tab) press(keys ...string) {
	b.tb.Helper()
	named := map[string]string{"Enter": kb.Enter, "Escape": kb.Escape, "ArrowDown": kb.ArrowDown, "End": kb.End, "Home": kb.Home}
	for _, k := range keys {
		if n, ok := named[k]; ok {
			k = n
		}
		b.do(typed(k))
	}
}

// typed presses keys as a keyboard does: what a page does at a key keeps the character
// from being written, which events of their own for characters would not.
func typed(keys string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, r := range keys {
			events := kb.Encode(r)
			down, up := events[0], events[len(events)-1]
			if len(events) == 3 {
				down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
			}
			for _, e := range []*input.DispatchKeyEventParams{down, up} {
				if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *e); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// text is what an element reads.
func (b *tab) text(css string) string {
	b.tb.Helper()
	return look[string](b, "document.querySelector("+quote(css)+")?.innerText ?? ''")
}

// click presses the first element that matches a CSS selector.
func (b *tab) click(css string) {
	b.tb.Helper()
	b.wait("document.querySelector(" + quote(css) + ")")
	look[bool](b, "(document.querySelector("+quote(css)+").scrollIntoView({block: 'center'}), true)")
	b.do(chromedp.Click(chromedp.CSS(css)))
}

// choose picks an item of a list of choices.
func (b *tab) choose(filter, value string) {
	b.tb.Helper()
	look[bool](b, "(s => { s.value = "+quote(value)+"; return s.dispatchEvent(new Event('change')) })(document.querySelector('[data-filter="+filter+"]'))")
}

// quote writes a text as one of a script.
func quote(s string) string {
	return `decodeURIComponent("` + strings.ReplaceAll(url.QueryEscape(s), "+", "%20") + `")`
}

// screen sets the size of the window and the colour scheme.
func (b *tab) screen(width, height int64, scheme string) {
	b.tb.Helper()
	b.do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	}))
}

// shot leaves a picture in the directory that SHOTS names.
func (b *tab) shot(name string) {
	b.tb.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.tb.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.tb.Fatal(err)
	}
}
