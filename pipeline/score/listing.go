package score

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// MaxOffered returns the maximum number of values, besides those of the question and the
// reference, that an answer to a reference of n values may offer without being a listing.
// The published GLM-4 answers offer at most 11 to questions, which have one to seven
// values, and 14 in a written statement of nine.
func MaxOffered(n int) int { return 8 + 4*n }

// MaxRepeated returns the maximum number of returned cells, besides those of the question,
// the reference and the results of the plan's own calls, that an answer to a reference of n
// values may repeat without being a listing: one per value, and at most five.
func MaxRepeated(n int) int { return min(n, 5) }

// listing reports whether the answer is a listing: it offers more than MaxOffered values,
// repeats more than MaxRepeated cells over all calls together, or repeats everything that
// the calls returned.
func (g *grading) listing() bool {
	most := MaxOffered(len(g.wanted))
	if g.offersTooMany(most) || g.isScattered() {
		return true
	}
	if g.isPileOfCells() {
		return true
	}
	extra, said, seen := g.repeatedCells(MaxRepeated(len(g.wanted)))
	return extra > MaxRepeated(len(g.wanted)) || said == seen && seen > len(g.wanted)+1 && extra > 0
}

// isPileOfCells reports whether the answer is a pile of cells without a word that says which is
// meant: two or more pieces that are all returned cells, at least one of them neither in
// the reference nor in the question.
func (g *grading) isPileOfCells() bool {
	if !g.observed {
		return false
	}
	if g.written && g.copiesCells() {
		return true
	}
	pieces := strings.FieldsFunc(g.answer.folded, func(c rune) bool { return strings.ContainsRune("。;\n、|", c) })
	if len(pieces) == 1 {
		pieces = strings.Split(pieces[0], ". ")
	}
	if len(pieces) <= len(g.wanted) || len(pieces) > 8*(len(g.wanted)+1) {
		return false
	}
	for i, p := range pieces {
		pieces[i] = Normal(strings.Trim(p, " ,.-*\"“”"))
	}
	cells := set{}
	for f := range g.fields() {
		if slices.Contains(pieces, f.text) {
			cells[f.text] = true
		}
	}
	n, others := 0, 0
	for _, text := range pieces {
		if !cells[text] {
			continue
		}
		if n++; !g.isInReference(text) {
			others++
		}
	}
	return n > len(g.wanted) && others > 0
}

// copiesCells reports whether every line of the answer stands in a returned cell. A text that
// somebody wrote has words of its own. Asterisks do not count: they hide names in cells, and are
// Markdown in answers.
func (g *grading) copiesCells() bool {
	stands := func(text string) bool {
		return slices.ContainsFunc(g.results(), func(found *returned) bool {
			return slices.ContainsFunc(found.unmarked(), func(cell string) bool { return strings.Contains(cell, text) })
		})
	}
	for line := range strings.Lines(g.answer.folded) {
		if text := unmarked(Normal(strings.TrimSpace(line))); text != "" && !stands(text) {
			return false
		}
	}
	return true
}

// unmarked returns a text without asterisks and the spaces around them.
func unmarked(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '*' || r == ' ' }), " ")
}

// maxName is the length in characters up to which a cell is taken for a name.
const maxName = 64

// repeatedCells counts the cells that the question does not state: seen is the number of all of
// them, said the number in the answer, and extra the number in the answer that are neither
// in the reference nor in the plan's results. Prose, small numbers and single characters
// are not counted. It stops once extra exceeds most.
func (g *grading) repeatedCells(most int) (extra, said, seen int) {
	done := set{}
	for f := range g.fields() {
		if n := utf8.RuneCountInString(f.text); done[f.text] || n < 2 || n > maxName || strings.Contains(g.question.normal, f.text) {
			continue
		}
		done[f.text] = true
		seen++
		if !containsWhole(g.answer.normal, f.text) {
			continue
		}
		said++
		if !g.planCells()[f.text] && !g.isInReference(f.text) {
			if extra++; extra > most {
				break
			}
		}
	}
	return extra, said, seen
}

// isInReference reports whether the reference states a text, literally or as an equal quantity.
func (g *grading) isInReference(text string) bool {
	if g.isKnownText(text) {
		return true
	}
	all := slices.Concat(g.wanted, g.middle)
	for _, m := range quantity.Read(text) {
		if m.IsDay() && g.otherDay(all, nil, m.Day) || !m.IsDay() && m.Kind != quantity.Code && g.otherAmount(all, nil, &m) {
			return true
		}
	}
	return false
}

// listLine is a line of a list: a bullet or an ordinal, then the item.
var listLine = lazyregexp.New(`(?m)^(?:[-*•·] ?|\(?\d{1,3}[.、)] ?)(.*)$`)

// offersTooMany reports whether the answer offers more than most values, besides those of the
// question and the reference, as list items or as lines that are a value alone.
func (g *grading) offersTooMany(most int) bool {
	offered, done := 0, set{}
	tooMany := func(text string) bool { // with the text
		if text = strings.TrimSpace(text); text != "" && !done[text] && !g.isInReference(text) {
			offered++
		}
		done[text] = true
		return offered > most
	}
	for text := range strings.SplitSeq(g.answer.folded, "\n") {
		if m := listLine.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
		if n := utf8.RuneCountInString(text); n <= maxName && !strings.Contains(text, "|") && !clauseWords.MatchString(text) && !operators.MatchString(text) && tooMany(text) {
			return true
		}
	}
	if words := strings.Fields(g.answer.folded); len(words) > most {
		for _, w := range words { // 是 否 有 没有 市级 省级
			if n := utf8.RuneCountInString(w); isHan(firstRune(w)) && n <= maxGuessWord && tooMany(w) {
				return true
			}
		}
	}
	for sentence := range strings.FieldsFuncSeq(g.answer.folded, endsSentence) {
		items := strings.Split(sentence, "、")
		if len(items) > 1 && slices.ContainsFunc(items, tooMany) {
			return true
		}
	}
	return false
}

// referenceNearby reports whether any quantity before or after a run belongs to the reference.
func (g *grading) referenceNearby(before, behind []quantity.Mention) bool {
	return slices.ContainsFunc(slices.Concat(before, behind), func(m quantity.Mention) bool {
		return g.otherAmount(g.wanted, nil, &m) || m.IsDay() && g.otherDay(g.wanted, nil, m.Day)
	})
}

// maxGuessWord is the maximum length, in characters, of a Chinese guess that blanks separate
// from others.
const maxGuessWord = 8

// isScattered reports whether the answer scatters quantities without a word between them: the
// expected one, and two or more of other units next to it.
func (g *grading) isScattered() bool {
	text, all := g.answer.folded, g.answer.quantities()
	for i := 0; i < len(all); {
		j, wanted, others := i, false, set{}
		for ; j < len(all) && (j == i || strings.Trim(text[all[j-1].To:max(all[j-1].To, all[j].From)], " \n.。;") == ""); j++ {
			m := &all[j]
			if g.otherAmount(g.wanted, nil, m) || m.IsDay() && g.otherDay(g.wanted, nil, m.Day) {
				wanted = true
			} else {
				others[m.Number.String()+m.Unit+m.Day] = true
			}
		}
		if wanted && len(others) > 1 && !g.referenceNearby(all[:i], all[j:]) && (i == 0 || strings.ContainsRune(" \n.。;|", lastRune(text[:all[i].From]))) {
			return true
		}
		i = max(j, i+1)
	}
	return false
}
