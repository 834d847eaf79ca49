// Package batchtest adds OpenAI's Batch API to a test server: files of requests are
// uploaded, run as batches, and their answers are downloaded. Only tests import it.
package batchtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// chatPath is where every request of a batch goes.
const chatPath = "/v1/chat/completions"

// Batches are the files and batches of a server. They are safe for concurrent use.
type Batches struct {
	server *llmtest.ModelServer
	expire int

	mu      sync.Mutex
	files   [][]byte
	batches []*batch
	lines   int
}

// batch is a batch in its wire form.
type batch struct {
	ID     string         `json:"id"`
	Input  string         `json:"input_file_id"`
	Status string         `json:"status"`
	Output *string        `json:"output_file_id"`
	Errors *string        `json:"error_file_id"`
	Counts map[string]int `json:"request_counts"`
}

// Serve lets a server take batches, before its first request. A batch ends when it is
// looked at for the second time. Its last lines, as many as expire says, are left undone.
func Serve(s *llmtest.ModelServer, expire int) *Batches {
	b := &Batches{server: s, expire: expire}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/files", b.upload)
	mux.HandleFunc("GET /v1/files/{id}/content", b.download)
	mux.HandleFunc("POST /v1/batches", b.start)
	mux.HandleFunc("GET /v1/batches", b.list)
	mux.HandleFunc("GET /v1/batches/{id}", b.look)
	s.Others = mux
	return b
}

// Started returns how many batches were started.
func (b *Batches) Started() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.batches)
}

// Lines returns how many requests of batches were run. Each counts as a call of the
// server, too.
func (b *Batches) Lines() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines
}

func (b *Batches) upload(w http.ResponseWriter, r *http.Request) {
	file, _, err := r.FormFile("file")
	if err != nil || r.FormValue("purpose") != "batch" {
		refuse(w, http.StatusBadRequest, "a form with a file of purpose batch is needed")
		return
	}
	content, err := io.ReadAll(file)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	answer(w, map[string]string{"id": *b.store(content), "object": "file", "purpose": "batch"})
}

// store keeps a file and returns its ID. The caller holds the lock.
func (b *Batches) store(content []byte) *string {
	b.files = append(b.files, content)
	id := fmt.Sprintf("file-%d", len(b.files)-1)
	return &id
}

// file returns a file's content. The caller holds the lock.
func (b *Batches) file(id string) ([]byte, bool) {
	for n := range b.files {
		if id == fmt.Sprintf("file-%d", n) {
			return b.files[n], true
		}
	}
	return nil, false
}

func (b *Batches) download(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	content, ok := b.file(r.PathValue("id"))
	if !ok {
		refuse(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Write(content)
}

func (b *Batches) start(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Input    string `json:"input_file_id"`
		Endpoint string `json:"endpoint"`
		Window   string `json:"completion_window"`
	}
	err := json.NewDecoder(r.Body).Decode(&asked)
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.file(asked.Input); err != nil || !ok || asked.Endpoint != chatPath || asked.Window != "24h" {
		refuse(w, http.StatusBadRequest, "a batch needs an uploaded file, the endpoint of chat completions and a window of 24h")
		return
	}
	one := &batch{ID: fmt.Sprintf("batch-%d", len(b.batches)), Input: asked.Input, Status: "validating"}
	b.batches = append(b.batches, one)
	answer(w, one)
}

// list answers with one batch a page, the newest first.
func (b *Batches) list(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	after := r.URL.Query().Get("after")
	for n := len(b.batches) - 1; n >= 0; n-- {
		if after == "" {
			answer(w, map[string]any{"object": "list", "data": []*batch{b.batches[n]}, "has_more": n > 0})
			return
		}
		if b.batches[n].ID == after {
			after = ""
		}
	}
	answer(w, map[string]any{"object": "list", "data": []*batch{}, "has_more": false})
}

// look answers with a batch and moves it on: a batch that is looked at again is run.
func (b *Batches) look(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.batches {
		if one.ID != r.PathValue("id") {
			continue
		}
		switch one.Status {
		case "validating":
			one.Status = "in_progress"
		case "in_progress":
			b.run(one, r.Header.Get("Authorization"))
		}
		answer(w, one)
		return
	}
	refuse(w, http.StatusNotFound, "there is no such batch")
}

// run answers the requests of a batch, for the key of whoever looks at it. The caller
// holds the lock.
func (b *Batches) run(one *batch, authorization string) {
	type request struct {
		ID     string          `json:"custom_id"`
		Method string          `json:"method"`
		URL    string          `json:"url"`
		Body   json.RawMessage `json:"body"`
	}
	content, _ := b.file(one.Input)
	var requests []request
	for in := bufio.NewReader(bytes.NewReader(content)); ; {
		line, err := in.ReadBytes('\n')
		var r request
		if len(line) > 0 {
			if fault := json.Unmarshal(line, &r); fault != nil || r.Method != http.MethodPost || r.URL != chatPath || r.ID == "" {
				one.Status = "failed"
				return
			}
			requests = append(requests, r)
		}
		if err != nil {
			break
		}
	}
	var output, failed bytes.Buffer
	for i, r := range requests {
		if i >= len(requests)-b.expire {
			fmt.Fprintf(&failed, `{"custom_id":%q,"error":{"code":"batch_expired","message":"the window ended first"}}`+"\n", r.ID)
			continue
		}
		w := httptest.NewRecorder()
		line := httptest.NewRequest(http.MethodPost, chatPath, bytes.NewReader(r.Body))
		line.Header.Set("Content-Type", "application/json")
		line.Header.Set("Authorization", authorization)
		b.server.ServeHTTP(w, line)
		b.lines++
		to := &output
		if w.Code != http.StatusOK {
			to = &failed
		}
		fmt.Fprintf(to, `{"custom_id":%q,"response":{"status_code":%d,"body":%s}}`+"\n", r.ID, w.Code, strings.TrimSpace(w.Body.String()))
	}
	one.Status = "completed"
	if b.expire > 0 {
		one.Status = "expired"
	}
	one.Counts = map[string]int{"total": len(requests), "completed": bytes.Count(output.Bytes(), []byte("\n")), "failed": bytes.Count(failed.Bytes(), []byte("\n"))}
	if output.Len() > 0 {
		one.Output = b.store(output.Bytes())
	}
	if failed.Len() > 0 {
		one.Errors = b.store(failed.Bytes())
	}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // a client that went away reads nothing of it
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": message, "type": "invalid_request_error"}})
}
