package tablefile

import (
	"fmt"
	"slices"
)

// Format is a file format. All formats are UTF-8 and hold one record per row, in the order of
// the rows. The bytes of a file depend on the rows only.
type Format string

// The closed set of formats.
const (
	// JSONL has one JSON object per line (RFC 8259) with every column in source order. A null
	// cell is null, a number is its source literal, and only characters that must be escaped
	// are. It preserves every cell.
	JSONL Format = "jsonl"
	// CSV has a header and one record per row (RFC 4180, with line feeds as line ends). Null
	// and empty cells are both empty fields, and a number is not distinguished from a text of
	// the same characters. Some readers convert a carriage return and line feed within a text
	// to a line feed.
	CSV Format = "csv"
	// Parquet has one column of optional text per column, in source order, in row groups of
	// 16,384 rows compressed with Snappy. A number is its literal as text, because columns of
	// real tables mix numbers and text, and a Parquet column has one type. Null and empty cells
	// differ.
	Parquet Format = "parquet"
)

// Formats returns all formats; the first preserves every cell.
func Formats() []Format { return []Format{JSONL, CSV, Parquet} }

// File returns the name of the file for a sheet: "CompanyInfo.jsonl".
func (f Format) File(name string) string { return name + "." + string(f) }

// validate returns an error if the format is unknown.
func (f Format) validate() error {
	if slices.Contains(Formats(), f) {
		return nil
	}
	return fmt.Errorf("format %q: want one of %q", string(f), Formats())
}
