package score

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// The rules by which a written text argues a point are about a respondent. A text of a claimant is read by
// the same rules, with the names of the sides exchanged.

// asksForClaim matches a question that asks for a complaint, by the title of its form on a line of its own;
// asksForAnswer one that hands a complaint over to be answered.
var (
	asksForClaim  = lazyregexp.New(`(?m)^\s*(?:民事起诉状|STATEMENT OF CLAIM)\s*$`)
	asksForAnswer = lazyregexp.New(`(?m)^\s*(?:民事答辩状|STATEMENT OF DEFENCE)\s*$`)
)

// isClaim reports whether a question asks for a complaint.
func isClaim(question string) bool {
	return asksForClaim.MatchString(question) && !asksForAnswer.MatchString(question)
}

// exchanged puts the names of a respondent in the place of a claimant's, and the other way round.
var exchanged = strings.NewReplacer(
	"原告", "答辩人", "被告", "被答辩人",
	"plaintiff", "respondent", "Plaintiff", "Respondent", "PLAINTIFF", "RESPONDENT",
	"claimant", "respondent", "Claimant", "Respondent", "CLAIMANT", "RESPONDENT",
	"defendant", "claimant", "Defendant", "Claimant", "DEFENDANT", "CLAIMANT",
)
