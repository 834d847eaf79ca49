package llmtest

import (
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Purposes of files.
const (
	purposeBatch  = "batch"
	purposeOutput = "batch_output"
)

// file is a stored file and its wire form.
type file struct {
	ID       string `json:"id"`
	Object   string `json:"object"`
	Bytes    int    `json:"bytes"`
	Created  int64  `json:"created_at"`
	Filename string `json:"filename"`
	Purpose  string `json:"purpose"`
	Status   string `json:"status"`

	content []byte
}

// storage holds files and batches in the order in which they came. Its zero value is
// ready; it is safe for concurrent use.
type storage struct {
	mu      sync.Mutex
	count   int // files ever stored, for names
	files   []*file
	batches []*batch
}

// add stores a file. The caller holds the lock.
func (st *storage) add(filename, purpose string, content []byte) *file {
	f := &file{
		ID:     fmt.Sprintf("file-%s%d", digest.Bytes(content).Short(), st.count),
		Object: "file", Bytes: len(content), Created: created,
		Filename: filename, Purpose: purpose, Status: "processed", content: content,
	}
	st.count++
	st.files = append(st.files, f)
	return f
}

// find returns a file, or nil. The caller holds the lock.
func (st *storage) find(id string) *file {
	i := slices.IndexFunc(st.files, func(f *file) bool { return f.ID == id })
	if i < 0 {
		return nil
	}
	return st.files[i]
}

// upload answers POST /v1/files.
func (x *exchange) upload(string) *problem {
	x.r.Body = http.MaxBytesReader(x.w, x.r.Body, maxUpload)
	form, err := x.r.MultipartReader()
	if err != nil {
		return newProblem(http.StatusBadRequest, typeInvalid, "", "unsupported_content_type", "the body is no form: want multipart/form-data")
	}
	fields := make(map[string]string)
	var content []byte
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return newProblem(http.StatusBadRequest, typeInvalid, "", "unreadable_body", "the form: %v", err)
		}
		data, p := readPart(part, fields)
		if p != nil {
			return p
		}
		if part.FormName() == "file" {
			content = data
			fields["file"] = part.FileName()
			continue
		}
		fields[part.FormName()] = string(data)
	}
	if p := checkUpload(fields); p != nil {
		return p
	}
	x.record.Digest = digest.Bytes(content)
	x.storage.mu.Lock()
	defer x.storage.mu.Unlock()
	x.answer(x.storage.add(fields["file"], purposeBatch, content))
	return nil
}

// readPart reads a part of the form, whose name must be new and known.
func readPart(part *multipart.Part, before map[string]string) ([]byte, *problem) {
	name := part.FormName()
	if _, again := before[name]; again {
		return nil, invalid(name, "duplicate_parameter", "given twice: want it once")
	}
	if !slices.Contains([]string{"file", "purpose", "expires_after[anchor]", "expires_after[seconds]"}, name) {
		return nil, invalid(name, "unknown_parameter", "unknown parameter: want one that the API reference lists")
	}
	data, err := io.ReadAll(part)
	if err != nil {
		return nil, newProblem(http.StatusBadRequest, typeInvalid, "", "unreadable_body", "the form's part %s: %v", name, err)
	}
	return data, nil
}

func checkUpload(fields map[string]string) *problem {
	filename, ok := fields["file"]
	switch {
	case !ok:
		return missing("file")
	case filename == "":
		return invalid("file", "invalid_value", "the part has no filename: want one")
	case fields["purpose"] == "":
		return missing("purpose")
	}
	if err := oneOf("purpose", fields["purpose"], purposeBatch); err != nil {
		return explain(err)
	}
	anchor, hasAnchor := fields["expires_after[anchor]"]
	seconds, hasSeconds := fields["expires_after[seconds]"]
	if hasAnchor != hasSeconds {
		return missing("expires_after[anchor] and expires_after[seconds]")
	}
	if !hasAnchor {
		return nil
	}
	if n, err := strconv.Atoi(seconds); err != nil || anchor != "created_at" || n < 3600 || n > 2592000 {
		return invalid("expires_after", "invalid_value", "%s and %s: want created_at and 3600 to 2592000 seconds", anchor, seconds)
	}
	return nil
}

func noSuchFile(id string) *problem {
	return newProblem(http.StatusNotFound, typeInvalid, "id", "", "no file is called %q: want the ID of one", id)
}

// withFile calls do with a file, under the lock.
func (x *exchange) withFile(id string, do func(*file)) *problem {
	x.storage.mu.Lock()
	defer x.storage.mu.Unlock()
	f := x.storage.find(id)
	if f == nil {
		return noSuchFile(id)
	}
	do(f)
	return nil
}

func (x *exchange) file(id string) *problem {
	return x.withFile(id, func(f *file) { x.answer(f) })
}

func (x *exchange) content(id string) *problem {
	var content []byte
	if p := x.withFile(id, func(f *file) { content = f.content }); p != nil {
		return p
	}
	// Without the lock, for the client may be slow to read it.
	x.reply(http.StatusOK, "application/octet-stream", content)
	return nil
}

func (x *exchange) deleteFile(id string) *problem {
	return x.withFile(id, func(f *file) {
		x.storage.files = slices.DeleteFunc(x.storage.files, func(g *file) bool { return g == f })
		x.answer(struct {
			ID      string `json:"id"`
			Object  string `json:"object"`
			Deleted bool   `json:"deleted"`
		}{id, "file", true})
	})
}

// list is a page of objects. The IDs are left out where the API has none.
type list[T any] struct {
	Object  string  `json:"object"`
	Data    []T     `json:"data"`
	FirstID *string `json:"first_id,omitzero"`
	LastID  *string `json:"last_id,omitzero"`
	HasMore *bool   `json:"has_more,omitzero"`
}

// page returns the part of all that a query asks for: those after an ID, at most so
// many.
func page[T any](all []T, id func(T) string, query url.Values, limit, most int) (list[T], *problem) {
	if text := query.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return list[T]{}, invalid("limit", "invalid_value", "%q: want 1 to %d", text, most)
		}
		limit = n
	}
	if after := query.Get("after"); after != "" {
		i := slices.IndexFunc(all, func(v T) bool { return id(v) == after })
		if i < 0 {
			return list[T]{}, invalid("after", "invalid_value", "nothing is called %q: want the ID of an element", after)
		}
		all = all[i+1:]
	}
	more := len(all) > limit
	l := list[T]{Object: "list", Data: all[:min(limit, len(all))], HasMore: &more}
	if n := len(l.Data); n > 0 {
		first, last := id(l.Data[0]), id(l.Data[n-1])
		l.FirstID, l.LastID = &first, &last
	}
	return l, nil
}

// listFiles answers GET /v1/files, the newest first unless told otherwise.
func (x *exchange) listFiles(string) *problem {
	query := x.r.URL.Query()
	order := query.Get("order")
	if err := oneOf("order", order, "", "asc", "desc"); err != nil {
		return explain(err)
	}
	x.storage.mu.Lock()
	defer x.storage.mu.Unlock()
	var files []*file
	for _, f := range x.storage.files {
		if p := query.Get("purpose"); p == "" || p == f.Purpose {
			files = append(files, f)
		}
	}
	if order != "asc" {
		slices.Reverse(files)
	}
	l, p := page(files, func(f *file) string { return f.ID }, query, 10000, 10000)
	if p != nil {
		return p
	}
	x.answer(l)
	return nil
}
