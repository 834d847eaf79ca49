package tablefile

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/sync/errgroup"
)

// WriteSpec specifies what [Write] writes and where.
type WriteSpec struct {
	Format Format
	// Names are the names of every shard's sheets, without repetition. Files are created in
	// this order.
	Names []string
	// Only restricts which of Names are written; nil means all. The bytes of a file do not
	// depend on the other files.
	Only []string
	// Shards is the number of shards, at least 1.
	Shards int
	// Open returns the sheets of a shard, in [0, Shards), in any order: one for each name, with
	// the same columns in every shard. It is called once per shard, in ascending order and
	// never concurrently with itself, while the shard before is being written. Sheets are
	// released as soon as their rows are written.
	Open func(shard int) ([]Sheet, error)
	// Workers is the number of goroutines that make rows; less than 1 means one per processor.
	// The bytes do not depend on it.
	Workers int
	// Create creates a file with the name that [Format.File] returns. All files are created
	// before the first row is made. Each is written by one goroutine and closed exactly once,
	// even after an error; the caller removes incomplete files.
	Create func(file string) (io.WriteCloser, error)
	// Done, if not nil, is called with the number of rows just written, by several goroutines
	// at once.
	Done func(rows int)
}

// Write writes the sheets of all shards, one file per sheet, with the rows of shard 0 first.
// Several goroutines make rows in blocks, which are written in order. A few blocks per file and
// at most three shards are in memory at a time, so memory does not grow with the number of
// shards, except for the footer of a Parquet file, which has some bytes for each row group.
//
// It returns an error that names the file if one cannot be created, written or closed, or if a
// row is invalid: a wrong number of cells, a text that is not UTF-8, or an invalid JSON number.
// If ctx ends, the error is its cause.
func Write(ctx context.Context, w WriteSpec) error {
	names, err := w.namesToWrite()
	if err != nil {
		return err
	}
	first, err := w.open(0, names, nil)
	if err != nil {
		return err
	}
	columns := columnsOf(first)
	files, err := w.create(names, columns)
	defer func() {
		for _, f := range files {
			f.abandon()
		}
	}()
	if err != nil {
		return err
	}
	g, inner := errgroup.WithContext(ctx)
	shards, jobs := make(chan []*Sheet), make(chan *block)
	g.Go(func() error { return w.openAll(inner, names, columns, first, shards) })
	g.Go(func() error { return cutIntoBlocks(inner, shards, files, jobs) })
	for range w.workers() {
		g.Go(func() error { return makeRows(inner, jobs) })
	}
	for _, f := range files {
		g.Go(func() error { return f.drain(inner, w.Done) })
	}
	if err = g.Wait(); err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (w *WriteSpec) workers() int {
	if w.Workers < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return w.Workers
}

// namesToWrite returns the names of the sheets to write, in the order of Names.
func (w *WriteSpec) namesToWrite() ([]string, error) {
	if err := w.Format.validate(); err != nil {
		return nil, err
	}
	if w.Shards < 1 {
		return nil, fmt.Errorf("%d shards: want at least 1", w.Shards)
	}
	for _, name := range w.Only {
		if !slices.Contains(w.Names, name) {
			return nil, fmt.Errorf("no sheet is called %q: want one of %q", name, w.Names)
		}
	}
	var names []string
	for _, name := range w.Names {
		if slices.Contains(names, name) {
			return nil, fmt.Errorf("two sheets are called %q", name)
		}
		if w.Only == nil || slices.Contains(w.Only, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// open returns the sheets of a shard to write, in the order of names. It checks that their
// columns equal those of the first shard, unless columns is nil.
func (w *WriteSpec) open(shard int, names []string, columns [][]string) ([]*Sheet, error) {
	all, err := w.Open(shard)
	if err != nil {
		return nil, fmt.Errorf("shard %d: %w", shard, err)
	}
	var sheets []*Sheet
	for i, name := range names {
		at := slices.IndexFunc(all, func(s Sheet) bool { return s.Name == name })
		switch {
		case at < 0:
			return nil, fmt.Errorf("shard %d has no sheet %s", shard, name)
		case columns == nil && repeats(all[at].Columns):
			return nil, fmt.Errorf("sheet %s: columns %q: want one or more, each of its own name", name, all[at].Columns)
		case columns != nil && !slices.Equal(all[at].Columns, columns[i]):
			return nil, fmt.Errorf("shard %d: sheet %s has columns %q: want those of shard 0, %q", shard, name, all[at].Columns, columns[i])
		}
		sheets = append(sheets, &all[at])
	}
	return sheets, nil
}

func columnsOf(sheets []*Sheet) [][]string {
	columns := make([][]string, len(sheets))
	for i, s := range sheets {
		columns[i] = s.Columns
	}
	return columns
}

// repeats reports whether there are no columns or two with the same name.
func repeats(columns []string) bool {
	sorted := slices.Sorted(slices.Values(columns))
	return len(columns) == 0 || len(slices.Compact(sorted)) < len(columns)
}

// openAll sends the shards in order, beginning with the given first one, and opens one shard in
// advance.
func (w *WriteSpec) openAll(ctx context.Context, names []string, columns [][]string, sheets []*Sheet, out chan<- []*Sheet) error {
	defer close(out)
	for shard := 1; ; shard++ {
		select {
		case out <- sheets:
		case <-ctx.Done():
			return ctx.Err()
		}
		if shard == w.Shards {
			return nil
		}
		var err error
		if sheets, err = w.open(shard, names, columns); err != nil {
			return err
		}
	}
}

// blockRows is the number of rows in a block.
const blockRows = 512

// block is a range of a sheet's rows on the way to its file.
type block struct {
	file     *file
	sheet    *Sheet
	from, to int
	made     chan *chunk // has room for the one that comes
}

// cutIntoBlocks cuts the sheets of each shard into blocks. Files take turns, so that they are written
// concurrently, each in row order.
func cutIntoBlocks(ctx context.Context, shards <-chan []*Sheet, files []*file, jobs chan<- *block) error {
	defer close(jobs)
	defer func() {
		for _, f := range files {
			close(f.blocks)
		}
	}()
	for sheets := range shards {
		for from, more := 0, true; more; from += blockRows {
			more = false
			for i, s := range sheets {
				if from >= s.Rows {
					continue
				}
				more = true
				b := &block{file: files[i], sheet: s, from: from, to: min(from+blockRows, s.Rows), made: make(chan *chunk, 1)}
				if !send(ctx, files[i].blocks, b) || !send(ctx, jobs, b) {
					return ctx.Err()
				}
			}
		}
	}
	return ctx.Err()
}

// send sends a block; it returns false if ctx ended first.
func send(ctx context.Context, to chan<- *block, b *block) bool {
	select {
	case to <- b:
		return true
	case <-ctx.Done():
		return false
	}
}

// makeRows makes the rows of blocks.
func makeRows(ctx context.Context, jobs <-chan *block) error {
	for b := range jobs {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := b.file.encoder.chunk()
		for i := b.from; i < b.to; i++ {
			cells := b.sheet.Row(i)
			if fault := faultOf(cells, b.sheet.Columns); fault != "" {
				return fmt.Errorf("%s: row %d of a shard: %s", b.file.name, i, fault)
			}
			b.file.encoder.add(c, cells)
		}
		c.rows = b.to - b.from
		b.made <- c
	}
	return nil
}

// file is a file being written.
type file struct {
	name    string
	w       io.WriteCloser
	encoder encoder
	blocks  chan *block // in the order of their rows
	closed  bool
}

// create creates the files. After an error it returns the files created so far.
func (w *WriteSpec) create(names []string, columns [][]string) ([]*file, error) {
	var files []*file
	for i, name := range names {
		f := &file{name: w.Format.File(name), blocks: make(chan *block, 2)}
		var err error
		if f.w, err = w.Create(f.name); err != nil {
			return files, f.fault(err)
		}
		f.encoder = newEncoder(w.Format, f.w, name, columns[i])
		files = append(files, f)
	}
	return files, nil
}

// drain writes the blocks of a file as they are made, and closes it.
func (f *file) drain(ctx context.Context, done func(rows int)) error {
	for b := range f.blocks {
		var c *chunk
		select {
		case c = <-b.made:
		case <-ctx.Done():
			return ctx.Err()
		}
		rows := c.rows
		if err := f.encoder.write(c); err != nil {
			return f.fault(err)
		}
		if done != nil {
			done(rows)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := f.encoder.end(); err != nil {
		return f.fault(err)
	}
	f.closed = true
	if err := f.w.Close(); err != nil {
		return f.fault(err)
	}
	return nil
}

// abandon closes an incomplete file.
func (f *file) abandon() {
	if !f.closed {
		f.closed = true
		// The failure that led here is the one to report.
		_ = f.w.Close()
	}
}

// fault names the file in an error.
func (f *file) fault(err error) error { return fmt.Errorf("%s: %w", f.name, err) }

// encoder turns rows into the bytes of one file.
type encoder interface {
	// chunk returns an empty chunk. Calls may overlap, as may those of add.
	chunk() *chunk
	// add appends a sound row to a chunk, which belongs to one goroutine at a time.
	add(c *chunk, cells []Cell)
	// write writes a chunk, which is the encoder's from then on. Calls come in the
	// order of the rows and do not overlap.
	write(c *chunk) error
	// end writes the rest of the file after the last row.
	end() error
}

// chunk is a block of rows in the form an encoder writes them in.
type chunk struct {
	rows   int
	bytes  []byte          // of a text format
	values []parquet.Value // of Parquet, row after row
}

// newEncoder returns the encoder of a format for a sheet.
func newEncoder(f Format, w io.Writer, name string, columns []string) encoder {
	switch f {
	case CSV:
		return newCSV(w, columns)
	case Parquet:
		return newParquet(w, name, columns)
	case JSONL:
		return newJSONL(w, columns)
	}
	panic("no encoder for " + string(f))
}
