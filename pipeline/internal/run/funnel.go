package run

import "fmt"

// A Funnel counts the items that entered a stage, the items that came out, and the others
// by reason. In = Out + ΣDropped + ΣFailed; a stage whose funnel does not satisfy this
// fails.
type Funnel struct {
	In  int `json:"in"`  // items that entered
	Out int `json:"out"` // items that came out
	// Dropped counts the unsuitable items by reason, each reason one word. Nil for none.
	Dropped map[string]int `json:"dropped,omitempty"`
	// Failed counts, by reason, the items that could not be processed, for example because a
	// model did not answer. A stage with failed items keeps its outputs but stays stale, so
	// the next run tries these items again.
	Failed map[string]int `json:"failed,omitempty"`
}

// Drop counts n items as dropped for the reason. Not safe for concurrent use.
func (f *Funnel) Drop(reason string, n int) { add(&f.Dropped, reason, n) }

// Fail counts n items as failed for the reason. Not safe for concurrent use.
func (f *Funnel) Fail(reason string, n int) { add(&f.Failed, reason, n) }

func add(counts *map[string]int, reason string, n int) {
	if n == 0 {
		return
	}
	if *counts == nil {
		*counts = make(map[string]int)
	}
	(*counts)[reason] += n
}

// summary returns the counts without the reasons: "3 in, 2 out, 1 failed".
func (f *Funnel) summary() string {
	s := fmt.Sprintf("%d in, %d out", f.In, f.Out)
	if n := total(f.Failed); n > 0 {
		s += fmt.Sprintf(", %d failed", n)
	}
	return s
}

// Validate returns an error if a count is negative or In is not Out + ΣDropped + ΣFailed.
func (f *Funnel) Validate() error {
	for _, counts := range []map[string]int{f.Dropped, f.Failed, {"in": f.In, "out": f.Out}} {
		for reason, n := range counts {
			if n < 0 {
				return fmt.Errorf("funnel: %q counts %d items", reason, n)
			}
		}
	}
	dropped, failed := total(f.Dropped), total(f.Failed)
	if f.In != f.Out+dropped+failed {
		return fmt.Errorf("funnel: %d in, but %d out + %d dropped + %d failed", f.In, f.Out, dropped, failed)
	}
	return nil
}

// total is the number of items over all reasons.
func total(counts map[string]int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}
