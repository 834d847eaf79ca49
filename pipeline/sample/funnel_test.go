package sample

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Questions of one path that are about different entities have their entities counted once each, so
// that no more are tried than are possible.
func TestPossibleEntitiesOfAPathAddUp(t *testing.T) {
	c := Choice{Path: plan.Path{ID: "p", Start: "company", Hops: make([]plan.Hop, 1)}}
	l := &Loop{funnels: []*QuotaFunnel{{Hops: 1}}}
	l.count(c, &Grounded{Entities: 70})
	l.count(c, &Grounded{Entities: 70, Drawn: []int32{0, 1, 5}, Possible: []int32{0, 1}, Tried: []int32{0, 1}})
	l.count(c, &Grounded{Entities: 70, Drawn: []int32{1, 2, 64}, Possible: []int32{1, 2, 64}, Tried: []int32{2, 64}, Fit: []int32{64}})
	l.countByPath()
	if got := l.funnels[0].ByPath[0]; got.Drawn != 5 || got.Possible != 4 || got.Tried != 4 || got.Fit != 1 || got.Entities != 70 {
		t.Errorf("the path has %+v, want 5 drawn, 4 possible, 4 tried and 1 that fits of 70", got)
	}
}
