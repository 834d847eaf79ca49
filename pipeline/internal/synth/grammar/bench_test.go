package grammar_test

import (
	"fmt"
	"strings"
	"testing"
)

// A paragraph of about 300 characters by four levels of rules, of which some
// need slots, with lists and capitals.
func BenchmarkExpand(b *testing.B) {
	var y strings.Builder
	y.WriteString(`
top: ["{^opening} {sentence} {sentence} {claim?} {sentence} {closing?70}"]
opening: ["{$claimant} brought this action against {$defendant} on {$day}.", "this matter began when {$claimant} sued {$defendant}.", "{$third} joined {$claimant} on {$day}."]
sentence: ["{^clause} and {clause}.", {weight: 3, text: "{^clause}, although {clause}."}, "{^clause} within {#7-30} days."]
clause: ["the {adjective} {noun} {verb} the {noun}", "{noun*2-3|, | and } {verb} the {adjective} {noun}", "{$defendant} {verb} {$amount}"]
claim: ["{^$claimant} asks for {$amount}{interest?}."]
interest: [" with interest from {$day}", " and costs of {$costs}"]
closing: ["Nothing more was {verb}."]
`)
	for _, word := range []string{"noun", "adjective", "verb"} {
		y.WriteString(word + ":\n")
		for i := range 100 {
			fmt.Fprintf(&y, "- {text: %s%02d, weight: %d}\n", word, i, 1+i%7)
		}
	}
	g := load(b, y.String())
	slots := map[string]string{"claimant": "Ashmere Timber", "defendant": "Kelver Freight", "day": "2019-12-11", "amount": "24.09 million"}
	r := source(1)
	size := 0
	for b.Loop() {
		size += len(g.Expand(r, "top", slots))
	}
	b.ReportMetric(float64(size)/float64(b.N), "bytes/text")
	b.ReportAllocs()
}
