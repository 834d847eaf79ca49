package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// status returns where a task stands with its reviewers.
func status(t *task.Task) string { return cmp.Or(t.Review.Status, task.Unreviewed) }

// review writes what people decided and how far they agree.
func (c *card) review() {
	c.printf("## Review\n\nThe column `review` of each row is JSON: `status` says how it ended, `reviewers` who decided, `agreement` the share of pairs of them that decided alike, `edits` what people changed and `original` the id before that, `reason` why a task was rejected.\n\n")
	c.table([]string{"status", "tasks here", "what it says"}, func(row func(...string)) {
		for _, s := range statuses() {
			n := 0
			for _, t := range c.r.Tasks {
				if status(t) == s.name {
					n++
				}
			}
			row(s.name, fmt.Sprint(n), s.doc)
		}
	})
	v := c.r.Reviewing
	if v == nil {
		return
	}
	c.printf("A task needs the votes of %d; %d of %d tasks were to be reviewed, drawn at random. `%s` has the decisions.\n\n", v.Overlap, v.Sampled, v.Tasks, ReviewsFile)
	if voted := slices.DeleteFunc(slices.Clone(v.Types), func(a Agreement) bool { return a.Units == 0 }); len(voted) > 0 {
		c.table([]string{"type", "voted on by several", "votes", "reviewers", "raw agreement", "Cohen's kappa", "Fleiss' kappa", "Krippendorff's alpha"},
			func(row func(...string)) {
				for _, a := range voted {
					row(a.Type, fmt.Sprint(a.Units), fmt.Sprint(a.Ratings), fmt.Sprint(a.Raters),
						estimate(a.Raw), estimate(a.Cohen), estimate(a.Fleiss), estimate(a.Alpha))
				}
			})
		c.printf("Each figure stands with its 95 %% interval; a dash means that there is none.\n\n")
	}
	c.counts("Changed by reviewers, by reason", v.Edits)
	c.counts("Rejected, by reason", v.Rejects)
}

// statusDoc says what a status means.
type statusDoc struct{ name, doc string }

// statuses are those that a task can have.
func statuses() []statusDoc {
	return []statusDoc{
		{"approved", "Enough reviewers found it right, or a senior who settled it."},
		{"pending", "Some voted, too few so far."},
		{"disputed", "Votes differ, or somebody doubts: a senior has not settled it."},
		{"returned", "A senior sent it back."},
		{"rejected", "Enough reviewers found it wrong, or a senior who settled it."},
		{task.Unreviewed, "Proved by machine; nobody has voted on it."},
	}
}

// counts writes a line of counts, the largest first; nothing for none.
func (c *card) counts(what string, counts []Count) {
	sorted := slices.SortedStableFunc(slices.Values(counts), func(a, b Count) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Name, b.Name)) })
	var parts []string
	for _, k := range sorted {
		if k.Count > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", escape(cmp.Or(k.Name, "none given")), k.Count))
		}
	}
	if parts != nil {
		c.printf("%s: %s.\n\n", what, strings.Join(parts, ", "))
	}
}

// estimate writes a coefficient and its interval.
func estimate(e agreement.Estimate) string {
	if !e.Defined {
		return "–"
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", e.Value, e.Low, e.High)
}

// coverage writes how much of what there is the tasks cover.
func (c *card) coverage() {
	if c.r.Coverage == nil {
		return
	}
	c.printf("## Coverage\n\nOf what the tools and tables declare, what a task could use that is proved, and what these tasks use, counted before the checks.\n\n")
	c.table([]string{"", "used", "attainable", "declared"}, func(row func(...string)) {
		for _, k := range c.r.Coverage {
			row(k.Name, fmt.Sprint(k.Covered), fmt.Sprint(k.Attainable), fmt.Sprint(k.Declared))
		}
	})
}

// floors writes how agents fare whose scores are known beforehand.
func (c *card) floors() {
	if c.r.Floors == nil {
		return
	}
	c.printf("\n### Agents that know nothing\n\nWhat each mode gives agents that know nothing, attackers that lay out what the tools return, or name a cell of it, without working out what is asked, and one that repeats the recorded steps. A contestant's figure means what it is above these.\n\n")
	c.table([]string{"agent", "success, strict", "process, strict", "success, paper", "process, paper"}, func(row func(...string)) {
		for _, f := range c.r.Floors {
			row(f.Agent, percent(f.Strict), share(f.StrictProcess), percent(f.Paper), share(f.PaperProcess))
		}
	})
}

// share writes a rate; that of nothing is a dash.
func share(rate *float64) string {
	if rate == nil {
		return "–"
	}
	return percent(*rate)
}

func percent(rate float64) string { return fmt.Sprintf("%.1f %%", 100*rate) }

// mostFaults is how many tasks with a known fault a card lists.
const mostFaults = 50

// faults writes what is known to be wrong, or may be.
func (c *card) faults() {
	c.printf("\n## Known faults\n\n")
	var lines []string
	if v := c.r.Reviewing; v != nil {
		lines = append(lines, c.errorRate(v))
		if v.Stale > 0 {
			lines = append(lines, fmt.Sprintf("%d votes are on what has since changed and do not count.", v.Stale))
		}
	}
	if f, ok := c.easiest(); ok {
		lines = append(lines, fmt.Sprintf("In paper mode the agent %s, which knows nothing, gets %s.", escape(f.Agent), percent(f.Paper)))
	}
	n := 0
	for _, t := range c.r.Tasks {
		if status(t) == task.Unreviewed {
			n++
		}
	}
	if n > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d tasks were proved by machine alone: nobody has voted on them.", n, len(c.r.Tasks)))
	}
	for _, l := range lines {
		c.printf("- %s\n", l)
	}
	if lines != nil {
		c.printf("\n")
	}
	c.faulty()
}

// errorRate says how many tasks are estimated to be wrong.
func (c *card) errorRate(v *Reviewing) string {
	e := v.Errors
	if e.Of == 0 {
		return "No task is approved or rejected yet, so there is no estimate of how many are wrong."
	}
	text := fmt.Sprintf("Of %d tasks drawn at random %d are approved or rejected; %d of these were rejected, or changed before they were approved: %s (95 %% interval %s to %s), which estimates how many came wrong from the machine.",
		v.Sampled, e.Of, e.Count, percent(float64(e.Count)/float64(e.Of)), percent(e.Low), percent(e.High))
	if e.Of < v.Sampled {
		text += " Those that are not decided yet may be harder."
	}
	return text
}

// easiest is the agent that knows nothing and fares best in paper mode, if it fares at
// all.
func (c *card) easiest() (best Floor, ok bool) {
	for _, f := range c.r.Floors {
		if !f.Ceiling && f.Paper > best.Paper {
			best, ok = f, true
		}
	}
	return best, ok
}

// faulty lists the tasks that somebody found wrong or doubts.
func (c *card) faulty() {
	said := map[string][]string{}
	for _, v := range c.r.Reviews {
		if v.Kind != "reject" && v.Kind != "doubt" {
			continue
		}
		text := v.Kind
		if v.Reason != "" {
			text += ", " + v.Reason
		}
		if v.Note != "" {
			text += ": " + cut(v.Note)
		}
		said[v.Task] = append(said[v.Task], text)
	}
	var tasks []*task.Task
	for _, t := range c.r.Tasks {
		if s := status(t); s == "rejected" || s == "disputed" || s == "returned" {
			tasks = append(tasks, t)
		}
	}
	if tasks == nil {
		return
	}
	c.printf("Tasks that are rejected, disputed or returned and are here all the same:\n\n")
	c.table([]string{"task", "status", "what reviewers said"}, func(row func(...string)) {
		for _, t := range tasks[:min(len(tasks), mostFaults)] {
			text := strings.Join(said[t.ID], "; ")
			row(t.ID, status(t), cmp.Or(text, t.Review.Reason))
		}
	})
	if len(tasks) > mostFaults {
		c.printf("%d more are in the rows' column `review`.\n\n", len(tasks)-mostFaults)
	}
}

// longestNote is how much of a note a card shows, in characters.
const longestNote = 200

// cut shortens a text to that.
func cut(text string) string {
	if r := []rune(text); len(r) > longestNote {
		return string(r[:longestNote]) + "…"
	}
	return text
}
