package ruling

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// addIntroduction adds the slots of long texts only: the parties of the dispute, its subject,
// and the first court's decision.
func (t *shardRenderer) addIntroduction(a *caseContext) {
	s, sp, m := t.shard, t.language, a.slots
	first := a.first
	plaintiffs, defendants := names(first.Plaintiffs), names(first.Defendants)
	m["p"], m["d"], m["ds"] = sp.abbreviated(plaintiffs), defendants[0], sp.abbreviated(defendants)
	m["pl"], m["df"] = sp.reference(plaintiffRole, plaintiffs), sp.reference(defendantRole, defendants)
	m["more"] = sp.abbreviated(defendants[1:])
	m["appellants"], m["appellees"] = sp.abbreviated(names(a.Plaintiffs)), sp.abbreviated(names(a.Defendants))
	m["instance"] = sp.instance(a.stage == retrial)
	if a.stage == appeal || a.stage == retrial {
		m["above"] = m["instance"]
	}
	m["branch"] = sp.branch(a.story.Family == review)
	m["first_court"], m["first_number"], m["first_form"] = s.Courts[first.Court].Name, first.Number, sp.form(first.Form)
	m["first_filed"], m["first_decided"] = sp.day(first.Filed), sp.day(first.Decided)
	m["first_award"] = ""
	if first.Award > 0 {
		m["first_award"] = sp.sum(s.World.Names, first.Award, a.sums)
	}
	m["cause"] = t.cause(first)
	t.addSpans(a)
	m["site"] = s.Counties[s.Courts[first.Court].County].Name
	t.addBuilders(a)
	t.addSupply(a)
	t.addThings(a)
	t.addVersion(a)
	t.addOwner(a)
	t.addPayee(a)
	if !first.Summary {
		m["panel"] = t.expand(t.objects.At(a.First).At(4).Rand(), "panel", a)
	}
	m["raised_rate"], m["plain_rate"] = "", m["rate"]
	if a.rate > 10 {
		m["raised_rate"], m["plain_rate"] = m["rate"], ""
	}
	if a.before != nil {
		m["before_decided"] = sp.day(a.before.Decided)
		if a.before.Award > 0 {
			m["before_award"] = sp.sum(s.World.Names, a.before.Award, a.sums)
		}
	}
}

// thirdParty are the stories in which a debtor or creditor that is no party is named.
var thirdParty = []string{"assigned", "surety"}

// addOwner adds the name of the debtor whose property or rights are in dispute: another defendant, or a company that
// is no party.
func (t *shardRenderer) addOwner(a *caseContext) {
	if a.Matter != statute.Enforcement && !slices.Contains(thirdParty, a.story.ID) {
		return
	}
	r := t.objects.At(a.First).At(5).Rand()
	n := t.shard.World.Names
	trade := r.IntN(len(n.Trades()))
	if a.story.ID == "assigned" { // whoever deals in goods of many kinds may have sold anything
		trade = slices.IndexFunc(n.Trades(), func(line name.Trade) bool { return line.ID == t.staple.ID })
	}
	a.slots["owner"] = n.Company(name.CompanyName{Brand: n.Brand(r.Uint64N(name.ShortBrands)), Trade: trade, Modifier: -1, Form: name.Limited})
	if len(a.first.Defendants) > 1 && (a.story.ID == "stranger" || a.story.ID == "pursuit") {
		a.slots["owner"] = a.first.Defendants[1].Name
	}
}

// addPayee adds the plaintiff in the slot of those texts that tell to whom a payment went that the plaintiff did not
// take for one of this debt: the firm's own agent, a relative, or the plaintiff's account, but from a third party.
func (t *shardRenderer) addPayee(a *caseContext) {
	slot := "pl_agent"
	if a.first.Plaintiffs[0].Person {
		slot = "pl_relative"
	}
	if chance.Percent(t.objects.At(a.First).At(6).Rand(), 45) {
		slot = "pl_third"
	}
	a.slots[slot] = a.slots["pl"]
}

// addSpans adds the sides in the slots of those texts that take time: under the agreement until the
// debt was due, in arrears until the suit, and over the years of the relation.
func (t *shardRenderer) addSpans(a *caseContext) {
	const season, year = 120, 365
	m, first := a.slots, a.first
	for _, span := range []struct {
		suffix string
		days   society.Day
		least  society.Day
	}{
		{"_season", a.due - first.Began, season}, {"_year", a.due - first.Began, year},
		{"_arrears", first.Filed - a.due, season}, {"_years", first.Filed - first.Began, 2 * year},
	} {
		if span.days >= span.least {
			m["pl"+span.suffix], m["df"+span.suffix], m["began"+span.suffix] = m["pl"], m["df"], m["began"]
		}
	}
}
