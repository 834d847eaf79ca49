package llm

import (
	"context"
	"fmt"
	"sync"
)

// Budget limits what a client may spend on new answers. Answers from the journal are
// free. The client reserves the estimated cost of a call before it sends the call, and
// replaces it by the real cost afterwards. The zero value sets no limit.
type Budget struct {
	MaxCost   Cost // 0 is no limit
	MaxTokens int  // prompt and completion together; 0 is no limit
}

// Spending is the number and cost of a set of answers.
type Spending struct {
	Answers int        `json:"answers"` // usable or not
	Usage   TokenUsage `json:"usage"`   // of all answers
	Cost    Cost       `json:"cost"`    // of the answers whose model has a price
}

// Add returns the sum of s and t.
func (s Spending) Add(t Spending) Spending {
	return Spending{s.Answers + t.Answers, s.Usage.Add(t.Usage), s.Cost.plus(t.Cost)}
}

// Priced reports whether there are no answers or the cost is above 0. A model whose
// price is 0 cannot be told from a model without a price.
func (s Spending) Priced() bool { return s.Answers == 0 || s.Cost > 0 }

// account keeps the spending of a client within its budget. It is safe for concurrent
// use.
type account struct {
	budget Budget

	mu       sync.Mutex
	spent    Spending
	reserved Spending
	changed  chan struct{} // closed and replaced by every call of settle
}

func newAccount(b Budget) *account { return &account{budget: b, changed: make(chan struct{})} }

// fits reports whether s is within the budget.
func (a *account) fits(s Spending) bool {
	return (a.budget.MaxCost == 0 || s.Cost <= a.budget.MaxCost) &&
		(a.budget.MaxTokens == 0 || s.Usage.Tokens() <= a.budget.MaxTokens)
}

// reserve reserves an estimate. If the estimate fits the budget beside what is spent, but
// not beside what other calls have reserved, it waits for these calls, because most
// estimates are too high. If it does not fit beside what is spent, the error is
// ErrBudget.
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

// renew gives a reservation back and reserves the same estimate again, as reserve does,
// after a response that was paid for and leaves another attempt to pay. Until there is
// room it holds nothing, so calls that wait for each other never block. In any case the
// caller has the reservation afterwards; after an error it is only to be settled.
func (a *account) renew(ctx context.Context, e Spending) error {
	a.settle(e, Spending{})
	err := a.reserve(ctx, e)
	if err != nil {
		a.mu.Lock()
		a.reserved = a.reserved.Add(e)
		a.mu.Unlock()
	}
	return err
}

// checkRoom returns ErrBudget if e does not fit the budget beside what is spent.
func (a *account) checkRoom(e Spending) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fits(a.spent.Add(e)) {
		return nil
	}
	return a.exhausted(e)
}

// exhausted returns ErrBudget with what is spent and what the next call would take.
func (a *account) exhausted(e Spending) error {
	if a.budget.MaxCost != 0 && a.spent.Cost.plus(e.Cost) > a.budget.MaxCost {
		return fmt.Errorf("%w: %v of %v spent, the next call would take about %v", ErrBudget, a.spent.Cost, a.budget.MaxCost, e.Cost)
	}
	return fmt.Errorf("%w: %d of %d tokens spent, the next call would take about %d",
		ErrBudget, a.spent.Usage.Tokens(), a.budget.MaxTokens, e.Usage.Tokens())
}

// settle replaces a reservation by what the call spent: nothing if it got no answer.
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
