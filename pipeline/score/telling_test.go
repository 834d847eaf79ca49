package score

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A point counts where the writer argues it, though the sentence has words by which others reject a thought,
// suppose or quote something; where the writer does so, it doesn't count.
func TestFramesOfPoints(t *testing.T) {
	terms := map[bool][]string{
		true:  {"invoice+before+pay", "!silence+agree"},
		false: {"开票+先+付款", "!算不上,不等于+同意"},
	}
	for text, want := range map[string]KeywordOutcome{
		// what stands between two quotations is no quotation
		`The so-called "default" is only that the invoice had to come before payment, which is no "delay".`: Credited,
		`The law says, "the invoice has to come before payment, in each and every case".`:                   Absent,
		"We first argue that the invoice had to come before payment.":                                       Credited,
		"We first thought that the invoice had to come before payment.":                                     Absent,
		"The plaintiff had said that the invoice would come before payment.":                                Credited,
		"The plaintiff sent no invoice, so it cannot claim payment before it does.":                         Credited,
		"It cannot say that the invoice had to come before payment.":                                        Absent,

		"账目与送货单不一致，说明应当先开票后付款，其所称的迟延不符合事实。": Credited,
		"事情很清楚，再说应当先开票后付款，是站不住脚的。":          Absent, // the comma is ", " when folded
		"退一步讲，如果应当先开票后付款，货款也已付清。":           Absent,
		"以上事实说明先开票后付款，原告的主张站不住脚。":           Credited,
		"答辩人认为，应当先开票后付款，原告的观点不能成立。":         Credited,
		"答辩人曾主张先开票后付款，原告没有回应。":              Credited,
		"答辩人曾以为应当先开票后付款。":                   Absent,
		"应当先开票后付款。对方的沉默算不上同意。":              Absent, // the opposite
	} {
		latin := text[0] < 0x80
		point := value.Answer{Kind: value.Text, Text: "exceptio", Aliases: terms[latin]}
		r := &Reference{Question: "Q", KeyAnswer: []string{"X1"}, KeyMiddle: []string{point.Text}, MiddleValues: []value.Answer{point}, Written: true}
		if _, verdicts := Strict(r, &Attempt{Answer: text}); verdicts[1].Outcome != want {
			t.Errorf("%q: %s, want %s", text, verdicts[1].Outcome, want)
		}
	}
}

// A paper makes no concession of the side that writes, but is itself conceded.
func TestPapersConcedeNothing(t *testing.T) {
	p := parties{own: strings.NewReplacer()}
	for sentence, want := range map[string]act{
		"the complaint is conceded": concedes, "the contract is admitted": concedes, "we accept the contract": concedes,
		"the application of may makes no complaint": tells, "there is a letter that admits the debt": tells,
	} {
		if got := p.actOf(sentence, ""); got != want {
			t.Errorf("%q: act %v, want %v", sentence, got, want)
		}
	}
}
