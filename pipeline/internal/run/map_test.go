package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// Results and error depend on the items alone, whatever the worker count and
// however long each item takes.
func TestMapLaw(t *testing.T) {
	type item struct {
		wait time.Duration
		bad  bool
	}
	items := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) item {
		return item{time.Duration(rapid.IntRange(0, 5).Draw(t, "wait")), rapid.IntRange(0, 9).Draw(t, "bad") == 0}
	}), 0, 30)
	rapid.Check(t, func(rt *rapid.T) {
		in := items.Draw(rt, "items")
		workers := rapid.IntRange(-1, 8).Draw(rt, "workers")
		bad := slices.IndexFunc(in, func(i item) bool { return i.bad })

		var got []int
		var err error
		var running, most atomic.Int64
		synctest.Test(t, func(t *testing.T) {
			got, err = Map(t.Context(), workers, in, func(ctx context.Context, i int, x item) (int, error) {
				n := running.Add(1)
				defer running.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				select {
				case <-time.After(x.wait):
				case <-ctx.Done():
					return 0, ctx.Err()
				}
				if x.bad {
					return 0, fmt.Errorf("item %d", i)
				}
				return i * i, nil
			})
		})
		if most.Load() > int64(max(1, workers)) {
			rt.Fatalf("%d items at a time with %d workers", most.Load(), workers)
		}
		if bad >= 0 {
			if want := fmt.Sprintf("item %d", bad); err == nil || err.Error() != want || got != nil {
				rt.Fatalf("Map = %v, %v, want nil and %s", got, err, want)
			}
			return
		}
		if err != nil || len(got) != len(in) {
			rt.Fatalf("Map of %d good items = %v, %v", len(in), got, err)
		}
		for i, r := range got {
			if r != i*i {
				rt.Fatalf("result %d = %d, want %d", i, r, i*i)
			}
		}
	})
}

// After a failure nothing more is started and what runs above it is cancelled.
func TestMapStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var started atomic.Int64
		boom := errors.New("boom")
		_, err := Map(t.Context(), 2, make([]int, 100), func(ctx context.Context, i, _ int) (int, error) {
			started.Add(1)
			if i == 0 {
				time.Sleep(time.Second)
				return 0, boom
			}
			<-ctx.Done() // for ever, unless cancelled
			return 0, ctx.Err()
		})
		if err != boom || started.Load() != 2 {
			t.Errorf("Map: %v after %d items, want boom after 2", err, started.Load())
		}
	})
}

// What runs below a failure is left to finish: it may be the first to fail.
func TestMapFindsLowest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, err := Map(t.Context(), 2, make([]int, 2), func(ctx context.Context, i, _ int) (int, error) {
			if i == 0 {
				time.Sleep(time.Second)
				if ctx.Err() != nil {
					t.Error("item 0 was cancelled by item 1")
				}
			}
			return 0, fmt.Errorf("item %d", i)
		})
		if err == nil || err.Error() != "item 0" {
			t.Errorf("Map: %v, want item 0", err)
		}
	})
}

func TestMapCancelled(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	n := 0
	_, err := Map(ctx, 1, make([]int, 10), func(_ context.Context, i, _ int) (int, error) {
		n++
		if i == 2 {
			cancel(why)
		}
		return 0, nil
	})
	if err != why || n != 3 {
		t.Errorf("Map: %v after %d items, want %v after 3", err, n, why)
	}
	// Done is done: a context that ends with the last item spoils nothing.
	ctx, cancel = context.WithCancelCause(t.Context())
	got, err := Map(ctx, 1, []int{7}, func(_ context.Context, _, x int) (int, error) {
		cancel(why)
		return x, nil
	})
	if err != nil || !slices.Equal(got, []int{7}) {
		t.Errorf("Map = %v, %v, want [7]", got, err)
	}
}

func BenchmarkMap(b *testing.B) {
	in := make([]int, 10000)
	for b.Loop() {
		_, err := Map(b.Context(), 2, in, func(_ context.Context, i, _ int) (int, error) { return i, nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(in)), "ns/item")
}
