package htmlreport

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// attack is a text that runs as a script, breaks out of an element or turns what follows
// around, wherever it is taken for anything but text.
const attack = `</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1"><!--` + "\u202eevil\u2028\u2029\u200b\x00\r\ufeff" + `${window.pwned=1}{{.}}"'&lt;`

// hostile returns a page whose every text is an attack, and the trial in it. Its long cell
// comes to 2 MB.
func hostile(t *testing.T) (html []byte, trial *bench.Trial, long string) {
	t.Helper()
	long = strings.Repeat(strings.Repeat("长<b>cell</b>\n", 1000)+"\u202e", 140)
	summary := "summary " + attack
	x := &task.Task{
		ID: "id " + attack, Type: "type " + attack, Language: "zh", Draft: "draft " + attack, Question: "question " + attack, Answer: "reference " + attack,
		KeyAnswer: []string{"key " + attack}, KeyMiddle: []string{"evil"}, Path: "constructor----__proto__----" + attack,
	}
	one, zero := 1.0, 0.0
	trial = &bench.Trial{Task: x.ID, Type: x.Type, Agent: "agent " + attack, Transcript: &agent.Transcript{
		Answer: "answer " + attack, Summary: &summary, End: agent.Ending("constructor"), Detail: "detail " + attack,
		Replies: []agent.ModelReply{{Phase: agent.Phase(attack), Text: "said " + attack, Fault: agent.ReplyFault("toString"), Detail: attack}},
		Calls: []agent.ObservedCall{
			{Tool: "tool " + attack, Arguments: json.RawMessage(`{"__proto__":"<b>","half":"\ud800","deep":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`), Observation: "seen " + attack, Reply: 1},
			{Tool: "constructor", Arguments: json.RawMessage(`"</script>"`), Observation: long},
			{Tool: "get", Arguments: json.RawMessage(`{}`), Observation: long[:120_000]},
			{Tool: "__proto__", Arguments: json.RawMessage(`[1]`), Fault: "hasOwnProperty"},
		},
	}, Score: score.Score{Strict: score.Rates{Success: &zero, Process: &zero}, Paper: score.Rates{Success: &one}, Verdicts: []score.KeywordVerdict{{Keyword: "key " + attack, Outcome: "valueOf"}}}}
	s := sourceOf(t, []*task.Task{x}, []*bench.Trial{trial})
	s.Marks[0].Failure = failure.Class("constructor")
	s.Marks[0].Opinions = []judge.Opinion{{Judge: attack, Grades: []judge.Grade{{Criterion: attack, Reason: attack}}}}
	s = Source{Title: "title " + attack, Language: "en", Analysis: s.Analysis, Tasks: s.Tasks, Graph: s.Graph, Marks: s.Marks, Trials: s.Trials,
		Missing: []experiment.MissingTrial{{Task: attack, Agent: attack, Reason: experiment.MissingReason(attack), Detail: attack}}, Settings: []Setting{{attack, attack}}}
	s.Analysis.UnknownTasks = []string{attack}
	return written(t, s), trial, long
}

func TestHostile(t *testing.T) {
	html, trial, long := hostile(t)
	b := open(t, html, "#results")
	b.Wait(`document.querySelector("#tree .branch")`)
	b.Click("#tree .controls button")
	look[bool](b, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
	b.Shot("hostile-results")
	look[bool](b, `(location.hash = "#trials", true)`)
	b.ready()
	b.Press("f")
	b.Shot("hostile-trial")
	for what, want := range map[string]string{
		".answer .shown": trial.Transcript.Answer, ".card .big .shown": "question " + attack, ".saying > .shown": trial.Transcript.Replies[0].Text,
		".turn:nth-of-type(2) .observation .shown": trial.Transcript.Calls[0].Observation, ".keyword .shown": "key " + attack,
	} {
		if got := look[string](b, `document.querySelector("#trial `+what+`").textContent`); got != want {
			t.Errorf("%s holds %q, want %q", what, got, want)
		}
	}
	// What cannot be seen has its name, and is copied as it is.
	if got := look[string](b, `[...document.querySelectorAll("#trial .answer .unseen-char")].map(e => e.dataset.name).join(" ")`); got != "RLO LSEP PSEP ZWSP NUL CR BOM" {
		t.Errorf("named characters %q", got)
	}
	copied := look[string](b, `(e => { getSelection().selectAllChildren(e); return getSelection().toString() })(document.querySelector("#trial .answer .shown"))`)
	for _, want := range []string{"\u202eevil", "\u200b", "</script><script>", "\ufeff"} {
		if !strings.Contains(copied, want) {
			t.Errorf("copied %q, want %q in it", copied, want)
		}
	}
	if got := look[string](b, `document.querySelector("#trial .arg:nth-of-type(2) .unseen-char")?.dataset.name ?? document.querySelector("#trial .args").textContent.slice(0, 80)`); got != "U+D800" {
		t.Errorf("half a character is shown as %q, want its number", got)
	}
	// Long cells are folded, and unfold piece by piece, one of some length to its end.
	cell := func(i int) int {
		return look[int](b, fmt.Sprintf(`document.querySelectorAll("#trial .turn .observation")[%d].querySelector(".shown").textContent.length`, i))
	}
	if got := cell(1); got < 10_000 || got > 120_000 {
		t.Errorf("%d of %d characters of a cell of 2 MB are shown after one unfolding, want some", got, len(long))
	}
	if button := b.Text("#trial [data-unfold]"); !strings.Contains(button, "characters left") {
		t.Errorf("the button of a cell of 2 MB says %q, want how much is left", button)
	}
	b.Wait(`(document.querySelectorAll("#trial .turn .observation")[2].querySelectorAll("[data-unfold]").forEach(e => e.click()), !document.querySelectorAll("#trial .turn .observation")[2].querySelector("[data-unfold]"))`)
	if got, want := cell(2), len([]rune(trial.Transcript.Calls[2].Observation)); got != want {
		t.Errorf("%d characters of a cell are shown at last, want %d", got, want)
	}
	// The line that it turned around ends with it.
	if got := look[string](b, `getComputedStyle(document.querySelector("#trial .answer .unseen-char")).unicodeBidi`); got != "isolate" {
		t.Errorf("what steers direction has bidi %q, want it isolated", got)
	}
	b.Press("/", "evil", "Enter")
	b.Wait(`document.querySelector("#chips .chip")`)
	if look[bool](b, `"pwned" in window || document.querySelector("img, iframe, object, embed") !== null`) {
		t.Error("a text of the page became markup")
	}
	if n := look[int](b, `performance.getEntriesByType("resource").length`); n != 0 {
		t.Errorf("the page asked for %d resources, want none", n)
	}
}
