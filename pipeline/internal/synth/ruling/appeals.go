package ruling

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// objectionTo returns what is objected to a judgment that is upheld, which the court above answers: to what was
// cut, to the ground of the dismissal, or what those who lose disputes of the family have to say.
func (t *shardRenderer) objectionTo(a *caseContext) string {
	f, suing := a.family(), a.Plaintiffs[0].Name == a.first.Plaintiffs[0].Name
	switch {
	case a.ground != "":
		return string(a.ground)
	case f == review && t.has["objection_"+a.story.ID+reasonSuffixes[a.first.Outcome]]:
		return a.story.ID + reasonSuffixes[a.first.Outcome]
	case f == review:
		return string(review) + reasonSuffixes[a.first.Outcome]
	case suing && a.first.Outcome == society.Partly && t.has["objection_cut_"+string(a.cut)]:
		return "cut_" + string(a.cut)
	case suing && a.first.Outcome == society.Partly:
		return "cut"
	case t.has["objection_left_"+string(a.cut)]: // who owes cannot ask for what was deducted already
		return "left_" + string(a.cut)
	case f == claim && !suing && a.slots["pleaded"] != "":
		return "pleaded"
	case t.has["objection_"+a.story.ID]:
		return a.story.ID
	case slices.Contains(protected, a.story.ID):
		return "protected"
	}
	return string(f)
}

// confirmed returns the reasons of the judgment below, which the court above shares.
func (t *shardRenderer) confirmed(r *rand.Rand, a *caseContext, f family) string {
	own := a.story.ID + reasonSuffixes[a.first.Outcome]
	switch {
	case a.ground == unfounded || a.ground == different:
		return t.expandUnused(r, a.story.ID+reasonSuffixes[society.Dismissed], a)
	case a.ground != "":
		return t.expandUnused(r, t.reasonRule(a, f), a)
	case a.basisBefore() != a.first.Award:
		return ""
	case a.cut != "":
		return t.expandUnused(r, t.roleRule("cut_"+string(a.cut), a), a)
	case f == claim || f == review || f == wrong && t.has[own]:
		return t.expandUnused(r, own, a)
	}
	return ""
}

// reversal returns what is objected to a judgment that is changed, and the rule for why it is, and adds the slot of the
// difference.
func (t *shardRenderer) reversal(a *caseContext) (objection, rule string) {
	given := a.basisBefore()
	a.slots["difference"] = t.language.sum(t.shard.World.Names, max(a.Award-given, given-a.Award), a.sums)
	switch {
	case a.Award == 0:
		return "nothing", "reversed_nothing"
	case a.Award < given && a.cut == discretion:
		return "assessed_less", "reversed_less_assessed"
	case a.cut == discretion && given > 0:
		return "assessed_more", "reversed_more_assessed"
	case a.Award < given && a.owes():
		return "overpaid", "reversed_less_debt"
	case a.Award < given:
		return "less", "reversed_less"
	case given == 0 || a.cut == "":
		return "refused", "reversed_from_nothing"
	case a.Award == a.first.Claim && given == a.first.Award:
		return "more", "reversed_more_all"
	}
	return "more", "reversed_more_cut"
}

// basisBefore is what had been awarded by the judgment that this one changes.
func (a *caseContext) basisBefore() int64 {
	if a.before.Outcome == society.Reversed {
		return a.before.Award
	}
	return a.first.Award
}

// addHistory adds what the courts below decided and what is said against it.
func (t *shardRenderer) addHistory(r *rand.Rand, a *caseContext) {
	lower := "lower" + reasonSuffixes[a.first.Outcome]
	switch {
	case a.first.Outcome == society.Dismissed:
	case a.first.Award == 0:
		lower += "_other"
	case len(a.others) > 0 && a.liability == released:
		lower += "_released"
	case len(a.others) > 0:
		lower += "_joint"
	}
	var told []string
	if a.ground.needsPlea() { // or the courts could not have dismissed on it
		told = append(told, a.slots["denial"])
	}
	told = append(told, t.expandUnused(r, lower, a))
	if a.stage != appeal {
		told = append(told, t.expandUnused(r, choose(a.before.Outcome == society.Reversed, "lower_reversed", "lower_upheld"), a))
	}
	a.slots["history"] = t.joinSentences(append(told, t.expandUnused(r, choose(a.stage == retrial, "retrial", "ground"), a))...)
}
