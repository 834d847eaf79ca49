package bench

import (
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// DomainUse counts calls of tools of domains that a task does not need. It is measured where tools of several
// domains are offered together.
type DomainUse struct {
	// Unneeded is the number of calls of tools of domains of which the plan uses no tool, and Others are these
	// domains, sorted; nil for none.
	Unneeded int      `json:"unneeded"`
	Others   []string `json:"others,omitempty"`
}

// MeasureDomainUse compares the calls of a transcript with the task's path. Owners has the domain of each lookup and
// retriever by its name in d. It is nil if owners is, if the calls are unknown, or if the path has no tool of
// a domain.
func MeasureDomainUse(t *task.Task, tr *agent.Transcript, d *domain.Domain, owners map[string]string) *DomainUse {
	if owners == nil || tr.Calls == nil {
		return nil
	}
	ownerOf := func(name string) string {
		if spec := d.Tool(name); spec != nil {
			return owners[spec.Name]
		}
		return ""
	}
	needed := map[string]bool{}
	for name := range strings.SplitSeq(t.Path, plan.Separator) {
		if owner := ownerOf(name); owner != "" {
			needed[owner] = true
		}
	}
	if len(needed) == 0 {
		return nil
	}
	use, others := &DomainUse{}, map[string]bool{}
	for _, c := range tr.Calls {
		if owner := ownerOf(c.Tool); owner != "" && !needed[owner] {
			use.Unneeded++
			others[owner] = true
		}
	}
	use.Others = slices.Sorted(maps.Keys(others))
	return use
}
