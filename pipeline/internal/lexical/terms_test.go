package lexical

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

func TestTokens(t *testing.T) {
	d := toytest.Domain(t, "toy")
	for _, tt := range []struct{ language, text, want string }{
		{"zh", "代理的案件", "代理 案件"},
		{"zh", "涉案金额最高的一件", "涉案 案金 金额 <max> 一件"},
		{"zh", "立案日期第三晚", "立案 案日 日期 <max>++"},
		{"zh", "日期在2021年的唯一一件", "日期 <year 2021 > <only>"},
		{"zh", "金额不低于1.5万元", "金额 <atleast 15000 >"},
		{"zh", "日期在2020年10月9日及以前", "日期 <until 2020-10-09 >"},
		{"zh", "日期在二〇二〇年十月九号之后", "日期 <since 2020-10-09 >"},
		{"zh", "在2020-10-09至2021.5.1", "<during 2020-10-09 2021-05-01>"},
		{"zh", "金额不低于一万五千元", "金额 <atleast 15000 >"},
		{"zh", "金额超过3百亿元", "金额 <above 30000000000 >"},
		{"zh", "金额高于¥1,000且低于1万2千元", "金额 <within 1000 12000>"},
		{"zh", "比例不足百分之二十的", "比例 <below 20 >"},
		{"zh", "包含“MD”", "<contains> <equals MD >"},
		{"en", "the law firms' court cases", "law firm court case"},
		{"en", "the second lowest amount", "<min>+ amount"},
		{"en", "a ruling date on or before 3 July 2018", "ruling date <until 2018-07-03 >"},
		{"en", "of at least CNY 1 million", "<atleast 1000000 >"},
		{"en", "since June 28th, 2021", "<since 2021-06-28 >"},
		{"en", "in 2021.", "<year 2021 >"},
		{"en", "more than RMB 1.5 bn but less than 2,000 million yuan", "<within 1500000000 2000000000>"},
		{"en", "over three court cases", "<above 3 > court case"},
		{"en", "How many court cases", "<count> court case"},
	} {
		got := strings.Join(newLexicon(d, tt.language).tokens(tt.text, map[string]literal{}), " ")
		if got != tt.want {
			t.Errorf("tokens(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		text string
		want [][]string
	}{
		{"雁河省绢岫市鲤屯区", [][]string{{"雁河省", "绢岫市", "鲤屯区"}}},
		{"岱都市纱门区", [][]string{{"岱都市", "岱都市", "纱门区"}}},
		{"岱都市纱门", nil},
		{"A, B, C", [][]string{{"A", "B", "C"}, {"C", "B", "A"}}},
		{"A", nil},
	} {
		if d := cmp.Diff(tt.want, splitRegion(tt.text, 3)); d != "" {
			t.Errorf("places(%q) (-want +got):\n%s", tt.text, d)
		}
	}
}

// A plan that says what the question says scores more than one that leaves some of it
// out, says it in another order, or says more.
func TestAlign(t *testing.T) {
	words := func(text string) (terms []term) {
		for _, w := range strings.Fields(text) {
			terms = append(terms, term{text: w, weight: 1})
		}
		return terms
	}
	r := newReading(words("a b c"), []int{3}, nil)
	score := func(text string) float64 {
		row := r.align(r.emptyAlignment(), words(text))
		return row[len(row)-1]
	}
	best := score("a b c")
	for _, other := range []string{"", "a b", "a c b", "a b c d", "x a b c"} {
		if score(other) >= best {
			t.Errorf("%q scores %v, want less than %v of what the question says", other, score(other), best)
		}
	}
	if got := r.bestAlignment(r.emptyAlignment(), words("x"), words("a")); got[3] != score("a") {
		t.Errorf("best of two ways scores %v, want %v", got[3], score("a"))
	}
}
