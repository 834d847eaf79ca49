package grammar_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// load makes a grammar of one file.
func load(t testing.TB, yaml string) *grammar.Grammar {
	t.Helper()
	g, err := grammar.Load(fstest.MapFS{"g.yaml": {Data: []byte(yaml)}}, "g.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// texts collects the different texts of 400 expansions.
func texts(g *grammar.Grammar, rule string, slots map[string]string) map[string]bool {
	all := map[string]bool{}
	for seed := range uint64(400) {
		all[g.Expand(source(seed), rule, slots)] = true
	}
	return all
}

func set(s ...string) map[string]bool {
	m := map[string]bool{}
	for _, x := range s {
		m[x] = true
	}
	return m
}

func TestExpand(t *testing.T) {
	type slots = map[string]string
	for _, c := range []struct {
		name  string
		yaml  string
		slots slots
		want  map[string]bool
	}{
		{"alternatives", `top: [a, b, c]`, nil, set("a", "b", "c")},
		{"words of YAML are texts", `top: [no, 2019, ~, true]`, nil, set("no", "2019", "~", "true")},
		{"rules", `{top: ["{x}-{x}"], x: [a, b]}`, nil, set("a-a", "a-b", "b-a", "b-b")},
		{"spaces stand for themselves", `top: [" a "]`, nil, set(" a ")},
		{"slot", `top: ["<{$who}>"]`, slots{"who": "Ann"}, set("<Ann>")},
		{"a value is not notation", `{top: ["{$a}{^$a}"], x: [no]}`, slots{"a": "{x}{{}}{$a}{"}, set("{x}{{}}{$a}{{x}{{}}{$a}{")},
		{"slots without a place", `top: [a]`, slots{"who": "Ann"}, set("a")},
		{"missing slot", `top: ["<{$who}>"]`, nil, set("")},
		{"empty slot", `top: ["<{$who}>"]`, slots{"who": ""}, set("")},
		{"an alternative without its slot", `top: ["<{$who}>", none]`, nil, set("none")},
		{"an alternative with its slot", `top: ["<{$who}>", none]`, slots{"who": "Ann"}, set("<Ann>", "none")},
		{"a rule without its slot", `{top: ["by {by}", none], by: ["{$who}"]}`, nil, set("none")},
		{"a rule with one of two", `{top: ["by {by}", none], by: ["{$who}", "{$what}"]}`, slots{"what": "x"}, set("by x", "none")},
		{"a list without its slot", `{top: ["{by*2|,}", none], by: ["{$who}"]}`, nil, set("none")},
		{"braces", `top: ["{{a}} {{$a}} {{{x}}}"]
x: [y]`, nil, set("{a} {$a} {y}")},
		{"capital", `{top: ["{^x} {^$who} {^n}{^q}"], x: [ärger], n: [1a], q: ["{o?100}"], o: ["{$none}"]}`, slots{"who": "ann"}, set("Ärger Ann 1a")},
		{"capital of another length", `{top: ["a{^x}b"], x: [ɐ, ı]}`, nil, set("aⱯb", "aIb")},
		{"capital of a broken letter", `top: ["{^$x}"]`, slots{"x": "\xffa"}, set("\xffa")},
		{"capital within a capital", `{top: ["{^x}"], x: ["{^y}"], y: [a]}`, nil, set("A")},
		{"number", `top: ["{#9-11}"]`, nil, set("9", "10", "11")},
		{"one number", `top: ["{#0-0}{#1000000000000-1000000000000}"]`, nil, set("01000000000000")},
		{"optional", `{top: ["a{x?}"], x: [b]}`, nil, set("a", "ab")},
		{"optional and certain", `{top: ["a{x?100}"], x: [b]}`, nil, set("ab")},
		{"optional and not eligible", `{top: ["a{x?100}"], x: ["{$who}"]}`, nil, set("a")},
		{"optional slot", `top: ["a{$who?100}"]`, slots{"who": "b"}, set("ab")},
		{"optional slot not given", `top: ["a{$who?100}"]`, nil, set("a")},
		{"optional capital", `{top: ["{^x?} {^$who?}"], x: [b]}`, slots{"who": "c"}, set(" ", "B ", " C", "B C")},
		{"list", `{top: ["{x*2|+}"], x: [a, b, c]}`, nil, set("a+b", "b+a", "a+c", "c+a", "b+c", "c+b")},
		{"list of a range", `{top: ["{x*1-2|、}"], x: [a, b]}`, nil, set("a", "b", "a、b", "b、a")},
		{"list with a last separator", `{top: ["{^x*3|, | and }"], x: [{text: a, weight: 100000}, {text: b, weight: 200}, c]}`, nil,
			set("A, b and c", "A, c and b", "B, a and c")},
		{"list of one text", `{top: ["{x*3|, }"], x: ["a{#1-1}"]}`, nil, set("a1")},
		{"list of all, however rare", `{top: ["{x*3|, |}"], x: [a, {text: b, weight: 1000000}, c]}`, nil,
			set("b, ac", "b, ca")},
		{"list without separators", `{top: ["{x*2|}"], x: [a, b]}`, nil, set("ab", "ba")},
		{"list of too few", `{top: ["{x*2-9|, | and }"], x: [a, b]}`, nil, set("a and b", "b and a")},
		{"list of texts that are empty", `{top: ["<{x*2-9|, }>"], x: ["{y?}"], y: [a]}`, nil, set("<a>")},
		{"list of eligible ones", `{top: ["{x*2|,}"], x: [a, b, "{$no}", "{$yes}"]}`, slots{"yes": "y"},
			set("a,b", "b,a", "a,y", "y,a", "b,y", "y,b")},
		{"list of texts by one alternative", `{top: ["{x*3|,}"], x: ["{y}"], y: [a, b]}`, nil, set("a,b", "b,a")},
		{"list of texts with an optional slot", `{top: ["{x*2|,}"], x: ["a{$who?}"]}`, slots{"who": "b"}, set("a,ab", "ab,a")},
		{"list in a list", `{top: ["{x*2|;}"], x: ["{y*2|,}"], y: [a, b]}`, nil, set("a,b;b,a", "b,a;a,b")},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := texts(load(t, c.yaml), "top", c.slots)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("texts of\n%s\n%s", c.yaml, diff)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"nothing", ``, `g.yaml:1: the file is empty: want rules`},
		{"a comment", "# a\n", `g.yaml:1: the file is empty: want rules`},
		{"null", "~", `g.yaml:1: the file holds no mapping: want`},
		{"no YAML", "a: [b]\nc: [", `g.yaml:2: `},
		{"two documents", "a: [b]\n---\nc: [d]", `g.yaml:2: the file holds several documents: want one`},
		{"a name", "a: [b]\nA b: [c]", `g.yaml:2: a rule called "A b": want`},
		{"a name that is a list", "? [a]\n: [c]", `g.yaml:1: a rule called "": want`},
		{"a rule twice", "a: [b]\nc: [d]\na: [c]", `g.yaml:3: rule a stands at g.yaml:1 already: want it once`},
		{"no list", "a: b", `g.yaml:1: rule a has no list of alternatives: want at least one`},
		{"an empty list", "a: []", `g.yaml:1: rule a has no list of alternatives: want at least one`},
		{"an alias", "a: [&x b]\nc: [*x]", `g.yaml:2: an alternative that is no text: want`},
		{"a list in a list", "a:\n- b\n- [c]", `g.yaml:3: an alternative that is no text: want`},
		{"an empty alternative", "a:\n- b\n-", `g.yaml:3: an empty alternative: want a text`},
		{"an empty text", "a: [{text: ''}]", `g.yaml:1: an empty alternative: want a text`},
		{"the same twice", "a:\n- b\n- {text: b, weight: 2}", `g.yaml:3: "b" stands at line 2 already: want it once`},
		{"no text", "a: [{weight: 2}]", `g.yaml:1: an alternative without text: want {weight`},
		{"no quotes", "a: [{b}]\nb: [c]", `g.yaml:1: an alternative with the key "b": want text, weight and name only; a text with a brace`},
		{"text twice", "a: [{text: b, text: c}]", `g.yaml:1: text twice: want it once`},
		{"text that is a list", "a: [{text: [b]}]", `g.yaml:1: text is not one word or text: want it written out`},
		{"weight 0", "a:\n- {text: b,\n   weight: 0}", `g.yaml:3: weight "0": want a whole number from 1 to 1000000`},
		{"a large weight", "a: [{text: b, weight: 1000001}]", `weight "1000001": want`},
		{"a broken weight", "a: [{text: b, weight: 0.5}]", `weight "0.5": want`},
		{"a capital name of an alternative", "a: [{text: b, name: B}]", `g.yaml:1: an alternative called "B": want a name in a-z`},
		{"an open brace", "a: ['b {a']", `g.yaml:1: "{a" has no }: want {…}, or {{ for a brace`},
		{"a closing brace", "a: ['b} c']", `g.yaml:1: a } that closes nothing: want }} for a brace`},
		{"empty braces", "a: ['{}']", `g.yaml:1: "{}" means nothing: want`},
		{"a brace in braces", "a: ['{a{b}']", `g.yaml:1: "{a{b}" means nothing: want`},
		{"a capital name", "a: ['{A}']", `"{A}" means nothing: want`},
		{"signs in another order", "a: ['{$^a}']", `"{$^a}" means nothing: want`},
		{"an optional list", "a: ['{b?*2|,}']", `"{b?*2|,}" means nothing: want`},
		{"no range", "a: ['{#3}']", `"{#3}" means nothing: want`},
		{"a range upside down", "a: ['{#3-2}']", `"{#3-2}": no such range: want a smaller and a larger number, up to 1000000000000`},
		{"a large number", "a: ['{#3-1000000000001}']", `no such range: want`},
		{"a larger number", "a: ['{#3-99999999999999999999}']", `no such range: want`},
		{"never", "a: ['{b?0}']", `"{b?0}": no such chance: want 1 to 100, how many times of 100`},
		{"more than ever", "a: ['{b?101}']", `"{b?101}": no such chance: want`},
		{"a list of a value", "a: ['{$b*2|,}']", `"{$b*2|,}": a list of one value: want a rule, which has many texts`},
		{"a list without separator", "a: ['{b*2}']", `"{b*2}" means nothing: want`},
		{"a list of none", "a: ['{b*0-2|,}']", `"{b*0-2|,}": no such number of texts: want a smaller and a larger number from 1 to 100`},
		{"a list upside down", "a: ['{b*3-2|,}']", `no such number of texts: want`},
		{"a long list", "a: ['{b*101|,}']", `no such number of texts: want`},
		{"an unknown rule", "a:\n- b\n- '{c}'", `g.yaml:3: no rule c: want one of the rules of the grammar; a slot is {$c}`},
		{"an unknown rule in a list", "a: ['{c*2|,}']", `g.yaml:1: no rule c: want`},
		{"itself", "a: ['{a}']", `g.yaml:1: the rule comes back to itself: a, a: want rules that end`},
		{"a circle", "a: ['{b}']\nb:\n- c\n- '{c?}'\nc: ['{d*2|,}']\nd: ['{b}']", `g.yaml:6: the rule comes back to itself: b, c, d, b: want`},
		{"too much in lists", "a: ['{b*1|}']\nb: ['{c*1|}']\nc: ['{d*1|}']\nd: ['{e*1|}']\ne: ['{f*1|}']\nf: [x]", `g.yaml:1: rule a can grow beyond 1000000 pieces: want`},
		{"too much", doubling(25), `g.yaml:20: rule r19 can grow beyond 1000000 pieces: want a smaller one`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := grammar.Load(fstest.MapFS{"g.yaml": {Data: []byte(c.yaml)}}, "g.yaml")
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("Load(%q) = %v, want one line with %q", c.yaml, err, c.want)
			}
		})
	}
}

// doubling is n rules, each twice the one before.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("r0: [a]\n")
	for i := 1; i < n; i++ {
		b.WriteString("r" + strconv.Itoa(i) + ": ['{r" + strconv.Itoa(i-1) + "}{r" + strconv.Itoa(i-1) + "}']\n")
	}
	return b.String()
}

// Whether a rule is eligible is asked once, however many alternatives ask.
func TestExpandOfManyWaysToNothing(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		next := "{r" + strconv.Itoa(i+1) + "}"
		fmt.Fprintf(&b, "r%d: ['a%s', 'b%s', 'c%s']\n", i, next, next, next)
	}
	g := load(t, b.String()+"r60: ['{$none}']\n")
	if got := g.Expand(source(1), "r0", nil); got != "" {
		t.Errorf("Expand of a rule that is not eligible = %q", got)
	}
}

// Trace gives the text that Expand gives, and tells the named alternatives from the outside in.
func TestTrace(t *testing.T) {
	g := load(t, `
claim:
  - {name: sum, weight: 3, text: "{^party} asks for {amount}."}
  - {name: goods, text: "{party} wants {thing} back{reason?}"}
party: [{name: seller, text: the seller}, the buyer]
amount: [{name: small, text: "{#1-9} yuan"}, {name: large, weight: 2, text: "{#1000-9000} yuan"}]
thing: [the keys, two lorries]
reason: [{name: need, text: " at once"}]
`)
	seen := map[string]bool{}
	for seed := range uint64(200) {
		r := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
		text, chosen := g.Trace(r(), "claim", nil)
		if want := g.Expand(r(), "claim", nil); text != want {
			t.Fatalf("Trace gives %q, Expand %q", text, want)
		}
		if chosen[0].Rule != "claim" || chosen[0].Text != text {
			t.Errorf("%q: chosen first is %+v", text, chosen[0])
		}
		for _, c := range chosen {
			seen[c.Name] = true
			if !strings.Contains(strings.ToLower(text), c.Text) && c.Rule != "claim" {
				t.Errorf("%q does not have %+v", text, c)
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("alternatives %v chosen, want all six", seen)
	}
}
