package judge

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// tier returns the index of the tier that holds an overall score.
func (r *Rubric) tier(points int) int {
	at := 0
	for i, t := range r.Tiers {
		if points >= t.From {
			at = i
		}
	}
	return at
}

// overall completes the overall grade that a judge gave beside grades whose mean is score;
// nil without tiers.
func (r *Rubric) overall(given *overallAnswer, score float64) *OverallGrade {
	if r.Tiers == nil {
		return nil
	}
	tier := r.tier(int(*given.Points))
	apart := tier - r.tier(int(score*mostOverall+0.5))
	return &OverallGrade{Points: int(*given.Points), Tier: tier, Reason: clip(strings.TrimSpace(given.Reason), longestReason), Contradicts: apart <= -2 || apart >= 2}
}

// emptyOpinion is that on a text that is empty.
func (r *Rubric) emptyOpinion(model, reason string) Opinion {
	o := r.opinion(model, r.nothing(reason))
	if r.Tiers != nil {
		o.Overall = &OverallGrade{Reason: reason}
	}
	return o
}

// markMisquotes marks the grades whose quote does not stand in the text.
func markMisquotes(grades []Grade, text string) {
	folded := unspaced(text)
	for i := range grades {
		grades[i].Misquoted = grades[i].Quote != "" && !strings.Contains(folded, unspaced(grades[i].Quote))
	}
}

// unspaced returns a text without space, in one width, without the marks that models put
// around quotes.
func unspaced(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("\"'“”‘’…", r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}
