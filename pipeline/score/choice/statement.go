package choice

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// strength says how surely words before an option state the choice.
type strength int

const (
	weak       strength = iota // "is B": a verb alone
	named                      // "option B": what is spoken of, but perhaps not chosen
	concluding                 // "the answer is B", "B is correct", 故选B
)

// statement is a passage that may choose options.
type statement struct {
	strength  strength
	positions []int
	hedged    bool
	trailing  bool // what makes it a choice stands behind the options
	supposed  bool // it would hold under a condition that its sentence names
	next      int  // the first token behind it
}

// Words before options.
var (
	answerNouns = wordSet("resposta respostas gabarito answer answers solução solution conclusão conclusion")
	optionNouns = wordSet("alternativa alternativas opção opções opcao opcoes letra letras item itens assertiva assertivas afirmativa afirmativas afirmação afirmações option options choice choices letter letters statement statements")
	rightWords  = wordSet("correta corretas correto corretos certa certas certo certos correct right best melhor verdadeira verdadeiras verdadeiro true chosen selected escolhida selecionada adequada")
	chooseWords = wordSet("escolho escolheria marco marcaria assinalo assinalaria seleciono selecionaria opto optaria choose chose pick select respondo sim rather")
	conclusions = wordSet("portanto logo assim então therefore thus hence so")
	copulas     = wordSet("é são está estão seria seriam seja sejam is are be was s") // "it's"
	leadFillers = wordSet("é são seria seriam is are be was would must should deve devem ser final finais mais ones one following seguintes seguinte the as os o da das de do dos of pergunta questão question for to this esta essa para sem dúvida certamente claramente evidentemente clearly certainly definitely undoubtedly com towards toward pela pelo pelas with minha my " +
		"letra letras alternativa alternativas opção opções opcao option options choice choices letter letters item itens statement statements afirmativa afirmativas assertiva assertivas resposta respostas answer answers única unica número apenas only go: " +
		": = - – — > → ⇒ \" ' “ ” ‘ ’ « » : , ( [ { 「 『 ) ] 】 \n |")
)

// Words that state a choice where nothing else is spoken of: "it should be B", "apenas A e C".
var (
	shouldWords   = wordSet("should must deve")
	leanWords     = wordSet("go lean fico digo corrigindo correção retificando wait correction")
	beWords       = wordSet("be ser")
	onlyWords     = wordSet("apenas somente only")
	shouldSubject = lazyregexp.New(`(?i)^\s*(?:(?:so|então|logo|portanto|therefore|it|this|that|ela|isso)\s+)*$`)
)

// Chinese words before and behind options.
var (
	hanAnswer     = lazyregexp.New(`(?:答案|正确的?选项|正确的?答案|(?:说法|表述|做法|选项)?正确的|应当?选|应该选|故选|因此选|所以选|我选|本题选|可选|^选|选择|最终选择|结论)(?:应当|应该|应|为|是|有|包括|了|择|选项|的选项|选|项)*$`)
	hanOption     = lazyregexp.New(`(?:选项|选)$`)
	hanConclusion = lazyregexp.New(`(?:因此|所以|综上所述|综上|故|于是)$`)
	hanDenied     = lazyregexp.New(`(?:不|非|没)(?:应当?|应该|能)?(?:是|为|选)$`)
	hanShould     = lazyregexp.New(`^(?:那么?|所以|因此|故|本题|其实|实际上?)?(?:应该?|应当)(?:是|为)$`)
	hanCopula     = lazyregexp.New(`(?:是|为|就是|应为)$`)
	hanRight      = lazyregexp.New(`^(?:项|选项)?(?:的?(?:说法|表述|内容))?(?:均|都)?(?:是|为)?(?:正确|对的|符合(?:题意|法律|规定|条件)|当选|应选)`)
)

// ruledOut matches what says behind an option that it is not the one.
var ruledOut = lazyregexp.New(`(?i)^[\s)\]"'”’.]*[\x{E000}-\x{E1FF}]?\s*(?:[:–—-]\s*)?(?:(?:é|est[áa]|s[ãa]o|is|are|was|would\s+be|seria|parece)\s+)?(?:(?:claramente|totalmente|also|tamb[ée]m|clearly|simply|therefore)\s+)?(?:incorret|errad|fals[ao]s?\s*(?:$|[ .,;:)])|wrong|incorrect|inv[áa]lid|inadequad)` +
	`|^[\s)\]"'”’]*[\x{E000}-\x{E1FF}]?\s*(?:is\s+not|isn'?t|are\s+not|cannot\s+be|n[ãa]o\s+(?:é|est[áa]|s[ãa]o|pode|procede|se\s+aplica)|does\s+not)` +
	`|^[\s)\]"'”’]*[\x{E000}-\x{E1FF}]?\s*(?:项|选项)?(?:的?(?:说法|表述|内容))?(?:均|都)?(?:是|为)?(?:错误|不正确|不对|有误|不符|错的)`)

// deniedBefore matches what rules out the option that follows, at the end of a clause.
var deniedBefore = lazyregexp.New(`(?i)(?:^|\PL)(?:n[ãa]o|not|never|nem|nor|neither|tampouco|nunca|exceto|except|descart\pL*|elimin\pL*|exclu\pL*|rul\pL+\s+out|instead\s+of|rather\s+than|em\s+vez\s+d\pL+|ao\s+inv[ée]s\s+d\pL+|unlike|incorret\pL*|errad\pL*|wrong|incorrect)(?:\PL[^\n]{0,25})?$|(?:排除|不选|不是|并非|而非|不应选|除了|错误的?(?:选项|答案)?(?:是|为)?)[^\n]{0,12}$`)

// isRuledOut reports whether the text from a token on says that the option before it is not the
// one.
func (s *scanner) isRuledOut(i int) bool {
	after := s.after(i)
	return ruledOut.MatchString(after) && !othersRuledOut.MatchString(after)
}

// othersRuledOut matches a next line that rules out others than the option before it.
var othersRuledOut = lazyregexp.New(`(?i)^[^\pL\n]*\n\PL*(?:incorret[ao]s|errad[ao]s|fals[ao]s|inadequad[ao]s|(?:incorrect|wrong|false)\s+\pL|错误(?:的?选项|的|答案)?[::])`)

// statements returns the passages that choose options, in order.
func (s *scanner) statements() (all []statement) {
	for i := 0; i < len(s.tokens); i++ {
		st, ok := s.statementAt(i)
		if !ok {
			if st, ok = s.trailingAt(i); !ok {
				i = max(i, st.next-1) // no part of this list is called right
				continue
			}
		}
		all = append(all, st)
		if st.strength == concluding {
			i = max(i, st.next-1)
		}
	}
	return all
}

// statementAt reads a choice whose lead begins at a token.
func (s *scanner) statementAt(i int) (statement, bool) {
	st, j, strict, ok := s.leadAt(i)
	if !ok {
		return statement{}, false
	}
	positions, next, hedged, ok := s.listAt(j)
	if !ok || deniedBefore.MatchString(s.before(i)) || strict && !s.endsClause(next) || s.isRuledOut(next) || s.ruledOutTogether(next) || s.at(next) != nil && s.at(next).word == "?" {
		return statement{}, false
	}
	st.positions, st.next, st.hedged = positions, next, hedged || s.hedgeFollows(next, positions)
	if st.strength == named && s.isRight(next) {
		st.strength = concluding
	}
	st.supposed = s.isSupposed(i, next)
	return st, true
}

// leadAt reads the words before options. It returns the token at which these should stand, and
// whether the clause must end behind them.
func (s *scanner) leadAt(i int) (st statement, next int, strict, ok bool) {
	t := s.at(i)
	if t.kind == hanRun {
		switch {
		case hanDenied.MatchString(t.word):
			return st, 0, false, false
		case hanShould.MatchString(t.word):
			st.strength, strict = concluding, true
		case hanAnswer.MatchString(t.word):
			st.strength = concluding
		case hanOption.MatchString(t.word):
			st.strength = named
		case hanConclusion.MatchString(t.word):
			st.strength, strict = concluding, true
		case hanCopula.MatchString(t.word):
			st.strength = weak
		default:
			return st, 0, false, false
		}
		next, _ = s.skipFillers(i + 1)
		return st, next, strict, true
	}
	if t.kind != latinWord {
		return st, 0, false, false
	}
	next, right := s.skipFillers(i + 1)
	switch {
	case answerNouns[t.lower], chooseWords[t.lower] && !s.is(i+1, closers):
		st.strength = concluding
	case optionNouns[t.lower]:
		st.strength = named
		if right || s.is(i-1, rightWords) {
			st.strength = concluding
		}
	case rightWords[t.lower] && next > i+1 && s.at(i+1).word != ",":
		st.strength = concluding
	case conclusions[t.lower]:
		st.strength, strict = concluding, true
	case shouldWords[t.lower] && s.is(i+1, beWords) && shouldSubject.MatchString(s.before(i)):
		st.strength, strict = concluding, true
	case onlyWords[t.lower] && strings.TrimSpace(s.before(i)) == "":
		st.strength, strict = concluding, true
	case leanWords[t.lower]:
		st.strength, strict = concluding, true
	case copulas[t.lower]:
		st.strength = weak
	default:
		return st, 0, false, false
	}
	return st, next, strict, true
}

// skipFillers returns the first token behind words that may stand between a lead and its options,
// and whether one of them says that they are right.
func (s *scanner) skipFillers(i int) (next int, right bool) {
	for end := i + mostWords/4; i < end; i++ {
		t := s.at(i)
		switch {
		case t == nil:
			return i, right
		case rightWords[t.lower]:
			right = true
		case leadFillers[t.lower] && !(t.kind == latinWord && len(t.word) == 1 && t.word != t.lower):
		case t.kind == hanRun && (t.word == "是" || t.word == "为" || t.word == "应为" || t.word == "选项"):
		case t.kind == latinWord && wordLetters[t.lower] && !s.isMention(i):
		default:
			return i, right
		}
	}
	return i, right
}

// endsClause reports whether a clause ends at a token.
func (s *scanner) endsClause(i int) bool {
	t := s.at(i)
	return t == nil || t.kind == lineEnd || clauseEnds[t.word]
}

var clauseEnds = wordSet(". , ; : ! 。 ) - – —")

// isRight reports whether the words at a token say that the options before it are right.
func (s *scanner) isRight(i int) bool {
	if t := s.at(i); t != nil && t.kind == hanRun {
		return hanRight.MatchString(t.word)
	}
	if s.is(i, closers) {
		i++
	}
	if !s.is(i, copulas) {
		return false
	}
	for i++; s.is(i, rightFillers); i++ {
	}
	return s.is(i, rightWords) || s.is(i-1, answerNouns) && !s.isRuledOut(i)
}

var rightFillers = wordSet("a o as os the also também both only única one alternativa opção option answer resposta mais most")

// trailingAt reads options that are called right behind them: "B is correct", C项正确. If it is
// false, the statement has nothing but the end of the options, if there are any.
func (s *scanner) trailingAt(i int) (statement, bool) {
	if t := s.at(i); t.kind == latinWord && t.word == t.lower {
		return statement{}, false
	}
	positions, next, hedged, ok := s.listAt(i)
	if !ok {
		return statement{}, false
	}
	if !s.isRight(next) || deniedBefore.MatchString(s.before(i)) {
		return statement{next: next}, false
	}
	return statement{strength: concluding, positions: positions, hedged: hedged, trailing: true, supposed: s.isSupposed(i, next), next: next}, true
}

// supposition matches a sentence, or its part, that says what the answer would be in another case.
var supposition = lazyregexp.New(`(?i)(?:^|[^\pL-])(?:se|caso|if|had|were)\PL.*(?:^|\PL)(?:seria|would)(?:\PL|$)|(?:^|\PL)(?:seria|would)\PL.*[^\pL-](?:se|caso|if|had|were)\PL|如果|假如|倘若|假设|若[^干]`)

// isSupposed reports whether the sentence of a statement, from one token to before another, says what
// the answer would be in another case.
func (s *scanner) isSupposed(from, to int) bool {
	const most = 80 // tokens each way
	inSentence := func(i int) bool { t := s.at(i); return t != nil && t.kind != lineEnd && !sentenceEnds[t.word] }
	first, end := from, to
	for first > from-most && inSentence(first-1) {
		first--
	}
	for end < to+most && inSentence(end) {
		end++
	}
	return supposition.MatchString(s.text[s.tokens[first].from:s.tokens[end-1].to])
}

var sentenceEnds = wordSet(". ; ! ? 。")

// hedgeAfter matches what offers another option behind a choice.
var hedgeAfter = lazyregexp.New(`(?i)^[^\n]{0,80}?(?:[\s,;(.](?:ou\s+(?:talvez|ent[ãa]o|possivelmente|ainda)|ou|or\s+(?:possibly|maybe|perhaps|even)|or|mas\s+tamb[ée]m|but\s+(?:also|possibly|perhaps)|possivelmente|talvez|maybe|perhaps|alternatively|alternativamente|could\s+also\s+be|(?:tamb[ée]m\s+)?(?:pode|poderia)\s+(?:tamb[ée]m\s+)?ser|might\s+be)\s*,?\s+|(?:或者?|也可能是?|也可以是?|或许是?|可能是?))$`)

// hedgeFollows reports whether another option is offered in the same line behind a choice.
func (s *scanner) hedgeFollows(i int, chosen []int) bool {
	start := s.at(i)
	if start == nil {
		return false
	}
	for j := i; s.at(j) != nil && s.at(j).kind != lineEnd && s.at(j).from < start.from+120; j++ {
		m, ok := s.mentionAt(j)
		if !ok || slices.Contains(chosen, m.positions[0]) {
			continue
		}
		at := j
		for at > i && (s.is(at-1, listNouns) || s.is(at-1, openers)) {
			at--
		}
		if hedgeAfter.MatchString(" "+s.text[max(start.from-1, 0):s.at(at).from]) && !s.isRuledOut(m.next) {
			return true
		}
	}
	return false
}
