package examtext

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
)

func spec(seed uint64, scale float64, language string) ExamSpec {
	return ExamSpec{lawtext.LawSpec{Seed: seed, Scale: scale, Language: language}}
}

func draw(t *testing.T, w ExamSpec) *Papers {
	t.Helper()
	p, err := w.Papers()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// world is a world whose papers are tested.
type world struct {
	*Papers
	language string
}

// worlds draws the worlds once and tests each.
func worlds(t *testing.T, do func(t *testing.T, w *world)) {
	t.Helper()
	for _, w := range drawWorlds() {
		t.Run(w.name, func(t *testing.T) {
			if w.err != nil {
				t.Fatal(w.err)
			}
			do(t, &world{w.papers, w.language})
		})
	}
}

type drawn struct {
	name, language string
	papers         *Papers
	err            error
}

var drawWorlds = sync.OnceValue(func() (list []drawn) {
	for _, language := range []string{"zh", "en"} {
		for _, of := range []struct {
			seed  uint64
			scale float64
		}{{1, 1}, {3, 0.05}} {
			p, err := spec(of.seed, of.scale, language).Papers()
			list = append(list, drawn{fmt.Sprint(language, "/", of.seed), language, p, err})
		}
	}
	return list
})

// items calls one function with every essay and the other with every question.
func (w *world) items(essays func(e *essay), questions func(q *question)) {
	for i := range w.papers {
		for j := range w.papers[i].essays {
			essays(&w.papers[i].essays[j])
		}
		for j := range w.papers[i].questions {
			questions(&w.papers[i].questions[j])
		}
	}
}

// At scale 1 there are 60 essays with 120 parts and 100 questions over all fields, which ask for
// all slots; some parts suppose another day, another sum or the times of another version.
func TestMix(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		p := draw(t, spec(1, 1, language))
		parts, assumed, stated, fields, slots := 0, 0, 0, map[string]int{}, map[string]int{}
		(&world{p, language}).items(func(e *essay) {
			parts += len(e.Parts)
			fields[e.Area]++
			if e.Statement != "" {
				stated++
			}
			for _, part := range e.Parts {
				assumed += len(part.Assumptions)
			}
		}, func(q *question) { fields[q.Area]++ })
		for _, k := range p.Known() {
			slots[k.Slot]++
		}
		t.Logf("%s: %d essays, %d with a statement, %d parts, %d with an assumption, %d questions, fields %v, slots %v",
			language, p.Essays(), stated, parts, assumed, p.Questions(), fields, slots)
		if p.Essays() != 60 || parts < 118 || p.Questions() != 100 || len(fields) < 14 || assumed < 15 || stated < 40 {
			t.Errorf("%s: want 60 essays of two parts, 40 with a statement, 15 assumptions, 100 questions and 14 fields", language)
		}
		for _, slot := range []string{"days", "months", "years", "hours", "percent", "rate", "high", "claim", "effect", "g", "where"} {
			if slots[slot] == 0 {
				t.Errorf("%s: nothing asks for %s", language, slot)
			}
		}
	}
}

// A small world has enough essays of each kind to convert.
func TestSmallWorld(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		for seed := range uint64(2) {
			p := draw(t, spec(seed+1, 0.05, language))
			stated, theory := 0, 0
			(&world{p, language}).items(func(e *essay) {
				if e.Statement != "" {
					stated++
				} else {
					theory++
				}
			}, func(*question) {})
			if p.Essays() < leastEssays || p.Questions() < leastQuestions || stated < 6 || theory < 1 {
				t.Errorf("%s, seed %d: %d essays with a statement, %d without, %d questions: want %d essays and %d questions",
					language, seed+1, stated, theory, p.Questions(), leastEssays, leastQuestions)
			}
		}
	}
}

// Points add up to what a part is worth, and the parts to what an essay is worth.
func TestPoints(t *testing.T) {
	worth := regexp.MustCompile(`[（(]([0-9]\.[0-9][0-9])分?[）)]`)
	worlds(t, func(t *testing.T, w *world) {
		w.items(func(e *essay) {
			sum := points(0)
			for _, p := range e.Parts {
				rows := points(0)
				for _, row := range p.Points {
					last := row.Values[len(row.Values)-1]
					rows += last
					written := points(0)
					for _, m := range worth.FindAllStringSubmatch(row.Text, -1) {
						var whole, part int
						fmt.Sscanf(m[1], "%d.%d", &whole, &part)
						written += points(whole*100 + part)
					}
					if written != last || !slices.IsSorted(row.Values) || row.Values[0] != 0 {
						t.Errorf("%s %s: row %q has values %v", e.ID, p.Label, row.Text, row.Values)
					}
				}
				if rows != p.Value {
					t.Errorf("%s %s: rows of %s points, want %s", e.ID, p.Label, rows, p.Value)
				}
				sum += p.Value
			}
			if sum != worthFirst+worthSecond && len(e.Parts) == 2 {
				t.Errorf("%s: %s points", e.ID, sum)
			}
		}, func(*question) {})
	})
}

// Statements, questions, answers and options name no article, only rows of points tables do; no
// text has a gap.
func TestTexts(t *testing.T) {
	article := regexp.MustCompile(`第[一二三四五六七八九十百千零]+条|Article \d`)
	gap := regexp.MustCompile(`[{}$]|  |。。|，。|：$|\.\.|,[,.]|，，| \.|^[a-z]`)
	worlds(t, func(t *testing.T, w *world) {
		clean := func(id string, sentences ...string) {
			for _, s := range sentences {
				if m := gap.FindString(s); m != "" || s == "" {
					t.Errorf("%s: %q in %q", id, m, s)
				}
				if m := article.FindString(s); m != "" {
					t.Errorf("%s: %q in %q", id, m, s)
				}
			}
		}
		w.items(func(e *essay) {
			if e.Statement != "" {
				clean(e.ID, e.Statement)
			}
			for _, p := range e.Parts {
				clean(e.ID, append([]string{p.Question, p.Answer}, p.Assumptions...)...)
				if !article.MatchString(p.Points[0].Text) {
					t.Errorf("%s %s: row %q cites no article", e.ID, p.Label, p.Points[0].Text)
				}
			}
		}, func(q *question) {
			clean(q.ID, q.Stem)
			for _, o := range q.Options {
				clean(q.ID, capital(o))
			}
		})
	})
}

// Identifiers are unique, and so are questions.
func TestUnique(t *testing.T) {
	worlds(t, func(t *testing.T, w *world) {
		seen := map[string]bool{}
		once := func(s string) {
			if seen[s] {
				t.Errorf("%q twice", s)
			}
			seen[s] = true
		}
		w.items(func(e *essay) {
			once(e.ID)
			for _, p := range e.Parts {
				once(e.Statement + strings.Join(p.Assumptions, " ") + p.Question)
			}
		}, func(q *question) { once(q.ID); once(q.Stem) })
	})
}

// Equal specifications give equal bytes, also if they are drawn at the same time, and each paper is
// written under its name.
func TestWrite(t *testing.T) {
	w := spec(5, 0.1, "en")
	var all [3]map[string]string
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			p, err := w.Papers()
			if err != nil {
				t.Error(err)
				return
			}
			written := map[string]*strings.Builder{}
			done := 0
			err = p.Write(t.Context(), func(name string) (io.WriteCloser, error) {
				written[name] = new(strings.Builder)
				return closer{written[name]}, nil
			}, func(n int) { done += n })
			if err != nil || done != p.Len() || len(written) != p.Len() || p.Len() < leastPapers {
				t.Errorf("%d of %d papers written: %v", done, p.Len(), err)
			}
			all[i] = map[string]string{}
			for j, name := range p.Files() {
				text, err := p.Text(j)
				if err != nil || written[name] == nil || written[name].String() != text {
					t.Errorf("%s: another text, %v", name, err)
				}
				all[i][name] = text
			}
		})
	}
	wait.Wait()
	for name, text := range all[0] {
		if all[1][name] != text || all[2][name] != text {
			t.Errorf("%s: drawn again, it differs", name)
		}
	}
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

// A specification beyond its bounds is refused.
func TestBounds(t *testing.T) {
	for _, w := range []ExamSpec{spec(1, 0, "zh"), spec(1, 1, "pt"), spec(1, 1000, "en")} {
		if _, err := w.Papers(); err == nil {
			t.Errorf("%+v: want an error", w)
		}
	}
}

// Every rule of the grammars is used.
func TestRulesUsed(t *testing.T) {
	worlds(t, func(t *testing.T, w *world) {
		if w.Essays() > leastEssays {
			return // one world of a language is enough
		}
		words, err := newWriter(w.language, nil)
		if err != nil {
			t.Fatal(err)
		}
		roots := []string{"put_plea", "put_plea_supposed", "supposed", "put_length", "put_quota", "put_sum", "put_fine", "put_court", "yes", "no", "under", "under_version",
			"cites", "applies", "conclude_court", "conclude_value", "year", "years", "option", "option_g", "option_where",
			"assume_day", "assume_start", "assume_sum", "assume_version_earlier", "assume_version_later"}
		for _, f := range words.forms {
			q := &asked{form: &f}
			roots = append(roots, words.askRule(q))
			if f.Facts != "" {
				roots = append(roots, "facts_"+string(f.Form), words.first("put_"+string(f.Form), "put_"+f.Facts))
			}
		}
		for _, r := range words.rules {
			for _, prefix := range []string{"yes_", "no_", "apply_"} {
				if strings.HasPrefix(r, prefix) {
					roots = append(roots, r)
				}
			}
		}
		if unused := words.grammar.Unused(roots...); len(unused) > 0 {
			t.Errorf("rules %v are never used", unused)
		}
	})
}

// A small world as it was when last looked at. UPDATE=1 writes it anew.
func TestGolden(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		p := draw(t, spec(7, 0.05, language))
		text, err := p.Text(0)
		if err != nil {
			t.Fatal(err)
		}
		goldentest.Compare(t, filepath.Join("testdata", language+".golden"), text)
	}
}
