package ruling

import (
	"slices"
	"strings"
	"testing"
)

// What a plea takes off is taken off interest from the day when it went: a debt set off fell due before the claim did, and
// before the first payment the base is all that the other pleas leave. Nobody sets off against a debt that is denied, which no
// condition on the notice could mend, and a rate to which interest is reduced is named.
func TestInterestFollowsThePleas(t *testing.T) {
	for _, language := range languages {
		tell, seen := openWhole(t, language), map[string]int{}
		defended(t, tell, func(a *caseContext, pleas []*plea, _, _, defence string) {
			tell.addRelief(tell.files.Rand(), a, pleas)
			p := a.particulars
			for _, q := range pleas {
				seen[q.ID]++
				switch {
				case q.ID == "dealings" && p.days["cross_due"] >= a.due:
					t.Errorf("%s case %d sets off what fell due on %d against what did on %d", language, a.index, p.days["cross_due"], a.due)
				case q.Admits && pleas[0].Asks == dismissal:
					t.Errorf("%s case %d pleads %s to what it denies", language, a.index, q.ID)
				case q.ID == "paid_in_part" && pleaded(pleas, "rate"):
					if got, want := p.sums["opening"], p.remainder(pleas)+p.cuts[q.ID]; got != want || !strings.Contains(defence, a.slots["opening"]) {
						t.Errorf("%s case %d reckons interest first on %d, want %d\n%s", language, a.index, got, want, defence)
					}
				case q.ID == "rate" && !strings.Contains(defence, a.slots["lawful_rate"]):
					t.Errorf("%s case %d does not name the rate where it argues it\n%s", language, a.index, defence)
				}
			}
		})
		for _, id := range []string{"dealings", "paid_in_part", "rate"} {
			if seen[id] == 0 {
				t.Errorf("%s: nobody pleads %s", language, id)
			}
		}
	}
}

// Who disputes parts of a debt only admits the rest, as the client says, and who denies all admits nothing. No refund is
// admitted of goods that the buyer has kept. A letter that shows that the plaintiff asked is not met as if it proved more.
func TestNothingIsLeftUnanswered(t *testing.T) {
	straw := map[string]string{"zh": "函件是其单方陈述", "en": "statement of the plaintiff alone"}
	for _, language := range languages {
		tell, admitted := openWhole(t, language), 0
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, told, defence string) {
			r := tell.files.Rand()
			rest := tell.expand(r, "rest_admitted_text", a)
			if got, want := strings.Contains(defence, rest), a.admitted(pleas); got != want || strings.Contains(told, tell.expand(r, "rest_told", a)) != want {
				t.Errorf("%s case %d admits a rest: %v, want %v as its client does\n%s\n%s", language, a.index, got, want, told, defence)
			}
			if a.owes() && pleas[0].Asks == reduction {
				admitted++
				if a.story.ID == "refund" {
					t.Errorf("%s case %d gives back the price of goods that were kept\n%s", language, a.index, defence)
				}
			}
			if strings.Contains(defence, straw[language]) {
				t.Errorf("%s case %d meets a letter as if it were offered as proof\n%s\n%s", language, a.index, complaint, defence)
			}
		})
		if admitted == 0 {
			t.Errorf("%s: no defence admits a rest", language)
		}
	}
}

// What is too much in the price of each unit is not taken off beside units at that price.
func TestNoPriceIsTakenOffTwice(t *testing.T) {
	tell := openWhole(t, "zh")
	for _, id := range []string{"others_part", "quantity", "defects", "rectify", "unfinished"} {
		if tell.plea("method").agrees([]*plea{tell.plea(id)}) {
			t.Errorf("the price of each unit is disputed together with %s", id)
		}
	}
}

// works is a word for building works, of which a complaint tells that is answered by who did them.
var works = map[string]string{"zh": "施工", "en": "orks "}

// That another acted answers no complaint of a keeper's own omission, and one of works tells of them.
func TestOthersActsAreComplainedOf(t *testing.T) {
	for _, language := range languages {
		tell, actors, bodies := openWhole(t, language), 0, 0
		for i := range tell.shard.Cases {
			if id := tell.newContext(i).story.ID; id != "body" && id != "damage" {
				continue
			}
			a := filed(tell, i)
			if a.story.ID == "body" && tell.fits(tell.plea("actor"), a) {
				t.Errorf("%s case %d: others' acts can be pleaded to a body that was hurt", language, i)
			}
			pleas := tell.defencePleas(a)
			if pleas == nil {
				continue
			}
			body, actor := a.story.ID == "body", slices.ContainsFunc(pleas, func(p *plea) bool { return p.ID == "actor" })
			if body {
				bodies++
			}
			if actor {
				actors++
			}
			complaint := tell.casefile(i)[3].Text
			if (body || actor) && !strings.Contains(complaint, works[language]) || a.keeper() {
				t.Errorf("%s case %d: a duty to keep premises safe is answered by others' acts\n%s", language, i, complaint)
			}
		}
		if actors == 0 || bodies == 0 {
			t.Errorf("%s: %d complaints of works and %d of injuries near them", language, actors, bodies)
		}
	}
}
