package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// argues reports whether a written text makes a point of argument: it states the term, and says
// something with it that neither denies it nor declines to plead it.
func (g *grading) argues(e *expectation) bool {
	return g.mentions(e) && slices.ContainsFunc(g.all(e), func(c candidate) bool {
		return c.right && c.stated() && !g.isListed(&c) &&
			!disclaimerBefore.MatchString(g.answer.folded[:c.from]) && !disclaimerAfter.MatchString(g.answer.folded[c.to:])
	})
}

// disclaimerBefore and disclaimerAfter find words by which a clause declines to plead a point.
var (
	disclaimerBefore = regexp.MustCompile(`(?:(?:不|没有|并未|未)(?:曾|再|予)?(?:适用|主张|提出|援引|涉及|存在|认为|以)|\b(?:not|n't|never|no longer) (?:say|claim|argue|rely|plead|assert|contend|maintain|raise|invoke|apply|suggest|allege)\b)[^。，,;；\n.]*$`)
	disclaimerAfter  = regexp.MustCompile(`^[^。，,;；\n.]{0,8}(?:不适用|不存在|未过|没有过|尚未届满)|^[^,;\n.]{0,20}\b(?:do|does|did|is|are) not (?:apply|arise|pleaded|raised|relied|invoked|in issue)\b`)
)

// phraseEnds are the characters that end a phrase or an item of a list.
const phraseEnds = "\n,，、。.;；:：|"

// endsLine matches what follows the last phrase of a line.
var endsLine = regexp.MustCompile(`^[。.]?(?:\n|$)`)

// listWords are the words that join the items of a list.
var listWords = regexp.MustCompile(`\b(?:and|or)\b|[和与及或]|以及`)

// isListed reports whether the phrase around a candidate consists of terms only, as an item of a
// list of terms does.
func (g *grading) isListed(c *candidate) bool {
	text := g.answer.folded
	from := strings.LastIndexAny(text[:c.from], phraseEnds) + 1
	for from > 0 && from < c.from && text[from]&0xC0 == 0x80 { // the rest of the mark itself
		from++
	}
	to := len(text)
	if i := strings.IndexAny(text[c.to:], phraseEnds); i >= 0 {
		to = c.to + i
	}
	if isLabelled(text[:from]) && endsLine.MatchString(text[to:]) {
		return false // 案由：买卖合同纠纷
	}
	rest := text[from:to]
	for _, e := range g.middle {
		for _, t := range e.folded {
			rest = strings.ReplaceAll(rest, t, " ")
		}
	}
	return !strings.ContainsFunc(listWords.ReplaceAllString(rest, ""), unicode.IsLetter)
}

// isLabelled reports whether a text ends with a label: words and a colon on a line of their own.
func isLabelled(text string) bool {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	label := strings.TrimRight(line, ":： ")
	return label != line && strings.ContainsFunc(label, unicode.IsLetter) && !strings.ContainsAny(label, phraseEnds)
}
