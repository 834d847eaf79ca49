package exam

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
)

// FromCorpus returns the collection of which the tables of a corpus are the [Collection.Sheets]:
// equal essays and questions. Fields and groups are those of the tables. Its faults are those of
// the tables, with table and row, and those that follow from the questions, as [Read] finds them.
// It fails if the corpus lacks a table.
func FromCorpus(c *corpus.Corpus) (*Collection, error) {
	t := tables{}
	for _, name := range TableNames() {
		table := c.Table(name)
		if table == nil {
			return nil, fmt.Errorf("the corpus has no table %s: want the tables of exams: %s", name, strings.Join(TableNames(), ", "))
		}
		t.rows(name, table)
	}
	t.result.check()
	t.result.addAreaFaults(func(o *Origin) bool { return true })
	return &t.result, nil
}

// tables makes a collection of rows.
type tables struct {
	result    Collection
	essays    map[string]int    // positions by identifier
	partOf    map[string][2]int // positions of essay and part
	questions map[string]int
}

// rows adds the rows of a table. The tables come in the order of [TableNames].
func (t *tables) rows(name string, table *corpus.Table) {
	columns := map[string]int{}
	for i, column := range table.Spec().Columns {
		columns[column.Name] = i
	}
	for i := range table.Len() {
		cell := func(column string) string {
			if at, ok := columns[column]; ok {
				return table.Cell(i, at).Text()
			}
			return ""
		}
		t.row(name, i+1, cell)
	}
}

func (t *tables) fault(table string, row int, reason Reason, format string, args ...any) {
	t.result.Faults = append(t.result.Faults, Fault{table, row, reason, fmt.Sprintf(format, args...), true})
}

// row adds a row.
func (t *tables) row(table string, n int, cell func(column string) string) {
	switch table {
	case essayTable:
		if t.essays == nil {
			t.essays = map[string]int{}
		}
		e := Essay{ID: cell("id"), Title: cell("title"), Statement: cell("statement"), Value: t.points(table, n, cell("value")), Origin: originOf(cell)}
		t.essays[e.ID] = len(t.result.Essays)
		t.result.Essays = append(t.result.Essays, e)
	case partTable:
		at, ok := t.essays[cell("essay")]
		if !ok {
			t.fault(table, n, NoQuestion, "part %q is of essay %q, which the table %s does not have", cell("id"), cell("essay"), essayTable)
			return
		}
		if t.partOf == nil {
			t.partOf = map[string][2]int{}
		}
		e := &t.result.Essays[at]
		t.partOf[cell("id")] = [2]int{at, len(e.Parts)}
		e.Parts = append(e.Parts, Part{Label: cell("label"), Question: cell("question"), Answer: cell("answer"), Value: t.points(table, n, cell("value"))})
	case assumptionTable, pointTable:
		at, ok := t.partOf[cell("part")]
		if !ok {
			t.fault(table, n, NoQuestion, "row %q is of part %q, which the table %s does not have", cell("id"), cell("part"), partTable)
			return
		}
		p := &t.result.Essays[at[0]].Parts[at[1]]
		if table == assumptionTable {
			p.Assumptions = append(p.Assumptions, cell("assumption"))
			return
		}
		values, ok := parseValues(cell("values"))
		if !ok {
			t.fault(table, n, BadValue, "values %q: want points such as 0.00/0.65", cell("values"))
			return
		}
		p.Points = append(p.Points, Point{Text: cell("text"), Values: values})
	case questionTable:
		if t.questions == nil {
			t.questions = map[string]int{}
		}
		q := Question{ID: cell("id"), Stem: cell("stem"), Origin: originOf(cell)}
		for _, text := range strings.FieldsFunc(cell("key"), func(r rune) bool { return strings.ContainsRune("/,; 、", r) }) {
			position, ok := positionOf(text)
			if !ok {
				position = -1
			}
			q.Key = append(q.Key, position)
		}
		slices.Sort(q.Key)
		q.Key = slices.Compact(q.Key)
		t.questions[q.ID] = len(t.result.Questions)
		t.result.Questions = append(t.result.Questions, q)
	case optionTable:
		at, ok := t.questions[cell("exam_question")]
		if !ok {
			t.fault(table, n, NoQuestion, "option %q is of question %q, which the table %s does not have", cell("id"), cell("exam_question"), questionTable)
			return
		}
		t.result.Questions[at].Options = append(t.result.Questions[at].Options, cell("text"))
	}
}

// points reads points of a cell; 0 for none.
func (t *tables) points(table string, n int, text string) int {
	if text == "" {
		return 0
	}
	points, ok := parsePoints(text)
	if !ok {
		t.result.Faults = append(t.result.Faults, Fault{table, n, BadValue, fmt.Sprintf("value %q: want points such as 0.65", text), false})
	}
	return points
}

func originOf(cell func(column string) string) Origin {
	line, _ := strconv.Atoi(cell("line"))
	return Origin{
		Exam: cell("exam"), Area: cell("area"), Field: cell("field"), Group: cell("group"), Day: cell("day"), Language: cell("language"),
		File: cell("file"), Line: line,
	}
}
