package grammar_test

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

func TestLoadJoinsFiles(t *testing.T) {
	files := fstest.MapFS{
		"b.yaml": {Data: []byte("word: ['{$who}']\nidle: ['{nothing}']\nnothing: [x]\n")},
		"a.yaml": {Data: []byte("top: ['{word} {$what?}']\nother: ['{word*2|,}']\n")},
	}
	g, err := grammar.Load(files, "a.yaml", "b.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"Rules()", g.Rules(), []string{"idle", "nothing", "other", "top", "word"}},
		{"Slots(top)", g.Slots("top"), []string{"what", "who"}},
		{"Slots(other)", g.Slots("other"), []string{"who"}},
		{"Slots(idle)", g.Slots("idle"), []string{}},
		{"Unused()", g.Unused(), []string{"idle", "nothing", "other", "top", "word"}},
		{"Unused(top)", g.Unused("top"), []string{"idle", "nothing", "other"}},
		{"Unused(top, other, idle)", g.Unused("top", "other", "idle"), []string{}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s:\n%s", c.what, diff)
		}
	}
}

func TestLoadReportsAllFaults(t *testing.T) {
	files := fstest.MapFS{
		"a.yaml": {Data: []byte("top: ['{word} {gone}']\nword: ['}']\n")},
		"b.yaml": {Data: []byte("\nword: [x]\n")},
		"c.yaml": {Data: []byte("[x]")},
	}
	_, err := grammar.Load(files, "a.yaml", "b.yaml", "c.yaml")
	want := []string{
		"a.yaml:2: a } that closes nothing: want }} for a brace",
		"b.yaml:2: rule word stands at a.yaml:2 already: want it once",
		"c.yaml:1: the file holds no mapping: want names of rules, each with a list of alternatives",
		"a.yaml:1: no rule gone: want one of the rules of the grammar; a slot is {$gone}",
	}
	if err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestLoadOfNoFile(t *testing.T) {
	if _, err := grammar.Load(fstest.MapFS{}, "gone.yaml"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "gone.yaml") {
		t.Errorf("Load of a file that is not there = %v, want an error that is fs.ErrNotExist and names it", err)
	}
	g, err := grammar.Load(fstest.MapFS{})
	if err != nil || len(g.Rules()) > 0 {
		t.Errorf("Load of no files = %v, %v, want a grammar without rules", g, err)
	}
}

func TestUnknownRulePanics(t *testing.T) {
	g := load(t, "top: [x]")
	for name, call := range map[string]func(){
		"Expand": func() { g.Expand(source(1), "gone", nil) },
		"Slots":  func() { g.Slots("gone") },
		"Unused": func() { g.Unused("top", "gone") },
	} {
		func() {
			defer func() {
				if recover() != `grammar has no rule "gone"` {
					t.Errorf("%s of a rule that is not there does not panic with its name", name)
				}
			}()
			call()
		}()
	}
}

// position is how every line of a fault begins.
var position = regexp.MustCompile(`^g\.yaml:[1-9][0-9]*: .*: want `)

// FuzzLoad holds that any bytes are either refused, each fault with its position,
// or a grammar whose every rule has an end, with any values.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"top: ['{a} {b?} {c?30} {^a*2-3|, | and } {#2-9} {{}} {$s} {^$s?}']\na: [x, {text: y, weight: 2}]\nb: [' ']\nc: ['{$s}']",
		"top: [no, 2019, ~, \"\\0\", é]", "a: ['{a}']", "a: [{b}]", "a: &x [b]\nc: *x", "? a\n: [|2-\n   b]", "<<: {a: [b]}", "\xff", "a: [!!binary aGk=]",
		"a: ['{b*100|}']\nb: ['{c*100|}']\nc: ['{d*100|}']\nd: ['{#0-9}']",
	} {
		f.Add([]byte(s), "{a}")
	}
	f.Fuzz(func(t *testing.T, data []byte, value string) {
		g, err := grammar.Load(fstest.MapFS{"g.yaml": {Data: data}}, "g.yaml")
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !position.MatchString(line) {
					t.Errorf("fault %q: want file:line: what is wrong: want …", line)
				}
			}
			return
		}
		for i, rule := range g.Rules() {
			if i == 20 { // enough for one input
				break
			}
			slots := map[string]string{}
			for _, s := range g.Slots(rule) {
				slots[s] = value
			}
			first, second := g.Expand(source(1), rule, slots), g.Expand(source(1), rule, slots)
			if first != second {
				t.Errorf("rule %s: %q, then %q", rule, first, second)
			}
		}
	})
}
