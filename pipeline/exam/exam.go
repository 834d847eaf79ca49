// Package exam reads exams: open questions with their official answers and points tables, and
// questions with options of which some are right.
//
// [Read] reads a directory of files: JSON lines of this project's form (exam.schema.json) and of
// the bar exam benchmark oab_bench, plain text with marked options, essays under headings, and PDF
// through the program pdftotext. What a file holds is in the [Collection] or in one of its faults.
// [Collection.Sheets] are its tables, and [FromCorpus] takes the same collection from loaded
// tables, so that what was read can be looked at, corrected and read again. A [Taxonomy] says which
// field of law an exam's own name for an area means. Package exam/convert makes items of a
// collection that a machine grades.
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
	// Title is the heading above the statement, such as "QUESTÃO"; "" for none.
	Title string
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
	// Area is what the exam calls the field of law, such as "ETHICS"; "" if it does not say.
	Area string
	// Field is the field of law that a taxonomy finds for Area, or Area itself if it knows none;
	// "" if the exam does not say.
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
