package score

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	// rankWords matches words for an end of a ranking, or for a place in one.
	rankWords = lazyregexp.New(`最[早晚高低大小多少新长短近远]|第[一二三四五六七八九十\d](?:[^中]|$)|\b(?:earliest|latest|highest|lowest|largest|smallest|biggest|most|least|greatest|minimum|maximum|first|last|second|third|fewest|newest|oldest)\b`)
	// otherRankWords matches a place in a ranking other than its ends, ordinalWords the
	// number of a place.
	otherRankWords = lazyregexp.New(`第([二三四五六七八九2-9])(?:[早晚高低多少新长短]|[大小][的一家件个])|(次[高低大小早晚])|\b(second|third|fourth|fifth|2nd|3rd|4th|5th)[- ](?:[a-z]+est|most|place|position|rank)\b|\b(runner-up)\b`)
	ordinalWords   = lazyregexp.New(`第([二三四五六七八九2-9])|(次[高低大小早晚])|\b(second|third|fourth|fifth|2nd|3rd|4th|5th)\b|\b(runner-up)\b`)
	// rankAfter matches a mark behind the end of a ranking in a list.
	rankAfter = lazyregexp.New(`^ ?[-(:,←|]+ ?(?:即?最[早晚高低大小多少]|(?:the )?(?:earliest|latest|highest|lowest|largest|smallest|most|least|maximum|minimum))`)
	// The ends of rankings, one pattern for the words of each.
	rankEnds = []*lazyregexp.Regexp{
		lazyregexp.New(`最(?:高(?:[^人]|$)|[大多重长频常])|\b(?:highest|largest|biggest|most(?: (?:[b-hj-qs-z]|r(?:[^e]|e[^c]))|$)|greatest|maximum|top\b)`),
		lazyregexp.New(`最[低小少轻短]|\b(?:lowest|smallest|least|fewest|minimum)\b`),
		lazyregexp.New(`最早|\b(?:earliest|oldest)\b`),
		lazyregexp.New(`最[晚新近]|\b(?:latest|newest|most recent(?:ly)?)\b`),
	}
	// onlyBefore matches words that say that there is only one.
	onlyBefore = lazyregexp.New(`唯一|只有|仅有|仅为|\b(?:the only|only|sole|single)\b`)
	// excludedAfter matches the text after an item that does not count.
	excludedAfter = lazyregexp.New(`^ ?(?:has|have|had) none\b|^(?:则|却)?(?:没有|并无|无)(?:[,。;]|$)|不计入|(?:并不|不|并非)(?:是|属于?)?[这该此]一?[类家件个种]|未参与|不列入|不算|不符合|不满足|不属于|不在此|排除|除外|未达到|不够|未[列计纳]入|不在(?:区间|范围|其中|其列|内|此)|剔除|不予|\b(?:exclud|does not (?:count|qualify|meet|match)|do(?:es)?n['’]t (?:count|qualify|meet|match)|n['’]t$|do not (?:count|qualify|meet|match)|not (?:included|counted)|fails? |drops? out|left (?:it |them |this |these )?out|omitted|skipped|ruled out|no [a-z]+ (?:was|were|is|are) (?:found|recorded|on))`)
	// crossedOut matches the beginning of a line that is marked as wrong.
	crossedOut = lazyregexp.New(`^[-*• ]*[✘✗❌✖]`)
	// nothingAfter matches the text after a list item without a result.
	nothingAfter = lazyregexp.New(`^ ?[-:→|]? ?(?:(?:none|nothing|no hits?|not found|no match(?:es)?|no records?|无|没有|未命中|不符)(?: ?[|(,.;。\n]|$)|[✗✘❌✖])|^[^,。;]{0,12}不等(?:[,。;]|$)|^ (?:was|were|is|are|did|has|have)(?: not|n['’]t) ?(?:[.,;]|$)`)
	// disclaimerWords matches statements that a value was not requested or does not count;
	// mistakenBefore matches the text before a value that must not be mistaken for the
	// answer.
	disclaimerWords = lazyregexp.New(`次之|与[^,。;]{1,6}[毫并]?无关|弄混|不取|(?:不需要|无需|不必)列|排在(?:它|其|他|她)?(?:后面|之后|其后|后)|\bfalls? outside\b|\b(?:lies|fall|falls|stays|is|are) (?:above|below|outside) (?:it|this|that|the (?:range|limit|threshold|line))\b|\b(?:struck|drops?|dropped|taken|left) out\b|\bbut (?:you|the question) (?:asked|asks|wanted)\b|毫?无关系|混淆|混为一谈|混起来|搞混|另计|没有加进去|不在所问|不是(?:本题|您|你|题目)|(?:本题|题目)只问|两者都不是|(?:\bnot|n['’]t) (?:the (?:one|figure|value|ratio|number) (?:that )?)?(?:what )?(?:you )?(?:asked|wanted|needed|included|concerned|counted|relevant)\b|\bof no (?:concern|interest|relevance)|\bconfused?\b|\bmistaken?\b|\bmix(?:ed)? up\b|\bis somebody else|\bneither (?:counts|qualifies|is)\b|\bwould have (?:led|been|given|come)\b`)
	mistakenBefore  = lazyregexp.New(`(?:\b(?:mistake|confuse|mix) (?:it|this|that|them)(?: up)? (?:for|with)(?: the)?|(?:误认为|混同于|当成|当作)|\bwould have (?:led|been|given|come)(?: to)?) ?$`)
	othersWords     = lazyregexp.New(`其[他它余]|另外|别的|\b(?:others?|rest|remaining|another)\b`)
)

// rankNames are the words for a place in a ranking, by its number.
var rankNames = [...]string{2: "二2次second2ndrunner-up", 3: "三3third3rd", 4: "四4fourth4th", 5: "五5fifth5th", 6: "六6", 7: "七7", 8: "八8", 9: "九9"}

// rankIn returns the number of the place that a match of ordinalWords or otherRankWords names.
func rankIn(m []string) int {
	name := strings.Join(m[1:], "")
	if strings.HasPrefix(name, "次") {
		name = "次"
	}
	return slices.IndexFunc(rankNames[:], func(names string) bool { return strings.Contains(names, name) })
}

// descriptionAfter matches the description of a value behind it.
var descriptionAfter = lazyregexp.New(`^["”’]? (?:is|was|are|were) (?:the|its|their) ([^,.;:()]{3,50})|^["”’》]?(?:就|才|便)?是(?:其|它的|该案的|该公司的)?([^,。;:()的]{2,12}(?:的[^,。;:()的]{2,12})?)(?:[,。;]|$)`)

// descriptionIn returns the description of a value in the text behind it; "" for none.
func descriptionIn(rest string) string {
	if m := descriptionAfter.FindStringSubmatch(rest); m != nil {
		return m[1] + m[2]
	}
	return ""
}

// namesOtherEnd reports whether the words before a value name an end of a ranking that the
// question does not name, and no end that it names.
func namesOtherEnd(before string, asked *wording) (other bool) {
	for i, end := range rankEnds {
		if end.MatchString(before) {
			if asked.ends[i] {
				return false
			}
			other = true
		}
	}
	return other
}

// comparatives match the beginning of a sentence about a value away from an end of a
// ranking. They are in the order of rankEnds, each with the opposite direction.
var comparatives = []*lazyregexp.Regexp{
	lazyregexp.New(`^ ?(?:a|the|another) (?:lower|smaller) (?:one|case|amount|figure|ruling|entry)\b`),
	lazyregexp.New(`^ ?(?:a|the|another) (?:higher|larger|bigger) (?:one|case|amount|figure|ruling|entry)\b`),
	lazyregexp.New(`^ ?(?:a|the|another) (?:later|newer) (?:one|case|document|ruling|entry)\b`),
	lazyregexp.New(`^ ?(?:an|the|another) (?:earlier|older) (?:one|case|document|ruling|entry)\b`),
}

// isComparative reports whether a sentence is about a value away from the end of a ranking
// that the question names.
func isComparative(lead string, asked *wording) bool {
	for i, re := range comparatives {
		if asked.ends[i] && re.MatchString(lead) {
			return true
		}
	}
	return false
}

// isExcluded reports whether a text says in the clause behind a value, or the next, that it
// does not count. What it says of others is not meant.
func (v *view) isExcluded(rest string) bool {
	n := 0
	if i := strings.IndexByte(rest, ':'); i >= 0 {
		rest = rest[:i]
	}
	for i, c := range rest {
		if c == ',' || c == ';' {
			if n++; n == 3 {
				rest = rest[:i]
				break
			}
		}
	}
	m := excludedAfter.FindStringIndex(rest)
	return m != nil && !othersWords.MatchString(rest[:m[0]])
}

// isDisclaimed reports whether the sentence around a place says that the value there was
// not requested: the whole sentence, or the part behind a contrast.
func (v *view) isDisclaimed(from, to int) bool {
	start, end := v.sentence(from)
	if mistakenBefore.MatchString(tail(v.folded[start:from])) {
		return true
	}
	m := disclaimerWords.FindStringIndex(v.folded[to:max(to, end)])
	if m == nil {
		return false
	}
	between := v.folded[to : to+m[0]]
	if strings.Count(between, "(") > strings.Count(between, ")") {
		return false // it is said in brackets, of what stands there
	}
	if at := contrastWords.FindStringIndex(between); at != nil && utf8.RuneCountInString(strings.TrimSpace(between[at[1]:])) > 2 {
		return false // of another
	}
	return strings.Count(between, ",") < 3
}

// contrastWords matches words that contrast two statements.
var contrastWords = lazyregexp.New(`,(?: ?(?:而|但|不要|别|请勿|并|与)| (?:but(?: [b-hj-su-z]|$)|not|while|whereas|so don|don|do not|and (?:not|should)))`)
