package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Citations takes the names of all passages that a text cites, each once in the order of
// the text, as the domain declares how texts list them. If the text mentions a part of a
// work in another form, the reason is [Underived]; if it cites nothing, [Missing].
type Citations struct {
	// Passages names the passages cited.
	Passages string `json:"passages"`
}

// ReadFact takes a fact that a text of a column states, as a value of the fact's kind. If
// the text does not state it, the reason is [Underived]; if it states different values,
// [Several].
type ReadFact struct {
	// Fact names a fact of the table that the text comes from.
	Fact string `json:"fact"`
}

// Kind implements [Operation].
func (*Citations) Kind() string { return "citations" }

// Kind implements [Operation].
func (*ReadFact) Kind() string { return "fact" }

// proseOf returns the column of the only input, which must be a single text of prose.
func proseOf(d *domain.Domain, in []Type) (*domain.Table, *domain.Column, error) {
	if len(in) == 1 && in[0].Shape == ShapeValues && !in[0].Many && len(in[0].Columns) == 1 {
		t := d.Table(in[0].Table)
		if c := t.Column(in[0].Columns[0]); c != nil && c.Kind == domain.KindProse {
			return t, c, nil
		}
	}
	return nil, nil, errors.New("want one input: a single text of a column of prose")
}

func (o *Citations) check(d *domain.Domain, in []Type) (Type, error) {
	_, c, err := proseOf(d, in)
	if err != nil {
		return Type{}, err
	}
	if o.Passages == "" || c.Cites != o.Passages {
		return Type{}, fmt.Errorf("passages %q: want the passages that the domain declares column %q to cite", o.Passages, c.Name)
	}
	return Type{Shape: ShapeValues, Many: true, Passages: o.Passages}, nil
}

func (o *ReadFact) check(d *domain.Domain, in []Type) (Type, error) {
	t, c, err := proseOf(d, in)
	if err != nil {
		return Type{}, err
	}
	f, of := t.Fact(o.Fact)
	if f == nil || of != c {
		return Type{}, fmt.Errorf("fact %q: want a fact of column %q", o.Fact, c.Name)
	}
	return Type{Shape: ShapeValues, Table: t.Name, Columns: []string{f.Name}, Unit: f.Unit}, nil
}

func (o *Citations) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	if len(in[0].Texts()) != 1 {
		return nil, Several, nil
	}
	cited, ok := x.domain.Passage(o.Passages).Reference.CitationReader()(in[0].Texts()[0])
	switch {
	case !ok:
		return nil, Underived, nil
	case len(cited) == 0:
		return nil, Missing, nil
	}
	out := &NodeResult{Cited: cited}
	for _, h := range cited {
		out.Values = append(out.Values, value.NewText(h.Name()))
	}
	return out, "", nil
}

func (o *ReadFact) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	if len(in[0].Texts()) != 1 {
		return nil, Several, nil
	}
	f, _ := x.domain.Table(in[0].Type.Table).Fact(o.Fact)
	v, reason := FactIn(f, in[0].Texts()[0])
	if reason != "" {
		return nil, reason, nil
	}
	return &NodeResult{Values: []value.Value{v}}, "", nil
}

// FactIn returns the value of a fact that a text states. The reason is [Underived] if the
// text does not state the fact, [Unparsed] if the wording is no value of its kind, and
// [Several] if it states different values.
func FactIn(f *domain.Fact, text string) (value.Value, Reason) {
	var found []value.Value
	for _, piece := range f.Reader()(text) {
		v, ok := value.ParseDate(piece)
		if f.Kind.Numeric() {
			v, ok = value.ParseNumber(piece, f.Unit)
		}
		if !ok || f.Kind.Numeric() && v.Unit != f.Unit {
			return value.Value{}, Unparsed
		}
		if !slices.ContainsFunc(found, func(o value.Value) bool { return value.Equal(o, v) }) {
			found = append(found, v)
		}
	}
	switch len(found) {
	case 0:
		return value.Value{}, Underived
	case 1:
		return found[0], ""
	}
	return value.Value{}, Several
}

// proseTargets returns the columns of prose of which a question can ask a path's last
// lookup for the citations or for a fact; nil if the lookup returns a set.
func proseTargets(d *domain.Domain, p Path) []*domain.Column {
	t := d.Tool(p.Hops[len(p.Hops)-1].Tool)
	if t.Returns == domain.Many {
		return nil
	}
	var all []*domain.Column
	table := d.Table(t.Table)
	for i := range table.Columns {
		c := &table.Columns[i]
		if (c.Cites != "" || c.Facts != nil) && (t.Returns != domain.Field || t.Column == c.Name) {
			all = append(all, c)
		}
	}
	return all
}
