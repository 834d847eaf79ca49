package analysis_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// callingMarks are of an agent that calls tools of other domains, of one that does not, and of one whose
// calls are not known.
func callingMarks() []bench.Mark {
	marks := []bench.Mark{
		marked("a1", "alpha", 0, 0), marked("a2", "alpha", 0, 1), marked("b1", "alpha", 0, 0), marked("b2", "alpha", 0, 1), marked("c1", "alpha", 0, 1),
		marked("a1", "beta", 0, 1), marked("a1", "gamma", 0, 1),
	}
	for i, n := range []int{2, 1, 3, 0, 0, 0} {
		marks[i].Domains = &bench.DomainUse{Unneeded: n}
		if n > 0 {
			marks[i].Domains.Others = []string{"shop"}
		}
	}
	return marks
}

// The figures of calls of other domains' tools, worked out by hand: three of five trials made six, and two of
// these are wrong, where the other two are right.
func TestDomains(t *testing.T) {
	a := analyse(t, toy(), callingMarks(), analysis.ReportOptions{})
	rows := a.Agents[0].Rows
	r := rows[len(rows)-1].Domains
	if r == nil || r.Trials != 5 || r.Calling != 3 || r.Calls != 6 || r.Wrong != 2 {
		t.Fatalf("calls of other domains %+v, want 6 in 3 of 5 trials, 2 of them wrong", r)
	}
	for _, tt := range []struct {
		name string
		got  *estimate.Estimate
		n    int
		want float64
	}{{"share that called", &r.CallingRate, 5, 3. / 5}, {"wrong of those", &r.CallingWrong, 3, 2. / 3}, {"wrong of the others", &r.OthersWrong, 2, 0}} {
		if tt.got.N != tt.n || tt.got.Mean == nil || math.Abs(*tt.got.Mean-tt.want) > 1e-8 {
			t.Errorf("%s: %v over %d tasks, want %v over %d", tt.name, tt.got.Mean, tt.got.N, tt.want, tt.n)
		}
	}
	if of := a.Agents[1].Rows[0].Domains; of == nil || of.Calling != 0 || of.CallingWrong.N != 0 {
		t.Errorf("of an agent that calls none: %+v, want no such trial", of)
	}
	if of := a.Agents[2].Rows[0].Domains; of != nil {
		t.Errorf("of an agent whose calls are not known: %+v, want nothing", of)
	}
	const title = "trials that called tools of a domain that their task does not need"
	golden(t, "domains.txt", func(b *bytes.Buffer) error { return part(t, b, a.WriteText, title, "\n\n") })
	golden(t, "domains.md", func(b *bytes.Buffer) error { return part(t, b, a.WriteMarkdown, title, "\n**") })
	golden(t, "domains.tex", func(b *bytes.Buffer) error { return part(t, b, a.WriteLaTeX, title, `\end{table}`) })
	var b bytes.Buffer
	if err := a.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const columns = 7
	var got [][]string
	for _, line := range lines {
		if line[0] != "alpha" || line[2] == "ALL" {
			got = append(got, line[len(line)-columns:])
		}
	}
	want := [][]string{
		{"domain_trials", "called_others", "calls_of_others", "called_others_wrong", "called_others_rate", "wrong_of_those", "wrong_of_the_others"},
		{"5", "3", "6", "2", "60.0", "66.7", "0.0"}, {"1", "0", "0", "0", "0.0", "", "0.0"},
	}
	if diff := cmp.Diff(want, got[:3]); diff != "" {
		t.Errorf("CSV (-want +got):\n%s", diff)
	}
}

// More domains than calls cannot be: marks may come from a file.
func TestDomainFaults(t *testing.T) {
	marks := callingMarks()
	marks[3].Domains.Others = []string{"shop"}
	if a, err := analysis.Analyse(toy(), marks, analysis.ReportOptions{}); err == nil {
		t.Errorf("no call of a domain: %+v, want an error", a.Agents[0].Rows)
	}
}
