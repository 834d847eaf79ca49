package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
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
	Failed    []BatchFailure // requests that this call found to have failed; they may be submitted again
}

// BatchFailure is a request of a finished batch that got no answer.
type BatchFailure struct {
	Request digest.Digest
	Err     error // an *[InfrastructureError]
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
	e := &endpoint{host: first.host, base: first.base, api: first.api, doer: first.doer, weight: 1, maxInFlight: 1, limit: 1}
	return &Client{
		keys: map[*endpoint]APIKey{e: c.keys[first]}, pool: &pool{now: c.now, all: []*endpoint{e}},
		retry: c.retry, timeout: 5 * c.timeout, // files are larger than answers
		journal: c.journal, account: c.account, prices: c.prices, now: c.now, log: c.log,
	}
}

// Submit submits the requests that have no answer in the journal and are not pending, in
// as many batches as needed, each with one model. The expected cost of these and of all
// pending requests must fit the budget; otherwise nothing is submitted and the error is
// [ErrBudget]. After an error the status says how many were submitted, and Submit can be
// called again with the same requests.
func (b *Batch) Submit(ctx context.Context, requests []Request) (BatchStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.c.journal.usable(); err != nil {
		return BatchStatus{}, err
	}
	if err := b.resume(ctx); err != nil {
		return b.status(), err
	}
	files, err := b.pack(requests)
	if err != nil {
		return b.status(), err
	}
	var sum Spending
	for _, f := range files {
		sum = sum.Add(f.job.Expected)
	}
	for _, j := range b.jobs {
		sum = sum.Add(j.Expected)
	}
	if err := b.c.account.checkRoom(sum); err != nil {
		return b.status(), err
	}
	submitted := 0
	for _, f := range files {
		if err = b.submit(ctx, f); err != nil {
			break
		}
		submitted += len(f.job.Requests)
	}
	s := b.status()
	s.Submitted = submitted
	return s, err
}

// status counts the pending requests.
func (b *Batch) status() (s BatchStatus) {
	for _, j := range b.jobs {
		s.Pending += len(j.Requests)
	}
	return s
}

// batchFile is a file to submit.
type batchFile struct {
	job   batchJob
	lines []openai.BatchLineItem
	size  int
}

// batchLine is one line of a batchFile as it is sent.
type batchLine []byte

// MarshalBatchLineItem implements openai.BatchLineItem.
func (l batchLine) MarshalBatchLineItem() []byte { return l }

// pack puts the requests that are neither answered nor pending into files.
func (b *Batch) pack(requests []Request) (files []*batchFile, err error) {
	known := map[digest.Digest]bool{}
	for _, j := range b.jobs {
		for _, d := range j.Requests {
			known[d] = true
		}
	}
	open := map[string]*batchFile{} // by model
	for i := range requests {
		r := &requests[i]
		if err := r.check(); err != nil {
			return nil, err
		}
		d := r.Digest()
		if known[d] || b.c.journal.Has(d) {
			continue
		}
		known[d] = true
		line, err := r.batchLine(d)
		if err != nil {
			return nil, err
		}
		expected, err := b.c.priceEstimate(r.Model, r.estimate())
		if err != nil {
			return nil, err
		}
		expected.Cost = halved(expected.Cost)
		f := open[r.Model]
		if f == nil || len(f.lines) == batchRequests || f.size+len(line) > batchBytes {
			f = &batchFile{job: batchJob{Endpoint: b.c.pool.all[0].host, Model: r.Model}}
			open[r.Model] = f
			files = append(files, f)
		}
		f.lines = append(f.lines, line)
		f.size += len(line) + 1
		f.job.Requests = append(f.job.Requests, d)
		f.job.Expected = f.job.Expected.Add(expected)
	}
	return files, nil
}

// submit uploads a file and starts its batch. The job is written to disk once the file
// has an ID, and again once the batch has one. A job without a batch ID may have been
// started all the same, so start looks for its batch at the server first.
func (b *Batch) submit(ctx context.Context, f *batchFile) error {
	name := "taskgrove-" + digest.Of("llm batch", digests(f.job.Requests)...).Short() + ".jsonl"
	file, err := request(ctx, b.c, digest.Of("llm upload", name), func(ctx context.Context, e *endpoint, _ *exchange) (openai.File, error) {
		file, err := e.api.UploadBatchFile(ctx, openai.UploadBatchFileRequest{FileName: name, Lines: f.lines})
		if err == nil && file.ID == "" {
			err = errors.New("a file without an ID")
		}
		return file, err
	})
	if err != nil {
		return err
	}
	f.job.File = file.ID
	b.jobs = append(b.jobs, f.job)
	if err := writeJobs(b.path, b.jobs); err != nil {
		return err
	}
	return b.resume(ctx)
}

func digests(ds []digest.Digest) []string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = string(d)
	}
	return out
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
	id, err = request(ctx, b.c, digest.Of("llm batch start", file), func(ctx context.Context, e *endpoint, x *exchange) (string, error) {
		refused = false
		if id, err := e.findBatch(ctx, file); err != nil || id != "" {
			return id, err
		}
		x.status = 0 // of findBatch's response
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
	return id, err
}

// errNotStarted says that the server refused to start a batch.
var errNotStarted = errors.New("batch not accepted")

// findBatch returns the ID of the batch that was started with a file, or "" if there is
// no such batch. go-openai has no method that lists batches.
func (e *endpoint) findBatch(ctx context.Context, file string) (id string, err error) {
	for after := ""; ; {
		var page struct {
			Data []struct {
				ID   string `json:"id"`
				File string `json:"input_file_id"`
			} `json:"data"`
			More bool `json:"has_more"`
		}
		if err := e.getJSON(ctx, "/batches?limit=100"+after, &page); err != nil {
			return "", fmt.Errorf("look for the batch of file %s: %w", file, err)
		}
		for _, listed := range page.Data {
			if listed.File == file {
				return listed.ID, nil
			}
		}
		if !page.More || len(page.Data) == 0 {
			return "", nil
		}
		next := "&after=" + url.QueryEscape(page.Data[len(page.Data)-1].ID)
		if next == after {
			return "", fmt.Errorf("look for the batch of file %s: the server sent the same page of batches twice", file)
		}
		after = next
	}
}

// getJSON reads a JSON response into v, for paths that go-openai has no method for.
func (e *endpoint) getJSON(ctx context.Context, path string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := e.doer.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return &openai.RequestError{HTTPStatus: resp.Status, HTTPStatusCode: resp.StatusCode, Err: errors.New(resp.Status), Body: body}
	}
	return json.Unmarshal(body, v)
}

// request is [Client.send] for a function that returns a value.
func request[T any](ctx context.Context, c *Client, d digest.Digest, do func(context.Context, *endpoint, *exchange) (T, error)) (v T, err error) {
	err = c.send(ctx, d, 0, func(ctx context.Context, e *endpoint, x *exchange) (err error) {
		v, err = do(ctx, e, x)
		return err
	})
	return v, err
}
