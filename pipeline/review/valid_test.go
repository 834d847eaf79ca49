package review

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// spoiled is a decision with one fault.
type spoiled struct {
	kind  DecisionKind
	spoil func(d *Decision)
	want  string // in the error
}

// faults break each rule of Validate.
func faults() []spoiled {
	empty, blank := "", " \n"
	return []spoiled{
		{Approve, func(d *Decision) { d.ID = "0123456789abcde" }, "id"},
		{Approve, func(d *Decision) { d.ID = strings.Repeat("a", 65) }, "id"},
		{Approve, func(d *Decision) { d.ID = "0123456789abcde/" }, "id"},
		{Approve, func(d *Decision) { d.At = time.Time{} }, "no at"},
		{Approve, func(d *Decision) { d.At = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }, "no at"},
		{Approve, func(d *Decision) { d.At = d.At.In(time.FixedZone("", 3600)) }, "want UTC"},
		{Approve, func(d *Decision) { d.At = d.At.Add(time.Microsecond) }, "millisecond"},
		{Approve, func(d *Decision) { d.By = strings.Repeat("甲", 81) }, "by"},
		{Approve, func(d *Decision) { d.By = "a\nb" }, "by"},
		{Approve, func(d *Decision) { d.By = "\xff" }, "by"},
		{Approve, func(d *Decision) { d.Role = "boss" }, "role"},
		{Approve, func(d *Decision) { d.Seconds = -1 }, "seconds"},
		{Approve, func(d *Decision) { d.Seconds = math.NaN() }, "seconds"},
		{Approve, func(d *Decision) { d.Seconds = math.Inf(1) }, "seconds"},
		{Approve, func(d *Decision) { d.Kind = "praise" }, "kind"},
		{Approve, func(d *Decision) { d.Task = "" }, "task"},
		{Approve, func(d *Decision) { d.Task = strings.Repeat("a", 65) }, "task"},
		{Approve, func(d *Decision) { d.Shown = "" }, "shown"},
		{Approve, func(d *Decision) { d.Guideline = "x" }, "guideline"},
		{Withdraw, func(d *Decision) { d.Shown = "" }, "shown"},
		{Guideline, func(d *Decision) { d.Task = "02fed8fd91c3" }, "guidelines with a task"},
		{Guideline, func(d *Decision) { d.Note = " " }, "no note"},
		{Comment, func(d *Decision) { d.Note = "" }, "no note"},
		{Comment, func(d *Decision) { d.Note = strings.Repeat("甲", MaxNote+1) }, "20001 characters"},
		{Comment, func(d *Decision) { d.Note = "\xff" }, "UTF-8"},
		{Approve, func(d *Decision) { d.Source = "\xff" }, "source"},
		{Reject, func(d *Decision) { d.Source = strings.Repeat("甲", MaxSource+1) }, "source: 2001 characters"},
		{Try, func(d *Decision) { d.Source = "gazette" }, "a source for the kind"},
		{Withdraw, func(d *Decision) { d.Source = "gazette" }, "a source for the kind"},
		{Guideline, func(d *Decision) { d.Source = "gazette" }, "a source for the kind"},
		{Reject, func(d *Decision) { d.Reason = "" }, "no reason"},
		{Reject, func(d *Decision) { d.Reason = "mood" }, "reason"},
		{Approve, func(d *Decision) { d.Reason = Other }, "a reason"},
		{Approve, func(d *Decision) { d.Change = sample(Edit).Change }, "change for"},
		{Edit, func(d *Decision) { d.Change = nil }, "change for"},
		{Approve, func(d *Decision) { d.Attempt = &BlindAnswer{} }, "attempt for"},
		{Try, func(d *Decision) { d.Attempt = nil }, "attempt for"},
		{Approve, func(d *Decision) { d.Withdraws = d.ID }, "withdraws"},
		{Withdraw, func(d *Decision) { d.Withdraws = "" }, "withdraws"},
		{Withdraw, func(d *Decision) { d.Withdraws = "short" }, "withdraws"},
		{Approve, func(d *Decision) { d.Answers = []string{d.ID} }, "answers"},
		{Guideline, func(d *Decision) { d.Answers = []string{"short"} }, "answers"},
		{Guideline, func(d *Decision) { d.Answers = slices.Repeat([]string{d.ID}, 1001) }, "1001 answers"},
		{Edit, func(d *Decision) { d.Change = &TaskChange{Shown: d.Shown, KeyAnswer: []string{}} }, "the change is empty"},
		{Edit, func(d *Decision) { d.Change.Shown = "" }, "change: shown"},
		{Edit, func(d *Decision) { d.Change.Question = &empty }, "no question"},
		{Edit, func(d *Decision) { d.Change.Question = &blank }, "no question"},
		{Edit, func(d *Decision) { *d.Change.Question = strings.Repeat("甲", MaxNote+1) }, "change: question: 20001"},
		{Edit, func(d *Decision) { d.Change.KeyAnswer = []string{""} }, "an empty text in key_answer"},
		{Edit, func(d *Decision) { d.Change.KeyMiddle = slices.Repeat([]string{"a"}, 1001) }, "1001 key_middle"},
		{Edit, func(d *Decision) { d.Change.Broken = []string{"\xff"} }, "change: broken: not UTF-8"},
		{Edit, func(d *Decision) { d.Change.Aliases = [][]string{nil, {"a", ""}} }, "an empty text in aliases"},
		{Edit, func(d *Decision) { d.Change.Aliases = make([][]string, 1001) }, "1001 aliases"},
		{Try, func(d *Decision) { d.Attempt.Calls = -1 }, "calls"},
		{Try, func(d *Decision) { d.Attempt.Rate = 1.5 }, "rate"},
		{Try, func(d *Decision) { d.Attempt.Rate = math.NaN() }, "rate"},
		{Try, func(d *Decision) { d.Attempt.Agrees = false }, "agrees"},
		{Try, func(d *Decision) { d.Attempt.Answer = "\xff" }, "attempt: answer"},
	}
}

// Each rule of Validate refuses what breaks it.
func TestValidate(t *testing.T) {
	for _, kind := range allKinds() {
		if err := sample(kind).Validate(); err != nil {
			t.Errorf("%s: %v, want it valid", kind, err)
		}
	}
	for _, tt := range faults() {
		d := sample(tt.kind)
		tt.spoil(d)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s spoiled: %v, want %q in the error", tt.kind, err, tt.want)
		}
	}
	if err := undone().Validate(); err != nil {
		t.Errorf("taking back guidelines: %v", err)
	}
}

// undone takes back guidelines, which have no task.
func undone() *Decision {
	d := sample(Withdraw)
	d.Task, d.Shown = "", ""
	return d
}

// The schema of a line takes what the log takes and refuses what it refuses, as far as
// JSON can say it.
func TestDecisionSchema(t *testing.T) {
	schema := schematest.Compile(t, "decision.schema.json")
	fits := func(d *Decision) (error, bool) {
		b, err := json.Marshal(d)
		if err != nil {
			return nil, false
		}
		return schematest.Validate(schema, b), true
	}
	good := []*Decision{undone()}
	for _, kind := range allKinds() {
		good = append(good, sample(kind))
	}
	for _, d := range good {
		if err, _ := fits(d); err != nil {
			t.Errorf("%s: %v", d.Kind, err)
		}
	}
	refused := 0
	for i, tt := range faults() {
		d := sample(tt.kind)
		tt.spoil(d)
		err, ok := fits(d)
		if b, _ := json.Marshal(d); bytes.Contains(b, []byte(`\ufffd`)) {
			continue // bytes that JSON cannot have
		}
		if ok && err == nil && !d.At.IsZero() {
			t.Errorf("fault %d, of %q: %s fits", i, tt.want, tt.kind)
		}
		if ok && err != nil {
			refused++
		}
	}
	if refused < 40 {
		t.Errorf("%d faults refused, want most", refused)
	}
}

// A decision of any other kind may say where something was looked up, and one of an earlier log
// need not.
func TestSources(t *testing.T) {
	for _, kind := range []DecisionKind{Approve, Reject, Doubt, SettleApprove, SettleReject, Comment, Return} {
		d := &Decision{
			ID: "decision-00000001", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), By: "ada", Role: Senior, Task: "02fed8fd91c3",
			Shown: digest.Of("shown"), Kind: kind, Format: CurrentFormat, Note: "n", Source: strings.Repeat("报", MaxSource),
		}
		if kind == Reject || kind == SettleReject {
			d.Reason = Outdated
		}
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if d.Source = ""; d.Validate() != nil {
			t.Errorf("%s without a source: %v", kind, d.Validate())
		}
	}
}

// What follows an edit or a return of a task belongs to its next round.
func TestRounds(t *testing.T) {
	var log []*Decision
	for _, d := range []Decision{
		{Task: "a", Kind: Approve}, {Task: "b", Kind: Comment}, {Kind: Guideline}, {Task: "a", Kind: Edit}, {Task: "a", Kind: Approve},
		{Task: "b", Kind: Reject}, {Task: "a", Kind: Return}, {Task: "a", Kind: Doubt}, {Task: "a", Kind: SettleApprove},
	} {
		log = append(log, &d)
	}
	if got, want := Rounds(log), []int32{1, 1, 0, 1, 2, 1, 2, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("Rounds = %d, want %d", got, want)
	}
}
