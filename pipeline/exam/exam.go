// Package exam reads exams: open questions with their official answers and points tables, and
// questions with options of which some are right.
//
// [Read] reads a directory of files; [Collection.Sheets] are its tables, and [FromCorpus] takes
// the same collection from loaded tables, so that what was read can be looked at, corrected and
// read again. Package exam/convert makes items of it that a machine grades.
package exam

// A Collection is what a directory of exams holds. Its lists are sorted by identifier. A
// collection is shared and must not be changed.
type Collection struct {
	// Essays are the open questions with official answers.
	Essays []Essay
	// Questions are the questions with options.
	Questions []Question
	// Faults say what is wrong with the files, by file and line.
	Faults []Fault
}

// An Essay is an open question: a statement, and parts that are asked about it.
type Essay struct {
	// ID is unique in the collection, also among its questions.
	ID string
	Origin
	// Statement is the text that all parts share; "" for a theory question, whose parts stand
	// alone.
	Statement string
	// Parts are in the order of the exam; at least one.
	Parts []Part
	// Value is the sum of points of all parts, in hundredths; 0 if the exam states none.
	Value int
}

// Origin says where a question comes from.
type Origin struct {
	// Exam names the exam, such as "2011-03".
	Exam string
	// Field is the field of law, as the exam or a taxonomy declares it; "" if unknown.
	Field string
	// Group is the group of fields that the taxonomy puts Field in; "" for none.
	Group string
	// Day is the day of the exam, YYYY-MM-DD, YYYY-MM or YYYY; "" if unknown.
	Day string
	// Language is "pt", "zh" or "en".
	Language string
	// File is the path below the directory, with slashes; Line is the first line, from 1.
	File string
	Line int
}

// A Part is one question of an essay with its official answer.
type Part struct {
	// Label is how the exam calls it ("A"), unique in the essay.
	Label string
	// Assumptions are suppositions that hold for this part besides the statement, in order; nil
	// for none. A supposition of an earlier part counts only where this part says so.
	Assumptions []string
	// Question is what is asked.
	Question string
	// Answer is the official answer as the source has it, without its points table.
	Answer string
	// Points are the rows of the points table, in order; nil if there is none.
	Points []Point
	// Value is the number of points, in hundredths; 0 if the exam states none.
	Value int
}

// A Point is one row of a points table: what an answer must say, and what that is worth.
type Point struct {
	// Text is the row as the source has it, with the values that stand within it.
	Text string
	// Values are the sums of points that can be given for the row, in hundredths, ascending;
	// nil for a row that is a heading.
	Values []int
}

// Heading reports whether the row only heads those after it.
func (p *Point) Heading() bool { return p.Values == nil }

// A Question is a question with options.
type Question struct {
	// ID is unique in the collection, also among its essays.
	ID string
	Origin
	// Stem is the question without its options.
	Stem string
	// Options are in the order of the exam; at least two.
	Options []string
	// Key are the positions of the right options, ascending, from 0; at least one. Most
	// exams have one.
	Key []int
}

// Fault says what is wrong at a place of a file.
type Fault struct {
	// File is the path below the directory; Line is from 1, 0 for the whole file.
	File string
	Line int
	// Reason is the kind of fault, one of a closed set.
	Reason Reason
	// Detail says what is wrong and what was wanted, for people.
	Detail string
	// LeftOut says whether the question or file at that place is not in the collection.
	LeftOut bool
}

// Reason is a kind of fault.
type Reason string
