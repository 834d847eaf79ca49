package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// What people decide is in the dataset that is released after it, in its card, and in
// what is said of the difference from the one before.
func TestReleaseOfWhatPeopleDecided(t *testing.T) {
	t.Parallel()
	p := newPanel(t)
	before := filepath.Join(p.dir, "before")
	if err := os.CopyFS(before, os.DirFS(filepath.Join(p.dir, "out", "dataset"))); err != nil {
		t.Fatal(err)
	}
	vote := func(of string, shown *task.Task, kind review.DecisionKind, reason task.ReviewReason, note string) {
		for _, by := range []string{"ada", "bo|<b>"} {
			p.decide(by, of, shown, review.Decision{Kind: kind, Reason: reason, Note: note, Seconds: 12.5})
		}
	}
	approved := p.pick(anyTask)
	vote(approved.ID, approved, review.Approve, "", "")
	rejected := p.pick(anyTask)
	vote(rejected.ID, rejected, review.Reject, review.Ambiguous, "two | *readings*\n=1+1")
	doubted := p.pick(anyTask)
	p.decide("ada", doubted.ID, doubted, review.Decision{Kind: review.Doubt})
	asked := p.pick(func(t *task.Task) bool { return p.made(t, &review.TaskChange{Question: other(t)}) != nil })
	vote(asked.ID, p.change("ada", asked, asked, review.TaskChange{Question: other(asked)}), review.Approve, "", "")
	var form *plan.Program
	planned := p.pick(func(t *task.Task) bool { form = p.inOtherForm(t); return form != nil })
	edited := p.change("ada", planned, planned, review.TaskChange{Plan: form})
	vote(planned.ID, edited, review.Approve, "", "")
	p.write()

	p.verify()
	card := read(t, filepath.Join(p.dir, "out", "dataset", "README.md"))
	for _, want := range []string{
		"\n| approved | 3 | ", "\n| rejected | 1 | ", "\n| disputed | 1 | ",
		"\n| ALL | 4 | 8 | 2 | 1.00 (",
		"\n| " + rejected.ID + ` | rejected | reject, ambiguous: two \| \*readings\* =1+1; reject, ambiguous: two `,
		"\n| " + doubted.ID + " | disputed | doubt |",
		"are approved or rejected; 3 of these were rejected, or changed before they were approved",
		"Rejected, by reason: ambiguous 2.", "- config_name: reviews\n",
	} {
		if !strings.Contains(card, want) {
			t.Errorf("the card lacks %q", want)
		}
	}
	released, err := dataset.Read(os.DirFS(filepath.Join(p.dir, "out", "dataset")))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(released.Reviews); n != 11 || released.Reviews[1].By != "bo|<b>" || released.Reviews[2].Note != "two | *readings*\n=1+1" {
		t.Errorf("%d reviews in the dataset, want 11 as people wrote them: %+v", n, released.Reviews)
	}
	text := p.verify("diff", "before", "out/dataset")
	for _, want := range []string{
		"~ " + approved.ID + "  status unreviewed → approved; reviewers\n",
		"~ " + asked.ID + "  question edited; status unreviewed → approved; reviewers\n",
		"~ " + edited.ID + " (was " + planned.ID + ")  plan edited; ",
		": 0 removed, 0 added, 5 changed, ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("verify diff lacks %q:\n%s", want, text)
		}
	}

	p.verify("-approved", "-release", "1.1.0")
	var d dataset.ReleaseDiff
	if err := json.Unmarshal([]byte(p.verify("diff", "-format", "json", "before", "out/dataset")), &d); err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, c := range d.Changes {
		why[c.ID] = strings.Join(c.Reasons, "; ")
	}
	if d.New != 3 || why[rejected.ID] != "removed: dropped in review: rejected: people rejected it: ambiguous" || !strings.HasPrefix(why[doubted.ID], "removed: dropped in review: disputed: ") {
		t.Errorf("of %d tasks left of the approved ones: the rejected one %q, the doubted one %q", d.New, why[rejected.ID], why[doubted.ID])
	}
}

// other is a question that asks the same in other words.
func other(t *task.Task) *string {
	q := t.Draft
	return &q
}
