package score

import (
	"maps"
	"strings"
)

// A defence may tell the facts of a plea without the days, sums and names that it rests on. It then uses other words of
// the client's, who told them in the question: in the line that states the particulars.

// leastOwnWords is the number of words of a plea's facts by which a paragraph is known to tell them. A particular counts as
// two.
const leastOwnWords = 5

// leastTouching is that number for a plea whose effect the text asks for.
const leastTouching = 3

// readFactLines returns, for each plea, the line of the question that tells its facts; "" for none. The facts are told in
// the order of the pleas, so that one whose line states nothing that it rests on is next to another.
func (g *Grader) readFactLines() map[*particulars]string {
	lines := strings.Split(g.question.folded, "\n")
	pleas := g.pleas()
	told := make([]int, len(pleas)) // indices of lines; -1 for none
	for k, p := range pleas {
		most, at := 0, 0
		told[k] = -1
		for i, line := range lines {
			weight := p.weight(line, g.question.quantitiesIn(at, at+len(line)))
			at += len(line) + 1
			if weight > 0 && weight >= most { // the claim, which comes first, may state the same
				most, told[k] = weight, i
			}
		}
	}
	of := map[*particulars]string{}
	for k, p := range pleas {
		switch {
		case told[k] >= 0:
			of[p] = lines[told[k]]
		case k > 0 && told[k-1] >= 0 && told[k-1]+1 < len(lines):
			of[p] = lines[told[k-1]+1]
		case k+1 < len(pleas) && told[k+1] > 0:
			of[p] = lines[told[k+1]-1]
		default:
			of[p] = ""
		}
	}
	return of
}

// readOwnWords returns, for each plea, the words of the line of the question that tells its facts and of no other line.
func (g *Grader) readOwnWords() map[*particulars]set {
	count := map[string]int{}
	for line := range strings.SplitSeq(g.question.folded, "\n") {
		for w := range piecesOf(line) {
			count[w]++
		}
	}
	own := map[*particulars]set{}
	for p, line := range g.factLines() {
		own[p] = piecesOf(line)
		maps.DeleteFunc(own[p], func(w string, _ bool) bool { return count[w] > 1 })
	}
	return own
}

// tellsOf returns the plea whose facts a part of the answer tells, by their words; nil for none, or several alike.
func (g *grading) tellsOf(from, to int) (best *particulars) {
	pieces, stated := piecesOf(g.answer.folded[from:to]), g.answer.quantitiesIn(from, to)
	most := leastOwnWords - 1
	for _, p := range g.pleas() {
		n := strongParticular * p.weight(g.answer.folded[from:to], stated)
		n += g.ownWordsIn(pieces, p)
		switch {
		case n > most:
			most, best = n, p
		case n == most:
			best = nil
		}
	}
	return best
}

// ownWordsIn returns how many of the words of a plea's facts are among those of a text.
func (g *grading) ownWordsIn(pieces set, p *particulars) (n int) {
	for w := range g.ownWords()[p] {
		if pieces[w] {
			n++
		}
	}
	return n
}
