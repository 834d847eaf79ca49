package ruling

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// signedForAll matches what tells that all was signed for, paid or handed over.
var signedForAll = regexp.MustCompile(`逐笔签字|全部由|均有签收|各项工作由|签收联由|收货人在回单上签收|预付了全部|发放贷款` +
	`|every delivery note was signed|had signed for all|signed the receipts|signed for by|signed for each task|paid the whole price|granted .* a loan`)

// What is found leaves open what the reasons deny: that a part was signed for, paid or handed over, that a bank lent at all,
// and how much of works was finished.
func TestFindingsLeaveOpenWhatReasonsDeny(t *testing.T) {
	cuts := 0
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if slices.Contains([]cut{quantity, cash, unvouched}, a.cut) || a.ground == unsigned {
			cuts++
			if found := signedForAll.FindString(a.slots["deal"] + a.slots["course"]); found != "" {
				t.Errorf("case %d of %s tells %q and cuts %s: %s", i, a.story.ID, found, a.cut, a.text)
			}
		}
		if alone := a.slots["part_alone"]; alone != "" && !strings.Contains(a.slots["deal"], alone) {
			t.Errorf("case %d is about %s alone: %s", i, alone, a.text)
		}
		if a.ground == unproved && !slices.Contains(deniable, a.story.ID) {
			t.Errorf("case %d denies all performance of %s: %s", i, a.story.ID, a.text)
		}
	})
	if cuts == 0 {
		t.Error("nothing is cut")
	}
}

// A payment left out is told in several ways, to an agent only among traders, and for no metered supply.
func TestPaymentsLeftOutVary(t *testing.T) {
	ways := map[string]int{}
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if a.cut != payment && a.ground != paid {
			return
		}
		for _, slot := range payees {
			if a.slots[slot] != "" {
				ways[slot]++
			}
		}
		if a.slots["pl_agent"] != "" && (a.family() != trade || a.story.ID == "utility" || a.first.Defendants[0].Person) {
			t.Errorf("case %d of %s pays an agent: %s", i, a.story.ID, a.text)
		}
	})
	if len(ways) != len(payees) {
		t.Errorf("payments are told in the ways %v, want %q", ways, payees)
	}
}

// A loan is of a round sum, of which the claim is all or what is left, and a bank asks for interest.
func TestLoansAreOfRoundSums(t *testing.T) {
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if a.story.ID != "lending" && a.story.ID != "bank" || a.first.Claim == 0 {
			return
		}
		if a.cut == advanceInterest && roundLoan(a.first.Claim) != a.first.Claim || a.lent > 0 && roundLoan(a.lent) != a.lent {
			t.Errorf("case %d is about a loan of %d for which %d is claimed", i, a.lent, a.first.Claim)
		}
		if a.story.ID == "bank" && a.interest == without {
			t.Errorf("case %d of a bank bears no interest", i)
		}
	})
	for claim, want := range map[int64]int64{7_863_000: 8_000_000, 78_630_000: 80_000_000, 1_713_379: 2_000_000, 80_000_000: 80_000_000, 100_001: 150_000} {
		if got := roundLoan(claim); got != want {
			t.Errorf("the loan of which %d is left was %d, want %d", claim, got, want)
		}
	}
}

// Who appeals says why: in disputes that are not about money, what the defendant pleaded before.
func TestAppealsHaveGrounds(t *testing.T) {
	appeals := 0
	for _, language := range languages {
		tell := open(t, language)
		for i := range tell.shard.Cases {
			a := tell.newContext(i)
			if a.stage != appeal && a.stage != retrial || a.Outcome != society.Upheld && a.Outcome != society.Reversed {
				continue
			}
			appeals++
			tell.addNarrative(i, a, tell.abstracts.At(i).Rand())
			objection, pleaded := a.slots["objection"], a.slots["pleaded"]
			if objection == "" {
				t.Errorf("%s case %d of %s is appealed on no ground", language, i, a.story.ID)
			}
			if defending := a.Plaintiffs[0].Name != a.first.Plaintiffs[0].Name; defending && a.family() == claim && a.ground == "" && pleaded != "" && objection != pleaded {
				t.Errorf("%s case %d pleads %q and is appealed since %q", language, i, pleaded, objection)
			}
		}
	}
	if appeals == 0 {
		t.Error("nobody appeals")
	}
}
