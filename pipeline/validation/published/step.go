package published

import (
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// step is one parsed step without its name.
type step struct {
	words []string // after the operation
	from  []string
	empty bool // "or none" was given and no operation has used it yet
	place Place
}

// wants returns an error unless the operation is followed by n to m words, described by what.
func (s *step) wants(n, m int, what string) error {
	if len(s.words) < n || len(s.words) > m {
		return fmt.Errorf("%d words after the operation: want %s", len(s.words), what)
	}
	return nil
}

// none reports whether "or none" was given, so that an empty result is accepted, and marks it
// as used.
func (s *step) none() bool {
	empty := s.empty
	s.empty = false
	return empty
}

// operation returns the operation of a step, given its name.
func (s *step) operation(kind string) (plan.Operation, error) {
	switch kind {
	case "start":
		return s.start()
	case "call":
		return s.call()
	case "filter":
		return s.filter()
	case "superlative":
		return s.superlative()
	case "project":
		return &plan.Project{Columns: s.words}, s.wants(1, 9, "columns")
	case "retrieve":
		return s.retrieve()
	case "derive", "deriveall", "extract", "cite", "frequent", "having", "compare", "sum", "average", "minimum", "maximum":
		if err := s.wants(1, 1, "one word"); err != nil {
			return nil, err
		}
		return s.one(kind, s.words[0]), nil
	}
	if err := s.wants(0, 0, "no word"); err != nil {
		return nil, err
	}
	if op := bare(kind); op != nil {
		return op, nil
	}
	return nil, fmt.Errorf("unknown operation %q: want an operation of the notation", kind)
}

// one returns an operation that takes one word.
func (s *step) one(kind, word string) plan.Operation {
	switch kind {
	case "derive":
		return &plan.Derive{Derivation: word}
	case "deriveall":
		return &plan.DeriveAll{Derivation: word}
	case "extract":
		return &plan.Extract{Pattern: word}
	case "cite":
		return &plan.Cite{Which: domain.CiteMode(word)}
	case "frequent":
		return &plan.Frequent{Column: word}
	case "having":
		return &plan.Having{Tool: word, Empty: s.none()}
	case "compare":
		return &plan.Compare{Order: plan.Order(word)}
	}
	return &plan.Aggregate{Function: plan.Function(kind), Column: word}
}

// bare returns an operation that takes no words; nil if there is none of that name.
func bare(kind string) plan.Operation {
	switch f := plan.Function(kind); f {
	case plan.Add, plan.Subtract, plan.Multiply, plan.Divide, plan.Share:
		return &plan.Arithmetic{Function: f}
	case plan.Union, plan.Intersection, plan.Difference:
		return &plan.Combine{Function: f}
	}
	switch kind {
	case "only":
		return &plan.Only{}
	case "count":
		return &plan.Count{}
	case "distinct":
		return &plan.Distinct{}
	case "exists":
		return &plan.Exists{}
	case "mode":
		return &plan.Mode{}
	case "days":
		return &plan.Days{}
	}
	return nil
}

func (s *step) start() (plan.Operation, error) {
	const wanted = "an entity type, and nothing, a number, or at and two numbers"
	s.place.Nth = 1
	numbers := []*int{nil, &s.place.Nth, nil, nil}
	if len(s.words) == 4 && s.words[1] == "at" {
		s.place.Nth = 0
		numbers = []*int{nil, nil, &s.place.From, &s.place.To}
	} else if err := s.wants(1, 2, wanted); err != nil {
		return nil, err
	}
	for i, w := range s.words {
		if numbers[i] == nil {
			continue
		}
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q: want %s", w, wanted)
		}
		*numbers[i] = n
	}
	if s.place.Nth == 0 && s.place.From >= s.place.To {
		return nil, fmt.Errorf("place %d to %d: want %s, from 1 or in order", s.place.From, s.place.To, wanted)
	}
	s.place.Entity = s.words[0]
	return &plan.Start{Entity: s.words[0]}, nil
}

func (s *step) call() (plan.Operation, error) {
	each := len(s.words) == 2 && s.words[0] == "each"
	if each {
		s.words = s.words[1:]
	}
	if err := s.wants(1, 1, "a tool, optionally after each"); err != nil {
		return nil, err
	}
	return &plan.Call{Tool: s.words[0], Each: each, Empty: s.none()}, nil
}

func (s *step) filter() (plan.Operation, error) {
	if err := s.wants(2, 4, "a column, a comparison and up to two operands"); err != nil {
		return nil, err
	}
	operands := append(s.words[2:len(s.words):len(s.words)], "", "")
	f := &plan.Filter{Column: s.words[0], Comparison: plan.Comparison(s.words[1]), Operand: operands[0], To: operands[1], Empty: s.none()}
	if f.Comparison == plan.Names {
		s.from = append(s.from[:len(s.from):len(s.from)], f.Operand)
		f.Operand = ""
	}
	return f, nil
}

func (s *step) retrieve() (plan.Operation, error) {
	if err := s.wants(2, 2, "a tool and a number"); err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(s.words[1])
	if err != nil {
		return nil, fmt.Errorf("%q passages: want a whole number", s.words[1])
	}
	return &plan.Retrieve{Tool: s.words[0], Passages: n}, nil
}

func (s *step) superlative() (plan.Operation, error) {
	if err := s.wants(2, 3, "max or min, a column, and optionally a rank"); err != nil {
		return nil, err
	}
	o := &plan.Superlative{Order: plan.Order(s.words[0]), Column: s.words[1]}
	if len(s.words) == 3 {
		n, err := strconv.Atoi(s.words[2])
		if err != nil {
			return nil, fmt.Errorf("rank %q: want a whole number", s.words[2])
		}
		o.Rank = n
	}
	return o, nil
}
