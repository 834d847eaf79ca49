package exam

import (
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// The tables of a collection.
const (
	essayTable      = "ExamEssay"
	partTable       = "ExamPart"
	assumptionTable = "ExamAssumption"
	pointTable      = "ExamPoint"
	questionTable   = "ExamQuestion"
	optionTable     = "ExamOption"
)

// TableNames returns the names of the tables that [Collection.Sheets] returns, in their order.
func TableNames() []string {
	return []string{essayTable, partTable, assumptionTable, pointTable, questionTable, optionTable}
}

// ofPart is a part of an essay by its place.
type ofPart struct {
	essay  *Essay
	number int // from 1
}

func (p ofPart) part() *Part { return &p.essay.Parts[p.number-1] }
func (p ofPart) id() string  { return p.essay.ID + "/" + strconv.Itoa(p.number) }

// Sheets returns the tables of a collection, ready to be written: essays, their parts, the
// suppositions and the rows of points of each part, questions, and their options. A part is named
// by its essay and number, "e/1"; suppositions, rows and options by theirs, "e/1/2". Texts keep
// their lines. What is unknown is null; points are written "0.65", the sums for a row "0.00/0.65",
// and the key of a question as letters, "A/C".
func (c *Collection) Sheets() []tablefile.Sheet {
	var parts []ofPart
	for i := range c.Essays {
		for n := range c.Essays[i].Parts {
			parts = append(parts, ofPart{&c.Essays[i], n + 1})
		}
	}
	assumptions := itemsOf(len(parts), func(i int) (string, []string) { return parts[i].id(), parts[i].part().Assumptions })
	points := itemsOf(len(parts), func(i int) (string, []Point) { return parts[i].id(), parts[i].part().Points })
	options := itemsOf(len(c.Questions), func(i int) (string, []string) { return c.Questions[i].ID, c.Questions[i].Options })
	return []tablefile.Sheet{
		{
			Name: essayTable, Columns: append([]string{"id", "title", "statement", "value"}, originColumns()...), Rows: len(c.Essays),
			Row: func(i int) []tablefile.Cell {
				e := &c.Essays[i]
				return append(cells(e.ID, e.Title, e.Statement, worth(e.Value)), e.cells()...)
			},
		},
		{
			Name: partTable, Columns: []string{"id", "essay", "label", "question", "answer", "value"}, Rows: len(parts),
			Row: func(i int) []tablefile.Cell {
				p := parts[i].part()
				return cells(parts[i].id(), parts[i].essay.ID, p.Label, p.Question, p.Answer, worth(p.Value))
			},
		},
		{
			Name: assumptionTable, Columns: []string{"id", "part", "assumption"}, Rows: len(assumptions),
			Row: func(i int) []tablefile.Cell { return cells(assumptions[i].id, assumptions[i].of, assumptions[i].item) },
		},
		{
			Name: pointTable, Columns: []string{"id", "part", "text", "values"}, Rows: len(points),
			Row: func(i int) []tablefile.Cell {
				p := points[i]
				return cells(p.id, p.of, p.item.Text, worths(p.item.Values))
			},
		},
		{
			Name: questionTable, Columns: append([]string{"id", "stem", "key"}, originColumns()...), Rows: len(c.Questions),
			Row: func(i int) []tablefile.Cell {
				q := &c.Questions[i]
				var key []string
				for _, k := range q.Key {
					key = append(key, letter(k))
				}
				return append(cells(q.ID, q.Stem, strings.Join(key, "/")), q.cells()...)
			},
		},
		{
			Name: optionTable, Columns: []string{"id", "exam_question", "text"}, Rows: len(options),
			Row: func(i int) []tablefile.Cell { return cells(options[i].id, options[i].of, options[i].item) },
		},
	}
}

// item is an element of a list of some row.
type item[T any] struct {
	of, id string
	item   T
}

// itemsOf returns the elements of the lists of n rows, in their order.
func itemsOf[T any](n int, list func(i int) (of string, items []T)) (all []item[T]) {
	for i := range n {
		of, items := list(i)
		for k, one := range items {
			all = append(all, item[T]{of, of + "/" + strconv.Itoa(k+1), one})
		}
	}
	return all
}

func originColumns() []string {
	return []string{"exam", "area", "field", "group", "day", "language", "file", "line"}
}

func (o *Origin) cells() []tablefile.Cell {
	line := ""
	if o.Line > 0 {
		line = strconv.Itoa(o.Line)
	}
	return cells(o.Exam, o.Area, o.Field, o.Group, o.Day, o.Language, o.File, line)
}

// cells returns cells of texts, null where a text is empty.
func cells(texts ...string) []tablefile.Cell {
	all := make([]tablefile.Cell, len(texts))
	for i, text := range texts {
		if text != "" {
			all[i] = tablefile.Text(text)
		}
	}
	return all
}

// worth writes points, "" for none.
func worth(points int) string {
	if points == 0 {
		return ""
	}
	return hundredths(points)
}

// worths writes the sums for a row of points, "" for a heading.
func worths(values []int) string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = hundredths(v)
	}
	return strings.Join(all, "/")
}
