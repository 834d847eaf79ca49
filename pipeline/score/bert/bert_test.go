package bert

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// planted is an encoder that has a state for each word, and none for words it does not
// know. It counts what it is asked.
type planted struct {
	states map[string][]float32
	asked  []string
}

func (p *planted) Encode(_ context.Context, texts []string) ([][][]float32, error) {
	all := make([][][]float32, len(texts))
	for i, text := range texts {
		p.asked = append(p.asked, text)
		for _, word := range strings.Fields(text) {
			if s, ok := p.states[word]; ok {
				all[i] = append(all[i], s)
			}
		}
	}
	return all, nil
}

func (*planted) Identity(context.Context) (string, error) { return "planted", nil }

// compass has words whose cosines are plain: the angle between two is that of their
// bearings, whatever the length.
func compass() *planted {
	at := func(degrees float64, length float32) []float32 {
		s, c := math.Sincos(degrees * math.Pi / 180)
		return []float32{length * float32(c), length * float32(s)}
	}
	return &planted{states: map[string][]float32{
		"east": at(0, 1), "east2": at(0, 7), "north": at(90, 2), "west": at(180, 1), "northeast": at(45, 3), "sixty": at(60, 1),
	}}
}

func TestScore(t *testing.T) {
	half := math.Sqrt2 / 2
	for _, tt := range []struct {
		reference, text string
		p, r            float64
	}{
		{"east", "east", 1, 1},
		{"east", "east2", 1, 1},
		{"east north", "east north", 1, 1},
		{"east north", "north east", 1, 1},
		{"east north", "east", 1, 0.5},
		{"east", "east north", 0.5, 1},
		{"east north", "northeast", half, half},
		{"east", "sixty", 0.5, 0.5},
		{"east north", "east sixty", (1 + math.Sqrt(3)/2) / 2, (1 + math.Sqrt(3)/2) / 2},
		{"east", "north", 0, 0},
		{"east", "west", -1, -1},
		{"east", "", 0, 0},
		{"", "east", 0, 0},
		{"", "", 0, 0},
	} {
		got, err := Score(t.Context(), compass(), []Pair{{tt.reference, tt.text}})
		if err != nil {
			t.Fatal(err)
		}
		f := 0.0
		if tt.p+tt.r > 0 {
			f = 2 * tt.p * tt.r / (tt.p + tt.r)
		}
		for i, x := range []float64{got[0].P - tt.p, got[0].R - tt.r, got[0].F - f} {
			if math.Abs(x) > 1e-7 {
				t.Errorf("Score(%q, %q) = %+v, want P %v, R %v, F %v (number %d)", tt.reference, tt.text, got[0], tt.p, tt.r, f, i+1)
			}
		}
	}
}

// A reference of several texts is encoded once, and a text that is its reference not again.
func TestScoreEncodesOnce(t *testing.T) {
	enc := compass()
	got, err := Score(t.Context(), enc, []Pair{{"east", "north"}, {"east", "sixty"}, {"east", "east"}, {"north", "east"}})
	if err != nil || len(got) != 4 {
		t.Fatalf("Score = %v, %v", got, err)
	}
	if diff := cmp.Diff([]string{"east", "north", "sixty", "north", "east"}, enc.asked); diff != "" {
		t.Errorf("texts encoded (-want +got):\n%s", diff)
	}
}

type broken struct {
	states [][][]float32
	err    error
}

func (b broken) Encode(context.Context, []string) ([][][]float32, error) { return b.states, b.err }
func (broken) Identity(context.Context) (string, error)                  { return "broken", nil }

func TestScoreFaults(t *testing.T) {
	down := errors.New("down")
	nan := float32(math.NaN())
	for _, tt := range []struct {
		enc  broken
		want string
	}{
		{broken{err: down}, "pair 1: reference: down"},
		{broken{}, "pair 1: reference: states of 0 texts: want the states of 1 text"},
		{broken{states: [][][]float32{{{1, 2}, {1}}}}, "pair 1: reference: state of token 2 has 1 numbers: want 2, like the first token"},
		{broken{states: [][][]float32{{{1, nan}}}}, "pair 1: reference: state of token 1: want finite numbers that are not all 0"},
		{broken{states: [][][]float32{{{0, 0}}}}, "pair 1: reference: state of token 1: want finite numbers that are not all 0"},
		{broken{states: [][][]float32{{{float32(math.Inf(1)), 0}}}}, "pair 1: reference: state of token 1: want finite numbers that are not all 0"},
	} {
		got, err := Score(t.Context(), tt.enc, []Pair{{"a", "b"}})
		if got != nil || err == nil || err.Error() != tt.want || tt.enc.err != nil && !errors.Is(err, down) {
			t.Errorf("Score = %v, %v, want %s", got, err, tt.want)
		}
	}
	mixed := &planted{states: map[string][]float32{"a": {1}, "b": {1, 1}}}
	if _, err := Score(t.Context(), mixed, []Pair{{"a", "b"}}); err == nil || !strings.Contains(err.Error(), "states of 1 and 2 numbers") {
		t.Errorf("Score of states of two lengths = %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(down)
	if _, err := Score(ctx, compass(), []Pair{{"east", "north"}}); !errors.Is(err, down) {
		t.Errorf("Score in a context that is done = %v, want its cause", err)
	}
}

// The matching is that of the equations, written down as they stand.
func TestScoreEqualsTheEquations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := rapid.SliceOfN(rapid.SliceOfN(rapid.Float32Range(-1, 1), 7, 7), 1, 6)
		x, y := states.Draw(t, "reference"), states.Draw(t, "text")
		enc := &planted{states: map[string][]float32{}}
		var words [2][]string
		for side, all := range [][][]float32{x, y} {
			for i, s := range all {
				s[0] += 2 // never all 0
				word := fmt.Sprint(side, "/", i)
				word = strings.ReplaceAll(word, " ", "")
				enc.states[word] = s
				words[side] = append(words[side], word)
			}
		}
		pair := Pair{strings.Join(words[0], " "), strings.Join(words[1], " ")}
		got, err := Score(context.Background(), enc, []Pair{pair, {pair.Text, pair.Reference}})
		if err != nil {
			t.Fatal(err)
		}
		mean := func(a, b [][]float32) float64 {
			sum := 0.0
			for _, u := range a {
				best := math.Inf(-1)
				for _, v := range b {
					var uv, uu, vv float64
					for k := range u {
						uv += float64(u[k]) * float64(v[k])
						uu += float64(u[k]) * float64(u[k])
						vv += float64(v[k]) * float64(v[k])
					}
					best = max(best, uv/math.Sqrt(uu*vv))
				}
				sum += best
			}
			return sum / float64(len(a))
		}
		r, p := mean(x, y), mean(y, x)
		if math.Abs(got[0].R-r) > 2e-9 || math.Abs(got[0].P-p) > 2e-9 || math.Abs(got[0].F-2*p*r/(p+r)) > 1e-8 {
			t.Errorf("Score = %+v, want P %v, R %v", got[0], p, r)
		}
		if got[1].P != got[0].R || got[1].R != got[0].P || got[1].F != got[0].F {
			t.Errorf("Score the other way round = %+v, want %+v with P and R changed", got[1], got[0])
		}
	})
}

func TestWindows(t *testing.T) {
	for _, tt := range []struct {
		n, most int
		want    []Window
	}{
		{0, 8, []Window{{0, 0, 0, 0}}},
		{8, 8, []Window{{0, 8, 0, 8}}},
		{9, 8, []Window{{0, 8, 0, 5}, {1, 9, 5, 9}}},
		{20, 8, []Window{{0, 8, 0, 7}, {6, 14, 7, 13}, {12, 20, 13, 20}}},
		{3, 1, []Window{{0, 1, 0, 1}, {1, 2, 1, 2}, {2, 3, 2, 3}}},
	} {
		if diff := cmp.Diff(tt.want, Windows(tt.n, tt.most)); diff != "" {
			t.Errorf("Windows(%d, %d) (-want +got):\n%s", tt.n, tt.most, diff)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Windows(1, 0) did not panic")
		}
	}()
	Windows(1, 0)
}

func TestWindowsLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, most := rapid.IntRange(1, 3000).Draw(t, "n"), rapid.IntRange(1, 600).Draw(t, "most")
		next := 0
		for _, w := range Windows(n, most) {
			if w.From < 0 || w.To > n || w.To-w.From != min(n, most) {
				t.Fatalf("%d tokens, at most %d: window %+v", n, most, w)
			}
			if w.First != next || w.Last < w.First || w.First < w.From || w.Last > w.To {
				t.Fatalf("%d tokens, at most %d: %+v does not go on at %d", n, most, w, next)
			}
			context := most / 8
			if w.First > 0 && w.First-w.From < context || w.Last < n && w.To-w.Last < context {
				t.Fatalf("%d tokens, at most %d: %+v has less than %d around what counts", n, most, w, context)
			}
			next = w.Last
		}
		if next != n {
			t.Fatalf("%d tokens, at most %d: windows end at %d", n, most, next)
		}
	})
}

func BenchmarkScore(b *testing.B) {
	for _, n := range []int{500, 2000} {
		enc := &planted{states: map[string][]float32{}}
		var texts [2][]string
		for side := range texts {
			for i := range n {
				word, state := fmt.Sprintf("%d.%d", side, i), make([]float32, 768)
				for k := range state {
					state[k] = float32((i*7+k*13+side*5)%31) - 15
				}
				enc.states[word] = state
				texts[side] = append(texts[side], word)
			}
		}
		pair := Pair{strings.Join(texts[0], " "), strings.Join(texts[1], " ")}
		b.Run(fmt.Sprintf("tokens=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Score(context.Background(), enc, []Pair{pair}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A text without end takes no more than one of the longest that are compared.
func TestScoreLong(t *testing.T) {
	enc := compass()
	reference := "east"
	got, err := Score(t.Context(), enc, []Pair{{reference, strings.Repeat("北", longest) + " east"}, {reference, strings.Repeat("北", longest-5) + " east"}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(enc.asked[1])); n != longest || got[0].F != 0 || got[1].F != 1 {
		t.Errorf("%d characters compared with F %v, and with F %v of as many: want %d, 0 and 1", n, got[0].F, got[1].F, longest)
	}
}
