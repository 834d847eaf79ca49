package statute

import (
	"strconv"
)

// chineseDigits are those of numbers written out.
var chineseDigits = [...]string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"}

// chinese writes out a whole number from 0 to 9999 as statutes do: 十二, 一百零五,
// 一千二百六十.
func chinese(n int) string {
	if n < 10 {
		return chineseDigits[n]
	}
	s, zero := "", false
	for _, unit := range [...]struct {
		value int
		name  string
	}{{1000, "千"}, {100, "百"}, {10, "十"}, {1, ""}} {
		d := n / unit.value % 10
		switch {
		case d == 0:
			zero = zero || s != ""
			continue
		case zero:
			s, zero = s+"零", false
		}
		if unit.value == 10 && d == 1 && s == "" {
			s += "十"
			continue
		}
		s += chineseDigits[d] + unit.name
	}
	return s
}

// articleName is how an article is called: 第十二条之一, Article 12-1.
func articleName(language string, number, branch int) string {
	if language == "zh" {
		s := "第" + chinese(number) + "条"
		if branch > 0 {
			s += "之" + chinese(branch)
		}
		return s
	}
	s := "Article " + strconv.Itoa(number)
	if branch > 0 {
		s += "-" + strconv.Itoa(branch)
	}
	return s
}
