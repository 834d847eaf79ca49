package llmtest

import (
	"net/http"
	"slices"
	"strings"
)

// A handler answers a request. The ID is the path's, "" where it has none.
type handler func(x *exchange, id string) *problem

// endpoint is a path below /v1 and who answers it.
type endpoint struct {
	path    []string // {id} stands for any segment
	methods map[string]handler
	query   []string // parameters that GET takes
}

// endpoints returns what the server has.
func endpoints() []endpoint {
	get, post, remove := http.MethodGet, http.MethodPost, http.MethodDelete
	return []endpoint{
		{path: []string{"chat", "completions"}, methods: map[string]handler{post: (*exchange).chat}},
		{path: []string{"embeddings"}, methods: map[string]handler{post: (*exchange).embed}},
		{path: []string{"models"}, methods: map[string]handler{get: (*exchange).listModels}},
		{path: []string{"models", "{id}"}, methods: map[string]handler{get: (*exchange).model}},
		{path: []string{"files"}, methods: map[string]handler{get: (*exchange).listFiles, post: (*exchange).upload},
			query: []string{"purpose", "limit", "order", "after"}},
		{path: []string{"files", "{id}"}, methods: map[string]handler{get: (*exchange).file, remove: (*exchange).deleteFile}},
		{path: []string{"files", "{id}", "content"}, methods: map[string]handler{get: (*exchange).content}},
		{path: []string{"batches"}, methods: map[string]handler{get: (*exchange).listBatches, post: (*exchange).createBatch},
			query: []string{"limit", "after"}},
		{path: []string{"batches", "{id}"}, methods: map[string]handler{get: (*exchange).batch}},
		{path: []string{"batches", "{id}", "cancel"}, methods: map[string]handler{post: (*exchange).cancelBatch}},
	}
}

func (x *exchange) chat(string) *problem { return x.perform((*Server).readChat) }

func (x *exchange) embed(string) *problem { return x.perform((*Server).readEmbeddings) }

// route finds who answers.
func (x *exchange) route() *problem {
	if p := x.authorise(); p != nil {
		return p
	}
	if rest, ok := strings.CutPrefix(x.r.URL.Path, "/v1/"); ok {
		segments := strings.Split(rest, "/")
		for _, e := range x.endpoints {
			if id, ok := e.match(segments); ok {
				return x.serve(e, id)
			}
		}
	}
	return newProblem(http.StatusNotFound, typeInvalid, "", "unknown_url", "%s %s is no URL of this API: want one below /v1", x.r.Method, x.r.URL.Path)
}

// match says whether a path is the endpoint's, and the ID in it.
func (e endpoint) match(segments []string) (id string, ok bool) {
	if len(segments) != len(e.path) {
		return "", false
	}
	for i, p := range e.path {
		switch {
		case p == "{id}" && segments[i] != "":
			id = segments[i]
		case p != segments[i]:
			return "", false
		}
	}
	return id, true
}

func (x *exchange) serve(e endpoint, id string) *problem {
	handle, ok := e.methods[x.r.Method]
	if !ok {
		allowed := strings.Join(sorted(e.methods), ", ")
		x.w.Header().Set("Allow", allowed)
		return newProblem(http.StatusMethodNotAllowed, typeInvalid, "", "method_not_supported", "%s on %s: want %s", x.r.Method, x.r.URL.Path, allowed)
	}
	if x.r.URL.RawQuery == "" {
		return handle(x, id)
	}
	query := x.r.URL.Query()
	for _, name := range sorted(query) {
		switch {
		case x.r.Method != http.MethodGet || !slices.Contains(e.query, name):
			return invalid(name, "unknown_parameter", "unknown query parameter: want one that the API reference lists")
		case len(query[name]) != 1:
			return invalid(name, "duplicate_parameter", "given %d times: want it once", len(query[name]))
		}
	}
	return handle(x, id)
}
