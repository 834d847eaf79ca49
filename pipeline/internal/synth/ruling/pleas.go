package ruling

import (
	"cmp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// plea is one thing that defendants plead, with what a lawyer's file has of it.
type plea struct {
	ID         string              `yaml:"id"`          // suffix of its rules' names
	Asks       relief              `yaml:"asks"`        // the most that a defence can ask for; "" if the plea concedes the claim
	Supplier   side                `yaml:"supplier"`    // the side that must supply; "" for any
	By         partyKind           `yaml:"by"`          // required kind of the plaintiff
	Families   []family            `yaml:"families"`    // that it suits; nil for any
	Stories    []string            `yaml:"stories"`     // that it suits; nil for any
	Orders     []string            `yaml:"orders"`      // stories in which it answers a claim for an order alone as well, whatever its families
	Interest   bool                `yaml:"interest"`    // the claim must include interest
	Years      int                 `yaml:"years"`       // calendar years that must have passed between the day when the claim was due and that of the suit
	DeniedBy   map[string][]string `yaml:"denied_by"`   // words, by language, with which a complaint tells what the plea cannot be reconciled with
	Unfiled    []string            `yaml:"unfiled"`     // stories in whose files it has no place
	Admits     bool                `yaml:"admits"`      // it admits the debt, so that nothing is pleaded beside it that defeats the whole claim
	NoPapers   bool                `yaml:"no_papers"`   // the complaint lists no paper of performance, and the plea says so
	NotWith    []string            `yaml:"not_with"`    // identifiers of the pleas whose facts contradict its own
	Doctrine   []string            `yaml:"doctrine"`    // identifiers of the articles of the general part that bear it out, the best first; see [statute.Doctrine]
	DoctrineOf map[string][]string `yaml:"doctrine_of"` // those in place of Doctrine, by story
	Besides    []string            `yaml:"besides"`     // identifiers of articles on the merits that are cited as well, where a case has what they are about
	Law        map[string][]string `yaml:"law"`         // facts and duties by which another article can, with what it makes of them; see [statute.Ground]
	ZH         string              `yaml:"zh"`          // as the grammar has it; "" for a plea that only case files have
	EN         string              `yaml:"en"`
	Points     [][]string          `yaml:"-"` // terms that the argument uses, each with others for the same behind it; nil for a plea that concedes
	Place      int                 `yaml:"-"` // in the order of a defence
}

// relief is what a defence asks for.
type relief string

// The closed set of reliefs.
const (
	dismissal relief = "dismissal" // of all claims
	reduction relief = "reduction" // to the part that has a basis
)

// loadPleas reads the pleas, with the points of a language.
func loadPleas(language string) ([]plea, error) {
	var read struct {
		Order []string `yaml:"order"`
		Pleas []plea   `yaml:"pleas"`
	}
	if err := yamlfile.Read(texts, "text/pleas.yaml", &read); err != nil {
		return nil, err
	}
	var points map[string][][]string
	if err := yamlfile.Read(texts, "text/points-"+language+".yaml", &points); err != nil {
		return nil, err
	}
	opposites, err := loadOpposites(language)
	if err != nil {
		return nil, err
	}
	for i := range read.Pleas {
		p := &read.Pleas[i]
		p.Points, p.Place = points[p.ID], slices.Index(read.Order, p.ID)
		for i := range p.Points[:min(pointsOfPlea, len(p.Points))] {
			for _, o := range opposites[p.ID] {
				p.Points[i] = append(p.Points[i], "!"+o)
			}
		}
	}
	return read.Pleas, nil
}

// wording returns the plea as the grammar of a language has it.
func (p *plea) wording(language string) string {
	if language == "en" {
		return p.EN
	}
	return p.ZH
}

// pleasIn returns the pleas that a defendant's answer makes, in their order in the answer.
func (t *shardRenderer) pleasIn(answer string, a *caseContext) []*plea {
	var slots []string
	for _, name := range []string{"pl", "head"} {
		slots = append(slots, "{$"+name+"}", a.slots[name])
	}
	fill := strings.NewReplacer(slots...)
	at := map[*plea]int{}
	var made []*plea
	for i := range t.pleas {
		p := &t.pleas[i]
		if n := strings.Index(answer, fill.Replace(p.wording(t.tag))); n >= 0 && p.wording(t.tag) != "" {
			at[p], made = n, append(made, p)
		}
	}
	slices.SortFunc(made, func(p, q *plea) int { return at[p] - at[q] })
	return made
}

// suits reports whether a lawyer could base a defence on the plea in a case.
func (p *plea) suits(a *caseContext) bool {
	switch {
	case p.Asks == "",
		p.Supplier != "" && p.Supplier != a.story.Supplier,
		!p.By.matches(a.first.Plaintiffs[0]),
		p.Families != nil && !slices.Contains(p.Families, a.family()) && !(a.ordersOnly() && slices.Contains(p.Orders, a.story.ID)),
		p.Stories != nil && !slices.Contains(p.Stories, a.story.ID),
		p.Interest && a.slots["interest_due"] == "",
		p.Years > 0 && !a.first.Filed.Time().After(a.due.Time().AddDate(p.Years, 0, 0)):
		return false
	}
	return true
}

// fits reports whether a lawyer's file can have the plea: it suits the case, the complaint tells nothing
// against which it has no answer, and there are texts about it for the story and the particulars.
func (t *shardRenderer) fits(p *plea, a *caseContext) bool {
	if !p.suits(a) || slices.Contains(p.Unfiled, a.story.ID) || p.NoPapers && a.story.ID == "crew" && a.first.Plaintiffs[0].Person {
		return false // nobody keeps accounts under seal with one labourer
	}
	deal, course := t.filedStory(a)
	told := deal + course
	if slices.ContainsFunc(p.DeniedBy[t.tag], func(s string) bool { return strings.Contains(told, s) }) {
		return false
	}
	r := t.files.At(a.index).At(3).Rand()
	return !slices.ContainsFunc([]string{"fact_", "issue_", "argue_"}, func(part string) bool {
		return t.expand(r, t.storyRule(part+p.ID, a), argued(t, a)) == ""
	})
}

// pleasOfDefence is the number of pleas of a defence that makes no more of its own.
const pleasOfDefence = 2

// pleasOf returns the pleas of a case's defence: of those that the defendant's answer makes the ones that fit the file, and
// others that fit it and go with them, first that the claim is out of time. Those that ask for dismissal
// come first, and each in its place. It returns nil if the answer concedes the claim, if there are too few pleas, and if the
// claim is out of time and that cannot be pleaded.
func (t *shardRenderer) pleasOf(a *caseContext) []*plea {
	var pleas []*plea
	for _, p := range t.pleasIn(a.slots["denial"], a) {
		switch {
		case p.Asks == "":
			return nil
		case t.fits(p, a) && p.agrees(pleas):
			pleas = append(pleas, p)
		}
	}
	r := t.files.At(a.index).At(1).Rand()
	var late, others []*plea
	for _, i := range r.Perm(len(t.pleas)) {
		p := &t.pleas[i]
		switch {
		case !t.fits(p, a):
		case p.Years > 0:
			late = append(late, p)
		default:
			others = append(others, p)
		}
	}
	charged := a.family() == wrong || a.family() == labour
	if charged {
		others = answerFirst(others, slices.ContainsFunc(slices.Concat(pleas, late), (*plea).answers))
	}
	for _, p := range slices.Concat(late, others) {
		if len(pleas) < pleasOfDefence && !slices.Contains(pleas, p) && p.agrees(pleas) {
			pleas = append(pleas, p)
		}
	}
	if len(pleas) < pleasOfDefence || t.leavesOutTime(pleas, a) {
		return nil
	}
	if (charged || a.slots["asked"] != "") && !slices.ContainsFunc(pleas, (*plea).answers) {
		return nil // what is alleged, or asked beside the money, would be left unanswered
	}
	slices.SortFunc(pleas, func(p, q *plea) int {
		return cmp.Or(strings.Compare(p.stage(), q.stage()), p.Place-q.Place)
	})
	return pleas
}

// answerFirst returns pleas in the order in which a defence against a charge takes them: one about what was done, unless that
// is answered already, then those about what it cost.
func answerFirst(pleas []*plea, answered bool) []*plea {
	var first []*plea
	rest := slices.Clone(pleas)
	if k := slices.IndexFunc(rest, (*plea).answers); k >= 0 && !answered {
		first = append(first, rest[k])
		rest = slices.Delete(rest, k, k+1)
	}
	slices.SortStableFunc(rest, func(p, q *plea) int { return -strings.Compare(string(p.Asks), string(q.Asks)) })
	return append(first, rest...)
}

// stage returns what sorts pleas by the part of a defence that they stand in: what bars a claim from the action, what
// defeats the rest, what reduces it.
func (p *plea) stage() string {
	if p.ID == "unarbitrated" {
		return ""
	}
	return string(p.Asks)
}

// leavesOutTime reports whether a claim is out of time and some pleas do not say so.
func (t *shardRenderer) leavesOutTime(pleas []*plea, a *caseContext) bool {
	if a.family() == labour && a.slots["expiry"] == "" {
		return false // arbitration was in time, or cannot have been
	}
	if f := a.family(); f == wrong || f == claim {
		return a.first.Filed.Time().After(a.first.Began.Time().AddDate(t.plea("limitation").Years, 0, 0))
	}
	for i := range t.pleas {
		if p := &t.pleas[i]; p.Years > 0 && p.suits(a) && !slices.Contains(pleas, p) {
			return true
		}
	}
	return false
}

// nearlyLate reports whether the time to sue had all but run when a claim was filed, which tempts a lawyer to
// plead what the days do not bear out.
func (t *shardRenderer) nearlyLate(a *caseContext) bool {
	const near = 4 // months
	from := a.due
	switch a.family() {
	case wrong:
		from = a.first.Began
	case labour, claim:
		return false
	}
	over, filed := from.Time().AddDate(t.plea("limitation").Years, 0, 0), a.first.Filed.Time()
	return !filed.After(over) && filed.After(over.AddDate(0, -near, 0))
}

// miscalled reports whether a case is a subcontract by its facts and has the cause of another contract for works.
func (t *shardRenderer) miscalled(a *caseContext) bool {
	return a.story.ID == "works" && a.slots["d_builder"] != "" && t.stories.dealRule(a.subject, a.story) == "works_deal"
}

// believable reports whether the sum of a claim is one that such a dispute may be about: overtime for more than could be
// worked, or severance pay for years that nobody was employed, or building works by one man, goods by the truckload from one, the rent of
// a palace, or an injury of a million after a month, is no case for pleas. Nor are works of a few days.
func (a *caseContext) believable() bool {
	const weekly, yearly, alone, site, daily, rent, upkeep, harm, cents = 1200, 20_000, 60_000, 100_000, 400, 3000, 1500, 1200, 100
	most, days := a.story.Most, int64(a.due-a.first.Began)
	switch a.story.ID {
	case "wages":
		most = weekly * days / 7
	case "dismissal":
		most = yearly * (1 + days/365)
	case "rent":
		most = rent * days
	case "upkeep":
		most = upkeep * days
	case "crash", "hurt", "body": // somebody was unfit for work no longer than that
		most = min(most, harm*int64(a.first.Filed-a.first.Began))
	case "crew":
		if a.first.Plaintiffs[0].Person {
			most = daily * days
		}
	case "works":
		if most = site * days; a.first.Plaintiffs[0].Person {
			return false
		}
	case "goods", "making":
		if a.first.Plaintiffs[0].Person {
			most = alone
		}
	}
	if days < a.story.Days {
		return false
	}
	claim := a.first.Claim / cents
	return claim == 0 || claim >= a.story.Least && (most == 0 || claim <= most)
}

// leastLent is the sum, in cents, of which what people lend is a multiple.
const leastLent = 100_00

// hasSubject reports whether a case can be about what such a dispute is about: a product that fails in use, a
// patented thing, goods in packing with a mark, a loan of a round sum, days of work that fit the time, goods of a kind that has its faults.
func (a *caseContext) hasSubject() bool {
	switch m := a.slots; a.story.ID {
	case "product":
		return m["devices"] != ""
	case "patent":
		return m["devices"]+m["pieces"]+m["shaped"] != ""
	case "crew":
		return m["units"] != ""
	case "lending":
		return a.first.Claim%leastLent == 0
	case "refund":
		return m["fault"] != ""
	case "mark":
		return m["act"] != "" || m["p_grower"] == ""
	}
	return true
}

// keeper reports whether a claim is for a breach of the duty to keep premises safe. That no act was the defendant's is
// no answer to it, and no cause of the world is named after it.
func (a *caseContext) keeper() bool { return a.story.ID == "body" && a.slots["d_builder"] == "" }

// doctrines returns the identifiers of the articles of the general part that bear the plea out in a case, the best first.
func (p *plea) doctrines(a *caseContext) []string {
	if own := p.DoctrineOf[returned]; own != nil && (a.story.ID == "goods" || a.story.ID == "making") && a.slots["pieces"]+a.slots["sampled"] != "" {
		return own
	}
	if own := p.DoctrineOf[a.story.ID]; own != nil {
		return own
	}
	return p.Doctrine
}

// returned stands for the story in the articles by story where what is bad goes back instead of being put right.
const returned = "returned"

// answers reports whether the plea is about what the defendant is said to have done, and not only about the sum.
func (p *plea) answers() bool { return p.Asks == dismissal || p.ID == "contributory" }

// ceases reports whether, by the facts of the plea, the defendant no longer does what it is said to do.
func (p *plea) ceases() bool { return p.ID == "source" || p.ID == "unproved" }

// limitsRate reports whether the plea says on what and at what rate interest may be claimed.
func (p *plea) limitsRate() bool { return p.ID == "rate" || p.ID == "no_interest" }

// ordersOnly reports whether a case about a right asks for an order and no money.
func (a *caseContext) ordersOnly() bool {
	return a.family() == claim && slices.Contains(protected, a.story.ID)
}

// agrees reports whether the facts of the plea and those of others can all be true.
func (p *plea) agrees(others []*plea) bool {
	return !slices.ContainsFunc(others, func(q *plea) bool {
		return slices.Contains(p.NotWith, q.ID) || slices.Contains(q.NotWith, p.ID) || p.Admits && q.Asks == dismissal || q.Admits && p.Asks == dismissal
	})
}

// reliefRule returns the rule for what a defence asks for.
func reliefRule(pleas []*plea) string {
	if pleaded(pleas, "kept") {
		return "relief_kept"
	}
	return "relief_" + reliefOf(pleas)
}

// alternativeRule returns the rule for what leads to the pleas that ask for a reduction in case the others fail.
func alternativeRule(a *caseContext, pleas []*plea) string {
	switch {
	case pleaded(pleas, "kept"):
		return "alternative_kept"
	case a.family() == wrong:
		return "alternative_harm"
	}
	return "alternative"
}

// reliefOf returns the suffix of the rules for what a defence asks for: "both" for dismissal and, in
// the alternative, reduction.
func reliefOf(pleas []*plea) string {
	asks := func(r relief) bool { return slices.ContainsFunc(pleas, func(p *plea) bool { return p.Asks == r }) }
	switch {
	case asks(dismissal) && asks(reduction):
		return "both"
	case asks(dismissal):
		return string(dismissal)
	}
	return string(reduction)
}
