package ground

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

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
