package analysis_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// selectingMarks are of an agent that selects tools and of one that does not.
func selectingMarks() []bench.Mark {
	match := func(selected, needed, right int) bench.SelectionMatch {
		return bench.SelectionMatch{Selected: selected, Needed: needed, Right: right}
	}
	lacked := []string{"get_case"}
	marks := []bench.Mark{
		marked("a1", "alpha", 0, 1), marked("a2", "alpha", 0, 0), marked("b1", "alpha", 0, 0), marked("b2", "alpha", 0, 1), marked("c1", "alpha", 0, 1),
		marked("a1", "beta", 0, 1), marked("c2", "alpha", 0, 1),
	}
	for i, s := range []bench.Selection{
		{Tables: match(1, 1, 1), Tools: match(2, 1, 1), Offered: 4},
		{Tables: match(2, 1, 1), Tools: match(0, 1, 0), Offered: 6},
		{Tables: match(1, 1, 0), Tools: match(1, 1, 0), Offered: 2, Lacked: lacked},
		{Tables: match(2, 1, 0), Tools: match(1, 1, 0), Offered: 4, Lacked: lacked},
		{Tables: match(0, 2, 0), Tools: match(0, 2, 0), Offered: 10, Unusable: true},
	} {
		marks[i].Selection = &s
	}
	return marks
}

// The figures of selections, worked out by hand: five of six trials have one, of which one is
// unusable and two lack a tool, one of them without loss.
func TestSelection(t *testing.T) {
	a := analyse(t, toy(), selectingMarks(), analysis.ReportOptions{})
	rows := a.Agents[0].Rows
	s := rows[len(rows)-1].Selection
	if s == nil || s.Trials != 5 || s.Unusable != 1 || s.Lacked != 2 || s.Lost != 1 || s.Offered != 5.2 {
		t.Fatalf("selections %+v, want 5 of 5.2 lookups, one unusable, two that lack one, one lost", s)
	}
	for _, tt := range []struct {
		name string
		got  *estimate.Estimate
		n    int
		want float64
	}{
		{"table precision", &s.TablePrecision, 4, (1 + 0.5) / 4}, {"table recall", &s.TableRecall, 4, 2. / 4},
		{"tool precision", &s.ToolPrecision, 3, 0.5 / 3}, {"tool recall", &s.ToolRecall, 4, 1. / 4},
		{"success with all", &s.Complete, 3, 2. / 3}, {"success without", &s.Lacking, 2, 1. / 2},
	} {
		if tt.got.N != tt.n || tt.got.Mean == nil || math.Abs(*tt.got.Mean-tt.want) > 1e-8 {
			t.Errorf("%s: %v over %d tasks, want %v over %d", tt.name, tt.got.Mean, tt.got.N, tt.want, tt.n)
		}
	}
	for _, r := range a.Agents[1].Rows {
		if r.Selection != nil {
			t.Errorf("%s of an agent that selects nothing: %+v, want nothing", r.Type, r.Selection)
		}
	}
	if of := rows[0].Selection; of.Trials != 4 || of.Lacked != 2 {
		t.Errorf("1-hop: %+v, want the four trials of that type", of)
	}
	const title = "tools and tables that models selected"
	golden(t, "selection.txt", func(b *bytes.Buffer) error { return part(t, b, a.WriteText, title, "\n\n") })
	golden(t, "selection.md", func(b *bytes.Buffer) error { return part(t, b, a.WriteMarkdown, title, "\n**") })
	golden(t, "selection.tex", func(b *bytes.Buffer) error { return part(t, b, a.WriteLaTeX, title, `\end{table}`) })
	var b bytes.Buffer
	if err := a.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const columns = 11
	var got [][]string
	for _, line := range lines[:3] {
		got = append(got, line[len(line)-columns:])
	}
	want := [][]string{
		{"selections", "selections_unusable", "table_precision", "table_recall", "tool_precision", "tool_recall", "lookups_offered", "lacked", "lost", "success_complete", "success_lacking"},
		{"4", "0", "37.5", "50.0", "16.7", "25.0", "4.0", "2", "1", "50.0", "50.0"},
		{"1", "1", "", "", "", "", "10.0", "0", "0", "100.0", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CSV (-want +got):\n%s", diff)
	}
}

// part writes what stands between a title and the first end behind it.
func part(t *testing.T, to *bytes.Buffer, write func(io.Writer) error, title, end string) error {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	_, text, ok := strings.Cut(b.String(), title)
	if !ok {
		t.Errorf("no table %q in\n%s", title, &b)
	}
	text, _, _ = strings.Cut(text, end)
	_, err := io.WriteString(to, title+strings.TrimSpace(text)+"\n")
	return err
}

// Figures that cannot be are refused: marks may come from a file.
func TestSelectionFaults(t *testing.T) {
	for _, change := range []func(*bench.Selection){
		func(s *bench.Selection) { s.Tools.Right = 3 }, func(s *bench.Selection) { s.Tables.Selected = -1 }, func(s *bench.Selection) { s.Offered = -1 },
		func(s *bench.Selection) { s.Tables.Right = -1 },
	} {
		marks := selectingMarks()
		change(marks[0].Selection)
		if a, err := analysis.Analyse(toy(), marks, analysis.ReportOptions{}); err == nil {
			t.Errorf("selection %+v: %+v, want an error", marks[0].Selection, a.Agents[0].Rows)
		}
	}
}
