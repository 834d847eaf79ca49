package review

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// leased lists the leases that last beyond now.
func leased(l *Leases, now time.Time) []string {
	var list []string
	for _, e := range slices.SortedFunc(l.live(now), Lease.compare) {
		list = append(list, fmt.Sprint(e.Task, " ", e.By, " ", e.Until.Sub(noon).Hours()))
	}
	return list
}

func TestLeases(t *testing.T) {
	l := NewLeases()
	l.Take("t1", "ann", hour(1))
	l.Take("t2", "bo", hour(2))
	l.Take("t1", "ann", hour(3)) // longer
	if diff := cmp.Diff([]string{"t2 bo 2", "t1 ann 3"}, leased(l, noon)); diff != "" {
		t.Errorf("leases (-want +got):\n%s", diff)
	}
	if got := l.Until("t1", "ann", hour(3)); !got.IsZero() {
		t.Errorf("Until at the end = %v, want none", got)
	}
	if got := l.Until("t1", "ann", hour(2)); !got.Equal(hour(3)) {
		t.Errorf("Until = %v, want %v", got, hour(3))
	}
	l.Release("t1", "ann")
	l.Release("t1", "ann")
	if diff := cmp.Diff([]string{"t2 bo 2"}, leased(l, hour(1))); diff != "" {
		t.Errorf("leases after one was given back (-want +got):\n%s", diff)
	}
	if got := leased(l, hour(2)); got != nil {
		t.Errorf("leases after all have ended: %q, want none", got)
	}
	if got := leased(nil, noon); got != nil {
		t.Errorf("leases of nil: %q, want none", got)
	}
}

// A lease that was taken while the clock was ahead does not keep a task.
func TestLeasesOfAClockThatWasAhead(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	l := NewLeases()
	l.Take("task", "ada", now.AddDate(1, 0, 0))
	if until := l.Until("task", "ada", now); !until.IsZero() {
		t.Errorf("Until = %v, want none", until)
	}
	for lease := range l.live(now) {
		t.Errorf("live yields %v, want none", lease)
	}
}
