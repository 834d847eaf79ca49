// Package database reads the tables of a SQLite or DuckDB file, or of a PostgreSQL or MySQL server, as
// they stand at one moment: in a single read-only transaction, which [Database.Open] begins. It
// writes rows as the JSON lines that package corpus reads, and knows what the database declares
// of keys, references and types.
//
// DuckDB is a library in C++, so a build has it only with the tag duckdb and the requirements in
// duckdb.mod; any other is Go alone, and refuses DuckDB files.
//
// No error and no text of this package has a password in it.
package database

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// A Database says where a database is. It is read-only and safe for concurrent use.
type Database struct {
	path     string   // of a file; "" for a server
	log      string   // path of the log of writes that may stand beside the file; "" for a server
	server   *url.URL // without a password; nil for a file
	password string
	dialect  dialect
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// secretive is what a source may have that is nearly a URL, and that may hold a password.
var secretive = regexp.MustCompile(`(?is)://|:.*@|password=`)

// IsURL reports whether a source of tables is written as a URL, or nearly so and no file has such
// a name, so that it is no path. Its text must not be shown then.
func IsURL(source string) bool {
	if scheme.MatchString(strings.TrimSpace(source)) {
		return true
	}
	if !secretive.MatchString(source) {
		return false
	}
	_, err := os.Stat(source)
	return err != nil
}

// servers has the dialect of each scheme of URLs.
var servers = map[string]dialect{"postgres": postgres{}, "postgresql": postgres{}, "mysql": mysqlServer{}}

const wantURL = "want postgres://USER@HOST:PORT/DATABASE or mysql://USER@HOST:PORT/DATABASE; " +
	"in a password, characters other than letters and digits as %XX, or all of it in PGPASSWORD or MYSQL_PWD"

// Find returns the database that a source names: the URL of a server, or the path of a SQLite
// or DuckDB file. It trims space around a URL. It returns nil for any other path. It opens no connection. It fails for a URL that it
// does not know, for a DuckDB file if the build has no DuckDB, and for a file
// that is called like a database and is none; it does not repeat what a URL holds.
func Find(source string) (*Database, error) {
	if IsURL(source) {
		return parseURL(strings.TrimSpace(source))
	}
	info, err := os.Stat(source)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // whoever reads directories reports it
	}
	head, err := headOf(source)
	if err != nil {
		return nil, err
	}
	called := strings.ToLower(filepath.Ext(source))
	isDuckDB := len(head) >= 12 && head[8:12] == "DUCK"
	switch {
	case strings.HasPrefix(head, "SQLite format 3\x00"):
		return &Database{path: source, log: source + "-wal", dialect: sqliteFile{}}, nil
	case isDuckDB || called == ".duckdb" || called == ".ddb":
		return findDuckDB(source, isDuckDB)
	case slices.Contains([]string{".sqlite", ".sqlite3", ".db", ".db3"}, called):
		return nil, fmt.Errorf("%s: %s: want a SQLite database, version 3, that needs no password", source, notSQLite(head))
	}
	return nil, nil
}

func notSQLite(head string) string {
	if head == "" {
		return "an empty file"
	}
	return "not a SQLite database, or an encrypted one"
}

// headOf returns the first bytes of a file.
func headOf(path string) (string, error) {
	f, err := inputfile.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 20)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	return string(head[:n]), nil
}

// parseURL reads the URL of a server. A password that is not escaped may stand anywhere in a
// URL, so a part that is out of place is refused and not shown.
func parseURL(source string) (*Database, error) {
	u, err := url.Parse(source)
	if err != nil || !scheme.MatchString(source) {
		return nil, errors.New("not the URL of a database: " + wantURL)
	}
	d := &Database{dialect: servers[u.Scheme]}
	name := strings.TrimPrefix(u.Path, "/")
	switch {
	case d.dialect == nil:
		return nil, fmt.Errorf("no database is known by %s://: %s; or the path of a SQLite or DuckDB file", u.Scheme, wantURL)
	case u.Opaque != "" || u.Fragment != "" || strings.ContainsAny(name, "/@") || strings.Contains(u.Host, "@"):
		return nil, errors.New("the URL of the database has a part that is out of place: " + wantURL)
	case name == "":
		return nil, errors.New("the URL names no database: " + wantURL)
	case u.User.Username() == "":
		return nil, errors.New("the URL names no user: " + wantURL)
	}
	for key := range u.Query() {
		if allowed := d.dialect.parameters(); !slices.Contains(allowed, key) {
			return nil, fmt.Errorf("the URL of the database has a parameter that is not known: want no other than %s", strings.Join(allowed, ", "))
		}
	}
	d.password, _ = u.User.Password()
	d.server = &url.URL{Scheme: u.Scheme, User: url.User(u.User.Username()), Host: u.Host, Path: u.Path, RawQuery: u.Query().Encode()}
	return d, nil
}

// String returns the source of the database, without a password.
func (d *Database) String() string {
	if d.server == nil {
		return d.path
	}
	return d.server.String()
}

// File returns the path of a SQLite or DuckDB file; "" for a server.
func (d *Database) File() string { return d.path }

// Log returns the path at which a log of writes may stand beside the file, which is read with it; "" for a server.
func (d *Database) Log() string { return d.log }

// Password returns the password, "" for none or one that is not known.
func (d *Database) Password() string { return d.password }

// PasswordVariable returns the environment variable in which programs look for the password of
// such a server: PGPASSWORD or MYSQL_PWD; "" for a file.
func (d *Database) PasswordVariable() string { return d.dialect.passwordVariable() }

// WithPassword returns the database with another password.
func (d *Database) WithPassword(password string) *Database {
	other := *d
	other.password = password
	return &other
}
