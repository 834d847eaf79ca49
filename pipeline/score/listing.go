package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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
	if g.offers(most) || g.strewn() {
		return true
	}
	if g.bare() {
		return true
	}
	extra, said, seen := g.repeated(MaxRepeated(len(g.wanted)))
	return extra > MaxRepeated(len(g.wanted)) || said == seen && seen > len(g.wanted)+1 && extra > 0
}

// bare reports whether the answer is a pile of cells without a word that says which is
// meant: two or more pieces that are all returned cells, at least one of them neither in
// the reference nor in the question.
func (g *grading) bare() bool {
	if g.calls == nil {
		return false
	}
	pieces := strings.FieldsFunc(g.answer.folded, func(c rune) bool { return strings.ContainsRune("。;\n、|", c) })
	if len(pieces) == 1 {
		pieces = strings.Split(pieces[0], ". ")
	}
	if len(pieces) <= len(g.wanted) || len(pieces) > 8*(len(g.wanted)+1) {
		return false
	}
	cells := set{}
	for _, f := range g.fields() {
		cells[f.text] = true
	}
	n, others := 0, 0
	for _, p := range pieces {
		text := Normal(strings.Trim(p, " ,.-*\"“”"))
		if !cells[text] {
			continue
		}
		if n++; !g.refers(text) {
			others++
		}
	}
	return n > len(g.wanted) && others > 0
}

// maxName is the length in characters up to which a cell is taken for a name.
const maxName = 64

// repeated counts the cells that the question does not state: seen is the number of all of
// them, said the number in the answer, and extra the number in the answer that are neither
// in the reference nor in the plan's results. Prose, small numbers and single characters
// are not counted. It stops once extra exceeds most.
func (g *grading) repeated(most int) (extra, said, seen int) {
	done := set{}
	for _, f := range g.fields() {
		if n := utf8.RuneCountInString(f.text); done[f.text] || n < 2 || n > maxName || strings.Contains(g.question.normal, f.text) {
			continue
		}
		done[f.text] = true
		seen++
		if !apart(g.answer.normal, f.text) {
			continue
		}
		said++
		if !g.planCells()[f.text] && !g.refers(f.text) {
			if extra++; extra > most {
				break
			}
		}
	}
	return extra, said, seen
}

// refers reports whether the reference states a text, literally or as an equal quantity.
func (g *grading) refers(text string) bool {
	if g.neutral(text) {
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

// listed is a line of a list: a bullet or an ordinal, then the item.
var listed = regexp.MustCompile(`(?m)^(?:[-*•·] ?|\(?\d{1,3}[.、)] ?)(.*)$`)

// offers reports whether the answer offers more than most values, besides those of the
// question and the reference, as list items or as lines that are a value alone.
func (g *grading) offers(most int) bool {
	offered, done := 0, set{}
	count := func(text string) {
		if text = strings.TrimSpace(text); text != "" && !done[text] && !g.refers(text) {
			offered++
		}
		done[text] = true
	}
	for text := range strings.SplitSeq(g.answer.folded, "\n") {
		if m := listed.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
		if n := utf8.RuneCountInString(text); n <= maxName && !predicate.MatchString(text) && !operators.MatchString(text) && !strings.Contains(text, "|") {
			count(text)
		}
	}
	if words := strings.Fields(g.answer.folded); len(words) > most {
		for _, w := range words { // 是 否 有 没有 市级 省级
			if n := utf8.RuneCountInString(w); han(firstRune(w)) && n <= longestWord {
				count(w)
			}
		}
	}
	for sentence := range strings.FieldsFuncSeq(g.answer.folded, ends) {
		items := strings.Split(sentence, "、")
		for _, item := range items {
			if len(items) > 1 {
				count(item)
			}
		}
	}
	return offered > most
}

// toldBeside reports whether any quantity before or after a run belongs to the reference.
func (g *grading) toldBeside(before, behind []quantity.Mention) bool {
	return slices.ContainsFunc(slices.Concat(before, behind), func(m quantity.Mention) bool {
		return g.otherAmount(g.wanted, nil, &m) || m.IsDay() && g.otherDay(g.wanted, nil, m.Day)
	})
}

// longestWord is the maximum length, in characters, of a Chinese guess that blanks separate
// from others.
const longestWord = 8

// strewn reports whether the answer scatters quantities without a word between them: the
// expected one, and two or more of other units next to it.
func (g *grading) strewn() bool {
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
		if wanted && len(others) > 1 && !g.toldBeside(all[:i], all[j:]) && (i == 0 || strings.ContainsRune(" \n.。;|", lastRune(text[:all[i].From]))) {
			return true
		}
		i = max(j, i+1)
	}
	return false
}
