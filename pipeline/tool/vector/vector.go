// Package vector ranks passages by the cosine similarity of embeddings, which an endpoint
// computes for passages and queries. It can replace [tool.BM25] if a model of the language
// is available:
//
//	r := vector.New(c.Passages("LegalCase"), client, vector.RankerOptions{Model: "bge-m3"})
//	set, err := tool.New(c, tool.WithRetriever("LegalCase", r))
//
// The search is exact: every passage is compared with the query, with additions in the same
// order on every machine, so equal embeddings give equal ranks on every machine.
package vector

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Embedder returns one vector per text, in the order of the texts. The texts it receives
// are valid UTF-8 and not empty. Implementations are safe for concurrent use. The real
// implementation is the Client of package llm, which journals every vector, so that an
// interrupted index is not paid for twice; tests have a fake.
type Embedder interface {
	Embed(ctx context.Context, model string, texts []string) ([][]float32, error)
}

// RankerOptions configure the requests of a [Ranker] to an embedding model.
type RankerOptions struct {
	// Model is the endpoint's name for the model.
	Model string
	// Query is prepended to every query, and Passage to every passage, such as "query: " and
	// "passage: " for models trained with these prefixes; "" for most models.
	Query, Passage string
	// Longest is the maximum number of characters of a passage or query to embed, because
	// models refuse texts beyond their window; 0 means no limit. Returned passages are not
	// cut.
	Longest int
}

// Ranker ranks passages by cosine similarity to a query. It implements [tool.Retriever] and
// is safe for concurrent use. It returns k passages if there are as many, not counting
// passages that are empty or whose vector is zero: these have no direction and are never
// returned. For an empty query it returns none.
//
// The first Retrieve embeds the passages while concurrent calls wait. If that fails, the
// next Retrieve tries again.
type Ranker struct {
	passages []string
	embed    Embedder
	options  RankerOptions
	building chan struct{} // holds one token while the index is being built
	index    atomic.Pointer[index]
	scores   sync.Pool // *[]float32
}

var _ tool.Retriever = (*Ranker)(nil)

// New returns a retriever over the passages, without embedding them yet. It keeps the
// slice, which must not change.
func New(passages []string, embed Embedder, o RankerOptions) *Ranker {
	return &Ranker{
		passages: passages, embed: embed, options: o, building: make(chan struct{}, 1),
		scores: sync.Pool{New: func() any { return new([]float32) }},
	}
}

// Retrieve implements [tool.Retriever]. The error is the [Embedder]'s or the context's, or
// describes an invalid vector.
func (r *Ranker) Retrieve(ctx context.Context, query string, k int) ([]tool.Passage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k = min(k, len(r.passages))
	if k < 1 || query == "" {
		return nil, nil
	}
	x, err := r.ready(ctx)
	if err != nil {
		return nil, fmt.Errorf("passages: %w", err)
	}
	if len(x.numbers) == 0 {
		return nil, nil
	}
	direction, err := r.direction(ctx, query, x.length)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	scores := r.scores.Get().(*[]float32)
	defer r.scores.Put(scores)
	*scores = x.compare(direction, (*scores)[:0])
	best := highest(*scores, k)
	found := make([]tool.Passage, len(best))
	for i, at := range best {
		n := x.numbers[at]
		found[i] = tool.Passage{Number: n, Text: r.passages[n], Score: float64((*scores)[at])}
	}
	return found, nil
}

// direction embeds a query.
func (r *Ranker) direction(ctx context.Context, query string, length int) ([]float32, error) {
	vectors, err := r.embed.Embed(ctx, r.options.Model, []string{r.text(r.options.Query, query)})
	if err != nil {
		return nil, err
	}
	if len(vectors) != 1 {
		return nil, fmt.Errorf("%d vectors: want 1", len(vectors))
	}
	if len(vectors[0]) != length {
		return nil, fmt.Errorf("vector of %d numbers: want %d, the length of passages' vectors", len(vectors[0]), length)
	}
	direction := make([]float32, length)
	if _, err := normalize(direction, vectors[0]); err != nil {
		return nil, err
	}
	return direction, nil
}

// text is what is embedded of a query or a passage.
func (r *Ranker) text(prefix, text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if r.options.Longest > 0 {
		n := 0
		for at := range text {
			if n == r.options.Longest {
				text = text[:at]
				break
			}
			n++
		}
	}
	return prefix + text
}

// ready returns the index, which one caller at a time tries to build.
func (r *Ranker) ready(ctx context.Context) (*index, error) {
	if x := r.index.Load(); x != nil {
		return x, nil
	}
	select {
	case r.building <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-r.building }()
	if x := r.index.Load(); x != nil {
		return x, nil
	}
	x, err := r.build(ctx)
	if err != nil {
		return nil, err
	}
	r.index.Store(x)
	return x, nil
}

// One request embeds so many passages, and so many requests are made at once. A client
// with limits of its own makes them wait.
const (
	batch    = 256
	inFlight = 8
)

// build embeds the passages, several batches at a time.
func (r *Ranker) build(ctx context.Context) (*index, error) {
	var numbers []int
	for n, p := range r.passages {
		if p != "" {
			numbers = append(numbers, n)
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	batches := (len(numbers) + batch - 1) / batch
	parts := make([][][]float32, batches)
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(inFlight, batches) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < batches && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				of := numbers[i*batch : min((i+1)*batch, len(numbers))]
				var err error
				if parts[i], err = r.embedAll(ctx, of); err != nil {
					cancel(err)
				}
			}
		})
	}
	working.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return newIndex(numbers, parts)
}

// embedAll embeds the passages of the numbers.
func (r *Ranker) embedAll(ctx context.Context, numbers []int) ([][]float32, error) {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = r.text(r.options.Passage, r.passages[n])
	}
	vectors, err := r.embed.Embed(ctx, r.options.Model, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("%d vectors for %d texts: want one for each", len(vectors), len(texts))
	}
	return vectors, nil
}

var errNumber = errors.New("vector with an infinity or NaN: want finite numbers")
