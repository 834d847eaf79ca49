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

// Honest paraphrases pass, at least 97 of 100; those that do not are listed. Words were
// chosen by those that are not held; the others were written independently and measured
// once, afterwards: 48 of 50 passed in Chinese and 45 of 50 in English.
func TestHonest(t *testing.T) {
	passed, all := 0, 0
	for _, lang := range []string{"zh", "en"} {
		d, s := open(t, domains[lang], lang)
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
			all++
			if wrong {
				t.Logf("%s (held %v): %s: %s\n\tdraft: %s\n\tquestion: %s", p.ID, p.Held, f.Reason, f.Detail, p.Draft, p.Question)
			} else {
				c[0]++
				passed++
			}
			counts[p.Held] = c
		}
		for _, held := range []bool{false, true} {
			t.Logf("%s, held %v: %d of %d pass", lang, held, counts[held][0], counts[held][1])
		}
	}
	if all < 300 || 100*passed < 97*all {
		t.Errorf("%d of %d honest paraphrases pass, want 97 %% of 300", passed, all)
	}
}
