package rewrite

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/task"
)

// TestGolden keeps twenty questions in each language of a world for people to
// read, four of each depth. UPDATE=1 rewrites it.
func TestGolden(t *testing.T) {
	for file, world := range map[string]func() (*worlds, error){"questions.golden": chineseWorld, "questions-en.golden": englishWorld} {
		d, tasks := madeIn(t, world, 7)
		kept, _, err := Run(context.Background(), d, tasks, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		n := map[string]int{}
		for _, lang := range d.Languages {
			for _, k := range kept {
				group := fmt.Sprintf("%s %d-hop", lang, len(k.Plan.Tools()))
				if k.Language == lang && n[group] < 4 {
					n[group]++
					fmt.Fprintf(&text, "%s\nD %s\nQ %s\n\n", group, k.Draft, k.Question)
				}
			}
		}
		golden(t, "testdata/"+file, text.String())
		if got, want := strings.Count(text.String(), "\nQ "), 20*len(d.Languages); got != want {
			t.Errorf("%s holds %d questions, want %d", file, got, want)
		}
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got; UPDATE=1 rewrites it):\n%s", path, diff)
	}
}

// Equal tasks and seeds give equal questions at any number of workers; every kept
// one passes the gate, none is there twice, and nothing is lost.
func TestRun(t *testing.T) {
	d, tasks := made(t, 8)
	kept, rejected, err := Run(context.Background(), d, tasks, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, rejectedAgain, err := Run(context.Background(), d, tasks, 7, 8)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(kept, again); diff != "" {
		t.Errorf("8 workers give other questions than 1:\n%s", diff)
	}
	if diff := cmp.Diff(rejected, rejectedAgain); diff != "" {
		t.Errorf("8 workers reject otherwise than 1:\n%s", diff)
	}
	if len(kept)+len(rejected) != len(tasks) {
		t.Errorf("%d kept and %d rejected of %d", len(kept), len(rejected), len(tasks))
	}
	seen := map[string]bool{}
	for _, k := range kept {
		if seen[k.Question] {
			t.Errorf("%q is there twice", k.Question)
		}
		seen[k.Question] = true
		if reason := Gate(d, k, k.Question); reason != "" || k.Rewriter != Name {
			t.Errorf("kept %q by %q: Gate = %q", k.Question, k.Rewriter, reason)
		}
	}
	for _, k := range tasks {
		if k.Question != "" || k.Rewriter != "" {
			t.Errorf("Run changed its input %s", k.ID)
		}
	}
	other, _, err := Run(context.Background(), d, tasks, 8, 2)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for i := range min(len(kept), len(other)) {
		if kept[i].Question == other[i].Question {
			same++
		}
	}
	if same > len(kept)/10 {
		t.Errorf("%d of %d questions are the same with another seed", same, len(kept))
	}
}

// The same task several times: the later ones are drawn again until a question is
// free, and rejected when none is.
func TestDuplicates(t *testing.T) {
	d, tasks := made(t, 1)
	one := tasks[0]
	var copies []*task.Task
	for range Attempts + 2 {
		copies = append(copies, one)
	}
	kept, rejected, err := Run(context.Background(), d, copies, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(kept) != Attempts || len(rejected) != 2 {
		t.Fatalf("%d kept and %d rejected, want %d and 2", len(kept), len(rejected), Attempts)
	}
	if rejected[0].Reason() != Duplicate || rejected[0].ID != one.ID || len(rejected[0].Tries) != Attempts {
		t.Errorf("rejected %+v, want %d tries, each %s", rejected[0], Attempts, Duplicate)
	}
}

// Offline is the first of the questions Run tries, and whatever the seed, every
// question of a sound task passes, but for keywords that happen to be common
// words of a situation.
func TestOfflinePasses(t *testing.T) {
	chinese, tasks := made(t, 6)
	english, more := madeIn(t, englishWorld, 6)
	rapid.Check(t, func(r *rapid.T) {
		d, one := chinese, rapid.SampledFrom(slices.Concat(tasks, more)).Draw(r, "task")
		if slices.Contains(more, one) {
			d = english
		}
		seed := rapid.Uint64().Draw(r, "seed")
		q, err := Offline(d, one, seed)
		if err != nil {
			r.Fatal(err)
		}
		if reason := Gate(d, one, q); reason != "" && reason != Leak && reason != Hint {
			r.Errorf("Gate(%q) = %s, want a pass; the draft is %q", q, reason, one.Draft)
		}
		if strings.ContainsAny(q, "{}") || strings.Contains(q, "  ") || q != strings.TrimSpace(q) {
			r.Errorf("Offline = %q, want no slot and no idle space", q)
		}
		again, _ := Offline(d, one, seed)
		if again != q {
			r.Errorf("Offline gives %q and then %q", q, again)
		}
	})
}

// A hundred questions sound different: their words beside the inquiry do.
func TestVariety(t *testing.T) {
	d, tasks := made(t, 1)
	for _, one := range tasks[:2] {
		seen := map[string]bool{}
		for seed := range uint64(100) {
			q, err := Offline(d, one, seed)
			if err != nil {
				t.Fatal(err)
			}
			seen[q] = true
		}
		if len(seen) < 99 {
			t.Errorf("%s: %d different questions of 100, want 99", one.Language, len(seen))
		}
	}
}

// Every list of situations is long enough, has the slots it needs and no number,
// and every role has something to do.
func TestSituations(t *testing.T) {
	all, err := voices()
	if err != nil {
		t.Fatal(err)
	}
	for name, byLanguage := range all {
		for _, lang := range []string{"zh", "en"} {
			v := byLanguage[lang]
			if v == nil {
				t.Errorf("%s has no %s", name, lang)
				continue
			}
			if len(v.Roles) < 12 || len(v.Situations) < 12 {
				t.Errorf("%s/%s: %d roles and %d situations, want at least 12 of each", name, lang, len(v.Roles), len(v.Situations))
			}
			for _, r := range v.Roles {
				if len(v.of(r)) < 3 {
					t.Errorf("%s/%s: %q has %d situations, want at least 3", name, lang, r.Text, len(v.of(r)))
				}
			}
			for _, o := range slices.Concat(v.Openings, v.Remarks) {
				slots(t, o, "{situation}")
			}
			for _, o := range v.Orders {
				slots(t, o, "{steps}", "{ask}")
				if strings.Contains(o, "{opening}") == strings.Contains(o, "{remark}") {
					t.Errorf("%q: want {opening} or {remark}", o)
				}
			}
			for ask, list := range v.Asks {
				for _, a := range list {
					if !strings.Contains(a, "{clause}") && !strings.Contains(a, "{question}") {
						t.Errorf("%s/%s: %s asks %q for nothing", name, lang, ask, a)
					}
				}
				if len(list) < 5 {
					t.Errorf("%s/%s: %d ways to ask for a %s, want at least 5", name, lang, len(list), ask)
				}
			}
			slots(t, v.Form, "{form}")
		}
		data, err := files.ReadFile("situations/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if n := digits.FindString(string(data)); n != "" {
			t.Errorf("%s: number %s, want none", name, n)
		}
	}
}

func slots(t *testing.T, template string, want ...string) {
	t.Helper()
	for _, s := range want {
		if strings.Count(template, s) != 1 {
			t.Errorf("%q: want %s once", template, s)
		}
	}
}

// A domain without situations of its own speaks with those of the domain it builds
// on, or else with the general ones.
func TestVoiceOf(t *testing.T) {
	own := voice1(t, &domain.Domain{Name: "legal"}, "en")
	other := voice1(t, &domain.Domain{Name: "toy"}, "en")
	same := slices.ContainsFunc(own.Roles, func(r role) bool { return r.Text == other.Roles[0].Text })
	if same {
		t.Errorf("toy speaks as %q, which is a legal role", other.Roles[0].Text)
	}
	if got := voice1(t, &domain.Domain{Name: "mine", Bases: []string{"legal-en", "legal"}}, "en"); got != own {
		t.Errorf("a domain that builds on legal speaks as %q, want %q", got.Roles[0].Text, own.Roles[0].Text)
	}
	if _, err := voiceOf(&domain.Domain{Name: "legal"}, "fr"); err == nil {
		t.Error(`voiceOf("legal", "fr"): no error, want one`)
	}
}

func voice1(t *testing.T, d *domain.Domain, lang string) *voice {
	t.Helper()
	v, err := voiceOf(d, lang)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTidy(t *testing.T) {
	for in, want := range map[string]string{
		"我是律师。  请问？ ":         "我是律师。请问？",
		"I am.   Tell me. ":   "I am. Tell me.",
		"":                    "",
		"查 A 公司":              "查 A 公司",
		"Tell me about 甲公司 .": "Tell me about 甲公司 .",
		"Find A Inc.. Go on.": "Find A Inc. Go on.",
		"Well... go on.":      "Well... go on.",
	} {
		if got := tidy(in); got != want {
			t.Errorf("tidy(%q) = %q, want %q", in, got, want)
		}
	}
}
