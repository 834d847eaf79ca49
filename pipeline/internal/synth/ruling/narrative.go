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
	text := t.expand(r, rule, a)
	if note := t.renamed(r, a); note != "" {
		text = strings.TrimRight(text, "\n") + "\n" + note
	}
	return []tablefile.Cell{tablefile.Text(a.Number + ".txt"), tablefile.Text(a.Number), tablefile.Text(t.language.tidy(text))}
}

// renamed returns a note that the related company has another name now; "" if it has not.
func (t *shardRenderer) renamed(r *rand.Rand, a *caseContext) string {
	c := &t.shard.Companies[a.Related]
	for _, p := range slices.Concat(a.first.Plaintiffs, a.first.Defendants) {
		if p.Company == a.Related && p.Name != c.Name {
			a.slots["old_name"], a.slots["new_name"] = p.Name, c.Name
			return t.expand(r, "renamed", a)
		}
	}
	return ""
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
	facts := []string{t.joinSentences(m["deal"], m["found"], m["more_told"]), t.joinSentences(m["stated"], m["suit"]), t.joinSentences(m["denial"], m["evidence"])}
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
	if a.ground == paid {
		m["df_arrears"] = "" // who paid a part only
	}
	m["asked"] = t.asked(r, a)
	m["voucher"] = t.expand(t.objects.At(a.First).At(7).Rand(), "voucher_"+string(a.family()), a) // of which appeals speak
	add("deal", t.toldRule(t.stories.dealRule(a.subject, a.story), a))
	if m["part"] != "" && strings.Contains(m["deal"], m["part"]) {
		m["part_alone"] = m["part"] // is all that was to be built
	}
	add("course", t.toldRule(id+"_course", a))
	for _, part := range []string{"trouble", "point"} {
		add(part, id+"_"+part)
	}
	m["lesson"] = t.expandOneOrTwo(r, id+"_lesson", a)
	money := a.first.Claim > 0
	m["suit"], m["claims"] = t.expandUnused(r, choose(money, "suit", "suit_other"), a), t.expand(r, choose(money, "claims", "claims_other"), a)
	if money && m["asked"] != "" {
		m["claims"] = t.joinSentences(m["claims"], t.expand(r, "claims_besides", a))
	}
	family := a.family()
	if a.story.Family != review {
		m["suit_cause"] = m["cause"]
		if m["more"] != "" {
			add("more_told", t.roleRule("role_"+a.told().String(), a))
		}
	}
	t.addDefence(r, a, family)
	if m["df_faulting"] == "" && a.cut != faults && a.cut != quantity {
		m["df_silent"] = m["df"] // who raised no objection to what was delivered
	}
	m["rule"] = t.expandOneOrTwo(r, id+"_rule", a)
	t.addFindings(r, a)
	t.addCitations(i, a)
	t.addReasons(i, r, a, family)
	add("open", "significance_open")
	m["worth"] = t.expandOneOrTwo(r, t.familyRule(family, "_worth"), a)
	if m["gist"] != "" && chance.Percent(r, 60) {
		add("law_told", "significance_law")
	}
	add("close", "significance_close")
}

// asked returns what is asked for that is no money, of all defendants who owe it.
func (t *shardRenderer) asked(r *rand.Rand, a *caseContext) string {
	df := a.slots["df"]
	if len(a.debtors) > 1 {
		a.slots["df"] = t.language.together(len(a.debtors))
	}
	text := t.expand(r, a.story.ID+"_ask", a)
	a.slots["df"] = df
	return text
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
		m["denial"] = t.expandUnused(r, "absent", a)
	} else {
		t.addDenial(r, a, family)
	}
	if m["more"] != "" && family != review {
		m["denial"] = t.joinSentences(m["denial"], t.expandUnused(r, "others_silent", a))
	}
	if a.absent {
		m["evidence"] = t.expandUnused(r, "evidence_alone", a)
	} else if family != review && chance.Percent(r, 50) { // what an authority decided is not for settlement
		m["evidence"] = t.expandUnused(r, "evidence", a)
	}
}

// expandOneOrTwo returns one text of a rule, or two different ones.
func (t *shardRenderer) expandOneOrTwo(r *rand.Rand, rule string, a *caseContext) string {
	text := t.expandUnused(r, rule, a)
	if !chance.Percent(r, 45) {
		return text
	}
	if more := t.expandUnused(r, rule, a); more != text && more != "" {
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
	if rule := a.story.ID + reasonSuffixes[a.Outcome]; t.has[rule] && (a.ground == "" || a.ground == unfounded || a.ground == different) {
		return rule
	}
	if a.ground != "" {
		return t.roleRule("dismissed_"+string(a.ground), a)
	}
	return t.familyRule(f, reasonSuffixes[a.Outcome])
}

// addReasons adds the court's reasons and orders.
func (t *shardRenderer) addReasons(i int, r *rand.Rand, a *caseContext, family family) {
	m := a.slots
	add := func(slot, rule string) { m[slot] = t.expandUnused(r, rule, a) }
	end := t.end(i, a)
	m["orders"], m["orders_listed"] = t.language.inline(end.orders), strings.Join(end.orders, "\n")
	m["note"], m["delay"] = end.closing["closing_appeal"], end.closing["closing_delay"]
	add("applied", "applied")
	if a.Outcome == society.Dismissed && a.ground == unproved {
		add("burden", "burden_plaintiff")
	}
	if reasonSuffixes[a.Outcome] != "" {
		t.addFirstReasons(r, a, family)
		add("view", "view")
		add("after", t.aftermathRule(a))
		return
	}
	objection, reversed := t.objectionTo(a), ""
	if a.Outcome == society.Reversed {
		objection, reversed = t.reversal(a)
	}
	m["objection"] = t.expand(r, t.roleRule("objection_"+objection, a), a)
	switch {
	case a.Outcome == society.Upheld:
		m["answer"] = t.expandUnused(r, t.roleRule("answered_"+objection, a), a)
		add("reason", "upheld")
		m["reason"] = t.joinSentences(m["reason"], t.confirmed(r, a, family))
		if a.ground != "" && m["more_told"] != "" {
			m["reason"] = t.joinSentences(m["reason"], t.expandUnused(r, "others_dismissed", a))
		}
	case a.Outcome == society.Reversed && a.Award == 0:
		add("reason", reversed)
		m["reason"] = t.joinSentences(m["reason"], t.expandUnused(r, t.reasonRule(a, family), a))
	case a.Outcome == society.Reversed:
		if a.owes() || a.Award == a.first.Claim || a.family() == wrong && !slices.Contains(protected, a.story.ID) { // why anything is owed
			if m["liable"] = t.expandUnused(r, a.story.ID+reasonSuffixes[society.Granted], a); m["liable"] == "" && a.family() == trade {
				m["liable"] = t.expandUnused(r, "trade_liable", a)
			}
		}
		add("reason", reversed)
	default:
		add("reason", "terminated")
	}
	m["after"] = t.expand(r, "after_final", a)
	if a.before != nil {
		t.addHistory(r, a)
	}
}

// provers are the stories in which the law has the defendant prove what exempts it.
var provers = []string{"cargo", "pollution"}

// addFirstReasons adds the reasons of a first judgment: on the claim, on what is cut, on each plea that
// fails, on the other defendants, and on interest.
func (t *shardRenderer) addFirstReasons(r *rand.Rand, a *caseContext, family family) {
	m := a.slots
	var told []string
	add := func(rule string) { told = append(told, t.expandUnused(r, rule, a)) }
	if a.Award > 0 && a.story.ID == "works" && a.first.Plaintiffs[0].Person {
		add("works_void")
	}
	if rule := a.story.ID + "_granted"; a.Outcome == society.Partly && t.has[rule] {
		if own := rule + "_" + string(a.cut); t.has[own] {
			rule = own
		}
		add(rule)
	}
	switch {
	case a.cut != "":
		add(t.roleRule("cut_"+string(a.cut), a))
	default:
		add(t.reasonRule(a, family))
	}
	if a.ground == "" && family != review {
		if own := t.has[a.story.ID+"_granted"]; own && a.Outcome == society.Granted && a.Award > 0 {
			add(t.sumRule(a))
		}
		for _, p := range t.pleasIn(m["denial"], a) {
			if p.ID != cutRules[a.cut].plea {
				add(t.roleRule("answer_"+p.ID, a))
			}
		}
	}
	if m["more_told"] != "" {
		add(choose(a.ground == "", t.roleRule("others_"+a.liability.String(), a), "others_dismissed"))
	}
	if a.Award > 0 {
		add(t.roleRule("interest_told", a))
	}
	m["reason"] = t.joinSentences(told...)
}

// sumRule returns the rule for the sum of what is granted for reasons of the story.
func (t *shardRenderer) sumRule(a *caseContext) string {
	switch {
	case slices.Contains(protected, a.story.ID):
		return "rights_granted"
	case t.has[a.story.ID+"_wrong_granted"]:
		return a.story.ID + "_wrong_granted"
	case a.family() == wrong:
		return "wrong_granted"
	}
	return "sum_due"
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

// subjectsOf returns the subjects of the articles that a court applies: those of the version in which a story is told, or of the story.
func (t *shardRenderer) subjectsOf(a *caseContext) []string {
	if law := versionLaw[a.story.ID]; law != nil && t.version(a) == 0 {
		return law
	}
	return t.stories.articleSubjects(a.subject, a.story)
}

// drawCitations returns articles in force on the day of the ruling: articles on the matter, and
// last an article on procedure.
func (t *shardRenderer) drawCitations(i int, a *caseContext) []statute.CitableArticle {
	law, on := t.shard.World.Law, a.Decided.Time()
	own := t.law.At(i).Rand()
	n := 1 + own.IntN(2)
	if a.Matter == statute.Intellectual { // whose rights have each a statute of their own
		n = 1
	}
	cite := law.Cite
	if a.story.Code {
		cite = law.CiteCode
	}
	cited := cite(own, a.Matter, on, n, t.subjectsOf(a)...)
	if d, ok := law.Doctrine(a.doctrine(), on); ok {
		cited = append(cited, d.CitableArticle)
	}
	cited = append(cited, t.citeGuarantee(a)...)
	// A decision of one kind rests on one article of the statute of procedure, whatever its outcome.
	matter, subject := statute.Procedure, "civil procedure"
	if a.story.Family == review {
		matter, subject = statute.Administration, law.FirstSubject(statute.Administration)
	}
	if c, ok := law.CiteLeading(t.rules.At(int(a.stage)).At(int(a.Outcome)).Rand(), matter, on, subject); ok {
		cited = append(cited, c)
	}
	return slices.CompactFunc(cited, func(c, d statute.CitableArticle) bool { return c.Index == d.Index })
}
