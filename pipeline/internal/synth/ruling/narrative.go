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

// abstract is case i's row of LegalAbstract.
func (t *teller) abstract(i int) []tablefile.Cell {
	a := t.account(i)
	r := t.abstracts.At(i).Rand()
	t.narrate(i, a, r)
	rule := "abstract"
	if a.stage != firstInstance {
		rule = "abstract_later"
	}
	return []tablefile.Cell{tablefile.Text(a.Number + ".txt"), tablefile.Text(a.Number), tablefile.Text(t.speech.tidy(t.expand(r, rule, a)))}
}

// passage tells case i at length.
func (t *teller) passage(i int) string {
	a := t.account(i)
	r := t.passages.At(i).Rand()
	t.narrate(i, a, r)
	gaps := t.speech.gaps()
	a.slots["gap"] = gaps[r.IntN(len(gaps))]
	a.slots["title"] = t.expand(r, "case_title", a)
	m := a.slots
	facts := []string{t.join(m["deal"], m["course"]), t.join(m["trouble"], m["suit"], m["more_told"]), t.join(m["denial"], m["third_told"], m["evidence"])}
	if m["history"] != "" {
		facts = append(facts, m["history"])
	}
	a.slots["facts"] = strings.Join(facts, m["gap"]+t.speech.indent())
	a.slots["decision"] = strings.Join([]string{t.join(m["view"], m["rule"], m["reason"]), t.join(m["applied"]+m["orders"], m["after"])}, m["gap"]+t.speech.indent())
	a.slots["significance"] = t.join(m["open"], m["worth"], m["lesson"], m["law_told"], m["close"])
	a.slots["meaning"] = t.join(m["open"], m["lesson"], m["law_told"], m["close"]) // where the worth is told before
	return t.speech.tidy(t.expand(r, "passage", a))
}

// join puts sentences one after the other.
func (t *teller) join(sentences ...string) string {
	var list []string
	for _, s := range sentences {
		if s != "" {
			list = append(list, s)
		}
	}
	return strings.Join(list, t.speech.space())
}

// narrate adds what long texts are made of to the slots: the story of the dispute,
// the views of both sides, the court's reasons, and what to learn from it.
func (t *teller) narrate(i int, a *account, r *rand.Rand) {
	t.introduce(a)
	m := a.slots
	add := func(slot, rule string) { m[slot] = t.fresh(r, rule, a) }
	id := a.story.ID
	m["asked"] = t.expand(r, id+"_ask", a)
	for _, part := range []string{"deal", "course", "trouble", "point"} {
		add(part, id+"_"+part)
	}
	m["rule"], m["lesson"] = t.some(r, id+"_rule", a), t.some(r, id+"_lesson", a)
	money := a.first.Claim > 0
	m["suit"], m["claims"] = t.fresh(r, either(money, "suit", "suit_other"), a), t.expand(r, either(money, "claims", "claims_other"), a)
	family := a.family()
	t.defend(r, a, family)
	if m["more"] != "" {
		add("more_told", t.shared(family, "_"+a.liability.String()))
	}
	if m["third"] != "" {
		add("third_told", "third")
	}
	t.cite(i, a)
	t.judge(r, a, family)
	add("open", "significance_open")
	m["worth"] = t.some(r, t.shared(family, "_worth"), a)
	if m["gist"] != "" && chance.Chance(r, 60) {
		add("law_told", "significance_law")
	}
	add("close", "significance_close")
}

// fresh is a text of a rule that repeats no clause of those that were fresh before
// it, if a few draws find one.
func (t *teller) fresh(r *rand.Rand, rule string, a *account) string {
	const draws = 8
	var text string
	for range draws {
		text = t.expand(r, rule, a)
		if !slices.ContainsFunc(clauses(text), func(c string) bool { return a.told[c] }) {
			break
		}
	}
	for _, c := range clauses(text) {
		a.told[c] = true
	}
	return text
}

// clauses are the parts of a text between commas and stops that are long enough for
// a reader to notice a second time.
func clauses(text string) []string {
	const long = 24 // bytes: 8 Han characters, four or five English words
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("，。；：\n,.;:", r) })
	return slices.DeleteFunc(parts, func(c string) bool { return len(c) < long })
}

// defend adds what the other side says and what evidence was taken. Some stay away.
func (t *teller) defend(r *rand.Rand, a *account, family family) {
	m := a.slots
	if a.absent {
		m["denial"], m["evidence"] = t.fresh(r, "absent", a), t.fresh(r, "evidence_alone", a)
		return
	}
	m["denial"], m["evidence"] = t.fresh(r, t.shared(family, "_denial"), a), t.some(r, "evidence", a)
	m["defence"] = t.fresh(r, "defence", a)
}

// some is one text of a rule, or two different ones.
func (t *teller) some(r *rand.Rand, rule string, a *account) string {
	text := t.fresh(r, rule, a)
	if !chance.Chance(r, 45) {
		return text
	}
	if more := t.fresh(r, rule, a); more != text {
		return t.join(text, more)
	}
	return text
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// shared is the rule of a part of a family's texts; families of debts that have
// none of their own share those of any debt.
func (t *teller) shared(f family, part string) string {
	if rule := string(f) + part; t.has[rule] {
		return rule
	}
	return string(debt) + part
}

// family is the family of texts a case is told with.
func (a *account) family() family {
	switch {
	case a.story.Family == review:
		return review
	case a.first.Claim == 0:
		return claim
	}
	return a.story.Family
}

// verdicts are the endings of rules that give reasons, by outcome.
var verdicts = map[society.RulingOutcome]string{society.Granted: "_granted", society.Partly: "_partly", society.Dismissed: "_dismissed"}

// judge adds the court's reasons and orders.
func (t *teller) judge(r *rand.Rand, a *account, family family) {
	m := a.slots
	add := func(slot, rule string) { m[slot] = t.fresh(r, rule, a) }
	orders := t.orders(r, a)
	m["orders"], m["orders_listed"] = t.speech.run(orders), strings.Join(orders, "\n")
	add("applied", "applied")
	add("note", "closing_appeal")
	add("burden", either(a.Outcome == society.Dismissed, "burden_plaintiff", "burden_defendant"))
	if a.Award > 0 && a.delay {
		add("delay", "closing_delay")
	}
	reason := verdicts[a.Outcome]
	switch {
	case reason != "":
		add("reason", t.shared(family, reason))
		if m["more"] != "" && reason != "_dismissed" && family != review && (a.Award > 0 || a.liability != jointly) {
			m["reason"] = t.join(m["reason"], t.fresh(r, "others_"+a.liability.String(), a))
		}
		if a.Award > 0 {
			m["reason"] = t.join(m["reason"], t.fresh(r, "interest_told", a))
		}
		add("view", "view")
		add("after", t.after(a))
		return
	case a.Outcome == society.Upheld:
		add("reason", "upheld")
	case a.Outcome == society.Reversed && a.Award == 0:
		add("reason", "reversed_nothing")
	case a.Outcome == society.Reversed:
		add("reason", "reversed")
	default:
		add("reason", "terminated")
	}
	m["after"] = t.expand(r, "after_final", a)
	if a.before != nil {
		lower := "lower" + verdicts[a.first.Outcome]
		if a.first.Award == 0 && a.first.Outcome != society.Dismissed {
			lower += "_other"
		}
		m["history"] = t.join(t.fresh(r, lower, a), t.fresh(r, either(a.stage == retrial, "retrial_ground", "ground"), a))
	}
}

// after is the rule of what came after a first judgment.
func (t *teller) after(a *account) string {
	next := a.index + 1
	if next < len(t.shard.Cases) && t.shard.Cases[next].Before == a.index {
		switch stages[t.shard.Cases[next].Word] {
		case appeal:
			return "after_appealed"
		case enforcing:
			return "after_executed"
		}
	}
	return "after_unappealed"
}

// cite adds the articles a court applies.
func (t *teller) cite(i int, a *account) {
	cited := t.cited(i, a)
	if len(cited) > 1 {
		a.slots["statute"], a.slots["article"], a.slots["gist"] = cited[0].Title, cited[0].Article, cited[0].Gist
	}
	a.slots["law"] = t.speech.law(cited)
}

// cited are articles in force on the day of the ruling: those on the matter, and
// last one on procedure.
func (t *teller) cited(i int, a *account) []statute.CitableArticle {
	law, on := t.shard.World.Law, a.Decided.Time()
	own := t.law.At(i).Rand()
	cited := law.Cite(own, a.Matter, on, 1+own.IntN(3), t.stories.law(t.cause(a.first), a.story)...)
	procedure := statute.Procedure
	if a.story.Family == review {
		procedure = statute.Administration
	}
	return append(cited, law.Cite(own, procedure, on, 1)...)
}
