package gate

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"

	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// lostNumber looks for an operand that is not there as often as in the draft.
func (g *Gate) lostNumber(q *reading) (Fault, bool) {
	for i := range g.numbers {
		if n := &g.numbers[i]; len(g.operand(q, n)) == 0 && !g.whole(q, n) {
			return Fault{Number, fmt.Sprintf("%s is missing", n.said), n.said}, true
		}
	}
	return Fault{}, false
}

// whole reports whether an operand is there in words: 全资.
func (g *Gate) whole(q *reading, n *needed) bool {
	if n.cue.Phrase == "" {
		return false
	}
	for _, text := range n.texts {
		if states(q.bare, text) {
			return true
		}
	}
	return false
}

// span is where an operand stands.
type span struct{ from, to int }

// operand returns where an operand stands in the question without names; for a text
// that was taken out the span means nothing.
func (g *Gate) operand(q *reading, n *needed) (all []span) {
	v := &n.cue.Value
	if v.Kind == value.Text || v.Kind == "" {
		for range count(q.text, normal(v.Text)) {
			all = append(all, span{})
		}
		return all
	}
	for i := range q.found {
		if f := &q.found[i]; same(v, f) {
			all = append(all, span{f.From, f.To})
		}
	}
	return all
}

// same reports whether a quantity is a value.
func same(v *value.Value, q *mention) bool {
	if v.Kind == value.Date {
		return q.Kind == quantity.Day && q.Day == v.Text
	}
	if v.Kind != value.Number || !q.amount() && q.Kind != quantity.Year {
		return false
	}
	number, kind, unit := base(v)
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

// base returns an amount in its base unit, with what the unit is.
func base(v *value.Value) (number decimal.Decimal, kind quantity.Kind, unit string) {
	kind, unit, factor := quantity.UnitOf(v.Unit)
	return v.Number.Mul(factor), kind, unit
}

// opposites are senses that contradict each other.
var opposites = [][2]cue.Sense{
	{cue.High, cue.Low}, {cue.Late, cue.Early}, {cue.Higher, cue.Lower}, {cue.Later, cue.Earlier}, {cue.MostOften, cue.LeastOften},
	{cue.Either, cue.Both}, {cue.Total, cue.Mean}, {cue.Total, cue.Minus}, {cue.Plus, cue.Mean}, {cue.Plus, cue.Minus}, {cue.Plus, cue.Product}, {cue.Minus, cue.Product}, {cue.Product, cue.Quotient},
}

// lostOperator looks for an operator that is not there as often as in the draft, or
// whose opposite is.
func (g *Gate) lostOperator(q *reading) (Fault, bool) {
	for i := range g.operators {
		n := &g.operators[i]
		if g.shown(q, n) < n.times {
			return Fault{Operator, fmt.Sprintf("%s is missing or too seldom there", n.said), n.said}, true
		}
	}
	for i := range g.numbers {
		if n := &g.numbers[i]; n.ways != 0 && !g.sided(q, n) {
			return Fault{Operator, fmt.Sprintf("what stands beside %s is another comparison", n.said), n.said}, true
		}
	}
	if t, ok := g.turned(q); ok {
		return Fault{Operator, fmt.Sprintf("%q asks for what the draft does not", q.bare[t.from:t.to]), ""}, true
	}
	return g.misplaced(q)
}

// beside are the senses of words that say the side of a threshold: they count beside
// their operand alone.
var beside = []cue.Sense{
	cue.Since, cue.Until, cue.Between, cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost, cue.Containing,
}

// shown returns how often an operator is there.
func (g *Gate) shown(q *reading, n *needed) int {
	if n.ways == 0 {
		have := 0
		for _, text := range n.texts {
			have += count(q.bare, text)
		}
		return have
	}
	if n.ways&^g.lexicon.of(beside...) == 0 {
		return n.times
	}
	if n.ways == g.lexicon.of(cue.Has) {
		if n.about == nil || slices.ContainsFunc(n.about, q.speaksOf) {
			return n.times
		}
		return 0
	}
	if n.cue.Place > 0 {
		places := 0
		for i := range q.found {
			if q.found[i].Kind == quantity.Rank && q.found[i].Number.Equal(decimal.NewFromInt(int64(n.cue.Place))) {
				places++
			}
		}
		if n.cue.Place == 2 {
			for _, text := range seconds {
				places += strings.Count(q.bare, text)
			}
		}
		if places < g.placesOf(n.cue.Place) {
			return 0
		}
		return min(places, g.directed(q, n))
	}
	return g.directed(q, n)
}

// placesOf returns how often operators of the draft ask for a place, of whatever end.
func (g *Gate) placesOf(place int) (n int) {
	for i := range g.operators {
		if g.operators[i].cue.Place == place {
			n += g.operators[i].times
		}
	}
	return n
}

// content takes what is said of something apart: pairs of Chinese characters, or words
// with more than three letters, without those that only say that there is something.
func content(phrase string) (pieces []string) {
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

// speaksOf reports whether half of the pieces stand in a question.
func (q *reading) speaksOf(pieces []string) bool {
	have := 0
	for _, p := range pieces {
		if strings.Contains(q.bare, p) {
			have++
		}
	}
	return 2*have >= len(pieces)
}

// seconds are ways to say the second place without an ordinal.
var seconds = []string{
	"last but one", "next to last", "next-to-last", "second-to-last", "runner-up", "runner up", "number two", "no. 2", "#2", "next-highest", "next highest", "next-largest", "next largest", "next-biggest", "next biggest",
	"next-lowest", "next lowest", "next-smallest", "next smallest", "next-to-h", "next-to-l", "next-to-e", "next to highest", "next to lowest", "next to latest", "next to earliest", "next-latest", "next latest", "next-earliest", "next earliest",
	"次高", "次大", "次多", "次低", "次小", "次少", "次晚", "次早", "次新", "次席", "亚军", "榜眼", "老二", "仅次于最", "仅次于第一", "仅次于头", "仅低于最", "仅高于最", "仅早于最", "仅晚于最", "倒数第二", "倒数第2", "penultimate", "second to last", "second last", "second-last", "second-to-", "second to l", "second to h",
}

// directed returns how many words show an end of a ranking, those in 第二高 included.
func (g *Gate) directed(q *reading, n *needed) int {
	have := tally(q.tokens, n.ways)
	for i := range q.found {
		if f := &q.found[i]; f.Kind == quantity.Rank && f.To < len(q.bare) && g.end(q.bare[f.To:])&n.ways != 0 {
			have++
		}
	}
	return have
}

// end returns what the character that follows a Chinese place in a ranking stands for.
func (g *Gate) end(rest string) senses {
	rest = strings.TrimPrefix(rest, "个")
	r, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case '高', '大', '多', '贵', '长':
		return g.lexicon.of(cue.High)
	case '低', '小', '少', '短':
		return g.lexicon.of(cue.Low)
	case '晚', '新', '近', '迟':
		return g.lexicon.of(cue.Late)
	case '早', '旧', '老':
		return g.lexicon.of(cue.Early)
	}
	return 0
}

// turned returns a word of an end that the draft does not ask for, and asks for the
// other; or, where it asks for both, one more than it asks for.
func (g *Gate) turned(q *reading) (token, bool) {
	for i, pair := range opposites {
		for j := range pair {
			wanted, other := g.lexicon.of(pair[j]), g.lexicon.of(pair[1-j])
			if g.ways&wanted == 0 {
				continue
			}
			most := 0
			if g.ways&other != 0 {
				if i >= ranked {
					continue
				}
				most = g.asked(other)
			}
			t, n := g.contrary(q, other, wanted, most > 0)
			if n <= most {
				continue
			}
			// A draft can say an operator more often than the plan has it: of the one of
			// two with the higher maximum, and of both their maxima.
			if _, own := g.contrary(g.read(g.draft), other, wanted, most > 0); n > own {
				return t, true
			}
		}
	}
	return token{}, false
}

// ranked are how many of the opposites are ends of a ranking.
const ranked = 5

// asked returns how often operators of the draft ask for one of the senses.
func (g *Gate) asked(s senses) (n int) {
	for i := range g.operators {
		if g.operators[i].ways&s != 0 {
			n += g.operators[i].times
		}
	}
	return n
}

// contrary counts the words of a sense: those that can stand for nothing that the draft
// asks for, or all; of these not what is said again, where nothing that is asked of the
// other sense is missing. It returns the last of them.
func (g *Gate) contrary(q *reading, s, other senses, all bool) (last token, n int) {
	whole := tally(q.tokens, other) >= g.asked(other)
	for i, t := range q.tokens {
		if t.senses&s != 0 && (all && !(whole && q.again(i, s, other)) || !all && t.senses&g.ways == 0) {
			last, n = t, n+1
		}
	}
	for i := range q.found {
		if f := &q.found[i]; f.Kind == quantity.Rank && f.To < len(q.bare) && g.end(q.bare[f.To:])&s != 0 {
			last, n = token{from: f.From, to: f.To}, n+1
		}
	}
	return last, n
}

// misplaced looks for a place in a ranking that the draft does not ask for: 第二高.
func (g *Gate) misplaced(q *reading) (Fault, bool) {
	places := map[int64]bool{}
	for i := range g.operators {
		places[int64(g.operators[i].cue.Place)] = true
	}
	ends := g.lexicon.of(cue.High, cue.Low, cue.Late, cue.Early)
	for i := range q.found {
		f := &q.found[i]
		if f.Kind != quantity.Rank || f.Number.IntPart() < 2 || places[f.Number.IntPart()] || f.To >= len(q.bare) {
			continue
		}
		behind := g.end(q.bare[f.To:])
		if g.placed(q, f) {
			behind = ends
		}
		for _, t := range within(q.tokens, f.To, f.To+reach, token.begin) {
			if t.from > f.To && t.from <= f.To+2 && strings.TrimLeft(q.bare[f.To:t.from], " -") == "" {
				behind |= t.senses & ends
			}
		}
		if behind != 0 {
			return Fault{Operator, fmt.Sprintf("%q asks for another place", f.text), ""}, true
		}
	}
	if !places[2] {
		for _, text := range seconds {
			if strings.Contains(q.bare, text) && !strings.Contains(g.draft, text) {
				return Fault{Operator, fmt.Sprintf("%q asks for another place", text), ""}, true
			}
		}
	}
	return Fault{}, false
}

// Words before and behind an ordinal that make it a place in a ranking.
var (
	rankedBefore = []string{"排", "排名", "倒数", "数的", "排列的", "降序", "升序", "倒序", "往前数", "排在", "排到", "位列", "位居", "名列", "屈居", "数到", "居", "ranks", "ranked", "ranking", "comes", "came", "coming", "finishes", "finished", "placed"}
	rankedBehind = []string{"名的", "place", "in rank", "from the top", "from the bottom"}
)

// placed reports whether words beside an ordinal say that it is a place in a ranking.
func (g *Gate) placed(q *reading, f *mention) bool {
	front, rest := strings.TrimRight(q.bare[:f.From], " "), strings.TrimLeft(q.bare[f.To:], " -")
	return slices.ContainsFunc(rankedBefore, func(w string) bool { return strings.HasSuffix(front, w) && edged(front, len(front)-len(w), len(front)) }) ||
		slices.ContainsFunc(rankedBehind, func(w string) bool { return strings.HasPrefix(rest, w) })
}
