//go:build unix

package command_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/databasetest"
)

// chinookType returns the type of a column of Chinook in a server.
func chinookType(column string) string {
	switch {
	case column == "Total", column == "UnitPrice":
		return "NUMERIC(10,2)"
	case strings.HasSuffix(column, "Date"):
		return "TIMESTAMP(0)"
	case strings.HasSuffix(column, "Id"), slices.Contains([]string{"ReportsTo", "Milliseconds", "Bytes", "Quantity"}, column):
		return "INT"
	}
	return "VARCHAR(250)"
}

// The same rows give the same tasks, wherever they come from; no file has a password; and once
// the tables are read, nothing needs the server.
func TestServerCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("two servers are started: leave out -short to start them")
	}
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	shipped, err := filepath.Abs(filepath.Join(data, "chinook", "Chinook_Sqlite.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(shipped); err != nil {
		t.Skipf("no database: %v: set TASKGROVE_DATA to the folder that holds chinook", err)
	}
	domain, err := filepath.Abs(filepath.Join("testdata", "relational", "chinook"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sample := func(out, corpus string, more ...string) string {
		t.Helper()
		run(t, dir, "sample", append([]string{"-domain", domain, "-corpus", corpus, "-out", out, "-paths", "4,4,4", "-depth", "3"}, more...)...)
		return read(t, filepath.Join(dir, out, "sample", "tasks.jsonl"))
	}
	want := sample("sqlite", shipped)

	var text strings.Builder
	paths, err := filepath.Glob(filepath.Join(dir, "sqlite", "world", "*.jsonl"))
	if err != nil || len(paths) != 9 {
		t.Fatalf("the tables are %q, %v, want 9", paths, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		rows, columns := readRows(t, path)
		text.WriteString(statements(name, rows, columns, func(column string) string {
			if column == name+"Id" {
				return "INT PRIMARY KEY"
			}
			return chinookType(column)
		}))
	}
	for _, tt := range []struct {
		name, password, before, after string
		start                         func(databasetest.TB) *databasetest.Server
	}{
		{"postgres", "PGPASSWORD", "", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;", databasetest.StartPostgres},
		{"mysql", "MYSQL_PWD", "SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES';", "GRANT SELECT ON shop.* TO reader@'%';", databasetest.StartMySQL},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := tt.start(t)
			tables := text.String()
			if tt.name == "mysql" {
				tables = strings.ReplaceAll(tables, "TIMESTAMP(0)", "DATETIME")
			}
			server.Exec(t, tt.before+tables+tt.after)
			reader := server.URL(databasetest.Reader)
			withPassword := strings.Replace(reader, "reader@", url.UserPassword("reader", databasetest.Password).String()+"@", 1)
			if got := sample(tt.name, withPassword, "-v"); got != want {
				for _, path := range paths {
					if diff := cmp.Diff(read(t, path), read(t, filepath.Join(dir, tt.name, "world", filepath.Base(path)))); diff != "" {
						t.Errorf("%s differs from that of SQLite (-SQLite +%s):\n%s", filepath.Base(path), tt.name, diff)
					}
				}
				t.Errorf("tasks differ from those of SQLite:\n%s", cmp.Diff(want, got))
			}
			checkSecret(t, filepath.Join(dir, tt.name))

			// Without the password in the URL: from the environment.
			t.Setenv(tt.password, databasetest.Password)
			if got := sample(tt.name+"-again", reader); got != want {
				t.Error("tasks differ with the password in the environment")
			}
			t.Setenv(tt.password, "")
			t.Setenv("SHOP_PASSWORD", databasetest.Password)
			owner := server.URL(databasetest.Owner)
			said := fails(t, 0, dir, "plantree", "-domain", domain, "-corpus", owner, "-corpus-password-env", "SHOP_PASSWORD", "-out", tt.name+"-owner")
			if !strings.Contains(said, owner+": this role may change the tables; nothing is written, and one that may only read them (GRANT SELECT) is safer") {
				t.Errorf("plantree says %s, want a warning of the owner", said)
			}
			if said := fails(t, 1, dir, "plantree", "-domain", domain, "-corpus", reader, "-out", "refused"); !strings.Contains(said, "password") || strings.Count(said, "\n") > 2 {
				t.Errorf("plantree without a password says %s", said)
			}

			draft := run(t, dir, "plantree", "-infer", reader, "-corpus-password-env", "SHOP_PASSWORD", "-to", tt.name+"-draft")
			if !strings.Contains(draft, "9 of 9 tables") {
				t.Errorf("plantree -infer prints %s, want 9 tables", draft)
			}
			checkSecret(t, filepath.Join(dir, tt.name+"-draft"))

			server.Kill()
			run(t, dir, "sample", "-out", tt.name, "-seed", "2")
			if out := run(t, dir, "plantree", "-n", "-out", tt.name); !strings.Contains(out, "snapshot: up to date") {
				t.Errorf("plantree -n prints %s, want an up-to-date snapshot", out)
			}
			said = fails(t, 1, dir, "plantree", "-domain", domain, "-corpus", reader, "-corpus-password-env", "SHOP_PASSWORD", "-out", "gone")
			if !strings.Contains(said, reader+": no server answers") {
				t.Errorf("plantree says %s, want that no server answers", said)
			}
		})
	}
}

// checkSecret holds that no file has the password, written in any way.
func checkSecret(t *testing.T, dir string) {
	t.Helper()
	names := filesBelow(t, dir)
	for _, name := range names {
		if strings.Contains(read(t, filepath.Join(dir, name)), "Zq7") {
			t.Errorf("%s has the password", name)
		}
	}
	if len(names) < 2 {
		t.Errorf("%s has %d files, want those of a run", dir, len(names))
	}
}
