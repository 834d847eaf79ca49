package prose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/adrg/strutil/metrics"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"——，。 ", ""},
		{"The Quick, brown fox!", "the quick brown fox"},
		{"don't pay 1,200.50", "don t pay 1 200 50"},
		{"被告：甲公司（简称Ａ１２）", "被 告 甲 公 司 简 称 a12"},
		{"二〇二一年3月12日", "二 〇 二 一 年 3 月 12 日"},
		{"ⅣX ﬁle", "ivx file"},
		{"Café cafe\u0301", "café café"},
		{"x\u0302y हिन्दी", "x\u0302y हिन्दी"},
		{"テスト、かな", "テ ス ト か な"},
		{"한국어 문서", "한국어 문서"},
		{"a\xffb", "a b"},
		{"々々", "々 々"},
	} {
		if got := strings.Join(words(folded(tt.text)), " "); got != tt.want {
			t.Errorf("words(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Worked examples of the papers, and what the packages named print for theirs.
func TestPublishedExamples(t *testing.T) {
	const fox, log = "The quick brown fox jumps over the lazy dog", "The quick brown dog jumps on the log."
	const gunman = "police killed the gunman"
	for _, tt := range []struct {
		source, reference, text string
		figure                  func(Scores) float64
		want                    float64
	}{
		{"README of rouge-score, rouge1", fox, log, func(s Scores) float64 { return s.Rouge1 }, 0.7058823529411765},
		{"README of rouge-score, rougeL", fox, log, func(s Scores) float64 { return s.RougeL }, 0.5882352941176471},
		{"Lin (2004), section 3.1, S2, ROUGE-L", gunman, "police kill the gunman", func(s Scores) float64 { return s.RougeL }, 0.75},
		{"Lin (2004), section 3.1, S3, ROUGE-L", gunman, "the gunman kill police", func(s Scores) float64 { return s.RougeL }, 0.5},
		{"Lin (2004), section 3.1, S2, ROUGE-2", gunman, "police kill the gunman", func(s Scores) float64 { return s.Rouge2 }, 1. / 3},
		{"Lin (2004), section 3.1, S3, ROUGE-2", gunman, "the gunman kill police", func(s Scores) float64 { return s.Rouge2 }, 1. / 3},
		{"Lin (2004), section 3.1, S4, ROUGE-L", gunman, "the gunman police killed", func(s Scores) float64 { return s.RougeL }, 0.5},
		{"edit distance of kitten and sitting is 3", "kitten", "sitting", func(s Scores) float64 { return s.Edit }, 1 - 3./7},
	} {
		if got := tt.figure(Compare(tt.reference, tt.text)); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.source, got, tt.want)
		}
	}
}

// NLTK's example of sentence BLEU, whose words keep their capitals there. Method 2 of its
// smoothing makes 11/18·9/18·7/17·5/16 of 11/18·8/17·6/16·4/15, and it prints the fourth
// root as 0.4452….
func TestBLEUEqualsNLTK(t *testing.T) {
	text := strings.Fields("It is a guide to action which ensures that the military always obeys the commands of the party")
	ref := strings.Fields("It is a guide to action that ensures that the military will forever heed Party commands")
	bleu := func(reference, text []string) float64 {
		hits := countHits(reference, text)
		return hits.bleu(len(reference), len(text))
	}
	if got := bleu(ref, text); math.Floor(got*1e4) != 4452 {
		t.Errorf("bleu = %v, want 0.4452…", got)
	}
	// The other way round the same runs match in 16 words, which are too few for 18.
	want := math.Pow(11./16*9/16*7/15*5/14, 1./4) * math.Exp(1-18./16)
	if got := bleu(text, ref); math.Abs(got-want) > 1e-9 {
		t.Errorf("bleu the other way = %v, want %v", got, want)
	}
}

func TestCompareAtTheEnds(t *testing.T) {
	all := func(x float64) Scores { return Scores{Rouge1: x, Rouge2: x, RougeL: x, BLEU: x, Edit: x} }
	for _, tt := range []struct {
		reference, text string
		want            Scores
	}{
		{"", "", Scores{}},
		{"", "甲公司", Scores{}},
		{"甲公司", "", Scores{}},
		{"甲公司", "——！", Scores{}},
		{"……", "……", Scores{}},
		{"甲公司", "甲公司", all(1)},
		{"甲", "甲", all(1)},
		{"甲", "乙", Scores{}},
		{"Ａ公司 的\n注册资本", "a公司 的 注册资本 ", all(1)},
		{"no fees", "No fees!", Scores{1, 1, 1, 1, 7. / 8, 0}},
		{"甲", "甲乙", Scores{2. / 3, 0, 2. / 3, math.Round(math.Pow(1./4, 1./4)*1e9) / 1e9, 0.5, 0}},
	} {
		tt.want.Edits, _ = Distance(tt.reference, tt.text)
		if diff := cmp.Diff(tt.want, Compare(tt.reference, tt.text)); diff != "" {
			t.Errorf("Compare(%q, %q) (-want +got):\n%s", tt.reference, tt.text, diff)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b           string
		edits, longest int
	}{
		{"kitten", "sitting", 3, 7},
		{"甲公司　ＡＢ", "乙公司 ab", 1, 6},
		{"", "", 0, 0},
		{"", "甲乙", 2, 2},
		{"甲乙", "", 2, 2},
	} {
		if edits, longest := Distance(tt.a, tt.b); edits != tt.edits || longest != tt.longest {
			t.Errorf("Distance(%q, %q) = %d, %d, want %d, %d", tt.a, tt.b, edits, longest, tt.edits, tt.longest)
		}
	}
}

// Texts over few characters, so that they have much in common, up to three blocks long.
var text = rapid.Custom(func(t *rapid.T) string {
	n := rapid.IntRange(0, 180).Draw(t, "length")
	return rapid.StringOfN(rapid.SampledFrom([]rune("甲乙aB1 ，.")), n, n, -1).Draw(t, "text")
})

// edited draws two texts, the second of them as a rule the first with some edits.
func edited(t *rapid.T) (a, b string) {
	a = text.Draw(t, "a")
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		return a, text.Draw(t, "b")
	}
	runes := []rune(a)
	for range rapid.IntRange(0, 8).Draw(t, "edits") {
		at := rapid.IntRange(0, len(runes)).Draw(t, "at")
		end := rapid.IntRange(at, min(at+5, len(runes))).Draw(t, "end")
		put := []rune(rapid.StringOfN(rapid.SampledFrom([]rune("甲乙aB1")), 0, 5, -1).Draw(t, "put"))
		runes = slices.Concat(runes[:at], put, runes[end:])
	}
	return a, string(runes)
}

func TestCompareLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := edited(t)
		s, r := Compare(a, b), Compare(b, a)
		for name, x := range map[string]float64{"rouge_1": s.Rouge1, "rouge_2": s.Rouge2, "rouge_l": s.RougeL, "bleu": s.BLEU, "edit": s.Edit} {
			if !(x >= 0 && x <= 1) {
				t.Errorf("%s of %q and %q = %v, want it in [0, 1]", name, a, b, x)
			}
		}
		s.BLEU, r.BLEU = 0, 0
		if diff := cmp.Diff(s, r); diff != "" {
			t.Errorf("%q and %q the other way round (-want +got):\n%s", a, b, diff)
		}
		if s.RougeL > s.Rouge1 {
			t.Errorf("%q and %q: rouge_l %v is above rouge_1 %v", a, b, s.RougeL, s.Rouge1)
		}
		if s := Compare(a, a); len(words(folded(a))) > 0 && s != (Scores{1, 1, 1, 1, 1, 0}) {
			t.Errorf("Compare(%q, itself) = %+v, want 1 in all", a, s)
		}
	})
}

// The bits come to what the library's cells do.
func TestDistanceEqualsTheLibrarys(t *testing.T) {
	l := metrics.NewLevenshtein()
	rapid.Check(t, func(t *rapid.T) {
		a, b := edited(t)
		if got, want := distance([]rune(a), []rune(b)), l.Distance(a, b); got != want {
			t.Errorf("distance(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

// The table of Wagner and Fischer, cell by cell.
func TestSubsequenceEqualsTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := edited(t)
		a, b := []rune(first), []rune(second)
		table := make([][]int, len(a)+1)
		table[0] = make([]int, len(b)+1)
		for i := range a {
			table[i+1] = make([]int, len(b)+1)
			for j := range b {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
				if a[i] == b[j] {
					table[i+1][j+1] = table[i][j] + 1
				}
			}
		}
		if got, want := subsequence(a, b), table[len(a)][len(b)]; got != want {
			t.Errorf("subsequence(%q, %q) = %d, want %d", string(a), string(b), got, want)
		}
	})
}

// Whatever a model writes is compared.
func FuzzCompare(f *testing.F) {
	f.Add("被告辩称", "\xff\x00Ａ")
	f.Add("ⅷ\u0301", "İi\u0307")
	f.Fuzz(func(t *testing.T, a, b string) {
		s := Compare(a, b)
		for _, x := range []float64{s.Rouge1, s.Rouge2, s.RougeL, s.BLEU, s.Edit} {
			if !(x >= 0 && x <= 1) {
				t.Errorf("Compare(%q, %q) = %+v, want all in [0, 1]", a, b, s)
			}
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		draw := rand.New(rand.NewPCG(1, 2))
		texts := make([][]rune, 2)
		for i := range texts {
			for range n {
				texts[i] = append(texts[i], '一'+draw.Int32N(1500))
			}
		}
		b.Run(fmt.Sprintf("characters=%d", n), func(b *testing.B) {
			for b.Loop() {
				Compare(string(texts[0]), string(texts[1]))
			}
		})
	}
}
