package alternative

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// revealed returns an answer that a name passed to one of the answer's own lookups reveals:
// the name of an office contains its city, and a file is named after its order. It returns nil
// if there is none. The names of starts are not considered, because the question states
// them.
func revealed(t *plan.Trace) *Shortcut {
	if t.Program.Template != "" {
		return nil
	}
	for _, a := range t.Program.Answers {
		r := t.Result(a.From)
		if r == nil || len(r.Values) == 0 {
			continue
		}
		names := askedAbout(t, a.From)
		silent := func(v value.Value) bool {
			return v.Kind != value.Text || !slices.ContainsFunc(names, func(name string) bool { return reveals(name, v.Text) })
		}
		if !slices.ContainsFunc(r.Values, silent) {
			w := targets{trace: t}
			return &Shortcut{Node: a.From, PlanLookups: w.lookups(a.From), Revealed: r.Values[0].Text}
		}
	}
	return nil
}

// askedAbout returns the names passed to the lookups on which a node depends, except the
// names of starts.
func askedAbout(t *plan.Trace, node string) (names []string) {
	for n := t.Program.Node(node); len(n.From) > 0; n = t.Program.Node(n.From[0]) {
		from := t.Program.Node(n.From[0])
		if _, ok := n.Do.(*plan.Call); !ok || len(from.From) == 0 {
			continue
		}
		r := t.Result(from.Name)
		names = append(names, r.Entity...)
		for _, v := range r.Values {
			names = append(names, v.Text)
		}
	}
	return names
}

// A text of at least shortestRevealed characters is not in a name by accident. A text that
// is a name with at most longestSuffix further characters is made from the name.
const (
	shortestRevealed = 3
	longestSuffix    = 4
)

// reveals reports whether a name reveals a text: the name contains it without cutting a
// Latin word or a number, or the text is the name followed by a few characters.
func reveals(name, text string) bool {
	if after, ok := strings.CutPrefix(text, name); ok && name != "" {
		return utf8.RuneCountInString(after) <= longestSuffix
	}
	if utf8.RuneCountInString(text) < shortestRevealed {
		return false
	}
	for from := 0; ; {
		i := strings.Index(name[from:], text)
		if i < 0 {
			return false
		}
		at := from + i
		if !cut(name, at) && !cut(name, at+len(text)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(name[at:])
		from = at + size
	}
}

// cut reports whether an offset lies within a Latin word or a number.
func cut(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at:])
	return word(before) && word(after)
}

func word(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }
