package ruling

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// Who denies that what the claim is for was done rests on the merits as well as on the burden of proof: an article, and
// how the contract has it paid.
func TestDenialsRestOnTheMerits(t *testing.T) {
	for _, language := range languages {
		tell, denials := openWhole(t, language), 0
		defended(t, tell, func(a *caseContext, pleas []*plea, _, told, defence string) {
			law := tell.authorities(pleas, a)
			for i, p := range pleas {
				if p.Besides == nil {
					continue
				}
				denials++
				if law[i].besides == nil || !strings.Contains(defence, law[i].besides.Rule) {
					t.Errorf("%s case %d: %s cites nothing on the merits", language, a.index, p.ID)
				}
				if want := choose(a.story.ID == "refund", "acceptance", "actual"); p.NoPapers && law[i].besides != nil && law[i].besides.doctrine != want {
					t.Errorf("%s case %d: %s rests on %s, want %s", language, a.index, p.ID, law[i].besides.doctrine, want)
				}
				if billed := a.slots["billed"]; a.story.ID != "refund" && p.NoPapers && !strings.Contains(told, billed) {
					t.Errorf("%s case %d: the client does not say that payment goes %s\n%s", language, a.index, billed, told)
				}
			}
		})
		if denials == 0 {
			t.Errorf("%s: nothing is denied", language)
		}
	}
}

// Pleas stand in their order: what bars the claim, what defeats it, what reduces it, and in each part who owes, what was
// done, for how much, set-off and interest.
func TestPleasStandInOrder(t *testing.T) {
	tell := openWhole(t, "zh")
	for i := range tell.pleas {
		if p := &tell.pleas[i]; p.Asks != "" && p.Place < 0 {
			t.Errorf("%s has no place in a defence", p.ID)
		}
	}
	defended(t, tell, func(a *caseContext, pleas []*plea, _, _, _ string) {
		for k, p := range pleas[1:] {
			if q := pleas[k]; q.stage() == p.stage() && q.Place >= p.Place {
				t.Errorf("case %d argues %s before %s", a.index, q.ID, p.ID)
			}
		}
	})
	if a, b := tell.plea("unarbitrated"), tell.plea("wage_paid"); a.stage() >= b.stage() {
		t.Error("what was never arbitrated is argued in the alternative")
	}
}

// Goods are repaired if they are devices and sent back if not, and whoever repairs them deals in the same.
func TestFaultsSuitTheGoods(t *testing.T) {
	for _, language := range languages {
		tell, kinds := openWhole(t, language), map[string]int{}
		trades := tell.shard.World.Names.Trades()
		for _, i := range tell.shard.Files {
			a := filed(tell, i)
			if a.story.ID != "goods" && a.story.ID != "making" || a.first.Dealing < 0 {
				continue
			}
			var kind []string
			for _, slot := range []string{"single", "devices", "pieces", "sampled"} {
				if a.slots[slot] != "" {
					kind = append(kind, slot)
				}
			}
			if len(kind) != 1 {
				t.Fatalf("%s case %d is about goods of the kinds %q", language, i, kind)
			}
			kinds[kind[0]]++
			repaired := kind[0] == "single" || kind[0] == "devices"
			if mended := a.slots["mended"]; mended != "" && strings.Contains(mended, a.slots["fixer"]) != repaired {
				t.Errorf("%s case %d: of %s it says %q", language, i, kind[0], mended)
			}
			if line := tell.trade(&a.first.Plaintiffs[0]); line >= 0 && a.particulars.tradeOf("fixer") != line {
				t.Errorf("%s case %d: goods of %s are repaired by another line of business", language, i, trades[line].ID)
			}
		}
		if len(kinds) < 4 {
			t.Errorf("%s: goods are of the kinds %v, want four", language, kinds)
		}
	}
}

// What the pleas take off is worked out in the text, each sum once, and the rent of a time is that of its days.
func TestSumsAreWorkedOut(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, pleas []*plea, _, _, defence string) {
			p := a.particulars
			tell.addRelief(tell.files.Rand(), a, pleas)
			if working := a.slots["working"]; (working == "") != (p.remainder(pleas) == 0) || !strings.Contains(defence, working) {
				t.Errorf("%s case %d does not work out %q\n%s", language, a.index, working, defence)
			}
			var cuts []int64
			for _, q := range pleas {
				cut := p.cuts[q.ID]
				if cut > 0 && slices.Contains(cuts, cut) {
					t.Errorf("%s case %d: two pleas take off %d", language, a.index, cut)
				}
				cuts = append(cuts, cut)
			}
			if days := int64(p.days["note_day2"] - p.days["note_day"]); p.cuts["abatement"] > 0 && p.cuts["abatement"] != p.sums["daily"]*days {
				t.Errorf("%s case %d abates %d for %d days of %d", language, a.index, p.cuts["abatement"], days, p.sums["daily"])
			}
		})
	}
}

// A letter takes a day at least, limitation begins on the day after that of payment, no two events fall on one day by
// chance, people live in houses, and a dispute has a cause that says what it is about.
func TestFilesAreTrueToLife(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, told, defence string) {
			days := a.particulars.days
			if arrived := days["arrived_day"]; arrived > 0 && (arrived <= days["letter_day"] || arrived >= a.first.Filed) {
				t.Errorf("%s case %d: a letter of %d arrives on %d", language, a.index, days["letter_day"], arrived)
			}
			limited := slices.ContainsFunc(pleas, func(p *plea) bool { return p.ID == "limitation" })
			if limited && !strings.Contains(defence, tell.language.day(a.due+1)) {
				t.Errorf("%s case %d: limitation does not begin on the day after that of payment\n%s", language, a.index, defence)
			}
			seen := map[society.Day]string{}
			for slot, d := range days {
				if other := seen[d]; other != "" && slot != "expiry" && other != "expiry" && slot != "arrived_day" && other != "arrived_day" {
					t.Errorf("%s case %d: %s and %s fall on one day", language, a.index, slot, other)
				}
				seen[d] = slot
			}
			if home := a.slots["home"]; a.first.Plaintiffs[0].Person && home != "" && !tell.language.dwelling(home) {
				t.Errorf("%s case %d: somebody lives at %s", language, a.index, home)
			}
			if cause := tell.stories.byCause[tell.cause(a.first)]; cause != nil && cause.Unfit {
				t.Errorf("%s case %d is a %s%s", language, a.index, cause.ZH, cause.EN)
			}
			if slices.ContainsFunc(pleas, func(p *plea) bool { return p.ID == "wrong_debtor" }) && !containsFold(told, a.slots["used_by"]) {
				t.Errorf("%s case %d: the client does not say who had the benefit\n%s", language, a.index, told)
			}
		})
	}
}

func TestDwelling(t *testing.T) {
	for address, want := range map[string]bool{
		"浯枫市中心区晨源路705号": true, "珠都市惠泉一路12号3号楼2单元301室": true,
		"浯枫市中心区晨源路705号18区": false, "滨河东路408号远达创业园2509室": false, "科技产业园区枫海巷336号": false, "民阳路8号同达大厦5层": false,
	} {
		if got := (chinese{}).dwelling(address); got != want {
			t.Errorf("people live at %s: %v", address, got)
		}
	}
	for address, want := range map[string]bool{
		"92 Linden Shore Street, Lenvermere County": true, "Building 4, 12 Ash Row, Uldentoft District": true,
		"Office 1303, Building 9, 648 New Avenue": false, "252 Old Hall Street, Circular Economy Park, Brevankeld City": false,
	} {
		if got := (english{}).dwelling(address); got != want {
			t.Errorf("people live at %s: %v", address, got)
		}
	}
}

// Branches and partnerships have no legal representative: a complaint says who heads one, and none has a defence, whose
// form asks for that.
func TestHeadsAreNamedAsWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		language language
		company  string
		want     string
		legal    bool
	}{
		{chinese{}, "恒翊水务有限公司", "法定代表人王某", true},
		{chinese{}, "恒翊水务有限公司溪屏分公司", "负责人王某", false},
		{chinese{}, "溪屏恒翊水务合伙企业（有限合伙）", "执行事务合伙人王某", false},
		{chinese{}, "溪屏水稻研究院", "负责人王某", false},
		{english{}, "Kelvora Water Ltd.", "legal representative: 王某", true},
		{english{}, "Kelvora Water Ltd., Ashmere Branch", "person in charge: 王某", false},
		{english{}, "Ashmere Kelvora Water LP", "managing partner: 王某", false},
	} {
		if got := c.language.plaintiff(c.company, "A", "王某"); !strings.Contains(got, c.want) || c.language.legalPerson(c.company) != c.legal {
			t.Errorf("%s is described as %q, a legal person: %v, want %q", c.company, got, c.language.legalPerson(c.company), c.want)
		}
	}
}
