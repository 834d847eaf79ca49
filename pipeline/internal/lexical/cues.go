package lexical

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// A cue is an operator that words of a question express. As a term it stands for every wording
// of the operator. Maximum and minimum have one cue each, for amounts and days alike.
const (
	cueMax       = "<max>"
	cueMin       = "<min>"
	cueOnly      = "<only>"
	cueFrequent  = "<frequent>"
	cueCount     = "<count>"
	cueDifferent = "<different>"
	cueSum       = "<sum>"
	cueAverage   = "<average>"
	cueMaximum   = "<maximum>"
	cueMinimum   = "<minimum>"
	cueDays      = "<days>"
	cueAdd       = "<add>"
	cueSubtract  = "<subtract>"
	cueMultiply  = "<multiply>"
	cueDivide    = "<divide>"
	cueShare     = "<share>"
	cueContains  = "<contains>"
	cueWhole     = "<whole>"
)

// literal is a value stated in a question, with the comparison it takes part in.
type literal struct {
	comparison  plan.Comparison
	operand, to string
}

// pattern finds a cue or a literal at the beginning of a text and returns its length in bytes;
// 0 if there is none.
type pattern func(text string) (cue string, l *literal, n int)

// wordPattern returns a pattern that matches any of the alternatives as the cue.
func wordPattern(cue, alternatives string) pattern {
	expr := regexp.MustCompile(`^(?i:` + alternatives + `)`)
	return func(text string) (string, *literal, int) { return cue, nil, len(expr.FindString(text)) }
}

// patterns returns the patterns of a language in the order in which they are tried: Chinese for
// "zh", English for all others.
func patterns(language string) []pattern {
	if language == "zh" {
		return chinese()
	}
	return english()
}

func chinese() []pattern {
	return []pattern{
		rankPattern(`^第([二三四五六2-6])(?:([高大多晚])|[低小少早])`, "二三四五六"),
		wordPattern(cueFrequent, `(?:出现)?次数最多|最频繁`),
		wordPattern(cueMaximum, `最大值`), wordPattern(cueMinimum, `最小值`),
		wordPattern(cueAverage, `平均值?|均值`), wordPattern(cueSum, `合计|总计|总和|总额|累计`),
		wordPattern(cueMax, `最[高大多晚近新]`), wordPattern(cueMin, `最[低小少早先]`),
		wordPattern(cueOnly, `唯一的?一?[一-龥]?|仅有|只有`),
		wordPattern(cueDifferent, `不同|去重`), wordPattern(cueDays, `相差(?:的天数|多少天)|间隔`),
		wordPattern(cueCount, `共?涉?及?[有计]?多少[个家件项起次名篇]|共?有?几[个家件项起次]|的?数量|总数`),
		wordPattern(cueSubtract, `减去|之差`), wordPattern(cueAdd, `之和|相加`),
		wordPattern(cueMultiply, `的?乘积|乘以|之积`), wordPattern(cueDivide, `的?多少倍|除以`), wordPattern(cueShare, `占`),
		wordPattern(cueContains, `包含|含有`), wordPattern(cueWhole, `全资`),
		quotedPattern(), literalPattern(plan.Year, year, ``, `在?`), literalPattern(plan.During, day, ``, `在?`, `[至到]`),
		literalPattern(plan.Since, day, `及?(?:以后|之后|起)`, `在?`), literalPattern(plan.Until, day, `及?(?:以前|之前|止)`, `在?`),
		literalPattern(plan.Within, amount, ``, `[大高多]于`, `且[小低少]于`),
		literalPattern(plan.AtLeast, amount, ``, `不[低少小]于|至少`), literalPattern(plan.AtMost, amount, ``, `不超过|不[高大多]于|至多`),
		literalPattern(plan.Above, amount, ``, `超过|[大高多]于`), literalPattern(plan.Below, amount, ``, `不足|不满|[小低少]于`),
	}
}

func english() []pattern {
	return []pattern{
		rankPattern(`^(second|third|fourth|fifth) (?:(highest|largest|latest|most)|(?:lowest|smallest|earliest|least))\b`, ""),
		wordPattern(cueFrequent, `(?:that )?occurs? most often|most frequent(?:ly)?|most common`),
		wordPattern(cueDivide, `how many times\b`), wordPattern(cueDays, `how many days\b|number of days\b`), wordPattern(cueCount, `how many\b`), wordPattern(cueMaximum, `maximum\b`), wordPattern(cueMinimum, `minimum\b`),
		wordPattern(cueAverage, `average\b|mean\b`), wordPattern(cueAdd, `sum of\b`), wordPattern(cueSum, `total\b`),
		wordPattern(cueMax, `(?:highest|largest|latest|biggest|newest)\b`), wordPattern(cueMin, `(?:lowest|smallest|earliest|oldest)\b`),
		wordPattern(cueOnly, `(?:only|sole|single)\b`), wordPattern(cueDifferent, `(?:different|distinct)\b`),
		wordPattern(cueMultiply, `product of\b`),
		wordPattern(cueShare, `as a percentage of\b`), wordPattern(cueSubtract, `(?:less|minus)\b`),
		wordPattern(cueContains, `contain(?:s|ing)?\b`), wordPattern(cueWhole, `wholly owned\b`),
		quotedPattern(), literalPattern(plan.Year, year, ``, `(?:in )?`), literalPattern(plan.During, day, ``, `from |between `, ` (?:to|and) `),
		literalPattern(plan.Since, day, ``, `on or after |since `), literalPattern(plan.Until, day, ``, `on or before |until `),
		literalPattern(plan.Within, amount, ``, `more than `, ` but less than `),
		literalPattern(plan.AtLeast, amount, ``, `at least `), literalPattern(plan.AtMost, amount, ``, `at most `),
		literalPattern(plan.Above, amount, ``, `more than |above |over `), literalPattern(plan.Below, amount, ``, `less than |below |under `),
	}
}

// rankPattern returns a pattern for a rank. The first group of expr is the rank, a numeral
// (numerals start at two) or an English ordinal; the second group matches only for ranks from
// the top.
func rankPattern(expr, numerals string) pattern {
	e := regexp.MustCompile(expr)
	return func(text string) (string, *literal, int) {
		g := e.FindStringSubmatch(text)
		if g == nil {
			return "", nil, 0
		}
		place := slices.Index([]string{"second", "third", "fourth", "fifth"}, g[1])
		if place < 0 {
			place = slices.Index([]rune(numerals), []rune(g[1])[0])
		}
		if place < 0 {
			place = int(g[1][0]-'0') - 2
		}
		cue := cueMin
		if g[2] != "" {
			cue = cueMax
		}
		return rankCue(cue, place+2), nil, len(g[0])
	}
}

// rankCue returns the cue of the rank-th largest or smallest; rank is at least 2.
func rankCue(cue string, rank int) string { return cue + strings.Repeat("+", rank-1) }

// quotation matches a text in quotation marks.
var quotation = regexp.MustCompile(`^[“「"]([^”」"]+)[”」"]`)

// quotedPattern returns a pattern for a text in quotation marks.
func quotedPattern() pattern {
	return func(text string) (string, *literal, int) {
		g := quotation.FindStringSubmatch(text)
		if g == nil {
			return "", nil, 0
		}
		return "", &literal{comparison: plan.Equals, operand: g[1]}, len(g[0])
	}
}

// literalPattern returns a pattern for a comparison with one or two operands. Each operand
// follows its expression in before; the last is followed by behind.
func literalPattern(comparison plan.Comparison, kind operand, behind string, before ...string) pattern {
	var exprs []*regexp.Regexp
	for _, words := range before {
		exprs = append(exprs, regexp.MustCompile(`^(?:`+words+`)`))
	}
	end := regexp.MustCompile(`^(?:` + behind + `)`)
	return func(text string) (string, *literal, int) {
		l := &literal{comparison: comparison}
		at := 0
		for i, to := range []*string{&l.operand, &l.to}[:len(exprs)] {
			words := exprs[i].FindStringIndex(text[at:])
			if words == nil {
				return "", nil, 0
			}
			at += words[1]
			value, size := kind(text[at:])
			if size == 0 {
				return "", nil, 0
			}
			*to, at = value, at+size
		}
		words := end.FindStringIndex(text[at:])
		if words == nil {
			return "", nil, 0
		}
		return "", l, at + words[1]
	}
}

// operand reads an operand at the beginning of a text and returns it with its length in bytes;
// 0 if there is none.
type operand func(text string) (value string, size int)

// quantityStarts holds the characters besides digits and Latin letters that quantities begin with,
// such as signs and currencies. Most places of a text are rejected by it before the costlier
// reading of quantities.
const quantityStarts = "-+¥￥$负人百千万〇零一二两三四五六七八九十壹贰叁肆伍陆柒捌玖拾"

// leadingQuantity reads the quantity at the beginning of a text.
func leadingQuantity(text string) (m quantity.Mention, ok bool) {
	r, _ := utf8.DecodeRuneInString(text)
	if !unicode.IsDigit(r) && !unicode.Is(unicode.Latin, r) && !strings.ContainsRune(quantityStarts, r) {
		return m, false
	}
	const most = 96 // bytes, more than an operand takes
	found := quantity.Read(strings.ToValidUTF8(text[:min(most, len(text))], ""))
	if len(found) == 0 || found[0].From > 0 {
		return m, false
	}
	return found[0], true
}

// day reads a day and returns it in ISO form.
func day(text string) (string, int) {
	if m, ok := leadingQuantity(text); ok && m.Kind == quantity.Day {
		return m.Day, m.To
	}
	return "", 0
}

// year reads a year; four digits alone count as one.
func year(text string) (string, int) {
	if text == "" || text[0] < utf8.RuneSelf && (text[0] < '0' || text[0] > '9') {
		return "", 0
	}
	m, ok := leadingQuantity(text)
	switch {
	case !ok:
	case m.Kind == quantity.Year:
		return m.Day, m.To
	case m.Kind == quantity.Number && m.To == len("2006") && strings.Trim(text[:m.To], "0123456789") == "" && !strings.HasPrefix(text[m.To:], "-"):
		return text[:m.To], m.To
	}
	return "", 0
}

// amount reads an exact amount and returns it in its base unit.
func amount(text string) (string, int) {
	m, ok := leadingQuantity(text)
	if !ok || m.IsDay() || m.Kind == quantity.Rank || m.Kind == quantity.Code || m.Vague || m.Doubtful {
		return "", 0
	}
	return m.Number.String(), m.To
}

// Words that ask for a day or an amount, and demanded forms of such answers.
var (
	dayPattern    = regexp.MustCompile(`X年X+月|哪一天|哪年|何时|YYYY|(?i:what (?:date|day)|on which day)`)
	amountPattern = regexp.MustCompile(`多少|小数|几[个家件项起次倍]|(?i:decimal|percent|how many|whole number|integer)`)
)

// answerKind returns the kind of answer that a question asks for: KindNumber, KindDate, or
// KindText if the question shows neither.
func answerKind(question string) domain.ColumnKind {
	switch {
	case amountPattern.MatchString(question):
		return domain.KindNumber
	case dayPattern.MatchString(question):
		return domain.KindDate
	}
	return domain.KindText
}
