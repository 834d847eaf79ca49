package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// numbers yields 0 to n-1, and then an error if there is one.
func numbers(n int, err error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// Results come in order whatever the workers, never more than so many items are held,
// and the error is that of the first item that failed.
func TestStream(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, workers := rapid.IntRange(0, 60).Draw(t, "n"), rapid.IntRange(-1, 9).Draw(t, "workers")
		bad := rapid.SliceOfDistinct(rapid.IntRange(0, 70), func(i int) int { return i }).Draw(t, "bad")
		broken := rapid.Bool().Draw(t, "broken")
		var end, want error
		if broken {
			end = errors.New("broken")
		}
		upTo := n
		for i := range n {
			if slices.Contains(bad, i) {
				upTo, want = i, fmt.Errorf("item %d", i)
				break
			}
		}
		if want == nil {
			want = end
		}
		var held, most atomic.Int32
		var got []int
		err := Stream(context.Background(), workers, numbers(n, end), func(_ context.Context, i, item int) (int, error) {
			now := held.Add(1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			defer held.Add(-1)
			time.Sleep(time.Duration(rand.IntN(50)) * time.Microsecond)
			if slices.Contains(bad, i) {
				return 0, fmt.Errorf("item %d", i)
			}
			return item * item, nil
		}, func(i, result int) error {
			if result != i*i || i != len(got) {
				t.Errorf("result %d of item %d in place %d", result, i, len(got))
			}
			got = append(got, result)
			return nil
		})
		if fmt.Sprint(err) != fmt.Sprint(want) || len(got) != upTo {
			t.Errorf("%d results and %v, want %d and %v", len(got), err, upTo, want)
		}
		if int(most.Load()) > max(1, workers) {
			t.Errorf("%d calls at once, want at most %d", most.Load(), max(1, workers))
		}
		if held.Load() != 0 {
			t.Errorf("%d calls are left behind", held.Load())
		}
	})
}

func TestStreamEnds(t *testing.T) {
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	err := Stream(ctx, 3, numbers(1_000_000, nil), func(context.Context, int, int) (int, error) { return 0, nil }, func(i, _ int) error {
		if i == 10 {
			cancel(stop)
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Errorf("Stream = %v, want %v", err, stop)
	}
	err = Stream(context.Background(), 3, numbers(1_000_000, nil), func(context.Context, int, int) (int, error) { return 0, nil }, func(i, _ int) error {
		if i == 10 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Errorf("Stream = %v, want %v", err, stop)
	}
}
