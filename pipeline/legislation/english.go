package legislation

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// english is the grammar of laws in English: articles, numbered paragraphs (1), items (a) and
// sub-items (i).
func english() *grammar {
	return &grammar{
		language: "en", numbered: true, joint: " ", contents: "contents",
		mark: markEnglish,
		article: func(u unit) string {
			if u.branch > 0 {
				return fmt.Sprintf("Article %d-%d", u.article, u.branch)
			}
			return fmt.Sprintf("Article %d", u.article)
		},
		paragraph: func(u unit) string { return fmt.Sprintf("paragraph (%d)", u.paragraph) },
		item:      func(u unit) string { return "item (" + letter(u.item) + ")" },
		subitem:   func(u unit) string { return "item (" + strings.ToLower(formatRoman(u.subitem)) + ")" },
		cite: func(law string, labels [4]string) string {
			short := labels[0]
			for _, label := range labels[1:] {
				_, number, _ := strings.Cut(label, " ")
				short += number
			}
			return law + ", " + short
		},
		versionName: func(law, day string, r role, _ string) string {
			said := map[role]string{noRole: "text of", adoptedRole: "as adopted on", amendedRole: "as amended on", promulgatedRole: "as published on",
				approvedRole: "as approved on", inForceRole: "in force from"}
			return law + " (" + said[r] + " " + day + ")"
		},
		formatDay:     func(y, m, d int) string { return fmt.Sprintf("%d %s %d", d, time.Month(m), y) },
		kind:          englishKind,
		events:        englishEvents,
		force:         englishForce,
		repeals:       englishRepeals,
		abbreviations: func(string) map[string]string { return nil },
		references:    englishReferences,
		earlierLaw:    enEarlierLaw, pendingCases: enPendingCases, conditional: enConditional, besideRule: enBesideRule, transitional: enTransitional,
	}
}

var (
	enArticle   = lazyregexp.New(`^(?i:article)\s+([0-9]{1,4})(?:-([0-9]{1,3})|([A-Z])\b)?`)
	enHeading   = lazyregexp.New(`^(?i:(part|book|title)|(chapter)|(section))\s+(?:[0-9]+|[IVXLC]+)\b`)
	enParagraph = lazyregexp.New(`^\(([0-9]{1,3})\)\s*`)
	enItem      = lazyregexp.New(`^\(([a-z]{1,6})\)\s*`)
	enAnnex     = lazyregexp.New(`^(?i:annex|schedule|appendix)\b`)
	enVerb      = lazyregexp.New(`(?i)\b(adopted|enacted|passed|amended|revised|published|promulgated|approved|in(?:to)? force)\b`)
	enForce     = lazyregexp.New(`(?i)^this [a-z]+ (?:shall )?(?:(?:enters?|comes?) into force|takes? effect) (?:on|from)\s+(.*)`)
	enArticles  = lazyregexp.New(`\bArticles? ([0-9]{1,4})(?:-([0-9]{1,3}))?((?:\([0-9a-z]{1,5}\))*)`)
	enOwn       = lazyregexp.New(`^ of this [A-Z][a-z]+`)
)

// See the Chinese patterns.
var (
	enEarlierLaw = lazyregexp.New(`(?:^|[.;] )(?:Past [^.;,]{1,80}|[A-Z][^.;,]{1,80} before (?:this [A-Z][a-z]+ (?:is in force|enters into force|comes into force|takes effect)|the entry into force of this [A-Z][a-z]+)) ` +
		`(?:are|is|remain|remains|shall be) (?:governed by|subject to) the (?:rules|law|provisions) (?:of their time|of that time|in force at the time|then in force)[;.]`)
	enPendingCases = lazyregexp.New(`(?:^|[.;] )This [A-Z][a-z]+ (?:applies|shall apply) to (?:all )?cases (?:pending|not yet decided) at first or second instance when it (?:takes effect|enters into force|comes into force)(?:, not to the reopening of cases already decided)?[;.]`)
	enTransitional = lazyregexp.New(`(?i)\b(?:before|after) (?:this [a-z]+ (?:is in force|(?:enters?|entered|comes?|came) into force|takes? effect|took effect)|the (?:entry into force|commencement) of this)` +
		`|(?i)\b(?:lighter|milder|more lenient|more favourable|less severe) (?:penalty|penalties|punishment|sanction|fine|rule)` +
		`|(?i)\b(?:continues|agree\w*|milder|lighter)\b[^.;]*\b(?:this [a-z]+|the new (?:rules|law)) appl`)
	enBesideRule = lazyregexp.New(`^(?:This [A-Z][a-z]+ (?:enters into force|comes into force|takes effect) (?:on|from) [0-9A-Za-z ]{1,24}(?:, [0-9]{4})?` +
		`|(?:It replaces|From that day it stands in the place of) the [^,]+|the parties may agree on the new rules|on renewal the new rules apply)$`)
	enConditional = lazyregexp.New(`(?i)\b(?:except|unless|provided that|subject to the following|(?:yet|still) to be performed)\b`)
)

// markEnglish implements [grammar.mark]. A line that goes on in lower case after the number of
// an article cites it.
func markEnglish(line string, markdown bool) mark {
	if m := enArticle.FindStringSubmatch(line); m != nil {
		n, _ := parseNumber(m[1])
		branch, _ := parseNumber(m[2])
		if m[3] != "" {
			branch = int(m[3][0]-'A') + 1
		}
		after := line[len(m[0]):]
		rest := strings.TrimLeft(after, " \t　*.:–—-")
		first, _ := utf8.DecodeRuneInString(rest)
		if n > 0 && !unicode.IsLower(first) && !strings.HasPrefix(after, "(") && !strings.HasPrefix(after, ",") {
			return mark{kind: articleMark, number: n, branch: branch, size: len(line) - len(rest), certain: true}
		}
		return mark{}
	}
	if m := enHeading.FindStringSubmatchIndex(line); m != nil && (markdown || isTitle(line)) {
		ranks := []rank{partRank, chapterRank, sectionRank}
		for i := range ranks {
			if m[2+2*i] >= 0 {
				return mark{kind: headingMark, rank: ranks[i]}
			}
		}
	}
	if enAnnex.MatchString(line) && (markdown || isTitle(line)) {
		return mark{kind: annexMark}
	}
	if markdown {
		return mark{kind: headingMark, rank: chapterRank}
	}
	if m := enParagraph.FindStringSubmatch(line); m != nil {
		n, _ := parseNumber(m[1])
		return mark{kind: paragraphMark, number: n, size: len(m[0])}
	}
	if m := enItem.FindStringSubmatch(line); m != nil {
		found := mark{kind: itemMark, size: len(m[0]), roman: parseRoman(strings.ToUpper(m[1]))}
		if len(m[1]) == 1 {
			found.number = int(m[1][0]-'a') + 1
		} else if found.roman == 0 {
			return mark{}
		}
		return found
	}
	return mark{}
}

// letter writes a number as a letter, from a.
func letter(n int) string {
	if n < 1 || n > 26 {
		return fmt.Sprint(n)
	}
	return string(rune('a' + n - 1))
}

// romans are the parts of Roman numerals, from the largest.
func romans() []struct {
	value int
	text  string
} {
	return []struct {
		value int
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}
}

// formatRoman writes a number from 1 to 3999.
func formatRoman(n int) string {
	var b strings.Builder
	for _, part := range romans() {
		for ; n >= part.value; n -= part.value {
			b.WriteString(part.text)
		}
	}
	return b.String()
}

// parseRoman reads a Roman numeral, 0 if it is none.
func parseRoman(s string) int {
	n, rest := 0, s
	for _, part := range romans() {
		for strings.HasPrefix(rest, part.text) {
			n += part.value
			rest = rest[len(part.text):]
		}
	}
	if rest != "" || n > 3999 || formatRoman(n) != s {
		return 0
	}
	return n
}

// englishKind implements [grammar.kind].
func englishKind(title, _ string) string {
	words := strings.Fields(strings.ToLower(title))
	switch {
	case slices.Contains(words, "interpretation"):
		return "interpretation"
	case slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"regulation", "regulations", "rules", "measures"}, w)
	}):
		return "regulation"
	case slices.ContainsFunc(words, func(w string) bool { return slices.Contains([]string{"act", "law", "code", "statute"}, w) }):
		return "statute"
	}
	return ""
}
