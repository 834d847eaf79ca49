package value

import (
	"regexp"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// Citation identifies an article of a statute that a text cites.
type Citation struct {
	// Statute is the title, folded as [Fold] does, without title marks, without a version in
	// brackets after it and, in English, without "the" before it.
	Statute string
	// Article is the article's number, at least 1. Branch is 1, 2 … for 第十二条之一, 第十二条之二 … and
	// Article 12-1, 12-2 …, and 0 otherwise.
	Article, Branch int
}

// The forms of a citation, after folding: groups for what goes before the statute and
// behind it are those of the article's number and branch.
var (
	chineseCitation = regexp.MustCompile(`^(.+?)第([0-9零〇一二三四五六七八九十百千]+)条(?:之([0-9一二三四五六七八九十]+))?$`)
	articleFirst    = regexp.MustCompile(`^art(?:icle|\.)? ?([0-9]+)(?:-([0-9]+))?(?:,| of)? (?:the )?(.+)$`)
	articleLast     = regexp.MustCompile(`^(?:the )?(.+?),? art(?:icle|\.)? ?([0-9]+)(?:-([0-9]+))?$`)

	titleMarks = strings.NewReplacer("《", "", "》", "", "〈", "", "〉", "")
	innerMarks = strings.NewReplacer("《", "〈", "》", "〉")
	inBrackets = regexp.MustCompile(` ?\((?:as [^()]*|[0-9]{4}年?[^()]*)\)`)
	ofNation   = regexp.MustCompile(`^(?:\p{Han}{1,6}?共和国|(?:people's )?republic of (?:[\pL'’-]+ ){1,3})$`)
)

// InnerTitles marks the titles within a title of a law as Chinese usage has it, 〈…〉, because 《…》 stands
// around the whole: 关于适用〈保险法〉的解释.
func InnerTitles(title string) string { return innerMarks.Replace(title) }

// ParseCitation parses a text that consists of the citation of one article. The forms are:
// the statute, with or without 《》 and a version in brackets, followed by 第十四条, 第14条 or
// 第十二条之一; Article 14 of the statute; Art. 14 of the statute; and the statute followed by
// Article 14 or art. 14. The first name that a domain gives an article, which is the form
// of keywords, is among them.
func ParseCitation(text string) (c Citation, ok bool) {
	text = titleMarks.Replace(Fold(text))
	var statute, article, branch string
	if m := chineseCitation.FindStringSubmatch(text); m != nil {
		statute, article, branch = m[1], m[2], m[3]
	} else if m := articleFirst.FindStringSubmatch(text); m != nil {
		article, branch, statute = m[1], m[2], m[3]
	} else if m := articleLast.FindStringSubmatch(text); m != nil {
		statute, article, branch = m[1], m[2], m[3]
	}
	if c.Article, ok = ParseOrdinal(article); !ok {
		return Citation{}, false
	}
	if c.Branch, ok = ParseOrdinal(branch); !ok && branch != "" {
		return Citation{}, false
	}
	c.Statute = strings.TrimSpace(inBrackets.ReplaceAllString(statute, ""))
	return c, c.Statute != ""
}

// Same reports whether two citations are of the same article. The name of a state before a
// statute is ignored: 中华人民共和国, Republic of X.
func (c Citation) Same(o Citation) bool {
	return c.Article == o.Article && c.Branch == o.Branch && (c.Statute == o.Statute || national(c.Statute, o.Statute) || national(o.Statute, c.Statute))
}

// Includes reports whether a folded text contains another. The citation of one article does not include
// that of another: "sales act, article 72" does not include "sales act, article 7".
func Includes(text, part string) bool {
	if !strings.Contains(text, part) {
		return false
	}
	of, ok := ParseCitation(part)
	in, both := ParseCitation(text)
	return !ok || !both || of.Same(in)
}

// national reports whether a title is another with the name of a state before it.
func national(title, short string) bool {
	state, ok := strings.CutSuffix(title, short)
	return ok && ofNation.MatchString(state)
}

// ParseOrdinal reads a whole number from 1 to 9999 in digits or Chinese numerals: 14, 十四,
// 一百零五. ok is false for everything else.
func ParseOrdinal(text string) (n int, ok bool) {
	whole := "第" + text + "条"
	found := quantity.Read(whole)
	if len(found) != 1 || found[0].Kind != quantity.Rank || found[0].To != len(whole) || strings.TrimSpace(text) != text {
		return 0, false
	}
	if v := found[0].Number; v.IsInteger() && v.Sign() > 0 && v.IntPart() <= 9999 {
		return int(v.IntPart()), true
	}
	return 0, false
}
