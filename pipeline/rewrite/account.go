package rewrite

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Account counts the tasks by outcome and adds up the cost of the replies that the results
// depend on. Replies recorded by an earlier run count as they did then, so equal replies
// make equal accounts. Responses that could not be used count with the reply that a
// request got in the end. Requests without a reply do not count.
type Account struct {
	// Model and Parser are the names of the models; "" for none.
	Model  string `json:"model"`
	Parser string `json:"parser"`
	// Written counts the kept questions that the model wrote, FellBack the questions that
	// the offline rewriter wrote after the model had tried, and Offline its other
	// questions. Dropped counts the tasks without a question.
	Written  int `json:"written"`
	FellBack int `json:"fell_back"`
	Offline  int `json:"offline"`
	Dropped  int `json:"dropped"`
	// Rejected counts the rejected questions of the model by reason (see [Try]), Redrawn
	// the rejected questions of the offline rewriter. Neither is nil.
	Rejected map[string]int `json:"rejected"`
	Redrawn  map[string]int `json:"redrawn"`
	// Writing and RoundTrip are the costs of the replies of writer and parser.
	Writing   llm.Spending `json:"writing"`
	RoundTrip llm.Spending `json:"round_trip"`
}

func newAccount(m *QuestionModel) *Account {
	a := &Account{Rejected: map[string]int{}, Redrawn: map[string]int{}}
	if m != nil {
		a.Model, a.Parser = m.Name, m.Parser
	}
	return a
}

// Total returns the cost of all replies: Writing and RoundTrip together.
func (a *Account) Total() llm.Spending { return a.Writing.Add(a.RoundTrip) }

// count adds a finished task.
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
