package legislation

import (
	"fmt"
	"strings"
)

// checkArticle reports numbers that jump. In an amendment they may be those of the law that it
// amends, which are left out until its own go on.
func (s *segmenter) checkArticle(m mark) {
	u := unit{article: m.number, branch: m.branch}
	name := s.grammar.article(u)
	if s.own > 0 && m.number != s.own+1 {
		s.quoted = append(s.quoted, s.at+1)
		return
	}
	if s.own > 0 {
		s.current, s.own = unit{article: s.own}, 0
	}
	switch next := s.grammar.article(unit{article: s.current.article + 1}); {
	case m.number == s.current.article && m.branch == s.current.branch+1, m.number == s.current.article+1 && m.branch == 0:
	case !s.started:
		s.fault(s.at+1, Kept, next, "the first article is %s", name)
	case m.number == 1 && m.branch == 0 && s.current.article > 1:
		s.fault(s.at+1, FileLeftOut, "one law in a file", "%s again after %s", name, s.grammar.article(s.current))
	case s.isAmendment() && m.number > s.current.article+1:
		s.own, s.quoted = s.current.article, append(s.quoted, s.at+1)
		s.fault(s.at+1, UnitLeftOut, next, "%s after %s, which this amendment may quote", name, s.grammar.article(s.current))
	default:
		s.fault(s.at+1, Kept, next, "%s after %s", name, s.grammar.article(s.current))
	}
}

// checkUnit reports paragraphs, items and sub-items whose numbers jump.
func (s *segmenter) checkUnit(u unit, m mark) {
	want, kind := 0, "item"
	switch {
	case m.kind == plainText:
		return
	case m.kind == paragraphMark:
		want, kind = s.current.paragraph+1, "paragraph"
	case u.subitem > 0:
		want, kind = s.current.subitem+1, "sub-item"
	default:
		want = s.current.item + 1
		if u.paragraph != s.current.paragraph {
			want = 1
		}
		if u.itemBranch == s.current.itemBranch+1 && u.item == s.current.item {
			return
		}
	}
	if m.number != want {
		s.fault(s.at+1, Kept, fmt.Sprint(want), "%s %d of %s", kind, m.number, s.grammar.article(u))
	}
}

// lists reports whether 一、 numbers an item: the text before leads into a list, or it is the
// next item of one.
func (s *segmenter) lists(m mark) bool {
	n := len(s.entries)
	if n == 0 || s.entries[n-1].begun != s.begun {
		return false
	}
	before := s.entries[n-1]
	if m.number == 1 {
		return before.item == 0 && (strings.HasSuffix(before.text, "：") || strings.HasSuffix(before.text, ":"))
	}
	return before.item > 0 && m.number == before.item+1
}
