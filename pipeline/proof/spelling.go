package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// spelling checks that different texts which a node distinguishes or counts cannot be
// spellings of one name, and that no masked name could be the name that a filter compares.
func (p *prover) spelling(r *relation) string {
	switch o := r.node.Do.(type) {
	case *plan.Filter:
		return p.filtered(r, o)
	case *plan.Frequent:
		data := p.texts(r.from[0], o.Column)
		for _, d := range data {
			if value.Masked(d.text, p.Domain.Masks) {
				return fmt.Sprintf("masked: %q in %s is counted as a name", d.text, o.Column)
			}
		}
		return p.variants(r.entity, 1, data)
	case *plan.Mode:
		return p.variants(r.entity, 1, r.from[0].data)
	case *plan.Combine:
		return p.variants(r.entity, 1, slices.Concat(r.from[0].data, r.from[1].data))
	case *plan.Project:
		if !r.single {
			return p.variants(r.entity, r.width, r.data)
		}
	}
	return ""
}

// texts returns the values that rows have in a column.
func (p *prover) texts(rows *relation, column string) []datum {
	var all []datum
	for _, row := range rows.rows {
		data, _, _ := cell(rows.table, row, column)
		all = append(all, data...)
	}
	return all
}

// variants checks that a set contains no text in two spellings and no entity under two
// names.
func (p *prover) variants(entity string, width int, data []datum) string {
	spelt := map[string][]string{}
	for v := range slices.Chunk(data, width) {
		if v[0].kind != value.Text {
			return ""
		}
		texts := textsIn(v)
		c := p.relational.canonical(entity, texts)
		if other := spelt[c]; other != nil && !slices.Equal(other, texts) {
			return fmt.Sprintf("ambiguous: %s and %s may be one", strings.Join(other, " "), strings.Join(texts, " "))
		}
		spelt[c] = texts
	}
	return ""
}

// filtered checks that a filter of texts leaves out no row that holds the wanted text in
// another spelling, under another name, or behind a mask.
func (p *prover) filtered(r *relation, o *plan.Filter) string {
	in := r.from[0]
	column := in.table.Spec().Column(o.Column)
	wanted := o.Operand
	switch {
	case o.Comparison == plan.Names:
		wanted = r.from[1].name[0]
	case kindOf(column) != value.Text || (o.Comparison != plan.Equals && o.Comparison != plan.Contains):
		return ""
	}
	for _, row := range in.rows {
		if slices.Contains(r.rows, row) {
			continue
		}
		for _, text := range textsIn(p.texts(&relation{table: in.table, rows: []int{row}}, o.Column)) {
			if o.Comparison == plan.Contains {
				if strings.Contains(value.Fold(text), value.Fold(wanted)) {
					return fmt.Sprintf("ambiguous: %q in row %d has %q within it but for its spelling", text, row, wanted)
				}
				continue
			}
			if p.relational.canonical(column.Entity, []string{text}) == p.relational.canonical(column.Entity, []string{wanted}) {
				return fmt.Sprintf("ambiguous: %s in row %d and %s may be one", text, row, wanted)
			}
			if column.Entity != "" && couldBe(text, wanted, p.Domain.Masks) {
				return fmt.Sprintf("masked: %q in row %d could be %s", text, row, wanted)
			}
		}
	}
	return ""
}

// couldBe reports whether a masked name could be the given name: its visible pieces occur in
// the name in order, the first at the beginning and the last at the end.
func couldBe(masked, name string, marks []string) bool {
	if !value.Masked(masked, marks) {
		return false
	}
	const hidden = "\x00"
	masked, name = value.Fold(masked), value.Fold(name)
	for _, m := range marks {
		if m = value.Fold(m); m != "" {
			masked = strings.ReplaceAll(masked, m, hidden)
		}
	}
	pieces := strings.Split(masked, hidden)
	first, last := pieces[0], pieces[len(pieces)-1]
	rest, ok := strings.CutPrefix(name, first)
	if !ok {
		return false
	}
	for _, piece := range pieces[1 : len(pieces)-1] {
		_, after, ok := strings.Cut(rest, piece)
		if !ok {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, last)
}
