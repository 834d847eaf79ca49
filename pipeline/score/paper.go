package score

import "strings"

// Paper scores an attempt by the published rule. Rates are nil if the reference has no
// answer keyword or, for the process rate, if no summary was requested.
func Paper(r *Reference, a *Attempt) Rates {
	if len(r.KeyAnswer) == 0 {
		return Rates{}
	}
	rates := Rates{Success: rate(contained(a.Answer, r.KeyAnswer), len(r.KeyAnswer))}
	if a.Unsummarised {
		return rates
	}
	hits := 0
	if a.Summary != nil {
		hits = contained(*a.Summary, r.KeyAnswer) + contained(*a.Summary, r.KeyMiddle)
	}
	rates.Process = rate(hits, len(r.KeyAnswer)+len(r.KeyMiddle))
	return rates
}

// contained counts the keywords that are substrings of the text.
func contained(text string, keywords []string) (n int) {
	for _, k := range keywords {
		if strings.Contains(text, k) {
			n++
		}
	}
	return n
}
