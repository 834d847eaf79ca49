package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Journal is the file of paid answers: JSON lines, append-only, each answer under the
// digest of its request. An answer that a client returned is on disk; answers that arrive
// at the same time share one sync to disk. A journal holds the position of each answer in
// memory, about 50 bytes, and not the answer. It is safe for concurrent use.
//
// The first line names the format. The others are {"sum":CRC-32C of the
// entry,"entry":{"digest":…,"reply":…}}; the entry of an embedded text has "vector" in
// place of "reply", and that of a response that was paid for and cannot be used has
// "wasted", with the digest of the request.
type Journal struct {
	path   string
	file   *os.File       // to read answers from
	ledger *ledger.Ledger // nil if the journal is open for reading only

	mu      sync.Mutex
	at      map[shortDigest]span
	size    int64 // of the lines in at, with the first one
	answers int
	total   Spending
	wasted  map[shortDigest]Spending // on responses that cannot be used, by request
	err     error                    // why nothing can be added any more
}

// shortDigest is the first half of a digest. A run can have a million requests, and no
// two of so many share 128 bits; find compares the whole digest all the same.
type shortDigest [16]byte

func shortOf(d digest.Digest) (shortDigest, error) {
	sum, err := d.Sum()
	return shortDigest(sum[:len(shortDigest{})]), err
}

// span is the position of a line in the file.
type span struct {
	offset int64
	length int
}

// entry is one paid response: an answer to a request, the embedding of a text, or a
// response that cannot be used. It is written as JSON.
type entry struct {
	Digest digest.Digest   `json:"digest"` // of the request; of a wasted response, one of its own
	Reply  *Reply          `json:"reply,omitempty"`
	Vector *vector         `json:"vector,omitempty"`
	Wasted *wastedResponse `json:"wasted,omitempty"`
}

// wastedResponse is a response that was paid for and cannot be used.
type wastedResponse struct {
	Request digest.Digest `json:"request"`
	Detail  string        `json:"detail"` // why it cannot be used
	Usage   TokenUsage    `json:"usage"`
	Cost    Cost          `json:"cost"`
}

// spent is the cost of an entry.
func (e *entry) spent() Spending {
	switch {
	case e.Reply != nil:
		return Spending{Answers: 1, Usage: e.Reply.Usage, Cost: e.Reply.Cost}
	case e.Vector != nil:
		return Spending{Answers: 1, Usage: e.Vector.Usage, Cost: e.Vector.Cost}
	}
	return Spending{Answers: 1, Usage: e.Wasted.Usage, Cost: e.Wasted.Cost}
}

// journalHeader is the first line of every journal, without its end.
var journalHeader = []byte(`{"format":"taskgrove llm journal","version":1}`)

// castagnoli is the polynomial of CRC-32C (RFC 3720).
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenJournal opens the journal at path, creating the file if there is none. An incomplete
// last line, which a killed process can leave, is removed; see [Journal.Torn]. Any other
// damage is an error of the form `file:line: what is wrong`, and the file is not changed.
// While a journal is open elsewhere, in this process or another one, the error is
// [ErrLocked].
func OpenJournal(path string) (*Journal, error) {
	if err := checkHeader(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	j := &Journal{path: path, at: map[shortDigest]span{}, wasted: map[shortDigest]Spending{}}
	var err error
	j.ledger, err = ledger.OpenPaid(path, j.index)
	if errors.Is(err, ledger.ErrLocked) {
		return nil, fmt.Errorf("journal %s: %w", path, ErrLocked)
	}
	if err != nil {
		return nil, err
	}
	if j.size == 0 {
		err = j.ledger.Append(journalHeader, nil)
	}
	if err == nil {
		j.file, err = inputfile.Open(path)
	}
	if err != nil {
		return nil, errors.Join(err, j.ledger.Close())
	}
	return j, nil
}

// ReadJournal opens a journal for replay: it is neither locked nor changed, and nothing
// can be added. Any number of processes may read it.
func ReadJournal(path string) (*Journal, error) {
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	j := &Journal{path: path, at: map[shortDigest]span{}, wasted: map[shortDigest]Spending{}, err: fmt.Errorf("journal %s is open for reading", path)}
	if err := ledger.ReadPaid(path, j.index); err != nil {
		return nil, err
	}
	var err error
	if j.file, err = inputfile.Open(path); err != nil {
		return nil, err
	}
	return j, nil
}

// checkHeader returns an error if a file does not begin as a journal does. A ledger
// would take a file of another kind that has no line end for an unfinished line, and cut
// it off.
func checkHeader(path string) error {
	f, err := inputfile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	header := append(bytes.Clone(journalHeader), '\n')
	in := bufio.NewReader(f)
	begin := make([]byte, len(header))
	n, err := io.ReadFull(in, begin)
	if err == nil && bytes.Equal(begin, header) {
		return nil
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	// A crashed system can leave a part of the header, and zeros in place of text.
	if bytes.IndexByte(begin[:n], '\n') >= 0 || !bytes.HasPrefix(header, bytes.TrimRight(begin[:n], "\x00")) {
		return errNoJournal(path + ":1: ")
	}
	for {
		switch b, err := in.ReadByte(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case b != 0:
			return errNoJournal(path + ":1: ")
		}
	}
}

func errNoJournal(at string) error {
	return fmt.Errorf("%snot a journal of answers: its first line must be %s", at, journalHeader)
}

// index takes in a line of the file.
func (j *Journal) index(line []byte, number int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := span{j.size, len(line)}
	if number == 1 {
		if !bytes.Equal(line, journalHeader) {
			return errNoJournal("")
		}
		j.size = int64(len(line)) + 1
		return nil
	}
	e, err := decodeEntry(line)
	if err != nil {
		return err
	}
	short, err := shortOf(e.Digest)
	if err != nil {
		return err
	}
	if first, ok := j.at[short]; ok {
		return fmt.Errorf("a second answer to %s: the first one stands at byte %d", e.Digest, first.offset)
	}
	var request shortDigest
	if e.Wasted != nil {
		if request, err = shortOf(e.Wasted.Request); err != nil {
			return err
		}
		j.wasted[request] = j.wasted[request].Add(e.spent())
	} else {
		j.answers++
	}
	j.at[short] = s
	j.size += int64(len(line)) + 1
	j.total = j.total.Add(e.spent())
	return nil
}

// Torn returns the size in bytes of the unfinished last line that OpenJournal cut off.
func (j *Journal) Torn() int64 {
	if j.ledger == nil {
		return 0
	}
	return j.ledger.Torn()
}

// Path returns the path with which the journal was opened.
func (j *Journal) Path() string { return j.path }

// Len returns the number of answers.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.answers
}

// Spent returns the cost of all responses in the journal, whichever process paid for
// them: of answers, and of responses that cannot be used.
func (j *Journal) Spent() Spending {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.total
}

// wastedOn returns the cost of the responses to a request that cannot be used.
func (j *Journal) wastedOn(request digest.Digest) Spending {
	short, err := shortOf(request)
	if err != nil {
		return Spending{}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.wasted[short]
}

// Has reports whether there is an answer to the request with this digest.
func (j *Journal) Has(d digest.Digest) bool {
	_, ok := j.locate(d)
	return ok
}

// locate returns the position of an answer that is on disk. An answer that is still
// being written does not count: the process could be killed before it is kept.
func (j *Journal) locate(d digest.Digest) (span, bool) {
	short, err := shortOf(d)
	if err != nil {
		return span{}, false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	s, ok := j.at[short]
	if ok && j.ledger != nil {
		ok = s.offset+int64(s.length) < j.ledger.Synced()
	}
	return s, ok
}

// errClosed is why nothing is added after Close.
var errClosed = errors.New("journal is closed")

// Close waits for answers that are being written and closes the journal. If an earlier
// write failed, it returns that error.
func (j *Journal) Close() error {
	j.mu.Lock()
	var err error
	if j.ledger != nil && !errors.Is(j.err, errClosed) {
		err = j.err // of a write that failed
	}
	j.err = errClosed
	j.mu.Unlock()
	if j.ledger != nil {
		err = errors.Join(err, j.ledger.Close())
	}
	if fault := j.file.Close(); !errors.Is(fault, os.ErrClosed) {
		err = errors.Join(err, fault)
	}
	return err
}

// usable returns why nothing can be added any more, or nil. The client asks before it
// pays.
func (j *Journal) usable() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// find reads the answer to a request.
func (j *Journal) find(d digest.Digest) (entry, bool, error) {
	s, ok := j.locate(d)
	if !ok {
		return entry{}, false, nil
	}
	line := make([]byte, s.length)
	if _, err := j.file.ReadAt(line, s.offset); err != nil {
		return entry{}, false, fmt.Errorf("read journal: %w", err)
	}
	e, err := decodeEntry(line)
	if err == nil && e.Digest != d {
		err = errors.New("the file was changed: another answer stands there")
	}
	if err != nil {
		return entry{}, false, fmt.Errorf("journal %s at byte %d: %w", j.path, s.offset, err)
	}
	if e.Reply != nil {
		e.Reply.Wasted = j.wastedOn(d)
	}
	return e, true, nil
}

// add returns once entries are on disk. An answer that is in the journal already stays
// as it is. After an error nothing more can be added until the journal is opened again:
// a client must not go on paying for answers that may not be kept.
func (j *Journal) add(entries ...entry) error {
	if err := j.usable(); err != nil {
		return err
	}
	lines, shorts := make([][]byte, len(entries)), make([]shortDigest, len(entries))
	for i := range entries {
		var err error
		if lines[i], err = encodeEntry(&entries[i]); err != nil {
			return err
		}
		if shorts[i], err = shortOf(entries[i].Digest); err != nil {
			return err
		}
	}
	err := j.ledger.AppendFunc(func() ([][]byte, error) { return j.missing(lines, shorts), nil })
	if err == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err == nil {
		j.err = fmt.Errorf("keep answer: %w", err)
	}
	return j.err
}

// missing returns those lines, each once, whose answers are not in the journal.
func (j *Journal) missing(lines [][]byte, shorts []shortDigest) (add [][]byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	added := map[shortDigest]bool{}
	for i, short := range shorts {
		if _, ok := j.at[short]; !ok && !added[short] {
			added[short] = true
			add = append(add, lines[i])
		}
	}
	return add
}

// encodeEntry returns the line of an entry, without its end.
func encodeEntry(e *entry) ([]byte, error) {
	raw, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, `{"sum":"%08x","entry":`, crc32.Checksum(raw, castagnoli))
	line = append(line, raw...)
	return append(line, '}'), nil
}

// decodeEntry reads the line of an entry.
func decodeEntry(line []byte) (e entry, err error) {
	var outer struct {
		Sum   string          `json:"sum"`
		Entry json.RawMessage `json:"entry"`
	}
	if err := decodeStrictly(line, &outer); err != nil {
		return entry{}, fmt.Errorf("%w: the line must be an object with sum and entry", err)
	}
	if sum := fmt.Sprintf("%08x", crc32.Checksum(outer.Entry, castagnoli)); sum != outer.Sum {
		return entry{}, fmt.Errorf("the entry has the sum %s, not %q: it was changed", sum, outer.Sum)
	}
	if err := decodeStrictly(outer.Entry, &e); err != nil {
		return entry{}, fmt.Errorf("%w: the entry must have digest and reply, vector or wasted", err)
	}
	if _, err := digest.Parse(string(e.Digest)); err != nil {
		return entry{}, err
	}
	kinds := 0
	for _, is := range []bool{e.Reply != nil, e.Vector != nil, e.Wasted != nil} {
		if is {
			kinds++
		}
	}
	if kinds != 1 {
		return entry{}, errors.New("the entry must have either reply, vector or wasted")
	}
	return e, nil
}

// decodeStrictly reads one JSON value that has no fields but v's.
func decodeStrictly(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}
