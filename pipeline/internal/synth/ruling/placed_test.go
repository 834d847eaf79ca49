package ruling

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Interest is disputed only where a plea is about it, and where its rate is, the relief names the base and the rate, which
// the reasons name as well, in Chinese by the words of the article on interest for delay that bears it out.
func TestInterestIsLimitedWhereARateIsClaimed(t *testing.T) {
	for _, language := range languages {
		tell, limited := openWhole(t, language), 0
		defended(t, tell, func(a *caseContext, pleas []*plea, _, _, defence string) {
			tell.addRelief(tell.files.Rand(), a, pleas)
			relief, reasons, _ := strings.Cut(defence, map[string]string{"zh": "事实与理由", "en": "Facts and reasons"}[language])
			rate := a.slots["lawful_rate"]
			if !pleaded(pleas, "rate") && !pleaded(pleas, "no_interest") {
				if rate != "" && strings.Contains(defence, rate) {
					t.Errorf("%s case %d limits interest at no rate\n%s", language, a.index, defence)
				}
				return
			}
			limited++
			d, ok := tell.shard.World.Law.Doctrine("delay_interest", a.due.Time())
			wanted := [][2]string{{rate, rate}, {a.slots["base"], a.slots["base_argued"]}}
			if language == "zh" {
				wanted = [][2]string{{rate, "同期银行贷款利率"}, {a.slots["base"], ""}}
			}
			for _, want := range wanted {
				if !strings.Contains(relief, want[0]) || !strings.Contains(reasons, want[1]) || !ok || !strings.Contains(reasons, d.Rule) {
					t.Errorf("%s case %d does not ask for %q with its law\n%s", language, a.index, want, defence)
				}
			}
		})
		if limited == 0 {
			t.Errorf("%s: no rate is disputed", language)
		}
	}
}

// A buyer's refund is withheld in the alternative only, with a relief of its own, and the complaint says what is wrong with
// the goods. The costs in the alternative are those of the part that is dismissed.
func TestAlternativesHaveTheirOwnRelief(t *testing.T) {
	part := map[string]string{"zh": "诉讼费用按驳回的部分由被答辩人承担", "en": "the costs of that part"}
	for _, language := range languages {
		tell, kept := openWhole(t, language), 0
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, _, defence string) {
			if pleaded(pleas, "kept") {
				kept++
				if relief := tell.expand(tell.files.Rand(), "relief_kept", a); pleas[0].Asks != dismissal || !strings.Contains(defence, relief) {
					t.Errorf("%s case %d withholds what it does not owe\n%s", language, a.index, defence)
				}
			} else if reliefOf(pleas) == "both" && !strings.Contains(defence, part[language]) {
				t.Errorf("%s case %d asks for all the costs in the alternative\n%s", language, a.index, defence)
			}
			if a.story.ID == "refund" && !strings.Contains(complaint, a.slots["fault"]) {
				t.Errorf("%s case %d does not say what is wrong with the goods\n%s", language, a.index, complaint)
			}
		})
		if kept == 0 {
			t.Errorf("%s: no refund is withheld", language)
		}
	}
}

// What is sent back is not paid for; what is put right costs the plaintiff that.
func TestReturnedGoodsAreNotPaidFor(t *testing.T) {
	back, unpaid := map[string]string{"zh": "退回", "en": "went back"}, map[string]string{"zh": "无须付款", "en": "nothing is owed"}
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, pleas []*plea, _, _, defence string) {
			if !pleaded(pleas, "defects") && !pleaded(pleas, "rectify") {
				return
			}
			m := argued(tell, a).slots
			if got, want := strings.Contains(m["less"], unpaid[language]), strings.Contains(m["mended"], back[language]); got != want || !containsFold(defence, m["less"]) {
				t.Errorf("%s case %d: of what was %q the defence says %q\n%s", language, a.index, m["mended"], m["less"], defence)
			}
		})
	}
}

// Disputes of one kind have one cause, which the facts determine, and no building works, or goods by the truckload, are one
// man's.
func TestFactsDetermineTheCause(t *testing.T) {
	for _, language := range languages {
		tell, causes := openWhole(t, language), map[string]map[string]bool{}
		defended(t, tell, func(a *caseContext, _ []*plea, _, _, _ string) {
			if causes[a.story.ID] == nil {
				causes[a.story.ID] = map[string]bool{}
			}
			causes[a.story.ID][tell.cause(a.first)] = true
			if a.story.ID == "works" && (a.first.Plaintiffs[0].Person || tell.miscalled(a)) {
				t.Errorf("%s case %d is about works of one man, or of a subcontractor under the cause of a contractor", language, a.index)
			}
		})
		kinds := []string{"goods", "making", "lending", "carriage", "crew", "wages", "rent"}
		undefended := func(id string) bool { return causes[id] == nil }
		for seed := uint64(1); seed <= 4 && slices.ContainsFunc(kinds, undefended); seed++ { // one world has few defences of a kind
			more := openSeed(t, language, seed, 1)
			found := map[string]map[string]bool{}
			for _, i := range more.shard.Files {
				a := filed(more, i)
				if !slices.Contains(kinds, a.story.ID) || !undefended(a.story.ID) || more.casefile(i)[6].Text == "" {
					continue
				}
				if found[a.story.ID] == nil {
					found[a.story.ID] = map[string]bool{}
				}
				found[a.story.ID][more.cause(a.first)] = true
			}
			maps.Copy(causes, found)
		}
		for _, id := range kinds {
			if len(causes[id]) != 1 {
				t.Errorf("%s: %s is sued on under %v", language, id, slices.Sorted(maps.Keys(causes[id])))
			}
		}
		for i := range tell.shard.Firms {
			if address := tell.shard.Firms[i].Address; tell.shard.World.Names.Industrial(address) {
				t.Errorf("%s: a law firm is at %s", language, address)
			}
		}
	}
	a := &caseContext{first: filed(openWhole(t, "zh"), 0).first}
	first := *a.first
	first.Claim, a.first = 14560085, &first
	p := &particulars{a: a, share: 30, cuts: map[string]int64{"high": 790000}}
	share, high := &plea{ID: "contributory"}, &plea{ID: "high"}
	if !p.rounds([]*plea{high, share}) || p.rounds([]*plea{high}) {
		t.Error("what is left of 137700.85 is not known to be rounded at 70 % only")
	}
}
