package legislation

import (
	"fmt"
	"slices"
	"strings"
)

// checkArticle reports numbers that jump. In an amendment they may be those of the law that it
// amends, which are left out until its own go on. If those never do, the articles are kept, unless
// the last own one leads into a quotation.
func (s *segmenter) checkArticle(m mark) {
	u := unit{article: m.number, branch: m.branch}
	name := s.grammar.article(u)
	quotes := func(own unit) {
		s.quoted = append(s.quoted, s.at+1)
		s.fault(s.at+1, UnitLeftOut, s.grammar.article(unit{article: own.article + 1}), "%s after %s, which this amendment may quote", name, s.grammar.article(own))
	}
	if s.own > 0 && (m.number != s.own+1 || m.branch > 0) {
		quotes(unit{article: s.own})
		return
	}
	if s.own > 0 {
		s.current, s.own = unit{article: s.own}, 0
	}
	switch next := s.grammar.article(unit{article: s.current.article + 1}); {
	case m.number == s.current.article && m.branch == s.current.branch+1, m.number == s.current.article+1 && m.branch == 0:
	case !s.started:
		s.fault(s.at+1, Kept, next, "the first article is %s", name)
	case s.isAmendment() && (s.leadsIn() || s.resumes()):
		s.own = s.current.article
		quotes(s.current)
	case m.number == 1 && m.branch == 0 && s.current.article > 1 && !s.isAmendment():
		s.fault(s.at+1, FileLeftOut, "one law in a file", "%s again after %s", name, s.grammar.article(s.current))
	default:
		s.fault(s.at+1, Kept, next, "%s after %s", name, s.grammar.article(s.current))
	}
}

// leadsIn reports whether the text before ends in a colon.
func (s *segmenter) leadsIn() bool {
	n := len(s.entries)
	return n > 0 && (strings.HasSuffix(s.entries[n-1].text, "：") || strings.HasSuffix(s.entries[n-1].text, ":"))
}

// resumes reports whether the article after the current one is still to come.
func (s *segmenter) resumes() bool {
	return slices.ContainsFunc(s.lines[s.at+1:max(s.at, s.last)+1], func(l line) bool {
		m := s.grammar.mark(l.text, l.markdown > 0)
		return m.kind == articleMark && m.certain && m.number == s.current.article+1 && m.branch == 0
	})
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
		return before.item == 0 && s.leadsIn()
	}
	return before.item > 0 && m.number == before.item+1
}
