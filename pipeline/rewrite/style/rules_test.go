package style

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
)

// Of the files of a grammar that share a name the nearest counts; it may use rules of
// the others.
func TestGrammarFiles(t *testing.T) {
	near := fstest.MapFS{"near/voice.yaml": {Data: []byte("who: [\"a {trade} lawyer\"]\n")}}
	far := fstest.MapFS{
		"far/voice.yaml":   {Data: []byte("who: [a clerk]\n")},
		"far/asking.yaml":  {Data: []byte("trade: [shipping]\n")},
		"far/prompts.yaml": {Data: []byte("rewrite: x\n")},
	}
	_, err := load([]source{{near, "near", "mine"}, {far, "far", ""}}, "en")
	if err == nil || !strings.Contains(err.Error(), "prompt rewrite: want") {
		t.Fatalf("load = %v, want a fault of the prompts alone", err)
	}
	var files grammarFiles
	files.add("mine/near/voice.yaml", near["near/voice.yaml"].Data)
	files.add("far/asking.yaml", far["far/asking.yaml"].Data)
	files.add("far/voice.yaml", far["far/voice.yaml"].Data)
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
