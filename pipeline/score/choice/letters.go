package choice

// What is read at one place is limited, so that the time stays linear: the letters of a list, the
// quotes and brackets around a letter, and the words of an option or between a lead and options.
const (
	mostListed = 60
	mostMarks  = 8
	mostWords  = 200
)

// mention is an option that a text names by letter, by words or by both.
type mention struct {
	positions []int // several for "ACD", and where letter and words differ; -1 lies outside
	next      int   // the first token behind it
	closed    bool  // the letter ends with a bracket, a stop or a colon: "B)", "(B)", "B."
	conflict  bool  // letter and words are those of different options
}

// Words around letters. A letter that is a word too, such as the Portuguese and English articles
// and conjunctions, is a letter only where no noun follows it.
var (
	wordLetters  = wordSet("a e o i y é à")
	afterLetters = wordSet("porque pois because since as which e and ou or que já is é está nem não nao not mas but por com given visto uma but, 。")
	openers      = wordSet(`( [ { " ' “ ” ‘ ’ « » 「 『 【 《 < |`)
	closers      = wordSet(`) ] } " ' “ ” ‘ ’ « » 」 』 】 》 > |`)
	letterEnds   = wordSet(`) ] } . : 】 、`)
	dashes       = wordSet("- – — ,")
)

// mentionAt reads an option at a token, behind quotes and brackets.
func (s *scanner) mentionAt(i int) (m mention, ok bool) {
	bracket := false
	for end := i + mostMarks; i < end && s.is(i, openers); {
		bracket = bracket || s.at(i).word == "(" || s.at(i).word == "[" || s.at(i).word == "【"
		i++
	}
	t := s.at(i)
	if t == nil {
		return mention{}, false
	}
	if p := t.position(optionMark); p >= 0 {
		return mention{positions: []int{p}, next: s.skipClosers(i + 1)}, true
	}
	if t.kind != latinWord {
		return mention{}, false
	}
	if m.positions, ok = s.lettersOf(i, bracket); !ok {
		return mention{}, false
	}
	m.next = i + 1
	if next := s.at(m.next); next != nil && next.glued && letterEnds[next.word] {
		m.closed = true
	}
	m.next = s.skipClosers(m.next)
	s.addWords(&m)
	return m, true
}

// addWords reads the words of the option behind its letter.
func (s *scanner) addWords(m *mention) {
	i := m.next
	for end := i + mostMarks; i < end && (s.is(i, letterEnds) || s.is(i, openers) || s.is(i, dashes)); {
		i++
	}
	if t := s.at(i); t != nil && len(m.positions) == 1 {
		if p := t.position(optionMark); p >= 0 {
			if p != m.positions[0] {
				m.positions, m.conflict = append(m.positions, p), true
			}
			m.next, m.closed = s.skipClosers(i+1), true
		}
	}
}

// skipClosers returns the first token behind closing marks.
func (s *scanner) skipClosers(i int) int {
	for end := i + mostMarks; i < end && s.is(i, closers); {
		i++
	}
	return i
}

// lettersOf returns the options of a word of letters: one letter, or several in the order of the
// alphabet in upper case.
func (s *scanner) lettersOf(i int, bracket bool) (positions []int, ok bool) {
	t := s.at(i)
	n := len(s.item.Options)
	if before := s.at(i - 1); t.glued && (before.kind == numeral || before.word == "'" || before.word == "’") {
		return nil, false
	}
	if next := s.at(i + 1); next != nil && next.glued && (next.kind == numeral || next.word == "'" || next.word == "’" || next.word == "º" || next.word == "ª") && !s.quotedLetter(i) {
		return nil, false
	}
	if len(t.word) > 1 {
		last := -1
		for _, c := range t.word {
			p := int(c - 'A')
			if p <= last || p >= n {
				return nil, false
			}
			last, positions = p, append(positions, p)
		}
		return positions, true
	}
	p := int(t.lower[0]) - 'a'
	if len(t.lower) != 1 || p < 0 || p > 25 {
		return nil, false
	}
	upper := t.word != t.lower
	if wordLetters[t.lower] && !s.standsAlone(i, upper, bracket, p) {
		return nil, false
	}
	if p >= n {
		next := s.at(i + 1)
		if !upper && !(next != nil && next.glued && letterEnds[next.word]) {
			return nil, false
		}
		return []int{-1}, true
	}
	return []int{p}, true
}

// quotedLetter reports whether a letter stands between quotes: 'B'.
func (s *scanner) quotedLetter(i int) bool {
	before, next := s.at(i-1), s.at(i+1)
	return before != nil && next != nil && openers[before.word] && closers[next.word]
}

// standsAlone reports whether a letter that is also a word is meant as a letter.
func (s *scanner) standsAlone(i int, upper, bracket bool, position int) bool {
	next := s.at(i + 1)
	if next == nil || bracket && closers[next.word] || s.quotedLetter(i) || upper && s.is(i-1, optionNouns) {
		return true
	}
	switch next.kind {
	case lineEnd, hanRun:
		return true
	case latinWord:
		nextUpper := len(next.word) == 1 && next.word != next.lower // A B
		if s.is(i+1, afterLetters) && !nextUpper && (upper || s.at(i).lower == "a") {
			return true
		}
		return upper && nextUpper
	case wordsMark:
		return next.position(optionMark) == position
	case numeral:
		return upper
	}
	return upper || !openers[next.word] || closers[next.word]
}

// Separators of letters in a list.
var (
	listMarks  = wordSet(", ; 、 / & + ,; |")
	listWords  = wordSet("e and y ou or bem como as well também also tanto quanto both 和 与 及 以及 还有 并 或 或者 或是 和选项 与选项 及选项 以及选项 或选项")
	bullets    = wordSet("- •")
	eitherWord = wordSet("ou or 或 或者 或是 或选项")
	listNouns  = wordSet("a as o os the letra letras alternativa alternativas opção opções option options item itens 项 选项 afirmativa afirmativas")
)

// listAt reads a list of options at a token: "B", "A, C e D", "A) ... ; C) ...", "B or C".
// hedged tells that the list offers alternatives.
func (s *scanner) listAt(i int) (positions []int, next int, hedged, ok bool) {
	m, ok := s.mentionAt(i)
	if !ok {
		return nil, i, false, false
	}
	closed := true // every letter so far
	for len(positions) < mostListed {
		positions = append(positions, m.positions...)
		hedged, closed = hedged || m.conflict, closed && m.closed
		following, either, found := s.following(&m, closed)
		if !found {
			return positions, m.next, hedged, true
		}
		hedged = hedged || either
		m = following
	}
	return positions, m.next, hedged, true
}

// following reads the next option of a list. listed tells that all letters so far are closed.
func (s *scanner) following(m *mention, listed bool) (next mention, either, ok bool) {
	several := s.item.Form == SeveralOptions
	i, separated, loose, lines := m.next, false, false, 0
	for end := i + mostMarks; i < end; i++ {
		t := s.at(i)
		switch {
		case t == nil:
			return mention{}, false, false
		case listMarks[t.word]:
			separated, loose = true, loose || t.word == "," || t.word == ";"
		case t.kind == latinWord && listWords[t.lower] && !(t.word != t.lower && len(t.word) == 1), t.kind == hanRun && listWords[t.word]:
			separated, either = true, either || eitherWord[t.lower]
		case several && t.kind == lineEnd:
			if lines++; lines > 1 {
				return mention{}, false, false
			}
			separated = true
		case several && lines > 0 && (t.word == "-" || t.word == "•"):
		case m.closed && (letterEnds[t.word] || closers[t.word]):
		case separated && listNouns[t.lower] && !s.isMention(i):
		default:
			if !separated && !several {
				return mention{}, false, false
			}
			next, ok = s.mentionAt(i)
			if ok && (lines > 0 || !separated) && !next.closed && !m.closed {
				ok = ok && s.at(next.next-1).word != s.at(next.next-1).lower
			}
			if !ok && several && listed && lines == 0 {
				return s.nextLine(i)
			}
			if ok && (s.isRuledOut(next.next) || (loose || !separated) && s.ruledOutTogether(next.next)) {
				ok = false
			}
			return next, either, ok
		}
	}
	return mention{}, false, false
}

// ruledOutTogether reports whether the option before a token belongs to a list that is ruled out:
// 正确的有A和C，B、D错误.
func (s *scanner) ruledOutTogether(i int) bool {
	for range mostMarks {
		if t := s.at(i); t == nil || t.word != "、" && !listWords[t.lower] {
			return false
		}
		for i++; s.is(i, listNouns) && !s.isMention(i); i++ {
		}
		m, ok := s.mentionAt(i)
		if !ok {
			return false
		}
		if i = m.next; s.isRuledOut(i) {
			return true
		}
	}
	return false
}

// isMention reports whether an option stands at a token.
func (s *scanner) isMention(i int) bool {
	_, ok := s.mentionAt(i)
	return ok
}

// nextLine reads a closed letter at the beginning of the next line, or behind a semicolon, after
// an option whose words are not the question's.
func (s *scanner) nextLine(i int) (next mention, either, ok bool) {
	for end := i + mostWords; i < end && s.at(i) != nil; i++ {
		if t := s.at(i); t.kind != lineEnd && t.word != ";" {
			continue
		}
		for i++; s.is(i, bullets); i++ {
		}
		next, ok = s.mentionAt(i)
		ok = ok && next.closed && !s.isRuledOut(next.next)
		return next, false, ok
	}
	return mention{}, false, false
}
