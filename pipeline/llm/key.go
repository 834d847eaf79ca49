package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
)

// hidden is what stands wherever a key would.
const hidden = "[key]"

// shortestSecret is the length from which a key is looked for in what a server
// sends back. Local servers take keys such as "none", and to strike that word out
// of answers would change them.
const shortestSecret = 8 // bytes

// APIKey is the secret that an endpoint wants. It prints, logs and marshals as
// "[key]", in whatever it is nested, and can be compared with nothing. The zero
// Key is none: no Authorization header is sent.
type APIKey struct {
	// A function, because fmt prints unexported fields without asking for a String
	// method, and of a function only its address.
	secret func() string
}

// NewKey returns the key for a secret; of an empty one, the zero Key. Secrets of
// fewer than 8 bytes are taken for placeholders: they are not struck out of what a
// server sends back.
func NewKey(secret string) APIKey {
	if secret == "" {
		return APIKey{}
	}
	return APIKey{secret: func() string { return secret }}
}

// IsZero reports whether there is no key.
func (k APIKey) IsZero() bool { return k.secret == nil }

// String returns "[key]", or "" for none.
func (k APIKey) String() string {
	if k.IsZero() {
		return ""
	}
	return hidden
}

// GoString returns what String does.
func (k APIKey) GoString() string { return k.String() }

// Format writes what String returns, whatever the verb.
func (k APIKey) Format(f fmt.State, _ rune) { fmt.Fprint(f, k.String()) }

// MarshalText returns what String does.
func (k APIKey) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// sendable reports whether a header can hold the key.
func (k APIKey) sendable() bool {
	return k.IsZero() || !strings.ContainsFunc(k.secret(), func(r rune) bool { return r <= ' ' || r > '~' })
}

// LogValue returns what String does.
func (k APIKey) LogValue() slog.Value { return slog.StringValue(k.String()) }

// Authorize sets the Authorization header to the key, as a bearer token; the zero Key
// sets none. It refuses a key that no header can hold.
func (k APIKey) Authorize(h http.Header) error {
	switch {
	case !k.sendable():
		return errors.New("the key has a space, a line break or a character that is not ASCII: want it without")
	case !k.IsZero():
		h.Set("Authorization", "Bearer "+k.secret())
	}
	return nil
}

// Redact strikes the key out of s, plain or as a JSON string or a URL would carry
// it. Of secrets of fewer than 8 bytes it strikes out nothing.
func (k APIKey) Redact(s string) string {
	if k.IsZero() {
		return s
	}
	secret := k.secret()
	if len(secret) < shortestSecret {
		return s
	}
	escaped, _ := json.Marshal(secret) // a string always has a form
	inJSON := string(escaped[1 : len(escaped)-1])
	for _, form := range []string{secret, inJSON, strings.ReplaceAll(secret, "/", `\/`), url.QueryEscape(secret), url.PathEscape(secret)} {
		s = strings.ReplaceAll(s, form, hidden)
	}
	return s
}
