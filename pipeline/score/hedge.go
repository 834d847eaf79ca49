package score

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"taskgrove/pipeline/value"
)

// set collects distinct texts.
type set map[string]bool

// neutral reports whether a text is no hedge: the question states it, or it is
// part of the reference, or holds a part of it.
func (g *grading) neutral(text string) bool {
	normal := Normal(text)
	if !telling(normal) || strings.Contains(g.question.normal, normal) {
		return true
	}
	var v *view
	return g.references(func(e *expectation) bool {
		for _, t := range e.texts {
			if strings.Contains(t, normal) || strings.Contains(normal, t) {
				return true
			}
		}
		if e.kind == value.Text {
			return false
		}
		if v == nil {
			v = look(text)
		}
		return e.within(v)
	})
}

// rivals returns how many candidates of the kind of an expected value the answer
// offers beside it.
func (g *grading) rivals(e *expectation) int {
	switch e.kind {
	case value.Number:
		return len(g.rivalAmounts(e))
	case value.Date:
		return len(g.rivalDays())
	}
	return max(len(g.rivalItems(e)), len(g.rivalShapes(e)), len(g.rivalCells(e)))
}

// rivalAmounts are the other amounts among which the expected one was found. For
// a reference without a unit they are the numbers without one.
func (g *grading) rivalAmounts(e *expectation) set {
	rivals := set{}
	asked := e.amounts(g.question, true)
	answer := g.answer
	if e.base == "" {
		answer = &view{scanned: true}
		for _, n := range g.answer.numbers() {
			if n.base == "" && !n.scaled {
				answer.read.numbers = append(answer.read.numbers, n)
			}
		}
	}
	for _, a := range e.amounts(answer, false) {
		for _, q := range asked {
			if q.Equal(a) {
				rivals[a.String()] = false
			}
		}
		if _, ok := rivals[a.String()]; ok {
			continue
		}
		rivals[a.String()] = !g.references(func(o *expectation) bool {
			return o.kind == value.Number && (o.base == e.base || alikeUnits(o.base, e.base)) && o.agrees(a.Shift(e.power-o.power))
		})
	}
	return rivals.trim()
}

// trim drops the members marked false.
func (s set) trim() set {
	for k, ok := range s {
		if !ok {
			delete(s, k)
		}
	}
	return s
}

func (g *grading) rivalDays() set {
	rivals := set{}
	for _, d := range g.answer.dates() {
		asked := slices.ContainsFunc(g.question.dates(), func(q day) bool { return q.iso == d.iso })
		if !asked && !g.references(func(e *expectation) bool { return e.day == d.iso }) {
			rivals[d.iso] = true
		}
	}
	return rivals
}

// listed is a line of a list: a bullet or an ordinal, then the item.
var listed = regexp.MustCompile(`(?m)^(?:[-*•·] ?|\(?\d{1,3}[.、)] ?)(.*)$`)

// Own stands for the expected text in a sentence that is taken apart, other for
// the other expected ones.
const own, other = "\x01", "\x02"

// rivalItems are the items of the enumerations an expected text stands in: what
// 、 divides within its sentence, pieces no longer than a short text that commas
// divide, what 和 or 与 joins to it, the names next to one in words, and the other
// lines of a list. A text may
// hold 、 itself; codes are told by their shape instead.
func (g *grading) rivalItems(e *expectation) set {
	rivals := set{}
	if len(e.texts) == 0 || code.FindString(e.texts[0]) == e.texts[0] {
		return rivals
	}
	add := func(item string) {
		if !strings.ContainsAny(item, own+other) && !g.neutral(item) {
			rivals[Normal(item)] = true
		}
	}
	text := g.marked(e)
	if lines := listed.FindAllStringSubmatch(text, -1); slices.ContainsFunc(lines, func(l []string) bool { return strings.Contains(l[1], own) }) {
		for _, l := range lines {
			add(l[1])
		}
	}
	longest := 0
	for _, t := range e.texts {
		longest = max(longest, utf8.RuneCountInString(t))
	}
	if unicode.Is(unicode.Latin, lastRune(e.texts[0])) {
		beside(text, e.texts[0], add)
	}
	for sentence := range strings.FieldsFuncSeq(text, ends) {
		if !strings.Contains(sentence, own) {
			continue
		}
		items := strings.FieldsFunc(sentence, func(c rune) bool { return strings.ContainsRune("、|\t", c) })
		for _, item := range items {
			if len(items) > 1 {
				add(item)
			}
			for piece := range pieces(item) {
				if n := utf8.RuneCountInString(piece); longest < shapeless && n <= longest+1 {
					add(piece)
				}
			}
			for _, and := range []string{"和", "与", "及", "或", " and ", " or "} {
				if before, ok := strings.CutSuffix(item, and+own); ok && before != "" && !strings.HasSuffix(before, other) {
					rivals[and] = true
				}
			}
		}
	}
	return rivals
}

// pieces yields what commas and slashes divide an item into, and the words of
// each that are Chinese throughout.
func pieces(item string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for piece := range strings.FieldsFuncSeq(item, func(c rune) bool { return c == ',' || c == '/' }) {
			words := strings.Fields(piece)
			if len(words) == 1 && !yield(words[0]) {
				return
			}
			for _, w := range words {
				if len(words) > 1 && strings.Trim(w, own+other) != "" && !strings.ContainsFunc(w, func(c rune) bool { return !unicode.Is(unicode.Han, c) }) && !yield(w) {
					return
				}
			}
		}
	}
}

// ends reports whether a character of folded text ends a sentence.
func ends(c rune) bool { return strings.ContainsRune("。!?;\n", c) }

// marked returns the answer, folded, with own in place of the expectation's texts
// and other in place of the other expected answers, longer texts first.
func (g *grading) marked(e *expectation) string {
	var texts []string
	for _, w := range g.wanted {
		texts = append(append(texts, w.texts...), w.folded...)
	}
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	text := g.answer.folded
	for _, t := range texts {
		mark := other
		if slices.Contains(e.texts, t) || slices.Contains(e.folded, t) {
			mark = own
		}
		text = strings.ReplaceAll(text, t, mark)
	}
	return text
}

// A name of at least shapeless characters is told from others by its ending, of
// half as many; what stands before the ending says which name it is.
const shapeless = 8

// code is a run of letters and digits, hyphens within.
var code = regexp.MustCompile(`[a-z0-9]+(?:-[a-z0-9]+)*`)

// rivalShapes are the texts of the answer that look like an expected one: case
// numbers, codes with the same length and places of digits, and names with the
// same ending.
func (g *grading) rivalShapes(e *expectation) set {
	rivals := set{}
	for _, t := range e.texts {
		switch {
		case caseNumber.FindString(t) == t:
			for _, c := range caseNumber.FindAllString(g.answer.normal, -1) {
				rivals[c] = !g.neutral(c)
			}
		case code.FindString(t) == t:
			for _, c := range code.FindAllString(g.answer.normal, -1) {
				if shape(c) == shape(t) {
					rivals[c] = !g.neutral(c)
				}
			}
		default:
			for _, n := range append(sameEnding(g.answer.normal, t), wordEndings(g.answer.normal, t)...) {
				rivals[n] = !g.neutral(n)
			}
		}
	}
	return rivals.trim()
}

// shape returns a code with every digit the same, and every letter where there is
// no digit.
func shape(code string) string {
	letters := !strings.ContainsAny(code, "0123456789")
	return strings.Map(func(c rune) rune {
		switch {
		case digit(c):
			return '0'
		case c == '-':
			return c
		case letters:
			return 'a'
		}
		return '0'
	}, code)
}

// sameEnding returns the ends of the names in a text that end like the given one,
// each as long as shapeless; none for a short name or one that ends in letters or
// digits.
func sameEnding(in, name string) (ends []string) {
	runes := []rune(name)
	if len(runes) < shapeless {
		return nil
	}
	ending := runes[len(runes)-shapeless/2:]
	if slices.ContainsFunc(ending, func(c rune) bool { return !unicode.Is(unicode.Han, c) }) {
		return nil
	}
	text := []rune(in)
	for i := shapeless / 2; i+len(ending) <= len(text); i++ {
		if slices.Equal(text[i:i+len(ending)], ending) {
			ends = append(ends, string(text[i-shapeless/2:i+len(ending)]))
		}
	}
	return ends
}

// rivalCells are the cells that tools returned under the same name as an expected
// text and that the answer states.
func (g *grading) rivalCells(e *expectation) set {
	names := set{}
	for _, f := range g.fields {
		if f.name != "" && slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(f.text, t) }) {
			names[f.name] = true
		}
	}
	rivals := set{}
	for _, f := range g.fields {
		if _, done := rivals[f.text]; done || !names[f.name] || utf8.RuneCountInString(f.text) > maxName {
			continue
		}
		rivals[f.text] = apart(g.answer.normal, f.text) && !g.neutral(f.text)
	}
	return rivals.trim()
}

// listing reports whether the answer lists everything: more values than
// MaxOffered beside those of question and reference, all that the tools returned
// and something among it that was not asked for, or most of what one call
// returned and more than an explanation among that.
func (g *grading) listing() bool {
	most := MaxOffered(len(g.wanted))
	extra, said, seen := g.repeated(g.fields, most)
	if extra > most || said == seen && extra > 0 || g.offers(most) {
		return true
	}
	rest := g.fields
	for _, n := range g.calls {
		extra, said, seen := g.repeated(rest[:n], most)
		if 2*said > seen && extra > explained {
			return true
		}
		rest = rest[n:]
	}
	return false
}

// explained is how many cells of a call nobody asked for an answer may add before
// it must leave most of them out.
const explained = 3

// repeated counts the fields that the question does not state: all that were seen,
// those of them that the answer said, and those that are extra, beside the
// reference. It stops at one extra above most. Prose and single characters are
// not counted.
func (g *grading) repeated(fields []field, most int) (extra, said, seen int) {
	done := set{}
	for _, f := range fields {
		if n := utf8.RuneCountInString(f.text); done[f.text] || n < 2 || n > maxName || strings.Contains(g.question.normal, f.text) {
			continue
		}
		done[f.text] = true
		seen++
		if !apart(g.answer.normal, f.text) {
			continue
		}
		said++
		if !g.neutral(f.text) {
			if extra++; extra > most {
				break
			}
		}
	}
	return extra, said, seen
}

// offers reports whether the answer offers more than most numbers, days and items
// of lists beside those of question and reference.
func (g *grading) offers(most int) bool {
	offered, done := len(g.rivalDays()), set{}
	count := func(text string) bool {
		if !done[text] {
			done[text] = true
			if !g.neutral(text) {
				offered++
			}
		}
		return offered > most
	}
	for _, n := range g.answer.numbers() {
		if count(n.amount.String() + n.base) {
			return true
		}
	}
	for _, l := range listed.FindAllStringSubmatch(g.answer.folded, -1) {
		if count(l[1]) {
			return true
		}
	}
	for sentence := range strings.FieldsFuncSeq(g.answer.folded, ends) {
		items := strings.Split(sentence, "、")
		for _, item := range items {
			if len(items) > 1 && count(item) {
				return true
			}
		}
	}
	return offered > most
}
