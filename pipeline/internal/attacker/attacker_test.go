package attacker_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/attacker"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

const question = "青岚机械有限公司的法定代表人是谁？"

// seen are tasks that learning attackers have seen.
func seen() []*task.Task {
	one := func(question, text string, kind value.Kind) *task.Task {
		return &task.Task{Question: question, Answer: "答案是" + text + "。", AnswerValues: []value.Answer{{Kind: kind, Text: text}}}
	}
	return []*task.Task{
		one("松屿能源有限公司共有多少件案件？", "2件", value.Number),
		one("白沙物流有限公司共有多少件案件？", "2件", value.Number),
		one("松屿能源有限公司的法定代表人是谁？", "祁远舟", value.Text),
	}
}

func everyone() []attacker.Attacker { return append(attacker.All(), attacker.TrainedOn(seen())...) }

func solve(t testing.TB, a agent.Agent, question string, tools *tool.Set) *agent.Transcript {
	t.Helper()
	got, err := a.Solve(t.Context(), question, tools, agent.TrialEnv{Domain: tools.Domain(), Language: "zh"})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Each has a name of its own, gives one answer to one question, alone and with the
// others, and keeps within its calls; without a domain it gives one too.
func TestAll(t *testing.T) {
	tools := toytest.Tools(t)
	names := map[string]bool{}
	scene := attacker.NewScene()
	for _, a := range everyone() {
		if names[a.Name] {
			t.Errorf("two attackers are called %s", a.Name)
		}
		names[a.Name] = true
		alone, shared := solve(t, a, question, tools), solve(t, a.InScene(scene), question, tools)
		if d := cmp.Diff(alone, shared); d != "" {
			t.Errorf("%s gives other answers beside others (-alone +beside):\n%s", a.Name, d)
		}
		if n := len(alone.Calls); n > a.Calls || a.Calls == 0 != (n == 0) {
			t.Errorf("%s makes %d calls, want some and at most %d", a.Name, n, a.Calls)
		}
		if alone.Calls == nil || alone.Summary == nil || alone.End != agent.Finished {
			t.Errorf("%s: turns %v, summary %v, end %q: want known turns, a summary and %q", a.Name, alone.Calls, alone.Summary, alone.End, agent.Finished)
		}
		if _, err := a.Solve(t.Context(), "", nothing{}, agent.TrialEnv{Language: "en"}); err != nil {
			t.Errorf("%s without a domain: %v", a.Name, err)
		}
	}
	if len(names) < 30 {
		t.Errorf("%d attackers, want at least 30", len(names))
	}
	for _, a := range attacker.Strict() {
		if a.Calls > attacker.MaxStrictCalls && a.Name != "crawl" || a.Guesses {
			t.Errorf("Strict has %s, which makes %d calls and guesses: %v", a.Name, a.Calls, a.Guesses)
		}
	}
}

// nothing is a world without tools.
type nothing struct{}

func (nothing) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{Fault: tool.FaultArguments}, nil
}

func TestAnswers(t *testing.T) {
	tools := toytest.Tools(t)
	answers := map[string]string{}
	for _, a := range everyone() {
		answers[a.Name] = solve(t, a, question, tools).Answer
	}
	for name, want := range map[string]string{
		"cue": "祁远舟", "json": "祁远舟", "table": "| 法定代表人 | 祁远舟 |",
		"nearest": "答案是祁远舟。", "evolved": "2件。祁远舟。", "echo-cell": question,
	} {
		if !strings.Contains(answers[name], want) {
			t.Errorf("%s answers %q, want %q in it", name, answers[name], want)
		}
	}
	for asked, want := range map[string]string{
		"青岚机械有限公司共有多少件案件？": "2件。3件。", "青岚机械有限公司是否有案件？": "是的。", question: "",
	} {
		for _, a := range attacker.All() {
			if a.Name != "prior" {
				continue
			}
			if got := solve(t, a, asked, tools).Answer; got != want {
				t.Errorf("prior answers %q with %q, want %q", asked, got, want)
			}
		}
	}
}

// What found nothing stands in the transcript, and columns asked apart are few a call.
func TestCalls(t *testing.T) {
	tools := toytest.Tools(t)
	for _, a := range attacker.All() {
		got := solve(t, a, "没有什么公司的法定代表人是谁？", tools)
		if a.Calls > 1 && !slices.ContainsFunc(got.Calls, func(turn agent.ObservedCall) bool { return turn.Fault == tool.FaultMissing }) {
			t.Errorf("%s leaves out the calls that found nothing: %+v", a.Name, got.Calls)
		}
	}
}

// down is tools that are broken.
type down struct{}

var errDown = errors.New("tools are down")

func (down) Call(context.Context, tool.Call) (tool.Result, error) { return tool.Result{}, errDown }

func TestBrokenTools(t *testing.T) {
	env := agent.TrialEnv{Domain: toytest.Tools(t).Domain(), Language: "zh"}
	for _, a := range everyone() {
		if _, err := a.Solve(t.Context(), question, down{}, env); a.Calls > 0 && !errors.Is(err, errDown) {
			t.Errorf("%s over broken tools: error %v, want %v", a.Name, err, errDown)
		}
	}
}

func BenchmarkStrict(b *testing.B) {
	tools := toytest.Tools(b)
	b.ReportAllocs()
	for b.Loop() {
		scene := attacker.NewScene()
		for _, a := range attacker.Strict() {
			solve(b, a.InScene(scene), question, tools)
		}
	}
}

// What attackers read off rows is what anybody reads off the observation.
func TestObservedCells(t *testing.T) {
	tools := toytest.Tools(t)
	read := 0
	for _, of := range tools.Domain().Tools {
		if of.Kind != domain.Lookup || of.Returns == domain.Field {
			continue
		}
		for _, name := range agent.CandidateNames(question + "松屿能源有限公司、祁远舟、白沙物流有限公司") {
			r, err := tools.Call(t.Context(), tool.Call{Tool: of.Name, Args: map[string]any{of.Inputs[0].Name: name}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Empty() {
				continue
			}
			var got []score.ObservedCell
			for c, text := range r.ObservedCells() {
				got = append(got, score.ObservedCell{Name: r.Table.Spec().Columns[c].Name, Text: text})
			}
			read += len(got)
			if d := cmp.Diff(score.ObservedCells([]string{r.Text()}), got); d != "" {
				t.Errorf("%s of %s (-text +rows):\n%s", of.Name, name, d)
			}
		}
	}
	if read < 10 {
		t.Errorf("%d cells read, want at least 10", read)
	}
}
