package casetext

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

//go:embed text
var texts embed.FS

// writer holds the words of one language. It is safe for concurrent use.
type writer struct {
	style
	grammar *grammar.Grammar
	rules   []string // of the grammar, sorted
	names   *name.Namer
	courts  []society.Court
}

// newWriter reads the words of a world's language.
func newWriter(w *society.Society) (*writer, error) {
	files, err := fs.Glob(texts, "text/"+w.Language+"/*.yaml")
	if err != nil {
		return nil, err
	}
	g, err := grammar.Load(texts, files...)
	if err != nil {
		return nil, err
	}
	shard, err := w.Shard(0)
	if err != nil {
		return nil, err
	}
	t := &writer{style: styleOf(w.Language), grammar: g, rules: g.Rules(), names: w.Names}
	for _, c := range shard.Courts {
		if c.Level == society.Basic {
			t.courts = append(t.courts, c)
		}
	}
	if len(t.courts) == 0 {
		return nil, fmt.Errorf("a world without courts of first instance: want at least one")
	}
	return t, nil
}

// judgment is a case whose text is being written.
type judgment struct {
	*writer
	*dispute
	law   *statute.Law
	r     *rand.Rand
	slots map[string]string
	known Known
}

// rule returns the first rule that the grammar has of those for a part of a case: of its kind
// and of what becomes of the plea, of its kind, of what becomes of the plea, or for all cases.
func (j *judgment) rule(part string) string {
	result := "_fails"
	if j.holds {
		result = "_holds"
	}
	for _, name := range []string{part + "_" + j.kind + result, part + "_" + j.kind, part + result, part} {
		if _, ok := slices.BinarySearch(j.rules, name); ok {
			return name
		}
	}
	panic("casetext: no rule for " + part + " of " + j.kind)
}

// say returns a text of a rule.
func (j *judgment) say(rule string) string { return j.grammar.Expand(j.r, rule, j.slots) }

// write writes case i.
func (d *Docket) write(i int) *judgment {
	j := &judgment{writer: d.writer, dispute: &d.cases[i], law: d.Law, r: d.key.At(i).Rand(), slots: map[string]string{}}
	j.setWords()
	j.setParties()
	j.setNumbers()
	court := j.courts[j.r.IntN(len(j.courts))]
	j.slots["court"], j.slots["cause"] = court.Name, j.say("cause")
	j.known = Known{
		File: fileName(i), Number: j.number(j.filed.Year(), court.Code, 100+i*7+j.r.IntN(7)),
		Title: j.say("title"), Court: court.Name, Cause: j.slots["cause"],
		Happened: j.happened, Learned: j.learned, Asked: j.asked, Filed: j.filed, Decided: j.decided,
		Base: j.base, Sum: j.sum,
		Rule: j.dispute.rule, Words: j.slots, PleaHolds: j.holds, Changed: j.changed(), ByTransition: j.transition.Article >= 0,
		Cited: j.cited(),
	}
	j.setDemand()
	j.compose()
	return j
}

// setWords sets the slots for the words of the rule.
func (j *judgment) setWords() {
	maps.Copy(j.slots, j.dispute.rule.Values)
	j.slots["rule"] = strings.ReplaceAll(j.dispute.rule.Text, `"`, "'")
	j.slots["plaintiff"], j.slots["defendant"] = j.slots["b"], j.slots["a"]
	if issues[j.kind].claimed {
		j.slots["plaintiff"], j.slots["defendant"] = j.slots["claimant"], j.slots["other"]
	}
	j.slots["measured"] = j.choice("base")
	j.slots["pretext"] = j.choice("pretext")
	j.slots["change"] = strings.TrimSuffix(j.choice("changed"), "的")
}

// choice returns the text that the rule has for one of its parts.
func (j *judgment) choice(part string) string { return j.dispute.rule.Choice(part).Text }

// setParties names the parties.
func (j *judgment) setParties() {
	names := j.parties(j.r, [2]string{j.slots["plaintiff"], j.slots["defendant"]})
	j.slots["pname"], j.slots["dname"] = names[0], names[1]
}

// setNumbers sets the slots for days, sums and shares.
func (j *judgment) setNumbers() {
	s, d := j.slots, j.dispute
	s["happened"], s["learned"], s["noticed"] = j.day(d.happened), j.day(d.learned), j.day(d.noticed)
	s["asked"], s["filed"], s["decided"] = j.day(d.asked), j.day(d.filed), j.day(d.decided)
	if !d.deadline.IsZero() {
		s["deadline"] = j.day(d.deadline)
	}
	for slot, sum := range map[string]int{"base": d.base, "sum": d.sum, "award": d.award, "part": d.part, "limit": d.limit} {
		if sum > 0 {
			s[slot] = j.money(sum)
		}
	}
	s["percent"], s["claimed"] = j.style.percent(d.percent), j.style.percent(d.claimed)
	s["quota"] = j.style.percent(d.rule.Percent)
	if issues[d.kind].measure == rate {
		s["quota"] = j.style.percent(d.rule.Rate)
	}
	switch _, days, _ := unitOf(&d.rule); days {
	case 1:
		s["length"] = s["days"]
	case 30.44:
		s["length"] = s["months"]
	default:
		s["length"] = s["years"]
	}
	if d.rule.Choice("limit_more").Name != "" {
		s["late"] = j.say("late_" + d.rule.Choice("limit_more").Name)
	}
}

// setDemand sets the slots for what is claimed and answered.
func (j *judgment) setDemand() {
	kind, answer := "loss", j.dispute.rule.Choice("answer")
	switch {
	case j.dispute.rule.Form == statute.BreachCost:
		kind = "cost"
	case answer.Name == "correction":
		kind = "correction"
	}
	j.slots["relief"], j.slots["relief_part"] = j.say("relief_"+kind), j.say("relief_part_"+kind)
	if kind == "loss" && answer.Name != "" && answer.Name != "damages" {
		j.slots["relief"] = answer.Text
	}
	wanted := j.part
	if issues[j.kind].measure == share && j.sum <= j.limit {
		wanted = j.sum / 2
		if j.other != nil && j.other.Percent < j.percent {
			wanted = j.sum - j.base/100*j.other.Percent
		}
	}
	j.slots["asked_sum"] = j.money(max(1, wanted))
	demand := "demand_" + j.kind
	if _, ok := slices.BinarySearch(j.rules, demand); !ok {
		demand = "demand_claim"
	}
	if j.slots["relief"] == answer.Text {
		demand = "demand_liability" // facts must not state what follows from the rule
	}
	j.slots["claim_text"] = j.say(demand)
	j.slots["plea"] = j.say(j.rule("plea"))
	j.slots["order"] = j.say(j.rule("order"))
}

// cited sets the slots for the law that governs, and returns what the case cites.
func (j *judgment) cited() []KnownProvision {
	s := &j.law.Statutes[j.statute]
	j.slots["title"], j.slots["it"] = j.title(s.Title), j.it(j.law.Self(j.statute))
	j.slots["since"], j.slots["next_since"] = j.day(s.Versions[j.governs].Date), j.day(s.Versions[j.after].Date)
	at := func(version, article, paragraphs int) KnownProvision {
		p := KnownProvision{Law: s.Title, Article: j.law.PublishedArticle(j.statute, version, article).Label, Statute: j.statute, Version: version, InForce: j.after, Position: article}
		if paragraphs > 1 {
			p.Paragraph = 1
		}
		p.Citation = j.cite(p.Law, p.Article, p.Paragraph)
		return p
	}
	p := at(j.governs, j.article, j.dispute.rule.Paragraphs)
	j.slots["cite"] = j.provides(p.Law, p.Article, p.Paragraph)
	all := []KnownProvision{p}
	if f := j.dispute.rule.Form; f == statute.BreachRef || f == statute.BreachRefLimit {
		refers := j.dispute.rule.Refers
		p := at(j.governs, refers, len(j.law.PublishedArticle(j.statute, j.governs, refers).Paragraphs))
		j.slots["refers"] = j.provides(p.Law, p.Article, p.Paragraph)
		j.slots["referred"] = strings.ReplaceAll(j.law.Rule(j.statute, j.governs, refers).Text, `"`, "'")
		all = append(all, p)
	}
	if j.transition.Article < 0 {
		return all
	}
	more := len(j.law.PublishedArticle(j.statute, j.after, j.transition.Article).Paragraphs)
	p = at(j.after, j.transition.Article, more)
	j.slots["clause"], j.slots["clause_text"] = j.provides(p.Law, p.Article, p.Paragraph), strings.ReplaceAll(j.transition.Text, `"`, "'")
	return append(all, p)
}

// compose writes the sections.
func (j *judgment) compose() {
	k := &j.known
	k.Facts = []string{j.say("parties"), capital(j.say(j.rule("facts"))), j.say("sued") + j.gap + j.say("answered"), j.say("rest")}
	k.Outcome = []string{j.say("outcome")}
	k.Focus = []string{j.say(j.rule("focus"))}
	day := "day_settled"
	switch {
	case j.transition.Article >= 0 && j.governs == j.after:
		day = "day_pending"
	case j.transition.Article >= 0:
		day = "day_clause"
	case j.changed():
		day = "day_silent"
	}
	// Two cases over one provision have different results, and should not read alike.
	first := j.holds
	if first {
		j.slots["title"] = j.slots["it"]
	}
	version, rule := j.say(day), j.say("rule")
	if j.slots["refers"] != "" {
		rule += j.gap + j.say("referred")
	}
	if j.dispute.rule.Qualified {
		rule += j.gap + j.say("unqualified")
	}
	k.Applied = capital(j.say(j.rule("apply")))
	applied := k.Applied + j.gap + j.say(j.rule("concluded"))
	k.Reasoning = []string{version, rule, applied}
	if first {
		k.Reasoning = []string{rule, version, applied}
	}
}

// Known returns what the generator knows of case i.
func (d *Docket) Known(i int) Known { return d.write(i).known }

// Text returns the content of the file of case i.
func (d *Docket) Text(i int) string {
	j := d.write(i)
	k, h := &j.known, j.headings
	var b strings.Builder
	line := func(text string) { b.WriteString(text + "\n\n") }
	section := func(heading string, paragraphs []string) {
		line("## " + heading)
		for _, p := range paragraphs {
			line(p)
		}
	}
	line("# " + k.Title)
	for _, v := range [][2]string{
		{h.number, k.Number}, {h.court, k.Court}, {h.cause, k.Cause}, {h.decided, j.day(k.Decided)}, {h.happened, j.day(k.Happened)},
	} {
		line(v[0] + h.colon + v[1])
	}
	section(h.facts, k.Facts)
	section(h.outcome, k.Outcome)
	section(h.focus, k.Focus)
	section(h.reasoning, k.Reasoning)
	var cited []string
	for _, p := range k.Cited {
		cited = append(cited, p.Citation)
	}
	section(h.citations, cited)
	return strings.TrimSuffix(b.String(), "\n")
}
