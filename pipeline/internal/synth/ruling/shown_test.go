package ruling

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// A judgment for the plaintiff finds, on the evidence, what its reasons rest on: each story that has such a finding tells
// one of its wordings.
func TestFindingsBearTheReasons(t *testing.T) {
	shown := 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		rule := tell.shownRule(a.caseContext)
		if a.stage != firstInstance || a.ground != "" || !tell.has[rule] {
			return
		}
		shown++
		if !wordedBy(tell, rule, a.caseContext, a.slots["found"]) {
			t.Errorf("%s case %d finds nothing by %s: %s", tell.tag, i, rule, a.text)
		}
		if costs := a.slots["counsel_cost"]; slices.Contains(protected, a.story.ID) && a.first.Claim > 0 && !strings.Contains(a.slots["found"], costs) {
			t.Errorf("%s case %d weighs the cost of lawyers, which it has not found: %s", tell.tag, i, a.text)
		}
	})
	if shown == 0 {
		t.Error("nothing is found on the evidence")
	}
}

// wordedBy reports whether a text has one of the wordings of a rule.
func wordedBy(tell *shardRenderer, rule string, a *caseContext, text string) bool {
	r := tell.files.Of(rule).At(a.index).Rand()
	for range 64 { // draws: a rule has some wordings only
		if strings.Contains(text, tell.expand(r, rule, a)) {
			return true
		}
	}
	return false
}

// What came due in all is what was paid of it and what is claimed.
func TestBalancesAddUp(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		for i := range tell.shard.Cases {
			a := tell.newContext(i)
			tell.addIntroduction(a)
			if a.first.Claim > 0 && a.reckoned[0] != a.reckoned[1]+a.first.Claim {
				t.Fatalf("%s case %d: %d in all, of which %d was paid, and %d is claimed", language, i, a.reckoned[0], a.reckoned[1], a.first.Claim)
			}
		}
	}
}

// Only an authority is sued over what it decided, and whom the decision concerns is a third party; no person insures, and
// nobody pleads payments where none are made.
func TestPartiesHaveTheirParts(t *testing.T) {
	third := map[string]string{"zh": "为第三人", "en": "third party"}
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if several := len(a.first.Defendants) > 1; a.story.Family == review && several != strings.Contains(a.slots["claims"], third[tell.tag]) {
			t.Errorf("%s case %d: %s", tell.tag, i, a.slots["claims"])
		}
		person := slices.ContainsFunc(a.first.Defendants[1:], func(p society.Party) bool { return p.Person })
		if a.story.ID == "cover" && person && a.liability == alike {
			t.Errorf("%s case %d has an insurer who is a person", tell.tag, i)
		}
		if slices.Contains(singular, a.story.ID) && slices.Contains(tell.pleasIn(a.slots["denial"], a.caseContext), tell.plea("paid_in_part")) {
			t.Errorf("%s case %d, of %s, pleads payments", tell.tag, i, a.story.ID)
		}
	})
}

// Two digits are left of a sum.
func TestTwoDigits(t *testing.T) {
	for cents, want := range map[int64]int64{12_345_678: 12_000_000, 99_999: 99_000, 4_250: 4_200, 20: 100} {
		if got := twoDigits(cents); got != want {
			t.Errorf("twoDigits(%d) = %d, want %d", cents, got, want)
		}
	}
}

// Who goes to arbitration does so within a year and before the suit, and the court finds the day; compensation for a dismissal
// is a number of months' wages, which it finds unless they are in dispute.
func TestEmploymentIsFound(t *testing.T) {
	const year = 365
	found := 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.arbitrated == 0 || a.ground != "" || a.stage != firstInstance {
			return
		}
		found++
		if a.arbitrated <= a.due || a.arbitrated > a.due+year || a.arbitrated >= a.first.Filed || !strings.Contains(a.slots["found"], a.slots["arbitrated_day"]) {
			t.Errorf("%s case %d: arbitration on %s: %s", tell.tag, i, a.slots["arbitrated_day"], a.text)
		}
		if halves := society.HalfYears(a.due - a.first.Began); a.story.ID == "dismissal" && (a.wage*halves != a.first.Claim || halves < 2 || a.cut == "" && !strings.Contains(a.slots["found"], a.slots["wage"])) {
			t.Errorf("%s case %d: %d months' wages of %d are %d: %s", tell.tag, i, halves, a.wage, a.first.Claim, a.text)
		}
	})
	if found == 0 {
		t.Error("nobody went to arbitration")
	}
}

// What a court assesses is a round sum below the round sum that is asked for, unless that is the least that is awarded; what it
// weighs is found.
func TestAssessedSumsAreRound(t *testing.T) {
	const round, least = 1000_00, 52_000_00 // of which a fifth may be too little to be awarded
	assessed := 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if !slices.Contains(protected, a.story.ID) || a.first.Claim == 0 || a.ground != "" || a.first.Award == 0 {
			return
		}
		assessed++
		whole := a.first.Award == a.first.Claim
		if a.first.Claim%round != 0 || a.first.Award%round != 0 || whole && a.first.Claim >= least {
			t.Errorf("%s case %d: %d is awarded of %d", tell.tag, i, a.first.Award, a.first.Claim)
		}
		if a.stage == firstInstance && !strings.Contains(a.slots["found"], a.slots["outlets"]) {
			t.Errorf("%s case %d does not find the scale of the conduct: %s", tell.tag, i, a.text)
		}
	})
	if assessed == 0 {
		t.Error("nothing is assessed")
	}
}

// Who is liable jointly and severally for a wrong is ordered to pay so.
func TestOrdersSaySeverally(t *testing.T) {
	word, ordered := map[string]string{"zh": "连带", "en": "jointly and severally"}, 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.stage == firstInstance && a.story.Family == wrong && len(a.debtors) > 1 && a.Award > 0 {
			ordered++
			if !strings.Contains(a.slots["orders"], word[tell.tag]) {
				t.Errorf("%s case %d: %s", tell.tag, i, a.slots["orders"])
			}
		}
	})
	if ordered == 0 {
		t.Error("nobody is ordered to pay together")
	}
}
