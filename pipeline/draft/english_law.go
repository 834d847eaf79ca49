package draft

import (
	"regexp"
	"strings"
)

// This file has the nouns of English by which rows about law are put otherwise than others.

// columnsWithIn matches columns that are joined to a case by "in": parties and the amount
// at stake.
var columnsWithIn = regexp.MustCompile(`^(plaintiff|claimant|complainant|defendant|respondent|applicant|petitioner|(judgment |dishonest )?(debtor|defaulter)|.* applicant|company's legal representative|amount .*|(unfulfilled|unpaid|outstanding|enforcement target) amount|.* and (plaintiff|defendant)|(.* and )?(enforcement court|law firm for the (plaintiff|defendant)))$`)

// isCase reports whether a noun is that of a case itself, not of a paper in it.
func isCase(noun string) bool {
	return strings.HasSuffix(noun, "case") || strings.HasSuffix(noun, "suit")
}

// isOffice reports whether a noun is that of a court or a firm, which share a number with nothing.
func isOffice(noun string) bool {
	return strings.HasSuffix(noun, "firm") || strings.HasSuffix(noun, "court")
}

// isCaseNumbers reports whether words for a set name numbers of cases.
func isCaseNumbers(each string) bool { return strings.HasPrefix(each, "the case numbers ") }
