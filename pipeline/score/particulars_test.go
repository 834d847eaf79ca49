package score

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A plea is made by a paragraph about what it rests on, in any words, in which the side that writes argues in words of
// its own, and by none in which it concedes something, copies the question or speaks of another plea.
func TestPleasByParticulars(t *testing.T) {
	const question = "Please write a statement of defence. On 20 July 2018 the client paid CNY 1,300; the plaintiff cannot have overlooked it."
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	paid := "@CNY 1,300|20 July 2018|Milava Builders Ltd.|Article 12 of the Civil Code"
	r := &Reference{Question: question, KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle:    []string{"discharged", "deducted", "excessive"},
		MiddleValues: []value.Answer{point("discharged", paid), point("deducted", paid), point("excessive", "@0.1%|36.5%|Article 34 of the Civil Code")}}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Thirteen hundred yuan came in long ago. It must not be asked for again.", []string{"discharged", "deducted"}},
		{"1. The transfer\nWhat was sent on July 20, 2018 has to come off.", []string{"discharged", "deducted"}},
		{"Milava has had its money, and the plaintiff is not entitled to more.", []string{"discharged", "deducted"}},
		{"Under Art. 12, whoever has been paid cannot ask twice.", []string{"discharged", "deducted"}},
		{"One tenth of a percent, that is 36.5% a year and 0.1% a day, has no basis.", []string{"excessive"}},
		{"The rate is 0.1%. It has no basis.", nil},
		{"CNY 1,300 was paid on 20 July 2018.", nil},
		{"On 20 July 2018 the client paid CNY 1,300; the plaintiff cannot have overlooked it.", nil},
		{"Article 12 of the Civil Code, Article 34 of the Civil Code, CNY 1,300, 20 July 2018, 0.1%, 36.5%", nil},
		{"The CNY 1,300 was for another order. We do not ask that it be taken off, and the claim must be met.", nil},
		{"Under Article 34 the sum must be deducted.", []string{"excessive"}},
		{"The sum must be deducted.", []string{"discharged", "deducted"}},
	} {
		_, verdicts := Strict(r, &Attempt{Answer: c.text})
		var got []string
		for _, v := range verdicts[1:] {
			if v.Outcome == Credited {
				got = append(got, v.Keyword)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q makes %q, want %q", c.text, got, c.want)
		}
	}
}
