// Package profile measures the rows of a corpus column by column and compares two
// corpora of one domain, such as a generated world and the real rows it should
// resemble. A profile holds counts and quantiles but no cell, so it can be
// published where the rows cannot.
package profile

import "github.com/taskgrove/taskgrove/pipeline/domain"

// Profile describes the rows of one corpus. It does not depend on the order of rows or the
// number of workers, and JSON preserves it.
type Profile struct {
	// Tables has every table of the domain, in the domain's order.
	Tables []TableProfile `json:"tables"`
	// Passages has every retrieval corpus of the domain, in the domain's order.
	Passages []PassagesProfile `json:"passages"`
	// Joins has every pair of columns that name entities and columns by which a tool
	// looks up entities of that type, ordered by source, then by target, as the domain
	// declares them.
	Joins []JoinProfile `json:"joins"`
}

// TableProfile profiles one table.
type TableProfile struct {
	Name    string          `json:"name"`    // as the domain declares it
	Label   string          `json:"label"`   // the table's name for people: in English if the domain has it
	Rows    int             `json:"rows"`    // rows of the table
	Columns []ColumnProfile `json:"columns"` // every declared column, in order
}

// ColumnProfile profiles one column. Observed is the sum of Empty, Sentinel and
// Present; the table's other rows lack the cell.
type ColumnProfile struct {
	Name     string `json:"name"`     // as in the source
	Label    string `json:"label"`    // the column's name for people
	Holds    string `json:"holds"`    // its entity type, or its kind
	Observed int    `json:"observed"` // cells present in the file, even if they hold nothing
	Empty    int    `json:"empty"`    // cells that are null or blank
	Sentinel int    `json:"sentinel"` // cells that hold a declared mark for "no value"
	Present  int    `json:"present"`  // cells that hold a value
	// Repeats counts how often the texts of present cells occur.
	Repeats Repeats `json:"repeats"`
	// Length is the text length of present cells, in characters. Like all quantiles
	// below it is nil when no cell is present.
	Length *Quantiles `json:"length,omitempty"`
	// Amounts are the values of a numeric column, in its unit. Each value of a cell
	// counts by itself.
	Amounts *Quantiles `json:"amounts,omitempty"`
	// Days are the values of a date column, as days since 1970-01-01.
	Days *Quantiles `json:"days,omitempty"`
	// Forms counts notations in a numeric or date column; nil for other columns.
	Forms *Forms `json:"forms,omitempty"`
	// Values counts the values of present cells; nil unless the column declares
	// separators.
	Values *Values `json:"values,omitempty"`
	// Masks counts hidden names; nil unless the column holds entities or short text
	// and the domain declares marks.
	Masks *Masks `json:"masks,omitempty"`
}

// Forms counts the cells of one column that hold a value, by the notation of the value.
// An unparsed cell counts as nothing else.
type Forms struct {
	Numerals int `json:"numerals"` // cells that are a JSON number, not a string
	Weekends int `json:"weekends"` // cells of a date column of which a day is a Saturday or a Sunday
	Scaled   int `json:"scaled"`   // cells of a numeric column that spell a scale or a unit: "1.31亿"
	Unparsed int `json:"unparsed"` // cells of which a value does not parse as the column's kind
}

// Values describes how many values the cells of a column hold. A present cell is one with
// at least one value.
type Values struct {
	PerCell Moments `json:"per_cell"` // of the number of values in each present cell
	Several int     `json:"several"`  // present cells with more than one value
}

// Masks counts names that hide characters.
type Masks struct {
	Values int `json:"values"` // values of the present cells
	Masked int `json:"masked"` // those with a mark for hidden characters
}

// PassagesProfile profiles one retrieval corpus.
type PassagesProfile struct {
	Name    string     `json:"name"`             // as the domain declares it
	Label   string     `json:"label"`            // the name for people, as in a table's profile
	Texts   int        `json:"texts"`            // passages
	Repeats Repeats    `json:"repeats"`          // how often each text occurs
	Length  *Quantiles `json:"length,omitempty"` // in characters; nil without passages
}

// JoinProfile profiles the rows that a tool finds for the names in a column. Names
// match exactly, as they do for the tool.
type JoinProfile struct {
	Entity string      `json:"entity"` // entity type looked up
	From   JoinColumns `json:"from"`   // columns that hold the names
	// Via is the pattern derivation applied to a name before the lookup; "" for none.
	// A derivation by a tool appears as two joins.
	Via string      `json:"via,omitempty"`
	To  JoinColumns `json:"to"` // the columns a tool matches
	// Names is the number of distinct names in From. Each name of a cell counts.
	Names int `json:"names"`
	// Found counts the rows found per name, over the names that find any.
	Found Moments `json:"found"`
}

// JoinColumns names one column of a table, or one column for each part of an entity
// type with parts, in the order of the parts.
type JoinColumns struct {
	Table   string   `json:"table"`   // table's name
	Columns []string `json:"columns"` // columns' names, at least one
}

// label returns the English text, or the one in the domain's first language when
// there is no English text.
func label(d *domain.Domain, t domain.Text) string {
	if s := t.In("en"); s != "" || len(d.Languages) == 0 {
		return s
	}
	return t.In(d.Languages[0])
}
