package demand

import (
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/style"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// words tell what columns and kinds of records are called in a style's language, and
// what is meant by what they are called.
type words struct {
	domain  *domain.Domain
	style   *style.Style
	lang    string
	records [][][]string // by table and tier: its folded names
}

// newWords reads a domain's labels.
func newWords(s *style.Style, d *domain.Domain) *words {
	w := &words{domain: d, style: s, lang: s.Language}
	for i := range d.Tables {
		t := &d.Tables[i]
		w.records = append(w.records, [][]string{
			{folded(w.record(t))},
			foldedAll(t.Row.In(w.lang), t.Label.In(w.lang), t.Measure.In(w.lang), t.Name),
			foldedAll(append(w.others(t, t.Row.In(w.lang)), w.others(t, t.Measure.In(w.lang))...)...),
		})
	}
	return w
}

// others are the style's other words for a phrase of a table, for the caller to keep.
func (w *words) others(t *domain.Table, phrase string) []string {
	return slices.Clone(w.style.Alternatives(t.Name, phrase))
}

// record is what a kind of record is called: its row, or the table's label where
// another table's rows are called the same.
func (w *words) record(t *domain.Table) string {
	row := t.Row.In(w.lang)
	for i := range w.domain.Tables {
		if o := &w.domain.Tables[i]; o.Name != t.Name && folded(o.Row.In(w.lang)) == folded(row) {
			return t.Label.In(w.lang)
		}
	}
	return row
}

// columnOf names a column of a table.
func (w *words) columnOf(t *domain.Table, c *domain.Column) Column {
	return Column{c.Called(w.lang), w.record(t)}
}

// tables returns the tables that a kind of record can be, by index: those called so,
// else those the style calls so, else those whose name is the longest within the text.
// None for "".
func (w *words) tables(of string) []int {
	text := folded(of)
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

// at is a column by the indices of its table and itself.
type at struct{ table, column int }

// columns returns the columns that a name can mean: in one kind of record, where Of is
// no more than a part of what records are called ("company") in those, and where it is
// "" in any.
func (w *words) columns(c Column) []at {
	tables := w.tables(c.Of)
	if of := folded(c.Of); tables == nil {
		for i, names := range w.records {
			if slices.ContainsFunc(slices.Concat(names[:2]...), func(name string) bool { return strings.Contains(name, of) }) {
				tables = append(tables, i)
			}
		}
	}
	var found []at
	for _, i := range tables {
		for _, j := range w.within(&w.domain.Tables[i], c.Column) {
			found = append(found, at{i, j})
		}
	}
	return found
}

// within returns the columns of a table that a name can mean: those questions call so,
// else those that are labelled or named so, else those that the style calls so, else
// those that name an entity called so.
func (w *words) within(t *domain.Table, name string) []int {
	text := folded(name)
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
			if slices.ContainsFunc(names(&t.Columns[j]), func(n string) bool { return folded(n) == text }) {
				found = append(found, j)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// lookup describes a lookup by an entity of a type.
func (w *words) lookup(t *domain.Tool, entity string) lookupOf {
	l := lookupOf{table: slices.IndexFunc(w.domain.Tables, func(table domain.Table) bool { return table.Name == t.Table }), many: t.Returns == domain.Many}
	ways := 0
	for _, m := range t.Match {
		var match []at
		for _, name := range m.Columns {
			columns := w.domain.Tables[l.table].Columns
			a := at{l.table, slices.IndexFunc(columns, func(c domain.Column) bool { return c.Name == name })}
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
func (w *words) column(a at) *domain.Column { return &w.domain.Tables[a.table].Columns[a.column] }

// entity returns the entity type that a column names, and whether it is a part of its
// name alone.
func (w *words) entity(a at) (name string, part bool) {
	name, _, part = strings.Cut(w.column(a).Entity, ".")
	return name, part
}

// foldedAll folds each of several names.
func foldedAll(names ...string) []string {
	for i, name := range names {
		names[i] = folded(name)
	}
	return names
}

// folded is the form in which names are compared: one width and case, without anything
// but letters and digits, and without an English article.
func folded(text string) string {
	text = value.Fold(text)
	text = strings.TrimPrefix(text, "the ")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, text)
}
