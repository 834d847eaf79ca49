package correcting

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// The page has a word for each kind and each sense that it offers, in both languages.
func TestChoicesHaveWords(t *testing.T) {
	text, err := os.ReadFile("page/words.js")
	if err != nil {
		t.Fatal(err)
	}
	var kinds, senses []string
	for _, k := range infer.Kinds() {
		kinds = append(kinds, string(k))
	}
	for _, s := range infer.Senses() {
		senses = append(senses, string(s))
	}
	for name, choices := range map[string][]string{"kinds": kinds, "senses": senses} {
		lists := regexp.MustCompile(name+`: \{([^}]*)\}`).FindAllStringSubmatch(string(text), -1)
		if len(lists) != 2 {
			t.Fatalf("words.js has %d lists of %s: want one for each language", len(lists), name)
		}
		for _, list := range lists {
			words := strings.FieldsFunc(list[1], func(r rune) bool { return strings.ContainsRune(" :,", r) })
			for _, choice := range choices {
				if !slices.Contains(words, choice) {
					t.Errorf("words.js has no word for %s among its %s %q", choice, name, list[1])
				}
			}
		}
	}
}
