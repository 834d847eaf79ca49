package htmlreport

import (
	"os"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// tab is a tab with a report open.
type tab struct{ *browsertest.Tab }

// open shows a report at a fragment, "#trials".
func open(tb testing.TB, html []byte, fragment string) tab {
	tb.Helper()
	return tab{browsertest.OpenHTML(tb, html, fragment)}
}

// look evaluates an expression in the page.
func look[T any](b tab, expression string) T { return browsertest.Eval[T](b.Tab, expression) }

// quote returns a JavaScript expression for a text.
func quote(s string) string { return browsertest.Quote(s) }

// choose sets a filter of the trial viewer.
func (b tab) choose(filter, value string) {
	look[bool](b, "(s => { s.value = "+quote(value)+"; return s.dispatchEvent(new Event('change')) })(document.querySelector('[data-filter="+filter+"]'))")
}

// listed returns the number of trials that the viewer lists, as it shows it.
func (b tab) listed() string { return strings.ReplaceAll(b.Text("#found"), ",", "") }

// ready waits until a trial is on screen.
func (b tab) ready() { b.Wait(`document.querySelector("#trial-title")`) }
