package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// unambiguous checks that a careful agent that takes the words of the question in another
// sense gives the same answer, or finds that there is none where that tells it the right
// sense ([reading.Reading.Misleads]): it evaluates every other reading over whole tables. The
// certificate counts the readings of either outcome. A by-stander is declared, and the words
// exclude that it is asked about.
func (p *prover) unambiguous(_ context.Context, t *task.Task) (Finding, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if t.Plan.Template != "" {
		return p.inTemplateWords(t)
	}
	base := p.relational.evaluate(t.Plan)
	if base.reason != "" {
		return Finding{Fault: string(base.reason) + ": " + base.detail}, nil
	}
	readings, err := reading.Of(p.Domain, t.Plan, t.Language)
	if err != nil {
		return Finding{Fault: "invalid: " + err.Error()}, nil
	}
	answers := base.answerTexts(t.Plan)
	var same, none []string
	for i := range readings {
		r := &readings[i]
		e := p.relational.read(r.Extents).revise(base, r.Program)
		if r.Misleads(e.reason) {
			return Finding{Fault: fmt.Sprintf("reading: %s: read so, the question has no answer (%s)", r, e.reason)}, nil
		}
		if e.reason != "" {
			none = append(none, r.String())
			continue
		}
		other := e.answerTexts(r.Program)
		if !alternative.SameAnswers(answers, other) {
			return Finding{Fault: fmt.Sprintf("reading: %s: read so, the answer is %s", r, firstDifference(answers, other))}, nil
		}
		same = append(same, r.String())
	}
	fault, excluded, err := p.bystander(t, base)
	if fault != "" || err != nil {
		return Finding{Fault: fault}, err
	}
	return Finding{Certificate: readingsOf(same, none, excluded)}, nil
}

// readingsOf writes the certificate of readings with the same answer and without one, and of
// the reading that the words exclude.
func readingsOf(same, none []string, excluded string) string {
	if len(same)+len(none) == 0 && excluded == "" {
		return "no other reading"
	}
	var parts []string
	if len(same) > 0 {
		parts = append(parts, plural(len(same), "reading")+" with the same answer: "+strings.Join(same, ", "))
	}
	if len(none) > 0 {
		parts = append(parts, "none: "+strings.Join(none, ", "))
	}
	if excluded != "" {
		parts = append(parts, excluded)
	}
	return strings.Join(parts, "; ")
}
