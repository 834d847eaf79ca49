package experiment

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Store is a file of finished trials: append-only JSON lines, one [StoredTrial] each. Attempts
// that finish at the same time share one sync to disk. Memory holds an index of about 150 bytes
// per attempt, not the transcripts.
//
// It is safe for concurrent use. Only one process can have it open for writing.
type Store struct {
	path   string
	ledger *ledger.Ledger // nil if the store is read-only
	file   *os.File       // for reading attempts

	mu       sync.RWMutex
	byKey    map[digestSum]int32 // indices of entries
	entries  []entry             // in file order
	end      int64               // end offset of the indexed lines
	groups   []group
	numbered map[group]int32
}

// entry locates an attempt in the file.
type entry struct {
	asked  digestSum
	offset int64
	length int32
	epoch  int32
	group  int32 // index of Store.groups
}

// group holds the data that many attempts share.
type group struct {
	agent EvaluatedAgent // its Agent field is nil
	tools digest.Digest
}

var (
	// ErrStored means that the store already has an attempt with the same key.
	ErrStored = errors.New("the store already has an attempt with this key")
	// ErrTooLong means that an attempt is too long to be stored.
	ErrTooLong = fmt.Errorf("attempt is longer than %d bytes", ledger.MaxLine)
)

// OpenStore opens the store at path for reading and writing; it creates the file and its
// directories if necessary. An incomplete last line, left by a killed process, is moved to a
// file beside the store, see [Store.Torn]. Any other damage is an error of the form
// `path:line: what is wrong: what was wanted`. If another process has the store open, the
// error is [ledger.ErrLocked].
func OpenStore(path string) (*Store, error) {
	s := newStore(path)
	var err error
	if s.ledger, err = ledger.Open(path, s.index); err != nil {
		return nil, err
	}
	if s.file, err = inputfile.Open(path); err != nil {
		return nil, errors.Join(err, s.ledger.Close())
	}
	return s, nil
}

// ReadStore opens the store at path for reading its present content; attempts added later
// are not seen. It neither locks nor changes the file, so any number of processes may
// read it; Append returns an error. A path without a file is an error, [ledger.ErrLost] if
// the store had attempts.
func ReadStore(path string) (*Store, error) {
	s := newStore(path)
	err := ledger.Read(path, s.index) // it knows whether a file that is gone had attempts
	if err != nil {
		return nil, err
	}
	if s.file, err = inputfile.Open(path); err != nil {
		return nil, err
	}
	return s, nil
}

func newStore(path string) *Store {
	return &Store{path: path, byKey: map[digestSum]int32{}, numbered: map[group]int32{}}
}

// Close closes the store, of which no method may be called during or after it. The error
// is that of closing the file.
func (s *Store) Close() error {
	err := s.file.Close()
	if s.ledger != nil {
		err = errors.Join(s.ledger.Close(), err)
	}
	return err
}

// Torn returns the size in bytes of the incomplete last line that [OpenStore] moved to the
// file whose name has ".torn" after the store's.
func (s *Store) Torn() int64 {
	if s.ledger == nil {
		return 0
	}
	return s.ledger.Torn()
}

// Len returns the number of attempts.
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.entries)
}

// Has reports whether the store has an attempt with the key.
func (s *Store) Has(key digest.Digest) bool {
	_, ok := s.find(key)
	return ok
}

// Append adds an attempt, whose Head.Key must be that of [AttemptKey], and returns nil once
// it is on disk. After [ErrStored] and [ErrTooLong] nothing was written and the store
// remains usable. The store does not keep a.
func (s *Store) Append(a *StoredTrial) error {
	if s.ledger == nil {
		return fmt.Errorf("%s is open for reading only: want a store of OpenStore", s.path)
	}
	line, err := encodeAttempt(a)
	if err != nil {
		return fmt.Errorf("attempt: %w", err)
	}
	line = ledger.Seal(line)
	if len(line) > ledger.MaxLine {
		return ErrTooLong
	}
	return s.ledger.Append(line, func() error {
		if s.Has(a.Head.Key) {
			return ErrStored
		}
		return nil
	})
}

// Get reads the attempt with the key; ok is false if there is none. The error is a fault of
// the file.
func (s *Store) Get(key digest.Digest) (a *StoredTrial, ok bool, err error) {
	i, ok := s.find(key)
	if !ok {
		return nil, false, nil
	}
	a, err = s.read(i)
	return a, true, err
}

// All reads the attempts in file order. The caller owns them. After a fault of the store
// it yields nil with the error, and ends.
func (s *Store) All() iter.Seq2[*StoredTrial, error] {
	return func(yield func(*StoredTrial, error) bool) {
		for i := range s.Len() {
			a, err := s.read(i)
			if !yield(a, err) || err != nil {
				return
			}
		}
	}
}

// Agents returns the agents of the attempts, sorted by name, with Agent nil. Of several agents
// with the same name it returns the agent of the last attempt.
func (s *Store) Agents() []EvaluatedAgent {
	s.mu.RLock()
	defer s.mu.RUnlock()
	last := map[string]EvaluatedAgent{}
	for i := range s.entries {
		e := s.groups[s.entries[i].group].agent
		last[e.Name] = e
	}
	var all []EvaluatedAgent
	for _, e := range last {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b EvaluatedAgent) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Tools returns the key of the tools of the last attempt; "" for an empty store.
func (s *Store) Tools() digest.Digest {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.entries) == 0 {
		return ""
	}
	return s.groups[s.entries[len(s.entries)-1].group].tools
}

// find returns the number, from 0, of the attempt with a key.
func (s *Store) find(key digest.Digest) (i int, ok bool) {
	k, err := key.Sum()
	if err != nil {
		return 0, false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	n, ok := s.byKey[k]
	return int(n), ok
}

// read reads the attempt with a number.
func (s *Store) read(i int) (*StoredTrial, error) {
	s.mu.RLock()
	e := s.entries[i]
	s.mu.RUnlock()
	line := make([]byte, e.length)
	if _, err := s.file.ReadAt(line, e.offset); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", s.path, i+1, err)
	}
	a, err := decodeAttempt(line)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", s.path, i+1, err)
	}
	return a, nil
}

// index adds a line of the file to the index.
func (s *Store) index(line []byte, _ int) error {
	if err := ledger.Verify(line); err != nil {
		return err
	}
	h, key, asked, err := decodeHead(line)
	if err != nil {
		return err
	}
	g := group{tools: h.Tools, agent: EvaluatedAgent{Name: h.Agent, Model: h.Model, Method: h.Method, Calls: h.Calls, Protocol: h.Protocol, Role: h.Role, Key: h.AgentKey}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, ok := s.byKey[key]; ok {
		return fmt.Errorf("attempt %s is already in line %d: want each attempt once", h.Key, i+1)
	}
	n, ok := s.numbered[g]
	if !ok {
		n = int32(len(s.groups))
		s.groups = append(s.groups, g)
		s.numbered[g] = n
	}
	s.byKey[key] = int32(len(s.entries))
	s.entries = append(s.entries, entry{asked: asked, offset: s.end, length: int32(len(line)), epoch: int32(h.Epoch), group: n})
	s.end += int64(len(line)) + 1
	return nil
}

// headOf returns the head of an agent's attempt.
func headOf(e *EvaluatedAgent, asked, tools digest.Digest, epoch int) AttemptHead {
	return AttemptHead{
		Key: AttemptKey(asked, tools, e.Key, epoch), Asked: asked, Tools: tools, AgentKey: e.Key, Epoch: epoch,
		Agent: e.Name, Role: e.Role, Model: e.Model, Method: e.Method, Calls: e.Calls, Protocol: e.Protocol,
	}
}
