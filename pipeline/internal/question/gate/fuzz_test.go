package gate

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A gate never panics, whatever the question, and judges alike twice.
func FuzzJudge(f *testing.F) {
	gates := map[string]*Gate{}
	for _, lang := range []string{"zh", "en"} {
		one := judged(f, lang, total)
		one.KeyAnswer, one.KeyMiddle = []string{"1650000000.00元", "7", "A"}, []string{"云溪市湖滨区人民法院", "2020年10月09日"}
		gates[lang] = gateOf(f, one)
	}
	for _, seed := range []string{"", chineseTotal, englishTotal, "\xff\xfe", "2020-99-99 2020年13月40日", "第第第九九九亿亿亿万万点点", "one hundred thousand million billion and and", strings.Repeat("(1", 200), "99 of may of", "3rd", "百分之", "只只只只一", "March 99, 12345"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, question string) {
		for _, g := range gates {
			a, wrong := g.Judge(question)
			b, again := g.Judge(question)
			if a != b || wrong != again {
				t.Errorf("Judge(%q) = %v, then %v", question, a, b)
			}
			if !utf8.ValidString(a.Hint("zh")) {
				t.Errorf("Hint of %q is no text", question)
			}
		}
	})
}

func BenchmarkGate(b *testing.B) {
	for _, lang := range []string{"zh", "en"} {
		b.Run("lang="+lang, func(b *testing.B) {
			_, shared := open(b, "legal", lang)
			one := judged(b, lang, total)
			for b.Loop() {
				if _, err := shared.Gate(one); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkJudge(b *testing.B) {
	for lang, q := range map[string]string{"zh": chineseTotal, "en": englishTotal} {
		for name, question := range map[string]string{
			"usual": q, "100KB": q + strings.Repeat(q[len(q)/2:], 600),
			"hostile": strings.Repeat("(1二只第百分之2020年one hundred may 9 ", 2500), "codes": strings.Repeat("1a-", 33000), "decimals": q + strings.Repeat("2 decimal 小数 ", 6000), "units": q + strings.Repeat("cny 元 2019 ", 7000),
		} {
			b.Run("lang="+lang+"/"+name, func(b *testing.B) {
				g := gateOf(b, judged(b, lang, total))
				for b.Loop() {
					g.Judge(question)
				}
			})
		}
	}
}
