package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Collect puts the answers of finished batches into the journal. It does not wait for
// unfinished batches: call it again later while the status has pending requests. After
// an error all readable answers are in the journal, the batches that could not be read
// completely stay pending, and Collect can be called again.
func (b *Batch) Collect(ctx context.Context) (BatchStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.resume(ctx); err != nil {
		return b.status(), err
	}
	var collected int
	var failed []BatchFailure
	var faults []error
	for i := 0; i < len(b.jobs); {
		r, err := b.collect(ctx, &b.jobs[i])
		for _, e := range r.entries {
			if e.Reply != nil {
				collected++
			}
		}
		if r.complete {
			failed = append(failed, r.failures()...)
			b.jobs = slices.Delete(b.jobs, i, i+1)
			err = writeJobs(b.path, b.jobs)
		} else {
			i++
		}
		if err != nil {
			faults = append(faults, err)
			if !errors.Is(err, errBadResults) {
				break // a fault of the endpoint or the journal concerns all batches
			}
		}
	}
	s := b.status()
	s.Collected, s.Failed = collected, failed
	return s, errors.Join(faults...)
}

// errBadResults is a fault in the results of one batch. Other batches may be readable.
var errBadResults = fmt.Errorf("%w results of a batch", ErrMalformed)

// collect puts the answers of one batch into the journal if the batch has finished.
// Results with an error hold only answers that are in the journal.
func (b *Batch) collect(ctx context.Context, j *batchJob) (results, error) {
	state, err := request(ctx, b.c, digest.Of("llm batch state", j.ID), func(ctx context.Context, e *endpoint, _ *exchange) (openai.BatchResponse, error) {
		return e.api.RetrieveBatch(ctx, j.ID)
	})
	if err != nil {
		return results{}, err
	}
	switch state.Status {
	case "completed", "expired", "cancelled", "failed":
	default:
		return results{}, nil
	}
	r := results{c: b.c, key: b.c.keys[b.c.pool.all[0]], job: *j, status: state.Status, unanswered: map[digest.Digest]error{}}
	for _, d := range j.Requests {
		r.unanswered[d] = nil
	}
	fault := r.readFiles(ctx, &state)
	if err := b.c.journal.add(r.entries...); err != nil {
		return results{}, err
	}
	b.c.account.settle(Spending{}, r.spent)
	r.complete = fault == nil
	return r, fault
}

// results are the results of a finished batch, as far as its files have been read.
type results struct {
	c          *Client
	key        APIKey // to redact from the server's responses
	job        batchJob
	status     string
	entries    []entry // new answers, and results that were paid for and cannot be used
	spent      Spending
	unanswered map[digest.Digest]error // requests without an answer; the error is nil until a file gives one
	complete   bool
}

// readFiles reads the files of the batch. Lines before and after a damaged line are read
// all the same.
func (r *results) readFiles(ctx context.Context, state *openai.BatchResponse) error {
	if n := state.RequestCounts.Completed; n > 0 && (state.OutputFileID == nil || *state.OutputFileID == "") {
		return fmt.Errorf("%w: batch %s has %d answers but no output file", errBadResults, r.job.ID, n)
	}
	var faults []error
	for _, id := range []*string{state.OutputFileID, state.ErrorFileID} {
		if id == nil || *id == "" {
			continue
		}
		content, err := request(ctx, r.c, digest.Of("llm batch file", *id), func(ctx context.Context, e *endpoint, x *exchange) ([]byte, error) {
			x.longest = maxFile
			raw, err := e.api.GetFileContent(ctx, *id)
			if err != nil {
				return nil, err
			}
			defer raw.Close()
			return io.ReadAll(raw)
		})
		if err == nil {
			err = r.read(*id, content)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// read adds the lines of a file. It skips damaged lines and returns the error of the
// first.
func (r *results) read(name string, content []byte) (fault error) {
	n := 0
	for line := range bytes.Lines(content) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := r.add(line); err != nil && fault == nil {
			fault = fmt.Errorf("%w: file %s:%d: %s", errBadResults, name, n, r.key.Redact(err.Error()))
		}
	}
	return fault
}

// resultLine is a line of a batch's output file or error file.
type resultLine struct {
	ID       digest.Digest `json:"custom_id"`
	Response *struct {
		Status int             `json:"status_code"`
		Body   json.RawMessage `json:"body"`
	} `json:"response"`
	Error *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// add adds the result of one request, unless its answer is in the journal already.
func (r *results) add(text []byte) error {
	var l resultLine
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("%w: the line must be the result of a request", err)
	}
	if _, ok := r.unanswered[l.ID]; !ok {
		return fmt.Errorf("%.100q is not a request of this batch, or has a result already", l.ID)
	}
	if l.Response == nil && l.Error == nil {
		return errors.New("the result must have a response or an error")
	}
	price, _ := r.c.prices.Of(r.job.Model)
	reply, fault := r.reply(&l)
	if fault == nil {
		delete(r.unanswered, l.ID)
		reply.Cost = halved(price.Cost(reply.Usage))
		r.take(entry{Digest: l.ID, Reply: &reply})
		return nil
	}
	r.unanswered[l.ID] = fault
	if l.Response == nil {
		return nil
	}
	if u := usageIn(l.Response.Body); u.Tokens() > 0 {
		// The digest names the batch, because its results may be read several times.
		e := entry{
			Digest: digest.Of("llm unusable result", string(l.ID), r.job.ID),
			Wasted: &wastedResponse{Request: l.ID, Detail: fault.Detail, Usage: u, Cost: halved(price.Cost(u))},
		}
		fault.Wasted = e.spent()
		r.take(e)
	}
	return nil
}

// take adds an entry, unless it is in the journal already.
func (r *results) take(e entry) {
	if r.c.journal.Has(e.Digest) {
		return
	}
	r.entries = append(r.entries, e)
	r.spent = r.spent.Add(e.spent())
}

// reply returns the answer in a result, or why there is none. A final refusal is an answer.
func (r *results) reply(l *resultLine) (Reply, *InfrastructureError) {
	fault := &InfrastructureError{Kind: ErrServer, Endpoint: r.job.Endpoint}
	if l.Response == nil {
		fault.Detail = shorten(r.key.Redact(l.Error.Code + ": " + l.Error.Message))
		return Reply{}, fault
	}
	fault.Status = l.Response.Status
	var api *openai.APIError
	if fault.Status == http.StatusOK {
		reply, err := readReply(l.Response.Body, r.key)
		if err == nil {
			return reply, nil
		}
		if api = apiError(err); api == nil {
			fault.Kind, fault.Detail = ErrMalformed, shorten(r.key.Redact(err.Error()))
			return Reply{}, fault
		}
	} else {
		if api = errorObject(l.Response.Body); api == nil {
			api = &openai.APIError{}
		}
		api.HTTPStatusCode = fault.Status
	}
	if words, finish, ok := refusal(api, r.key); ok {
		return Reply{Refusal: words, Finish: finish, Model: r.job.Model, Usage: usageIn(l.Response.Body)}, nil
	}
	fault.Kind, fault.Detail = statusKind(api.HTTPStatusCode, codeOf(api), api.Message), shorten(r.key.Redact(api.Message))
	return Reply{}, fault
}

// failures returns the requests that got no answer, in the order of submission.
func (r *results) failures() (failed []BatchFailure) {
	for _, d := range r.job.Requests {
		err, ok := r.unanswered[d]
		if !ok {
			continue
		}
		if err == nil { // no file mentions the request
			err = &InfrastructureError{Kind: ErrServer, Endpoint: r.job.Endpoint, Detail: "the batch has " + r.status}
		}
		failed = append(failed, BatchFailure{d, err})
	}
	return failed
}
