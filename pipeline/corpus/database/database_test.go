package database_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"empty.db": "", "text.sqlite": "some text that is long enough", "table.csv": "a,b\n",
		"any": "SQLite format 3\x00 and more",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const wantURL = "want postgres://USER@HOST:PORT/DATABASE or mysql://USER@HOST:PORT/DATABASE; in a password, characters other than letters and digits as %XX, or all of it in PGPASSWORD or MYSQL_PWD"
	for _, tt := range []struct{ source, found, wrong string }{
		{"postgres://u:Zq7@h:5432/d?sslmode=disable", "postgres://u@h:5432/d?sslmode=disable", ""},
		{"postgresql://u@h/d", "postgresql://u@h/d", ""},
		{"mysql://u:Zq7%2F%23@h/d?socket=/run/s", "mysql://u@h/d?socket=%2Frun%2Fs", ""},
		{"oracle://u:Zq7@h/d", "", "no database is known by oracle://: " + wantURL + "; or the path of a SQLite or DuckDB file"},
		{"postgres://u:Zq7/#@h/d", "", "not the URL of a database: " + wantURL},
		{"postgres://u:1#Zq7@h/d", "", "the URL of the database has a part that is out of place: " + wantURL},
		{"postgres://u:1/Zq7@h/d", "", "the URL of the database has a part that is out of place: " + wantURL},
		{"postgres://u:1?Zq7@h/d", "", "the URL names no database: " + wantURL},
		{"postgres://u@h", "", "the URL names no database: " + wantURL},
		{"postgres://h/d", "", "the URL names no user: " + wantURL},
		{"postgres://u@h/d?password=Zq7", "", "the URL of the database has a parameter that is not known: want no other than connect_timeout, host, search_path, sslcert, sslkey, sslmode, sslrootcert, target_session_attrs"},
		{"mysql://u@h/d?allowAllFiles=true", "", "the URL of the database has a parameter that is not known: want no other than socket, tls"},
		{"empty.db", "", "empty.db: an empty file: want a SQLite database, version 3, that needs no password"},
		{"text.sqlite", "", "text.sqlite: not a SQLite database, or an encrypted one: want a SQLite database, version 3, that needs no password"},
		{"any", "any", ""},
		{"table.csv", "", ""},
		{".", "", ""},
		{"nothing", "", ""},
	} {
		source := tt.source
		if !database.IsURL(source) {
			source = filepath.Join(dir, source)
		}
		db, err := database.Find(source)
		found, wrong := "", ""
		if db != nil {
			found = strings.TrimPrefix(db.String(), dir+"/")
		}
		if err != nil {
			wrong = strings.TrimPrefix(err.Error(), dir+"/")
		}
		if found != tt.found || wrong != tt.wrong {
			t.Errorf("Find(%s) = %q, %q, want %q, %q", tt.source, found, wrong, tt.found, tt.wrong)
		}
	}
}

// However a password is written into a URL, nothing shows it.
func TestPasswordsAreNotShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.StringOfN(rapid.RuneFrom([]rune(`/#?@:%&= 1a"[]\`)), 0, 4, -1)
		password := part.Draw(t, "before") + "Zq7" + part.Draw(t, "after")
		source := fmt.Sprintf("%s://u:%s@h/d%s", rapid.SampledFrom([]string{"postgres", "mysql", "other"}).Draw(t, "scheme"), password, rapid.SampledFrom([]string{"", "?tls=true", "?x=Zq7", "#Zq7"}).Draw(t, "end"))
		db, err := database.Find(source)
		if db == nil && err == nil {
			t.Fatalf("Find(%s) finds no database, and no fault", source)
		}
		if shown := fmt.Sprint(db, err); strings.Contains(shown, "Zq7") {
			t.Fatalf("Find(%s) shows the password: %s", source, shown)
		}
	})
}
