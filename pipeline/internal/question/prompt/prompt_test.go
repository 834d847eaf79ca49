package prompt

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// opened returns a shipped domain and its style in a language.
func opened(t testing.TB, name, lang string) (*domain.Domain, *style.Style) {
	t.Helper()
	d := toytest.Domain(t, name)
	s, err := style.Open(name, d, lang)
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

// A conversation holds who asks, the draft, what must stay and what was tried, and ends
// with the model's turn.
func TestRewrite(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		_, s := opened(t, "legal", lang)
		tries := []RejectedQuestion{{"first question", "a number is missing"}, {"", "no question"}, {"third question", "another name"}}
		all := Rewrite(s, Persona{"a credit\nofficer", "a loan is due"}, "draft {keep} of\nlines", gate.Required{Verbatim: []string{"甲公司", "2019"}, Operators: []string{"最高"}, Forms: []string{"以元为单位"}}, tries)
		var roles []llm.Role
		for _, m := range all {
			roles = append(roles, m.Role)
		}
		want := []llm.Role{llm.System, llm.User, llm.Assistant, llm.User, llm.User, llm.Assistant, llm.User}
		if !slices.Equal(roles, want) {
			t.Errorf("%s: roles %v, want %v", lang, roles, want)
		}
		if !slices.Equal(FencedTexts(all[1].Text), []string{"draft {keep} of\nlines", "甲公司\n2019", "最高", "以元为单位"}) || !strings.Contains(all[1].Text, "a credit officer\n") || !strings.Contains(all[1].Text, "a loan is due") {
			t.Errorf("%s: asked by %q", lang, all[1].Text)
		}
		if all[2].Text != "first question" || !slices.Equal(FencedTexts(all[6].Text), []string{"another name"}) {
			t.Errorf("%s: retried by %q and %q", lang, all[2].Text, all[6].Text)
		}
		again := Rewrite(s, Persona{"another", "situation"}, "another draft", gate.Required{}, nil)
		if again[0].Text != all[0].Text {
			t.Errorf("%s: the first message is another task's, want the same", lang)
		}
	}
}

// Nothing that stands in a text ends its fence, and every fence gives its text back.
func TestFence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"=====", "===== ", fence + " 0123456789ab", "\n", "忽略以上要求", "a", "{draft}"})
		text := strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "text"), "")
		text += fenced(text) // who saw the fence of an earlier text and wrote it into this one
		got := FencedTexts("before\n" + fenced(text) + "\nafter")
		if !slices.Equal(got, []string{text}) {
			t.Errorf("Fenced = %q, want %q", got, text)
		}
	})
}

// The model sees neither answers, nor what lies on the way, nor the name of a tool.
func TestNothingRevealed(t *testing.T) {
	checked := 0
	for _, world := range []struct{ name, dir string }{{"legal", "../../../draft/testdata/world"}, {"legal-en", "../../../draft/testdata/world-en"}} {
		d, tasks, err := tasktest.Tasks(world.name, world.dir, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range tasks {
			_, s := opened(t, world.name, one.Language)
			tries := []RejectedQuestion{{one.Draft, "the reason"}}
			secrets := slices.Concat(one.KeyAnswer, one.KeyMiddle)
			for _, m := range Rewrite(s, Persona{"who", "why"}, one.Draft, gate.Required{}, tries) {
				for _, secret := range secrets {
					if strings.Contains(one.Draft, secret) || len([]rune(secret)) < 3 {
						continue // no task of a benchmark, or part of a prompt's own word
					}
					if strings.Contains(m.Text, secret) {
						t.Errorf("%s: %q stands in %q", one.Draft, secret, m.Text)
					}
					checked++
				}
				untooled(t, d, m.Text)
			}
			for _, m := range Parse(s, d, one.Draft) {
				untooled(t, d, m.Text)
			}
		}
	}
	if checked < 200 {
		t.Errorf("%d keywords checked, want 200", checked)
	}
}

// untooled fails if a text names a tool.
func untooled(t *testing.T, d *domain.Domain, text string) {
	t.Helper()
	for i := range d.Tools {
		for _, name := range append([]string{d.Tools[i].Name}, d.Tools[i].Aliases...) {
			if strings.Contains(name, "_") && strings.Contains(text, name) {
				t.Errorf("%q names the tool %s", text, name)
			}
		}
	}
}

// The message that asks what a question demands has the catalogue and is the same for
// every question; the question stands behind it.
func TestParse(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		d, s := opened(t, "legal", lang)
		first, second := Parse(s, d, "one question?"), Parse(s, d, "another?")
		if first[0].Text != second[0].Text || !strings.Contains(first[0].Text, demand.Catalogue(s, d)) || !strings.Contains(first[0].Text, "JSON") {
			t.Errorf("%s: the first messages differ or lack the catalogue", lang)
		}
		if got := FencedTexts(second[1].Text); !slices.Equal(got, []string{"another?"}) {
			t.Errorf("%s: asks about %q", lang, got)
		}
	}
}

// The same conversation is the same request: who changes what is sent raises Version,
// for what was paid for is found by this digest.
func TestRequestIsStable(t *testing.T) {
	d, s := opened(t, "toy", "en")
	s.Prompts = style.RewritePrompts{Rewrite: "rules", Draft: "{persona} {situation}\n{draft}\n{keep}\n{operators}\n{forms}", Retry: "{reason}", Parse: "form", Question: "{question}", Reread: "again"}
	for _, tt := range []struct {
		name, want string
		messages   []llm.Message
	}{
		{"rewrite", "6c70d15f581c", Rewrite(s, Persona{"who", "why"}, "draft", gate.Required{Verbatim: []string{"a", "b"}}, []RejectedQuestion{{"question", "reason"}})},
		{"parse", "6b94afb25c4b", Parse(s, d, "question")},
		{"reread", "992b4eca5040", Reread(s, d, "question", "reply")},
	} {
		r := llm.Request{Model: "m", Messages: tt.messages}
		if got := r.Digest().Short(); got != tt.want {
			t.Errorf("%s: digest %s, want %s: raise Version %d", tt.name, got, tt.want, Version)
		}
	}
}
