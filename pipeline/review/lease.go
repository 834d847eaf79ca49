package review

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Lease is a task that one reviewer looks at until then.
type Lease struct {
	Task  string    `json:"task"`
	By    string    `json:"by"`
	Until time.Time `json:"until,omitzero"` // UTC; zero for one that was given back
}

// compare orders leases by end, task and reviewer.
func (l Lease) compare(m Lease) int {
	return cmp.Or(l.Until.Compare(m.Until), cmp.Compare(l.Task, m.Task), cmp.Compare(l.By, m.By))
}

// holder is who has what.
type holder struct{ task, by string }

// Leases are who looks at which task now, so that no two are given what one vote is
// missing of. Several processes may have the same file open, and each sees what the
// others lease. Nothing depends on leases but who is given what next: the file may be
// lost, and is not synced. Leases are not safe for concurrent use.
type Leases struct {
	path  string
	file  *ledger.File // nil for leases of this process alone
	held  map[holder]time.Time
	noted int // how many leases and returns were taken up
	done  bool
}

// MostLease is how long a lease can last: one that ends later was made while the clock was
// ahead, and does not hold.
const MostLease = 24 * time.Hour

// OpenLeases opens the file of leases at path, or starts one there. A file in which
// every lease has ended by now, or that is damaged, is started afresh.
func OpenLeases(path string, now time.Time) (*Leases, error) {
	if err := startAfresh(path, now); err != nil {
		return nil, err
	}
	l := &Leases{path: path}
	if err := l.open(); err != nil {
		// Another process may have started the file afresh in between.
		if err := l.open(); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// NewLeases returns leases that no file has.
func NewLeases() *Leases { return &Leases{held: map[holder]time.Time{}} }

func (l *Leases) open() error {
	l.held = map[holder]time.Time{}
	l.noted++
	file, err := ledger.Open(l.path, func(line []byte, _ int) error { return l.read(line) }, ledger.Options{Unsynced: true})
	if err == nil {
		l.file = file
	}
	return err
}

// read takes one line of the file up.
func (l *Leases) read(line []byte) error {
	e, err := decodeLease(line)
	if err == nil {
		l.note(e)
	}
	return err
}

// note takes up what is leased or given back.
func (l *Leases) note(e Lease) {
	l.noted++
	h := holder{e.Task, e.By}
	if e.Until.IsZero() {
		delete(l.held, h)
	} else {
		l.held[h] = e.Until
	}
}

func decodeLease(line []byte) (Lease, error) {
	var e Lease
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, fmt.Errorf("%w: want a lease as JSON", err)
	}
	if e.Task == "" || e.By == "" || d.More() {
		return e, errors.New("no lease: want a task and a reviewer")
	}
	return e, nil
}

// startAfresh removes a file of leases that holds none after now, or is damaged. Processes
// that have it open notice and open the next one.
func startAfresh(path string, now time.Time) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if err := flock.Wait(f); err != nil {
		return fmt.Errorf("lock %s: %w", path, err)
	}
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err != nil || !os.SameFile(mine, there) {
		return nil // another process did
	}
	if current, err := anyAfter(f, now); current || err != nil {
		return err
	}
	return os.Remove(path)
}

// anyAfter reports whether whole lines of leases, and nothing else, say that one ends
// after now.
func anyAfter(r io.Reader, now time.Time) (bool, error) {
	l := NewLeases()
	b := bufio.NewReader(r)
	for {
		line, err := b.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // a line without an end was never acknowledged
			for range l.live(now) {
				return true, nil
			}
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if l.read(line) != nil {
			return false, nil
		}
	}
}

// Noted returns a number that every lease and return makes larger, whichever process
// writes it: while it stays, so do the leases, but for those that end.
func (l *Leases) Noted() int { return l.noted }

// Take leases a task to a reviewer until then, or longer than before. admit, unless it
// is nil, is called when the leases of other processes are known and none of them can
// add any: its error is returned as it is, and nothing is leased.
func (l *Leases) Take(task, by string, until time.Time, admit func() error) error {
	return l.append(Lease{task, by, until.UTC()}, admit)
}

// Release gives a lease back. Where there is none that lasts after now it does nothing.
func (l *Leases) Release(task, by string, now time.Time) error {
	if l.Until(task, by, now).IsZero() {
		return nil
	}
	return l.append(Lease{Task: task, By: by}, nil)
}

// Until returns until when the reviewer has the task; zero for no lease after now.
func (l *Leases) Until(task, by string, now time.Time) time.Time {
	if until := l.held[holder{task, by}]; until.After(now) && !until.After(now.Add(MostLease)) {
		return until
	}
	return time.Time{}
}

// live yields the leases that hold, in no order, and forgets those that have ended. Of nil
// there are none.
func (l *Leases) live(now time.Time) iter.Seq[Lease] {
	return func(yield func(Lease) bool) {
		if l == nil {
			return
		}
		for h, until := range l.held {
			if !until.After(now) {
				delete(l.held, h)
			} else if !until.After(now.Add(MostLease)) && !yield(Lease{Task: h.task, By: h.by, Until: until}) {
				return
			}
		}
	}
}

// Refresh takes up what other processes have leased.
func (l *Leases) Refresh() error {
	if l.file == nil {
		return nil
	}
	if err := l.file.Refresh(); err != nil {
		return l.again(err, func() error { return nil })
	}
	return nil
}

// Close closes the file.
func (l *Leases) Close() error {
	if l.file == nil {
		return nil
	}
	l.done = true
	return l.file.Close()
}

// append writes a lease, or that one was given back, and takes it up.
func (l *Leases) append(e Lease, admit func() error) error {
	if l.file == nil {
		if admit != nil {
			if err := admit(); err != nil {
				return err
			}
		}
		l.note(e)
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var refused error
	write := func() error {
		return l.file.Append(line, func() error {
			if admit != nil {
				refused = admit()
			}
			return refused
		})
	}
	if err = write(); err != nil && refused == nil {
		return l.again(err, write)
	}
	return err
}

// again opens the file that stands at the path now, if the one that was open is of no
// use any more, and does what failed with it.
func (l *Leases) again(err error, do func() error) error {
	if l.done {
		return err
	}
	if fault := errors.Join(l.file.Close(), l.open()); fault != nil {
		return errors.Join(err, fault)
	}
	return do()
}
