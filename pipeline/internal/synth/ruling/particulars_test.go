package ruling

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// whole returns the first shard of a world of published size with its teller.
func whole(t *testing.T, language string) *shardRenderer {
	t.Helper()
	w, err := society.Open(8, language, 1, func(int) society.Sizes { return society.Published() })
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Shard(0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(language)
	if err != nil {
		t.Fatal(err)
	}
	return r.forShard(s)
}

// ordered are slots of days, each pair in the order of what they tell; a day of a pair may be missing.
var ordered = [][2]string{
	{"agreed_day", "late_day"}, {"late_day", "notice_day"}, {"note_day", "note_day2"}, {"sign_day", "mail_day"},
	{"urge_day", "urge_day2"}, {"meet_day", "meet_day2"}, {"letter_day", "arrived_day"}, {"pay_day", "pay_day2"}, {"cross_day", "cross_due"}, {"extension_day", "until"},
	{"arbitration_day", "award_day"}, {"expiry", "letter_day"}, {"expiry", "arbitration_day"},
	{"warned_day", "warned_day2"}, {"warned_day2", "leave_day"}, {"told_day", "acted_day"},
}

// The particulars of a case agree with its days, its claim and each other.
func TestParticularsAgree(t *testing.T) {
	for _, language := range languages {
		tell := whole(t, language)
		for _, i := range tell.shard.Files {
			a := filed(tell, i)
			p := a.particulars
			for _, pair := range ordered {
				if first, second := p.days[pair[0]], p.days[pair[1]]; first > 0 && second > 0 && first >= second {
					t.Errorf("%s case %d: %s is not before %s", language, i, pair[0], pair[1])
				}
			}
			for slot, d := range p.days {
				if d >= a.first.Filed {
					t.Errorf("%s case %d: %s is not before the suit", language, i, slot)
				}
				if slot != "expiry" && !tell.shard.World.Calendar.Open(d) {
					t.Errorf("%s case %d: %s is no business day", language, i, slot)
				}
			}
			claim := a.first.Claim
			for whole, parts := range map[string][]string{"parts": {"part", "part2"}, "notes": {"note", "note2"}} {
				if sum := p.sums[parts[0]] + p.sums[parts[1]]; sum != p.sums[whole] {
					t.Errorf("%s case %d: %s adds up to %d, want %d", language, i, whole, sum, p.sums[whole])
				}
			}
			if paid := p.sums["paid_first"] + p.sums["paid_rest"]; paid != 0 && paid != claim {
				t.Errorf("%s case %d: %d was paid of %d", language, i, paid, claim)
			}
			if items := p.sums["item_sum1"] + p.sums["item_sum2"] + p.sums["item_sum3"]; items != 0 && items != claim {
				t.Errorf("%s case %d: the items come to %d of %d", language, i, items, claim)
			}
			others := []string{a.slots["third"], a.slots["client"], a.slots["cover"]}
			parties := slices.Concat(names(a.first.Plaintiffs), names(a.first.Defendants))
			for k, name := range others {
				if slices.Contains(parties, name) || slices.Contains(others[:k], name) {
					t.Errorf("%s case %d: %s is another's name too", language, i, name)
				}
			}
		}
	}
}

// A complaint states and lists what the defence answers; a defence asks for what its pleas carry, and
// what they leave of the claim is the sum that it names.
func TestDefencesMeetComplaints(t *testing.T) {
	for _, language := range languages {
		tell := whole(t, language)
		defended, exact := 0, 0
		for _, i := range tell.shard.Files {
			row := tell.casefile(i)
			complaint, defence := row[3].Text, row[5].Text
			if defence == "" {
				continue
			}
			defended++
			a := filed(tell, i)
			pleas := tell.defencePleas(a)
			if tell.leavesOutTime(pleas, a) {
				t.Errorf("%s case %d is out of time, which nobody pleads", language, i)
			}
			left, r := a.first.Claim, tell.files.Rand()
			for _, p := range pleas {
				for _, part := range []string{"state_", "paper_"} {
					if said := tell.expand(r, tell.storyRule(part+p.ID, a), a); !strings.Contains(complaint, tell.language.tidy(said)) {
						t.Errorf("%s case %d: %s answers %q, of which the complaint has nothing\n%s", language, i, p.ID, said, complaint)
					}
				}
				for slot, sum := range a.particulars.sums {
					if sum == a.particulars.cuts[p.ID] && sum > 0 && !strings.Contains(defence, a.slots[slot]) {
						t.Errorf("%s case %d: %s takes off %s and does not say so", language, i, p.ID, a.slots[slot])
					}
				}
				left -= a.particulars.cuts[p.ID]
				carries := a.particulars.cuts[p.ID] > 0 || p.ID == "contributory" || tell.has["interest_"+p.ID] || tell.has["relief_"+p.ID]
				if p.Asks == reduction && !carries {
					t.Errorf("%s case %d: %s does not say by how much", language, i, p.ID)
				}
				if p.Asks == dismissal && carries && p.ID != "wage_paid" && p.ID != "leaving" { // which plead what was paid
					t.Errorf("%s case %d: %s takes off a part of what it denies", language, i, p.ID)
				}
			}
			if slices.ContainsFunc(pleas, func(p *plea) bool { return p.ID == "contributory" }) {
				left = (left*(100-a.particulars.share) + 50) / 100 // to the nearest cent
			}
			if !slices.ContainsFunc(pleas, func(p *plea) bool { return p.Asks == reduction }) {
				left = a.first.Claim
			}
			tell.addRelief(r, a, pleas)
			if named := a.particulars.sums["left"]; left < a.first.Claim && named != left || left == a.first.Claim && named != 0 {
				t.Errorf("%s case %d leaves %d, and the defence says %d", language, i, left, named)
			}
			if left <= 0 && a.first.Claim > 0 || !strings.Contains(defence, a.slots["left"]) {
				t.Errorf("%s case %d does not ask for the rest of %q to be dismissed\n%s", language, i, a.slots["left"], defence)
			}
			isLeft := func(point string) bool { return slices.Contains(strings.Split(point, spellings), a.slots["left"]) }
			if a.slots["left"] != "" && slices.ContainsFunc(strings.Split(row[6].Text, tell.language.separator()), isLeft) {
				exact++
				if strings.Contains(complaint+row[4].Text, a.slots["left"]) {
					t.Errorf("%s case %d gives %s away", language, i, a.slots["left"])
				}
			}
		}
		if defended < len(tell.shard.Files)/4 || exact < defended/2 {
			t.Errorf("%s: %d of %d files have a defence, %d of them an exact sum", language, defended, len(tell.shard.Files), exact)
		}
	}
}
