package choice

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Words and marks between the two sides of a pair.
var (
	pairMarks = wordSet("- – — → ⇒ ⟶ ➔ ↔ = > : | < 对应 配 匹配 与 和 是 com corresponde correspondem corresponds matches with to a ao à goes is are é são paired matched belongs associa se liga 应与 应对应 对应的是 应当与 应当对应 应为 对应于")
	pairEnds  = wordSet(") ] . 】 } \" ' ” ’ »")
	pairLeads = wordSet("correspondência correspondências correspondencia pares pairs matches matching associação associações relação relações")
	hanPairs  = wordSet("正确配对为 配对为 正确配对是 配对 答案 答案是 答案为 对应关系为 对应关系 正确答案是 正确答案为 配对结果 配对如下")
	pairUnits = wordSet("dias dia anos ano meses mês horas % days day years year months month 日 天 年 月 个月 万元 元")
)

// optionPair is an option with its match, at a place of an answer. A side of -1 is none of the
// question's.
type optionPair struct {
	option, match int
	at, next      int // tokens
}

// side is one side of a pair.
type side struct {
	position int
	letter   bool
	next     int
}

// readPairs reads the pairs that an answer states: those behind the last words that announce them,
// else the last paragraph with a pair for each option, else all.
func (s *scanner) readPairs() ChosenOptions {
	var all []optionPair
	for i := 0; i < len(s.tokens); i++ {
		if p, ok := s.pairAt(i); ok {
			all = append(all, p)
			i = max(i, p.next-1)
		}
	}
	pairs := s.lastStated(all)
	slices.SortFunc(pairs, func(a, b optionPair) int {
		return cmp.Or(cmp.Compare(a.option, b.option), cmp.Compare(a.match, b.match))
	})
	pairs = slices.CompactFunc(pairs, func(a, b optionPair) bool { return a.option == b.option && a.match == b.match })
	c := ChosenOptions{Manner: Stated}
	for i, p := range pairs {
		if p.option < 0 || p.match < 0 {
			c.Outside++
			continue
		}
		if i > 0 && pairs[i-1].option == p.option {
			c.Manner = Hedged
		}
		c.Options, c.Matches = append(c.Options, p.option), append(c.Matches, p.match)
	}
	switch {
	case c.none():
		c.Manner = Unread
	case len(c.Options) == 0:
		c.Manner = Outside
	}
	return c
}

// lastStated returns the pairs of the last statement.
func (s *scanner) lastStated(all []optionPair) []optionPair {
	starts := map[int]bool{} // tokens where announced pairs begin
	for i := range s.tokens {
		if s.at(i).kind == hanRun && i > 0 && s.tokens[i-1].kind == numeral {
			continue // A与2配对
		}
		if t := s.at(i); answerNouns[t.lower] || pairLeads[t.lower] || hanPairs[t.word] {
			next, _ := s.skipFillers(i + 1)
			for s.is(next-1, openers) {
				next--
			}
			starts[next] = true
		}
	}
	for i, p := range slices.Backward(all) {
		at := p.at
		for s.is(at-1, openers) {
			at--
		}
		if starts[at] {
			all = all[i:]
			break
		}
	}
	var blocks [][]optionPair
	var kept []optionPair
	denied := false // "and not A-3, B-2"
	for i, p := range all {
		gap := ""
		if i > 0 {
			gap = s.text[s.tokens[all[i-1].next-1].to:s.tokens[p.at].from]
		}
		if pairsDenied.MatchString(gap) {
			denied = true
		} else if corrects.MatchString(gap) || strings.Contains(gap, "\n\n") {
			denied = false
		}
		if denied {
			continue
		}
		kept = append(kept, p)
		if len(blocks) == 0 || corrects.MatchString(gap) || s.parted(all[i-1].next, p.at) {
			blocks = append(blocks, nil)
		}
		blocks[len(blocks)-1] = append(blocks[len(blocks)-1], p)
	}
	for _, b := range slices.Backward(blocks) {
		seen := map[int]bool{}
		for _, p := range b {
			seen[p.option] = p.option >= 0
		}
		if len(seen) == len(s.item.Options) {
			return slices.Clone(b)
		}
	}
	return kept
}

var (
	// pairsDenied matches what stands between pairs and others that are told apart from them.
	pairsDenied = lazyregexp.New(`(?i)(?:^|\PL)(?:não|not|nem|instead\s+of|rather\s+than|em\s+vez\s+de|ao\s+invés\s+de)[^\pL.?!\n]+(?:(?:a|o|as|os|the)[^\pL.?!\n]+)?$|(?:而不是|而非|不是|并非)$`)
	// corrects matches what stands between pairs and those that correct them.
	corrects = lazyregexp.New(`(?i)wait|correction|correç|corrig|retific|incorre|errad|erro|error|mistake|wrong|espere|actually|na\s+verdade|melhor\s+dizendo|更正|纠正|修正|不对|错误`)
)

// parted reports whether an empty line is between two tokens.
func (s *scanner) parted(from, to int) bool {
	for i := max(from, 1); i <= to && i < len(s.tokens); i++ {
		if s.tokens[i].kind == lineEnd && s.tokens[i-1].kind == lineEnd {
			return true
		}
	}
	return false
}

// pairAt reads a pair at a token, in either order.
func (s *scanner) pairAt(i int) (optionPair, bool) {
	left, ok := s.sideAt(i)
	if !ok {
		return optionPair{}, false
	}
	j, separated := left.next, false
	if t := s.at(j); t != nil && t.glued && j == i+1 && left.letter && t.kind == numeral {
		separated = true // A2
	}
	if left.letter && (i == 0 || s.at(i-1).kind == lineEnd) && j == i+1 && s.at(j) != nil && s.at(j).kind == numeral && (s.at(j+1) == nil || s.at(j+1).kind == lineEnd) {
		separated = true // a line of its own: A 2
	}
	for end := j + mostMarks; j < end && s.at(j) != nil; j++ {
		t := s.at(j)
		inBrackets := t.word == "," && i > 0 && (s.at(i-1).word == "(" || s.at(i-1).word == "[")
		switch {
		case pairMarks[t.lower] && (len(t.word) > 1 || t.kind != latinWord || t.word == t.lower && s.at(j-1).kind == latinWord && j > left.next), inBrackets:
			separated = true
		case pairEnds[t.word]:
			separated = separated || left.letter && t.word == ")"
		case openers[t.word]:
		default:
			return s.pairOf(left, i, j, separated)
		}
	}
	return optionPair{}, false
}

// pairOf returns the pair of a side and the other one at a token.
func (s *scanner) pairOf(left side, i, j int, separated bool) (optionPair, bool) {
	right, ok := s.sideAt(j)
	if !ok || !separated || right.letter == left.letter {
		return optionPair{}, false
	}
	if s.is(right.next, pairUnits) && s.at(right.next-1).kind == numeral {
		return optionPair{}, false
	}
	if left.letter {
		return optionPair{left.position, right.position, i, right.next}, true
	}
	return optionPair{right.position, left.position, i, right.next}, true
}

// sideAt reads a letter, a number, or the words of either.
func (s *scanner) sideAt(i int) (side, bool) {
	t := s.at(i)
	if t == nil {
		return side{}, false
	}
	if p := t.position(optionMark); p >= 0 {
		return side{p, true, i + 1}, true
	}
	if p := t.position(matchMark); p >= 0 {
		return side{p, false, i + 1}, true
	}
	switch {
	case t.kind == numeral && len(t.word) <= 2:
		if before := s.at(i - 1); t.glued && before.kind == otherMark && (before.word == "." || before.word == ",") && i > 1 && s.at(i-2).kind == numeral && before.glued {
			return side{}, false // the decimals of a number
		}
		n, err := strconv.Atoi(t.word)
		if err != nil || n < 1 || n > len(s.item.Matches) {
			n = 0
		}
		return side{n - 1, false, s.behindWords(i+1, matchMark)}, true
	case t.kind == latinWord && len(t.lower) == 1 && t.lower[0] >= 'a' && t.lower[0] <= 'z':
		p := int(t.lower[0] - 'a')
		if p >= len(s.item.Options) {
			p = -1
		}
		return side{p, true, s.behindWords(i+1, optionMark)}, true
	}
	return side{}, false
}

// behindWords returns the first token behind the words of the option or match of a letter or
// number, if they follow it.
func (s *scanner) behindWords(i int, first rune) int {
	j := i
	for end := j + mostMarks; j < end && (s.is(j, letterEnds) || s.is(j, dashes) || s.is(j, openers)); {
		j++
	}
	if t := s.at(j); t != nil && t.position(first) >= 0 {
		return j + 1
	}
	return i
}
