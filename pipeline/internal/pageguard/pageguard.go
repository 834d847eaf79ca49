// Package pageguard guards servers of pages: against pages of other sites, foreign host names and
// bodies that are not what is asked for.
package pageguard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
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

// A RequestFault is the error of a request that is refused.
type RequestFault struct {
	Status int    // of HTTP
	Text   string // what is wrong: what was wanted
}

// Error returns the text.
func (f *RequestFault) Error() string { return f.Text }

// Refuse returns a [RequestFault].
func Refuse(status int, format string, args ...any) error {
	return &RequestFault{status, fmt.Sprintf(format, args...)}
}

// Guard sets the headers that every answer has. It passes on only requests under one of the
// server's own names and, if they can change anything, only requests of its own page.
type Guard struct {
	hosts  []string
	origin *http.CrossOriginProtection
	next   http.Handler
	fail   func(http.ResponseWriter, *http.Request, error)
}

// New returns the guard of a server that people reach at a URL. The names of the
// loopback interface are always allowed, because no other site can have one of them. Fail answers a
// request with what is wrong, a [RequestFault].
func New(reached *url.URL, next http.Handler, fail func(http.ResponseWriter, *http.Request, error)) (*Guard, error) {
	g := &Guard{
		hosts:  []string{strings.ToLower(reached.Hostname()), "127.0.0.1", "localhost", "::1"},
		origin: http.NewCrossOriginProtection(), next: next, fail: fail,
	}
	return g, g.origin.AddTrustedOrigin(reached.Scheme + "://" + reached.Host)
}

// ServeHTTP implements http.Handler.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
func (g *Guard) allowed(r *http.Request) error {
	if name := hostname(r.Host); !slices.Contains(g.hosts, name) {
		return Refuse(http.StatusMisdirectedRequest, "host %q is not a name of this server: want %s (-public sets the address at which people reach it)", name, g.hosts[0])
	}
	if err := g.origin.Check(r); err != nil {
		return Refuse(http.StatusForbidden, "%v", err)
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

// mostBody is how many bytes the body of a request may have.
const mostBody = 1 << 20

// ReadBody decodes the body of a request: one JSON value of the fields that T has. Its error
// is a [RequestFault].
func ReadBody[T any](w http.ResponseWriter, r *http.Request) (T, error) {
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
		return value, Refuse(http.StatusRequestEntityTooLarge, "the body has more than %d bytes", large.Limit)
	case err != nil:
		return value, Refuse(http.StatusBadRequest, "the body is not as expected: %v", strings.TrimPrefix(err.Error(), "json: "))
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
		return Refuse(http.StatusUnsupportedMediaType, "content type %q: want application/json", declared)
	}
	return nil
}
