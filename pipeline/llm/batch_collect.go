package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	openai "github.com/sashabaranov/go-openai"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Collect puts the answers of finished batches into the journal. It does not wait for
// unfinished batches: call it again later while the status has pending requests. After
// an error all readable answers are in the journal, the batches that could not be read
// completely stay pending, and Collect can be called again.
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
			if !errors.Is(err, errBadResults) {
				break // a fault of the endpoint or the journal concerns all batches
			}
		}
	}
	s := b.status()
	s.Collected, s.Failed = collected, failed
	return s, errors.Join(faults...)
}

// errBadResults is a fault in the results of one batch. Other batches may be readable.
var errBadResults = fmt.Errorf("%w results of a batch", ErrMalformed)

// collect puts the answers of one batch into the journal if the batch has finished. It
// returns whether the batch is done with, the number of new answers, and the requests
// that failed.
func (b *Batch) collect(ctx context.Context, j *batchJob) (done bool, n int, failed []BatchFailure, err error) {
	state, err := request(ctx, b.c, digest.Of("llm batch state", j.ID), func(ctx context.Context, e *endpoint, _ *exchange) (openai.BatchResponse, error) {
		return e.api.RetrieveBatch(ctx, j.ID)
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
	fault := b.readFiles(ctx, &state, r)
	if err := b.c.journal.add(r.entries...); err != nil {
		return false, 0, nil, err
	}
	b.c.account.settle(Spending{}, r.spent)
	if fault != nil {
		return false, len(r.entries), nil, fault
	}
	return true, len(r.entries), r.failures("the batch has " + state.Status), nil
}

// readFiles reads the files of a finished batch into r. Lines before and after a damaged line
// are read all the same.
func (b *Batch) readFiles(ctx context.Context, state *openai.BatchResponse, r *results) error {
	if n := state.RequestCounts.Completed; n > 0 && fileID(state.OutputFileID) == "" {
		return fmt.Errorf("%w: batch %s has %d answers but no output file", errBadResults, r.job.ID, n)
	}
	var faults []error
	for _, id := range []string{fileID(state.OutputFileID), fileID(state.ErrorFileID)} {
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

// fileID returns the ID of a file, or "" if there is none.
func fileID(id *string) string {
	if id == nil {
		return ""
	}
	return *id
}

// download returns the content of a file at the server.
func (b *Batch) download(ctx context.Context, id string) ([]byte, error) {
	return request(ctx, b.c, digest.Of("llm batch file", id), func(ctx context.Context, e *endpoint, x *exchange) ([]byte, error) {
		x.longest = maxFile
		raw, err := e.api.GetFileContent(ctx, id)
		if err != nil {
			return nil, err
		}
		defer raw.Close()
		return io.ReadAll(raw)
	})
}
