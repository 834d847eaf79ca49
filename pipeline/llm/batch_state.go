package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// batchJob is a batch under way.
type batchJob struct {
	Endpoint string          `json:"endpoint"` // host and port
	Model    string          `json:"model"`
	File     string          `json:"file"` // at the server
	ID       string          `json:"id"`   // of the batch; empty until it is known
	Requests []digest.Digest `json:"requests"`
	Expected Spending        `json:"expected"`
}

// readJobs reads the file of what is under way. There is none where nothing is.
func readJobs(path string) ([]batchJob, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var jobs []batchJob
	if err := decodeStrictly(data, &jobs); err != nil {
		return nil, fmt.Errorf("%s:1: %v: want a list of batches under way", path, err)
	}
	for _, j := range jobs {
		if j.File == "" || len(j.Requests) == 0 {
			return nil, fmt.Errorf("%s:1: a batch without a file or requests: want both", path)
		}
	}
	return jobs, nil
}

// writeJobs replaces the file, durably.
func writeJobs(path string, jobs []batchJob) error {
	data, err := json.Marshal(jobs)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails where it was renamed
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return ledger.SyncDir(filepath.Dir(path))
}

// batchLine returns the request as a line of a batch's file.
func (r *Request) batchLine(d digest.Digest) (batchLine, error) {
	w, zeroes := r.wire()
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

// results are what the files of a batch say.
type results struct {
	c       *Client
	job     *batchJob
	entries []entry // new answers
	spent   Spending
	open    map[digest.Digest]error // requests without an answer, and why as far as known
}

func newResults(c *Client, j *batchJob) *results {
	r := &results{c: c, job: j, open: make(map[digest.Digest]error, len(j.Requests))}
	for _, d := range j.Requests {
		r.open[d] = nil
	}
	return r
}

// resultLine is a line of a batch's output or errors.
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

// read takes in a file. Lines that are damaged are passed over; the error is the
// first one's.
func (r *results) read(name string, content []byte) (fault error) {
	in := bufio.NewReader(bytes.NewReader(content))
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := r.line(line); err != nil && fault == nil {
				fault = fmt.Errorf("%w: file %s:%d: %s", errShownBadly, name, n, r.key().Redact(err.Error()))
			}
		}
		if errors.Is(err, io.EOF) {
			return fault
		}
	}
}

// key is what the server may have sent back.
func (r *results) key() APIKey { return r.c.keys[r.c.pool.all[0]] }

// quote returns a server's words as an error may show them.
func (r *results) quote(words string) string { return shorten(r.key().Redact(words)) }

// line takes in what became of a request.
func (r *results) line(text []byte) error {
	var l resultLine
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("%w: want the result of a request", err)
	}
	if _, ok := r.open[l.ID]; !ok {
		return fmt.Errorf("%.100q is no request of this batch, or has a result already: want each request once", l.ID)
	}
	fault := &InfrastructureError{Kind: ErrServer, Endpoint: r.job.Endpoint}
	switch {
	case l.Response == nil && l.Error == nil:
		return errors.New("neither response nor error: want one")
	case l.Response == nil:
		fault.Detail = r.quote(l.Error.Code + ": " + l.Error.Message)
		r.open[l.ID] = fault
	case l.Response.Status != http.StatusOK:
		r.refused(l, fault)
	default:
		var w openai.ChatCompletionResponse
		err := json.Unmarshal(l.Response.Body, &w)
		if err == nil {
			var reply Reply
			if reply, err = replyOf(&w, r.key()); err == nil {
				r.answered(l.ID, reply)
				return nil
			}
		}
		fault.Kind, fault.Status, fault.Detail = ErrMalformed, l.Response.Status, r.quote(err.Error())
		r.open[l.ID] = fault
	}
	return nil
}

// refused takes in an error object.
func (r *results) refused(l resultLine, fault *InfrastructureError) {
	var body openai.ErrorResponse
	fault.Status = l.Response.Status
	if json.Unmarshal(l.Response.Body, &body) != nil || body.Error == nil {
		fault.Kind = statusKind(fault.Status, "", "")
		r.open[l.ID] = fault
		return
	}
	body.Error.HTTPStatusCode = fault.Status
	if words, finish, ok := refusal(body.Error, r.key()); ok {
		r.answered(l.ID, Reply{Refusal: words, Finish: finish, Model: r.job.Model})
		return
	}
	fault.Kind, fault.Detail = statusKind(fault.Status, code(body.Error), body.Error.Message), r.quote(body.Error.Message)
	r.open[l.ID] = fault
}

// answered takes in an answer, unless an earlier process did.
func (r *results) answered(d digest.Digest, reply Reply) {
	delete(r.open, d)
	if r.c.journal.Has(d) {
		return
	}
	price, _ := r.c.prices.Of(r.job.Model)
	reply.Cost = halved(price.Cost(reply.Usage))
	e := entry{Digest: d, Reply: &reply}
	r.entries = append(r.entries, e)
	r.spent = r.spent.Add(e.spent())
}

// failures returns the requests that got no answer, in the order of the requests.
func (r *results) failures(otherwise string) (failed []BatchFailure) {
	for _, d := range r.job.Requests {
		err, ok := r.open[d]
		if !ok {
			continue
		}
		if err == nil {
			err = &InfrastructureError{Kind: ErrServer, Endpoint: r.job.Endpoint, Detail: otherwise}
		}
		failed = append(failed, BatchFailure{d, err})
	}
	return failed
}

// content reads a file at the server.
func (e *endpoint) content(ctx context.Context, id string) ([]byte, error) {
	raw, err := e.api.GetFileContent(ctx, id)
	if err != nil {
		return nil, err
	}
	defer raw.Close()
	return io.ReadAll(raw)
}

// decode sends a request and reads its JSON answer.
func (d *doer) decode(req *http.Request, v any) error {
	resp, err := d.Do(req)
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
