package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// nasty is what nobody should have to see run: markup, a script, a formula, text from
// right to left and what cannot be seen.
const nasty = `<img src=x onerror="alert(1)"><script>alert(2)</script>"'&amp; =HYPERLINK("x") ` + "\u202egnp.exe\u202c \u2066a\u2069 \u200bz\u0007 שלום"

// Whatever stands in a task is shown as text, and runs nothing.
func TestPageShowsTextOnly(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	huge := strings.Repeat("长", 700_000) // 2.1 MB
	s.open(3, func(x *task.Task) {
		x.Question, x.Draft, x.Answer, x.Type, x.Rewriter = "Q"+nasty, "D"+nasty, "A"+nasty+huge, nasty, nasty
		x.KeyAnswer, x.KeyMiddle = []string{nasty}, []string{"<b>middle</b>", "\u202e"}
		x.AnswerValues = slices.Clone(x.AnswerValues[:1])
		x.AnswerValues[0].Aliases = []string{nasty}
		x.Checks = slices.Clone(x.Checks)
		x.Checks[0].Detail = nasty
		x.Steps = slices.Clone(x.Steps)
		for i := range x.Steps {
			if x.Steps[i].Tool != "" {
				rows, err := json.Marshal([]map[string]string{{nasty: nasty, "huge": huge}})
				if i%2 == 0 {
					rows, err = json.Marshal([]map[string]string{{nasty: nasty}, {"<u>": "=1+1"}})
				}
				if err != nil {
					t.Fatal(err)
				}
				x.Steps[i].Observation = rows
			}
			x.Steps[i].Selected = []string{nasty}
		}
	})
	b := open(t, address)
	b.join("Ada <i>")
	b.another("")
	if look[bool](b, `document.querySelector(".solution").open`) {
		t.Error("the solution is unfolded before anybody asks for it")
	}
	b.Press("x")
	b.sees(".question", `<img src=x onerror="alert(1)"><script>alert(2)</script>`)
	b.sees(".question .unseen-char", "RLO")
	b.sees(".question .unseen-char", "BEL")
	b.sees(".draft", `=HYPERLINK("x")`)
	b.sees(".me", "Ada <i>")
	b.sees(".keywords", "<b>middle</b>")
	b.sees(".steps", "<script>")
	b.sees(".solution", "<script>")
	b.sees(".type", "<script>")
	const foreign = `[...document.querySelectorAll("img,script:not([src='main.js']),u,i,b")].map(e => e.outerHTML)`
	if got := look[[]string](b, `[...document.querySelectorAll("main img, main script, main u, main i, main b, head ~ * script")].map(e => e.outerHTML)`); len(got) > 0 {
		t.Errorf("elements made of data: %q", got)
	}
	if got := look[[]string](b, foreign); len(got) > 0 {
		t.Errorf("foreign elements: %q", got)
	}
	// All of the 2 MB can be read, a part at a time.
	if n := look[int](b, `document.querySelector(".reference").innerText.length`); n > 60_000 {
		t.Errorf("%d characters of a huge answer are shown at once", n)
	}
	for range 20 {
		if !look[bool](b, `(b => b && (b.click(), true))(document.querySelector(".reference .fold")) || false`) {
			break
		}
	}
	if n := look[int](b, `document.querySelector(".reference").textContent.length`); n < 700_000 {
		t.Errorf("%d characters of a huge answer can be read, want all", n)
	}
	for _, page := range []string{"tasks", "status", "team", "guidelines"} {
		look[string](b, `location.hash = "#/`+page+`"`)
		b.Wait(`document.querySelector(".page h1") && !document.querySelector("main[aria-busy]")`)
		if got := look[[]string](b, `[...document.querySelectorAll("main img, main script, main u, main i")].map(e => e.outerHTML)`); len(got) > 0 {
			t.Errorf("%s: elements made of data: %q", page, got)
		}
	}
}

// In blind mode the answer comes first: tools and a field, and nothing that tells it.
func TestPageBlind(t *testing.T) {
	t.Parallel()
	s, address := listen(t, func(c *web.ReviewConfig) { c.Blind = true })
	s.open(3, nil)
	b := open(t, address)
	b.join("Ada")
	id := b.another("")
	var x *task.Task
	for _, u := range s.tasks {
		if u.ID == id {
			x = u
		}
	}
	if body := b.Text("body"); strings.Contains(body, x.KeyAnswer[0]) || strings.Contains(body, x.Answer) {
		t.Errorf("the page tells the answer:\n%s", body)
	}
	if look[bool](b, `Boolean(document.querySelector(".vote.approve, .steps, .answer"))`) {
		t.Error("a vote or the reference is offered before an answer")
	}
	// A call of the trace, made at the keyboard; its result goes into the answer.
	call := slices.IndexFunc(x.Steps, func(s plan.Step) bool { return s.Tool != "" })
	var given map[string]any
	if err := json.Unmarshal(x.Steps[call].Arguments, &given); err != nil {
		t.Fatal(err)
	}
	b.Press("t")
	b.Wait(`document.activeElement.getAttribute("role") === "combobox"`)
	b.Press(x.Steps[call].Tool, "Enter")
	b.Wait(`document.activeElement.closest(".tool-form")`)
	inputs := look[[]string](b, `[...document.querySelectorAll(".tool-form .field .key")].map(e => e.innerText)`)
	for i, name := range inputs {
		if i > 0 {
			b.Press("Tab")
		}
		text, ok := given[name].(string)
		if ok { // not the columns, all of which come if none is named
			b.Press(text)
		}
	}
	b.Press("Enter")
	b.Wait(`document.querySelector(".result .observation")`)
	b.tabTo(".result .cell")
	value := look[string](b, `document.activeElement.innerText`)
	b.Press("Enter")
	b.Wait(`document.activeElement.closest(".picked")`)
	b.Press("Tab", "Enter")
	b.Wait(`document.activeElement.id === "own-answer"`)
	if got := look[string](b, `document.activeElement.value`); got != value {
		t.Errorf("the answer holds %q, want the cell %q", got, value)
	}
	b.Press(" "+x.KeyAnswer[0], "Ctrl+Enter")
	b.Wait(`document.querySelector(".tried")`)
	b.sees(".tried", "1 tool call")
	b.sees(".reference", x.KeyAnswer[0])
	b.sees(".vote.approve", "Approve")
	b.Press("a", "Enter")
	b.another(id)
}

// The page speaks two languages, with a text for each name in both.
func TestPageLanguages(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(2, nil)
	b := open(t, address)
	b.join("Ada")
	b.another("")
	b.sees(".bar", "Approve")
	b.Press("l")
	b.sees(".bar", "通过")
	if got := look[string](b, `document.documentElement.lang + " " + document.title`); got != "zh 审核 · taskgrove" {
		t.Errorf("language and title %q", got)
	}
	// The choice outlives a reload.
	b.Reload()
	b.sees(".bar", "通过")
	zh, en := words(b, "zh"), words(b, "en")
	if diff := cmp.Diff(zh, en); diff != "" {
		t.Errorf("names of texts, Chinese and English:\n%s", diff)
	}
	for _, page := range []string{"tasks", "status", "team", "guidelines"} {
		look[string](b, `location.hash = "#/`+page+`"`)
		b.Wait(`document.querySelector("main h1") && document.querySelector("nav [aria-current]")?.href.endsWith("` + page + `") && !document.querySelector("main[aria-busy]")`)
	}
}

// The page opens in the language of the browser, even if the tasks are in another.
func TestPageOpensInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil) // tasks in English
	s.open(2, nil)
	b := open(t, address)
	for _, tt := range []struct{ languages, fragment, want string }{
		{"de", "", "en"}, {"zh-CN", "", "zh"}, {"zh", "#lang=en", "en"},
	} {
		b.Languages(tt.languages)
		b.Navigate(tt.fragment)
		b.Reload()
		b.Wait(`document.activeElement.id === "name"`)
		if got := look[string](b, `document.documentElement.lang`); got != tt.want {
			t.Errorf("the page at %q for a browser of %s is in %q, want %q", tt.fragment, tt.languages, got, tt.want)
		}
	}
}

// words are the names of a language's texts, sorted.
func words(b tab, lang string) []string {
	b.T.Helper()
	list, err := chromedp.Run(b.Context(), chromedp.Evaluate[[]string](`import("/words_`+lang+`.js").then(m => Object.keys(m.`+lang+`).sort())`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.T.Fatal(err)
	}
	if len(list) < 200 {
		b.T.Fatalf("%d texts in %s", len(list), lang)
	}
	return list
}

// A decision that the server does not answer is shown as not saved, is sent again under
// its ID, outlives a reload, and counts once.
func TestPageSendsAgain(t *testing.T) {
	t.Parallel()
	var down gate
	s, address := listen(t, nil)
	s.open(3, nil)
	b := open(t, down.before(t, address))
	b.join("Ada")
	id := b.another("")
	b.AllowLog("Failed to load resource")
	down.shut.Store(true)
	b.Press("a", "Enter")
	b.sees("#saving", "Not yet saved")
	down.shut.Store(false)
	second := b.another(id)
	// The answer is lost on its way: the decision is there, and is sent again.
	down.deaf.Store(true)
	b.Press("r", "4", "Enter")
	b.sees("#saving", "Not yet saved")
	look[bool](b, `(location.reload(), true)`)
	down.deaf.Store(false)
	b.Wait(`document.querySelector("#head .me")`)
	b.Wait(`sessionStorage.getItem("taskgrove:pending") === null`)
	b.another(second)
	log, err := os.ReadFile(filepath.Join(s.dir, web.DecisionsFile))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(log), "\n"); got != 2 {
		t.Errorf("%d decisions in the log, want 2:\n%s", got, log)
	}
}

// A note that was not sent is there again after a reload.
func TestPageKeepsNotes(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(2, nil)
	b := open(t, address)
	b.join("Ada")
	id := b.another("")
	b.Press("c")
	b.Wait(`document.activeElement.tagName === "TEXTAREA"`)
	b.Press("half a remark")
	b.Reload()
	b.Wait(`(` + shown + `) === ` + quote(id))
	b.Press("c")
	b.Wait(`document.activeElement.value === "half a remark"`)
	b.Press("Ctrl+Enter")
	b.sees(".history", "half a remark")
}

// gate is a network that fails.
type gate struct {
	shut atomic.Bool // nothing of a decision comes through
	deaf atomic.Bool // a decision comes through, and its answer does not come back
}

// before puts the gate before a server and returns the address in front of it.
func (g *gate) before(t *testing.T, address string) string {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/decisions" {
			if g.shut.Load() {
				panic(http.ErrAbortHandler)
			}
			if g.deaf.Load() {
				proxy.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	return front.URL
}
