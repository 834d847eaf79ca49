package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
)

// inert is the Content-Security-Policy of plain texts: they load and run nothing.
const inert = "default-src 'none'; sandbox; frame-ancestors 'none'"

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
	var guarded *pageguard.RequestFault
	if errors.As(err, &guarded) {
		f = &refusal{guarded.Status, codeInvalid, guarded.Text}
	} else if !errors.As(err, &f) {
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
