package quantity

import (
	"strings"

	"github.com/shopspring/decimal"
)

// Words before a rank, as in 排名为3 and "ranked no. 3".
var (
	rankPrefixes = []string{"排名", "名次", "排行", "位次", "位列", "位居", "排在", "排到", "排"}
	rankWords    = map[string]bool{"rank": true, "ranks": true, "ranked": true, "ranking": true, "position": true, "place": true}
	// Words that may stand between these and the number.
	rankFillers     = []string{" ", ":", "是", "为", "在", "居", "=", "第", "约", `"`, "'", "(", "#", "no."}
	rankFillerWords = map[string]bool{"is": true, "was": true, "at": true, "of": true, "as": true, "in": true, "number": true, "no": true}
)

// endsInRankPrefix reports whether a text ends in words that make the number behind it a rank.
func endsInRankPrefix(before string) bool {
	const most = 12 // fillers
	for range most {
		word := wholeWord(before)
		if rankWords[word] || endsIn(before, rankPrefixes) > 0 {
			return true
		}
		n := endsIn(before, rankFillers)
		if rankFillerWords[word] {
			n = len(word)
		}
		if n == 0 {
			return false
		}
		before = before[:len(before)-n]
	}
	return false
}

// endsIn returns the size of the first of the words that a text ends with; 0 if there is none.
func endsIn(text string, words []string) int {
	for _, w := range words {
		if strings.HasSuffix(text, w) {
			return len(w)
		}
	}
	return 0
}

// wholeWord returns the Latin word that a text ends with; "" if digits or _ precede the letters.
func wholeWord(text string) string {
	word := lastWord(text)
	if rest := text[:len(text)-len(word)]; rest != "" && (alnum(rest[len(rest)-1]) || rest[len(rest)-1] == '_') {
		return ""
	}
	return word
}

// maxRank is the largest rank; larger numbers are codes.
var maxRank = decimal.NewFromInt(1_000_000)

// markRank makes a mention a rank if the words before it say so.
func (s *scanner) markRank(m *Mention, after string) {
	if m.Kind != Number && !(m.Kind == Count && (m.Unit == "名" || m.Unit == "位")) || m.Scaled || !m.Number.IsInteger() || m.Number.Sign() <= 0 || m.Number.GreaterThan(maxRank) {
		return
	}
	before := s.text[:m.From]
	if strings.HasSuffix(strings.TrimRight(before, " "), "前") || !endsInRankPrefix(before) {
		return
	}
	if m.Kind == Number && strings.HasPrefix(strings.TrimLeft(after, " "), "of ") && !strings.Contains(lastBytes(before), "rank") {
		return
	}
	m.Kind, m.Unit = Rank, ""
}

// lastBytes returns the end of a text, which is long enough for the words searched there.
func lastBytes(s string) string {
	const longest = 72 // bytes
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-longest:], "")
}

// lastWord returns the Latin letters that a text ends with.
func lastWord(s string) string {
	from := len(s)
	for from > 0 && latin(s[from-1]) {
		from--
	}
	return s[from:]
}
