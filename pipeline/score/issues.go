package score

import (
	"maps"
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
	text, at := g.answer.folded, g.listed()
	lines := strings.SplitAfter(text[at[0]:at[1]], "\n")
	from := at[0]
	for i, line := range lines {
		to := from + len(line)
		isHead := i+1 < len(lines) && tableRule.MatchString(lines[i+1])
		if !isHead && len(piecesOf(line)) > 0 && !(ofCosts.MatchString(line) && !ofPrincipal.MatchString(line)) {
			all = append(all, g.issuesIn([2]int{from, to})...)
		}
		from = to
	}
	return all
}

// issuesIn returns the entries of a line of the list: its parts, without those that tell of no plea if others do.
func (g *grading) issuesIn(line [2]int) (all []listedIssue) {
	declined := false
	from := line[0]
	for _, part := range partsOfLine(g.answer.folded[line[0]:line[1]]) {
		at := [2]int{from, from + len(part)}
		from = at[1]
		issue := listedIssue{}
		for _, p := range g.pleas() {
			if n := g.tellsOfPlea(at, p); n > 0 {
				issue[p] = n
			}
		}
		own := aside.ReplaceAllStringFunc(part, withoutOther)
		if len(piecesOf(own)) == 0 {
			own = part
		}
		if issueDeclined.MatchString(own) {
			if len(issue) == 0 && withoutOther(part) != "" {
				return nil // it is said of the parts before
			}
			declined = true
			continue
		}
		if len(issue) > 0 && !(issue.most() < strongParticular && ofInterest.MatchString(part)) {
			all = append(all, issue)
		}
	}
	if text := g.answer.folded[line[0]:line[1]]; all == nil && !declined && !ofTheRest.MatchString(text) && !ofInterest.MatchString(text) {
		all = []listedIssue{{}}
	}
	return all
}

// aside matches what stands in brackets.
var aside = lazyregexp.New(`\([^()\n]*\)`)

// withoutOther returns a text, or "" if it declines another matter, which it names.
func withoutOther(text string) string {
	if issueDeclined.MatchString(text) && (ofTheRest.MatchString(text) || len(piecesOf(issueDeclined.ReplaceAllString(text, ""))) > 0) {
		return ""
	}
	return text
}

// partsOfLine returns the parts of a line, each with the mark behind it.
func partsOfLine(line string) (all []string) {
	from := 0
	for _, m := range partEnds.FindAllStringIndex(line, -1) {
		all, from = append(all, line[from:m[1]]), m[1]
	}
	return append(all, line[from:])
}

// partEnds matches the end of a part of a line: what a running line has between its entries.
var partEnds = lazyregexp.New(`[;。]|[.!?] `)

// issueDeclined matches the words by which an entry says that its matter is not in issue.
var issueDeclined = lazyregexp.New(`不(?:再|予|作|提|持|做|另|在|属于|列入|是|构成)*(?:本案)?(?:争|异议|抗辩|计较)|[无没](?:有)?(?:其他|其它)?(?:争议|异议)|(?:^|我方|答辩人|[,:(|])放弃` +
	`|\b(?:not|no longer|never|nothing(?: else| further)?(?: is)?) (?:in (?:issue|dispute)|at issue|disputed|contested|pressed|pursued|raised|relied on|challenged)\b|\bun(?:contested|disputed|opposed)\b` +
	`|[-–—:(|] ?(?:认可|承认|接受|同意|(?:is |are )?(?:accepted|admitted|agreed|conceded|waived|abandoned|withdrawn|dropped)\b)`)

// tellsOfPlea returns how much a part of the answer tells of a plea: of what it rests on, and of its own words.
func (g *grading) tellsOfPlea(at [2]int, p *particulars) (n int) {
	text := g.answer.folded[at[0]:at[1]]
	for w := range rootsOf(text) {
		if g.vocabulary()[p][w] {
			n++
		}
	}
	if p.rated && ofInterest.MatchString(text) {
		n += strongParticular
	}
	return n + p.weight(text, g.answer.quantitiesIn(at[0], at[1]))
}

// readVocabulary returns, for each plea, the roots of the words of its terms and of the line of the question that tells its
// facts, without those of other pleas.
func (g *Grader) readVocabulary() map[*particulars]set {
	own, count := map[*particulars]set{}, map[string]int{}
	for p, line := range g.factLines() {
		own[p] = rootsOf(line)
		for _, e := range g.middle {
			if e.rests == p {
				maps.Copy(own[p], rootsOf(strings.Join(e.folded, "\n")))
			}
		}
		for w := range own[p] {
			count[w]++
		}
	}
	for _, words := range own {
		maps.DeleteFunc(words, func(w string, _ bool) bool { return count[w] > 1 })
	}
	return own
}

// longestRoot is the number of letters by which words of one root are known: "alter" of "alteration".
const longestRoot = 5

// rootsOf returns the beginnings of the Latin words of a folded text, and its pairs of Chinese characters.
func rootsOf(text string) set {
	roots := set{}
	for w := range piecesOf(text) {
		if isLatin(firstRune(w)) {
			w = w[:min(len(w), longestRoot)]
		}
		roots[w] = true
	}
	return roots
}

// most returns how much an entry tells of the plea that it tells most of.
func (i listedIssue) most() (n int) {
	for _, told := range i {
		n = max(n, told)
	}
	return n
}

// raises reports whether the list has an entry for a plea.
func (g *grading) raises(p *particulars) bool {
	return slices.ContainsFunc(g.issues(), func(i listedIssue) bool { return i[p] > 0 && i[p] == i.most() })
}

// tellsMostOf reports whether a part tells of a plea, and more than of any other.
func (g *grading) tellsMostOf(s *part, p *particulars) bool {
	at := [2]int{s.from, s.to}
	n := g.tellsOfPlea(at, p)
	return n >= leastTouching && !slices.ContainsFunc(g.pleas(), func(q *particulars) bool { return q != p && g.tellsOfPlea(at, q) >= n })
}

// isUnlisted reports whether the answer has a list of issues, and a plea is none of them. An entry that
// tells of no plea may be any, and one that tells enough of several may be each of them.
func (g *grading) isUnlisted(p *particulars) bool {
	all := g.issues()
	return len(all) > 0 && !g.raises(p) && !slices.ContainsFunc(all, func(i listedIssue) bool {
		return len(i) == 0 || i[p] >= leastTouching
	})
}
