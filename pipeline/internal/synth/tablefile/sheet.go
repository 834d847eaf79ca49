// Package tablefile writes the tables of a generated world to files. Rows are made on demand.
package tablefile

// Sheet is one table of a shard, or one of its passage corpora, which have a single column. It
// is safe for concurrent use.
type Sheet struct {
	Name    string   // name of the table or passage corpus: "CompanyInfo"
	Columns []string // names in source order
	Rows    int      // number of rows
	// Row returns row i, in [0, Rows), with one cell per column. The caller owns the slice.
	// Equal i give equal rows.
	Row func(i int) []Cell
}

// Cell is one cell: null, a text or a number. The zero Cell is null.
type Cell struct {
	Form CellForm
	Text string // the text; for a number its JSON literal, as the source writes it: "740564.0"
}

// CellForm is the JSON type of a cell. The zero CellForm is Null.
type CellForm uint8

// The closed set of forms.
const (
	Null   CellForm = iota // null in JSON and Parquet, empty in CSV
	String                 // a string
	Number                 // a JSON number
)

// None returns the null cell.
func None() Cell { return Cell{} }

// Text returns a cell with a text, which may be empty.
func Text(s string) Cell { return Cell{String, s} }

// Numeral returns a cell with a number, given as a JSON literal.
func Numeral(literal string) Cell { return Cell{Number, literal} }
