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

// shortest is how many characters a value has at least that is looked for: a shorter one
// stands in too much by chance.
const shortest = 2

// answerRow is the one row that all answers of an execution stand in.
type answerRow struct {
	table   *corpus.Table
	number  int
	columns []int // those the answers were read from or worked out from, in table order
}

// rowOf returns the row that the answers of an execution stand in, or why there is no
// one row: answers stand in several, are all of a set, or are worked out from one.
func rowOf(t *plan.Trace) (*answerRow, string) {
	h := &answerRow{number: -1}
	for _, a := range t.Program.Answers {
		if t.Result(a.From) == nil {
			continue // not asked for
		}
		if fault := h.add(t, a.From); fault != "" {
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

// add adds the row that a node's values stand in.
func (h *answerRow) add(t *plan.Trace, name string) string {
	n := t.Program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Days, *plan.Arithmetic:
		for _, f := range n.From {
			if fault := h.add(t, f); fault != "" {
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

// target is something a row said, as it is looked for in others.
type target struct {
	text  string // for people
	texts []string
	value value.Value
	// table and column are the only place that a number of few digits is looked for in,
	// since it stands in others by chance; nil for everywhere.
	table  *corpus.Table
	column int
}

// targets returns what the row says in the columns the answers came from: every
// value, in the ways that the cell and the answers write it.
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

// scarce reports whether a number has so few digits that it stands elsewhere by chance.
func scarce(v value.Value) bool {
	return len(strings.Trim(strings.NewReplacer("-", "", ".", "").Replace(v.Text), "0")) < alternative.FewDigits
}

// find returns the first target that a row holds, as a value of its kind or within a
// text, and the column; nil for none.
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

// equals reports whether a cell's value is the target's, whatever its unit.
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

// standsIn reports whether one of the target's texts stands in a folded text, runs of
// digits not being cut.
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
