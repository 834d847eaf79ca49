package caselaw

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// A QuestionFault says what is wrong with a question about a focus of dispute.
type QuestionFault struct {
	Reason QuestionReason
	// Detail is what was found or missed, for people and for another try of a model.
	Detail string
}

// A QuestionReason is the kind of a fault of a question.
type QuestionReason string

// The closed set of reasons.
const (
	FaultForm        QuestionReason = "form"        // not one question of one line
	FaultFocus       QuestionReason = "focus"       // about something else than the focus
	FaultAlternative QuestionReason = "alternative" // an alternative of the focus is lost
	FaultOutcome     QuestionReason = "outcome"     // it tells what was decided, or why
	FaultArticle     QuestionReason = "article"     // it names an article
	FaultNumber      QuestionReason = "number"      // it has a number that facts and focus lack
)

// longestQuestion is the number of characters of the longest question.
const longestQuestion = 300

// CheckQuestion returns what is wrong with a question about the case's focus, nil if nothing
// is. A question keeps the alternatives of the focus, and says neither how the case was
// decided nor on what grounds.
func (c *CourtCase) CheckQuestion(question string) []QuestionFault {
	var all []QuestionFault
	fault := func(reason QuestionReason, detail string) { all = append(all, QuestionFault{reason, detail}) }
	focus, w := c.Focus.Text(), wordsOf(c.Language)
	if detail := formFault(question); detail != "" {
		fault(FaultForm, detail)
	}
	sides := w.alternatives(focus)
	if len(sides) == 1 && !isAbout(question, focus) {
		fault(FaultFocus, focus)
	}
	for _, side := range sides {
		if len(sides) > 1 && !isAbout(question, side) {
			fault(FaultAlternative, side)
		}
	}
	if w.open.MatchString(focus) && !w.open.MatchString(question) {
		fault(FaultAlternative, w.open.FindString(focus))
	}
	if told := w.tells(question, focus); told != "" {
		fault(FaultOutcome, told)
	}
	for _, part := range []CasePart{c.Outcome, c.Reasoning} {
		if run := sharedRun(question, part.Text(), focus); run != "" {
			fault(FaultOutcome, run)
			break
		}
	}
	if article := firstOf(chineseArticle.FindString(question), englishArticle.FindString(question)); article != "" {
		fault(FaultArticle, article)
	}
	for _, number := range digits.FindAllString(question, -1) {
		if !slices.Contains(digits.FindAllString(focus+" "+c.Facts.Text(), -1), number) {
			fault(FaultNumber, number)
			break
		}
	}
	return all
}

var digits = lazyregexp.New(`\d+(?:[.,]\d+)*`)

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// formFault returns what keeps a text from being one question of one line.
func formFault(question string) string {
	marks := strings.Count(question, "？") + strings.Count(question, "?")
	last, _ := utf8.DecodeLastRuneInString(question)
	switch {
	case strings.TrimSpace(question) != question || question == "" || strings.ContainsAny(question, "\r\n"):
		return "want one line without space around it"
	case utf8.RuneCountInString(question) > longestQuestion:
		return "want at most 300 characters"
	case marks != 1 || last != '？' && last != '?':
		return "want one question mark, at the end"
	case strings.ContainsFunc(question, unicode.IsControl):
		return "want no control characters"
	}
	return ""
}

// alternatives returns the sides between which a focus leaves the choice, the focus alone if
// it names no second one.
func (w *words) alternatives(focus string) []string {
	var sides []string
	for _, side := range w.or.Split(focus, -1) {
		if strings.Trim(side, trailing) != "" {
			sides = append(sides, side)
		}
	}
	return sides
}

// tells returns a word that says how a case was decided, and that the focus does not have.
func (w *words) tells(question, focus string) string {
	for _, word := range w.told.FindAllString(question, -1) {
		if !strings.Contains(focus, word) {
			return word
		}
	}
	return ""
}

// sharedRun returns a run of gramSize words of a question that a text has and the focus has
// not; "" if there is none.
func sharedRun(question, text, focus string) string {
	all, inText, inFocus := tokens(question), joined(tokens(text)), joined(tokens(focus))
	for i := 0; i+gramSize <= len(all); i++ {
		run := joined(all[i : i+gramSize])
		if strings.Contains(inText, run) && !strings.Contains(inFocus, run) {
			return strings.TrimSpace(run)
		}
	}
	return ""
}
