package score

import (
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
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
	// formBrackets matches the part of a question in brackets, which prescribes the form of
	// the answer.
	formBrackets = lazyregexp.New(`\([^()]*\)`)
	// chineseRequest matches the question words of a Chinese question, englishRequest the
	// words before the request of an English one.
	chineseRequest = lazyregexp.New(`(?:分别|具体)?(?:是|为)?(?:多少|什么|哪一?[天年月日个家]?|几|谁)|[?。]$`)
	englishRequest = lazyregexp.New(`\b(?:what (?:is|are|was|were)|how (?:many|much|long|often)|(?:i )?(?:need|like|want|wish|have) to (?:know|have|find out|identify|establish|learn|confirm|see)(?: is)?|find out|looking for|i need|list of)\b|(?:^|[.?!;:] ?|\b(?:tell me|know|in|at|by|under|for|to|from) )(?:which|who|when was|whose)\b|(?:^|[.?!;:,] ?|\bplease |\bkindly |\byou |\bto |\band )(?:give|list|name|state|provide|find|write out|tell me|look up|identify|determine|check|confirm|compile|draw up|send|compute|calculate)(?: me)?\b`)
	// formalityAfter matches the text after such words if they request no data.
	formalityAfter = lazyregexp.New(`^(?: me| us)?(?: (?:with|back))? (?:(?:it|this|that|these|some|an?y?|the) (?:answer|information|result|figure|reply|data)|it|this|some|someone|something|to|an answer|be|have|before|by|as soon|today|when|now)\b`)
)

// wordingOf takes a folded question apart.
func wordingOf(question string) *wording {
	w := &wording{text: question, pieces: piecesOf(question), extreme: rankWords.MatchString(question), places: map[int]bool{}}
	for _, m := range ordinalWords.FindAllStringSubmatch(question, -1) {
		w.places[rankIn(m)] = true
	}
	for i, end := range rankEnds {
		w.ends[i] = end.MatchString(rankedEnd.ReplaceAllString(question, ""))
	}
	plain := strings.TrimSpace(formBrackets.ReplaceAllString(question, ""))
	if chinese(plain) {
		plain = strings.TrimSpace(chineseRequest.ReplaceAllString(clauseOfRequest(plain), ""))
		runes := []rune(plain)
		most := 14
		if strings.ContainsAny(plain, "、和") {
			most = 30 // it asks for several things
		}
		plain = string(runes[max(0, len(runes)-most):])
		w.head = piecesOf(string(runes[max(0, len(runes)-maxHead):]))
		w.parts = partsOf(plain[strings.LastIndex(plain, "的")+1:])
	} else {
		plain = plain[requestStart(plain):]
		w.parts = partsOf(plain[:objectEnd(plain)])
		words := strings.Fields(plain)
		plain = strings.Join(words[:min(len(words), 8)], " ")
		head, _, _ := strings.Cut(plain, " of ")
		w.head = piecesOf(head)
	}
	w.focus = piecesOf(plain)
	return w
}

// requestStart returns the offset of the requested noun phrase in an English question.
func requestStart(question string) (at int) {
	for _, m := range englishRequest.FindAllStringIndex(question, -1) {
		if !formalityAfter.MatchString(question[m[1]:]) {
			at = m[1]
		}
	}
	return at
}

// ranks reports whether the question names an end of a ranking.
func (w *wording) ranks() bool { return w.ends != [4]bool{} }

// rankedEnd matches a place in a ranking that names an end: "second largest".
var rankedEnd = lazyregexp.New(`\b(?:second|third|fourth|fifth)[ -](?:[a-z]+est|most(?: recent)?)\b`)

// maxHead is the length in characters of the requested noun in a Chinese question.
const maxHead = 4

// chinese reports whether a question is in Chinese: it has Chinese characters, and fewer
// than two of the most frequent English words. Questions in either language can have names
// in the other.
func chinese(question string) bool {
	return strings.ContainsFunc(question, isHan) && len(englishWords.FindAllString(question, 2)) < 2
}

var englishWords = lazyregexp.New(`\b(?:the|of|what|which|who|how|give|list|please|is|are|me)\b`)

var (
	// requestClause matches the clause of a Chinese question that states the request.
	requestClause = lazyregexp.New(`请问|请提供|请给出|请列|请写|请查|请教|请找|请告|提供|告知|烦请|麻烦|帮[我忙]|需要|想[知弄了问查]|要[找查]的|查一[查下]|找出|能否|可否|核实|确认|查[明清]|[是为有]?(?:多少|什么|哪|谁|几)|求`)
	// requestPhrases matches the phrases of a request around the requested noun.
	requestPhrases = lazyregexp.New(`请问|能否|可否|可以|烦请|麻烦|请|帮[我忙]|查一?[查下]|找一[找下]|看一?[看下]|告知|提供|给出|列出|确认|我?需要|我?想[知弄了问查]|知道|清楚|一下|[吗呢吧。?!]|谢谢[^,]*`)
)

// clauseOfRequest returns the last clause of a Chinese question that states a request; the
// whole question if none does.
func clauseOfRequest(question string) string {
	clauses := strings.FieldsFunc(question, func(c rune) bool { return strings.ContainsRune(",。?!;:\n", c) })
	for i := len(clauses) - 1; i >= 0; i-- {
		if !requestClause.MatchString(clauses[i]) || formRequest.MatchString(clauses[i]) {
			continue
		}
		rest := strings.TrimSpace(withoutPhrases(clauses[i]))
		if len([]rune(rest)) >= 5 {
			return rest
		}
		if i > 0 && lookupRequest.MatchString(clauses[i]) && strings.Contains(clauses[i-1], "的") && len([]rune(clauses[i-1])) >= 8 && !backgroundClause.MatchString(clauses[i-1]) {
			return withoutPhrases(clauses[i-1])
		}
	}
	return question
}

// withoutPhrases returns a clause of a Chinese question without requestPhrases.
func withoutPhrases(clause string) string {
	const applies = "申\x00" // its 请 asks for nothing
	return strings.ReplaceAll(requestPhrases.ReplaceAllString(strings.ReplaceAll(clause, "申请", applies), ""), applies, "申请")
}

var (
	// formRequest matches a clause that prescribes the form of the answer.
	formRequest = lazyregexp.New(`要求|清楚$|引用|用得上|要用|为准|尽快|回复|答复|等着|格式|保留|精确到|单位|小数|以元计|不着急|准确的信息|一[件项条个](?:事|信息)$|拿不准|没有?落实`)
	// lookupRequest matches a clause that only requests a lookup of the clause before it.
	lookupRequest = lazyregexp.New(`告诉我|告知|找一?下|查一?[查下]|看一?[看下]|核实|确认`)
	// backgroundClause matches a clause that gives the reason for the question.
	backgroundClause = lazyregexp.New(`^我|正在|手头|快写完|资料|记录|材料|要用|需要`)
)

// questionWords are English words of any question, in addition to function words.
var questionWords = asSet("what how many much give please i you we would will")

// asSet returns the words of a list.
func asSet(list string) set {
	s := set{}
	for _, w := range strings.Fields(list) {
		s[w] = true
	}
	return s
}

// copula matches the words between a label and its value.
var copula = lazyregexp.New(`(?:[是为有叫在:=,的]|共有|合计|一共|总计|具体|应当?|则|即|\b(?:is|was|are|were|of|at|the|a|an|on|in|as|has|had|have|there)\b|[ "“'‘《(])+$`)

// synonyms and hanSynonyms give parties and offices one word each: questions and answers
// name them in many.
var (
	// synonyms and hanSynonyms map names of parties and offices to one word each, since
	// questions and answers differ in them.
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
		if w := word.String(); len(w) > 1 && !questionWords[w] && !functionWords[w] {
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
		case !isHan(c) || !isHan(last):
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
	if isHan(lastRune(strings.TrimRight(before, "是为:在有 "))) {
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

// labelShare returns the share, in [0, 1], of the last words before a value that occur in
// the question, averaged with the share that occurs in its request; 0 if there are hardly
// any words.
func (w *wording) labelShare(before string) float64 {
	pieces := piecesOf(lastWords(before))
	return (pieces.shareIn(w.pieces) + pieces.shareIn(w.focus)) / 2
}

// headShare returns the share of the last words before a value that are the requested
// noun's.
func (w *wording) headShare(before string) float64 {
	before = lastWords(before)
	if isHan(lastRune(strings.TrimRight(before, " "))) {
		before = lastRunes(before, maxHead)
	}
	return piecesOf(before).shareIn(w.head)
}

// focusShare returns the share of the last words before a value that are the request's.
func (w *wording) focusShare(before string) float64 {
	return piecesOf(lastWords(before)).shareIn(w.focus)
}

// shareIn returns the share of a set's texts that another set has, in [0, 1]; 0 for an
// empty set.
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
	// partSeparator matches the text between two requested things.
	partSeparator = lazyregexp.New(`,? and |, |、|以及|[和及与]`)
	// ownerPhrase matches the beginning of the entity that the things belong to.
	ownerPhrase = lazyregexp.New(` (?:in|of|for|from|on) (?:the|that|this|its|each|all|any|a|an)\b|[?.;]`)
)

// ownerSuffix matches the entity that one of the things belongs to.
var ownerSuffix = lazyregexp.New(` of [a-z][^,]*\b(?:co|ltd|firm|company|court|llc|lp|inc|authority|group)\b.*$`)

// objectEnd returns where the things end that a question in English asks for.
func objectEnd(asked string) int {
	if m := ownerPhrase.FindStringIndex(asked); m != nil {
		return m[0]
	}
	return len(asked)
}

// partsOf returns the words of each requested thing; nil if there is only one.
func partsOf(asked string) (parts []set) {
	for _, p := range partSeparator.Split(asked, -1) {
		if pieces := piecesOf(ownerSuffix.ReplaceAllString(p, "")); len(pieces) > 0 {
			parts = append(parts, pieces)
		}
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// partShare returns the share of the last words before a value that belong to one of the
// requested things.
func (w *wording) partShare(i int, before string) float64 {
	return piecesOf(lastWords(before)).shareIn(w.parts[i])
}
