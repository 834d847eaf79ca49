package ruling

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// introduce adds the slots that only long texts use: who the parties of the dispute
// are, what it is about, and what the first court did.
func (t *teller) introduce(a *account) {
	s, sp, m := t.shard, t.speech, a.slots
	first := a.first
	plaintiffs, defendants := names(first.Plaintiffs), names(first.Defendants)
	m["p"], m["d"], m["ds"] = sp.crowd(plaintiffs), defendants[0], sp.crowd(defendants)
	m["pl"], m["df"] = sp.reference(plaintiffRole, plaintiffs), sp.reference(defendantRole, defendants)
	m["more"] = sp.crowd(defendants[1:])
	m["appellants"], m["appellees"] = sp.crowd(names(a.Plaintiffs)), sp.crowd(names(a.Defendants))
	m["instance"] = sp.instance(a.stage == retrial)
	if a.stage == appeal || a.stage == retrial {
		m["above"] = m["instance"]
	}
	m["branch"] = sp.branch(a.story.Family == review)
	m["first_court"], m["first_number"], m["first_form"] = s.Courts[first.Court].Name, first.Number, sp.form(first.Form)
	m["first_filed"], m["first_decided"] = sp.day(first.Filed), sp.day(first.Decided)
	m["first_award"] = ""
	if first.Award > 0 {
		m["first_award"] = sp.sum(s.World.Tongue, first.Award, a.sums)
	}
	if a.interest != without {
		m["interest_due"] = m["due"]
	}
	m["cause"] = t.cause(first)
	m["third"] = t.third(first)
	m["site"] = s.Counties[s.Courts[first.Court].County].Name
	r := t.objects.At(a.First).At(2).Rand()
	for _, word := range []string{"place", "equipment", "system", "job", "part", "project"} {
		m[word] = t.expand(r, word, a)
	}
	t.trade(a)
}

// third is the related company where it is a party on neither side; "" elsewhere.
func (t *teller) third(first *society.Case) string {
	for _, side := range [][]society.Party{first.Plaintiffs, first.Defendants} {
		for _, p := range side {
			if p.Company == first.Related {
				return ""
			}
		}
	}
	c := &t.shard.Companies[first.Related]
	if c.Former != "" && first.Filed < c.Renamed {
		return c.Former
	}
	return c.Name
}

// trade adds words for what is supplied: from the supplier's line of business, from
// what the other side buys, or else from the related company's.
func (t *teller) trade(a *account) {
	r := t.plots.At(a.First).At(1).Rand()
	supplier, customer := &a.first.Plaintiffs[0], &a.first.Defendants[0]
	if a.story.Supplier == defendant {
		supplier, customer = customer, supplier
	}
	own, other := t.business(supplier.Company), t.business(customer.Company)
	if own == nil && other == nil {
		own = t.business(a.first.Related)
	}
	n := r.IntN(1 << 20)
	services := t.staple.Services
	for _, line := range []*name.Trade{other, own} {
		if line != nil {
			services = line.Services
		}
	}
	a.slots["goods"], a.slots["goods2"] = t.goods(own, other, n), t.goods(other, own, n/7)
	a.slots["service"] = services[n%len(services)]
	if c := a.first.Plaintiffs[0].Company; c >= 0 {
		a.slots["sign"] = t.shard.Companies[c].Brand
	}
}

// business is a company's line of business; nil for none.
func (t *teller) business(company int) *name.Trade {
	if company < 0 || t.shard.Companies[company].Make.Trade < 0 {
		return nil
	}
	return &t.shard.World.Tongue.Trades()[t.shard.Companies[company].Make.Trade]
}

// goods are what a supplier sells to a customer, each given by its line of business
// or nil: what the one makes, what the other buys, or what anybody trades in.
func (t *teller) goods(supplier, customer *name.Trade, n int) string {
	list := t.staple.Products
	switch {
	case supplier != nil && !t.stories.immaterial[supplier.ID]:
		list = supplier.Products
	case customer != nil && !t.stories.immaterial[customer.ID]:
		list = customer.Materials
	}
	return list[n%len(list)]
}
