package method

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
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
	whole := string(shippedFile("en.yaml"))
	// line returns the first line, from 1, of a text in the file.
	line := func(text string) int {
		before, _, found := strings.Cut(whole, text)
		if !found {
			t.Fatalf("en.yaml has no %q", text)
		}
		return 1 + strings.Count(before, "\n")
	}
	for _, tt := range []struct {
		old, new string
		want     string // with %d for the line
		line     int
	}{
		{"{catalogue}", "", "x/en.yaml:%d: select: slot {catalogue} is missing: want {examples}, {catalogue}, each once", line("select: |")},
		{"  Question: {question}", "  Question: {question} {question}", "x/en.yaml:%d: question: slot {question} is repeated: want {tools}, {question}, each once", line("  Question: {question}")},
		{"No turns", "No {turns}", "", 0},
		{"There are no turns left", "There are no {turns} left", "x/en.yaml:%d: answer: slot {turns} is unknown: want no slots", line("There are no turns left")},
		{"{catalogue}", "{catalogue} {{question}}", "x/en.yaml:%d: select: slot {{question}} is unknown: want {examples}, {catalogue}, each once", line("{catalogue}")},
		{"(no answer)", "(no {Answer})", "x/en.yaml:%d: words.silence: slot {Answer} is unknown: want no slots", line("(no answer)")},
		{"  optional: optional\n", "", `x/en.yaml:%d: no key "optional": want a value for it`, line("  tools: \"Tools:\"")},
		{"  optional: optional\n", "  optional: ''\n", "x/en.yaml:%d: words.optional: nothing: want a text", line("  optional:")},
		{"  optional: optional\n", "  optional: ~\n", "x/en.yaml:%d: words.optional: nothing: want a text", line("  optional:")},
		{"{string: text, ", "{string: null, ", "x/en.yaml:%d: words.types.string: nothing: want a text", line("  types:")},
		{"  optional: optional\n", "  optional: 'null'\n", "", 0},
		{"integer: whole number, ", "", `x/en.yaml:%d: no key "integer": want a value for it`, line("  types:")},
		{"{string: text, ", "{string: text, date: day, ", `x/en.yaml:%d: key "date", which no stage reads: want one of string, number, `, line("  types:")},
		{"carry_out:", "carry_on:", `x/en.yaml:%d: key "carry_on", which no stage reads: want one of select, react, `, line("carry_out:")},
		{"      - Answer the question.\n", "", "x/en.yaml:%d: worked example: 2 results and a plan of 2 steps", line("  - question: Who is")},
		{`'{"title": "The Salt Road"}'`, `'{"title": '`, `x/en.yaml:%d: worked example: arguments "{\"title\":": want a JSON object`, line("  - question: Who is")},
		{"    answer: The librarian", "    reply: The librarian", `x/en.yaml:%d: key "reply", which no stage reads`, line("    answer: The librarian")},
		{"    answer: The librarian", "    reply: The librarian", `x/en.yaml:%d: no key "answer": want a value for it`, line("  - question: Who is")},
		{"select: |", "select: [\n", "x/en.yaml:%d: did not find expected", line("select: |") - 1},
		{whole, "", "x/en.yaml:%d: an empty file: want the prompts that bench prompts writes", 1},
		{whole[line0(whole, "worked:"):], "worked: []\n", "x/en.yaml:%d: worked: want a list", line("worked:")},
	} {
		_, err := parsePrompts("en", "x/en.yaml", []byte(strings.Replace(whole, tt.old, tt.new, 1)))
		if tt.want == "" {
			if err != nil {
				t.Errorf("%q for %q: %v, want no error", tt.new, tt.old, err)
			}
			continue
		}
		if want := fmt.Sprintf(tt.want, tt.line); err == nil || !strings.Contains("\n"+err.Error(), "\n"+want) {
			t.Errorf("%.40q for %.40q: %v, want an error with the line %q", tt.new, tt.old, err, want)
		}
	}
	paper := string(shippedFile("paper/en.yaml"))
	if _, err := parsePaperPrompts("p", []byte(strings.Replace(paper, "{trajectory}", "{calls}", 1))); err == nil || !strings.Contains(err.Error(), "close: slot {calls} is unknown: want {question}, {trajectory}, each once") || !strings.Contains(err.Error(), "close: slot {trajectory} is missing") {
		t.Errorf("a closing prompt with {calls}: %v, want errors that name the slots", err)
	}
}

// line0 returns where a line begins in a text.
func line0(text, line string) int { return strings.Index(text, "\n"+line) + 1 }

// A directory of one's own is read whole, and each fault is named with its file.
func TestReadPrompts(t *testing.T) {
	write := func(t *testing.T, leaveOut string, more map[string]string) string {
		dir := t.TempDir()
		files := map[string]string{}
		for _, f := range ShippedFiles() {
			if f.Name != leaveOut {
				files[f.Name] = string(f.Content)
			}
		}
		maps.Copy(files, more)
		for name, content := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	other := strings.Replace(string(shippedFile("zh.yaml")), "请你借助工具回答一个问题", "请回答一个问题", 1)
	for _, tt := range []struct {
		name     string
		by       Protocol
		leaveOut string
		more     map[string]string
		want     string // of DIR; "" for no error
	}{
		{"shipped", Paper, "", nil, ""},
		{"hidden", Paper, "", map[string]string{".gitignore": "x"}, ""},
		{"own words", Paper, "", map[string]string{"zh.yaml": other}, ""},
		{"faults of others", Taskgrove, "", map[string]string{"pt.yaml": "x: y", "paper/zh.yaml": "x: y"}, ""},
		{"no other language", Taskgrove, "pt.yaml", nil, ""},
		{"no file", Taskgrove, "zh.yaml", nil, "DIR/zh.yaml:1: no such file: want one as bench prompts writes it"},
		{"no file of the paper's", Paper, "paper/en.yaml", nil, "DIR/paper/en.yaml:1: no such file: want one as bench prompts writes it"},
		{"none of the paper's needed", Taskgrove, "paper/en.yaml", nil, ""},
		{"read by nobody", Taskgrove, "", map[string]string{"fr.yaml": "x", "paper/notes.txt": "x"}, "DIR/fr.yaml:1: no stage reads this: want en.yaml, pt.yaml, zh.yaml, and the same below paper\nDIR/paper/notes.txt:1: no stage reads this: want en.yaml, pt.yaml, zh.yaml, and the same below paper"},
		{"two faults", Paper, "zh.yaml", map[string]string{"en.yaml": "", "paper/en.yaml": "a: b\n"}, "DIR/zh.yaml:1: no such file: want one as bench prompts writes it"},
		{"an empty file", Paper, "zh.yaml", map[string]string{"en.yaml": "", "paper/en.yaml": "a: b\n"}, "DIR/en.yaml:1: an empty file"},
		{"an unknown key", Paper, "zh.yaml", map[string]string{"en.yaml": "", "paper/en.yaml": "a: b\n"}, "DIR/paper/en.yaml:1: key \"a\", which no stage reads: want one of solve, execute, step, replan, close, summary"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, tt.leaveOut, tt.more)
			set, err := ReadPrompts(dir, []string{"zh", "en", "fr"}, tt.by)
			if tt.want == "" {
				if err != nil || !slices.Equal(set.Languages(), []string{"en", "zh"}) || set.IsShipped() != (tt.more["zh.yaml"] == "") {
					t.Fatalf("%v, %+v, want prompts in en and zh", err, set)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(tt.want, "DIR", dir)) {
				t.Fatalf("%v, want %q", err, tt.want)
			}
		})
	}
	if _, err := ReadPrompts(filepath.Join(t.TempDir(), "none"), []string{"zh"}, Paper); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a directory that is not there: %v, want fs.ErrNotExist", err)
	}

	linked, whole := write(t, "", nil), write(t, "", nil)
	if err := errors.Join(os.RemoveAll(filepath.Join(linked, "paper")), os.Symlink(filepath.Join(whole, "paper"), filepath.Join(linked, "paper"))); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPrompts(linked, []string{"zh"}, Paper); err != nil {
		t.Errorf("a directory with a link to one of the paper's: %v", err)
	}

	// What ships, read again, makes the same agents; other words make others.
	d := toytest.Domain(t, "toy")
	for _, by := range Protocols() {
		s := Spec{Protocol: by, Method: ReAct, Calls: TextCalls, Model: "m"}
		same, err := ReadPrompts(write(t, "", nil), d.Languages, by)
		if err != nil {
			t.Fatal(err)
		}
		changed, err := ReadPrompts(write(t, "", map[string]string{"zh.yaml": other}), d.Languages, by)
		if err != nil {
			t.Fatal(err)
		}
		if same.AgentDigest(s, d) != s.Digest(d) || changed.AgentDigest(s, d) == s.Digest(d) || same.Digest() == changed.Digest() {
			t.Errorf("%s: digests with the prompts that ship and with others are not as they should be", by)
		}
	}
	only, err := ReadPrompts(write(t, "", nil), d.Languages, Taskgrove)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := only.NewAgent(Spec{Protocol: Paper, Method: ReAct, Calls: TextCalls, Model: "m"}, d, nil); err == nil || !strings.Contains(err.Error(), "no prompts of protocol paper") {
		t.Errorf("an agent of the paper without its prompts: %v, want an error that says so", err)
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
			p.TextForm:    {m.thought, m.action, m.observation, m.final},
			p.TextReport:  {m.thought, m.action, m.observation, m.result, m.final},
			p.Paper.Solve: {m.thought, m.action, m.observation, m.final}, p.Paper.Execute: {m.thought, m.action, m.observation, m.final},
			p.Plan: {m.final}, p.Complaints.Text: {m.action, m.final},
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
				if strings.Contains(string(shippedFile(lang+".yaml"))+string(shippedFile("paper/"+lang+".yaml")), n) {
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
	paper := Spec{Protocol: Paper, Method: ReAct, Calls: TextCalls, Model: "m"}
	seen := map[digest.Digest]string{s.Digest(d): "none", paper.Digest(d): "none by the paper's protocol"}
	for _, f := range ShippedFiles() {
		changed := func(name string) []byte {
			if name == f.Name {
				return append(f.Content, '\n')
			}
			return shippedFile(name)
		}
		if strings.HasPrefix(f.Name, "paper/") && s.digest(d, changed) != s.Digest(d) {
			t.Errorf("%s changed, and so did agents of the other protocol", f.Name)
		}
		for _, one := range []Spec{s, paper} {
			if one.Protocol != Paper && strings.HasPrefix(f.Name, "paper/") {
				continue
			}
			got := one.digest(d, changed)
			if other, ok := seen[got]; ok {
				t.Errorf("%s changed: the digest is that with a change of %s", f.Name, other)
			}
			seen[got] = f.Name
		}
	}
	toy := toytest.Domain(t, "toy")
	if got := s.digest(toy, func(name string) []byte {
		if name == "pt.yaml" {
			return nil
		}
		return shippedFile(name)
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
		k, err := newKit(&Spec{Method: ReAct, Calls: TextCalls}, d, open(t, lang))
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
