package tool

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// lookup returns the rows of a table that match its text inputs.
type lookup struct {
	spec   *domain.Tool
	table  *corpus.Table
	match  []alternative
	all    []int // the columns where none are asked for
	hidden int32 // a row that is not there, for a [ReducedSet], or none
	faults *faults
}

// alternative is one way a row can match: each column equals the text of the
// input at the same place.
type alternative struct {
	columns []int
	inputs  []int // positions among the tool's inputs
}

func newLookup(c *corpus.Corpus, spec *domain.Tool, f *faults) (*lookup, error) {
	t := c.Table(spec.Table)
	if t == nil {
		return nil, fmt.Errorf("table %q: not declared by the domain", spec.Table)
	}
	l := &lookup{spec: spec, table: t, hidden: none, faults: f}
	for _, m := range spec.Match {
		a, err := l.alternative(m)
		if err != nil {
			return nil, err
		}
		l.match = append(l.match, a)
	}
	switch spec.Returns {
	case domain.One, domain.Many:
		for i := range t.Spec().Columns {
			l.all = append(l.all, i)
		}
	case domain.Field:
		i := t.Column(spec.Column)
		if i < 0 {
			return nil, fmt.Errorf("column %q: not a column of table %q", spec.Column, spec.Table)
		}
		l.all = []int{i}
	default:
		return nil, fmt.Errorf("returns %q: want one, many or field", spec.Returns)
	}
	return l, nil
}

// Finder returns a function that maps the texts of a lookup's inputs, in the order of
// inputs, to the numbers of all matching rows, in the order of the table; nil if there are none. A
// lookup that returns one row returns the first of them. Finder fails for an inconsistent
// declaration and for an input that the tool lacks. The function is safe for concurrent
// use; its result must not be changed.
func Finder(c *corpus.Corpus, spec *domain.Tool, inputs []string) (func(texts []string) []int32, error) {
	l, err := newLookup(c, spec, nil)
	if err != nil {
		return nil, fmt.Errorf("tool %q: %w", spec.Name, err)
	}
	at := make([]int, len(inputs))
	for i, name := range inputs {
		if at[i] = l.input(name); at[i] < 0 {
			return nil, fmt.Errorf("tool %q: input %q: not a text input of the tool", spec.Name, name)
		}
	}
	return func(texts []string) []int32 {
		var few [4]text // no allocation for the usual number of inputs
		keys := append(few[:0], make([]text, len(spec.Inputs))...)
		for i, k := range at {
			keys[k] = text{texts[i], true}
		}
		return l.find(keys)
	}, nil
}

// input returns the position of the text input of that name; -1 for none.
func (l *lookup) input(name string) int {
	return slices.IndexFunc(l.spec.Inputs, func(in domain.ToolInput) bool { return in.Name == name && in.Type == domain.InputString })
}

func (l *lookup) alternative(m domain.LookupMatch) (a alternative, err error) {
	if len(m.Columns) == 0 || len(m.Columns) != len(m.Inputs) {
		return a, fmt.Errorf("match of %d columns with %d inputs: want equal numbers", len(m.Columns), len(m.Inputs))
	}
	for i, name := range m.Columns {
		col := l.table.Column(name)
		if col < 0 {
			return a, fmt.Errorf("column %q: not a column of table %q", name, l.spec.Table)
		}
		in := l.input(m.Inputs[i])
		if in < 0 {
			return a, fmt.Errorf("match input %q: not a text input of the tool", m.Inputs[i])
		}
		a.columns = append(a.columns, col)
		a.inputs = append(a.inputs, in)
	}
	return a, nil
}

// text is a text argument that may not have been given.
type text struct {
	s     string
	given bool
}

func (l *lookup) call(_ context.Context, args any) (Result, error) {
	m, ok := named(args, l.spec.Inputs)
	if !ok {
		return l.faults.arguments, nil
	}
	var few [4]text // no allocation for the usual number of inputs
	keys := append(few[:0], make([]text, len(l.spec.Inputs))...)
	var wanted []string
	for i := range l.spec.Inputs {
		in := &l.spec.Inputs[i]
		v, ok := given(m, in.Name)
		if !ok {
			if !in.Optional {
				return l.faults.arguments, nil
			}
			continue
		}
		switch in.Type {
		case domain.InputString:
			keys[i].s, keys[i].given = v.(string)
			ok = keys[i].given
		case domain.InputColumns:
			wanted, ok = texts(v)
		}
		if !ok {
			return l.faults.arguments, nil
		}
	}
	rows := l.find(keys)
	if len(rows) == 0 {
		return l.faults.missing, nil
	}
	columns, ok := l.columns(wanted)
	if !ok {
		return l.faults.columns, nil
	}
	if l.spec.Returns != domain.Many {
		rows = rows[:1:1]
	}
	if l.spec.Returns == domain.Field && l.table.Cell(int(rows[0]), columns[0]).Source == "" {
		return l.faults.missing, nil
	}
	return Result{Table: l.table, Rows: rows, Columns: columns, returns: l.spec.Returns}, nil
}

// find returns the rows that match, each once, in the order of the table: those that have
// the texts as they are, else with round brackets in full width, else in ASCII.
// The published client widened brackets, and sources write them either way.
func (l *lookup) find(keys []text) []int32 {
	rows := l.rows(keys)
	if len(rows) > 0 || !bracketed(keys) {
		return rows
	}
	for _, spell := range []func(string) string{wide, narrow} {
		var few [4]text
		spelt := append(few[:0], keys...)
		for i := range spelt {
			spelt[i].s = spell(spelt[i].s)
		}
		if slices.Equal(spelt, keys) {
			continue
		}
		if rows = l.rows(spelt); len(rows) > 0 {
			break
		}
	}
	return rows
}

// rows returns the rows that match any alternative whose inputs are all given.
func (l *lookup) rows(keys []text) []int32 {
	var found []int32
	owned := false // found is no slice of the corpus
alternatives:
	for _, a := range l.match {
		var few [4]string
		key := few[:0]
		for _, in := range a.inputs {
			if !keys[in].given {
				continue alternatives
			}
			key = append(key, keys[in].s)
		}
		var rows []int32
		if len(key) == 1 {
			rows = l.table.Match(a.columns[0], key[0])
		} else {
			rows = l.table.MatchAll(a.columns, key)
		}
		switch {
		case len(rows) == 0:
		case len(found) == 0:
			found = rows
		default:
			if !owned {
				found, owned = slices.Clone(found), true
			}
			found = append(found, rows...)
		}
	}
	if owned {
		slices.Sort(found)
		found = slices.Compact(found)
	}
	return l.visible(found)
}

// columns returns the numbers of the columns asked for, each once, or of all
// where none are; ok is false if one does not exist.
func (l *lookup) columns(wanted []string) (columns []int, ok bool) {
	if len(wanted) == 0 || l.spec.Returns == domain.Field {
		return l.all, true
	}
	columns = make([]int, 0, len(wanted))
	for _, name := range wanted {
		col := l.column(name)
		if col < 0 {
			return nil, false
		}
		if !slices.Contains(columns, col) {
			columns = append(columns, col)
		}
	}
	return columns, true
}

// column returns the number of a column however its round brackets are written,
// or -1.
func (l *lookup) column(name string) int {
	col := l.table.Column(name)
	for _, spell := range []func(string) string{wide, narrow} {
		if col >= 0 {
			break
		}
		col = l.table.Column(spell(name))
	}
	return col
}
