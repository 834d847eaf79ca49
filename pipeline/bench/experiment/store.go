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
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Store is the file of finished trials: JSON lines, append-only, an [StoredTrial] each.
// Attempts that finish at the same time share one write-out. In memory it has where an
// attempt stands and what it is known by, about 150 bytes each, not what was said.
//
// It is safe for concurrent use, and open in one process at a time.
type Store struct {
	path   string
	ledger *ledger.Ledger // nil where the store is read alone
	file   *os.File       // to read attempts from

	mu       sync.RWMutex
	byKey    map[digestSum]int32 // in list
	entries  []entry             // in the order of the file
	end      int64               // of the lines in list
	groups   []group
	numbered map[group]int32
}

// entry is where an attempt stands.
type entry struct {
	asked  digestSum
	offset int64
	length int32
	epoch  int32
	group  int32 // in Store.groups
}

// group is what many attempts have in common.
type group struct {
	agent EvaluatedAgent // without its agent
	tools digest.Digest
}

var (
	// ErrStored is that an attempt of the same key is there already.
	ErrStored = errors.New("an attempt of this key is there already")
	// ErrTooLong is an attempt that is too long to be stored.
	ErrTooLong = fmt.Errorf("an attempt of more than %d bytes: want a shorter one", ledger.MaxLine)
)

// OpenStore opens the store at path, or starts one there, with the directories on the
// way. What a killed process left unfinished at its end is cut off; any other damage is
// an error of the form `path:line: what is wrong: what was wanted`. While a store is open
// elsewhere the error is [ledger.ErrLocked].
func OpenStore(path string) (*Store, error) {
	s := newStore(path)
	var err error
	if s.ledger, err = ledger.Open(path, s.index); err != nil {
		return nil, err
	}
	if s.file, err = os.Open(path); err != nil {
		return nil, errors.Join(err, s.ledger.Close())
	}
	return s, nil
}

// ReadStore opens the store at path to read what it has now: it is neither locked nor
// changed, and nothing can be added.
func ReadStore(path string) (*Store, error) {
	s := newStore(path)
	var err error
	if s.file, err = os.Open(path); err != nil {
		return nil, err
	}
	if err := ledger.Read(path, s.index); err != nil {
		return nil, errors.Join(err, s.file.Close())
	}
	return s, nil
}

func newStore(path string) *Store {
	return &Store{path: path, byKey: map[digestSum]int32{}, numbered: map[group]int32{}}
}

// Close gives the store free. Nobody may use it meanwhile or afterwards.
func (s *Store) Close() error {
	err := s.file.Close()
	if s.ledger != nil {
		err = errors.Join(s.ledger.Close(), err)
	}
	return err
}

// Len returns the number of attempts.
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.entries)
}

// Has reports whether there is an attempt of a key.
func (s *Store) Has(key digest.Digest) bool {
	_, ok := s.find(key)
	return ok
}

// Append adds an attempt, whose Head.Key is that of [AttemptKey], and returns nil once it is
// on disk. Where the error is [ErrStored] or [ErrTooLong] nothing was written and the store
// can be used on.
func (s *Store) Append(a *StoredTrial) error {
	if s.ledger == nil {
		return fmt.Errorf("%s is open for reading: want OpenStore", s.path)
	}
	line, err := encodeAttempt(a)
	if err != nil {
		return fmt.Errorf("attempt: %w", err)
	}
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

// Get reads the attempt of a key; ok is false where there is none.
func (s *Store) Get(key digest.Digest) (a *StoredTrial, ok bool, err error) {
	i, ok := s.find(key)
	if !ok {
		return nil, false, nil
	}
	a, err = s.read(i)
	return a, true, err
}

// All reads the attempts in the order of the file. After an error it ends.
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

// Agents returns who made the attempts, by name, without their agents: of several of
// one name, the one that made the last.
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

// Tools returns the key of the tools that the last attempt was made with; "" where
// there is none.
func (s *Store) Tools() digest.Digest {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.entries) == 0 {
		return ""
	}
	return s.groups[s.entries[len(s.entries)-1].group].tools
}

// find returns the number of the attempt of a key, from 0.
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

// read reads the attempt of a number.
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

// index takes a line of the file into the index.
func (s *Store) index(line []byte, _ int) error {
	h, key, asked, err := decodeHead(line)
	if err != nil {
		return err
	}
	g := group{tools: h.Tools, agent: EvaluatedAgent{Name: h.Agent, Model: h.Model, Method: h.Method, Calls: h.Calls, Role: h.Role, Key: h.AgentKey}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, ok := s.byKey[key]; ok {
		return fmt.Errorf("the attempt %s stands in line %d too: want it once", h.Key, i+1)
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

// headOf returns what an attempt of an agent is known by.
func headOf(e *EvaluatedAgent, asked, tools digest.Digest, epoch int) AttemptHead {
	return AttemptHead{
		Key: AttemptKey(asked, tools, e.Key, epoch), Asked: asked, Tools: tools, AgentKey: e.Key, Epoch: epoch,
		Agent: e.Name, Role: e.Role, Model: e.Model, Method: e.Method, Calls: e.Calls,
	}
}
