package ruling

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// addSupply adds words for what the parties deal in: what the dispute is about, if it is one between a
// supplier and a customer, and else what their lines of business have. Goods and what is done are
// missing where a line has none, and with them the sentences that need them.
func (t *shardRenderer) addSupply(a *caseContext) {
	m, n := a.slots, t.plots.At(a.First).At(1).Rand().IntN(1<<20)
	supplier, customer := &a.first.Plaintiffs[0], &a.first.Defendants[0]
	if a.story.Supplier == defendant {
		supplier, customer = customer, supplier
	}
	own, other := t.lineOfBusiness(supplier), t.lineOfBusiness(customer)
	if a.first.Dealing >= 0 {
		if other != nil {
			m["goods2"] = other.Products[n/7%len(other.Products)]
		}
	} else if own == nil {
		if own = other; own == nil {
			own = t.lineOfBusiness(&society.Party{Company: a.first.Related})
		}
	}
	if own != nil {
		m["service"] = own.Services[n%len(own.Services)]
		if t.stories.immaterial[own.ID] {
			m["act"] = m["service"]
		} else {
			m["goods"] = own.Products[n%len(own.Products)]
		}
	}
	if buyer := t.lineOfBusiness(&a.first.Defendants[0]); buyer != nil && !t.stories.idle[buyer.ID] {
		m["inputs"] = buyer.Materials[n/11%len(buyer.Materials)]
	}
	if holder := t.lineOfBusiness(&a.first.Plaintiffs[0]); holder != nil {
		m["stock"] = holder.Materials[n/13%len(holder.Materials)]
		if !t.stories.immaterial[holder.ID] {
			m["stock"] = holder.Products[n/13%len(holder.Products)]
		} else if t.stories.idle[holder.ID] {
			m["stock"] = ""
		}
	}
	t.addDealing(a, customer)
	if own != nil && t.stories.sampled[own.ID] {
		m["to_sample"] = m["goods"]
	} else {
		m["to_drawings"] = m["goods"]
	}
	m["sign"] = t.shard.World.Names.Brand(t.plots.At(a.First).At(2).Rand().Uint64N(name.ShortBrands))
	if c := a.first.Plaintiffs[0].Company; c >= 0 {
		m["sign"] = t.shard.Companies[c].Brand
	}
	t.addSigns(a)
}

// addSigns adds the sign that is compared with the plaintiff's, and the numbers under which both are registered.
func (t *shardRenderer) addSigns(a *caseContext) {
	const first, registered = 9_000_000, 18_000_000
	r := t.plots.At(a.First).At(4).Rand()
	other := t.shard.World.Names.Brand(r.Uint64N(name.ShortBrands))
	a.slots["near_sign"] = t.language.nearSign(a.slots["sign"], other)
	if a.story.ID == "review_mark" && a.first.Outcome == society.Granted || a.ground == different { // they begin alike only
		a.slots["near_sign"] = t.language.farSign(a.slots["sign"], other)
	}
	n, m := first+r.IntN(registered), first+r.IntN(registered)
	a.slots["sign_number"], a.slots["near_number"] = strconv.Itoa(max(n, m)), strconv.Itoa(min(n, m)) // an application meets what came before it
}

// smallOrder is the sum, in cents, up to which goods are ordered by fax or message.
const smallOrder = 300_000_00

// addDealing adds what the dispute is about. Lots are goods that come in batches, small are
// lots of no great price, one is a machine or the like, and bought is what a consumer bought.
func (t *shardRenderer) addDealing(a *caseContext, customer *society.Party) {
	if a.first.Dealing < 0 {
		return
	}
	m := a.slots
	d := &t.shard.World.Dealings[a.first.Dealing]
	switch d.What {
	case society.Goods:
		m["goods"] = d.Item
		switch {
		case d.Consumer && customer.Person:
			m["bought"] = d.Item
		case d.Single:
			m["one"] = d.Item
		default:
			m["lots"] = d.Item
			if a.first.Claim <= smallOrder {
				m["small"] = d.Item
			}
		}
	case society.Services:
		m["service"] = d.Item
	case society.Works:
		m["project"] = d.Item
	case society.Chores:
		m["chore"] = d.Item
	case society.Places:
		m["place"] = d.Item
	case society.Equipment:
		m["equipment"] = d.Item
	}
}

// addBuilders adds the parties as builders, if they are, or as others: the defendant as d_builder or
// d_other, and so on.
func (t *shardRenderer) addBuilders(a *caseContext) {
	builders, growers := t.shard.World.Group("builders"), t.shard.World.Group("growers")
	in := func(group []bool, p *society.Party) bool {
		line := t.trade(p)
		return line >= 0 && group[line]
	}
	kind := "_other"
	if in(builders, &a.first.Defendants[0]) {
		kind = "_builder"
	}
	a.slots["d"+kind], a.slots["df"+kind] = a.slots["d"], a.slots["df"]
	p := &a.first.Plaintiffs[0]
	for _, side := range []struct {
		party *society.Party
		slots []string
	}{{p, []string{"p", "pl"}}, {&a.first.Defendants[0], []string{"d", "df"}}} {
		for _, slot := range side.slots {
			if side.party.Person {
				a.slots[slot+"_person"] = a.slots[slot]
			} else {
				a.slots[slot+"_firm"] = a.slots[slot]
			}
		}
	}
	switch {
	case p.Person || in(growers, p):
		a.slots["p_grower"], a.slots["pl_grower"] = a.slots["p"], a.slots["pl"]
	default:
		a.slots["p_business"] = a.slots["p"]
	}
	if (p.Person || in(builders, p)) && kind == "_builder" {
		a.slots["p_builder"] = a.slots["p"]
	}
}

// things are the slots for what stories are about beside goods and services.
var things = []string{"place", "equipment", "system", "job", "part", "project"}

// addThings adds the other things that stories are about: a story's own words for them, or those for
// a line of business, before those for all.
func (t *shardRenderer) addThings(a *caseContext) {
	r := t.objects.At(a.First).At(2).Rand()
	employer := &a.first.Defendants[0]
	if a.first.Defendants[0].Person {
		employer = &a.first.Plaintiffs[0]
	}
	for _, thing := range things {
		rule := t.storyRule(thing, a)
		switch line := t.trade(employer); {
		case thing == "job" && rule == thing && line >= 0 && t.shard.World.Group("desks")[line]:
			rule = "job_desks"
		case thing == "part":
			rule = t.partRule(a)
		}
		text := t.expand(r, rule, a)
		if unbuilt := a.first.Dealing >= 0 && a.slots["project"] == ""; unbuilt && (thing == "project" || thing == "part") {
			continue
		}
		if a.slots[thing] == "" {
			a.slots[thing] = text
		}
	}
}

// versions are the stories with two versions, each of which has a slot of its own: an injury at work is
// recognised, or working conditions are inspected, and so on.
var versions = map[string][2]string{"review_labour": {"injury", "inspection"}, "discharge": {"smell", "waste"}}

// versionLaw are the subjects of the articles that apply to the first version of a story, where they are others than the story's.
var versionLaw = map[string][]string{"review_labour": {"protection against work injury"}}

// addFaults adds what works have whose faults are told: the part of a builder's that was passed on, or the project, by what is
// built.
func (t *shardRenderer) addFaults(a *caseContext) {
	m := a.slots
	if m["d_builder"] != "" {
		m["sub_part"] = m["part"]
		return
	}
	for _, slot := range slices.Sorted(maps.Keys(t.stories.built)) {
		if slices.ContainsFunc(t.stories.built[slot], func(w string) bool { return strings.Contains(m["project"], w) }) {
			m[slot] = m["project"]
			return
		}
	}
	m["walled"] = m["project"]
}

// version draws the version by which a story is told, as an index into its versions.
func (t *shardRenderer) version(a *caseContext) int { return t.plots.At(a.First).At(3).Rand().IntN(2) }

// addVersion adds the slot of the version by which a story is told.
func (t *shardRenderer) addVersion(a *caseContext) {
	if v, ok := versions[a.story.ID]; ok {
		slot := v[t.version(a)]
		a.slots[slot] = t.expand(t.objects.At(a.First).At(3).Rand(), slot, a)
	}
}

// partRule returns the rule for parts of works: those of the builder that does them, or those that
// people do for the builder who engages them.
func (t *shardRenderer) partRule(a *caseContext) string {
	prefix, line := "part_", t.lineOfBusiness(&a.first.Plaintiffs[0])
	if a.story.Supplier == defendant || line == nil {
		prefix, line = "hands_", t.lineOfBusiness(&a.first.Defendants[0])
	}
	if line != nil {
		if rule := prefix + strings.ReplaceAll(line.ID, "-", "_"); t.has[rule] {
			return rule
		}
	}
	return "part"
}

// trade returns a party's line of business as an index into the lines; -1 if it has none.
func (t *shardRenderer) trade(p *society.Party) int {
	if p.Company >= 0 {
		return t.shard.Companies[p.Company].NameParts.Trade
	}
	return p.Trade
}

// lineOfBusiness returns a party's line of business; nil if it has none.
func (t *shardRenderer) lineOfBusiness(p *society.Party) *name.Trade {
	trade := t.trade(p)
	if trade < 0 {
		return nil
	}
	return &t.shard.World.Names.Trades()[trade]
}
