package choice

import "slices"

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
	if !ok || s.isRuledOut(next) {
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
		if i > 0 && s.tokens[i-1].kind != lineEnd {
			continue
		}
		j := i
		for s.is(j, bullets) || s.is(j, listNouns) && !s.isMention(j) {
			j++
		}
		m, ok := s.mentionAt(j)
		if !ok || !m.closed && s.at(j).position(optionMark) < 0 && !s.endsClause(m.next) {
			continue
		}
		at := m.next
		for s.is(at, letterEnds) || s.is(at, dashes) || s.is(at, openers) {
			at++
		}
		right := s.is(at, rightWords) || s.isRight(at) || s.is(at, ticks)
		all = append(all, lineStart{m, right, s.isRuledOut(m.next) || s.is(at, crosses)})
	}
	return all
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
