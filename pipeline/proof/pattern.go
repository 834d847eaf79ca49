package proof

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// pattern derives an entity from the name of another.
func (r *relational) pattern(to *relation, d *domain.Derivation) (plan.Reason, string) {
	name, ok := r.derived(d, to.from[0].name[0])
	if !ok {
		return plan.Underived, fmt.Sprintf("%q does not have the form of %s", to.from[0].name[0], d.Name)
	}
	to.entity, to.name = d.To, []string{name}
	return "", ""
}

// patternOfEach derives an entity from the name of each entity of a set.
func (r *relational) patternOfEach(to *relation, d *domain.Derivation) (plan.Reason, string) {
	to.entity = d.To
	for _, text := range textsIn(to.from[0].data) {
		name, ok := r.derived(d, text)
		if !ok {
			return plan.Underived, fmt.Sprintf("%q does not have the form of %s", text, d.Name)
		}
		to.data = append(to.data, datum{kind: value.Text, text: name})
	}
	return "", ""
}

func (r *relational) derived(d *domain.Derivation, name string) (string, bool) {
	m := r.patterns[d.Name].FindStringSubmatch(name)
	if len(m) < 2 || m[1] == "" {
		return "", false
	}
	return m[1], true
}
