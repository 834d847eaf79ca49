package ruling

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
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
	r := t.objects.At(a.First).At(2).Rand()
	for _, word := range []string{"place", "equipment", "system", "job", "part", "project"} {
		m[word] = t.expand(r, word, a)
	}
	t.addSupply(a)
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

// addSupply adds words for the supplied goods or services: from the supplier's line of
// business, else from the customer's purchases, else from the related company's line of
// business.
func (t *shardRenderer) addSupply(a *caseContext) {
	r := t.plots.At(a.First).At(1).Rand()
	supplier, customer := &a.first.Plaintiffs[0], &a.first.Defendants[0]
	if a.story.Supplier == defendant {
		supplier, customer = customer, supplier
	}
	own, other := t.lineOfBusiness(supplier), t.lineOfBusiness(customer)
	if own == nil && other == nil {
		own = t.lineOfBusiness(&society.Party{Company: a.first.Related})
	}
	n := r.IntN(1 << 20)
	services := t.staple.Services
	for _, line := range []*name.Trade{other, own} {
		if line != nil {
			services = line.Services
		}
	}
	a.slots["goods"], a.slots["goods2"] = t.drawGoods(own, other, n), t.drawGoods(other, own, n/7)
	a.slots["service"] = services[n%len(services)]
	if c := a.first.Plaintiffs[0].Company; c >= 0 {
		a.slots["sign"] = t.shard.Companies[c].Brand
	}
}

// lineOfBusiness returns a party's line of business; nil if it has none.
func (t *shardRenderer) lineOfBusiness(p *society.Party) *name.Trade {
	trade := p.Trade
	if p.Company >= 0 {
		trade = t.shard.Companies[p.Company].NameParts.Trade
	}
	if trade < 0 {
		return nil
	}
	return &t.shard.World.Names.Trades()[trade]
}

// drawGoods chooses the goods that a supplier sells to a customer: the supplier's products,
// else the customer's materials, else common goods. A nil line of business is unknown.
func (t *shardRenderer) drawGoods(supplier, customer *name.Trade, n int) string {
	list := t.staple.Products
	switch {
	case supplier != nil && !t.stories.immaterial[supplier.ID]:
		list = supplier.Products
	case customer != nil && !t.stories.immaterial[customer.ID]:
		list = customer.Materials
	}
	return list[n%len(list)]
}
