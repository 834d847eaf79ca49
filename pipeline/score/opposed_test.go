package score

import (
	"strings"
	"testing"
)

// A respondent who opposes something may do so in words that, a little otherwise, concede it.
func TestOppositionIsNoConcession(t *testing.T) {
	for _, sentence := range []string{
		"The respondent owes nothing of that sum.",
		"We owe at most the balance.",
		"The plaintiff is not entitled to the 66,000.",
		"The plaintiff is hardly right when it leaves the transfers out.",
		"Otherwise the same sum would be paid twice.",
		"It would have to be paid by whoever built badly.",
		"The respondent has paid in full for that lot.",
		"CNY 98,000 has since been paid.",
		"The later date was agreed orally and confirmed the same day.",
		"No such charge should be allowed.",
		"Nothing beyond that may stand.",
		"It is irrelevant that the respondent used the goods.",
		"Whether the goods were sold on is immaterial.",
		"The respondent put a mat beneath it.",
		"The change of the sign was too slight to mislead anybody.",
		"The plaintiff promised time and must stand by its word.",
		"The worker has not been right about the hours.",
		"伤者自己的疏忽造成了摔倒，应当减轻责任。",
		"受害人自己的过失是主要原因。",
		"原告并非没有过错。",
		"不能认为原告没有过错。",
		"原告主张其没有责任，与事实不符。",
		"起诉时不在总额里减去，属于重复主张。",
		"原告难辞其咎。",
		"返工是原告责无旁贷的义务。",
		"损失是原告自己造成的。",
		"该费用应由原告承担，从工程款中扣除。",
		"原告收到22300元却不扣减。",
		"这不是我方自己造成的。",
		"原告应当赔偿。",
		"原告没有理由拒绝扣减。",
		"对方没有理由不减。",
		"后经核实，货物不是我公司收到的。",
		"经核实，收货单上的签字不是我方人员所签。",
		"原告无误期之说不实。",
	} {
		if (parties{own: strings.NewReplacer()}).actOf(fold(strings.TrimRight(sentence, ".。")), "") == concedes {
			t.Errorf("%q concedes", sentence)
		}
	}
	for _, sentence := range []string{
		"The respondent owes the sum.",
		"The plaintiff is quite right.",
		"The plaintiff is entitled to the 66,000.",
		"That too would have to be paid.",
		"The item may stand.",
		"The matter is irrelevant.",
		"The sum is too small to quarrel over.",
		"It would be beneath us to raise it.",
		"It must be paid in full.",
		"The extra work was ordered orally.",
		"These lots were used by the branch, and the price stands.",
		"We chose to improve it at our own cost.",
		"The plaintiff's work was as drawn.",
		"原告没有过错。",
		"这笔费用我公司自行消化。",
		"付的是上一个项目的尾款，跟本案没有牵连。",
		"迟延是我方自己造成的。",
	} {
		if got := (parties{own: strings.NewReplacer()}).actOf(fold(strings.TrimRight(sentence, ".。")), ""); got != concedes {
			t.Errorf("%q concedes nothing", sentence)
		}
	}
}
