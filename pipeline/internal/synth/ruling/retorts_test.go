package ruling

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Answers to what a debtor has said make their points in other words than the reference's; whoever gives the
// answer up, or says the opposite, makes none.
func TestAnswersInOtherWords(t *testing.T) {
	forms := map[string]string{"zh": "民事起诉状", "en": "STATEMENT OF CLAIM"}
	for _, c := range []struct{ language, retort, made, not string }{
		{"zh", "limitation", "原告的催告已经打断了三年的期间，该期间从收到函件之日起重新起算，现在还没有届满。", "原告承认时效没有中断，三年期间已经届满。"},
		{"zh", "invoice", "开票只是从给付义务，与付款不构成对价；双方从未把开具发票约定为支付的前提。", "被告主张发票是付款的前提，原告对此没有异议。"},
		{"zh", "upstream", "被告同其下家的关系不能约束原告；背靠背的支付条件双方没有约定过。", "原告同意等被告的客户付款以后再付，对此没有异议。"},
		{"zh", "quality", "异议期内没有书面异议，应当认定履行合格，被告现在无权拒付。", "原告承认货物有瑕疵。"},
		{"zh", "signer", "合同授权该人签收，其签字的后果应由被告承受，对被告有约束。", "原告承认该人是自己的员工。"},
		{"zh", "management", "换人以后被告的法人资格没有改变，这只是其内部人事，不影响债务。", "原告不再向被告主张，债务由前任负责人个人承担。"},
		{"en", "limitation", "The demand stopped the clock: limitation is interrupted by it and started again on receipt.", "The plaintiff concedes that the period of limitation was never interrupted."},
		{"en", "invoice", "Invoicing is a collateral obligation and no precondition of the price.", "The plaintiff accepts that invoices had to come first."},
		{"en", "upstream", "The customer is a third party, and the contract is not conditional on what it pays.", "The plaintiff is content to wait for the customer of the defendant."},
		{"en", "quality", "Having said nothing in writing, the defendant is taken to have accepted the goods as conforming, and it is too late to raise a defect so as not to pay.", "The plaintiff admits that the goods were poor."},
		{"en", "signer", "The contract appointed him and so authorised him; what he signed binds the defendant.", "The plaintiff accepts that he was a stranger."},
		{"en", "management", "It remains the same legal entity, and a new representative is an internal matter.", "The plaintiff no longer claims from the company but from its former head."},
	} {
		i := slices.IndexFunc(open(t, c.language).retorts, func(p retort) bool { return p.ID == c.retort })
		r := &score.Reference{Question: "请撰写：\n\n" + forms[c.language], KeyAnswer: []string{"甲城市东路一号"}, Written: true}
		for _, point := range open(t, c.language).retorts[i].Points {
			r.KeyMiddle = append(r.KeyMiddle, point[0])
			r.MiddleValues = append(r.MiddleValues, value.Answer{Kind: value.Text, Text: point[0], Aliases: point[1:]})
		}
		for text, want := range map[string]score.KeywordOutcome{c.made: score.Credited, c.not: score.Absent} {
			_, verdicts := score.Strict(r, &score.Attempt{Answer: text})
			for _, v := range verdicts {
				if v.Keyword != r.KeyAnswer[0] && (v.Outcome == score.Credited) != (want == score.Credited) {
					t.Errorf("%s %s: %q is %s in %q", c.language, c.retort, v.Keyword, v.Outcome, text)
				}
			}
		}
	}
}
