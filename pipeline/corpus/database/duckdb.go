//go:build duckdb

package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

// findDuckDB returns the database of a file that is a DuckDB database or is called like one.
func findDuckDB(path string, isDuckDB bool) (*Database, error) {
	if !isDuckDB {
		return nil, fmt.Errorf("%s: not a DuckDB database: want a file that DuckDB wrote", path)
	}
	return &Database{path: path, log: path + ".wal", dialect: duckdbFile{}}, nil
}

// duckdbFile is the dialect of DuckDB files. A file is locked while it is read, so what several transactions
// see of it is the same.
type duckdbFile struct{}

func (duckdbFile) parameters() []string     { return nil }
func (duckdbFile) passwordVariable() string { return "" }

// duckdbMemory is how much memory DuckDB may take for a query, without the rows that it hands over.
const duckdbMemory = "1GB"

// connect opens a file for reading. Once it is attached, no statement, and so no view in it, reaches another
// file or loads an extension. One thread makes the order of rows and the sums of views the same each time.
func (duckdbFile) connect(d *Database) (*sql.DB, error) {
	path, err := filepath.Abs(d.path)
	if err != nil {
		return nil, err
	}
	name := catalogOf(path)
	c, err := duckdb.NewConnector("", func(session driver.ExecerContext) error {
		for _, statement := range []string{
			"SET autoinstall_known_extensions = false", "SET autoload_known_extensions = false",
			"SET threads = 1", "SET memory_limit = '" + duckdbMemory + "'", "SET temp_directory = ''",
			"SET TimeZone = 'UTC'",
			fmt.Sprintf("ATTACH '%s' AS %s (READ_ONLY, TYPE duckdb)", strings.ReplaceAll(path, "'", "''"), name),
			"USE " + name,
			"SET enable_external_access = false", "SET lock_configuration = true",
		} {
			if _, err := session.ExecContext(context.Background(), statement, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

// catalogOf returns the name, quoted, that DuckDB itself gives the database of a file: views may use it.
func catalogOf(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	if slices.Contains([]string{"", "main", "memory", "system", "temp"}, strings.ToLower(name)) {
		name += "_db"
	}
	return duckdbFile{}.quote(name)
}

func (duckdbFile) isolation() *sql.TxOptions { return nil }

// inFile holds for what DuckDB's functions tell of the tables that need no schema before their names.
const inFile = "database_name = current_database() AND schema_name = current_schema()"

// tables leaves out a view that cannot be used: one of a table that is gone, of another file, or that would write.
func (f duckdbFile) tables(ctx context.Context, tx *sql.Tx) (b builder, err error) {
	var views, broken []string
	err = each(ctx, tx, func(r row) { views = append(views, r[0]) }, "SELECT view_name FROM duckdb_views() WHERE NOT internal AND "+inFile)
	if err != nil {
		return b, err
	}
	for _, name := range views {
		if each(ctx, tx, func(row) {}, "SELECT * FROM "+f.quote(name)+" LIMIT 0") == nil {
			continue
		}
		broken = append(broken, name)
		if _, err := tx.ExecContext(ctx, "ROLLBACK; BEGIN TRANSACTION"); err != nil { // some errors end the transaction
			return b, err
		}
	}
	err = each(ctx, tx, func(r row) {
		if !slices.Contains(broken, r[0]) {
			b.column("", r[0], r[1], r[2], duckdbForm(r[2]))
		}
	}, "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE "+inFile+" ORDER BY table_name, column_index")
	if err != nil {
		return b, err
	}
	err = each(ctx, tx, func(r row) {
		if r[2] == "PRIMARY KEY" {
			b.key(r[0], r[3])
			return
		}
		b.reference(r[0], r[1], r[3], r[4], r[5])
	},
		`SELECT table_name, constraint_index, constraint_type, constraint_column_names[place], referenced_table, referenced_column_names[place]
		 FROM (SELECT *, unnest(generate_series(1, len(constraint_column_names))) AS place FROM duckdb_constraints()
		 WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY') AND `+inFile+`) ORDER BY table_name, constraint_index, place`)
	return b, err
}

// duckdbForm returns the form of cells of a type.
func duckdbForm(typ string) form {
	if strings.HasPrefix(typ, "DECIMAL(") && !strings.HasSuffix(typ, "]") {
		return number
	}
	switch typ {
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "BIGNUM", "FLOAT", "DOUBLE":
		return number
	case "BOOLEAN":
		return boolean
	case "JSON":
		return jsonText
	case "BLOB", "BIT", "GEOMETRY":
		return bytes
	case "TIMESTAMP WITH TIME ZONE":
		return zoned
	}
	return text
}

func (duckdbFile) quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// cell leaves floating point to the driver, which knows how many digits it has.
func (duckdbFile) cell(quoted string, c *DeclaredColumn) string {
	switch {
	case c.form == bytes:
		return "t." + quoted + " IS NOT NULL"
	case c.Type == "FLOAT" || c.Type == "DOUBLE":
		return "t." + quoted
	case c.form != text && c.form != jsonText:
		return "t." + quoted + "::VARCHAR"
	}
	return fmt.Sprintf("CASE WHEN strlen(t.%[1]s::VARCHAR) > %[2]d THEN repeat('x', %[2]d + 1) ELSE t.%[1]s::VARCHAR END", quoted, longestCell)
}

func (duckdbFile) mayWrite(context.Context, *sql.Tx) (bool, error) { return false, nil }

// The driver keeps all rows of a query in memory, so a table is read in pieces of about pieceSize bytes,
// which are made of blocks of blockRows rows. A view has no numbers of rows, and is one piece.
const (
	pieceSize = 16 << 20
	blockRows = 128
	viewSize  = 256 << 20
)

// pieces looks at how large the cells of each block are.
func (f duckdbFile) pieces(ctx context.Context, tx *sql.Tx, t *DeclaredTable, cells []string, from string) ([]string, error) {
	numbered := false
	err := each(ctx, tx, func(row) { numbered = true }, "SELECT 1 FROM duckdb_tables() WHERE "+inFile+" AND table_name = ?", t.Name)
	if err != nil {
		return nil, err
	}
	if named(t.Columns, "rowid", func(c *DeclaredColumn) string { return c.Name }) != nil {
		numbered = false // a column hides the numbers
	}
	block, size := "0", "0"
	if numbered {
		block = fmt.Sprintf("t.rowid // %d", blockRows)
	}
	for _, cell := range cells {
		size += fmt.Sprintf(" + coalesce(strlen((%s)::VARCHAR), 0) + 16", cell)
	}
	var c cutter
	err = each(ctx, tx, func(r row) {
		n, _ := strconv.ParseInt(r[0], 10, 64)
		bytes, _ := strconv.ParseInt(r[1], 10, 64)
		c.add(n*blockRows, bytes)
	}, fmt.Sprintf("SELECT %s AS block, sum(%s)::BIGINT FROM %s GROUP BY block ORDER BY block", block, size, from))
	switch {
	case err != nil:
		return nil, err
	case numbered:
		return c.conditions(), nil
	case c.whole > viewSize:
		return nil, fmt.Errorf("%d MB of a view, or of a table with a column rowid, of which %d MB fit into memory: want a table of these rows without such a column (CREATE TABLE NAME AS FROM %s)",
			c.whole>>20, viewSize>>20, f.quote(t.Name))
	}
	return []string{""}, nil
}

// cutter cuts a table into pieces.
type cutter struct {
	pieces [][2]int64 // first row, and the row after the last
	last   int64      // bytes of the last piece
	whole  int64      // bytes of all
}

// add adds the block that begins at a row. A block that is too large becomes pieces of one row.
func (c *cutter) add(row, bytes int64) {
	c.whole += bytes
	end := row + blockRows
	switch {
	case bytes > pieceSize:
		for ; row < end; row++ {
			c.pieces = append(c.pieces, [2]int64{row, row + 1})
		}
		c.last = bytes
	case len(c.pieces) > 0 && c.last+bytes <= pieceSize:
		c.pieces[len(c.pieces)-1][1] = end
		c.last += bytes
	default:
		c.pieces = append(c.pieces, [2]int64{row, end})
		c.last = bytes
	}
}

func (c *cutter) conditions() (all []string) {
	for _, p := range c.pieces {
		all = append(all, fmt.Sprintf("t.rowid >= %d AND t.rowid < %d", p[0], p[1]))
	}
	return all
}

func (duckdbFile) cause(err error) string {
	var e *duckdb.Error
	if !errors.As(err, &e) {
		return ""
	}
	for _, known := range []struct{ part, cause string }{
		{"Could not set lock", "locked by another program: want that program to close it, or a copy of the file and of its log (.wal)"},
		{"we can only read versions between", "written by a version of DuckDB that this build does not know: want a folder that the DuckDB which wrote it makes with EXPORT DATABASE 'FOLDER' (FORMAT parquet)"},
		{"encrypted database", "an encrypted DuckDB database: want a copy without a key (COPY FROM DATABASE)"},
		{"WAL file", "a damaged log of writes beside a DuckDB database (.wal): want the log as DuckDB left it"},
		{"Corrupt database file", damagedDuckDB},
		{"Could not read enough bytes", damagedDuckDB},
	} {
		if strings.Contains(e.Msg, known.part) {
			return known.cause
		}
	}
	switch e.Type {
	case duckdb.ErrorTypeSerialization, duckdb.ErrorTypeInternal, duckdb.ErrorTypeFatal:
		return damagedDuckDB
	case duckdb.ErrorTypeOutOfMemory:
		return "a view that takes more than " + duckdbMemory + " of memory: want a table in its place (CREATE TABLE NAME AS FROM VIEW)"
	}
	line, _, _ := strings.Cut(e.Msg, "\n")
	return cmp.Or(line, "DuckDB cannot read it") + ": want a file that DuckDB reads"
}

const damagedDuckDB = "a damaged DuckDB database: want one that DuckDB exports whole (EXPORT DATABASE 'FOLDER')"
