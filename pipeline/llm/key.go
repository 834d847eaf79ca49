package llm

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
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
	// Functions, because fmt prints unexported fields without calling their String
	// method, and prints only the address of a function.
	secret func() string
	forms  func() []string // in which Redact finds the secret
}

// NewKey returns the key for a secret; for an empty secret, the zero APIKey. A secret of
// fewer than 8 bytes is taken for a placeholder and is not redacted from responses.
func NewKey(secret string) APIKey {
	if secret == "" {
		return APIKey{}
	}
	return APIKey{
		secret: func() string { return secret },
		forms:  sync.OnceValue(func() []string { return formsOf(secret) }),
	}
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

// Redact returns s with "[key]" in place of the key: in letters of either case, escaped
// as in a JSON string, HTML or a URL, reversed, and in hexadecimal or base64, also within
// a longer text in base64. A key that is cut, spaced out or encoded in another way is not
// found. Secrets of fewer than 8 bytes are left in place.
func (k APIKey) Redact(s string) string {
	if k.IsZero() || len(k.secret()) < minSecret {
		return s
	}
	lower := lowerASCII(s)
	for _, form := range k.forms() {
		if !strings.Contains(lower, form) {
			continue
		}
		var b strings.Builder
		for {
			at := strings.Index(lower, form)
			if at < 0 {
				break
			}
			b.WriteString(s[:at])
			b.WriteString(hidden)
			s, lower = s[at+len(form):], lower[at+len(form):]
		}
		b.WriteString(s)
		s = b.String()
		lower = lowerASCII(s)
	}
	return s
}

// formsOf returns the forms of a secret that Redact finds, in lower case. A form comes
// before those that it contains.
func formsOf(secret string) []string {
	escaped, _ := json.Marshal(secret) // never fails for a string
	reversed := []byte(secret)
	slices.Reverse(reversed)
	forms := []string{
		secret, string(escaped[1 : len(escaped)-1]), html.EscapeString(secret),
		url.QueryEscape(secret), url.PathEscape(secret), string(reversed), hex.EncodeToString([]byte(secret)),
	}
	var inURL, inJSON strings.Builder // every character escaped
	for _, c := range []byte(secret) {
		fmt.Fprintf(&inURL, "%%%02x", c)
		fmt.Fprintf(&inJSON, `\u%04x`, c)
	}
	forms = append(forms, inURL.String(), inJSON.String())
	for before := range 3 { // bytes of a text before the secret, modulo 3
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if before == 0 {
				forms = append(forms, encoding.EncodeToString([]byte(secret)))
			}
			// Only characters of which all six bits are the secret's are the same in every text.
			all := encoding.EncodeToString([]byte(strings.Repeat("-", before) + secret))
			forms = append(forms, all[(8*before+5)/6:8*(before+len(secret))/6])
		}
	}
	for _, form := range forms {
		forms = append(forms, strings.ReplaceAll(form, "/", `\/`)) // base64 has slashes as well
	}
	for i, form := range forms {
		forms[i] = lowerASCII(form)
	}
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return slices.Compact(forms)
}

// lowerASCII returns s with small letters in place of the capital letters of ASCII. Every
// byte keeps its place.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
