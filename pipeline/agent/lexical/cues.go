package lexical

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/value"
)

// A cue is an operator that words ask for. As a term it stands for all the words that
// ask for it; the ends of a ranking are one for amounts and days.
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

// literal is a value that a question states to compare with.
type literal struct {
	comparison  plan.Comparison
	operand, to string
}

// pattern finds a cue, a place in a ranking, or a literal.
type pattern struct {
	expr *regexp.Regexp
	cue  string
	// read makes the cue or the literal of what matched; nil for the cue itself.
	read func(groups []string) (cue string, l *literal)
}

// words is a pattern of words that are alternatives.
func words(cue, alternatives string) pattern {
	return pattern{expr: regexp.MustCompile(`^(?i:` + alternatives + `)`), cue: cue}
}

// patterns returns the patterns of a language, in the order in which they are tried at
// a place of the text: Chinese for "zh", English for all others.
func patterns(language string) []pattern {
	if language == "zh" {
		return chinese()
	}
	return english()
}

func chinese() []pattern {
	const day = `([0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日)`
	const amount = `([0-9.,]+(?:万亿|亿|万)?)(?:元|人|家|件|%|起|次)?`
	return []pattern{
		ranked(`^第([二三四五六2-6])(?:([高大多晚])|[低小少早])`, "二三四五六"),
		words(cueFrequent, `(?:出现)?次数最多|最频繁`),
		words(cueMaximum, `最大值`), words(cueMinimum, `最小值`),
		words(cueAverage, `平均值?|均值`), words(cueSum, `合计|总计|总和|总额|累计`),
		words(cueMax, `最[高大多晚近新]`), words(cueMin, `最[低小少早先]`),
		words(cueOnly, `唯一的?一?[一-龥]?|仅有|只有`),
		words(cueDifferent, `不同|去重`), words(cueDays, `相差(?:的天数|多少天)|间隔`),
		words(cueCount, `共?涉?及?[有计]?多少[个家件项起次名篇]|共?有?几[个家件项起次]|的?数量|总数`),
		words(cueSubtract, `减去|之差`), words(cueAdd, `之和|相加`),
		words(cueMultiply, `的?乘积|乘以|之积`), words(cueDivide, `的?多少倍|除以`), words(cueShare, `占`),
		words(cueContains, `包含|含有`), words(cueWhole, `全资`),
		quoted(), dated(`^在?([0-9]{4})年(?:[^0-9]|$)`, plan.Year), dated(`^在?`+day+`[至到]`+day, plan.During),
		dated(`^在?`+day+`及?(?:以后|之后|起)`, plan.Since), dated(`^在?`+day+`及?(?:以前|之前|止)`, plan.Until),
		compared(`^[大高多]于`+amount+`且[小低少]于`+amount, plan.Within),
		compared(`^(?:不[低少小]于|至少)`+amount, plan.AtLeast), compared(`^(?:不超过|不[高大多]于|至多)`+amount, plan.AtMost),
		compared(`^(?:超过|[大高多]于)`+amount, plan.Above), compared(`^(?:不足|不满|[小低少]于)`+amount, plan.Below),
	}
}

func english() []pattern {
	const day = `([0-9]{1,2} [A-Z][a-z]+ [0-9]{4}|[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})`
	const amount = `(?:CNY )?([0-9][0-9.,]*(?: (?:thousand|million|billion|trillion))?)%?`
	return []pattern{
		ranked(`^(second|third|fourth|fifth) (?:(highest|largest|latest|most)|(?:lowest|smallest|earliest|least))\b`, ""),
		words(cueFrequent, `(?:that )?occurs? most often|most frequent(?:ly)?|most common`),
		words(cueDivide, `how many times\b`), words(cueDays, `how many days\b|number of days\b`), words(cueCount, `how many\b`), words(cueMaximum, `maximum\b`), words(cueMinimum, `minimum\b`),
		words(cueAverage, `average\b|mean\b`), words(cueAdd, `sum of\b`), words(cueSum, `total\b`),
		words(cueMax, `(?:highest|largest|latest|biggest|newest)\b`), words(cueMin, `(?:lowest|smallest|earliest|oldest)\b`),
		words(cueOnly, `(?:only|sole|single)\b`), words(cueDifferent, `(?:different|distinct)\b`),
		words(cueMultiply, `product of\b`),
		words(cueShare, `as a percentage of\b`), words(cueSubtract, `(?:less|minus)\b`),
		words(cueContains, `contain(?:s|ing)?\b`), words(cueWhole, `wholly owned\b`),
		quoted(), dated(`^(?:in )?([0-9]{4})(?:[^-0-9]|$)`, plan.Year), dated(`^(?:from|between) `+day+` (?:to|and) `+day, plan.During),
		dated(`^(?:on or after|since) `+day, plan.Since), dated(`^(?:on or before|until) `+day, plan.Until),
		compared(`^more than `+amount+` but less than `+amount, plan.Within),
		compared(`^at least `+amount, plan.AtLeast), compared(`^at most `+amount, plan.AtMost),
		compared(`^(?:more than|above|over) `+amount, plan.Above), compared(`^(?:less than|below|under) `+amount, plan.Below),
	}
}

// ranked finds a place in a ranking: the first group is the place, the second is there
// for the upper end alone. Places are the numerals from two on, or English ordinals.
func ranked(expr, numerals string) pattern {
	return pattern{expr: regexp.MustCompile(expr), read: func(g []string) (string, *literal) {
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
		return placed(cue, place+2), nil
	}}
}

// placed is the cue of a place of a ranking from 2 on.
func placed(cue string, rank int) string { return cue + strings.Repeat("+", rank-1) }

// quoted finds a text in quotation marks.
func quoted() pattern {
	return pattern{expr: regexp.MustCompile(`^[“「"]([^”」"]+)[”」"]`), read: func(g []string) (string, *literal) {
		return "", &literal{comparison: plan.Equals, operand: g[1]}
	}}
}

// dated finds days, or a year, to compare with.
func dated(expr string, comparison plan.Comparison) pattern {
	return pattern{expr: regexp.MustCompile(expr), read: func(g []string) (string, *literal) {
		l := &literal{comparison: comparison, operand: g[1]}
		if comparison == plan.Year {
			return "", l
		}
		for i, to := range []*string{&l.operand, &l.to} {
			if i+1 >= len(g) {
				break
			}
			day, ok := dayOf(g[i+1])
			if !ok {
				return "", nil
			}
			*to = day
		}
		return "", l
	}}
}

// dayOf reads a day, in English with the name of its month as well, as ISO day.
func dayOf(text string) (iso string, ok bool) {
	for _, layout := range []string{"2 January 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, text); err == nil {
			return value.NewDate(t).Text, true
		}
	}
	v, ok := value.ParseDate(text)
	return v.Text, ok
}

// compared finds amounts to compare with.
func compared(expr string, comparison plan.Comparison) pattern {
	return pattern{expr: regexp.MustCompile(expr), read: func(g []string) (string, *literal) {
		l := &literal{comparison: comparison}
		for i, to := range []*string{&l.operand, &l.to} {
			if i+1 >= len(g) {
				break
			}
			v, ok := value.ParseNumber(strings.TrimRight(g[i+1], ".,"), "")
			if !ok {
				return "", nil
			}
			*to = v.Text
		}
		return "", l
	}}
}

// Words that ask for a day or an amount, and forms of answers that are one.
var (
	days    = regexp.MustCompile(`X年X+月|哪一天|哪年|何时|YYYY|(?i:what (?:date|day)|on which day)`)
	amounts = regexp.MustCompile(`多少|小数|几[个家件项起次倍]|(?i:decimal|percent|how many|whole number|integer)`)
)

// demanded is the kind of answer that a question asks for: KindNumber for all numbers,
// KindDate, or KindText where it says neither.
func demanded(question string) domain.Kind {
	switch {
	case amounts.MatchString(question):
		return domain.KindNumber
	case days.MatchString(question):
		return domain.KindDate
	}
	return domain.KindText
}
