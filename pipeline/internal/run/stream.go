package run

import (
	"context"
	"iter"
)

// Stream calls f for every item of a sequence, at most workers at a time (at least one),
// and passes the results to out in the sequence's order. The number of workers affects only
// the duration. Stream holds at most workers items and as many results waiting for earlier
// ones, whatever the length of the sequence.
//
// The first error in the sequence's order, whether of the sequence, f or out, ends Stream:
// no further result is passed to out, the contexts of the calls still running are
// cancelled, and Stream returns the error after these calls have returned. If ctx ends
// first, Stream ends in the same way and returns the cause of ctx. f is called
// concurrently; out and the sequence are each called from one goroutine; i is the item's
// index.
func Stream[T, R any](ctx context.Context, workers int, in iter.Seq2[T, error], f func(ctx context.Context, i int, item T) (R, error), out func(i int, result R) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	turns := make(chan chan turn[R], max(1, workers))
	go deal(ctx, max(1, workers), in, f, turns)
	var first error
	i := 0
	for t := range turns {
		r := <-t
		switch {
		case first != nil:
			continue // left to finish
		case ctx.Err() != nil:
			first = context.Cause(ctx)
		case r.err != nil:
			first = r.err
		default:
			first = out(i, r.result)
		}
		if first != nil {
			cancel(first)
		}
		i++
	}
	if first == nil {
		first = context.Cause(ctx)
	}
	return first
}

// turn is how a call ended.
type turn[R any] struct {
	result R
	err    error
}

// deal starts the calls and queues their turns in order. It closes turns when every
// call it has started is in there or has returned.
func deal[T, R any](ctx context.Context, workers int, in iter.Seq2[T, error], f func(context.Context, int, T) (R, error), turns chan<- chan turn[R]) {
	defer close(turns)
	free := make(chan struct{}, workers)
	next := 0
	for item, err := range in {
		t, i := make(chan turn[R], 1), next
		next++
		if err != nil {
			t <- turn[R]{err: err}
		} else {
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			go func() {
				defer func() { <-free }()
				result, err := f(ctx, i, item)
				t <- turn[R]{result, err}
			}()
		}
		select {
		case turns <- t:
		case <-ctx.Done():
			<-t
			return
		}
		if err != nil {
			return
		}
	}
}
