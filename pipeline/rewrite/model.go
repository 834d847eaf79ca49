package rewrite

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Model says which models write and read questions. It is a specification but for its
// workers, Client, Journal and Batch.
type Model struct {
	// Client asks; it should have a journal, or an interrupted run pays twice.
	Client *llm.Client
	// Name is the model that writes.
	Name string
	// Parser is the model that says what a question demands, for the round trip; "" for
	// none.
	Parser string
	// Attempts is the largest number of questions asked for, for one task; less than 1
	// reads as [Attempts].
	Attempts int
	// Temperature is that of the writer, in [0, 2]; nil leaves it to the server, as the
	// parser's always is.
	Temperature *float64
	// InFlight is how many tasks are under way at a time; less than 1 reads as 1.
	InFlight int
	// Batch, if not nil, asks by the Batch API: [Run] uses what Journal, the client's,
	// holds, submits what it does not hold, and ends with [*Pending].
	Batch   *llm.Batch
	Journal *llm.Journal
}

// Attempts is how many questions a model is asked for, for one task, unless a [Model]
// says otherwise.
const Attempts = 3

// Longest answers, in tokens. Models that think first need more than a question takes.
const (
	longestQuestion = 4000
	longestDemand   = 4000
)

// readings is how many times a parser is asked about one question while it answers
// with something else than a demand.
const readings = 3

// Pending is the error of a run that waits for batches. Running again goes on.
type Pending struct {
	Submitted int // requests submitted just now
	Awaited   int // requests that have no answer yet, those among them
}

// Error says how many answers are awaited.
func (p *Pending) Error() string {
	return fmt.Sprintf("%d requests submitted, %d answers awaited: run again to collect them", p.Submitted, p.Awaited)
}

// attempts is the largest number of questions asked for.
func (m *Model) attempts() int {
	if m.Attempts < 1 {
		return Attempts
	}
	return m.Attempts
}

// asking is the models at work.
type asking struct {
	*Model

	mu      sync.Mutex
	awaited []llm.Request // that the journal does not hold, for the next batch
}

// errAwaited says that a request goes into the next batch.
var errAwaited = errors.New("awaited")

// ask returns the answer to a request and the reason why it is no use, "" if it is
// some.
func (a *asking) ask(ctx context.Context, r llm.Request) (reply llm.Reply, reason string, err error) {
	if a.Batch != nil && !a.Journal.Has(r.Digest()) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.awaited = append(a.awaited, r)
		return reply, "", errAwaited
	}
	reply, err = a.Client.Chat(ctx, r)
	var useless *llm.AnswerError
	switch {
	case !errors.As(err, &useless):
		return reply, "", err
	case errors.Is(err, llm.ErrRefused):
		return reply, Refused, nil
	case errors.Is(err, llm.ErrTruncated):
		return reply, Truncated, nil
	}
	return reply, Malformed, nil
}

// submit submits what is awaited; nil if nothing is.
func (a *asking) submit(ctx context.Context) error {
	if len(a.awaited) == 0 {
		return nil
	}
	status, err := a.Batch.Submit(ctx, a.awaited)
	if err != nil {
		return err
	}
	return &Pending{status.Submitted, status.Pending}
}
