package quantity

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// The base units with a name of their own. Other base units are Chinese measure words and units
// as they are written.
const (
	Yuan        = "元"
	PercentSign = "%"
	Ratio       = "倍"
	Days        = "天"
	Months      = "月"
)

// unit is one word for a unit of measurement.
type unit struct {
	word     string
	kind     Dimension
	base     string
	factor   string // how many of base it is; "" for 1
	attached bool   // it directly follows digits, as in 2x
}

// units are all words for units, the longest first, so that a word comes before its prefixes.
var units = func() []unit {
	var all []unit
	add := func(kind Dimension, base, times string, words ...string) {
		for _, w := range words {
			all = append(all, unit{word: w, kind: kind, base: base, factor: times})
		}
	}
	add(Money, Yuan, "", "元人民币", "人民币元", "元整", "人民币", "块钱", "元", "圆", "块", "yuan renminbi", "chinese yuan", "renminbi", "yuan", "rmb", "cny")
	add(Money, "美元", "", "美元", "美金", "us dollars", "us dollar", "u.s. dollars", "dollars", "dollar", "usd")
	add(Money, "港元", "", "港元", "港币", "hong kong dollars", "hkd")
	add(Money, "欧元", "", "欧元", "euros", "euro", "eur")
	add(Money, "英镑", "", "英镑", "pounds sterling", "pounds", "gbp")
	add(Money, "日元", "", "日元", "japanese yen", "yen", "jpy")
	add(Percent, PercentSign, "", "%", "percentage points", "percentage point", "per cent", "percent", "pct", "个百分点", "百分点")
	add(Percent, PercentSign, "0.1", "‰")
	add(Times, Ratio, "", "倍", "times", "-fold", "fold", "×")
	add(Duration, Days, "", "个自然日", "自然日", "个日历日", "日历天", "天", "日", "calendar days", "calendar day", "days", "day")
	add(Duration, Days, "7", "个星期", "星期", "周", "weeks", "week")
	add(Duration, Months, "", "个月", "months", "month")
	add(Duration, Months, "12", "周年", "整年", "年", "years", "year")
	add(Duration, "小时", "", "个小时", "小时", "hours", "hour")
	add(Duration, "分钟", "", "分钟", "minutes", "minute")
	add(Measure, "平方米", "", "平方米", "㎡", "square metres", "square meters")
	add(Measure, "公里", "", "公里", "km", "kilometres", "kilometers")
	add(Measure, "米", "", "米")
	add(Measure, "吨", "", "吨", "tonnes", "tons")
	add(Measure, "公斤", "", "公斤", "千克", "kg")
	add(Measure, "公斤", "0.001", "克", "grams", "gram")
	add(Measure, "岁", "", "周岁", "岁")
	add(Count, "股", "", "股", "shares", "share")
	for _, w := range strings.Fields("家 所 间 个 次 起 件 宗 条 笔 例 项 桩 份 名 人 位 种 类 只 支 部 篇 道 座 栋 处 户 批 组 张 款 台 套 级 门 片 票 轮 回 场 行 档 则 字 页 段") {
		add(Count, w, "", w)
	}
	for i := range all {
		all[i].attached = all[i].word == "×"
	}
	all = append(all, unit{word: "x", kind: Times, base: Ratio, attached: true})
	slices.SortStableFunc(all, func(a, b unit) int { return cmp.Compare(len(b.word), len(a.word)) })
	return all
}()

// unitsByFirstByte indexes units by the first byte of their words.
var unitsByFirstByte = func() (index [256][]unit) {
	for _, u := range units {
		index[u.word[0]] = append(index[u.word[0]], u)
	}
	return index
}()

// beginsWithUnit reports whether a text begins with a unit.
func beginsWithUnit(text string) bool {
	_, _, ok := cutUnit(text)
	return ok
}

// cutUnit returns the unit that folded text begins with, and its size. A Latin word must be
// complete.
func cutUnit(text string) (u unit, size int, ok bool) {
	if text == "" {
		return u, 0, false
	}
	for _, u := range unitsByFirstByte[text[0]] {
		if strings.HasPrefix(text, u.word) && !(latin(u.word[len(u.word)-1]) && len(text) > len(u.word) && alnum(text[len(u.word)])) {
			return u, len(u.word), true
		}
	}
	return u, 0, false
}

// amountOf converts a number of units to the base unit.
func (u unit) amountOf(n decimal.Decimal) decimal.Decimal {
	if u.factor == "" {
		return n
	}
	return n.Mul(decimal.RequireFromString(u.factor))
}

// currencies are the signs and words for currencies before an amount.
var currencies = []struct{ word, base string }{
	{"hk$", "港元"}, {"us$", "美元"}, {"$", "美元"}, {"¥", Yuan}, {"€", "欧元"}, {"£", "英镑"},
	{"rmb", Yuan}, {"cny", Yuan}, {"yuan", Yuan}, {"人民币", Yuan}, {"renminbi", Yuan}, {"usd", "美元"}, {"hkd", "港元"}, {"eur", "欧元"}, {"gbp", "英镑"}, {"美元", "美元"}, {"港币", "港元"}, {"港元", "港元"}, {"欧元", "欧元"},
}

// currencyBefore returns the currency whose sign or word a text ends with, and its size with the
// spaces behind it.
func currencyBefore(text string) (base string, size int) {
	trimmed := strings.TrimRight(text, " ")
	for _, c := range currencies {
		if rest, ok := strings.CutSuffix(trimmed, c.word); ok && !(latin(c.word[0]) && rest != "" && alnum(rest[len(rest)-1])) {
			return c.base, len(text) - len(rest)
		}
	}
	return "", 0
}

// countable is the set of things that a measure word counts.
type countable uint8

const (
	organisations countable = 1 << iota
	events
	people
	kinds
)

var measureWords = map[string]countable{
	"家": organisations, "所": organisations, "间": organisations, "户": organisations,
	"个": organisations | events | people | kinds,
	"次": events, "起": events, "件": events, "宗": events, "条": events, "笔": events, "例": events, "项": events, "桩": events, "份": events | kinds, "篇": events, "部": events, "批": events, "道": events, "张": events, "则": events, "票": events, "处": organisations | events,
	"名": people, "人": people, "位": people,
	"种": kinds | events, "类": kinds | events, "款": kinds | events,
}

// SameMeasure reports whether two base units are equal or are measure words that count the same
// things, as 件 and 起, or 个 and 家. An unknown measure word is taken to count the same things as
// any other.
func SameMeasure(a, b string) bool {
	if a == b {
		return true
	}
	x, y := measureWords[a], measureWords[b]
	return x&y != 0 || x == 0 && y == events|organisations|people|kinds || y == 0 && x == organisations|events|people|kinds
}

// UnitOf returns the dimension and base unit of a unit in the notation of declarations and
// answers, and the factor by which an amount in the unit is multiplied to give the base
// unit: 10000 of 元 for 万元, 1000000 for "million CNY". An unknown unit is its own base and
// of dimension Count; "" is of dimension Number.
func UnitOf(text string) (kind Dimension, base string, factor decimal.Decimal) {
	power, s := cutScaleOfUnit(text)
	factor = decimal.New(1, power)
	if s == "" {
		return Number, "", factor
	}
	if u, n, ok := cutUnit(s); ok && n == len(s) {
		return u.kind, u.base, u.amountOf(factor)
	}
	return Count, s, factor
}

// ScaleOf returns the power of ten of the scale word with which a unit begins: 4 for 万元, 6
// for "million CNY", 0 for 元, and 0 for 千克, which is a unit of its own.
func ScaleOf(text string) (power int32) {
	power, _ = cutScaleOfUnit(text)
	return power
}

// cutScaleOfUnit splits a unit into the power of ten of its scale word and the normalized rest.
func cutScaleOfUnit(text string) (power int32, unit string) {
	s := strings.TrimSpace(Normalize(text))
	if _, n, ok := cutUnit(s); ok && n == len(s) { // 百分点 and 千克 begin with a scale word
		return 0, s
	}
	power, size := cutScale(s)
	return power, strings.TrimLeft(s[size:], " ")
}

// scaleWords are the scale words before a unit; a word comes before its prefixes.
var scaleWords = []struct {
	word  string
	power int32
}{

	{"万亿", 12}, {"千亿", 11}, {"百亿", 10}, {"十亿", 9}, {"千万", 7}, {"百万", 6}, {"十万", 5},
	{"亿", 8}, {"万", 4}, {"千", 3}, {"百", 2},
	{"trillion", 12}, {"billions", 9}, {"billion", 9}, {"millions", 6}, {"million", 6}, {"thousands", 3}, {"thousand", 3},
}

// cutScale returns the power of ten of the scale word that a text begins with, and its size; 0
// if there is none.
func cutScale(text string) (power int32, size int) {
	for _, s := range scaleWords {
		if strings.HasPrefix(text, s.word) && !(latin(s.word[0]) && len(text) > len(s.word) && alnum(text[len(s.word)])) {
			return s.power, len(s.word)
		}
	}
	return 0, 0
}
