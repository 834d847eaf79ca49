package ruling

import (
	"slices"
	"strings"

	quantities "github.com/taskgrove/taskgrove/pipeline/quantity"
)

// Marks of the term that records particulars, see [score.IsParticulars].
const (
	particularsMark = "@"
	particularsEnd  = "|"
)

// pleaGround is what a defence states for a plea, in whatever words it makes its points.
type pleaGround struct {
	fact     string   // as the client tells it
	argument string   // of the defence, without the law
	names    []string // of people and companies that are no parties
	articles []string // citations of the articles that bear the plea out
}

// tellsApart are the kinds of quantities by which a case is told from others. Counts are in every text.
var tellsApart = map[quantities.Dimension]bool{quantities.Day: true, quantities.Money: true, quantities.Percent: true, quantities.Duration: true}

// particularTerms returns, for each plea, the term that records what its points rest on: the days, sums,
// rates and periods told, the names among them, and the articles. What the client tells of another plea, or the
// complaint states, other than a rate, tells nothing of the plea. The term is "" for a plea without any.
func particularTerms(pleas []pleaGround, complaint string) []string {
	known := quantities.Read(complaint)
	terms := make([]string, len(pleas))
	for i := range pleas {
		var others []quantities.Mention
		for k := range pleas {
			if k != i {
				others = append(others, quantities.Read(pleas[k].fact)...)
			}
		}
		if own := pleas[i].particulars(known, others); len(own) > 0 {
			terms[i] = particularsMark + strings.Join(own, particularsEnd)
		}
	}
	return terms
}

// particulars returns what a plea alone states, each text once.
func (g *pleaGround) particulars(complaint, others []quantities.Mention) (own []string) {
	var seen []quantities.Mention
	told := g.fact + "\n" + g.argument
	for _, m := range quantities.Read(told) {
		same := func(o quantities.Mention) bool {
			return o.Kind == m.Kind && o.Day == m.Day && o.Unit == m.Unit && o.Number.Equal(m.Number)
		}
		if !tellsApart[m.Kind] || slices.ContainsFunc(seen, same) || slices.ContainsFunc(others, same) ||
			m.Kind != quantities.Percent && slices.ContainsFunc(complaint, same) {
			continue
		}
		seen, own = append(seen, m), append(own, strings.TrimSpace(told[m.From:m.To]))
	}
	for _, name := range g.names {
		if strings.Contains(told, name) {
			own = append(own, name)
		}
	}
	return append(own, g.articles...)
}

// Slots of the companies and people that are no parties.
var (
	otherCompanies = []string{"third", "client", "buyer", "cover", "fixer", "payer"}
	otherPeople    = []string{"agent", "clerk", "witness"}
)

// outsiders returns the names of the companies and people that are no parties.
func (a *caseContext) outsiders() (names []string) {
	for _, slot := range slices.Concat(otherCompanies, otherPeople) {
		if a.slots[slot] != "" {
			names = append(names, a.slots[slot])
		}
	}
	return names
}
