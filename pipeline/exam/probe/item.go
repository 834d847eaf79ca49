package probe

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// item is what a probe sees of an item, and the key, by which its answer is judged.
type item struct {
	options  []option
	matches  []option
	key      []int
	stem     map[string]bool // tokens
	before   string          // the word before the gap or at the end of the stem
	language string

	// Of true-false:
	claim  string // plain
	tokens []string
	length int // of the claim, in characters
	median int // of the lengths of all claims of the language
	long   bool
}

// option is an option or match.
type option struct {
	text   string
	length int // in characters
	tokens []string
	gone   bool // taken already
}

// clone returns a copy whose options can be taken away.
func (it *item) clone() *item {
	c := *it
	c.options = slices.Clone(it.options)
	return &c
}

func newOption(text, language string) option {
	return option{text: text, length: utf8.RuneCountInString(text), tokens: claim.Read(text, language).Tokens}
}

// newItem returns what probes see of a task.
func newItem(t *task.Task) *item {
	it := &item{key: t.Choices.Key, language: t.Language, stem: map[string]bool{}}
	for _, o := range t.Choices.Options {
		it.options = append(it.options, newOption(o, t.Language))
	}
	for _, m := range t.Choices.Matches {
		it.matches = append(it.matches, newOption(m, t.Language))
	}
	stem := claim.Stem(t.Question)
	for _, token := range claim.Read(stem, t.Language).Tokens {
		it.stem[token] = true
	}
	before := stem
	if at := claim.Gap.FindStringIndex(stem); at != nil {
		before = stem[:at[0]]
	}
	if words := strings.Fields(claim.Fold(before)); len(words) > 0 {
		it.before = words[len(words)-1]
	}
	if t.Type == task.TrueFalse {
		c := claim.Claimed(claim.Asked(stem))
		it.claim, it.tokens, it.length = claim.Plain(c), claim.Read(c, t.Language).Tokens, utf8.RuneCountInString(c)
	}
	return it
}

// newItems returns what probes see of tasks of one type. A claim is long by the median of the
// claims in its language.
func newItems(tasks []*task.Task) []*item {
	all := make([]*item, len(tasks))
	lengths := map[string][]int{}
	for i, t := range tasks {
		all[i] = newItem(t)
		lengths[t.Language] = append(lengths[t.Language], all[i].length)
	}
	for _, l := range lengths {
		slices.Sort(l)
	}
	for _, it := range all {
		l := lengths[it.language]
		it.median = l[len(l)/2]
		it.long = it.length > it.median
	}
	return all
}
