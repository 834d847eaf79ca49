package draft

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Implicit lists the parts of a draft that its reader must infer.
type Implicit struct {
	// Antecedents names the results to which the draft refers by their kind alone ("that
	// company") though it speaks of nothing else of the kind, in the order in which it finds
	// them. Where it does, a sentence of its own introduces the result ("… is a company"),
	// which leaves nothing to infer.
	Antecedents []string
	// Sources names the lookups whose table the draft does not say, because its words name
	// only the entity ("the head of X Trading Firm"), in node order.
	Sources []string
}

// ImplicitIn returns the parts that a reader of the draft must infer, for a program that
// answers questions. The error is that of [Question].
func ImplicitIn(d *domain.Domain, p *plan.Program, lang string) (Implicit, error) {
	c, err := newComposer(d, p, lang, Wordings{})
	if err != nil {
		return Implicit{}, err
	}
	if _, err := c.inquiries(true); err != nil {
		return Implicit{}, err
	}
	var out Implicit
	for i := range c.steps {
		if s := &c.steps[i]; s.demonstrative && !c.isConfusable(s) {
			out.Antecedents = append(out.Antecedents, s.node)
		}
	}
	for i := range p.Nodes {
		if name := p.Nodes[i].Name; slices.Contains(c.unsaid, name) {
			out.Sources = append(out.Sources, name)
		}
	}
	return out, nil
}
