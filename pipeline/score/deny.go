package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"taskgrove/pipeline/value"
)

// use is how a number or day stands in a text.
type use struct {
	refused bool // the text denies it, or gives it as a bound of another
	either  bool // "or" joins it to something else
}

var (
	// refusal ends what stands before a number or day that a text does not state:
	// a denial, or a comparison that makes it the bound of another.
	refusal = regexp.MustCompile(`(?:不[是为到足满]|[并而绝]非|[是能]否[是为]?|未[满到达]|不?(?:超过|超出|多于|少于|大于|小于|高于|低于|早于|晚于|等于)|不[早晚]于|至[少多]` +
		`|(?:\b(?:not|never|neither|nor|than|over|under|exceed(?:s|ed|ing)?|at least|at most|up to|before|after)|n['’]t)(?: (?:the|an?|on|in))?) ?$`)
	// bound begins what stands behind a number or day that is a bound of another.
	bound = regexp.MustCompile(`^ ?(?:(?:\(含\))?(?:以[上下内外前后]|之[内外前后])|or (?:more|fewer|less|earlier|later)\b)`)
	// denial ends what stands before a text that is not the answer.
	denial = regexp.MustCompile(`(?:不[是为]|不属于?|没有|[是能]否[是为]|(?:\b(?:not|never|neither|nor|than|instead of)|n['’]t) ?(?:the|an?|by|in)? ?)$`)
	// orAfter and orBefore are how alternatives are joined, behind the first and
	// before the second. Before a name 还是 may mean "after all".
	orAfter  = regexp.MustCompile(`^[,、 ]*(?:或者?是?|还是|抑或|要么是?|也可能是?|也许是?|or\b)`)
	orNumber = regexp.MustCompile(`^ [a-z ]{1,40} or (?:\d+|` + words + `)\b`) // behind a unit that is not known
	orBefore = regexp.MustCompile(`(?:或者?[是为]?|抑或|要么[是为]?|也可能[是为]?|也许[是为]?|\bor) ?$`)
)

// useOf returns how what stands between the two pieces of a text is used. It is
// asked of every number of every observation, so one character or word on either
// side tells first whether any of the words can stand there.
func useOf(before, after string) use {
	before = strings.TrimRight(before, "-¥ ")
	var u use
	if end, _ := utf8.DecodeLastRuneInString(before); latin(end) && lastWords[lastWord(before)] || strings.ContainsRune(lasts, end) {
		end := tail(before)
		u.refused, u.either = refusal.MatchString(end), orBefore.MatchString(end)
	}
	rest := strings.TrimLeft(after, ",、 ")
	if begin, _ := utf8.DecodeRuneInString(rest); latin(begin) && (strings.HasPrefix(rest, "or") || strings.Contains(after[:min(len(after), 48)], " or ")) ||
		strings.ContainsRune(firsts, begin) {
		u.refused = u.refused || bound.MatchString(after)
		u.either = u.either || orAfter.MatchString(after) || orNumber.MatchString(after)
	}
	return u
}

// lasts are the last characters of what refusal and orBefore match, firsts the
// first of what bound and orAfter match, as far as they are not Latin.
const (
	lasts  = "是为到足满非否过出于多少达或者么能许"
	firsts = "以之(或还抑要也"
)

// lastWords are the last words of what refusal and orBefore match, as far as they
// are Latin.
var lastWords = func() set {
	s := set{}
	for _, w := range strings.Fields("not never neither nor than over under exceed exceeds exceeded exceeding least most to before after t the a an on in or") {
		s[w] = true
	}
	return s
}()

// lastWord returns the letters a text ends with.
func lastWord(s string) string {
	from := len(s)
	for from > 0 && latin(rune(s[from-1])) {
		from--
	}
	return s[from:]
}

func latin(r rune) bool { return 'a' <= r && r <= 'z' }

// tail returns the end of a text, long enough for the words looked for there.
func tail(s string) string {
	const longest = 64 // bytes
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-longest:], "")
}

// unitless returns the text behind a number without the unit it begins with.
func unitless(after string) string {
	if _, rest, ok := cutUnit(strings.TrimLeft(after, " ")); ok {
		return rest
	}
	return after
}

// asserted leaves out the numbers and days that the text does not state, and returns
// the view.
func (v *view) asserted() *view {
	v.asserting = true
	return v
}

// beyond leaves out the numbers that another text has, such as a threshold that the
// question gives, and returns the view.
func (v *view) beyond(question *view) *view {
	v.question = question
	return v
}

// leaveOut drops what is to be left out of what was read.
func (v *view) leaveOut() {
	if v.asserting {
		v.read.numbers = slices.DeleteFunc(v.read.numbers, func(n number) bool { return n.refused })
		v.read.dates = slices.DeleteFunc(v.read.dates, func(d day) bool { return d.refused })
	}
	if v.question != nil {
		v.read.numbers = slices.DeleteFunc(v.read.numbers, func(n number) bool {
			return n.base != "" && slices.ContainsFunc(v.question.numbers(), func(q number) bool { return q.base == n.base && q.amount.Equal(n.amount) })
		})
	}
}

// denied reports whether what stands before a text turns it into its opposite or
// into a question.
func denied(before, text string) bool {
	if denial.MatchString(tail(before)) {
		return true
	}
	if !unicode.Is(unicode.Han, firstRune(text)) {
		return false
	}
	if strings.ContainsRune("不非未没否", lastRune(before)) {
		return true
	}
	return strings.HasPrefix(text, "不是") && strings.HasSuffix(before, "是") ||
		strings.HasPrefix(text, "没有") && strings.HasSuffix(before, "有")
}

// contradicts reports whether the answer states the contrary of an expected yes
// or no as well.
func (g *grading) contradicts(e *expectation) bool {
	return slices.ContainsFunc(e.texts, func(t string) bool {
		contrary, ok := opposite(t)
		return ok && e.kind == value.Text && stated(g.answer.normal, contrary, nil)
	})
}

// opposite returns the contrary of a Chinese yes or no; ok is false for any other
// text.
func opposite(text string) (contrary string, ok bool) {
	for _, p := range [][2]string{{"不是", "是"}, {"没有", "有"}, {"是", "不是"}} {
		if rest, ok := strings.CutPrefix(text, p[0]); ok {
			return p[1] + rest, true
		}
	}
	return "", false
}

// alternative reports whether the answer offers the expected value or something
// else, so that it is right either way.
func (g *grading) alternative(e *expectation) bool {
	switch e.kind {
	case value.Number:
		return g.rivals(e) > 0 && slices.ContainsFunc(g.answer.numbers(), func(n number) bool {
			a, ok := e.amountOf(n)
			return ok && n.either && e.agrees(a)
		})
	case value.Date:
		return g.rivals(e) > 0 && slices.ContainsFunc(g.answer.dates(), func(d day) bool { return d.either && d.iso == e.day })
	}
	for sentence := range strings.FieldsFuncSeq(g.marked(e), ends) {
		for at := strings.Index(sentence, own); at >= 0; {
			before, after := sentence[:at], sentence[at+len(own):]
			if m := orAfter.FindString(after); m != "" && g.offer(after[len(m):], true) {
				return true
			}
			if m := orBefore.FindString(before); m != "" && g.offer(before[:len(before)-len(m)], false) {
				return true
			}
			next := strings.Index(after, own)
			if next < 0 {
				break
			}
			at += len(own) + next
		}
	}
	return false
}

// offer reports whether the piece of text beside an "or", in front of the rest or
// at its end, names something that is neither asked about nor expected.
func (g *grading) offer(text string, front bool) bool {
	pieces := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(",、:|()", c) })
	if len(pieces) == 0 {
		return false
	}
	piece := pieces[0]
	if !front {
		piece = pieces[len(pieces)-1]
	}
	return !strings.ContainsAny(piece, own+other) && !g.neutral(piece)
}
