package llmtest

import (
	"net/http"
)

// Paths of the requests that the server answers itself.
const (
	pathChat       = "/v1/chat/completions"
	pathEmbeddings = "/v1/embeddings"
)

// route answers a request, or returns why it is refused.
func (x *exchange) route() *problem {
	if p := x.authorise(); p != nil {
		return p
	}
	read := map[string]func(*ModelServer, []byte) (job, *problem){
		pathChat: (*ModelServer).readChat, pathEmbeddings: (*ModelServer).readEmbeddings,
	}[x.r.URL.Path]
	switch {
	case read == nil && x.Others != nil:
		x.Others.ServeHTTP(x.w, x.r)
		return nil
	case read == nil:
		return newProblem(http.StatusNotFound, typeInvalid, "", "unknown_url", "%s %s is not served here", x.r.Method, x.r.URL.Path)
	case x.r.Method != http.MethodPost:
		x.w.Header().Set("Allow", http.MethodPost)
		return newProblem(http.StatusMethodNotAllowed, typeInvalid, "", "method_not_supported", "%s on %s: want POST", x.r.Method, x.r.URL.Path)
	}
	for name := range x.r.URL.Query() {
		return invalid(name, "unknown_parameter", "unknown query parameter: want none")
	}
	return x.perform(read)
}
