package demand

import (
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// vocabulary resolves the names of columns and kinds of records in a style's language.
type vocabulary struct {
	domain  *domain.Domain
	style   *style.Style
	lang    string
	records [][][]string // by table and tier: its folded names
}

// newVocabulary reads a domain's labels. What texts cite and state has the form of columns.
func newVocabulary(s *style.Style, d *domain.Domain) *vocabulary {
	d = d.WithFacts()
	w := &vocabulary{domain: d, style: s, lang: s.Language}
	for i := range d.Tables {
		t := &d.Tables[i]
		w.records = append(w.records, [][]string{
			{fold(w.recordName(t))},
			foldAll(t.Row.In(w.lang), t.Label.In(w.lang), t.Measure.In(w.lang), t.Name),
			foldAll(append(w.alternatives(t, t.Row.In(w.lang)), w.alternatives(t, t.Measure.In(w.lang))...)...),
		})
	}
	return w
}

// alternatives returns the style's alternative terms for a phrase of a table. The caller owns
// the slice.
func (w *vocabulary) alternatives(t *domain.Table, phrase string) []string {
	return slices.Clone(w.style.Alternatives(t.Name, phrase))
}

// recordName returns the name of a kind of record: that of a row, or the table's label if
// another table's rows have the same name.
func (w *vocabulary) recordName(t *domain.Table) string {
	row := t.Row.In(w.lang)
	for i := range w.domain.Tables {
		if o := &w.domain.Tables[i]; o.Name != t.Name && fold(o.Row.In(w.lang)) == fold(row) {
			return t.Label.In(w.lang)
		}
	}
	return row
}

// columnName names a column of a table.
func (w *vocabulary) columnName(t *domain.Table, c *domain.Column) ColumnName {
	return ColumnName{c.Called(w.lang), w.recordName(t)}
}

// tables returns the indices of the tables that a kind of record can mean: those with that
// name, else those that the style calls so, else those whose name is the longest within the
// text; nil for "".
func (w *vocabulary) tables(of string) []int {
	text := fold(of)
	if text == "" {
		return nil
	}
	for tier := range 3 {
		var found []int
		for i, names := range w.records {
			if slices.Contains(names[tier], text) {
				found = append(found, i)
			}
		}
		if found != nil {
			return found
		}
	}
	var found []int
	longest := 0
	for i, names := range w.records {
		for _, name := range slices.Concat(names[:2]...) {
			if len([]rune(name)) < 2 || !strings.Contains(text, name) || len(name) < longest {
				continue
			}
			if len(name) > longest {
				longest, found = len(name), nil
			}
			if !slices.Contains(found, i) {
				found = append(found, i)
			}
		}
	}
	return found
}

// columnRef identifies a column by the indices of its table and itself.
type columnRef struct{ table, column int }

// columns returns the columns that a name can mean. If Record names no kind of record, it may
// be part of such a name ("company"); if it is "", any record can be meant.
func (w *vocabulary) columns(c ColumnName) []columnRef {
	tables := w.tables(c.Record)
	if of := fold(c.Record); tables == nil {
		for i, names := range w.records {
			if slices.ContainsFunc(slices.Concat(names[:2]...), func(name string) bool { return strings.Contains(name, of) }) {
				tables = append(tables, i)
			}
		}
	}
	var found []columnRef
	for _, i := range tables {
		for _, j := range w.columnsByName(&w.domain.Tables[i], c.Column) {
			found = append(found, columnRef{i, j})
		}
	}
	return found
}

// columnsByName returns the columns of a table that a name can mean: by their name in
// questions, else by label or name, else by the style's alternatives, else by entity type.
func (w *vocabulary) columnsByName(t *domain.Table, name string) []int {
	text := fold(name)
	if text == "" {
		return nil
	}
	for _, names := range []func(*domain.Column) []string{
		func(c *domain.Column) []string { return []string{c.Called(w.lang)} },
		func(c *domain.Column) []string { return []string{c.Label.In(w.lang), c.Name} },
		func(c *domain.Column) []string { return w.style.Alternatives(t.Name, c.Called(w.lang)) },
		func(c *domain.Column) []string {
			if e, _, _ := strings.Cut(c.Entity, "."); e != "" {
				return []string{w.domain.Entity(e).Label.In(w.lang)}
			}
			return nil
		},
	} {
		var found []int
		for j := range t.Columns {
			if slices.ContainsFunc(names(&t.Columns[j]), func(n string) bool { return fold(n) == text }) {
				found = append(found, j)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// describeLookup describes a lookup by an entity of a type.
func (w *vocabulary) describeLookup(t *domain.Tool, entity string) programLookup {
	l := programLookup{
		table: slices.IndexFunc(w.domain.Tables, func(table domain.Table) bool { return table.Name == t.Table }),
		many:  t.Returns == domain.Many, phrase: fold(t.Phrase.In(w.lang)),
	}
	ways := 0
	for _, m := range t.Match {
		var match []columnRef
		for _, name := range m.Columns {
			columns := w.domain.Tables[l.table].Columns
			a := columnRef{l.table, slices.IndexFunc(columns, func(c domain.Column) bool { return c.Name == name })}
			if e, _ := w.entity(a); e == entity {
				match = append(match, a)
			}
		}
		if match != nil {
			l.match = match
			ways++
		}
	}
	if ways > 1 {
		l.match = nil
	}
	return l
}

// column returns the declaration of a column.
func (w *vocabulary) column(a columnRef) *domain.Column {
	return &w.domain.Tables[a.table].Columns[a.column]
}

// entity returns the entity type of a column, and whether the column holds only a part of the
// entity's name.
func (w *vocabulary) entity(a columnRef) (name string, part bool) {
	name, _, part = strings.Cut(w.column(a).Entity, ".")
	return name, part
}

// foldAll folds each name in place and returns them.
func foldAll(names ...string) []string {
	for i, name := range names {
		names[i] = fold(name)
	}
	return names
}

// fold returns a name in the form in which names are compared: one width and case,
// letters and digits only, without an English article.
func fold(text string) string {
	text = value.Fold(text)
	text = strings.TrimPrefix(text, "the ")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, text)
}
