package experiment

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// tables is a caller that only its name tells from another.
type tables string

func (tables) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errors.New("no tool is called here")
}

// asks returns n tasks, the answer to number i being "city i", in pairs of a type.
func asks(n int) (tasks []*task.Task) {
	for i := range n {
		text := fmt.Sprintf("city %d", i)
		tasks = append(tasks, &task.Task{
			ID: fmt.Sprintf("t%d", i), Type: fmt.Sprintf("%d-hop", i/2+1), Language: "en", Question: fmt.Sprintf("Which city is number %d?", i),
			KeyAnswer: []string{text}, AnswerValues: []value.Answer{{Kind: value.Text, Text: text}},
		})
	}
	return tasks
}

// twinOf returns the unanswerable twin of a task.
func twinOf(t *task.Task) *task.Task {
	w := *t
	sentence, keyword, _ := score.Decline(t.Language)
	w.ID, w.Answer, w.KeyAnswer, w.AnswerValues = t.ID+"-twin", sentence, []string{keyword}, []value.Answer{{Kind: value.Text, Text: keyword}}
	w.Twin = &task.Twin{Of: t.ID, Table: "City", Key: t.ID, Answers: t.AnswerValues}
	return &w
}

// solver is an agent whose answer is a function's. It keeps what it was asked, in order.
type solver struct {
	answer func(question string, tools tool.Caller, epoch int) (string, error)
	mu     sync.Mutex
	asked  []string
}

func (s *solver) Solve(_ context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	s.mu.Lock()
	s.asked = append(s.asked, fmt.Sprintf("%s %d", question, env.Epoch))
	s.mu.Unlock()
	answer, err := s.answer(question, tools, env.Epoch)
	if err != nil {
		return nil, err
	}
	return &agent.Transcript{
		Answer: answer, Summary: &answer, End: agent.Finished, Tokens: &score.Tokens{Input: 3, Output: 1, Total: 4},
		Calls:   []agent.ObservedCall{{Tool: "look", Arguments: []byte(`{"a":"<b> 空"}`), Observation: "seen\u2028 " + answer, Reply: 1}},
		Replies: []agent.ModelReply{{Phase: agent.Acting, Text: "I look. </script>"}},
		Spent:   &llm.Spending{Answers: 2, Usage: llm.TokenUsage{Prompt: 3, Completion: 1}, Cost: 5e11},
	}, nil
}

// right answers every question of [asks] rightly.
func right(question string, _ tool.Caller, _ int) (string, error) {
	var n int
	_, err := fmt.Sscanf(question, "Which city is number %d?", &n)
	return fmt.Sprintf("It is city %d.", n), err
}

// entrant makes an entrant of a function.
func entrant(name string, answer func(string, tool.Caller, int) (string, error)) (EvaluatedAgent, *solver) {
	s := &solver{answer: answer}
	return EvaluatedAgent{Name: name, Model: "m-" + name, Method: "react", Calls: "text", Key: digest.Of("entrant", name), Agent: s}, s
}

// store opens a new store.
func store(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "trials.jsonl"))
}

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// spec is an experiment over tasks with a view of twins.
func spec(s *Store, tasks []*task.Task, entrants ...EvaluatedAgent) Design {
	return Design{
		Tasks: tasks, Agents: entrants, Tools: tables("all"), ToolsKey: digest.Of("tools"), Store: s, Now: time.Now,
		TwinTools: func(w *task.Twin) (tool.Caller, error) { return tables("without " + w.Key), nil },
	}
}

// made runs an experiment that must finish.
func made(t testing.TB, s Design) *RunResult {
	t.Helper()
	o, err := Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// marked reads marks.
func marked(t testing.TB, s *Store, r ReadOptions) *RegradeResult {
	t.Helper()
	g, err := Regrade(t.Context(), s, r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// rates are strict success rates by "task agent epoch".
func rates(marks []bench.Mark) map[string]float64 {
	all := map[string]float64{}
	for _, m := range marks {
		if m.Strict.Success != nil {
			all[fmt.Sprintf("%s %s %d", m.Task, m.Agent, m.Epoch)] = *m.Strict.Success
		}
	}
	return all
}
