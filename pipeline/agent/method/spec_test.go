package method_test

import (
	"math"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

func TestValidate(t *testing.T) {
	good := method.Spec{Method: method.ReAct, Calls: method.TextCalls, Model: "m"}
	for _, tt := range []struct {
		change func(*method.Spec)
		want   string
	}{
		{func(*method.Spec) {}, ""},
		{func(s *method.Spec) { s.Temperature, s.Turns, s.MaxFaults = new(2.0), 100, 10 }, ""},
		{func(s *method.Spec) { s.Method, s.Calls = method.Direct, "" }, ""},
		{func(s *method.Spec) { s.Method = method.Direct }, `method direct with calls "text"`},
		{func(s *method.Spec) { s.Method = "cot" }, `method "cot"`},
		{func(s *method.Spec) { s.Calls = "" }, `calls ""`},
		{func(s *method.Spec) { s.Model = "" }, "no model"},
		{func(s *method.Spec) { s.Temperature = new(2.1) }, "temperature 2.1"},
		{func(s *method.Spec) { s.Temperature = new(math.NaN()) }, "temperature NaN"},
		{func(s *method.Spec) { s.MaxTokens = -1 }, "-1 tokens"},
		{func(s *method.Spec) { s.Turns = 101 }, "turns 101"},
		{func(s *method.Spec) { s.StepTurns = -1 }, "turns -1 of a step"},
		{func(s *method.Spec) { s.MaxFaults = 11 }, "slips 11"},
		{func(s *method.Spec) { s.MaxObservation = -1 }, "observations of -1"},
		{func(s *method.Spec) { s.Tools = "some" }, `offer "some"`},
		{func(s *method.Spec) { s.Summary = "long" }, `account "long"`},
		{func(s *method.Spec) { s.Protocol = method.Taskgrove }, ""},
		{func(s *method.Spec) {
			s.Protocol, s.Temperature, s.Turns, s.Tools = method.Paper, new(0.0), 10, method.SelectedTools
		}, ""},
		{func(s *method.Spec) { s.Protocol, s.Summary = method.Paper, method.WithoutSummary }, ""},
		{func(s *method.Spec) { s.Protocol = "mine" }, `protocol "mine"`},
		{func(s *method.Spec) { s.Protocol, s.Method, s.Calls = method.Paper, method.Direct, "" }, "method direct by protocol paper"},
		{func(s *method.Spec) { s.Protocol, s.Calls = method.Paper, method.NativeCalls }, "calls native by protocol paper"},
		{func(s *method.Spec) { s.Protocol, s.Temperature = method.Paper, new(0.1) }, "temperature 0.1 by protocol paper"},
		{func(s *method.Spec) { s.Protocol, s.Turns = method.Paper, 11 }, "turns 11 by protocol paper"},
		{func(s *method.Spec) { s.Protocol, s.Tools = method.Paper, method.AllTools }, "offer everything by protocol paper"},
		{func(s *method.Spec) { s.Protocol, s.ZeroShot = method.Paper, true }, "no worked examples by protocol paper"},
	} {
		s := good
		tt.change(&s)
		err := s.Validate()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Validate(%+v) = %v, want %q", s, err, tt.want)
		}
	}
}

func TestNew(t *testing.T) {
	d := toytest.Tools(t).Domain()
	if _, err := method.New(method.Spec{}, d, &script{}); err == nil {
		t.Error("New takes a spec without a method")
	}
	foreign := *d
	foreign.Languages = []string{"fr"}
	if _, err := method.New(plainly(method.TextCalls), &foreign, &script{}); err == nil || !strings.Contains(err.Error(), "fr") {
		t.Errorf("New with a domain in French: %v, want an error that says so", err)
	}
}

// Each field of a spec and the domain change the digest, and a default that is written
// down does not.
func TestDigest(t *testing.T) {
	d := toytest.Tools(t).Domain()
	legal := toytest.Domain(t, "legal")
	good := method.Spec{Method: method.ReAct, Calls: method.TextCalls, Model: "m"}
	seen := map[digest.Digest]int{good.Digest(d): -1, good.Digest(legal): -2}
	for i, change := range []func(*method.Spec){
		func(s *method.Spec) { s.Method = method.PlanAndSolve },
		func(s *method.Spec) { s.Calls = method.NativeCalls },
		func(s *method.Spec) { s.Model = "n" },
		func(s *method.Spec) { s.Temperature = new(0.0) },
		func(s *method.Spec) { s.MaxTokens = 1 },
		func(s *method.Spec) { s.Turns = 11 },
		func(s *method.Spec) { s.StepTurns = 4 },
		func(s *method.Spec) { s.MaxFaults = 4 },
		func(s *method.Spec) { s.MaxObservation = 1 },
		func(s *method.Spec) { s.Tools = method.AllTools },
		func(s *method.Spec) { s.Summary = method.WithoutSummary },
		func(s *method.Spec) { s.ZeroShot = true },
		func(s *method.Spec) { s.NoStopWord = true },
		func(s *method.Spec) { s.Protocol = method.Paper },
	} {
		s := good
		change(&s)
		if j, ok := seen[s.Digest(d)]; ok {
			t.Errorf("change %d has the digest of %d", i, j)
		}
		seen[s.Digest(d)] = i
	}
	s := good
	s.Protocol = method.Taskgrove
	s.Turns, s.StepTurns, s.MaxFaults, s.MaxObservation, s.Tools, s.Summary = 10, 3, 3, 8000, method.SelectedTools, method.WithSummary
	if s.Digest(d) != good.Digest(d) {
		t.Error("defaults that are written down change the digest")
	}
}
