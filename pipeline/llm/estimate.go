package llm

import (
	"fmt"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// assumedCompletion is the number of tokens assumed for an answer if the request sets no
// limit: a long paragraph.
const assumedCompletion = 512

// Tokens that the chat format adds to each message and to each reply, as OpenAI
// documents for its own models.
const (
	perMessage = 4
	perReply   = 3
)

// Tokens estimates the number of tokens of a text without a model's vocabulary. It counts
// one token for every four letters of an alphabetic word or part of four, one for every
// three digits of a number or part of three, one for each Chinese, Japanese or Korean
// character, one for any other mark, and none for white space.
//
// Accuracy: English prose has about one token for four characters, as estimated here.
// Chinese has from 0.6 to 1.3 tokens a character, depending on the vocabulary, so the
// estimate is between a quarter too low and two thirds too high. For other alphabets
// (Cyrillic, Arabic, Thai) it can be half of the real number. With byte-level
// vocabularies a text never has more tokens than bytes.
func Tokens(text string) int {
	tokens, letters, digits := 0, 0, 0
	flush := func() {
		tokens += (letters+3)/4 + (digits+2)/3
		letters, digits = 0, 0
	}
	for _, r := range text {
		switch {
		case r >= 0x4e00 && r <= 0x9fff: // Han, most of any Chinese text, without a table
			flush()
			tokens++
		case r >= 0x2e80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || unicode.IsPunct(r)):
			flush()
			tokens++
		case unicode.IsLetter(r), unicode.IsMark(r):
			if digits > 0 {
				flush()
			}
			letters++
		case unicode.IsDigit(r):
			if letters > 0 {
				flush()
			}
			digits++
		default:
			flush()
			if !unicode.IsSpace(r) {
				tokens++
			}
		}
	}
	flush()
	return tokens
}

// estimate returns the expected usage of one request, with an answer of the greatest
// length allowed.
func (r *Request) estimate() TokenUsage {
	n := perReply
	for _, m := range r.Messages {
		n += perMessage + Tokens(m.Text)
		for _, c := range m.Calls {
			n += perMessage + Tokens(c.Name) + Tokens(c.Arguments)
		}
	}
	for _, t := range r.Tools {
		n += perMessage + Tokens(t.Name) + Tokens(t.Description) + Tokens(string(t.Parameters))
	}
	u := TokenUsage{Prompt: n, Completion: r.MaxTokens, Estimated: true}
	if u.Completion == 0 {
		u.Completion = assumedCompletion
	}
	return u
}

// CostEstimate is the expected cost of a list of requests. It takes every answer to be as
// long as its request allows, or 512 tokens if the request sets no limit, and the server to
// have cached nothing. The real cost is usually lower. It can be higher, because retries
// are not counted and [Tokens] is an approximation.
type CostEstimate struct {
	Requests int        // requests to send, those in Recorded excluded
	Recorded int        // requests that cost nothing: in the journal, or repeated in the list
	Usage    TokenUsage // of the requests to send
	Cost     Cost       // of Usage
}

// Batched returns the estimate for the same requests through the Batch API.
func (e CostEstimate) Batched() CostEstimate {
	e.Cost = halved(e.Cost)
	return e
}

// Estimate returns the expected cost of answering the requests, and sends nothing. See
// [Tokens] for the method and its accuracy. The cost of a model without a price is 0; if
// there is a budget of cost, the error is [ErrUnpriced].
func (c *Client) Estimate(requests []Request) (CostEstimate, error) {
	var e CostEstimate
	seen := map[digest.Digest]bool{}
	for i := range requests {
		r := &requests[i]
		d := r.Digest()
		if seen[d] || c.journal != nil && c.journal.Has(d) {
			e.Recorded++
			continue
		}
		seen[d] = true
		s, err := c.priceEstimate(r.Model, r.estimate())
		if err != nil {
			return CostEstimate{}, err
		}
		e.Requests++
		e.Usage = e.Usage.Add(s.Usage)
		e.Cost = e.Cost.plus(s.Cost)
	}
	return e, nil
}

// priceEstimate returns the cost of an estimated usage.
func (c *Client) priceEstimate(model string, u TokenUsage) (Spending, error) {
	price, ok := c.prices.Of(model)
	if !ok && c.account.budget.MaxCost > 0 {
		return Spending{}, fmt.Errorf("%w for model %q: add it to the file of prices, or set no budget of cost", ErrUnpriced, model)
	}
	return Spending{Answers: 1, Usage: u, Cost: price.Cost(u)}, nil
}
