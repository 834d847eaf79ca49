package score

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// yesNo is an answer's statement on a yes-or-no question; both are set if it is ambiguous,
// and none if it says nothing.
type yesNo struct{ yes, no bool }

// truth decides an expected yes or no.
func (g *grading) truth(e *expectation, listing func() bool) KeywordOutcome {
	s := g.yesNoOf(e)
	switch {
	case s.yes && s.no:
		return Hedged
	case s.yes != e.yes || !s.yes && !s.no:
		return Absent
	case doubtWords.MatchString(g.answer.folded):
		return Hedged
	case listing():
		return Listed
	}
	return Credited
}

// yesNoOf determines whether the answer says yes or no: by the reference's phrases, else by a
// word of its own, else by its first sentence that affirms or denies. Clauses that leave
// the question open do not count. A correction replaces everything before it.
func (g *grading) yesNoOf(e *expectation) yesNo {
	text := contractedNot.ReplaceAllString(g.answer.folded, " not")
	text = spellDashes(text)
	if at := lastMatch(correctionWords, text); at > 0 && at < len(text)-2 {
		text = text[at:]
	}
	clauses := clausesOf(text)
	if s := e.phrasesIn(clauses); s != (yesNo{}) {
		return s
	}
	var s yesNo
	for i, c := range clauses {
		word := strings.TrimSpace(answerPrefix.ReplaceAllString(c.text, ""))
		if c.first || c.answers || i > 0 && g.labelsQuestion(clauses[i-1].text) {
			s.yes = s.yes || affirmatives[word]
			s.no = s.no || negatives[word]
		}
	}
	if s != (yesNo{}) {
		return s
	}
	for _, c := range clauses {
		if c.open || strings.Contains(g.question.folded, c.text) || !c.first && g.wording.questionShare(c.text) < 0.3 {
			continue
		}
		clause := caseNumber.ReplaceAllString(c.text, "|")
		if c.first && whether.MatchString(g.question.folded) && affirmsHan.MatchString(clause) {
			return yesNo{yes: true}
		}
		s.no = s.no || denialWords.MatchString(clause)
		s.yes = s.yes || !denialWords.MatchString(clause) && affirmationClause.MatchString(clause)
		if s != (yesNo{}) && !c.first {
			return s
		}
	}
	return s
}

// dashAfterLabel matches a label whose value is a dash, the mark of tables for none.
var dashAfterLabel = lazyregexp.New(`([:|]|[是为]) ?["“]?(?:-{1,2}|—+|/|null|n/a)["”]?($|[ ,;。|\n])`)

// spellDashes writes the mark of tables for none as a word, and leaves out the rules below the
// headers of Markdown tables, which have dashes too.
func spellDashes(text string) string {
	var lines []string
	rows := 0 // of the table so far
	for line := range strings.Lines(text) {
		if rows++; !strings.Contains(line, "|") {
			rows = 0
		}
		if rows != 2 || !tableRule.MatchString(line) {
			lines = append(lines, line)
		}
	}
	text = strings.Join(lines, "")
	for range 2 { // two cells side by side share the line between them
		text = dashAfterLabel.ReplaceAllString(text, "${1}无$2")
	}
	return text
}

// tableRule matches the line below the header of a Markdown table.
var tableRule = lazyregexp.New(`^[ |:-]*-[ |:-]*\n?$`)

// contractedNot is "not" behind a verb.
var contractedNot = lazyregexp.New(`n['’]t\b`)

// labelsQuestion reports whether a label is made of words of the question: "is_listed".
func (g *grading) labelsQuestion(label string) bool {
	words := strings.FieldsFunc(label, func(c rune) bool { return !isLatin(c) && !isHan(c) })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(g.question.folded, w) })
}

// phrasesIn returns the statement that the clauses make in the reference's phrases.
func (e *expectation) phrasesIn(clauses []clause) yesNo {
	states := func(texts []string) bool {
		return slices.ContainsFunc(clauses, func(c clause) bool {
			text := squeeze(c.text)
			return slices.ContainsFunc(texts, func(t string) bool {
				return occurrences(text, t, func(from, to int) bool {
					next := firstRune(text[to:])
					return !denialBefore.MatchString(tail(text[:from])) && !isNegatedPrefix(text[:from], t) && (!isHan(next) || strings.ContainsRune("的了。之", next) || says(t) && !strings.ContainsRune("未没无空不", next)) && (!c.open || c.supposed)
				})
			})
		})
	}
	s := yesNo{yes: states(e.texts), no: states(e.contrary)}
	if !e.yes {
		s.yes, s.no = s.no, s.yes
	}
	if slices.ContainsFunc(clauses, func(c clause) bool { return c.supposed }) && s != (yesNo{}) {
		return yesNo{yes: true, no: true} // one in one case
	}
	if s == (yesNo{}) && slices.ContainsFunc(clauses, func(c clause) bool {
		return tentativeWords.MatchString(c.text) && slices.ContainsFunc(slices.Concat(e.texts, e.contrary), func(t string) bool { return strings.Contains(squeeze(c.text), t) })
	}) {
		return yesNo{yes: true, no: true} // it only may be so
	}
	return s
}

// says reports whether a phrase ends in a word after which its complement stands: 申请人为.
func says(phrase string) bool {
	return strings.HasSuffix(phrase, "是") || strings.HasSuffix(phrase, "为") || strings.HasSuffix(phrase, "系")
}

// clause is a part of an answer between dividers.
type clause struct {
	text     string
	first    bool // in the first sentence
	answers  bool // after a label that is a yes-or-no question
	open     bool // leaves the question open
	supposed bool // conditional
}

// clausesOf divides a folded text into clauses, at commas and similar punctuation.
func clausesOf(text string) (all []clause) {
	text = strings.ReplaceAll(strings.ReplaceAll(numberSign.ReplaceAllString(text, "no.$1"), ". ", "\n"), " - ", ", ")
	sentences := strings.FieldsFunc(text, endsSentence)
	for i, sentence := range sentences {
		asked := false
		for _, piece := range strings.FieldsFunc(sentence, func(c rune) bool { return strings.ContainsRune(",、:\"“”'()|→", c) }) {
			c := clause{text: strings.Trim(piece, ". -*·"), first: i == 0}
			if c.text == "" {
				continue
			}
			c.supposed = conditionWords.MatchString(c.text)
			c.open = openWords.MatchString(c.text) || c.supposed
			c.answers = asked
			asked = c.open && !c.supposed
			all = append(all, c)
		}
	}
	return all
}

// numberSign is the word before a number of a case, which is no "no".
var numberSign = lazyregexp.New(`\bno\. ?(\d)`)

// questionShare returns the share of a text's words that occur in the question, in [0, 1].
func (w *wording) questionShare(text string) float64 {
	return piecesOf(text).shareIn(w.pieces)
}

// answerPrefix matches the words before a yes or no in its clause.
var answerPrefix = lazyregexp.New(`^(?:\d{1,2}[.)] ?)?(?:(?:最终|所以|因此)?(?:答案|结论|回答|结果)[是为]?|(?:so )?(?:the |my )?(?:final )?answer(?: to (?:the |your )?[a-z ]{1,30})?(?: is)? |你好|您好)`)

// affirmatives and negatives are whole clauses that say yes and no, folded.
var (
	affirmatives = clauseSet("是|是的|有|有的|存在|属于|对|对的|确实|确实是|确实有|确实存在|有记录|能|可以|能查到|可以查到|查得到|查到了|没错|肯定|正确|已上市|在册|yes|true|correct|indeed|it is|it does|it is indeed|it does indeed|there is|they do|confirmed|affirmative|it has")
	negatives    = clauseSet("否|不是|不是的|没有|没有的|无|不存在|不属于|并非|不|不对|没|否定|未上市|非上市|查不到|无记录|没有记录|no|false|none|it is not|it isn't|it does not|it doesn't|there is not|there is none|there isn't|not listed|negative|it has not|it has none")
)

// clauseSet returns the clauses of a list as a set.
func clauseSet(list string) set {
	s := set{}
	for w := range strings.SplitSeq(list, "|") {
		s[w] = true
	}
	return s
}

var (
	// whether matches a question about existence, affirmsHan a clause that affirms it.
	whether    = lazyregexp.New(`有没有|是否有|有无|是否存在`)
	affirmsHan = lazyregexp.New(`^[^没无未不可能两种]*有\p{Han}{1,12}$`)
	// openWords matches a clause that leaves the question open.
	openWords = lazyregexp.New(`是否|有没有|有无|是不是|能否|可否|无法|不能|不确定|未知|可能|也许|或者?|如果|若|\b(?:whether|if|or|may|might|maybe|perhaps|possibly|unknown|unclear|unable|cannot|could)\b`)
	// denialWords matches a clause that says no.
	denialWords = lazyregexp.New(`没有|不存在|不是|并非|不属于|不曾|从未|未曾|未被|未见|未查到|未能查到|未找到|未发现|未上市|未登记|未收录|未录入|未纳入|非上市|不在|查不到|找不到|搜不到|查无|尚无|均无|并无|无相关|无任何|无记录|无此|不含|不包括|未载|未记载|未注明|未写明|未填|未列明|未提供|空缺|空白|不详|为空|缺失|无[\p{Han}]{0,6}(?:信息|记录|数据)|` +
		`\b(?:not|none|never|neither|nothing|nowhere)\b|n['’]t\b|\bno [a-z]|\b(?:lacks?|absent|missing|unlisted|fails)\b`)
	// affirmationClause matches a clause that says yes.
	affirmationClause = lazyregexp.New(`存在|确有|共有|曾被|已被|均有|都有|也有|收录|登记过|备案|检索到|查询到|找到了|能[检搜查找][索询]?到|登记在册|在册|在列|能查到|可查|可以查到|查到了|查得到|查有|列有|载有|录有|备有|[^没未所持拥享具]有\d|有[多一两]|有[\p{Han}]{0,8}(?:信息|记录|登记|数据|文书|摘要)|(?:属于|是|系|为)(?:一家)?上市|已上市|挂牌上市|` +
		`\bthere (?:is|are|was|were) |\b(?:has|have) [a-z\d]|\b(?:is|are) (?:indeed |also |in fact |currently )?an? |\b(?:is|are|was|were) (?:indeed |also |currently |in fact )?(?:listed|included|recorded|registered|entered|found|in|on|present|available|publicly)\b|\b(?:exists?|appears?|does|do|confirm|confirmed|contains?|includes?|lists?|holds?|shows?)\b`)
)
