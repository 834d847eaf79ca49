package similarity

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/strutil"
	"github.com/adrg/strutil/metrics"
	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		lang, question string
		names          []string
		want           string
	}{
		{"zh", "请给出沧京霖冠律师事务所的登记机关。", []string{"沧京霖冠律师事务所"}, "请给出@的登记机关"},
		{"zh", "请给出 沧京 霖冠 律师事务所 的登记机关？！", []string{"沧京霖冠律师事务所"}, "请给出@的登记机关"},
		{"zh", "雁河省绢岫市鲤屯区有几家法院", []string{"雁河省", "绢岫市", "鲤屯区"}, "@有几家法院"},
		{"zh", "雁河省 绢岫市 鲤屯区有几家法院", []string{"雁河省", "绢岫市", "鲤屯区"}, "@有几家法院"},
		{"zh", "案号为(2020)岱0105执539号的案件", []string{"（2020）岱0105执539号"}, "案号为@的案件"},
		{"zh", "甲公司和乙公司之间", []string{"甲公司", "乙公司"}, "@和@之间"},
		{"zh", "甲公司北京分公司和甲公司", []string{"甲公司", "甲公司北京分公司"}, "@和@"},
		{"zh", "甲乙丙丁", []string{"甲乙丙", "丙丁"}, "@丁"},
		{"zh", "甲乙甲乙甲在场", []string{"甲乙甲"}, "@乙甲在场"},
		{"zh", "一〇家", nil, "#家"},
		{"zh", "2020年10月9日立案", nil, "#立案"},
		{"zh", "２０２０-１０-０９立案", nil, "#立案"},
		{"zh", "二〇二〇年十月九日立案", nil, "#立案"},
		{"zh", "2019年度、2020年度和2021年度", nil, "#和#"},
		{"zh", "超过1,000,000.00元的案件", nil, "超过#的案件"},
		{"zh", "超过100万元的案件", []string{"1000000"}, "超过#的案件"},
		{"zh", "超过1000000元的案件", []string{"1000000"}, "超过#的案件"},
		{"zh", "超过一百万元的案件", nil, "超过#的案件"},
		{"zh", "按XXXX年XX月XX日的格式", nil, "按#的格式"},
		{"zh", "按YYYY-MM-DD的格式", nil, "按#的格式"},
		{"zh", "第二高的唯一一家，保留两位小数", nil, "第#高的唯一一家保留两位小数"},
		{"zh", "三月的一家", nil, "#的一家"},
		{"zh", "一", nil, "一"},
		{"zh", "@#ab", nil, "ab"},
		{"en", "Give the head of Ithvania Sulox Law Firm.", []string{"Ithvania Sulox Law Firm"}, "givetheheadof@"},
		{"en", "GIVE the Head of ithvania-sulox law  firm", []string{"Ithvania Sulox Law Firm"}, "givetheheadof@"},
		{"en", "Ithvania Sulox Law Firm's head", []string{"Ithvania Sulox Law Firm"}, "@shead"},
		{"en", "the case (2020) JV0883 Enf. No. 414 closed", []string{"(2020) JV0883 Enf. No. 414"}, "thecase@closed"},
		{"en", "Ann knows Anna", []string{"Ann"}, "@knowsanna"},
		{"en", "ABC Ltd and ABC", []string{"ABC", "ABC Ltd"}, "@and@"},
		{"en", "filed on October 9, 2020 or 9 Oct 2020 or 2020/10/9", nil, "filedon#or#or#"},
		{"en", "more than CNY 600,000.00 or 1.25 billion yuan", nil, "morethan#or#"},
		{"en", "the 2nd and 3rd of 5 percent", nil, "the#and#of#"},
		{"en", "you may march on", nil, "youmaymarchon"},
		{"en", "code GH0121 (as YYYY-MM-DD)", nil, "code#as#"},
		{"en", "Ⅻ ﬁrms", nil, "xiifirms"},
		{"en", "\xff\xfe a\x00b\u200bc \u202e", nil, "abc"},
		{"en", "", []string{"", "-"}, ""},
	} {
		if got := FrameOf(c.question, c.lang, c.names).text; got != c.want {
			t.Errorf("Of(%q, %s, %q) = %q, want %q", c.question, c.lang, c.names, got, c.want)
		}
	}
}

// String returns the frame for failure messages: letters, @ for names, # for numbers.
func (f Frame) String() string { return f.text }

// similarity compares two frames directly: 1 if they are equal, 0 if they are of different
// languages.
func similarity(a, b Frame) float64 {
	switch {
	case a == b:
		return 1
	case a.n != b.n:
		return 0
	}
	_, common, inA, inB := strutil.NgramIntersection(a.text, b.text, a.n)
	return share(common, inA, inB, a.n)
}

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"甲乙丙丁", "甲乙丙丁", 1},
		{"甲乙丙丁", "戊己庚辛", 0},
		{"甲乙丙丁", "丁甲乙丙", 2 * 3.0 / 8},    // a run of three
		{"甲乙丙丁戊", "甲乙丙子丑", 2 * 3.0 / 10}, // the same run of longer texts
		{"甲乙", "甲乙", 1},                  // shorter than an n-gram
		{"甲乙", "甲乙丙", 0},
		{"", "", 1},
		{"", "甲乙丙", 0},
		{"甲甲甲甲甲甲", "甲甲甲", 2 * 3.0 / 9}, // one of four n-grams, not all
	} {
		a, b := Frame{c.a, chinese}, Frame{c.b, chinese}
		if got := similarity(a, b); got != c.want {
			t.Errorf("Similarity(%s, %s) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := similarity(Frame{"same", chinese}, Frame{"same", letters}); got != 0 {
		t.Errorf("Similarity of two languages = %v, want 0", got)
	}
}

// text draws a text of few letters, so that n-grams are shared and repeated.
func text(most int) *rapid.Generator[string] {
	return rapid.StringOfN(rapid.SampledFrom([]rune("甲乙丙ab@#")), 0, most, -1)
}

func size() *rapid.Generator[int] { return rapid.SampledFrom([]int{chinese, letters}) }

func TestSimilarityLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size().Draw(t, "n")
		a, b := Frame{text(40).Draw(t, "a"), n}, Frame{text(40).Draw(t, "b"), n}
		s := similarity(a, b)
		if s != similarity(b, a) {
			t.Errorf("not symmetric: %v and %v", s, similarity(b, a))
		}
		if s < 0 || s > 1 || math.IsNaN(s) {
			t.Errorf("Similarity = %v, want a share", s)
		}
		if similarity(a, a) != 1 {
			t.Errorf("Similarity(%q, itself) = %v", a.text, similarity(a, a))
		}
		dice := metrics.SorensenDice{CaseSensitive: true, NgramSize: n}
		if d := dice.Compare(a.text, b.text); s < d {
			t.Errorf("Similarity = %v, want at least Sørensen and Dice's %v", s, d)
		}
	})
}

// A common run of n characters or more has its share of the mean length at least, and
// exactly that if nothing else is common.
func TestCommonRunIsItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size().Draw(t, "n")
		run := rapid.StringOfN(rapid.SampledFrom([]rune("甲乙丙丁戊")), n, 60, -1).Draw(t, "run")
		part := func(name, letters string) string {
			return rapid.StringOfN(rapid.SampledFrom([]rune(letters)), 0, 40, -1).Draw(t, name)
		}
		around := [2]string{"abc甲", "xyz甲"}
		alone := rapid.Bool().Draw(t, "alone")
		if alone {
			around = [2]string{"abc", "xyz"}
		}
		a := Frame{part("before a", around[0]) + run + part("after a", around[0]), n}
		b := Frame{part("before b", around[1]) + run + part("after b", around[1]), n}
		length := utf8.RuneCountInString
		share := 2 * float64(length(run)) / float64(length(a.text)+length(b.text))
		s := similarity(a, b)
		if s < share || alone && s != share {
			t.Errorf("a run of %d in %q and %q: Similarity = %v, want %v", length(run), a, b, s, share)
		}
		x := new(Index)
		x.Add("a", a)
		if _, _, near := x.Near(b); share > Most && !near {
			t.Errorf("a run of more than half is not near: %q, %q", a, b)
		}
	})
}

// Neither names nor numbers nor the way of writing make a difference.
func TestFoldLaws(t *testing.T) {
	chunks := map[string][]string{
		"zh": {"请问", "的登记机关", "在", "之后", "立案的案件", "共有多少件", "（", "，", "。", " "},
		"en": {"Please tell me", " the head of ", " filed after ", " how many ", ", ", ". ", " (", "Case", " x "},
	}
	owns := map[string][2][]string{
		"zh": {{"云溪砾石管网有限公司", "2019年3月5日", "1,250.5万元", "（2020）岱0105执539号"}, {"青岚（集团）股份有限公司", "2021-11-30", "三百元", "（2019）沧01民终7号"}},
		"en": {{"Ashmere Marlstone Co., Ltd.", "March 5, 2019", "CNY 1,250", "(2020) OV0799 Enf. No. 3312"}, {"Hollin (Kelver) Chemicals Inc.", "2021-11-30", "12.5 million yuan", "(2019) KM05 Civ. No. 7"}},
	}
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom([]string{"zh", "en"}).Draw(t, "language")
		names := [2][]string{}
		var a, b strings.Builder
		for i, own := range owns[lang] {
			names[i] = []string{own[0], own[3]}
		}
		own := owns[lang]
		for _, i := range rapid.SliceOfN(rapid.IntRange(-4, len(chunks[lang])-1), 0, 20).Draw(t, "chunks") {
			if i >= 0 {
				a.WriteString(chunks[lang][i])
				b.WriteString(chunks[lang][i])
				continue
			}
			a.WriteString(" " + own[0][-i-1] + " ")
			b.WriteString(" " + own[1][-i-1] + " ")
		}
		fa, fb := FrameOf(a.String(), lang, names[0]), FrameOf(b.String(), lang, names[1])
		if fa != fb {
			t.Fatalf("Of(%q) = %q, but Of(%q) = %q", a.String(), fa, b.String(), fb)
		}
		wide := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '　'
			case r > ' ' && r < 0x7f:
				return unicode.ToUpper(r) + 0xfee0
			}
			return r
		}, a.String())
		if fw := FrameOf(wide, lang, names[0]); fw != fa {
			t.Fatalf("Of(%q) = %q, want %q", wide, fw, fa)
		}
		slices.Reverse(names[0])
		if fr := FrameOf(a.String(), lang, names[0]); fr != fa {
			t.Fatalf("another order of names: %q, want %q", fr, fa)
		}
	})
}

func FuzzOf(f *testing.F) {
	f.Add("请给出沧京霖冠律师事务所的登记机关。", "沧京霖冠律师事务所", "沧京", true)
	f.Add("the 2nd of Ann's\xff\u0301 ﷺ 1/2 ½ 二〇二〇年", "Ann", "2", false)
	f.Add("aaaaaaaaaaaa", "aa", "aaa", false)
	f.Fuzz(func(t *testing.T, question, one, other string, zh bool) {
		lang := "en"
		if zh {
			lang = "zh"
		}
		names := []string{one, other}
		q := FrameOf(question, lang, names)
		if !utf8.ValidString(q.text) {
			t.Errorf("Of(%q) = %q is not UTF-8", question, q.text)
		}
		for _, r := range q.text {
			if r != nameMark && r != numberMark && r != '〇' && (!unicode.IsLetter(r) || unicode.ToLower(r) != r) {
				t.Errorf("Of(%q) = %q has %q", question, q.text, r)
			}
		}
		for _, twice := range []string{"@@", "##"} {
			if strings.Contains(q.text, twice) {
				t.Errorf("Of(%q) = %q has %s", question, q.text, twice)
			}
		}
		if FrameOf(question, lang, []string{other, one, other}) != q {
			t.Errorf("Of(%q) depends on the order of names", question)
		}
		d := FrameOf(one, lang, nil)
		if Copied(q, q) != (q.text != "") {
			t.Errorf("Copied(%q, itself) = %v", q, Copied(q, q))
		}
		x := new(Index)
		x.Add("q", q)
		_, s, ok := x.Near(d)
		if want := similarity(q, d); ok != (want > Most) || ok && s != want {
			t.Errorf("Near(%q) = %v %v, want %v", d, s, ok, want)
		}
	})
}
