package review

import (
	"fmt"
	"strings"
	"time"
)

// LogAnomalies counts decisions of a log that are valid and yet unlikely. A wrong clock or a
// task that is no longer made explains them as well as a changed file does, so nothing
// refuses them.
type LogAnomalies struct {
	Late        int // made more than a day after now
	Early       int // made before earliestDecision
	Disordered  int // made more than a year after the decision on the next line
	UnknownTask int // on tasks that are not in the set
}

// earliestDecision is the day after the month in which the benchmark was published whose
// tasks this program makes (arXiv 2412.17259). Nobody can have reviewed one before.
var earliestDecision = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)

// Decisions from other tools may be recorded long after they were made, in any order.
const (
	maxClockError = 24 * time.Hour
	maxDisorder   = 365 * 24 * time.Hour
)

// FindAnomalies counts the anomalies of decisions in the order of their log. isTask reports
// whether a task of that ID is in the set.
func FindAnomalies(decisions []*Decision, isTask func(id string) bool, now time.Time) (a LogAnomalies) {
	for i, d := range decisions {
		switch {
		case d.At.After(now.Add(maxClockError)):
			a.Late++
		case d.At.Before(earliestDecision):
			a.Early++
		case i+1 < len(decisions) && d.At.After(decisions[i+1].At.Add(maxDisorder)) && !decisions[i+1].At.Before(earliestDecision):
			a.Disordered++
		}
		if d.Task != "" && !isTask(d.Task) {
			a.UnknownTask++
		}
	}
	return a
}

// String returns the anomalies on one line; "" for none.
func (a LogAnomalies) String() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{a.Late, "dated after today"},
		{a.Early, "dated before " + earliestDecision.Format(time.DateOnly)},
		{a.Disordered, "dated more than a year after the next line"},
		{a.UnknownTask, "on tasks that are not there"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}
