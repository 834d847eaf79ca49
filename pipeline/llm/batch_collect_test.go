package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// ended is a server on which a batch of these requests has ended. What its files
// hold is files', by name; the batch names those that are not empty.
func ended(t *testing.T, files map[string]http.HandlerFunc, counts string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := map[string]string{"id": "b1", "input_file_id": "in", "status": "completed"}
		for _, name := range []string{"output", "error"} {
			if files[name] != nil {
				state[name+"_file_id"] = name
			}
		}
		raw, _ := json.Marshal(state)
		switch path := strings.Split(r.URL.Path, "/"); {
		case r.URL.Path == "/files":
			fmt.Fprint(w, `{"id":"in"}`)
		case r.Method == http.MethodGet && r.URL.Path == "/batches":
			fmt.Fprint(w, `{"data":[]}`)
		case path[1] == "batches":
			fmt.Fprintf(w, `%s,"request_counts":%s}`, strings.TrimSuffix(string(raw), "}"), counts)
		default:
			files[path[2]](w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// result is a line of a batch's output.
func result(r llm.Request, body string) string {
	body = strings.Join(strings.Fields(body), " ")
	return fmt.Sprintf(`{"custom_id":%q,"response":{"status_code":200,"body":%s}}`+"\n", r.Digest(), body)
}

// Answers that were paid for aren't given up because a server shows them badly: what
// is whole is kept, and the batch stays, to be collected again.
func TestBatchShownBadly(t *testing.T) {
	requests := asks(3)
	all := ""
	for _, r := range requests {
		all += result(r, completion("yes", "stop"))
	}
	whole := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, all) }
	for name, tc := range map[string]struct {
		file http.HandlerFunc // at first
		kept int
		want string
	}{
		"redirect": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusFound)
		}, 0, "redirected"},
		"one line broken": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, result(requests[0], completion("yes", "stop"))+"{\n"+result(requests[2], completion("yes", "stop")))
		}, 2, "file output:2: "},
		"no file": {nil, 0, "3 answers but no output file"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]http.HandlerFunc{"output": tc.file}
			j := openJournal(t, filepath.Join(t.TempDir(), "j"))
			c := newClient(t, ended(t, files, `{"total":3,"completed":3,"failed":0}`).URL, llm.ClientOptions{Journal: j})
			b := openBatch(t, c)
			if _, err := b.Submit(t.Context(), requests); err != nil {
				t.Fatal(err)
			}
			s, err := b.Collect(t.Context())
			if err == nil || !strings.Contains(err.Error(), tc.want) || s.Pending != 3 || len(s.Failed) != 0 {
				t.Errorf("Collect = %+v, %v, want 3 pending and %q", s, err, tc.want)
			}
			if s.Collected != tc.kept || j.Len() != tc.kept || c.Spent().Answers != tc.kept {
				t.Errorf("%d collected, %d recorded, %d on the bill, want %d", s.Collected, j.Len(), c.Spent().Answers, tc.kept)
			}
			files["output"] = whole
			if n, failed := collectAll(t, b); n != 3-tc.kept || len(failed) != 0 || j.Len() != 3 || c.Spent().Answers != 3 {
				t.Errorf("collected %d, failed %v, recorded %d, on the bill %d, want all in the end", n, failed, j.Len(), c.Spent().Answers)
			}
		})
	}
}

// A list of batches whose pages repeat is an error at once, which names the page, and no
// batch is started.
func TestBatchesWithoutEnd(t *testing.T) {
	var lists atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/files":
			fmt.Fprint(w, `{"id":"in"}`)
		case r.Method == http.MethodGet:
			fmt.Fprintf(w, `{"data":[{"id":"batch-%d"}],"has_more":true}`, (lists.Add(1)-1)%2)
		default:
			t.Error("a batch was started")
		}
	}))
	defer s.Close()
	b := openBatch(t, newClient(t, s.URL, llm.ClientOptions{Journal: openJournal(t, filepath.Join(t.TempDir(), "j"))}))
	_, err := b.Submit(t.Context(), asks(1))
	if !errors.Is(err, llm.ErrMalformed) || !strings.Contains(err.Error(), `"batch-0" came twice`) || lists.Load() != 3 {
		t.Errorf("error %v after %d pages, want the repeated page batch-0 after 3", err, lists.Load())
	}
}

// One batch whose results are damaged doesn't keep another's from being collected.
func TestBatchBesideDamage(t *testing.T) {
	requests := asks(2)
	requests[1].Model = "other"
	var started atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := strings.Split(r.URL.Path, "/"); {
		case r.URL.Path == "/files":
			fmt.Fprintf(w, `{"id":"in%d"}`, started.Load())
		case r.Method == http.MethodPost:
			fmt.Fprintf(w, `{"id":"%d"}`, started.Add(1)-1)
		case r.URL.Path == "/batches":
			fmt.Fprint(w, `{"data":[]}`)
		case path[1] == "batches":
			fmt.Fprintf(w, `{"status":"completed","output_file_id":%q}`, path[2])
		case path[2] == "0":
			fmt.Fprint(w, "{\n")
		default:
			fmt.Fprint(w, result(requests[1], completion("yes", "stop")))
		}
	}))
	defer s.Close()
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	b := openBatch(t, newClient(t, s.URL, llm.ClientOptions{Journal: j}))
	if _, err := b.Submit(t.Context(), requests); err != nil {
		t.Fatal(err)
	}
	got, err := b.Collect(t.Context())
	if !errors.Is(err, llm.ErrMalformed) || got.Collected != 1 || got.Pending != 1 || !j.Has(requests[1].Digest()) {
		t.Errorf("Collect = %+v, %v, want the damage, and the other batch's answer", got, err)
	}
}

// The key is in nothing that a batch's results say, however it is escaped.
func TestKeyIsInNoResult(t *testing.T) {
	const key = "sk-live&0123456789"
	escaped := strings.ReplaceAll(key, "-", `\u002d`)
	requests := asks(4)
	line := func(i int, format string) string {
		return fmt.Sprintf(`{"custom_id":%q,`+format+"}\n", requests[i].Digest(), escaped)
	}
	good := strings.Replace(completion("yes", "stop"), `"stop"`, `"`+escaped+`"`, 1)
	lines := result(requests[0], good) +
		line(1, `"error":{"code":"c","message":"%s"}`) +
		line(2, `"response":{"status_code":500,"body":{"error":{"message":"%s"}}}`) +
		line(3, `"response":{"status_code":200,"body":"%s"}`) +
		fmt.Sprintf(`{"custom_id":"%s","response":{"status_code":200,"body":{}}}`, escaped)
	files := map[string]http.HandlerFunc{"output": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, lines) }}
	path := filepath.Join(t.TempDir(), "j")
	j := openJournal(t, path)
	s := ended(t, files, `{}`)
	b := openBatch(t, newClient(t, "", llm.ClientOptions{Journal: j, Endpoints: []llm.Endpoint{{URL: s.URL, Key: llm.NewKey(key)}}}))
	if _, err := b.Submit(t.Context(), requests); err != nil {
		t.Fatal(err)
	}
	_, err := b.Collect(t.Context())
	if err == nil {
		t.Fatal("the result of a request that nobody asked was taken")
	}
	seen := err.Error()
	lines = lines[:strings.LastIndex(lines, "\n")+1]
	_, failed := collectAll(t, b)
	for _, f := range failed {
		seen += f.Err.Error() + "\n"
	}
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if seen += string(recorded); len(failed) != 3 || strings.Contains(seen, "0123456789") || !strings.Contains(seen, "[key]") {
		t.Errorf("%d failures, and in errors and journal:\n%s\nwant 3, and [key] for the key", len(failed), seen)
	}
}
