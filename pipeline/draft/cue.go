package draft

import (
	"slices"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// CueKind says what a cue shows.
type CueKind string

// The closed set of kinds of cue.
const (
	CueEntity   CueKind = "entity"   // a start entity, one cue a part of its name
	CueNumber   CueKind = "number"   // an operand
	CueOperator CueKind = "operator" // a superlative, a count, a sum, the only one
	CueForm     CueKind = "form"     // a unit, decimal places, the layout of a day
)

// Cue is a piece of meaning that a question must show.
type Cue struct {
	// Kind says what the cue shows.
	Kind CueKind
	// Any are the texts that show it; a question has at least one of them. Latin
	// letters of CueOperator and CueForm count in either case.
	Any []string
}

// cues returns what no rewriting of an answer's inquiry may lose.
func (c *composer) cues(a *plan.Answer) []Cue {
	var entities, cues []Cue
	words := c.grammar.cueWords()
	operator := func(any []string) { cues = append(cues, Cue{CueOperator, any}) }
	for _, n := range c.upstream(a.From) {
		switch o := n.Do.(type) {
		case *plan.Start:
			for _, part := range slices.Compact(slices.Clone(o.Value)) {
				entities = append(entities, Cue{CueEntity, []string{part}})
			}
		case *plan.Filter:
			cues = append(cues, Cue{CueNumber, []string{o.Operand}})
		case *plan.Superlative:
			operator(words.superlative(c.column(n.From[0], o.Column), o.Order))
		case *plan.Only:
			operator(words.only)
		case *plan.Count:
			operator(words.count)
		case *plan.Aggregate:
			operator(words.total)
		}
	}
	return append(append(entities, cues...), c.formCues(a, words)...)
}

func (w *cueWords) superlative(col *domain.Column, order plan.Order) []string {
	day := col.Kind == domain.KindDate
	switch {
	case day && order == plan.Max:
		return w.late
	case day:
		return w.early
	case order == plan.Max:
		return w.high
	}
	return w.low
}

// formCues returns the cues of the form an answer demands; none where the draft
// says nothing about it.
func (c *composer) formCues(a *plan.Answer, words *cueWords) []Cue {
	var cues []Cue
	form := func(any []string) { cues = append(cues, Cue{CueForm, any}) }
	switch {
	case a.Form.Style == plan.StyleDate:
		form(words.day)
	case a.Form.Style == plan.StyleNumber && !c.whole(a):
		if a.Form.Unit != "" {
			form(words.unit(a.Form.Unit))
		}
		form(words.places(a.Form.Places))
	}
	return cues
}
