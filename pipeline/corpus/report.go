package corpus

import (
	"cmp"
	"fmt"
	"slices"
)

// A LoadReport counts the contents that [Load] kept and lists the contents that it dropped,
// with reasons. Equal files give equal reports: a report has no paths and no times. None of
// its lists is nil.
type LoadReport struct {
	// Tables has one element per declared table, in the domain's order.
	Tables []TableReport `json:"tables"`
	// Passages has one element per declared retrieval corpus, in the domain's order.
	Passages []PassagesReport `json:"passages"`
	// Faults are sorted by file, line, reason and text. At most 1,000 per file and reason are
	// kept; Counts has the full numbers.
	Faults []LoadFault `json:"faults"`
	// Counts is the number of occurrences of each reason, in rows, passages, cells or files,
	// as the reason's comment says. Reasons without occurrences are absent.
	Counts map[LoadReason]int `json:"counts"`
}

// TableReport counts the rows of one table. Rows is the sum of Kept and Dropped.
//
// Problem describes in one line why the table lacks rows, and the remedy; "" if there is no
// problem. There are three problems. If rows were dropped, Problem has the line of the first
// one and the number of dropped rows. If the file has no rows, it says so, unless the domain
// declares that the table may be empty. If the table has
// no file, Problem names the file in the folder that seems to be meant for it, such as a
// file of another format; without such a file the table is simply empty, and Problem is "".
// A single dropped row is a problem: it may be the second row of a name that a task takes
// for unique.
type TableReport struct {
	Name    string         `json:"name"`    // the declared name
	File    string         `json:"file"`    // base name; "" where the table has no file
	Rows    int            `json:"rows"`    // records in the file, malformed ones included
	Kept    int            `json:"kept"`    // rows of the loaded table
	Dropped int            `json:"dropped"` // malformed, without key, or with a key seen before
	Columns []ColumnReport `json:"columns"` // every declared column, in order
	// Drops is Dropped by reason; nil for none.
	Drops   map[LoadReason]int `json:"drops,omitempty"`
	Problem string             `json:"problem,omitempty"` // see above
}

// Problems returns the problems of tables, then of passages, each in the domain's order;
// nil if there are none.
func (r *LoadReport) Problems() []string {
	var all []string
	for _, t := range r.Tables {
		if t.Problem != "" {
			all = append(all, t.Problem)
		}
	}
	for _, p := range r.Passages {
		if p.Problem != "" {
			all = append(all, p.Problem)
		}
	}
	return all
}

// ColumnReport counts the cells of one column in the kept rows. Observed is the sum of
// Empty, Sentinel and Present; the kept rows beyond Observed have no such cell.
type ColumnReport struct {
	Name     string `json:"name"`     // as in the source
	Observed int    `json:"observed"` // cells in the file, with or without a value
	Empty    int    `json:"empty"`    // cells that are null or blank
	Sentinel int    `json:"sentinel"` // cells with a declared mark for "none"
	Present  int    `json:"present"`  // cells with a value
	Unparsed int    `json:"unparsed"` // present cells whose value does not parse as the column's kind
	// Unread is the text of the first of them, cut to a few words; "" for none.
	Unread string `json:"unread,omitempty"`
	// Line is that of Unread, as [LoadFault.Line]; 0 for none and in a directory of parts.
	Line int `json:"line,omitempty"`
	// Ignored is the number of cells of the file, in rows that were dropped too, that were not read: lists and objects,
	// bytes, and texts with control characters.
	Ignored int `json:"ignored,omitempty"`
}

// PassagesReport counts the passages of one retrieval corpus.
type PassagesReport struct {
	Name    string             `json:"name"`              // as the domain declares it
	File    string             `json:"file"`              // base name; "" where it has no file
	Rows    int                `json:"rows"`              // records in the file
	Kept    int                `json:"kept"`              // passages loaded
	Dropped int                `json:"dropped"`           // malformed, or without text
	Drops   map[LoadReason]int `json:"drops,omitempty"`   // as in TableReport
	Problem string             `json:"problem,omitempty"` // as in TableReport
}

// A LoadReason says, in one word, why a part of a file was not used.
type LoadReason string

// The closed set of reasons.
const (
	Malformed          LoadReason = "malformed"           // rows dropped: not a record of the file's format
	MissingKey         LoadReason = "missing_key"         // rows dropped: the key cell is unobserved, empty or a sentinel
	DuplicateKey       LoadReason = "duplicate_key"       // rows dropped: an earlier row of the table has the key
	MissingText        LoadReason = "missing_text"        // passages dropped: the text is missing or blank
	ControlCharacter   LoadReason = "control_character"   // cells ignored: a control character, or a line end outside prose
	InvisibleCharacter LoadReason = "invisible_character" // cells read without invisible characters such as U+200B
	UnknownColumn      LoadReason = "unknown_column"      // cells ignored: the table does not declare the column
	DuplicateColumn    LoadReason = "duplicate_column"    // columns ignored: the header repeats a declared column
	Nested             LoadReason = "nested"              // cells ignored: a list or an object
	Binary             LoadReason = "binary"              // cells of a Parquet file ignored: bytes that are not UTF-8
	UnknownFile        LoadReason = "unknown_file"        // files ignored: the name is not that of a declared table or passages
)

// Drops reports whether an occurrence of the reason drops a row or a passage.
func (r LoadReason) Drops() bool {
	switch r {
	case Malformed, MissingKey, DuplicateKey, MissingText:
		return true
	}
	return false
}

// A LoadFault is one part of a file that could not be used.
type LoadFault struct {
	File string `json:"file"` // base name, also of a file that the domain does not declare
	// Line is the line of the file or, in a Parquet file, the row, counted from 1; 0 for the
	// whole file.
	Line   int        `json:"line"`
	Reason LoadReason `json:"reason"` // why it could not be used
	What   string     `json:"what"`   // what is wrong
	Wanted string     `json:"wanted"` // what is expected
	// Count is the number of occurrences: 1, except that unknown columns and cells that are
	// nested or hold control or invisible characters are counted per file, with Line at the
	// first.
	Count int `json:"count"`
}

// String returns the fault as "CompanyInfo.jsonl:12: what is wrong: want what is expected".
func (f LoadFault) String() string {
	where := f.File
	if f.Line > 0 {
		where = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	what := f.What
	if f.Count > 1 {
		what = fmt.Sprintf("%s, %d times", f.What, f.Count)
	}
	return fmt.Sprintf("%s: %s: want %s", where, what, f.Wanted)
}

// maxFaults is how many faults of one reason are kept for a file, so that a file
// of another format altogether does not fill memory with complaints.
const maxFaults = 1000

// faults collects what is wrong with one file.
type faults struct {
	file   string
	kept   []LoadFault
	counts map[LoadReason]int
	folded map[foldKey]int // position in kept
}

type foldKey struct {
	reason LoadReason
	what   string
}

func newFaults(file string) *faults {
	return &faults{file: file, counts: map[LoadReason]int{}, folded: map[foldKey]int{}}
}

// add records a fault at a line.
func (f *faults) add(line int, reason LoadReason, what, wanted string) {
	f.counts[reason]++
	if f.counts[reason] <= maxFaults {
		f.kept = append(f.kept, LoadFault{File: f.file, Line: line, Reason: reason, What: what, Wanted: wanted, Count: 1})
	}
}

// fold records a fault that is reported once for the file, at its first line.
func (f *faults) fold(line int, reason LoadReason, what, wanted string) {
	if at, ok := f.folded[foldKey{reason, what}]; ok {
		f.counts[reason]++
		f.kept[at].Count++
		return
	}
	if f.add(line, reason, what, wanted); f.counts[reason] <= maxFaults {
		f.folded[foldKey{reason, what}] = len(f.kept) - 1
	}
}

// dropped counts what was dropped by reason; nil for none.
func (f *faults) dropped() map[LoadReason]int {
	var drops map[LoadReason]int
	for reason, n := range f.counts {
		if reason.Drops() {
			if drops == nil {
				drops = map[LoadReason]int{}
			}
			drops[reason] = n
		}
	}
	return drops
}

// collect puts the faults of all files in order and counts them.
func (r *LoadReport) collect(strangers []LoadFault, files []*faults) {
	r.Counts = map[LoadReason]int{}
	r.Faults = append([]LoadFault{}, strangers...)
	for _, s := range strangers {
		r.Counts[s.Reason]++
	}
	for _, f := range files {
		r.Faults = append(r.Faults, f.kept...)
		for reason, n := range f.counts {
			r.Counts[reason] += n
		}
	}
	slices.SortFunc(r.Faults, func(a, b LoadFault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.What, b.What))
	})
}
