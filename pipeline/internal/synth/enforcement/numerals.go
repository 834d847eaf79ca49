package enforcement

import (
	"strings"
)

// numerals is a style of Chinese numerals for amounts.
type numerals struct {
	digits string
	units  [4]string // of one, ten, a hundred, a thousand
	short  bool      // ten is 十, not 一十
	whole  string    // after an amount without a fraction
}

// formalNumerals returns the numerals of bookkeeping: 伍仟元整.
func formalNumerals() numerals {
	return numerals{"零壹贰叁肆伍陆柒捌玖", [4]string{"", "拾", "佰", "仟"}, false, "整"}
}

// commonNumerals returns everyday numerals: 五千元.
func commonNumerals() numerals {
	return numerals{"零一二三四五六七八九", [4]string{"", "十", "百", "千"}, true, ""}
}

// amount writes an amount of cents, at least 0 and below 10^14.
func (n numerals) amount(cents int64) string {
	yuan, jiao, fen := cents/100, cents/10%10, cents%10
	var b strings.Builder
	if yuan > 0 || cents == 0 {
		b.WriteString(n.number(yuan) + "元")
	}
	if jiao == 0 && fen == 0 {
		b.WriteString(n.whole)
		return b.String()
	}
	switch {
	case jiao > 0:
		b.WriteString(n.digit(jiao) + "角")
	case yuan > 0:
		b.WriteString(n.digit(0))
	}
	if fen > 0 {
		b.WriteString(n.digit(fen) + "分")
	}
	return b.String()
}

func (n numerals) digit(d int64) string { return string([]rune(n.digits)[d]) }

// number writes a whole number in groups of four digits. One 零 stands for any
// zeros between other digits.
func (n numerals) number(x int64) string {
	if x == 0 {
		return n.digit(0)
	}
	var b strings.Builder
	gap := false
	for _, group := range []struct {
		of   int64
		name string
	}{{1e8, "亿"}, {1e4, "万"}, {1, ""}} {
		part := x / group.of % 1e4
		if part == 0 {
			gap = b.Len() > 0
			continue
		}
		if b.Len() > 0 && (gap || part < 1000) {
			b.WriteString(n.digit(0))
		}
		b.WriteString(n.group(part, b.Len() == 0) + group.name)
		gap = false
	}
	return b.String()
}

// group writes a number from 1 to 9999. At the beginning of a number, ten can be short.
func (n numerals) group(x int64, first bool) string {
	var b strings.Builder
	zero := false
	for place, of := 3, int64(1000); place >= 0; place, of = place-1, of/10 {
		d := x / of % 10
		if d == 0 {
			zero = true
			continue
		}
		if zero && b.Len() > 0 {
			b.WriteString(n.digit(0))
		}
		if zero = false; !(n.short && first && place == 1 && d == 1 && b.Len() == 0) {
			b.WriteString(n.digit(d))
		}
		b.WriteString(n.units[place])
	}
	return b.String()
}

// inWords writes an amount of cents, at least 0 and below 10^14, in English: "five
// thousand yuan", "one yuan and five cents".
func inWords(cents int64) string {
	yuan, rest := cents/100, cents%100
	switch {
	case rest == 0:
		return english(yuan) + " yuan"
	case rest == 1:
		return english(yuan) + " yuan and one cent"
	}
	return english(yuan) + " yuan and " + english(rest) + " cents"
}

// capitals is a text in capital letters.
func capitals(text string) string { return strings.ToUpper(text) }

// english writes a whole number below 10^12 in words.
func english(x int64) string {
	if x == 0 {
		return "zero"
	}
	var words []string
	for _, group := range []struct {
		of   int64
		name string
	}{{1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}, {1, ""}} {
		part := x / group.of % 1e3
		if part == 0 {
			continue
		}
		if group.of == 1 && part < 100 && len(words) > 0 {
			words = append(words, "and")
		}
		if words = append(words, hundreds(part)); group.name != "" {
			words = append(words, group.name)
		}
	}
	return strings.Join(words, " ")
}

// hundreds writes a number from 1 to 999 in words.
func hundreds(x int64) string {
	small := strings.Fields("- one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens := strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	var words []string
	if x >= 100 {
		words = append(words, small[x/100], "hundred")
		if x %= 100; x > 0 {
			words = append(words, "and")
		}
	}
	switch {
	case x >= 20 && x%10 > 0:
		words = append(words, tens[x/10]+"-"+small[x%10])
	case x >= 20:
		words = append(words, tens[x/10])
	case x > 0:
		words = append(words, small[x])
	}
	return strings.Join(words, " ")
}
