package choice

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// readLetters reads the options that an answer chooses, of one right option or of several.
func (s *scanner) readLetters() ChosenOptions {
	if c, ok := s.bare(); ok {
		return c
	}
	all := s.statements()
	if c, ok := s.concluded(all); ok {
		return c
	}
	if c, ok := s.verdicts(); ok {
		return c
	}
	if c, ok := s.allBut(); ok {
		return c
	}
	if c, ok := s.listed(); ok {
		return c
	}
	for _, of := range []strength{named, weak} {
		if c, ok := s.mentioned(all, of); ok {
			return c
		}
	}
	return ChosenOptions{Manner: Unread}
}

// bare reads an answer that is nothing but options: "B", "(B).", "A, C", "ACD", or the words of one.
func (s *scanner) bare() (ChosenOptions, bool) {
	positions, next, hedged, ok := s.listAt(0)
	if !ok || s.isRuledOut(next) || s.judged() {
		return ChosenOptions{}, false
	}
	for s.is(next, clauseEnds) || s.at(next) != nil && s.at(next).kind == lineEnd {
		next++
	}
	if s.at(next) != nil {
		return ChosenOptions{}, false
	}
	if s.repeats() {
		return ChosenOptions{Manner: Listed}, true
	}
	return choose(s.item, positions, hedged), true
}

// judged reports whether a text judges several options, each on a line of its own.
func (s *scanner) judged() bool {
	starts := s.lineStarts()
	return len(starts) > 1 && !slices.ContainsFunc(starts, func(l lineStart) bool { return l.right == l.wrong })
}

// repeats reports whether a text repeats all options, with their words.
func (s *scanner) repeats() bool {
	seen := map[int]bool{}
	for i := range s.tokens {
		if p := s.tokens[i].position(optionMark); p >= 0 {
			seen[p] = true
		}
	}
	return len(seen) == len(s.item.Options)
}

// concluded reads the last conclusion. Options of which each is called right by itself are chosen
// together where several are.
func (s *scanner) concluded(all []statement) (ChosenOptions, bool) {
	all = slices.DeleteFunc(slices.Clone(all), func(st statement) bool { return st.strength != concluding })
	if len(all) == 0 {
		return ChosenOptions{}, false
	}
	if slices.ContainsFunc(all, func(st statement) bool { return !st.supposed }) {
		all = slices.DeleteFunc(all, func(st statement) bool { return st.supposed })
	}
	last := all[len(all)-1]
	if lead := slices.IndexFunc(all, func(st statement) bool { return !st.trailing }); lead >= 0 {
		for _, st := range all {
			if !st.trailing {
				last = st
			}
		}
	} else if s.item.Form == SeveralOptions {
		for _, st := range all[:len(all)-1] {
			last.positions, last.hedged = append(last.positions, st.positions...), last.hedged || st.hedged
		}
	}
	return choose(s.item, last.positions, last.hedged), true
}

// lineStart is an option at the beginning of a line.
type lineStart struct {
	mention
	right bool // the line says so
	wrong bool
}

var ticks, crosses = wordSet("✓ ✔ ✅ √ 正确"), wordSet("✗ ✘ ❌ × 错误")

// lineStarts returns the closed letters, and the words of options, at the beginning of lines.
func (s *scanner) lineStarts() (all []lineStart) {
	for i := range s.tokens {
		if i > 0 && s.tokens[i-1].kind != lineEnd && s.tokens[i-1].word != ";" {
			continue
		}
		j, marked := i, ""
		for s.is(j, bullets) || s.is(j, listNouns) && !s.isMention(j) {
			j++
		}
		for ; s.is(j, ticks) || s.is(j, crosses); j++ {
			marked = s.tokens[j].word
		}
		m, ok := s.mentionAt(j)
		inTable := s.is(j, cellEdges) && s.is(m.next-1, cellEdges)
		inLine := i > 0 && s.tokens[i-1].kind != lineEnd // "A: true; B: false"
		if !ok || !m.closed && (inLine || s.at(j).position(optionMark) < 0 && !s.endsClause(m.next) && marked == "" && !inTable) {
			continue
		}
		if s.item.Form.Single() && !inLine { // "A) and B)"
			m.positions, m.next, m.conflict, _ = s.listAt(j)
		}
		at := m.next
		if inTable {
			at = s.verdictCell(at)
		}
		for s.is(at, letterEnds) || s.is(at, dashes) || s.is(at, openers) {
			at++
		}
		right := s.is(at, rightWords) || s.isRight(at) || s.is(at, ticks) || ticks[marked] || inTable && s.is(at, wholeYes) || s.isTruthLetter(at, "V", "T")
		wrong := s.isRuledOut(m.next) || s.is(at, crosses) || crosses[marked] || inTable && (s.is(at, wholeNo) || s.isRuledOut(at)) || s.isTruthLetter(at, "F")
		all = append(all, lineStart{m, right, wrong})
	}
	return all
}

// isTruthLetter reports whether one of some letters stands at a token, and nothing else in its clause.
func (s *scanner) isTruthLetter(i int, letters ...string) bool {
	t := s.at(i)
	return t != nil && slices.Contains(letters, t.word) && (s.endsClause(i+1) || s.is(i+1, closers))
}

// cellEdges part the cells of a table's row.
var cellEdges = wordSet("|")

// verdictCell returns the first token, from one in a row of a table on, of a cell that says whether
// its option is right; the token itself if no cell does.
func (s *scanner) verdictCell(i int) int {
	for j := i; s.at(j) != nil && s.at(j).kind != lineEnd && j < i+mostWords; j++ {
		if s.is(j-1, cellEdges) && (s.is(j, rightWords) || s.is(j, ticks) || s.is(j, crosses) || s.is(j, wholeYes) || s.is(j, wholeNo) || s.isRuledOut(j)) {
			return j
		}
	}
	return i
}

// verdicts reads an answer that goes through the options line by line, and says of each whether
// it is right.
func (s *scanner) verdicts() (ChosenOptions, bool) {
	var positions []int
	for _, l := range s.lineStarts() {
		if l.right && !l.wrong {
			positions = append(positions, l.positions...)
		}
	}
	return choose(s.item, positions, false), positions != nil
}

var (
	allRight   = lazyregexp.New(`(?i)(?:^|\PL)(?:todas|todos|all)\s[^.;\n]{0,30}?(?:alternativas|opções|afirmativas|assertivas|afirmações|itens|options|statements|choices)[^.;\n]{0,60}?(?:corret|cert|verdadeir|correct|right|true)|(?:全部|所有|各)?(?:选项|说法|项)[^。;\n]{0,20}?(?:均|都|全部)(?:是)?正确`)
	exceptions = lazyregexp.New(`(?i)(?:^|\PL)(?:exceto|exceç[ãa]o\s+d[ao]s?|menos|salvo|except(?:\s+for)?|other\s+than)\s|除了?`)
	notAll     = lazyregexp.New(`(?i)(?:nem|not|não|并非|不是)\P{L}*$`)
)

// allBut reads an answer that calls all options right, or all but some, of a question that asks for
// several.
func (s *scanner) allBut() (ChosenOptions, bool) {
	m := allRight.FindStringIndex(s.text)
	if s.item.Form != SeveralOptions || m == nil || notAll.MatchString(s.text[:m[0]]) {
		return ChosenOptions{}, false
	}
	var out, positions []int
	if e := exceptions.FindStringIndex(s.text); e != nil {
		i := slices.IndexFunc(s.tokens, func(t token) bool { return t.to > e[1] })
		if i < 0 {
			return ChosenOptions{}, false
		}
		i, _ = s.skipFillers(i)
		if out, _, _, _ = s.listAt(i); out == nil {
			return ChosenOptions{}, false
		}
	}
	for p := range s.item.Options {
		if !slices.Contains(out, p) {
			positions = append(positions, p)
		}
	}
	return choose(s.item, positions, false), true
}

// listed reads options at the beginning of the first or the last line, or of several lines.
func (s *scanner) listed() (ChosenOptions, bool) {
	starts := slices.DeleteFunc(s.lineStarts(), func(l lineStart) bool { return l.wrong })
	var positions []int
	hedged := false
	for _, l := range starts {
		positions, hedged = append(positions, l.positions...), hedged || l.conflict
	}
	c := choose(s.item, positions, hedged)
	switch {
	case c.none():
		return c, false
	case len(c.Options) == len(s.item.Options) && len(c.Options) > 1:
		return ChosenOptions{Manner: Listed}, true
	}
	return c, true
}

// mentioned reads the options that are spoken of: those of statements of a strength, and for
// [named] the words of options as well.
func (s *scanner) mentioned(all []statement, of strength) (ChosenOptions, bool) {
	var positions []int
	hedged := false
	for _, st := range all {
		if st.strength == of {
			positions, hedged = append(positions, st.positions...), hedged || st.hedged
		}
	}
	if positions == nil && of == named {
		for i := range s.tokens {
			if p := s.tokens[i].position(optionMark); p >= 0 && !s.isRuledOut(i+1) && !deniedBefore.MatchString(s.before(i)) {
				positions = append(positions, p)
			}
		}
	}
	c := choose(s.item, positions, hedged)
	if len(c.Options) == len(s.item.Options) && len(c.Options) > 1 {
		return ChosenOptions{Manner: Listed}, true
	}
	return c, positions != nil
}
