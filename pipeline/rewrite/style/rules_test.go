package style

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Of the files of a grammar that share a name the nearest counts; it may use rules of
// the others.
func TestGrammarFiles(t *testing.T) {
	var files grammarFiles
	files.add("mine/near/voice.yaml", []byte("who: [\"a {trade} lawyer\"]\n"))
	files.add("far/asking.yaml", []byte("trade: [shipping]\n"))
	files.add("far/voice.yaml", []byte("who: [a clerk]\n"))
	g, err := files.load()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Expand(rand.New(rand.NewPCG(1, 1)), "who", nil), "a shipping lawyer"; got != want {
		t.Errorf("who = %q, want %q", got, want)
	}
	broken := grammarFiles{{"mine/near/voice.yaml", []byte("who: [\"a {nobody}\"]\n")}}
	if _, err := broken.load(); err == nil || !strings.HasPrefix(err.Error(), "mine/near/voice.yaml:1: ") {
		t.Errorf("load = %v, want a fault at mine/near/voice.yaml:1", err)
	}
}
