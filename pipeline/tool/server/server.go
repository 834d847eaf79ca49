// Package server gives any agent access to a domain's tools, over HTTP and over the Model
// Context Protocol:
//
//	POST /law_api/NAME  the arguments as JSON; answers the observation, or the reply to a faulty call, as bare JSON
//	POST /tools/NAME    the arguments as JSON; answers {"result": …} or {"fault": "missing", "reply": "…"}
//	GET  /tools         every tool as an OpenAI function definition; ?lang= takes one of the domain's languages
//	     /mcp           streamable HTTP without sessions; [ToolServer.Stdio] speaks the same over a pipe
//	GET  /healthz       {"domain": …, "tools": …, "version": …}
//	GET  /              a page that lists these paths and the tools
//
// # The published client
//
// The agents published with LegalAgentBench (github.com/CSHaitao/LegalAgentBench,
// agents.py, post_request) send a model's action_input, which may be any JSON value, to
// base_url/NAME, and write the JSON of the response, in Python's notation, into the
// trajectory. Without an input they send no body. They work with this server after a change
// of base_url: a fault is answered with status 200 and its reply as a JSON string, which
// they record like their own text for a failed call. The client changes arguments before it
// sends them ([tool.Published]) and adds hints to the replies to lookups that find nothing
// ([domain.ReplyHints]); the server repeats neither.
//
// # The Model Context Protocol
//
// A message that is no request, or whose method the server lacks, is answered with the error
// of JSON-RPC (-32700, -32600, -32601 or -32602) and the message's ID, and nothing of it is
// executed. That includes batches, which the protocol has dropped in its version of
// 2025-06-18, from clients of older versions too. Over HTTP, the status is 400 for what is no
// request and 200 for a request that cannot be answered. Notifications have no answer.
//
// # Limits
//
// A request is 1 MiB long at most, a retriever returns at most 1000 passages, and arithmetic
// fails for results of more than 1000 digits before or after the point. A client over a pipe
// waits while 64 of its calls are without an answer.
//
// # Access
//
// Everything is read-only, and equal requests get equal answers, byte for byte. On a server
// that other machines can reach, every path requires the token: as "Authorization: Bearer
// TOKEN", or as the password of HTTP Basic with any user name. Browsers prompt for the
// latter, and Python's requests derives it from a URL such as
// http://agent:TOKEN@host/law_api, replacing the client's own Authorization header. Without
// a token, Authorization headers are ignored, because the published client sends one for
// its publishers' server.
//
// Web pages of other sites can neither call the tools nor read results: requests with other
// host names and from other origins are refused, and the server sends no CORS headers.
package server

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Config configures a [ToolServer]. All fields except Token, Loopback and Hosts are
// required.
type Config struct {
	// Tools executes the calls.
	Tools tool.Caller
	// Domain declares the tools.
	Domain *domain.Domain
	// Language is the domain's language in which tools are described if a request names none.
	Language string
	// Version is the program's version, for clients.
	Version string
	// Token is required of every request. The zero Token requires none and is allowed only
	// with Loopback.
	Token Token
	// Loopback says that only this machine can reach the server. Requests must then be
	// addressed to 127.0.0.1, localhost, [::1] or one of Hosts.
	Loopback bool
	// Hosts are the names, without ports, under which clients reach the server. Without any,
	// a server that is not Loopback accepts every name.
	Hosts []string
	// Log receives failures, without tokens and arguments.
	Log *slog.Logger
}

// ToolServer serves the tools of a domain. It is an [http.Handler] and safe for concurrent
// use by any number of requests.
type ToolServer struct {
	config  Config
	schemas map[string][]byte // what GET /tools answers, by language
	health  []byte
	page    *template.Template
	style   []byte
	mcp     *mcp.Server
	handler http.Handler
}

//go:embed page.html page.css
var files embed.FS

// New returns a server of the tools. It fails for a language that the domain does not have,
// and for the zero Token without Loopback, since the server would then answer everybody.
func New(c Config) (*ToolServer, error) {
	switch {
	case !slices.Contains(c.Domain.Languages, c.Language):
		return nil, noLanguage(c.Domain, c.Language)
	case c.Token.IsZero() && !c.Loopback:
		return nil, errors.New("no token: want a token on a server that other machines reach")
	}
	s := &ToolServer{config: c, schemas: map[string][]byte{}}
	for _, lang := range c.Domain.Languages {
		s.schemas[lang] = marshal(tool.Schemas(c.Domain, lang))
	}
	s.health = marshal(struct {
		Domain  string `json:"domain"`
		Tools   int    `json:"tools"`
		Version string `json:"version"`
	}{c.Domain.Name, len(c.Domain.Tools), c.Version})
	var err error
	if s.page, err = template.ParseFS(files, "page.html"); err != nil {
		return nil, err
	}
	if s.style, err = files.ReadFile("page.css"); err != nil {
		return nil, err
	}
	s.mcp = s.protocol()
	s.handler = newGuard(c, s.routes())
	return s, nil
}

func noLanguage(d *domain.Domain, lang string) error {
	return fmt.Errorf("language %q: not a language of domain %s: want one of %s", lang, d.Name, strings.Join(d.Languages, ", "))
}

// ServeHTTP implements [http.Handler].
func (s *ToolServer) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Bounds of what one connection may take. The first query to a retriever may have to
// wait for its index.
const (
	headerTime  = 10 * time.Second
	readTime    = time.Minute
	writeTime   = 10 * time.Minute
	idleTime    = 5 * time.Minute
	headerBytes = 64 << 10
)

// HTTP returns a new [http.Server] for the tools, with limits on the time and the headers
// of a connection. It does not listen yet.
func (s *ToolServer) HTTP() *http.Server {
	return &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(s.config.Log.Handler(), slog.LevelDebug),
	}
}

// routes are the paths there are. The mux answers a wrong method with those there are.
func (s *ToolServer) routes() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("POST /law_api/{name...}", s.answer(published))
	m.HandleFunc("POST /tools/{name...}", s.answer(wrapped))
	m.HandleFunc("GET /tools", s.tools)
	m.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, s.health) })
	m.HandleFunc("GET /{$}", s.overview)
	m.HandleFunc("GET /page.css", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, "text/css; charset=utf-8", s.style)
	})
	m.Handle("/mcp", s.streamable())
	return m
}

// tools answers the tools' schemas in the language asked for.
func (s *ToolServer) tools(w http.ResponseWriter, r *http.Request) {
	lang, err := s.language(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	reply(w, http.StatusOK, s.schemas[lang])
}

// language is what a request asks for, or else the server's.
func (s *ToolServer) language(r *http.Request) (string, error) {
	lang := r.URL.Query().Get("lang")
	if lang == "" {
		return s.config.Language, nil
	}
	if s.schemas[lang] == nil {
		return "", noLanguage(s.config.Domain, lang)
	}
	return lang, nil
}

// marshal returns the JSON of what always has one.
func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("server: %T has no JSON: %v", v, err))
	}
	return b
}

// reply writes an answer in JSON.
func reply(w http.ResponseWriter, status int, body []byte) {
	write(w, status, "application/json", body)
}

// refuse writes what is wrong with a request.
func refuse(w http.ResponseWriter, status int, err error) {
	reply(w, status, marshal(map[string]string{"error": err.Error()}))
}

// write writes an answer whole. Who went away meanwhile is told nothing.
func write(w http.ResponseWriter, status int, media string, body []byte) {
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
