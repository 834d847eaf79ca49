package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A pattern is stated by a sentence that has a word of each of its groups.
func TestStatesPattern(t *testing.T) {
	for _, c := range []struct {
		text, term string
		want       bool
	}{
		{"双方写明先开票，后付款。", "开票,发票+先,之前+付款", true},
		{"付款在后，发票在先。", "开票,发票+先,之前+付款", true},
		{"发票至今没有。付款在先。", "开票,发票+先,之前+付款", false},
		{"The invoices had to come first, and payment after them.", "invoice+first,before+pay", true},
		{"The invoices are missing. Payment came first.", "invoice+first,before+pay", false},
		{"It repays what was first invoiced.", "invoice+first,before+pay", false},
		{"先生来了。双方约定先开票，后付款。", "开票,发票+先,之前+付款", true},            // in the second sentence
		{"It was prepaid, not paid first.", "paid+first", true}, // the second place is a word of its own
		{"It was prepaid first.", "paid+first", false},
		{"开票，先，付款", "开票", false},
		{"", "a+b", false},
	} {
		if got := StatesPattern(c.text)(c.term); got != c.want {
			t.Errorf("%q states %q: %v, want %v", c.text, c.term, got, c.want)
		}
	}
}

// A point is made by a sentence that states one of its patterns, and not by one that declines to plead it.
func TestPointsByPattern(t *testing.T) {
	point := value.Answer{Kind: value.Text, Text: "履行顺序", Aliases: []string{"先后次序", "开票,发票+先,之前+付款"}}
	r := &Reference{Question: "请写一份答辩状。", KeyAnswer: []string{"甲城市东路一号"}, KeyMiddle: []string{"履行顺序"}, MiddleValues: []value.Answer{point}, Written: true}
	for text, want := range map[string]KeywordOutcome{
		"按照约定，原告开票在先，答辩人付款在后。": Credited,
		"双方约定了先后次序。":           Credited,
		"答辩人不主张原告应当先开票、后付款。":   Absent,
		"我方放弃原告应当先开票、后付款的抗辩。":  Absent,
		"原告没有开票。答辩人先付款。":       Absent,
	} {
		if _, verdicts := Strict(r, &Attempt{Answer: text}); verdicts[1].Outcome != want {
			t.Errorf("%q: %s, want %s", text, verdicts[1].Outcome, want)
		}
	}
}
