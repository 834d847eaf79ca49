package review

import (
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// PublishedDecision is a [Decision] in the form of a dataset, next to the tasks: a line of
// reviews.jsonl and a row of reviews.parquet.
type PublishedDecision struct {
	// Task is the task's ID in the dataset, or the ID it would have there.
	Task string `json:"task" parquet:"task"`
	// Original is the task's ID before people changed its plan; "" if they did not change
	// it.
	Original string `json:"original" parquet:"original"`
	// By is the reviewer's name, Role the reviewer's role at the time.
	By   string       `json:"by" parquet:"by"`
	Role ReviewerRole `json:"role" parquet:"role"`
	// Kind is the kind of the decision, and Reason its reason, which may be "".
	Kind   DecisionKind      `json:"kind" parquet:"kind"`
	Reason task.ReviewReason `json:"reason" parquet:"reason"`
	// Note is the reviewer's text.
	Note string `json:"note" parquet:"note"`
	// Source says where the reviewer looked something up; "" for nothing, and in files of earlier
	// versions.
	Source string `json:"source" parquet:"source"`
	// Round is the round of the task's review in which the decision was made, see [Rounds]; 0 in files
	// of earlier versions.
	Round int32 `json:"round" parquet:"round"`
	// At is the time of the decision in UTC, in the format of RFC 3339.
	At string `json:"at" parquet:"at"`
	// Seconds is the time that the reviewer spent on the task; 0 if it was not measured.
	Seconds float64 `json:"seconds" parquet:"seconds"`
	// Shown is the digest of the version of the task that was on screen.
	Shown digest.Digest `json:"shown" parquet:"shown"`
}

// milliseconds is the format of RFC 3339 with the precision of [Decision.At].
const milliseconds = "2006-01-02T15:04:05.000Z07:00"

// Rounds returns the round of its task's review in which each decision was made, from 1, given
// decisions in log order: what is recorded after an edit or a return belongs to the next round.
// The round of guidelines is 0.
func Rounds(decisions []*Decision) []int32 {
	rounds, before := make([]int32, len(decisions)), map[string]int32{}
	for i, d := range decisions {
		if d.Kind == Guideline {
			continue
		}
		rounds[i] = before[d.Task] + 1
		if d.Kind == Edit || d.Kind == Return {
			before[d.Task]++
		}
	}
	return rounds
}

// Published returns the decision in the form of a dataset, under the task's present ID and
// its ID before people changed its plan ("" if they did not change it), and with its round.
func (d *Decision) Published(task, original string, round int32) PublishedDecision {
	return PublishedDecision{
		Task: task, Original: original, By: d.By, Role: d.Role, Kind: d.Kind, Reason: d.Reason, Note: d.Note, Source: d.Source, Round: round,
		At: d.At.UTC().Truncate(time.Millisecond).Format(milliseconds), Seconds: d.Seconds, Shown: d.Shown,
	}
}
