// Package corpus reads a directory of tables and passages into memory: columnar, typed, and
// indexed on every column that a tool matches. It reports unusable parts of files with
// their position. It repairs nothing but names that look the same: invisible characters
// are not read, wherever they stand.
package corpus

import (
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Version is the version of the rules by which this package reads files. It is raised
// whenever equal files could give other cells or another report than before, so that what
// was made of them can be told to be outdated.
const Version = 6

// Corpus is a world in memory, made by [Load]. It is read-only once loaded and
// safe for concurrent use. It must not be copied.
type Corpus struct {
	domain   *domain.Domain
	tables   map[string]*Table
	passages map[string][]string
	digest   func() digest.Digest
}

// newCorpus puts loaded parts together.
func newCorpus(d *domain.Domain, tables map[string]*Table, passages map[string][]string) *Corpus {
	c := &Corpus{domain: d, tables: tables, passages: passages}
	c.digest = sync.OnceValue(c.sum)
	return c
}

// Domain returns the declaration with which the corpus was loaded.
func (c *Corpus) Domain() *domain.Domain { return c.domain }

// Table returns the table of that name; nil if the domain does not declare it. A declared
// table without a file is not nil and has no rows.
func (c *Corpus) Table(name string) *Table { return c.tables[name] }

// Passages returns the texts of a retrieval corpus in the order of [Load], byte for byte but for
// characters that [value.Invisible] reports; nil if the domain does not declare it or it
// has no file. Callers must not change the slice.
func (c *Corpus) Passages(name string) []string { return c.passages[name] }

// Masked reports whether a name contains, in any width, one of the domain's marks for
// hidden characters and therefore identifies nobody.
func (c *Corpus) Masked(text string) bool { return Masked(c.domain, text) }

// Masked reports whether a name holds one of the domain's marks for hidden
// characters ("陈某某", "万**"), in any width.
func Masked(d *domain.Domain, text string) bool { return value.Masked(text, d.Masks) }

// A Table is the loaded rows of a declared table, in the order of [Load].
type Table struct {
	spec    *domain.Table
	rows    int
	columns []column
	numbers map[string]int // column number by name
}

// Spec returns the table's declaration. Cell columns are numbered as in
// Spec().Columns.
func (t *Table) Spec() *domain.Table { return t.spec }

// Len returns the number of rows.
func (t *Table) Len() int { return t.rows }

// Column returns the index of the column of that name in Spec().Columns, or -1.
func (t *Table) Column(name string) int {
	if n, ok := t.numbers[name]; ok {
		return n
	}
	return -1
}

// Cell is the content of a table at a row and column.
type Cell struct {
	// State is Present for a cell with a value; otherwise it says why there is none.
	State value.State
	// Source is the cell as JSON text; "" when unobserved. It is the same for equal values,
	// wherever they come from: the JSON type is that which the kind of the column wants. Plain
	// numbers in columns of numbers are numbers in their shortest form (12.5), blank cells are null,
	// other cells are strings ("740564"). A point in time in a column of days that is in UTC or names no zone is
	// written 2006-01-02 15:04:05, without the time at midnight. A source that held
	// characters that [value.Invisible] reports is the text without them.
	//
	// In a domain with FileOrder, cells of JSON lines are exactly as the file has them, and those of
	// Parquet keep their types: numbers are in plain digits.
	Source string
	// Values are the typed values if State is Present: one, or several if the column has
	// separators; nil otherwise. A part that does not parse as the column's kind is a Text
	// value. A point in time in a column of days is its day, see [value.ParseTimestamp]. Callers must
	// not change the slice.
	Values []value.Value
}

// Text returns the cell as plain text: the content of a string, a number, true or false
// as written, "" for an unobserved cell or null. Lists and objects do not occur: [Load]
// does not keep them.
func (c Cell) Text() string { return value.Unquote(c.Source) }

// Cell returns the cell at a row and column. It panics if either is out of range. A cell is
// parsed on first use and cached, once per distinct source in a column, so repeated calls
// do not allocate.
func (t *Table) Cell(row, col int) Cell {
	c := &t.columns[col]
	return *c.cell(c.codes[row])
}

// Source returns the [Cell.Source] of the cell at a row and column without parsing the
// cell. It panics if either is out of range.
func (t *Table) Source(row, col int) string {
	c := &t.columns[col]
	return c.sources[c.codes[row]]
}

// Match returns the rows whose cell in the column has exactly the key as its text: the
// content of a JSON string, or a number as written; sentinels and blanks match too. Rows
// are in order. Null and unobserved cells match no key. Columns that tools of the
// domain match are indexed when the corpus is loaded, others on first use. Callers must not
// change the slice.
func (t *Table) Match(col int, key string) []int32 {
	return t.columns[col].index().rowsOf(key)
}

// MatchAll returns the rows that match keys[i] in cols[i] for every i, as [Table.Match]
// does, in order; no rows if cols is empty. It panics if the lengths differ. Callers
// must not change the slice.
func (t *Table) MatchAll(cols []int, keys []string) []int32 {
	if len(cols) != len(keys) {
		panic("corpus: MatchAll wants as many keys as columns")
	}
	lists := make([][]int32, len(cols))
	for i, col := range cols {
		lists[i] = t.Match(col, keys[i])
	}
	return intersect(lists)
}

// Same reports whether two columns hold equal values in every row, whatever their sources say.
func (t *Table) Same(a, b int) bool {
	for row := range t.rows {
		if !slices.EqualFunc(t.Cell(row, a).Values, t.Cell(row, b).Values, value.Equal) {
			return false
		}
	}
	return true
}
