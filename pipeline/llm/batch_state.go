package llm

import (
	"bufio"
	"bytes"
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

// batchJob is a batch that was uploaded and not yet collected.
type batchJob struct {
	Endpoint string          `json:"endpoint"` // host and port
	Model    string          `json:"model"`
	File     string          `json:"file"` // at the server
	ID       string          `json:"id"`   // of the batch; empty until the server has started it
	Requests []digest.Digest `json:"requests"`
	Expected Spending        `json:"expected"`
}

// readJobs reads the file of pending batches. If there is no file, no batch is pending.
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
		return nil, fmt.Errorf("%s:1: %v: the file must be a list of batches", path, err)
	}
	for _, j := range jobs {
		if j.File == "" || len(j.Requests) == 0 {
			return nil, fmt.Errorf("%s:1: a batch must have a file and requests", path)
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
	defer os.Remove(f.Name()) // has no effect once the file is renamed
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return ledger.SyncDir(filepath.Dir(path))
}

// batchLine returns the request as a line of a batch file, with its digest as its ID.
func (r *Request) batchLine(d digest.Digest) (batchLine, error) {
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

// results are the results of a finished batch, as far as its files have been read.
type results struct {
	c          *Client
	job        *batchJob
	entries    []entry // new answers
	spent      Spending
	unanswered map[digest.Digest]error // requests without an answer; the error is nil until a file gives one
}

func newResults(c *Client, j *batchJob) *results {
	r := &results{c: c, job: j, unanswered: make(map[digest.Digest]error, len(j.Requests))}
	for _, d := range j.Requests {
		r.unanswered[d] = nil
	}
	return r
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

// read adds the lines of a file. It skips damaged lines and returns the error of the
// first.
func (r *results) read(name string, content []byte) (fault error) {
	in := bufio.NewReader(bytes.NewReader(content))
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := r.addLine(line); err != nil && fault == nil {
				fault = fmt.Errorf("%w: file %s:%d: %s", errBadResults, name, n, r.key().Redact(err.Error()))
			}
		}
		if errors.Is(err, io.EOF) {
			return fault
		}
	}
}

// key is the key to redact from the server's responses.
func (r *results) key() APIKey { return r.c.keys[r.c.pool.all[0]] }

// quote returns a server's message shortened and without the key.
func (r *results) quote(words string) string { return shorten(r.key().Redact(words)) }

// addLine adds the result of one request.
func (r *results) addLine(text []byte) error {
	var l resultLine
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("%w: the line must be the result of a request", err)
	}
	if _, ok := r.unanswered[l.ID]; !ok {
		return fmt.Errorf("%.100q is not a request of this batch, or has a result already", l.ID)
	}
	fault := &InfrastructureError{Kind: ErrServer, Endpoint: r.job.Endpoint}
	switch {
	case l.Response == nil && l.Error == nil:
		return errors.New("the result must have a response or an error")
	case l.Response == nil:
		fault.Detail = r.quote(l.Error.Code + ": " + l.Error.Message)
		r.unanswered[l.ID] = fault
	case l.Response.Status != http.StatusOK:
		r.addError(l, fault)
	default:
		var w openai.ChatCompletionResponse
		err := json.Unmarshal(l.Response.Body, &w)
		if err == nil {
			var reply Reply
			if reply, err = replyOf(&w, r.key()); err == nil {
				r.addReply(l.ID, reply)
				return nil
			}
		}
		fault.Kind, fault.Status, fault.Detail = ErrMalformed, l.Response.Status, r.quote(err.Error())
		r.unanswered[l.ID] = fault
	}
	return nil
}

// addError adds a response with an error status: a final refusal is an answer, any other
// error a failure.
func (r *results) addError(l resultLine, fault *InfrastructureError) {
	var body openai.ErrorResponse
	fault.Status = l.Response.Status
	if json.Unmarshal(l.Response.Body, &body) != nil || body.Error == nil {
		fault.Kind = statusKind(fault.Status, "", "")
		r.unanswered[l.ID] = fault
		return
	}
	body.Error.HTTPStatusCode = fault.Status
	if words, finish, ok := refusal(body.Error, r.key()); ok {
		r.addReply(l.ID, Reply{Refusal: words, Finish: finish, Model: r.job.Model})
		return
	}
	fault.Kind, fault.Detail = statusKind(fault.Status, codeOf(body.Error), body.Error.Message), r.quote(body.Error.Message)
	r.unanswered[l.ID] = fault
}

// addReply adds an answer, unless it is in the journal already.
func (r *results) addReply(d digest.Digest, reply Reply) {
	delete(r.unanswered, d)
	if r.c.journal.Has(d) {
		return
	}
	price, _ := r.c.prices.Of(r.job.Model)
	reply.Cost = halved(price.Cost(reply.Usage))
	e := entry{Digest: d, Reply: &reply}
	r.entries = append(r.entries, e)
	r.spent = r.spent.Add(e.spent())
}

// failures returns the requests that got no answer, in the order of submission.
// Requests that no file mentions get the detail otherwise.
func (r *results) failures(otherwise string) (failed []BatchFailure) {
	for _, d := range r.job.Requests {
		err, ok := r.unanswered[d]
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
