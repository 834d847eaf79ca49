package ruling

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// What a claim is reckoned from comes to it: months of rent, securities times the fall of their price, the items of a harm.
// What is left of machine days and days of labour is what was not paid.
func TestClaimsAreReckoned(t *testing.T) {
	seen := map[string]int{}
	count := func(a *told, slot string) int64 {
		n, err := strconv.ParseInt(a.slots[slot], 10, 64)
		if err != nil {
			t.Fatalf("%s of %s: %v", slot, a.story.ID, err)
		}
		return n
	}
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if a.first.Claim == 0 {
			return
		}
		rate := func() int64 { return a.reckoned[2] }
		switch {
		case a.story.ID == "rent":
			if months := count(a, "term_months"); a.first.Claim%months != 0 || a.slots["monthly_rent"] != tell.language.sum(tell.shard.World.Names, a.first.Claim/months, a.sums) {
				t.Errorf("case %d claims %d for %d months at %s", i, a.first.Claim, months, a.slots["monthly_rent"])
			}
			if end := a.first.TermEnd(); a.due < end || a.due > end+10 {
				t.Errorf("case %d: rent of a term to %s is due on %s", i, tell.language.day(end), tell.language.day(a.due))
			}
		case a.story.ID == "misled":
			if n := len(a.reckoned); count(a, "traded")*(a.reckoned[n-2]-a.reckoned[n-1]) != a.first.Claim {
				t.Errorf("case %d claims %d for %s securities bought at %s and sold at %s", i, a.first.Claim, a.slots["traded"], a.slots["bought_at"], a.slots["sold_at"])
			}
		case a.slots["units_used"] != "":
			if units := count(a, "units_used"); units*rate() != a.reckoned[0] || a.story.ID == "crew" && units > int64(a.due-a.first.Began) {
				t.Errorf("case %d: %d units at %d come to %d", i, units, rate(), a.reckoned[0])
			}
		case a.slots["items_found"] != "":
			p, sum := tell.itemised(a.caseContext), int64(0)
			for slot, cents := range p.sums {
				if strings.HasPrefix(slot, "item_sum") {
					sum += cents
				}
			}
			if sum != a.first.Claim || !strings.Contains(a.slots["found"], a.slots["items_found"]) {
				t.Errorf("case %d claims %d for items of %d: %s", i, a.first.Claim, sum, a.text)
			}
		default:
			return
		}
		seen[a.story.ID]++
	})
	for _, id := range []string{"rent", "crew", "hurt"} {
		if seen[id] == 0 {
			t.Errorf("no case of %s", id)
		}
	}
}

// Debts are paid within a usual number of days after performance, and who asks for payment gives a month.
func TestTermsAreUsual(t *testing.T) {
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if days := a.slots["pay_days"]; days != "" && !slices.ContainsFunc(payTerms, func(d society.Day) bool { return strconv.Itoa(int(d)) == days }) {
			t.Errorf("case %d is to be paid within %s days", i, days)
		}
		if slices.Contains(summoned, a.story.ID) && a.due-a.noticed < month && a.due-month > a.received {
			t.Errorf("case %d was asked on %s to pay by %s", i, tell.language.day(a.noticed), tell.language.day(a.due))
		}
		if a.story.ID == "insurer" && a.ground == paid && a.cutDay >= a.noticed {
			t.Errorf("case %d: the insured was paid after the notice: %s", i, a.text)
		}
	})
}

// What is not proved to have been done is told as the plaintiff's case, faults are those of what was built, and no small sum is
// paid by a bill.
func TestFindingsAreOfTheirKind(t *testing.T) {
	claimed := map[string]string{"zh": "主张，", "en": "According to"}
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if a.ground == unproved && !strings.Contains(a.slots["deal"], claimed[tell.tag]) {
			t.Errorf("case %d finds what is not proved: %s", i, a.text)
		}
		if a.story.ID == "works" && a.cut == faults && a.slots["paved"] != "" && strings.Contains(a.text, map[string]string{"zh": "空鼓", "en": "hollow plaster"}[tell.tag]) {
			t.Errorf("case %d finds faults of a building in %s: %s", i, a.slots["paved"], a.text)
		}
		if sum := a.first.Claim - a.first.Award; (a.cut == payment || a.ground == paid) && a.slots["pl_bill"] != "" && sum < leastBill {
			t.Errorf("case %d: a bill for %d: %s", i, sum, a.text)
		}
	})
}

// What all owe that is no money is asked of all.
func TestOrdersAreAskedFor(t *testing.T) {
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if first := tell.language.reference(defendantRole, []string{"", ""}); len(a.debtors) > 1 && strings.Contains(a.slots["asked"], first) {
			t.Errorf("case %d orders %v to do what is asked of one: %s", i, a.debtors, a.text)
		}
	})
}

// What was advanced is not told to have stayed with the defendant where somebody paid it back.
func TestAdvancesMayComeBack(t *testing.T) {
	kept := map[string]string{"zh": "没有归还", "en": "nothing came back"}
	for _, language := range languages {
		tell, seen := openSeed(t, language, 211, 1), 0 // few worlds have one
		for i := range tell.shard.Cases {
			if a := tell.newContext(i); a.story.ID != "advance" || a.ground != paid {
				continue
			}
			seen++
			if text := tell.abstract(i)[2].Text; strings.Contains(text, kept[language]) {
				t.Errorf("%s case %d: what was advanced came back, and did not: %s", language, i, text)
			}
		}
		if seen == 0 {
			t.Errorf("%s: no advance was paid back", language)
		}
	}
}
