package ruling

import (
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// caseContext holds everything that the texts of a case depend on.
type caseContext struct {
	*society.Case
	decision
	index          int           // of the case
	first          *society.Case // of the dispute
	before         *society.Case // which this one follows; nil for none
	basis          *society.Case // whose award is enforced, or this one
	subject        string        // the cause of the dispute, even where the ruling has none
	story          *story
	ground         ground        // on which the claim fails; "" if it does not
	cut            cut           // why a part of the claim is not awarded; "" if all or nothing is
	cutDay         society.Day   // on which that part, or all, was paid
	acted          society.Day   // on which an authority decided
	opened         society.Day   // on which it began
	done           society.Day   // on which the last was done of what a debt is for
	received       society.Day   // on which a payment went to an assignor
	noticed        society.Day   // on which a debtor had notice of an assignment
	promised       society.Day   // on which others undertook to pay
	bound          society.Day   // until which an employee was to stay
	arbitrated     society.Day   // on which a party to a contract of employment applied for arbitration; 0 if none is told of
	wage           int64         // a month's, by which damages for a dismissal are reckoned; 0 if it is not told
	granted        society.Day   // on which a right was registered
	reckoned       []int64       // sums that a court finds beside those of the claim
	shownDays      []society.Day // that a court finds beside those above
	lent           int64         // in one sum, of which the claim is what is left; 0 if it is not told
	stage          stage
	appellateCourt int   // the court that hears appeals, an index into Courts; -1 for none
	debtors        []int // the first case's defendants that owe, as indices
	others         []int // the first case's other defendants
	slots          map[string]string
	usedClauses    map[string]bool // clauses of the long texts
	particulars    *particulars    // of the lawyer's file; nil for other texts
}

// stage is the instance of a ruling.
type stage int

// The stages.
const (
	firstInstance stage = iota
	appeal
	petition
	retrial
	enforcing
	preserving
)

// stages are the stages by word.
var stages = [...]stage{
	society.CivilFirst: firstInstance, society.PatentFirst: firstInstance, society.AdminFirst: firstInstance,
	society.CivilAppeal: appeal, society.PatentAppeal: appeal, society.AdminAppeal: appeal,
	society.CivilPetition: petition, society.AdminPetition: petition, society.CivilRetrial: retrial,
	society.Execution: enforcing, society.ExecutionAgain: enforcing, society.Preservation: preserving,
}

// newContext returns the context of case i.
func (t *shardRenderer) newContext(i int) *caseContext {
	s := t.shard
	c := &s.Cases[i]
	a := &caseContext{Case: c, index: i, first: &s.Cases[c.First], stage: stages[c.Proceeding], basis: c}
	a.subject = s.Subject(a.first)
	a.story = t.stories.storyOf(t.plots.At(c.First).Rand(), a.subject, a.first)
	a.decision = t.drawDecision(i, a.story)
	if c.Before >= 0 {
		a.before = &s.Cases[c.Before]
		if a.stage == retrial { // is of the judgment that the petition was against
			a.before = &s.Cases[a.before.Before]
		}
		a.basis = t.enforcedCase(c)
	}
	a.appellateCourt = t.appellateCourts[c.Court]
	a.debtors = []int{0}
	for n := 1; n < len(a.first.Defendants); n++ {
		switch {
		case a.story.Family == review: // the other defendants are not concerned by the act
		case a.liability == alike:
			a.debtors = append(a.debtors, n)
		default:
			a.others = append(a.others, n)
		}
	}
	t.fillSlots(i, a)
	if a.interest != without {
		a.slots["interest_due"] = t.language.day(a.due + 1)
	}
	a.ground = t.groundOf(a)
	a.absent = a.absent && a.ground == ""
	a.cut = t.cutOf(a)
	t.addCut(a)
	return a
}

// cause returns the name of a case's cause; "" where the source has none.
func (t *shardRenderer) cause(c *society.Case) string {
	if c.Cause < 0 {
		return ""
	}
	return t.shard.World.Causes[c.Cause].Name
}

// enforcedCase returns the case whose decision is final among those that precede c in its
// dispute.
func (t *shardRenderer) enforcedCase(c *society.Case) *society.Case {
	at := c.Before
	for {
		b := &t.shard.Cases[at]
		switch b.Outcome {
		case society.Upheld, society.Withdrawn, society.Deemed, society.Refused:
			if b.Before >= 0 {
				at = b.Before
				continue
			}
		}
		return b
	}
}

// fillSlots sets the slots that all texts of a case share.
func (t *shardRenderer) fillSlots(i int, a *caseContext) {
	s, sp := t.shard, t.language
	sum := func(cents int64) string {
		if cents <= 0 {
			return ""
		}
		return sp.sum(s.World.Names, cents, a.sums)
	}
	court := func(at int) string {
		if at < 0 {
			return ""
		}
		return s.Courts[at].Name
	}
	m := map[string]string{
		"court": court(a.Court), "upper": court(a.appellateCourt),
		"claim": sum(a.first.Claim), "award": sum(a.Award),
		"costs": sum(a.Costs), "half": "",
		"days": strconv.Itoa(a.days), "due": sp.day(a.due), "rate": sp.rate(s.World.CentralBank(), a.rate, a.due+1, a.Decided),
		"decided": sp.day(a.Decided), "began": sp.day(a.first.Began),
		"number": a.Number,
	}
	if a.Award > 0 && a.Award < a.first.Claim {
		m["rest"] = sum(a.first.Claim - a.Award)
	}
	if a.halved {
		m["half"] = sum(a.Costs / 2)
	}
	m["plaintiffs"], m["defendants"] = t.side(a, true), t.side(a, false)
	m["creditors"] = sp.names(names(a.first.Plaintiffs))
	m["debtors"] = sp.names(namesAt(a.first.Defendants, a.debtors))
	m["others"] = sp.names(namesAt(a.first.Defendants, a.others))
	if a.stage == firstInstance {
		m["creditors"] = t.role(a, plaintiffRole, names(a.first.Plaintiffs))
		m["debtors"] = t.role(a, defendantRole, namesAt(a.first.Defendants, a.debtors))
		m["others"] = t.role(a, defendantRole, namesAt(a.first.Defendants, a.others))
	}
	m["losers"] = m["debtors"] // who bear the costs of what is granted
	if a.liability == jointly {
		at := append(slices.Clone(a.debtors), a.others...)
		m["losers"] = sp.names(namesAt(a.first.Defendants, at))
		if a.stage == firstInstance {
			m["losers"] = t.role(a, defendantRole, namesAt(a.first.Defendants, at))
		}
	}
	if len(a.debtors) > 1 && a.story.Family == wrong || a.story.ID == "harm" && len(a.debtors) > 1 {
		m["several"] = sp.severally()
	}
	m["value"] = sum(a.first.Value)
	m["form"] = sp.form(a.Form)
	m["petitioners"] = sp.names(names(a.Plaintiffs))
	m["frozen"] = sum(max(a.Award, a.Claim))
	m["elsewhere"], m["sibling"] = t.transferCourt(i, a), t.joinedNumber(i)
	if a.before != nil {
		m["below"], m["before"] = court(a.before.Court), a.before.Number
		m["before_form"] = sp.form(a.before.Form)
		m["before_kind"], m["first_kind"] = sp.decision(a.before.Form), sp.decision(a.first.Form)
		m["basis"], m["basis_court"], m["basis_form"] = a.basis.Number, court(a.basis.Court), sp.form(a.basis.Form)
	}
	a.slots, a.usedClauses = m, map[string]bool{}
	t.addFees(a, sum)
	m["head"] = t.expand(t.objects.At(a.First).At(1).Rand(), a.story.ID+"_head", a)
}

// transferCourt returns the court of the same level to which a case is transferred: the court
// of a party's home if possible; "" if the case is not transferred.
func (t *shardRenderer) transferCourt(i int, a *caseContext) string {
	if a.Outcome != society.Transferred {
		return ""
	}
	s := t.shard
	for _, p := range append(a.Defendants[:len(a.Defendants):len(a.Defendants)], a.Plaintiffs...) {
		if p.Company >= 0 {
			if at, ok := t.basicCourts[s.Companies[p.Company].County]; ok && at != a.Court {
				return s.Courts[at].Name
			}
		}
	}
	n := len(s.Courts)
	for at := t.decisions.At(i).At(2).Rand().IntN(n); ; at = (at + 1) % n {
		if c := &s.Courts[at]; c.Level == society.Basic && at != a.Court || n < 8 {
			return c.Name
		}
	}
}

// joinedNumber returns the number of the case of the same court with which case i is joined; ""
// if there is none nearby.
func (t *shardRenderer) joinedNumber(i int) string {
	s := t.shard
	c := &s.Cases[i]
	if c.Outcome != society.Joined {
		return ""
	}
	const near = 40
	for j := max(0, i-near); j < min(len(s.Cases), i+near); j++ {
		o := &s.Cases[j]
		if j != i && o.Court == c.Court && o.Proceeding == c.Proceeding && o.Filed <= c.Decided && o.Cause == c.Cause && o.Outcome != society.Joined {
			return o.Number
		}
	}
	return ""
}

// side returns the names of one side of this instance, with their role.
func (t *shardRenderer) side(a *caseContext, suing bool) string {
	parties, at := a.Defendants, 1
	if suing {
		parties, at = a.Plaintiffs, 0
	}
	return t.role(a, roles[a.stage][at], names(parties))
}

// role returns the names of parties, with their role if this ruling states roles.
func (t *shardRenderer) role(a *caseContext, r role, parties []string) string {
	if len(parties) == 0 {
		return ""
	}
	text := t.language.names(parties)
	if a.roles {
		return t.language.role(r, len(parties) > 1) + text
	}
	return text
}

// role is the role of a party in a proceeding.
type role int

// The roles.
const (
	plaintiffRole role = iota
	defendantRole
	appellant
	appellee
	petitioner
	respondent
	creditor
	debtor
)

// roles holds the roles of both sides, by stage.
var roles = [...][2]role{
	firstInstance: {plaintiffRole, defendantRole}, appeal: {appellant, appellee}, petition: {petitioner, respondent},
	retrial: {petitioner, respondent}, enforcing: {creditor, debtor}, preserving: {petitioner, respondent},
}

func names(parties []society.Party) []string {
	list := make([]string, len(parties))
	for i, p := range parties {
		list[i] = p.Name
	}
	return list
}

func namesAt(parties []society.Party, indices []int) []string {
	list := make([]string, len(indices))
	for i, n := range indices {
		list[i] = parties[n].Name
	}
	return list
}
