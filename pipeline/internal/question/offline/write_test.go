package offline

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// shipped are the shipped domains with the languages their questions are put in.
var shipped = map[string][]string{"legal": {"zh", "en"}, "legal-en": {"en"}, "toy": {"zh", "en"}}

func open(t testing.TB, name, lang string) (*domain.Domain, *style.Style) {
	t.Helper()
	d := toytest.Domain(t, name)
	s, err := style.Open(name, d, lang)
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

// programs reads the programs of the gate's testdata/operators.jsonl: one of every
// operation and form, over the legal domain.
func programs(t testing.TB) []*plan.Program {
	t.Helper()
	data, err := os.ReadFile("../gate/testdata/operators.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []*plan.Program
	for line := range strings.Lines(string(data)) {
		p := new(plan.Program)
		if err := json.Unmarshal([]byte(line), p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// asked is a task that asks for what a program does.
func asked(t testing.TB, d *domain.Domain, p *plan.Program, lang, id string) *task.Task {
	t.Helper()
	q, err := draft.Question(d, p, lang)
	if err != nil {
		t.Fatal(err)
	}
	return &task.Task{ID: id, Language: lang, Draft: q, Plan: p}
}

// Whatever a program asks for, in both languages, with every seed and attempt: the
// question passes the gate, has no slot or idle space left, and is the same again.
func TestWrite(t *testing.T) {
	all, seeds := programs(t), uint64(24)
	if testing.Short() {
		seeds = 6
	}
	for _, lang := range []string{"zh", "en"} {
		d, s := open(t, "legal", lang)
		for i, p := range all {
			one := asked(t, d, p, lang, fmt.Sprint("operator ", i))
			g, err := gate.NewFactory(d, s).Gate(one)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range seeds {
				attempt := int(seed % 6)
				q := write(t, d, s, one, seed, attempt)
				if fault, bad := g.Judge(q); bad {
					t.Errorf("Judge(%q) = %v; the draft is %q", q, fault, one.Draft)
				}
				for _, bad := range []string{"{", "}", "  ", "。。", "，。", "？。", "。？", "..", " .", " ,", "?.", ".?", "（）", "()", "的的", "the the "} {
					if strings.Contains(strings.NewReplacer("Co., Ltd.", "", "标的的", "标的").Replace(q), bad) {
						t.Errorf("%q has %q", q, bad)
					}
				}
				if attempt > 0 {
					continue
				}
				if again := write(t, d, s, one, seed, attempt); again != q {
					t.Errorf("Write gives %q, then %q", q, again)
				}
			}
		}
	}
}

// Attempts, seeds and drafts draw anew, and rows seen on the way do not; a style of another language is refused.
func TestWriteDraws(t *testing.T) {
	d, s := open(t, "legal", "zh")
	one := asked(t, d, programs(t)[0], "zh", "a")
	other := *one
	other.Draft += "?"
	first := write(t, d, s, one, 1, 0)
	for name, q := range map[string]string{
		"attempt": write(t, d, s, one, 1, 1), "seed": write(t, d, s, one, 2, 0), "draft": write(t, d, s, &other, 1, 0),
	} {
		if q == first {
			t.Errorf("another %s gives the same question %q", name, q)
		}
	}
	again := *one
	again.ID = "b" // of the same plan over tables in which other rows are found on the way
	if q := write(t, d, s, &again, 1, 0); q != first {
		t.Errorf("with another ID the question is %q, want %q", q, first)
	}
	one.Language = "en"
	if q, err := Write(d, s, one, 1, 0); err == nil {
		t.Errorf("a task in English with a style in Chinese gives %q: want an error", q)
	}
}

func write(t testing.TB, d *domain.Domain, s *style.Style, one *task.Task, seed uint64, attempt int) string {
	t.Helper()
	q, err := Write(d, s, one, seed, attempt)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// A person and a situation are drawn together, the same for the same task, and of many.
// Where the task serves a matter, the situation is one of the matter's.
func TestPersona(t *testing.T) {
	for name, langs := range shipped {
		for _, lang := range langs {
			d, s := open(t, name, lang)
			people, situations := map[string]bool{}, map[string]bool{}
			one := &task.Task{Language: lang, Plan: &plan.Program{}}
			for i := range 500 {
				one.Draft = fmt.Sprint(i)
				who, situation := Persona(d, s, one, 1)
				if who2, situation2 := Persona(d, s, one, 1); who2 != who || situation2 != situation {
					t.Fatalf("Persona gives %q, %q, then %q, %q", who, situation, who2, situation2)
				}
				people[who], situations[situation] = true, true
			}
			if len(people) < 40 || len(situations) < 40 {
				t.Errorf("%s in %s: %d people in %d situations of 500 draws: want at least 40 of each", name, lang, len(people), len(situations))
			}
		}
	}
}

// The clause for a matter takes a third of a question at most, stands in half of the
// questions at most, and no question has one that serves no matter.
func TestFrames(t *testing.T) {
	for _, world := range []struct{ name, dir, lang string }{
		{"legal", "../../../draft/testdata/world", "zh"}, {"legal-en", "../../../draft/testdata/world-en", "en"},
	} {
		_, tasks, err := tasktest.Tasks(world.name, world.dir, 4)
		if err != nil {
			t.Fatal(err)
		}
		d, s := open(t, world.name, world.lang)
		framed, served, all := 0, 0, 0
		for _, one := range tasks {
			if one.Language != world.lang || one.Plan.Template != "" {
				continue
			}
			fit := matters(d, one.Plan)
			if fit != nil {
				served++
			}
			for seed := range uint64(4) {
				v := &voice{s, rand.New(rand.NewPCG(seed, 7)), map[string]string{}}
				core := strings.Repeat("x", 20+int(seed)*30)
				text := v.question(core, v.matter(fit))
				all++
				if text != core {
					framed++
				}
				if frame := len([]rune(text)) - len([]rune(core)); 3*frame > len([]rune(text)) {
					t.Errorf("%s: %d of %d characters are frame in %q", world.name, frame, len([]rune(text)), text)
				}
			}
		}
		if served == 0 || 2*framed > all+all/4 {
			t.Errorf("%s: %d of %d questions have a frame, %d tasks serve a matter: want some, and hardly more than half", world.name, framed, all, served)
		}
	}
}

// TestGolden keeps twenty questions in each language for people to read. UPDATE=1
// rewrites it.
func TestGolden(t *testing.T) {
	for _, world := range []struct{ name, dir, lang string }{
		{"legal", "../../../draft/testdata/world", "zh"}, {"legal-en", "../../../draft/testdata/world-en", "en"},
	} {
		_, tasks, err := tasktest.Tasks(world.name, world.dir, 5)
		if err != nil {
			t.Fatal(err)
		}
		d, s := open(t, world.name, world.lang)
		var text strings.Builder
		n := 0
		for _, one := range tasks {
			if one.Language == world.lang && n < 20 {
				n++
				fmt.Fprintf(&text, "D %s\nQ %s\n\n", one.Draft, write(t, d, s, one, 1, 0))
			}
		}
		if n != 20 {
			t.Errorf("%s: %d questions, want 20", world.name, n)
		}
		golden(t, "testdata/questions-"+world.lang+".golden", text.String())
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	goldentest.Compare(t, path, got)
}

// Every rule of a style is of use.
func TestRules(t *testing.T) {
	for name, langs := range shipped {
		for _, lang := range langs {
			_, s := open(t, name, lang)
			if unused := s.UnusedRules(rootRules(s)...); len(unused) > 0 {
				t.Errorf("%s in %s: rules %q are of no use", name, lang, unused)
			}
		}
	}
}

// rootRules returns the names of the grammar rules that the package expands itself, sorted,
// without the rules that these refer to.
func rootRules(s *style.Style) []string {
	roots := []string{"letter_before", "letter_after", "also", "at_work", "thanks", "situation"}
	for _, rule := range s.Rules() {
		if kind, _, _ := strings.Cut(rule, "_"); slices.Contains(prefixes, kind) {
			roots = append(roots, rule)
		}
	}
	slices.Sort(roots)
	return roots
}

// prefixes are the prefixes of rules of which a style has several: by field of work, by
// matter, and by the kind of thing asked for.
var prefixes = []string{"who", "work", "why", "scene", "link", "way", "purpose", "bystander", "ask", "then"}
