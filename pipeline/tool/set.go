package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Set holds every tool of a domain, callable over a corpus. It is safe for concurrent use.
type Set struct {
	domain  *domain.Domain
	corpus  *corpus.Corpus
	tools   map[string]callable // by name and alias
	library library
	faults  *faults
}

// callable is one tool of a kind: a lookup, retrieval, arithmetic or finish.
type callable interface {
	call(ctx context.Context, args any) (Result, error)
}

// faults are the results of calls that have none, rendered once.
type faults struct {
	missing, columns, arguments Result
	failed                      map[domain.ArithmeticOp]Result
}

func newFaults(r *domain.Replies) *faults {
	f := &faults{
		missing:   Result{Fault: FaultMissing, json: quote(r.Missing)},
		columns:   Result{Fault: FaultColumns, json: quote(r.Columns)},
		arguments: Result{Fault: FaultArguments, json: quote(r.Arguments)},
		failed:    map[domain.ArithmeticOp]Result{},
	}
	for _, op := range []domain.ArithmeticOp{domain.Sum, domain.Subtract, domain.Multiply, domain.Divide, domain.Rank} {
		f.failed[op] = Result{Fault: FaultFailed, json: quote(r.Failed[op])}
	}
	return f
}

// Option is an option of [New]; see [WithRetriever].
type Option func(*settings)

type settings struct{ retrievers map[string]Retriever }

// WithRetriever makes r rank the domain's passages of that name, in place of a BM25.
func WithRetriever(passages string, r Retriever) Option {
	return func(s *settings) { s.retrievers[passages] = r }
}

// New makes every tool of the corpus's domain callable. It fails for an inconsistent
// declaration, naming the tool. It does not read the corpus; a BM25 index is built by the
// first call that needs it.
func New(c *corpus.Corpus, opts ...Option) (*Set, error) {
	o := settings{retrievers: map[string]Retriever{}}
	for _, opt := range opts {
		opt(&o)
	}
	d := c.Domain()
	known := map[string]bool{}
	for _, p := range d.Passages {
		known[p.Name] = true
		if o.retrievers[p.Name] == nil {
			o.retrievers[p.Name] = NewBM25(c.Passages(p.Name))
		}
	}
	for name := range o.retrievers {
		if !known[name] {
			return nil, fmt.Errorf("retriever for passages %q: not declared by the domain", name)
		}
	}
	s := &Set{domain: d, corpus: c, tools: map[string]callable{}, library: newLibrary(c), faults: newFaults(&d.Replies)}
	var errs []error
	for i := range d.Tools {
		spec := &d.Tools[i]
		t, err := s.compile(c, spec, o.retrievers)
		if err != nil {
			errs = append(errs, fmt.Errorf("tool %q: %w", spec.Name, err))
			continue
		}
		s.tools[spec.Name] = t
		for _, a := range spec.Aliases {
			s.tools[a] = t
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
}

// compile makes one tool callable.
func (s *Set) compile(c *corpus.Corpus, spec *domain.Tool, retrievers map[string]Retriever) (callable, error) {
	switch spec.Kind {
	case domain.Lookup:
		return newLookup(c, spec, s.faults)
	case domain.Retriever:
		r := retrievers[spec.Passages]
		if r == nil {
			return nil, fmt.Errorf("passages %q: not declared by the domain", spec.Passages)
		}
		return &retrieval{spec: spec, retriever: r, faults: s.faults}, nil
	case domain.Arithmetic:
		if _, ok := s.faults.failed[spec.Operation]; !ok {
			return nil, fmt.Errorf("operation %q: unknown", spec.Operation)
		}
		return &arithmetic{spec: spec, faults: s.faults}, nil
	case domain.Finish:
		if len(spec.Inputs) == 0 {
			return nil, errors.New("no input: want an input for the final answer")
		}
		return &finish{spec: spec, faults: s.faults}, nil
	}
	return nil, fmt.Errorf("kind %q: unknown", spec.Kind)
}

// Domain returns the declaration of the tools.
func (s *Set) Domain() *domain.Domain { return s.domain }

// Call calls a tool. Faults of a call are detected in this order: FaultArguments for an
// unknown tool, for an argument that is missing or of the wrong JSON type, and for a number
// of passages below 1; FaultMissing if no row matches; FaultColumns if a requested column
// is not in the table; FaultFailed for arithmetic, also over no numbers. Arguments that the
// tool does not declare are ignored. The error is that of a [Retriever].
func (s *Set) Call(ctx context.Context, c Call) (Result, error) {
	t := s.tools[c.Tool]
	if t == nil {
		return s.faults.arguments, nil
	}
	return t.call(ctx, c.Args)
}

// finish echoes the final answer, whatever JSON it is.
type finish struct {
	spec   *domain.Tool
	faults *faults
}

func (f *finish) call(_ context.Context, args any) (Result, error) {
	m, ok := named(args, f.spec.Inputs)
	if !ok {
		return f.faults.arguments, nil
	}
	answer, ok := given(m, f.spec.Inputs[0].Name)
	if !ok {
		return f.faults.arguments, nil
	}
	b, err := json.Marshal(answer)
	if err != nil {
		return f.faults.arguments, nil
	}
	return Result{json: b}, nil
}
