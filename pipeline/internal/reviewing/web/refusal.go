package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// Codes of faults, see [ErrorReply].
const (
	codeJoin      = "join"
	codeRole      = "role"
	codeStale     = "stale"
	codeBroken    = "broken"
	codeMissing   = "missing"
	codePreparing = "preparing"
	codeInvalid   = "invalid"
	codeLog       = "log"
)

// refusal is the error of a request that is answered with a [ErrorReply].
type refusal struct {
	status int
	code   string
	text   string
}

// Error implements error.
func (f *refusal) Error() string { return f.text }

func refuse(status int, code, format string, args ...any) error {
	return &refusal{status, code, fmt.Sprintf(format, args...)}
}

// invalid refuses what is not of the form that is asked for.
func invalid(format string, args ...any) error {
	return refuse(http.StatusBadRequest, codeInvalid, format, args...)
}

// missing refuses what is asked of a thing that is not there.
func missing(format string, args ...any) error {
	return refuse(http.StatusNotFound, codeMissing, format, args...)
}

// reply answers with a value as JSON. Markup in it is escaped, whatever reads it.
func reply(w http.ResponseWriter, status int, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"error":"the answer has no JSON","code":"log"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // who asked has gone
}

// fail answers with what is wrong.
func (srv *ReviewServer) fail(w http.ResponseWriter, r *http.Request, err error) {
	var f *refusal
	if !errors.As(err, &f) {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return // the client has gone
		}
		srv.config.Log.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		f = &refusal{http.StatusInternalServerError, codeLog, "the server could not answer; its own messages say why"}
	}
	if f.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	reply(w, f.status, ErrorReply{Error: f.text, Code: f.code})
}

// mostBody is how many bytes the body of a request may have.
const mostBody = 1 << 20

// readBody decodes the body of a request: one JSON value of the fields that T has.
func readBody[T any](w http.ResponseWriter, r *http.Request) (T, error) {
	var value T
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody))
	d.DisallowUnknownFields()
	err := d.Decode(&value)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more than one value")
			var large *http.MaxBytesError
			if errors.As(more, &large) {
				err = more
			}
		}
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return value, refuse(http.StatusRequestEntityTooLarge, codeInvalid, "the body has more than %d bytes", large.Limit)
	case err != nil:
		return value, invalid("the body is not as expected: %v", strings.TrimPrefix(err.Error(), "json: "))
	}
	return value, nil
}

// checkContentType refuses bodies that are not declared as JSON: no form of a foreign page can send
// one that is.
func checkContentType(r *http.Request) error {
	declared := r.Header.Get("Content-Type")
	if r.ContentLength == 0 && declared == "" {
		return nil
	}
	if media, _, err := mime.ParseMediaType(declared); err != nil || media != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, codeInvalid, "content type %q: want application/json", declared)
	}
	return nil
}
