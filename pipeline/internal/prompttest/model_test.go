package prompttest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/prompt"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// setting is a domain with styles and a task of every operation and form in each of its
// languages.
type setting struct {
	domain *domain.Domain
	styles map[string]*style.Style
	tasks  []*task.Task
}

// told is the answer of every task.
const told = "4711号密函"

func set(t testing.TB) *setting {
	t.Helper()
	d := toytest.Domain(t, "legal")
	data, err := os.ReadFile("../question/gate/testdata/operators.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	s := &setting{domain: d, styles: map[string]*style.Style{}}
	for _, lang := range d.Languages {
		if s.styles[lang], err = style.Open("legal", d, lang); err != nil {
			t.Fatal(err)
		}
		for l := range strings.Lines(string(data)) {
			p := new(plan.Program)
			if err := json.Unmarshal([]byte(l), p); err != nil {
				t.Fatal(err)
			}
			asked, err := draft.Question(d, p, lang)
			if err != nil {
				t.Fatal(err)
			}
			one := &task.Task{ID: digest.Of("test", l).Short(), Language: lang, Draft: asked, Plan: p, KeyAnswer: []string{told}}
			for _, e := range p.Entities() {
				one.Entities = append(one.Entities, task.Entity{Type: e.Entity, Name: e.Value})
			}
			s.tasks = append(s.tasks, one)
		}
	}
	return s
}

// client returns a client of a server that plays the model.
func client(t testing.TB, script llmtest.Script) *llm.Client {
	t.Helper()
	server := httptest.NewServer(llmtest.New(llmtest.ServerOptions{Script: script}))
	t.Cleanup(server.Close)
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: server.URL + "/v1"}}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// asking is the request for a task's question after some tries.
func (s *setting) asking(t *task.Task, tries ...prompt.RejectedQuestion) llm.Request {
	st := s.styles[t.Language]
	who, situation := offline.Persona(s.domain, st, t, 1)
	return llm.Request{Model: llmtest.DefaultModel, MaxTokens: 2000, Messages: prompt.Rewrite(st, prompt.Persona{Who: who, Situation: situation}, t.Draft, gate.Required{Verbatim: t.Entities[0].Name[:1]}, tries)}
}

// parsing is the request for a question's demand.
func (s *setting) parsing(lang, question string) llm.Request {
	return llm.Request{Model: llmtest.DefaultModel, MaxTokens: 2000, JSON: true, Messages: prompt.Parse(s.styles[lang], s.domain, question)}
}

// Every task goes round: a question is asked for, and what it demands is what the task
// does. A second try nearly always gets another question.
func TestRoundTrip(t *testing.T) {
	s := set(t)
	c := client(t, Model(s.domain, s.styles, s.tasks, 1))
	same := 0
	for _, one := range s.tasks {
		var tries []prompt.RejectedQuestion
		for range 2 {
			reply, err := c.Chat(context.Background(), s.asking(one, tries...))
			if err != nil {
				t.Fatal(err)
			}
			question, err := prompt.Question(reply.Text)
			if err != nil {
				t.Fatalf("%q: %v", reply.Text, err)
			}
			if len(tries) > 0 && tries[0].Question == question {
				same++ // a plain question has few other wordings
			}
			tries = append(tries, prompt.RejectedQuestion{Question: question, Hint: "another, please"})
			reply, err = c.Chat(context.Background(), s.parsing(one.Language, question))
			if err != nil {
				t.Fatal(err)
			}
			got, err := prompt.Demand(reply.Text)
			if err != nil {
				t.Fatalf("%q: %v", reply.Text, err)
			}
			want, err := demand.FromTask(s.styles[one.Language], s.domain, one)
			if err != nil {
				t.Fatal(err)
			}
			if what, ok := want.Difference(got); ok {
				t.Errorf("%q is read as %s: %s", question, reply.Text, what)
			}
		}
	}
	if 4*same > len(s.tasks) {
		t.Errorf("%d of %d second questions are the first", same, len(s.tasks))
	}
}

// What a request is expected to take is what the server counts, within a half.
func TestEstimate(t *testing.T) {
	s := set(t)
	c := client(t, Model(s.domain, s.styles, s.tasks, 1))
	for _, one := range s.tasks[:1] {
		for _, r := range []llm.Request{s.asking(one), s.parsing(one.Language, one.Draft)} {
			e, err := c.Estimate([]llm.Request{r})
			if err != nil {
				t.Fatal(err)
			}
			reply, err := c.Chat(context.Background(), r)
			if err != nil {
				t.Fatal(err)
			}
			if want := reply.Usage.Prompt; 2*e.Usage.Prompt < want || e.Usage.Prompt > 2*want || e.Usage.Completion < reply.Usage.Completion {
				t.Errorf("estimated %+v, want about %+v", e.Usage, reply.Usage)
			}
		}
	}
}

// Each fault can be ordered, and shows.
func TestFaults(t *testing.T) {
	s := set(t)
	for _, lang := range s.domain.Languages {
		one := s.tasks[0]
		for _, candidate := range s.tasks {
			if candidate.Language == lang && strings.Contains(candidate.Draft, "2019") {
				one = candidate
			}
		}
		honest, err := client(t, Model(s.domain, s.styles, s.tasks, 1)).Chat(context.Background(), s.asking(one))
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			fault Flaw
			shows func(question string, err error) bool
		}{
			{Drop, func(q string, err error) bool { return err == nil && len(q) < len(honest.Text) }},
			{Leak, func(q string, err error) bool { return err == nil && strings.Contains(q, told) }},
			{Language, func(q string, err error) bool { return err == nil && !strings.Contains(q, one.Entities[0].Name[0]) }},
			{Copy, func(q string, err error) bool { return err == nil && q == one.Draft }},
			{Markdown, func(q string, err error) bool { return err == nil && q == honest.Text }},
			{Empty, func(q string, err error) bool { return errors.Is(err, llm.ErrMalformed) }},
			{Truncate, func(q string, err error) bool { return errors.Is(err, llm.ErrTruncated) }},
			{Refuse, func(q string, err error) bool { return errors.Is(err, llm.ErrRefused) }},
		} {
			reply, err := client(t, Model(s.domain, s.styles, s.tasks, 1, Rate{tt.fault, 1})).Chat(context.Background(), s.asking(one))
			question := ""
			if err == nil {
				question, err = prompt.Question(reply.Text)
			}
			if !tt.shows(question, err) {
				t.Errorf("%s: %s: %q, %v", lang, tt.fault, question, err)
			}
		}
		for _, f := range []Flaw{Decline, Malformed} {
			reply, err := client(t, Model(s.domain, s.styles, s.tasks, 1, Rate{f, 1})).Chat(context.Background(), s.parsing(lang, honest.Text))
			if err == nil {
				_, err = prompt.Demand(reply.Text)
			}
			if !errors.Is(err, llm.ErrMalformed) {
				t.Errorf("%s: %s: %q, %v, want malformed", lang, f, reply.Text, err)
			}
		}
		reply, err := client(t, Model(s.domain, s.styles, s.tasks, 1, Rate{Misread, 1})).Chat(context.Background(), s.parsing(lang, honest.Text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := prompt.Demand(reply.Text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := demand.FromTask(s.styles[one.Language], s.domain, one)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := want.Difference(got); !ok {
			t.Errorf("%s: %s is not misread", lang, reply.Text)
		}
	}
}

// Faults come about as often as they are ordered, of each task the same ones.
func TestRates(t *testing.T) {
	s := set(t)
	m := &model{seed: 1, rates: []Rate{{Leak, 0.2}, {Copy, 0.3}}}
	seen := map[Flaw]int{}
	for tries := range 40 {
		for _, one := range s.tasks {
			seen[m.spoils(one, tries)]++
		}
	}
	n := 40 * len(s.tasks)
	for f, share := range map[Flaw]float64{Leak: 0.2, Copy: 0.3, "": 0.5} {
		if got := float64(seen[f]) / float64(n); got < share-0.05 || got > share+0.05 {
			t.Errorf("fault %q comes at %.3f, want about %v", f, got, share)
		}
	}
}

// A conversation that is none of package prompt's is an error of the script.
func TestForeign(t *testing.T) {
	s := set(t)
	c := client(t, Model(s.domain, s.styles, s.tasks, 1))
	other := s.asking(s.tasks[0])
	other.Messages = other.Messages[1:]
	unknown := s.asking(&task.Task{Language: "zh", Draft: "甲公司是谁？", Entities: s.tasks[0].Entities})
	for _, r := range []llm.Request{other, unknown} {
		if _, err := c.Chat(context.Background(), r); !errors.Is(err, llm.ErrRejected) {
			t.Errorf("Chat = %v, want the script's error", err)
		}
	}
}
