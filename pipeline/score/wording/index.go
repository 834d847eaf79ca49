package wording

import (
	"fmt"
	"index/suffixarray"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// CitableEntry is one provision of a version of a law.
type CitableEntry struct {
	// ID identifies the entry.
	ID string
	// Law and Version name the law and its version. Versions of different laws have
	// different names.
	Law, Version string
	// Newest reports that the version is known to be the newest one of the law.
	Newest bool
	// Article, Paragraph, Item and Subitem are the numbers of the provision as they are
	// written; "" where it has none.
	Article, Paragraph, Item, Subitem string
	// Text is the text of the provision without its number.
	Text string
}

// Level returns the deepest level that the entry has a number of: "article", "paragraph",
// "item" or "subitem"; "" if it has none.
func (e *CitableEntry) Level() (level string) {
	for _, l := range []struct{ name, number string }{{"article", e.Article}, {"paragraph", e.Paragraph}, {"item", e.Item}, {"subitem", e.Subitem}} {
		if l.number != "" {
			level = l.name
		}
	}
	return level
}

// cites reports whether two entries have the same number, in whatever law.
func (e *CitableEntry) cites(o *CitableEntry) bool {
	return e.Article == o.Article && e.Paragraph == o.Paragraph && e.Item == o.Item && e.Subitem == o.Subitem
}

// EntryIndex finds the entries that a text is taken from.
type EntryIndex struct {
	entries []CitableEntry
	folded  []string // letters of each entry
	starts  []int    // offset of each entry in the array
	byText  map[string][]int
	array   *suffixarray.Index
}

// NewIndex returns an index over entries, which it keeps. The error names an ID that is
// missing or repeated.
func NewIndex(entries []CitableEntry) (*EntryIndex, error) {
	x := &EntryIndex{entries: entries, byText: map[string][]int{}}
	seen := make(map[string]bool, len(entries))
	var all strings.Builder
	for i := range entries {
		if id := entries[i].ID; id == "" || seen[id] {
			return nil, fmt.Errorf("entry %d: id %q is missing or repeated: want one of its own", i+1, id)
		}
		seen[entries[i].ID] = true
		f := letters(entries[i].Text)
		x.folded = append(x.folded, f)
		x.starts = append(x.starts, all.Len())
		x.byText[f] = append(x.byText[f], i)
		all.WriteString(f)
		all.WriteByte(0) // no match crosses it
	}
	x.array = suffixarray.New([]byte(all.String()))
	return x, nil
}

// Entries returns all entries, in the order given. They are shared and must not be changed.
func (x *EntryIndex) Entries() []CitableEntry { return x.entries }

// WithText returns the entries that have a text, in the order given to [NewIndex]; nil if
// there are none. The texts are compared as by [IsExact].
func (x *EntryIndex) WithText(text string) (entries []*CitableEntry) {
	for _, i := range x.byText[letters(text)] {
		entries = append(entries, &x.entries[i])
	}
	return entries
}

// letters returns the letters, marks and digits of a text, in one width and case: what
// must be equal for a text to be recited exactly.
func letters(text string) string {
	text = norm.NFKC.String(strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// A character of a script written without spaces says about as much as hanWeight letters.
const hanWeight = 3

// weight is the length of folded text in letters.
func weight(text string) (n int) {
	for _, r := range text {
		n += weightOf(r)
	}
	return n
}

func weightOf(r rune) int {
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return hanWeight
	}
	return 1
}

// prefix returns the shortest prefix of at least a weight; ok is false if the text is
// lighter.
func prefix(text string, least int) (p string, ok bool) {
	n := 0
	for i, r := range text {
		if n += weightOf(r); n >= least {
			return text[:i+utf8.RuneLen(r)], true
		}
	}
	return text, false
}

// longest returns the longest prefix of a text that some entry contains; "" if it is
// lighter than least.
func (x *EntryIndex) longest(text string, least int) string {
	begin, ok := prefix(text, least)
	if !ok || x.array.Lookup([]byte(begin), 1) == nil {
		return ""
	}
	var ends []int // of the longer prefixes
	for i, r := range text[len(begin):] {
		ends = append(ends, len(begin)+i+utf8.RuneLen(r))
	}
	n := sort.Search(len(ends), func(i int) bool { return x.array.Lookup([]byte(text[:ends[i]]), 1) == nil })
	if n == 0 {
		return begin
	}
	return text[:ends[n-1]]
}

// containing returns the entries that contain a folded text, in ascending order.
func (x *EntryIndex) containing(text string) []int {
	offsets := x.array.Lookup([]byte(text), -1)
	sort.Ints(offsets)
	var found []int
	for _, at := range offsets {
		i := sort.SearchInts(x.starts, at+1) - 1
		if len(found) == 0 || found[len(found)-1] != i {
			found = append(found, i)
		}
	}
	return found
}
