package rewrite

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// QuestionModel says which models write and parse questions, and how they are asked.
type QuestionModel struct {
	// Client sends the requests. Without a journal, an interrupted run pays twice.
	Client *llm.Client
	// Name is the model that writes questions.
	Name string
	// Parser is the model that parses a question to check what it demands, for the round
	// trip; "" for no round trip.
	Parser string
	// Attempts is the largest number of questions requested for one task; less than 1 means
	// [Attempts].
	Attempts int
	// Temperature is the temperature of the writing model, in [0, 2]; nil means the
	// server's default. The parsing model is asked at temperature 0.
	Temperature *float64
	// InFlight is the number of tasks for which requests are sent at the same time; less
	// than 1 means 1.
	InFlight int
	// Batch, if not nil, uses the Batch API: [Run] takes replies from Journal, which must be
	// the client's, submits the other requests, and ends with [*Pending].
	Batch   *llm.Batch
	Journal *llm.Journal
}

// Attempts is the default for [QuestionModel.Attempts].
const Attempts = 3

// Token limits of replies. Models that think first need more than a question takes.
const (
	longestQuestion = 4000
	longestDemand   = 4000
)

// parseAttempts is how often a parser is asked about one question: again while its replies
// are unusable, and once more about a demand that differs from the plan's.
const parseAttempts = 3

// Pending is the error of a run that waits for batches. Call [Run] again to continue.
type Pending struct {
	Submitted int // requests submitted by this run
	Awaited   int // requests without a reply, including Submitted
}

// Error says how many requests are submitted and awaited.
func (p *Pending) Error() string {
	return fmt.Sprintf("%d requests submitted, %d answers awaited: run again to collect them", p.Submitted, p.Awaited)
}

// attempts returns Attempts or its default.
func (m *QuestionModel) attempts() int {
	if m.Attempts < 1 {
		return Attempts
	}
	return m.Attempts
}

// requester sends requests to the models.
type requester struct {
	*QuestionModel

	mu      sync.Mutex
	awaited []llm.Request // not in the journal, for the next batch
}

// errAwaited reports that a request was put into the next batch.
var errAwaited = errors.New("awaited")

// request returns the reply to a request, and the reason why it is unusable, "" if it is
// usable.
func (a *requester) request(ctx context.Context, r llm.Request) (reply llm.Reply, reason string, err error) {
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

// submit submits the awaited requests. It returns nil if there are none, else *Pending. A
// request that batches leave out is an error only once no other one is pending.
func (a *requester) submit(ctx context.Context) error {
	if len(a.awaited) == 0 {
		return nil
	}
	status, err := a.Batch.Submit(ctx, a.awaited)
	if err != nil {
		return err
	}
	if status.Pending == 0 && len(status.Failed) > 0 {
		return status.Failed[0].Err
	}
	return &Pending{status.Submitted, status.Pending}
}
