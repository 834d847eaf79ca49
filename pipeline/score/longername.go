package score

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// occurrences calls try with the bounds of each place where the text stands in
// another, runs of letters and digits not being cut, until try returns true.
func occurrences(in, text string, try func(from, to int) bool) bool {
	for at := 0; text != ""; {
		i := strings.Index(in[at:], text)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(text)
		if !cutsRun(in, from, to) && try(from, to) {
			return true
		}
		at = from + len(string(firstRune(text)))
	}
	return false
}

// cutsRun reports whether text[from:to] is part of a longer run of Latin letters
// and digits, or of several such runs held together by hyphens, or by points,
// commas, slashes and colons between digits.
func cutsRun(text string, from, to int) bool {
	return runContinues(lastRune(text[:to]), text[to:], firstRune, func(s string) string { return s[1:] }) ||
		runContinues(firstRune(text[from:]), text[:from], lastRune, func(s string) string { return s[:len(s)-1] })
}

// runContinues reports whether a run that ends in edge continues in the text next to it.
// near returns the character of that text nearest to the run, beyond the text without it.
func runContinues(edge rune, beside string, near func(string) rune, beyond func(string) string) bool {
	if !isAlnum(edge) || beside == "" {
		return false
	}
	switch c := near(beside); c {
	case '-':
		return isAlnum(near(beyond(beside)))
	case '.', '/', ':', ',':
		return isDigit(edge) && isDigit(near(beyond(beside)))
	case '@':
		return true
	default:
		return isAlnum(c)
	}
}

// containsWhole reports whether a text contains another without cutting a run of letters
// and digits.
func containsWhole(in, text string) bool {
	return occurrences(in, text, func(int, int) bool { return true })
}

// The words with which a name goes on into a longer one. A branch has a place or
// nothing before it, so a grammatical word ends the search.
var (
	// The patterns match the text after a name that continues into a longer one. A branch
	// has a place or nothing before it, so a grammatical word ends the search.
	chineseNameContinues = lazyregexp.New(`^(?:有限|股份|集团|控股|实业|科技|人民法院|中级人民法院|高级人民法院|中级法院|高级法院|律师事务所|科创板|创业板|主板|街道|镇|乡|[院附]\d|第[一二三四五六七八九十]\p{Han}{1,4}(?:局|所|队|院|处|司|分)|附楼|裙楼|副楼|[东西南北前后主]?配?楼|[甲乙丙丁]区|[a-z]?\d*[座栋幢]|[a-z]?\d+(?:号|室|楼|层|单元))`)
	buildingAfter        = lazyregexp.New(`^\p{Han}{1,12}(?:大厦|广场|大楼|商厦|花园|小区|写字楼)`) // behind the number of a street
	insertedArticle      = lazyregexp.New(`^之[一二三四五六七八九十]`)                          // an article put in behind another
	chineseBranchAfter   = lazyregexp.New(`^(?:\([^()]{1,12}\))?[^\P{Han}的之及和与其有在为是]{0,8}(?:分公司|分行|支行|分所|分局|支队|分院|派出|店|门市部|营业部|办事处)`)
)

// nameContinuesIn reports whether the text behind a name continues it.
func nameContinuesIn(name, after string) bool {
	if last := lastRune(name); unicode.Is(unicode.Latin, last) {
		return latinNameContinues(name, after)
	} else if isDigit(last) {
		return strings.HasPrefix(after, "之") && isHan(firstRune(after[len("之"):])) && strings.ContainsRune("一二三四五", firstRune(after[len("之"):]))
	} else if !isHan(last) {
		return false
	}
	return chineseNameContinues.MatchString(after) || chineseBranchAfter.MatchString(after) || strings.HasSuffix(name, "条") && insertedArticle.MatchString(after) || strings.HasSuffix(name, "号") && buildingAfter.MatchString(after)
}

// shortNameEnding matches the end of short Chinese names that become different names with a
// character before them: causes of action, kinds of documents.
var shortNameEnding = lazyregexp.New(`(?:纠纷|判决书|裁定书|决定书|争议|业|罪)$`)

// endsLongerName reports whether a text is the end of a longer name: a cause of action or a kind
// of document with more words before it.
func endsLongerName(in, text string, from, to int) bool {
	before := lastRune(in[:from])
	if shortNameEnding.MatchString(text) && from > 0 && isHan(before) {
		return !strings.ContainsRune("是为的由系属于即类件案作了和与及或、有写定填为叫以从成至份在归入", before)
	}
	if strings.HasSuffix(text, " dispute") && from > 0 && before == ' ' && strings.TrimSpace(tail(in[:from])) != "" {
		words := strings.Fields(tail(in[:from]))
		word := strings.Trim(words[len(words)-1], `"'(:,`)
		return len(word) > 2 && !functionWords[word] && !strings.ContainsAny(words[len(words)-1], `"'(:,.`)
	}
	return false
}

// inLongerName reports whether the text at from is part of one of the longer names there. A
// name that is longer only by a leading province, city or district is the same name.
func inLongerName(in, text string, from int, longer []string) bool {
	for _, name := range longer {
		for at := 0; ; {
			i := strings.Index(name[at:], text)
			if i < 0 {
				break
			}
			i += at
			same := i+len(text) == len(name) && isLeadingPlace(name[:i])
			if !same && i <= from && strings.HasPrefix(in[from-i:], name) {
				return true
			}
			at = i + len(string(firstRune(text)))
		}
	}
	return false
}

// isAdjective reports whether a name of one Latin word is the adjective of an unrelated
// noun: a municipal building is no municipal level.
func (g *grading) isAdjective(name, after string) bool {
	word := letters(strings.TrimPrefix(after, " "))
	return isLatin(firstRune(name)) && !strings.Contains(name, " ") && strings.HasPrefix(after, " ") && adjectiveNouns[word] && !g.wording.pieces[stem(word)]
}

// adjectiveNouns are nouns that can follow such an adjective.
var adjectiveNouns = asSet("building buildings hall office offices premises seat street road park area vehicle funds employee employees")

// extendsBefore reports whether a capitalised word right before a capitalised name makes a
// longer name of it: "Greater Oakhanger Group" for "Oakhanger Group".
func (g *grading) extendsBefore(e *expectation, before string) bool {
	if !hasCapitalisedWord.MatchString(e.keyword) || !strings.HasSuffix(before, " ") || isLeadingPlace(strings.TrimSpace(before)) {
		return false
	}
	word := lastWord(strings.TrimSpace(before))
	if !extendingWords[word] {
		return false
	}
	return strings.Contains(g.answer.raw, strings.ToUpper(word[:1])+word[1:]+" ")
}

// extendingWords are words that make a different name of the name after them.
var extendingWords = asSet("greater new old upper lower north south east west northern southern eastern western great little second first young royal united central")

// longer returns the known names, from other keywords and from cells, that contain one of
// the expectation's texts and more.
func (g *grading) longer(e *expectation) (names []string) {
	add := func(name string) {
		if slices.Contains(e.texts, name) || utf8.RuneCountInString(name) > maxName {
			return
		}
		if slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(name, t) }) {
			names = append(names, name)
		}
	}
	g.references(func(o *expectation) bool {
		for _, t := range o.texts {
			add(t)
		}
		return false
	})
	for f := range g.fields() {
		add(f.text)
	}
	return names
}

// column returns the folded texts of the cells that tools returned under the same key as an
// expected text.
func (g *grading) column(e *expectation) (cells []string) {
	names, done := set{}, set{}
	for f := range g.fields() {
		if f.name != "" && slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(f.text, t) }) {
			names[f.name] = true
		}
	}
	for f := range g.fields() {
		if names[f.name] && !done[f.text] && utf8.RuneCountInString(f.text) <= maxName && utf8.RuneCountInString(f.text) > 1 && !g.isKnownText(f.text) {
			done[f.text] = true
			cells = append(cells, f.text)
		}
	}
	return cells
}
