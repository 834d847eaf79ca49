package examtext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// essaysOfField is how many essays a field has at least, if the law has enough: items compare an
// answer with others of its field.
const essaysOfField = 4

// What an answer is worth, in hundredths.
const (
	worthFirst, worthSecond = 65, 60
	worthCitation           = 10
	worthApplication        = 15
)

// kinds are the kinds of essays of a paper in turn: over the facts of a case, over facts made for a
// provision, and theory questions.
var kinds = []func(d *drawer, r *rand.Rand, p *paper, turn int) bool{
	(*drawer).caseEssay, (*drawer).appliedEssay, (*drawer).caseEssay, (*drawer).appliedEssay, (*drawer).theoryEssay,
}

// drawEssays draws essays, by turns of papers and kinds.
func (d *drawer) drawEssays(n int) {
	d.used, d.fields, d.slots = map[string]bool{}, map[string]int{}, map[string]int{}
	d.most = max(1, n/essaysOfField)
	d.cases = d.tellable()
	for i := range n {
		p := &d.papers[i%len(d.papers)]
		r := d.key.Of("essays").At(i).Rand()
		if kinds[i/len(d.papers)%len(kinds)](d, r, p, i) || d.appliedEssay(r, p, i) {
			continue
		}
		d.theoryEssay(r, p, i)
	}
}

// draft is an essay that is being written.
type draft struct {
	*drawer
	r     *rand.Rand
	paper *paper
	essay essay
	known []KnownKey
	base  *provision        // that the statement is about, or the first part
	slots map[string]string // words of the statement
	days  [2]time.Time      // the first and the last day of the statement
}

// newDraft begins an essay on a provision.
func (d *drawer) newDraft(r *rand.Rand, p *paper, base *provision, slots map[string]string) *draft {
	id := fmt.Sprintf("%s-E%02d", p.name, len(p.essays)+1)
	return &draft{drawer: d, r: r, paper: p, base: base, slots: slots, essay: essay{origin: d.origin(p, base, id)}}
}

// done puts a finished essay into its paper.
func (e *draft) done() bool {
	e.paper.essays = append(e.paper.essays, e.essay)
	e.paper.known = append(e.paper.known, e.known...)
	e.fields[e.essay.Area]++
	return true
}

// label returns the label of the next part.
func (e *draft) label() string { return string(rune('A' + len(e.essay.Parts))) }

// answer is what the official answer to a part consists of.
type answer struct {
	assumptions []string
	question    string
	conclusion  string // Yes., or a value; "" for none
	rule        string // a whole sentence
	applied     string // the rule applied to the facts; "" for none
	on          *provision
}

// add adds a part with its points.
func (e *draft) add(a answer, key KnownKey) {
	worth := points(worthFirst)
	if len(e.essay.Parts) > 0 {
		worth = worthSecond
	}
	p := part{Label: e.label(), Assumptions: a.assumptions, Question: a.question, Value: worth}
	claim := a.rule
	if a.conclusion != "" {
		claim = a.conclusion + e.gap + claim
	}
	p.Answer = claim
	main := worth - worthCitation
	if a.applied != "" {
		main -= worthApplication
		p.Answer += e.gap + a.applied
	}
	number := p.Label + ". "
	s := &e.bank.law.Statutes[a.on.statute]
	article := a.on.published.Label
	if a.on.rule.Paragraphs > 1 {
		article += e.paragraph
	}
	p.Points = []point{{
		Text: number + e.say(e.r, map[string]string{
			"claim_text": claim[:len(claim)-len(e.mark)], "worth": main.String(), "extra": points(worthCitation).String(),
			"title": e.docket.Title(s.Title), "article": article,
		}, "cites"),
		Values: []points{0, main, main + worthCitation},
	}}
	if a.applied != "" {
		p.Points = append(p.Points, point{
			Text:   e.say(e.r, map[string]string{"claim_text": a.applied[:len(a.applied)-len(e.mark)], "worth": points(worthApplication).String()}, "applies"),
			Values: []points{0, worthApplication},
		})
	}
	key.Item, key.Part = e.essay.ID, p.Label
	e.essay.Parts = append(e.essay.Parts, p)
	e.known = append(e.known, key)
}

// under returns a sentence that states a provision's rule as that of its statute.
func (e *draft) under(p *provision) string {
	slots := e.words(p)
	slots["rule"] = p.plain
	if e.language == "en" {
		slots["rule"] = within(p.plain)
	}
	return e.say(e.r, slots, "under")
}

// addTheory adds a part that asks for what a provision says.
func (e *draft) addTheory(q *asked) {
	day := e.paper.day
	e.add(answer{question: e.stem(e.r, day, q), rule: e.under(q.provision), on: q.provision}, e.knownKey(day, "", "", q))
}

// companion adds a part on what another provision of the statute says of the same subject.
func (e *draft) companion() bool {
	q, ok := e.drawAsked(e.r, e.paper.day, func(q *asked) bool {
		return q.statute == e.base.statute && q.provision != e.base && q.published.Subject == e.base.published.Subject && q.Slot != "g"
	}, always)
	if ok {
		e.addTheory(q)
	}
	return ok
}

// theoryEssay draws an essay without a statement, on two provisions of one statute.
func (d *drawer) theoryEssay(r *rand.Rand, p *paper, _ int) bool {
	first, ok := d.drawAsked(r, p.day, func(q *asked) bool { return q.Slot != "g" }, always)
	if !ok {
		return false
	}
	e := d.newDraft(r, p, first.provision, nil)
	e.addTheory(first)
	return (e.companion() || e.neighbour()) && e.done()
}

// neighbour adds a part on what another provision of the field says.
func (e *draft) neighbour() bool {
	q, ok := e.drawAsked(e.r, e.paper.day, func(q *asked) bool {
		return q.Slot != "g" && q.provision != e.base && e.field(q.provision) == e.essay.Area
	}, always)
	if ok {
		e.addTheory(q)
	}
	return ok
}

// always wants everything.
func always(*asked) bool { return true }

// follow adds a second part: one that supposes another day or sum, one that supposes other times,
// or one on another provision, whichever is possible first.
func (e *draft) follow(turn int, reverse, older func() bool) bool {
	orders := [][]func() bool{
		{older, reverse, e.companion, e.neighbour}, {reverse, older, e.companion, e.neighbour}, {older, e.companion, reverse, e.neighbour},
	}
	return slices.ContainsFunc(orders[turn%len(orders)], func(add func() bool) bool { return add() })
}
