package analysis_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// runOf is the analysis of a run with one type of tasks and one measure, with a figure of each of
// the agents a, b, c …; NaN leaves an agent out. It ends with a floor, and a row over all tasks.
func runOf(kind, measure string, figures ...float64) *analysis.Analysis {
	a := &analysis.Analysis{Level: 0.95}
	for i, x := range figures {
		if math.IsNaN(x) {
			continue
		}
		row := analysis.TypeReport{Type: kind, Texts: 10, Measures: []analysis.MeasureMean{{Name: measure, Mean: estimate.Estimate{N: 10, Mean: &x}}}}
		row.Strict.Success.Mean = ref(0.5)
		a.Agents = append(a.Agents, analysis.AgentReport{Agent: string(rune('a' + i)), Rows: []analysis.TypeReport{row, {Type: score.All}}})
	}
	return &analysis.Analysis{Level: a.Level, Agents: append(a.Agents, analysis.AgentReport{Agent: "floor", Role: score.FloorAgent, Rows: a.Agents[0].Rows})}
}

// Worked by hand: of 1, 2, 3, 4 and 1, 3, 2, 4 the deviations are ∓1.5, ∓0.5 and ∓1.5, ±0.5, so
// that Pearson's is (2.25 - 0.25 - 0.25 + 2.25) / 5 = 0.8, as is Spearman's. Fisher's transform of
// it is 1.0986, and 1.96 / sqrt(4 - 3) on either side gives tanh(-0.8614) and tanh(3.0586). An agent
// of one run alone, and floors, count for nothing.
func TestCorrelate(t *testing.T) {
	statutes := runOf("recite", recall.RougeL, 0.1, 0.2, 0.3, 0.4, 0.9)
	cases := runOf("case", recall.CitationRecall, 0.1, 0.3, 0.2, 0.4, math.NaN(), 0.7)
	c, err := analysis.Correlate(statutes, cases)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "d"}, c.Agents); diff != "" {
		t.Errorf("agents (-want +got):\n%s", diff)
	}
	var names []string
	for _, m := range c.Correlations {
		names = append(names, m.First+" "+m.Second)
	}
	want := []string{"recite/success case/success", "recite/success case/citation_recall", "recite/rouge_l case/success", "recite/rouge_l case/citation_recall"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Fatalf("correlations (-want +got):\n%s", diff)
	}
	if m := c.Correlations[0]; m.N != 4 || m.Pearson != nil || m.Low != nil {
		t.Errorf("success, which is constant: %+v", m)
	}
	m := c.Correlations[3]
	if got := fmt.Sprintf("%d %.4f %.4f %.4f %.4f", m.N, *m.Pearson, *m.Spearman, *m.Low, *m.High); got != "4 0.8000 0.8000 -0.6970 0.9956" {
		t.Errorf("recite and case: %s", got)
	}

	var b bytes.Buffer
	if err := c.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"recite/rouge_l  case/citation_recall  4       0.80     -0.70 to 1.00  0.80", "of 4 correlations some are large by chance, the more so with few agents"} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("%s\nwant %q", b.String(), line)
		}
	}
	b.Reset()
	if err := c.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&b)
	if err == nil {
		err = schematest.Compile(t, "correlations.schema.json").Validate(doc)
	}
	if err != nil {
		t.Error(err)
	}
	if err := c.WriteCSV(&b); err != nil || !strings.Contains(b.String(), "\nrecite/rouge_l,case/citation_recall,4,0.8000,-0.6970,0.9956,0.8000\n") {
		t.Errorf("%v: %s", err, b.String())
	}
}

func TestCorrelateRefuses(t *testing.T) {
	two := runOf("recite", recall.RougeL, 0.1, 0.2)
	for _, tt := range []struct {
		first, second *analysis.Analysis
		want          string
	}{
		{two, two, "2 agents are measured in both runs: want at least 3"},
		{new(analysis.Analysis), two, "confidence level 0"},
		{two, &analysis.Analysis{Agents: []analysis.AgentReport{{Agent: "a"}}}, `agent "a": no row`},
	} {
		if _, err := analysis.Correlate(tt.first, tt.second); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// Figures of two protocols are not of the same kind. Runs that name none, as earlier versions made
// them, are taken as they are.
func TestCorrelateProtocols(t *testing.T) {
	for _, tt := range []struct {
		first, second method.Protocol
		fault         bool
	}{{"", "", false}, {method.Paper, method.Paper, false}, {"", method.Paper, false}, {method.Taskgrove, method.Paper, true}} {
		statutes, cases := runOf("recite", recall.RougeL, 0.1, 0.2, 0.3), runOf("case", recall.RougeL, 0.1, 0.3, 0.2)
		statutes.Protocol, cases.Protocol = tt.first, tt.second
		if _, err := analysis.Correlate(statutes, cases); (err != nil) != tt.fault {
			t.Errorf("protocols %q and %q: %v, want a fault %v", tt.first, tt.second, err, tt.fault)
		}
	}
}

// Tables say by which protocol agents were measured, unless it is the default.
func TestProtocolIsNoted(t *testing.T) {
	for p, want := range map[method.Protocol]bool{"": false, method.Taskgrove: false, method.Paper: true} {
		a := analyse(t, toy(), toyMarks(), analysis.ReportOptions{Protocol: p})
		var whole bytes.Buffer
		if err := a.WriteJSON(&whole); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Validate(schematest.Compile(t, "analysis.schema.json"), whole.Bytes()); a.Protocol != p || err != nil {
			t.Errorf("protocol %q, schema %v, want %q", a.Protocol, err, p)
		}
		for name, write := range map[string]func(io.Writer) error{"text": a.WriteText, "Markdown": a.WriteMarkdown, "LaTeX": a.WriteLaTeX} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(b.String(), "measured by protocol paper") != want {
				t.Errorf("protocol %q as %s: noted %v, want %v", p, name, !want, want)
			}
		}
	}
}
