package proof

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// datum is one value of a result.
type datum struct {
	kind   value.Kind
	text   string   // canonical text; "" for a computed number
	number *big.Rat // for kind Number
	unit   string
}

// countOf returns a computed count.
func countOf(n int) []datum {
	return []datum{{kind: value.Number, number: big.NewRat(int64(n), 1)}}
}

// compare orders two numbers or two days.
func (d datum) compare(e datum) int {
	if d.kind == value.Number {
		return d.number.Cmp(e.number)
	}
	return strings.Compare(d.text, e.text)
}

// scalar returns the value of a cell that must hold exactly one, of the given kind.
func (r *relational) scalar(t *corpus.Table, row int, column string, kind value.Kind) (datum, plan.Reason, string) {
	data, reason, detail := cell(t, row, column)
	switch {
	case reason != "":
		return datum{}, reason, detail
	case len(data) != 1:
		return datum{}, plan.Several, fmt.Sprintf("row %d holds %d values in %s: want one", row, len(data), column)
	case data[0].kind != kind:
		return datum{}, plan.Unparsed, fmt.Sprintf("%q in %s is no %s", data[0].text, column, kind)
	}
	return data[0], "", ""
}

// scalars returns the number or day that each row of a relation has in a column.
func (r *relational) scalars(of *relation, column string) ([]datum, plan.Reason, string) {
	kind := kindOf(of.table.Spec().Column(column))
	all := make([]datum, len(of.rows))
	for i, row := range of.rows {
		d, reason, detail := r.scalar(of.table, row, column, kind)
		if reason != "" {
			return nil, reason, detail
		}
		all[i] = d
	}
	return all, "", ""
}

// cell returns the values of a cell, or the reason why it has none.
func cell(t *corpus.Table, row int, column string) ([]datum, plan.Reason, string) {
	c := t.Cell(row, t.Column(column))
	reason := map[value.State]plan.Reason{
		value.Unobserved: plan.Unobserved, value.Empty: plan.Blank, value.Sentinel: plan.Sentinel,
	}[c.State]
	if reason != "" {
		return nil, reason, fmt.Sprintf("row %d has no value in %s", row, column)
	}
	data := make([]datum, len(c.Values))
	for i, v := range c.Values {
		data[i] = datum{kind: v.Kind, text: v.Text, unit: v.Unit}
		if v.Kind == value.Number {
			data[i].number, _ = new(big.Rat).SetString(v.Text) // canonical digits
		}
	}
	return data, "", ""
}

// kindOf returns the kind of the values in a column.
func kindOf(c *domain.Column) value.Kind {
	switch {
	case c.Kind == domain.KindDate:
		return value.Date
	case c.Kind.Numeric():
		return value.Number
	}
	return value.Text
}

// project takes the values of columns, row by row.
func (r *relational) project(to *relation, o *plan.Project) (plan.Reason, string) {
	in, columns := to.from[0], o.Columns
	if len(in.rows) == 0 {
		return plan.Missing, "no row to take a value from"
	}
	spec := in.table.Spec()
	entity, part := entityOf(spec.Column(columns[0]))
	if part != "" && len(columns) == 1 {
		entity = ""
	}
	to.table, to.rows, to.single, to.entity, to.width = in.table, in.rows, in.single, entity, len(columns)
	names := entity != "" && in.single
	for _, row := range in.rows {
		for _, name := range columns {
			data, reason, detail := cell(in.table, row, name)
			if to.unstated = o.Unstated && (reason == plan.Blank || reason == plan.Sentinel); to.unstated {
				return "", ""
			}
			if reason != "" {
				return reason, detail
			}
			if (names || to.width > 1) && len(data) != 1 {
				return plan.Several, fmt.Sprintf("row %d names %d in %s: want one", row, len(data), name)
			}
			for _, d := range data {
				if d.kind == value.Text && spec.Column(name).Kind != domain.KindProse && value.Masked(d.text, r.domain.Masks) {
					return plan.Masked, fmt.Sprintf("%q in %s is masked", d.text, name)
				}
				if d.kind != kindOf(spec.Column(name)) {
					return plan.Unparsed, fmt.Sprintf("%q in %s is no %s", d.text, name, kindOf(spec.Column(name)))
				}
				if names {
					to.name = append(to.name, d.text)
				}
			}
			to.data = append(to.data, data...)
		}
	}
	return "", ""
}

// members returns the distinct values of a set in order of first appearance. A member has
// one text for each part of the entity.
func (r *relation) members() [][]string {
	var all [][]string
	seen := map[string]bool{}
	for value := range slices.Chunk(r.data, r.width) {
		texts := textsIn(value)
		if k := key("", texts...); !seen[k] {
			seen[k] = true
			all = append(all, texts)
		}
	}
	return all
}
