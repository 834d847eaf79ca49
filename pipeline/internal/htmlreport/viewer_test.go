package htmlreport

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
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
			for name, role := range map[string]score.AgentRole{"silent": score.FloorAgent, "trace": score.CeilingAgent} {
				one := r.trial(x, name, len(name)*2, 0)
				one.Role = role
				if role == score.FloorAgent {
					one.Transcript = &agent.Transcript{Calls: []agent.ObservedCall{}, End: agent.Finished}
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
		some.source.Missing = []experiment.MissingTrial{{Task: some.tasks[0].ID, Agent: "lexical", Epoch: 1, Reason: "timeout", Detail: "no answer within 60 s"}}
		some.marks[0].Measures, some.marks[0].Recital = map[string]float64{recall.Rouge1: 0.5, recall.RougeL: 0.25}, wording.Altered
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

// solved and failed tell how a trial ended by the strict rule; one that is not scored is
// neither.
func solved(m *bench.Mark) bool { return m.Strict.Success != nil && *m.Strict.Success == 1 }
func failed(m *bench.Mark) bool { return m.Strict.Success != nil && *m.Strict.Success < 1 }

func TestViewerFilters(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html, "#trials")
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
	b.Press("/", "no such text")
	b.Wait(`document.getElementById("found").textContent.startsWith("0 of ")`)
	if !look[bool](b, `document.getElementById("list").hidden`) || b.Text("#none") == "" || b.Text("#trial") != "" {
		t.Error("a filter that nothing passes leaves a list or a trial")
	}
}

func TestViewerSearch(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html, "#trials")
	b.ready()
	id := r.tasks[7].ID
	b.Press("/", id)
	b.Wait(`document.getElementById("found").textContent.includes(" of ")`)
	n := r.counted(func(t *bench.Trial, _ *bench.Mark) bool { return t.Task == id })
	if got, want := b.listed(), fmt.Sprintf("%d of %d trials", n, len(r.trials)); got != want {
		t.Errorf("search for a task: %q, want %q", got, want)
	}
	b.Press("Escape")
	// A part of one observation, which no index holds.
	var part string
	for _, x := range r.trials {
		if u := x.Transcript.Calls; len(u) > 0 && len([]rune(u[0].Observation)) > 80 {
			part = string([]rune(u[0].Observation)[60:80])
			break
		}
	}
	n = r.counted(func(t *bench.Trial, _ *bench.Mark) bool {
		for _, u := range t.Transcript.Calls {
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
	b.Press("Enter")
	b.Wait(`document.querySelector("#chips .chip")`)
	if got, want := b.listed(), fmt.Sprintf("%d of %d trials", n, len(r.trials)); got != want || n == 0 {
		t.Errorf("search in transcripts: %q, want %q", got, want)
	}
	b.ready()
	if got := b.Text("#trial"); !strings.Contains(got, part) {
		t.Errorf("the first trial found does not show %q", part)
	}
}

func TestViewerKeys(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html, "#trials")
	b.ready()
	at := func(want int) {
		t.Helper()
		x := r.trials[want]
		b.Wait(`document.querySelector("#trial-title bdi")?.textContent === ` + quote(x.Agent) + ` && document.querySelector(".trial-head .id").textContent === ` + quote(x.Task))
		if got := look[string](b, `document.querySelector("[role=option][aria-selected=true]").dataset.trial`); got != fmt.Sprint(want) {
			t.Errorf("line %s is chosen, want %d", got, want)
		}
	}
	at(0)
	b.Press("j", "j")
	at(2)
	b.Press("k")
	at(1)
	b.Press("]")
	at(2)
	b.Press("[", "[")
	at(0)
	b.Do(chromedp.Focus(chromedp.CSS("#list")))
	b.Press("End")
	at(len(r.trials) - 1)
	b.Press("j")
	at(len(r.trials) - 1)
	b.Press("Home", "ArrowDown")
	at(1)
	if id := look[string](b, `document.getElementById("list").getAttribute("aria-activedescendant")`); look[string](b, `document.getElementById(`+quote(id)+`).getAttribute("aria-selected")`) != "true" {
		t.Errorf("the active line %q is not the chosen one", id)
	}
	b.Press("?")
	b.Wait(`document.getElementById("help").open`)
	b.Press("j", "Escape")
	b.Wait(`!document.getElementById("help").open`)
	at(1)
	b.Press("r")
	b.Wait(`document.getElementById("trials").hidden && !document.getElementById("results").hidden`)
	b.Press("t")
	b.ready()
	b.Press("l")
	b.Wait(`document.documentElement.lang === "zh" && document.querySelector("#trial h3")?.textContent === "问题"`)
}

// The address says what is looked at, and opens it again.
func TestViewerAddress(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html, "#trials")
	b.ready()
	b.choose("agent", "lexical")
	b.Press("j", "j")
	b.Wait(`decodeURIComponent(location.hash).includes("lexical")`)
	hash := look[string](b, "location.hash")
	b.Wait(`document.querySelector("#trial-title bdi").textContent === "lexical"`)
	title := b.Text(".trial-head")
	b.Navigate(hash)
	b.ready()
	if got := b.Text(".trial-head"); got != title || !strings.HasPrefix(b.listed(), "100 of ") {
		t.Errorf("address %s shows %q among %s, want %q among 100", hash, got, b.listed(), title)
	}
	b.Navigate("#trials?at=%5B1%5D&agent=nobody&through=" + "x")
	b.Wait(`document.getElementById("none")?.hidden === false`)
}

// A page whose end was lost says so.
func TestCutOff(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html[:len(r.html)*2/3], "#trials")
	b.Wait(`document.getElementById("trials").textContent.includes("The end of this file is missing")`)
}

// The report opens in the reader's language; the choice stays in the address beside the view.
func TestReportLanguage(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html, "")
	const lang = "document.documentElement.lang"
	opens := func(languages, fragment, want string) {
		t.Helper()
		b.Languages(languages)
		b.Navigate(fragment)
		b.Reload()
		b.Wait(`document.getElementById("language")`)
		if got := look[string](b, lang); got != want {
			t.Errorf("the report at %q for a browser of %s is in %q, want %q", fragment, languages, got, want)
		}
	}
	opens("de", "", r.source.Language)
	opens("zh-CN,en", "", "zh")
	opens("zh", "#trials?lang=en", "en")
	b.ready()
	opens("zh", "#lang=en", "en")
	b.Click("#language")
	if got := look[string](b, `location.hash`); got != "#lang=zh" {
		t.Errorf("the address after a choice of Chinese has %q, want #lang=zh", got)
	}
	b.Press("t")
	b.ready()
	b.Wait(`location.hash.startsWith("#trials") && location.hash.includes("lang=zh")`)
	opens("en", "", "zh") // the browser remembers
}
