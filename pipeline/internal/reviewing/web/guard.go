package web

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// policy is what the page may load, and where from: its own scripts and styles, and
// nothing inline. See https://www.w3.org/TR/CSP3/.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// inert is the policy of texts that are no page: nothing is loaded, nothing runs.
const inert = "default-src 'none'; sandbox; frame-ancestors 'none'"

// guard sets the headers that every answer has, and lets through what is asked of this
// server under one of its own names and, where it changes anything, by its own page.
type guard struct {
	hosts  []string
	origin *http.CrossOriginProtection
	next   http.Handler
	fail   func(http.ResponseWriter, *http.Request, error)
}

// newGuard guards a server that people reach under a URL. The names of the loopback
// interface are always its own: no name server can make a foreign page's host one of
// them.
func newGuard(reached *url.URL, next http.Handler, fail func(http.ResponseWriter, *http.Request, error)) (*guard, error) {
	g := &guard{
		hosts:  []string{strings.ToLower(reached.Hostname()), "127.0.0.1", "localhost", "::1"},
		origin: http.NewCrossOriginProtection(), next: next, fail: fail,
	}
	return g, g.origin.AddTrustedOrigin(reached.Scheme + "://" + reached.Host)
}

// ServeHTTP implements http.Handler.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	if err := g.allowed(r); err != nil {
		g.fail(w, r, err)
		return
	}
	g.next.ServeHTTP(w, r)
}

// allowed refuses a request under a foreign name, which a page has that points its own
// name at this address; one that another site's page sends; and a body of another type.
func (g *guard) allowed(r *http.Request) error {
	if name := hostname(r.Host); !slices.Contains(g.hosts, name) {
		return refuse(http.StatusMisdirectedRequest, codeInvalid, "host %q is none of this page's: want %s (-public says under which address people reach it)", name, g.hosts[0])
	}
	if err := g.origin.Check(r); err != nil {
		return refuse(http.StatusForbidden, codeInvalid, "%v", err)
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	return checkContentType(r)
}

// hostname is the name in a Host header, in lower case, without port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
