package tool

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// DefaultPassages is the number of passages that a retriever returns if the call gives no
// number.
const DefaultPassages = 5

// mostPassages is the largest number of passages that a retriever returns; a call that
// asks for more gets as many. Without a bound a short call would have the whole corpus
// ranked and written out.
const mostPassages = 1000

// Passage is one text that a [Retriever] found.
type Passage struct {
	Number int    // position in the corpus, from 0
	Text   string // the whole passage
	// Score determines the rank. Scores are comparable within one answer only.
	Score float64
}

// Retriever ranks the passages of one corpus by their relevance to a query. Implementations
// are safe for concurrent use and deterministic: equal scores are ranked by Number.
// Retrieve returns at most k passages, best first; none, and no error, if k is below 1 or
// no passage is relevant. An error means that the retriever is broken or the context is
// done. [BM25] is the built-in implementation; one over an embedding endpoint is set with
// [WithRetriever].
type Retriever interface {
	Retrieve(ctx context.Context, query string, k int) ([]Passage, error)
}

// retrieval is a tool that asks a Retriever. Its first text input is the query,
// its first integer the number of passages. Arguments that are a bare text are the
// query, as the client of LegalAgentBench's published agents had it.
type retrieval struct {
	spec      *domain.Tool
	retriever Retriever
	faults    *faults
}

func (t *retrieval) call(ctx context.Context, args any) (Result, error) {
	query, ok := args.(string)
	k := DefaultPassages
	if !ok {
		m, form := named(args, t.spec.Inputs)
		if !form {
			return t.faults.arguments, nil
		}
		query, k, ok = t.decode(m)
	}
	if !ok {
		return t.faults.arguments, nil
	}
	found, err := t.retriever.Retrieve(ctx, query, k)
	if err != nil {
		return Result{}, fmt.Errorf("tool %q: %w", t.spec.Name, err)
	}
	list := make([]string, len(found))
	for i, p := range found {
		list[i] = p.Text
	}
	b, err := json.Marshal(list)
	if err != nil {
		return Result{}, fmt.Errorf("tool %q: %w", t.spec.Name, err)
	}
	return Result{json: b}, nil
}

// decode returns the query and the number of passages to return, which is at least 1 and
// at most mostPassages.
func (t *retrieval) decode(m map[string]any) (query string, k int, ok bool) {
	k = DefaultPassages
	asked := false
	for _, in := range t.spec.Inputs {
		v, present := given(m, in.Name)
		if !present {
			if in.Optional || in.Type == domain.InputInteger {
				continue
			}
			return "", 0, false
		}
		switch in.Type {
		case domain.InputString:
			s, ok := v.(string)
			if !ok {
				return "", 0, false
			}
			if !asked {
				query, asked = s, true
			}
		case domain.InputInteger:
			if k, ok = integer(v); !ok || k < 1 {
				return "", 0, false
			}
		}
	}
	return query, min(k, mostPassages), asked
}
