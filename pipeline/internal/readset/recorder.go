package readset

import (
	"maps"
	"slices"
	"sync"
)

// Recorder records what a proof looks up. A nil Recorder records nothing. It is safe for concurrent use.
type Recorder struct {
	schema *Schema

	mu         sync.Mutex
	keys       map[LookupKey]bool
	everything bool
}

// NewRecorder returns a recorder that has recorded nothing.
func (s *Schema) NewRecorder() *Recorder { return &Recorder{schema: s, keys: map[LookupKey]bool{}} }

// Lookup records that a name, one text for each part, was looked up in columns of a table.
func (r *Recorder) Lookup(table string, columns, name []string) {
	if r == nil {
		return
	}
	keys := r.schema.LookupKeys(table, columns, name)
	if keys == nil {
		r.Everything()
		return
	}
	r.Record(keys)
}

// Passages records that passages were searched.
func (r *Recorder) Passages(name string) {
	if r != nil {
		r.Record([]LookupKey{passagesKey(name)})
	}
}

// Twins records that columns of any table were compared as wholes.
func (r *Recorder) Twins() {
	if r == nil {
		return
	}
	for i := range r.schema.domain.Tables {
		r.Record([]LookupKey{twinsKey(r.schema.domain.Tables[i].Name)})
	}
}

// Everything records that something was read of which no digest tells whether it is the same.
func (r *Recorder) Everything() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.everything = true
}

// Add records what another recorder has.
func (r *Recorder) Add(other *Recorder) {
	if r == nil || other == nil {
		return
	}
	l := other.Lookups()
	if l.Everything {
		r.Everything()
	}
	r.Record(l.Keys)
}

// Record records lookups by their keys.
func (r *Recorder) Record(keys []LookupKey) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range keys {
		r.keys[k] = true
	}
}

// Lookups returns what was recorded.
func (r *Recorder) Lookups() Lookups {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.everything {
		return Lookups{Everything: true}
	}
	return Lookups{Keys: slices.Sorted(maps.Keys(r.keys))}
}

// Lookups are what a part of a proof looked up.
type Lookups struct {
	// Keys are sorted, each once; nil if Everything.
	Keys []LookupKey
	// Everything says that any change concerns the part.
	Everything bool
}

// Reads are what the parts of the proof of a task looked up.
type Reads struct {
	// Task is the ID of the task.
	Task string
	// Search is the search for shorter chains, and Grading that of agents who know nothing: both
	// go wherever names lead. Proof is all the rest.
	Proof, Search, Grading Lookups
}
