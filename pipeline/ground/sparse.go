package ground

import "sync"

// sparse remembers what a function found for entities, by number: nothing for most. It is safe for
// concurrent use.
//
// Note: a map with all that were asked about took a third of the memory of a run.
type sparse[V any] struct {
	mu    sync.Mutex
	asked []uint64 // as bits
	found map[int32]V
}

// newSparse returns a sparse that remembers nothing of entities below n.
func newSparse[V any](n int) *sparse[V] {
	return &sparse[V]{asked: make([]uint64, (n+63)/64)}
}

// get returns what find finds for an entity; false for nothing. Find may be called twice at a time for
// one entity, and finds the same then. An error is not remembered.
func (s *sparse[V]) get(id int32, find func() (v V, ok bool, err error)) (v V, ok bool, err error) {
	word, bit := id/64, uint64(1)<<(id%64)
	s.mu.Lock()
	asked := s.asked[word]&bit != 0
	if asked {
		v, ok = s.found[id]
	}
	s.mu.Unlock()
	if asked {
		return v, ok, nil
	}
	if v, ok, err = find(); err != nil {
		return v, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[word] |= bit
	if ok {
		if s.found == nil {
			s.found = map[int32]V{}
		}
		s.found[id] = v
	}
	return v, ok, nil
}
