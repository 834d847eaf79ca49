// Package order shuffles the options of questions, so that the place of an option says nothing
// about whether it is right.
//
// Options that speak of other options keep their sense: "all of the above" and its kind stay
// last, an option that names letters ("A e C estão corretas") stays where it is and its letters
// follow the options that they name, and numerals ("I e II"), which refer to the stem, stay as
// they are. Over a set, the places of right options are as even as possible.
package order

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// An OptionList is the options of one question.
type OptionList struct {
	// ID tells the lists of a set apart. A list's place among others, and the draws made for
	// it, depend on it and on the seed.
	ID string
	// Kind is the type of question: places are evened out among lists of one kind and length.
	Kind string
	// Options are the options in the order of their source, without letters.
	Options []string
	// Key are the positions of the right options in Options, ascending. With an empty key
	// the order is random, but never that of the source, and counts nowhere.
	Key []int
	// Fixed lists stay as they are, and their right options count.
	Fixed bool
}

// Arrange returns for each list the new order: element i of it is the position in Options of
// the option that is shown at i. It depends on the seed and on the lists, but not on the order
// of the lists. The number of right options at each place differs as little as greedy
// assignment allows: by one at most, where each list of a kind has one right option and none
// that must keep its place. Lists whose options are the words for true and false stay as they
// are, and so do lists of fewer than two movable options.
func Arrange(lists []OptionList, seed uint64) [][]int {
	out := make([][]int, len(lists))
	counts := make(map[string][]int)
	type turn struct {
		index int
		hash  digest.Digest
	}
	var turns []turn
	for i, l := range lists {
		movable := l.movable()
		if len(movable) < 2 {
			out[i] = identity(len(l.Options))
			l.count(counts, out[i])
			continue
		}
		turns = append(turns, turn{i, digest.New("order").Int("seed", int(seed)).String("kind", l.Kind).String("id", l.ID).Sum()})
	}
	slices.SortFunc(turns, func(a, b turn) int { return strings.Compare(string(a.hash), string(b.hash)) })
	for _, t := range turns {
		l := lists[t.index]
		out[t.index] = l.arrange(counts[l.group()], digest.Rand("order", string(t.hash)))
		l.count(counts, out[t.index])
	}
	return out
}

// Apply returns the options in a new order, as [Arrange] gives it, with the letters that
// options name renamed.
func Apply(options []string, order []int) []string {
	place := inverse(order)
	out := make([]string, len(order))
	for i, from := range order {
		out[i] = options[from]
		if namesLetters(out[i], len(options)) {
			out[i] = renameLetters(out[i], place)
		}
	}
	return out
}

// Key returns the positions of the right options in a new order, ascending.
func Key(key, order []int) []int {
	place := inverse(order)
	out := make([]int, len(key))
	for i, k := range key {
		out[i] = place[k]
	}
	slices.Sort(out)
	return out
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func inverse(order []int) []int {
	out := make([]int, len(order))
	for i, from := range order {
		out[from] = i
	}
	return out
}

// group names the lists among which places are evened out.
func (l *OptionList) group() string {
	return l.Kind + "/" + string(rune('0'+len(l.Options)))
}

func (l *OptionList) count(counts map[string][]int, order []int) {
	if counts[l.group()] == nil {
		counts[l.group()] = make([]int, len(l.Options))
	}
	for _, k := range Key(l.Key, order) {
		counts[l.group()][k]++
	}
}

// movable returns the positions of options that may change places with each other.
func (l *OptionList) movable() []int {
	if l.Fixed || isTruth(l.Options) {
		return nil
	}
	var out []int
	for i, o := range l.Options {
		if !closes(o) && !namesLetters(o, len(l.Options)) {
			out = append(out, i)
		}
	}
	return out
}

// arrange draws an order that puts the right options at the places with the lowest counts.
func (l *OptionList) arrange(counts []int, rand *rand.Rand) []int {
	if counts == nil {
		counts = make([]int, len(l.Options))
	}
	movable := l.movable()
	places := l.places(movable)
	rand.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	slices.SortStableFunc(places, func(a, b int) int { return counts[a] - counts[b] })
	rand.Shuffle(len(movable), func(i, j int) { movable[i], movable[j] = movable[j], movable[i] })
	var right, wrong []int
	for _, m := range movable {
		if slices.Contains(l.Key, m) {
			right = append(right, m)
		} else {
			wrong = append(wrong, m)
		}
	}
	rest := places[len(right):]
	rand.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	out := l.settled()
	all := slices.Concat(right, wrong)
	for i, m := range all {
		out[places[i]] = m
	}
	if len(l.Key) == 0 && slices.IsSorted(out) { // of two lists, the same order would be the key
		for i, m := range all {
			out[places[(i+1)%len(all)]] = m
		}
	}
	return out
}

// settled returns the order with the options that do not move in their places, and -1 for
// the others. Options that close a list come last.
func (l *OptionList) settled() []int {
	n := len(l.Options)
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	last := n
	for i := n - 1; i >= 0; i-- {
		if closes(l.Options[i]) {
			last--
			out[last] = i
		}
	}
	for i, o := range l.Options {
		if !closes(o) && namesLetters(o, n) {
			at := min(i, last-1)
			for out[at] >= 0 {
				at--
			}
			out[at] = i
		}
	}
	return out
}

// places returns the places that remain for movable options, ascending.
func (l *OptionList) places(movable []int) []int {
	out := make([]int, 0, len(movable))
	for i, from := range l.settled() {
		if from < 0 {
			out = append(out, i)
		}
	}
	return out
}
