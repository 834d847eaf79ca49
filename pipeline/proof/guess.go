package proof

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// guessed checks that values were chosen from more than an answer may name: otherwise an
// agent that makes the right calls and names all they return is right without choosing.
// Answers that are right as often as a coin may stand beside one that cannot be guessed,
// never alone.
func (p *prover) guessed(t *task.Task) string {
	if Invalid(p.Domain, t) != "" || t.Plan.Template != "" {
		return "" // the first check says so; what a template asks for was not chosen
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
