package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// TablesDir is the directory of tables and passages below a dataset's directory.
const TablesDir = "tables"

// TableDescription describes a table of the corpus or a file of its passages in a dataset.
type TableDescription struct {
	// Name is the name of the table or passages, which is also the file's name without its
	// extension.
	Name string
	// Doc describes a row; it may be empty.
	Doc string
	// Rows is the number of rows.
	Rows int
	// Key is the column whose value names a row; "" for none.
	Key string
	// Passages says that the rows are texts that retrievers search.
	Passages bool
	// Columns are in file order; passages have one column.
	Columns []ColumnDescription
}

// ColumnDescription is a column of a [TableDescription].
type ColumnDescription struct {
	// Name is the column's name in the source.
	Name string
	// Doc describes the column; it may be empty.
	Doc string
	// Holds says what a cell is: "company", "money in 元"; it may be empty.
	Holds string
}

// TableFile returns the path of a table's file below a dataset's directory.
func TableFile(name string) string { return path.Join(TablesDir, name+".parquet") }

// tableConfig returns the name of a table's configuration. The prefix tells tables from the
// configurations that every dataset has.
func tableConfig(name string) string { return "table-" + name }

// maxTableName is the maximum length of a table's name in bytes. With an ending and the
// marks of a temporary file, its file's name then has at most 255.
const maxTableName = 200

// reservedCharacters are the characters that some system forbids in file names, or Hugging
// Face in names of configurations.
const reservedCharacters = `<>:"/\|?*[]` + "`'"

// deviceName matches the names of devices on Windows, with any ending.
var deviceName = regexp.MustCompile(`^(?i:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)

// ValidateTables returns an error that lists every name of a table that is not a valid file
// name on all systems and a valid configuration name on Hugging Face, and names that differ
// only in case.
func ValidateTables(names []string) error {
	var faults []error
	folded := map[string]string{}
	for _, name := range names {
		if what := nameFault(name); what != "" {
			faults = append(faults, fmt.Errorf("table %q: its name %s: want a file name that is valid everywhere, or no tables in the dataset", name, what))
			continue
		}
		lower := strings.ToLower(name)
		if other, ok := folded[lower]; ok {
			faults = append(faults, fmt.Errorf("tables %q and %q: names that some systems cannot tell apart: want others, or no tables in the dataset", other, name))
		}
		folded[lower] = name
	}
	return errors.Join(faults...)
}

// nameFault says why a table cannot have a name; "" if it can.
func nameFault(name string) string {
	switch {
	case name == "":
		return "is empty"
	case len(name) > maxTableName:
		return fmt.Sprintf("has %d bytes, more than %d", len(name), maxTableName)
	case !utf8.ValidString(name):
		return "is not UTF-8"
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "-"), strings.HasSuffix(name, "."):
		return "begins or ends with a mark"
	case deviceName.MatchString(name):
		return "is a device on some systems"
	case strings.TrimSpace(name) != name:
		return "begins or ends with space"
	}
	for _, c := range name {
		if strings.ContainsRune(reservedCharacters, c) || !unicode.IsPrint(c) {
			return fmt.Sprintf("holds %q", c)
		}
	}
	return ""
}

// WriteTable writes a table as a Parquet file with the rows and columns of the corpus, in
// its order; every column is of optional text.
//
// A column that holds only texts is written as these texts. A column with a number or a
// truth value is written as the JSON source of each cell, so that 0.50 stays 0.50 and "12"
// differs from 12; the file's metadata list these columns ([corpus.JSONKey]). Unobserved
// cells and JSON nulls are both null. If a column has unobserved cells, the metadata list
// it too ([corpus.UnobservedKey]) and its JSON nulls are the text null.
//
// Loading the file into a corpus gives the same table, except for redundant escapes in
// texts. Memory does not grow with the number of rows. Equal tables give equal bytes. The
// error is that of w, or of ctx when it ends.
func WriteTable(ctx context.Context, w io.Writer, t *corpus.Table) error {
	spec := t.Spec()
	columns := make([]fileColumn, len(spec.Columns))
	var unobserved, sources []string
	for i := range columns {
		columns[i] = newFileColumn(t, i)
		if columns[i].unobserved {
			unobserved = append(unobserved, columns[i].name)
		}
		if columns[i].json {
			sources = append(sources, columns[i].name)
		}
	}
	var options []parquet.WriterOption
	if unobserved != nil {
		options = append(options, parquet.KeyValueMetadata(corpus.UnobservedKey, corpus.ColumnList(unobserved)))
	}
	if sources != nil {
		options = append(options, parquet.KeyValueMetadata(corpus.JSONKey, corpus.ColumnList(sources)))
	}
	return writeRows(ctx, w, spec.Name, columns, t.Len(), options, func(row int, into parquet.Row) parquet.Row {
		for i := range columns {
			into = append(into, columns[i].value(t.Source(row, i), i))
		}
		return into
	})
}

// WritePassages writes texts as a Parquet file with one row per text, in order. Name is the
// name of the file's schema, and field the name of its only column, a required string. The
// error is the writer's, or ctx's if ctx is done before the end.
func WritePassages(ctx context.Context, w io.Writer, name, field string, texts []string) error {
	columns := []fileColumn{{name: field}}
	return writeRows(ctx, w, name, columns, len(texts), nil, func(row int, into parquet.Row) parquet.Row {
		return append(into, parquet.ValueOf(texts[row]).Level(0, 1, 0))
	})
}

// fileColumn is a column of a table's file.
type fileColumn struct {
	name       string
	json       bool // cells are JSON, else texts
	unobserved bool // some cell was not observed, and null says so
}

// newFileColumn decides how a column is written, from all its cells.
func newFileColumn(t *corpus.Table, col int) fileColumn {
	o := fileColumn{name: t.Spec().Columns[col].Name}
	null := false
	for row := range t.Len() {
		switch source := t.Source(row, col); {
		case source == "":
			o.unobserved = true
		case source == "null":
			null = true
		case source[0] != '"':
			o.json = true
		}
	}
	o.json = o.json || o.unobserved && null
	return o
}

// value returns a cell's source as the value of the given column number.
func (o *fileColumn) value(source string, column int) parquet.Value {
	switch {
	case source == "", source == "null" && !o.unobserved:
		return parquet.NullValue().Level(0, 0, column)
	case !o.json:
		source = value.Unquote(source)
	}
	return parquet.ValueOf(source).Level(0, 1, column)
}

// The numbers of rows that are held in memory: of a batch and of a row group.
const (
	batchRows = 256
	groupRows = 1 << 14
)

// writeRows writes a Parquet file of optional text columns in the given order; row appends
// the values of one row.
func writeRows(ctx context.Context, w io.Writer, name string, columns []fileColumn, rows int, options []parquet.WriterOption, row func(int, parquet.Row) parquet.Row) error {
	options = append([]parquet.WriterOption{
		parquet.NewSchema(name, newOrderedSchema(columns)),
		parquet.CreatedBy("taskgrove", "1", "0"), // the library's own version would change the bytes
		parquet.Compression(&parquet.Snappy),     // the one compression every reader has
		parquet.PageBufferSize(1 << 16),
		parquet.MaxRowsPerRowGroup(groupRows),
	}, options...)
	p := parquet.NewGenericWriter[any](w, options...)
	batch := make([]parquet.Row, 0, batchRows)
	values := make(parquet.Row, 0, batchRows*len(columns))
	flush := func() error {
		_, err := p.WriteRows(batch)
		batch, values = batch[:0], values[:0]
		if err != nil {
			return fmt.Errorf("parquet: %w", err)
		}
		return ctx.Err()
	}
	for i := range rows {
		from := len(values)
		values = row(i, values)
		batch = append(batch, values[from:])
		if len(batch) == batchRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if err := p.Close(); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

// orderedSchema is a schema with columns in a given order; a plain group sorts them by name.
type orderedSchema struct {
	parquet.Group
	fields []parquet.Field
}

func newOrderedSchema(columns []fileColumn) orderedSchema {
	r := orderedSchema{Group: parquet.Group{}}
	for _, c := range columns {
		r.Group[c.name] = parquet.Optional(parquet.Encoded(parquet.String(), &parquet.Plain))
	}
	fields := r.Group.Fields()
	for _, c := range columns {
		i := slices.IndexFunc(fields, func(f parquet.Field) bool { return f.Name() == c.name })
		r.fields = append(r.fields, fields[i])
	}
	return r
}

// Fields implements [parquet.Node].
func (r orderedSchema) Fields() []parquet.Field { return r.fields }
