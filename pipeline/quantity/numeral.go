package quantity

import (
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// The characters of Chinese numerals: digits, powers below ten thousand, and scales, which
// multiply the whole number before them.
var (
	hanDigits = map[rune]int64{
		'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
		'壹': 1, '贰': 2, '貳': 2, '叁': 3, '參': 3, '肆': 4, '伍': 5, '陆': 6, '陸': 6, '柒': 7, '捌': 8, '玖': 9,
	}
	hanPowers = map[rune]int64{'十': 10, '拾': 10, '百': 100, '佰': 100, '千': 1000, '仟': 1000}
	hanScales = map[rune]int64{'万': 10_000, '萬': 10_000, '亿': 100_000_000, '億': 100_000_000}
)

// maxDigits is the length of the longest number, in characters; longer ones are codes.
const maxDigits = 40

// numeral is a number in Chinese numerals, in digits, or in both.
type numeral struct {
	value        decimal.Decimal
	size         int  // bytes; 0 for none
	arabic       bool // it begins with ASCII digits
	scaled       bool // it contains a scale: 万, 亿
	hasPower     bool // it contains a power or a scale
	digitByDigit bool // read digit by digit: 二〇二〇
	vague        bool // it is approximate: 十几, 三五
	characters   int  // characters of Chinese numerals
}

// accumulator computes the value of a numeral from left to right.
type accumulator struct {
	high, low, section, current decimal.Decimal
	hasCurrent                  bool  // whether current was read
	last                        int64 // the power or scale before current; 0 for none
	zero                        bool  // whether 零 is between the two
}

func (c *accumulator) total() decimal.Decimal {
	return c.high.Add(c.low).Add(c.section).Add(c.current)
}

// power multiplies the current digit; it returns false if the text is no numeral.
func (c *accumulator) power(p int64) bool {
	if !c.hasCurrent {
		if p != 10 || c.last != 0 && !c.zero {
			return false
		}
		c.current = decimal.NewFromInt(1)
	}
	c.section = c.section.Add(c.current.Mul(decimal.NewFromInt(p)))
	c.current, c.hasCurrent, c.last, c.zero = decimal.Zero, false, p, false
	return true
}

// scale multiplies the number since the last greater scale; it returns false if the text is no
// numeral.
func (c *accumulator) scale(s int64) bool {
	sum := c.section.Add(c.current)
	by := decimal.NewFromInt(s)
	switch {
	case c.last == 0 && !c.hasCurrent:
		return false
	case s > 10_000:
		c.high, c.low = c.high.Add(c.low).Add(sum).Mul(by), decimal.Zero
	default:
		c.low = c.low.Add(sum).Mul(by)
	}
	c.section, c.current, c.hasCurrent, c.last, c.zero = decimal.Zero, decimal.Zero, false, s, false
	return true
}

// readNumeral reads a number, which may mix ASCII digits and Chinese numerals. 二〇二〇 is read
// digit by digit, 三百五 as 350 and 一万二 as 12000.
func readNumeral(text string) numeral {
	var n numeral
	var c accumulator
	var run strings.Builder // consecutive digits
	runs := 0
	at := 0
loop:
	for at < len(text) && n.characters < maxDigits {
		r, size := utf8.DecodeRuneInString(text[at:])
		if '0' <= r && r <= '9' {
			k := digitRun(text[at:])
			v, err := decimal.NewFromString(strings.ReplaceAll(text[at:at+k], ",", ""))
			if c.hasCurrent || err != nil || k > maxDigits || at > 0 && c.last == 0 {
				break
			}
			c.current, c.hasCurrent = v, true
			n.arabic = n.arabic || at == 0
			at += k
			runs = 2 // 三百5 is 305
			continue
		}
		switch d, isDigit := hanDigits[r]; {
		case isDigit && n.arabic && !n.hasPower:
			break loop
		case isDigit:
			if c.hasCurrent && run.Len() == 0 {
				break loop
			}
			run.WriteByte(byte('0' + d))
			c.zero = c.zero || d == 0 && c.last != 0
			c.current, c.hasCurrent = decimal.NewFromInt(d), true
			if d == 0 && c.last != 0 {
				c.hasCurrent = false
				run.Reset()
			} else if run.Len() > 1 {
				v, _ := decimal.NewFromString(run.String())
				c.current = v
			}
			runs = run.Len()
		case hanPowers[r] != 0:
			if run.Len() > 1 && !n.arabic {
				n.vague = true // 二三十
			}
			if n.hasPower && c.last != 0 && hanPowers[r] >= c.last && c.last < 10_000 || !c.power(hanPowers[r]) {
				break loop
			}
			n.hasPower = true
			run.Reset()
		case hanScales[r] != 0:
			if !c.scale(hanScales[r]) {
				break loop
			}
			n.hasPower, n.scaled = true, true
			run.Reset()
		default:
			break loop
		}
		n.characters++
		at += size
	}
	if at == 0 {
		return numeral{}
	}
	n.size = at
	if c.hasCurrent && c.last >= 100 && !c.zero && runs == 1 && run.Len() == 1 {
		c.current = c.current.Mul(decimal.NewFromInt(c.last / 10)) // 三百五
	}
	n.digitByDigit = !n.hasPower && !n.arabic && run.Len() > 1
	n.value = c.total()
	n.readDecimals(text)
	n.readVagueness(text, run.Len())
	return n
}

// readDecimals reads the decimals behind a Chinese numeral: 三点五, 一点二亿.
func (n *numeral) readDecimals(text string) {
	rest, ok := strings.CutPrefix(text[n.size:], "点")
	if !ok || n.arabic || n.scaled {
		return
	}
	const most = 12
	places, fraction, size := int32(0), int64(0), 0
	for _, r := range rest {
		d, ok := hanDigits[r]
		if !ok || places == most {
			break
		}
		fraction, places, size = fraction*10+d, places+1, size+utf8.RuneLen(r)
	}
	if places == 0 {
		return
	}
	n.size += len("点") + size
	n.value = n.value.Add(decimal.New(fraction, -places))
	n.hasPower = true
	for range 3 { // scales: 万亿
		r, size := utf8.DecodeRuneInString(text[n.size:])
		by := hanScales[r]
		if by == 0 {
			by = hanPowers[r]
		}
		if by == 0 {
			return
		}
		n.value, n.size, n.scaled = n.value.Mul(decimal.NewFromInt(by)), n.size+size, true
	}
}

// readVagueness reads a word that makes a number approximate (十几, 一百多), or recognises two
// neighbouring digits that do (二三).
func (n *numeral) readVagueness(text string, run int) {
	for _, word := range []string{"几", "多", "余", "来"} {
		if strings.HasPrefix(text[n.size:], word) && (n.hasPower || n.arabic) {
			after := text[n.size+len(word):]
			if word != "来" && word != "多" || beginsWithUnit(after) || word == "多" && beginsWithScale(after) {
				n.vague = true
				n.size += len(word)
			}
			return
		}
	}
	if n.digitByDigit && run == 2 && n.value.LessThan(decimal.NewFromInt(100)) {
		tens, ones := n.value.IntPart()/10, n.value.IntPart()%10
		n.vague = ones == tens+1 || tens == 3 && ones == 5
	}
}

func beginsWithScale(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return hanScales[r] != 0
}
