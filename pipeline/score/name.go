package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"taskgrove/pipeline/value"
)

// names are the places of the answer where an expected text stands, or another name of its
// kind, in the order of the answer.
func (g *grading) names(e *expectation) []candidate {
	var all []candidate
	if len(e.texts) == 0 {
		return nil
	}
	longer := g.longer(e)
	add := func(from, to int, right bool) {
		if len(all) >= mostNames || slices.ContainsFunc(all, func(c candidate) bool { return c.from < to && from < c.to }) {
			return
		}
		if right && (g.adjective(g.answer.folded[from:to], g.answer.folded[to:]) || g.longerBefore(e, g.answer.folded[:from])) {
			return
		}
		c := candidate{from: from, to: to, right: right, said: g.answer.folded[from:to], stance: g.answer.stance(from, to, g.wording, true)}
		if start := g.listStart(from); right && start < from {
			first := g.answer.stance(start, start, g.wording, true)
			c.weight, c.replaced = max(c.weight, first.weight), c.replaced || first.replaced
		}
		c.denied = c.denied || right && unsaid(g.answer.folded[:from], g.answer.folded[from:to])
		c.bound = right && e.cites && ranged.MatchString(g.answer.folded[to:])
		g.attributed(&c)
		all = append(all, c)
	}
	texts := slices.Clone(e.texts)
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for _, t := range texts {
		v := g.answer
		occurrences(v.normal, t, func(from, to int) bool {
			if !goesOn(t, v.normal[to:]) && !(person(t) && longerName.MatchString(v.normal[to:])) && !(strings.Contains(t, ".") && !strings.ContainsAny(t, " (") && dotted(v.folded, v.original(from), v.ended(to))) && !hidden(v.normal, t, from, longer) && !inside(v.normal, t, from, to) {
				add(v.original(from), v.ended(to), true)
			}
			return false
		})
	}
	for _, s := range g.equivalents(e) {
		if text := g.answer.folded; !inside(text, text[s[0]:s[1]], s[0], s[1]) {
			add(s[0], s[1], true)
		}
	}
	if g.onlyWithin(e) {
		all = slices.DeleteFunc(all, func(c candidate) bool { return c.right })
	}
	for _, o := range g.wanted {
		if o == e || o.kind != value.Text {
			continue
		}
		if at := g.aloneAt(o); at >= 0 {
			for i := range all {
				all[i].denied = all[i].denied || all[i].from > at // that one only, it says before
			}
		}
		for _, t := range o.folded { // what stands with them stands in the same list
			occurrences(g.answer.folded, t, func(from, to int) bool {
				if !slices.ContainsFunc(all, func(c candidate) bool { return c.from < to && from < c.to }) {
					all = append(all, candidate{from: from, to: to, known: true, said: t})
				}
				return false
			})
		}
	}
	for _, s := range g.alike(e) {
		switch text := g.answer.folded[s[0]:s[1]]; {
		case !g.neutral(text):
			add(s[0], s[1], false)
		case !telling(Normal(text)):
		case g.partOf(g.middle, text) && !g.partOf(g.wanted, text) && !strings.Contains(g.question.normal, Normal(text)):
			n := len(all)
			if add(s[0], s[1], false); len(all) > n {
				all[n].onWay = true
			}
		case !g.partOf(g.wanted, text) && slices.ContainsFunc(all, func(c candidate) bool { return c.right && g.beside(c, s) }):
			add(s[0], s[1], false) // of the question, but offered as an answer
		}
	}
	slices.SortFunc(all, func(a, b candidate) int { return a.from - b.from })
	g.assigned(e, all)
	return g.neighbours(e, all)
}

// onlyOne follows a name that is the whole list.
var onlyOne = regexp.MustCompile(`^ (?:only|alone)\b|^(?:这|一)?[一]?(?:家|份|个|件)?而已`)

// aloneAt returns where the sentence ends in which the answer says of a name that it is
// the only one; -1 for none.
func (g *grading) aloneAt(e *expectation) (at int) {
	at = -1
	for _, t := range e.folded {
		occurrences(g.answer.folded, t, func(_, to int) bool {
			if onlyOne.MatchString(g.answer.folded[to:]) {
				_, at = g.answer.sentence(to)
			}
			return at >= 0
		})
	}
	return at
}

// listStart returns where the list begins in which a name stands behind others of the
// reference.
func (g *grading) listStart(from int) int {
	for range longestList {
		before := g.answer.folded[:from]
		near := before[max(0, from-listReach):]
		m := listAhead.FindStringIndex(near)
		if m == nil {
			return from
		}
		before = strings.TrimRight(before[:from-len(near)+m[0]], ` "'”’》)`)
		start := from
		for _, e := range g.wanted {
			for _, t := range e.folded {
				if rest, ok := strings.CutSuffix(before, t); ok && len(rest) < start {
					start = len(rest)
				}
			}
		}
		if start == from {
			return from
		}
		from = start
	}
	return from
}

const (
	mostNames   = 80 // candidates of a name that are weighed
	listReach   = 24 // bytes of the longest word between two items of a list, and signs around it
	longestList = 50 // items of a list that are gone through to find its beginning
)

// dotted reports whether an address of a page or a mailbox goes on beyond text[from:to].
func dotted(text string, from, to int) bool {
	after, before := text[to:], text[:from]
	return len(after) > 1 && after[0] == '.' && latin(rune(after[1])) || len(before) > 1 && before[len(before)-1] == '.' && alnum(rune(before[len(before)-2]))
}

// ranged follows the first of a range of articles.
var ranged = regexp.MustCompile(`^ ?(?:至|到|-|~|to|through) ?(?:第|\d)`)

// beside reports whether a name stands in one list with a right one. The cells of a table
// are no list.
func (g *grading) beside(c candidate, s [2]int) bool {
	text := g.answer.folded
	if strings.Contains(text[min(c.to, s[1]):max(c.from, s[0])], "|") {
		return false
	}
	switch {
	case c.to <= s[0]:
		return joint.MatchString(text[c.to:s[0]]) && strings.TrimSpace(text[c.to:s[0]]) != ""
	case s[1] <= c.from:
		return joint.MatchString(text[s[1]:c.from]) && strings.TrimSpace(text[s[1]:c.from]) != "" && !strings.HasPrefix(text[s[1]:c.from], "\n")
	}
	return false
}

// partOf reports whether a text is one of some values of the reference, a part of one, or
// holds one.
func (g *grading) partOf(values []*expectation, text string) bool {
	normal := Normal(text)
	return slices.ContainsFunc(values, func(e *expectation) bool {
		return slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(t, normal) || strings.Contains(normal, t) })
	})
}

// ended returns where the text of normal that ends at a place ends in folded.
func (v *view) ended(to int) int {
	if to == 0 {
		return 0
	}
	from := v.original(to - 1)
	if v.places == nil {
		return to
	}
	_, size := utf8.DecodeRuneInString(v.folded[from:])
	return from + size
}

// unsaid reports whether a character before a Chinese text turns it into its opposite.
func unsaid(before, text string) bool {
	before = strings.TrimRight(before, " ")
	if !han(firstRune(text)) || before == "" {
		return false
	}
	return strings.ContainsRune("不非未没否", lastRune(before)) ||
		strings.HasPrefix(text, "不是") && strings.HasSuffix(before, "是") ||
		strings.HasPrefix(text, "没有") && strings.HasSuffix(before, "有")
}

// neutral reports whether a text is no other candidate: the question or the reference
// state it, or it is a part of one of theirs.
func (g *grading) neutral(text string) bool {
	normal := Normal(text)
	return !telling(normal) || strings.Contains(g.question.normal, normal) || g.partOf(g.wanted, text) || g.partOf(g.middle, text)
}

// opposite returns the contrary of a Chinese yes or no that is a text; ok is false for any
// other text.
func opposite(text string) (contrary string, ok bool) {
	for _, p := range [][2]string{{"不是", "是"}, {"没有", "有"}, {"是", "不是"}} {
		if rest, ok := strings.CutPrefix(text, p[0]); ok {
			return p[1] + rest, true
		}
	}
	return "", false
}

// contradicts reports whether the answer states the contrary of an expected yes or no that
// is a text.
func (g *grading) contradicts(e *expectation) bool {
	return slices.ContainsFunc(e.texts, func(t string) bool {
		contrary, ok := opposite(t)
		return ok && slices.Contains(strings.Fields(g.answer.folded), contrary) || ok && occurrences(g.answer.normal, contrary, func(from, to int) bool {
			return !unsaid(g.answer.normal[:from], contrary) && !denial.MatchString(tail(g.answer.normal[:from])) && !han(firstRune(g.answer.normal[to:]))
		})
	})
}

// onlyWithin reports whether a name in a Latin script stands in the answer only with
// capitalised words behind it, which make a longer name of it.
func (g *grading) onlyWithin(e *expectation) bool {
	if !latin(lastRune(e.texts[0])) || !strings.Contains(e.texts[0], " ") {
		return false
	}
	name := regexp.QuoteMeta(strings.TrimRight(e.keyword, "."))
	re, err := regexp.Compile(`(?i)` + name + `\.?(?-i:( [A-Z][a-z]+)?((?: [A-Z][a-z]+){0,3})(\.|$)?)`)
	if err != nil {
		return false
	}
	if rest, ok := strings.CutPrefix(g.answer.folded, e.folded[0]); ok && rest != "" && strings.ToLower(g.answer.raw) == g.answer.raw && lowerName.MatchString(rest) {
		return true
	}
	found := re.FindAllStringSubmatch(g.answer.raw, -1)
	return found != nil && !slices.ContainsFunc(found, func(m []string) bool {
		more := strings.ToLower(m[1])
		return more == "" || sentenceWords[strings.TrimSpace(more)] || strings.Contains(m[0], ". ") && !atBranch.MatchString(more+strings.ToLower(m[2])) && (m[2] == "" || m[3] == "")
	})
}

// lowerName is how a name goes on to the end of an answer that has no capitals.
var lowerName = regexp.MustCompile(`^ (?:[a-z]+ ){1,3}(?:house|store|shop|office|branch|unit|plant|division|department|team|works|trust|fund|agency)\.?$`)

// sentenceWords are words that begin a sentence and no rest of a name.
var sentenceWords = asSet("the it its this that these they he she in on as for by to and or no yes all both there here if so thus hence therefore according please note source sources answer let you i we is was are has not")

// answeredOtherwise reports whether the answer says behind the words with which the
// question asks that it is something else, and names the expected text elsewhere alone.
func (g *grading) answeredOtherwise(e *expectation, all []candidate) bool {
	if g.describesOther(all) || g.askedSentence(all) {
		return true
	}
	focus, least := 0.0, 0.75
	for i := range all {
		if c := &all[i]; c.right && c.stated() {
			if c.weight < 0 {
				least = 0.5
			}
			if focus = max(focus, g.wording.focused(g.answer.label(c.from))); c.weight >= concluding {
				return false
			}
		}
	}
	text := g.answer.folded
	if g.opensOtherwise(all) {
		return true
	}
	for _, m := range predicates.FindAllStringSubmatchIndex(text, -1) {
		from := m[2]
		before := g.answer.clauseBefore(m[0])
		if len(piecesOf(lead(before))) == 0 || g.wording.focused(before) < max(least, focus+0.25) {
			continue
		}
		_, end := g.answer.sentence(from)
		if m := sideClause.FindStringIndex(text[from:max(from, end)]); m != nil {
			end = from + m[0]
		}
		said := strings.Trim(text[from:max(from, end)], " \"'.,。)")
		if pronoun.MatchString(said) || isAnswer.MatchString(said) || slices.ContainsFunc(all, func(c candidate) bool { return c.from < m[0] && c.from >= m[0]-len(before) }) || g.partOf(g.middle, said) || strings.Contains(e.texts[0], Normal(strings.TrimPrefix(said, "the "))) || interrogative.MatchString(said) || digit(firstRune(said)) && !strings.ContainsFunc(e.texts[0], digit) || digit(firstRune(e.texts[0])) && !strings.ContainsFunc(said, digit) {
			continue
		}
		if n := utf8.RuneCountInString(said); n < 2 || n > 90 || slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.from >= from && c.from < end }) {
			continue
		}
		return true
	}
	return false
}

// subjects is a clause that says of something in a Latin script what it is.
var subjects = regexp.MustCompile(`(?:^|[.;\n] ?|, (?:and|but|while|whereas) )([^.;:,\n]{2,80}?) (?:is|was|are|were) (?:the|its|an?) ([^.;,:\n()]{3,60})`)

// describesOther reports whether the answer says of something else that it is what is
// asked for, and nothing like that of the expected text.
func (g *grading) describesOther(all []candidate) bool {
	text := g.answer.folded
	for _, m := range subjects.FindAllStringSubmatchIndex(text, -1) {
		said := text[m[2]:m[3]]
		if g.wording.headed(firstWords(text[m[4]:m[5]], 5)) < 0.75 || sentenceWords[firstWords(said, 1)] || g.wording.shareOf(said) > 0.6 {
			continue
		}
		if !slices.ContainsFunc(all, func(c candidate) bool {
			return c.right && (c.from >= m[2] && c.from < m[5] || g.wording.headed(g.answer.label(c.from)) >= 0.5)
		}) {
			return true
		}
	}
	return false
}

// opensOtherwise reports whether the answer begins with a bare name that is another than
// the expected one, which stands only behind it: "Civil Mediation Statement. (An …".
func (g *grading) opensOtherwise(all []candidate) bool {
	text := g.answer.folded
	m := fragment.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	said := strings.TrimSpace(m[1])
	words := strings.Fields(said)
	n := utf8.RuneCountInString(said)
	switch {
	case n < 2 || n > 100 || len(words) > 14 || strings.Contains(said, "→") || participle.MatchString(said) || g.wording.shareOf(said) > 0.6 || sentenceWords[words[0]] || interjection.MatchString(said), g.neutral(said) && !slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.from < len(m[1]) }):
		return false
	case han(firstRune(said)) && (n > 14 || clausal.MatchString(said)):
		return false
	case slices.ContainsFunc(words, func(w string) bool { return finite[w] }):
		return false
	}
	for i := range all {
		switch c := &all[i]; {
		case !c.right || c.from > len(m[0]):
		case c.from > len(m[1]) || !within.MatchString(text[:c.from]):
			return false
		default: // it only stands in a longer name
			return slices.ContainsFunc(strings.Fields(text[:c.from]), func(w string) bool { return !function[w] && !g.wording.pieces[stem(w)] })
		}
	}
	return true
}

var (
	// fragment is the first sentence, or what stands in it before a bracket or a clause.
	fragment = regexp.MustCompile(`^([^.。;:,\n(|=]{2,120}?)(?:[.。;]|,? \([^()]{3}|,? which\b|, (?:not|rather|although|though|while|but|as)\b|,(?:不是|而不是|而非|并非)|\n|$)`)
	// within ends what stands before a name within another.
	within = regexp.MustCompile(`[a-z]{4,} [a-z ]*\b(?:for|of)(?: the)? $`)
	// interjection begins what is no name.
	interjection = regexp.MustCompile(`^(?:首先|先|其次|第[一二三]步|first|yes|no|sure|certainly|of course|hello|hi|dear|thank|good|note|result|summary|step|great|ok|okay|understood|json|python|markdown|text|only|just|您好|你好|好的|是|否|有|没有|根据|经|按|据|查|以下|如下|#)`)
	// participle begins what leads to an answer: "Comparing (a) and (b)".
	participle = regexp.MustCompile(`^[a-z]+(?:ing|ed)\b`)
	clausal    = regexp.MustCompile(`[是为在由有被系将已可请查共如问您我这那该其的]`)
	finite     = asSet("is are was were has have had do does did can could will would may might i we you found find shows show says listed exist exists remain remains")
)

// isAnswer is said of what stands before it.
var isAnswer = regexp.MustCompile(`^(?:the |our |your )?(?:answer|one|result|match)\b|^答案`)

// sideClause begins what a sentence tells beside.
var sideClause = regexp.MustCompile(`, (?:which|whose|where|although|though|while|whereas)\b`)

// pronoun begins what only points to something.
var pronoun = regexp.MustCompile(`^(?:此|该|其|他|她|它|上述|前者|后者|这|本|谁|somebody|someone|something|another|else|different|what|who|which|that|this|it|him|her|them|not|no)`)

// interrogative begins a question.
var interrogative = regexp.MustCompile(`^(?:哪|什么|多少|谁|几|何)`)

// predicates stand between the words for a value and the value.
var predicates = regexp.MustCompile(`(?:是|为|:|\bis|\bwas|\bby)(?: the| now| currently)? ?["“'‘《]?()[\p{L}\p{N}]`)

// occurrences calls try with the bounds of each place where the text stands in
// another, runs of letters and digits not being cut, until try returns true.
func occurrences(in, text string, try func(from, to int) bool) bool {
	for at := 0; text != ""; {
		i := strings.Index(in[at:], text)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(text)
		if !joins(in, from, to) && try(from, to) {
			return true
		}
		at = from + len(string(firstRune(text)))
	}
	return false
}

// joins reports whether text[from:to] is part of a longer run of Latin letters
// and digits, or of several such runs held together by hyphens, or by points,
// commas, slashes and colons between digits.
func joins(text string, from, to int) bool {
	return runsOn(lastRune(text[:to]), text[to:], firstRune, func(s string) string { return s[1:] }) ||
		runsOn(firstRune(text[from:]), text[:from], lastRune, func(s string) string { return s[:len(s)-1] })
}

// runsOn reports whether a run that ends in edge goes on in the text beside it,
// of which near is the nearest character and beyond what follows that one.
func runsOn(edge rune, beside string, near func(string) rune, beyond func(string) string) bool {
	if !alnum(edge) || beside == "" {
		return false
	}
	switch c := near(beside); c {
	case '-':
		return alnum(near(beyond(beside)))
	case '.', '/', ':', ',':
		return digit(edge) && digit(near(beyond(beside)))
	case '@':
		return true
	default:
		return alnum(c)
	}
}

// apart reports whether a text stands in another without cutting a run of letters
// and digits.
func apart(in, text string) bool {
	return occurrences(in, text, func(int, int) bool { return true })
}

// The words with which a name goes on into a longer one. A branch has a place or
// nothing before it, so a grammatical word ends the search.
var (
	onward   = regexp.MustCompile(`^(?:有限|股份|集团|控股|实业|科技|人民法院|中级人民法院|高级人民法院|中级法院|高级法院|律师事务所|科创板|创业板|主板|街道|镇|乡|[院附]\d|第[一二三四五六七八九十]\p{Han}{1,4}(?:局|所|队|院|处|司|分)|附楼|裙楼|副楼|[东西南北前后主]?配?楼|[甲乙丙丁]区|[a-z]?\d*[座栋幢]|[a-z]?\d+(?:号|室|楼|层|单元))`)
	house    = regexp.MustCompile(`^\p{Han}{1,12}(?:大厦|广场|大楼|商厦|花园|小区|写字楼)`) // behind the number of a street
	inserted = regexp.MustCompile(`^之[一二三四五六七八九十]`)                          // an article put in behind another
	branch   = regexp.MustCompile(`^(?:\([^()]{1,12}\))?[^\P{Han}的之及和与其有在为是]{0,8}(?:分公司|分行|支行|分所|分局|支队|分院|派出|店|门市部|营业部|办事处)`)
)

// goesOn reports whether a name goes on in what follows it.
func goesOn(name, after string) bool {
	if last := lastRune(name); unicode.Is(unicode.Latin, last) {
		return wordsGoOn(name, after)
	} else if digit(last) {
		return strings.HasPrefix(after, "之") && han(firstRune(after[len("之"):])) && strings.ContainsRune("一二三四五", firstRune(after[len("之"):]))
	} else if !han(last) {
		return false
	}
	return onward.MatchString(after) || branch.MatchString(after) || strings.HasSuffix(name, "条") && inserted.MatchString(after) || strings.HasSuffix(name, "号") && house.MatchString(after)
}

// prefixed are short Chinese names that a character before them makes others of: a cause of
// action, a kind of document.
var prefixed = regexp.MustCompile(`(?:纠纷|判决书|裁定书|决定书|争议|业|罪)$`)

// inside reports whether a text is the end of a longer name: a cause of action or a kind
// of document with more words before it.
func inside(in, text string, from, to int) bool {
	before := lastRune(in[:from])
	if prefixed.MatchString(text) && from > 0 && han(before) {
		return !strings.ContainsRune("是为的由系属于即类件案作了和与及或、有写定填为叫以从成至份在归入", before)
	}
	if strings.HasSuffix(text, " dispute") && from > 0 && before == ' ' && strings.TrimSpace(tail(in[:from])) != "" {
		words := strings.Fields(tail(in[:from]))
		word := strings.Trim(words[len(words)-1], `"'(:,`)
		return len(word) > 2 && !function[word] && !strings.ContainsAny(words[len(words)-1], `"'(:,.`)
	}
	return false
}

// hidden reports whether the text at from is spelt out there as part of one of
// the longer names. A name that is longer only by a leading province, city or
// district is the same name.
func hidden(in, text string, from int, longer []string) bool {
	for _, name := range longer {
		for at := 0; ; {
			i := strings.Index(name[at:], text)
			if i < 0 {
				break
			}
			i += at
			same := i+len(text) == len(name) && leads(name[:i])
			if !same && i <= from && strings.HasPrefix(in[from-i:], name) {
				return true
			}
			at = i + len(string(firstRune(text)))
		}
	}
	return false
}

// adjective reports whether a name of one Latin word stands before a noun that is of
// something else: a municipal building is no municipal level.
func (g *grading) adjective(name, after string) bool {
	word := letters(strings.TrimPrefix(after, " "))
	return latin(firstRune(name)) && !strings.Contains(name, " ") && strings.HasPrefix(after, " ") && buildings[word] && !g.wording.pieces[stem(word)]
}

// buildings are nouns of which an adjective that is an answer tells nothing.
var buildings = asSet("building buildings hall office offices premises seat street road park area vehicle funds employee employees")

// longerBefore reports whether a capitalised word right before a capitalised name makes a
// longer name of it: "Greater Oakhanger Group" for "Oakhanger Group".
func (g *grading) longerBefore(e *expectation, before string) bool {
	if !capitalised.MatchString(e.keyword) || !strings.HasSuffix(before, " ") || leads(strings.TrimSpace(before)) {
		return false
	}
	word := lastOf(strings.TrimSpace(before))
	if !extends[word] {
		return false
	}
	return strings.Contains(g.answer.raw, strings.ToUpper(word[:1])+word[1:]+" ")
}

// extends are words that make a name of another one.
var extends = asSet("greater new old upper lower north south east west northern southern eastern western great little second first young royal united central")
