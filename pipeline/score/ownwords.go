package score

import "strings"

// A defence may tell the facts of a plea without the days, sums and names that it rests on. It then uses other words of
// the client's, who told them in the question: in the line that states the particulars.

// leastOwnWords is the number of words of a plea's facts by which a paragraph is known to tell them. A particular counts as
// two.
const leastOwnWords = 5

// leastTouching is that number for a plea whose effect the text asks for.
const leastTouching = 3

// readOwnWords returns, for each plea, the words of the line of the question that tells its facts and of no other line.
func (g *Grader) readOwnWords() map[*particulars]set {
	lines := strings.Split(g.question.folded, "\n")
	count := map[string]int{}
	pieces := make([]set, len(lines))
	for i, line := range lines {
		pieces[i] = piecesOf(line)
		for p := range pieces[i] {
			count[p]++
		}
	}
	own := map[*particulars]set{}
	for _, e := range g.middle {
		if e.rests == nil || own[e.rests] != nil {
			continue
		}
		most, told := 0, -1
		at := 0
		for i, line := range lines {
			weight := e.rests.weight(line, g.question.quantitiesIn(at, at+len(line)))
			switch at += len(line) + 1; {
			case weight > 0 && weight >= most: // the claim, which comes first, may state the same
				most, told = weight, i
			}
		}
		words := set{}
		if told >= 0 {
			for p := range pieces[told] {
				if count[p] == 1 {
					words[p] = true
				}
			}
		}
		own[e.rests] = words
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
