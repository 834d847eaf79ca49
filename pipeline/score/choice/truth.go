package choice

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Words for true and false. Those of rightOrWrong judge other things than claims, too.
var (
	trueWords    = wordSet("verdadeira verdadeiro true correta correto certa certo correct right procede v t")
	falseWords   = wordSet("falsa falso false errada errado incorreta incorreto incorrect wrong untrue improcede inverídica inverídico equivocada f")
	rightOrWrong = wordSet("correta correto certa certo correct right errada errado incorreta incorreto incorrect wrong equivocada")
	truthLetters = wordSet("v f t")

	hanFalse = lazyregexp.New(`错误|不正确|不对|有误|不成立|不属实|不完全正确|不尽正确|未必正确|不准确|不够准确|(?:不能|不应|难以)(?:说|认为|认定)[^|]*正确|不是正确|并非正确|错的|^错$|^假$`)
	hanTrue  = lazyregexp.New(`正确|对的|准确|成立|属实|^对$|^真$|不是错误|并非错误|没有错误|(?:不能|不应|难以)(?:说|认为|认定)[^|]*错误`)

	notWrong = lazyregexp.New(`不是错误|没有错误|并非错误|(?:不能|不应|难以)(?:说|认为|认定)[^|]*错误`)
	hanOther = lazyregexp.New(`正确的(?:说法|做法|表述|理解|结论|规定|答案)(?:应|是|为)|正确的(?:应|是)`) // what would be right instead

	wholeYes = wordSet("sim yes 是 √ ✓")
	wholeNo  = wordSet("não nao no 否 × ✗")
)

// What stands before a word for true or false in its clause.
var (
	denies     = lazyregexp.New(`(?i)(?:^|\PL)(?:n[ãa]o|not|nem|never|nunca|longe\s+de|\pL*n['’]t|far\s+from)\s+(?:\pL+\s+){0,4}$`)
	supposes   = lazyregexp.New(`(?i)(?:^|\PL)(?:se|caso|if|were|fosse|seria|would\s+be|would\s+have|whether)\PL(?:.*\PL)?$|(?:如果|若|假如|是否)`)
	doubts     = lazyregexp.New(`(?i)(?:^|\PL)(?:parcialmente|em\s+parte|partially|partly|pode(?:ria)?\s+ser|pode(?:ria)?\s+estar|may\s+be|might\s+be|could\s+be|talvez|maybe|perhaps|nem\s+sempre|depende)\s+(?:\pL+\s+){0,3}$|(?:部分|可能|或许)(?:是)?$`)
	aboutClaim = lazyregexp.New(`(?i)afirma[çc]|assertiva|proposi[çc]|alega[çc]|enunciado|senten[çc]a|statement|claim|assertion|proposition|resposta|answer|gabarito|(?:^|\PL)(?:item|ela|it|isso|this|that)(?:\PL|$)|说法|陈述|答案|判断|命题|表述|观点|题干|结论|^(?:该|此|本)`)
	butIs      = lazyregexp.New(`(?i)^\s*(?:mas|porém|contudo|todavia|entretanto|but|however)\s+(?:(?:na\s+verdade|na\s+realidade|in\s+fact|actually|it)\s+)*(?:é|está|is)\s+$`)
	betweens   = wordSet("é está is are seria eh : = como as considerada considerado julgada tida por claramente totalmente portanto assim also therefore clearly simply definitely a o uma the t / ( [ \" ' “ ‘ « 「 não not → \n")
	orWords    = wordSet("ou or / 或 还是 或者 e and")
)

// truthMention is a word for true or false in an answer.
type truthMention struct {
	at     int // token
	yes    bool
	hedged bool
	claim  bool // it is said of the claim, or stands by itself
}

// readTruth reads whether an answer calls a claim true.
func (s *scanner) readTruth() ChosenOptions {
	if len(s.tokens) == 1 || len(s.tokens) == 2 && s.is(1, clauseEnds) {
		if s.is(0, wholeYes) || s.is(0, wholeNo) {
			return s.truthChoice(s.is(0, wholeYes), false)
		}
	}
	var all []truthMention
	alternatives := false
	for i := 0; i < len(s.tokens); i++ {
		m, ok := s.truthAt(i)
		if !ok {
			continue
		}
		beside := i + 1 // the other word: "true or false", "true false"
		if s.is(beside, orWords) {
			beside++
		}
		if other, ok := s.truthAt(beside); ok && other.yes != m.yes {
			i, alternatives = beside, true
			continue
		}
		all = append(all, m)
	}
	of := slices.DeleteFunc(slices.Clone(all), func(m truthMention) bool { return !m.claim })
	if len(of) > 0 {
		last := of[len(of)-1]
		for _, m := range all {
			last.hedged = last.hedged || m.at > last.at && m.hedged && m.yes != last.yes
		}
		return s.truthChoice(last.yes, last.hedged)
	}
	if len(all) == 0 {
		if alternatives {
			return ChosenOptions{Options: []int{0, 1}, Manner: Hedged}
		}
		return ChosenOptions{Manner: Unread}
	}
	last := all[len(all)-1]
	for _, m := range all {
		if m.yes != last.yes {
			return ChosenOptions{Options: []int{0, 1}, Manner: Hedged}
		}
	}
	return s.truthChoice(last.yes, last.hedged)
}

// truthChoice returns the choice of true or false.
func (s *scanner) truthChoice(yes, hedged bool) ChosenOptions {
	position := 1
	if yes {
		position = 0
	}
	return choose(s.item, []int{position}, hedged)
}

// truthAt reads a word for true or false at a token.
func (s *scanner) truthAt(i int) (m truthMention, ok bool) {
	t := s.at(i)
	if t == nil {
		return m, false
	}
	m.at = i
	before := s.before(i)
	switch {
	case t.kind == hanRun:
		return s.hanTruth(i)
	case t.kind != latinWord || !trueWords[t.lower] && !falseWords[t.lower]:
		return m, false
	case truthLetters[t.lower] && (t.word == t.lower || !s.endsClause(i+1) && !s.is(i+1, closers) && !s.is(i+1, orWords)):
		return m, false
	}
	direct := s.isDirect(i)
	if !direct && (rightOrWrong[t.lower] || truthLetters[t.lower]) || supposes.MatchString(before) {
		return m, false
	}
	m.yes = trueWords[t.lower] != denies.MatchString(before)
	m.hedged = doubts.MatchString(before)
	m.claim = direct && (aboutClaim.MatchString(before) || butIs.MatchString(before) || s.beginsLine(i))
	return m, true
}

// hanTruth reads a word for true or false in a run of Chinese characters.
func (s *scanner) hanTruth(i int) (m truthMention, ok bool) {
	run := s.at(i).word
	before := s.before(i) + run
	no, yes := hanFalse.MatchString(run), hanTrue.MatchString(hanOther.ReplaceAllString(hanFalse.ReplaceAllString(run, "|"), "|"))
	if notWrong.MatchString(run) {
		no, yes = false, true
	}
	if no == yes || supposes.MatchString(before) {
		return m, false
	}
	cut := hanFalse.FindStringIndex(run)
	if yes {
		cut = hanTrue.FindStringIndex(run)
	}
	short := strings.Contains("正确 错误 对 错 不对 不正确 对的 错的 是正确的 是错误的", run)
	return truthMention{at: i, yes: yes, hedged: doubts.MatchString(run[:cut[0]]), claim: aboutClaim.MatchString(before) || short && s.beginsLine(i)}, true
}

// isDirect reports whether a word is said of something by a verb, or stands by itself.
func (s *scanner) isDirect(i int) bool {
	if truthLetters[s.at(i).lower] && s.is(i-1, orWords) {
		return true
	}
	return i == 0 || s.is(i-1, betweens) || s.at(i-1).kind == lineEnd || s.is(i-1, clauseEnds) || strings.HasSuffix(s.at(i-1).lower, "mente")
}

// beginsLine reports whether a word begins a line or follows a colon, behind marks.
func (s *scanner) beginsLine(i int) bool {
	for s.is(i-1, openers) {
		i--
	}
	return i == 0 || s.at(i-1).kind == lineEnd || s.at(i-1).word == ":"
}
