// Package tablefile is what a generated world hands out: tables of cells, made row by
// row when they are asked for.
package tablefile

// Sheet is one table of a shard, or one of its passage corpora, which have a
// single column. It can be read by several goroutines at once.
type Sheet struct {
	Name    string   // the table's or passages' name: "CompanyInfo"
	Columns []string // names in source order
	Rows    int      // how many rows there are
	// Row makes row i, in [0, Rows): one cell a column. The caller owns it. Equal i
	// give equal rows.
	Row func(i int) []Cell
}

// Cell is one cell: null, a text or a number. The zero Cell is null.
type Cell struct {
	Form CellForm
	Text string // the text; for a number its JSON literal, as the source writes it: "740564.0"
}

// CellForm says what a cell is in its source.
type CellForm uint8

// The closed set of forms.
const (
	Null   CellForm = iota // null in JSON and Parquet, empty in CSV
	String                 // a string
	Number                 // a JSON number
)

// None is the null cell.
func None() Cell { return Cell{} }

// Text is a cell with a text, which may be empty.
func Text(s string) Cell { return Cell{String, s} }

// Numeral is a cell with a number, given as a JSON literal.
func Numeral(literal string) Cell { return Cell{Number, literal} }
