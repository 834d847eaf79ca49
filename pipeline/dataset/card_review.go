package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// status returns the task's review status; a task without one is unreviewed.
func status(t *task.Task) task.ReviewStatus {
	return cmp.Or(t.Review.Status, task.Unreviewed)
}

// writeReview writes what people decided and how far they agree.
func (c *card) writeReview() {
	c.printf("### Review\n\nThe column `review` of each row is JSON: `status` says how it ended, `reviewers` who decided, `agreement` the share of pairs of them that decided alike, `edits` what people changed and `original` the id before that, `reason` why a task was rejected.\n\n")
	tasks := map[task.ReviewStatus]int{}
	for _, t := range c.r.Tasks {
		tasks[status(t)]++
	}
	var rows [][]string
	for _, s := range statuses {
		rows = append(rows, []string{string(s.name), fmt.Sprint(tasks[s.name]), s.doc})
	}
	c.table([]string{"status", "tasks here", "what it says"}, rows)
	report := c.r.ReviewReport
	if report == nil {
		return
	}
	c.printf("A task needs the votes of %d; %d of %d tasks were to be reviewed, drawn at random. `%s` has the decisions.\n\n", report.Overlap, report.Errors.Sampled, report.Errors.Tasks, ReviewsFile)
	var agreed [][]string
	for _, t := range report.Types {
		if a := t.Agreement; a.Units > 0 {
			agreed = append(agreed, []string{t.Type, fmt.Sprint(a.Units), fmt.Sprint(a.Ratings), fmt.Sprint(a.Raters),
				estimate(a.Raw, a.Units), estimate(a.Cohen, a.Units), estimate(a.Fleiss, a.Units), estimate(a.Alpha, a.Units)})
		}
	}
	if agreed != nil {
		c.table([]string{"type", "voted on by several", "votes", "reviewers", "raw agreement", "Cohen's kappa", "Fleiss' kappa", "Krippendorff's alpha"}, agreed)
		c.printf("Each figure stands with its 95 %% interval, unless fewer than %d tasks are too few for one; a dash means that the coefficient is not defined.\n\n", agreement.MinUnits)
	}
	c.writeReasons("Changed by reviewers, by reason", report.Edits.Reasons)
	c.writeReasons("Rejected, by reason", report.Rejects)
}

// statuses says what each status means, in the order of the card.
var statuses = []struct {
	name task.ReviewStatus
	doc  string
}{
	{review.Approved, "Enough reviewers found it right, or a senior who settled it."},
	{review.Pending, "Some voted, too few so far."},
	{review.Disputed, "Votes differ, or somebody doubts: a senior has not settled it."},
	{review.Returned, "A senior sent it back."},
	{review.Rejected, "Enough reviewers found it wrong, or a senior who settled it."},
	{review.Unreviewed, "Proved by machine; nobody has voted on it."},
}

// estimate writes a coefficient and its interval.
func estimate(e agreement.IntervalEstimate, units int) string {
	switch {
	case !e.Defined:
		return "–"
	case units < agreement.MinUnits:
		return fmt.Sprintf("%.2f (too few)", e.Value)
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", e.Value, e.Low, e.High)
}

// writeReasons writes a line of counts, the largest first; nothing if all are 0.
func (c *card) writeReasons(title string, counts []review.ReasonCount) {
	sorted := slices.SortedStableFunc(slices.Values(counts), func(a, b review.ReasonCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Reason, b.Reason))
	})
	var parts []string
	for _, k := range sorted {
		if k.Count > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", escape(cmp.Or(string(k.Reason), "none given")), k.Count))
		}
	}
	if parts != nil {
		c.printf("%s: %s.\n\n", title, strings.Join(parts, ", "))
	}
}

// writeKnownFaults writes what is known to be wrong, or may be.
func (c *card) writeKnownFaults() {
	c.printf("\n### Known faults\n\n")
	var lines []string
	if report := c.r.ReviewReport; report != nil {
		lines = append(lines, errorRate(&report.Errors))
		if report.Stale > 0 {
			lines = append(lines, fmt.Sprintf("%d votes are on what has since changed and do not count.", report.Stale))
		}
	}
	if agent, rate := c.bestBaseline(); rate > 0 {
		lines = append(lines, fmt.Sprintf("In paper mode the agent %s, which knows nothing, gets %s.", escape(agent), percent(rate)))
	}
	unreviewed := 0
	for _, t := range c.r.Tasks {
		if status(t) == review.Unreviewed {
			unreviewed++
		}
	}
	if unreviewed > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d tasks were proved by machine alone: nobody has voted on them.", unreviewed, len(c.r.Tasks)))
	}
	c.list(lines)
	c.writeDoubtedTasks()
}

// errorRate says how many tasks are estimated to be wrong.
func errorRate(e *review.ErrorRate) string {
	decided := e.Rate
	if decided.Of == 0 {
		return "No task is approved or rejected yet, so there is no estimate of how many are wrong."
	}
	text := fmt.Sprintf("Of %d tasks drawn at random %d are approved or rejected; %d of these were rejected, or changed before they were approved: %s (95 %% interval %s to %s), which estimates how many came wrong from the machine.",
		e.Sampled, decided.Of, decided.Count, percent(float64(decided.Count)/float64(decided.Of)), percent(decided.Low), percent(decided.High))
	if decided.Of < e.Sampled {
		text += " Those that are not decided yet may be harder."
	}
	return text
}

// bestBaseline returns the agent that knows nothing with the highest success rate in
// paper mode; the rate is 0 if none has any success.
func (c *card) bestBaseline() (agent string, rate float64) {
	for _, b := range c.r.Baselines {
		if mean := b.Overall().Paper.Success.Mean; b.Role != score.CeilingAgent && mean != nil && *mean > rate {
			agent, rate = b.Agent, *mean
		}
	}
	return agent, rate
}

// mostDoubted is how many doubted tasks a card lists.
const mostDoubted = 50

// writeDoubtedTasks lists the tasks of the release that are rejected, disputed or
// returned.
func (c *card) writeDoubtedTasks() {
	said := map[string][]string{} // by task ID
	for _, d := range c.r.Reviews {
		switch d.Kind {
		case review.Reject, review.Doubt, review.SettleReject:
		default:
			continue
		}
		text := string(d.Kind)
		if d.Reason != "" {
			text += ", " + string(d.Reason)
		}
		if d.Note != "" {
			text += ": " + shorten(d.Note, longestNote)
		}
		said[d.Task] = append(said[d.Task], text)
	}
	var rows [][]string
	for _, t := range c.r.Tasks {
		switch s := status(t); s {
		case review.Rejected, review.Disputed, review.Returned:
			rows = append(rows, []string{t.ID, string(s), cmp.Or(strings.Join(said[t.ID], "; "), string(t.Review.Reason))})
		}
	}
	if rows == nil {
		return
	}
	c.printf("Tasks that are rejected, disputed or returned and are here all the same:\n\n")
	c.table([]string{"task", "status", "what reviewers said"}, rows[:min(len(rows), mostDoubted)])
	if len(rows) > mostDoubted {
		c.printf("%d more are in the rows' column `review`.\n\n", len(rows)-mostDoubted)
	}
}

// longestNote is how much of a note a card shows, in characters.
const longestNote = 200
