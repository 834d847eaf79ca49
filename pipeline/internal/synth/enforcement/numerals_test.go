package enforcement

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumerals(t *testing.T) {
	for _, tc := range []struct {
		cents                   int64
		formal, common, english string
	}{
		{0, "零元整", "零元", "zero yuan"},
		{5, "伍分", "五分", "zero yuan and five cents"},
		{1, "壹分", "一分", "zero yuan and one cent"},
		{50, "伍角", "五角", "zero yuan and fifty cents"},
		{105, "壹元零伍分", "一元零五分", "one yuan and five cents"},
		{1000, "壹拾元整", "十元", "ten yuan"},
		{1500, "壹拾伍元整", "十五元", "fifteen yuan"},
		{11500, "壹佰壹拾伍元整", "一百一十五元", "one hundred and fifteen yuan"},
		{10_000, "壹佰元整", "一百元", "one hundred yuan"},
		{30_000, "叁佰元整", "三百元", "three hundred yuan"},
		{500_000, "伍仟元整", "五千元", "five thousand yuan"},
		{729607, "柒仟贰佰玖拾陆元零柒分", "七千二百九十六元零七分", "seven thousand two hundred and ninety-six yuan and seven cents"},
		{1_000_000, "壹万元整", "一万元", "ten thousand yuan"},
		{1_200_000, "壹万贰仟元整", "一万二千元", "twelve thousand yuan"},
		{1_000_500, "壹万零伍元整", "一万零五元", "ten thousand and five yuan"},
		{10_050_000, "壹拾万零伍佰元整", "十万零五百元", "one hundred thousand five hundred yuan"},
		{11_105_500, "壹拾壹万壹仟零伍拾伍元整", "十一万一千零五十五元", "one hundred and eleven thousand and fifty-five yuan"},
		{60_000_000, "陆拾万元整", "六十万元", "six hundred thousand yuan"},
		{11_523_704, "壹拾壹万伍仟贰佰叁拾柒元零肆分", "十一万五千二百三十七元零四分", "one hundred and fifteen thousand two hundred and thirty-seven yuan and four cents"},
		{10_000_100_000, "壹亿零壹仟元整", "一亿零一千元", "one hundred million one thousand yuan"},
		{1_000_100_000_000, "壹佰亿零壹佰万元整", "一百亿零一百万元", "ten billion one million yuan"},
	} {
		if got := formalNumerals().amount(tc.cents); got != tc.formal {
			t.Errorf("formal %d = %s, want %s", tc.cents, got, tc.formal)
		}
		if got := commonNumerals().amount(tc.cents); got != tc.common {
			t.Errorf("common %d = %s, want %s", tc.cents, got, tc.common)
		}
		if got := inWords(tc.cents); got != tc.english {
			t.Errorf("in words %d = %s, want %s", tc.cents, got, tc.english)
		}
	}
}

// What numerals write can be read back.
func TestNumeralsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64Range(0, 1e14-1).Draw(t, "cents")
		for _, n := range []numerals{formalNumerals(), commonNumerals()} {
			if got, ok := readHan(n.amount(cents)); !ok || got != cents {
				t.Fatalf("%s is %d, want %d", n.amount(cents), got, cents)
			}
		}
		if got, ok := readEnglish(inWords(cents)); !ok || got != cents {
			t.Fatalf("%s is %d, want %d", inWords(cents), got, cents)
		}
	})
}

// readHan reads an amount in Chinese numerals, formal or common, in cents.
func readHan(text string) (cents int64, ok bool) {
	values := map[rune]int64{}
	for _, digits := range []string{"零壹贰叁肆伍陆柒捌玖", "零一二三四五六七八九"} {
		for i, c := range []rune(digits) {
			values[c] = int64(i)
		}
	}
	units := map[rune]int64{'拾': 10, '十': 10, '佰': 100, '百': 100, '仟': 1000, '千': 1000}
	var yuan, group, digit int64
	for _, c := range strings.TrimSuffix(text, "整") {
		switch {
		case units[c] > 0:
			group, digit = group+max(1, digit)*units[c], 0
		case c == '万':
			yuan, group, digit = yuan+(group+digit)*1e4, 0, 0
		case c == '亿':
			yuan, group, digit = (yuan+group+digit)*1e8, 0, 0
		case c == '元':
			cents, yuan, group, digit = (yuan+group+digit)*100, 0, 0, 0
		case c == '角':
			cents, digit = cents+digit*10, 0
		case c == '分':
			cents, digit = cents+digit, 0
		default:
			v, known := values[c]
			if !known {
				return 0, false
			}
			digit = v
		}
	}
	return cents, yuan+group+digit == 0
}

// readEnglish reads an amount in English words, in cents.
func readEnglish(text string) (cents int64, ok bool) {
	values := map[string]int64{}
	for i, w := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen") {
		values[w] = int64(i)
	}
	for i, w := range strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety") {
		values[w] = int64(i+2) * 10
	}
	scales := map[string]int64{"thousand": 1e3, "million": 1e6, "billion": 1e9}
	var sum, group int64
	for _, w := range strings.Fields(strings.ReplaceAll(strings.ToLower(text), "-", " ")) {
		v, known := values[w]
		switch {
		case known:
			group += v
		case w == "hundred":
			group *= 100
		case scales[w] > 0:
			sum, group = sum+group*scales[w], 0
		case w == "yuan":
			cents, sum, group = (sum+group)*100, 0, 0
		case w == "cents" || w == "cent":
			cents, sum, group = cents+sum+group, 0, 0
		case w != "and":
			return 0, false
		}
	}
	return cents, sum+group == 0
}

func TestAmounts(t *testing.T) {
	for _, tc := range []struct {
		cents          int64
		plain, decimal string
	}{
		{0, "0", "0.0"}, {5, "0.05", "0.05"}, {50, "0.5", "0.5"}, {100, "1", "1.0"}, {740_564_00, "740564", "740564.0"},
		{26_277_01, "26277.01", "26277.01"}, {706_792_40, "706792.4", "706792.4"},
	} {
		if got := plain(tc.cents); got != tc.plain {
			t.Errorf("plain(%d) = %s, want %s", tc.cents, got, tc.plain)
		}
		if got := decimal(tc.cents).Text; got != tc.decimal {
			t.Errorf("decimal(%d) = %s, want %s", tc.cents, got, tc.decimal)
		}
	}
	for _, tc := range []struct {
		n    int64
		want string
	}{{0, "0"}, {999, "999"}, {1000, "1,000"}, {115237, "115,237"}, {1234567, "1,234,567"}} {
		if got := grouped(tc.n); got != tc.want {
			t.Errorf("grouped(%d) = %s, want %s", tc.n, got, tc.want)
		}
	}
	for _, tc := range []struct{ cents, want int64 }{{0, 0}, {49, 0}, {50, 1}, {149, 1}, {26_148_98, 26149}} {
		if got := rounded(tc.cents); got != tc.want {
			t.Errorf("rounded(%d) = %d, want %d", tc.cents, got, tc.want)
		}
	}
	for _, tc := range []struct {
		n, digits int
		want      string
	}{{7, 2, "07"}, {51056, 7, "0051056"}, {123, 2, "123"}} {
		if got := padded(tc.n, tc.digits); got != tc.want {
			t.Errorf("padded(%d, %d) = %s, want %s", tc.n, tc.digits, got, tc.want)
		}
	}
}
