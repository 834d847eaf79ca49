package web

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// policy is the Content-Security-Policy of the page: it may load its own scripts, styles and
// images, and nothing inline. See https://www.w3.org/TR/CSP3/.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// inert is the Content-Security-Policy of plain texts: they load and run nothing.
const inert = "default-src 'none'; sandbox; frame-ancestors 'none'"

// guard sets the headers that every answer has. It passes on only requests under one of the
// server's own names and, if they can change anything, only requests of its own page.
type guard struct {
	hosts  []string
	origin *http.CrossOriginProtection
	next   http.Handler
	fail   func(http.ResponseWriter, *http.Request, error)
}

// newGuard returns the guard of a server that people reach at a URL. The names of the
// loopback interface are always allowed, because no other site can have one of them.
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

// allowed returns an error for a request under a foreign host name, which a hostile page can
// send by pointing its own name at this address (DNS rebinding), for a request of another
// site's page, and for a body that is not JSON.
func (g *guard) allowed(r *http.Request) error {
	if name := hostname(r.Host); !slices.Contains(g.hosts, name) {
		return refuse(http.StatusMisdirectedRequest, codeInvalid, "host %q is not a name of this server: want %s (-public sets the address at which people reach it)", name, g.hosts[0])
	}
	if err := g.origin.Check(r); err != nil {
		return refuse(http.StatusForbidden, codeInvalid, "%v", err)
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	return checkContentType(r)
}

// hostname returns the name in a Host header in lower case, without port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
