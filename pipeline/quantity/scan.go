package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// scanner finds the mentions of a folded text.
type scanner struct {
	text       string
	mentions   []Mention
	codes      [][]int       // remaining matches of codePattern, in order
	firstLines map[int64]int // see hasLineNumbered; nil until it is needed
}

// scan reads the whole text.
func (s *scanner) scan() {
	if mayHoldCodes(s.text) {
		s.codes = codePattern.FindAllStringIndex(s.text, -1)
	}
	text := s.text
	word := false // whether i is within a Latin word
	for i := 0; i < len(text); {
		if n := s.readCode(i); n > 0 {
			i += n
			word = false
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		n := 0
		switch {
		case '0' <= r && r <= '9' && !word:
			n = s.readDigits(i)
		case 'a' <= r && r <= 'z' && !word:
			n = s.readWord(i)
		case canBeginHan(r):
			n = s.readHan(i)
		}
		if n > 0 {
			i += n
			word = false
			continue
		}
		word = 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r)
		i += size
	}
}

// canBeginHan reports whether a quantity in Chinese can begin with a character.
func canBeginHan(r rune) bool {
	switch r {
	case '第', '百', '千', '万', '十', '拾', '俩', '仨':
		return true
	}
	if r != '〇' && r < '一' {
		return false
	}
	_, ok := hanDigits[r]
	return ok
}

// addMention appends a mention and returns its length in bytes.
func (s *scanner) addMention(m Mention) int {
	s.mentions = append(s.mentions, m)
	return m.To - m.From
}

// addDay appends a day, with a time of day behind it. It returns 0 for a date that does not
// exist.
func (s *scanner) addDay(i int, d date, spelled bool) int {
	kind, iso, ok := d.dimension()
	if d.size == 0 || !ok {
		return 0
	}
	m := Mention{From: i, To: i + d.size, Kind: kind, Day: iso, Spelled: spelled}
	if kind == Year {
		m.Number = decimal.NewFromInt(int64(d.year))
	}
	if kind == Day {
		m.To += timeOfDay(s.text[m.To:])
	}
	return s.addMention(m)
}

// addCode appends a code of n bytes.
func (s *scanner) addCode(i, n int) int { return s.addMention(Mention{From: i, To: i + n, Kind: Code}) }

// addRank appends a rank of n bytes. A percentile is a label.
func (s *scanner) addRank(i, n int, v decimal.Decimal, spelled bool) int {
	percentile := strings.HasPrefix(strings.TrimLeft(s.text[i+n:], " "), "percentile")
	return s.addMention(Mention{From: i, To: i + n, Kind: Rank, Number: v, Spelled: spelled, Label: percentile})
}

// lastEnd returns the end of the last mention; 0 if there is none.
func (s *scanner) lastEnd() int {
	if len(s.mentions) == 0 {
		return 0
	}
	return s.mentions[len(s.mentions)-1].To
}

// completeDays gives each day without a year the year of the nearest day, month or year
// before it, or else after it.
func (s *scanner) completeDays() {
	year := ""
	complete := func(m *Mention) {
		switch {
		case m.Kind == Day || m.Kind == Month || m.Kind == Year:
			year = m.Day[:4]
		case m.Kind == MonthDay && year != "":
			m.Kind, m.Day = Day, year+m.Day
		}
	}
	for i := range s.mentions {
		complete(&s.mentions[i])
	}
	year = ""
	for i := len(s.mentions) - 1; i >= 0; i-- {
		complete(&s.mentions[i])
	}
}
