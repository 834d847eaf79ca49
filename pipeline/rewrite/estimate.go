package rewrite

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Estimate returns what it takes to ask the model once about every task that it has
// not been asked about, round trip included, before anything is spent: prompts as they
// are, answers of the length questions and demands have as a rule, thinking not
// included. Questions that are asked for again come on top. Nothing is sent.
func Estimate(ctx context.Context, o RunOptions, tasks TaskSource) (total llm.Estimate, err error) {
	w := newWork(o, tasks)
	add := func(r llm.Request, tokens int) error {
		if w.asking.Journal != nil && w.asking.Journal.Has(r.Digest()) {
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
		if err := add(w.writing(t, j, nil, 0), length+usualContext); err != nil {
			return total, err
		}
		if w.asking.Parser == "" {
			continue
		}
		// The draft stands for the question, which nobody knows yet.
		if err := add(w.reading(j, t.Draft, 0), usualDemand); err != nil {
			return total, err
		}
	}
	return total, nil
}

// Lengths in tokens, by experience: what a question has beside its draft, and a demand.
const (
	usualContext = 120
	usualDemand  = 250
)
