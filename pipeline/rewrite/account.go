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
	// Attempts counts the tasks of Written by the number of questions that the model was
	// asked for: Attempts[0] those with one question. It has an element for each number up
	// to [QuestionModel.Attempts], and none without a model. It is not nil.
	Attempts []int `json:"attempts"`
	// Rejected counts the rejected questions of the model by reason (see [Try]), Redrawn
	// the rejected questions of the offline rewriter. Neither is nil.
	Rejected map[string]int `json:"rejected"`
	Redrawn  map[string]int `json:"redrawn"`
	// Writing and RoundTrip are the costs of the replies of writer and parser.
	Writing   ReplyCost `json:"writing"`
	RoundTrip ReplyCost `json:"round_trip"`
}

// ReplyCost is the number and cost of the replies of a model.
type ReplyCost struct {
	// Answers counts the replies, and the responses that could not be used.
	Answers int `json:"answers"`
	// Usage has the tokens of all answers.
	Usage llm.TokenUsage `json:"usage"`
	// Cost is the cost of the answers; nil if it is not known, because no answer was paid
	// for by a price.
	Cost *llm.Cost `json:"cost,omitempty"`
}

// Add adds the cost of replies.
func (c *ReplyCost) Add(s llm.Spending) {
	sum := c.spending().Add(s)
	c.Answers, c.Usage = sum.Answers, sum.Usage
	if sum.Cost > 0 {
		c.Cost = &sum.Cost
	}
}

// spending returns the cost with 0 for an unknown cost.
func (c *ReplyCost) spending() llm.Spending {
	s := llm.Spending{Answers: c.Answers, Usage: c.Usage}
	if c.Cost != nil {
		s.Cost = *c.Cost
	}
	return s
}

// NewAccount returns the account of a model that was asked for nothing yet; nil stands for the
// offline rewriter.
func NewAccount(m *QuestionModel) *Account {
	a := &Account{Attempts: []int{}, Rejected: map[string]int{}, Redrawn: map[string]int{}}
	if m != nil {
		a.Model, a.Parser, a.Attempts = m.Name, m.Parser, make([]int, m.attempts())
	}
	return a
}

// Total returns the cost of all replies: Writing and RoundTrip together. Its Cost is 0 if
// no cost is known.
func (a *Account) Total() llm.Spending { return a.Writing.spending().Add(a.RoundTrip.spending()) }

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
		a.Attempts[len(s.tries)]++
	}
	for _, t := range s.tries {
		if t.Rewriter == Offline {
			a.Redrawn[t.Reason]++
		} else {
			a.Rejected[t.Reason]++
		}
	}
}
