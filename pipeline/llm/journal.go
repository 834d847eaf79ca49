package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
)

// Journal is the file of paid answers: JSON lines, append-only, an answer by the
// digest of its request. Answers written by hundreds at once share one fsync. It is
// safe for concurrent use and keeps in memory where an answer stands, not the
// answer: some 50 bytes each.
//
// A line is {"sum":CRC-32C of the entry,"entry":{"digest":…,"reply":…}}, the
// entry of an embedded text having "vector" in place of "reply"; the first line
// names the format.
type Journal struct {
	file *os.File
	path string
	torn int64
	own  bool // opened for writing

	mu         sync.Mutex
	at         map[name]span
	total      Spending
	end        int64   // of what is written and synced
	gathering  *commit // waits for the next write; nil when empty
	committing *commit // is being written; nil when nothing is
	writing    bool    // whether a goroutine commits
	broken     error   // set once an append failed or the journal was closed
	idle       *sync.Cond
}

// name is the first half of a digest's bytes: a run can have a million of them, and no
// two of so many share 128 bits. What is found by it is held to the whole digest.
type name [16]byte

func nameOf(d digest.Digest) (name, error) {
	sum, err := d.Sum()
	return name(sum[:len(name{})]), err
}

// span is where a line stands.
type span struct {
	offset int64
	length int
}

// commit is a group of entries that are written and synced together.
type commit struct {
	lines   []byte
	names   []name
	lengths []int
	spent   Spending
	members map[name]bool
	done    chan struct{} // closed when the group is on disk, or failed
	err     error
}

// entry is one paid answer. It is written as JSON.
type entry struct {
	Digest digest.Digest `json:"digest"`
	Reply  *Reply        `json:"reply,omitempty"`
	Vector *vector       `json:"vector,omitempty"`
}

// spent is what an entry cost.
func (e *entry) spent() Spending {
	if e.Reply != nil {
		return Spending{Answers: 1, Usage: e.Reply.Usage, Cost: e.Reply.Cost}
	}
	return Spending{Answers: 1, Usage: e.Vector.Usage, Cost: e.Vector.Cost}
}

// castagnoli is the polynomial of CRC-32C (RFC 3720).
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errClosed = errors.New("journal is closed")

// OpenJournal opens the journal at path, or starts one there. A last line without
// an end, as a killed process leaves it, is cut off; see [Journal.Torn]. Any other
// damage is an error of the form `file:line: what is wrong: what was wanted`, and
// nothing is changed. A journal is open in one process at a time; where it is open
// already, the error is [ErrLocked].
func OpenJournal(path string) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	j, err := openJournal(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	return j, nil
}

func openJournal(f *os.File, path string) (*Journal, error) {
	ok, err := flock.Lock(f)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if !ok {
		return nil, fmt.Errorf("journal %s: %w", path, ErrLocked)
	}
	j, err := newJournal(f, path)
	if err != nil {
		return nil, err
	}
	j.own = true
	if err := f.Truncate(j.end); err != nil {
		return nil, err
	}
	if j.end == 0 {
		if _, err := f.WriteAt(header, 0); err != nil {
			return nil, err
		}
		j.end = int64(len(header))
	}
	// What a killed process wrote and didn't sync was only in the system's memory.
	if err := f.Sync(); err != nil {
		return nil, err
	}
	return j, syncDir(filepath.Dir(path))
}

// ReadJournal opens a journal for replay: it is neither locked nor changed, and
// nothing can be added. Any number of processes may read it.
func ReadJournal(path string) (*Journal, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	j, err := newJournal(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	j.broken = fmt.Errorf("journal %s is open for reading", path)
	return j, nil
}

// newJournal reads what f holds.
func newJournal(f *os.File, path string) (*Journal, error) {
	j := &Journal{file: f, path: path, at: map[name]span{}}
	j.idle = sync.NewCond(&j.mu)
	size, whole, err := readEntries(f, path, func(n name, e *entry, s span) error {
		if first, ok := j.at[n]; ok {
			return fmt.Errorf("the answer to %s stands at byte %d too: want it once", e.Digest, first.offset)
		}
		j.at[n] = s
		j.total = j.total.Add(e.spent())
		return nil
	})
	if err != nil {
		return nil, err
	}
	j.end, j.torn = whole, size-whole
	return j, nil
}

// syncDir makes the name of a new file durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Torn returns how many bytes of an unfinished last line were left out at opening:
// 0, unless whoever wrote the journal was killed meanwhile.
func (j *Journal) Torn() int64 { return j.torn }

// Path returns the name the journal was opened by.
func (j *Journal) Path() string { return j.path }

// Len returns the number of answers.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.at)
}

// Spent returns what all the answers in the journal took, by whichever process.
func (j *Journal) Spent() Spending {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.total
}

// Has reports whether there is an answer to the request of this digest.
func (j *Journal) Has(d digest.Digest) bool {
	n, err := nameOf(d)
	if err != nil {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.at[n]
	return ok
}

// Close waits until what is being written is on disk and gives the journal free.
func (j *Journal) Close() error {
	j.mu.Lock()
	for j.writing {
		j.idle.Wait()
	}
	err := j.broken
	closed := errors.Is(err, errClosed)
	j.broken = errClosed
	own := j.own
	j.mu.Unlock()
	if closed {
		return nil
	}
	if !own {
		err = nil // being open for reading only is no fault
	}
	return errors.Join(err, j.file.Close())
}

// usable returns why nothing can be added any more, or nil. Whoever is about to pay
// asks first.
func (j *Journal) usable() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return keepFault(j.broken)
}

// keepFault says why an answer is not on disk, or would not be; nil for nil.
func keepFault(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("keep answer: %w", err)
}

// find reads the answer to a request.
func (j *Journal) find(d digest.Digest) (entry, bool, error) {
	n, err := nameOf(d)
	if err != nil {
		return entry{}, false, err
	}
	j.mu.Lock()
	s, ok := j.at[n]
	j.mu.Unlock()
	if !ok {
		return entry{}, false, nil
	}
	line := make([]byte, s.length)
	if _, err := j.file.ReadAt(line, s.offset); err != nil {
		return entry{}, false, fmt.Errorf("read journal: %w", err)
	}
	e, fault := decode(line)
	if fault == "" && e.Digest != d {
		fault = "another answer stands there: want the one that was written"
	}
	if fault != "" {
		return entry{}, false, fmt.Errorf("journal %s at byte %d: %s", j.path, s.offset, fault)
	}
	return e, true, nil
}

// add puts entries on disk, in one write, and returns when they are there. An
// answer that is there already stays as it is. After an error nothing more can be
// added: what is on disk is unknown until the journal is opened again.
func (j *Journal) add(entries ...entry) error {
	lines, names := make([][]byte, len(entries)), make([]name, len(entries))
	for i := range entries {
		var err error
		if lines[i], err = encode(&entries[i]); err != nil {
			return err
		}
		if names[i], err = nameOf(entries[i].Digest); err != nil {
			return err
		}
	}
	j.mu.Lock()
	if j.broken != nil {
		defer j.mu.Unlock()
		return keepFault(j.broken)
	}
	waits := j.gather(entries, names, lines)
	if j.gathering != nil && !j.writing {
		j.writing = true
		go j.write()
	}
	j.mu.Unlock()
	for _, c := range waits {
		<-c.done
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

// gather puts what is neither on disk nor on its way there into the next group, and
// returns the groups to wait for.
func (j *Journal) gather(entries []entry, names []name, lines [][]byte) (waits []*commit) {
	for i, e := range entries {
		n := names[i]
		if _, ok := j.at[n]; ok {
			continue
		}
		c := j.committing
		if c == nil || !c.members[n] {
			if j.gathering == nil {
				j.gathering = &commit{done: make(chan struct{}), members: map[name]bool{}}
			}
			c = j.gathering
			c.add(n, e.spent(), lines[i])
		}
		if !slices.Contains(waits, c) {
			waits = append(waits, c)
		}
	}
	return waits
}

// add puts an entry into the group, once.
func (c *commit) add(n name, spent Spending, line []byte) {
	if c.members[n] {
		return
	}
	c.members[n] = true
	c.names = append(c.names, n)
	c.spent = c.spent.Add(spent)
	c.lengths = append(c.lengths, len(line))
	c.lines = append(c.lines, line...)
}

// write commits groups until none is left. Others gather the next group while one
// is committed.
func (j *Journal) write() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.gathering != nil {
		c := j.gathering
		j.gathering, j.committing = nil, c
		err, end := j.broken, j.end
		if err == nil {
			j.mu.Unlock()
			err = j.commit(c, end)
			j.mu.Lock()
		}
		j.finish(c, err)
		j.committing = nil
		close(c.done)
	}
	j.writing = false
	j.idle.Broadcast()
}

// commit writes and syncs a group.
func (j *Journal) commit(c *commit, end int64) error {
	if _, err := j.file.WriteAt(c.lines, end); err != nil {
		return err
	}
	return j.file.Sync()
}

// finish makes a committed group known.
func (j *Journal) finish(c *commit, err error) {
	if err != nil {
		c.err = keepFault(err)
		j.broken = err
		return
	}
	for i, n := range c.names {
		j.at[n] = span{j.end, c.lengths[i]}
		j.end += int64(c.lengths[i])
	}
	j.total = j.total.Add(c.spent)
}

// encode returns the line of an entry.
func encode(e *entry) ([]byte, error) {
	raw, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, `{"sum":"%08x","entry":`, crc32.Checksum(raw, castagnoli))
	line = append(line, raw...)
	return append(line, '}', '\n'), nil
}
