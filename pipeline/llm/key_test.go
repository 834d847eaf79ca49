package llm

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAuthorize(t *testing.T) {
	for secret, want := range map[string]string{
		"": "", "none": "Bearer none", "sk-0123456789": "Bearer sk-0123456789", "two words": "!", "line\nbreak": "!", "schlüssel": "!",
	} {
		h := http.Header{}
		err := NewKey(secret).Authorize(h)
		got := h.Get("Authorization")
		if err != nil {
			got += "!"
		}
		if got != want || err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("Authorize with key %q: header %q, error %v, want %q (! for an error)", secret, got, err, want)
		}
	}
}

// The key is found in every form that servers are known to echo it in, at any place of
// what was encoded with it, and nothing else is changed.
func TestRedact(t *testing.T) {
	printable := rapid.StringMatching(`[!-~]{8,40}`)
	rapid.Check(t, func(t *rapid.T) {
		secret := printable.Draw(t, "secret")
		before, after := rapid.StringMatching(`[ -~]{0,7}`).Draw(t, "before"), rapid.StringMatching(`[ -~]{0,7}`).Draw(t, "after")
		k := NewKey(secret)
		quoted, _ := json.Marshal(secret)
		reversed := []byte(secret)
		slices.Reverse(reversed)
		percent, unicode := "", ""
		for _, c := range []byte(secret) {
			percent += fmt.Sprintf("%%%02X", c)
			unicode += fmt.Sprintf(`\u%04X`, c)
		}
		for name, form := range map[string]string{
			"plain": secret, "upper case": strings.ToUpper(secret), "lower case": strings.ToLower(secret),
			"JSON": string(quoted[1 : len(quoted)-1]), "JSON with slashes": strings.ReplaceAll(secret, "/", `\/`), "JSON throughout": unicode,
			"HTML": html.EscapeString(secret), "query": url.QueryEscape(secret), "path": url.PathEscape(secret), "URL throughout": percent,
			"reversed": string(reversed), "hexadecimal": hex.EncodeToString([]byte(secret)), "HEXADECIMAL": strings.ToUpper(hex.EncodeToString([]byte(secret))),
			"base64 in JSON with slashes": strings.ReplaceAll(base64.StdEncoding.EncodeToString([]byte(secret)), "/", `\/`),
			"base64":                      base64.StdEncoding.EncodeToString([]byte(secret)), "base64 of URLs": base64.RawURLEncoding.EncodeToString([]byte(secret)),
		} {
			if got := k.Redact("é " + form + " é"); strings.Contains(got, form) || !strings.Contains(got, hidden) || !strings.HasPrefix(got, "é ") || !strings.HasSuffix(got, " é") {
				t.Fatalf("%s: Redact leaves %q of %q", name, got, form)
			}
		}
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			whole := e.EncodeToString([]byte(before + secret + after))
			got := k.Redact(whole)
			left := len(got) - len(hidden)
			if !strings.Contains(got, hidden) || left > len(whole)-(8*len(secret)-10)/6 {
				t.Fatalf("base64 of %q: Redact leaves %q of %q", before+secret+after, got, whole)
			}
		}
	})
	// whose base64 has slashes after any bytes: Pz8/Pz8/
	if got := NewKey("?????????").Redact(`{"basic":"eDo\/Pz8\/Pz8\/Pz8\/"}`); !strings.Contains(got, hidden) {
		t.Errorf("Redact leaves the slashes of base64 in JSON: %s", got)
	}
	if got := NewKey("none-set-").Redact("NONE set, none-set"); got != "NONE set, none-set" {
		t.Errorf("Redact changes what is no key: %q", got)
	}
}

func BenchmarkRedact(b *testing.B) {
	k := NewKey("sk-proj-0123456789abcdefghijklmnopqrstuvwxyz0123456789")
	text := strings.Repeat("-0.0123456789, ", 1<<20/15)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		k.Redact(text)
	}
}
