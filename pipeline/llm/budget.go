package llm

import (
	"context"
	"fmt"
	"sync"
)

// Budget is what a client may spend on new answers; what the journal holds already
// is not counted. A call's estimate is set aside before it is sent and replaced by
// what it took afterwards. The zero value sets no limit.
type Budget struct {
	MaxCost   Cost // 0 is no limit
	MaxTokens int  // in and out; 0 is no limit
}

// Spending is what answers took.
type Spending struct {
	Answers int        `json:"answers"` // usable or not
	Usage   TokenUsage `json:"usage"`   // of all
	Cost    Cost       `json:"cost"`    // of those whose model has a price
}

// Add returns the sum of both.
func (s Spending) Add(t Spending) Spending {
	return Spending{s.Answers + t.Answers, s.Usage.Add(t.Usage), s.Cost.plus(t.Cost)}
}

// Priced reports whether the cost is known: there were no answers, or a price for some. A
// model that costs nothing cannot be told from one that has no price.
func (s Spending) Priced() bool { return s.Answers == 0 || s.Cost > 0 }

// account holds spending against a budget. It is safe for concurrent use.
type account struct {
	budget Budget

	mu       sync.Mutex
	spent    Spending
	reserved Spending
	changed  chan struct{} // closed and replaced whenever something is settled
}

func newAccount(b Budget) *account { return &account{budget: b, changed: make(chan struct{})} }

// fits reports whether the sum is within the budget.
func (a *account) fits(s Spending) bool {
	return (a.budget.MaxCost == 0 || s.Cost <= a.budget.MaxCost) &&
		(a.budget.MaxTokens == 0 || s.Usage.Tokens() <= a.budget.MaxTokens)
}

// reserve sets an estimate aside. Where only what others have set aside is in the
// way, it waits for them: estimates are mostly too high. Where what is spent is in
// the way, the error is ErrBudget.
func (a *account) reserve(ctx context.Context, e Spending) error {
	for {
		a.mu.Lock()
		sum := a.spent.Add(e)
		if !a.fits(sum) {
			err := a.exhausted(e)
			a.mu.Unlock()
			return err
		}
		if a.fits(sum.Add(a.reserved)) {
			a.reserved = a.reserved.Add(e)
			a.mu.Unlock()
			return nil
		}
		changed := a.changed
		a.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// room returns ErrBudget if what is spent leaves none for e.
func (a *account) room(e Spending) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fits(a.spent.Add(e)) {
		return nil
	}
	return a.exhausted(e)
}

// exhausted says what is spent and what the next call would take.
func (a *account) exhausted(e Spending) error {
	if a.budget.MaxCost != 0 && a.spent.Cost.plus(e.Cost) > a.budget.MaxCost {
		return fmt.Errorf("%w: %v of %v spent, what comes next would take about %v", ErrBudget, a.spent.Cost, a.budget.MaxCost, e.Cost)
	}
	return fmt.Errorf("%w: %d of %d tokens spent, what comes next would take about %d",
		ErrBudget, a.spent.Usage.Tokens(), a.budget.MaxTokens, e.Usage.Tokens())
}

// settle replaces what was set aside by what was spent, which is nothing for a call
// that got no answer.
func (a *account) settle(reserved, spent Spending) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reserved.Answers -= reserved.Answers
	a.reserved.Usage.Prompt -= reserved.Usage.Prompt
	a.reserved.Usage.Completion -= reserved.Usage.Completion
	a.reserved.Cost -= reserved.Cost
	a.spent = a.spent.Add(spent)
	close(a.changed)
	a.changed = make(chan struct{})
}

// total returns what is spent.
func (a *account) total() Spending {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.spent
}
