package value

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
	"golang.org/x/text/width"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

func amounts(t *rapid.T) decimal.Decimal {
	return decimal.New(rapid.Int64().Draw(t, "coefficient"), int32(rapid.IntRange(-9, 9).Draw(t, "exponent")))
}

// Scaling is exact: an amount written in any unit of a base and read into any
// other is the same amount.
func TestScalingIsExact(t *testing.T) {
	units := []string{"元", "千元", "万元", "百万元", "亿元", "万亿元", "CNY", " thousand CNY", " Million yuan", "billion RMB", " trillion元"}
	rapid.Check(t, func(t *rapid.T) {
		n := amounts(t)
		from := rapid.SampledFrom(units).Draw(t, "from")
		to := rapid.SampledFrom(units).Draw(t, "to")
		got, ok := ParseNumber(n.String()+from, to)
		if !ok || !Equal(got, NewNumber(n, from)) {
			t.Fatalf("ParseNumber(%q, %q) = %v, %v, want the same amount", n.String()+from, to, got, ok)
		}
		back, ok := Convert(got, from)
		if !ok || !back.Number.Equal(n) {
			t.Fatalf("Convert(%v, %q) = %v, %v, want %s", got, from, back, ok, n)
		}
	})
}

func TestNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := NewNumber(amounts(t), "元")
		digits, ok := FormatNumber(v, "亿元", Exact)
		got, read := ParseNumber(digits, "亿元")
		if !ok || !read || !Equal(got, v) {
			t.Fatalf("%v written as %q reads back as %v", v, digits, got)
		}
	})
}

// Rounding to n places moves an amount by at most half a unit of the last place,
// and rounding what is rounded changes nothing.
func TestRoundingStaysNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := NewNumber(amounts(t), "元")
		places := rapid.IntRange(0, 6).Draw(t, "places")
		digits, _ := FormatNumber(v, "元", places)
		r, ok := ParseNumber(digits, "元")
		if !ok {
			t.Fatalf("FormatNumber(%v, %d) = %q, which is no number", v, places, digits)
		}
		if off := r.Number.Sub(v.Number).Abs(); off.Cmp(decimal.New(5, int32(-places-1))) > 0 {
			t.Fatalf("FormatNumber(%v, %d) = %q, off by %s", v, places, digits, off)
		}
		if again, _ := FormatNumber(r, "元", places); again != digits {
			t.Fatalf("FormatNumber(%q, %d) = %q, want no change", digits, places, again)
		}
	})
}

func TestDatesReadBack(t *testing.T) {
	layouts := []string{DateISO, DateChinese, "2006年1月2日", "2006/1/2", "20060102", "2006.1.2", "2 January 2006", "January 2, 2006"}
	rapid.Check(t, func(t *rapid.T) {
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		first := int64(-60e9) // in the year 68
		if !strings.ContainsAny(layout, "-年") {
			first = -30e9 // in the year 1019
		}
		v := NewDate(time.Unix(rapid.Int64Range(first, 250e9).Draw(t, "seconds"), 0).UTC())
		text, _ := FormatDate(v, layout)
		if got, ok := ParseDate(text); !ok || got != v {
			t.Fatalf("ParseDate(%q) = %v, %v, want %v", text, got, ok, v)
		}
	})
}

func TestFoldIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		if once := Fold(s); Fold(once) != once {
			t.Fatalf("Fold(%q) = %q, folded again %q", s, once, Fold(once))
		}
	})
}

// spelt draws texts of what tables hold and of what folding changes.
func spelt(t *rapid.T) string {
	of := rapid.SampledFrom([]rune("某法院aZz09 　\t（２）Ｂ～！＊｡ｶﾞ￥é\ufeff\ufffd-年"))
	return rapid.StringOfN(rapid.OneOf(of, rapid.Rune()), 0, 8, -1).Draw(t, "text")
}

// What most texts are spared changes nothing: folding is what it is character by
// character.
func TestFoldSparesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := spelt(t)
		if cut := rapid.IntRange(0, len(text)).Draw(t, "cut"); rapid.Bool().Draw(t, "broken") {
			text = text[cut:]
		}
		if got, want := unwidened(text), width.Fold.String(text); got != want {
			t.Fatalf("unwidened(%q) = %q, want %q", text, got, want)
		}
		want := strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Latin, r) {
				return unicode.ToLower(r)
			}
			return r
		}, strings.Join(strings.Fields(StripInvisible(width.Fold.String(text))), " "))
		if got := Fold(text); got != want {
			t.Fatalf("Fold(%q) = %q, want %q", text, got, want)
		}
	})
}

// Nor does what plain digits and ISO days are spared: package quantity says the same.
func TestPlainFormsAreQuantities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[+-]{0,2}[1-9][0-9]{0,3}(\.[0-9]{0,2}){0,2}(元|万|万元| million元|,)?`),
			rapid.StringMatching(`[1-9][0-9]{2}[0-9e](-[0-9][0-9+]-|年[0-9][0-9+]月)[0-9][0-9 日]`),
		).Draw(t, "text")
		if n, suffix, ok := cutDigits(text); ok {
			for _, unit := range []string{"元", "万元"} {
				in, ok := suffixed(n, suffix, unit)
				if suffix == "" {
					in, ok = n, true
				}
				if want, also := read(text, unit); ok != also || ok && !in.Equal(want) {
					t.Fatalf("cutDigits(%q) = %s in %s, %v, want %s, %v", text, in, unit, ok, want, also)
				}
			}
		}
		if year, month, of, ok := plainDay(text); ok {
			v, ok := day(year, month, of)
			m, read := quantity.Parse(text)
			if read = read && m.Kind == quantity.Day; ok != read || ok && v.Text != m.Day {
				t.Fatalf("plainDay(%q) = %s, %v, want %s, %v", text, v.Text, ok, m.Day, read)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1.31亿", "１，２３４．５０元", "100.0%", "2019年12月11日", "20191211", "-", "1e64", "¥5万", "İK"} {
		f.Add(s, "元")
		f.Add(s, "%")
	}
	f.Fuzz(func(t *testing.T, text, unit string) {
		if v, ok := ParseNumber(text, unit); ok {
			again, ok := ParseNumber(v.Text, unit)
			if !ok || !Equal(again, v) || again.Text != v.Text || len(v.Text) > 256 {
				t.Errorf("ParseNumber(%q, %q) = %v, which reads back as %v, %v", text, unit, v, again, ok)
			}
		}
		if v, ok := ParseDate(text); ok {
			if again, ok := ParseDate(v.Text); !ok || again != v {
				t.Errorf("ParseDate(%q) = %v, which reads back as %v, %v", text, v, again, ok)
			}
		}
		if v, ok := ParseText(text); ok != (strings.TrimSpace(text) != "") {
			t.Errorf("ParseText(%q) = %v, %v", text, v, ok)
		}
		if once := Fold(text); utf8.ValidString(text) && Fold(once) != once {
			t.Errorf("Fold(%q) = %q, folded again %q", text, once, Fold(once))
		}
		StateOf(text, []string{"-"})
		if quoted := Unquote(text); len(quoted) > 3*len(text) {
			t.Errorf("Unquote(%q) = %q, which is longer", text, quoted)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, text := range []string{"686550", "686550.0", "1.31亿", "8158.63万", "1,234,567.89元"} {
		b.Run("number="+text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ParseNumber(text, "元")
			}
		})
	}
	for _, text := range []string{"杭州市西湖区人民法院", "（2020）浙01民初3号"} {
		b.Run("fold="+text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Fold(text)
			}
		})
	}
	b.Run("date", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ParseDate("2019年12月11日")
		}
	})
}

// Narrowing looks for what folding changes and finds it, character by character.
func TestNarrowIsFold(t *testing.T) {
	for r := rune(1); r <= 0x2ffff; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		text := "a" + string(r) + "z"
		if got, want := narrow(text), width.Fold.String(text); got != want {
			t.Errorf("narrow(%q) = %q, want %q", text, got, want)
		}
	}
}
