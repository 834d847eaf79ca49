package ruling

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What is alleged of the defendant is answered, and not only what it cost: nobody who won before the arbitrators concedes
// a part, nobody is silent on a harm, and each case is about what such a case can be about.
func TestAllegationsAreAnswered(t *testing.T) {
	for _, language := range languages {
		tell, seen := openWhole(t, language), map[string]int{}
		for i := range len(tell.shard.Cases) / 4 {
			c := &tell.shard.Cases[i]
			if c.First != i || c.Claim == 0 {
				continue
			}
			a := tell.newContext(i)
			if f := a.family(); f != labour && f != wrong && a.story.ID != "crew" {
				continue
			}
			a = filed(tell, i)
			pleas := tell.defencePleas(a)
			if pleas == nil {
				continue
			}
			seen[string(a.family())]++
			if a.story.ID == "crew" {
				daysAddUp(t, a)
			} else {
				allegationsAnswered(t, a, pleas)
			}
			if slices.Contains(protected, a.story.ID) {
				seen["orders"]++
				ordersAnswered(t, tell, a, pleas)
			}
		}
		for _, kind := range []string{"labour", "wrong", "trade", "orders"} {
			if seen[kind] == 0 {
				t.Errorf("%s: no defences of %s", language, kind)
			}
		}
	}
}

// allegationsAnswered checks the defence in a case about employment or a harm.
func allegationsAnswered(t *testing.T, a *caseContext, pleas []*plea) {
	t.Helper()
	tell, p := a.particulars.t, a.particulars
	if denied := slices.ContainsFunc(pleas, (*plea).denies); !denied && (a.family() == labour || !pleaded(pleas, "contributory")) {
		t.Errorf("%s case %d leaves what is alleged without an answer", tell.tag, a.index)
	}
	if !a.hasSubject() {
		t.Errorf("%s case %d, of %s, is about nothing that it can be about", tell.tag, a.index, a.story.ID)
	}
	if a.family() == labour {
		settledNearRecords(t, a)
	}
	if pleaded(pleas, "insured") && (a.story.ID == "hurt" || a.story.ID == "body") {
		t.Errorf("%s case %d takes insurance of a person off what its harm costs", tell.tag, a.index)
	}
	if !pleaded(pleas, "prior_use") {
		return
	}
	if p.days["earlier_day"] >= p.days["right_day"] || p.days["right_day"] >= a.first.Began {
		t.Errorf("%s case %d: earlier use began on %d, the right was applied for on %d", tell.tag, a.index, p.days["earlier_day"], p.days["right_day"])
	}
	if c := a.first.Defendants[0].Company; c >= 0 && p.days["earlier_day"] <= tell.shard.Companies[c].Founded {
		t.Errorf("%s case %d: the defendant used it before it was founded", tell.tag, a.index)
	}
}

// settledNearRecords checks that the defendant's own records do not show that far more was owed than was settled, and that damages for a
// dismissal are whole wages of whole months.
func settledNearRecords(t *testing.T, a *caseContext) {
	t.Helper()
	p := a.particulars
	owed := p.sums["fair"]
	if owed == 0 {
		owed = a.first.Claim
	}
	if paid := p.cuts["leaving"]; paid < owed*2/3 || paid >= owed {
		t.Errorf("%s case %d settles %d for %d", p.t.tag, a.index, owed, paid)
	}
	if wage := p.sums["fair_wage"]; wage > 0 && a.slots["months"] != strconv.FormatInt(owed/wage, 10) || wage > 0 && owed%wage != 0 {
		t.Errorf("%s case %d reckons %d from %s wages of %d", p.t.tag, a.index, owed, a.slots["months"], wage)
	}
}

// ordersAnswered checks that an order asked for beside the money fails in the alternative too where, by the facts, there is
// nothing left to order, and that the sign of which a complaint speaks is the one that the defence denies or explains.
func ordersAnswered(t *testing.T, tell *shardRenderer, a *caseContext, pleas []*plea) {
	t.Helper()
	row := tell.casefile(a.index)
	complaint, defence := row[3].Text, row[5].Text
	want := reliefOf(pleas) == "both" && a.slots["asked"] != "" && slices.ContainsFunc(pleas, (*plea).ceases)
	if got := strings.Contains(defence, tell.expand(tell.files.Rand(), "stop_text", a)); got != want {
		t.Errorf("%s case %d answers the order in the alternative: %v, want %v\n%s", tell.tag, a.index, got, want, defence)
	}
	told := strings.Contains(complaint, a.slots["like"]) && strings.Contains(complaint, a.slots["sign"])
	if met := strings.Contains(defence, a.slots["like"]) || pleaded(pleas, "source"); a.story.ID == "mark" && (!told || !met) {
		t.Errorf("%s case %d is about no sign\n%s\n%s", tell.tag, a.index, complaint, defence)
	}
}

// daysAddUp checks that days of labour fit the time in which they were worked and add up with the claim.
func daysAddUp(t *testing.T, a *caseContext) {
	t.Helper()
	units, err := strconv.ParseInt(a.slots["units"], 10, 64)
	if err != nil {
		t.Fatalf("case %d tells no days", a.index)
	}
	p := a.particulars
	if got := units*p.sums["charged"] + p.sums["odd"]; got != a.first.Claim {
		t.Errorf("case %d: %d days come to %d, the claim is %d", a.index, units, got, a.first.Claim)
	}
	if days := int64(a.due - a.first.Began); a.first.Plaintiffs[0].Person && units > min(days*6/7, longestUnpaid) {
		t.Errorf("case %d: one man worked %d of %d days", a.index, units, days)
	}
}

// Facts that exclude each other are not pleaded together: who was taken ill did not slip, what was never arbitrated is not
// reckoned again, who left with the last pay unpaid was not paid in full.
func TestFactsExcludeEachOther(t *testing.T) {
	tell := open(t, "zh")
	for _, pair := range [][2]string{
		{"no_cause", "contributory"}, {"unarbitrated", "basis"}, {"arbitration_time", "wage_paid"}, {"gathering", "unrelated"},
		{"unproved", "unrelated"}, {"source", "prior_use"}, {"unproved", "source"}, {"deductible", "paid"}, {"undisclosed", "paid"},
	} {
		if tell.plea(pair[0]).agrees([]*plea{tell.plea(pair[1])}) {
			t.Errorf("%s and %s are pleaded together", pair[0], pair[1])
		}
	}
}
