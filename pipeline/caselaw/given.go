package caselaw

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// An Objection says why a case must not be asked about with its facts and outcome given.
type Objection struct {
	Reason ObjectionReason
	// Detail is what was found, for people.
	Detail string
}

// An ObjectionReason is the kind of an objection.
type ObjectionReason string

// The closed set of reasons.
const (
	// A part is not what its spans cover in the file.
	ObjectsToSpan ObjectionReason = "span"
	// A sentence of the reasoning stands in facts or question, or one that decides nothing in
	// the outcome.
	ObjectsToLeak ObjectionReason = "leak"
	// Facts, outcome or question name an article that the reasoning cites.
	ObjectsToArticle ObjectionReason = "article"
	// The reasoning of another case would be as good an answer.
	ObjectsToRival ObjectionReason = "rival"
)

const (
	// gramSize is the number of words that two texts do not share by chance; 13 words
	// are what language models' training sets were cleaned of test questions by (Brown et
	// al., Language Models are Few-Shot Learners, 2020, appendix C).
	gramSize = 13
	// rivalRougeL is the ROUGE-L from which on another reasoning is as good an answer.
	rivalRougeL = 0.8
)

// CheckGiven returns what speaks against giving the case's facts, outcome and question and
// asking for its reasoning: the objections of [CourtCase.CheckLeaks], after those to parts that
// are not what their spans cover; source is the content of the case's file. It returns nil if
// nothing does.
func (c *CourtCase) CheckGiven(source []byte) []Objection {
	var all []Objection
	for _, part := range []CasePart{c.Facts, c.Outcome, c.Focus, c.Reasoning} {
		for _, piece := range part {
			if text, err := piece.Span.Text(c.File, source); err != nil || text != piece.Text {
				all = append(all, Objection{ObjectsToSpan, fmt.Sprintf("bytes %d to %d", piece.Span.First, piece.Span.End)})
			}
		}
	}
	return append(all, c.CheckLeaks()...)
}

// CheckLeaks returns the sentences of the reasoning and the articles that facts, outcome and
// question give away; nil if there are none. Facts that the court repeats in its grounds are no
// leak: a sentence of the reasoning leaks if more than half of it consists of runs of 13 or more
// words that are given, too, where each Chinese character is a word.
func (c *CourtCase) CheckLeaks() []Objection {
	var all []Objection
	words := wordsOf(c.Language)
	decides := (&builder{words: words}).decides
	for _, sentence := range sentencesOf(c.Reasoning.Text()) {
		if words.issue.FindString(sentence) == sentence {
			continue // it announces what follows, and gives no ground
		}
		_, decided := decides(sentence)
		if isGiven(sentence, c.Facts.Text()) || isGiven(sentence, c.Question) && c.FocusFrom != FromReasoning ||
			!decided && isGiven(sentence, c.Outcome.Text()) {
			all = append(all, Objection{ObjectsToLeak, sentence})
		}
	}
	for _, part := range []string{c.Facts.Text(), c.Outcome.Text(), c.Question} {
		if article := articleIn(c, part); article != "" {
			all = append(all, Objection{ObjectsToArticle, article})
		}
	}
	return all
}

func sentencesOf(text string) []string {
	var all []string
	for _, s := range sentences(text) {
		all = append(all, text[s.i:s.j])
	}
	return all
}

// isGiven reports whether more than half of a sentence stands in a text.
func isGiven(sentence, text string) bool {
	all, given := tokens(sentence), joined(tokens(text))
	covered, end := 0, 0
	for i := 0; i+gramSize <= len(all); i++ {
		if !strings.Contains(given, joined(all[i:i+gramSize])) {
			continue
		}
		covered += i + gramSize - max(i, end)
		end = i + gramSize
	}
	return 2*covered > len(all)
}

// tokens returns the words of a text in small letters: each Chinese character and digit is
// one, and so is each run of other letters.
func tokens(text string) []string {
	var all []string
	from := -1
	end := func(i int) {
		if from >= 0 {
			all = append(all, strings.ToLower(text[from:i]))
		}
		from = -1
	}
	for i, r := range text {
		alone := unicode.Is(unicode.Han, r) || unicode.IsDigit(r)
		if alone || !unicode.IsLetter(r) {
			end(i)
		}
		if unicode.IsLetter(r) && from < 0 || alone {
			from = i
		}
		if alone {
			end(i + utf8.RuneLen(r))
		}
	}
	end(len(text))
	return all
}

// joined returns words as a text in which a run of them can be found.
func joined(tokens []string) string { return " " + strings.Join(tokens, " ") + " " }

// articleIn returns a citation of the case whose article a text names; "" if there is none.
// A number of an article beside another law's name is another article.
func articleIn(c *CourtCase, text string) string {
	named := citationsIn(c.Language, CasePart{{Text: text}})
	for _, cited := range c.Citations {
		if slices.ContainsFunc(named, func(n CitedArticle) bool {
			return n.Article == cited.Article && sameLaw(n.Law, cited.Law)
		}) {
			return cited.Cited
		}
	}
	return ""
}

// chinesePrefix begins the full titles of national laws.
const chinesePrefix = "中华人民共和国"

// sameLaw reports whether two titles are of one law, in full or short.
func sameLaw(a, b string) bool {
	return strings.TrimPrefix(a, chinesePrefix) == strings.TrimPrefix(b, chinesePrefix)
}

// CheckRivals returns an objection if the reasoning of another case would be as good an
// answer about c: compared with c's own reasoning, which scores 1, it reaches a ROUGE-L of
// 0.8. Only cases of the same cause of action are compared, and all if c's is unknown. It
// returns nil if there is no such case.
func (c *CourtCase) CheckRivals(cases []CourtCase) []Objection {
	var all []Objection
	for i := range cases {
		other := &cases[i]
		if other.ID == c.ID || c.Cause != "" && other.Cause != c.Cause || len(other.Reasoning) == 0 {
			continue
		}
		if score := prose.Compare(c.Reasoning.Text(), other.Reasoning.Text()).RougeL; score >= rivalRougeL {
			all = append(all, Objection{ObjectsToRival, fmt.Sprintf("%s: ROUGE-L %.2f", other.ID, score)})
		}
	}
	return all
}
