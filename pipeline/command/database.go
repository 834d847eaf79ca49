package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// snapshotVersion is raised when equal databases could give other tables than before.
const snapshotVersion = 2

// credentials say with which password a database is read. No file holds it.
type credentials struct {
	variable string // environment variable that has it; "" for that of the kind of server
	password string // "" for none
}

// declare declares the flag.
func (c *credentials) declare(fs *flag.FlagSet) {
	fs.StringVar(&c.variable, "corpus-password-env", "", "environment `variable` that has the password of the database; if not given, PGPASSWORD or MYSQL_PWD")
}

// take takes the password out of a source of tables that is a URL.
func (c *credentials) take(source *string) error {
	if !database.IsURL(*source) {
		return nil
	}
	db, err := database.Find(*source)
	if err != nil {
		return misuse("-corpus: %v", err)
	}
	*source, c.password = db.String(), db.Password()
	return nil
}

// complete looks for the password of a source in the environment: first in the variable that is
// named, which beats one in the URL, last where programs look for one.
func (c *credentials) complete(env cli.Env, source string) error {
	db, err := database.Find(source)
	isServer := err == nil && db != nil && db.File() == ""
	switch {
	case !isServer && c.variable == "": // whoever reads the source reports the error
	case !isServer:
		return misuse("-corpus-password-env is for the URL of a database, and %s is none", source)
	case c.variable == "":
		c.password = cmp.Or(c.password, env.Getenv(db.PasswordVariable()))
	default:
		if c.password = env.Getenv(c.variable); c.password == "" {
			return misuse("-corpus-password-env %s: the environment has no such variable: want the one that has the password", c.variable)
		}
	}
	return nil
}

// newDatabase returns the world of tables that a database has; nil if -corpus is none.
func newDatabase(d *domain.Domain, f *flags) (*world, error) {
	db, err := database.Find(f.Corpus)
	if err != nil || db == nil {
		return nil, err
	}
	if f.Laws != "" {
		return nil, misuse("-laws is for texts, and %s holds tables: want the texts, or no -laws", f.Corpus)
	}
	if f.Cases != "" {
		return nil, misuse("-cases is for statutes that are read from texts, and %s holds tables: want -cases ''", f.Corpus)
	}
	w := &world{domain: d, database: db.WithPassword(f.credentials.password)}
	for _, s := range selections(d) {
		name := tablefile.JSONL.File(s.Table)
		w.files = append(w.files, corpus.DataFile{Name: name, Path: filepath.Join(f.out, generatedDir, name), Holds: s.Table, Untyped: true})
	}
	return w, nil
}

// selections says what a domain declares of tables and passages.
func selections(d *domain.Domain) (all []database.TableSelection) {
	for _, t := range d.Tables {
		s := database.TableSelection{Table: t.Name}
		for _, c := range t.Columns {
			if c.Parts == nil {
				s.Columns = append(s.Columns, c.Name)
			}
		}
		all = append(all, s)
	}
	for _, p := range d.Passages {
		all = append(all, database.TableSelection{Table: p.Name, Columns: []string{p.Field}})
	}
	return all
}

// snapshotStage reads the tables of a database once. Later stages read what it wrote, and none
// needs the database again. A file is known by its content. What a server holds cannot be known
// without reading it all, so its address stands for it: the tables of a run directory are those
// of the day on which they were read.
func snapshotStage(w *world) run.Stage {
	wanted := selections(w.domain)
	s := run.Stage{
		Name: "snapshot", Doc: "read the tables of the database as they stand at one moment",
		Version: snapshotVersion, Dir: generatedDir, Params: wanted,
	}
	for _, f := range w.files {
		s.Outputs = append(s.Outputs, f.Name)
	}
	if path := w.database.File(); path != "" {
		log := w.database.Log()
		s.Inputs = []run.StageInput{
			{Name: "corpus/" + filepath.Base(path), Path: path},
			{Name: "corpus/" + filepath.Base(log), Path: log, Optional: true},
		}
	} else {
		s.Inputs = []run.StageInput{{Name: "database", Digest: digest.Of("database", w.database.String())}}
	}
	s.Run = func(ctx context.Context, e *run.Exec) error {
		snapshot, err := w.database.Open(ctx)
		if err != nil {
			return err
		}
		defer snapshot.Close()
		if err := snapshot.Check(wanted); err != nil {
			return err
		}
		warnOfRole(e.Log, w.database, snapshot)
		for i, selection := range wanted {
			var read database.ReadAccount
			err := create(e, w.files[i].Name, func(to io.Writer) error {
				read, err = snapshot.Write(ctx, to, selection)
				return err
			})
			if err != nil {
				return err
			}
			e.Funnel().In += read.Rows
			e.Funnel().Out += read.Rows
			warnOfCells(e.Log, selection.Table, read)
		}
		return nil
	}
	return s
}

// warnOfRole warns of a role that could change what it reads.
func warnOfRole(log *slog.Logger, db *database.Database, s *database.Snapshot) {
	if s.MayWrite() {
		log.Warn(fmt.Sprintf("%s: this role may change the tables; nothing is written, and one that may only read them (GRANT SELECT) is safer", db))
	}
}

// warnOfCells warns of what was not read of a table.
func warnOfCells(log *slog.Logger, table string, read database.ReadAccount) {
	if len(read.Missing) > 0 {
		log.Warn(fmt.Sprintf("table %s: no column %s: want each column that the domain declares", table, strings.Join(read.Missing, ", ")))
	}
	for _, column := range sorted(read.Refused) {
		log.Warn(fmt.Sprintf("table %s: %d cells of column %s are not read, as they hold bytes or more than 4 MiB: want numbers, or texts in UTF-8", table, read.Refused[column], column))
	}
}

// databaseTables reads all tables of a database without a domain, with the keys, references and
// types that it declares. Lost is the number of rows that cannot be read.
func databaseTables(ctx context.Context, db *database.Database, log *slog.Logger, warn io.Writer, percent float64) (tables []infer.Table, lost int, err error) {
	dir, err := os.MkdirTemp("", "taskgrove-")
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	snapshot, err := db.Open(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer snapshot.Close()
	warnOfRole(log, db, snapshot)
	if hidden := snapshot.Hidden(); len(hidden) > 0 {
		log.Warn(fmt.Sprintf("%s: this role may not read all of %s: what it may not is left out; GRANT SELECT if it is wanted", db, strings.Join(hidden, ", ")))
	}
	declared := snapshot.Tables()
	if len(declared) == 0 {
		return nil, 0, fmt.Errorf("%s: no table that this role can see: want a database with tables, and a role that may read them", db)
	}
	var empty []infer.Table
	for _, t := range declared {
		rows, err := writeRaw(ctx, snapshot, t.Name, dir, log)
		if err != nil {
			return nil, 0, err
		}
		if rows == 0 {
			empty = append(empty, emptyTable(&t))
		}
	}
	if len(empty) < len(declared) {
		tables, lost, err = rawTables(ctx, dir, warn, percent)
	}
	tables = append(tables, empty...)
	slices.SortFunc(tables, func(a, b infer.Table) int { return cmp.Compare(a.Name, b.Name) })
	for i := range tables {
		at := slices.IndexFunc(declared, func(t database.DeclaredTable) bool { return t.Name == tables[i].Name })
		takeDeclared(&tables[i], &declared[at])
	}
	return tables, lost, err
}

// emptyTable returns a table without rows, of which a file would say nothing.
func emptyTable(t *database.DeclaredTable) infer.Table {
	raw := infer.Table{Name: t.Name}
	for _, c := range t.Columns {
		raw.Columns = append(raw.Columns, infer.RawColumn{Name: c.Name, Cells: func(func(string, int) bool) {}})
	}
	return raw
}

// writeRaw writes a table into a directory, unless it is empty, and returns the number of its rows.
func writeRaw(ctx context.Context, s *database.Snapshot, table, dir string, log *slog.Logger) (int, error) {
	name := tablefile.JSONL.File(table)
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		log.Warn(fmt.Sprintf("table %q is read as empty: want a name that a file can have", table))
		return 0, nil
	}
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	read, err := s.Write(ctx, f, database.TableSelection{Table: table})
	if err = errors.Join(err, f.Close()); err == nil && read.Rows == 0 {
		err = os.Remove(path)
	}
	if err != nil {
		return 0, err
	}
	warnOfCells(log, table, read)
	return read.Rows, nil
}

// takeDeclared takes over what a database declares of a table.
func takeDeclared(t *infer.Table, declared *database.DeclaredTable) {
	t.Key = declared.Key
	for _, r := range declared.References {
		if len(r.Columns) == 1 {
			t.References = append(t.References, infer.KeyReference{Column: r.Columns[0], Table: r.Table, To: r.To[0]})
		}
	}
	for i := range t.Columns {
		at := slices.IndexFunc(declared.Columns, func(c database.DeclaredColumn) bool { return c.Name == t.Columns[i].Name })
		if at >= 0 {
			t.Columns[i].Type = declared.Columns[at].Type
		}
	}
}
