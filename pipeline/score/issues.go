package score

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// The form of a statement of defence may ask for a list of the issues that the defence raises. A plea that the list leaves
// out is not made, whatever the reasons tell of it.

// issuesListed matches the list, as the form names it, up to the facts and reasons.
var issuesListed = lazyregexp.New(`(?s)(?:^|\n)` + headingMark + `(?:争议焦点|issues raised)[*_]*:?(.*?)\n` + headingMark + reasonsHeading)

const (
	headingMark    = `[#*>_ ]*(?:(?:[一二三四五六]|\(?\d)[.、)] ?)?[*_]*`
	reasonsHeading = `(?:事实[与和及]理由|facts and reasons\b)`
)

// reasonsBegin matches a line that is the heading of the facts and reasons.
var reasonsBegin = lazyregexp.New(`^` + headingMark + reasonsHeading + `[*_:]*$`)

// readListed returns the place of the list of issues; zero if the form asks for none, or the answer has none.
func (g *grading) readListed() (at [2]int) {
	if !issuesListed.MatchString(g.question.folded) {
		return at
	}
	if m := issuesListed.FindStringSubmatchIndex(g.answer.folded); m != nil {
		at = [2]int{m[2], m[3]}
	}
	return at
}

// listedIssue is an entry of the list of issues: how much it tells of each plea.
type listedIssue map[*particulars]int

// readIssues returns the entries of the list of issues, without those that decline an issue or are of costs alone.
func (g *grading) readIssues() (all []listedIssue) {
	from := g.listed()[0]
	for _, line := range strings.SplitAfter(g.answer.folded[from:g.listed()[1]], "\n") {
		at := [2]int{from, from + len(line)}
		from = at[1]
		if len(piecesOf(line)) == 0 || issueDeclined.MatchString(line) || ofCosts.MatchString(line) && !ofPrincipal.MatchString(line) {
			continue
		}
		issue := listedIssue{}
		for _, p := range g.pleas() {
			if n := g.tellsOfPlea(at, p); n > 0 {
				issue[p] = n
			}
		}
		all = append(all, issue)
	}
	return all
}

// issueDeclined matches the words by which an entry says that its matter is not in issue.
var issueDeclined = lazyregexp.New(`不(?:再|予|作|提|持|做)*(?:争议|异议|抗辩|争执|计较)|[无没](?:有)?(?:争议|异议)|放弃` +
	`|\b(?:not|no longer|never) (?:in (?:issue|dispute)|at issue|disputed|contested|pressed|pursued|raised|relied on|challenged)\b|\bun(?:contested|disputed|opposed)\b` +
	`|[-–—:(|] ?(?:认可|承认|接受|同意|(?:is |are )?(?:accepted|admitted|agreed|conceded|waived|abandoned|withdrawn|dropped)\b)`)

// tellsOfPlea returns how much a part of the answer tells of a plea: of what it rests on, its terms, and the words of its facts.
func (g *grading) tellsOfPlea(at [2]int, p *particulars) int {
	text := g.answer.folded[at[0]:at[1]]
	n := strongParticular*p.weight(text, g.answer.quantitiesIn(at[0], at[1])) + g.ownWordsIn(piecesOf(text), p)
	if p.rated && ofInterest.MatchString(text) {
		n += strongParticular
	}
	text = squeeze(text)
	for _, e := range g.middle {
		if e.rests == p && slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(text, t) }) {
			n += strongParticular
		}
	}
	return n
}

// most returns how much an entry tells of the plea that it tells most of.
func (i listedIssue) most() (n int) {
	for _, told := range i {
		n = max(n, told)
	}
	return n
}

// isUnlisted reports whether the answer lists its issues, and a plea is none of them. An entry that tells of no plea may be
// any; one that tells most of another plea counts if that has an entry besides.
func (g *grading) isUnlisted(p *particulars) bool {
	all := g.issues()
	for i, issue := range all {
		if len(issue) == 0 || issue[p] > 0 && issue[p] == issue.most() {
			return false
		}
		if issue[p] == 0 {
			continue
		}
		for k, other := range all {
			for q, told := range issue {
				if k != i && told == issue.most() && other[q] > 0 && other[q] == other.most() {
					return false
				}
			}
		}
	}
	return len(all) > 0
}
