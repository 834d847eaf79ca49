// Package ledger keeps append-only files of lines: an acknowledged line is on disk, whole,
// once and in order, even if the process is killed at any time.
//
// Only one process at a time can have a file open. It interprets the lines in memory in one
// place, the read function of [Open], which is called for every line in file order: first
// for the lines in the file, later for new lines. Before a line is written, its writer can
// look at all lines before it and withdraw. Lines that wait for the disk at the same time
// share one sync, so that many goroutines can append at once.
package ledger

import (
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
)

// MaxLine is the largest size in bytes of a line, without its end, in a ledger that
// [Open] opened.
const MaxLine = 16 << 20

// ErrLocked is in the chain of the error of [Open] while the file is open elsewhere, in
// this process or another one.
var ErrLocked = errors.New("another process has it open")

// Ledger is an open ledger. It is safe for concurrent use.
type Ledger struct {
	path string
	file *os.File
	info os.FileInfo // of file, to tell it from another one of the same name
	read func(line []byte, number int) error
	sync func() error // brings file to disk
	torn int64
	max  int  // size in bytes of the longest line allowed
	keep bool // see [OpenPaid]

	sum      hash.Hash // of the lines that were read; nil if there is no record to keep
	recorded *record   // nil for none

	// writer holds a token while a goroutine writes. It guards the next three fields.
	writer chan struct{}
	end    int64 // size of the lines that were read
	lines  int   // number of these lines
	broken error // why the ledger cannot be used any more

	synced atomic.Int64 // size of the lines that are on disk

	mu    sync.Mutex
	queue []*request // requests that wait to be written, in order
}

// request is a call of AppendFunc that waits for its outcome.
type request struct {
	lines func() ([][]byte, error)
	done  chan struct{} // closed once err is final
	err   error
}

var (
	errEmpty = errors.New("a line must not be empty")
	errBytes = errors.New("a line must hold neither a line end nor a NUL byte")

	errReplaced = errors.New("the file was removed or replaced while it was open: put it back or restart")
	errChanged  = errors.New("another program changed the file while it was open: restore it or restart")
	errPanicked = errors.New("a function that was given a line panicked: restart")
)

// Open opens the ledger at path and gives every line in it to read. A file that does
// not exist is created, with its directories. While it is open nobody else can open it:
// the error is then [ErrLocked].
//
// read is called once for each line in file order, with numbers from 1: during Open for
// the lines in the file, and during Append for new ones, before they are certain to be
// on disk. It is never called twice at once, and must not keep the line, which comes
// without its end. If read returns an error it must have changed nothing. For lines in
// the file such errors become the error of Open, as `path:line: …`, up to ten at once,
// and the file is left as it is; a new line that read refuses is not kept.
//
// A file that does not begin with the lines that its record has, beside it, is
// [ErrLost], and so is one that is gone while its record is there. Open and Append keep
// the record.
//
// A killed process or a power cut can leave a last line that has no end or holds NUL
// bytes. If it is JSON, without its end alone, and read takes it, it gets its end.
// Otherwise it was never acknowledged, and is moved to the end of a file beside the ledger;
// see [Ledger.Torn].
func Open(path string, read func(line []byte, number int) error) (*Ledger, error) {
	return openFile(path, MaxLine, false, read)
}

// OpenPaid is like [Open] for lines that cannot be made again without paying for them.
//
// They may have any length, and have no record. After a failed write or sync the ledger takes
// no more lines, and whole lines that reached the file stay there for the next OpenPaid. They also reach
// it if its directory was renamed meanwhile. A last line that has its end but holds NUL
// bytes is an error, and is not cut off.
func OpenPaid(path string, read func(line []byte, number int) error) (*Ledger, error) {
	return openFile(path, math.MaxInt, true, read)
}

func openFile(path string, limit int, keep bool, read func(line []byte, number int) error) (*Ledger, error) {
	var recorded *record
	if !keep {
		var err error
		if recorded, err = readRecord(path); err != nil {
			return nil, err
		}
	}
	how := os.O_RDWR
	if recorded == nil {
		how |= os.O_CREATE
		if err := makeDir(filepath.Dir(path)); err != nil {
			return nil, err
		}
	}
	file, err := os.OpenFile(path, how, 0o666)
	if err != nil {
		return nil, recorded.missing(path, err)
	}
	f, err := open(file, path, limit, keep, read)
	if err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

func open(file *os.File, path string, limit int, keep bool, read func(line []byte, number int) error) (*Ledger, error) {
	info, err := regular(file, path)
	if err != nil {
		return nil, err
	}
	switch locked, err := flock.TryLock(file); {
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", path, err)
	case !locked:
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	}
	f := &Ledger{path: path, file: file, info: info, read: read, sync: file.Sync, max: limit, keep: keep, writer: make(chan struct{}, 1)}
	if !keep {
		// Once more, under the lock: the last writer may have moved it on.
		if f.recorded, err = readRecord(path); err != nil {
			return nil, err
		}
	}
	s := scanner{path: path, limit: limit, keep: keep, recorded: f.recorded, read: read}
	if err := s.scan(file); err != nil {
		return nil, err
	}
	f.end, f.lines, f.sum = s.end, s.lines, s.sum
	if err := f.mend(&s); err != nil {
		return nil, err
	}
	// The last writer may have been killed before it synced.
	if err := f.flush(); err != nil {
		return nil, err
	}
	if err := f.record(); err != nil {
		return nil, err
	}
	return f, SyncDir(filepath.Dir(path))
}

// mend gives the last line the end it lacks, or moves it to the file of torn lines.
func (f *Ledger) mend(s *scanner) error {
	if s.unended {
		if _, err := f.file.WriteAt([]byte{'\n'}, s.size); err != nil {
			return fmt.Errorf("%s:%d: the line lacks its end: %w", f.path, f.lines, err)
		}
		return nil
	}
	if f.torn = s.size - s.end; f.torn == 0 {
		return nil
	}
	if err := f.keepTorn(); err != nil {
		return fmt.Errorf("%s: keep the unfinished text after line %d: %w", f.path, f.lines, err)
	}
	return f.cut()
}

// keepTorn appends the unfinished last line, as a line, to the file of torn lines.
func (f *Ledger) keepTorn() error {
	to, err := os.OpenFile(f.path+TornSuffix, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, io.NewSectionReader(f.file, f.end, f.torn))
	if err == nil {
		_, err = to.Write([]byte{'\n'})
	}
	return errors.Join(err, to.Sync(), to.Close())
}

// record records the lines that are on disk, if there are more of them than recorded.
func (f *Ledger) record() error {
	if f.keep || f.broken != nil || f.lines == 0 || f.recorded != nil && f.recorded.Lines >= f.lines {
		return nil
	}
	r := recordOf(f.lines, f.end, f.sum)
	if err := r.write(f.path); err != nil {
		return err
	}
	f.recorded = r
	return nil
}

// TornSuffix follows the name of a ledger in the name of the file to which [Open] moves
// unfinished last lines.
const TornSuffix = ".torn"

// Torn returns the size in bytes of the unfinished last line that [Open] moved to the file
// whose name has [TornSuffix].
func (f *Ledger) Torn() int64 { return f.torn }

// Synced returns the size in bytes of the lines that are on disk.
func (f *Ledger) Synced() int64 { return f.synced.Load() }

// Append adds a line and returns nil once it is on disk and read has been given it and
// all lines before it. The line must have from 1 to [MaxLine] bytes and hold neither a
// line end nor a NUL byte.
//
// admit, unless it is nil, is called after all lines before have been given to read. Its
// error is returned as it is, and nothing is written. Even then, all lines before are on
// disk when Append returns. admit and read are never called at the same time and must
// not call the ledger; a caller of Append must not hold a lock that they take.
//
// After any other error the line is not in the file. The ledger stays usable if the
// file could be cut back to its last whole line; if not, every later call returns an
// error that says so.
func (f *Ledger) Append(line []byte, admit func() error) error {
	if err := check(line, f.max); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return f.AppendFunc(func() ([][]byte, error) {
		if admit != nil {
			if err := admit(); err != nil {
				return nil, err
			}
		}
		return [][]byte{line}, nil
	})
}

// AppendFunc adds the lines that a function returns, as [Ledger.Append] adds one. The
// function is called like admit: all lines before have been given to read, so that it
// can leave out what they hold already. It may return no lines. After an error the
// lines before the one that failed may be in the file.
func (f *Ledger) AppendFunc(lines func() ([][]byte, error)) error {
	r := &request{lines: lines, done: make(chan struct{})}
	f.mu.Lock()
	f.queue = append(f.queue, r)
	f.mu.Unlock()
	select {
	case <-r.done: // another goroutine wrote it
	case f.writer <- struct{}{}:
		defer func() { <-f.writer }()
		f.commit()
	}
	<-r.done
	return r.err
}

// Close waits for lines that are being written and closes the file. Later calls of
// Append return [os.ErrClosed]; a second Close does nothing.
func (f *Ledger) Close() error {
	f.writer <- struct{}{}
	defer func() { <-f.writer }()
	if errors.Is(f.broken, os.ErrClosed) {
		return nil
	}
	f.commit() // of those that wait
	// Without it the record lags behind, which is no fault.
	_ = f.record()
	f.broken = fmt.Errorf("%s: %w", f.path, os.ErrClosed)
	return f.file.Close()
}

// commit writes all requests that wait, and brings them to disk together. The caller
// is the writer.
func (f *Ledger) commit() {
	f.mu.Lock()
	batch := f.queue
	f.queue = nil
	f.mu.Unlock()
	if len(batch) == 0 {
		return
	}
	err := fmt.Errorf("%s: %w", f.path, errPanicked) // unless write returns
	defer func() {
		if errors.Is(err, errPanicked) {
			f.broken = err // what the lines mean may be half done
		}
		for _, r := range batch {
			if err != nil {
				r.err = err
			}
			close(r.done)
		}
	}()
	err = f.write(batch)
}

// write writes and syncs a batch of requests. Its error is that of all of them.
func (f *Ledger) write(batch []*request) error {
	if f.broken != nil {
		return f.broken
	}
	if err := f.untouched(); err != nil {
		return err
	}
	for _, r := range batch {
		r.err = f.writeOne(r)
	}
	if err := f.flush(); err != nil {
		return err
	}
	if f.recorded.due(f.lines) {
		// Without it the record lags behind, which is no fault.
		_ = f.record()
	}
	return nil
}

// untouched returns an error if the file is no longer as this process left it: lines
// written to it would be lost, or would follow lines that were never read.
func (f *Ledger) untouched() error {
	var info os.FileInfo
	var err error
	if f.keep {
		info, err = f.file.Stat()
	} else {
		info, err = os.Stat(f.path)
	}
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && !os.SameFile(info, f.info):
		return fmt.Errorf("%s: %w", f.path, errReplaced)
	case err != nil:
		return err
	case info.Size() != f.end:
		return fmt.Errorf("%s: %w", f.path, errChanged)
	}
	return nil
}

// writeOne writes the lines of a request and gives them to read.
func (f *Ledger) writeOne(r *request) error {
	if f.broken != nil {
		return f.broken
	}
	lines, err := r.lines()
	if err != nil || len(lines) == 0 {
		return err
	}
	var text []byte
	for _, line := range lines {
		if err := check(line, f.max); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		text = append(append(text, line...), '\n')
	}
	if _, err = f.file.WriteAt(text, f.end); err != nil && f.keep {
		f.broken = fmt.Errorf("%s: %w", f.path, err)
		return f.broken
	}
	if err == nil {
		err = f.readAll(lines)
	}
	if err != nil {
		if fault := f.cut(); fault != nil {
			f.broken = errors.Join(err, fault)
			return f.broken
		}
	}
	return err
}

// readAll gives new lines to read, up to the first that it refuses.
func (f *Ledger) readAll(lines [][]byte) error {
	for _, line := range lines {
		if err := f.read(line, f.lines+1); err != nil {
			return err
		}
		f.end += int64(len(line)) + 1
		f.lines++
		addLine(f.sum, line)
	}
	return nil
}

// cut removes what follows the lines that were read.
func (f *Ledger) cut() error {
	if err := f.file.Truncate(f.end); err != nil {
		return fmt.Errorf("%s: the unfinished text after line %d could not be cut off: restart: %w", f.path, f.lines, err)
	}
	return nil
}

// flush brings the lines that were read to disk. If it fails they are cut off again,
// unless they are to be kept: no caller was told that they are there, and read has seen
// too many.
func (f *Ledger) flush() error {
	if f.end == f.synced.Load() {
		return nil
	}
	if err := f.sync(); err != nil {
		err = fmt.Errorf("%s is not known to be on disk: restart: %w", f.path, err)
		if f.broken = err; !f.keep {
			f.end = f.synced.Load()
			f.broken = errors.Join(err, f.cut())
		}
		return f.broken
	}
	f.synced.Store(f.end)
	return nil
}

// makeDir makes a directory and those above it, so that they survive a power cut.
func makeDir(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	above := filepath.Dir(dir)
	if err := makeDir(above); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return SyncDir(above)
}

// SyncDir syncs the names in a directory to disk: a new or renamed file survives a power
// failure only after it.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
