// Package grammar writes texts by rules: the sentences of a generated world.
//
// A grammar is one or more YAML files. Each is a mapping from the names of rules
// to lists of alternatives, and all files together are one grammar:
//
//	claim:
//	  - "{^party} asks for {$amount}{interest?}{costs?30}."
//	  - {weight: 3, text: "{^party} wants {goods*2-3|, | and } back within {#7-30} days."}
//	party:
//	  - the claimant
//	  - the {trade} company
//	trade: [shipping, timber]
//	goods: [the keys, two lorries, all drawings, "{#3-9} crates"]
//	interest: [" with interest", " and interest from {$date}"]
//	costs: [", costs included"]
//
// An alternative is a text, or a text and its weight, which is 1 otherwise: an
// alternative is chosen with a chance in proportion to its weight. It may have a
// name, {name: loan, text: …}, by which [Grammar.Trace] tells that it was chosen.
// In a text,
//
//	{rule}              is a text of that rule
//	{$slot}             is a value that the caller gives
//	{rule?} {$slot?}    may be left out: it is half of the times
//	{rule?30}           is there 30 times of 100
//	{rule?100}          is there wherever it can be
//	{rule*2-4|、}       is 2 to 4 different texts of that rule, joined by 、
//	{rule*3|, | and }   is 3 of them, with another separator before the last
//	{^rule} {^$slot}    begins with a capital letter; ^ goes before ? and * too
//	{#2-9}              is a whole number from 2 to 9, both included
//	{{ and }}           are braces
//
// Names of rules and slots are lower-case words of letters, digits and
// underscores. Everything else stands for itself, spaces included. By the rules of
// YAML a text needs quotes if it begins with a brace, has ": " or " #" in it, or
// stands between brackets and has a brace or a comma; words that YAML takes for
// something else (no, 2019) are texts here.
//
// An alternative is eligible if the caller gave every slot it uses and every rule
// it uses has an eligible alternative; only eligible ones are chosen. What may be
// left out does not count, and is left out if it is not eligible. So a text never
// has a gap where a value is missing, and {rule?100} states a fact whenever it is
// given.
package grammar

import (
	"fmt"
	"io/fs"
	"sync"
)

// Grammar is a set of rules, made by [Load]. It is immutable and safe for concurrent use.
type Grammar struct {
	rules  []rule         // in the order of their names
	index  map[string]int // into rules, by name
	slots  []string       // names of all slots, sorted
	states sync.Pool      // of *expansion
}

// Load reads the named files of fsys as one grammar. Each rule is defined in one file, once.
// The error joins all faults, each as "file:line: what is wrong: what was wanted". Faults are
// invalid notation, unknown and recursive rules, rules without alternatives, empty and repeated
// alternatives, and rules whose expansion may exceed a million pieces; so every expansion ends.
// A file that cannot be read is reported with the error of fsys.
func Load(fsys fs.FS, names ...string) (*Grammar, error) {
	var src source
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("grammar: %w", err)
		}
		src.add(name, data)
	}
	g := src.compile()
	if err := src.err(); err != nil {
		return nil, err
	}
	return g, nil
}

// Rules returns the names of all rules, sorted. The caller owns the slice.
func (g *Grammar) Rules() []string {
	names := make([]string, len(g.rules))
	for i := range g.rules {
		names[i] = g.rules[i].name
	}
	return names
}

// Slots returns the names of the slots that texts of a rule can contain, directly or through
// other rules, sorted. The caller owns the slice. It panics if there is no such rule.
func (g *Grammar) Slots(rule string) []string {
	names := []string{}
	for _, s := range g.rules[g.find(rule)].slots {
		names = append(names, g.slots[s])
	}
	return names
}

// Unused returns the names of the rules that no text of the roots can use, sorted. The caller
// owns the slice. It panics if a root is not a rule.
func (g *Grammar) Unused(roots ...string) []string {
	used := make([]bool, len(g.rules))
	var use func(int)
	use = func(i int) {
		if used[i] {
			return
		}
		used[i] = true
		for _, a := range g.rules[i].alternatives {
			for _, p := range a.pieces {
				if p.kind == ruleText || p.kind == ruleList {
					use(p.id)
				}
			}
		}
	}
	for _, root := range roots {
		use(g.find(root))
	}
	unused := []string{}
	for i := range g.rules {
		if !used[i] {
			unused = append(unused, g.rules[i].name)
		}
	}
	return unused
}

// Literals returns the texts that stand for themselves in the rules, in the order of the
// rules. The caller owns the slice.
func (g *Grammar) Literals() (texts []string) {
	for i := range g.rules {
		for _, a := range g.rules[i].alternatives {
			for _, p := range a.pieces {
				if p.kind == literal {
					texts = append(texts, p.text)
				}
			}
		}
	}
	return texts
}

// find returns the index of a rule; it panics if there is no such rule.
func (g *Grammar) find(name string) int {
	i, ok := g.index[name]
	if !ok {
		panic(fmt.Sprintf("grammar has no rule %q", name))
	}
	return i
}
