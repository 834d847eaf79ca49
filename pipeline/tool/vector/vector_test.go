package vector_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/vector"
)

// table is an Embedder with a vector for every text that it knows.
type table struct {
	vectors map[string][]float32
	asked   atomic.Int64 // texts
	// fail is asked before every answer; nil for no faults.
	fail func(ctx context.Context, texts []string) error
}

func (e *table) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	if e.fail != nil {
		if err := e.fail(ctx, texts); err != nil {
			return nil, err
		}
	}
	e.asked.Add(int64(len(texts)))
	out := make([][]float32, len(texts))
	for i, t := range texts {
		v, ok := e.vectors[t]
		if !ok {
			return nil, fmt.Errorf("%s has no vector for %q", model, t)
		}
		out[i] = v
	}
	return out, nil
}

// letters embeds a text by how often it has each of three letters.
type letters struct{}

func (letters) Embed(_ context.Context, _ string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = []float32{float32(strings.Count(t, "a")), float32(strings.Count(t, "b")), float32(strings.Count(t, "c"))}
	}
	return out, nil
}

func numbers(found []tool.Passage) []int {
	list := make([]int, len(found))
	for i, p := range found {
		list[i] = p.Number
	}
	return list
}

func TestRetrieve(t *testing.T) {
	passages := []string{"c", "ab", "", "a", "zzz", "aab", "ba", "b"}
	r := vector.New(passages, letters{}, vector.RankerOptions{})
	for _, tc := range []struct {
		query string
		k     int
		want  []int
	}{
		{"a", 1, []int{3}},
		{"a", 3, []int{3, 5, 1}},
		{"ab", 2, []int{1, 6}}, // equal scores by number; the empty and the zero one never
		{"ab", 100, []int{1, 6, 5, 3, 7, 0}},
		{"c", 2, []int{0, 1}},
		{"", 3, []int{}},
		{"a", 0, []int{}},
		{"a", -1, []int{}},
	} {
		found, err := r.Retrieve(t.Context(), tc.query, tc.k)
		if err != nil {
			t.Fatalf("Retrieve(%q, %d): %v", tc.query, tc.k, err)
		}
		if diff := gocmp.Diff(tc.want, numbers(found)); diff != "" {
			t.Errorf("Retrieve(%q, %d) (-want +got):\n%s", tc.query, tc.k, diff)
		}
		for _, p := range found {
			if p.Text != passages[p.Number] || p.Score < 0 || p.Score > 1.000001 {
				t.Errorf("Retrieve(%q, %d): passage %+v", tc.query, tc.k, p)
			}
		}
	}
	for _, none := range [][]string{nil, {""}, {"", ""}} {
		found, err := vector.New(none, letters{}, vector.RankerOptions{}).Retrieve(t.Context(), "a", 3)
		if len(found) != 0 || err != nil {
			t.Errorf("Retrieve over %q = %v, %v, want none", none, found, err)
		}
	}
}

// Texts go to the model with their prefixes, cut to what it takes, and as UTF-8.
func TestOptions(t *testing.T) {
	e := &table{vectors: map[string][]float32{"p: 甲乙": {1, 0}, "p: 丙\uFFFD": {0, 2}, "q: 甲乙": {1, 1}}}
	o := vector.RankerOptions{Model: "m", Query: "q: ", Passage: "p: ", Longest: 2}
	found, err := vector.New([]string{"甲乙丙", "丙\xff"}, e, o).Retrieve(t.Context(), "甲乙丁", 2)
	want := []tool.Passage{{Number: 0, Text: "甲乙丙", Score: float64(float32(math.Sqrt(0.5)))}, {Number: 1, Text: "丙\xff", Score: float64(float32(math.Sqrt(0.5)))}}
	if diff := gocmp.Diff(want, found); diff != "" || err != nil {
		t.Errorf("Retrieve: %v (-want +got):\n%s", err, diff)
	}
}

// Drawn vectors, small whole numbers among them so that scores are often equal, are
// ranked as by comparing every pair, with any k, again and again.
func TestRetrieveIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]int{1, 2, 7, 8, 9, 19}).Draw(t, "length")
		draw := rapid.SliceOfN(rapid.Float32Range(-3, 3), length, length)
		whole := rapid.Map(rapid.SliceOfN(rapid.IntRange(-1, 1), length, length), func(list []int) []float32 {
			v := make([]float32, length)
			for i, n := range list {
				v[i] = float32(n)
			}
			return v
		})
		vectors := rapid.SliceOfN(rapid.OneOf(draw, whole), 1, 30).Draw(t, "vectors")
		query := rapid.OneOf(draw, whole).Draw(t, "query")
		e := &table{vectors: map[string][]float32{"?": query}}
		var passages []string
		for i, v := range vectors {
			passages = append(passages, fmt.Sprint(i))
			e.vectors[fmt.Sprint(i)] = v
		}
		r := vector.New(passages, e, vector.RankerOptions{})
		all, err := r.Retrieve(t.Context(), "?", len(passages)+3)
		if err != nil {
			t.Fatal(err)
		}
		directed := 0
		for i, v := range vectors {
			if size(v) > 0 {
				directed++
			}
			for _, p := range all {
				if p.Number != i {
					continue
				}
				if want := cosine(query, v); math.Abs(p.Score-want) > 1e-5 {
					t.Errorf("passage %d: score %v, want %v", i, p.Score, want)
				}
			}
		}
		if len(all) != directed {
			t.Errorf("%d passages found, want %d", len(all), directed)
		}
		if !slices.IsSortedFunc(all, func(a, b tool.Passage) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Number, b.Number))
		}) {
			t.Errorf("not sorted: %v", all)
		}
		k := rapid.IntRange(-1, len(passages)+1).Draw(t, "k")
		some, err := r.Retrieve(t.Context(), "?", k)
		if want := all[:max(0, min(k, len(all)))]; err != nil || !slices.Equal(some, want) {
			t.Errorf("Retrieve(%d) = %v, %v, want %v", k, some, err, want)
		}
	})
}

func size(v []float32) float64 {
	sum := 0.0
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	return math.Sqrt(sum)
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i, f := range a {
		sum += float64(f) * float64(b[i])
	}
	if sum == 0 {
		return 0
	}
	return sum / size(a) / size(b)
}

// Passages are embedded once, by the first Retrieve, whoever asks at the same time.
func TestPassagesAreEmbeddedOnce(t *testing.T) {
	e := &table{vectors: map[string][]float32{"?": {1, 2}}}
	var passages []string
	for i := range 3000 {
		passages = append(passages, fmt.Sprint(i))
		e.vectors[passages[i]] = []float32{float32(i), 1}
	}
	r := vector.New(passages, e, vector.RankerOptions{})
	if n := e.asked.Load(); n != 0 {
		t.Errorf("%d texts embedded before the first query", n)
	}
	var asking sync.WaitGroup
	for range 10 {
		asking.Go(func() {
			found, err := r.Retrieve(t.Context(), "?", 3)
			if err != nil || !slices.Equal(numbers(found), []int{1, 0, 2}) && !slices.Equal(numbers(found), []int{0, 1, 2}) {
				t.Errorf("Retrieve = %v, %v", numbers(found), err)
			}
		})
	}
	asking.Wait()
	if n := e.asked.Load(); n != 3000+10 {
		t.Errorf("%d texts embedded, want 3010", n)
	}
}

// Whoever waits while another builds gives up with his own context, and takes over
// where the other's ends; no error is kept.
func TestErrorsAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("no such model")
		var fault error
		e := &table{vectors: map[string][]float32{"a": {1}, "?": {1}}}
		e.fail = func(ctx context.Context, texts []string) error {
			if fault != nil {
				return fault
			}
			if texts[0] == "?" {
				return nil
			}
			select {
			case <-time.After(time.Hour):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		r := vector.New([]string{"a"}, e, vector.RankerOptions{})
		within := func(d time.Duration) chan error {
			done := make(chan error, 1)
			go func() {
				ctx, cancel := context.WithTimeout(context.Background(), d)
				defer cancel()
				_, err := r.Retrieve(ctx, "?", 1)
				done <- err
			}()
			synctest.Wait()
			return done
		}
		first, second, third := within(time.Minute), within(time.Second), within(2*time.Hour)
		for i, done := range []chan error{first, second} {
			if err := <-done; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("caller %d: %v, want the deadline", i+1, err)
			}
		}
		if err := <-third; err != nil {
			t.Errorf("the caller who took over: %v", err)
		}
		if n := e.asked.Load(); n != 2 {
			t.Errorf("%d texts embedded, want 2", n)
		}

		r = vector.New([]string{"a"}, e, vector.RankerOptions{})
		fault = broken
		if err := <-within(time.Hour); !errors.Is(err, broken) {
			t.Errorf("Retrieve: %v, want %v", err, broken)
		}
		fault = nil
		if err := <-within(2 * time.Hour); err != nil {
			t.Errorf("Retrieve once the endpoint is back: %v", err)
		}
	})
}

// What an endpoint may get wrong is an error that says so.
func TestBadVectors(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, tc := range []struct {
		name           string
		a, b, question []float32
		want           string
	}{
		{"lengths", []float32{1, 2}, []float32{1}, []float32{1, 2}, "1: vector of 1 numbers"},
		{"nothing", []float32{}, []float32{}, []float32{1}, "0: vector of 0 numbers"},
		{"infinite", []float32{1}, []float32{inf}, []float32{1}, "finite"},
		{"none", []float32{inf - inf}, []float32{1}, []float32{1}, "finite"},
		{"query's length", []float32{1}, []float32{1}, []float32{1, 2}, "query: vector of 2 numbers: want 1"},
		{"query's number", []float32{1}, []float32{1}, []float32{inf}, "query: vector with"},
	} {
		e := &table{vectors: map[string][]float32{"a": tc.a, "b": tc.b, "?": tc.question}}
		_, err := vector.New([]string{"a", "b"}, e, vector.RankerOptions{}).Retrieve(t.Context(), "?", 1)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want %q in it", tc.name, err, tc.want)
		}
	}
	few := func(n int) vector.Embedder { return counted(n) }
	for n, want := range []string{"0 vectors for 2 texts", "1 vectors for 2 texts", "query: 2 vectors", "3 vectors for 2 texts"} {
		if _, err := vector.New([]string{"a", "b"}, few(n), vector.RankerOptions{}).Retrieve(t.Context(), "?", 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d vectors whatever is asked: error %v, want %q in it", n, err, want)
		}
	}
}

// counted returns so many vectors, whatever it is asked.
type counted int

func (n counted) Embed(context.Context, string, []string) ([][]float32, error) {
	vectors := make([][]float32, n)
	for i := range vectors {
		vectors[i] = []float32{1}
	}
	return vectors, nil
}

// Over the model client, a second retriever pays for nothing, and the passage that is
// the query itself comes first.
func TestOverEndpoint(t *testing.T) {
	models := llmtest.New(llmtest.ServerOptions{Script: llmtest.Say("")})
	server := httptest.NewServer(models)
	defer server.Close()
	journal, err := llm.OpenJournal(filepath.Join(t.TempDir(), "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	client, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: server.URL + "/v1"}}, Journal: journal, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	passages := []string{"合同", "侵权", "", "公司", "合同"}
	var before llm.Spending
	for i := range 2 {
		r := vector.New(passages, client, vector.RankerOptions{Model: llmtest.DefaultEmbedder})
		found, err := r.Retrieve(t.Context(), "公司", 3)
		if err != nil {
			t.Fatal(err)
		}
		if n := numbers(found); len(n) != 3 || n[0] != 3 {
			t.Errorf("Retrieve = %v, want passage 3 first", n)
		}
		spent := client.Spent()
		if i == 1 && spent != before {
			t.Errorf("spent %+v, then %+v: want nothing more", before, spent)
		}
		before = spent
	}
}
