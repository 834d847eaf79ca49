package bench_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Calls of lookups that belong to other domains than those of the plan count, also those without a result; arithmetic
// and names that no tool has do not. Without owners, calls or a path that is known there is nothing to measure.
func TestMeasureDomainUse(t *testing.T) {
	d := toytest.Domain(t, "toy")
	owners := map[string]string{"get_company": "firms", "get_case": "courts", "get_court": "courts", "get_company_cases": "dockets"}
	called := func(names ...string) []agent.ObservedCall {
		calls := []agent.ObservedCall{}
		for _, name := range names {
			calls = append(calls, agent.ObservedCall{Tool: name})
		}
		return calls
	}
	for _, tt := range []struct {
		name, path string
		calls      []agent.ObservedCall
		owners     map[string]string
		want       *bench.DomainUse
	}{
		{"no call", "get_case----get_court", called(), owners, &bench.DomainUse{}},
		{"the plan's domain", "get_case", called("get_case", "get_court", "get_sum", "finish"), owners, &bench.DomainUse{}},
		{"others", "get_case----get_court", called("get_company", "get_case", "get_company_cases", "get_company", "get_weather"), owners,
			&bench.DomainUse{Unneeded: 3, Others: []string{"dockets", "firms"}}},
		{"a plan of two domains", "get_company----get_case", called("get_court", "get_company"), owners, &bench.DomainUse{}},
		{"one domain", "get_case", called("get_company"), nil, nil},
		{"unknown calls", "get_case", nil, owners, nil},
		{"an unknown path", "get_weather", called("get_company"), owners, nil},
	} {
		got := bench.MeasureDomainUse(&task.Task{Path: tt.path}, &agent.Transcript{Calls: tt.calls}, d, tt.owners)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
