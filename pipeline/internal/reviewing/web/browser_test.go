package web_test

import (
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
)

// tab is one person's tab in a real browser.
type tab struct{ *browsertest.Tab }

// open shows an address in a tab of its own.
func open(t *testing.T, address string) tab {
	t.Helper()
	return tab{browsertest.Open(t, address)}
}

// look evaluates an expression in the page.
func look[T any](b tab, expression string) T { return browsertest.Eval[T](b.Tab, expression) }

// quote returns a JavaScript expression for a text.
func quote(s string) string { return browsertest.Quote(s) }

// tabTo presses the Tab key until the focused element matches a selector.
func (b tab) tabTo(css string) {
	b.T.Helper()
	for range 200 {
		if look[bool](b, "document.activeElement.matches("+quote(css)+")") {
			return
		}
		b.Press("Tab")
	}
	b.T.Fatalf("the Tab key never reaches %s", css)
}

// sees waits until an element reads a text.
func (b tab) sees(css, text string) {
	b.Wait("[...document.querySelectorAll(" + quote(css) + ")].some(e => e.innerText.includes(" + quote(text) + "))")
}

// shown is the ID of the task on screen.
const shown = `(document.querySelector(".meta .id") || {}).innerText || ""`

// another waits until another task is on screen, or none is left, and returns its ID.
func (b tab) another(than string) string {
	b.Wait(`!document.querySelector("main[aria-busy]") && (document.querySelector(".page .confirm, .page a[href='#/tasks']") || (` + shown + `) && (` + shown + `) !== ` + quote(than) + `)`)
	return look[string](b, shown)
}

// join joins under a name, at the keyboard.
func (b tab) join(name string) {
	b.Wait(`document.activeElement.id === "name"`)
	b.Press(name, "Enter")
	b.Wait(`document.querySelector("#head .me")`)
}

// listen makes a server that a browser reaches, and its address. It has no tasks yet.
func listen(t *testing.T, change func(*web.ReviewConfig)) (*served, string) {
	t.Helper()
	h := httptest.NewUnstartedServer(nil)
	u := &url.URL{Scheme: "http", Host: h.Listener.Addr().String()}
	s := prepare(t, func(c *web.ReviewConfig) {
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
