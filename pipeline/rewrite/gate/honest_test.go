package gate

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/rewrite/style"
	"taskgrove/pipeline/task"
)

// paraphrase is a question that somebody wrote by hand from a draft.
type paraphrase struct {
	task.Task
	// Held are paraphrases that nothing was tuned on.
	Held bool `json:"held"`
	// Unfaithful says how a paraphrase asks for something else, "" if it does not.
	Unfaithful string `json:"unfaithful"`
}

// domains are the domains of the paraphrases, by language.
var domains = map[string]string{"zh": "legal", "en": "legal-en"}

// open returns a domain and its style.
func open(t testing.TB, name, lang string) (*domain.Domain, *style.Style) {
	t.Helper()
	d, err := domain.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := style.Open(name, d, lang)
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

func paraphrases(t testing.TB, lang string) []paraphrase {
	t.Helper()
	f, err := os.Open("testdata/honest-" + lang + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []paraphrase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p paraphrase
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Honest paraphrases pass, at least 97 of 100.
func TestHonest(t *testing.T) {
	for lang, name := range domains {
		d, s := open(t, name, lang)
		counts := map[bool][2]int{}
		for _, p := range paraphrases(t, lang) {
			g, err := New(d, s, &p.Task)
			if err != nil {
				t.Fatal(err)
			}
			f, wrong := g.Judge(p.Question)
			if p.Unfaithful != "" {
				if !wrong {
					t.Errorf("%s: passes, and %s: %s", p.ID, p.Unfaithful, p.Question)
				}
				continue
			}
			c := counts[p.Held]
			c[1]++
			if !wrong {
				c[0]++
			} else {
				t.Logf("%s (held %v): %s: %s\n  draft: %s\n  question: %s", p.ID, p.Held, f.Reason, f.Detail, p.Draft, p.Question)
			}
			counts[p.Held] = c
		}
		for held, c := range counts {
			t.Logf("%s, held %v: %d of %d pass", lang, held, c[0], c[1])
			if 100*c[0] < 97*c[1] {
				t.Errorf("%s, held %v: %d of %d honest paraphrases pass, want 97 %%", lang, held, c[0], c[1])
			}
		}
	}
}
