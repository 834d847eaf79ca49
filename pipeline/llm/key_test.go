package llm

import (
	"net/http"
	"strings"
	"testing"
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
