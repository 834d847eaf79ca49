package ruling

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// casefile returns the row of CaseFile of case i: what the lawyer of the defendant has while the
// suit is pending. The complaint tells the story of the case's abstract up to the day of filing.
// What the client tells, and the defence, follow from the plea in the abstract; they are missing
// if the defendant does not answer, pleads what supports no defence in such a case or contradicts
// itself, and if a side has several parties.
func (t *shardRenderer) casefile(i int) []tablefile.Cell {
	a := t.newContext(i)
	t.addNarrative(i, a, t.abstracts.At(i).Rand())
	r := t.files.At(i).Rand()
	cells := []tablefile.Cell{tablefile.Text(a.Number), tablefile.Text(a.slots["first_court"]), tablefile.Text(t.complaint(r, a))}
	told, defence, points := t.defence(r, a)
	if points == nil {
		return append(cells, tablefile.None(), tablefile.None(), tablefile.None())
	}
	return append(cells, tablefile.Text(told), tablefile.Text(defence), tablefile.Text(strings.Join(points, t.language.separator())))
}

// complaint returns the plaintiff's complaint as it was filed.
func (t *shardRenderer) complaint(r *rand.Rand, a *caseContext) string {
	family := a.family()
	text := func(part string) string { return t.expand(r, t.familyRule(family, part), a) }
	var claims []string
	if asked := a.slots["asked"]; asked != "" {
		claims = append(claims, asked)
	}
	if a.first.Claim > 0 {
		claims = append(claims, t.expand(r, "filed_claim", a))
	}
	claims = append(claims, t.expand(r, "filed_costs", a))
	var papers []string
	for range 12 { // draws: each rule has at least three
		if p := text("_paper"); !slices.Contains(papers, p) && len(papers) < 3 {
			papers = append(papers, p)
		}
	}
	facts := []string{t.joinSentences(a.slots["deal"], a.slots["course"]), text("_grievance"), text("_reason"), t.expand(r, "filed_prayer", a)}
	return t.language.tidy(t.language.complaint(t.plaintiffLines(a), a.slots["ds"], claims, facts, papers, a.slots["first_court"], a.slots["p"], a.slots["first_filed"]))
}

// plaintiffLines describe the plaintiffs, as complaints do. Of a company they give what its
// registration has.
func (t *shardRenderer) plaintiffLines(a *caseContext) []string {
	var lines []string
	for _, p := range a.first.Plaintiffs {
		var address, head string
		if p.Company >= 0 {
			c := &t.shard.Companies[p.Company]
			address, head = c.Address, c.Head
		}
		lines = append(lines, t.language.plaintiff(p.Name, address, head))
	}
	if a.first.PlaintiffFirm != "" {
		lines = append(lines, t.language.counsel(a.first.PlaintiffFirm))
	}
	return lines
}

// defence returns what the client tells its lawyer, the defence built on it, and the terms that
// the defence uses; nil points if there is none.
func (t *shardRenderer) defence(r *rand.Rand, a *caseContext) (told, defence string, points []string) {
	if a.absent || len(a.first.Plaintiffs) > 1 || len(a.first.Defendants) > 1 {
		return "", "", nil
	}
	pleas := t.pleasIn(a.slots["denial"], a)
	asks := reduction
	var facts, arguments []string
	argued := maps.Clone(a.slots)
	argued["pl"] = t.language.opponent()
	for _, p := range pleas {
		if !p.suits(a) {
			return "", "", nil
		}
		if p.Asks == dismissal {
			asks = dismissal
		}
		facts = append(facts, t.expand(r, "fact_"+p.ID, a))
		arguments = append(arguments, t.texts.Expand(r, "argue_"+p.ID, argued))
		for _, point := range p.Points[t.tag] {
			if !slices.Contains(points, point) {
				points = append(points, point)
			}
		}
	}
	if pleas == nil || !agree(pleas) {
		return "", "", nil
	}
	told = strings.Join(numbered(facts), "\n")
	defence = t.language.defence(a.slots["p"], t.expand(r, "relief_"+string(asks), a), t.expand(r, "defence_opening", a), arguments, t.expand(r, "closing_"+string(asks), a))
	return told, defence, points
}

// numbered puts numbers before lines.
func numbered(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = fmt.Sprintf("%d. %s", i+1, line)
	}
	return out
}
