package database

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// dialect is what kinds of databases differ in.
type dialect interface {
	// parameters are those that a URL may have.
	parameters() []string
	passwordVariable() string
	// connect opens no connection yet.
	connect(d *Database) (*sql.DB, error)
	// isolation is that of the transaction that reads.
	isolation() *sql.TxOptions
	// tables returns what the database declares of the tables and views that need no prefix.
	tables(ctx context.Context, tx *sql.Tx) (builder, error)
	// quote quotes a name.
	quote(name string) string
	// cell is the expression that gives the cell of a column as its form wants it.
	cell(quoted string, c *DeclaredColumn) string
	// pieces returns conditions, "" for all rows, that divide the rows of a table for a driver that holds all
	// rows of a query in memory.
	pieces(ctx context.Context, tx *sql.Tx, t *DeclaredTable, cells []string, from string) ([]string, error)
	// mayWrite reports whether the role may change tables.
	mayWrite(ctx context.Context, tx *sql.Tx) (bool, error)
	// cause says what an error means and what to do; "" if nothing is known of it.
	cause(err error) string
}

// streams is a part of dialects whose drivers hand over the rows of a query one by one.
type streams struct{}

func (streams) pieces(context.Context, *sql.Tx, *DeclaredTable, []string, string) ([]string, error) {
	return []string{""}, nil
}

// A DeclaredTable is what a database declares of a table or view.
type DeclaredTable struct {
	Name       string           // without a schema
	Columns    []DeclaredColumn // in the order of the declaration
	Key        []string         // the columns of the primary key, in its order; nil for none
	References []ForeignKey     // foreign keys to other tables, or to the same one

	schema string // "" for none
}

// A DeclaredColumn is what a database declares of a column.
type DeclaredColumn struct {
	Name string // unique in the table
	Type string // as the database writes it, such as "numeric(10,2)"; "" for none

	form form
}

// A ForeignKey says that columns hold keys of another table, or of the same one.
type ForeignKey struct {
	Columns []string // of the table that refers
	Table   string   // the table that is referred to
	To      []string // its columns, one for each of Columns
}

// A Snapshot is a database as it stands at one moment. It is not safe for concurrent use.
type Snapshot struct {
	of       *Database
	db       *sql.DB
	tx       *sql.Tx
	tables   []DeclaredTable
	hidden   []string
	writable bool
}

// Open connects to the database and begins the transaction in which everything is read. It
// fails if the database cannot be reached or read, or ctx ends, with an error that says what to
// do. The caller closes the snapshot. The transaction ends with ctx.
func (d *Database) Open(ctx context.Context) (*Snapshot, error) {
	db, err := d.dialect.connect(d)
	if err != nil {
		return nil, d.failure(ctx, "", err)
	}
	db.SetMaxOpenConns(1)
	s := &Snapshot{of: d, db: db}
	if err := s.begin(ctx); err != nil {
		s.Close()
		return nil, d.failure(ctx, "", err)
	}
	return s, nil
}

// begin begins the transaction and reads what is declared.
func (s *Snapshot) begin(ctx context.Context) (err error) {
	if s.tx, err = s.db.BeginTx(ctx, s.of.dialect.isolation()); err != nil {
		return err
	}
	declared, err := s.of.dialect.tables(ctx, s.tx)
	if err != nil {
		return err
	}
	s.tables, s.hidden = declared.finish(), declared.hidden
	s.writable, err = s.of.dialect.mayWrite(ctx, s.tx)
	return err
}

// Close ends the transaction and the connection. Nothing was written.
func (s *Snapshot) Close() {
	if s.tx != nil {
		s.tx.Rollback()
	}
	s.db.Close()
}

// Tables returns the tables and views of the database that need no schema before their names,
// sorted by name. Callers must not change them.
func (s *Snapshot) Tables() []DeclaredTable { return s.tables }

// Hidden returns the tables and views of which the role may not read some columns, sorted by name:
// [Snapshot.Tables] has them without these columns, or not at all. Callers must not change them.
func (s *Snapshot) Hidden() []string { return s.hidden }

// MayWrite reports whether the role with which the database is read may change its tables. It
// is false for a file, which is opened for reading.
func (s *Snapshot) MayWrite() bool { return s.writable }

// A TableSelection says what of a table is read.
type TableSelection struct {
	Table   string   // its name; letter case counts only where two tables differ by it alone
	Columns []string // names of columns, likewise; nil for all
}

// A ReadAccount counts what was read of a table.
type ReadAccount struct {
	Rows    int            // rows written
	Missing []string       // columns of the selection that the table does not have
	Refused map[string]int // cells left out because they hold bytes or too long a text, by column
}

// Check returns an error with a line for each table that the database does not have, or of
// which it has none of the columns.
func (s *Snapshot) Check(selections []TableSelection) error {
	var faults []error
	for _, sel := range selections {
		_, columns, err := s.resolve(sel)
		if err == nil && !slices.ContainsFunc(columns, func(c *DeclaredColumn) bool { return c != nil }) {
			err = fmt.Errorf("%s: table %s has none of the columns %s: want the table that the domain declares", s.of, sel.Table, strings.Join(sel.Columns, ", "))
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// resolve finds a table and the columns of a selection, nil for one that the table lacks.
func (s *Snapshot) resolve(sel TableSelection) (*DeclaredTable, []*DeclaredColumn, error) {
	t := named(s.tables, sel.Table, func(t *DeclaredTable) string { return t.Name })
	if t == nil {
		return nil, nil, fmt.Errorf("%s: no table or view %s that this role can see: want %s", s.of, sel.Table, s.remedy())
	}
	var columns []*DeclaredColumn
	if sel.Columns == nil {
		for i := range t.Columns {
			columns = append(columns, &t.Columns[i])
		}
	}
	for _, name := range sel.Columns {
		columns = append(columns, named(t.Columns, name, func(c *DeclaredColumn) string { return c.Name }))
	}
	return t, columns, nil
}

// remedy says which tables there are.
func (s *Snapshot) remedy() string {
	var names []string
	for i := range s.tables {
		names = append(names, s.tables[i].Name)
	}
	switch {
	case len(names) == 0:
		return "a database with tables, and a role that may read them"
	case len(names) > 10:
		names = append(names[:10], "…")
	}
	return "one of " + strings.Join(names, ", ") + "; or a view of that name"
}

// named returns the item of a name, or else the only one whose name differs in letter case
// alone; nil for none.
func named[T any](items []T, name string, of func(*T) string) *T {
	var alike []*T
	for i := range items {
		switch item := &items[i]; {
		case of(item) == name:
			return item
		case strings.EqualFold(of(item), name):
			alike = append(alike, item)
		}
	}
	if len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// Write writes the rows of a table as JSON lines with the names of columns as the selection has
// them: by the primary key if there is one, else in the order of the database. Large tables of DuckDB are
// read in pieces, in the order of the database, and by the key within each. Numbers are JSON
// numbers in their shortest plain form, true and false are themselves, days and times are texts
// in the form 2006-01-02 15:04:05, null is null. Any other cell is text. Cells of bytes,
// texts that are not UTF-8, and texts of more than 4 MiB are left out and counted. On an error, the account is not valid.
func (s *Snapshot) Write(ctx context.Context, w io.Writer, sel TableSelection) (ReadAccount, error) {
	t, columns, err := s.resolve(sel)
	if err != nil {
		return ReadAccount{}, err
	}
	a := ReadAccount{Refused: map[string]int{}}
	var read []*DeclaredColumn
	var names [][]byte
	for i, c := range columns {
		if c == nil {
			a.Missing = append(a.Missing, sel.Columns[i])
			continue
		}
		name := c.Name
		if sel.Columns != nil {
			name = sel.Columns[i]
		}
		quoted, err := jsontext.AppendQuote(nil, name)
		if err != nil {
			return ReadAccount{}, fmt.Errorf("%s: table %s: column %q: want a name in UTF-8", s.of, t.Name, name)
		}
		read, names = append(read, c), append(names, quoted)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	err = s.rows(ctx, t, read, func(cells []any) error {
		a.Rows++
		line := append(out.AvailableBuffer(), '{')
		for i, cell := range cells {
			source, ok := read[i].form.source(cell)
			if !ok {
				a.Refused[read[i].Name]++
				continue
			}
			if line[len(line)-1] != '{' {
				line = append(line, ',')
			}
			line = append(append(append(line, names[i]...), ':'), source...)
		}
		_, err := out.Write(append(line, "}\n"...))
		return err
	})
	if err == nil {
		err = out.Flush()
	}
	return a, err
}

// rows calls take with the cells of each row. Errors other than those of take say what to do.
func (s *Snapshot) rows(ctx context.Context, t *DeclaredTable, columns []*DeclaredColumn, take func([]any) error) error {
	q := s.of.dialect.quote
	var cells, key []string
	for _, c := range columns {
		cells = append(cells, s.of.dialect.cell(q(c.Name), c))
	}
	for _, name := range t.Key {
		key = append(key, "t."+q(name))
	}
	from := q(t.Name)
	if t.schema != "" {
		from = q(t.schema) + "." + from
	}
	from += " AS t"
	pieces, err := s.of.dialect.pieces(ctx, s.tx, t, cells, from)
	if err != nil {
		return s.of.failure(ctx, t.Name, err)
	}
	for _, condition := range pieces {
		query := "SELECT " + strings.Join(cells, ", ") + " FROM " + from
		if condition != "" {
			query += " WHERE " + condition
		}
		if len(key) > 0 {
			query += " ORDER BY " + strings.Join(key, ", ")
		}
		if err := s.piece(ctx, t.Name, query, len(cells), take); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// piece calls take with the cells of each row of a query.
func (s *Snapshot) piece(ctx context.Context, table, query string, columns int, take func([]any) error) error {
	rows, err := s.tx.QueryContext(ctx, query)
	if err != nil {
		return s.of.failure(ctx, table, err)
	}
	defer rows.Close()
	cells, into := make([]any, columns), make([]any, columns)
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return s.of.failure(ctx, table, err)
		}
		if err := take(cells); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return s.of.failure(ctx, table, err)
	}
	return nil
}

// failure returns an error of the database with what it means and what to do. The cause of ctx
// goes before it.
func (d *Database) failure(ctx context.Context, table string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	where := d.String()
	if table != "" {
		where += ": table " + table
	}
	if cause := d.dialect.cause(err); cause != "" {
		return &failure{where + ": " + cause, err}
	}
	return fmt.Errorf("%s: %w", where, err)
}

// failure is an error of a driver in words of one line.
type failure struct {
	text string
	err  error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.err }
