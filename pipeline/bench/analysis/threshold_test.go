package analysis_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
)

func TestParseBar(t *testing.T) {
	for s, want := range map[string]analysis.Threshold{
		"success=0.4":     {Metric: "strict.success", Least: 0.4, Type: "ALL"},
		"paper.process=1": {Metric: "paper.process", Least: 1, Type: "ALL"},
		"strict.success=0.4,agent=m, or so=x,type=y": {Metric: "strict.success", Least: 0.4, Type: "ALL", Agent: "m, or so=x,type=y"},
		"process=0,type=2-hop,agent=model/react-1":   {Metric: "strict.process", Least: 0, Type: "2-hop", Agent: "model/react-1"},
		"success=1e-1,type=twins":                    {Metric: "strict.success", Least: 0.1, Type: "twins"},
	} {
		if got, err := analysis.ParseThreshold(s); err != nil || got != want {
			t.Errorf("ParseBar(%q) = %+v, %v, want %+v", s, got, err, want)
		}
	}
	for s, want := range map[string]string{
		"":                        "want RATE=LEAST",
		"success":                 "want RATE=LEAST",
		"success=":                `least ""`,
		"success=40":              "want a number in [0, 1]",
		"success=NaN":             "want a number in [0, 1]",
		"success=0.4,agent=":      "no agent",
		"success=0.4,type=":       "no type",
		"success=0.4,kind=1-hop":  `least "0.4,kind=1-hop"`,
		"tokens=1":                `rate "tokens"`,
		"strict.tokens=1":         `rate "strict.tokens"`,
		"strict.strict.success=1": `rate "strict.strict.success"`,
	} {
		if got, err := analysis.ParseThreshold(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseBar(%q) = %+v, %v, want an error with %q", s, got, err, want)
		}
	}
}

func FuzzParseBar(f *testing.F) {
	f.Add("success=0.4")
	f.Add("paper.process=0.5,type=2-hop,agent=a,b")
	f.Fuzz(func(t *testing.T, s string) {
		b, err := analysis.ParseThreshold(s)
		if err != nil {
			return
		}
		if !(b.Least >= 0 && b.Least <= 1) || b.Type == "" {
			t.Errorf("ParseBar(%q) = %+v, want a type and a least in [0, 1]", s, b)
		}
		analysis.Unmet(&analysis.Analysis{Agents: []analysis.AgentReport{{Agent: b.Agent}}}, []analysis.Threshold{b})
	})
}

func TestBelow(t *testing.T) {
	a := analyse(t, toy(), toyMarks(), analysis.ReportOptions{Agents: []string{"unheard"}})
	for _, tc := range []struct {
		bar  string
		want []string
	}{
		{"success=0.6,agent=alpha", nil},
		{"success=0.609375,agent=alpha", nil},
		{"success=0.61,agent=alpha", []string{`agent "alpha": strict.success over ALL is 0.609375: want at least 0.61`}},
		{"success=0.5,type=1-hop", []string{
			`agent "b|<b>\u202e\n\x1b[2J": strict.success over 1-hop is 0.25: want at least 0.5`,
			`agent "unheard": strict.success over 1-hop is not scored: want at least 0.5`,
		}},
		{"success=0.6,type=twins,agent=alpha", []string{`agent "alpha": strict.success over twins is 0.5: want at least 0.6`}},
		{"process=0,agent=alpha", []string{`agent "alpha": strict.process over ALL is not scored: want at least 0`}},
		{"success=0,type=9-hop,agent=alpha", []string{`agent "alpha": no tasks of type 9-hop: want strict.success of at least 0`}},
		{"success=0,agent=nobody", []string{`agent "nobody": not among the agents: want strict.success of at least 0`}},
		{"success=1,agent=silent", []string{`agent "silent": strict.success over ALL is 0: want at least 1`}},
	} {
		b, err := analysis.ParseThreshold(tc.bar)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tc.want, analysis.Unmet(a, []analysis.Threshold{b})); d != "" {
			t.Errorf("Below %s (-want +got):\n%s", tc.bar, d)
		}
	}
	none := analysis.Unmet(&analysis.Analysis{}, []analysis.Threshold{{Metric: "paper.success", Least: 0.5, Type: "ALL"}})
	if d := cmp.Diff([]string{"no evaluated agent: want paper.success of at least 0.5"}, none); d != "" {
		t.Errorf("Below of nobody (-want +got):\n%s", d)
	}
}
