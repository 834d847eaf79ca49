package proof

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// comparison is the result of comparing a program's answers with those of its rivals.
type comparison struct {
	agreeing *alternative.Rival // the first that gives the same answer; nil if none does
	others   []string           // rivals with another answer, each with that answer
	none     []string           // rivals without an answer
}

// compareRivals evaluates rivals of a program over whole tables until one gives the same
// answers as the program, whose evaluation is base. Nodes that a rival shares with the
// program are not evaluated again.
func (p *prover) compareRivals(base *evaluation, of *plan.Program, rivals []alternative.Rival) comparison {
	answers := base.answerTexts(of)
	rivals = alternative.Executed(rivals, func(node string) plan.Outcome {
		if r := base.of(node); r != nil {
			return r
		}
		return nil
	})
	var v comparison
	for i := range rivals {
		r := &rivals[i]
		e := p.relational.revise(base, r.Program)
		if e.reason != "" {
			v.none = append(v.none, r.String())
			continue
		}
		other := e.answerTexts(r.Program)
		if alternative.SameAnswers(answers, other) {
			v.agreeing = r
			return v
		}
		v.others = append(v.others, r.String()+" = "+firstDifference(answers, other))
	}
	return v
}

// maxQuote is the largest number of characters of another answer that a certificate quotes.
const maxQuote = 24

// firstDifference quotes the first of the other answers that differs.
func firstDifference(answers, other [][]string) string {
	for i := range other {
		if i < len(answers) && slices.Equal(answers[i], other[i]) {
			continue
		}
		text := strings.Join(other[i], "、")
		if r := []rune(text); len(r) > maxQuote {
			return string(r[:maxQuote]) + "…"
		}
		return text
	}
	return ""
}

// String describes a comparison without an agreeing rival. Thing names a rival; none is the
// text for a comparison without rivals.
func (v comparison) String(none, thing string) string {
	if len(v.others)+len(v.none) == 0 {
		return none
	}
	var parts []string
	if len(v.others) == 0 {
		parts = append(parts, "no "+thing+" has an answer")
	} else {
		parts = append(parts, plural(len(v.others), thing)+" with another answer: "+strings.Join(v.others, ", "))
	}
	if len(v.none) > 0 {
		parts = append(parts, "none: "+strings.Join(v.none, ", "))
	}
	return strings.Join(parts, "; ")
}

// answerTexts returns the answers of an evaluation in the form of [alternative.Answers].
func (e *evaluation) answerTexts(p *plan.Program) [][]string {
	all := make([][]string, len(p.Answers))
	for i := range p.Answers {
		a := &p.Answers[i]
		if !e.asks(a) {
			continue
		}
		for _, text := range e.of(a.From).in(a.Form) {
			all[i] = append(all[i], shortened(text, a.Form.Layout))
		}
		slices.Sort(all[i])
		all[i] = slices.Compact(all[i])
	}
	return all
}

// shortened cuts an ISO day to the month or year that a layout writes.
func shortened(day string, l plan.Layout) string {
	switch {
	case l == plan.LayoutMonth && len(day) > len("2006-01"):
		return day[:len("2006-01")]
	case l == plan.LayoutYear && len(day) > len("2006"):
		return day[:len("2006")]
	}
	return day
}
