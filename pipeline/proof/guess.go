package proof

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// guessed checks that the answers were chosen from more values than an answer may list.
// Otherwise an agent that makes the right calls and lists everything they return would be
// right without choosing. An answer that a coin toss gets right is allowed only beside an
// answer that cannot be guessed.
func (p *prover) guessed(t *task.Task) string {
	if Invalid(p.Domain, t) != "" || t.Plan.Template != "" {
		return "" // the first check reports an invalid plan; a template's values are not chosen
	}
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return ""
	}
	g := soundness.Guesser{Program: t.Plan, Execution: e, Keywords: len(t.KeyAnswer)}
	even, chosen := "", false
	for _, a := range e.answers(t.Plan) {
		switch guess, why := g.Judge(a.From); guess {
		case soundness.Chosen:
			chosen = true
		case soundness.Even:
			even = "guess: " + why
		case soundness.Listed:
			return "guess: " + why
		}
	}
	if chosen {
		return ""
	}
	return even
}
