package web_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/schemas"
)

// While a panel is open only its own keys act, wherever the focus is, and a note that was typed
// is still there.
func TestPagePanelKeys(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(3, nil)
	b := open(t, address)
	b.join("Ada")
	id := b.another("")
	for _, p := range []struct{ key, kind string }{{"d", "doubt"}, {"r", "reject"}} {
		b.Press(p.key)
		b.Wait(`document.querySelector(".panel .confirm.` + p.kind + `")`)
		look[bool](b, `(document.activeElement.blur(), true)`)
		b.Press("x", "g", "t", "n", "p", "e", "u", "a", "s", "l", "/", "?", "j")
		b.Press("1")
		if got := look[string](b, `document.querySelector(".panel .chip[aria-pressed=true]")?.innerText ?? ""`); !strings.HasPrefix(got, "wrong answer") {
			t.Errorf("%s: after stray keys, 1 chooses %q, want the first reason", p.kind, got)
		}
		look[bool](b, `(document.querySelector(".panel textarea").focus(), true)`)
		b.Press("for " + p.kind)
		look[bool](b, `(document.activeElement.blur(), true)`)
		b.Press("g", "x", "n")
		if got := look[string](b, `document.querySelector(".panel textarea")?.value ?? "no panel"`); got != "for "+p.kind {
			t.Errorf("%s: after stray keys the note is %q", p.kind, got)
		}
		if got := look[string](b, shown); got != id {
			t.Errorf("%s: after stray keys task %s is on screen, want %s", p.kind, got, id)
		}
		b.Press("Escape")
		b.Wait(`!document.querySelector(".panel")`)
		b.Press(p.key)
		b.Wait(`document.querySelector(".panel textarea")?.value === "for ` + p.kind + `"`)
		b.Press("Escape")
	}
	// Where something was looked up is recorded with the decision.
	b.Press("c")
	b.Wait(`document.querySelector(".panel .source-field")`)
	look[bool](b, `(document.querySelector(".panel textarea").focus(), true)`)
	b.Press("checked")
	look[bool](b, `(document.querySelector(".panel .source-field").focus(), true)`)
	b.Press("gazette 12, <i>p. 3</i>")
	b.Press("Enter")
	b.Wait(`[...document.querySelectorAll(".history .note")].some(e => e.innerText.includes("gazette 12, <i>p. 3</i>"))`)
	if got := s.decisions(); got[len(got)-1].Source != "gazette 12, <i>p. 3</i>" || got[len(got)-1].Note != "checked" {
		t.Errorf("recorded %+v", got[len(got)-1])
	}
	b.Press("g")
	b.Wait(`document.querySelector("#tab-guidelines[aria-selected=true]")`)
}

// While a task is edited, its draft stands beside the text, the verdict above the button that
// saves, the decisions are off, and the steps are those of the trial run.
func TestPageEdits(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(9, nil)
	// A plain lookup, which finds something about another entity too.
	other := ""
	edited := s.tasks[slices.IndexFunc(s.tasks, func(x *task.Task) bool {
		other = otherFound(t, x)
		return len(x.Plan.Nodes) == 3 && other != ""
	})]
	id := edited.ID
	b := open(t, address+"/#/task/"+id)
	b.join("Ada")
	b.sees(".meta .id", id)
	b.Press("e")
	b.Wait(`document.activeElement.closest(".edit-form")`)
	b.sees(".edit-form .draft", strings.Fields(edited.Draft)[0])
	b.sees(".edit-form .draft", edited.KeyAnswer[0])
	const beside = `(() => { const d = document.querySelector(".edit-form .draft").getBoundingClientRect(), q = document.querySelector(".edit-form textarea").getBoundingClientRect(); return d.left >= q.right && d.top < q.bottom; })()`
	if !look[bool](b, beside) {
		t.Error("the draft does not stand beside the text")
	}
	// The form is far longer than the window: the verdict and the button are in view all the same.
	look[bool](b, `(document.querySelectorAll(".edit-form details").forEach(d => { d.open = true; }), true)`)
	const inView = `(() => { const l = document.querySelector(".left").getBoundingClientRect(), v = document.querySelector(".verdict").getBoundingClientRect(), s = document.querySelector(".confirm.edit").getBoundingClientRect(); return v.top >= l.top && v.bottom <= s.top && s.bottom <= l.bottom + 1 && s.bottom <= innerHeight; })()`
	if !look[bool](b, inView) {
		t.Error("the verdict is not in view above the button that saves")
	}
	if look[int](b, `document.querySelectorAll(".bar button:enabled").length`) > 0 {
		t.Error("decisions can be made while the task is edited")
	}
	look[bool](b, `(document.activeElement.blur(), true)`)
	b.Press("a", "r", "n", "g", "t", "x", "u", "l", "?")
	if look[bool](b, `!document.querySelector(".edit-form") || Boolean(document.querySelector(".panel, dialog, .panel, #beside .guidelines"))`) {
		t.Error("a stray key closes the form or opens something else")
	}
	b.Press("Escape")
	b.Wait(`!document.querySelector(".edit-form")`)

	set := func(value string) {
		t.Helper()
		b.Press("e")
		b.Wait(`document.querySelector(".plan-node input[type=text]")`)
		look[bool](b, `(() => { const i = document.querySelector(".plan-node input[type=text]"); i.closest("details").open = true; i.value = `+quote(value)+`; i.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	}
	set(other)
	b.sees(".steps .changed-step .changed", "changed")
	b.sees(".steps", other)
	b.Wait(`document.querySelector(".verdict .fine, .verdict .fault")`)
	b.Wait(`document.querySelector(".edit-form .draft ins")`)
	shots(b, "edit-plan")
	b.Press("Escape")
	b.Wait(`!document.querySelector(".edit-form")`)
	if look[bool](b, `Boolean(document.querySelector(".changed-step"))`) {
		t.Error("the steps of the trial run are shown when the edit was left")
	}
	set("Nobody & Sons")
	b.sees(".verdict", "Step 2 (look up) matches no row, so there is no answer")
	shots(b, "edit-fault")
	if strings.Contains(b.Text(".verdict"), "missing") {
		t.Errorf("the verdict is %q", b.Text(".verdict"))
	}
}

// Conditions and orders read as people say them.
func TestPageWordsOfPlans(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(2, nil)
	b := open(t, address)
	b.join("Ada")
	b.another("")
	for _, tt := range []struct{ node, want string }{
		{`{ op: "filter", column: "Amount", comparison: "within", operand: "10000", to: "1000000" }`, "Amount between 10,000 and 1,000,000, both excluded"},
		{`{ op: "filter", column: "Date of Establishment", comparison: "during", operand: "2019-01-01", to: "2019-12-31" }`, "Date of Establishment between 2019-01-01 and 2019-12-31, both included"},
		{`{ op: "filter", column: "Amount", comparison: "above", operand: "420900.00" }`, "Amount above 420,900.00"},
		{`{ op: "superlative", column: "Date of Establishment", order: "max" }`, "Date of Establishment latest"},
		{`{ op: "superlative", column: "Date of Establishment", order: "min", rank: 2 }`, "Date of Establishment earliest place 2"},
		{`{ op: "superlative", column: "Amount", order: "max" }`, "Amount highest"},
		{`{ op: "covering", begin: "in_force", end: "until", day: "2001-04-29" }`, "in_force ≤ 2001-04-29 < until"},
		{`{ op: "covering", begin: "in_force", end: "until", from: ["r5", "r6"] }`, "in_force ≤ r6 (Kelver) < until"},
		{`{ op: "fact", fact: "Amount" }`, "Amount"},
		{`{ op: "filter", column: "Defendant", comparison: "names", from: ["r5", "r6"] }`, "Defendant names r6 (Kelver)"},
	} {
		const say = `Promise.all([import("/plan.js"), import("/dom.js")]).then(([p, d]) => { const e = d.h("div", null, p.describe(NODE, n => n === "r6" ? ["Kelver"] : [])); document.body.append(e); const s = e.innerText; e.remove(); return s; })`
		got, err := chromedp.Run(b.Context(), chromedp.Evaluate[string](strings.Replace(say, "NODE", tt.node, 1), chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("%s reads %q, want %q", tt.node, got, tt.want)
		}
	}
	// Each operation has a name in both languages.
	schema, err := schemas.FS.ReadFile("task.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`"op": \{\s*"description": "The kind of operation.",\s*"enum": \[([^]]*)\]`).FindSubmatch(schema)
	if kinds == nil {
		t.Fatal("task.schema.json lists no kinds of operations")
	}
	for _, lang := range []string{"en", "zh"} {
		named := words(b, lang)
		for _, kind := range regexp.MustCompile(`\w+`).FindAllString(string(kinds[1]), -1) {
			if !slices.Contains(named, "op."+kind) {
				t.Errorf("%s: operation %s has no name", lang, kind)
			}
		}
	}
	said, err := chromedp.Run(b.Context(), chromedp.Evaluate[[]string](`import("/words_en.js").then(m => [m.en.statusLine(1, 0, 0, 2), m.en.optionalNoneIsAll, m.en.copyAll])`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 decision in the log; 0 outdated votes, 0 on removed tasks. A task needs 2 votes.", "(optional, none = all)", "Insert into answer"}
	if !slices.Equal(said, want) {
		t.Errorf("the page says %q, want %q", said, want)
	}
}

// Of the rows that a step of a trial run returns, those are marked that were not there before.
func TestPageMarksNewRows(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(2, nil)
	b := open(t, address)
	b.join("Ada")
	b.another("")
	const marked = `import("/values.js").then(v => [...v.observation('[{"n":1,"w":"a"},{"n":3,"w":"b"},{"n":2,"w":"a"}]', { old: v.rowsOf('[{"n":1,"w":"a"},{"n":2,"w":"a"}]') }).querySelectorAll("tbody tr")].map(r => r.className + r.textContent))`
	got, err := chromedp.Run(b.Context(), chromedp.Evaluate[[]string](marked, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"11a", "new-row23b", "32a"}; !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// otherFound returns another entity about which the first call of a task finds something;
// "" if the call is no lookup by one name.
func otherFound(t *testing.T, x *task.Task) string {
	t.Helper()
	m, err := makeWorld()
	if err != nil {
		t.Fatal(err)
	}
	called := m.domain.Tool(x.Plan.Nodes[1].Lookup())
	if called == nil || called.Kind != domain.Lookup || len(called.Match[0].Columns) > 1 {
		return ""
	}
	rows := m.corpus.Table(called.Table)
	name := rows.Column(called.Match[0].Columns[0])
	for row := range rows.Len() {
		for _, v := range rows.Cell(row, name).Values {
			if m.domain.Table(called.Table).Columns[name].Entity == x.Entities[0].Type && v.Text != x.Entities[0].Name[0] {
				return v.Text
			}
		}
	}
	return ""
}

// The list of tasks shows those that are worth a second look alone, at the keyboard.
func TestPageRevisits(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.revisit = 2
	s.open(4, nil)
	b := open(t, address)
	b.join("Ada")
	b.another("")
	look[bool](b, `(location.hash = "#/tasks", true)`)
	b.Wait(`document.querySelectorAll(".tasks li").length === 4`)
	look[bool](b, `([...document.querySelectorAll(".filters label")].find(l => l.innerText.includes("second look (1)")).querySelector("input").focus(), true)`)
	b.Press(" ")
	b.Wait(`document.querySelectorAll(".tasks li").length === 1`)
	if got := look[string](b, `document.querySelector(".tasks li a").hash`); got != "#/task/"+s.tasks[2].ID {
		t.Errorf("the list has %s, want task %s", got, s.tasks[2].ID)
	}
}
