// Package ledger keeps append-only files of lines that several processes write at
// once: what was acknowledged is there, whole, once and in order, whichever of them is
// killed at whatever moment.
//
// A process holds the lines' meaning in memory and builds it in one place, the read
// function of [Open], from lines in file order: those that were there, those of other
// processes, and its own. Before a line is written its writer has read all lines
// before it, under a lock that every writer takes, and says whether it may still be
// written. So that many can write at once, lines that wait for the disk share one
// write-out.
package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
)

// MostLine is how many bytes a line may have.
const MostLine = 16 << 20

// Options are how a file is kept. The zero value is the careful way.
type Options struct {
	// Unsynced leaves it to the system when lines go to disk: a power cut may lose the
	// last ones, the end of a process does not.
	Unsynced bool
}

// File is an open ledger. It is safe for concurrent use, and any number of processes
// may have one open on the same path.
type File struct {
	path  string
	file  *os.File
	info  os.FileInfo // of file, to tell it from another of the same name
	read  func(line []byte, number int) error
	flush func() error

	// turn is held by whoever writes or reads; it guards what follows.
	turn   chan struct{}
	end    int64 // every line before it was read
	lines  int   // how many these are
	dirty  bool  // some of these may not be on disk
	broken error // why nothing can be done any more

	// seen is end for those who have no turn, and while a line is written the end that it
	// will have: nobody else adds any meanwhile. -1 once the ledger is broken.
	seen atomic.Int64

	mu    sync.Mutex
	queue []*request // who waits to be written, in order
}

// request is one line to be written.
type request struct {
	line  []byte // with its end
	admit func() error
	done  chan struct{} // closed once err is final
	err   error
}

var (
	errEmpty    = errors.New("an empty line: want one with content")
	errBytes    = errors.New("a line with a line end or a NUL byte: want neither")
	errLong     = fmt.Errorf("a line of more than %d bytes: want a shorter one", MostLine)
	errReplaced = errors.New("another file stands there now, or none: want the one that was opened, or a new start")
	errShorter  = errors.New("lines that were read are gone: want the file as it was, or a new start")
	errPanicked = errors.New("whoever read or admitted a line panicked: want a new start")
)

// Open opens the ledger at path, or starts one there, with the directories on the way,
// and gives every line to read.
//
// read is called with each line of the file once, in the file's order, number counting
// from 1: during Open, and during Append and Refresh for what was added since, the own
// lines among it. It is never called twice at once. The line is without its end, and
// is read's for the call only. A line of this process is given to it before it is
// certain to be on disk. Where read returns an error it must have changed nothing:
// a line in the file that it refuses is an error of the form `path:line: …`, up to ten
// at once, after which the ledger cannot be used; an own line that it refuses is not
// kept.
//
// What a killed process or a power cut leaves at the end, a line without its end or
// with NUL bytes, was never acknowledged and is cut off.
func Open(path string, read func(line []byte, number int) error, o Options) (*File, error) {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	f, err := open(file, path, read, o)
	if err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

func open(file *os.File, path string, read func(line []byte, number int) error, o Options) (*File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %v: want a regular file", path, info.Mode().Type())
	}
	f := &File{path: path, file: file, info: info, read: read, flush: file.Sync, turn: make(chan struct{}, 1)}
	if o.Unsynced {
		f.flush = func() error { return nil }
	}
	f.dirty = info.Size() > 0 // what a killed process wrote is in the system's memory
	if err := f.locked(f.sync); err != nil {
		return nil, err
	}
	return f, syncDir(filepath.Dir(path))
}

// Append adds a line, which must not be empty nor hold a line end or a NUL byte, and
// returns nil once it is on disk. All lines before it have then been given to read,
// and it itself.
//
// admit, unless it is nil, is called when all lines before have been given to read,
// and no other process can write: an error of it is returned as it is and nothing is
// written. Such an error, too, is returned only when what admit went by is on disk. admit and
// read are never called at the same time; who calls Append must hold no lock that they
// take, and neither may call the ledger.
//
// After any other error the line is not there, and the ledger can be used on where the
// file could be brought back to its last whole line; where not, every later call
// returns an error that says so.
func (f *File) Append(line []byte, admit func() error) error {
	switch {
	case len(line) == 0:
		return fmt.Errorf("%s: %w", f.path, errEmpty)
	case len(line) > MostLine:
		return fmt.Errorf("%s: %w", f.path, errLong)
	case bytes.ContainsAny(line, "\n\x00"):
		return fmt.Errorf("%s: %w", f.path, errBytes)
	}
	r := &request{line: append(bytes.Clone(line), '\n'), admit: admit, done: make(chan struct{})}
	f.mu.Lock()
	f.queue = append(f.queue, r)
	f.mu.Unlock()
	select {
	case <-r.done: // by whoever had the turn
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
		f.commit()
	}
	<-r.done
	return r.err
}

// Refresh gives lines to read that other processes have added. Where there are none
// it costs one look at the file's size.
func (f *File) Refresh() error {
	if info, err := os.Stat(f.path); err == nil && info.Size() == f.seen.Load() && os.SameFile(info, f.info) {
		return nil
	}
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	return f.locked(func() error { return nil })
}

// Close waits for lines that are being written and closes the file. Whoever comes
// later gets [os.ErrClosed]. A second call does nothing.
func (f *File) Close() error {
	f.turn <- struct{}{}
	defer func() { <-f.turn }()
	if errors.Is(f.broken, os.ErrClosed) {
		return nil
	}
	f.fail(fmt.Errorf("%s: %w", f.path, os.ErrClosed))
	return f.file.Close()
}

// commit writes all lines that wait. The caller has the turn.
func (f *File) commit() {
	f.mu.Lock()
	batch := f.queue
	f.queue = nil
	f.mu.Unlock()
	if len(batch) == 0 {
		return
	}
	err := errPanicked // unless locked returns
	defer func() {
		for _, r := range batch {
			if err != nil {
				r.err = err
			}
			close(r.done)
		}
	}()
	err = f.locked(func() error {
		start, lines := f.end, f.lines
		for _, r := range batch {
			r.err = f.write(r)
		}
		err := f.sync()
		if err != nil {
			// Nobody else has read them, and nobody was told that they are there.
			f.fail(errors.Join(err, f.cut(start, lines)))
		}
		return err
	})
}

// locked calls do with the file locked and all that is in it read.
func (f *File) locked(do func() error) (err error) {
	if f.broken != nil {
		return f.broken
	}
	if err := flock.Wait(f.file); err != nil {
		return fmt.Errorf("lock %s: %w", f.path, err)
	}
	returned := false
	defer func() {
		if !returned {
			f.fail(fmt.Errorf("%s: %w", f.path, errPanicked))
		}
		err = errors.Join(err, flock.Unlock(f.file))
	}()
	if err = f.catchUp(); err == nil {
		err = do()
	}
	returned = true
	return err
}

// write writes one line and reads it, unless it is not admitted.
func (f *File) write(r *request) error {
	if f.broken != nil {
		return f.broken
	}
	if r.admit != nil {
		if err := r.admit(); err != nil {
			return err
		}
	}
	f.seen.Store(f.end + int64(len(r.line)))
	_, err := f.file.WriteAt(r.line, f.end)
	if err == nil {
		err = f.read(r.line[:len(r.line)-1], f.lines+1)
	}
	if err != nil {
		if fault := f.cut(f.end, f.lines); fault != nil {
			return f.fail(errors.Join(err, fault))
		}
		f.seen.Store(f.end)
		return err
	}
	f.advance(int64(len(r.line)))
	return nil
}

// advance goes past a line that was read.
func (f *File) advance(length int64) {
	f.end += length
	f.lines++
	f.dirty = true
	f.seen.Store(f.end)
}

// fail makes err the answer to everything from now on, and returns it.
func (f *File) fail(err error) error {
	f.broken = err
	f.seen.Store(-1)
	return err
}

// cut takes off what stands behind the lines before end.
func (f *File) cut(end int64, lines int) error {
	if err := f.file.Truncate(end); err != nil {
		return fmt.Errorf("%s: what stands behind line %d could not be cut off: want a new start: %w", f.path, lines, err)
	}
	return nil
}

// sync brings what was read to disk.
func (f *File) sync() error {
	if !f.dirty {
		return nil
	}
	if err := f.flush(); err != nil {
		return fmt.Errorf("%s is not known to be on disk: want a new start: %w", f.path, err)
	}
	f.dirty = false
	return nil
}

// makeDir makes a directory that outlives a power cut, and those above it.
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
	return syncDir(above)
}

// syncDir makes the names in a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
