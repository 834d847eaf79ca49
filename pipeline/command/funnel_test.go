package command

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

func TestDescribeFunnel(t *testing.T) {
	for _, tc := range []struct {
		stage          string
		funnel         run.Funnel
		summary, drops string
	}{
		{"world", run.Funnel{In: 162277, Out: 162277}, "162,277 rows", ""},
		{
			"sample",
			run.Funnel{In: 1200, Out: 160, Dropped: map[string]int{"missing": 1000, "several": 20, "tie": 10, "long": 5, "weak": 3, "few": 2}},
			"160 of 1,200 choices kept",
			"most dropped: a lookup finds no row 1,000; several rows or values where one is needed 20; two rows share a place of a ranking 10; " +
				"the answer has too many values to list 5; an answer is too short, zero or part of another 3; other reasons 2",
		},
		{"rewrite", run.Funnel{In: 3, Out: 1, Failed: map[string]int{"server": 2}}, "1 of 3 questions kept, 2 failed", ""},
		{"twin", run.Funnel{In: 3, Out: 1, Dropped: map[string]int{"set": 2}}, "1 of 3 tasks have a twin", "most dropped: the answer is a set of rows 2"},
		{"other", run.Funnel{}, "0 items", ""},
	} {
		if summary, drops := describeFunnel(tc.stage, tc.funnel); summary != tc.summary || drops != tc.drops {
			t.Errorf("describeFunnel(%q, %v) = %q, %q, want %q, %q", tc.stage, tc.funnel, summary, drops, tc.summary, tc.drops)
		}
	}
}

func TestPrintFunnel(t *testing.T) {
	var b strings.Builder
	printFunnel(&b, "sample", run.Funnel{In: 1043, Out: 1, Dropped: map[string]int{"missing": 1000, "tie": 40}, Failed: map[string]int{"server": 2}})
	const want = `sample    1 of 1,043 choices kept, 2 failed
            1,000 a lookup finds no row
               40 two rows share a place of a ranking
                2 server
`
	if b.String() != want {
		t.Errorf("printFunnel prints\n%swant\n%s", &b, want)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
}
