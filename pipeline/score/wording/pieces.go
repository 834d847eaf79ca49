package wording

import (
	"strings"
	"unicode/utf8"
)

// Weights in letters, see hanWeight.
const (
	minForeign = 24 // of a piece of another entry: eight Chinese characters are no chance
	minOwn     = 6  // of a piece of the reference, which an answer has reason to repeat
	margin     = 12 // by which a piece must be longer than one of a nearer entry
)

// nearness orders entries by how likely an answer takes text from them.
type nearness int

const (
	itself nearness = iota
	sameArticle
	sameVersion
	sameNumber // of another version
	sameLaw
	elsewhere
)

// nearness says how an entry is related to the reference.
func nearnessOf(reference, e *CitableEntry) nearness {
	switch {
	case e.ID == reference.ID:
		return itself
	case e.Law != reference.Law:
		return elsewhere
	case e.Version == reference.Version && e.Article == reference.Article:
		return sameArticle
	case e.Version == reference.Version:
		return sameVersion
	case e.cites(reference):
		return sameNumber
	}
	return sameLaw
}

// tiling says which pieces of an answer stand in which entry.
type tiling struct {
	total   int         // weight of the answer
	own     int         // weight of the pieces that stand in the reference
	foreign int         // weight of the pieces that stand only in other entries
	covered int         // weight of the reference that the pieces cover
	from    map[int]int // weight by entry, without the reference
	order   []int       // the entries of from, in the order of the answer
}

// tile takes an answer apart from left to right, always into the longest piece, or one
// nearly as long of a nearer entry.
func (x *EntryIndex) tile(reference *CitableEntry, folded, answer string) *tiling {
	t := &tiling{total: weight(answer), from: map[int]int{}}
	seen := make([]bool, len(folded))
	for at := 0; at < len(answer); {
		rest := answer[at:]
		own := common(folded, rest)
		entry, foreign := x.nearest(reference, rest, weight(own))
		switch {
		case entry >= 0:
			t.foreign += weight(foreign)
			if t.from[entry] == 0 {
				t.order = append(t.order, entry)
			}
			t.from[entry] += weight(foreign)
			at += len(foreign)
		case weight(own) >= minOwn:
			t.own += weight(own)
			begin := strings.Index(folded, own)
			for i := begin; i < begin+len(own); i++ {
				seen[i] = true
			}
			at += len(own)
		default:
			_, size := utf8.DecodeRuneInString(rest)
			at += size
		}
	}
	for i, r := range folded {
		if seen[i] {
			t.covered += weightOf(r)
		}
	}
	return t
}

// common returns the longest prefix of a text that stands in the reference.
func common(reference, text string) string {
	n := 0
	for i, r := range text {
		if end := i + utf8.RuneLen(r); strings.Contains(reference, text[:end]) {
			n = end
			continue
		}
		break
	}
	return text[:n]
}

// nearest returns the nearest entry, other than the reference, with a prefix of the text
// that is longer by margin than what the reference has of it; -1 if there is none. An entry
// counts if its prefix is at most margin shorter than the longest.
func (x *EntryIndex) nearest(reference *CitableEntry, text string, own int) (entry int, piece string) {
	least := max(minForeign, own+margin)
	longest := x.longest(text, least)
	if longest == "" {
		return -1, ""
	}
	begin, _ := prefix(text, max(least, weight(longest)-margin))
	entry = -1
	for _, i := range x.containing(begin) {
		e := &x.entries[i]
		if e.ID == reference.ID || entry >= 0 && nearnessOf(reference, e) > nearnessOf(reference, &x.entries[entry]) {
			continue
		}
		of := common(x.folded[i], text)
		if entry < 0 || nearnessOf(reference, e) < nearnessOf(reference, &x.entries[entry]) || len(of) > len(piece) {
			entry, piece = i, of
		}
	}
	return entry, piece
}
