package run

import (
	"context"
	"sync"
)

// Map calls f for every item of in, at most workers at a time (at least one), and returns
// the results in input order. The number of workers affects only the duration.
//
// When f fails, no further item is started, the contexts of running items with a higher
// index are cancelled, and Map returns the error of the lowest index after all calls have
// returned: the error does not depend on the number of workers if f depends on its item
// only. When ctx ends before all items are done, Map returns its cause. f is called
// concurrently; i is the item's index.
func Map[T, R any](ctx context.Context, workers int, in []T, f func(ctx context.Context, i int, item T) (R, error)) ([]R, error) {
	out := make([]R, len(in))
	q := &queue{ctx: ctx, limit: len(in), running: make(map[int]context.CancelFunc)}
	var wg sync.WaitGroup
	for range max(1, min(workers, len(in))) {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			for {
				i, ok := q.take(cancel)
				if !ok {
					return
				}
				r, err := f(ctx, i, in[i])
				out[i] = r
				q.finish(i, err)
			}
		})
	}
	wg.Wait()
	if q.done == len(in) {
		return out, nil
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return nil, q.err
}

// queue hands out indices in ascending order. Everything below a failed index
// has been handed out already and is left to finish, so the lowest failure is
// always found.
type queue struct {
	ctx context.Context

	mu      sync.Mutex
	next    int                        // the next index to hand out
	limit   int                        // no index from here on matters: the end, or the lowest that failed
	err     error                      // what failed at limit
	done    int                        // how many succeeded
	running map[int]context.CancelFunc // of the worker at that index
}

// take returns the next index, or false when there is none to start.
func (q *queue) take(cancel context.CancelFunc) (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next >= q.limit || q.ctx.Err() != nil {
		return 0, false
	}
	i := q.next
	q.next++
	q.running[i] = cancel
	return i, true
}

// finish records how index i ended. A worker whose context it cancels takes no
// further index, because all that are left lie above the failed one.
func (q *queue) finish(i int, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.running, i)
	if err == nil {
		q.done++
		return
	}
	if i >= q.limit {
		return
	}
	q.limit, q.err = i, err
	for j, cancel := range q.running {
		if j > i {
			cancel()
		}
	}
}
