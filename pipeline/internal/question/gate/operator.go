package gate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// missingOperand reports an operand that the question does not contain.
func (g *Gate) missingOperand(q *reading) (Rejection, bool) {
	for i := range g.operands {
		if n := &g.operands[i]; len(g.operandSpans(q, n)) == 0 && !g.isStatedInWords(q, n) {
			return Rejection{Number, fmt.Sprintf("%s is missing", n.wording), n.wording}, true
		}
	}
	return Rejection{}, false
}

// isStatedInWords reports whether the question contains a word that the domain declares for an
// operand: 全资 for 100 %.
func (g *Gate) isStatedInWords(q *reading, n *requirement) bool {
	return n.cue.Phrase != "" && g.statesAny(q, n)
}

// span is the place of an operand: bare[from:to].
type span struct{ from, to int }

// operandSpans returns the places of an operand in the question without names. The spans of
// texts, which are masked, are empty: only their number counts.
func (g *Gate) operandSpans(q *reading, n *requirement) (all []span) {
	v := &n.cue.Value
	if v.Kind == value.Text || v.Kind == "" {
		for range countWhole(q.text, normal(v.Text)) {
			all = append(all, span{})
		}
		return all
	}
	for i := range q.mentions {
		if f := &q.mentions[i]; hasValue(v, f) && !multipleBefore.MatchString(q.bare[:f.From]) {
			all = append(all, span{f.From, f.To})
		}
	}
	return all
}

// multipleBefore matches a multiple that a question puts before an amount with a unit, which
// makes the amount another: thousands of CNY 20 million.
var multipleBefore = regexp.MustCompile(`\b(?:thousands|millions|billions) of $`)

// hasValue reports whether a quantity has a value.
func hasValue(v *value.Value, q *mention) bool {
	if v.Kind == value.Date {
		return q.Kind == quantity.Day && q.Day == v.Text
	}
	if v.Kind != value.Number || !q.isAmount() && q.Kind != quantity.Year {
		return false
	}
	number, kind, unit := inBaseUnit(v)
	if !q.Number.Equal(number) {
		return false
	}
	switch {
	case q.Kind == quantity.Year:
		return unit == ""
	case kind == quantity.Money:
		return q.Kind != quantity.Percent && (q.Kind != quantity.Money || q.Unit == unit)
	case kind == quantity.Percent:
		return q.Kind == quantity.Percent
	}
	return q.Kind != quantity.Money && q.Kind != quantity.Percent
}

// inBaseUnit converts an amount to the base unit of its unit and returns that unit with its
// dimension.
func inBaseUnit(v *value.Value) (number decimal.Decimal, kind quantity.Dimension, unit string) {
	kind, unit, factor := quantity.UnitOf(v.Unit)
	return v.Number.Mul(factor), kind, unit
}

// opposites are pairs of contradictory senses, the ends of rankings first.
var opposites = [][2]cue.Sense{
	{cue.High, cue.Low}, {cue.Late, cue.Early}, {cue.Higher, cue.Lower}, {cue.Later, cue.Earlier}, {cue.MostOften, cue.LeastOften},
	{cue.Either, cue.Both}, {cue.Total, cue.Mean}, {cue.Total, cue.Minus}, {cue.Plus, cue.Mean}, {cue.Plus, cue.Minus}, {cue.Plus, cue.Product}, {cue.Minus, cue.Product}, {cue.Product, cue.Quotient},
}

// wrongOperator reports an operator that occurs less often than in the draft, or whose opposite
// occurs.
func (g *Gate) wrongOperator(q *reading) (Rejection, bool) {
	for i := range g.operators {
		n := &g.operators[i]
		if g.occurrences(q, n) < n.times {
			return Rejection{Operator, fmt.Sprintf("%s is missing or too seldom there", n.wording), n.wording}, true
		}
	}
	for i := range g.operands {
		if n := &g.operands[i]; n.senses != 0 && !g.hasThresholdWord(q, n) {
			return Rejection{Operator, fmt.Sprintf("what stands beside %s is another comparison", n.wording), n.wording}, true
		}
	}
	if t, ok := g.invertedWord(q); ok {
		return Rejection{Operator, fmt.Sprintf("%q asks for what the draft does not", q.bare[t.from:t.to]), ""}, true
	}
	return g.wrongRank(q)
}

// thresholdSenses are the senses of threshold words, which count only next to their operand.
var thresholdSenses = []cue.Sense{
	cue.Since, cue.Until, cue.Between, cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost, cue.Containing,
}

// occurrences returns the number of occurrences of an operator.
func (g *Gate) occurrences(q *reading, n *requirement) int {
	if n.senses == 0 {
		have := 0
		for _, text := range n.texts {
			have += countWhole(q.bare, text)
		}
		return have
	}
	if n.senses&^g.lexicon.set(thresholdSenses...) == 0 {
		return n.times
	}
	if n.senses == g.lexicon.set(cue.Has) {
		if n.about == nil || slices.ContainsFunc(n.about, q.mentionsHalf) {
			return n.times
		}
		return 0
	}
	if n.cue.Place > 0 {
		places := 0
		for i := range q.mentions {
			if q.mentions[i].Kind == quantity.Rank && q.mentions[i].Number.Equal(decimal.NewFromInt(int64(n.cue.Place))) {
				places++
			}
		}
		if n.cue.Place == 2 {
			for _, text := range secondRankWords {
				places += strings.Count(q.bare, text)
			}
		}
		if places < g.timesRankRequired(n.cue.Place) {
			return 0
		}
		return min(places, g.countEndWords(q, n))
	}
	return g.countEndWords(q, n)
}

// timesRankRequired returns the number of times that the draft's operators require a rank, from
// either end.
func (g *Gate) timesRankRequired(place int) (n int) {
	for i := range g.operators {
		if g.operators[i].cue.Place == place {
			n += g.operators[i].times
		}
	}
	return n
}

// contentPieces divides a phrase into pairs of Chinese characters, or words of more than three
// letters, without words that only state existence.
func contentPieces(phrase string) (pieces []string) {
	for _, word := range []string{"对应", "可查", "存在"} {
		phrase = strings.ReplaceAll(phrase, word, " ")
	}
	last, start := rune(0), 0
	for i, r := range phrase + " " {
		if unicode.Is(unicode.Han, last) && unicode.Is(unicode.Han, r) && !strings.ContainsRune("是有的被能", last) && !strings.ContainsRune("是有的被能", r) {
			pieces = append(pieces, string([]rune{last, r}))
		}
		if !('a' <= r && r <= 'z') {
			if i-start > 3 && !slices.Contains([]string{"have", "with", "that", "them"}, phrase[start:i]) {
				pieces = append(pieces, strings.TrimSuffix(phrase[start:i], "s"))
			}
			start = i + utf8.RuneLen(r)
		}
		last = r
	}
	return pieces
}

// mentionsHalf reports whether at least half of the pieces occur in the question.
func (q *reading) mentionsHalf(pieces []string) bool {
	have := 0
	for _, p := range pieces {
		if strings.Contains(q.bare, p) {
			have++
		}
	}
	return 2*have >= len(pieces)
}

// secondRankWords are words for "the second" without an ordinal.
var secondRankWords = []string{
	"last but one", "next to last", "next-to-last", "second-to-last", "runner-up", "runner up", "number two", "no. 2", "#2", "next-highest", "next highest", "next-largest", "next largest", "next-biggest", "next biggest",
	"next-lowest", "next lowest", "next-smallest", "next smallest", "next-to-h", "next-to-l", "next-to-e", "next to highest", "next to lowest", "next to latest", "next to earliest", "next-latest", "next latest", "next-earliest", "next earliest",
	"次高", "次大", "次多", "次低", "次小", "次少", "次晚", "次早", "次新", "次席", "亚军", "榜眼", "老二", "仅次于最", "仅次于第一", "仅次于头", "仅低于最", "仅高于最", "仅早于最", "仅晚于最", "倒数第二", "倒数第2", "penultimate", "second to last", "second last", "second-last", "second-to-", "second to l", "second to h",
}

// countEndWords counts the words for the end of a ranking, including the end in 第二高.
func (g *Gate) countEndWords(q *reading, n *requirement) int {
	return countSenses(q.tokens, n.senses) + len(g.ranksWithEnd(q, n.senses))
}

// endAfterRank returns the sense of the character that follows a Chinese rank; 0 for characters
// without one.
func (g *Gate) endAfterRank(rest string) senses {
	rest = strings.TrimPrefix(rest, "个")
	r, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case '高', '大', '多', '贵', '长':
		return g.lexicon.set(cue.High)
	case '低', '小', '少', '短':
		return g.lexicon.set(cue.Low)
	case '晚', '新', '近', '迟':
		return g.lexicon.set(cue.Late)
	case '早', '旧', '老':
		return g.lexicon.set(cue.Early)
	}
	return 0
}

// invertedWord returns a word for the opposite of an operator of the draft; ok is false if
// there is none. If the draft requires both opposites, as in "the highest of the lowest", it is
// a word in excess.
func (g *Gate) invertedWord(q *reading) (t token, ok bool) {
	for i, pair := range opposites {
		for j := range pair {
			asked, opposite := g.lexicon.set(pair[j]), g.lexicon.set(pair[1-j])
			if g.senses&asked == 0 {
				continue
			}
			// Only ends of a ranking can be asked for together with their opposite.
			both := g.senses&opposite != 0
			if both && i >= rankingOpposites {
				continue
			}
			words := func(q *reading) []token { return g.unexplainedWords(q, opposite) }
			if both {
				words = func(q *reading) []token { return g.distinctWords(q, opposite, asked) }
			}
			found := words(q)
			if len(found) <= g.timesRequired(opposite) {
				continue
			}
			// A draft can say an operator more often than the plan has it: of the one of
			// two with the higher maximum, and of both their maxima.
			if len(found) > len(words(g.read(g.draft))) {
				return found[len(found)-1], true
			}
		}
	}
	return token{}, false
}

// rankingOpposites is the number of opposites that are ends of a ranking; they come first.
const rankingOpposites = 5

// timesRequired returns the number of times that the draft's operators require one of the
// senses.
func (g *Gate) timesRequired(s senses) (n int) {
	for i := range g.operators {
		if g.operators[i].senses&s != 0 {
			n += g.operators[i].times
		}
	}
	return n
}

// unexplainedWords returns the words of a sense that no operator of the draft explains.
func (g *Gate) unexplainedWords(q *reading, s senses) (words []token) {
	for _, t := range q.tokens {
		if t.senses&s != 0 && t.senses&g.senses == 0 {
			words = append(words, t)
		}
	}
	return append(words, g.ranksWithEnd(q, s)...)
}

// distinctWords returns the words for an end of a ranking, without those that repeat an earlier
// word. If the question has too few words for the other end, a repetition may be that end
// inverted, so it counts.
func (g *Gate) distinctWords(q *reading, end, other senses) (words []token) {
	otherComplete := countSenses(q.tokens, other) >= g.timesRequired(other)
	for i, t := range q.tokens {
		if t.senses&end == 0 || otherComplete && q.repeats(i, end, other) {
			continue
		}
		words = append(words, t)
	}
	return append(words, g.ranksWithEnd(q, end)...)
}

// ranksWithEnd returns the Chinese ranks that are followed by a character for an end: 第二高.
func (g *Gate) ranksWithEnd(q *reading, end senses) (places []token) {
	for i := range q.mentions {
		f := &q.mentions[i]
		if f.Kind == quantity.Rank && f.To < len(q.bare) && g.endAfterRank(q.bare[f.To:])&end != 0 {
			places = append(places, token{from: f.From, to: f.To})
		}
	}
	return places
}

// wrongRank reports a rank that the draft does not require: 第二高.
func (g *Gate) wrongRank(q *reading) (Rejection, bool) {
	places := map[int64]bool{}
	for i := range g.operators {
		places[int64(g.operators[i].cue.Place)] = true
	}
	ends := g.lexicon.set(cue.High, cue.Low, cue.Late, cue.Early)
	for i := range q.mentions {
		f := &q.mentions[i]
		if f.Kind != quantity.Rank || f.Number.IntPart() < 2 || places[f.Number.IntPart()] || f.To >= len(q.bare) {
			continue
		}
		behind := g.endAfterRank(q.bare[f.To:])
		if g.isRanking(q, f) {
			behind = ends
		}
		for _, t := range beginningIn(q.tokens, f.To, f.To+maxWordSize, token.begin) {
			if t.from > f.To && t.from <= f.To+2 && strings.TrimLeft(q.bare[f.To:t.from], " -") == "" {
				behind |= t.senses & ends
			}
		}
		if behind != 0 {
			return Rejection{Operator, fmt.Sprintf("%q asks for another place", f.text), ""}, true
		}
	}
	if !places[2] {
		for _, text := range secondRankWords {
			if strings.Contains(q.bare, text) && !strings.Contains(g.draft, text) {
				return Rejection{Operator, fmt.Sprintf("%q asks for another place", text), ""}, true
			}
		}
	}
	return Rejection{}, false
}

// Words before and behind an ordinal that make it a place in a ranking.
var (
	rankedBefore = []string{"排", "排名", "倒数", "数的", "排列的", "降序", "升序", "倒序", "往前数", "排在", "排到", "位列", "位居", "名列", "屈居", "数到", "居", "ranks", "ranked", "ranking", "comes", "came", "coming", "finishes", "finished", "placed"}
	rankedBehind = []string{"名的", "place", "in rank", "from the top", "from the bottom"}
)

// isRanking reports whether the words next to an ordinal make it a rank.
func (g *Gate) isRanking(q *reading, f *mention) bool {
	front, rest := strings.TrimRight(q.bare[:f.From], " "), strings.TrimLeft(q.bare[f.To:], " -")
	return slices.ContainsFunc(rankedBefore, func(w string) bool {
		return strings.HasSuffix(front, w) && isWhole(front, len(front)-len(w), len(front))
	}) ||
		slices.ContainsFunc(rankedBehind, func(w string) bool { return strings.HasPrefix(rest, w) })
}
