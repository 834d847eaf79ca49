package ruling

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// casefile returns the row of CaseFile of case i: what the lawyer of the defendant has while the
// suit is pending. The complaint tells the story of the case's abstract up to the day of filing.
// What the client tells, and the defence, follow from the pleas in the abstract and from others that
// go with them; they are missing if the defendant does not answer, pleads what supports no defence
// in such a case or contradicts itself, if too few pleas fit the case, and if a side has several
// parties. The pleas are drawn first: the complaint states what they answer and lists what they attack.
func (t *shardRenderer) casefile(i int) []tablefile.Cell {
	a := t.newContext(i)
	t.addNarrative(i, a, t.abstracts.At(i).Rand())
	t.addParticulars(a)
	r := t.files.At(i).Rand()
	pleas := t.defencePleas(a)
	complaint := t.complaint(r, a, pleas)
	cells := []tablefile.Cell{tablefile.Text(a.Number), tablefile.Text(a.slots["first_court"]), tablefile.Text(t.shard.World.Names.Date(a.first.Filed.Date())), tablefile.Text(complaint)}
	d := t.defence(r, a, pleas, complaint)
	if d == nil {
		return append(cells, tablefile.None(), tablefile.None(), tablefile.None())
	}
	return append(cells, tablefile.Text(d.told), tablefile.Text(d.text), tablefile.Text(strings.Join(slices.Concat(d.points, d.articles), t.language.separator())))
}

// defencePleas returns the pleas of the defence in a case; nil if there is none.
func (t *shardRenderer) defencePleas(a *caseContext) []*plea {
	if cause := t.stories.byCause[t.cause(a.first)]; cause != nil && (cause.Unfit || slices.Contains(cause.UnfitFor, a.story.ID)) && (a.first.Claim > 0 || a.ordersOnly()) {
		return nil
	}
	if a.story.Undefended || t.nearlyLate(a) || !a.believable() || !a.hasSubject() || a.keeper() || t.miscalled(a) {
		return nil
	}
	if a.absent || len(a.first.Plaintiffs) > 1 || len(a.first.Defendants) > 1 {
		return nil
	}
	if !t.language.legalPerson(a.first.Defendants[0].Name) {
		return nil // the form of a defence asks for the legal representative
	}
	return t.pleasOf(a)
}

// filedPapers is the least number of pieces of evidence of a complaint; each rule for them has more.
const filedPapers = 3

// complaint returns the plaintiff's complaint as it was filed, to which some pleas answer.
func (t *shardRenderer) complaint(r *rand.Rand, a *caseContext, pleas []*plea) string {
	family := a.family()
	deal, course := t.filedStory(a)
	t.addDemand(a)
	if !slices.ContainsFunc(pleas, func(p *plea) bool { return p.NoPapers }) {
		a.slots["performed"] = a.slots["pl"]
	}
	text := func(part string) string {
		if own := a.story.ID + part; t.has[own] {
			return t.expand(r, own, a)
		}
		return t.expand(r, t.familyRule(family, part), a)
	}
	var stated []string
	c := filedComplaint{
		plaintiffs: t.plaintiffLines(a), defendants: a.slots["ds"],
		heads: strings.Split(t.expand(r, headsOf(family), a), t.language.separator()),
		court: a.slots["first_court"], signed: a.slots["p"], day: a.slots["first_filed"],
	}
	for _, p := range pleas {
		stated = append(stated, t.expand(r, t.storyRule("state_"+p.ID, a), a))
		if paper := t.expand(r, t.storyRule("paper_"+p.ID, a), a); paper != "" && !slices.Contains(c.papers, paper) {
			c.papers = append(c.papers, paper)
		}
		if rate := t.expand(r, "rate_of_"+p.ID, a); rate != "" {
			a.slots["stated_rate"] = rate
		}
		if from := t.expand(r, "interest_from_"+p.ID, a); from != "" {
			a.slots["interest_from"] = from
		}
	}
	if a.slots["interest_from"] != "" && a.slots["stated_rate"] == "" {
		a.slots["stated_rate"] = t.expand(r, "usual_rate", a)
	}
	if asked := a.slots["asked"]; asked != "" {
		if own := t.expand(r, "filed_ask_"+a.story.ID, a); own != "" { // of what this complaint tells
			asked = own
		}
		c.claims = append(c.claims, asked)
	}
	if a.first.Claim > 0 {
		c.claims = append(c.claims, t.expand(r, choose(family == wrong, "filed_claim_wrong", "filed_claim"), a))
	}
	c.claims = append(c.claims, t.expand(r, "filed_costs", a))
	for range 8 * filedPapers { // draws
		if p := text("_paper"); !slices.Contains(c.papers, p) && len(c.papers) < filedPapers {
			c.papers = append(c.papers, p)
		}
	}
	if mark := t.expand(r, "list_paper", a); slices.ContainsFunc(c.papers, func(p string) bool { return strings.Contains(p, mark) }) {
		a.slots["list_given"] = a.slots["head"]
	}
	c.facts = []string{
		t.joinSentences(append([]string{deal, course, text("_terms")}, stated...)...),
		t.joinSentences(text("_grievance"), t.expand(r, "items_told", a)), text("_demand"), text("_reason"),
	}
	c.prayer = t.expand(r, "filed_prayer", a)
	return t.language.tidy(t.language.complaint(&c))
}

// filedStory returns what a complaint tells of the agreement and of what was done: the story's own texts for
// files, in which the plaintiff alleges nothing that no plea answers, or else the texts of the abstract.
func (t *shardRenderer) filedStory(a *caseContext) (deal, course string) {
	r := t.files.At(a.index).At(6).Rand()
	deal, course = a.slots["deal"], a.slots["course"]
	rule, person := "filed_deal_"+a.story.ID, "filed_deal_"+a.story.ID+"_person"
	if a.first.Plaintiffs[0].Person && t.has[person] {
		return t.expand(r, person, a), t.expand(r, "filed_course_"+a.story.ID, a)
	}
	if own := t.expand(r, rule, a); own != "" && t.stories.dealRule(a.subject, a.story) == a.story.ID+"_deal" {
		deal = own
	}
	if own := t.expand(r, "filed_course_"+a.story.ID, a); own != "" {
		course = own
	}
	return deal, course
}

// overdue is the number of days from which a debt has been demanded in vain for some time.
const overdue = 45

// addDemand adds the plaintiff in the slots of those rules for a demand that suit the time between the day
// of payment and the suit, and whether a letter was sent.
func (t *shardRenderer) addDemand(a *caseContext) {
	m := a.slots
	if m["letter_day"] == "" {
		m["unwritten"] = m["pl"]
	}
	if a.first.Filed-a.due < overdue || m["letter_day"] == "" {
		m["soon"] = m["pl"]
		return
	}
	m["overdue"] = m["pl"]
}

// headsOf returns the rule for the heads of a complaint's facts and reasons.
func headsOf(f family) string {
	switch f {
	case wrong:
		return "filed_heads_wrong"
	case claim, review:
		return "filed_heads_other"
	}
	return "filed_heads_money"
}

// plaintiffLines describe the plaintiffs, as complaints do: a company of the tables by what its
// registration has, others by an address of the court's district.
func (t *shardRenderer) plaintiffLines(a *caseContext) []string {
	var lines []string
	r := t.files.At(a.index).At(5).Rand()
	for _, p := range a.first.Plaintiffs {
		address, head := t.shard.World.Names.Address(r, t.siteOf(a.first.Court)), t.shard.World.Names.Person(r)
		switch {
		case p.Company >= 0:
			c := &t.shard.Companies[p.Company]
			address, head = c.Address, c.Head
		case p.Person:
			for !t.language.dwelling(address) {
				address = t.shard.World.Names.Address(r, t.siteOf(a.first.Court))
			}
			a.slots["home"] = address
			a.slots["born"] = strconv.Itoa(a.first.Began.Year() - 24 - r.IntN(30))
			address, head = t.expand(r, "filed_person", a), ""
		}
		lines = append(lines, t.language.plaintiff(p.Name, address, head))
	}
	if a.first.PlaintiffFirm != "" {
		lines = append(lines, t.language.counsel(a.first.PlaintiffFirm))
	}
	return lines
}

// siteOf returns the location of addresses in a court's district.
func (t *shardRenderer) siteOf(court int) name.Site {
	county := &t.shard.Counties[t.shard.Courts[court].County]
	city := &t.shard.Cities[county.City]
	province := &t.shard.World.Provinces[city.Province]
	return name.Site{
		Nation: t.shard.World.Nation, Province: province.Name, City: city.Name, County: county.Name,
		Municipality: province.Municipality, Unique: county.Unique,
	}
}

// builtDefence is a defence with what it is built on.
type builtDefence struct {
	told   string // what the client tells its lawyer
	text   string
	points []string // terms that it uses, each with other terms for the same; at least one
	// articles are those that it cites, each with others that bear the same plea out; nil for none.
	articles []string
}

// defence returns the defence in a case with some pleas, which answers a complaint; nil if there are
// none.
func (t *shardRenderer) defence(r *rand.Rand, a *caseContext, pleas []*plea, complaint string) *builtDefence {
	if pleas == nil {
		return nil
	}
	var b builtDefence
	t.addRelief(r, a, pleas)
	d := filedDefence{
		opponent: a.slots["p"],
		relief:   t.expand(r, reliefRule(pleas), a), closing: t.expand(r, "closing", argued(t, a)),
	}
	var facts []string
	law := t.authorities(pleas, a)
	for _, p := range pleas {
		facts = append(facts, t.expand(r, t.storyRule("fact_"+p.ID, a), a))
	}
	if a.admitted(pleas) {
		facts = append(facts, t.expand(r, "rest_told", a))
	}
	b.told = t.language.tidy(strings.Join(numbered(facts), "\n"))
	var grounds []pleaGround
	for i, p := range pleas {
		if i > 0 && p.Asks == reduction && pleas[i-1].Asks == dismissal {
			d.alternative, d.alternatives = t.expand(r, alternativeRule(a, pleas), a), i
		}
		d.issues = append(d.issues, t.expand(r, t.storyRule("issue_"+p.ID, a), argued(t, a)))
		argument := t.expand(r, t.storyRule("argue_"+p.ID, a), argued(t, a))
		ground := pleaGround{fact: facts[i], argument: argument, names: a.outsiders()}
		if law[i] != nil {
			ground.articles = slices.Clone(law[i].citations)
			argument = t.joinSentences(argument, t.lawSentence(r, a, p, law[i]))
			b.articles = append(b.articles, strings.Join(law[i].citations, spellings))
			if merits := law[i].besides; merits != nil {
				argument = t.joinSentences(argument, t.lawSentence(r, a, p, merits))
				b.articles = append(b.articles, strings.Join(merits.citations, spellings))
				ground.articles = append(ground.articles, merits.citations...)
			}
		}
		d.arguments, grounds = append(d.arguments, argument), append(grounds, ground)
	}
	b.points = recordedPoints(pleas, particularTerms(grounds, complaint))
	if left := t.remainderPoint(a, pleas, complaint+b.told); left != "" {
		b.points = append(b.points, left)
	}
	b.text = t.language.tidy(t.language.defence(&d))
	return &b
}

// recordedPoints returns the points of pleas, each once with its terms, the last of which is that of the plea's
// particulars.
func recordedPoints(pleas []*plea, particulars []string) (all []string) {
	for i, p := range pleas {
		for _, point := range p.Points[:min(pointsOfPlea, len(p.Points))] {
			if slices.ContainsFunc(all, func(q string) bool { return mainTerm(q) == point[0] }) {
				continue
			}
			terms := strings.Join(point, spellings)
			if particulars[i] != "" {
				terms += spellings + particulars[i]
			}
			all = append(all, terms)
		}
	}
	return all
}

// addRelief adds what the pleas leave of the claim, and what they say of the interest, to the slots.
func (t *shardRenderer) addRelief(r *rand.Rand, a *caseContext, pleas []*plea) {
	m, p := a.slots, a.particulars
	left := p.remainder(pleas)
	if left > 0 {
		p.sum("left", left)
		m["working"] = p.working(pleas)
		slot := choose(reliefOf(pleas) == "both" || pleaded(pleas, "wage_paid"), "working_failing", "working_left")
		if pleaded(pleas, "leaving") { // what was paid under the settlement is credited only if that fails
			slot = "working_credit"
		}
		m[slot] = m["working"]
	}
	if m["interest_from"] != "" {
		base := "base_open"
		switch {
		case pleaded(pleas, "paid_in_part"):
			base = "base_paid"
			p.sum("opening", left+p.cuts["paid_in_part"])
			p.sum("middle", left+p.sums["part2"])
		case left > 0:
			base = "base_left"
		}
		m["base"] = t.expand(r, base, a)
		m["base_argued"] = m["base"]
		if base == "base_paid" { // the relief says how it falls
			m["base_argued"] = t.expand(r, "base_unpaid", a)
		}
		m["set_off_day"] = choose(pleaded(pleas, "extension"), m["until"], m["due"])
	}
	if interest := t.interestRefused(r, a, pleas, left); left > 0 {
		m["interest_too"] = interest
	} else {
		m["only_interest"] = interest
	}
	if m["asked"] != "" && slices.ContainsFunc(pleas, (*plea).ceases) {
		switch {
		case left > 0:
			m["stop_too"], m["stop_why"] = t.expand(r, "stop_text", a), t.expand(r, "stop_why_text", a)
		case pleaded(pleas, "source"):
			m["moot"] = t.expand(r, "moot_text", a)
		}
	}
	if a.admitted(pleas) {
		m["rest_admitted"] = t.expand(r, "rest_admitted_text", a)
	}
}

// interestRefused returns the interest that a defence asks to be dismissed: that on what the pleas take off the
// principal, from the day of payment for what was paid, unless a limited rate has the base that is left, and that of
// which a plea says so; "" for none. Why what is taken off bears none, it adds to the slots.
func (t *shardRenderer) interestRefused(r *rand.Rand, a *caseContext, pleas []*plea, left int64) string {
	var refused []string
	p := a.particulars
	limited := slices.ContainsFunc(pleas, (*plea).limitsRate)
	if left > 0 && a.slots["interest_from"] != "" {
		struck := a.first.Claim - left
		paid := pleaded(pleas, "paid_in_part")
		if paid {
			struck -= p.cuts["paid_in_part"]
		}
		switch {
		case limited && paid: // the base of the rate says it
		case limited:
			a.slots["interest_out"] = t.expand(r, "interest_out_struck", a)
		case !paid:
			refused = append(refused, t.expand(r, "struck_interest", a))
			a.slots["interest_out"] = t.expand(r, "interest_out_struck", a)
		case struck > 0:
			p.sum("struck", struck)
			refused = append(refused, t.expand(r, "struck_interest_both", a))
			a.slots["interest_out"] = t.expand(r, "interest_out_both", a)
		default:
			refused = append(refused, t.expand(r, "struck_interest_paid", a))
			a.slots["interest_out"] = t.expand(r, "interest_out_paid", a)
		}
	}
	for _, q := range pleas {
		if interest := t.expand(r, "interest_"+q.ID, a); interest != "" {
			refused = append(refused, interest)
		}
	}
	return strings.Join(refused, t.expand(r, "interest_and", a))
}

// pleaded reports whether a plea is among others.
func pleaded(pleas []*plea, id string) bool {
	return slices.ContainsFunc(pleas, func(p *plea) bool { return p.ID == id })
}

// admitted reports whether a defence disputes parts of a debt only, so that the rest of it is admitted.
func (a *caseContext) admitted(pleas []*plea) bool {
	return (a.owes() || a.family() == wrong) && reliefOf(pleas) == string(reduction)
}

// remainderPoint returns the sum that the pleas leave as a point, with its spellings; "" if there is none,
// or if the given texts state it.
func (t *shardRenderer) remainderPoint(a *caseContext, pleas []*plea, given string) string {
	left := a.particulars.remainder(pleas)
	if left == 0 {
		return ""
	}
	written := t.spellingsOfSum(a.slots["left"], left)
	if slices.ContainsFunc(written, func(s string) bool { return strings.Contains(given, s) }) {
		return ""
	}
	return strings.Join(written, spellings)
}

// spellingsOfSum returns a sum as a text has it, and then in every other style.
func (t *shardRenderer) spellingsOfSum(written string, cents int64) []string {
	all := []string{written}
	for style := range sumStyles {
		if s := t.language.sum(t.shard.World.Names, cents, style); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// pointsOfPlea is the most points that are recorded of a plea.
const pointsOfPlea = 2

// spellings separates the terms for one point, or the articles for one plea, in a cell.
const spellings = "/"

// mainTerm returns the first of the terms for a point.
func mainTerm(point string) string {
	term, _, _ := strings.Cut(point, spellings)
	return term
}

// argued returns the context in which a defence speaks: of the plaintiff as its opponent.
func argued(t *shardRenderer, a *caseContext) *caseContext {
	b := *a
	b.slots = maps.Clone(a.slots)
	b.slots["pl"] = t.language.opponent()
	t.addStoryParts(&b, "us_argued")
	return &b
}

// storyRule returns the rule of that name for the case's story, if there is one.
func (t *shardRenderer) storyRule(rule string, a *caseContext) string {
	if own := rule + "_" + a.story.ID; t.has[own] {
		return own
	}
	return rule
}

// numbered puts numbers before lines.
func numbered(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = fmt.Sprintf("%d. %s", i+1, line)
	}
	return out
}
