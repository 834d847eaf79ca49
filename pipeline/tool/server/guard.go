package server

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// policy is what the page may load, and where from: its own style, and nothing inline.
// See https://www.w3.org/TR/CSP3/.
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard sets the headers that every answer has, and lets through what is asked of this
// server under one of its own names, by one who has the token and no foreign page.
type guard struct {
	hosts  []string // in lower case; nil for any
	token  Token
	origin *http.CrossOriginProtection
	next   http.Handler
}

func newGuard(c Config, next http.Handler) *guard {
	g := &guard{token: c.Token, origin: http.NewCrossOriginProtection(), next: next}
	for _, host := range c.Hosts {
		g.hosts = append(g.hosts, hostname(host))
	}
	if c.Loopback {
		g.hosts = append(g.hosts, "127.0.0.1", "localhost", "::1")
	}
	return g
}

// ServeHTTP implements http.Handler.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	// A foreign page can have a name server point its own name at this address.
	if name := hostname(r.Host); g.hosts != nil && !slices.Contains(g.hosts, name) {
		refuse(w, http.StatusMisdirectedRequest, fmt.Errorf("host %q is not a name of this server: want %s", name, g.hosts[0]))
		return
	}
	if !g.token.admits(r) {
		h.Set("WWW-Authenticate", `Basic realm="taskgrove", charset="UTF-8"`)
		refuse(w, http.StatusUnauthorized, errors.New("missing or wrong token: want Authorization: Bearer and the token"))
		return
	}
	if err := g.origin.Check(r); err != nil {
		refuse(w, http.StatusForbidden, err)
		return
	}
	g.next.ServeHTTP(w, r)
}

// hostname is the name in a Host header, in lower case, without port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
