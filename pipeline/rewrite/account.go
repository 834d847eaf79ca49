package rewrite

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Account says what became of the tasks and what the answers took that the results rest
// on. It is a record. Answers recorded by an earlier run count as they did then, so
// that equal answers make equal accounts; what was sent in vain is not in it.
type Account struct {
	// Model and Parser are the models; "" for none.
	Model  string `json:"model"`
	Parser string `json:"parser"`
	// Written counts the questions kept that the model wrote, FellBack those of the
	// offline rewriter after the model had tried, Offline its others, Dropped the tasks
	// without one.
	Written  int `json:"written"`
	FellBack int `json:"fell_back"`
	Offline  int `json:"offline"`
	Dropped  int `json:"dropped"`
	// Rejected counts the model's questions that were not kept, by reason, Redrawn the
	// offline rewriter's. Neither is nil.
	Rejected map[string]int `json:"rejected"`
	Redrawn  map[string]int `json:"redrawn"`
	// Writing and RoundTrip are what the answers took.
	Writing   llm.Spending `json:"writing"`
	RoundTrip llm.Spending `json:"round_trip"`
}

func newAccount(m *Model) *Account {
	a := &Account{Rejected: map[string]int{}, Redrawn: map[string]int{}}
	if m != nil {
		a.Model, a.Parser = m.Name, m.Parser
	}
	return a
}

// Total is what all answers took.
func (a *Account) Total() llm.Spending { return a.Writing.Add(a.RoundTrip) }

// took is what an answer took.
func took(r *llm.Reply) llm.Spending { return llm.Spending{Answers: 1, Usage: r.Usage, Cost: r.Cost} }

// count counts a task that is done.
func (a *Account) count(s *state) {
	switch {
	case s.question == "":
		a.Dropped++
	case s.rewriter == Offline:
		a.Offline++
	case strings.HasPrefix(s.rewriter, Offline+" "):
		a.FellBack++
	default:
		a.Written++
	}
	for _, t := range s.tries {
		if t.Rewriter == Offline {
			a.Redrawn[t.Reason]++
		} else {
			a.Rejected[t.Reason]++
		}
	}
}
