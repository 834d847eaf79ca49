package llmtest

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Statuses of a batch.
const (
	statusValidating = "validating"
	statusFailed     = "failed"
	statusInProgress = "in_progress"
	statusCompleted  = "completed"
	statusExpired    = "expired"
	statusCancelling = "cancelling"
	statusCancelled  = "cancelled"
)

// day is the completion window of a batch, in seconds.
const day = 24 * 60 * 60

// batch is a batch and its wire form. It changes under the storage's lock.
type batch struct {
	ID           string            `json:"id"`
	Object       string            `json:"object"`
	Endpoint     string            `json:"endpoint"`
	Errors       *batchErrors      `json:"errors"`
	Input        string            `json:"input_file_id"`
	Window       string            `json:"completion_window"`
	Status       string            `json:"status"`
	Output       *string           `json:"output_file_id"`
	ErrorFile    *string           `json:"error_file_id"`
	CreatedAt    int64             `json:"created_at"`
	InProgressAt *int64            `json:"in_progress_at"`
	ExpiresAt    int64             `json:"expires_at"`
	FinalizingAt *int64            `json:"finalizing_at"`
	CompletedAt  *int64            `json:"completed_at"`
	FailedAt     *int64            `json:"failed_at"`
	ExpiredAt    *int64            `json:"expired_at"`
	CancellingAt *int64            `json:"cancelling_at"`
	CancelledAt  *int64            `json:"cancelled_at"`
	Counts       batchCounts       `json:"request_counts"`
	Metadata     map[string]string `json:"metadata"`

	input  []byte
	lines  []batchLine
	polls  int
	done   int    // lines that were run
	output []byte // of those answered with 200
	errors []byte // of the others
}

type batchCounts struct {
	Total     int `json:"total"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"`
}

type batchErrors struct {
	Object string       `json:"object"`
	Data   []batchError `json:"data"`
}

type batchError struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Param   *string `json:"param"`
	Line    *int    `json:"line"` // from 1
}

// newBatch is the body of POST /v1/batches.
type newBatch struct {
	Input         string            `json:"input_file_id"`
	Endpoint      string            `json:"endpoint"`
	Window        string            `json:"completion_window"`
	Metadata      map[string]string `json:"metadata"`
	OutputExpires *struct {
		Anchor  string `json:"anchor"`
		Seconds int64  `json:"seconds"`
	} `json:"output_expires_after"`
}

// createBatch answers POST /v1/batches.
func (x *exchange) createBatch(string) *problem {
	if p := x.readJSON(); p != nil {
		return p
	}
	var n newBatch
	if p := decode(x.body, &n, []string{"metadata"}); p != nil {
		return p
	}
	if p := n.check(); p != nil {
		return p
	}
	x.storage.mu.Lock()
	defer x.storage.mu.Unlock()
	f := x.storage.find(n.Input)
	switch {
	case f == nil:
		return invalid("input_file_id", "invalid_value", "no file is called %q: want the ID of one", n.Input)
	case f.Purpose != purposeBatch:
		return invalid("input_file_id", "invalid_value", "the file's purpose is %s: want batch", f.Purpose)
	}
	b := &batch{
		ID: fmt.Sprintf("batch_%d", len(x.storage.batches)), Object: "batch", Endpoint: n.Endpoint,
		Input: n.Input, Window: n.Window, Status: statusValidating,
		CreatedAt: created, ExpiresAt: created + day, Metadata: n.Metadata, input: f.content,
	}
	x.storage.batches = append(x.storage.batches, b)
	x.answer(b)
	return nil
}

func (n newBatch) check() *problem {
	switch {
	case n.Input == "":
		return missing("input_file_id")
	case n.Endpoint == "":
		return missing("endpoint")
	case n.Window == "":
		return missing("completion_window")
	}
	if err := oneOf("endpoint", n.Endpoint, pathChat, pathEmbeddings); err != nil {
		return explain(err)
	}
	if err := oneOf("completion_window", n.Window, "24h"); err != nil {
		return explain(err)
	}
	if e := n.OutputExpires; e != nil && (e.Anchor != "created_at" || e.Seconds < 3600 || e.Seconds > 2592000) {
		return invalid("output_expires_after", "invalid_value", "%s and %d: want created_at and 3600 to 2592000 seconds", e.Anchor, e.Seconds)
	}
	return metadata(n.Metadata)
}

// withBatch calls do with a batch, under the lock.
func (x *exchange) withBatch(id string, do func(*batch) *problem) *problem {
	x.storage.mu.Lock()
	defer x.storage.mu.Unlock()
	i := slices.IndexFunc(x.storage.batches, func(b *batch) bool { return b.ID == id })
	if i < 0 {
		return newProblem(http.StatusNotFound, typeInvalid, "id", "", "no batch is called %q: want the ID of one", id)
	}
	return do(x.storage.batches[i])
}

// batch answers GET /v1/batches/ID. Looking at a batch is what moves it on.
func (x *exchange) batch(id string) *problem {
	return x.withBatch(id, func(b *batch) *problem {
		x.advance(b)
		x.answer(b)
		return nil
	})
}

// cancelBatch answers POST /v1/batches/ID/cancel.
func (x *exchange) cancelBatch(id string) *problem {
	if p := x.read(maxBody); p != nil {
		return p
	}
	if v := jsontext.Value(x.body); len(x.body) > 0 && (v.Compact() != nil || string(v) != "{}") {
		return newProblem(http.StatusBadRequest, typeInvalid, "", "unknown_parameter", "the body isn't empty: want none")
	}
	return x.withBatch(id, func(b *batch) *problem {
		switch b.Status {
		case statusValidating, statusInProgress:
			b.Status, b.CancellingAt = statusCancelling, now()
		case statusCancelling, statusCancelled:
		default:
			return newProblem(http.StatusConflict, typeInvalid, "", "", "the batch is %s: want one that is under way", b.Status)
		}
		x.answer(b)
		return nil
	})
}

// listBatches answers GET /v1/batches, the newest first.
func (x *exchange) listBatches(string) *problem {
	x.storage.mu.Lock()
	defer x.storage.mu.Unlock()
	batches := slices.Clone(x.storage.batches)
	slices.Reverse(batches)
	l, p := page(batches, func(b *batch) string { return b.ID }, x.r.URL.Query(), 20, 100)
	if p != nil {
		return p
	}
	x.answer(l)
	return nil
}

// now is when everything happens to a batch.
func now() *int64 {
	t := int64(created)
	return &t
}
