package statute

import (
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
)

// RuleForm is the form of a rule that programs can apply or ask for. It is the name of an
// alternative of the text grammars; "" for one without a name.
type RuleForm string

// Forms of rules that decide cases.
const (
	MonthsFromKnowledge RuleForm = "months_from_knowledge" // claimant claims within months of learning of a fact
	YearsFromEvent      RuleForm = "years_from_event"      // a claim lapses years after the event
	ObjectionDays       RuleForm = "objection_days"        // the counterparty objects to performance within days
	YearsUnasserted     RuleForm = "years_unasserted"      // liability for a wrong, unless asserted for years
	PerformanceProof    RuleForm = "performance_proof"     // who claims to have performed proves it
	Suspicion           RuleForm = "suspicion"             // first evidence of a wrong has to be rebutted
	Withheld            RuleForm = "withheld"              // papers withheld: the other side's account may be presumed true
	DepositCap          RuleForm = "deposit_cap"           // a deposit of at most a share
	AdvanceCap          RuleForm = "advance_cap"           // advance payment of at most a share
	PenaltyReduced      RuleForm = "penalty_reduced"       // a penalty may be reduced if it exceeds the loss by a share
	Breach              RuleForm = "breach"                // what follows from a breach
	BreachRef           RuleForm = "breach_ref"            // the same, of a duty in another article
	BreachRefLimit      RuleForm = "breach_ref_limit"      // the same, with a limit
	BreachLoss          RuleForm = "breach_loss"           // loss by a breach, with a limit
	BreachCost          RuleForm = "breach_cost"           // cost by a breach, with a limit
	BreachSubstitute    RuleForm = "breach_substitute"     // after notice, another may see to it at the obligor's expense
	Fact                RuleForm = "fact"                  // a claim for a fact
	FactRight           RuleForm = "fact_right"            // a right to claim for a fact
	FactSupport         RuleForm = "fact_support"          // a claim for a fact that courts grant
	Proved              RuleForm = "proved"                // a claim for a proved fact, with a limit
	WithinDays          RuleForm = "within_days"           // a claim for a fact within days
	AfterNotice         RuleForm = "after_notice"          // a claim for a fact that notice has not changed
	ChangeNotice        RuleForm = "change_notice"         // the obligor notifies a change within days
	UnlessHandled       RuleForm = "unless_handled"        // a claim, unless the matter was dealt with properly
	Pretext             RuleForm = "pretext"               // a refusal on a pretext fails
	Waiver              RuleForm = "waiver"                // no claim after a waiver, unless by fraud
	PerformanceBurden   RuleForm = "performance_burden"    // the obligor bears the burden of proving performance
	InterestRate        RuleForm = "interest_rate"         // loss is reckoned at a yearly rate
	RecordsEnd          RuleForm = "records_end"           // records are kept for years after the end of a document
)

// RuleNumbers are the numbers of an article, of which its words need not have all.
type RuleNumbers struct {
	Hours, Days, Months, Years int
	Percent, Rate              int // per cent
	Low, High                  int // yuan, of fines
}

// ArticleRule is the rule of an article's first paragraph, for those who apply it.
type ArticleRule struct {
	Form RuleForm
	Text string // the rule in the article's words
	// Chosen are the named alternatives of the rule after its form, such as its limits.
	Chosen []grammar.ChosenAlternative
	// Values are the words of the article by slot: a, b, o, d, duty, fact, claim, claimant, other …
	Values map[string]string
	RuleNumbers
	Paragraph string // the whole first paragraph
	// Qualified says that the first paragraph ends in an exception.
	Qualified bool
	// Barred says that another sentence of the article ends claims after some years, or
	// reaches back to earlier facts.
	Barred bool
	// Paragraphs is the number of the article's paragraphs.
	Paragraphs int
	// Refers is the position in the version of the article that the rule's text names; -1 for none.
	Refers int
}

// Choice returns the alternative chosen in a rule of the grammar; zero for none.
func (r *ArticleRule) Choice(rule string) grammar.ChosenAlternative {
	if i := slices.IndexFunc(r.Chosen, func(c grammar.ChosenAlternative) bool { return c.Rule == rule }); i >= 0 {
		return r.Chosen[i]
	}
	return grammar.ChosenAlternative{}
}

// Rule returns the rule of an article, given by the indexes of its statute, its version and
// itself.
func (l *Law) Rule(statute, version, article int) ArticleRule {
	t := l.at(place{statute, version, article})
	r := ArticleRule{Refers: -1}
	if t.prov.refers >= 0 {
		r.Refers = int(t.version.at[t.prov.refers])
	}
	r.Text, r.Chosen = t.trace(firstKey, t.rules.text)
	if len(r.Chosen) > 0 && r.Chosen[0].Rule == t.rules.text && !traits[t.prov.kind].listed {
		r.Form, r.Chosen = RuleForm(r.Chosen[0].Name), r.Chosen[1:]
	}
	paragraphs := t.paragraphs()
	r.Paragraph, r.Paragraphs = paragraphs[0].Text, len(paragraphs)
	if r.Qualified = t.wording.proviso; r.Qualified {
		_, chosen := t.trace(provisoKey, t.rules.proviso)
		r.Barred = len(chosen) > 0
	}
	for i, rule := range t.moreRules() {
		_, chosen := t.trace(moreKey+i, rule)
		r.Barred = r.Barred || len(chosen) > 0
	}
	for _, slot := range []string{"a", "b", "o", "d", "g", "seeker", "decider", "name", "breach"} {
		t.values[slot] = t.value(slot)
	}
	t.setNumbers()
	r.Values, r.RuleNumbers = t.values, t.numbers
	return r
}

// trace returns a text of a rule with its named alternatives.
func (t *article) trace(key int, rule string) (string, []grammar.ChosenAlternative) {
	t.fillSlots(rule)
	text, chosen := t.text.grammar.Trace(t.key.At(key).Rand(), rule, t.values)
	return strings.TrimRight(text, " "), chosen
}

// Self returns the name by which a statute, given by its index, refers to itself: 本法, Act.
func (l *Law) Self(statute int) string { return l.text.self[l.Statutes[statute].form] }

// Private reports whether the article of a version is about two parties neither of which is an
// authority or a court.
func (l *Law) Private(statute, version, article int) bool {
	f := l.at(place{statute, version, article}).matter.family
	return f == contract || f == civil || f == regulation
}

// Supervised reports whether the article of a version is on a matter in which an authority
// supervises the obligor, so that claims may be for acts of the authority.
func (l *Law) Supervised(statute, version, article int) bool {
	return l.at(place{statute, version, article}).matter.family == regulation
}

// TransitionRule is what a version says about matters that began before the statute came into
// force.
type TransitionRule string

// The closed set of rules; a version without an article on it is "".
const (
	KeepsDocuments TransitionRule = "documents"         // documents made before remain valid
	RulesOfTheTime TransitionRule = "rules_of_the_time" // what happened before is governed by the rules of its time
	PendingMatters TransitionRule = "pending_matters"   // what is not settled yet is dealt with under the statute, with an exception
	PendingCases   TransitionRule = "pending_cases"     // the statute applies to cases not decided yet
	Prevailing     TransitionRule = "prevailing"        // the statute prevails over earlier rules
)

// TransitionLimit is what qualifies a transition rule.
type TransitionLimit string

// The closed set of limits; "" for none.
const (
	AgreedOtherwise TransitionLimit = "agreed"      // parties may choose the new rules
	OnRenewal       TransitionLimit = "renewed"     // renewals are under the new rules
	Unperformed     TransitionLimit = "unperformed" // so is what is yet to be performed
	NobodyWorse     TransitionLimit = "worse"       // nobody is put in a worse position
	AcquiredRights  TransitionLimit = "acquired"    // acquired rights are untouched
	TimeRunning     TransitionLimit = "running"     // time that has begun to run goes on
)

// Transition is the transitional provision of a version.
type Transition struct {
	Rule  TransitionRule
	Limit TransitionLimit
	// Since is the day to which the provision looks: that on which the statute came into force
	// as its last article names it, which an amendment leaves as it was.
	Since time.Time
	// Article is its position among the version's articles; -1 for none.
	Article int
	Text    string // of the provision
}

// Transition returns the transitional provision of a version, given by the indexes of its
// statute and of itself.
func (l *Law) Transition(statute, version int) Transition {
	s := &l.Statutes[statute]
	v := &s.Versions[version]
	tr := Transition{Since: v.inForce, Article: -1}
	for i, a := range v.Articles {
		if s.provisions[a.Provision].kind != transition {
			continue
		}
		t := l.at(place{statute, version, i})
		text, chosen := t.trace(firstKey, t.rules.text)
		tr.Article, tr.Text = i, text
		for n, c := range chosen {
			if n == 0 {
				tr.Rule = TransitionRule(c.Name)
			} else {
				tr.Limit = TransitionLimit(c.Name)
			}
		}
	}
	return tr
}
