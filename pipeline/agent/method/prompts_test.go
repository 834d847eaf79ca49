package method

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

func open(t testing.TB, lang string) *Prompts {
	t.Helper()
	p, err := OpenPrompts(lang)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestOpen(t *testing.T) {
	if diff := cmp.Diff([]string{"en", "pt", "zh"}, Languages()); diff != "" {
		t.Fatalf("languages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(Languages(), slices.Sorted(maps.Keys(marksOf))); diff != "" {
		t.Errorf("languages with labels (-want +got):\n%s", diff)
	}
	for _, lang := range Languages() {
		p := open(t, lang)
		for _, kind := range []domain.InputType{domain.InputString, domain.InputNumber, domain.InputInteger, domain.InputNumbers, domain.InputBoolean} {
			if p.Words.Types[string(kind)] == "" {
				t.Errorf("%s: no name for arguments of type %s", lang, kind)
			}
		}
	}
	if _, err := OpenPrompts("fr"); err == nil || !strings.Contains(err.Error(), "en, pt, zh") {
		t.Errorf("Open(fr): %v, want an error with the languages there are", err)
	}
}

func TestFaultyPrompts(t *testing.T) {
	whole := string(promptSource("en"))
	for _, tt := range []struct{ old, new, want string }{
		{"{catalogue}", "", `Select: slots ["examples"]`},
		{"{question}", "{question} {question}", `Question: slots ["tools" "question" "question"]`},
		{"No turns", "No {turns}", ""},
		{"There are no turns left", "There are no {turns} left", `Answer: slots ["turns"]`},
		{"  optional: optional\n", "", "Words.Optional: nothing"},
		{"carry_out:", "carry_on:", "carry_on"},
		{"      - Answer the question.\n", "", "worked example 1"},
		{`'{"title": "The Salt Road"}'`, `'{"title": '`, "want a JSON object"},
		{"    answer: The librarian", "    reply: The librarian", "reply"},
	} {
		_, err := parsePrompts("en", []byte(strings.Replace(whole, tt.old, tt.new, 1)))
		if tt.want == "" {
			if err != nil {
				t.Errorf("%q for %q: %v, want no error", tt.new, tt.old, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "en.yaml: ") {
			t.Errorf("%q for %q: %v, want an error with %q", tt.new, tt.old, err, tt.want)
		}
	}
}

// What prompts prescribe is what the reader reads: every example, and every label that a
// prompt tells of.
func TestExamplesAreRead(t *testing.T) {
	for _, lang := range Languages() {
		p, m := open(t, lang), marksOf[lang]
		for _, e := range p.Worked {
			for _, w := range e.Turns {
				s := parseReply(withLabel(m.thought, w.Thought)+"\n"+withLabel(m.action, callText(w.Tool, w.Arguments))+"\n"+withLabel(m.observation, w.Observation), true)
				if s.kind != action || s.tool != w.Tool || string(compactOf(s.args)) != string(compactOf([]byte(w.Arguments))) {
					t.Errorf("%s: %q is read as %+v", lang, w.Thought, s)
				}
				if s := parseReply(p.Words.Called+" "+w.Tool+" "+w.Arguments, true); s.kind != action || s.tool != w.Tool {
					t.Errorf("%s: the call of %q, written in text, is read as %+v", lang, w.Thought, s)
				}
				if w.Result == "" {
					continue
				}
				if s := parseReply(withLabel(m.result, w.Result), true); s.kind != result || s.text != w.Result {
					t.Errorf("%s: %q is read as %+v", lang, w.Result, s)
				}
			}
			if s := parseReply(withLabel(m.thought, e.Thought)+"\n"+withLabel(m.final, e.Answer), false); s.kind != final || s.text != e.Answer {
				t.Errorf("%s: %q is read as %+v", lang, e.Answer, s)
			}
			if steps, answer := readPlan(p.Words.Planned + "\n" + numberedList(e.Plan)); !slices.Equal(steps, e.Plan) || answer != "" {
				t.Errorf("%s: plan %q is read as %q, %q", lang, e.Plan, steps, answer)
			}
		}
		for prompt, labels := range map[string][]string{
			p.TextForm:   {m.thought, m.action, m.observation, m.final},
			p.TextReport: {m.thought, m.action, m.observation, m.result, m.final},
			p.Plan:       {m.final}, p.Complaints.Text: {m.action, m.final},
			p.Complaints.TextStep: {m.action, m.result}, p.Complaints.Replan: {m.final},
		} {
			for _, l := range labels {
				if !strings.Contains(prompt, l) {
					t.Errorf("%s: %q does not tell of %q", lang, prompt, l)
				}
			}
		}
		for _, l := range []string{m.thought, m.action, m.observation, m.result, m.final} {
			if k, rest := parseLabel(withLabel(l, "x")); k == plain || rest != "x" {
				t.Errorf("%s: labelled(%q x) = %v, %q", lang, l, k, rest)
			}
		}
	}
}

// Examples tell nothing of any shipped domain: neither tools nor tables nor anybody in a
// world that is made for it.
func TestExamplesTellNothing(t *testing.T) {
	for _, name := range domain.Shipped() {
		d := toytest.Domain(t, name)
		var names []string
		for _, tool := range d.Tools {
			if tool.Kind != domain.Finish {
				names = append(append(names, tool.Name), tool.Aliases...)
			}
		}
		for _, table := range d.Tables {
			names = append(names, table.Name+`"`) // a word of English may be a table's name
		}
		for _, list := range tasktest.StartEntities(name) {
			for _, entity := range list {
				names = append(names, entity...)
			}
		}
		for _, lang := range Languages() {
			for _, n := range names {
				if strings.Contains(string(promptSource(lang)), n) {
					t.Errorf("%s.yaml tells of %s's %q", lang, name, n)
				}
			}
		}
	}
}

// Agents whose prompts differ, in any language of the domain, have no trial in common. Prompts in
// other languages make no difference.
func TestPromptsAreInDigests(t *testing.T) {
	d := toytest.Domain(t, "statutes")
	s := Spec{Method: ReAct, Calls: TextCalls, Model: "m"}
	seen := map[digest.Digest]string{s.Digest(d): "none"}
	for _, changed := range Languages() {
		got := s.digest(d, func(lang string) []byte {
			if lang == changed {
				return append(promptSource(lang), '\n')
			}
			return promptSource(lang)
		})
		if other, ok := seen[got]; ok {
			t.Errorf("the prompts of %s changed: the digest is that with a change of %s", changed, other)
		}
		seen[got] = changed
	}
	toy := toytest.Domain(t, "toy")
	if got := s.digest(toy, func(lang string) []byte {
		if lang == "pt" {
			return nil
		}
		return promptSource(lang)
	}); got != s.Digest(toy) {
		t.Errorf("prompts in a language that a domain has not change its agents' digest")
	}
}

func TestFill(t *testing.T) {
	if got, want := fill("{a} and {b}, {a}", "a", "{b}", "b", "x"), "{b} and x, {b}"; got != want {
		t.Errorf("fill = %q, want %q", got, want)
	}
}

// The same tools in both forms: whoever has no functions reads all that functions say.
func TestToolsInText(t *testing.T) {
	d := toytest.Domain(t, "legal")
	for _, lang := range d.Languages {
		k, err := newKit(&Spec{Method: ReAct, Calls: TextCalls}, d, lang)
		if err != nil {
			t.Fatal(err)
		}
		if len(k.all.native) != len(d.Tools) {
			t.Errorf("%s: %d functions of %d tools", lang, len(k.all.native), len(d.Tools))
		}
		for i := range d.Tools {
			tool := &d.Tools[i]
			for _, want := range []string{"- " + tool.Name + ": ", tool.Description.In(lang)} {
				if !strings.Contains(k.all.text, want) || !strings.Contains(k.selecting, want) {
					t.Errorf("%s: tool %s: no %q", lang, tool.Name, want)
				}
			}
			for _, in := range tool.Inputs {
				if !strings.Contains(k.tools[i].text, "- "+in.Name+" (") || !strings.Contains(k.tools[i].text, in.Description.In(lang)) {
					t.Errorf("%s: tool %s: no input %s", lang, tool.Name, in.Name)
				}
			}
		}
		for _, table := range d.Tables {
			reads := func(t domain.Tool) bool { return t.Table == table.Name }
			for _, c := range table.Columns {
				if !slices.ContainsFunc(d.Tools, reads) {
					if strings.Contains(k.all.text, table.Name) {
						t.Errorf("%s: table %s, which no tool reads, is described", lang, table.Name)
					}
					break
				}
				if !strings.Contains(k.all.text, c.Name) {
					t.Errorf("%s: table %s: no column %s", lang, table.Name, c.Name)
				}
			}
		}
	}
}
