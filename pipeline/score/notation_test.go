package score

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// chineseNumeral writes a whole number below 10^12 in Chinese numerals, or in those of
// accounts.
func chineseNumeral(n int64, accounts bool) string {
	digits, powers := []rune("零一二三四五六七八九"), []string{"", "十", "百", "千"}
	if accounts {
		digits, powers = []rune("零壹贰叁肆伍陆柒捌玖"), []string{"", "拾", "佰", "仟"}
	}
	if n == 0 {
		return string(digits[0])
	}
	var b strings.Builder
	zero := false
	for place := 11; place >= 0; place-- {
		unit := int64(1)
		for range place {
			unit *= 10
		}
		d := n / unit % 10
		if d == 0 {
			zero = zero || b.Len() > 0
		} else {
			if zero {
				b.WriteRune(digits[0])
			}
			zero = false
			if !(d == 1 && place%4 == 1 && b.Len() == 0 && !accounts) {
				b.WriteRune(digits[d])
			}
			b.WriteString(powers[place%4])
		}
		if place%4 == 0 && place > 0 && n/unit%10000 > 0 {
			b.WriteString(map[int]string{4: "万", 8: "亿"}[place])
		}
	}
	return b.String()
}

// englishNumeral writes a whole number below 10^9 in English words.
func englishNumeral(n int64) string {
	small := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens := strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	switch {
	case n < 20:
		return small[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + small[n%10]
	case n < 1000 && n%100 == 0:
		return small[n/100] + " hundred"
	case n < 1000:
		return small[n/100] + " hundred and " + englishNumeral(n%100)
	}
	for _, s := range []struct {
		word string
		by   int64
	}{{"million", 1_000_000}, {"thousand", 1000}} {
		if n >= s.by {
			head := englishNumeral(n/s.by) + " " + s.word
			switch rest := n % s.by; {
			case rest == 0:
				return head
			case rest < 100:
				return head + " and " + englishNumeral(rest)
			default:
				return head + " " + englishNumeral(rest)
			}
		}
	}
	return ""
}

// grouped writes a whole number with commas between its thousands.
func commas(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// wholes are the notations of a whole number in a language.
func wholes(n int64, lang string) []string {
	plain := strconv.FormatInt(n, 10)
	all := []string{plain, commas(n), wide(plain), "**" + plain + "**", "$" + plain + "$"}
	if lang == "zh" {
		all = append(all, chineseNumeral(n, false), chineseNumeral(n, true))
		if n%10000 == 0 && n > 0 && n < 100_000_000 {
			all = append(all, strconv.FormatInt(n/10000, 10)+"万", chineseNumeral(n/10000, false)+"万")
		}
		if n > 10000 && n%1000 == 0 && n < 100_000 {
			all = append(all, fmt.Sprintf("%d万%d千", n/10000, n/1000%10))
		}
		return all
	}
	return append(all, englishNumeral(n))
}

// quantityOf draws a key with the notations of its value, and keys that are its neighbours.
func quantityOf(t *rapid.T, lang string) (key value.Answer, notations []string, neighbours []value.Answer) {
	number := func(digits, unit string, kind quantity.Dimension, text string) value.Answer {
		return value.Answer{Kind: value.Number, Text: text, Number: digits, Unit: unit, Quantity: kind}
	}
	zh := lang == "zh"
	pick := func(a, b string) string {
		if zh {
			return a
		}
		return b
	}
	suffixed := func(list []string, format string) (all []string) {
		for _, s := range list {
			all = append(all, fmt.Sprintf(format, s))
		}
		return all
	}
	n := rapid.OneOf(rapid.Int64Range(5, 99), rapid.Int64Range(100, 99_999)).Draw(t, "n")
	near := map[int64]bool{n + 1: true, n - 1: true, n * 10: true, n * 10_000: true, n % 10: n%10 > 4, n % 100: n > 100, n % 1000: n > 1000, n % 10_000: n > 10_000}
	if s := strconv.FormatInt(n, 10); len(s) > 1 {
		swapped, _ := strconv.ParseInt(s[1:2]+s[:1]+s[2:], 10, 64)
		near[swapped] = true
	}
	each := func(make func(m int64) value.Answer) {
		for m, ok := range near {
			if ok && m != n && m > 0 {
				neighbours = append(neighbours, make(m))
			}
		}
	}
	switch kind := rapid.SampledFrom([]quantity.Dimension{quantity.Count, quantity.Money, quantity.Percent, quantity.Times, quantity.Rank, quantity.Duration, quantity.Day}).Draw(t, "kind"); kind {
	case quantity.Count:
		unit := pick("件", "court cases")
		make := func(m int64) value.Answer { return number(fmt.Sprint(m), unit, kind, fmt.Sprint(m)+pick("件", "")) }
		each(make)
		neighbours = append(neighbours, number(fmt.Sprint(n), pick("家", "days"), map[bool]quantity.Dimension{true: kind, false: quantity.Duration}[zh], fmt.Sprint(n)), number(fmt.Sprint(n), "%", quantity.Percent, fmt.Sprint(n)))
		return make(n), suffixed(wholes(n, lang), pick("%s件", "%s court cases")), neighbours
	case quantity.Money:
		unit := pick("元", "CNY")
		make := func(m int64) value.Answer {
			return number(fmt.Sprintf("%d.00", m), unit, kind, fmt.Sprintf("%d.00", m))
		}
		each(make)
		neighbours = append(neighbours, number(fmt.Sprintf("%d.00", n), pick("美元", "USD"), kind, fmt.Sprint(n)), number(fmt.Sprintf("%d.00", n), pick("万元", "thousand CNY"), kind, fmt.Sprint(n)))
		notations = suffixed(wholes(n, lang), pick("%s元", "%s yuan"))
		notations = append(notations, fmt.Sprintf("¥%s", commas(n)), fmt.Sprintf("RMB %d.00", n), fmt.Sprintf("人民币%d元", n), fmt.Sprintf("%d.%04d万元", n/10000, n%10000), fmt.Sprintf("CNY %d.%03d thousand", n/1000, n%1000))
		return make(n), notations, neighbours
	case quantity.Percent, quantity.Times:
		unit := map[quantity.Dimension]string{quantity.Percent: "%", quantity.Times: pick("倍", "times")}[kind]
		make := func(m int64) value.Answer {
			return number(fmt.Sprintf("%d.%02d", m/100, m%100), unit, kind, fmt.Sprintf("%d.%02d", m/100, m%100))
		}
		each(make)
		s := make(n).Number
		neighbours = append(neighbours, number(s, pick("元", "CNY"), quantity.Money, s), number(s, map[quantity.Dimension]string{quantity.Percent: pick("倍", "times"), quantity.Times: "%"}[kind], map[quantity.Dimension]quantity.Dimension{quantity.Percent: quantity.Times, quantity.Times: quantity.Percent}[kind], s))
		if kind == quantity.Percent {
			return make(n), []string{s + "%", s + " %", wide(s) + "％", pick("百分之"+s, s+" percent"), s + " per cent", "$" + s + `\%$`, "**" + s + "%**"}, neighbours
		}
		return make(n), []string{s + pick("倍", " times"), s + pick(" 倍", " times"), s + "x", "**" + s + pick("倍**", "** times"), wide(s) + pick("倍", " times")}, neighbours
	case quantity.Rank:
		make := func(m int64) value.Answer { return number(fmt.Sprint(m), "", kind, fmt.Sprint(m)) }
		each(make)
		neighbours = append(neighbours, number(fmt.Sprint(n), pick("家", "law firms"), quantity.Count, fmt.Sprint(n)), number(fmt.Sprint(n), "%", quantity.Percent, fmt.Sprint(n)))
		if zh {
			return make(n), []string{fmt.Sprintf("第%d名", n), fmt.Sprintf("第%d位", n), "第" + chineseNumeral(n, false) + "名", fmt.Sprintf("第 %d 名", n), fmt.Sprintf("排名第%d", n), "第" + wide(fmt.Sprint(n)) + "名"}, neighbours
		}
		suffix := "th"
		switch {
		case n%100/10 == 1:
		case n%10 == 1:
			suffix = "st"
		case n%10 == 2:
			suffix = "nd"
		case n%10 == 3:
			suffix = "rd"
		}
		return make(n), []string{fmt.Sprintf("%d%s", n, suffix), fmt.Sprintf("rank %d", n), fmt.Sprintf("number %d", n), fmt.Sprintf("No. %d", n), fmt.Sprintf("#%d", n)}, neighbours
	case quantity.Duration:
		make := func(m int64) value.Answer {
			return number(fmt.Sprint(m), pick("天", "days"), kind, fmt.Sprint(m)+pick("天", ""))
		}
		each(make)
		neighbours = append(neighbours, number(fmt.Sprint(n), pick("个月", "months"), kind, fmt.Sprint(n)), number(fmt.Sprint(n), pick("件", "court cases"), quantity.Count, fmt.Sprint(n)))
		return make(n), append(suffixed(wholes(n, lang), pick("%s天", "%s days")), pick(fmt.Sprintf("%d日", n), fmt.Sprintf("%d calendar days", n))), neighbours
	}
	y, m, d := rapid.IntRange(1990, 2029).Draw(t, "y"), rapid.IntRange(1, 12).Draw(t, "m"), rapid.IntRange(1, 27).Draw(t, "d")
	make := func(y, m, d int) value.Answer {
		return value.Answer{Kind: value.Date, Text: fmt.Sprintf(pick("%04d年%02d月%02d日", "%04d-%02d-%02d"), y, m, d)}
	}
	neighbours = []value.Answer{make(y+1, m, d), make(y, m%12+1, d), make(y, m, d+1), make(y-10, m, d)}
	notations = []string{fmt.Sprintf("%d-%02d-%02d", y, m, d), fmt.Sprintf("%d/%d/%d", y, m, d), fmt.Sprintf("%d.%d.%d", y, m, d), fmt.Sprintf("%04d%02d%02d", y, m, d), "**" + fmt.Sprintf("%d-%02d-%02d", y, m, d) + "**"}
	if zh {
		digits := regexp.MustCompile(`.`).ReplaceAllStringFunc(fmt.Sprint(y), func(s string) string { return string([]rune("〇一二三四五六七八九")[s[0]-'0']) })
		return make(y, m, d), append(notations, fmt.Sprintf("%d年%d月%d日", y, m, d), fmt.Sprintf("%d 年 %d 月 %d 日", y, m, d), fmt.Sprintf("%d年%02d月%02d号", y, m, d), wide(fmt.Sprintf("%d年%d月%d日", y, m, d)),
			digits+"年"+chineseNumeral(int64(m), false)+"月"+chineseNumeral(int64(d), false)+"日"), neighbours
	}
	name := strings.Fields("- January February March April May June July August September October November December")[m]
	mês := strings.Fields("- janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")[m]
	return make(y, m, d), append(notations, fmt.Sprintf("%d de %s de %d", d, mês, y), fmt.Sprintf("%dº de %s de %d", d, mês, y), fmt.Sprintf("%d %s %d", d, name, y), fmt.Sprintf("%s %d, %d", name, d, y), fmt.Sprintf("%d %s %d", d, name[:3], y), fmt.Sprintf("%s. %d %d", name[:3], d, y)), neighbours
}

// Any quantity or day in any notation, in any frame, has full marks for its own key and
// none for a neighbour's.
func TestNotations(t *testing.T) {
	for lang, frames := range map[string][]string{"zh": chineseFrames, "en": englishFrames} {
		question := map[string]string{"zh": "问的是多少？", "en": "What is it?"}[lang]
		t.Run(lang, rapid.MakeCheck(func(t *rapid.T) {
			key, notations, neighbours := quantityOf(t, lang)
			notation := rapid.SampledFrom(notations).Draw(t, "notation")
			answer := strings.ReplaceAll(rapid.SampledFrom(frames).Draw(t, "frame"), "{}", notation)
			grade := func(k value.Answer) KeywordOutcome {
				_, v := Strict(&Reference{Question: question, KeyAnswer: []string{k.Text}, Values: []value.Answer{k}}, &Attempt{Answer: answer})
				return v[0].Outcome
			}
			if o := grade(key); o != Credited {
				t.Errorf("key %s%s (%s) answered %q: %s, want credited", key.Text, key.Unit, key.Quantity, answer, o)
			}
			for _, k := range neighbours {
				if o := grade(k); o == Credited {
					t.Errorf("key %s%s (%s) answered %q: credited, want not: it says %s%s", k.Text, k.Unit, k.Quantity, answer, key.Text, key.Unit)
				}
			}
		}))
	}
}
