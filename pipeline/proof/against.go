package proof

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// against is what rivals of a program come to.
type against struct {
	agreeing *alternative.Rival // the first that gives the same answer; nil if none does
	others   []string           // rivals with another answer, and it
	none     []string           // rivals without an answer
}

// against works rivals of a program out over whole tables until one gives the same
// answer as the program, whose evaluation is base. What a rival shares with the
// program is not worked out again.
func (p *prover) against(base *evaluation, of *plan.Program, rivals []alternative.Rival) against {
	said := base.said(of)
	var v against
	for i := range rivals {
		r := &rivals[i]
		e := p.relational.revise(base, r.Program)
		if e.reason != "" {
			v.none = append(v.none, r.String())
			continue
		}
		other := e.said(r.Program)
		if alternative.SameAnswers(said, other) {
			v.agreeing = r
			return v
		}
		v.others = append(v.others, r.String()+" = "+brief(said, other))
	}
	return v
}

// briefest is how many characters of another answer a certificate quotes.
const briefest = 24

// brief quotes the first answer that differs.
func brief(said, other [][]string) string {
	for i := range other {
		if i < len(said) && slices.Equal(said[i], other[i]) {
			continue
		}
		text := strings.Join(other[i], "、")
		if r := []rune(text); len(r) > briefest {
			return string(r[:briefest]) + "…"
		}
		return text
	}
	return ""
}

// String says what became of rivals none of which agrees, or that there are none.
func (v against) String(none, thing string) string {
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

// said returns what an evaluation answers, as [alternative.Answers] does for a trace.
func (e *evaluation) said(p *plan.Program) [][]string {
	said := make([][]string, len(p.Answers))
	for i, a := range p.Answers {
		if a.If != "" && !e.of(a.If).truth {
			continue
		}
		r := e.of(a.From)
		if a.Form.Style == plan.StyleTruth {
			said[i] = []string{"no"}
			if r.truth {
				said[i][0] = "yes"
			}
			continue
		}
		for _, d := range r.data {
			text, ok := d.in(a.Form)
			if !ok {
				text = d.text
			}
			said[i] = append(said[i], shortened(text, a.Form.Layout))
		}
		slices.Sort(said[i])
		said[i] = slices.Compact(said[i])
	}
	return said
}

// shortened cuts an ISO day to what a layout writes of it.
func shortened(day string, l plan.Layout) string {
	switch {
	case l == plan.LayoutMonth && len(day) > len("2006-01"):
		return day[:len("2006-01")]
	case l == plan.LayoutYear && len(day) > len("2006"):
		return day[:len("2006")]
	}
	return day
}
