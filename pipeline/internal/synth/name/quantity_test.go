package name

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestAmounts(t *testing.T) {
	type row struct{ zh, en string }
	for _, tc := range []struct {
		cents                  int64
		amount, capital, plain row
	}{
		{0, row{"0", "0"}, row{"0万", "0"}, row{"0", "0"}},
		{5, row{"0.05", "0.05"}, row{"0.000005万", "0.05"}, row{"0.05", "0.05"}},
		{2_627_701, row{"2.63万", "26277.01"}, row{"2.627701万", "26277.01"}, row{"26277.01", "26277.01"}},
		{999_999, row{"9999.99", "9999.99"}, row{"0.999999万", "9999.99"}, row{"9999.99", "9999.99"}},
		{30_000_000, row{"30.00万", "300000"}, row{"30万", "300000"}, row{"300000", "300000"}},
		{2_408_820_000, row{"2408.82万", "24.09 million"}, row{"2408.82万", "24.0882 million"}, row{"24088200", "24088200"}},
		{9_000_000_000, row{"9000.00万", "90.00 million"}, row{"9000万", "90 million"}, row{"90000000", "90000000"}},
		{9_999_994_999, row{"9999.99万", "100.00 million"}, row{"9999.994999万", "99.99994999 million"}, row{"99999949.99", "99999949.99"}},
		{9_999_995_000, row{"1.00亿", "100.00 million"}, row{"9999.995万", "99.99995 million"}, row{"99999950", "99999950"}},
		{99_999_500_000, row{"10.00亿", "1.00 billion"}, row{"99999.5万", "999.995 million"}, row{"999995000", "999995000"}},
		{1_032_912_345_600, row{"103.29亿", "10.33 billion"}, row{"1032912.3456万", "10329.123456 million"}, row{"10329123456", "10329123456"}},
		{-2_408_820_000, row{"-2408.82万", "-24.09 million"}, row{"-2408.82万", "-24.0882 million"}, row{"-24088200", "-24088200"}},
		{math.MinInt64 + 1, row{"-922337203.69亿", "-92233720.37 billion"}, row{"-9223372036854.775807万", "-92233720368.54775807 million"}, row{"-92233720368547758.07", "-92233720368547758.07"}},
	} {
		for language, want := range map[string][3]string{
			"zh": {tc.amount.zh, tc.capital.zh, tc.plain.zh}, "en": {tc.amount.en, tc.capital.en, tc.plain.en},
		} {
			g := tongue(t, language)
			got := [3]string{g.Amount(tc.cents), g.Capital(tc.cents), g.Plain(tc.cents)}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %d cents (-want +got):\n%s", language, tc.cents, diff)
			}
		}
	}
}

// A reader of amounts gets back what was written: exactly, or to the half of the
// last digit where it is rounded.
func TestAmountsAreRead(t *testing.T) {
	units := map[string]string{"zh": "元", "en": "CNY"}
	for _, language := range languages {
		g := tongue(t, language)
		cents := func(t *rapid.T, text string) float64 {
			v, ok := value.ParseNumber(text, units[language])
			if !ok {
				t.Fatalf("%s is no amount", text)
			}
			f, _ := v.Number.Float64()
			return f * 100
		}
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.Int64Range(0, 1e15).Draw(t, "cents")
			for _, text := range []string{g.Capital(n), g.Plain(n)} {
				if got := cents(t, text); math.Abs(got-float64(n)) > 0.5 {
					t.Fatalf("%d cents are written %s and read %v", n, text, got)
				}
			}
			text := g.Amount(n)
			if got := cents(t, text); math.Abs(got-float64(n)) > float64(n)*0.0051 {
				t.Fatalf("%d cents are written %s and read %v", n, text, got)
			}
			if strings.ContainsAny(text, "万亿") && !strings.Contains(text, ".") {
				t.Fatalf("%s has no decimals", text)
			}
		})
	}
}

func TestWriting(t *testing.T) {
	zh, en := tongue(t, "zh"), tongue(t, "en")
	for _, tc := range []struct{ got, want string }{
		{zh.Date(2019, 2, 3), "2019年02月03日"}, {en.Date(2019, 2, 3), "2019-02-03"},
		{zh.Join([]string{"甲", "乙"}, false), "甲,乙"}, {zh.Join([]string{"甲", "乙"}, true), "甲、乙"},
		{en.Join([]string{"A", "B"}, false), "A; B"}, {en.Join([]string{"A", "B"}, true), "A; B"}, {en.Join(nil, true), ""},
		{zh.None(false), "-"}, {zh.None(true), "无"}, {en.None(false), "-"}, {en.None(true), "None"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
