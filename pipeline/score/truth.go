package score

import (
	"regexp"
	"slices"
	"strings"
)

// said is what an answer says of a yes or no.
type said struct{ yes, no bool }

// truth decides on an expected yes or no.
func (g *grading) truth(e *expectation, listing func() bool) Outcome {
	s := g.says(e)
	switch {
	case s.yes && s.no:
		return Hedged
	case s.yes != e.yes || !s.yes && !s.no:
		return Absent
	case listing():
		return Listed
	}
	return Credited
}

// says finds out which way the answer goes: by the ways to say it that the
// reference lists, else by a word of its own, else by its first sentence. What
// leaves it open, as the question does, says nothing.
func (g *grading) says(e *expectation) said {
	first, all := g.clauses()
	text := squeeze(strings.Join(all, "\n"))
	states := func(texts []string) bool {
		return slices.ContainsFunc(texts, func(t string) bool { return stated(text, t, nil) })
	}
	expected, opposite := states(e.texts), states(e.contrary)
	s := said{yes: expected, no: opposite}
	if !e.yes {
		s = said{yes: opposite, no: expected}
	}
	if s != (said{}) {
		return s
	}
	for _, clause := range first {
		word := strings.TrimSpace(introduction.ReplaceAllString(clause, ""))
		s.yes = s.yes || affirmatives[word]
		s.no = s.no || negatives[word]
	}
	if s != (said{}) {
		return s
	}
	for _, clause := range first {
		if strings.Contains(g.question.folded, clause) {
			continue
		}
		clause = caseNumber.ReplaceAllString(clause, "|")
		s.no = s.no || denies.MatchString(clause)
		s.yes = s.yes || !denies.MatchString(clause) && affirms.MatchString(clause)
	}
	return s
}

// clauses are what commas and the like divide the answer's first sentence and all
// of it into, without those that leave something open.
func (g *grading) clauses() (first, all []string) {
	sentences := strings.FieldsFunc(strings.ReplaceAll(g.answer.folded, ". ", "\n"), ends)
	for i, sentence := range sentences {
		for _, clause := range strings.FieldsFunc(sentence, func(c rune) bool { return strings.ContainsRune(",、:\"“”'", c) }) {
			clause = strings.Trim(clause, ". ")
			if unsure.MatchString(clause) {
				continue
			}
			all = append(all, clause)
			if i == 0 {
				first = append(first, clause)
			}
		}
	}
	return first, all
}

// introduction is what may stand before a yes or no in its clause.
var introduction = regexp.MustCompile(`^(?:(?:最终|所以|因此)?(?:答案|结论|回答|结果)[是为]?|(?:so )?(?:the |my )?(?:final )?answer(?: is)? )`)

// affirmatives and negatives are whole clauses that say yes and no, folded.
var (
	affirmatives = asSet("是 是的 有 有的 存在 属于 对 对的 确实 确实是 确实有 yes true correct")
	negatives    = asSet("否 不是 不是的 没有 没有的 无 不存在 不属于 并非 不 no false none")
)

func asSet(list string) set {
	s := set{}
	for _, w := range strings.Fields(list) {
		s[w] = true
	}
	return s
}

var (
	// unsure is in a clause that leaves it open.
	unsure = regexp.MustCompile(`是否|有没有|有无|是不是|无法|不能|不确定|未知|可能|也许|或者?|如果|若|\b(?:whether|if|or|may|might|maybe|perhaps|possibly|unknown|unclear|unable|cannot|could)\b`)
	// denies is in a clause that says no: there is none, it is not.
	denies = regexp.MustCompile(`没有|不存在|不是|并非|不属于|不曾|从未|未曾|未被|未见|未查到|未找到|未发现|未上市|查无|尚无|均无|并无|无相关|无任何|` +
		`\b(?:not|none|never|neither|nothing)\b|n['’]t\b|\bno [a-z]`)
	// affirms is in a clause that says yes: there is some, it is one.
	affirms = regexp.MustCompile(`存在|确有|共有|曾被|已被|均有|都有|也有|[^没未所持拥享具]有\d|有[多一两]|` +
		`\bthere (?:is|are|was|were) |\b(?:has|have) [a-z\d]|\b(?:is|are) an? `)
)
