package caselaw

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Span is a range of bytes of a file.
type Span struct {
	// First is the offset of the first byte and End that of the first byte after the span.
	First, End int64
}

// An Excerpt is a run of text that stands in a file without interruption.
type Excerpt struct {
	Span Span
	// Text is the text of the span, with escapes of JSON decoded.
	Text string
}

// A CasePart is one part of a case, such as its facts: pieces in the order of the file.
type CasePart []Excerpt

// Text returns the text of the part with a line for each piece. A piece that begins with a
// closing mark goes on the line of the piece before, which it ends.
func (p CasePart) Text() string {
	var b strings.Builder
	for i, piece := range p {
		if i > 0 && !strings.ContainsAny(firstRune(piece.Text), closing) {
			b.WriteByte('\n')
		}
		b.WriteString(piece.Text)
	}
	return b.String()
}

// Line returns the text of the part on one line: pieces follow each other after a space, and
// in Chinese without one.
func (p CasePart) Line(language string) string {
	between := " "
	if language == "zh" {
		between = ""
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(p.Text(), "\n", between)), " ")
}

// Spans returns the spans of the part's pieces.
func (p CasePart) Spans() []Span {
	spans := make([]Span, len(p))
	for i, piece := range p {
		spans[i] = piece.Span
	}
	return spans
}

// A CourtCase is a court case, or one of its focuses of dispute if it has several. It is a record
// that [Read] returns.
type CourtCase struct {
	// ID identifies the case among those read: the identifier that the source gives, else the
	// title. If the case has several focuses, "#" and the number of the focus follow.
	ID string
	// Language is "zh" or "en".
	Language string
	// Title is the title, "" if the source has none.
	Title string
	// Cause is the cause of action, such as 买卖合同纠纷; "" if it is unknown.
	Cause string
	// Court is the court that decided last; "" if it is unknown.
	Court string
	// Decided is the day of the last decision, such as 2016-05-31; "" if it is unknown.
	Decided string
	// Happened is the day of the facts, such as 2015-06-01; "" unless the source states it once,
	// under a heading or key of its own. HappenedAt is where it stands.
	Happened   string
	HappenedAt Span
	// Facts are the facts and claims, Outcome is what was decided and when, and Reasoning the
	// grounds. Each is nil if the source has none.
	Facts, Outcome, Reasoning CasePart
	// Focus is what the dispute turns on, in the words of the source; nil if none was found.
	Focus CasePart
	// FocusFrom says where the focus stands; "" if there is none.
	FocusFrom FocusSource
	// Question asks about the focus; "" if there is none.
	Question string
	// Citations are the articles that reasoning and list of citations cite, in order, each
	// once.
	Citations []CitedArticle
	// File is the path of the source below the directory that was read, and Line the line on
	// which the case begins there, from 1.
	File string
	Line int
	// Source is the span of the whole case in the file: a text in sections, or an object of JSON.
	Source Span
	// Refusal says why no question can be asked about the case; "" if one can.
	Refusal Refusal
}

// A FocusSource is the place from which a focus of dispute was taken.
type FocusSource string

// The closed set of places, best first.
const (
	FromSection   FocusSource = "section"   // a section of its own
	FromReasoning FocusSource = "reasoning" // a sentence of the reasoning that states it
	FromTitle     FocusSource = "title"     // a title that asks
	FromClaim     FocusSource = "claim"     // the claim on which the court decided
)

// A Refusal is the reason why no question can be asked about a case.
type Refusal string

// The closed set of reasons, in the order in which they are looked for.
const (
	NoFacts     Refusal = "facts"     // no facts
	NoOutcome   Refusal = "outcome"   // no outcome
	NoReasoning Refusal = "reasoning" // no reasoning
	NoFocus     Refusal = "focus"     // no focus of dispute
	Undivided   Refusal = "undivided" // several focuses, and reasoning that does not take them one by one
	TooLong     Refusal = "length"    // facts, outcome and reasoning of more than 40,000 characters
	OtherTongue Refusal = "language"  // not in the language that [CaseReading.AskIn] names
)

// A CaseReading is what was read of a directory.
type CaseReading struct {
	// Cases are in the order of files, of cases in a file, and of focuses in a case.
	Cases []CourtCase
	// Sources is the number of cases in the files, in which a case of several focuses counts
	// once, and withdrawn cases are counted.
	Sources int
	// Withdrawn are the identifiers of the cases left out as withdrawn, in the order of files.
	Withdrawn []string
	// Unknown are the headings with text below them that were not known, sorted, each with the
	// number of cases that have it. Their text is part of nothing.
	Unknown []UnknownHeading
	// Faults are the cases and files that could not be read, in the order of files.
	Faults []SourceFault
}

// An UnknownHeading is a heading that is not known, and its number of cases.
type UnknownHeading struct {
	Heading string
	Cases   int
}

// A SourceFault says what is wrong with a file.
type SourceFault struct {
	File string // path below the directory that was read
	Line int    // from 1
	What string // "what is wrong: want what is expected"
}

// Error writes the fault as `file:line: what is wrong: want what is expected`.
func (f SourceFault) Error() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.What) }

// Refused returns the number of cases by the reason why nothing can be asked about them.
func (r *CaseReading) Refused() map[Refusal]int {
	counts := map[Refusal]int{}
	for i := range r.Cases {
		if reason := r.Cases[i].Refusal; reason != "" {
			counts[reason]++
		}
	}
	return counts
}

// refusal returns the reason why nothing can be asked about the case for the parts it lacks.
func (c *CourtCase) refusal() Refusal {
	switch {
	case len(c.Facts) == 0:
		return NoFacts
	case len(c.Outcome) == 0:
		return NoOutcome
	case len(c.Reasoning) == 0:
		return NoReasoning
	case len(c.Focus) == 0:
		return NoFocus
	case utf8.RuneCountInString(c.Facts.Text())+utf8.RuneCountInString(c.Outcome.Text())+utf8.RuneCountInString(c.Reasoning.Text()) > longestCase:
		return TooLong
	}
	return ""
}

// longestCase is the number of characters that a case has at most which people are asked about.
const longestCase = 40_000

// AskIn leaves questions only to cases in a language, "zh" or "en", and refuses the others.
func (r *CaseReading) AskIn(language string) {
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Refusal == "" && c.Language != language {
			c.Refusal, c.Question = OtherTongue, ""
		}
	}
}
