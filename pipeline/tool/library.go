package tool

import (
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Library is implemented by callers that hold the passages their retrievers search: [Set]
// and [ReducedSet].
type Library interface {
	// Editions returns the versions of the works that the named passages are parts of.
	// It panics for passages whose reference has no InForce.
	Editions(passages string) *domain.Editions
}

// library reads editions when they are first asked for. It is safe for concurrent use.
type library map[string]func() *domain.Editions

func newLibrary(c *corpus.Corpus) library {
	l := library{}
	for _, p := range c.Domain().Passages {
		if p.Reference != nil && p.Reference.InForce != nil {
			l[p.Name] = sync.OnceValue(func() *domain.Editions {
				return domain.NewEditions(p.Reference, c.Passages(p.Name))
			})
		}
	}
	return l
}

// Editions implements [Library].
func (s *Set) Editions(passages string) *domain.Editions { return s.library[passages]() }

// Editions implements [Library].
func (v *ReducedSet) Editions(passages string) *domain.Editions { return v.set.Editions(passages) }
