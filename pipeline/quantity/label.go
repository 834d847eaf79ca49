package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words that make the number behind them a label.
var (
	labelPrefixes = []string{"步骤", "附件", "附表", "图", "表", "编号", "序号", "门牌", "楼", "§", "#"}
	labelWords    = func() map[string]bool {
		words := map[string]bool{}
		for _, w := range strings.Fields("no. nos. number building room floor unit suite article art. articles paragraph para. section sec. chapter item page pages step table figure fig. row line hop phase query call version round clause") {
			words[w] = true
		}
		return words
	}()
)

// endsInLabelPrefix reports whether a text ends in a word that makes the number behind it a label.
func endsInLabelPrefix(before string) bool {
	before = strings.TrimSuffix(before, " ")
	if word, ok := strings.CutSuffix(before, "."); ok {
		return labelWords[wholeWord(word)+"."]
	}
	return labelWords[wholeWord(before)] || endsIn(before, labelPrefixes) > 0
}

// labelSuffixes are characters that make the number before them a label.
const labelSuffixes = "号栋楼室层幢弄巷路街单"

// isLabel reports whether the number at [from, to) names something: it follows a word such as
// article, precedes 号 or 楼, is in the square brackets of a reference, or numbers a line or an
// item of a list.
func (s *scanner) isLabel(m *Mention, from, to int) bool {
	before, after := s.text[:from], s.text[to:]
	if m.Kind == Rank {
		return false
	}
	if m.Unit == "" {
		if r, _ := utf8.DecodeRuneInString(after); strings.ContainsRune(labelSuffixes, r) && !strings.HasPrefix(after, "号令") {
			return true
		}
		if r, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune(labelSuffixes, r) && strings.HasPrefix(after, "区") {
			return true // 西路446号6区
		}
		if !m.Spelled && (s.isLineMarker(m.Number.IntPart(), before, after) || isItemMarker(before, after)) {
			return true
		}
	}
	return (m.Kind == Number || m.Kind == Count) && endsInLabelPrefix(before)
}

// hasLineNumbered reports whether a line above a place begins with the number.
func (s *scanner) hasLineNumbered(at int, number int64) bool {
	if s.firstLines == nil {
		s.firstLines = map[int64]int{}
		from := 0
		for line := range strings.SplitSeq(s.text, "\n") {
			head := strings.TrimLeft(line, " (#>|*-")
			if k := plainRun(head); k > 0 && k < 6 {
				n := int64(atoi(head[:k]))
				if _, ok := s.firstLines[n]; !ok {
					s.firstLines[n] = from
				}
			}
			from += len(line) + 1
		}
	}
	from, ok := s.firstLines[number]
	return ok && from < at
}

// isLineMarker reports whether a number begins a line of a list: "1. ", "(2) ", "3、". From 4 on,
// a line above must begin with the previous number, because "46. The only case was …" is an
// answer.
func (s *scanner) isLineMarker(number int64, before, after string) bool {
	line := strings.TrimRight(before, " (#>|")
	if line != "" && line[len(line)-1] != '\n' || number > 3 && !s.hasLineNumbered(len(before), number-1) {
		return false
	}
	switch r, _ := utf8.DecodeRuneInString(after); r {
	case '.', ')':
		return len(after) > 1 && (after[1] < '0' || after[1] > '9')
	case '、':
		return true
	}
	return false
}

// isItemMarker reports whether a number in brackets begins an item within a line: "; (2) these".
func isItemMarker(before, after string) bool {
	head, ok := strings.CutSuffix(before, "(")
	text, also := strings.CutPrefix(after, ")")
	if !ok || !also || text == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(head, " "))
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " "))
	return !unicode.IsLetter(last) && !unicode.IsDigit(last) && unicode.IsLetter(next)
}
