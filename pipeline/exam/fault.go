package exam

import (
	"cmp"
	"fmt"
	"slices"
)

// Fault says what is wrong at a place of a file.
type Fault struct {
	// File is the path below the directory, or the name of a table; Line is the line or row,
	// from 1, 0 for the whole file.
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// Reason is the kind of fault, one of a closed set.
	Reason Reason `json:"reason"`
	// Detail says what is wrong and what was wanted, for people.
	Detail string `json:"detail"`
	// LeftOut says whether the question, part, text or file at that place is not in the collection.
	LeftOut bool `json:"left_out"`
}

// String returns the fault as "2011-03.txt:2168: what is wrong: want what is expected".
func (f Fault) String() string {
	if f.Line == 0 {
		return f.File + ": " + f.Detail
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Detail)
}

// Reason is a kind of fault.
type Reason string

// The closed set of reasons, see [Reasons].
const (
	NoKey         Reason = "no-key"         // a question without a right option, such as one that was annulled
	SeveralKeys   Reason = "several-keys"   // several options marked right where the exam wants one
	UnknownKey    Reason = "unknown-key"    // the key names an option that does not exist
	FewOptions    Reason = "few-options"    // fewer options than the other questions of the file, or one left out
	NoQuestion    Reason = "no-question"    // an answer without its question
	NoAnswer      Reason = "no-answer"      // an open question without its answer
	PointsSum     Reason = "points-sum"     // points that do not add up
	BadValue      Reason = "bad-value"      // a value of the wrong kind, such as points that are no number
	EmptyArea     Reason = "empty-area"     // a question whose area of law is not said
	UnknownArea   Reason = "unknown-area"   // an area of law that the taxonomy does not know
	DuplicateID   Reason = "duplicate-id"   // an identifier that an earlier question has
	Unread        Reason = "unread"         // text or members that are part of no question
	BrokenJSON    Reason = "broken-json"    // a line or file that is not JSON
	NotUTF8       Reason = "not-utf-8"      // bytes in another encoding
	Characters    Reason = "characters"     // control characters, which are taken out
	TooLarge      Reason = "too-large"      // a file of more than [MaxFile] bytes
	Scanned       Reason = "scanned"        // pages without text
	NoPDFReader   Reason = "no-pdf-reader"  // a PDF file where the program pdftotext is missing
	UnreadablePDF Reason = "unreadable-pdf" // a PDF file that pdftotext cannot read
)

// Reasons returns all reasons, in the order of reports.
func Reasons() []Reason {
	return []Reason{
		NoKey, SeveralKeys, UnknownKey, FewOptions, NoQuestion, NoAnswer, PointsSum, BadValue, EmptyArea, UnknownArea,
		DuplicateID, Unread, BrokenJSON, NotUTF8, Characters, TooLarge, Scanned, NoPDFReader, UnreadablePDF,
	}
}

// sortFaults sorts faults by file, line, reason and text.
func sortFaults(faults []Fault) {
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Detail, b.Detail))
	})
}

// Faulty returns how many faults of each reason left something out, and how many did not.
func (c *Collection) Faulty() (leftOut, kept map[Reason]int) {
	leftOut, kept = map[Reason]int{}, map[Reason]int{}
	for _, f := range c.Faults {
		if f.LeftOut {
			leftOut[f.Reason]++
		} else {
			kept[f.Reason]++
		}
	}
	return leftOut, kept
}
