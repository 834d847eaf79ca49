// Package correcting serves the page on which people accept or correct a drafted domain: each table,
// column and join with its samples, evidence and confidence. What they say is saved as corrections,
// and the domain is drafted again with them.
package correcting

import (
	"bytes"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/internal/pagelanguage"
)

// A DraftState is a draft as it stands on disk.
type DraftState struct {
	Draft       *infer.DomainDraft
	Corrections infer.Corrections
	File        string // the domain's file, as people know it
	Version     string // names the state; another state has another name
	Edited      bool   // whether the file has edits that the page did not write, so that it does not replace it
}

// ErrChanged is in the chain of the error of [PageConfig.Save] if the state is not the one that was
// corrected, or if the file has edits of people.
var ErrChanged = errors.New("the file has changed")

// ErrRefused is in the chain of the error of [PageConfig.Save] if the corrections cannot be.
var ErrRefused = errors.New("not saved")

// PageConfig is what a [PageServer] serves. All fields except Token are required. The functions are called
// by one request at a time.
type PageConfig struct {
	// URL is the address at which people reach the server. Requests under other host names than
	// its own and those of the loopback interface are refused.
	URL *url.URL
	// Token admits people: their browser shows it once, in the address. "" admits everyone.
	Token string
	// Read returns the state.
	Read func() (*DraftState, error)
	// Save drafts the domain anew with corrections and keeps it, if the state still has the
	// version, and returns the new state.
	Save func(version string, c infer.Corrections) (*DraftState, error)
	// Log receives failures.
	Log *slog.Logger
}

// PageServer serves the page. It is safe for concurrent use.
type PageServer struct {
	config  PageConfig
	handler http.Handler
	turn    chan struct{} // held while a function of the configuration runs
}

//go:embed page
var pages embed.FS

// New returns a server.
func New(c PageConfig) (*PageServer, error) {
	s := &PageServer{config: c, turn: make(chan struct{}, 1)}
	mux := http.NewServeMux()
	root, err := fs.Sub(pages, "page")
	if err != nil {
		return nil, err
	}
	for name, file := range map[string]string{"/{$}": "index.html", "/page.js": "page.js", "/words.js": "words.js", "/page.css": "page.css"} {
		content, err := fs.ReadFile(root, file)
		if err != nil {
			return nil, err
		}
		mux.HandleFunc("GET "+name, asset(file, content))
	}
	mux.HandleFunc("GET /language.js", asset("language.js", []byte(pagelanguage.Module())))
	mux.HandleFunc("GET /api/draft", func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, c.Read) })
	mux.HandleFunc("POST /api/save", s.save)
	s.handler, err = pageguard.New(c.URL, s.admit(mux), s.fail)
	return s, err
}

// ServeHTTP implements http.Handler.
func (s *PageServer) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func asset(name string, content []byte) http.HandlerFunc {
	media := map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css"}[path.Ext(name)]
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", media+"; charset=utf-8")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}
}

// cookie has the token once the address has shown it.
const cookie = "taskgrove-draft"

// admit passes on requests that have the token, and moves it from the address into a cookie, so that
// no history or link keeps it.
func (s *PageServer) admit(next http.Handler) http.Handler {
	if s.config.Token == "" {
		return next
	}
	holds := func(secret string) bool {
		return subtle.ConstantTimeCompare([]byte(secret), []byte(s.config.Token)) == 1
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" && holds(r.URL.Query().Get("token")) {
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.config.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: s.config.URL.Scheme == "https"})
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		if c, err := r.Cookie(cookie); err != nil || !holds(c.Value) {
			s.fail(w, r, pageguard.Refuse(http.StatusForbidden, "want the link that the command printed, with its token"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// saveRequest is what the page sends.
type saveRequest struct {
	Version     string            `json:"version"`
	Corrections infer.Corrections `json:"corrections"`
}

func (s *PageServer) save(w http.ResponseWriter, r *http.Request) {
	said, err := pageguard.ReadBody[saveRequest](w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.answer(w, r, func() (*DraftState, error) { return s.config.Save(said.Version, said.Corrections) })
}

// answer answers with a state.
func (s *PageServer) answer(w http.ResponseWriter, r *http.Request, state func() (*DraftState, error)) {
	select {
	case s.turn <- struct{}{}:
	case <-r.Context().Done():
		return
	}
	got, err := state()
	<-s.turn
	if err != nil {
		s.fail(w, r, err)
		return
	}
	reply(w, http.StatusOK, newStateReply(got))
}

// fail answers with what is wrong.
func (s *PageServer) fail(w http.ResponseWriter, r *http.Request, err error) {
	var f *pageguard.RequestFault
	switch {
	case errors.As(err, &f):
	case errors.Is(err, ErrChanged):
		f = &pageguard.RequestFault{Status: http.StatusConflict, Text: err.Error()}
	case errors.Is(err, ErrRefused):
		f = &pageguard.RequestFault{Status: http.StatusUnprocessableEntity, Text: err.Error()}
	default:
		s.config.Log.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		f = &pageguard.RequestFault{Status: http.StatusInternalServerError, Text: "the server could not answer; its own messages say why"}
	}
	reply(w, f.Status, map[string]string{"error": f.Text})
}

// reply answers with a value as JSON. Markup in it is escaped, whatever reads it.
func reply(w http.ResponseWriter, status int, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"error":"the answer has no JSON"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // who asked has gone
}

// stateReply is a state as the page reads it.
type stateReply struct {
	Name        string               `json:"name"`
	File        string               `json:"file"`
	Version     string               `json:"version"`
	Edited      bool                 `json:"edited"`
	Corrections infer.Corrections    `json:"corrections"`
	Kinds       []domain.ColumnKind  `json:"kinds"`
	Senses      []domain.ColumnSense `json:"senses"`
	Tables      []tableReply         `json:"tables"`
	Joins       []joinReply          `json:"joins"`
}

type tableReply struct {
	Name       string        `json:"name"`
	Rows       int           `json:"rows"`
	Key        []string      `json:"key"`
	Names      string        `json:"names"`
	LeftOut    string        `json:"left_out"`
	Confidence float64       `json:"confidence"`
	Evidence   []string      `json:"evidence"`
	Doubts     []string      `json:"doubts"`
	Columns    []columnReply `json:"columns"`
}

type columnReply struct {
	Name       string   `json:"name"`
	Holds      string   `json:"holds"`
	Entity     string   `json:"entity"`
	Kind       string   `json:"kind"`
	Sense      string   `json:"sense"`
	Unit       string   `json:"unit"`
	Asked      string   `json:"asked"`
	Days       bool     `json:"days"` // whether the month may stand first or second
	DayOrder   string   `json:"day_order"`
	LeftOut    bool     `json:"left_out"`
	Uncertain  bool     `json:"uncertain"`
	Confidence float64  `json:"confidence"`
	Samples    []string `json:"samples"`
	Evidence   []string `json:"evidence"`
	Doubts     []string `json:"doubts"`
}

type joinReply struct {
	From       string   `json:"from"`
	Column     string   `json:"column"`
	Table      string   `json:"table"`
	To         string   `json:"to"`
	Shared     bool     `json:"shared"`
	Accepted   bool     `json:"accepted"`
	Confidence float64  `json:"confidence"`
	Evidence   []string `json:"evidence"`
	Doubts     []string `json:"doubts"`
}

func newStateReply(s *DraftState) *stateReply {
	d := s.Draft
	r := &stateReply{Name: d.Domain.Name, File: s.File, Version: s.Version, Edited: s.Edited, Corrections: s.Corrections, Kinds: infer.Kinds(), Senses: infer.Senses()}
	for i := range d.Tables {
		t := &d.Tables[i]
		reply := tableReply{Name: t.Table, Rows: t.Rows, Key: t.Key, Names: t.Names, LeftOut: t.LeftOut, Confidence: t.Confidence, Evidence: t.Evidence, Doubts: t.Doubts}
		for j := range t.Columns {
			c := &t.Columns[j]
			declared := &c.Declared
			reply.Columns = append(reply.Columns, columnReply{
				Name: c.Column, Holds: c.Holds, Entity: declared.Entity, Kind: string(declared.Kind), Sense: string(declared.Sense), Unit: declared.Unit, Asked: string(declared.Asked),
				Days: c.WrittenDays, DayOrder: string(declared.DayOrder),
				LeftOut: c.LeftOut, Uncertain: c.Uncertain(), Confidence: c.Confidence, Samples: c.Samples, Evidence: c.Evidence, Doubts: c.Doubts,
			})
		}
		r.Tables = append(r.Tables, reply)
	}
	for i := range d.Joins {
		j := &d.Joins[i]
		r.Joins = append(r.Joins, joinReply{From: j.From, Column: j.Column, Table: j.Table, To: j.To, Shared: j.Shared, Accepted: j.Accepted(), Confidence: j.Confidence, Evidence: j.Evidence, Doubts: j.Doubts})
	}
	return r
}
