package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
)

// shortestToken is the length from which a token cannot be guessed where nobody counts
// guesses.
const shortestToken = 16 // bytes

// Token is the secret that requests must present. It prints, logs and marshals as
// "[token]", also when nested in other values. The zero Token stands for no token.
type Token struct {
	// A function, because fmt prints unexported fields without asking for a String
	// method, and of a function only its address.
	equals func(given string) bool
}

// NewToken returns the token for a secret of at least 16 visible ASCII characters,
// which headers can carry.
func NewToken(secret string) (Token, error) {
	if len(secret) < shortestToken || strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return Token{}, fmt.Errorf("token of %d bytes: want at least %d visible ASCII characters", len(secret), shortestToken)
	}
	want := sha256.Sum256([]byte(secret))
	return Token{equals: func(given string) bool {
		got := sha256.Sum256([]byte(given)) // so that the time taken says nothing about lengths either
		return subtle.ConstantTimeCompare(got[:], want[:]) == 1
	}}, nil
}

// IsZero reports whether there is no token.
func (t Token) IsZero() bool { return t.equals == nil }

// String returns "[token]", or "" for the zero Token.
func (t Token) String() string {
	if t.IsZero() {
		return ""
	}
	return "[token]"
}

// Format writes "[token]", or nothing for the zero Token, for every verb.
func (t Token) Format(f fmt.State, _ rune) { fmt.Fprint(f, t.String()) }

// MarshalText returns "[token]", or "" for the zero Token. The error is nil.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// LogValue returns "[token]" as a string, or "" for the zero Token.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// admits reports whether a request has the token, as a bearer's or as a password.
func (t Token) admits(r *http.Request) bool {
	if t.IsZero() {
		return true
	}
	if _, password, ok := r.BasicAuth(); ok {
		return t.equals(password)
	}
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer") && t.equals(strings.TrimSpace(given))
}
