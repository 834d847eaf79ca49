package llm

import (
	"fmt"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// assumedAnswer is how many tokens an answer is taken to have where the request
// sets no bound: a long paragraph.
const assumedAnswer = 512

// Tokens the chat format adds, by OpenAI's account of its own models: so many a
// message, and so many that open the answer.
const (
	aroundMessage = 4
	beforeAnswer  = 3
)

// Tokens estimates how many tokens a text has, without any model's vocabulary: a
// word of Latin or other alphabetic letters counts one for each four letters begun,
// a number one for each three digits begun, a Chinese, Japanese or Korean character
// one, any other mark one, and white space nothing.
//
// How far off: for English prose tokenizers need about a quarter of the characters,
// as here; for Chinese they need between 0.6 and 1.3 tokens a character, depending
// on the vocabulary, so that the estimate is between a quarter too low and two
// thirds too high. Other alphabets (Cyrillic, Arabic, Thai) can be half too low.
// Byte-level vocabularies never need more tokens than the text has bytes.
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

// estimate is what one request is expected to take: of the answer, the longest
// allowed.
func (r *Request) estimate() TokenUsage {
	n := beforeAnswer
	for _, m := range r.Messages {
		n += aroundMessage + Tokens(m.Text)
		for _, c := range m.Calls {
			n += aroundMessage + Tokens(c.Name) + Tokens(c.Arguments)
		}
	}
	for _, t := range r.Tools {
		n += aroundMessage + Tokens(t.Name) + Tokens(t.Description) + Tokens(string(t.Parameters))
	}
	u := TokenUsage{Prompt: n, Completion: r.MaxTokens, Estimated: true}
	if u.Completion == 0 {
		u.Completion = assumedAnswer
	}
	return u
}

// CostEstimate is what requests are expected to take, before anything is spent.
type CostEstimate struct {
	Requests int        // to be sent
	Recorded int        // answered already, or asked twice: they cost nothing
	Usage    TokenUsage // answers at their longest, 512 tokens where a request sets no bound
	Cost     Cost       // nothing cached
}

// Batched returns what the same would take by the Batch API.
func (e CostEstimate) Batched() CostEstimate {
	e.Cost = halved(e.Cost)
	return e
}

// Estimate returns what it would take to answer the requests: see [Tokens] for how,
// and how far off. What the journal holds costs nothing. A model without a price is
// an error only if there is a budget of cost.
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
		s, err := c.expect(r.Model, r.estimate())
		if err != nil {
			return CostEstimate{}, err
		}
		e.Requests++
		e.Usage = e.Usage.Add(s.Usage)
		e.Cost = e.Cost.plus(s.Cost)
	}
	return e, nil
}

// expect prices an estimate.
func (c *Client) expect(model string, u TokenUsage) (Spending, error) {
	price, ok := c.prices.Of(model)
	if !ok && c.account.budget.MaxCost > 0 {
		return Spending{}, fmt.Errorf("%w for model %q: want one in the file of prices, or no budget of cost", ErrUnpriced, model)
	}
	return Spending{Answers: 1, Usage: u, Cost: price.Cost(u)}, nil
}
