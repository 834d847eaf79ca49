package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// paired works out which matches belong to which options, and compares with the key. An option and
// a match belong together if a sentence or row of an answer says both, or the option with the match
// in its gap, or if the match stands below the option as a heading of the points table; or else if a
// part asks or says the option and its answer says the match. What is
// paired so, and only so, is not paired otherwise.
func (x *examined) paired(t *task.Task) Finding {
	parts := x.quotedParts(t)
	close, wide := pairing(len(t.Choices.Options)), pairing(len(t.Choices.Options))
	for _, p := range parts {
		x.pairsOf(p, t, close, wide)
	}
	assigned := make([]int, len(t.Choices.Options))
	taken := map[int]bool{}
	for i := range assigned {
		assigned[i] = -1
	}
	for settled := true; settled; {
		settled = false
		for i := range assigned {
			if assigned[i] >= 0 {
				continue
			}
			for _, by := range [][]map[int]bool{close, wide} {
				if left := free(by[i], taken); len(left) == 1 {
					assigned[i], settled = left[0], true
					taken[left[0]] = true
					break
				}
			}
		}
	}
	for i, j := range assigned {
		switch {
		case j >= 0 && j != t.Choices.Key[i]:
			return faulty(otherKey, "option %c belongs to match %d by the official answers, and is paired with %d", 'A'+i, j+1, t.Choices.Key[i]+1)
		case j < 0 && len(free(wide[i], taken)) > 1:
			return faulty(manyRight, "option %c belongs to several matches by the official answers", 'A'+i)
		case j < 0:
			return faulty(unsupported, "the official answers pair option %c with no match", 'A'+i)
		}
	}
	return Finding{Certificate: fmt.Sprintf("the official answers pair %s", strings.Join(t.KeyAnswer, ", "))}
}

// pairing returns a set of matches for each of n options.
func pairing(n int) []map[int]bool {
	all := make([]map[int]bool, n)
	for i := range all {
		all[i] = map[int]bool{}
	}
	return all
}

// free returns the members of a set that are not taken, sorted.
func free(set, taken map[int]bool) []int {
	var left []int
	for j := range set {
		if !taken[j] {
			left = append(left, j)
		}
	}
	slices.Sort(left)
	return left
}

// quotedParts returns the parts of the item's essay and all others that it quotes.
func (x *examined) quotedParts(t *task.Task) []*exam.Part {
	parts := x.parts(t)
	for _, q := range t.Derivation.Quotes {
		if p := x.part(q.Source, q.Part); p != nil && !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	return parts
}

// pairsOf adds what a part pairs.
func (x *examined) pairsOf(p *exam.Part, t *task.Task, close, wide []map[int]bool) {
	said := officialOf([]*exam.Part{p}, t.Language)
	var sentences []claim.Statement
	for _, text := range said.sources {
		for _, s := range sentencesOf(text) {
			sentences = append(sentences, claim.Read(s, t.Language))
		}
	}
	question := claim.Read(p.Question, t.Language)
	for i, o := range t.Choices.Options {
		c := claim.Read(o, t.Language)
		asks := question.Contains(c) || claim.Holds(claim.Fold(p.Question), claim.Fold(o))
		states := said.states(c, t.Language)
		gap := claim.Filled([]string{o}, "x") != ""
		for j, m := range t.Choices.Matches {
			match := claim.Read(m, t.Language)
			filled := claim.Read(claim.Filled([]string{o}, m), t.Language)
			switch {
			case gap && said.states(filled, t.Language):
				close[i][j], wide[i][j] = true, true
			case gap:
			case slices.ContainsFunc(sentences, func(s claim.Statement) bool {
				return s.States(c, said.stances, t.Language) && s.States(match, said.stances, t.Language)
			}):
				close[i][j], wide[i][j] = true, true
			case asks && said.says(match), states && said.states(match, t.Language):
				wide[i][j] = true
			}
		}
	}
	underHeadings(p, t, close, wide)
}

// sentencesOf parts a text at the marks that end sentences, and at semicolons.
func sentencesOf(text string) []string {
	return strings.FieldsFunc(strings.NewReplacer(". ", ".\n", "; ", ";\n", "。", "。\n", "；", "；\n").Replace(text), func(r rune) bool { return r == '\n' })
}
