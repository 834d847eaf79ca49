package score

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// concludesOtherwise reports whether the answer uses the question's words for the requested
// value to introduce another value, and mentions the expected text only elsewhere.
func (g *grading) concludesOtherwise(e *expectation, all []candidate) bool {
	if g.describesOther(all) || g.answersElsewhere(all) {
		return true
	}
	focus, least := 0.0, 0.75
	for i := range all {
		if c := &all[i]; c.right && c.stated() {
			if c.weight < 0 {
				least = 0.5
			}
			if focus = max(focus, g.wording.focusShare(g.answer.label(c.from))); c.weight >= weightConclusion {
				return false
			}
		}
	}
	text := g.answer.folded
	if g.startsWithOther(all) {
		return true
	}
	for _, m := range predicateWords.FindAllStringSubmatchIndex(text, -1) {
		from := m[2]
		before := g.answer.clauseBefore(m[0])
		if len(piecesOf(lastWords(before))) == 0 || g.wording.focusShare(before) < max(least, focus+0.25) {
			continue
		}
		_, end := g.answer.sentence(from)
		if m := relativeClause.FindStringIndex(text[from:max(from, end)]); m != nil {
			end = from + m[0]
		}
		said := strings.Trim(text[from:max(from, end)], " \"'.,。)")
		if pronounStart.MatchString(said) || answerNounStart.MatchString(said) || slices.ContainsFunc(all, func(c candidate) bool { return c.from < m[0] && c.from >= m[0]-len(before) }) || g.partOf(g.middle, said) || strings.Contains(e.texts[0], Normal(strings.TrimPrefix(said, "the "))) || interrogativeStart.MatchString(said) || isDigit(firstRune(said)) && !strings.ContainsFunc(e.texts[0], isDigit) || isDigit(firstRune(e.texts[0])) && !strings.ContainsFunc(said, isDigit) {
			continue
		}
		if n := utf8.RuneCountInString(said); n < 2 || n > 90 || slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.from >= from && c.from < end }) {
			continue
		}
		return true
	}
	return false
}

// descriptionClause matches an English clause that describes its subject.
var descriptionClause = lazyregexp.New(`(?:^|[.;\n] ?|, (?:and|but|while|whereas) )([^.;:,\n]{2,80}?) (?:is|was|are|were) (?:the|its|an?) ([^.;,:\n()]{3,60})`)

// describesOther reports whether the answer describes another entity as the requested one,
// and does not describe the expected text so.
func (g *grading) describesOther(all []candidate) bool {
	text := g.answer.folded
	for _, m := range descriptionClause.FindAllStringSubmatchIndex(text, -1) {
		said := text[m[2]:m[3]]
		if g.wording.headShare(firstWords(text[m[4]:m[5]], 5)) < 0.75 || sentenceStarters[firstWords(said, 1)] || g.wording.questionShare(said) > 0.6 {
			continue
		}
		if !slices.ContainsFunc(all, func(c candidate) bool {
			return c.right && (c.from >= m[2] && c.from < m[5] || g.wording.headShare(g.answer.label(c.from)) >= 0.5)
		}) {
			return true
		}
	}
	return false
}

// startsWithOther reports whether the answer begins with a bare name other than the
// expected one, which comes later or never: "Civil Mediation Statement. (An …".
func (g *grading) startsWithOther(all []candidate) bool {
	text := g.answer.folded
	m := firstFragment.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	said := strings.TrimSpace(m[1])
	words := strings.Fields(said)
	n := utf8.RuneCountInString(said)
	switch {
	case n < 2 || n > 100 || len(words) > 14 || strings.Contains(said, "→") || participleStart.MatchString(said) || g.wording.questionShare(said) > 0.6 || sentenceStarters[words[0]] || notNameStart.MatchString(said), g.isKnownText(said) && !slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.from < len(m[1]) }):
		return false
	case isHan(firstRune(said)) && (n > 14 || clauseCharacters.MatchString(said)):
		return false
	case slices.ContainsFunc(words, func(w string) bool { return finiteVerbs[w] }):
		return false
	}
	for i := range all {
		switch c := &all[i]; {
		case !c.right || c.from > len(m[0]):
		case c.from > len(m[1]) || !nameBefore.MatchString(text[:c.from]):
			return false
		default: // it only stands in a longer name
			return slices.ContainsFunc(strings.Fields(text[:c.from]), func(w string) bool { return !functionWords[w] && !g.wording.pieces[stem(w)] })
		}
	}
	return true
}

var (
	// firstFragment matches the first sentence, or its part before a bracket or a clause.
	firstFragment = lazyregexp.New(`^([^.。;:,\n(|=]{2,120}?)(?:[.。;]|,? \([^()]{3}|,? which\b|, (?:not|rather|although|though|while|but|as)\b|,(?:不是|而不是|而非|并非)|\n|$)`)
	// nameBefore matches the text before a name within another name.
	nameBefore = lazyregexp.New(`[a-z]{4,} [a-z ]*\b(?:for|of)(?: the)? $`)
	// notNameStart matches the beginning of a fragment that is no name.
	notNameStart = lazyregexp.New(`^(?:首先|先|其次|第[一二三]步|first|yes|no|sure|certainly|of course|hello|hi|dear|thank|good|note|result|summary|step|great|ok|okay|understood|json|python|markdown|text|only|just|您好|你好|好的|是|否|有|没有|根据|经|按|据|查|以下|如下|#)`)
	// participleStart matches an introduction to an answer: "Comparing (a) and (b)".
	participleStart  = lazyregexp.New(`^[a-z]+(?:ing|ed)\b`)
	clauseCharacters = lazyregexp.New(`[是为在由有被系将已可请查共如问您我这那该其的]`)
	finiteVerbs      = asSet("is are was were has have had do does did can could will would may might i we you found find shows show says listed exist exists remain remains")
)

// answerNounStart matches a text that calls its subject the answer.
var answerNounStart = lazyregexp.New(`^(?:the |our |your )?(?:answer|one|result|match)\b|^答案`)

// relativeClause matches the beginning of a subordinate clause.
var relativeClause = lazyregexp.New(`, (?:which|whose|where|although|though|while|whereas)\b`)

// pronounStart matches a pronoun at the beginning of a text.
var pronounStart = lazyregexp.New(`^(?:此|该|其|他|她|它|上述|前者|后者|这|本|谁|somebody|someone|something|another|else|different|what|who|which|that|this|it|him|her|them|not|no)`)

// interrogativeStart matches a question word at the beginning of a text.
var interrogativeStart = lazyregexp.New(`^(?:哪|什么|多少|谁|几|何)`)

// predicateWords matches the words between a label and its value.
var predicateWords = lazyregexp.New(`(?:是|为|:|\bis|\bwas|\bby)(?: the| now| currently)? ?["“'‘《]?()[\p{L}\p{N}]`)
