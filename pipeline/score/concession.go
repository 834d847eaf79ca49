package score

import (
	"iter"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// A written text may tell what a point is about without making it: where it concedes the matter, where it
// reports what another side says, and where it only supposes something. Terms and patterns are then words
// like any others. Here sentences are read for what the side that writes does in them.

// act is what the side that writes does in a sentence.
type act int

const (
	tells    act = iota // neither of the others
	contests            // it opposes something, or asks for something
	concedes            // it accepts something, or declines to plead it
)

// givesUpNothing matches the text before words of concession that are denied, conditional or asked for.
var givesUpNothing = lazyregexp.New(`(?:不(?:能|会|应|得|愿|可|予|等于|意味着|构成|因此|代表|曾)*|未(?:曾|予|能|经)*|没有|难以|无法|拒绝|从未|并非|双方|如果?|若|即使|即便|纵然|假如|倘若|是否|谁|何以)` + zhNear + `{0,6}$` +
	`|(?:\b(?:not|never|neither|nor|nobody|no one|none|cannot|no longer|refus\w+|declin\w+|if|unless|even if|should|without|before|whether|because|since)\b|n['’]t)(?: [a-z,'-]+){0,5} ?$`)

// paper matches the text before words of concession that a paper says: "the application makes no complaint".
// A paper that is conceded says nothing.
var (
	paper      = lazyregexp.New(`\b(?:application|complaint|contract|clause|letter|document|record|statute|law|article|code)s?(?: of [^,]{1,30})? ?$`)
	isConceded = lazyregexp.New(`^(?:is|are|stands?|stood) `)
)

// Words that turn words of concession into opposition, with the last of those, and before them: we | owe nothing; it would
// be | paid twice; it is | irrelevant that the goods were used; no such charge | should be allowed.
var (
	stillOpposes = lazyregexp.New(`^(?:thought up|we (?:hear|see|find|learn)\b|owes? (?:nothing|none|no|not|neither|only|at most|less)|[a-z]+ (?:twice|double|again|a second time|by (?:whoever|those who|them|him|her))|(?:irrelevant|immaterial|academic|moot|point|consequence) (?:that|whether|how|when|why))\b`)
	nothingOfIt  = lazyregexp.New(`(?:^|[,:;] ?)(?:(?:no|none|nothing|neither|nor|whether|that (?:the|it|we|they|he|she))\b[^,;]*|otherwise [^,;]*)$|起诉时?[^,。;]{0,4}$`)
)

// measures matches words by which what is reasonable is only compared with: beyond what is reasonable.
var measures = lazyregexp.New(`\b(?:what|than|whether)\b`)

// turning matches a word after which a sentence turns against what it said before.
var turning = lazyregexp.New(`但|然而|而(?:是|主张|请求|要求|应)|不过|只是|可是|却|\b(?:but|however|nevertheless|yet|only|save that|except that)\b`)

// pointBegins matches the beginning of a sentence with which a text goes on to another point.
var pointBegins = lazyregexp.New(`^[ *#]*(?:\(?(?:[一二三四五六七八九十]{1,2}|[甲乙丙丁戊]|\d{1,2}|[ivx]{1,4}|[a-e])[、.):]|第[一二三四五六七八九][,、点项 ]|首先|其次|再次|再者|最后|此外|另外|至于|\b(?:first|second|third|fourth|last|final)(?:ly)?\b|(?:next|further|moreover|furthermore|in addition|alternatively|in the alternative|turning to|as (?:to|for|regards)|with regard to|on the other hand)\b)`)

// actOf returns what the side that writes does in a sentence, which stands behind a text of the same
// paragraph: the last that it does.
func (p parties) actOf(sentence, before string) act {
	if isLatin(lastRune(strings.TrimRightFunc(sentence, func(r rune) bool { return !unicode.IsLetter(r) }))) {
		sentence = p.own.Replace(sentence)
	}
	last, at := tells, -1
	if t := turning.FindStringIndex(sentence); t != nil && strings.TrimSpace(sentence[:t[0]]) == "" {
		last, at = contests, t[0]
	}
	for _, m := range oppositions.FindAllStringIndex(sentence, -1) {
		if lead := sentence[:m[0]]; !reported.MatchString(lead) && !asksForNone.MatchString(lead) {
			last, at = contests, m[0]
		}
	}
	for i, list := range concessionsIn(sentence, p.claiming) {
		for _, re := range list {
			for _, m := range re.FindAllStringIndex(sentence, -1) {
				lead := sentence[:m[0]]
				words := sentence[m[0]:m[1]]
				if m[1] <= at || measures.MatchString(words) || paper.MatchString(clauseEnd(lead)) && !isConceded.MatchString(words) || givesUpNothing.MatchString(clauseEnd(lead)) || byAnother.MatchString(sentence[m[1]:]) || stillOpposes.MatchString(sentence[m[0]+strings.LastIndexByte(words, ' ')+1:]) || nothingOfIt.MatchString(lead) ||
					i < candours && p.another(ownCompany.Replace(before+sentence[:m[1]]), false) || i == candours && otherSide.MatchString(words) {
					continue
				}
				if t := turning.FindStringIndex(sentence[m[1]:]); t != nil {
					last, at = contests, m[1]+t[0]
				} else {
					last, at = concedes, m[1]
				}
			}
		}
	}
	return last
}

// candours is the place, among the lists of concessionsIn, of words that concede whoever the sentence is about.
const candours = 2

// concessionsIn returns the words by which a sentence may concede.
func concessionsIn(sentence string, claiming bool) [][]*lazyregexp.Regexp {
	chinese := strings.ContainsFunc(sentence, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	switch {
	case chinese && claiming:
		return [][]*lazyregexp.Regexp{zhConcessions}
	case claiming:
		return [][]*lazyregexp.Regexp{enConcessions}
	case chinese:
		return [][]*lazyregexp.Regexp{zhConcessions, zhClaimConcessions, zhCandours, zhVindications}
	}
	return [][]*lazyregexp.Regexp{enConcessions, enClaimConcessions, enCandours, enVindications}
}

// asksForNone matches the text before a word for what the side that writes says it doesn't do.
var asksForNone = lazyregexp.New(`不(?:再|会|打算|准备)*(?:[拿用以把将]|要求|请求|主张|申请)` + zhNear + `{0,8}$`)

// ownCompany reads "the company" as the side that writes, and what nobody can say as what that side cannot.
var ownCompany = strings.NewReplacer("the company", "we", "the defence", "we", "nobody", "we", "no one", "we", "one cannot", "we cannot", ", 公司", ", 我公司")

// clauseEnd returns the part of a text after its last comma or colon.
func clauseEnd(text string) string { return text[strings.LastIndexAny(text, ",:")+1:] }

// paragraphs yields where the headings above each paragraph begin, or it begins itself, and its bounds.
func (v *view) paragraphs() iter.Seq2[int, [2]int] {
	text := v.folded
	return func(yield func(int, [2]int) bool) {
		heading := -1
		for from := 0; from < len(text); {
			to := len(text)
			if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
				to = from + i
			}
			switch {
			case !isHeading(text[from:to]):
				if heading < 0 {
					heading = from
				}
				if !yield(heading, [2]int{from, to}) {
					return
				}
				heading = -1
			case heading < 0 || !pointBegins.MatchString(text[heading:]) || reasonsBegin.MatchString(text[from:to]):
				heading = from
			}
			from = to + 1
		}
	}
}

// acts yields the sentences of the answer's folded[from:to], a paragraph, and what the side that writes does in each.
func (g *grading) acts(from, to int) iter.Seq2[[2]int, act] {
	of, text := g.parties(), g.answer.folded
	return func(yield func([2]int, act) bool) {
		for at := from; at < to; {
			_, end := g.answer.sentence(at)
			end = max(end, at)
			done, known := g.acted[at]
			if !known {
				done = of.actOf(text[at:end], strings.ToValidUTF8(text[max(from, at-longestSentence):at], ""))
				g.acted[at] = done
			}
			if !yield([2]int{at, end}, done) {
				return
			}
			at = end + 1
			for at < to && text[at]&0xC0 == 0x80 { // the rest of the mark
				at++
			}
		}
	}
}

// concededIn returns the places of a paragraph, whose heading begins at an offset, in which the side that
// writes concedes the matter, in order. A paragraph in which it concedes something and contests nothing
// concedes all that it tells, with its heading. Otherwise what follows a concession belongs to it, up to
// the next sentence that contests something or begins another point.
func (g *grading) concededIn(heading int, paragraph [2]int) (spans []span) {
	did := map[act]bool{}
	conceding := false
	for s, done := range g.acts(heading, paragraph[1]) {
		did[done] = true
		switch {
		case done == concedes:
			conceding = true
		case done == contests, s[0] > paragraph[0] && pointBegins.MatchString(strings.TrimLeft(g.answer.folded[s[0]:s[1]], " ")):
			conceding = false
		}
		if conceding {
			spans = append(spans, span{s[0], s[1]})
		}
	}
	if did[concedes] && !did[contests] {
		return []span{{heading, paragraph[1]}}
	}
	return spans
}

// rowBars is the number of bars that a row of a table has at least.
const rowBars = 2

// isHeading reports whether a line is a heading: short, no sentence, and no row of a table.
func isHeading(line string) bool {
	return len(line) < 120 && strings.Count(line, "|") < rowBars && !strings.ContainsRune("。.!?;", lastRune(strings.TrimRight(line, " ")))
}
