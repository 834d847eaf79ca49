package quantity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// summary lists the mentions of a text: kind, amount and unit or day, and flags.
func summary(text string) string {
	var all []string
	for _, m := range quantity.Read(text) {
		s := string(m.Kind)
		switch {
		case m.IsDay():
			s += " " + m.Day
		case m.Kind != quantity.Code:
			s += " " + m.Number.String() + m.Unit
		}
		for _, flag := range []struct {
			set  bool
			name string
		}{{m.Vague, "vague"}, {m.Range, "range"}, {m.Label, "label"}, {m.Doubtful, "doubtful"}} {
			if flag.set {
				s += " " + flag.name
			}
		}
		all = append(all, s)
	}
	return strings.Join(all, "; ")
}

func TestRead(t *testing.T) {
	tests := []struct{ text, want string }{
		// Numerals and their mixtures.
		{"三万五千家公司", "count 35000家"},
		{"一万二千家公司", "count 12000家"},
		{"5千亿元", "money 500000000000元"},
		{"3百亿元", "money 30000000000元"},
		{"1.5万亿元", "money 1500000000000元"},
		{"壹万伍仟元整", "money 15000元"},
		{"两万元", "money 20000元"},
		{"三点五亿元", "money 350000000元"},
		{"1万2千件", "count 12000件"},
		{"3亿5千万", "number 350000000"},
		{"一百零五件", "count 105件"},
		{"三百五十件", "count 350件"},
		{"二十一", "number 21"},
		{"twenty-one cases", "number 21"},
		{"one hundred and fifty days", "duration 150天"},
		{"two and a half million yuan", "money 2500000元"},
		{"a dozen firms", "number 12"},
		{"three firms and five courts", "number 3; number 5"},
		{"就俩", "count 2个"},
		{"孙仨伡、103家", "count 3个 doubtful; count 103家"},
		{"四万零六百五十元五角五分", "money 40650.55元"},
		{"fifteen. I counted", "number 15"},
		{"2角5分", "money 0.25元"},
		{"三角形", "number 3 doubtful"},
		{"one hundred yuan and 75 cents", "money 100.75元"},
		{"服务几十家公司", "count 10家 vague"},
		{"60000.00 (in thousand CNY)", "money 60000000元"},
		{"12.5（单位：万元）", "money 125000元"},
		{"46. The only case", "number 46"},
		{"3. first\n4. second\n5. third", "number 3 label; rank 1; number 4 label; rank 2; number 5 label; rank 3"},
		{"published on 12/May/2021", "day 2021-05-12"},
		{"28 days in June, 31 in July", "duration 28天; number 31"},
		{"June, 21, 2021", "day 2021-06-21"},
		// Signs, separators and exponents.
		{"负14.93元", "money -14.93元"},
		{"−14.93元", "money -14.93元"},
		{"minus 14.93 yuan", "money -14.93元"},
		{"5 minus 3", "number 5; number 3"},
		{"四位年-两位月", "count 4位; count 2位"},
		{"6月-3月", "number 6; number 3"},
		{"12,345", "number 12345"},
		{"12，345", "number 12; number 345"},
		{"１２，３４５家", "count 12345家"},
		{"1\u202f234\u202f567元", "money 1234567元"},
		{"1.31e8元", "money 131000000元"},
		{"1.31×10⁸元", "money 131000000元"},
		// Units before and behind.
		{"1.5 bn yuan", "money 1500000000元"},
		{"RMB 70 763.04", "money 70763.04元"},
		{"1 234", "number 1; number 234"},
		{"RMB5m", "money 5000000元"},
		{"CNY 40,649.55", "money 40649.55元"},
		{"¥131,000,000", "money 131000000元"},
		{"人民币5万元", "money 50000元"},
		{"US$5 million", "money 5000000美元"},
		{"$5 million", "money 5000000美元"},
		{"62.5%", "percent 62.5%"},
		{"62.5 per cent", "percent 62.5%"},
		{"百分之六十二点五", "percent 62.5%"},
		{"千分之五", "percent 0.5%"},
		{"2.14倍", "times 2.14倍"},
		{"2.14x", "times 2.14倍"},
		{"3 × 5", "number 3; number 5"},
		{"2周", "duration 14天"},
		{"三年", "duration 36月"},
		{"150 months", "duration 150月"},
		{"246 weeks and 4 days", "duration 1726天"},
		{"三年零两个月", "duration 38月"},
		{"3天，5天", "duration 3天; duration 5天"},
		{"3个月", "duration 3月"},
		// Ranks.
		{"第51名", "rank 51"},
		{"第五十一位", "rank 51"},
		{"64th", "rank 64"},
		{"the 64th percentile", "rank 64 label"},
		{"the 2nd-highest", "rank 2"},
		{"sixty-fourth", "rank 64"},
		{"业务量排名是51", "rank 51"},
		{"its ranking is 64", "rank 64"},
		{"排名前51", "number 51"},
		{"ranking (15436873838)", "number 15436873838"},
		{"51家", "count 51家"},
		// Days.
		{"二〇二一年六月十七日", "day 2021-06-17"},
		{"2021 年 6 月 17 日", "day 2021-06-17"},
		{"2020.5.1", "day 2020-05-01"},
		{"2020年5月1号", "day 2020-05-01"},
		{"20211231", "day 2021-12-31"},
		{"60180000.00元", "money 60180000元"},
		{"20001201", "day 2000-12-01"},
		{"20190053元", "money 20190053元"},
		{"28 June 2021", "day 2021-06-28"},
		{"June 28th, 2021", "day 2021-06-28"},
		{"the 28th day of June, 2021", "day 2021-06-28"},
		{"1º de julho de 2001", "day 2001-07-01"},
		{"Em vigor desde 20 de março de 2012.", "day 2012-03-20"},
		{"1° DE MAIO DE 2020", "day 2020-05-01"},
		{"primeiro de maio de 2020", "day 2020-05-01"},
		{"28/06/2021", "day 2021-06-28"},
		{"03/04/2021", "code"},
		{"2019-12-11 00:00:00", "day 2019-12-11"},
		{"2021-02-30", "code"},
		{"20000000.00元", "money 20000000元"},
		{"20201231.50", "number 20201231.5"},
		{"20201231 元", "money 20201231元"},
		{"20201231万元", "money 202012310000元"},
		{"CNY 20201231", "money 20201231元"},
		{"20200101起", "day 2020-01-01"},
		{"20200001", "number 20200001"},
		{"2021年6月", "month 2021-06"},
		{"June 2021", "month 2021-06"},
		{"09/2011", "month 2011-09"},
		{"2021年", "year 2021"},
		{"2021年6月17日至7月3日", "day 2021-06-17; day 2021-07-03"},
		{"6月17日", "calendar -06-17"},
		// Approximate numbers, ranges, labels and codes.
		{"十几家", "count 10家 vague"},
		{"20余家", "count 20家 vague"},
		{"三五天", "duration 35天 vague"},
		{"3-5件", "count 3件 range; count 5件 range"},
		{"5万-8万元", "money 50000元 range; money 80000元 range"},
		{"5人-8人", "count 5人 range; count 8人 range"},
		{"6件到9件之间", "count 6件 range; count 9件 range"},
		{"1.22 to two decimals", "number 1.22; number 2"},
		{"between 15 and 17", "number 15 range; number 17 range"},
		{"1. 甲\n2. 乙", "number 1 label; number 2 label"},
		{"先找到公司；（2）这些公司", "number 2 label"},
		{"第二条", "rank 2 label"},
		{"Building 3", "number 3 label"},
		{"3号楼", "number 3 label"},
		{"西路446号6区", "number 446 label; number 6 label"},
		{"021-3", "code"},
		{"0833-2598888", "code"},
		{"（2019）沪0104执1779号", "code"},
		{"(2019) KM0104 Civ. App. No. 1779", "code"},
		{"91310117MA1J2T0814", "code"},
		{"91530000760425706M", "code"},
		{"https://a.example/3", "code"},
		{"答案应该是www.a-tech.com吧？3家", "code; count 3家"},
		{"91640301712159052X", "code"},
		{"共有一家", "count 1家"},
		{"作为一家公司", "count 1家 doubtful"},
		{"是一家公司", "count 1家 doubtful"},
		{"唯一", "number 1 doubtful"},
		{"唯一一件", "number 1 doubtful; count 1件 doubtful"},
		{"一一。", "number 11 doubtful"},
		// Markup.
		{"共**15** 件", "count 15件"},
		{"$1{,}234.5$", "number 1234.5"},
		{`$12.5\%$`, "percent 12.5%"},
		{`$\boxed{15}$`, "number 15"},
		{`\(2.14\) 倍`, "times 2.14倍"},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, summary(tt.text)); d != "" {
			t.Errorf("Read(%q) (-want +got):\n%s", tt.text, d)
		}
	}
}

// Positions are of the text as it was given.
func TestReadPositions(t *testing.T) {
	for text, want := range map[string]string{
		"共**１５** 件。": "１５** 件", "合计：ＲＭＢ ５,０００。": "ＲＭＢ ５,０００", `约$12.5\%$。`: `12.5\%`, "它是２０２１年６月１７日的": "２０２１年６月１７日",
	} {
		found := quantity.Read(text)
		if len(found) != 1 || text[found[0].From:found[0].To] != want {
			t.Errorf("Read(%q) = %+v, want one mention at %q", text, found, want)
		}
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]bool{"12万元": true, "２０２１年６月１７日": true, "**15**": false, "约12万元": false, "12 13": false, "": false, "无": false} {
		if m, ok := quantity.Parse(text); ok != want || ok && text[m.From:m.To] != text {
			t.Errorf("Whole(%q) = %+v, %v, want %v", text, m, ok, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"三万五千家公司", "$1{,}2$ * 3 **4**", "\\frac{1}{2}", "2021年6月17日", "１２，３４５", "第", "百分之", "1e", "\\", "十几多余", "a hundred and", "{,}", "〇年", "5美元 -3", "It was 5 usd -3 on the day.", "一点一" + strings.Repeat("亿", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, m := range quantity.Read(s) {
			if m.From < last || m.To <= m.From || m.To > len(s) {
				t.Fatalf("Read(%q): mention at %d to %d behind %d of %d", s, m.From, m.To, last, len(s))
			}
			last = m.To
			if digits := len(m.Number.String()); digits > len(s)+60 {
				t.Fatalf("Read(%q): a number of %d digits", s, digits)
			}
		}
	})
}

func TestUnitOf(t *testing.T) {
	for _, tt := range []struct {
		text   string
		kind   quantity.Dimension
		base   string
		factor string
	}{
		{"", quantity.Number, "", "1"}, {"万", quantity.Number, "", "10000"}, {"million", quantity.Number, "", "1000000"},
		{"元", quantity.Money, "元", "1"}, {"万元", quantity.Money, "元", "10000"}, {"百亿元", quantity.Money, "元", "10000000000"}, {"万人民币", quantity.Money, "元", "10000"},
		{"Million CNY", quantity.Money, "元", "1000000"}, {"CNY", quantity.Money, "元", "1"}, {"万美元", quantity.Money, "美元", "10000"},
		{"%", quantity.Percent, "%", "1"}, {"百分点", quantity.Percent, "%", "1"}, {"年", quantity.Duration, "月", "12"},
		{"千克", quantity.Measure, "公斤", "1"}, {"克", quantity.Measure, "公斤", "0.001"}, {"万家", quantity.Count, "家", "10000"},
		{"listed companies", quantity.Count, "listed companies", "1"}, {"millioncny", quantity.Count, "millioncny", "1"},
	} {
		kind, base, factor := quantity.UnitOf(tt.text)
		if kind != tt.kind || base != tt.base || factor.String() != tt.factor {
			t.Errorf("UnitOf(%q) = %s, %q, %s, want %s, %q, %s", tt.text, kind, base, factor, tt.kind, tt.base, tt.factor)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"cell":    "8158.63万",
		"chinese": "请问云溪市湖滨区人民法院在2020年10月9日以后立案的终本案件里，执行标的超过125万元的一共有多少件？排名第二的是哪一件？单位为元，保留两位小数。",
		"english": "Among the cases filed since 9 October 2020 with more than CNY 1.25 million at stake, which is the second highest? Please give the amount in CNY to two decimal places.",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				quantity.Read(text)
			}
		})
	}
}
