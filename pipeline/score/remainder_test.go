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
	} {
		_, verdicts := Strict(r, &Attempt{Answer: "STATEMENT OF DEFENCE\n\nRelief sought:\n" + c.relief + "\n\nFacts and reasons:\n" + c.facts})
		var got []string
		for _, v := range verdicts[1:] {
			if v.Outcome == Credited {
				got = append(got, v.Keyword)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%q makes %q, want %q", c.relief, got, c.want)
		}
	}
}

// A sum that a plea states and that never comes off is no deduction, where the text opposes the whole claim; of two sums
// that make up an item either may come off; and who accepts something of one plea keeps the others.
func TestSumsOfPleas(t *testing.T) {
	point := func(text, particulars string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: []string{particulars}}
	}
	r := &Reference{Question: "Please write a statement of defence against the claim of CNY 90,000, of which CNY 8,000 is for nights.", KeyAnswer: []string{"8841"}, Written: true,
		KeyMiddle:    []string{"another supplied", "hours", "discharged"},
		MiddleValues: []value.Answer{point("another supplied", "@CNY 77,000|Article 18 of the Civil Code"), point("hours", "@CNY 5,000|CNY 3,000|Article 6 of the Civil Code"), point("discharged", "@CNY 2,000|Article 12 of the Civil Code")}}
	const supplied, hours, paid = "Under Article 18 the price of CNY 77,000 went to another, and the plaintiff must show its own delivery.\n", "Under Article 6 no more than CNY 5,000 is due for nights; CNY 3,000 must come off.\n", "Under Article 12 the CNY 2,000 paid must come off.\n"
	for text, want := range map[string]string{
		supplied + paid + "The claim must fail. At most CNY 88,000 remains.":                                                                             "another supplied, discharged",
		supplied + paid + "At most CNY 88,000 remains.":                                                                                                  "discharged",
		hours + paid + "At most CNY 85,000 remains.":                                                                                                     "hours, discharged",
		hours + paid + "At most CNY 88,000 remains.":                                                                                                     "discharged",
		hours + "The CNY 2,000 paid we have nothing against leaving out: the claim of CNY 90,000 was reached after it.":                                  "hours",
		"Under Article 6 nobody of ours signed for CNY 3,000, and it must come off.\nUnder Article 12 our people signed for CNY 2,000, and it is right.": "hours",
	} {
		_, verdicts := Strict(r, &Attempt{Answer: text})
		var got []string
		for _, v := range verdicts[1:] {
			if v.Outcome == Credited {
				got = append(got, v.Keyword)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q makes %q, want %q", text, got, want)
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
		_, verdicts := Strict(r, &Attempt{Answer: text})
		var got []string
		for _, v := range verdicts[1:] {
			if v.Outcome == Credited {
				got = append(got, v.Keyword)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q makes %q, want %q", text, got, want)
		}
	}
}
