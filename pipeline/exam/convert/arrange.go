package convert

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/taskgrove/taskgrove/pipeline/exam/order"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Arrange returns the items with their options in a new order: right options are even over the
// places within a type and number of options, see [order.Arrange]. Questions that were taken
// over keep their order unless keyed is set, and so do items that the index did not make. Call
// it again when items were left out. Neither the tasks nor the list given are changed.
func (x *ClaimIndex) Arrange(items []*task.Task, seed uint64, keyedToo bool) []*task.Task {
	lists := make([]order.OptionList, len(items))
	plain := make([]*task.Task, len(items)) // in the order of the rules
	for i, t := range items {
		lists[i] = order.OptionList{ID: t.ID, Kind: t.Type, Fixed: true}
		if t.Type == task.TrueFalse || t.Derivation.Rule == KeyedRule && !keyedToo {
			continue
		}
		p, err := x.plain(t)
		if err != nil {
			continue
		}
		plain[i] = p
		lists[i].Options, lists[i].Key, lists[i].Fixed = p.Choices.Options, p.Choices.Key, false
		if t.Type == task.Matching {
			lists[i].Options, lists[i].Key = p.Choices.Matches, nil
		}
	}
	out := make([]*task.Task, len(items))
	for i, arrangement := range order.Arrange(lists, seed) {
		out[i] = items[i]
		if plain[i] == nil {
			continue
		}
		_, draws, _ := splitDraws(plain[i].Derivation.Draws)
		d := *plain[i].Derivation
		d.Draws = joinDraws(arrangement, draws)
		t := *plain[i]
		t.Derivation = &d
		if again, err := x.Again(&t); err == nil {
			out[i] = again
		}
	}
	return out
}

// plain is an item with its options in the order of its rule.
func (x *ClaimIndex) plain(t *task.Task) (*task.Task, error) {
	arrangement, draws, ok := splitDraws(t.Derivation.Draws)
	if !ok {
		return nil, &fault{Draws, "no order"}
	}
	d := *t.Derivation
	d.Draws = joinDraws(identity(len(arrangement)), draws)
	u := *t
	u.Derivation = &d
	return x.Again(&u)
}

// check reports what is wrong with the options of an item: two that are equal once folded, or
// one that contains another.
func (m *item) check() error {
	for _, list := range [][]string{m.options, m.matches} {
		for i := range list {
			for j := range list {
				a, b := bare(list[i]), bare(list[j])
				if i != j && (a == b || a == "" || within(a, b)) {
					return &fault{Same, list[i]}
				}
			}
		}
	}
	return nil
}

// within reports whether a bare text holds another, but for the end of a longer number: 15 days
// do not hold 5 days.
func within(a, b string) bool {
	digit := func(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	at := strings.Index(a, b)
	return at >= 0 && !(digit(b, 0) && digit(a, at-1))
}

// bare is a text in one width and case, without accents, space and punctuation.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(s))
}
