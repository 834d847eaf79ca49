package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// Load reads the files of a directory that the domain declares, see [Files], and reports
// the parts it could not use. Rows are in the order of their keys, passages in that of their
// texts: numbers in them by value, the rest byte by byte. In a domain with FileOrder they keep
// their file's order. Cells are as the kinds of their columns have them, see [Cell.Source]. A row is dropped if it is not
// a record of the file's format, has no key, or has the key of an earlier row. A cell
// with control characters is not read, see [ControlCharacter]. Files are read
// concurrently; corpus and report do not depend on the concurrency.
//
// A file that gives no row, because it is empty, packed, in another encoding or in
// another format, is a [TableReport.Problem] of its table, as are dropped rows.
//
// It fails if the directory or a file cannot be read, a file is not a regular one, a
// Parquet file is damaged or declares more than memory holds, the header of a CSV file cannot be read, a record has more than
// 64 MiB, a table more than 20,000 columns or 4 GiB of different cells, a file of passages
// lacks the declared field, two files hold one table, no declared file exists, or ctx
// ends. The error names every file that failed; corpus and report are nil then.
func Load(ctx context.Context, dir string, d *domain.Domain) (*Corpus, *LoadReport, error) {
	l, err := scan(dir, d)
	if err != nil {
		return nil, nil, err
	}
	return readAll(ctx, l, d)
}

// LoadFiles loads the given files only, as [Load] does, with the same errors. Each must
// hold a different declared table or different declared passages.
func LoadFiles(ctx context.Context, files []DataFile, d *domain.Domain) (*Corpus, *LoadReport, error) {
	return readAll(ctx, &listing{files: files}, d)
}

func readAll(ctx context.Context, l *listing, d *domain.Domain) (*Corpus, *LoadReport, error) {
	loaded, err := readParts(ctx, l, d)
	if err != nil {
		return nil, nil, err
	}
	var failed []error
	for _, p := range loaded {
		failed = append(failed, p.err)
	}
	if err := errors.Join(failed...); err != nil {
		return nil, nil, err
	}
	c, r := assemble(d, loaded, l)
	return c, r, nil
}

// readParts reads all files of a listing, in its order. The error is that of ctx.
func readParts(ctx context.Context, l *listing, d *domain.Domain) ([]part, error) {
	loaded := make([]part, len(l.files))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range l.files {
		g.Go(func() error {
			loaded[i] = read(ctx, f, d)
			return nil
		})
	}
	g.Wait()
	return loaded, ctx.Err()
}

// part is what was read of one file: a table or passages, or an error.
type part struct {
	table    *Table
	rows     TableReport
	passages []string
	texts    PassagesReport
	faults   *faults
	err      error
}

// read loads one table or the passages of one name.
func read(ctx context.Context, file DataFile, d *domain.Domain) part {
	if spec := d.Table(file.Holds); spec != nil {
		return readTable(ctx, file, newBuilder(d, spec, file.Name), matched(d, spec))
	}
	return readPassages(ctx, file, newTexts(d, passagesOf(d, file.Holds), file.Name))
}

// open calls use with an open file. The error names the file.
func open(file DataFile, use func(*os.File) error) error {
	f, err := inputfile.Open(file.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := use(f); err != nil {
		return fmt.Errorf("%s: %w", file.Path, err)
	}
	return nil
}

// readTable reads a table's file, or its parts, in the format of its name and indexes columns.
func readTable(ctx context.Context, file DataFile, b *builder, indexed []string) part {
	var why cause
	for _, one := range file.Parts() {
		b.faults.file = one.Name
		b.typed = b.domain.FileOrder && !one.Untyped && (extension(one.Name) == extJSONL || extension(one.Name) == extParquet)
		err := open(one, func(f *os.File) (err error) {
			if extension(one.Name) == extParquet {
				return readParquet(ctx, f, b)
			}
			isColumn := func(name string) bool { return b.column(name) >= 0 }
			why, err = readText(ctx, f, wantObject, isColumn, b, func(text io.Reader) error { return readJSONL(ctx, text, b) })
			return err
		})
		if err != nil {
			return part{err: err}
		}
	}
	if b.faults.file = file.Name; len(file.PartNames) > 1 {
		clear(b.lines) // they would not tell the part
	}
	if why.what != fileIsEmpty {
		why = cmp.Or(why, b.unkeyed())
	}
	p := part{faults: b.faults}
	p.table, p.rows = b.finish()
	if p.rows.Rows > 0 || !b.table.spec.MayBeEmpty || why != (cause{}) && why.what != fileIsEmpty {
		p.rows.Problem = b.faults.examine(p.rows.Rows, p.rows.Kept, why)
	}
	for _, name := range indexed {
		if n := p.table.Column(name); n >= 0 {
			p.table.columns[n].index()
		}
	}
	return p
}

// readText reads a file of text: CSV, or the objects that are wanted. It returns the cause for which
// the file gives no rows, or loses some.
func readText(ctx context.Context, f *os.File, wanted string, isColumn func(string) bool, t taker, readObjects func(io.Reader) error) (cause, error) {
	text, err := openText(ctx, f)
	if err != nil {
		return cause{}, err
	}
	if extension(f.Name()) == extJSONL {
		if why := sniff(text.head, wanted); why != (cause{}) {
			return why, nil
		}
		err := readObjects(text)
		return cmp.Or(text.why, notJSONL(text.head, isColumn)), err
	}
	if why := sniffCSV(text.head); why != (cause{}) {
		return why, nil
	}
	err = readCSV(ctx, text, delimiterOf(text.head, text.cut, isColumn), t)
	return text.why, err
}

// readPassages reads texts in the format of the file's name.
func readPassages(ctx context.Context, file DataFile, t *texts) part {
	var why cause
	err := open(file, func(f *os.File) (err error) {
		isColumn := func(name string) bool { return name == t.spec.Field }
		switch extension(file.Name) {
		case extParquet:
			return cmp.Or(readParquet(ctx, f, t), t.missing())
		case extJSONL:
			why, err = readText(ctx, f, wantObjectOrString, isColumn, t, func(text io.Reader) error { return readTexts(ctx, text, t) })
		default:
			if why, err = readText(ctx, f, "", isColumn, t, nil); err == nil && why == (cause{}) {
				err = t.missing()
			}
		}
		return err
	})
	if err != nil {
		return part{err: err}
	}
	p := t.finish()
	p.texts.Problem = t.faults.examine(p.texts.Rows, p.texts.Kept, why)
	return p
}

// What a line of JSONL must be.
const (
	wantObject         = "one JSON object a line"
	wantObjectOrString = "one JSON object or string a line"
)

// taker takes the records of a file: a table or passages in the making.
type taker interface {
	// column returns the place of a column's cell among those that add takes, or -1
	// for one that is not wanted.
	column(name string) int
	// columns are the names of all that are.
	columns() []string
	// add takes a record: the JSON source of each column's cell, nil where the
	// record has none. It copies what it keeps. An error means that reading must
	// stop.
	add(ctx context.Context, line int, cells [][]byte) error
	// drop takes a record that is not one of the file's format.
	drop(ctx context.Context, line int, what, wanted string) error
	// unknown takes a cell of a column that is not wanted.
	unknown(line int, name string)
	// ignore takes a cell that is not read: [Nested] or [Binary].
	ignore(line int, reason LoadReason, name string)
	// repeated takes a column that a header names again.
	repeated(line int, name string)
}

// matched lists the columns of a table that tools match.
func matched(d *domain.Domain, spec *domain.Table) []string {
	var names []string
	for i := range d.Tools {
		t := &d.Tools[i]
		if t.Table != spec.Name {
			continue
		}
		for _, m := range t.Match {
			names = append(names, m.Columns...)
		}
	}
	return names
}

// assemble makes the corpus and the report from the parts, in the domain's order,
// with an empty table for each that has no file.
func assemble(d *domain.Domain, loaded []part, l *listing) (*Corpus, *LoadReport) {
	r := &LoadReport{Tables: []TableReport{}, Passages: []PassagesReport{}}
	byName := map[string]*part{}
	var complaints []*faults
	for i := range loaded {
		p := &loaded[i]
		complaints = append(complaints, p.faults)
		byName[p.rows.Name+p.texts.Name] = p
	}
	tables := map[string]*Table{}
	for i := range d.Tables {
		spec := &d.Tables[i]
		p := byName[spec.Name]
		if p == nil {
			p = &part{}
			p.table, p.rows = newBuilder(d, spec, "").finish()
			p.rows.Problem = l.problem(spec.Name)
		}
		tables[spec.Name] = p.table
		r.Tables = append(r.Tables, p.rows)
	}
	passages := map[string][]string{}
	for _, spec := range d.Passages {
		p := byName[spec.Name]
		if p == nil {
			p = &part{texts: PassagesReport{Name: spec.Name, Problem: l.problem(spec.Name)}}
		}
		passages[spec.Name] = p.passages
		r.Passages = append(r.Passages, p.texts)
	}
	r.collect(l.strangers, complaints)
	return newCorpus(d, tables, passages), r
}

// byteOrderMark begins some files that Windows programs write.
var byteOrderMark = []byte("\ufeff")

// noEOF returns an error of reading, nil for the end of the file.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
