package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// argues reports whether a written text makes a point of argument: it states the term, says
// something with it, and does not decline to plead it. What is pleaded may be that there is no such
// thing: "no causation" makes the point of causation. But what is "not defective" is another thing.
func (g *grading) argues(e *expectation) bool {
	return g.mentions(e) && slices.ContainsFunc(g.all(e), func(c candidate) bool {
		return c.right && !g.isListed(&c) && !anotherThing.MatchString(tail(g.answer.folded[:c.from])) &&
			!crossedOut.MatchString(g.answer.line(c.from)) && !g.answer.declinesToPlead(c.from, c.to)
	})
}

// anotherThing matches the text before a term that is said not to be the word for something.
var anotherThing = regexp.MustCompile(`(?:不[是为]|[并而绝]非|不属于?|[是能]否[是为]?|(?:\bnot(?: even)?|n['’]t|\binstead of|\brather than)(?: (?:the|an?))?) ?["“'‘《(]?$`)

// To decline to plead is to deny, of the side that writes, a word of pleading or of dispute, or to say
// that a plea is given up. Words between a denial and the word of pleading say when or how.
const (
	zhDenies  = `(?:不|没有|没|未|无意|无须|无需)(?:再|予|曾|会|拟|想|欲|打算|准备|就此|据此|以此|在此|另行|单独|有)*`
	zhPleads  = `(?:主张|提出|提起|援引|引用|适用|抗辩|辩称|涉及|讨论|依据|坚持|声称|否认|质疑|反驳|争执)`
	zhGivesUp = `(?:放弃|撤回|搁置)`
	zhNear    = `[^。,;\n]`
	enDenies  = `(?:\b(?:not|never|no longer|neither|nor|without)|n['’]t)(?: (?:now|here|yet|even|being|been|be|at this stage|in this case|expressly|specifically|(?:seek|intend|propose|wish|mean|going|asked?) to))*`
	enPleads  = `(?:say|said|claim|argue|rely|relied|plead|pled|assert|contend|maintain|raise|invoke|appl(?:y|ied)|suggest|allege|submit|submitted|advance|pursue|press|put forward|dispute|deny|denied|contest|challenge|question)`
	enGivesUp = `\b(?:waive|abandon|withdraw|withdrew|drop|give up|gave up|concede|admit|leave aside)(?:s|d|ed|n)?\b`
	enNear    = `[^.,;:\n]`
)

// Patterns of a clause that declines to plead: before the term, after it, and on both sides of it.
var (
	declinedBefore = regexp.MustCompile(`(?:` + zhDenies + zhPleads + `[过了的]?|` + zhGivesUp + `)(` + zhNear + `{0,24})$` +
		`|(?:` + enDenies + ` ` + enPleads + `(?:s|d|ed|ing)?\b|\b(?:no|any) (?:plea|defence|reliance|argument|point|submission|contention|allegation)\b|` + enGivesUp + `)(` + enNear + `*)$`)
	declinedAfter = regexp.MustCompile(`^(?:` + zhNear + `{0,4}(?:问题|抗辩|一节|一点|方面),)?` + zhNear + `{0,8}?(?:` + zhDenies + `(?:` + zhPleads + `|持?异议|争议|作为|在争议)|无异议|无争议|` + zhGivesUp + `)` +
		`|^` + enNear + `{0,40}?(?:` + enDenies + ` ` + enPleads + `(?:s|d|ed|ing)?\b|` + enDenies + ` (?:in issue|at issue|in dispute|taken|arise|part of)\b)`)
	deniedMatter = regexp.MustCompile(zhDenies + `(?:以|就|对|将|把|根据|基于)` + zhNear + `{0,16}$`)
	declinedSo   = regexp.MustCompile(`^` + zhNear + `{0,8}?(?:为由|作为|进行|异议|争议|` + zhPleads + `)`)

	// notDeclined matches words after a denied word of pleading that turn to what is pleaded, or that say what
	// was not put forward of evidence.
	notDeclined = regexp.MustCompile(`但|而是|证据|证明|举证|材料|凭证|\b(?:but|instead|evidence|documents?|records?|receipts?)\b`)
	// mustPlead matches denials of a denial.
	mustPlead = regexp.MustCompile(`不得不|不能不|cannot but|can ?not help but`)
)

// sides matches whoever a sentence may be about: the side that writes, or, as its group, another.
var sides = regexp.MustCompile(`我方|我们|我司|我公司|本公司|本方|本案|本答辩|(被答辩人|对方|原告|公司|银行|[买卖债权务借贷租货托订供购受让]+人|\p{Han}某)|答辩人|被告|\b(?:we|our|us|i|respondent|defendant|this (?:defence|statement|case))\b` +
	`|\b(claimant|plaintiff|applicant|opponent|other side|they|buyer|seller|lender|borrower|landlord|tenant|company|bank|ltd|inc|llc|co)\b`)

// declinesToPlead reports whether the clause around a term says that it is not pleaded. Of another side
// than the one that writes, that is a fact, and may be the plea.
func (v *view) declinesToPlead(from, to int) bool {
	start, end := v.sentence(from)
	before, after := mustPlead.ReplaceAllString(v.folded[start:from], ""), v.folded[to:max(to, end)]
	if m := declinedBefore.FindStringSubmatchIndex(before); m != nil {
		gap := before[max(m[2], m[4]):]
		if !notDeclined.MatchString(gap) && !byAnother.MatchString(gap) && !isAboutAnother(before[:m[0]]) {
			return true
		}
	}
	if m := deniedMatter.FindStringIndex(before); m != nil && declinedSo.MatchString(after) {
		return !isAboutAnother(before[:m[0]])
	}
	m := declinedAfter.FindStringIndex(after)
	if m == nil || notDeclined.MatchString(after[:m[1]]) || evidenceNext.MatchString(after[m[1]:]) {
		return false
	}
	return !isAboutAnother(before+after[:m[1]]) && !byAnother.MatchString(after[m[1]:])
}

var (
	evidenceNext = regexp.MustCompile(`^` + zhNear + `{0,4}(?:证据|证明|材料|凭证)`)
	byAnother    = regexp.MustCompile(`^ by (?:the |any )?(?:claimant|plaintiff|applicant|opponent|other side|buyer|seller|lender|borrower)`)
)

// isAboutAnother reports whether the last side that a text names is another than the one that writes.
func isAboutAnother(text string) bool {
	all := sides.FindAllStringSubmatchIndex(text, -1)
	return all != nil && (all[len(all)-1][2] >= 0 || all[len(all)-1][4] >= 0)
}

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
