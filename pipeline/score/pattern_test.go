package score

import (
	"slices"
	"strings"
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
		{"Notice of the invoice was given.", "no,not,never+invoice", false},
		{"No invoice was sent.", "no,not,never+invoice", true},
		{"The invoices can't be traced.", "not+invoice", true},
		{"The invoice cannot be traced.", "not+invoice", true},
		{"Every party signed.", "part+sign", false},
		{"The parts were signed for.", "part+sign", true},
		{"The claimant signed.", "claim+sign", false},
		{"The claimed price is barred.", "claim+bar", true},
		{"They were reconciled on payment.", "reconcil+pay", true},
		{"A partner signed.", "part*+sign", true},
		{"The invoice arrived in May.", "invoice+arriv,came+-not,never", true},
		{"The invoice never arrived.", "invoice+arriv,came+-not,never", false},
		{"The invoice never arrived.", "!invoice+arriv", false}, // an opposite
		{"The law says: \"Whoever must send an invoice sends it before payment.\"", "invoice+before+pay", false},
		{"法律规定：“应当先开具发票的一方没有开票的，对方有权拒绝付款，直到其开票为止。”", "开票,发票+先,之前+付款", false},
		{"所谓“先开票”，是付款的条件。", "开票,发票+先,之前+付款", true},
		{"anything", "+", false},
		{"anything", "any*+ , ", false},
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

// A text that says the opposite of a point does not make it, unless it reports or supposes that, or asks
// whether it is so.
func TestOppositesOfPoints(t *testing.T) {
	point := value.Answer{Kind: value.Text, Text: "履行顺序", Aliases: []string{"开票,发票+先,之前+付款", "!发票+收到,寄到+-没,未"}}
	r := &Reference{Question: "请写一份答辩状。", KeyAnswer: []string{"甲城市东路一号"}, KeyMiddle: []string{"履行顺序"}, MiddleValues: []value.Answer{point}, Written: true}
	for text, want := range map[string]KeywordOutcome{
		"原告开票在先，答辩人付款在后。":             Credited,
		"原告开票在先，答辩人付款在后。发票早已收到。":      Absent,
		"原告开票在先，答辩人付款在后。发票没有收到。":      Credited,
		"原告开票在先，答辩人付款在后。原告称发票已经寄到。":   Credited,
		"原告开票在先，答辩人付款在后。关于发票是否收到的问题。": Credited,
	} {
		if _, verdicts := Strict(r, &Attempt{Answer: text}); verdicts[1].Outcome != want {
			t.Errorf("%q: %s, want %s", text, verdicts[1].Outcome, want)
		}
	}
}

// A pattern is stated by a text whose sentences state it, in any order of its groups, whatever stands around
// that sentence.
func FuzzStatesPattern(f *testing.F) {
	for _, term := range []string{"invoice,开票+first,before,先", "pay+-not", "-a+b", "+", "a++b", "not+pay*", "*+,", "(+[", "\xff+é"} {
		f.Add("The invoices had to come first. 先开票，后付款；cannot be paid", term)
	}
	f.Fuzz(func(t *testing.T, text, term string) {
		if strings.Contains(term, "!") {
			return // its first group says what the pattern is
		}
		states := StatesPattern(text)(term)
		groups := strings.Split(term, "+")
		slices.Reverse(groups)
		if back := StatesPattern(text)(strings.Join(groups, "+")); back != states {
			t.Errorf("%q states %q: %v; turned round: %v", text, term, states, back)
		}
		if states && !IsPattern(term) {
			t.Errorf("%q is no pattern", term)
		}
		if around := StatesPattern("x\n" + text + "\nx")(term); states && !around {
			t.Errorf("%q does not state %q between other lines", text, term)
		}
	})
}
