package ruling

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// ground is why a claim fails. What the court finds (rule found_GROUND), the law it
// states (rule_GROUND), what it concludes (dismissed_GROUND) and what the defendant pleads agree with it, so that no text finds what its
// reasons deny.
type ground string

// The closed set of grounds.
const (
	paid      ground = "paid"      // before the suit
	unripe    ground = "unripe"    // the condition of payment is not met
	unproved  ground = "unproved"  // the sum is not
	expired   ground = "expired"   // out of time, as pleaded
	lapsed    ground = "lapsed"    // the same of the time for arbitration
	lawful    ground = "lawful"    // the dismissal of an employee
	insured   ground = "insured"   // an injury at work, for which the insurance has paid
	innocent  ground = "innocent"  // the harm does not come from the defendant
	different ground = "different" // what is used is not what is protected
	unsigned  ground = "unsigned"  // the papers of a bank are not the defendant's
	unfounded ground = "unfounded" // a claim for something other than money
)

// groundPleas are the pleas on which a ground rests: a defence makes one of them, if one suits the case.
var groundPleas = map[ground][]string{
	paid: {"paid", "wage_paid"}, unripe: {"condition"}, unproved: {"unsealed", "unilateral"},
	expired: {"limitation"}, lapsed: {"arbitration_time"}, lawful: {"staff_rules"}, insured: {"unarbitrated"},
	innocent: {"no_cause", "unproved"}, different: {"unproved", "gathering"},
	unsigned:  {"seal"},
	unfounded: {"no_basis"},
}

// groundDoctrines are the identifiers of the articles on which grounds rest; see [statute.Doctrine].
var groundDoctrines = map[ground]string{
	paid: "performance", unripe: "condition", unproved: "burden", expired: "limitation", lapsed: "arbitration_time", lawful: "staff_rules",
	insured: "insurance", innocent: "causation", unsigned: "burden", unfounded: "burden",
}

// doctrine returns the identifier of the article of the general part on which the decision rests: that of the
// ground on which the claim fails, or of what is cut; "" for none.
func (a *caseContext) doctrine() string {
	if a.ground != "" {
		return groundDoctrines[a.ground]
	}
	return cutRules[a.cut].doctrine
}

// needsPlea reports whether a court may dismiss a claim on a ground only if the defendant pleads it.
func (g ground) needsPlea() bool { return g == expired || g == lapsed }

// deliveries are the stories in which the supplier first hands in papers and is paid on them.
var deliveries = []string{"goods", "works", "interior", "expert", "service", "making", "software", "carriage", "storage", "advert"}

// deniable are the stories in which it may be denied that anything was delivered or done, and not only how much.
var deniable = []string{"goods", "crew", "hire", "rent"}

// banks are the stories whose plaintiffs book every payment at once.
var banks = []string{"bank", "leasing", "bill"}

// singular are the stories about money whose defendants have a plea of their own, and none about payments.
var singular = []string{"flat", "venture", "cover", "insurer", "premium"}

// protected are the stories about rights that protect something from being used, or a reputation from being harmed.
var protected = []string{"mark", "patent", "work", "rivalry", "libel"}

// groundOf draws the ground on which the claim fails, the same in all instances; "" if the claim
// does not fail, or is against an authority.
func (t *shardRenderer) groundOf(a *caseContext) ground {
	if !a.fails() || a.family() == review {
		return ""
	}
	var possible []ground
	add := func(g ground, weight int) { possible = append(possible, slices.Repeat([]ground{g}, weight)...) }
	timely := func(id string) bool { return !t.plea(id).suits(a) }
	switch family := a.family(); {
	case family == claim:
		return unfounded
	case family == wrong && slices.Contains(protected, a.story.ID):
		return different
	case family == wrong:
		return innocent
	case family == labour:
		add(map[string]ground{"dismissal": lawful, "injury": insured, "wages": paid}[a.story.ID], 3)
		if !timely("arbitration_time") {
			add(lapsed, 1)
		}
	case slices.Contains(banks, a.story.ID):
		add(unsigned, 3)
		if !timely("limitation") {
			add(expired, 2)
		}
	default:
		add(paid, 3)
		if slices.Contains(deniable, a.story.ID) && slices.ContainsFunc(groundPleas[unproved], func(id string) bool { return t.plea(id).suits(a) }) {
			add(unproved, 3)
		}
		if slices.Contains(deliveries, a.story.ID) {
			add(unripe, 2)
		}
		if !timely("limitation") {
			add(expired, 3)
		}
	}
	return possible[t.decisions.At(a.First).At(3).Rand().IntN(len(possible))]
}

// fails reports whether the whole claim is dismissed by the decision, or by the one that it leaves in
// force.
func (a *caseContext) fails() bool {
	c := a.Case
	if c.Outcome == society.Upheld || c.Outcome == society.Refused {
		c = a.basis
	}
	return c.Outcome == society.Dismissed || c.Outcome == society.Reversed && c.Award == 0 && c.Claim > 0
}

// plea returns the plea with an identifier.
func (t *shardRenderer) plea(id string) *plea {
	at := slices.IndexFunc(t.pleas, func(p plea) bool { return p.ID == id })
	if at < 0 {
		panic("pleas: no plea " + id)
	}
	return &t.pleas[at]
}

// mostExcuses is the number of pleas of a defendant's answer.
const mostExcuses = 2

// drawPleas draws what the defendant pleads, one or two pleas that suit the case and go together. If
// the claim fails, the first is one on which the court dismisses it, if one suits, and none concedes
// the claim.
func (t *shardRenderer) drawPleas(r *rand.Rand, a *caseContext) []*plea {
	var made []*plea
	add := func(p *plea) {
		if len(made) < mostExcuses && p.wording(t.tag) != "" && p.agrees(made) && !slices.Contains(made, p) {
			made = append(made, p)
		}
	}
	order := r.Perm(len(t.pleas))
	rests := groundPleas[a.ground]
	if slices.Contains(provers, a.story.ID) && a.ground == innocent {
		rests = []string{"contributory", "no_cause"}
	}
	for _, i := range order {
		if p := &t.pleas[i]; len(made) == 0 && (p.suits(a) || a.ground == unsigned) && (slices.Contains(rests, p.ID) || p.ID == cutRules[a.cut].plea) {
			add(p)
		}
	}
	// Where the claim fails on one plea, no other is decided, and none is told.
	if alone := a.ground != "" || chance.Percent(r, 40); alone && len(made) > 0 {
		return made
	}
	concedes := a.ground == "" && a.cut == "" && chance.Percent(r, 6)
	most := 1 + len(made)
	if chance.Percent(r, 55) {
		most = mostExcuses
	}
	for _, i := range order {
		if p := &t.pleas[i]; len(made) < most && !slices.Contains(cutRules[a.cut].against, p.ID) && !a.assessed(p) && !(p.ID == "rate" && a.rate <= 10) && (p.suits(a) && !denied(p, made) || concedes && p.ID == "admitted" && a.owes() && !slices.ContainsFunc(made, (*plea).denies)) {
			add(p)
		}
	}
	return made
}

// assessed reports whether a plea is about the items of a sum which the court assesses as a whole.
func (a *caseContext) assessed(p *plea) bool {
	return (p.ID == "high" || p.ID == "receipts") && a.cut == "" && slices.Contains(protected, a.story.ID)
}

// denies reports whether the plea denies the whole claim.
func (p *plea) denies() bool { return p.Asks == dismissal }

// denied reports whether a plea would deny a claim that others concede.
func denied(p *plea, others []*plea) bool {
	return p.denies() && slices.ContainsFunc(others, func(q *plea) bool { return q.ID == "admitted" })
}

// owes reports whether a case is about a sum that is owed.
func (a *caseContext) owes() bool {
	return slices.Contains([]family{debt, trade, loan}, a.family())
}

// addDenial adds what the defendant pleads, and the slots for reasons that take a plea up.
func (t *shardRenderer) addDenial(r *rand.Rand, a *caseContext, family family) {
	m := a.slots
	met := a.ground == "" && !(family == review && a.fails())
	if own := choose(met, a.story.ID+"_pleads", a.story.ID+"_pleads_against"); (family == claim || family == review || a.ground == different || slices.Contains(singular, a.story.ID)) && t.has[own] {
		m["pleaded"] = t.expand(r, own, a)
		m["denial"] = t.expandUnused(r, "denial_own", a)
		return
	}
	made := t.drawPleas(r, a)
	for _, p := range made {
		if p.ID == "defects" || p.ID == "rectify" {
			m["df_faulting"] = m["df"] // who refuses to pay for faults
		}
	}
	fill := strings.NewReplacer("{$pl}", m["pl"], "{$head}", m["head"])
	for i, p := range made {
		m[[]string{"excuse", "excuse2"}[i]] = fill.Replace(p.wording(t.tag))
	}
	if a.ground == "" && a.owes() && !slices.ContainsFunc(made, (*plea).denies) {
		m["may_pay"] = m["df"]
	}
	if len(made) == 0 {
		m["denying"] = m["df"]
	}
	m["denial"] = t.expandUnused(r, "denial", a)
}

// addFindings adds what the court finds beside the agreement, and what the plaintiff says of it: the
// story's course and trouble, or where the claim fails, the facts on which it does.
func (t *shardRenderer) addFindings(r *rand.Rand, a *caseContext) {
	m := a.slots
	m["found"], m["stated"] = m["course"], m["trouble"]
	if rule := t.roleRule("due_told", a); (m["interest_due"] != "" || rule != "due_told") && !strings.Contains(m["found"], m["due"]) {
		m["found"] = t.joinSentences(m["found"], t.expand(r, rule, a)) // what the plaintiff says of the day is no finding
	}
	if p := t.itemised(a); p != nil && !slices.Contains(protected, a.story.ID) { // what is asked for a right is assessed as a whole
		switch {
		case a.first.Outcome == society.Granted && a.ground == "":
			m["items_found"] = t.expandUnused(r, t.roleRule("items_found", a), p.a)
		case a.first.Outcome == society.Partly && a.stage != firstInstance:
			m["items_found"] = t.expand(r, "items_claimed", p.a)
		default:
			m["stated"] = t.joinSentences(m["stated"], t.expand(r, "items_told", p.a))
			m["trouble"] = m["stated"]
		}
	}
	switch a.ground {
	case "":
		m["found"] = t.joinSentences(m["found"], t.expandUnused(r, t.shownRule(a), a), m["items_found"])
		if m["arbitrated_day"] != "" {
			m["found"] = t.joinSentences(m["found"], t.expand(r, "labour_arbitrated", a))
		}
		if a.cut != "" {
			m["found"] = t.joinSentences(m["found"], t.expandUnused(r, t.roleRule("found_"+string(a.cut), a), a))
		}
		if a.first.Filed.Time().After(a.due.Time().AddDate(t.plea("limitation").Years, 0, 0)) && a.owes() {
			m["found"] = t.joinSentences(m["found"], t.expandUnused(r, t.roleRule("demanded", a), a))
		}
		return
	case unfounded, different:
		against := t.expandUnused(r, a.story.ID+"_against", a)
		if slices.Contains(protected, a.story.ID) { // what was done is not in dispute
			against = t.joinSentences(m["course"], against)
		}
		m["found"], m["rule"] = against, t.expandUnused(r, t.roleRule("rule_"+string(a.ground), a), a)
	default:
		found := t.expandUnused(r, t.roleRule("found_"+string(a.ground), a), a)
		switch {
		case a.owes() && (a.ground == paid || a.ground == expired), a.story.ID == "harm":
			found = t.joinSentences(m["found"], found)
		case a.owes() && a.ground == unripe: // what was done is not in dispute
			found = t.joinSentences(m["course"], found)
		}
		m["found"], m["rule"] = found, t.expandUnused(r, t.roleRule("rule_"+string(a.ground), a), a)
	}
	m["stated"] = t.expandUnused(r, choose(a.first.Claim > 0, t.roleRule("stated", a), "stated_other"), a)
}
