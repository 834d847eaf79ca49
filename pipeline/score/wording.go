package score

import (
	"regexp"
	"strings"
	"unicode"
)

// wording is the words of a question: pairs of Chinese characters and Latin words.
type wording struct {
	text    string // folded
	pieces  set
	focus   set          // of what is asked for: in Chinese the end of the question, in English its beginning
	parts   []set        // of each of several things that are asked for
	head    set          // of the noun that is asked for
	places  map[int]bool // the places in a ranking that it names, from 2 on
	ends    [4]bool      // which of rankEnds it names
	extreme bool         // it asks for an end of a ranking, or a place in one
}

// set collects distinct texts.
type set map[string]bool

var (
	// formal is what a question says of the form of its answer.
	formal = regexp.MustCompile(`\([^()]*\)`)
	// asks are the words with which a Chinese question asks, opens begins what an English one does.
	asks  = regexp.MustCompile(`(?:分别|具体)?(?:是|为)?(?:多少|什么|哪一?[天年月日个家]?|几|谁)|[?。]$`)
	opens = regexp.MustCompile(`\b(?:what (?:is|are|was|were)|how (?:many|much|long|often)|(?:i )?(?:need|like|want|wish|have) to (?:know|have|find out|identify|establish|learn|confirm|see)(?: is)?|find out|looking for|i need|list of)\b|(?:^|[.?!;:] ?|\b(?:tell me|know|in|at|by|under|for|to|from) )(?:which|who|when was|whose)\b|(?:^|[.?!;:,] ?|\bplease |\bkindly |\byou |\bto |\band )(?:give|list|name|state|provide|find|write out|tell me|look up|identify|determine|check|confirm|compile|draw up|send|compute|calculate)(?: me)?\b`)
	// formalities follow words that ask, where they ask for nothing of the data.
	formalities = regexp.MustCompile(`^(?: me| us)?(?: (?:with|back))? (?:(?:it|this|that|these|some|an?y?|the) (?:answer|information|result|figure|reply|data)|it|this|some|someone|something|to|an answer|be|have|before|by|as soon|today|when|now)\b`)
)

// wordingOf takes a folded question apart.
func wordingOf(question string) *wording {
	w := &wording{text: question, pieces: piecesOf(question), extreme: extremes.MatchString(question), places: map[int]bool{}}
	for _, m := range ordinal.FindAllStringSubmatch(question, -1) {
		w.places[placeIn(m)] = true
	}
	for i, end := range rankEnds {
		w.ends[i] = end.MatchString(placedEnd.ReplaceAllString(question, ""))
	}
	plain := strings.TrimSpace(formal.ReplaceAllString(question, ""))
	if chinese(plain) {
		plain = strings.TrimSpace(asks.ReplaceAllString(askedClause(plain), ""))
		runes := []rune(plain)
		most := 14
		if strings.ContainsAny(plain, "、和") {
			most = 30 // it asks for several things
		}
		plain = string(runes[max(0, len(runes)-most):])
		w.head = piecesOf(string(runes[max(0, len(runes)-longestHead):]))
		w.parts = partsOf(plain[strings.LastIndex(plain, "的")+1:])
	} else {
		plain = plain[askedAt(plain):]
		w.parts = partsOf(plain[:objectEnd(plain)])
		words := strings.Fields(plain)
		plain = strings.Join(words[:min(len(words), 8)], " ")
		head, _, _ := strings.Cut(plain, " of ")
		w.head = piecesOf(head)
	}
	w.focus = piecesOf(plain)
	return w
}

// askedAt returns where a question in English begins to say what it asks for.
func askedAt(question string) (at int) {
	for _, m := range opens.FindAllStringIndex(question, -1) {
		if !formalities.MatchString(question[m[1]:]) {
			at = m[1]
		}
	}
	return at
}

// ranks reports whether the question names an end of a ranking.
func (w *wording) ranks() bool { return w.ends != [4]bool{} }

// placedEnd is a place in a ranking, told by its end.
var placedEnd = regexp.MustCompile(`\b(?:second|third|fourth|fifth)[ -](?:[a-z]+est|most(?: recent)?)\b`)

// longestHead is how many characters the noun has that a Chinese question asks for.
const longestHead = 4

// chinese reports whether a question is in Chinese: it has Chinese characters and none of
// the words that any question in English has. Names of the other language stand in either.
func chinese(question string) bool {
	return strings.ContainsFunc(question, han) && len(englishWords.FindAllString(question, 2)) < 2
}

var englishWords = regexp.MustCompile(`\b(?:the|of|what|which|who|how|give|list|please|is|are|me)\b`)

var (
	// askingFor is in the clause of a Chinese question that says what is wanted.
	askingFor = regexp.MustCompile(`请问|请提供|请给出|请列|请写|请查|请教|请找|请告|提供|告知|烦请|麻烦|帮[我忙]|需要|想[知弄了问查]|要[找查]的|查一[查下]|找出|能否|可否|核实|确认|查[明清]|[是为有]?(?:多少|什么|哪|谁|几)|求`)
	// phrases are the words around what is wanted.
	phrases = regexp.MustCompile(`请问|能否|可否|可以|烦请|麻烦|请|帮[我忙]|查一?[查下]|找一[找下]|看一?[看下]|告知|提供|给出|列出|确认|我?需要|我?想[知弄了问查]|知道|清楚|一下|[吗呢吧。?!]|谢谢[^,]*`)
)

// askedClause returns the last clause of a Chinese question that says what is wanted; the
// whole question where none does.
func askedClause(question string) string {
	clauses := strings.FieldsFunc(question, func(c rune) bool { return strings.ContainsRune(",。?!;:\n", c) })
	for i := len(clauses) - 1; i >= 0; i-- {
		if !askingFor.MatchString(clauses[i]) || requests.MatchString(clauses[i]) {
			continue
		}
		rest := strings.TrimSpace(plainly(clauses[i]))
		if len([]rune(rest)) >= 5 {
			return rest
		}
		if i > 0 && pleads.MatchString(clauses[i]) && strings.Contains(clauses[i-1], "的") && len([]rune(clauses[i-1])) >= 8 && !background.MatchString(clauses[i-1]) {
			return plainly(clauses[i-1])
		}
	}
	return question
}

// plainly returns a clause of a Chinese question without the words around what is wanted.
func plainly(clause string) string {
	const applies = "申\x00" // its 请 asks for nothing
	return strings.ReplaceAll(phrases.ReplaceAllString(strings.ReplaceAll(clause, "申请", applies), ""), applies, "申请")
}

var (
	// requests are in a clause that says how to answer, not what.
	requests = regexp.MustCompile(`要求|清楚$|引用|用得上|要用|为准|尽快|回复|答复|等着|格式|保留|精确到|单位|小数|以元计|不着急|准确的信息|一[件项条个](?:事|信息)$|拿不准|没有?落实`)
	// pleads is a clause that only asks somebody to look for what stands before it.
	pleads = regexp.MustCompile(`告诉我|告知|找一?下|查一?[查下]|看一?[看下]|核实|确认`)
	// background is in a clause that tells why somebody asks.
	background = regexp.MustCompile(`^我|正在|手头|快写完|资料|记录|材料|要用|需要`)
)

// common are Latin words that any question has, beside function words.
var common = asSet("what how many much give please i you we would will")

// asSet returns the words of a list.
func asSet(list string) set {
	s := set{}
	for _, w := range strings.Fields(list) {
		s[w] = true
	}
	return s
}

// copula is what stands between the words for a value and the value.
var copula = regexp.MustCompile(`(?:[是为有叫在:=,的]|共有|合计|一共|总计|具体|应当?|则|即|\b(?:is|was|are|were|of|at|the|a|an|on|in|as|has|had|have|there)\b|[ "“'‘《(])+$`)

// synonyms and hanSynonyms give parties and offices one word each: questions and answers
// name them in many.
var (
	synonyms = map[string]string{
		"claimant": "plaintiff", "claimants": "plaintiff", "suing": "plaintiff", "sued": "defendant", "respondent": "defendant", "respondents": "defendant",
		"petitioner": "applicant", "petitioners": "applicant", "tribunal": "court", "tribunals": "court", "tier": "level", "telephone": "phone",
		"ranks": "rank", "ranking": "rank", "ranked": "rank", "position": "rank", "agency": "authority", "body": "authority", "sector": "industry",
	}
	hanSynonyms = strings.NewReplacer("起诉人", "原告", "起诉方", "原告", "原告方", "原告", "应诉方", "被告", "应诉人", "被告", "被告方", "被告",
		"申请方", "申请人", "上级公司", "母公司", "法人代表", "法定代表人", "律师事务所", "律所")
)

// piecesOf returns the pairs of neighbouring Chinese characters and the Latin words of a
// folded text.
func piecesOf(text string) set {
	pieces := set{}
	var last rune
	passive := false
	word := strings.Builder{}
	flush := func() {
		if w := word.String(); len(w) > 1 && !common[w] && !function[w] {
			if other := synonyms[w]; other != "" {
				w = other
			}
			pieces[stem(w)] = true
		}
		word.Reset()
	}
	for _, c := range hanSynonyms.Replace(text) {
		if unicode.Is(unicode.Latin, c) {
			word.WriteRune(c)
		} else {
			flush()
		}
		switch {
		case !han(c) || !han(last):
		case passive: // 被申请 is another thing than 申请
			pieces[string([]rune{'被', last, c})] = true
		default:
			pieces[string([]rune{last, c})] = true
		}
		passive, last = last == '被', c
	}
	flush()
	return pieces
}

// stem takes the endings off a word by which its forms differ: filing, filed, files.
func stem(word string) string {
	for _, end := range []string{"ing", "ed", "es", "s", "e"} {
		if rest, ok := strings.CutSuffix(word, end); ok && len(rest) > 2 {
			return rest
		}
	}
	return word
}

// lastWords returns the last words before a value.
func lastWords(before string) string {
	longest := 36 // bytes
	if han(lastRune(strings.TrimRight(before, "是为:在有 "))) {
		longest = 21
	}
	before = copula.ReplaceAllString(before, "")
	if len(before) > longest {
		before = strings.ToValidUTF8(before[len(before)-longest:], "")
		if i := strings.IndexByte(before, ' '); i >= 0 && i < 12 {
			before = before[i:]
		}
	}
	return before
}

// share returns how much of what leads to a value the question has, in [0, 1]: of the
// last words before it, and those of what is asked for twice as much. It is 0 where hardly
// anything leads to it.
func (w *wording) share(before string) float64 {
	pieces := piecesOf(lastWords(before))
	return (pieces.shareIn(w.pieces) + pieces.shareIn(w.focus)) / 2
}

// headed returns how much of what leads to a value is of the noun that is asked for.
func (w *wording) headed(before string) float64 {
	before = lastWords(before)
	if han(lastRune(strings.TrimRight(before, " "))) {
		before = lastRunes(before, longestHead)
	}
	return piecesOf(before).shareIn(w.head)
}

// focused returns how much of what leads to a value is asked for.
func (w *wording) focused(before string) float64 { return piecesOf(lastWords(before)).shareIn(w.focus) }

// shareIn returns how many of the texts of a set another one has, in [0, 1]; 0 for none.
func (s set) shareIn(of set) float64 {
	n := 0
	for text := range s {
		if of[text] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(s)))
}

var (
	// divider divides the things that a question asks for.
	divider = regexp.MustCompile(`,? and |, |、|以及|[和及与]`)
	// belongs begins what the things belong to.
	belongs = regexp.MustCompile(` (?:in|of|for|from|on) (?:the|that|this|its|each|all|any|a|an)\b|[?.;]`)
)

// ownedBy is what one of the things belongs to.
var ownedBy = regexp.MustCompile(` of [a-z][^,]*\b(?:co|ltd|firm|company|court|llc|lp|inc|authority|group)\b.*$`)

// objectEnd returns where the things end that a question in English asks for.
func objectEnd(asked string) int {
	if m := belongs.FindStringIndex(asked); m != nil {
		return m[0]
	}
	return len(asked)
}

// partsOf returns the words of each of the things that a question asks for; nil for one.
func partsOf(asked string) (parts []set) {
	for _, p := range divider.Split(asked, -1) {
		if pieces := piecesOf(ownedBy.ReplaceAllString(p, "")); len(pieces) > 0 {
			parts = append(parts, pieces)
		}
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// part returns how much of what leads to a value is of one of the things asked for.
func (w *wording) part(i int, before string) float64 {
	return piecesOf(lastWords(before)).shareIn(w.parts[i])
}
