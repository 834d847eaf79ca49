package tool_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

func TestTerms(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"，。 ", nil},
		{"合", []string{"合"}},
		{"合同", []string{"合同"}},
		{"借款合同", []string{"借款", "款合", "合同"}},
		{"借款，合同", []string{"借款", "合同"}},
		{"ＰＰＰ项目2021年", []string{"ppp", "项目", "2021", "年"}},
		{"Café au lait", []string{"café", "au", "lait"}},
		{"第５４６条", []string{"第", "546", "条"}},
		{"𠀀𠀁", []string{"𠀀𠀁"}},
	}
	for _, tt := range tests {
		if got := slices.Collect(tool.Terms(tt.text)); !slices.Equal(got, tt.want) {
			t.Errorf("Terms(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestBM25(t *testing.T) {
	passages := []string{"借款合同", "买卖合同纠纷", "借款", "物业服务", "借款", ""}
	r := tool.NewBM25(passages)
	tests := []struct {
		query string
		k     int
		want  []int
	}{
		{"借款", 5, []int{2, 4, 0}}, // equal scores by number, the shorter passage first
		{"借款", 1, []int{2}},
		{"借款合同", 2, []int{0, 2}},
		{"合同", 100, []int{0, 1}},
		{"离婚", 5, nil},
		{"", 5, nil},
		{"借款", 0, nil},
		{"借款", -1, nil},
	}
	for _, tt := range tests {
		found, err := r.Retrieve(t.Context(), tt.query, tt.k)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, p := range found {
			got = append(got, p.Number)
			if p.Text != passages[p.Number] || p.Score <= 0 {
				t.Errorf("Retrieve(%q, %d) has %+v, want passage %q with a score above 0", tt.query, tt.k, p, passages[p.Number])
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("Retrieve(%q, %d) = %v, want %v", tt.query, tt.k, got, tt.want)
		}
	}
	if found, err := tool.NewBM25(nil).Retrieve(t.Context(), "借款", 5); err != nil || len(found) > 0 {
		t.Errorf("Retrieve over no passages = %v, %v, want nothing", found, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Retrieve(done, "借款", 5); err != context.Canceled {
		t.Errorf("Retrieve with a cancelled context: error %v, want %v", err, context.Canceled)
	}
}

// The index gives what the formula gives, and a smaller k a prefix of a larger.
func TestBM25Formula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		passage := rapid.StringOfN(rapid.SampledFrom([]rune("甲乙丙丁 a1")), 0, 12, -1)
		passages := rapid.SliceOfN(passage, 1, 12).Draw(t, "passages")
		query := passage.Draw(t, "query")
		k := rapid.IntRange(1, 14).Draw(t, "k")
		r := tool.NewBM25(passages)
		found, err := r.Retrieve(context.Background(), query, k)
		if err != nil {
			t.Fatal(err)
		}
		want := formula(passages, query)
		if len(found) != min(k, len(want)) {
			t.Fatalf("Retrieve(%q, %d) = %d passages, want %d", query, k, len(found), min(k, len(want)))
		}
		for i, p := range found {
			if w := want[i].Score; math.Abs(p.Score-w) > 1e-5*w {
				t.Fatalf("Retrieve(%q, %d)[%d] has score %v, want %v", query, k, i, p.Score, w)
			}
			if i > 0 && (p.Score > found[i-1].Score || p.Score == found[i-1].Score && p.Number < found[i-1].Number) {
				t.Fatalf("Retrieve(%q, %d): %+v stands after %+v", query, k, p, found[i-1])
			}
		}
		fewer, _ := r.Retrieve(context.Background(), query, k-1)
		if d := cmp.Diff(found[:min(k-1, len(found))], fewer); d != "" && k > 1 {
			t.Fatalf("Retrieve(%q, %d) is no prefix of that for %d:\n%s", query, k-1, k, d)
		}
	})
}

// formula is BM25 as written, without an index.
func formula(passages []string, query string) (ranked []tool.Passage) {
	docs := make([][]string, len(passages))
	var total float64
	for i, p := range passages {
		docs[i] = slices.Collect(tool.Terms(p))
		total += float64(len(docs[i]))
	}
	count := func(doc []string, term string) (n float64) {
		for _, t := range doc {
			if t == term {
				n++
			}
		}
		return n
	}
	for i, doc := range docs {
		var score float64
		for term := range tool.Terms(query) {
			var with float64
			for _, d := range docs {
				with += min(1, count(d, term))
			}
			tf := count(doc, term)
			idf := math.Log(1 + (float64(len(docs))-with+0.5)/(with+0.5))
			score += idf * tf * 2.2 / (tf + 1.2*(0.25+0.75*float64(len(doc))/(total/float64(len(docs)))))
		}
		if score > 0 {
			ranked = append(ranked, tool.Passage{Number: i, Score: score})
		}
	}
	slices.SortFunc(ranked, func(a, b tool.Passage) int {
		if a.Score > b.Score {
			return -1
		}
		return 1
	})
	return ranked
}

func TestBM25Concurrent(t *testing.T) {
	passages, queries := synthetic(500, 20)
	r := tool.NewBM25(passages)
	want := make([][]tool.Passage, len(queries))
	alone := tool.NewBM25(passages)
	for i, q := range queries {
		want[i], _ = alone.Retrieve(t.Context(), q, 10)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, q := range queries {
				got, err := r.Retrieve(t.Context(), q, 10)
				if d := cmp.Diff(want[i], got); err != nil || d != "" {
					t.Errorf("Retrieve(%q) among others: %v\n%s", q, err, d)
				}
			}
		})
	}
	wg.Wait()
}

// synthetic returns n passages of some 150 characters and m queries of some 12,
// made of 20,000 words of one to three characters with the skew of natural ones.
func synthetic(n, m int) (passages, queries []string) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 20_000)
	for i := range words {
		for range 1 + rng.IntN(3) {
			words[i] += string(rune(0x4E00 + rng.IntN(3000)))
		}
	}
	zipf := rand.NewZipf(rng, 1.2, 10, uint64(len(words)-1))
	text := func(length int) string {
		var b strings.Builder
		for i := range length {
			if i%9 == 8 {
				b.WriteRune('，')
			}
			b.WriteString(words[zipf.Uint64()])
		}
		return b.String()
	}
	for range n {
		passages = append(passages, text(50+rng.IntN(50)))
	}
	for range m {
		queries = append(queries, text(4+rng.IntN(4)))
	}
	return passages, queries
}

func BenchmarkBM25(b *testing.B) {
	const n = 85_000
	passages, queries := synthetic(n, 64)
	b.Run(fmt.Sprintf("index/passages=%d", n), func(b *testing.B) {
		for b.Loop() {
			r := tool.NewBM25(passages)
			if _, err := r.Retrieve(b.Context(), "一", 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	r := tool.NewBM25(passages)
	if _, err := r.Retrieve(b.Context(), "一", 1); err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("query/passages=%d", n), func(b *testing.B) {
		i := 0
		for b.Loop() {
			if _, err := r.Retrieve(b.Context(), queries[i%len(queries)], 5); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
}
