package score

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// What a defence asks for tells which pleas it makes, whatever its paragraphs say.
func TestConsequences(t *testing.T) {
	const question = "Please write a statement of defence. The plaintiff claims CNY 50,000 with interest at 0.1% a day, that is 36.5% a year. CNY 1,300 and CNY 700 were paid. The plaintiff bears 20%."
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	r := &Reference{Question: question, KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle: []string{"discharged", "contributory fault", "excessive"},
		MiddleValues: []value.Answer{
			point("discharged", "@CNY 1,300|20 July 2018|CNY 700|CNY 2,000"),
			point("contributory fault", "@20%|Article 5 of the Civil Code"), point("excessive", "@0.1%|36.5%"),
		}}
	const facts = `CNY 1,300 and CNY 700 came in on 20 July 2018. That must come off.
Under Article 5 the plaintiff must bear 20% of it.
Interest at 0.1% a day, or 36.5% a year, has no basis.`
	for _, c := range []struct{ relief, facts, want string }{
		{"That the claim beyond CNY 38,400 and all interest be dismissed.", facts, "discharged, contributory fault, excessive"},
		{"That the claim beyond CNY 48,000 and the interest be dismissed.", facts, "discharged, excessive"},
		{"That the claim beyond CNY 40,000 and the interest be dismissed.", facts, "contributory fault, excessive"},
		{"That the claim beyond CNY 38,400 be dismissed.", facts, "discharged, contributory fault"},
		{"That the claim beyond CNY 50,000 be dismissed.", facts, ""},
		{"That the claim be dismissed; failing that, beyond CNY 48,000; failing that, beyond CNY 38,400.", facts, "discharged, contributory fault, excessive"},
		{"That the claim be dismissed.", facts, "discharged, contributory fault, excessive"},
		{"That the claim be dismissed with interest.", facts + "\nThis leaves CNY 48,000.", "discharged, excessive"},
		{"That CNY 50,000 be paid in four instalments.", facts, ""},
		{"That the claim beyond CNY 38,400 and the interest be dismissed.", strings.Replace(facts, "20 July 2018.", "20 July 2018. We admit that the slips are lost.", 1), "discharged, contributory fault, excessive"},
		{"That the claim and the interest be dismissed.", strings.Replace(facts, "20 July 2018.", "20 July 2018. We admit that the slips are lost.", 1), "contributory fault, excessive"},
		// what is left before a plea is argued, or as another side says
		{"That the claim be dismissed.", strings.Replace(facts, "come off.", "come off, which leaves CNY 48,000.", 1), "discharged, contributory fault, excessive"},
		{"That the claim be dismissed.", facts + " The plaintiff says that CNY 40,000 is left.", "discharged, contributory fault, excessive"},
		{"That all claims be dismissed; in the alternative, that no more than CNY 48,000 be allowed.", facts, "discharged, contributory fault, excessive"},
		{"That the claim be dismissed.", facts + "\nWe have nothing against the papers on the CNY 50,000.", "discharged, contributory fault, excessive"},
		// a relief may name the claim that it opposes
		{"That judgment be given for the respondent on the claim of CNY 50,000.", facts, "discharged, contributory fault, excessive"},
		{"That the claim for CNY 50,000 be struck out.", facts, "discharged, contributory fault, excessive"},
		{"That the claim for CNY 50,000 be denied.", facts, "discharged, contributory fault, excessive"},
		{"That the claim for CNY 50,000 be held unfounded.", facts, "discharged, contributory fault, excessive"},
		{"That the respondent be cleared of the claim for CNY 50,000.", facts, "discharged, contributory fault, excessive"},
		// or accept what is left of it, and oppose other claims
		{"The respondent accepts CNY 38,400.", facts, "discharged, contributory fault"},
		{"The respondent accepts CNY 38,400 and no interest.", facts, "discharged, contributory fault, excessive"},
		{"That judgment be entered for CNY 38,400 and the remaining claims be dismissed.", facts, "discharged, contributory fault, excessive"},
		// costs are no part of the claim, and who opposes interest alone makes no deduction
		{"That the claim be granted in instalments, half of the costs to be borne by each side.", facts, ""},
		{"The claim for CNY 50,000 is not contested; that the costs be reduced by half.", facts, ""},
		{"That interest be limited to what banks charge, and the rest of the claim for interest be dismissed.", facts, "excessive"},
		// or who names what is to come off
		{"That CNY 2,000 and the interest be disallowed.", facts, "discharged, excessive"},
		{"That CNY 1,300, CNY 700 and the interest be disallowed.", facts, "discharged, excessive"},
		{"That CNY 2,000, being CNY 1,300 and CNY 700, and the interest be disallowed.", facts, "discharged, excessive"},
		{"That CNY 2,000 be deducted, and the sum reduced by 20%.", facts, "discharged, contributory fault, excessive"},
		{"That CNY 700 and the interest be disallowed.", facts, "excessive"},
		// reasons may be rows of a table
		{"That the claim beyond CNY 38,400 be dismissed.", "| Item | Reason |\n|---|---|\n| 20 July 2018 | CNY 2,000 were paid |\n| 20%, Article 5 | fault of the plaintiff |", "discharged, contributory fault"},
		// what is conceded besides is no plea, and the relief argues none
		{"That the claim and the interest be dismissed.", strings.Replace(facts, "has no basis.", "has no basis. The balance is accepted.", 1), "discharged, contributory fault, excessive"},
		{"That the claim beyond CNY 48,000 and interest at 0.1% a day, or 36.5% a year, be dismissed.", "CNY 1,300 and CNY 700 came in on 20 July 2018. That must come off.", "discharged"},
		// interest on what is dismissed opposes no rate, and who asks for a lower rate may tell little of it
		{"That the claim beyond CNY 48,000, and interest on that excess, be dismissed.", facts, "discharged"},
		{"That all claims be dismissed; failing that, that interest above the bank rate be dismissed.", "The contract says when to pay. Of 36.5% it says nothing.", "excessive"},
		// nor does interest on what is left if it has no limit, and who accepts the rate argues nothing against it
		{"That the claim beyond CNY 48,000 be dismissed, and interest on the sum be limited to the bank rate.", facts, "discharged, excessive"},
		{"That the claim beyond CNY 48,000 be dismissed, and interest on that sum be limited to 4% a year.", facts, "discharged, excessive"},
		{"That the claim beyond CNY 48,000 be dismissed; the rate of interest is accepted.", facts, "discharged"},
		{"That the claim beyond CNY 48,000 be dismissed. The rate of interest is not disputed.", facts, "discharged"},
		{"That the claim beyond CNY 48,000 be dismissed; the respondent agrees to the rate claimed.", facts, "discharged"},
		// a plea may be made in its own term alone
		{"That the claim be dismissed.", "CNY 1,300 and CNY 700 came in on 20 July 2018. That must come off.\nThe rate of interest is excessive and must be reduced.", "discharged, excessive"},
		// what is asked for beside time, or beside what is not asked for
		{"The respondent asks for no interest to be awarded, and for the claim beyond CNY 48,000 to be dismissed.", facts, "discharged, excessive"},
		{"The respondent does not ask for time and asks that the claim beyond CNY 48,000 and interest be dismissed.", facts, "discharged, excessive"},
		{"That a stay of execution be granted and the claim be dismissed.", facts, "discharged, contributory fault, excessive"},
		// who asks for time, or says what is not asked for, opposes nothing
		{"That the claims be allowed, save that execution be stayed until the spring.", facts, ""},
		{"The respondent does not ask that the claim be dismissed. It asks that CNY 50,000 be payable in two months.", facts, ""},
		{"That the respondent be ordered to pay as claimed, in monthly sums.", facts, ""},
		{"That a stay of execution be granted.", facts, ""},
		// what is left in the alternative tells of pleas behind the first, and a conclusion is drawn from what is a reason
		{"That the claim be dismissed; failing that, that it be dismissed beyond CNY 40,000.", "Under Article 5 the plaintiff must bear 20% of it.\nOf CNY 1,300 and CNY 700, paid on 20 July 2018, nothing can be recovered twice.", "contributory fault"},
		{"That the claim be dismissed.", "Under Article 5 the plaintiff must bear 20% of it.\nAs to CNY 1,300 and CNY 700, the slips of 20 July 2018 were for pencils.", "contributory fault"},
		// what is opposed behind a concession is not conceded
		{"That the claim be dismissed.", "We admit that the slips are lost. But CNY 1,300 and CNY 700 came in on 20 July 2018, and so much of the claim should be dismissed.", "discharged"},
		// a rate may be in words, and facts may be argued by telling them
		{"That all claims be dismissed.", "One thousandth a day is 36.5% a year. Nobody wrote that into the contract.", "excessive"},
	} {
		if got := pointsMade(r, "STATEMENT OF DEFENCE\n\nRelief sought:\n"+c.relief+"\n\nFacts and reasons:\n"+c.facts); got != c.want {
			t.Errorf("%q makes %q, want %q", c.relief, got, c.want)
		}
	}
}

// A paragraph may tell the facts of a plea in words of the client's, without a day or a sum.
func TestFactsInOwnWords(t *testing.T) {
	r := &Reference{Question: "Write a statement of defence.\nThe plaintiff claims CNY 9,000 for a fall on a wet floor.\nThe client says: the caretaker mopped the corridor one hour before, put a yellow warning trestle up and signed the inspection sheet.",
		KeyAnswer: []string{"8841"}, Written: true, KeyMiddle: []string{"due care"},
		MiddleValues: []value.Answer{{Kind: value.Text, Text: "due care", Aliases: []string{"@one hour|Article 4 of the Civil Code"}}}}
	for facts, want := range map[string]string{
		"The caretaker had inspected the corridor and signed the sheet. A yellow trestle stood there.":  "due care",
		"The caretaker had inspected the corridor. A yellow trestle stood there. We do not rely on it.": "",
		"The plaintiff has proved nothing.": "",
	} {
		if got := pointsMade(r, "Relief sought:\nThat the claim be dismissed.\nFacts and reasons:\n"+facts); got != want {
			t.Errorf("%q makes %q, want %q", facts, got, want)
		}
	}
}

func TestFractions(t *testing.T) {
	for text, want := range map[string]string{"三成": "30", "三成半": "35", "0.5‰": "0.05", "one thousandth of it": "0.1", "three tenths": "30", "six ten-thousandths": "0.06", "two per mille": "0.2", "the tenth of May": ""} {
		got := ""
		for _, m := range fractionsIn(text) {
			got += m.Number.String()
		}
		if got != want {
			t.Errorf("%q is %q per cent, want %q", text, got, want)
		}
	}
}

// pointsMade returns the middle keywords that a text is credited with.
func pointsMade(r *Reference, text string) string {
	_, verdicts := Strict(r, &Attempt{Answer: text})
	var made []string
	for _, v := range verdicts[1:] {
		if v.Outcome == Credited {
			made = append(made, v.Keyword)
		}
	}
	return strings.Join(made, ", ")
}

// The same in Chinese, with a share that is no whole percentage.
func TestConsequencesInChinese(t *testing.T) {
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	r := &Reference{Question: "请撰写一份答辩状。原告请求支付50000元及利息，按日万分之十计算。已付1300元和700元。原告应承担12.5%。", KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle: []string{"清偿", "与有过失", "过高"},
		MiddleValues: []value.Answer{
			point("清偿", "@1300元|2018年7月20日|700元|2000元"),
			point("与有过失", "@12.5%|《民法典》第五条"), point("过高", "@万分之十|36.5%"),
		}}
	const facts = `2018年7月20日付了1300元和700元，应当从中扣除，扣除后为48000元。
依照《民法典》第五条，原告自己应当承担其中的12.5%，应予减轻。
日万分之十即年利率36.5%的利息没有依据，应予调低。`
	const all = "清偿, 与有过失, 过高"
	for relief, want := range map[string]string{
		"驳回原告的诉讼请求。":                       all,
		"不同意原告要求支付50000元的诉讼请求。":            all,
		"请求判令答辩人不支付原告50000元。":              all,
		"请求确认原告50000元的请求不成立。":              all,
		"请求免除答辩人50000元的付款义务。":              all,
		"请求认定原告主张的50000元没有依据。":             all,
		"请求判令答辩人仅支付42000元，驳回原告的其他诉讼请求。":    all,
		"同意支付42000元，不支付利息。":                all,
		"请求驳回原告超过42000元的部分。":               "清偿, 与有过失",
		"请求驳回原告超过48000元的部分。":               "清偿",
		"请求驳回原告超过48000元的部分及该部分的利息。":        "清偿",
		"请求驳回原告超过48000元的部分，利息相应调低至银行贷款利率。": "清偿, 过高",
		"请求驳回原告超过48000元的部分；同意原告主张的利率。":     "清偿",
		"请求驳回原告超过48000元的部分，对利率没有异议。":       "清偿",
		"请求延期付款，并驳回利息请求。":                  "过高",
		"请求延期付款并驳回利息请求。":                   "过高",
		"请求分期履行。":                          "",
		"请依法支持原告的请求。":                      "",
		"对原告请求的50000元不持异议。":                "",
		"同意支付50000元，请求分期。":                 "",
		"同意支付50000元，请求免除诉讼费。":              "",
	} {
		if got := pointsMade(r, "民事答辩状\n\n答辩请求：\n"+relief+"\n\n事实与理由：\n"+facts); got != want {
			t.Errorf("%s makes %q, want %q", relief, got, want)
		}
	}
}

// A plea that says how much of an item is owed and how much is too much takes off the latter, be it the greater sum or the
// lesser.
func TestItemInTwoSums(t *testing.T) {
	for _, c := range []struct{ left, made string }{
		{"CNY 4,600", "basis of calculation"}, // the receipt and the lesser come off, or the travel alone
		{"CNY 2,000", "basis of calculation"}, // the receipt and the greater do
		{"CNY 10,400", ""},                    // the receipt alone does
	} {
		r := &Reference{Question: "The plaintiff claims CNY 14,200 for overtime. CNY 3,800 was received, and CNY 9,600 was for travel.", KeyAnswer: []string{"8841"}, Written: true,
			KeyMiddle:    []string{"basis of calculation"},
			MiddleValues: []value.Answer{{Kind: value.Text, Text: "basis of calculation", Aliases: []string{"@CNY 8,400|CNY 5,800|Article 6 of the Labour Act"}}}}
		text := "STATEMENT OF DEFENCE\n\nRelief sought:\nThat the claim beyond " + c.left + " be dismissed.\n\nFacts and reasons:\n" +
			"By the records CNY 8,400 and CNY 5,800 are to be told apart under Article 6, and what is too much must come off."
		if got := pointsMade(r, text); got != c.made {
			t.Errorf("with %s left the text makes %q, want %q", c.left, got, c.made)
		}
	}
}

// A sum beyond which the claim is to be dismissed is left of it, even if it is a part of the claim that a plea states, and a
// day from which interest is opposed tells the plea that rests on it.
func TestLimitOfClaim(t *testing.T) {
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	r := &Reference{Question: "Please write a statement of defence. The plaintiff claims CNY 10,400 with interest from 2 August 2017.", KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle:    []string{"dismissal", "basis of calculation"},
		MiddleValues: []value.Answer{point("dismissal", "@24 May 2017|3 July 2017"), point("basis of calculation", "@CNY 7,100|CNY 3,300")}}
	const facts = "The worker stayed away on 24 May 2017 and 3 July 2017, which made the notice lawful.\nBy the slips CNY 7,100 is due, and CNY 3,300 must come off."
	for _, c := range []struct{ relief, facts, want string }{
		{"That the claim be dismissed beyond CNY 7,100.", facts, "basis of calculation"},
		{"That the claim be dismissed beyond CNY 7,100, and interest before 3 July 2017, too.", strings.Replace(facts, "lawful.", "lawful. We accept that it came late.", 1), "dismissal, basis of calculation"},
	} {
		if got := pointsMade(r, "Relief sought:\n"+c.relief+"\nFacts and reasons:\n"+c.facts); got != c.want {
			t.Errorf("%s makes %q, want %q", c.relief, got, c.want)
		}
	}
}

// A sum that is left in several ways says nothing of a plea that only some of them have.
func TestUnclearRemainder(t *testing.T) {
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	r := &Reference{Question: "Please write a statement of defence. The plaintiff claims CNY 10,000. CNY 3,000 was paid, CNY 1,000 went into repairs and CNY 2,000 is an item of another.", KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle:    []string{"discharged", "off the price"},
		MiddleValues: []value.Answer{point("discharged", "@CNY 3,000|Article 12 of the Civil Code"), point("off the price", "@CNY 1,000|Article 22 of the Civil Code")}}
	const facts = "Under Article 12, CNY 3,000 must come off.\nUnder Article 22, CNY 1,000 must come off."
	for relief, want := range map[string]string{
		"beyond CNY 7,000": "discharged, off the price", // 3,000 alone, or 1,000 and 2,000
		"beyond CNY 8,000": "",
		"beyond CNY 8,000, or failing that, beyond CNY 7,000": "discharged, off the price",
	} {
		if got := pointsMade(r, "Relief sought:\nThat the claim be dismissed "+relief+".\nFacts and reasons:\n"+facts); got != want {
			t.Errorf("%s makes %q, want %q", relief, got, want)
		}
	}
}

// A plea that states no sum takes off what the others do not, if the reference leaves so much of the claim.
func TestSilentDeduction(t *testing.T) {
	r := &Reference{Question: "Please write a statement of defence against the claim of CNY 9,000, of which CNY 2,500 is said to be cash.",
		KeyAnswer: []string{"8841"}, Written: true, KeyMiddle: []string{"delivery", "CNY 6,500"},
		MiddleValues: []value.Answer{{Kind: value.Text, Text: "delivery", Aliases: []string{"@Article 31 of the Civil Code"}}}}
	for relief, want := range map[string]KeywordOutcome{"the claim beyond CNY 6,500 be dismissed": Credited, "no more than CNY 9,000 be allowed": Absent} {
		_, verdicts := Strict(r, &Attempt{Answer: "Relief sought:\nThat " + relief + "\nFacts and reasons:\nUnder Article 31 the plaintiff has to prove it and cannot."})
		if got := verdicts[1].Outcome; got != want {
			t.Errorf("%s: delivery is %s, want %s", relief, got, want)
		}
	}
}

// What one question tells of a plea is nothing that another question tells.
func TestSilentDeductionOfAnotherQuestion(t *testing.T) {
	r := &Reference{Question: "Please write a statement of defence against the claim of CNY 9,000, of which CNY 2,500 is said to be cash.",
		KeyAnswer: []string{"8841"}, Written: true, KeyMiddle: []string{"delivery", "CNY 6,500"},
		MiddleValues: []value.Answer{{Kind: value.Text, Text: "delivery", Aliases: []string{"@Article 31 of the Civil Code"}}}}
	attempt := &Attempt{Answer: "Relief sought:\nThat the claim be dismissed.\nFacts and reasons:\nUnder Article 31 the plaintiff has to prove it and cannot.\nAt most CNY 9,000 is owed."}
	g := NewGrader(r)
	_, first := g.Strict(attempt)
	_, other := g.Asking("Please write a statement of defence against the claim of CNY 9,000.").Strict(attempt)
	if first[1].Outcome != Absent || other[1].Outcome != Credited {
		t.Errorf("delivery is %s and, of the other question, %s: want %s and %s", first[1].Outcome, other[1].Outcome, Absent, Credited)
	}
}

// Who copies the defence of another case argues nothing, and a concession in a paragraph goes to its own plea.
func TestParagraphs(t *testing.T) {
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	r := &Reference{Question: "Please write a statement of defence.", KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle:    []string{"discharged", "off the price"},
		MiddleValues: []value.Answer{point("discharged", "@CNY 1,300|20 July 2018|Article 12 of the Civil Code"), point("off the price", "@CNY 4,400|Article 22 of the Civil Code")}}
	for text, want := range map[string]string{
		"Under Article 12, CNY 1,300 must come off.":                                                                                    "discharged",
		"On 3 May 2017 CNY 888 was paid. Under Article 12 that must come off.":                                                          "",
		"CNY 1,300 was paid and must come off. The CNY 4,400 for repairs is for our account.":                                           "discharged",
		"CNY 1,300 was paid. The CNY 4,400 went into repairs. Both must come off.":                                                      "discharged, off the price",
		"CNY 1,300 was paid and must come off. Repairs took CNY 4,400. Apart from that, we accept the price. It must come off as well.": "discharged, off the price",
	} {
		if got := pointsMade(r, text); got != want {
			t.Errorf("%q makes %q, want %q", text, got, want)
		}
	}
}
