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

// TablesDir is where tables and passages go below a dataset's directory.
const TablesDir = "tables"

// TableDescription is a table of the corpus, or a file of its passages, as a dataset holds it.
type TableDescription struct {
	// Name is the table's or passages' own, which is also the stem of its file.
	Name string
	// Doc says what a row is; it may be empty.
	Doc string
	// Rows is how many there are.
	Rows int
	// Columns are in file order; passages have one.
	Columns []ColumnDescription
}

// ColumnDescription is a column of a [TableDescription].
type ColumnDescription struct {
	// Name is as in the source.
	Name string
	// Doc says what it holds; it may be empty.
	Doc string
}

// TableFile is the name of the file of the table of that name, below a dataset's
// directory.
func TableFile(name string) string { return path.Join(TablesDir, name+".parquet") }

// tableConfig is the name of a table's configuration. The prefix keeps tables apart
// from the configurations that every dataset has.
func tableConfig(name string) string { return "table-" + name }

// longest is how many bytes a table's name may have, so that its file's has at most
// 255 with ending and temporary marks.
const longest = 200

// reserved are the characters that a file name of some system or the name of a
// configuration on Hugging Face cannot have.
const reserved = `<>:"/\|?*[]` + "`'"

// device matches what Windows takes for a device, whatever its ending.
var device = regexp.MustCompile(`^(?i:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)

// ValidateTables reports every table whose name cannot be that of a file on all
// systems and of a configuration on Hugging Face, and names that are one on systems
// that do not tell upper from lower case.
func ValidateTables(names []string) error {
	var faults []error
	folded := map[string]string{}
	for _, name := range names {
		if what := misnamed(name); what != "" {
			faults = append(faults, fmt.Errorf("table %q: its name %s: want one that a file can have everywhere, or no tables in the dataset", name, what))
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

// misnamed says why a name is not one for a file, "" if it is.
func misnamed(name string) string {
	switch {
	case name == "":
		return "is empty"
	case len(name) > longest:
		return fmt.Sprintf("has %d bytes, more than %d", len(name), longest)
	case !utf8.ValidString(name):
		return "is not UTF-8"
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "-"), strings.HasSuffix(name, "."):
		return "begins or ends with a mark"
	case device.MatchString(name):
		return "is a device on some systems"
	case strings.TrimSpace(name) != name:
		return "begins or ends with space"
	}
	for _, c := range name {
		if strings.ContainsRune(reserved, c) || !unicode.IsPrint(c) {
			return fmt.Sprintf("holds %q", c)
		}
	}
	return ""
}

// WriteTable writes a table as a Parquet file: a row a row and a column a column, in
// the corpus's order, all of optional text. A column whose cells are texts holds those;
// one that holds a number or a truth value holds each cell's source, which is JSON, so
// that 0.50 stays 0.50 and "12" is told from 12, and the file's metadata name it
// ([corpus.JSONKey]). A cell that nobody observed is null, and so is a JSON null; a
// column that has the first is named too ([corpus.UnobservedKey]), and then a JSON null
// is the text null. The corpus reads the file as what it was written from, but for
// escapes that a text did not need. Rows are written as they come, so memory does not
// grow with them; the same table gives the same bytes. The error is that of w, or of ctx
// when it ends.
func WriteTable(ctx context.Context, w io.Writer, t *corpus.Table) error {
	spec := t.Spec()
	columns := make([]optional, len(spec.Columns))
	var unobserved, sources []string
	for i := range columns {
		columns[i] = survey(t, i)
		if columns[i].holes {
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

// WritePassages writes texts as a Parquet file of one column, as [WriteTable] does.
func WritePassages(ctx context.Context, w io.Writer, name, field string, texts []string) error {
	columns := []optional{{name: field}}
	return writeRows(ctx, w, name, columns, len(texts), nil, func(row int, into parquet.Row) parquet.Row {
		return append(into, parquet.ValueOf(texts[row]).Level(0, 1, 0))
	})
}

// optional is a column of a table's file.
type optional struct {
	name  string
	json  bool // cells are JSON, else texts
	holes bool // some cell was not observed, and null says so
}

// survey says how a column is written.
func survey(t *corpus.Table, col int) optional {
	o := optional{name: t.Spec().Columns[col].Name}
	null := false
	for row := range t.Len() {
		switch source := t.Source(row, col); {
		case source == "":
			o.holes = true
		case source == "null":
			null = true
		case source[0] != '"':
			o.json = true
		}
	}
	o.json = o.json || o.holes && null
	return o
}

// value returns a cell as the column, of that number, holds it.
func (o *optional) value(source string, column int) parquet.Value {
	switch {
	case source == "", source == "null" && !o.holes:
		return parquet.NullValue().Level(0, 0, column)
	case !o.json:
		source = value.Unquote(source)
	}
	return parquet.ValueOf(source).Level(0, 1, column)
}

// Bounds of what a file of rows holds in memory before it is written.
const (
	batchRows = 256
	groupRows = 1 << 14
)

// writeRows writes a file of optional columns, in their order.
func writeRows(ctx context.Context, w io.Writer, name string, columns []optional, rows int, options []parquet.WriterOption, row func(int, parquet.Row) parquet.Row) error {
	options = append([]parquet.WriterOption{
		parquet.NewSchema(name, newRoot(columns)),
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

// root is a schema of columns in a given order; a group alone has them sorted by name.
type root struct {
	parquet.Group
	fields []parquet.Field
}

func newRoot(columns []optional) root {
	r := root{Group: parquet.Group{}}
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
func (r root) Fields() []parquet.Field { return r.fields }
