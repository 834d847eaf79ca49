package ground

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// letters is the toy world with texts to write.
func letters(t testing.TB) *world {
	t.Helper()
	const dir = "../domain/testdata/letters"
	d, err := domain.Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	c, tools := toytest.Load(t, d, dir+"/world")
	return &world{corpus: c, tools: tools}
}

// write makes tasks of a template.
func (w *world) write(t testing.TB, template, lang string, seed uint64, n, workers int) *Grounding {
	t.Helper()
	g := New(w.corpus, w.tools, lang, seed, limits, workers)
	out, err := g.Write(context.Background(), w.corpus.Domain().Template(template), n)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWrite(t *testing.T) {
	w := letters(t)
	out := w.write(t, "answer", "zh", 1, 10, 1)
	var about []string
	for _, made := range out.Tasks {
		about = append(about, made.Entities[0].Name[0])
		if made.Family != task.Writing || made.Type != task.Writing {
			t.Errorf("%s is of family %q and type %q: want %q", made.ID, made.Family, made.Type, task.Writing)
		}
		if want := "get_case----get_company----get_court----search_rules----search_notes"; made.Path != want {
			t.Errorf("path %q: want %q", made.Path, want)
		}
	}
	slices.Sort(about)
	if diff := cmp.Diff([]string{"（2021）甲01民初1号", "（2021）甲01民初7号"}, about); diff != "" {
		t.Error(diff)
	}
	// One case has two defendants and one two pleas; one defendant's rules are not
	// found and one's company.
	want := map[plan.Reason]int{plan.Several: 2, plan.Masked: 1, plan.Underived: 1, plan.Missing: 2}
	if diff := cmp.Diff(want, out.Dropped); diff != "" || out.Passed != 2 {
		t.Error(out.Passed, diff)
	}
	if one := w.write(t, "answer", "zh", 1, 1, 1); len(one.Tasks) != 1 {
		t.Errorf("%d tasks: want 1, as many as asked for", len(one.Tasks))
	}
}

// Tasks depend on seed and template, not on how many goroutines look for them.
// Where no text is wanted no entity is looked at.
func TestWriteNothing(t *testing.T) {
	if out := letters(t).write(t, "answer", "zh", 1, 0, 1); len(out.Tasks)+out.Passed+len(out.Dropped) > 0 {
		t.Errorf("%d tasks, %d passed, dropped %v: want nothing of any", len(out.Tasks), out.Passed, out.Dropped)
	}
}

func TestWriteDependsOnTheSeedAlone(t *testing.T) {
	w := letters(t)
	if diff := cmp.Diff(text(t, w.write(t, "answer", "zh", 1, 1, 1)), text(t, w.write(t, "answer", "zh", 1, 1, 8))); diff != "" {
		t.Error(diff)
	}
	drawn := map[string]bool{}
	for seed := range uint64(8) {
		drawn[w.write(t, "answer", "zh", seed, 1, 2).Tasks[0].Entities[0].Name[0]] = true
	}
	if len(drawn) < 2 {
		t.Errorf("eight seeds draw %v: want different cases", slices.Collect(maps.Keys(drawn)))
	}
}

// What makes a text unfit although everything it holds is found.
func TestWriteRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *domain.Template)
		want   plan.Reason
	}{
		{"a keyword in the request", func(t *domain.Template) {
			t.Requests[0].Phrase = domain.Text{"zh": "{start}{slots}甲01民初1号案的乙水公司和丙火公司", "en": "{start}{slots}"}
		}, Leak},
		{"a keyword in another", func(t *domain.Template) {
			for i := range t.Steps {
				switch s := &t.Steps[i]; s.Name {
				case "representative":
					*s = domain.TemplateStep{Name: s.Name, Of: []string{"outcome"}, Extract: "(付清|归还)"}
				case "court_phone":
					*s = domain.TemplateStep{Name: s.Name, Of: []string{"outcome"}, Extract: "(已经付清|已经归还)"}
				}
			}
		}, Weak},
	} {
		w := letters(t)
		c.change(w.corpus.Domain().Template("answer"))
		out := w.write(t, "answer", "zh", 1, 10, 2)
		if len(out.Tasks) > 0 || out.Dropped[c.want] != 2 {
			t.Errorf("%s: %d tasks, dropped %v: want both as %s", c.name, len(out.Tasks), out.Dropped, c.want)
		}
	}
}

// generated is a small generated world of a shipped domain.
func generated(t testing.TB, name, lang string) *world {
	t.Helper()
	dir := t.TempDir()
	err := synth.WorldSpec{Seed: 1, Scale: 0.2, Language: lang}.Write(context.Background(), synth.Output{
		Format: tablefile.JSONL,
		Create: func(file string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, file)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := read(name, dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// On the worlds that ship, statements of defence are found in both languages; the
// strict grader gives their references full marks and agents that know nothing none.
func TestStatementsOfDefence(t *testing.T) {
	worlds := map[string]string{"legal": "zh"}
	if !testing.Short() {
		worlds["legal-en"] = "en"
	}
	for name, lang := range worlds {
		w := generated(t, name, lang)
		out := w.write(t, "defence", lang, 1, 5, 2)
		if len(out.Tasks) == 0 {
			t.Fatalf("%s: no task, dropped %v: want some", name, out.Dropped)
		}
		if files := w.corpus.Table("CaseFile").Len(); out.Subjects > files {
			t.Errorf("%s: %d subjects, want those of the %d cases with a file", name, out.Subjects, files)
		}
		golden(t, lang, out.Tasks[0])
		characters, middle, articles := 0, 0, 0
		for _, made := range out.Tasks {
			made.Question = made.Draft
			if got := w.strict(t, made, agent.Replay{Steps: made.Steps, Answer: made.Answer}); *got.Success != 1 || *got.Process != 1 {
				t.Errorf("%s %s: the reference has %v and %v: want full marks\n%s", name, made.ID, *got.Success, *got.Process, made.Answer)
			}
			for _, a := range agent.Degenerate() {
				if got := w.strict(t, made, a.Agent); *got.Success != 0 {
					t.Errorf("%s %s: %s has %v: want nothing", name, made.ID, a.Name, *got.Success)
				}
			}
			if got := w.strict(t, made, agent.Replay{Steps: made.Steps, Answer: inOtherTerms(t, made)}); *got.Success != 1 || *got.Process != 1 {
				t.Errorf("%s %s: the reference in other terms has %v and %v: want full marks\n%s", name, made.ID, *got.Success, *got.Process, inOtherTerms(t, made))
			}
			characters, middle = characters+utf8.RuneCountInString(made.Question), middle+len(made.KeyMiddle)
			for _, key := range made.KeyAnswer {
				if _, cites := value.ParseCitation(key); cites {
					articles++
				}
			}
			if strings.ContainsAny(made.Answer+made.Draft, "{}") {
				t.Errorf("%s %s: a slot was left open:\n%s", name, made.ID, made.Answer)
			}
		}
		if articles == 0 {
			t.Errorf("%s: no defence rests on an article that is a key", name)
		}
		// Published writing tasks have 1,060 characters and 6.20 keywords on the way (Table 2).
		n := len(out.Tasks)
		t.Logf("%s: %d tasks of %d characters and %.1f keywords on the way", name, n, characters/n, float64(middle)/float64(n))
		if lang == "zh" && (characters < 848*n || characters > 1272*n) || float64(middle) < 4.96*float64(n) || float64(middle) > 7.44*float64(n) {
			t.Errorf("%s: %d tasks of %d characters and %.1f keywords on the way: want a fifth more or less at most", name, n, characters/n, float64(middle)/float64(n))
		}
	}
}

// inOtherTerms returns the answer of a task with another term in place of each point that has one, none of
// which the question uses.
func inOtherTerms(t testing.TB, made *task.Task) string {
	t.Helper()
	answer := made.Answer
	for _, v := range made.MiddleValues {
		if !slices.Contains(made.KeyMiddle, v.Text) {
			t.Errorf("%s: %q has other terms and is no keyword", made.ID, v.Text)
		}
		for _, a := range v.Aliases {
			if strings.Contains(strings.ToLower(made.Draft), strings.ToLower(a)) {
				t.Errorf("%s: the question says %q, another term for %q", made.ID, a, v.Text)
			}
		}
		answer = regexp.MustCompile("(?i)"+regexp.QuoteMeta(v.Text)).ReplaceAllLiteralString(answer, v.Aliases[0])
	}
	for _, v := range made.AnswerValues {
		if _, cites := value.ParseCitation(v.Text); cites && v.Aliases != nil {
			answer = strings.ReplaceAll(answer, v.Text, v.Aliases[0])
		}
	}
	return answer
}

// strict grades an agent.
func (w *world) strict(t testing.TB, made *task.Task, a agent.Agent) score.Rates {
	t.Helper()
	done, err := a.Solve(context.Background(), made.Question, w.tools, agent.TrialEnv{Domain: w.corpus.Domain(), Language: made.Language})
	if err != nil {
		t.Fatal(err)
	}
	ref := task.Reference(made)
	return score.Grade(ref, done.Attempt()).Strict
}

// golden compares a task with the file that pins how statements look in a language.
func golden(t *testing.T, lang string, made *task.Task) {
	t.Helper()
	keys, err := json.MarshalIndent(map[string]any{"key_answer": made.KeyAnswer, "key_middle": made.KeyMiddle}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s\n\n%s\n\n%s\n", made.Draft, made.Answer, keys)
	file := filepath.Join("testdata", "defence-"+lang+".golden")
	goldentest.Compare(t, file, got)
}
