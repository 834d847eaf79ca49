package ruling

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// abstract returns the row of LegalAbstract of case i.
func (t *shardRenderer) abstract(i int) []tablefile.Cell {
	a := t.newContext(i)
	r := t.abstracts.At(i).Rand()
	t.addNarrative(i, a, r)
	rule := "abstract"
	if a.stage != firstInstance {
		rule = "abstract_later"
	}
	return []tablefile.Cell{tablefile.Text(a.Number + ".txt"), tablefile.Text(a.Number), tablefile.Text(t.language.tidy(t.expand(r, rule, a)))}
}

// passage returns the passage about case i.
func (t *shardRenderer) passage(i int) string {
	a := t.newContext(i)
	r := t.passages.At(i).Rand()
	t.addNarrative(i, a, r)
	gaps := t.language.gaps()
	a.slots["gap"] = gaps[r.IntN(len(gaps))]
	a.slots["title"] = t.expand(r, "case_title", a)
	m := a.slots
	facts := []string{t.joinSentences(m["deal"], m["found"]), t.joinSentences(m["stated"], m["suit"], m["more_told"]), t.joinSentences(m["denial"], m["evidence"])}
	if m["history"] != "" {
		facts = append(facts, m["history"])
	}
	a.slots["facts"] = strings.Join(facts, m["gap"]+t.language.indent())
	a.slots["decision"] = strings.Join([]string{t.joinSentences(m["view"], m["rule"], m["reason"]), t.joinSentences(m["applied"]+m["orders"], m["after"])}, m["gap"]+t.language.indent())
	a.slots["significance"] = t.joinSentences(m["open"], m["worth"], m["lesson"], m["law_told"], m["close"])
	a.slots["meaning"] = t.joinSentences(m["open"], m["lesson"], m["law_told"], m["close"]) // for passages that state the significance earlier
	return t.language.tidy(t.expand(r, "passage", a))
}

// joinSentences joins the sentences that are not empty.
func (t *shardRenderer) joinSentences(sentences ...string) string {
	var list []string
	for _, s := range sentences {
		if s != "" {
			list = append(list, s)
		}
	}
	return strings.Join(list, t.language.space())
}

// addNarrative adds the slots of long texts: the story of the dispute, the views of both sides,
// the court's reasons, and the lesson.
func (t *shardRenderer) addNarrative(i int, a *caseContext, r *rand.Rand) {
	t.addIntroduction(a)
	m := a.slots
	add := func(slot, rule string) { m[slot] = t.expandUnused(r, rule, a) }
	id := a.story.ID
	m["asked"] = t.expand(r, id+"_ask", a)
	add("deal", t.stories.dealRule(a.subject, a.story))
	for _, part := range []string{"course", "trouble", "point"} {
		add(part, id+"_"+part)
	}
	m["rule"], m["lesson"] = t.expandOneOrTwo(r, id+"_rule", a), t.expandOneOrTwo(r, id+"_lesson", a)
	money := a.first.Claim > 0
	m["suit"], m["claims"] = t.expandUnused(r, choose(money, "suit", "suit_other"), a), t.expand(r, choose(money, "claims", "claims_other"), a)
	family := a.family()
	t.addDefence(r, a, family)
	if m["more"] != "" {
		told := a.liability
		if a.ground != "" {
			told = released
		}
		add("more_told", t.familyRule(family, "_"+told.String()))
	}
	t.addFindings(r, a)
	t.addCitations(i, a)
	t.addReasons(r, a, family)
	add("open", "significance_open")
	m["worth"] = t.expandOneOrTwo(r, t.familyRule(family, "_worth"), a)
	if m["gist"] != "" && chance.Percent(r, 60) {
		add("law_told", "significance_law")
	}
	add("close", "significance_close")
}

// expandUnused returns a text of a rule that repeats no clause of earlier results, if a few
// draws find one.
func (t *shardRenderer) expandUnused(r *rand.Rand, rule string, a *caseContext) string {
	const draws = 8
	var text string
	for range draws {
		text = t.expand(r, rule, a)
		if !slices.ContainsFunc(clauses(text), func(c string) bool { return a.usedClauses[c] }) {
			break
		}
	}
	for _, c := range clauses(text) {
		a.usedClauses[c] = true
	}
	return text
}

// clauses returns the clauses of a text that are long enough for a reader to notice their
// repetition.
func clauses(text string) []string {
	const long = 24 // bytes: 8 Han characters, four or five English words
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("，。；：\n,.;:", r) })
	return slices.DeleteFunc(parts, func(c string) bool { return len(c) < long })
}

// addDefence adds the other side's defence and the evidence. Some defendants do not appear.
func (t *shardRenderer) addDefence(r *rand.Rand, a *caseContext, family family) {
	m := a.slots
	if a.absent {
		m["denial"], m["evidence"] = t.expandUnused(r, "absent", a), t.expandUnused(r, "evidence_alone", a)
		return
	}
	t.addDenial(r, a, family)
	m["evidence"] = t.expandOneOrTwo(r, "evidence", a)
	m["defence"] = t.expandUnused(r, "defence", a)
}

// expandOneOrTwo returns one text of a rule, or two different ones.
func (t *shardRenderer) expandOneOrTwo(r *rand.Rand, rule string, a *caseContext) string {
	text := t.expandUnused(r, rule, a)
	if !chance.Percent(r, 45) {
		return text
	}
	if more := t.expandUnused(r, rule, a); more != text {
		return t.joinSentences(text, more)
	}
	return text
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// familyRule returns the rule for a part of a family's texts; families without such a rule use
// that of debts.
func (t *shardRenderer) familyRule(f family, part string) string {
	if rule := string(f) + part; t.has[rule] {
		return rule
	}
	return string(debt) + part
}

// family returns the family whose texts suit the case.
func (a *caseContext) family() family {
	switch {
	case a.story.Family == review:
		return review
	case a.first.Claim == 0:
		return claim
	}
	return a.story.Family
}

// reasonSuffixes are the suffixes of the rules for reasons, by outcome.
var reasonSuffixes = map[society.RulingOutcome]string{society.Granted: "_granted", society.Partly: "_partly", society.Dismissed: "_dismissed"}

// reasonRule returns the rule for a court's reasons: those of the ground on which the claim fails, or
// those of the family for the outcome.
func (t *shardRenderer) reasonRule(a *caseContext, f family) string {
	if a.ground != "" {
		return "dismissed_" + string(a.ground)
	}
	return t.familyRule(f, reasonSuffixes[a.Outcome])
}

// addReasons adds the court's reasons and orders.
func (t *shardRenderer) addReasons(r *rand.Rand, a *caseContext, family family) {
	m := a.slots
	add := func(slot, rule string) { m[slot] = t.expandUnused(r, rule, a) }
	orders := t.orders(r, a)
	m["orders"], m["orders_listed"] = t.language.inline(orders), strings.Join(orders, "\n")
	add("applied", "applied")
	add("note", "closing_appeal")
	switch {
	case a.Outcome == society.Granted: // where a part is awarded, the defence holds for the rest
		add("burden", "burden_defendant")
	case a.Outcome == society.Dismissed && (a.ground == "" || a.ground.needsProof()):
		add("burden", "burden_plaintiff")
	}
	if a.Award > 0 && a.delay {
		add("delay", "closing_delay")
	}
	reason := reasonSuffixes[a.Outcome]
	switch {
	case reason != "":
		add("reason", t.reasonRule(a, family))
		if m["more"] != "" && reason != "_dismissed" && family != review && (a.Award > 0 || a.liability != jointly) {
			m["reason"] = t.joinSentences(m["reason"], t.expandUnused(r, "others_"+a.liability.String(), a))
		}
		if a.Award > 0 {
			m["reason"] = t.joinSentences(m["reason"], t.expandUnused(r, "interest_told", a))
		}
		add("view", "view")
		add("after", t.aftermathRule(a))
		return
	case a.Outcome == society.Upheld:
		add("reason", "upheld")
	case a.Outcome == society.Reversed && a.Award == 0:
		add("reason", "reversed_nothing")
		m["reason"] = t.joinSentences(m["reason"], t.expandUnused(r, t.reasonRule(a, family), a))
	case a.Outcome == society.Reversed:
		add("reason", "reversed")
	default:
		add("reason", "terminated")
	}
	m["after"] = t.expand(r, "after_final", a)
	if a.before != nil {
		lower := "lower" + reasonSuffixes[a.first.Outcome]
		if a.first.Award == 0 && a.first.Outcome != society.Dismissed {
			lower += "_other"
		}
		m["history"] = t.joinSentences(t.expandUnused(r, lower, a), t.expandUnused(r, choose(a.stage == retrial, "retrial_ground", "ground"), a))
	}
}

// aftermathRule returns the rule for what followed a first judgment.
func (t *shardRenderer) aftermathRule(a *caseContext) string {
	next := a.index + 1
	if next < len(t.shard.Cases) && t.shard.Cases[next].Before == a.index {
		switch stages[t.shard.Cases[next].Proceeding] {
		case appeal:
			return "after_appealed"
		case enforcing:
			return "after_executed"
		}
	}
	return "after_unappealed"
}

// addCitations adds the articles that the court applies.
func (t *shardRenderer) addCitations(i int, a *caseContext) {
	cited := t.drawCitations(i, a)
	if len(cited) > 1 {
		a.slots["statute"], a.slots["article"], a.slots["gist"] = cited[0].Title, cited[0].Article, cited[0].Gist
	}
	a.slots["law"] = t.language.law(cited)
}

// drawCitations returns articles in force on the day of the ruling: articles on the matter, and
// last an article on procedure.
func (t *shardRenderer) drawCitations(i int, a *caseContext) []statute.CitableArticle {
	law, on := t.shard.World.Law, a.Decided.Time()
	own := t.law.At(i).Rand()
	cited := law.Cite(own, a.Matter, on, 1+own.IntN(3), t.stories.articleSubjects(a.subject, a.story)...)
	procedure := statute.Procedure
	if a.story.Family == review {
		procedure = statute.Administration
	}
	return append(cited, law.Cite(own, procedure, on, 1)...)
}
