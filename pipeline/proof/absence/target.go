package absence

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// shortest is the least number of characters of a value that is searched for. A shorter
// value occurs in too many texts by chance.
const shortest = 2

// answerRow is the row that holds all answers of an execution.
type answerRow struct {
	table   *corpus.Table
	number  int
	columns []int // columns that the answers were read or computed from, in table order
}

// rowOf returns the row that holds the answers of an execution, or a fault if there is no
// single row: the answers are in several rows, are a whole set, or are computed from one.
func rowOf(t *plan.Trace) (*answerRow, string) {
	h := &answerRow{number: -1}
	for _, a := range t.Program.Answers {
		if t.Result(a.From) == nil {
			continue // its condition is false
		}
		if fault := h.addNode(t, a.From); fault != "" {
			return nil, fault
		}
	}
	if h.table == nil {
		return nil, "computed: no answer is asked for"
	}
	slices.Sort(h.columns)
	h.columns = slices.Compact(h.columns)
	return h, ""
}

// addNode adds the row and the columns that hold a node's values. It returns a fault if
// there is no single row, or if it is not the row found so far.
func (h *answerRow) addNode(t *plan.Trace, name string) string {
	n := t.Program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Days, *plan.Arithmetic:
		for _, f := range n.From {
			if fault := h.addNode(t, f); fault != "" {
				return fault
			}
		}
		return ""
	case *plan.Project:
		from := t.Result(n.From[0])
		if t.Result(name).Type.Many {
			return fmt.Sprintf("set: %s gives all there are, and that there are none would be an answer", name)
		}
		if len(from.Rows) != 1 {
			return fmt.Sprintf("several: what %s gives stands in %d rows: want one", name, len(from.Rows))
		}
		row := int(from.Rows[0])
		if h.table != nil && (h.table != from.Source || h.number != row) {
			return fmt.Sprintf("several: the answers stand in row %d of %s and in row %d of %s: want one", h.number, h.table.Spec().Name, row, from.Source.Spec().Name)
		}
		h.table, h.number = from.Source, row
		for _, c := range o.Columns {
			h.columns = append(h.columns, h.table.Column(c))
		}
		return ""
	}
	return fmt.Sprintf("computed: what %s gives is worked out by %s: want it read from a row", name, n.Do.Kind())
}

// target is a value of the removed row, in the forms in which it is searched for.
type target struct {
	text  string // for people
	texts []string
	value value.Value
	// table and column are the only place where a number of few digits is searched for,
	// because it occurs elsewhere by chance. A nil table means every place.
	table  *corpus.Table
	column int
}

// targets returns every value of the row in the columns of the answers, spelt as in the cell
// and as in the answers.
func (h *answerRow) targets(answers []value.Answer) []target {
	var list []target
	for _, col := range h.columns {
		cell := h.table.Cell(h.number, col)
		for _, v := range cell.Values {
			n := target{text: v.Text, texts: []string{v.Text}, value: v}
			if len(cell.Values) == 1 {
				n.texts = append(n.texts, cell.Text())
			}
			if v.Kind == value.Number && scarce(v) {
				n.table, n.column, n.texts = h.table, col, nil
			}
			list = append(list, n)
		}
	}
	for _, a := range answers {
		if a.Kind == value.Text {
			list = append(list, target{text: a.Text, texts: append([]string{a.Text}, a.Aliases...), value: value.NewText(a.Text)})
		}
	}
	for i := range list {
		for j, t := range list[i].texts {
			list[i].texts[j] = value.Fold(t)
		}
		list[i].texts = slices.DeleteFunc(list[i].texts, func(t string) bool { return utf8.RuneCountInString(t) < shortest })
	}
	return list
}

// scarce reports whether a number has so few digits that it occurs elsewhere by chance.
func scarce(v value.Value) bool {
	return len(strings.Trim(strings.NewReplacer("-", "", ".", "").Replace(v.Text), "0")) < alternative.FewDigits
}

// find returns the first target that a row holds, as a value of its kind or as part of a
// text, and the name of the column; nil if there is none.
func find(targets []target, t *corpus.Table, row int) (*target, string) {
	for col := range t.Spec().Columns {
		c := t.Cell(row, col)
		if c.State != value.Present {
			continue
		}
		folded := value.Fold(c.Text())
		for i := range targets {
			n := &targets[i]
			if n.table != nil && (n.table != t || n.column != col) {
				continue
			}
			if slices.ContainsFunc(c.Values, n.equals) || n.standsIn(folded) {
				return n, t.Spec().Columns[col].Name
			}
		}
	}
	return nil, ""
}

// equals reports whether a cell's value is the target's, converting units.
func (n *target) equals(v value.Value) bool {
	if v.Kind != n.value.Kind {
		return false
	}
	if v.Kind != value.Number {
		return v.Text == n.value.Text
	}
	c, ok := value.Convert(v, n.value.Unit)
	return ok && c.Number.Equal(n.value.Number)
}

// standsIn reports whether a folded text contains one of the target's texts without cutting
// a run of digits.
func (n *target) standsIn(folded string) bool {
	return slices.ContainsFunc(n.texts, func(t string) bool {
		for at := 0; ; {
			i := strings.Index(folded[at:], t)
			if i < 0 {
				return false
			}
			from, to := at+i, at+i+len(t)
			if !(digitAt(folded, from-1) && digitAt(folded, from)) && !(digitAt(folded, to-1) && digitAt(folded, to)) {
				return true
			}
			at = from + 1
		}
	})
}

// digitAt reports whether there is an ASCII digit at an offset.
func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
