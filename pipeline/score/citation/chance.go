package citation

import "slices"

// LevelRates are the shares of answers that are right up to each level, in [0, 1].
type LevelRates struct {
	// N is the number of answers; all rates of none are 0.
	N         int     `json:"n"`
	Article   float64 `json:"article"`
	Paragraph float64 `json:"paragraph"`
	Item      float64 `json:"item"`
	Subitem   float64 `json:"subitem"`
}

// Constant returns the rates of an agent that always gives the same answer.
func Constant(answer *CitedAnswer, references []Provision) LevelRates {
	var hits [levels]int
	for _, r := range references {
		a := Grade(r, answer)
		for _, l := range Levels() {
			if a.At(l) {
				hits[l]++
			}
		}
	}
	return rates(hits, len(references))
}

// Chance returns, for each level, the highest rate that a constant answer can have over the
// references. The answers of two levels may differ: always article 1, and always paragraph 1
// of article 3. Either all references count paragraphs after a head, or none does; all do if one is
// written so.
func Chance(references []Provision) LevelRates {
	var counts [levels]map[Provision]int
	for l := range counts {
		counts[l] = map[Provision]int{}
	}
	var most [levels]int
	caput := slices.ContainsFunc(references, func(p Provision) bool { return p.Caput })
	for _, p := range references {
		if p.At(Paragraph).IsZero() && !caput {
			p.Numbers[Paragraph] = Number{Main: 1} // the answer that both forms accept
		}
		p.Caput = false // paragraph 1 is cited alike in all laws
		for l := levels - 1; l >= 0; l-- {
			p = under(p, ProvisionLevel(l+1))
			counts[l][p]++
			most[l] = max(most[l], counts[l][p])
		}
	}
	return rates(most, len(references))
}

// rates divides counts by n.
func rates(hits [levels]int, n int) LevelRates {
	if n == 0 {
		return LevelRates{}
	}
	of := func(l ProvisionLevel) float64 { return float64(hits[l]) / float64(n) }
	return LevelRates{N: n, Article: of(Article), Paragraph: of(Paragraph), Item: of(Item), Subitem: of(Subitem)}
}
