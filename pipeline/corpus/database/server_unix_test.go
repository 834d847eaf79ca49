//go:build unix

package database_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
	"github.com/taskgrove/taskgrove/pipeline/internal/databasetest"
)

// opened opens the database of a URL.
func opened(t *testing.T, url, password string) (*database.Snapshot, error) {
	t.Helper()
	db, err := database.Find(url)
	if err != nil {
		t.Fatal(err)
	}
	s, err := db.WithPassword(password).Open(t.Context())
	if err == nil {
		t.Cleanup(s.Close)
	}
	return s, err
}

func mustOpen(t *testing.T, url string) *database.Snapshot {
	t.Helper()
	s, err := opened(t, url, databasetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lines writes a table.
func lines(t *testing.T, s *database.Snapshot, sel database.TableSelection) (string, database.ReadAccount) {
	t.Helper()
	var b strings.Builder
	a, err := s.Write(t.Context(), &b, sel)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), a
}

func TestPostgres(t *testing.T) {
	server := databasetest.StartPostgres(t)
	server.Exec(t, `
CREATE DOMAIN price AS numeric(10,2);
CREATE TABLE "Maker" (id int PRIMARY KEY, "na""me" text NOT NULL);
CREATE TABLE item (
  maker int REFERENCES "Maker", number bigint, amount numeric(10,4), asked price, ratio real, size double precision,
  good boolean, made date, sold timestamp, seen timestamptz, note text, picture bytea, extra jsonb, tags text[], dollars money, code char(4),
  PRIMARY KEY (maker, number));
CREATE VIEW cheap AS SELECT number FROM item;
INSERT INTO "Maker" VALUES (1, 'Ünal "& Söhne"'), (2, E'a\nb');
INSERT INTO item VALUES
 (1, 9007199254740993, 12.5000, 0.10, 0.1, 1e21, true, '2021-03-05', '2021-03-05 14:00:01.5', '2021-03-05 14:00+02', '', '\x00ff', '7.0', '{a,b}', 1234.5, 'ab'),
 (1, -2, 'NaN', NULL, 'Infinity', -0.0, false, 'infinity', '2021-03-05', NULL, NULL, NULL, '{"a":1}', NULL, NULL, NULL);
GRANT SELECT ON item, cheap TO reader;`)

	s := mustOpen(t, server.URL(databasetest.Owner))
	if !s.MayWrite() {
		t.Error("MayWrite of the owner = false, want true")
	}
	text, account := lines(t, s, database.TableSelection{Table: "ITEM"})
	want := `{"maker":1,"number":-2,"amount":null,"asked":null,"ratio":"Infinity","size":0,"good":false,"made":"infinity","sold":"2021-03-05 00:00:00","seen":null,"note":null,"picture":null,"extra":{"a":1},"tags":null,"dollars":null,"code":null}
{"maker":1,"number":9007199254740993,"amount":12.5,"asked":0.1,"ratio":0.1,"size":1000000000000000000000,"good":true,"made":"2021-03-05","sold":"2021-03-05 14:00:01.5","seen":"2021-03-05 12:00:00","note":"","extra":7.0,"tags":"{a,b}","dollars":1234.5,"code":"ab"}
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("item (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(database.ReadAccount{Rows: 2, Refused: map[string]int{"picture": 1}}, account); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	text, account = lines(t, s, database.TableSelection{Table: "Maker", Columns: []string{`NA"ME`, "none"}})
	if want := `{"NA\"ME":"Ünal \"& Söhne\""}` + "\n" + `{"NA\"ME":"a\nb"}` + "\n"; text != want || !cmp.Equal(account.Missing, []string{"none"}) {
		t.Errorf("Maker = %s, %v, want %s and no column none", text, account, want)
	}
	checkDeclared(t, s, "numeric(10,4)")

	// The snapshot does not see what others write, and nothing is written through it.
	server.Exec(t, `INSERT INTO "Maker" VALUES (3, 'late')`)
	if text, _ := lines(t, s, database.TableSelection{Table: "Maker", Columns: []string{"id"}}); strings.Contains(text, "3") {
		t.Errorf("Maker = %s, want the rows before the snapshot alone", text)
	}
	checkRoles(t, server, "Maker", "item", "PGPASSWORD")
	plain := server.URL(databasetest.Reader) + "?sslmode=require"
	if _, err := opened(t, plain, databasetest.Password); err == nil || !strings.Contains(err.Error(), ": the server has no TLS: want another sslmode in the URL") {
		t.Errorf("Open of a server without TLS = %v", err)
	}

	server.Exec(t, `CREATE TABLE long (id int PRIMARY KEY, note text); INSERT INTO long SELECT n, repeat('x', 1000) FROM generate_series(1, 100000) n;`)
	checkLong(t, server)
	checkCancelled(t, server)
	checkKilled(t, server)
}

func TestMySQL(t *testing.T) {
	server := databasetest.StartMySQL(t)
	server.Exec(t, "CREATE TABLE Maker (id int PRIMARY KEY, `na\"me` text NOT NULL);"+`
CREATE TABLE item (
  maker int, number bigint, amount decimal(10,4), ratio float, size double, good boolean, made date, sold datetime(1), seen timestamp NULL,
  note varchar(20), picture blob, extra json, kind enum('a', 'b'), made_in year, flags bit(3), large bigint unsigned,
  PRIMARY KEY (maker, number), FOREIGN KEY (maker) REFERENCES Maker (id));
CREATE VIEW cheap AS SELECT number FROM item;
SET time_zone = '+02:00';
INSERT INTO Maker VALUES (1, 'Ünal "& Söhne"'), (2, 'a\nb');
INSERT INTO item VALUES
 (1, 9007199254740993, 12.5000, 0.1, 1e21, true, '2021-03-05', '2021-03-05 14:00:01.5', '2021-03-05 14:00:00', '', x'00ff', '7.0', 'b', 1999, b'101', 18446744073709551615),
 (1, -2, NULL, NULL, -0.0, false, NULL, '2021-03-05', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
GRANT SELECT ON shop.item TO reader@'%'; GRANT SELECT ON shop.cheap TO reader@'%';`)

	s := mustOpen(t, server.URL(databasetest.Owner))
	if !s.MayWrite() {
		t.Error("MayWrite of the owner = false, want true")
	}
	text, account := lines(t, s, database.TableSelection{Table: "ITEM"})
	want := `{"maker":1,"number":-2,"amount":null,"ratio":null,"size":0,"good":0,"made":null,"sold":"2021-03-05 00:00:00.0","seen":null,"note":null,"picture":null,"extra":null,"kind":null,"made_in":null,"flags":null,"large":null}
{"maker":1,"number":9007199254740993,"amount":12.5,"ratio":0.1,"size":1000000000000000000000,"good":1,"made":"2021-03-05","sold":"2021-03-05 14:00:01.5","seen":"2021-03-05 12:00:00","note":"","extra":"7.0","kind":"b","made_in":1999,"large":18446744073709551615}
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("item (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(database.ReadAccount{Rows: 2, Refused: map[string]int{"picture": 1, "flags": 1}}, account); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	if text, _ := lines(t, s, database.TableSelection{Table: "Maker"}); text != `{"id":1,"na\"me":"Ünal \"& Söhne\""}`+"\n"+`{"id":2,"na\"me":"a\nb"}`+"\n" {
		t.Errorf("Maker = %s", text)
	}
	checkDeclared(t, s, "decimal(10,4)")
	server.Exec(t, `INSERT INTO Maker VALUES (3, 'late')`)
	if text, _ := lines(t, s, database.TableSelection{Table: "Maker", Columns: []string{"id"}}); strings.Contains(text, "3") {
		t.Errorf("Maker = %s, want the rows before the snapshot alone", text)
	}
	s.Close() // a transaction holds up changes of tables
	checkRoles(t, server, "Maker", "item", "MYSQL_PWD")

	server.Exec(t, `CREATE TABLE `+"`long`"+` (id int PRIMARY KEY, note text); INSERT INTO `+"`long`"+` SELECT seq, repeat('x', 1000) FROM seq_1_to_100000;`)
	checkLong(t, server)
	// A server that sends no more than a megabyte at once refuses such a text, and does not lose it.
	server.Exec(t, `DELETE FROM page WHERE id = 1; SET GLOBAL max_allowed_packet = 1048576;`)
	if text, account := lines(t, mustOpen(t, server.URL(databasetest.Owner)), database.TableSelection{Table: "page"}); text != `{"id":2,"note":"b"}`+"\n" || account.Refused["body"] != 1 {
		t.Errorf("page = %.100s, %v, want a cell refused", text, account)
	}
	checkCancelled(t, server)
	checkKilled(t, server)
}

// checkDeclared holds what the table item declares.
func checkDeclared(t *testing.T, s *database.Snapshot, amount string) {
	t.Helper()
	var names []string
	for _, table := range s.Tables() {
		names = append(names, table.Name)
		if table.Name != "item" {
			continue
		}
		if diff := cmp.Diff([]string{"maker", "number"}, table.Key); diff != "" {
			t.Errorf("key (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]database.ForeignKey{{Columns: []string{"maker"}, Table: "Maker", To: []string{"id"}}}, table.References); diff != "" {
			t.Errorf("references (-want +got):\n%s", diff)
		}
		if got := table.Columns[2]; got.Name != "amount" || got.Type != amount {
			t.Errorf("third column is %s of %s, want amount of %s", got.Name, got.Type, amount)
		}
	}
	if diff := cmp.Diff([]string{"Maker", "cheap", "item"}, names); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

// checkRoles holds what roles, passwords and addresses that are not as wanted give.
func checkRoles(t *testing.T, server *databasetest.Server, hidden, shown, variable string) {
	t.Helper()
	reader := server.URL(databasetest.Reader)
	s := mustOpen(t, reader)
	if s.MayWrite() {
		t.Error("MayWrite of the reader = true, want false")
	}
	if got := s.Hidden(); server.Scheme == "postgres" && !cmp.Equal(got, []string{hidden}) {
		t.Errorf("Hidden = %q, want %s", got, hidden)
	}
	if text, _ := lines(t, s, database.TableSelection{Table: shown, Columns: []string{"number"}}); strings.Count(text, "\n") != 2 {
		t.Errorf("%s = %s, want 2 rows", shown, text)
	}
	_, err := s.Write(t.Context(), &strings.Builder{}, database.TableSelection{Table: hidden})
	said := fmt.Sprint(err)
	if !strings.Contains(said, "no table or view Maker that this role can see: want one of cheap, item") {
		t.Errorf("a table without permission gives %v", err)
	}
	nobody := strings.Replace(reader, server.Address, "127.0.0.1:1", 1)
	for _, tt := range []struct{ url, password, want string }{
		{reader, "wrong", reader + ": the server refuses the user or the password: want both as the server has them, the password in " + variable},
		{strings.Replace(reader, "/"+databasetest.Database, "/none", 1), databasetest.Password, "database"},
		{strings.Replace(reader, "reader@", "password@", 1), databasetest.Password, ": the server refuses the user or the password"},
		{nobody, databasetest.Password, nobody + ": no server answers: want host and port as in the URL, and a server that listens there"},
		{strings.Replace(strings.Replace(nobody, "reader@", "password@", 1), "/"+databasetest.Database, "/passwords", 1), databasetest.Password, ": no server answers"},
	} {
		_, err := opened(t, tt.url, tt.password)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "Zq7") {
			t.Errorf("Open(%s) = %v, want %s", tt.url, err, tt.want)
		}
	}
	if err := s.Check([]database.TableSelection{{Table: "nothing", Columns: []string{"a"}}, {Table: shown, Columns: []string{"nothing"}}}); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("Check of a missing table and missing columns = %v, want a line for each", err)
	}
}

// checkLong holds that a text that is too long is left out and counted.
func checkLong(t *testing.T, server *databasetest.Server) {
	t.Helper()
	server.Exec(t, `CREATE TABLE page (id int PRIMARY KEY, note text, body `+longText[server.Scheme]+`); INSERT INTO page VALUES (1, 'a', repeat('x', 4194304)), (2, 'b', repeat('x', 4194305));`)
	s := mustOpen(t, server.URL(databasetest.Owner))
	text, account := lines(t, s, database.TableSelection{Table: "page"})
	if want := `{"id":1,"note":"a","body":"` + strings.Repeat("x", 4194304) + "\"}\n" + `{"id":2,"note":"b"}` + "\n"; text != want || account.Refused["body"] != 1 {
		t.Errorf("page has %d bytes, %v, want %d and a cell refused", len(text), account, len(want))
	}
	s.Close()
}

// longText is the type of texts of any length by scheme.
var longText = map[string]string{"postgres": "text", "mysql": "longtext"}

// stopper calls a function once something is written.
type stopper struct{ stop func() }

func (s stopper) Write(p []byte) (int, error) { s.stop(); return len(p), nil }

// checkCancelled holds that reading ends with its context.
func checkCancelled(t *testing.T, server *databasetest.Server) {
	t.Helper()
	s := mustOpen(t, server.URL(databasetest.Owner))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var from time.Time
	_, err := s.Write(ctx, stopper{func() {
		if ctx.Err() == nil {
			from = time.Now()
			cancel()
		}
	}}, database.TableSelection{Table: "long"})
	if err != context.Canceled || time.Since(from) > 5*time.Second {
		t.Errorf("Write = %v %v after it was cancelled, want %v at once", err, time.Since(from), context.Canceled)
	}
}

// checkKilled holds what a server gives that goes away midway.
func checkKilled(t *testing.T, server *databasetest.Server) {
	t.Helper()
	url := server.URL(databasetest.Owner)
	s := mustOpen(t, url)
	_, err := s.Write(t.Context(), stopper{server.Kill}, database.TableSelection{Table: "long"})
	want := url + ": table long: the server went away: want it up; the command can be given again, and nothing is lost"
	if fmt.Sprint(err) != want {
		t.Errorf("Write = %v, want %s", err, want)
	}
}
