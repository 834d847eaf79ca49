package score

import "testing"

// A point is argued where the side that writes takes it, and not where it concedes the matter, reports
// another side or supposes it.
func TestConcededPoints(t *testing.T) {
	for _, c := range []struct {
		point  string
		argued []string
		not    []string
	}{
		{"付款条件", []string{
			"一、付款条件\n资料没有交齐，付款条件没有满足，原告无权要求付款。",
			"答辩人认可双方签过合同，但付款条件没有满足。",
			"对签约一事没有异议。\n付款条件没有满足。",
			"答辩人不认可付款条件已经成就的说法。",
		}, []string{
			"一、付款条件\n资料已经交齐，条件早已成就。",
			"关于付款条件，资料已经交齐。答辩人对此没有异议。",
			"原告主张付款条件已经成就。",
			"如果付款条件没有满足，答辩人自会拒绝。",
			"原告称双方约定了付款条件，理应等待。实际上双方从无约定。",
		}},
		{"第三方", []string{"取样时没有第三方在场，真实性不能认可。"}, []string{"取样有第三方在场。答辩人认可样品真实。"}},
		{"contributory fault", []string{
			"The claimant ignored the warnings. This is contributory fault, and the sum must be reduced.",
			"The respondent accepts that the pipe burst. However, there was contributory fault.",
			"The respondent does not admit that contributory fault is excluded.",
			"The claimant says that there was no contributory fault, which is wrong.",
		}, []string{
			"2. Contributory fault\nThe claimant kept to the rules. The respondent has no complaint of it.",
			"The claimant says that there was contributory fault on both sides.",
			"If there had been contributory fault, the sum would have been less.",
			"It might have been argued that there was contributory fault. The respondent does not do so.",
			"The claimant says that we, too, speak of contributory fault. That is not so.",
			"The company takes no point on contributory fault.",
		}},
	} {
		r := &Reference{Question: "Q", KeyAnswer: []string{"甲城市东路一号"}, KeyMiddle: []string{c.point}, Written: true}
		for i, text := range append(c.argued, c.not...) {
			_, verdicts := Strict(r, &Attempt{Answer: text})
			if got, want := verdicts[1].Outcome == Credited, i < len(c.argued); got != want {
				t.Errorf("%q in %q is credited: %v, want %v", c.point, text, got, want)
			}
		}
	}
}
