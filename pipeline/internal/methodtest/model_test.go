package methodtest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// world is a domain with tools and tasks from one hop to five in each of its languages.
type world struct {
	domain *domain.Domain
	tools  *tool.Set
	tasks  []*task.Task
}

func legal(t testing.TB, n int) *world {
	t.Helper()
	const dir = "../../draft/testdata/world"
	d, tasks, err := tasktest.Tasks("legal", dir, n)
	if err != nil {
		t.Fatal(err)
	}
	_, tools := toytest.Load(t, d, dir)
	return &world{d, tools, tasks}
}

func model(t testing.TB, w *world, s methodtest.Skill) llmtest.Script {
	t.Helper()
	script, err := methodtest.Model(w.domain, w.tasks, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	return script
}

// serve returns a client of a server that plays the model.
func serve(t testing.TB, o llmtest.ServerOptions) (*llm.Client, *llmtest.ModelServer) {
	t.Helper()
	s := llmtest.Start(t, o)
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: s.URL}}, Retry: llm.Retry{Base: time.Millisecond, Max: 4 * time.Millisecond}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func newAgent(t testing.TB, s method.Spec, d *domain.Domain, chat method.Chatter) *method.Agent {
	t.Helper()
	if s.Model == "" {
		s.Model = llmtest.DefaultModel
	}
	a, err := method.New(s, d, chat)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (w *world) solve(t testing.TB, a *method.Agent, one *task.Task, epoch int) *agent.Transcript {
	t.Helper()
	got, err := a.Solve(t.Context(), one.Draft, w.tools, agent.TrialEnv{Domain: w.domain, Language: one.Language, Epoch: epoch})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// ends says how a trial must end, and with how many calls, those that end trials apart. A
// clumsy model makes two wrong calls before each right one, of which the first task's second
// cannot be read. Calls of one round are one turn if a competent model calls functions.
func ends(one *task.Task, m method.Name, style method.CallStyle, s methodtest.Skill) (end agent.Ending, calls int) {
	const most = 10
	clumsy, turns := 1, 0 // moves for each call
	if s == methodtest.Clumsy {
		clumsy = 3
	}
	for _, round := range task.CallRounds(one) {
		if s == methodtest.Competent && style == method.NativeCalls {
			turns++
			if turns <= most {
				calls += len(round)
			}
			continue
		}
		turns += clumsy * len(round)
		calls = min(turns, most)
	}
	end = agent.Finished
	if turns >= most || s == methodtest.Looping {
		end = agent.Exhausted
	}
	switch s {
	case methodtest.Looping:
		calls = most
	case methodtest.Clumsy:
		calls-- // the one that could not be read
	}
	return end, calls
}

// Every method, way, language and skill against a strict server: what comes out, how it
// ends, and that tokens are those that the server counted.
func TestEndToEnd(t *testing.T) {
	w := legal(t, 1)
	for _, skill := range []methodtest.Skill{methodtest.Competent, methodtest.Clumsy, methodtest.Looping} {
		client, server := serve(t, llmtest.ServerOptions{Script: model(t, w, skill)})
		for _, name := range method.Names() {
			for _, calls := range method.CallStyles() {
				a := newAgent(t, method.Spec{Method: name, Calls: calls}, w.domain, client)
				t.Run(fmt.Sprintf("%s/%s/%s", skill, name, calls), func(t *testing.T) {
					for _, one := range w.tasks {
						before := server.Stats()
						got := w.solve(t, a, one, 0)
						after := server.Stats()
						end, turns := ends(one, name, calls, skill)
						if got.End != end || made(got) != turns {
							t.Errorf("%s %s: end %s (%s) after %d calls, want %s after %d", one.Type, one.Language, got.End, got.Detail, made(got), end, turns)
						}
						check(t, one, calls, skill, got)
						want := score.Tokens{Input: int64(after.Usage.Prompt - before.Usage.Prompt), Output: int64(after.Usage.Completion - before.Usage.Completion), Total: int64(after.Usage.Tokens() - before.Usage.Tokens())}
						if diff := cmp.Diff(&want, got.Tokens); diff != "" {
							t.Errorf("%s %s: tokens (-counted by the server +transcript):\n%s", one.Type, one.Language, diff)
						}
						if asked := after.Paid - before.Paid; got.Spent.Answers != asked || len(got.Replies) != asked {
							t.Errorf("%s %s: %d answers spent and %d said, want %d", one.Type, one.Language, got.Spent.Answers, len(got.Replies), asked)
						}
					}
				})
			}
		}
	}
}

// made counts the calls but for that which ends a trial.
func made(got *agent.Transcript) (n int) {
	for _, turn := range got.Calls {
		if turn.Tool != "finish" {
			n++
		}
	}
	return n
}

// check grades a transcript and holds its record to what it tells.
func check(t *testing.T, one *task.Task, style method.CallStyle, skill methodtest.Skill, got *agent.Transcript) {
	t.Helper()
	r := task.Reference(one)
	r.Question = one.Draft
	s := score.Grade(r, got.Attempt())
	want, turns := 1.0, task.ReferenceTurns(one, 1)
	switch {
	case skill == methodtest.Competent && style == method.NativeCalls:
		turns = task.ReferenceTurns(one, agent.MaxCallsPerReply)
	case skill == methodtest.Clumsy:
		turns *= 3
	}
	if skill == methodtest.Looping || turns > 10 {
		want = 0
	}
	// What the question says already is not scored: nothing is proved of these tasks.
	if s.Strict.Success != nil && *s.Strict.Success != want {
		t.Errorf("%s %s: answer %q: strict success %v, want %v", one.Type, one.Language, got.Answer, *s.Strict.Success, want)
	}
	if skill == methodtest.Competent && want == 1 && s.Strict.Process != nil && *s.Strict.Process != 1 {
		t.Errorf("%s %s: strict process %v, want 1", one.Type, one.Language, *s.Strict.Process)
	}
	if got.Summary == nil || *got.Summary == "" {
		t.Errorf("%s %s: no summary", one.Type, one.Language)
	}
	slips := 0
	for _, said := range got.Replies {
		if said.Fault != "" {
			slips++
			if said.Fault != agent.BadArguments || said.Detail == "" || skill != methodtest.Clumsy {
				t.Errorf("%s %s: slip %+v, want none but of a clumsy model's arguments", one.Type, one.Language, said)
			}
		}
	}
	if skill == methodtest.Clumsy && slips != 1 {
		t.Errorf("%s %s: %d slips, want 1", one.Type, one.Language, slips)
	}
	for i, turn := range got.Calls {
		if turn.Reply < 1 || turn.Reply > len(got.Replies) || got.Replies[turn.Reply-1].Phase != agent.Acting {
			t.Errorf("%s %s: turn %d was asked for by saying %d: want one that acts", one.Type, one.Language, i, turn.Reply)
		}
	}
}
