package sample

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// Few choices have an operator of a group, where the domain declares matters; each operator may
// be had once.
func TestRestraintsOfOperators(t *testing.T) {
	legal, toy := grown["legal"](), grown["toy"]()
	var r restrained
	r.limit(100)
	for i, g := range coverage.OperatorGroups() {
		kind := int(ofOperator) + i
		if want := max(len(g.Operators), g.Percent); r.limits[kind] != want {
			t.Errorf("%d of 100 choices may have one of %s, want %d", r.limits[kind], g.Operators, want)
		}
		for _, op := range g.Operators {
			demand := plan.Demand{Target: plan.Rows, Operator: op}
			if has := restraintsOf(legal.domain, legal.paths[0][0], demand); !has[kind] {
				t.Errorf("%s is not restrained", op)
			}
			if has := restraintsOf(toy.domain, toy.paths[0][0], demand); has[kind] {
				t.Errorf("%s is restrained in a domain without matters", op)
			}
		}
	}
}

// No more choices are accepted that serve no matter than the limit says, but one may take the
// place of another; the limit gives way only where it left choices out.
func TestRestrained(t *testing.T) {
	var r restrained
	without := restraints{aimless: true}
	if !r.admits(without) {
		t.Error("without limits, a choice without an aim is left out")
	}
	r.limit(125)
	for i := range r.limits[aimless] {
		if !r.admits(without) {
			t.Fatalf("choice %d of %d without an aim is left out", i, r.limits[aimless])
		}
		r.use(without, 1)
	}
	if r.limits[aimless] != 2 {
		t.Errorf("%d of 125 choices may be without an aim, want 2", r.limits[aimless])
	}
	switch {
	case r.admits(without):
		t.Error("one choice more without an aim is accepted")
	case !r.admits(restraints{}):
		t.Error("a choice with an aim is left out")
	case !r.admits(without, without):
		t.Error("a choice without an aim cannot take the place of another")
	case r.admits(without, restraints{}):
		t.Error("a choice without an aim takes the place of one with an aim")
	case r.exchanges([]restraints{without}, []restraints{{}}), !r.exchanges([]restraints{without, {}}, []restraints{{}, without}):
		t.Error("two choices without an aim replace one, or one does not replace another")
	case r.raise(1):
		t.Error("the limits are raised although they left nothing out")
	}
	r.barred = true
	if !r.raise(1) || !r.admits(without) {
		t.Error("the limits are not raised although they left a choice out")
	}
}
