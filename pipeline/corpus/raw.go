package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// LoadRaw reads the tables of a directory that no domain declares: every file that [Load] could
// read, as a table of the name of its stem with the columns that the file names. Columns have
// [domain.KindProse], so cells are kept as they are; there is no key, so no row is dropped for
// one. Tables are in the order of their names, columns in the order of the file.
//
// The directory may also be one such file, which is then the only table.
//
// A file that gives no row is a table without rows, and the report says why; if the file is no table
// at all, it has no columns either. The errors are those of [Load].
func LoadRaw(ctx context.Context, dir string) (*Corpus, *LoadReport, error) {
	dir, entries, err := rawEntries(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("corpus directory: %w", err)
	}
	d := &domain.Domain{Name: "raw"}
	l := &listing{missed: map[string]LoadFault{}}
	for _, e := range entries {
		name := e.Name()
		var parts []string
		wanted := "a file, not a directory"
		if e.IsDir() && !strings.HasPrefix(name, ".") && isTable(name) {
			if parts, wanted, err = partsOf(filepath.Join(dir, name)); err != nil {
				return nil, nil, err
			}
		}
		switch {
		case strings.HasPrefix(name, "."):
		case parts == nil && (e.IsDir() || !readable(name)):
			fault := LoadFault{File: name, Reason: UnknownFile, What: "not read", Wanted: wanted, Count: 1}
			start, rest, _ := strings.Cut(name, ".")
			if !e.IsDir() {
				fault.Wanted = remedy(strings.ToLower(rest), start)
			}
			l.strangers = append(l.strangers, fault)
		default:
			if err := inputfile.CheckLink(dir, e); err != nil {
				return nil, nil, err
			}
			stem := stem(name)
			if d.Table(stem) != nil {
				return nil, nil, fmt.Errorf("%s: another file also holds %s: want one file for each table", filepath.Join(dir, name), stem)
			}
			d.Tables = append(d.Tables, domain.Table{Name: stem})
			l.files = append(l.files, DataFile{Name: name, Path: filepath.Join(dir, name), Holds: stem, PartNames: parts})
		}
	}
	if len(l.files) == 0 {
		return nil, nil, fmt.Errorf("%s: no table: want files with %s, %s, %s or %s", dir, extCSV, extTSV, extJSONL, extParquet)
	}
	slices.SortFunc(d.Tables, func(a, b domain.Table) int { return cmp.Compare(a.Name, b.Name) })
	var kept []DataFile
	for _, f := range l.files {
		names, why, err := columnNames(ctx, f)
		if err != nil && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			why = causeOf(err, f)
		}
		if why != (cause{}) {
			l.miss(f, why)
			continue
		}
		t := d.Table(f.Holds)
		for _, name := range names {
			t.Columns = append(t.Columns, domain.Column{Name: name, Kind: domain.KindProse})
		}
		kept = append(kept, f)
	}
	l.files = kept
	loaded, err := readParts(ctx, l, d)
	if err != nil {
		return nil, nil, err
	}
	var whole []part
	for i, p := range loaded {
		if p.err == nil {
			whole = append(whole, p)
			continue
		}
		l.miss(l.files[i], causeOf(p.err, l.files[i]))
		d.Table(l.files[i].Holds).Columns = nil
	}
	c, r := assemble(d, whole, l)
	return c, r, nil
}

// miss leaves a file out; its table has the reason.
func (l *listing) miss(f DataFile, why cause) {
	l.missed[f.Holds] = LoadFault{File: f.Name, Reason: Malformed, What: why.what, Wanted: why.wanted, Count: 1}
}

// causeOf returns an error of reading a file as a cause. It names the file as the report does, without its
// directory.
func causeOf(err error, f DataFile) cause {
	text := strings.ReplaceAll(strings.ReplaceAll(err.Error(), f.Path+string(filepath.Separator), ""), f.Path, f.Name)
	what, wanted, _ := strings.Cut(strings.TrimPrefix(text, f.Name+": "), ": want ")
	return cause{what, cmp.Or(wanted, "a table")}
}

// rawEntries returns the directory of tables and its entries; for a file its directory, and it
// alone.
func rawEntries(name string) (dir string, entries []fs.DirEntry, err error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", nil, err
	case info.Mode().IsRegular():
		return filepath.Dir(name), []fs.DirEntry{fs.FileInfoToDirEntry(info)}, nil
	}
	entries, err = os.ReadDir(name)
	return name, entries, err
}

// columnNames returns the names of the columns of a file, or of all parts of a directory, each once, or the
// cause for which the file is no table.
func columnNames(ctx context.Context, file DataFile) (names []string, why cause, err error) {
	n := &columnNamer{seen: map[string]bool{}}
	for _, part := range file.Parts() {
		why, err = n.read(ctx, part)
		if err == nil || errors.Is(err, errNamed) {
			continue
		}
		if file.PartNames != nil {
			err = fmt.Errorf("%s: %w", filepath.Base(part.Path), err)
		}
		return n.names, why, err
	}
	if n.names != nil {
		why = cause{} // rows may be lost, but it is a table
	}
	return n.names, why, nil
}

// columnNamer notes the columns of a file and takes no record. It is a [taker].
type columnNamer struct {
	names []string
	seen  map[string]bool
}

// errNamed ends the reading of a file behind its header.
var errNamed = errors.New("the columns are known")

// read notes the columns of a file, or returns the cause for which it is no table. The error is
// errNamed once they are noted.
func (n *columnNamer) read(ctx context.Context, file DataFile) (why cause, err error) {
	f, err := inputfile.Open(file.Path)
	if err != nil {
		return cause{}, err
	}
	defer f.Close()
	if extension(file.Path) == extParquet {
		return cause{}, parquetNames(f, n)
	}
	return readText(ctx, f, wantObject, nil, n, func(text io.Reader) error { return n.readObjects(text) })
}

func (n *columnNamer) column(name string) int {
	if name = value.StripInvisible(name); name != "" && !n.seen[name] {
		n.seen[name] = true
		n.names = append(n.names, name)
	}
	return -1
}

// readObjects notes the members of JSON objects, one a line.
func (n *columnNamer) readObjects(text io.Reader) error {
	in, objects := newLines(text), newObjects()
	for {
		line, err := in.next()
		if err != nil {
			return noEOF(err)
		}
		objects.scan(line, func(name, _ []byte) { n.column(value.Unquote(string(name))) })
		if len(n.names) > maxColumns {
			return tooManyColumns(len(n.names))
		}
	}
}

func (n *columnNamer) columns() []string                               { return nil }
func (n *columnNamer) add(context.Context, int, [][]byte) error        { return errNamed }
func (n *columnNamer) drop(context.Context, int, string, string) error { return errNamed }
func (n *columnNamer) unknown(int, string)                             {}
func (n *columnNamer) ignore(int, LoadReason, string)                  {}
func (n *columnNamer) repeated(int, string)                            {}
