// Package profile measures what the rows of a corpus look like, column by column,
// and says where two corpora differ: a generated world and the real rows it is to
// resemble. A profile holds counts and quantiles and no cell, so that it can be
// kept and published where the rows cannot.
package profile

import "github.com/taskgrove/taskgrove/pipeline/domain"

// Profile is what the rows of one corpus look like. It is a record: the order of
// rows and the number of workers leave no trace in it, and it comes back from JSON
// as it was.
type Profile struct {
	// Tables has every table of the domain, in its order.
	Tables []Table `json:"tables"`
	// Passages has every retrieval corpus of the domain, in its order.
	Passages []Passages `json:"passages"`
	// Joins has every way from a column that names entities to columns that a tool
	// matches with entities of the type, by source and then target in the domain's
	// order.
	Joins []Join `json:"joins"`
}

// Table profiles one table.
type Table struct {
	Name    string   `json:"name"`    // as the domain declares it
	Label   string   `json:"label"`   // what people call it: in English where the domain speaks it
	Rows    int      `json:"rows"`    // rows of the table
	Columns []Column `json:"columns"` // every declared column, in order
}

// Column profiles one column. Observed is the sum of Empty, Sentinel and Present;
// what is missing to the table's rows nobody observed.
type Column struct {
	Name     string `json:"name"`     // as in the source
	Label    string `json:"label"`    // what people call it, as a table's
	Holds    string `json:"holds"`    // its entity type, or its kind
	Observed int    `json:"observed"` // cells that stand in the file, whatever they hold
	Empty    int    `json:"empty"`    // cells that hold nothing, or blanks
	Sentinel int    `json:"sentinel"` // cells that hold a declared mark for nothing
	Present  int    `json:"present"`  // cells that hold a value
	// Repeats says how often the present cells repeat each other's text.
	Repeats Repeats `json:"repeats"`
	// Length is the length of the present cells' texts in characters; nil where
	// none is present, as all quantiles below.
	Length *Quantiles `json:"length,omitempty"`
	// Amounts are the numbers of a column of numbers, in its unit. Several values of
	// a cell count one by one.
	Amounts *Quantiles `json:"amounts,omitempty"`
	// Days are the days of a column of dates, counted from 1970-01-01.
	Days *Quantiles `json:"days,omitempty"`
	// Forms says how a column of numbers or dates writes them; nil for others.
	Forms *Forms `json:"forms,omitempty"`
	// Values counts the values of present cells; nil unless the column declares
	// separators.
	Values *Values `json:"values,omitempty"`
	// Masks counts hidden names; nil unless the column holds entities or short text
	// and the domain declares marks.
	Masks *Masks `json:"masks,omitempty"`
}

// Forms counts the ways in which numbers and dates are written.
type Forms struct {
	Numerals int `json:"numerals"` // present cells that are a JSON number, not a string
	Scaled   int `json:"scaled"`   // present cells that spell a scale or a unit: "1.31亿"
	Unparsed int `json:"unparsed"` // present cells with a value that is not of the column's kind
}

// Values counts the values of cells that can hold several.
type Values struct {
	PerCell Tally `json:"per_cell"` // values of each present cell
	Several int   `json:"several"`  // present cells with more than one
}

// Masks counts names that hide characters.
type Masks struct {
	Values int `json:"values"` // values of the present cells
	Masked int `json:"masked"` // those with a mark for hidden characters
}

// Passages profiles one retrieval corpus.
type Passages struct {
	Name    string     `json:"name"`             // as the domain declares it
	Label   string     `json:"label"`            // what people call it, as a table's
	Texts   int        `json:"texts"`            // passages
	Repeats Repeats    `json:"repeats"`          // how often the texts repeat each other
	Length  *Quantiles `json:"length,omitempty"` // in characters; nil where there is none
}

// Join profiles what a tool finds for the names in a column. Names are compared as
// the tool compares them, to the letter.
type Join struct {
	Entity string `json:"entity"` // entity type of what is looked up
	From   Place  `json:"from"`   // where the names stand
	// Via is the derivation by pattern that makes the name looked up from the one
	// that stands there, "" for none. A derivation by a tool is two joins, which are
	// both here.
	Via string `json:"via,omitempty"`
	To  Place  `json:"to"` // the columns a tool matches
	// Names is how many distinct names the source has, several of a cell one by one.
	Names int `json:"names"`
	// Found is the rows found by each name that found any: its N is how many names
	// did.
	Found Tally `json:"found"`
}

// Place is one or several columns of a table: several for an entity type with
// parts, in the order of the parts.
type Place struct {
	Table   string   `json:"table"`   // table's name
	Columns []string `json:"columns"` // columns' names, at least one
}

// label returns what people call something: in English where it has that, else as
// in the domain's first language.
func label(d *domain.Domain, t domain.Text) string {
	if s := t.In("en"); s != "" || len(d.Languages) == 0 {
		return s
	}
	return t.In(d.Languages[0])
}
