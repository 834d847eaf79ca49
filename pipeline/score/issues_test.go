package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A plea that a list of issues leaves out, or declines, is not made, whatever the reasons tell of it; without a list, and
// where the form asks for none, the reasons alone tell.
func TestListOfIssues(t *testing.T) {
	const (
		facts   = "\n1. The goods of 3 May 2021, CNY 4,000, were never delivered.\n2. The contract has no rate; 0.1% a day is the plaintiff's own figure.\n\n"
		relief  = "Relief sought:\nThat the action be dismissed.\n\n"
		reasons = "Facts and reasons:\nThe goods of 3 May 2021, CNY 4,000, never came, as the stock book shows; undelivered goods need not be paid.\n" +
			"No rate was agreed: interest at 0.1% a day has no basis in the contract and is therefore not owed."
	)
	points := []value.Answer{
		{Kind: value.Text, Text: "not delivered", Aliases: []string{"undelivered", "@3 May 2021|CNY 4,000"}},
		{Kind: value.Text, Text: "no basis", Aliases: []string{"never agreed", "@0.1%"}},
	}
	for _, c := range []struct {
		name, form, list string
		made             [2]bool
	}{
		{"no list", "Issues raised:\n[...]\n\n", "", [2]bool{true, true}},
		{"both", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods\n2. The rate\n\n", [2]bool{true, true}},
		{"one", "Issues raised:\n[...]\n\n", "**Issues raised:**\n- Delivery of the goods (Sale Act, art. 7)\n\n", [2]bool{true, false}},
		{"the other", "Issues raised:\n[...]\n\n", "## Issues raised\n1. Whether a rate was agreed.\n\n", [2]bool{false, true}},
		{"in a row", "Issues raised:\n[...]\n\n", "Issues raised: (1) delivery of the goods; (2) interest at 0.1%\n\n", [2]bool{true, true}},
		{"nothing else, in a row", "Issues raised:\n[...]\n\n", "Issues raised: Delivery of the goods. Nothing else is in dispute.\n\n", [2]bool{true, false}},
		{"another matter declined", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods (jurisdiction is not in issue)\n2. Costs\n\n", [2]bool{true, false}},
		{"this declined", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods\n2. The rate of 0.1%. Not disputed.\n\n", [2]bool{true, false}},
		{"in a table", "Issues raised:\n[...]\n\n", "Issues raised:\n| Issue | Law |\n|---|---|\n| Delivery of the goods | art. 7 |\n\n", [2]bool{true, false}},
		{"one declined", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods\n2. The rate is not in issue\n\n", [2]bool{true, false}},
		{"nothing else", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods\nThe rest is admitted.\n\n", [2]bool{true, false}},
		{"unknown", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods\n2. Jurisdiction\n\n", [2]bool{true, true}},
		{"costs", "Issues raised:\n[...]\n\n", "Issues raised:\n1. Delivery of the goods\n2. Costs of the case\n\n", [2]bool{true, false}},
		{"another form", "", "Issues raised:\n1. Delivery of the goods\n\n", [2]bool{true, true}},
	} {
		r := &Reference{
			Question: "Pay CNY 9,000 at 0.1% a day." + facts + relief + c.form + "Facts and reasons:\n[...]", Written: true,
			KeyAnswer: []string{"X1"}, KeyMiddle: []string{points[0].Text, points[1].Text}, MiddleValues: points,
		}
		_, verdicts := Strict(r, &Attempt{Answer: relief + c.list + reasons})
		if got := [2]bool{verdicts[1].Outcome == Credited, verdicts[2].Outcome == Credited}; got != c.made {
			t.Errorf("%s: credited %v, want %v", c.name, got, c.made)
		}
	}
}
