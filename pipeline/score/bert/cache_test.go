package bert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// named is an encoder with a name that fails once it has encoded most texts; negative for never.
type named struct {
	*planted
	name string
	most int
}

var errDown = errors.New("down")

func (n *named) Identity(context.Context) (string, error) { return n.name, nil }

func (n *named) Encode(ctx context.Context, texts []string) ([][][]float32, error) {
	if n.most >= 0 && len(n.asked) >= n.most {
		return nil, errDown
	}
	return n.planted.Encode(ctx, texts)
}

// cachedPairs draws pairs over few texts, so that references and whole pairs are repeated.
func cachedPairs(t *rapid.T) []Pair {
	text := rapid.SampledFrom([]string{"", "east", "north", "east north", "west sixty", "unknown", "northeast east2"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Pair {
		return Pair{text.Draw(t, "reference"), text.Draw(t, "text")}
	}), 1, 12).Draw(t, "pairs")
}

// However often it is interrupted, a cache ends with the scores that one run gives, in the order of the
// pairs, and no text is encoded again that was scored.
func TestCacheGoesOn(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		path := filepath.Join(dir, fmt.Sprint(n))
		pairs := rapid.Permutation(cachedPairs(rt)).Draw(rt, "order")
		want, err := Score(t.Context(), compass(), pairs)
		if err != nil {
			rt.Fatal(err)
		}
		known := 0
		for try := 0; ; try++ {
			c, err := OpenCache(path)
			if err != nil {
				rt.Fatal(err)
			}
			if len(c.kept) < known {
				rt.Fatalf("%d scores after an interruption, %d before", len(c.kept), known)
			}
			enc := &named{compass(), "compass", rapid.IntRange(0, 5).Draw(rt, "encoded")}
			if try > 8 {
				enc.most = -1
			}
			got, err := c.Score(t.Context(), enc, pairs)
			known = len(c.kept)
			if err := c.Close(); err != nil {
				rt.Fatal(err)
			}
			if err == nil {
				if diff := cmp.Diff(want, got); diff != "" {
					rt.Fatalf("scores (-want +got):\n%s", diff)
				}
				break
			}
			if got != nil || !errors.Is(err, errDown) {
				rt.Fatalf("%v, %v, want the encoder's error alone", got, err)
			}
		}
		c, err := OpenCache(path)
		if err != nil {
			rt.Fatal(err)
		}
		defer c.Close()
		slices.Reverse(pairs)
		slices.Reverse(want)
		if got, err := c.Score(t.Context(), &named{compass(), "compass", 0}, pairs); err != nil || !slices.Equal(got, want) {
			rt.Fatalf("%v, %v of a whole cache, want %v without the encoder", got, err, want)
		}
	})
}

// Each reference is encoded once, whatever the order of the pairs, equal pairs are scored once, and
// scores of one encoder are not those of another.
func TestCacheAsksOnce(t *testing.T) {
	pairs := []Pair{{"east", "north"}, {"north", "east"}, {"east", "west"}, {"east", "north"}, {"north", "north"}}
	for _, path := range []string{"", filepath.Join(t.TempDir(), "scores.jsonl")} {
		c := &Cache{}
		if path != "" {
			var err error
			if c, err = OpenCache(path); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenCache(path); err == nil {
				t.Error("a cache that is open is opened again")
			}
		}
		for name, want := range map[string][]string{"a": {"east", "north", "west", "north", "east"}, "b": {"east", "north", "west", "north", "east"}} {
			enc := &named{compass(), name, -1}
			for range 2 {
				if _, err := c.Score(t.Context(), enc, pairs); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(want, enc.asked); diff != "" {
				t.Errorf("texts that %s encodes (-want +got):\n%s", name, diff)
			}
		}
		if got, err := c.Score(t.Context(), &named{compass(), "c", 0}, nil); len(got) != 0 || err != nil {
			t.Errorf("no pairs: %v, %v", got, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if _, err := c.Score(t.Context(), &named{compass(), "d", -1}, pairs); (path != "") != errors.Is(err, os.ErrClosed) {
			t.Errorf("a cache that is closed: %v", err)
		}
	}
}

// What is damaged is told, with its line; what was cut off is computed again.
func TestCacheFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.jsonl")
	c, err := OpenCache(path)
	if err != nil {
		t.Fatal(err)
	}
	pairs := []Pair{{"east", "northeast"}, {"east", "north"}}
	want, err := c.Score(t.Context(), compass(), pairs)
	if err == nil {
		err = c.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"another figure", strings.Replace(string(whole), `"p":0.7`, `"p":0.8`, 1), "scores.jsonl:1: "},
		{"no score", `{"pair":"x"}` + "\n", "scores.jsonl:1: "},
		{"a figure out of range", `{"pair":"sha256:` + strings.Repeat("0", 64) + `","p":2,"r":0,"f":0}` + "\n", "a score of 2"},
		{"another file", `{"id":1}` + "\n", "not a score of an encoder"},
		{"another member", `{"pair":"sha256:` + strings.Repeat("0", 64) + `","q":1}` + "\n", "want a score as JSON"},
		{"text", "scores\n", "scores.jsonl:1: "},
	} {
		if err := os.WriteFile(path, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenCache(path); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	answers := `{"id":1,"res":"x"}` // one line without its end
	if err := os.WriteFile(path, []byte(answers), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCache(path); err == nil {
		t.Error("another file without an end of its line is opened")
	}
	if b, err := os.ReadFile(path); string(b) != answers || err != nil {
		t.Errorf("another file has become %q, %v", b, err)
	}
	if err := os.WriteFile(path, whole[:len(whole)-9], 0o666); err != nil {
		t.Fatal(err)
	}
	if c, err = OpenCache(path); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	enc := compass()
	if got, err := c.Score(t.Context(), enc, pairs); err != nil || !slices.Equal(got, want) || len(enc.asked) != 2 || c.Torn() == 0 {
		t.Errorf("%v, %v with %q encoded and %d bytes moved, want %v by encoding the second pair again", got, err, enc.asked, c.Torn(), want)
	}
}
