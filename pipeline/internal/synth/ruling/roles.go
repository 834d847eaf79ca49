package ruling

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// ownDuty are the stories about a duty that only the first defendant can have.
var ownDuty = []string{"employed", "unemployed", "disclosure", "books", "resolution", "subrogate_claim", "bankrupt_claim", "unbound", "papers", "policy"}

// unsecured are the stories about sums for which nobody gives a guarantee, or whose own texts say what others answer for.
var unsecured = []string{"breach", "crew", "advance", "carriage", "cover", "insurer", "upkeep", "utility", "overcharge", "venture", "refund", "unbought", "flat", "house", "premium"}

// liabilityOf returns what defendants other than the first owe: as drawn, if the dispute admits of it. Who
// appeals owes something.
func (t *shardRenderer) liabilityOf(drawn liability, first *society.Case, st *story) liability {
	if len(first.Defendants) < 2 {
		return drawn
	}
	appealed := false
	for i := first.First + 1; i < len(t.shard.Cases) && t.shard.Cases[i].First == first.First; i++ {
		c := &t.shard.Cases[i]
		appealed = appealed || stages[c.Proceeding] == appeal && len(c.Plaintiffs) > 1 && c.Plaintiffs[0].Name == first.Defendants[0].Name
	}
	joint := jointly
	if over := t.plea("limitation").Years; drawn == jointly && first.Claim > 0 && slices.Contains([]family{debt, trade, loan}, st.Family) && !slices.Contains(unsecured, st.ID) && first.Filed.Time().After(first.Due.Time().AddDate(over, 0, 0)) {
		drawn, joint = alike, alike // a guarantee lasts no longer
	}
	switch {
	case st.ID == "stranger", st.ID == "pursuit": // the judgment debtor
		return alike
	case st.ID == "breach":
		drawn = released
	case st.ID == "cover" && slices.ContainsFunc(first.Defendants[1:], func(p society.Party) bool { return p.Person }): // who cannot insure
		drawn = released
	case first.Claim == 0:
		if joint = alike; slices.Contains(ownDuty, st.ID) {
			drawn = released
		} else if drawn == jointly {
			drawn = alike
		}
	case st.Family == labour && first.Defendants[1].Person: // a manager, and no second employer
		drawn = released
	case drawn == alike && (st.Family == labour || st.ID == "crash" || st.ID == "misled"):
		drawn = jointly
	}
	if drawn == released && appealed {
		return joint
	}
	return drawn
}

// told returns what other defendants are said to have to do with the dispute: nobody undertook to pay a debt that
// is not proved to exist.
func (a *caseContext) told() liability {
	if a.liability == alike && a.owes() && a.first.Outcome == society.Dismissed && (a.ground == unsigned || a.ground == unproved) {
		return released
	}
	return a.liability
}

// roleRule returns the rule for a part of what is told of other defendants: that of the story, of its family, or
// of any.
func (t *shardRenderer) roleRule(part string, a *caseContext) string {
	family := string(a.family())
	if a.story.Family == wrong {
		family = string(wrong)
	}
	for _, prefix := range []string{a.story.ID, family} {
		if rule := prefix + "_" + part; t.has[rule] {
			return rule
		}
	}
	return part
}

// stands reports whether other defendants have given a guarantee for the debt.
func (a *caseContext) stands() bool {
	return len(a.others) > 0 && a.liability == jointly && a.owes() && !slices.Contains(unsecured, a.story.ID) && a.first.Claim > 0
}

// guarantees are the subjects of the articles on guarantees.
var guarantees = []string{"suretyship", "security for debts"}

// citeGuarantee returns the article on which the liability of a guarantor rests; nil if nobody gave a guarantee.
func (t *shardRenderer) citeGuarantee(a *caseContext) []statute.CitableArticle {
	if !a.stands() || a.ground != "" {
		return nil
	}
	return t.shard.World.Law.Cite(t.rules.Of("guarantee").Rand(), statute.Guarantee, a.Decided.Time(), 1, guarantees...)
}
