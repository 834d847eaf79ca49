package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Bounds of one batch, within OpenAI's (50,000 requests, 200 MB).
const (
	batchRequests = 50_000
	batchBytes    = 100 << 20
)

// batchWindow is how long a server may take, the only time there is.
const batchWindow = "24h"

// Batch asks by the Batch API: requests go to the server in files, answers are
// collected within a day, at half the price, into the client's journal, where
// [Client.Chat] finds them. It works with the client's first endpoint.
//
// What is under way stands in a file beside the journal (its name and ".batch"),
// so that submitting and collecting can go on in another process, after kill -9
// too: nothing is submitted twice and no answer is lost. The journal's lock keeps
// other processes away. A Batch is safe for concurrent use; a client should have one.
type Batch struct {
	c    *Client // of the one endpoint
	path string

	mu   sync.Mutex
	jobs []batchJob
}

// BatchStatus is how far batches are.
type BatchStatus struct {
	Submitted int            // requests submitted just now
	Pending   int            // requests without an answer so far
	Collected int            // answers collected just now
	Failed    []BatchFailure // requests that ended without an answer just now, which may be submitted again
}

// BatchFailure is a request that got no answer.
type BatchFailure struct {
	Request digest.Digest
	Err     error // *InfrastructureError
}

// OpenBatch returns the batches of a client that has a journal and an endpoint.
func OpenBatch(c *Client) (*Batch, error) {
	if c.journal == nil || c.replay || len(c.pool.all) == 0 {
		return nil, errors.New("llm: batches of a client that can't pay or keep answers: want a journal and an endpoint, and no replay")
	}
	b := &Batch{c: c.solo(), path: c.journal.Path() + ".batch"}
	jobs, err := readJobs(b.path)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if host := b.c.pool.all[0].host; j.Endpoint != host {
			return nil, fmt.Errorf("%s: a batch was submitted to %s, the first endpoint is %s: want the same", b.path, j.Endpoint, host)
		}
	}
	b.jobs = jobs
	return b, nil
}

// solo returns a client with c's first endpoint alone, journal and account being c's.
func (c *Client) solo() *Client {
	first := c.pool.all[0]
	e := &endpoint{host: first.host, base: first.base, api: first.api, doer: first.doer, weight: 1, most: 1, limit: 1}
	return &Client{
		keys: map[*endpoint]APIKey{e: c.keys[first]}, pool: &pool{now: c.now, all: []*endpoint{e}},
		retry: c.retry, timeout: 5 * c.timeout, // files are larger than answers
		journal: c.journal, account: c.account, prices: c.prices, now: c.now, log: c.log,
	}
}

// Submit submits the requests that are neither answered nor under way, in as many
// batches as it takes, one model each. The expected cost of all that is under way
// has to be within the budget. After an error Submit can be called again.
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
	if err := b.c.account.room(sum); err != nil {
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

// status counts what is under way.
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

// batchLine is one line of it, ready to send.
type batchLine []byte

// MarshalBatchLineItem implements openai.BatchLineItem.
func (l batchLine) MarshalBatchLineItem() []byte { return l }

// pack puts requests that have to be submitted into files.
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
		expected, err := b.c.expect(r.Model, r.estimate())
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

// submit uploads a file and starts its batch. Each step is on disk before the next
// one: a job without a file was not uploaded as far as anybody knows, and one without
// an ID is looked for at the server before it is started.
func (b *Batch) submit(ctx context.Context, f *batchFile) error {
	var file openai.File
	name := "taskgrove-" + digest.Of("llm batch", digests(f.job.Requests)...).Short() + ".jsonl"
	err := b.c.send(ctx, digest.Of("llm upload", name), 0, func(ctx context.Context, e *endpoint, _ *exchange) error {
		var err error
		file, err = e.api.UploadBatchFile(ctx, openai.UploadBatchFileRequest{FileName: name, Lines: f.lines})
		if err == nil && file.ID == "" {
			return errors.New("a file without an ID")
		}
		return err
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

// resume starts the batches of files that are uploaded, unless they are started.
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

// start starts the batch of a file. When an attempt fails nobody knows whether the
// server did its part, so before each the server is asked.
func (b *Batch) start(ctx context.Context, file string) (id string, err error) {
	d := digest.Of("llm batch start", file)
	for n := 1; ; n++ {
		if id, err = b.find(ctx, file); err != nil || id != "" {
			return id, err
		}
		l, err := b.c.pool.acquire(ctx, 0, nil)
		if err != nil {
			return "", err
		}
		pause := b.c.pause(d, n)
		fault, wait := b.c.once(ctx, l, pause, func(ctx context.Context, e *endpoint, _ *exchange) error {
			resp, err := e.api.CreateBatch(ctx, openai.CreateBatchRequest{
				InputFileID: file, Endpoint: openai.BatchEndpointChatCompletions, CompletionWindow: batchWindow,
			})
			if id = resp.ID; err == nil && id == "" {
				return errors.New("a batch without an ID")
			}
			return err
		})
		switch {
		case fault == nil:
			return id, nil
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case !fault.passing() && fault.Status != 0:
			return "", fmt.Errorf("%w: %w", errNotStarted, fault)
		case !fault.passing() || n == b.c.retry.Tries || wait > b.c.retry.MaxRest:
			fault.Tries = n
			return "", fault
		}
		if err := sleep(ctx, max(pause, wait)); err != nil {
			return "", err
		}
	}
}

// errNotStarted says that the server would not start a batch, for certain.
var errNotStarted = errors.New("batch not accepted")

// find returns the ID of the batch that was started with a file, or "". go-openai
// lists no batches.
func (b *Batch) find(ctx context.Context, file string) (id string, err error) {
	type page struct {
		Data []struct {
			ID   string `json:"id"`
			File string `json:"input_file_id"`
		} `json:"data"`
		More bool `json:"has_more"`
	}
	for after := ""; ; {
		var p page
		err := b.c.send(ctx, digest.Of("llm batch find", file, after), 0, func(ctx context.Context, e *endpoint, _ *exchange) error {
			p = page{}
			return e.get(ctx, "/batches?limit=100"+after, &p)
		})
		if err != nil {
			return "", fmt.Errorf("look for the batch of file %s: %w", file, err)
		}
		for _, one := range p.Data {
			if one.File == file {
				return one.ID, nil
			}
		}
		if !p.More || len(p.Data) == 0 {
			return "", nil
		}
		next := "&after=" + url.QueryEscape(p.Data[len(p.Data)-1].ID)
		if next == after {
			return "", fmt.Errorf("%w: look for the batch of file %s: the same page of batches twice: want the next one", ErrMalformed, file)
		}
		after = next
	}
}

// get reads a JSON answer that go-openai has no method for.
func (e *endpoint) get(ctx context.Context, path string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.base+path, nil)
	if err != nil {
		return err
	}
	return e.doer.decode(req, v)
}
