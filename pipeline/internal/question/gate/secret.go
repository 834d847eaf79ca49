package gate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// secret is a text, number or day that a question must not reveal: an answer, or an
// intermediate result.
type secret struct {
	reason  string // Leak or Hint
	display string // as the task has it
	text    string // in normal form; "" for a number or a day
	letters string // letters and digits of text, "" if too few to identify it
	day     string // an ISO day or a month
	year    bool   // whether number is a year
	number  *decimal.Decimal
	unit    string // yuan, percent, or a measure word in normal form
}

// truth is a yes or no, in all its wordings, that a question must not reveal.
type truth struct{ texts []string }

// How many letters and digits, Latin and Chinese, identify a text however it is spaced.
const (
	minLatinLetters = 7
	minHanLetters   = 4
)

// addSecrets adds the answers and intermediate results of a task.
func (g *Gate) addSecrets(strips []func(string) string, t *task.Task) {
	all := func(reason, shown string, texts ...string) {
		for _, text := range texts {
			g.addTextSecret(reason, shown, text)
			for _, strip := range strips {
				if rest := strip(text); rest != text && utf8.RuneCountInString(rest) >= minHanLetters {
					g.addTextSecret(reason, shown, rest)
				}
			}
		}
	}
	for i := range t.AnswerValues {
		a := &t.AnswerValues[i]
		switch a.Kind {
		case value.Truth:
			var one truth
			for _, text := range slices.Concat([]string{a.Text}, a.Aliases, a.Contrary) {
				one.texts = append(one.texts, normal(text))
			}
			g.truths = append(g.truths, one)
		case value.Number:
			g.addNumberSecret(Leak, a.Text, a.Number, a.Unit)
			for _, none := range a.Aliases { // a zero in words: no penalties
				g.addTextSecret(Leak, a.Text, none)
			}
		default:
			all(Leak, a.Text, slices.Concat([]string{a.Text}, a.Aliases)...)
		}
	}
	typed := func(key string) bool {
		return slices.ContainsFunc(t.AnswerValues, func(a value.Answer) bool { return a.Text == key })
	}
	for _, key := range t.KeyAnswer {
		if !typed(key) {
			all(Leak, key, key)
		}
	}
	for _, key := range t.KeyMiddle {
		all(Hint, key, key)
	}
}

// addTextSecret adds a text, which may be a number or a day. Texts in the draft are not secret.
func (g *Gate) addTextSecret(reason, shown, text string) {
	n := normal(text)
	if n == "" {
		return
	}
	if found := mentions(n); len(found) == 1 && found[0].From == 0 {
		q := &found[0]
		rest := n[q.To:]
		switch {
		case (q.Kind == quantity.Day || q.Kind == quantity.Month) && rest == "":
			g.secrets = append(g.secrets, secret{reason: reason, display: shown, day: q.Day})
			return
		case q.Kind == quantity.Year && rest == "":
			g.secrets = append(g.secrets, secret{reason: reason, display: shown, year: true, number: &q.Number})
			return
		case q.isAmount() && !q.Spelled && utf8.RuneCountInString(rest) <= 2 && (len(n) < 7 || strings.ContainsAny(n, ".元%")):
			unit := q.Unit
			if unit == "" {
				unit = rest
			}
			g.secrets = append(g.secrets, secret{reason: reason, display: shown, number: &q.Number, unit: unit})
			return
		}
	}
	for _, prefix := range []string{"http://", "https://", "www."} {
		n = strings.TrimPrefix(n, prefix)
	}
	if containsWhole(g.draft, n) {
		return
	}
	s := secret{reason: reason, display: shown, text: n}
	spaced, han := lettersAndDigits(n), 0
	for _, r := range spaced {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	if han >= minHanLetters || utf8.RuneCountInString(spaced) >= minLatinLetters {
		s.letters = spaced
	}
	g.secrets = append(g.secrets, s)
}

// addNumberSecret adds a number with its unit.
func (g *Gate) addNumberSecret(reason, shown, digits, unit string) {
	v, ok := value.ParseNumber(digits, unit)
	if !ok {
		g.addTextSecret(reason, shown, shown)
		return
	}
	number, _, in := inBaseUnit(&v)
	g.secrets = append(g.secrets, secret{reason: reason, display: shown, number: &number, unit: in})
}

// revealedSecret reports a secret in a question, answers first.
func (g *Gate) revealedSecret(q *reading) (Rejection, bool) {
	spaced := lettersAndDigits(q.text)
	for i := range g.truths {
		for _, text := range g.truths[i].texts {
			if asserts(q.text, text) {
				return Rejection{Leak, "it says " + text, ""}, true
			}
		}
	}
	for i := range g.secrets {
		if s := &g.secrets[i]; g.reveals(q, s, spaced) {
			return Rejection{s.reason, s.display + " stands there", ""}, true
		}
	}
	return Rejection{}, false
}

// reveals reports whether a question contains a secret. letters are the question's letters and
// digits.
func (g *Gate) reveals(q *reading, s *secret, spaced string) bool {
	switch {
	case s.day != "":
		return g.mentionsBeyondDraft(q, func(f *mention) bool { return (f.Kind == quantity.Day || f.Kind == quantity.Month) && f.Day == s.day })
	case s.number != nil:
		return g.mentionsBeyondDraft(q, func(f *mention) bool { return s.matches(q, f) })
	case utf8.RuneCountInString(s.text) == 1:
		return strings.Contains(q.text, `"`+s.text+`"`)
	case containsWhole(q.text, s.text):
		return true
	}
	return s.letters != "" && strings.Contains(spaced, s.letters) && !strings.Contains(lettersAndDigits(g.draft), s.letters)
}

// mentionsBeyondDraft reports whether the question contains a quantity that satisfies a
// condition and that the draft lacks.
func (g *Gate) mentionsBeyondDraft(q *reading, is func(*mention) bool) bool {
	for i := range q.mentions {
		if f := &q.mentions[i]; is(f) && !g.draftHas(f) {
			return true
		}
	}
	return false
}

// draftHas reports whether the draft has a quantity of the question too, not as a list number.
// Digits in the question need digits in the draft.
func (g *Gate) draftHas(f *mention) bool {
	return slices.ContainsFunc(g.draftQuantities, func(o mention) bool {
		return f.equals(&o) && (f.Spelled || !o.Spelled)
	})
}

// matches reports whether a quantity reveals a secret number. A small number in words does so
// only if the text calls it a total or an answer.
func (s *secret) matches(q *reading, f *mention) bool {
	if !f.isAmount() && !(s.year && f.Kind == quantity.Year) || !f.Number.Equal(*s.number) {
		return false
	}
	if s.year {
		return f.Kind == quantity.Year || !f.Spelled
	}
	if (s.unit == quantity.PercentSign) != (f.Kind == quantity.Percent) || f.Kind == quantity.Money && s.unit != f.Unit && s.unit != "" {
		return false
	}
	if f.isSmallInWords() {
		return saysHowMany(q.bare[:f.From], q.bare[f.To:], f.Unit == s.unit || strings.HasPrefix(q.bare[f.To:], s.unit))
	}
	return true
}

// saysHowMany reports whether the text around a number calls the number a total or an answer.
// measured tells whether the number has the secret's unit.
func saysHowMany(before, behind string, measured bool) bool {
	before = strings.TrimRight(before, " ")
	if measured {
		for _, word := range []string{"共", "共有", "总共", "一共", "是", "为", "大约", "约", "估计", "听说有", "大概", "应该有", "合计", "总计", "答案"} {
			if strings.HasSuffix(before, word) {
				return true
			}
		}
	}
	for _, word := range []string{"there are", "answer is", "total of", "is it", "are there", "i think", "about", "roughly", "probably", "believe", "guess"} {
		if strings.HasSuffix(before, " "+word) || before == word {
			return true
		}
	}
	return strings.HasPrefix(behind, " in total") || strings.HasPrefix(behind, " altogether") || strings.HasPrefix(behind, " in all")
}

// conditional are words that make a statement next to them a question or a condition.
var conditional = []string{
	"是否", "是不是", "属不属于", "存不存在", "如果", "若", "要是", "倘", "假如", "有没有", "有无", "到底", "能否", "的话", "吗", "还是", "没有", "看看", "查", "一旦", "凡", "哪", "只要",
	"whether", "if ", "is it", "does it", "provided", "in case", "assuming", "should ", "suppose", "either", "any ", "in which case", "?",
}

// factual are words that contain a conditional word but state a fact.
var factual = []string{"查到", "查得", "查过", "查出", "查明了", "查清了"}

// assertive are words that make a question suggest its answer.
var assertive = []string{"应该", "答案", "吧", "听说", "据了解", "想必", "肯定", "right?", "answer", "i heard", "presumably", "surely", "isn't it"}

// asserts reports whether a question states a text as a fact, in a clause that neither asks nor
// supposes.
func asserts(question, text string) bool {
	for at := range wholeOccurrences(question, text) {
		from, to := clauseAt(question, at, at+len(text))
		clause := question[from:to]
		if slices.ContainsFunc(assertive, func(word string) bool { return strings.Contains(clause, word) }) || !isHypothetical(clause, at-from, at+len(text)-from) {
			return true
		}
	}
	return false
}

// isHypothetical reports whether a clause has a conditional word outside the statement
// clause[from:to]: "does not have any entry" alone has none.
func isHypothetical(clause string, from, to int) bool {
	for _, word := range conditional {
		for at := 0; ; at++ {
			i := strings.Index(clause[at:], word)
			if i < 0 {
				break
			}
			at += i
			if at >= from && at+len(word) <= to {
				continue
			}
			if !slices.ContainsFunc(factual, func(fact string) bool { return strings.HasPrefix(fact, word) && strings.HasPrefix(clause[at:], fact) }) {
				return true
			}
		}
	}
	return false
}

// clauseAt returns the clause around text[from:to], with the mark that ends it, up to
// 200 bytes on either side.
func clauseAt(text string, from, to int) (begin, end int) {
	const marks = ",;.?!。:()"
	begin, end = max(from-200, 0), min(to+200, len(text))
	if i := strings.LastIndexAny(text[begin:from], marks); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[begin+i:])
		begin += i + size
	}
	if i := strings.IndexAny(text[to:end], marks); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[to+i:])
		end = to + i + size
	}
	return begin, end
}
