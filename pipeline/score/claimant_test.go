package score

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// What a claimant says of its own claim is argued, and what it reports of the debtor, or concedes, is not;
// of the same words in a statement of defence the contrary holds.
func TestPointsOfClaims(t *testing.T) {
	for _, c := range []struct {
		form, term string
		argued     []string
		not        []string
	}{
		{"民事起诉状\n\n原告：【名称】", "时效中断",
			[]string{"原告认为，催款函送达被告以后诉讼时效中断，期间没有届满。", "被告主张时效已过，但原告的函件已使时效中断。"},
			[]string{"被告主张时效中断以后又已届满。", "原告不主张时效中断。"}},
		{"民事起诉状\n\n原告：【名称】", "付款条件",
			[]string{"合同约定的付款条件只有期限届满一项，现已具备，被告应当支付。"},
			[]string{"被告认为付款条件还差一项。"}},
		{"STATEMENT OF CLAIM\n\nPlaintiff: [name]", "condition of payment",
			[]string{"The plaintiff submits that the only condition of payment has been met.", "An invoice is no condition of payment under the contract."},
			[]string{"The defendant says that a condition of payment is still to come.", "The plaintiff does not rely on a condition of payment."}},
	} {
		g := NewGrader(&Reference{
			Question: "请撰写：\n\n" + c.form, KeyAnswer: []string{"8841"}, Values: []value.Answer{{Kind: value.Text, Text: "8841"}},
			KeyMiddle: []string{c.term}, Written: true,
		})
		grade := func(text string) bool {
			_, verdicts := g.Strict(&Attempt{Answer: "8841\n" + text})
			return slices.ContainsFunc(verdicts, func(v KeywordVerdict) bool { return v.Keyword == c.term && v.Outcome == Credited })
		}
		for _, text := range c.argued {
			if !grade(text) {
				t.Errorf("%q does not argue %q in a claim", text, c.term)
			}
		}
		for _, text := range c.not {
			if grade(text) {
				t.Errorf("%q argues %q in a claim", text, c.term)
			}
		}
	}
	for question, want := range map[string]bool{
		"请撰写一份答辩状。\n\n民事起诉状\n原告：甲\n\n民事答辩状\n答辩人：【名称】": false, "民事起诉状\n原告：【名称】": true, "起诉状里要写到被告的地址，请查一下。": false,
	} {
		if isClaim(question) != want {
			t.Errorf("isClaim(%q) = %v, want %v", question, !want, want)
		}
	}
}
