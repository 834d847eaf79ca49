package score

import (
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// equivalents returns the places where the answer states an expected text in another form:
// a telephone number with other grouping, an identifier with other punctuation, a title
// without its marks, or an article of law in another form of citation.
func (g *grading) equivalents(e *expectation) (spans [][2]int) {
	if len(e.folded) == 0 {
		return nil
	}
	for _, c := range e.cited {
		spans = append(spans, g.answer.citedIn(c)...)
	}
	for _, t := range e.folded {
		if m := regionName.FindStringSubmatch(t); m != nil {
			spans = append(spans, aloneMatches(g.answer.folded, m[1])...)
		}
		switch {
		case identifier.MatchString(t):
			spans = append(spans, identifierMatches(g.answer.folded, t)...)
		case isHan(firstRune(t)) && utf8.RuneCountInString(t) > 4:
			spans = append(spans, spacedMatches(g.answer.folded, t)...)
		}
		if m := articleOnly.FindStringSubmatch(t); m != nil {
			spans = append(spans, articleMatches(g.answer.folded, m[1])...)
		}
		switch {
		case strings.HasSuffix(bareTitle(t), "案"):
			spans = append(spans, titleMatches(g.answer.folded, t)...)
		case isLatin(firstRune(t)) && strings.Contains(t, " ") || isDigit(firstRune(t)) && strings.Contains(t, ", "):
			spans = append(spans, g.answer.wordMatches(t)...)
		}
	}
	return spans
}

// spacedMatches finds a Chinese text with at most two inserted commas, blanks or 的: 甲市乙路8号, 丙大厦.
func spacedMatches(text, want string) (spans [][2]int) {
	first := string(firstRune(want))
	for at := strings.Index(text, first); at >= 0; {
		i, gaps := at, 0
		for rest := want; ; {
			if rest == "" {
				if gaps > 0 {
					spans = append(spans, [2]int{at, i})
				}
				break
			}
			if next := string(firstRune(rest)); strings.HasPrefix(text[i:], next) {
				i, rest = i+len(next), rest[len(next):]
				continue
			}
			gap := insertedMarks.FindString(text[i:])
			if gap == "" || i == at || gaps == 2 {
				break
			}
			i, gaps = i+len(gap), gaps+1
		}
		next := strings.Index(text[at+len(first):], first)
		if next < 0 {
			return spans
		}
		at += len(first) + next
	}
	return spans
}

// insertedMarks matches text that can be inserted into a Chinese name.
var insertedMarks = lazyregexp.New(`^(?:, ?| |的)`)

// articleOnly is an article without its statute, otherArticle one in other words.
var (
	// articleOnly matches an article without its statute, otherArticle an article in
	// another wording.
	articleOnly  = lazyregexp.New(`^article (\d{1,4})$`)
	otherArticle = lazyregexp.New(`\b(?:art\.?|section|sec\.?|§) ?(\d{1,4})\b`)
)

// articleMatches returns the places of an article's number after any word for article.
func articleMatches(text, number string) (spans [][2]int) {
	for _, m := range otherArticle.FindAllStringSubmatchIndex(text, -1) {
		if text[m[2]:m[3]] == number {
			spans = append(spans, [2]int{m[0], m[1]})
		}
	}
	return spans
}

// regionName matches the name of a province or a city, which can lack its last word if it
// stands alone.
var regionName = lazyregexp.New(`^(\p{Han}{2,4})(?:省|市|自治区)$`)

// aloneMatches returns the places of a Chinese text without adjacent Chinese characters.
func aloneMatches(text, name string) (spans [][2]int) {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return spans
		}
		from, to := at+i, at+i+len(name)
		if before := lastRune(text[:from]); (!isHan(before) || strings.ContainsRune("是为在于到属", before)) && !isHan(firstRune(text[to:])) {
			spans = append(spans, [2]int{from, to})
		}
		at = to
	}
}

// identifier is a text of digits, or of digits and letters as numbers of registers are,
// six at least.
var (
	identifier  = lazyregexp.New(`^\+?[(]?[0-9a-z]*\d[0-9a-z\-() ]{4,}[0-9a-z]$`)
	digitGroups = lazyregexp.New(`[(+]?[0-9a-z]+(?:[)\-. ]{1,3}[(]?[0-9a-z]+)*`)
)

// areaCode is a telephone number in two parts with words between.
var areaCode = lazyregexp.New(`(?:区号|area code|dialling code)[^\d\n]{0,6}(\d{3,4})[^\d\n]{1,24}(\d[\d -]{4,10}\d)`)

// identifierMatches finds an identifier whose digits and letters are grouped differently. A
// telephone number may have a country code before it.
func identifierMatches(text, want string) (spans [][2]int) {
	plain := lettersAndDigits(want)
	if len(plain) < 6 || !strings.ContainsAny(plain, "0123456789") {
		return nil
	}
	for _, m := range areaCode.FindAllStringSubmatchIndex(text, -1) {
		if lettersAndDigits(text[m[2]:m[3]]+text[m[4]:m[5]]) == plain {
			spans = append(spans, [2]int{m[2], m[5]})
		}
	}
	for _, m := range digitGroups.FindAllStringIndex(text, -1) {
		run := text[m[0]:m[1]]
		for at := range len(run) {
			if !isAlnum(rune(run[at])) || at > 0 && isAlnum(rune(run[at-1])) {
				continue
			}
			n := identifierLength(run[at:], plain)
			if n > 0 && (at+n == len(run) || !isAlnum(rune(run[at+n])) && !groupFollows(run[at+n:], plain)) && isCountryCode(run[:at]) {
				spans = append(spans, [2]int{m[0] + at, m[0] + at + n})
			}
		}
	}
	return spans
}

// identifierLength returns the number of bytes at the beginning of a text that spell an identifier,
// ignoring marks between characters; 0 if it does not begin with the identifier.
func identifierLength(text, plain string) int {
	i := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == plain[i]:
			if i++; i == len(plain) {
				return at + 1
			}
		case strings.IndexByte("-. ()", c) < 0 || i == 0:
			return 0
		}
	}
	return 0
}

// groupFollows reports whether digits follow after a hyphen, which makes it another number:
// one with an extension.
func groupFollows(text, plain string) bool {
	return len(text) > 1 && text[0] == '-' && isDigit(rune(text[1])) && strings.Trim(plain, "0123456789") == ""
}

// isCountryCode reports whether the text before the digits of a telephone number is empty or a
// country code.
func isCountryCode(before string) bool {
	before = strings.TrimRight(before, "+-() ")
	last := before[strings.LastIndexFunc(before, func(c rune) bool { return !isAlnum(c) })+1:]
	return strings.Trim(last, "0123456789") != "" || last == "" || last == "86" || last == "0086"
}

// lettersAndDigits returns the letters and digits of a text.
func lettersAndDigits(text string) string {
	return strings.Map(func(c rune) rune {
		if isAlnum(c) {
			return c
		}
		return -1
	}, text)
}

// bareTitle returns a title without the marks around it, and 案 for 一案.
func bareTitle(t string) string {
	return strings.ReplaceAll(strings.Trim(t, `《》"“”' `), "一案", "案")
}

// titleMatches finds the title of a case with or without 一.
func titleMatches(text, title string) (spans [][2]int) {
	title = strings.TrimSuffix(bareTitle(title), "案")
	for at := 0; ; {
		i := strings.Index(text[at:], title)
		if i < 0 || title == "" {
			return spans
		}
		from, to := at+i, at+i+len(title)
		for _, end := range []string{"一案", "案", "纠纷案"} {
			if strings.HasPrefix(text[to:], end) {
				spans = append(spans, [2]int{from, to + len(end)})
				break
			}
		}
		at = to
	}
}

var (
	hanCited       = lazyregexp.New(`《?([\p{Han}、()〈〉]{2,60}?)(?:》?(?:\([^()]{0,28}[^()一二三四五六七八九十][^()]{0,28}\))? ?(?:的|中|里|之)? ?|》 ?,? ?\(? ?)(第[一二三四五六七八九十百千零〇两\d ]+条(?:之[一二三四五六七八九十]+)?)`)
	hanMarked      = lazyregexp.New(`《([\p{Han}、()〈〉]{2,60})》[ ,(的之]{0,3}(?:([一二三四五六七八九十百千零〇两\d]+) ?条|(?:art\.?|article) ?(\d{1,4})\b)`) // without 第
	rangeFollows   = lazyregexp.New(`^ ?(?:至|到|-|—|–|~)`)
	furtherArticle = lazyregexp.New(`^(?:第[一二三四五六七八九十\d]+[款项])*(?:、|和|及|与|以及|,) ?(第[一二三四五六七八九十百千零〇两\d ]+条(?:之[一二三四五六七八九十]+)?)`)
)

// cited is an article of a statute with its place in a text.
type cited struct {
	value.Citation
	from, to int
}

// citations returns the articles that a text cites in Chinese, read on first use.
func (v *view) citations() []cited {
	if !v.cites {
		v.cites, v.cited = true, citations(v.folded)
	}
	return v.cited
}

// citations returns the articles that a folded text cites in Chinese.
func citations(text string) (all []cited) {
	if strings.Contains(text, "条") {
		for _, m := range hanCited.FindAllStringSubmatchIndex(text, -1) {
			statute := text[m[2]:m[3]]
			whole := func(from, to int) {
				if c, ok := value.ParseCitation(statute + strings.ReplaceAll(text[from:to], " ", "")); ok && !rangeFollows.MatchString(text[to:]) {
					all = append(all, cited{c, from, to})
				}
			}
			whole(m[4], m[5])
			if len(all) > 0 && all[len(all)-1].to == m[5] {
				all[len(all)-1].from = m[0]
			}
			for at := m[1]; ; {
				n := furtherArticle.FindStringSubmatchIndex(text[at:])
				if n == nil {
					break
				}
				whole(at+n[2], at+n[3])
				at += n[1]
			}
		}
	}
	if strings.Contains(text, "》") {
		for _, m := range hanMarked.FindAllStringSubmatchIndex(text, -1) {
			if !rangeFollows.MatchString(text[m[1]:]) {
				n := m[2*2:]
				if n[0] < 0 {
					n = m[3*2:]
				}
				if c, ok := value.ParseCitation(text[m[2]:m[3]] + "第" + strings.ReplaceAll(text[n[0]:n[1]], " ", "") + "条"); ok {
					all = append(all, cited{c, m[0], m[1]})
				}
			}
		}
	}
	return all
}

// citedIn returns the places where a text cites an article. Words that are not part of the
// statute's name, such as 根据, may precede it.
func (v *view) citedIn(c value.Citation) (spans [][2]int) {
	if isLatin(firstRune(c.Statute)) {
		return v.latinCitedIn(c)
	}
	text := v.folded
	short := countryPrefix.ReplaceAllString(c.Statute, "")
	for _, o := range v.citations() {
		before, ok := strings.CutSuffix(o.Statute, short)
		if o.Article != c.Article || o.Branch != c.Branch || !o.Same(c) && !(ok && statuteBefore.MatchString(before)) {
			continue
		}
		from := o.from
		if i := strings.LastIndex(text[o.from:o.to], short); i > 0 {
			from += i
		}
		spans = append(spans, [2]int{from, o.to})
	}
	return spans
}

// countryPrefix is the name of a state before that of its law.
var countryPrefix = lazyregexp.New(`^\p{Han}{1,6}共和国`)

// statuteBefore matches the text before the name of a statute without title marks.
var statuteBefore = lazyregexp.New(`^(?:.*[、,。:(了的用据照按引]|.*(?:根据|依照|依据|适用|为|是|系|按照|即|引用|援引|国|\bis|\bunder|\bof|\bthe|\bapplies|\bcites?|\bby) ?)$`)

// linkingWords are words that can be inserted between the words of a name.
var linkingWords = asSet("the of in at and")

// wordMatches finds a name in a Latin script by its words, whatever punctuation and line ends
// divide them. A person's last name may stand first.
func (v *view) wordMatches(name string) (spans [][2]int) {
	want := wordsOf(name)
	if len(want) < 2 {
		return nil
	}
	text, found := v.folded, v.words()
	for i := range found {
		k, j := 0, i
		for ; j < len(found) && k < len(want); j++ {
			if j > i && found[j].from-found[j-1].to > 4 {
				break
			}
			if found[j].text == want[k].text {
				k++
			} else if k == 0 || !linkingWords[found[j].text] {
				break
			}
		}
		if k == len(want) && !hyphenated(text, found[i].from, found[j-1].to) {
			spans = append(spans, [2]int{found[i].from, found[j-1].to})
		}
	}
	if len(want) == 2 && strings.IndexFunc(name, isDigit) < 0 {
		for i := range found[:max(0, len(found)-1)] {
			if found[i].text == want[1].text && found[i+1].text == want[0].text && strings.TrimSpace(text[found[i].to:found[i+1].from]) == "," {
				spans = append(spans, [2]int{found[i].from, found[i+1].to})
			}
		}
	}
	return spans
}

// hyphenated reports whether a hyphen joins another word to text[from:to].
func hyphenated(text string, from, to int) bool {
	return from > 1 && text[from-1] == '-' && isAlnum(rune(text[from-2])) || to+1 < len(text) && text[to] == '-' && isAlnum(rune(text[to+1]))
}

// word is a word or number of a folded text in a Latin script, with its place. An abbreviation
// is without its points.
type word struct {
	text     string
	from, to int
}

// words returns the words of the view, read on first use.
func (v *view) words() []word {
	if !v.divided {
		v.divided, v.divisions = true, wordsOf(v.folded)
	}
	return v.divisions
}

// wordsOf returns the words of a folded text: runs of letters and digits, with what follows an
// apostrophe, and abbreviations of two points or more.
func wordsOf(text string) (all []word) {
	lower := func(i int) bool { return i < len(text) && isLatin(rune(text[i])) }
	for i := 0; i < len(text); {
		to := i
		for lower(to) && to+1 < len(text) && text[to+1] == '.' {
			to += 2
		}
		if to-i > 2 {
			all = append(all, word{strings.ReplaceAll(text[i:to], ".", ""), i, to})
			i = to
			continue
		}
		for to = i; lower(to) || to < len(text) && isDigit(rune(text[to])); {
			to++
		}
		if to == i {
			i++
			continue
		}
		for _, mark := range []string{"'", "’"} {
			if end := to + len(mark); strings.HasPrefix(text[to:], mark) && lower(end) {
				for to = end; lower(to); {
					to++
				}
				break
			}
		}
		all = append(all, word{text[i:to], i, to})
		i = to
	}
	return all
}
