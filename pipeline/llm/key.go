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

// hidden replaces a key wherever it would be shown.
const hidden = "[key]"

// minSecret is the length from which keys are redacted from responses. Local servers
// take keys such as "none", and redacting that word would change their answers.
const minSecret = 8 // bytes

// APIKey is the secret key of an endpoint. It prints, logs and marshals as "[key]", also
// as a field of another value, and cannot be compared. With the zero APIKey no
// Authorization header is sent.
type APIKey struct {
	// A function, because fmt prints unexported fields without calling their String
	// method, and prints only the address of a function.
	secret func() string
}

// NewKey returns the key for a secret; for an empty secret, the zero APIKey. A secret of
// fewer than 8 bytes is taken for a placeholder and is not redacted from responses.
func NewKey(secret string) APIKey {
	if secret == "" {
		return APIKey{}
	}
	return APIKey{secret: func() string { return secret }}
}

// IsZero reports whether there is no key.
func (k APIKey) IsZero() bool { return k.secret == nil }

// String returns "[key]", or "" for the zero APIKey.
func (k APIKey) String() string {
	if k.IsZero() {
		return ""
	}
	return hidden
}

// GoString returns "[key]", or "" for the zero APIKey.
func (k APIKey) GoString() string { return k.String() }

// Format writes "[key]" for every verb, or nothing for the zero APIKey.
func (k APIKey) Format(f fmt.State, _ rune) { fmt.Fprint(f, k.String()) }

// MarshalText returns "[key]" and never the secret, or "" for the zero APIKey. The error is
// nil.
func (k APIKey) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// sendable reports whether the key can be sent in a header.
func (k APIKey) sendable() bool {
	return k.IsZero() || !strings.ContainsFunc(k.secret(), func(r rune) bool { return r <= ' ' || r > '~' })
}

// LogValue returns "[key]" as a string, or "" for the zero APIKey.
func (k APIKey) LogValue() slog.Value { return slog.StringValue(k.String()) }

// Authorize sets the Authorization header to the key, as a bearer token. The zero APIKey
// sets nothing. It returns an error, without the key, for a key that a header cannot hold.
func (k APIKey) Authorize(h http.Header) error {
	switch {
	case !k.sendable():
		return errors.New("the key must be printable ASCII without spaces and line breaks")
	case !k.IsZero():
		h.Set("Authorization", "Bearer "+k.secret())
	}
	return nil
}

// Redact returns s with "[key]" in place of the key, also where the key is escaped as in
// a JSON string or a URL. Secrets of fewer than 8 bytes are left in place.
func (k APIKey) Redact(s string) string {
	if k.IsZero() {
		return s
	}
	secret := k.secret()
	if len(secret) < minSecret {
		return s
	}
	escaped, _ := json.Marshal(secret) // never fails for a string
	inJSON := string(escaped[1 : len(escaped)-1])
	for _, form := range []string{secret, inJSON, strings.ReplaceAll(secret, "/", `\/`), url.QueryEscape(secret), url.PathEscape(secret)} {
		s = strings.ReplaceAll(s, form, hidden)
	}
	return s
}
