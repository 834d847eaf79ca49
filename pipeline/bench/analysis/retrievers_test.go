package analysis_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/retrieval"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// comparedRetrievers is a report of two retrievers on one collection and of one on another.
func comparedRetrievers() *analysis.RetrieverReport {
	r := analysis.NewRetrieverReport()
	law := &retrieval.Collection{Passages: "Law", Source: retrieval.Texts, Texts: make([]string, 40)}
	outcome := func(cluster int, ranks ...int) retrieval.QueryOutcome {
		return retrieval.QueryOutcome{Cluster: fmt.Sprint(cluster), Ranks: ranks}
	}
	var first, second []retrieval.QueryOutcome
	for i := range 6 {
		first = append(first, outcome(i, 1), outcome(i, 0, 4)) // recall@1 of 1 and 0, @5 of 1 and 1/2
		second = append(second, outcome(i, 3), outcome(i, 1, 10))
	}
	r.Add(law, "bm25", first)
	r.Add(law, hostile, second)
	r.Add(&retrieval.Collection{Passages: "=Notes", Source: retrieval.Plans, Texts: make([]string, 3)}, "bm25", []retrieval.QueryOutcome{outcome(0, 2)})
	return r
}

// Recall at each depth, worked out by hand: half of the queries need one name and half two.
func TestRetrievers(t *testing.T) {
	r := comparedRetrievers()
	for i, want := range [][4]float64{{0.5, 0.5, 0.75, 0.75}, {0.25, 0.75, 0.75, 1}, {0, 1, 1, 1}} {
		row := r.Rows[i]
		for j, k := range analysis.RecallDepths() {
			if got := row.Recalls[j]; got.K != k || got.Mean.Mean == nil || math.Abs(*got.Mean.Mean-want[j]) > 1e-9 {
				t.Errorf("row %d: recall@%d %+v, want %v", i, k, got, want[j])
			}
		}
	}
	if row := r.Rows[0]; row.Queries != 12 || row.Needed != 1.5 || row.Size != 40 || *row.Recalls[0].Mean.SE != 0 {
		t.Errorf("row %+v, want 12 queries of 1.5 names, and no error over clusters that are equal", row)
	}
	golden(t, "retrievers.txt", func(b *bytes.Buffer) error { return r.WriteText(b) })
	golden(t, "retrievers.md", func(b *bytes.Buffer) error { return r.WriteMarkdown(b) })
	golden(t, "retrievers.tex", func(b *bytes.Buffer) error { return r.WriteLaTeX(b) })
	golden(t, "retrievers.csv", func(b *bytes.Buffer) error { return r.WriteCSV(b) })
	golden(t, "retrievers.json", func(b *bytes.Buffer) error { return r.WriteJSON(b) })

	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&b)
	if err == nil {
		err = schematest.Compile(t, "retrievers.schema.json").Validate(doc)
	}
	if err != nil {
		t.Error(err)
	}
}

// The figures do not depend on the order of queries.
func TestRetrieverOrder(t *testing.T) {
	c := &retrieval.Collection{Passages: "Law", Source: retrieval.Texts}
	outcomes := []retrieval.QueryOutcome{{Cluster: "a", Ranks: []int{1, 0, 3}}, {Cluster: "b", Ranks: []int{0}}, {Cluster: "a", Ranks: []int{7}}}
	text := func() string {
		r := analysis.NewRetrieverReport()
		r.Add(c, "bm25", outcomes)
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before := text()
	slices.Reverse(outcomes)
	if after := text(); after != before {
		t.Errorf("in another order:\n%s\nwant\n%s", after, before)
	}
}
