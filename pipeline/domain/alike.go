package domain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CalledAlike reports whether people call columns of two tables about a type of entity by
// one name: the columns hold values of the same kind, and in some language one name includes
// the other. All languages count because a name that two columns share in one language shows
// that they mean the same in the others.
func (d *Domain) CalledAlike(a, b *Column, entity string) bool {
	if a.Entity != b.Entity || a.Kind != b.Kind || a.Unit != b.Unit || a.Kind == KindProse {
		return false
	}
	return slices.ContainsFunc(d.Languages, func(lang string) bool {
		label := d.Entity(entity).Label.In(lang)
		x, y := without(a.Called(lang), label), without(b.Called(lang), label)
		return x == y || IncludesName(x, y) || IncludesName(y, x)
	})
}

// without returns a name in lower case without the label of the entity that it is about, if
// anything is left.
func without(name, label string) string {
	name = strings.ToLower(name)
	if rest := strings.TrimSpace(strings.ReplaceAll(name, strings.ToLower(label), "")); utf8.RuneCountInString(rest) > 1 {
		return rest
	}
	return name
}

// IncludesName reports whether a name includes the words of another, shorter one. Chinese names
// consist of characters, of which the shorter name must have at least two.
func IncludesName(name, shorter string) bool {
	if name == shorter {
		return false
	}
	if strings.ContainsFunc(shorter, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return utf8.RuneCountInString(shorter) > 1 && strings.Contains(name, shorter)
	}
	words, all := contentWords(shorter), contentWords(name)
	return len(words) > 0 && len(words) < len(all) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}

// contentWords returns the words of a name except those that say nothing alone.
func contentWords(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(functionWords, w) })
}

var functionWords = []string{"a", "an", "by", "for", "in", "of", "on", "s", "the", "to"}
