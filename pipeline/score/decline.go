package score

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Decline returns the reference answer to a question that the data does not answer, and its
// keyword. The languages are "zh", "en" and "pt"; ok is false for any other. [Declines] reports
// true for the sentence.
func Decline(lang string) (sentence, keyword string, ok bool) {
	switch lang {
	case "zh":
		return "根据现有数据，无法查到该问题的答案。", "无法查到", true
	case "en":
		return "The answer cannot be found in the data.", "cannot be found", true
	case "pt":
		return "A resposta não foi encontrada nos dados.", "não foi encontrada", true
	}
	return "", "", false
}

// Phrases that say that information cannot be found, in normalised text. The lists are
// closed. Verbs that also report events of a lawsuit (未提供证据, the court did not
// provide …) count only after a phrase of inability.
var (
	declines = lazyregexp.New(`(?:无法|不能|未能|没能|没法|无从)(?:够|直接|准确|明确|进一步|再|通过[^,。;!?\n]{0,16}?|从[^,。;!?\n]{0,16}?中?|在[^,。;!?\n]{0,16}?中?|根据[^,。;!?\n]{0,16}?)*` +
		`(?:查|找|检索|搜索|搜到|获取|获得|得知|获悉|知[道晓悉]|确[定认]|给出|回答|作答|答复|解答|判断|定位)` +
		`|(?:未|没有?)(?:在[^,。;!?\n]{0,16}?中)?(?:查[询找]?到|找到|检索到|搜索?到|查得|收录|记载)` +
		`|(?:未能?|没有)返回(?:有效|任何|相关|的)*(?:信息|数据|记录|结果)` +
		`|(?:查询?|检索|搜索?|找|得)不到|查无|不得而知` +
		`|(?:我们?|本人)(?:对[^,。;!?\n]{0,24}?)?(?:也|并|确实|实在|真的|目前|暂时|还|都|可能)*(?:不(?:太|很|大|是很)?(?:知道|清楚|了解|记得|掌握|会背)|记不(?:清|得|起来)|想不起来|没记住|忘记?了)` +
		`|^不(?:太|大|是很)?清楚[。!]?$` +
		`|(?:^|[,。;!?\n] ?)(?:不(?:太)?(?:知道|记得)(?:$|[。!\n])|不(?:太)?(?:知道|清楚|记得)(?:答案|原文|具体|准确))` +
		`|(?:[并暂]无|不存在|没有|无)(?:任何|相关|有关|对应|相应|匹配|符合条件|该|此|这|的)*(?:信息|数据|记录|资料|结果|答案|条目)` +
		`|(?:信息|数据|记录|资料|答案|条目)[均都也]?(?:不存在|缺失|为空|未知|不详)` +
		`|(?:数据库?|资料|表|记录)[中里内](?:[并均也都])?(?:不存在|没有|未|无)` +
		`|\b(?:can ?not|can['’]t|could not|couldn['’]t|unable to|not able to|failed to|impossible to) (?:be )?` +
		`(?:f[io]u?nd|locate|determine|answer|retrieve|obtain|identify|establish|know|provide|give|tell|recall|remember|recite|reproduce)` +
		`|\bi (?:(?:do not|don['’]t|no longer) (?:recall|remember|have (?:access|the (?:text|exact|wording)))|(?:have no (?:idea|knowledge|record|memory))|am not (?:aware|familiar))\b` +
		`|\b(?:did not|didn['’]t|do not|don['’]t|does not|doesn['’]t) (?:f[io]u?nd|locate|know|appear in the (?:data|tables?)|contain (?:the|any|this|that|such|an?)|exist in the (?:data|tables?))` +
		`|\b(?:not|nothing|no(?: [a-z]+){1,4}) (?:(?:was|were|is|are|has been|have been|could be|can be) )?(?:found|available|recorded|known|on record|exists?|match(?:es|ed)?)\b` +
		`|\bfound (?:no|nothing)\b|\bthere (?:is|are|was|were) no (?:such|record|data|information|answer|row|entry|result|match)` +
		`|\b(?:is|are|remains?) (?:unknown|unavailable|missing|absent)\b` +
		`|` + portugueseDeclines)
	// otherObjectAfter matches after a declining phrase whose object was not requested:
	// 未找到其他记录.
	otherObjectAfter = lazyregexp.New(`^(?:任何|有关|的)*(?:其[他它]|更多|另外|别的)|^ ?(?:any )?(?:other|more|further|additional|another|else)\b|^[\pL ]{0,24}\b(?:outr[oa]s?|mais|adiciona(?:l|is))\b`)
	otherWords       = lazyregexp.New(`\b(?:other|more|further|additional|another|else)\b`) // the same, within the declining phrase
	// notDeclineBefore matches the beginning of a clause whose declining phrase does not count: a
	// condition, or a negation of the phrase.
	notDeclineBefore = lazyregexp.New(`如果|倘若|假如|假设|(?:^|[^\p{Han}])若|(?:不是|并非|绝非|难道|不会|不可能)$` +
		`|\b(?:if|unless|in case)\b|(?:^|[,.:|;!?\n]) ?(?:se|caso|quando)\b|(?:\b(?:not|never|hardly)|n['’]t) (?:true |the case )?(?:that )?(?:it |they |the [a-z]+ )?$`)
	// guessPhrases matches phrases with which an answer that declined offers a value, unless
	// reasonAfter matches the words that follow.
	guessPhrases = lazyregexp.New(`推测|猜测|估计|估算|大概|大约|或许|也许|很可能|可能[是为]|应该?[是为]|想必|据我所知|根据我的|凭经验|答案[是为]` +
		`|\b(?:probably|likely|perhaps|presumably|guess|estimated?|approximately|as far as i know|from memory|answer (?:is|would be|should be|may be|might be)|provavelmente|talvez|possivelmente|aproximadamente|suponho|creio que|acho que|resposta (?:é|seria|deve ser|pode ser))\b`)
	reasonAfter = lazyregexp.New(`^[ ,:"]*(?:由于|因|数据|该数据|未|没|不|无|空|because|due|not|missing|that|the data|no\b|un(?:known|available)|absent|nowhere)`)
)

// portugueseDeclines are the phrases of Portuguese. A law says of others what they cannot do (o
// fornecedor não responde), so verbs count in the first person, in the passive, or after a phrase of
// inability.
const portugueseDeclines = `\bn[ãa]o (?:sei|sabemos|(?:me )?(?:lembro|recordo)|conheço|encontrei|encontramos|localizei|localizamos|achei|disponho|possuo)\b` +
	`|\bn[ãa]o tenho (?:acesso|certeza|conhecimento|informaç|como|ess[ae]|est[ae]|[oa] (?:texto|resposta|redaç))` +
	`|\bn[ãa]o (?:consigo|consegui|conseguimos|posso|podemos|pude|foi poss[íi]vel|[ée] poss[íi]vel|h[áa] como|sou capaz de) (?:lhe )?` +
	`(?:encontrar|localizar|achar|determinar|identificar|responder|recuperar|informar|obter|fornecer|dar|afirmar|confirmar|transcrever|recitar|reproduzir|indicar|dizer|lembrar|verificar|citar|saber)\b` +
	`|\bn[ãa]o (?:foi|foram|p[ôo]de ser|puderam ser|pode ser|podem ser) (?:encontrad|localizad|achad|determinad|identificad|respondid|obtid|recuperad)[oa]s?\b` +
	`|\bn[ãa]o (?:h[áa]|existem?|constam?) (?:nenhuma? |qualquer |quaisquer )?(?:(?:n[oa]s? |tal |tais )?(?:informaç|dados?\b|tabelas?\b|registros?\b|respostas?\b|resultados?\b))` +
	`|\bnenhuma? (?:informaç[ãa]o|registro|dado|resultado|resposta|texto|dispositivo) (?:(?:foi|[ée]) )?(?:encontrad|localizad|conhecid|corresponde)` +
	`|\bdesconheço\b| (?:permanece|[ée]|s[ãa]o) desconhecid[oa]s?\b`

// Declines reports whether an answer says that the requested information cannot be found,
// in one of a closed list of Chinese, English and Portuguese phrases. A phrase does not count in a
// condition or a question, if it is itself negated, if it is about additional information
// that was not requested, or if it is part of the question's own words.
func Declines(answer, question string) bool { return declined(Normal(answer), Normal(question)) }

// declined is Declines for texts that Normal has already normalised.
func declined(answer, question string) bool {
	if question != "" {
		answer = strings.ReplaceAll(answer, question, "|")
	}
	return slices.ContainsFunc(declines.FindAllStringIndex(answer, -1), func(m []int) bool {
		clause, after := answer[:m[0]], answer[m[1]:]
		if i := strings.LastIndexFunc(clause, endsClause); i >= 0 {
			clause = clause[i:]
		}
		end := strings.IndexFunc(after, endsSentence)
		asks := end >= 0 && after[end] == '?'
		return !asks && !otherObjectAfter.MatchString(after) && !otherWords.MatchString(answer[m[0]:m[1]]) && !notDeclineBefore.MatchString(clause)
	})
}

// endsClause reports whether a character of normalised text ends a clause.
func endsClause(c rune) bool { return endsSentence(c) || strings.ContainsRune(",.:|", c) }

// offersAnswer reports whether an answer that declines offers an answer nevertheless: a removed
// answer, a guess, or a value of the same kind that neither the question nor the tools'
// results contain.
func (g *grading) offersAnswer() bool {
	for _, m := range guessPhrases.FindAllStringIndex(g.answer.normal, -1) {
		if !reasonAfter.MatchString(g.answer.normal[m[1]:]) {
			return true
		}
	}
	return slices.ContainsFunc(g.removed, func(e *expectation) bool {
		return !g.given(e) && g.states(e) || g.invents(e)
	})
}

// states reports whether the answer states a value, regardless of competing candidates.
func (g *grading) states(e *expectation) bool {
	return slices.ContainsFunc(g.all(e), func(c candidate) bool { return c.right && c.stated() })
}

// Invents reports for each answer keyword whether the answer states an invented value in
// its place. If the reference has removed answers, the result has one element for each of
// these instead of the keywords.
//
// An invented value is of the same kind as the keyword: an amount in a fitting unit, a day,
// a code or case number of the same form, or a name with the same ending. It is not a right
// value, no tool returned it, and neither the question nor the reference states it. Values
// that the answer denies or gives as a bound do not count. Texts without a recognisable
// kind, and a yes or no, give false.
func Invents(r *Reference, a *Attempt) []bool {
	g := NewGrader(r).read(a)
	of := g.wanted
	if g.removed != nil {
		of = g.removed
	}
	invented := make([]bool, len(of))
	for i, e := range of {
		invented[i] = e.kind != value.Truth && g.invents(e)
	}
	return invented
}

// invents reports whether the answer offers another value of the same kind that the agent
// did not read anywhere.
func (g *grading) invents(e *expectation) bool {
	return slices.ContainsFunc(g.all(e), func(c candidate) bool {
		return !c.right && !c.known && !c.ignored && !c.denied && !c.bounded && !g.readByAgent(e, c)
	})
}

// readByAgent reports whether a tool returned the value of a candidate.
func (g *grading) readByAgent(e *expectation, c candidate) bool {
	seen := g.seen()
	if seen == nil {
		return false
	}
	switch e.kind {
	case value.Number:
		for _, m := range g.answer.quantities() {
			if m.From != c.from {
				continue
			}
			return slices.ContainsFunc(seen.quantities(), func(s quantity.Mention) bool {
				return !s.IsDay() && (s.Number.Equal(m.Number) || s.Number.Round(e.places).Equal(m.Number))
			})
		}
	case value.Date:
		return slices.ContainsFunc(seen.quantities(), func(s quantity.Mention) bool { return s.Day == c.text })
	}
	return strings.Contains(seen.normal, squeeze(c.text))
}

// decline decides the keyword of a question that the data does not answer.
func (g *grading) decline(listing func() bool) KeywordOutcome {
	switch {
	case !declined(g.answer.normal, g.question.normal):
		return Absent
	case listing():
		return Listed
	case g.offersAnswer():
		return Hedged
	}
	return Credited
}

// scored returns the number of credited verdicts, and the number of verdicts that enter the
// rates.
func scored(verdicts []KeywordVerdict) (hits, n int) {
	for _, v := range verdicts {
		hits, n = tally(v.Outcome, hits, n)
	}
	return hits, n
}

// Withhold returns the score of an answer to an unanswerable question, which has one answer
// keyword, with o as the outcome if the keyword was credited, and with recomputed strict
// rates. Callers use it when they learn that declining must not count. [Unknown] replaces
// every outcome. The receiver is not changed.
func (s Score) Withhold(o KeywordOutcome) Score {
	if len(s.Verdicts) == 0 || s.Verdicts[0].Outcome != Credited && o != Unknown {
		return s
	}
	_, before := scored(s.Verdicts)
	credited := s.Verdicts[0].Outcome == Credited
	s.Verdicts = slices.Clone(s.Verdicts)
	s.Verdicts[0].Outcome = o
	process := s.Strict.Process
	s.Strict = Rates{Success: rate(tally(o, 0, 0))}
	if _, n := scored(s.Verdicts); process != nil && s.Strict.Success != nil && n > 0 {
		sum := *process * float64(before) // includes the worth of the calls
		if credited {
			sum--
		}
		p := max(0, sum/float64(n))
		s.Strict.Process = &p
	}
	return s
}
