package rewrite

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/prompt"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Estimate returns the cost of one request of the model for every task that has no
// recorded reply, round trip included. It assumes the actual prompts, replies of usual
// length, and no thinking; further attempts cost more. It sends nothing. The error is
// that of the source or of [llm.Client.Estimate], or says that a task is invalid.
func Estimate(ctx context.Context, o Settings, tasks TaskSource) (total llm.CostEstimate, err error) {
	w := newWork(o, tasks)
	add := func(r llm.Request, tokens int) error {
		if w.models.Journal != nil && w.models.Journal.Has(r.Digest()) {
			total.Recorded++
			return nil
		}
		r.MaxTokens = tokens
		e, err := o.Model.Client.Estimate([]llm.Request{r})
		total.Requests += e.Requests
		total.Usage = total.Usage.Add(e.Usage)
		total.Cost += e.Cost
		return err
	}
	for t, err := range tasks() {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return total, err
		}
		j, err := w.judge(t)
		if err != nil {
			return total, err
		}
		length := llm.Tokens(t.Draft)
		if err := add(w.questionRequest(t, j, nil, 0), length+usualContext); err != nil {
			return total, err
		}
		if w.models.Parser == "" {
			continue
		}
		// The draft stands for the question, which nobody knows yet.
		if err := add(w.demandRequest(prompt.Parse(j.style, w.Domain, t.Draft), 0), usualDemand); err != nil {
			return total, err
		}
	}
	return total, nil
}

// Usual lengths in tokens, by experience: of the situation around a draft, and of a demand.
const (
	usualContext = 120
	usualDemand  = 250
)
