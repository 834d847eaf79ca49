package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A point of argument is made in any of its terms, and by none of them if it is not pleaded.
func TestPointsInOtherTerms(t *testing.T) {
	for _, c := range []struct {
		point  value.Answer
		pleas  []string
		denied []string
	}{
		{value.Answer{Kind: value.Text, Text: "主体不适格", Aliases: []string{"适格被告", "主体资格"}},
			[]string{"答辩人不是本案的适格被告。", "答辩人不具有被告的主体资格。", "答辩人主体不适格。"},
			[]string{"答辩人不主张主体不适格。", "请求驳回原告的诉讼请求。", "适格被告、时效、抵销。", "答辩人对主体资格没有异议。"}},
		{value.Answer{Kind: value.Text, Text: "not the proper party", Aliases: []string{"wrong defendant"}},
			[]string{"The respondent is the wrong defendant.", "The respondent is not the proper party to this action."},
			[]string{"The claim should be dismissed.", "We do not plead that it is the wrong defendant."}},
	} {
		r := &Reference{Question: "请写一份答辩状。", KeyAnswer: []string{"甲城市东路一号"}, KeyMiddle: []string{c.point.Text, "时效", "抵销"}, MiddleValues: []value.Answer{c.point}, Written: true}
		for i, text := range append(c.pleas, c.denied...) {
			want := Credited
			if i >= len(c.pleas) {
				want = Absent
			}
			_, verdicts := Strict(r, &Attempt{Answer: text})
			if got := verdicts[1].Outcome; got != want {
				t.Errorf("%q in %q is %s, want %s", c.point.Text, text, got, want)
			}
		}
	}
}

// A point of argument is made by whoever states its term as a fact, denied facts among them; it is not
// made by whoever says that it is not pleaded.
func TestPleasAndDisclaimers(t *testing.T) {
	for _, c := range []struct {
		point  string
		pleas  []string
		denied []string
	}{
		{"因果关系", []string{
			"损害与答辩人的行为之间没有因果关系。",
			"答辩人的行为与损失之间不存在因果关系。",
			"二者之间并无因果关系，请求不能成立。",
			"原告没有提出证据证明因果关系。",
			"被答辩人未能证明因果关系的存在。",
			"因果关系不存在，答辩人不应承担责任。",
			"因果关系尚未得到证明。",
			"因果关系并未被任何证据证实。",
			"我方不认为损害与其行为之间有因果关系。",
			"本案缺乏因果关系这一要件。",
			"答辩人不得不主张本案没有因果关系。",
			"原告主张的因果关系是错误的。",
		}, []string{
			"我方不主张因果关系的抗辩。",
			"答辩人不就因果关系提出抗辩。",
			"答辩人对因果关系没有异议。",
			"我方不否认因果关系。",
			"因果关系不作为本案的抗辩理由。",
			"是否有因果关系本答辩状不予讨论，因果关系不在争议之列。",
			"我公司放弃因果关系方面的答辩意见。",
		}},
		{"真实性", []string{
			"我公司对单据的真实性不予认可。",
			"我方对真实性难以认可。",
			"原告对真实性已经认可，却又反悔。",
		}, []string{
			"我公司对真实性和证明力均予认可。",
			"答辩人就真实性表示接受。",
			"答辩人对单据的真实性不持异议。",
		}},
		{"扣减", []string{
			"该部分应当从原告主张的数额中扣减。",
			"原告不要求扣减，答辩人主张予以扣减。",
			"被答辩人没有扣减已付的款项。",
		}, []string{
			"原告主张的数额中不存在应当扣减的已付款。",
			"我公司不请求扣减。",
			"我公司不要求扣减任何款项。",
			"本案无须扣减。",
			"我方不以付过款拒绝支付，也不申请扣减。",
		}},
		{"付款的前提", []string{"双方以客户付款作为付款的前提。"}, []string{"双方并没有以客户付款作为付款的前提。"}},
		{"诉讼时效", []string{
			"原告的请求已过诉讼时效。",
			"原告没有在诉讼时效期间内主张权利，其诉讼时效已经届满。",
			"原告从未主张权利，诉讼时效没有中断。",
			"答辩人不仅主张诉讼时效已过，还主张抵销。",
			"我方不主张抵销，而主张诉讼时效已经届满。",
			"我方不放弃诉讼时效抗辩。",
			"被告从未放弃诉讼时效利益。",
			"我方没有同意放弃诉讼时效。",
			"原告北岭公司不主张诉讼时效中断，诉讼时效已经届满。",
		}, []string{
			"被告没有提出诉讼时效抗辩。",
			"本案不适用诉讼时效。",
			"答辩人并不主张诉讼时效已过。",
			"我方不以诉讼时效为由拒绝履行。",
			"诉讼时效问题，本案不涉及。我方无意援引诉讼时效。",
			"我方未就诉讼时效提出抗辩。",
			"诉讼时效的抗辩我方不再坚持。",
			"不主张诉讼时效。",
			"答辩人暂不主张诉讼时效抗辩。",
			"被告北岭公司不主张诉讼时效。",
			"答辩人：北岭公司\n北岭公司不主张诉讼时效。",
			"我方不得不放弃诉讼时效。",
			"诉讼时效抗辩我方放弃。",
		}},
		{"质量异议", []string{
			"原告收到货物以后，没有提出质量异议。",
			"北岭公司在约定的期间内未提出质量异议。",
			"买受人从未提出过质量异议，应当视为合格。",
		}, []string{"我方没有提出质量异议。", "答辩人撤回质量异议。"}},
		{"抵销", []string{"抵销的债权双方均无异议。"}, []string{"抵销双方均无异议。"}},
		{"set-off", []string{"Set-off is available because the cross-debt is not disputed."}, []string{"Set-off is not pleaded."}},
		{"善意", []string{"答辩人取得商品系出于善意。"}, []string{"答辩人并非善意。", "答辩人不是善意取得。"}},
		{"causation", []string{
			"There is no causation between what the respondent did and the loss.",
			"The claimant has not shown causation.",
			"Causation is not proved.",
			"Without causation there is no liability.",
			"The claimant does not even allege causation.",
			"Causation was never established by the claimant.",
			"The loss arose with no causation by us.",
			"We do not accept that there was causation.",
			"Acme Ltd did not submit any evidence of causation.",
			"The claimant's account of causation is wrong.",
			"We cannot but plead a want of causation.",
			"We do not plead limitation but a want of causation.",
			"There was no defect; the drop broke causation.",
		}, []string{
			"We do not plead causation.",
			"We do not dispute causation.",
			"Causation is not in issue.",
			"The respondent makes no point on causation.",
			"The respondent concedes causation.",
			"No reliance is placed on causation.",
			"Causation is not contested by the respondent.",
		}},
		{"limitation", []string{
			"The claim is barred by limitation.",
			"Limitation has run and was not interrupted.",
			"The respondent not only pleads limitation but also set-off.",
			"It is not disputed by the claimant that limitation has run.",
			"The respondent has not abandoned the plea of limitation.",
			"We were not asked to waive limitation.",
			"We do not waive limitation.",
			"The respondent does not concede limitation.",
			"The respondent hasn't waived limitation.",
			"Any submission to the contrary fails for limitation.",
			"Without question limitation has run.",
			"The abandoned goods do not interrupt limitation.",
			"Limitation is a bar because the debt is not disputed.",
			"The respondent accepts that a debt arose, but limitation has run.",
			"The claimant accepts that limitation has run.",
			"The claimant did not seek payment before limitation ran.",
		}, []string{
			"We do not rely on limitation.",
			"The respondent does not raise limitation.",
			"It is not said that limitation has run.",
			"Limitation is not pleaded.",
			"Limitation does not apply.",
			"The defendant waives limitation.",
			"We don't invoke limitation here.",
			"The respondent does not intend to argue limitation.",
			"Without relying on limitation, the respondent asks for dismissal.",
			"We are waiving limitation.",
			"We are not raising limitation.",
			"The company does not plead limitation.",
			"Acme Ltd does not plead limitation.",
			"The respondent Acme Ltd does not rely on limitation.",
			"Respondent: Acme Trading Ltd\nAcme Trading Ltd does not raise limitation.",
			"Limitation has been waived.",
			"A limitation defence is not pursued.",
			"The claimant has no case and the respondent waives limitation.",
			"We drop the plea of limitation.",
			"We accept, on the other hand, that limitation was interrupted.",
			"It is accepted that limitation has not run.",
			"The respondent acknowledges that, after its letter, limitation began anew.",
			"We do not seek the benefit of limitation.",
		}},
		{"notice of defects", []string{"The buyer raised no notice of defects.", "The claimant never gave notice of defects."},
			[]string{"We never argue that there was notice of defects.", "We withdraw the plea of notice of defects."}},
		{"abatement", []string{"An abatement is sought.", "No payment was made, and an abatement is claimed."}, []string{"No abatement is sought.", "No abatement of the price is claimed."}},
		{"defective", []string{"What was delivered was defective."}, []string{"What was delivered was not defective.", "The goods weren't defective."}},
	} {
		r := &Reference{Question: "请写一份答辩状。", KeyAnswer: []string{"甲城市东路一号"}, KeyMiddle: []string{c.point}, Written: true}
		for i, text := range append(c.pleas, c.denied...) {
			want := Credited
			if i >= len(c.pleas) {
				want = Absent
			}
			_, verdicts := Strict(r, &Attempt{Answer: text})
			if got := verdicts[1].Outcome; got != want {
				t.Errorf("%q in %q is %s, want %s", c.point, text, got, want)
			}
		}
	}
}
