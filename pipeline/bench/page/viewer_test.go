package page

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"taskgrove/pipeline/agent"
	"taskgrove/pipeline/bench"
	"taskgrove/pipeline/bench/experiment"
	"taskgrove/pipeline/bench/failure"
	"taskgrove/pipeline/score/judge"
	"taskgrove/pipeline/score/prose"
	"taskgrove/pipeline/task"
)

// someRun is the run that the browser tests look at.
type someRun struct {
	tasks  []*task.Task
	trials []*bench.Trial
	marks  []bench.Mark
	source Source
	html   []byte
}

var (
	someOnce sync.Once
	some     someRun
)

func theRun(t *testing.T) *someRun {
	t.Helper()
	someOnce.Do(func() {
		r := &run{tasks: tasksOf(t, 50), agents: []string{"glm-4 react", "qwen-max plan-and-solve", "lexical"}, epochs: 2, bulk: 60}
		some.tasks, some.trials = r.tasks, r.all()
		for _, x := range r.tasks {
			for name, role := range map[string]bench.Role{"silent": bench.Floor, "trace": bench.Ceiling} {
				one := r.trial(x, name, len(name)*2, 0)
				one.Role = role
				if role == bench.Floor {
					one.Transcript = &agent.Transcript{Turns: []agent.Turn{}, End: agent.Finished}
					one.Score.Strict.Success, one.Score.Verdicts = new(float64), nil
				}
				some.trials = append(some.trials, one)
			}
		}
		slices.SortStableFunc(some.trials, func(a, b *bench.Trial) int { return strings.Compare(a.Task+a.Agent, b.Task+b.Agent) })
		some.source = sourceOf(t, some.tasks, some.trials)
		some.marks = some.source.Marks
		some.source.Title = "legal, 50 tasks"
		some.source.Settings = []Setting{{"temperature", "0"}, {"turns", "10"}}
		some.source.Missing = []experiment.Missing{{Task: some.tasks[0].ID, Agent: "lexical", Epoch: 1, Reason: "timeout", Detail: "no answer within 60 s"}}
		some.marks[0].Prose = &prose.Scores{Rouge1: 0.5, RougeL: 0.25}
		some.marks[0].Opinions = []judge.Opinion{{Judge: "judge-a", Score: 0.5, Grades: []judge.Grade{{Criterion: "law", Points: 3, Reason: "The article is named."}}}}
		some.html = written(t, some.source)
	})
	return &some
}

// counted is how many trials pass.
func (r *someRun) counted(pass func(t *bench.Trial, m *bench.Mark) bool) (n int) {
	for i, t := range r.trials {
		if pass(t, &r.marks[i]) {
			n++
		}
	}
	return n
}

// listed is how many trials the viewer has found.
func (b *tab) listed() string {
	b.tb.Helper()
	return strings.ReplaceAll(b.text("#found"), ",", "")
}

// ready waits until a trial is on screen.
func (b *tab) ready() {
	b.tb.Helper()
	b.wait(`document.querySelector("#trial-title")`)
}

// solved and failed tell how a trial ended by the strict rule; one that is not scored is
// neither.
func solved(m *bench.Mark) bool { return m.Strict.Success != nil && *m.Strict.Success == 1 }
func failed(m *bench.Mark) bool { return m.Strict.Success != nil && *m.Strict.Success < 1 }

func TestViewerFilters(t *testing.T) {
	r := theRun(t)
	b := open(t, chromium(t), r.html, "#trials")
	b.ready()
	all := len(r.trials)
	if got, want := b.listed(), fmt.Sprintf("%d trials", all); got != want {
		t.Errorf("%q without a filter, want %q", got, want)
	}
	for _, c := range []struct {
		filter, value string
		pass          func(t *bench.Trial, m *bench.Mark) bool
	}{
		{"agent", "lexical", func(t *bench.Trial, _ *bench.Mark) bool { return t.Agent == "lexical" }},
		{"type", "3-hop", func(t *bench.Trial, _ *bench.Mark) bool { return t.Type == "3-hop" }},
		{"outcome", "solved", func(_ *bench.Trial, m *bench.Mark) bool { return solved(m) }},
		{"outcome", "failed", func(_ *bench.Trial, m *bench.Mark) bool { return failed(m) }},
		{"outcome", "unsolved", func(_ *bench.Trial, m *bench.Mark) bool { return m.Strict.Success != nil && *m.Strict.Success == 0 }},
		{"failure", "loop", func(_ *bench.Trial, m *bench.Mark) bool { return m.Failure == failure.Loop }},
		{"end", "exhausted", func(_ *bench.Trial, m *bench.Mark) bool { return m.End == agent.Exhausted }},
	} {
		b.choose(c.filter, c.value)
		n := r.counted(c.pass)
		if got, want := b.listed(), fmt.Sprintf("%d of %d trials", n, all); got != want || n == 0 || n == all {
			t.Errorf("%s %s: %q, want %q", c.filter, c.value, got, want)
		}
		b.choose(c.filter, "")
	}
	b.choose("agent", "lexical")
	b.press("/", "no such text")
	b.wait(`document.getElementById("found").textContent.startsWith("0 of ")`)
	if !look[bool](b, `document.getElementById("list").hidden`) || b.text("#none") == "" || b.text("#trial") != "" {
		t.Error("a filter that nothing passes leaves a list or a trial")
	}
}

func TestViewerSearch(t *testing.T) {
	r := theRun(t)
	b := open(t, chromium(t), r.html, "#trials")
	b.ready()
	id := r.tasks[7].ID
	b.press("/", id)
	b.wait(`document.getElementById("found").textContent.includes(" of ")`)
	n := r.counted(func(t *bench.Trial, _ *bench.Mark) bool { return t.Task == id })
	if got, want := b.listed(), fmt.Sprintf("%d of %d trials", n, len(r.trials)); got != want {
		t.Errorf("search for a task: %q, want %q", got, want)
	}
	b.press("Escape")
	// A part of one observation, which no index holds.
	var part string
	for _, x := range r.trials {
		if u := x.Transcript.Turns; len(u) > 0 && len([]rune(u[0].Observation)) > 80 {
			part = string([]rune(u[0].Observation)[60:80])
			break
		}
	}
	n = r.counted(func(t *bench.Trial, _ *bench.Mark) bool {
		for _, u := range t.Transcript.Turns {
			if strings.Contains(u.Observation, part) {
				return true
			}
		}
		return false
	})
	look[bool](b, `(e => { e.focus(); e.value = `+quote(part)+`; return e.dispatchEvent(new Event("input")) })(document.getElementById("search"))`)
	if got := b.listed(); got != fmt.Sprintf("0 of %d trials", len(r.trials)) {
		t.Errorf("the index finds %q in %q", part, got)
	}
	b.press("Enter")
	b.wait(`document.querySelector("#chips .chip")`)
	if got, want := b.listed(), fmt.Sprintf("%d of %d trials", n, len(r.trials)); got != want || n == 0 {
		t.Errorf("search in transcripts: %q, want %q", got, want)
	}
	b.ready()
	if got := b.text("#trial"); !strings.Contains(got, part) {
		t.Errorf("the first trial found does not show %q", part)
	}
}

func TestViewerKeys(t *testing.T) {
	r := theRun(t)
	b := open(t, chromium(t), r.html, "#trials")
	b.ready()
	at := func(want int) {
		t.Helper()
		x := r.trials[want]
		b.wait(`document.querySelector("#trial-title bdi")?.textContent === ` + quote(x.Agent) + ` && document.querySelector(".trial-head .id").textContent === ` + quote(x.Task))
		if got := look[string](b, `document.querySelector("[role=option][aria-selected=true]").dataset.trial`); got != fmt.Sprint(want) {
			t.Errorf("line %s is chosen, want %d", got, want)
		}
	}
	at(0)
	b.press("j", "j")
	at(2)
	b.press("k")
	at(1)
	b.press("]")
	at(2)
	b.press("[", "[")
	at(0)
	b.do(chromedp.Focus(chromedp.CSS("#list")))
	b.press("End")
	at(len(r.trials) - 1)
	b.press("j")
	at(len(r.trials) - 1)
	b.press("Home", "ArrowDown")
	at(1)
	if id := look[string](b, `document.getElementById("list").getAttribute("aria-activedescendant")`); look[string](b, `document.getElementById(`+quote(id)+`).getAttribute("aria-selected")`) != "true" {
		t.Errorf("the active line %q is not the chosen one", id)
	}
	b.press("?")
	b.wait(`document.getElementById("help").open`)
	b.press("j", "Escape")
	b.wait(`!document.getElementById("help").open`)
	at(1)
	b.press("r")
	b.wait(`document.getElementById("trials").hidden && !document.getElementById("results").hidden`)
	b.press("t")
	b.ready()
	b.press("l")
	b.wait(`document.documentElement.lang === "zh" && document.querySelector("#trial h3")?.textContent === "问题"`)
}

// The address says what is looked at, and opens it again.
func TestViewerAddress(t *testing.T) {
	r := theRun(t)
	b := open(t, chromium(t), r.html, "#trials")
	b.ready()
	b.choose("agent", "lexical")
	b.press("j", "j")
	b.wait(`decodeURIComponent(location.hash).includes("lexical")`)
	title, hash := b.text(".trial-head"), look[string](b, "location.hash")
	b.wait(`document.querySelector("#trial-title bdi").textContent === "lexical"`)
	title = b.text(".trial-head")
	b.navigate(hash)
	b.ready()
	if got := b.text(".trial-head"); got != title || !strings.HasPrefix(b.listed(), "100 of ") {
		t.Errorf("address %s shows %q among %s, want %q among 100", hash, got, b.listed(), title)
	}
	b.navigate("#trials?at=%5B1%5D&agent=nobody&through=" + "x")
	b.wait(`document.getElementById("none")?.hidden === false`)
}

// The figures of the page are those of the analysis, and lead to their trials.
func TestResults(t *testing.T) {
	r := theRun(t)
	b := open(t, chromium(t), r.html, "")
	b.wait(`document.querySelector("#tree .branch")`)
	var got, want []string
	got = look[[]string](b, `[...document.querySelectorAll("#standing tbody tr")].map(tr => tr.querySelector("a").textContent + " " + tr.querySelector("td span.mean").textContent)`)
	for _, a := range r.source.Analysis.Agents {
		want = append(want, fmt.Sprintf("%s %.1f %%", a.Agent, 100**a.Rows[len(a.Rows)-1].Strict.Success.Mean))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("standing (-want +got):\n%s", diff)
	}
	if got, want := look[int](b, `document.querySelectorAll(".panel").length`), len(r.source.Analysis.Agents[0].Rows)-1; got != want {
		t.Errorf("%d panels by type, want %d", got, want)
	}
	if got, want := look[int](b, `document.querySelectorAll("#compare tbody tr").length`), len(r.source.Comparisons); got != want || want != 3 {
		t.Errorf("%d comparisons, want %d", got, want)
	}
	b.click("#compare button.pair")
	b.wait(`document.querySelector("#pairing .limited tbody tr")`)
	for _, c := range []struct {
		link string
		pass func(t *bench.Trial, m *bench.Mark) bool
	}{
		{`#errors a[href*="failure=loop"][href*="lexical"]`, func(t *bench.Trial, m *bench.Mark) bool { return t.Agent == "lexical" && m.Failure == failure.Loop }},
		{`#tree a.share`, func(t *bench.Trial, m *bench.Mark) bool { return failed(m) && r.through(t, r.worst()) }},
	} {
		b.navigate("")
		b.wait(`document.querySelector("#tree .branch")`)
		b.click(c.link)
		b.ready()
		if got, want := b.listed(), fmt.Sprintf("%d of %d trials", r.counted(c.pass), len(r.trials)); got != want {
			t.Errorf("%s leads to %q, want %q", c.link, got, want)
		}
	}
	// The counts of one level add up to all failures.
	b.navigate("")
	b.wait(`document.querySelector("#tree .branch")`)
	counted := look[int](b, `[...document.querySelectorAll("#tree-body > .branches > li > .branch .share .soft")].reduce((n, e) => n + parseInt(e.textContent), 0)`)
	if want := r.counted(func(_ *bench.Trial, m *bench.Mark) bool { return failed(m) }); counted != want {
		t.Errorf("the tree begins with %d failures, want %d", counted, want)
	}
	b.click("#tree .controls button")
	if n := look[int](b, `document.querySelectorAll("#tree button.twist[aria-expanded=false]").length`); n != 0 {
		t.Errorf("%d lines are folded in a tree that is unfolded", n)
	}
}

// through tells whether the path of a trial's task begins with a tool.
func (r *someRun) through(t *bench.Trial, tool string) bool {
	i := slices.IndexFunc(r.tasks, func(x *task.Task) bool { return x.ID == t.Task })
	return pathTools(r.tasks[i])[0] == tool
}

// worst is the first tool of the paths with the most failures.
func (r *someRun) worst() string {
	bad, scored := map[string]int{}, map[string]int{}
	for _, x := range r.tasks {
		first := pathTools(x)[0]
		for i, t := range r.trials {
			if t.Task == x.ID {
				if failed(&r.marks[i]) {
					bad[first]++
				}
				if r.marks[i].Strict.Success != nil {
					scored[first]++
				}
			}
		}
	}
	worst := ""
	for name := range bad {
		if worst == "" || bad[name] > bad[worst] || bad[name] == bad[worst] && scored[name] > scored[worst] {
			worst = name
		}
	}
	return worst
}

// A page whose end was lost says so.
func TestCutOff(t *testing.T) {
	r := theRun(t)
	b := open(t, chromium(t), r.html[:len(r.html)*2/3], "#trials")
	b.wait(`document.getElementById("trials").textContent.includes("The end of this file is missing")`)
}

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
	r, browser := theRun(t), chromium(t)
	axe := axeCore(t)
	for _, c := range screens {
		s := r.source
		s.Language = c.lang
		b := open(t, browser, written(t, s), "")
		b.screen(c.width, c.height, c.scheme)
		b.wait(`document.querySelector("#tree .branch")`)
		b.click("#compare button.pair")
		for _, place := range []string{"standing", "types", "cost", "compare", "errors", "tree", "missing"} {
			if os.Getenv("SHOTS") != "" {
				b.wait(`(document.getElementById("` + place + `").scrollIntoView(), true)`)
				b.shot(c.name + "-" + place)
			}
		}
		for _, view := range []string{"results", "trials"} {
			name := c.name + "-" + view
			look[bool](b, `(location.hash = "#`+view+`", true)`)
			if view == "trials" {
				b.ready()
				b.choose("outcome", "failed")
				b.wait(`document.querySelector("#trial .outcome.unsolved, #trial .outcome.partly")`)
			}
			if over := look[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s: the page is %d pixels wider than the screen", name, over)
			}
			dark := look[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(20, 24, 28)"
			if dark != (c.scheme == "dark") {
				t.Errorf("%s: dark background: %v", name, dark)
			}
			b.shot(name)
			b.judged(name, axe)
		}
		look[bool](b, `(document.querySelector(".course-of").scrollIntoView(), true)`)
		b.press("f")
		b.shot(c.name + "-course")
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
func (b *tab) judged(name, axe string) {
	b.tb.Helper()
	if axe == "" {
		return
	}
	const run = `axe.run(document, { resultTypes: ["violations"] }).then(r => r.violations
		.filter(v => v.impact === "serious" || v.impact === "critical")
		.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.target + " " + n.failureSummary).join("; ")))`
	if !look[bool](b, `"axe" in window`) {
		look[bool](b, axe+"\n;true")
	}
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](run, chromedp.EvalAwaitPromise))
	if err != nil {
		b.tb.Fatal(err)
	}
	for _, f := range found {
		b.tb.Errorf("%s: %s", name, f)
	}
}
