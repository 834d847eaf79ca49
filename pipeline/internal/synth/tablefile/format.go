package tablefile

import (
	"fmt"
	"slices"
)

// Format is a format of files that sheets are written in. All of them are UTF-8
// and have one row a record in the order of the sheets; what stands in a file
// depends on the rows alone.
type Format string

// The closed set of formats.
const (
	// JSONL has a JSON object a line (RFC 8259) with every column in source order:
	// null for a null cell, the literal of a number as the source writes it, and
	// no character escaped that need not be. Nothing is lost.
	JSONL Format = "jsonl"
	// CSV has a header and a record a row (RFC 4180, with lines that end in a line
	// feed). A null cell is an empty field, and so is an empty text; a number is
	// its literal and can't be told from a text that reads so. Some readers take a
	// carriage return and line feed within a text for a line feed.
	CSV Format = "csv"
	// Parquet has a column of optional text for each of the sheet's, in source
	// order, and row groups of 16,384 rows, compressed with Snappy. A number is its
	// literal as text: columns of real tables hold numbers beside text, and a
	// column of a Parquet file has one type. Null and empty stay apart.
	Parquet Format = "parquet"
)

// Formats lists the formats, that of the first being the one that loses nothing.
func Formats() []Format { return []Format{JSONL, CSV, Parquet} }

// File is the name of the file that a sheet of that name is written to:
// "CompanyInfo.jsonl".
func (f Format) File(name string) string { return name + "." + string(f) }

// validate says what is wrong with a format; nil if it is one.
func (f Format) validate() error {
	if slices.Contains(Formats(), f) {
		return nil
	}
	return fmt.Errorf("format %q: want one of %q", string(f), Formats())
}
