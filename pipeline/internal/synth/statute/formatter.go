package statute

import (
	"strconv"
	"time"
)

// formatter formats what grammars cannot: numbers, periods, sums, days and lists. It is
// implemented by chinese and english.
type formatter interface {
	article(number, branch int) string        // 第十二条之一, Article 12-1
	behind() string                           // separates a title from an article
	period(n int, u unit) string              // 三十日, 30 days
	money(yuan int) string                    // 五万元, 50,000 yuan
	percent(n int) string                     // 百分之二十, 20 per cent
	times(least, most int) string             // 一倍至五倍, 1 to 5 times
	day(t time.Time) string                   // 2009年7月1日, 2009-07-01
	item(list []byte, n int, s string) []byte // appends a numbered subparagraph without its end
	heading(s string) string                  // 【抵销】, "Set-off. "; "" for none
	number(n int) string                      // 二, 2
	failing(duty string) string               // 没有…, failing to …
	inline() string                           // separates subparagraphs that are quoted on one line
	titles(list []string) string              // several titles between one pair of title marks
	marks() (colon, semicolon, gap string)    // gap separates sentences
}

// unit is a unit of time.
type unit uint8

// The closed set of units.
const (
	hourUnit unit = iota
	dayUnit
	monthUnit
	yearUnit
)

// formatterOf returns the formatter of a language.
func formatterOf(language string) formatter {
	if language == "zh" {
		return chinese{}
	}
	return english{}
}

// chinese formats Chinese statutes.
type chinese struct{}

func (chinese) article(number, branch int) string {
	s := "第" + Numeral(number) + "条"
	if branch > 0 {
		s += "之" + Numeral(branch)
	}
	return s
}

func (chinese) behind() string { return "" }

func (chinese) period(n int, u unit) string {
	return Numeral(n) + [...]string{"小时", "日", "个月", "年"}[u]
}

func (chinese) money(yuan int) string {
	switch {
	case yuan >= 1e8:
		return Numeral(yuan/1e8) + "亿元"
	case yuan >= 1e4:
		return Numeral(yuan/1e4) + "万元"
	}
	return Numeral(yuan) + "元"
}

func (chinese) percent(n int) string { return "百分之" + Numeral(n) }

func (chinese) times(least, most int) string {
	return Numeral(least) + "倍至" + Numeral(most) + "倍"
}

func (chinese) day(t time.Time) string {
	return strconv.Itoa(t.Year()) + "年" + strconv.Itoa(int(t.Month())) + "月" + strconv.Itoa(t.Day()) + "日"
}

func (chinese) item(list []byte, n int, s string) []byte {
	return append(append(append(append(list, "（"...), Numeral(n)...), "）"...), s...)
}

func (chinese) heading(s string) string {
	if s == "" {
		return ""
	}
	return "【" + s + "】"
}

func (chinese) number(n int) string { return Numeral(n) }

func (chinese) failing(duty string) string { return "没有" + duty }

func (chinese) inline() string { return "" }

func (chinese) titles(list []string) string {
	s := list[0]
	for _, t := range list[1:] {
		s += "》《" + t
	}
	return s
}

func (chinese) marks() (colon, semicolon, gap string) { return "：", "；", "" }

// digits are the Chinese numerals from 0 to 9.
var digits = [...]string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"}

// Numeral writes a whole number from 0 to 9999 as in Chinese statutes: 十二, 一百零五, 一千二百六十.
func Numeral(n int) string {
	if n < 10 {
		return digits[n]
	}
	var room [24]byte
	s, zero := room[:0], false
	for _, unit := range [...]struct {
		value int
		name  string
	}{{1000, "千"}, {100, "百"}, {10, "十"}, {1, ""}} {
		d := n / unit.value % 10
		if d == 0 {
			zero = len(s) > 0
			continue
		}
		if zero {
			s, zero = append(s, "零"...), false
		}
		if unit.value != 10 || d != 1 || len(s) > 0 {
			s = append(s, digits[d]...)
		}
		s = append(s, unit.name...)
	}
	return string(s)
}

// english formats English statutes.
type english struct{}

func (english) article(number, branch int) string {
	s := "Article " + strconv.Itoa(number)
	if branch > 0 {
		s += "-" + strconv.Itoa(branch)
	}
	return s
}

func (english) behind() string { return ", " }

func (english) period(n int, u unit) string {
	s := strconv.Itoa(n) + [...]string{" hour", " day", " month", " year"}[u]
	if n != 1 {
		s += "s"
	}
	return s
}

func (english) money(yuan int) string {
	s := strconv.Itoa(yuan)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s + " yuan"
}

func (english) percent(n int) string { return strconv.Itoa(n) + " per cent" }

func (english) times(least, most int) string {
	return strconv.Itoa(least) + " to " + strconv.Itoa(most) + " times"
}

func (english) day(t time.Time) string { return t.Format(time.DateOnly) }

func (english) item(list []byte, n int, s string) []byte {
	return append(append(strconv.AppendInt(append(list, '('), int64(n), 10), ") "...), s...)
}

func (english) heading(s string) string {
	if s == "" {
		return ""
	}
	return s + ". "
}

func (english) number(n int) string { return strconv.Itoa(n) }

func (english) failing(duty string) string { return "failing to " + duty }

func (english) inline() string { return " " }

func (english) titles(list []string) string {
	s := list[0]
	for i, t := range list[1:] {
		if i == len(list)-2 {
			s += " and the " + t
		} else {
			s += ", the " + t
		}
	}
	return s
}

func (english) marks() (colon, semicolon, gap string) { return ": ", ";", " " }
