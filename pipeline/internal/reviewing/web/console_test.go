package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Reviewers call the tools that agents have.
func TestCall(t *testing.T) {
	s := serve(t, 2, nil)
	ann := s.join("Ann")
	me := ask[web.Me](ann, "GET", "/api/me", nil)
	if len(me.Tools) == 0 || !json.Valid(me.Tools[0]) || len(me.Reasons) != 10 || me.Overlap != 2 {
		t.Fatalf("me = %+v", me)
	}
	for _, step := range s.tasks[0].Steps {
		if step.Tool == "" {
			continue
		}
		r := ask[web.CallResult](ann, "POST", "/api/call", map[string]any{"tool": step.Tool, "arguments": step.Arguments})
		var text string
		if json.Unmarshal(step.Observation, &text) != nil {
			text = string(step.Observation)
		}
		if r.Observation != text || r.Fault != "" || r.Length == 0 {
			t.Errorf("%s(%s) = %+v, want %s", step.Tool, step.Arguments, r, text)
		}
	}
	for body, fault := range map[string]string{
		`{"tool":"none","arguments":{}}`:                                       "arguments",
		`{"tool":"get_company_info"}`:                                          "arguments",
		`{"tool":"get_company_info","arguments":7}`:                            "arguments",
		`{"tool":"get_company_info","arguments":{"identifier":"Nobody Ltd."}}`: "missing",
	} {
		if r := ask[web.CallResult](ann, "POST", "/api/call", body); r.Fault != fault || r.Observation == "" {
			t.Errorf("%s = %+v, want the fault %q", body, r, fault)
		}
	}
}

// answering is a caller that answers when it is let.
type answering struct{ let chan struct{} }

func (a *answering) Call(context.Context, tool.Call) (tool.Result, error) {
	<-a.let
	return tool.Result{}, nil
}

// A reviewer has so many calls at once; others are not kept waiting by him, and a call
// that takes too long is given up.
func TestSlowCalls(t *testing.T) {
	m, err := makeWorld()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := prepare(t, nil)
		slow := &answering{let: make(chan struct{})}
		s.tasks = m.tasks[:1]
		s.openTools(m, slow)
		ann, bob := s.join("Ann"), s.join("Bob")
		status := make(chan int, 5)
		for range 5 {
			go func() {
				status <- (&browser{served: s, cookie: ann.cookie}).send("POST", "/api/call", `{"tool":"x"}`).status
			}()
		}
		var got []int
		for range 5 {
			got = append(got, <-status)
		}
		late, many := 0, 0
		for _, c := range got {
			switch c {
			case http.StatusServiceUnavailable:
				late++
			case http.StatusTooManyRequests:
				many++
			}
		}
		if late != 4 || many != 1 {
			t.Errorf("calls ended with %v: want four that took too long and one that was too much", got)
		}
		go func() { close(slow.let) }()
		if a := bob.send("POST", "/api/call", `{"tool":"x"}`); a.status != http.StatusOK {
			t.Errorf("Bob's call: %d %s", a.status, a.body)
		}
	})
}

// The status page has the report; annotators see their own figures in it.
func TestStatus(t *testing.T) {
	s := serve(t, 3, nil)
	owner := s.join("Olga")
	ann, bob := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator)
	for _, task := range s.tasks {
		ann.decide(ann.view(task.ID), review.Approve)
		bob.decide(bob.view(task.ID), review.Approve)
	}
	r := ask[review.StatusReport](owner, "GET", "/api/status", nil)
	if r.Decisions != 6 || len(r.Reviewers) != 2 || len(r.Pairs) != 1 {
		t.Errorf("report %+v", r)
	}
	mine := ask[review.StatusReport](ann, "GET", "/api/status", nil)
	if len(mine.Reviewers) != 1 || mine.Reviewers[0].Name != "Ann" || mine.Decisions != 6 {
		t.Errorf("Ann's report %+v", mine)
	}
	a := owner.send("GET", "/api/decisions", nil)
	if n := strings.Count(string(a.body), "\n"); n != 6 {
		t.Errorf("%d lines of decisions: %s", n, a.body)
	}
}

// bug is a caller that panics.
type bug struct{}

func (bug) Call(context.Context, tool.Call) (tool.Result, error) { panic("a bug") }

// A tool with a bug ends the request that called it, not the server, and who runs it is told
// where the bug is.
func TestPanickingTool(t *testing.T) {
	m, err := makeWorld()
	if err != nil {
		t.Fatal(err)
	}
	s := prepare(t, nil)
	s.tasks = m.tasks[:1]
	s.openTools(m, bug{})
	ann := s.join("Ann")
	for range 5 { // more than can be at work at once
		ann.refused("POST", "/api/call", `{"tool":"x"}`, http.StatusInternalServerError, "log")
	}
	if log := s.log.String(); strings.Count(log, "panic: a bug") != 5 || !strings.Contains(log, "console_test.go") {
		t.Errorf("the log says %s", log)
	}
	if n := ann.next(); n.Task == nil {
		t.Errorf("next = %+v", n)
	}
}
