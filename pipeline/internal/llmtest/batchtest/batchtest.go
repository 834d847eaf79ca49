// Package batchtest adds OpenAI's Batch API to a test server: clients upload files of
// requests, start them as batches and download the answers. Only tests import it.
package batchtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// chatPath is the path of every request in a batch.
const chatPath = "/v1/chat/completions"

// Batches is the Batch API that [Serve] added to a test server. It counts the batches that
// clients started and the requests in them. It is safe for concurrent use.
type Batches struct {
	server *llmtest.ModelServer
	expire int

	mu      sync.Mutex
	files   map[string][]byte // by ID
	batches []*batch
	lines   int
}

// batch is a batch as it is sent.
type batch struct {
	ID     string         `json:"id"`
	Input  string         `json:"input_file_id"`
	Status string         `json:"status"`
	Output *string        `json:"output_file_id"`
	Errors *string        `json:"error_file_id"`
	Counts map[string]int `json:"request_counts"`
}

// Serve adds the Batch API to a server, before the server's first request. A batch finishes
// when its status is requested for the second time. Of each batch the last expire requests
// are not answered, and the batch ends as expired.
func Serve(s *llmtest.ModelServer, expire int) *Batches {
	b := &Batches{server: s, expire: expire, files: map[string][]byte{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/files", b.upload)
	mux.HandleFunc("GET /v1/files/{id}/content", b.download)
	mux.HandleFunc("POST /v1/batches", b.start)
	mux.HandleFunc("GET /v1/batches", b.list)
	mux.HandleFunc("GET /v1/batches/{id}", b.status)
	s.Others = mux
	return b
}

// Started returns the number of batches that were started.
func (b *Batches) Started() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.batches)
}

// Lines returns the number of requests in batches that were answered. The server counts
// them too.
func (b *Batches) Lines() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines
}

func (b *Batches) upload(w http.ResponseWriter, r *http.Request) {
	file, _, err := r.FormFile("file")
	if err != nil || r.FormValue("purpose") != "batch" {
		refuse(w, http.StatusBadRequest, "the form must have a file with purpose batch")
		return
	}
	content, err := io.ReadAll(file)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	answer(w, map[string]*string{"id": b.store(content)})
}

// store adds a file and returns its ID. The caller holds the lock.
func (b *Batches) store(content []byte) *string {
	id := fmt.Sprintf("file-%d", len(b.files))
	b.files[id] = content
	return &id
}

func (b *Batches) download(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	content, ok := b.files[r.PathValue("id")]
	if !ok {
		refuse(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Write(content)
}

func (b *Batches) start(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Input    string `json:"input_file_id"`
		Endpoint string `json:"endpoint"`
		Window   string `json:"completion_window"`
	}
	err := json.NewDecoder(r.Body).Decode(&body)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.files[body.Input] == nil || err != nil || body.Endpoint != chatPath || body.Window != "24h" {
		refuse(w, http.StatusBadRequest, "a batch needs an uploaded file, the endpoint of chat completions and a window of 24h")
		return
	}
	job := &batch{ID: fmt.Sprintf("batch-%d", len(b.batches)), Input: body.Input, Status: "validating"}
	b.batches = append(b.batches, job)
	answer(w, job)
}

// list sends one batch per page, newest first.
func (b *Batches) list(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.batches)
	if after := r.URL.Query().Get("after"); after != "" {
		n = slices.IndexFunc(b.batches, func(job *batch) bool { return job.ID == after })
	}
	answer(w, map[string]any{"data": b.batches[max(0, n-1):max(0, n)], "has_more": n > 1})
}

// status sends a batch and advances it: the first request sets it in progress, the second
// runs it.
func (b *Batches) status(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := slices.IndexFunc(b.batches, func(job *batch) bool { return job.ID == r.PathValue("id") })
	if n < 0 {
		refuse(w, http.StatusNotFound, "there is no such batch")
		return
	}
	switch job := b.batches[n]; job.Status {
	case "validating":
		job.Status = "in_progress"
	case "in_progress":
		b.run(job, r.Header.Get("Authorization"))
	}
	answer(w, b.batches[n])
}

// run answers the requests of a batch, with the authorization of the client that requested
// the status. The caller holds the lock.
func (b *Batches) run(job *batch, authorization string) {
	lines := strings.SplitAfter(strings.TrimSuffix(string(b.files[job.Input]), "\n"), "\n")
	var output, failed bytes.Buffer
	for i, line := range lines {
		var r struct {
			ID     string          `json:"custom_id"`
			Method string          `json:"method"`
			URL    string          `json:"url"`
			Body   json.RawMessage `json:"body"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil || r.Method != http.MethodPost || r.URL != chatPath || r.ID == "" {
			job.Status = "failed"
			return
		}
		if i >= len(lines)-b.expire {
			fmt.Fprintf(&failed, `{"custom_id":%q,"error":{"code":"batch_expired","message":"the window ended first"}}`+"\n", r.ID)
			continue
		}
		w := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, chatPath, bytes.NewReader(r.Body))
		request.Header.Set("Authorization", authorization)
		b.server.ServeHTTP(w, request)
		b.lines++
		to := &output
		if w.Code != http.StatusOK {
			to = &failed
		}
		fmt.Fprintf(to, `{"custom_id":%q,"response":{"status_code":%d,"body":%s}}`+"\n", r.ID, w.Code, strings.TrimSpace(w.Body.String()))
	}
	job.Status = "completed"
	if b.expire > 0 {
		job.Status = "expired"
	}
	job.Counts = map[string]int{"total": len(lines), "completed": bytes.Count(output.Bytes(), []byte("\n")), "failed": bytes.Count(failed.Bytes(), []byte("\n"))}
	if output.Len() > 0 {
		job.Output = b.store(output.Bytes())
	}
	if failed.Len() > 0 {
		job.Errors = b.store(failed.Bytes())
	}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // fails if the client is gone, which does not matter
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	answer(w, map[string]any{"error": map[string]string{"message": message, "type": "invalid_request_error"}})
}
