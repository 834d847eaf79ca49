package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Collect puts the answers of batches that have ended into the journal. It doesn't
// wait: as long as the status has something pending, it can be called again later.
// After an error, too: what the server showed whole is recorded by then, and the
// batch stays pending until all of it is.
func (b *Batch) Collect(ctx context.Context) (BatchStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.resume(ctx); err != nil {
		return b.status(), err
	}
	var collected int
	var failed []BatchFailure
	var faults []error
	for i := 0; i < len(b.jobs); {
		done, n, f, err := b.collect(ctx, &b.jobs[i])
		collected += n
		if done {
			failed = append(failed, f...)
			b.jobs = slices.Delete(b.jobs, i, i+1)
			err = writeJobs(b.path, b.jobs)
		} else {
			i++
		}
		if err != nil {
			faults = append(faults, err)
			if !errors.Is(err, errShownBadly) {
				break // the others would fare no better
			}
		}
	}
	s := b.status()
	s.Collected, s.Failed = collected, failed
	return s, errors.Join(faults...)
}

// errShownBadly is a fault in what the server shows of one batch. It says nothing of
// others.
var errShownBadly = fmt.Errorf("%w results of a batch", ErrMalformed)

// collect collects one batch, if it has ended.
func (b *Batch) collect(ctx context.Context, j *batchJob) (done bool, n int, failed []BatchFailure, err error) {
	var state openai.BatchResponse
	err = b.c.send(ctx, digest.Of("llm batch state", j.ID), 0, func(ctx context.Context, e *endpoint, _ *exchange) error {
		var err error
		state, err = e.api.RetrieveBatch(ctx, j.ID)
		return err
	})
	if err != nil {
		return false, 0, nil, err
	}
	switch state.Status {
	case "completed", "expired", "cancelled", "failed":
	default:
		return false, 0, nil, nil
	}
	r := newResults(b.c, j)
	fault := b.read(ctx, &state, r)
	if err := b.c.journal.add(r.entries...); err != nil {
		return false, 0, nil, err
	}
	b.c.account.settle(Spending{}, r.spent)
	if fault != nil {
		return false, len(r.entries), nil, fault
	}
	return true, len(r.entries), r.failures("the batch has " + state.Status), nil
}

// read reads the files of a batch that has ended. Before an error it takes in what
// is whole.
func (b *Batch) read(ctx context.Context, state *openai.BatchResponse, r *results) error {
	if n := state.RequestCounts.Completed; n > 0 && named(state.OutputFileID) == "" {
		return fmt.Errorf("%w: batch %s has %d answers and no file of them: want one", errShownBadly, r.job.ID, n)
	}
	var faults []error
	for _, id := range []string{named(state.OutputFileID), named(state.ErrorFileID)} {
		if id == "" {
			continue
		}
		content, err := b.download(ctx, id)
		if err == nil {
			err = r.read(id, content)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// named returns a file's ID, or "".
func named(id *string) string {
	if id == nil {
		return ""
	}
	return *id
}

// download reads a file at the server.
func (b *Batch) download(ctx context.Context, id string) (content []byte, err error) {
	err = b.c.send(ctx, digest.Of("llm batch file", id), 0, func(ctx context.Context, e *endpoint, x *exchange) error {
		x.longest = longestFile
		var err error
		content, err = e.content(ctx, id)
		return err
	})
	return content, err
}
