package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteFile is the dialect of SQLite files.
type sqliteFile struct{ streams }

func (sqliteFile) parameters() []string     { return nil }
func (sqliteFile) passwordVariable() string { return "" }

// connect opens a file for reading. SQLite waits two seconds for a lock.
func (sqliteFile) connect(d *Database) (*sql.DB, error) {
	path, err := filepath.Abs(d.path)
	if err != nil {
		return nil, err
	}
	at := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "mode=ro&_pragma=busy_timeout(2000)&_pragma=query_only(1)&_pragma=trusted_schema(0)"}
	if isClosedWAL(path) {
		at.RawQuery += "&immutable=1" // or SQLite would leave an empty log and its index beside the file
	}
	c, err := sqlite.NewConnector(at.String())
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

// isClosedWAL reports whether a file keeps a write-ahead log that holds nothing, and that no program
// has open (https://sqlite.org/fileformat2.html#file_format_version_numbers).
func isClosedWAL(path string) bool {
	head, err := headOf(path)
	if err != nil || len(head) < 20 || head[19] != 2 {
		return false
	}
	log, err := os.Stat(path + "-wal")
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	_, err = os.Stat(path + "-shm")
	return log.Size() == 0 && errors.Is(err, fs.ErrNotExist)
}

func (sqliteFile) isolation() *sql.TxOptions { return nil }

// tables leaves out a view that cannot be used, as one of a table that is gone.
func (s sqliteFile) tables(ctx context.Context, tx *sql.Tx) (b builder, err error) {
	var names, views []string
	err = each(ctx, tx, func(r row) {
		if names = append(names, r[0]); r[1] == "view" {
			views = append(views, r[0])
		}
	}, `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`)
	if err != nil {
		return b, err
	}
	for _, name := range names {
		err := each(ctx, tx, func(r row) { b.column("", name, r[0], r[1], dynamic) }, `SELECT name, type FROM pragma_table_info(?) ORDER BY cid`, name)
		if err != nil && (ctx.Err() != nil || !slices.Contains(views, name)) {
			return b, err
		}
	}
	err = each(ctx, tx, func(r row) { b.key(r[0], r[1]) },
		`SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
		 WHERE m.type = 'table' AND c.pk > 0 ORDER BY m.name, c.pk`)
	if err != nil {
		return b, err
	}
	err = each(ctx, tx, func(r row) { b.reference(r[0], r[1], r[2], r[3], r[4]) },
		`SELECT m.name, f.id, f."from", f."table", coalesce(f."to", '') FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
		 WHERE m.type = 'table' ORDER BY m.name, f.id DESC, f.seq`)
	return b, err
}

func (sqliteFile) quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// cell is an expression, not a column: of a column that is declared as a date the driver makes
// times, so that cells would not be as they are written. No bytes of a cell that is not read
// leave the file.
func (sqliteFile) cell(quoted string, _ *DeclaredColumn) string {
	return fmt.Sprintf("CASE typeof(t.%[1]s) WHEN 'blob' THEN x'' WHEN 'text' THEN iif(octet_length(t.%[1]s) > %[2]d, x'', t.%[1]s) ELSE t.%[1]s END", quoted, longestCell)
}

func (sqliteFile) mayWrite(context.Context, *sql.Tx) (bool, error) { return false, nil }

func (sqliteFile) cause(err error) string {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return ""
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return "locked by another program: want that program to end its transaction, or a copy of the file"
	case sqlite3.SQLITE_NOTADB:
		return "not a SQLite database, or an encrypted one: want a SQLite database, version 3, that needs no password"
	case sqlite3.SQLITE_CORRUPT:
		return "a damaged SQLite database: want one that sqlite3 FILE 'PRAGMA integrity_check' finds whole"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return "cannot be opened for reading: want a file that was closed in order (sqlite3 FILE .tables mends one that was not) and its folder readable"
	}
	return ""
}
