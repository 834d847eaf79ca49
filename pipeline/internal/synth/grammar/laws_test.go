package grammar_test

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// drawn is a random grammar without circles: rule r0 uses those after it.
type drawn struct {
	yaml  string
	slots []string // what texts of r0 can have, sorted
}

// drawGrammar draws a grammar whose literals are words in parentheses, and
// works out its slots by a walk of its own.
func drawGrammar(t *rapid.T) drawn {
	n := rapid.IntRange(1, 7).Draw(t, "rules")
	var b strings.Builder
	used := make([]map[string]bool, n)
	for i := n - 1; i >= 0; i-- {
		used[i] = map[string]bool{}
		fmt.Fprintf(&b, "r%d:\n", i)
		for j := range rapid.IntRange(1, 4).Draw(t, "alternatives") {
			text := fmt.Sprintf("(a%d)", j)
			for range rapid.IntRange(0, 3).Draw(t, "pieces") {
				capital := rapid.SampledFrom([]string{"", "^"}).Draw(t, "capital")
				optional := rapid.SampledFrom([]string{"", "", "?", "?30", "?100"}).Draw(t, "optional")
				kind := rapid.IntRange(0, 3).Draw(t, "kind")
				if kind > 0 && i == n-1 {
					kind = 0
				}
				if kind == 0 {
					slot := rapid.SampledFrom([]string{"s0", "s1", "s2", "s3"}).Draw(t, "slot")
					used[i][slot] = true
					text += fence("{"+capital+"$"+slot+optional+"}", optional)
					continue
				}
				to := rapid.IntRange(i+1, n-1).Draw(t, "to")
				maps.Copy(used[i], used[to])
				if kind == 1 {
					optional = "*1-3|+| & "
				}
				text += fence(fmt.Sprintf("{%sr%d%s}", capital, to, optional), optional)
			}
			fmt.Fprintf(&b, "- {weight: %d, text: %q}\n", rapid.IntRange(1, 3).Draw(t, "weight"), text)
		}
	}
	return drawn{b.String(), slices.Sorted(maps.Keys(used[0]))}
}

// fence puts what a text cannot do without between brackets.
func fence(piece, optional string) string {
	if strings.HasPrefix(optional, "?") {
		return piece
	}
	return "[" + piece + "]"
}

// loaded is the drawn grammar, loaded.
func (d drawn) loaded(t *rapid.T) *grammar.Grammar {
	g, err := grammar.Load(fstest.MapFS{"g.yaml": {Data: []byte(d.yaml)}}, "g.yaml")
	if err != nil {
		t.Skip("too large: ", err)
	}
	return g
}

// drawSlots gives each slot a value that shows which it is, or none.
func drawSlots(t *rapid.T) map[string]string {
	slots := map[string]string{}
	for _, s := range []string{"s0", "s1", "s2", "s3"} {
		if rapid.Bool().Draw(t, s) {
			slots[s] = "<" + s + "{r0}>"
		}
	}
	return slots
}

// marker finds the slots that a text shows.
var marker = regexp.MustCompile(`<(s\d)\{r0\}>`)

// hole finds places where a text has nothing.
var hole = regexp.MustCompile(`\[\]|\[\+|\+\+|\+\]|\[ &|& \]`)

func TestLawExpansionsRepeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, slots, seed := drawGrammar(t), drawSlots(t), rapid.Uint64().Draw(t, "seed")
		g, again := d.loaded(t), d.loaded(t)
		want := g.Expand(source(seed), "r0", slots)
		g.Expand(source(seed+1), "r0", nil) // what was drawn before does not matter
		for _, g := range []*grammar.Grammar{g, again} {
			if got := g.Expand(source(seed), "r0", slots); got != want {
				t.Fatalf("seed %d: first %q, then %q", seed, want, got)
			}
		}
	})
}

func TestLawTextsHaveNoHoles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, slots := drawGrammar(t), drawSlots(t)
		g := d.loaded(t)
		for seed := range uint64(20) {
			text := g.Expand(source(seed), "r0", slots)
			shown := marker.FindAllStringSubmatch(text, -1)
			for _, m := range shown {
				if slots[m[1]] == "" {
					t.Fatalf("%q shows %s, which was not given", text, m[1])
				}
			}
			if hole.MatchString(text) {
				t.Fatalf("%q has a hole", text)
			}
		}
	})
}

// Slots of a rule are those its texts show, given enough draws, and no others.
func TestLawSlotsAreThoseUsed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawGrammar(t)
		g := d.loaded(t)
		got := g.Slots("r0")
		if diff := cmp.Diff(d.slots, got, cmp.Transformer("", func(s []string) []string { return append([]string{}, s...) })); diff != "" {
			t.Fatalf("slots of\n%s\n%s", d.yaml, diff)
		}
		all := map[string]string{}
		for _, s := range []string{"s0", "s1", "s2", "s3"} {
			all[s] = "<" + s + "{r0}>"
		}
		shown := map[string]bool{}
		for seed := range uint64(50) {
			for _, m := range marker.FindAllStringSubmatch(g.Expand(source(seed), "r0", all), -1) {
				shown[m[1]] = true
			}
		}
		for s := range shown {
			if !slices.Contains(got, s) {
				t.Fatalf("a text shows %s, which Slots does not name: %q", s, got)
			}
		}
	})
}

// A slot more never takes a rule its last eligible alternative.
func TestLawMoreSlotsNeverSilence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, slots := drawGrammar(t), drawSlots(t)
		g := d.loaded(t)
		if g.Expand(source(1), "r0", slots) == "" {
			return
		}
		slots[rapid.SampledFrom([]string{"s0", "s1", "s2", "s3", "s9"}).Draw(t, "more")] = "x"
		if g.Expand(source(1), "r0", slots) == "" {
			t.Fatalf("a text without the last of %q, none with it:\n%s", slots, d.yaml)
		}
	})
}

// An alternative is drawn in proportion to its weight among the eligible ones,
// within five standard deviations.
func TestLawWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(1, 50), 2, 8).Draw(t, "weights")
		needy := rapid.Bool().Draw(t, "an alternative is not eligible")
		var b strings.Builder
		b.WriteString("top:\n")
		sum := 0
		for i, w := range weights {
			fmt.Fprintf(&b, "- {text: a%d, weight: %d}\n", i, w)
			sum += w
		}
		if needy {
			b.WriteString("- {text: '{$no}', weight: 1000000}\n")
		}
		g := drawn{yaml: b.String()}.loaded(t)
		const n = 2000
		counts := map[string]int{}
		r := source(rapid.Uint64().Draw(t, "seed"))
		for range n {
			counts[g.Expand(r, "top", nil)]++
		}
		for i, w := range weights {
			p := float64(w) / float64(sum)
			off := float64(counts[fmt.Sprintf("a%d", i)]) - n*p
			if off*off > 25*n*p*(1-p)+25 {
				t.Fatalf("alternative %d of weights %v: drawn %v more often than its share of %d", i, weights, off, n)
			}
		}
	})
}

// An optional piece is there as often as it says, within four standard deviations.
func TestOptionalShares(t *testing.T) {
	g := load(t, "half: ['{x?}']\nsome: ['{x?30}']\nseldom: ['{x?1}']\nx: [a]")
	const n = 200_000
	for rule, share := range map[string]float64{"half": 0.5, "some": 0.3, "seldom": 0.01} {
		r, there := source(7), 0
		for range n {
			there += len(g.Expand(r, rule, nil))
		}
		if off := float64(there)/n - share; off*off > 16*share*(1-share)/n {
			t.Errorf("rule %s: there in %v of all texts, want %v", rule, float64(there)/n, share)
		}
	}
}

// A list's texts differ, and there are as many as it says where there are words.
func TestLawLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.IntRange(1, 20).Draw(t, "words")
		lo := rapid.IntRange(1, 12).Draw(t, "lo")
		hi := rapid.IntRange(lo, 15).Draw(t, "hi")
		var b strings.Builder
		fmt.Fprintf(&b, "top: ['{w*%d-%d|, | and }']\nw:\n", lo, hi)
		for i := range words {
			fmt.Fprintf(&b, "- {text: w%d, weight: %d}\n", i, rapid.IntRange(1, 1000).Draw(t, "weight"))
		}
		text := drawn{yaml: b.String()}.loaded(t).Expand(source(rapid.Uint64().Draw(t, "seed")), "top", nil)
		if commas, and := strings.Count(text, ", "), strings.Count(text, " and "); and > 1 || and == 0 && commas > 0 {
			t.Fatalf("%q: want one last separator", text)
		}
		list := regexp.MustCompile(", | and ").Split(text, -1)
		if n := len(list); n < min(lo, words) || n > min(hi, words) {
			t.Fatalf("%q has %d texts: want %d to %d of %d words", text, n, lo, hi, words)
		}
		slices.Sort(list)
		if len(slices.Compact(list)) < len(list) || slices.Contains(list, "") {
			t.Fatalf("%q repeats a text", text)
		}
	})
}

func TestExpandAtTheSameTime(t *testing.T) {
	g := load(t, `{top: ["{a*2-3|,}{$who?}"], a: ["{b}{$who}", "{b}"], b: [x, y, z]}`)
	var group sync.WaitGroup
	for w := range 8 {
		slots := map[string]string{"who": fmt.Sprint(w)}
		group.Go(func() {
			for seed := range uint64(200) {
				alone := load(t, `{top: ["{a*2-3|,}{$who?}"], a: ["{b}{$who}", "{b}"], b: [x, y, z]}`)
				if got, want := g.Expand(source(seed), "top", slots), alone.Expand(source(seed), "top", slots); got != want {
					t.Errorf("worker %d, seed %d: %q, alone %q", w, seed, got, want)
				}
			}
		})
	}
	group.Wait()
}

// The grammar in the package comment is one, and uses all its rules.
func TestPackageComment(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "grammar.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var p comment.Parser
	for _, block := range p.Parse(f.Doc.Text()).Content {
		if code, ok := block.(*comment.Code); ok {
			g := load(t, code.Text)
			if unused := g.Unused("claim"); len(unused) > 0 {
				t.Errorf("rules %q are not used", unused)
			}
			return
		}
	}
	t.Error("the package comment shows no grammar")
}
