package ground

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// What several entities are linked to is counted once.
func TestCountOfLinks(t *testing.T) {
	linked := &domain.Tool{Name: "get_playlists_of_track", Linked: "PlaylistId"}
	for _, c := range []struct {
		each bool
		tool *domain.Tool
		want string
	}{{true, linked, "distinct"}, {false, linked, "count"}, {true, &domain.Tool{Name: "get_tracks"}, "count"}} {
		s := &chain{Program: new(plan.Program)}
		rows := s.Add(&plan.Call{Tool: c.tool.Name, Each: c.each}, s.Add(&plan.Start{Entity: "track", Value: []string{"7"}}))
		if got := s.Node(s.addCount(rows, c.tool)).Do.Kind(); string(got) != c.want {
			t.Errorf("addCount(%s, each %v) is a %s, want %s", c.tool.Name, c.each, got, c.want)
		}
	}
}

// Without declared relations nobody adds two amounts of which one may be a part of the other, or takes the
// salaries of a team from that of its head.
func TestAmountsThatGoTogether(t *testing.T) {
	total := &domain.Column{Name: "total", Kind: domain.KindMoney, Unit: "EUR", Sense: domain.Flow}
	settled := &domain.Column{Name: "settled", Kind: domain.KindMoney, Unit: "EUR", Sense: domain.Flow}
	salary := &domain.Column{Name: "salary", Kind: domain.KindMoney, Unit: "EUR", Sense: domain.Stock}
	for _, c := range []struct {
		f    plan.Function
		a, b *domain.Column
		want bool
	}{
		{plan.Add, total, settled, false}, {plan.Subtract, total, settled, true}, {plan.Divide, settled, total, true}, {plan.Add, total, total, true},
		{plan.Add, salary, salary, false}, {plan.Subtract, salary, salary, false}, {plan.Share, salary, salary, true}, {plan.Subtract, salary, total, false},
	} {
		if got := unitsFit(c.f, c.a, c.b); got != c.want {
			t.Errorf("unitsFit(%s, %s, %s) = %v, want %v", c.f, c.a.Name, c.b.Name, got, c.want)
		}
	}
}
