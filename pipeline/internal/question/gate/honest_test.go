package gate

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// paraphrase is a question that somebody wrote by hand from a draft.
type paraphrase struct {
	task.Task
	// Once are paraphrases that were measured once before anything was tuned on them.
	Once bool `json:"once"`
	// Fresh are the paraphrases of the second such set.
	Fresh bool `json:"fresh"`
	// Model are those that somebody wrote in a model's place, from the conversation that a
	// model gets.
	Model bool `json:"-"`
	// Unfaithful says how a paraphrase asks for something else, "" if it does not.
	Unfaithful string `json:"unfaithful"`
}

// group says how a paraphrase was used.
func (p *paraphrase) group() string {
	switch {
	case p.Model:
		return "in a model's place"
	case p.Fresh:
		return "tuned on last"
	case p.Once:
		return "tuned on later"
	}
	return "tuned on"
}

// domains are the domains of the paraphrases, by language.
var domains = map[string]string{"zh": "legal", "en": "legal-en"}

// opened holds the factories of domains, by name and language.
var opened sync.Map

// open returns a shipped domain and the factory of its gates in a language.
func open(t testing.TB, name, lang string) (*domain.Domain, *Factory) {
	t.Helper()
	key := [2]string{name, lang}
	if f, ok := opened.Load(key); ok {
		return f.(*Factory).domain, f.(*Factory)
	}
	d := toytest.Domain(t, name)
	s, err := style.Open(name, d, lang)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFactory(d, s)
	opened.Store(key, f)
	return d, f
}

// gateOf returns the gate of a task of domain legal.
func gateOf(t testing.TB, one *task.Task) *Gate {
	t.Helper()
	_, f := open(t, "legal", one.Language)
	g, err := f.Gate(one)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// paraphrases reads those of a language, the fresh ones and those written in a model's place
// last where there are any.
func paraphrases(t testing.TB, lang string) (all []paraphrase) {
	t.Helper()
	for _, name := range []string{"honest-", "honest-fresh-", "honest-model-"} {
		f, err := os.Open("testdata/" + name + lang + ".jsonl")
		if name != "honest-" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var p paraphrase
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			p.Fresh, p.Model = name == "honest-fresh-", name == "honest-model-"
			all = append(all, p)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// Honest paraphrases pass, at least 97 of 100; those that do not are listed. Words were
// chosen by the first 200. The next 100, marked once, were written independently and
// measured once before they were looked at: 93 passed. Since then words were chosen by
// them as well. The next 100 were first met by the gates when these passed
// 92 of 100, and served since then to mend the rules. Of 98 that were written in a model's
// place, 84 passed when the gates first met them: they took no date in words for a form. Of
// 208 later ones, 198 passed gates and readers at first sight; the gates' refusals, and readings
// of them that were refused, are kept here and in package demand. Requests for texts to write have
// been left out since their questions have fixed words.
func TestHonest(t *testing.T) {
	passed, all := 0, 0
	for _, lang := range []string{"zh", "en"} {
		_, shared := open(t, domains[lang], lang)
		counts := map[string][2]int{}
		for _, p := range paraphrases(t, lang) {
			g, err := shared.Gate(&p.Task)
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
			c := counts[p.group()]
			c[1]++
			all++
			if wrong && p.Model {
				t.Errorf("%s: %s: %s\n\tdraft: %s\n\tquestion: %s", p.ID, f.Reason, f.Detail, p.Draft, p.Question)
			} else if wrong {
				t.Logf("%s (%s): %s: %s\n\tdraft: %s\n\tquestion: %s", p.ID, p.group(), f.Reason, f.Detail, p.Draft, p.Question)
			} else {
				c[0]++
				passed++
			}
			counts[p.group()] = c
		}
		for _, group := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%s, %s: %d of %d pass", lang, group, counts[group][0], counts[group][1])
		}
	}
	if all < 300 || 100*passed < 97*all {
		t.Errorf("%d of %d honest paraphrases pass, want 97 %% of 300 or more", passed, all)
	}
}
