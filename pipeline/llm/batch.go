package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Limits of one batch. OpenAI's are 50,000 requests and 200 MB.
const (
	batchRequests = 50_000
	batchBytes    = 100 << 20
)

// batchWindow is the time in which a server must finish a batch, the only one that
// OpenAI's API accepts.
const batchWindow = "24h"

// Batch sends requests through the Batch API, at half the price: [Batch.Submit] uploads
// them in files, and within a day [Batch.Collect] puts the answers into the client's
// journal, where [Client.Chat] finds them. It uses the client's first endpoint only.
//
// Submitted batches are listed in a file beside the journal (its name and ".batch"), so
// that another process can continue, even after kill -9: no request is submitted twice
// and no answer is lost. The journal's lock excludes other processes. A Batch is safe
// for concurrent use; a client should have only one.
//
// The end of the context ends uploads and questions about batches at once, because they
// cost nothing. Only a request that starts a batch is finished.
type Batch struct {
	c    *Client // has one endpoint
	path string

	mu   sync.Mutex
	jobs []batchJob
}

// BatchStatus is the result of one call of [Batch.Submit] or [Batch.Collect].
type BatchStatus struct {
	Submitted int            // requests that this call submitted
	Pending   int            // submitted requests without an answer so far
	Collected int            // answers that this call put into the journal
	Failed    []BatchFailure // requests that this call found to have failed
}

// BatchFailure is a request of a finished batch that got no answer, which may be submitted
// again, or a request that Submit left out.
type BatchFailure struct {
	Request digest.Digest
	Err     error // an *[InfrastructureError]; its Wasted is what the result cost all the same
}

// OpenBatch returns the batches of a client, with those that earlier processes
// submitted. The client must have a journal and an endpoint and must not be in replay.
// It is an error if a pending batch was submitted to another endpoint.
func OpenBatch(c *Client) (*Batch, error) {
	if c.journal == nil || c.replay || len(c.pool.all) == 0 {
		return nil, errors.New("llm: a client for batches must have a journal and an endpoint and must not be in replay")
	}
	b := &Batch{c: c.solo(), path: c.journal.Path() + ".batch"}
	jobs, err := readJobs(b.path)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if host := b.c.pool.all[0].host; j.Endpoint != host {
			return nil, fmt.Errorf("%s: a batch was submitted to %s: the first endpoint must be the same, not %s", b.path, j.Endpoint, host)
		}
	}
	b.jobs = jobs
	return b, nil
}

// solo returns a client that has only c's first endpoint and shares c's journal and
// account.
func (c *Client) solo() *Client {
	first := c.pool.all[0]
	e := &endpoint{host: first.host, api: first.api, weight: 1, maxInFlight: 1, limit: 1}
	return &Client{
		keys: map[*endpoint]APIKey{e: c.keys[first]}, pool: &pool{now: c.now, all: []*endpoint{e}},
		retry: c.retry, timeout: 5 * c.timeout, // files are larger than answers
		journal: c.journal, account: c.account, prices: c.prices, inFlight: c.inFlight, now: c.now, log: c.log,
	}
}

// Submit submits the requests that have no answer in the journal and are not pending, in
// as many batches as needed, each with one model. The expected cost of these and of all
// pending requests must fit the budget; otherwise nothing is submitted and the error is
// [ErrBudget]. After an error the status says how many were submitted, and Submit can be
// called again with the same requests.
//
// A request that has got three responses that were paid for and cannot be used is left out.
// It is among the status's Failed, in the order of requests, with an error of the kind
// ErrMalformed; [Client.Chat] still sends it.
func (b *Batch) Submit(ctx context.Context, requests []Request) (BatchStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.c.journal.usable(); err != nil {
		return BatchStatus{}, err
	}
	if err := b.resume(ctx); err != nil {
		return b.status(), err
	}
	jobs, failed, err := b.pack(requests)
	if err != nil {
		return b.status(), err
	}
	var sum Spending
	for _, j := range slices.Concat(b.jobs, jobs) {
		sum = sum.Add(j.Expected)
	}
	if err := b.c.account.checkRoom(sum); err != nil {
		return b.status(), err
	}
	submitted := 0
	for _, j := range jobs {
		if err = b.submit(ctx, j); err != nil {
			break
		}
		submitted += len(j.Requests)
	}
	s := b.status()
	s.Submitted, s.Failed = submitted, failed
	return s, err
}

// status counts the pending requests.
func (b *Batch) status() (s BatchStatus) {
	for _, j := range b.jobs {
		s.Pending += len(j.Requests)
	}
	return s
}

// pack puts the requests that are neither answered nor pending into jobs to submit. It
// leaves out the failed ones, whose responses could not be used too often.
func (b *Batch) pack(requests []Request) (jobs []batchJob, failed []BatchFailure, err error) {
	known := map[digest.Digest]bool{}
	for _, j := range b.jobs {
		for _, d := range j.Requests {
			known[d] = true
		}
	}
	open := map[string]int{} // the last job of each model
	for i := range requests {
		r := &requests[i]
		if err := r.check(); err != nil {
			return nil, nil, err
		}
		d := r.Digest()
		if known[d] || b.c.journal.Has(d) {
			continue
		}
		known[d] = true
		if wasted := b.c.journal.wastedOn(d); wasted.Answers >= wastedTries {
			failed = append(failed, BatchFailure{d, &InfrastructureError{
				Kind: ErrMalformed, Endpoint: b.c.pool.all[0].host, Wasted: wasted,
				Detail: fmt.Sprintf("%d responses to request %s were paid for and cannot be used: send it without batches", wasted.Answers, d.Short()),
			}})
			continue
		}
		line, err := r.batchLine(d)
		if err != nil {
			return nil, nil, err
		}
		expected, err := b.c.priceEstimate(r.Model, r.estimate())
		if err != nil {
			return nil, nil, err
		}
		expected.Cost = halved(expected.Cost)
		at, ok := open[r.Model]
		if !ok || len(jobs[at].Requests) == batchRequests || len(jobs[at].body)+len(line) > batchBytes {
			at, open[r.Model] = len(jobs), len(jobs)
			jobs = append(jobs, batchJob{Endpoint: b.c.pool.all[0].host, Model: r.Model})
		}
		j := &jobs[at]
		j.body = append(append(j.body, line...), '\n')
		j.Requests = append(j.Requests, d)
		j.Expected = j.Expected.Add(expected)
	}
	return jobs, failed, nil
}

// batchLine returns the request as a line of a batch file, with its digest as its ID.
func (r *Request) batchLine(d digest.Digest) ([]byte, error) {
	w, zeroes := r.toOpenAI()
	if err := openai.NewReasoningValidator().Validate(w); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRejected, err)
	}
	body, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		ID     string               `json:"custom_id"`
		Method string               `json:"method"`
		URL    openai.BatchEndpoint `json:"url"`
		Body   json.RawMessage      `json:"body"`
	}{string(d), http.MethodPost, openai.BatchEndpointChatCompletions, withZeroes(body, zeroes)})
}

// submit uploads a file and starts its batch. The job is written to disk once the file
// has an ID, and again once the batch has one. A job without a batch ID may have been
// started all the same, so start looks for its batch at the server first.
func (b *Batch) submit(ctx context.Context, j batchJob) error {
	d := digest.Bytes(j.body)
	upload := openai.FileBytesRequest{Name: "taskgrove-" + d.Short() + ".jsonl", Bytes: j.body, Purpose: openai.PurposeBatch}
	file, err := request(ctx, b.c, d, func(ctx context.Context, e *endpoint, _ *exchange) (openai.File, error) {
		file, err := e.api.CreateFileBytes(ctx, upload)
		if err == nil && file.ID == "" {
			err = errors.New("a file without an ID")
		}
		return file, err
	})
	if err != nil {
		return err
	}
	j.File, j.body = file.ID, nil
	b.jobs = append(b.jobs, j)
	if err := writeJobs(b.path, b.jobs); err != nil {
		return err
	}
	return b.resume(ctx)
}

// resume starts the batches of uploaded files that have not been started. It forgets a
// file whose batch the server refuses.
func (b *Batch) resume(ctx context.Context) error {
	for i := range b.jobs {
		if b.jobs[i].ID != "" {
			continue
		}
		id, err := b.start(ctx, b.jobs[i].File)
		if errors.Is(err, errNotStarted) {
			b.jobs = slices.Delete(b.jobs, i, i+1)
			return errors.Join(err, writeJobs(b.path, b.jobs))
		}
		if err != nil {
			return err
		}
		b.jobs[i].ID = id
		if err := writeJobs(b.path, b.jobs); err != nil {
			return err
		}
	}
	return nil
}

// start starts the batch of an uploaded file and returns its ID. After a failed attempt
// the server may have started the batch, so each attempt first asks whether it has.
func (b *Batch) start(ctx context.Context, file string) (id string, err error) {
	refused := false
	var repeated error // ends the attempts
	id, err = request(ctx, b.c, digest.Of("llm batch start", file), func(ctx context.Context, e *endpoint, x *exchange) (string, error) {
		refused = false
		id, err := e.findBatch(ctx, file)
		if errors.Is(err, errRepeatedPage) {
			repeated = err
			return "", nil
		}
		if err != nil || id != "" {
			return id, err
		}
		x.status = 0 // of findBatch's response
		x.lasting = true
		resp, err := e.api.CreateBatch(ctx, openai.CreateBatchRequest{
			InputFileID: file, Endpoint: openai.BatchEndpointChatCompletions, CompletionWindow: batchWindow,
		})
		refused = err != nil && x.status != 0
		if err == nil && resp.ID == "" {
			return "", errors.New("a batch without an ID")
		}
		return resp.ID, err
	})
	if fault, ok := errors.AsType[*InfrastructureError](err); ok && refused && !fault.retryable() && fault.Kind != ErrRest {
		return "", fmt.Errorf("%w: %w", errNotStarted, err)
	}
	return id, errors.Join(err, repeated)
}

var (
	// errNotStarted says that the server refused to start a batch.
	errNotStarted = errors.New("batch not accepted")
	// errRepeatedPage says that a server's list of batches never ends.
	errRepeatedPage = fmt.Errorf("%w list of batches", ErrMalformed)
)

// batchesPerPage is the greatest number of batches that OpenAI lists at a time.
const batchesPerPage = 100

// findBatch returns the ID of the batch that was started with a file, or "" if there is
// no such batch.
func (e *endpoint) findBatch(ctx context.Context, file string) (id string, err error) {
	limit := batchesPerPage
	var after *string // the last batch of the page before
	for read := map[string]bool{}; ; {
		page, err := e.api.ListBatch(ctx, after, &limit)
		at := slices.IndexFunc(page.Data, func(b openai.Batch) bool { return b.InputFileID == file })
		switch {
		case err != nil:
			return "", fmt.Errorf("look for the batch of file %s: %w", file, err)
		case at >= 0:
			return page.Data[at].ID, nil
		case !page.HasMore || len(page.Data) == 0:
			return "", nil
		}
		last := page.Data[len(page.Data)-1].ID
		if read[last] {
			return "", fmt.Errorf("%s: %w: look for the batch of file %s: the page that ends with batch %q came twice", e.host, errRepeatedPage, file, last)
		}
		read[last], after = true, &last
	}
}

// request is [Client.send] for a function that returns a value.
func request[T any](ctx context.Context, c *Client, d digest.Digest, do func(context.Context, *endpoint, *exchange) (T, error)) (v T, err error) {
	_, err = c.send(ctx, outgoing{digest: d}, func(ctx context.Context, e *endpoint, x *exchange) (err error) {
		v, err = do(ctx, e, x)
		return err
	})
	return v, err
}
