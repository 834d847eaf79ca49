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
	Answers int   `json:"answers"` // usable or not
	Usage   Usage `json:"usage"`   // of all
	Cost    Cost  `json:"cost"`    // of those whose model has a price
}

// Add returns the sum of both.
func (s Spending) Add(t Spending) Spending {
	return Spending{s.Answers + t.Answers, s.Usage.Add(t.Usage), s.Cost.plus(t.Cost)}
}

// Priced reports whether the cost is known: there were no answers, or a price for some. A
// model that costs nothing cannot be told from one that has no price.
func (s Spending) Priced() bool { return s.Answers == 0 || s.Cost > 0 }

// ledger holds spending against a budget. It is safe for concurrent use.
type ledger struct {
	budget Budget

	mu       sync.Mutex
	spent    Spending
	reserved Spending
	changed  chan struct{} // closed and replaced whenever something is settled
}

func newLedger(b Budget) *ledger { return &ledger{budget: b, changed: make(chan struct{})} }

// fits reports whether the sum is within the budget.
func (l *ledger) fits(s Spending) bool {
	return (l.budget.MaxCost == 0 || s.Cost <= l.budget.MaxCost) &&
		(l.budget.MaxTokens == 0 || s.Usage.Tokens() <= l.budget.MaxTokens)
}

// reserve sets an estimate aside. Where only what others have set aside is in the
// way, it waits for them: estimates are mostly too high. Where what is spent is in
// the way, the error is ErrBudget.
func (l *ledger) reserve(ctx context.Context, e Spending) error {
	for {
		l.mu.Lock()
		sum := l.spent.Add(e)
		if !l.fits(sum) {
			err := l.exhausted(e)
			l.mu.Unlock()
			return err
		}
		if l.fits(sum.Add(l.reserved)) {
			l.reserved = l.reserved.Add(e)
			l.mu.Unlock()
			return nil
		}
		changed := l.changed
		l.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// room returns ErrBudget if what is spent leaves none for e.
func (l *ledger) room(e Spending) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fits(l.spent.Add(e)) {
		return nil
	}
	return l.exhausted(e)
}

// exhausted says what is spent and what the next call would take.
func (l *ledger) exhausted(e Spending) error {
	if l.budget.MaxCost != 0 && l.spent.Cost.plus(e.Cost) > l.budget.MaxCost {
		return fmt.Errorf("%w: %v of %v spent, what comes next would take about %v", ErrBudget, l.spent.Cost, l.budget.MaxCost, e.Cost)
	}
	return fmt.Errorf("%w: %d of %d tokens spent, what comes next would take about %d",
		ErrBudget, l.spent.Usage.Tokens(), l.budget.MaxTokens, e.Usage.Tokens())
}

// settle replaces what was set aside by what was spent, which is nothing for a call
// that got no answer.
func (l *ledger) settle(reserved, spent Spending) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reserved.Answers -= reserved.Answers
	l.reserved.Usage.Prompt -= reserved.Usage.Prompt
	l.reserved.Usage.Completion -= reserved.Usage.Completion
	l.reserved.Cost -= reserved.Cost
	l.spent = l.spent.Add(spent)
	close(l.changed)
	l.changed = make(chan struct{})
}

// total returns what is spent.
func (l *ledger) total() Spending {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.spent
}
