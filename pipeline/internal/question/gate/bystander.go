package gate

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	readings "github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// bystander is the by-stander of a task, for one with a by-stander; else it is the zero value.
type bystander struct {
	name string
	// fault says why a question could be taken to ask about the by-stander, "" if it cannot.
	fault func(question string) string
}

func bystanderOf(d *domain.Domain, t *task.Task) bystander {
	if t.Bystander == nil {
		return bystander{}
	}
	return bystander{draft.Name(t.Bystander.Name), func(question string) string { return readings.BystanderFault(d, t, question) }}
}

// mistakableBystander reports a question that does not name the by-stander, or does not exclude
// that it is asked about.
func (g *Gate) mistakableBystander(q *reading) (Rejection, bool) {
	if g.bystander.fault == nil {
		return Rejection{}, false
	}
	if fault := g.bystander.fault(q.raw); fault != "" {
		return Rejection{Bystander, fault, g.bystander.name}, true
	}
	return Rejection{}, false
}
