package lexical

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// The best are those that a stable sort of all has first.
func TestBest(t *testing.T) {
	type item struct{ score, number int }
	rapid.Check(t, func(t *rapid.T) {
		b := best[item]{most: rapid.IntRange(1, 5).Draw(t, "most")}
		var all []item
		for i, score := range rapid.SliceOfN(rapid.IntRange(0, 5), 0, 20).Draw(t, "scores") {
			all = append(all, item{score, i})
			b.add(float64(score), item{score, i})
		}
		slices.SortStableFunc(all, func(a, b item) int { return cmp.Compare(b.score, a.score) })
		if want := all[:min(b.most, len(all))]; !slices.Equal(b.items, want) {
			t.Fatalf("best %d are %v, want %v", b.most, b.items, want)
		}
	})
}

// An alignment is what it is defined as, and gains no more than is said that it can.
func TestAlignLaws(t *testing.T) {
	some := rapid.Custom(func(t *rapid.T) term {
		text := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "text")
		return term{text, float64(text[0] - 'a'), rapid.Bool().Draw(t, "optional")}
	})
	rapid.Check(t, func(t *rapid.T) {
		question := rapid.SliceOfN(some, 0, 9).Draw(t, "question")
		stops := slices.Compact(append(slices.Sorted(slices.Values(rapid.SliceOfN(rapid.IntRange(0, len(question)), 0, 3).Draw(t, "stops"))), len(question)))
		r := newReading(question, stops, nil)
		row := r.emptyAlignment()
		for range 2 {
			terms := rapid.SliceOfN(some, 0, 4).Draw(t, "terms")
			next := r.align(row, terms)
			want := row
			for _, one := range terms {
				want = stepped(r, want, one)
			}
			for i := range next {
				if d := next[i] - want[i]; d > 1e-9 || d < -1e-9 {
					t.Fatalf("align(%v, %v) = %v, want %v", row, terms, next, want)
				}
			}
			gain, whole := r.gain(terms)
			if slices.Max(next) > slices.Max(row)+gain+1e-9 || finalScore(next) > finalScore(row)+whole+1e-9 {
				t.Fatalf("align(%v, %v) = %v gains more than %v and %v", row, terms, next, gain, whole)
			}
			row = next
		}
	})
}

// stepped is an alignment by one term, as it is defined.
func stepped(r *reading, from []float64, t term) []float64 {
	next := make([]float64, len(from))
	for i := range next {
		next[i] = from[i] - t.lacking()
		if i == 0 {
			continue
		}
		if r.terms[i-1].text == t.text {
			next[i] = max(next[i], from[i-1]+t.weight)
		}
		next[i] = max(next[i], next[i-1]-costSkipped*r.terms[i-1].weight)
		if back := r.sentenceStarts[i]; back >= 0 {
			next[i] = max(next[i], next[back]-costSentence)
		}
	}
	return next
}

func TestDemanded(t *testing.T) {
	for _, tt := range []struct {
		question string
		want     domain.ColumnKind
	}{
		{"成立日期是哪一天（格式为XXXX年XX月XX日）？", domain.KindDate},
		{"间隔多少天？", domain.KindNumber},
		{"请给出法院级别。", domain.KindText},
		{"Give the date of establishment (as YYYY-MM-DD).", domain.KindDate},
		{"What is the amount (in CNY, to two decimal places)?", domain.KindNumber},
		{"Give the head of the court.", domain.KindText},
	} {
		if got := answerKind(tt.question); got != tt.want {
			t.Errorf("demanded(%q) = %q, want %q", tt.question, got, tt.want)
		}
	}
}

// What is not asked, before and behind what is, costs every plan the same small part.
func TestSentences(t *testing.T) {
	question := []term{{"a", 3, false}, {"b", 3, false}, {"x", 9, false}, {"y", 9, false}}
	r := newReading(question, []int{2, 4}, nil)
	if got, want := finalScore(r.align(r.emptyAlignment(), question[:2])), 6-costSentence; got != want {
		t.Errorf("a question with a sentence that is not asked scores %v, want %v", got, want)
	}
}
