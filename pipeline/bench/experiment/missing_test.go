package experiment

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A fault of infrastructure is no answer: the trial is missing, the others go on, and
// the next run makes it up.
func TestMissing(t *testing.T) {
	for _, tt := range []struct {
		err    error
		reason MissingReason
		all    bool // it gives the entrant up
	}{
		{&llm.InfrastructureError{Kind: agent.ErrNotStarted, Endpoint: "agent x"}, NotStarted, true},
		{&llm.InfrastructureError{Kind: llm.ErrUnauthorized, Endpoint: "h", Status: 401}, KeyRejected, true},
		{&llm.InfrastructureError{Kind: llm.ErrModel}, UnknownModel, true},
		{&llm.InfrastructureError{Kind: llm.ErrQuota}, QuotaExhausted, true},
		{fmt.Errorf("ask: %w: 3 of 3 spent", llm.ErrBudget), BudgetExhausted, true},
		{fmt.Errorf("%w: m", llm.ErrUnpriced), NoPrice, true},
		{fmt.Errorf("%w: sha256:0", llm.ErrUnrecorded), Unrecorded, false},
		{fmt.Errorf("%w: no model", llm.ErrRejected), RequestRejected, false},
		{&llm.InfrastructureError{Kind: llm.ErrRateLimited}, RateLimited, false},
		{&llm.InfrastructureError{Kind: llm.ErrRest}, RateLimited, false},
		{&llm.InfrastructureError{Kind: llm.ErrServer}, ServerFault, false},
		{&llm.InfrastructureError{Kind: llm.ErrTimeout}, TimedOut, false},
		{fmt.Errorf("trial: %w", &llm.InfrastructureError{Kind: llm.ErrUnreachable}), Unreachable, false},
		{&llm.InfrastructureError{Kind: llm.ErrMalformed}, MalformedResponse, false},
		{&llm.InfrastructureError{Kind: errors.New("else")}, OtherInfrastructure, false},
	} {
		broken := true
		a, _ := entrant("a", func(q string, tools tool.Caller, epoch int) (string, error) {
			if broken && strings.Contains(q, " 1?") {
				return "", tt.err
			}
			return right(q, tools, epoch)
		})
		b, _ := entrant("b", right)
		s := spec(store(t), asks(3), a, b)
		s.MaxInFlight = 1
		want := []MissingTrial{{Task: "t1", Agent: "a", Reason: tt.reason, Detail: tt.err.Error(), Tried: true}}
		if tt.all {
			want = append(want, MissingTrial{Task: "t2", Agent: "a", Reason: tt.reason, Detail: tt.err.Error()})
		}
		o := made(t, s)
		if diff := cmp.Diff(want, o.Missing); diff != "" || o.Trials != 6-len(want) {
			t.Errorf("%v: %d trials, missing (-want +got):\n%s", tt.err, o.Trials, diff)
		}
		broken = false
		if o := made(t, s); o.Trials != len(want) || o.Reused != 6-len(want) || o.Missing != nil {
			t.Errorf("%v: then %d trials, %d reused, %d missing, want %d, %d, 0", tt.err, o.Trials, o.Reused, len(o.Missing), len(want), 6-len(want))
		}
	}
}

// A server that takes nothing is not asked for ever, and what is in flight when an
// entrant is given up may end.
func TestPatience(t *testing.T) {
	a, tried := entrant("a", func(string, tool.Caller, int) (string, error) {
		return "", &llm.InfrastructureError{Kind: llm.ErrServer, Detail: "line\none " + strings.Repeat("长", 200)}
	})
	s := spec(store(t), asks(maxMissedInRow+50), a)
	s.MaxInFlight = 4
	o := made(t, s)
	if n := len(tried.asked); n < maxMissedInRow || n > maxMissedInRow+4 || len(o.Missing) != maxMissedInRow+50 {
		t.Errorf("%d tried, %d missing, want about %d and all %d", n, len(o.Missing), maxMissedInRow, maxMissedInRow+50)
	}
	if d := o.Missing[0].Detail; strings.Contains(d, "\n") || len(d) > longestDetail+3 || !strings.HasSuffix(d, "长…") {
		t.Errorf("detail %q, want one short line", d)
	}
	if !o.Missing[0].Tried || o.Missing[maxMissedInRow+10].Tried {
		t.Error("want the first tried and the last not")
	}
}

// Patience is with what fails in a row: a server that answers now and then is asked on.
func TestPatienceAnew(t *testing.T) {
	n := 0
	a, tried := entrant("a", func(string, tool.Caller, int) (string, error) {
		if n++; n%maxMissedInRow == 0 {
			return "", nil
		}
		return "", &llm.InfrastructureError{Kind: llm.ErrServer}
	})
	s := spec(store(t), asks(3*maxMissedInRow), a)
	s.MaxInFlight = 1
	if o := made(t, s); len(tried.asked) != 3*maxMissedInRow || o.Trials != 3 {
		t.Errorf("%d tried and %d finished, want %d and 3", len(tried.asked), o.Trials, 3*maxMissedInRow)
	}
}

// What an entrant that is given up finished before is not missing.
func TestGivenUpLate(t *testing.T) {
	tasks := asks(4)
	a, _ := entrant("a", right)
	s := spec(store(t), tasks[3:], a)
	made(t, s)
	s.Tasks, s.MaxInFlight = tasks, 1
	s.Agents[0].Agent = &solver{answer: func(string, tool.Caller, int) (string, error) {
		return "", &llm.InfrastructureError{Kind: llm.ErrQuota}
	}}
	var got []string
	o := made(t, s)
	for _, m := range o.Missing {
		got = append(got, fmt.Sprint(m.Task, m.Tried))
	}
	if diff := cmp.Diff([]string{"t0true", "t1false", "t2false"}, got); diff != "" || o.Reused != 1 {
		t.Errorf("%d reused, missing (-want +got):\n%s", o.Reused, diff)
	}
}
