// Package probe answers exam items blind: from the form of the options, the words that they share
// with the stem and their place, but not from what they say. An item set is biased where such a
// probe is right more often than chance.
//
// [Measure] says how often each probe is right, and [Balance] leaves out items of a generated set
// until none is right more often than chance.
package probe

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Probe is a way to answer items without knowledge.
type Probe struct {
	// Name is unique among the probes of a type; lower-case letters, and a hyphen and the letter
	// of an option.
	Name string
	// Doc says in one sentence what the probe answers.
	Doc string
	// answer returns how the probe does on an item; ok is false if it has no answer.
	answer func(*item) (credit, bool)
}

// credit is how a probe does on one item, and what it would do if the right answers were drawn at
// random.
type credit struct {
	score  float64 // in [0, 1]
	best   float64 // the score if ties are broken rightly
	draws  *draws  // of score, by chance
	mean   float64 // of draws
	vary   float64 // variance of draws
	widest float64 // vary if one option were picked of those that are level
}

// newCredit returns the credit for a score that chance distributes so.
func newCredit(score, best float64, d *draws) credit {
	mean, vary := d.mean()
	return credit{score: score, best: best, draws: d, mean: mean, vary: vary}
}

// longestProbe is the probe that others publish figures of.
const longestProbe = "longest"

// maxLetters is the largest number of options for which a letter is a probe.
const maxLetters = 6

// Of returns the probes for items of a type, one of [task.ExamTypes], in the order of reports; nil
// for another type.
func Of(kind string) []Probe {
	switch kind {
	case task.MultipleChoice, task.Cloze, task.CaseAnalysis:
		all := []Probe{
			{longestProbe, "The longest option is right.", single(longest)},
			{"shortest", "The shortest option is right.", single(shortest)},
			{"grammar", "The one option that agrees with the words before it, or that begins or ends otherwise than all others, is right.", single(odd)},
			{"overlap", "The option that shares most words with the stem is right.", single(overlapping)},
			{"numbers", "The option with most numbers is right.", single(numerous)},
			{"middle", "The option whose first number lies in the middle is right.", single(middle)},
		}
		for i := range maxLetters {
			all = append(all, Probe{"letter-" + string(rune('a'+i)), "Option " + string(rune('A'+i)) + " is right.", single(func(it *item) []int {
				if i < len(it.options) {
					return []int{i}
				}
				return nil
			})})
		}
		return all
	case task.TrueFalse:
		return []Probe{
			{"true", "The claim is true.", verdict(func(*item) (bool, bool) { return true, true })},
			{"false", "The claim is false.", verdict(func(*item) (bool, bool) { return false, true })},
			{"longer", "A claim longer than most of its language is true, a shorter one false.", verdict(func(it *item) (bool, bool) { return it.long, it.length != it.median })},
			{"shorter", "A claim longer than most of its language is false, a shorter one true.", verdict(func(it *item) (bool, bool) { return !it.long, it.length != it.median })},
			{"absolute", "A claim that says always, never or only is false.", verdict(func(it *item) (bool, bool) { return false, absolute.MatchString(it.claim) })},
			{"denied", "A claim that says not is false, another one true.", verdict(func(it *item) (bool, bool) { return !denies(it), true })},
			{"numbers", "A claim with a number is false, another one true.", verdict(func(it *item) (bool, bool) { return !anyDigit(it.tokens), true })},
		}
	case task.MultipleSelection:
		return []Probe{
			{"all", "All options are right.", everything},
			{"longest", "The longer half of the options is right.", half(longest)},
			{"shortest", "The shorter half of the options is right.", half(shortest)},
			{"overlap", "The half of the options that shares most words with the stem is right.", half(overlapping)},
			{"first", "The first half of the options is right.", half(func(it *item) []int { return []int{first(it.options)} })},
		}
	case task.Matching:
		return []Probe{
			{"order", "The two lists are in the same order.", matched(inOrder)},
			{"reverse", "The second list is in the reverse order of the first.", matched(inReverse)},
			{"overlap", "What shares most words belongs together.", matched(byWords)},
			{"length", "The longest belongs to the longest, and so on.", matched(byLength)},
		}
	}
	return nil
}

// single makes the answer of a probe to items with one right option from a function that returns
// the options it takes to be right, of which one is drawn; none if it has no answer.
func single(pick func(*item) []int) func(*item) (credit, bool) {
	return func(it *item) (credit, bool) {
		chosen := pick(it)
		n, k := len(it.options), len(chosen)
		if k == 0 || len(it.key) != 1 {
			return credit{}, false
		}
		c := newCredit(0, 0, picked(k, n))
		c.widest = 1/float64(n) - 1/float64(n*n)
		if slices.Contains(chosen, it.key[0]) {
			c.score, c.best = 1/float64(k), 1
		}
		return c, true
	}
}

// verdict makes the answer of a probe to claims from a function that says whether one is true, and
// whether it has an answer.
func verdict(guess func(*item) (isTrue, ok bool)) func(*item) (credit, bool) {
	return func(it *item) (credit, bool) {
		isTrue, ok := guess(it)
		if !ok || len(it.key) != 1 {
			return credit{}, false
		}
		c := newCredit(0, 0, picked(1, 2))
		if isTrue == (it.key[0] == 0) {
			c.score, c.best = 1, 1
		}
		return c, true
	}
}

// everything answers a selection with all options, which is right as a whole or not at all. By
// chance every set of options but the empty one is the right one.
func everything(it *item) (credit, bool) {
	p := 1 / float64(int64(1)<<min(len(it.options), 60)-1)
	c := newCredit(0, 0, &draws{1, []float64{1 - p, p}})
	if len(it.key) == len(it.options) {
		c.score, c.best = 1, 1
	}
	return c, true
}

// half makes the answer of a probe to a selection from a function that returns the options that
// come first by some order: it is applied until half of the options are taken. The score is the share of
// options on which the probe is right; by chance the right options are drawn, as many as there are.
func half(pick func(*item) []int) func(*item) (credit, bool) {
	return func(it *item) (credit, bool) {
		n, k := len(it.options), len(it.key)
		if n < 2 {
			return credit{}, false
		}
		left, seen := it.clone(), map[int]bool{}
		for len(seen) < n/2 {
			chosen := pick(left)
			if len(chosen) == 0 || len(seen)+len(chosen) > n/2 && len(seen) > 0 {
				break
			}
			for _, i := range chosen {
				seen[i] = true
				left.options[i] = option{gone: true}
			}
		}
		s := len(seen)
		if s == 0 || s == n {
			return credit{}, false
		}
		hits := 0
		for _, i := range it.key {
			if seen[i] {
				hits++
			}
		}
		score := float64(n-s-k+2*hits) / float64(n)
		return newCredit(score, score, taken(s, k, n)), true
	}
}

// matched makes the answer of a probe to a matching from a function that returns for each option a
// match, each at most once; nil if it has no answer. The score is the share of right pairs; by
// chance the matches are drawn without replacement.
func matched(pair func(*item) []int) func(*item) (credit, bool) {
	return func(it *item) (credit, bool) {
		pairs := pair(it)
		n, m := len(it.options), len(it.matches)
		if pairs == nil || len(it.key) != n || n < 2 || m < n {
			return credit{}, false
		}
		c := newCredit(0, 0, paired(n, m))
		for i, j := range pairs {
			if it.key[i] == j {
				c.score += 1 / float64(n)
			}
		}
		c.best = c.score
		return c, true
	}
}
