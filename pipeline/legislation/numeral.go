package legislation

import (
	"strconv"
	"strings"
)

// hanNumerals are the characters of Chinese numbers in both scripts.
const hanNumerals = "零〇○一二三四五六七八九十百千两兩廿卅壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"

// hanValue returns what a character of hanNumerals stands for.
func hanValue(r rune) (v int, ok bool) {
	for _, row := range []string{"零一二三四五六七八九", "〇壹贰叁肆伍陆柒捌玖", "○壹貳參肆伍陸柒捌玖", "  两", "  兩"} {
		v := 0
		for _, c := range row {
			if c == r && c != ' ' {
				return v, true
			}
			v++
		}
	}
	switch r {
	case '十', '拾':
		return 10, true
	case '百', '佰':
		return 100, true
	case '千', '仟':
		return 1000, true
	case '廿':
		return 20, true
	case '卅':
		return 30, true
	}
	return 0, false
}

// parseNumber reads a whole number below 10,000 in Chinese characters or in digits, with
// spaces between. Digits may be full-width, and characters may stand for digits: 二〇一八.
func parseNumber(s string) (n int, ok bool) {
	var sum, digit, digits int
	positional := true
	for _, r := range s {
		if r >= '０' && r <= '９' {
			r -= '０' - '0'
		}
		v, han := hanValue(r)
		switch {
		case r == ' ' || r == '　':
			continue
		case r >= '0' && r <= '9':
			v = int(r - '0')
		case !han:
			return 0, false
		}
		switch digits++; {
		case digits > 9:
			return 0, false
		case v < 10 && positional:
			digit = digit*10 + v
		case v < 10:
			digit = v
		case v == 20 || v == 30:
			sum, digit, positional = sum+v, 0, false
		default:
			if digit == 0 {
				digit = 1
			}
			sum, digit, positional = sum+digit*v, 0, false
		}
	}
	n = sum + digit
	return n, digits > 0 && n < 10000
}

// formatHan writes a number from 1 to 9999 in Chinese characters: 一百零九.
func formatHan(n int) string {
	if n < 1 || n > 9999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	gap := false
	for _, unit := range []struct {
		size int
		name string
	}{{1000, "千"}, {100, "百"}, {10, "十"}, {1, ""}} {
		digit := n / unit.size % 10
		switch {
		case digit == 0:
			gap = b.Len() > 0
			continue
		case gap:
			b.WriteString("零")
			gap = false
		}
		if unit.size != 10 || digit != 1 || b.Len() > 0 {
			b.WriteString(string([]rune("一二三四五六七八九")[digit-1]))
		}
		b.WriteString(unit.name)
	}
	return b.String()
}
