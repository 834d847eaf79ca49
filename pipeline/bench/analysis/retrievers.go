package analysis

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/retrieval"
)

// RetrieverReport compares retrievers by how much of what answers queries is among the first
// passages that they return.
type RetrieverReport struct {
	// Level is the confidence level of intervals, in (0, 1).
	Level float64 `json:"level"`
	// Rows has one row for each collection and retriever, those of one collection together; never
	// nil.
	Rows []RetrieverRow `json:"rows"`
}

// RetrieverRow has the figures of one retriever on the queries of one collection.
type RetrieverRow struct {
	// Passages names the passages, Size is their number, and Source says what the queries are made
	// of.
	Passages string                `json:"passages"`
	Size     int                   `json:"size"`
	Source   retrieval.QuerySource `json:"source"`
	// Retriever names the retriever.
	Retriever string `json:"retriever"`
	// Queries is the number of queries, and Needed the mean number of names that answer one.
	Queries int     `json:"queries"`
	Needed  float64 `json:"needed"`
	// Recalls has one entry for each of [RecallDepths], in that order.
	Recalls []RecallAt `json:"recalls"`
}

// RecallAt is the mean share, over queries, of what answers a query that is among the first K
// passages. A query that more than K names answer cannot reach 1.
type RecallAt struct {
	K    int               `json:"k"`
	Mean estimate.Estimate `json:"mean"`
}

// RecallDepths returns the numbers of passages at which retrievers are compared, ascending.
func RecallDepths() []int { return []int{1, 3, 5, 10} }

// NewRetrieverReport returns a report without rows, at a confidence level of 95 %.
func NewRetrieverReport() *RetrieverReport {
	return &RetrieverReport{Level: 0.95, Rows: []RetrieverRow{}}
}

// Add adds the row of a retriever on a collection, of whose queries it has the outcomes. Rows of one
// collection are added one after the other.
func (r *RetrieverReport) Add(c *retrieval.Collection, retriever string, outcomes []retrieval.QueryOutcome) {
	row := RetrieverRow{Passages: c.Passages, Size: len(c.Texts), Source: c.Source, Retriever: retriever, Queries: len(outcomes)}
	for i := range outcomes {
		row.Needed += float64(len(outcomes[i].Ranks))
	}
	row.Needed = round(row.Needed / float64(max(1, len(outcomes))))
	for _, k := range RecallDepths() {
		values := make([]estimate.Measurement, len(outcomes))
		for i := range outcomes {
			values[i] = estimate.Measurement{X: outcomes[i].Recall(k), Cluster: outcomes[i].Cluster}
		}
		row.Recalls = append(row.Recalls, RecallAt{K: k, Mean: estimate.Share(values, r.Level)})
	}
	r.Rows = append(r.Rows, row)
}

// sourceTitles say in tables what queries are made of.
var sourceTitles = map[retrieval.QuerySource]string{
	retrieval.Plans: "queries of plans", retrieval.Writing: "questions of texts to write", retrieval.Texts: "texts without their citations", retrieval.Located: "questions that quote a provision", retrieval.Named: "other questions about a provision",
}

// tables returns the table of all rows, the best retriever of each collection in bold.
func (r *RetrieverReport) tables() []table {
	t := table{title: "passages that answer a query among the first k returned, in percent with standard errors", head: []string{"passages", "number", "queries from", "retriever", "queries", "needed"}}
	for _, k := range RecallDepths() {
		t.head = append(t.head, fmt.Sprintf("recall@%d", k))
	}
	few := false
	for i := range r.Rows {
		row := &r.Rows[i]
		cells := []string{row.Passages, strconv.Itoa(row.Size), sourceTitles[row.Source], row.Retriever, strconv.Itoa(row.Queries), formatDecimals(&row.Needed, 1)}
		for j := range row.Recalls {
			few = few || isFew(&row.Recalls[j].Mean)
			cells = append(cells, formatRate(&row.Recalls[j].Mean))
		}
		t.rows = append(t.rows, cells)
	}
	fixed := len(t.head) - len(RecallDepths())
	for i := range r.Rows {
		if i > 0 && r.Rows[i].sameCollection(&r.Rows[i-1]) {
			continue
		}
		for j := range RecallDepths() {
			means := make([]*float64, len(r.Rows))
			for k := i; k < len(r.Rows) && r.Rows[k].sameCollection(&r.Rows[i]); k++ {
				means[k] = r.Rows[k].Recalls[j].Mean.Mean
			}
			t.markBest(fixed+j, means)
		}
	}
	if few {
		t.notes = append(t.notes, fmt.Sprintf("fewer than %d queries are too few for a standard error or an interval", estimate.MinItems))
	}
	if slices.ContainsFunc(r.Rows, func(row RetrieverRow) bool { return row.Source == retrieval.Plans }) {
		t.notes = append(t.notes, "where a plan takes the first passage with a name, that is the first that the tasks' own retriever found")
	}
	return []table{t}
}

// sameCollection reports whether two rows are of one collection.
func (row *RetrieverRow) sameCollection(other *RetrieverRow) bool {
	return row.Passages == other.Passages && row.Source == other.Source
}

// WriteText writes the report for people. The error is the writer's.
func (r *RetrieverReport) WriteText(w io.Writer) error { return writeTextTables(w, r.tables()) }

// WriteMarkdown writes the table of [RetrieverReport.WriteText] as Markdown. The error is the
// writer's.
func (r *RetrieverReport) WriteMarkdown(w io.Writer) error {
	return writeMarkdownTables(w, r.tables())
}

// WriteLaTeX writes the table of [RetrieverReport.WriteText] for LaTeX with package booktabs, the best
// retriever of each collection in bold. The error is the writer's.
func (r *RetrieverReport) WriteLaTeX(w io.Writer) error { return writeLaTeXTables(w, r.tables()) }

// WriteJSON writes the report as indented JSON that conforms to schemas/retrievers.schema.json. The
// error is the writer's.
func (r *RetrieverReport) WriteJSON(w io.Writer) error { return writeJSON(w, r) }

// WriteCSV writes one line for each row and depth below a line of names, in percent with one decimal.
// The error is the writer's.
func (r *RetrieverReport) WriteCSV(w io.Writer) error {
	lines := [][]string{{"passages", "size", "source", "retriever", "queries", "needed", "k", "recall", "recall_se", "recall_low", "recall_high"}}
	for i := range r.Rows {
		row := &r.Rows[i]
		for j := range row.Recalls {
			e := &row.Recalls[j].Mean
			line := []string{plainCell(row.Passages), strconv.Itoa(row.Size), string(row.Source), plainCell(row.Retriever), strconv.Itoa(row.Queries), csvDecimals(&row.Needed, 1), strconv.Itoa(row.Recalls[j].K), csvPercent(e.Mean)}
			lines = append(lines, append(line, csvErrors(e)...))
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}
