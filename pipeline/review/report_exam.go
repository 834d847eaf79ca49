package review

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// MaxWrongKeys is the share of wrong keys that a set of exam items should stay below with 95 %
// confidence.
const MaxWrongKeys = 0.02

// ExamReport has what people found about exam items. Only decisions on the present version of an
// item count. Of answers given before the key was shown, the first of each person on the version
// counts. Its lists may be empty but are never nil.
type ExamReport struct {
	// Items is the number of exam items.
	Items int `json:"items"`
	// Answered counts the items that at least two people answered before they saw the key. The
	// next three figures are about these.
	Answered int `json:"answered"`
	// Agreement is that of these people on what to choose: the label of an answer is all that it
	// chooses, and answers without a choice are alike.
	Agreement agreement.Summary `json:"agreement"`
	// People has the accuracy of each of these people on these items, by name.
	People []PersonAccuracy `json:"people"`
	// Agreed is the share of right answers among the items for which all of them chose the same.
	Agreed agreement.Proportion `json:"agreed"`
	// WrongKeys is the share of items with a wrong key among those approved or rejected: items
	// rejected for one of [WrongKeyReasons]. Kinds has the share of each of these reasons, in
	// their order. The intervals are exact (Clopper and Pearson, 1934).
	WrongKeys agreement.Proportion `json:"wrong_keys"`
	Kinds     []WrongKeyShare      `json:"kinds"`
	// Confirmed counts the items that are approved, and have the votes of at least two people.
	Confirmed int `json:"confirmed"`
	// Bound is the share of wrong keys that is exceeded with a probability of at most 5 %, by the
	// wrong keys among these and the confirmed items (see [agreement.UpperBound]). Missing is the
	// number of further confirmed items, with no wrong key among them, that bring Bound to
	// [MaxWrongKeys].
	Bound   float64 `json:"bound"`
	Missing int     `json:"missing"`
}

// PersonAccuracy is the share of a person's answers that were right.
type PersonAccuracy struct {
	Name  string               `json:"name"`  // the reviewer's name
	Right agreement.Proportion `json:"right"` // right answers, of all
}

// WrongKeyShare is the share of items rejected for one reason.
type WrongKeyShare struct {
	Reason task.ReviewReason    `json:"reason"` // of [WrongKeyReasons]
	Items  agreement.Proportion `json:"items"`  // rejected for it, of all approved or rejected
}

// examCounts has the counts that an [ExamReport] is made from.
type examCounts struct {
	items, decided, confirmed, answered int
	wrong                               map[task.ReviewReason]int
	ratings                             []agreement.Rating
	right, answers                      map[string]int // by person, on items that two people answered
	agreed, agreedRight                 int            // items for which all chose the same
}

func newExamCounts() *examCounts {
	return &examCounts{wrong: map[task.ReviewReason]int{}, right: map[string]int{}, answers: map[string]int{}}
}

// count counts an exam item in its state; other tasks are passed over.
func (c *examCounts) count(item Item, s *TaskState) {
	if !slices.Contains(task.ExamTypes(), item.Type) {
		return
	}
	c.items++
	switch s.Status {
	case Approved:
		c.decided++
		if len(s.Votes) >= minDeciders {
			c.confirmed++
		}
	case Rejected:
		c.decided++
		if reason := s.RejectionReason(); slices.Contains(WrongKeyReasons(), reason) {
			c.wrong[reason]++
		}
	}
	c.countAnswers(FirstAnswers(s.History, s.Shown))
}

// countAnswers counts the first answers to an item.
func (c *examCounts) countAnswers(tries []*Decision) {
	if len(tries) < 2 {
		return
	}
	c.answered++
	alike := true
	for _, d := range tries {
		label := strings.Join(d.Attempt.Chosen, ", ")
		c.ratings = append(c.ratings, agreement.Rating{Unit: d.Task, Rater: d.By, Label: label})
		alike = alike && label != "" && slices.Equal(d.Attempt.Chosen, tries[0].Attempt.Chosen)
		c.answers[d.By]++
		if d.Attempt.Agrees {
			c.right[d.By]++
		}
	}
	if alike {
		c.agreed++
		if tries[0].Attempt.Agrees {
			c.agreedRight++
		}
	}
}

// FirstAnswers returns the answers that people gave to a version of a task before they saw its
// reference, the first of each, by name. decisions are on one task, in log order.
func FirstAnswers(decisions []*Decision, shown digest.Digest) (tries []*Decision) {
	seen := map[string]bool{}
	for _, d := range decisions {
		if d.Kind == Try && d.Shown == shown && !seen[d.By] {
			seen[d.By] = true
			tries = append(tries, d)
		}
	}
	slices.SortFunc(tries, func(a, b *Decision) int { return cmp.Compare(a.By, b.By) })
	return tries
}

// report returns the report; nil if there are no exam items.
func (c *examCounts) report() *ExamReport {
	if c.items == 0 {
		return nil
	}
	r := &ExamReport{
		Items: c.items, Answered: c.answered, Agreement: agreement.Summarise(c.ratings, "exam"), People: []PersonAccuracy{},
		Agreed: agreement.Of(c.agreedRight, c.agreed), Kinds: []WrongKeyShare{}, Confirmed: c.confirmed,
	}
	for _, name := range slices.Sorted(maps.Keys(c.answers)) {
		r.People = append(r.People, PersonAccuracy{name, agreement.Of(c.right[name], c.answers[name])})
	}
	wrong := 0
	for _, reason := range WrongKeyReasons() {
		wrong += c.wrong[reason]
		r.Kinds = append(r.Kinds, WrongKeyShare{reason, agreement.Of(c.wrong[reason], c.decided)})
	}
	r.WrongKeys = agreement.Of(wrong, c.decided)
	r.Bound = agreement.UpperBound(wrong, wrong+c.confirmed)
	r.Missing = agreement.MissingForBound(wrong, wrong+c.confirmed, MaxWrongKeys)
	return r
}

// writeExam writes the report on exam items; nothing without any.
func (r *StatusReport) writeExam(b *bytes.Buffer) {
	e := r.Exam
	if e == nil {
		return
	}
	fmt.Fprintf(b, "\n%s; %d answered by two people before they saw the key\n", count(e.Items, "exam item"), e.Answered)
	if a := e.Agreement; a.Units > 0 {
		fmt.Fprintf(b, "same choice: %s; Cohen's kappa %s, alpha %s\n", estimate(a.Raw, a.Units), estimate(a.Cohen, a.Units), estimate(a.Alpha, a.Units))
		for _, p := range e.People {
			fmt.Fprintf(b, "right answers of %s: %s\n", printable(p.Name), exactShare(p.Right))
		}
		fmt.Fprintf(b, "right where they agree: %s\n", exactShare(e.Agreed))
	}
	if e.WrongKeys.Of > 0 {
		fmt.Fprintf(b, "wrong keys: %s of items decided", exactShare(e.WrongKeys))
		for i, k := range e.Kinds {
			fmt.Fprintf(b, "%s %s %s", []string{";", ","}[min(i, 1)], k.Reason, exactShare(k.Items))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "keys confirmed by two people: %d", e.Confirmed)
	if e.Bound < 1 {
		fmt.Fprintf(b, "; with 95 %% confidence at most %.1f %% are wrong", 100*e.Bound)
	}
	if e.Missing > 0 {
		fmt.Fprintf(b, "; a bound of %.0f %% takes %d more without a fault", 100*MaxWrongKeys, e.Missing)
	}
	b.WriteString("\n")
}

// exactShare writes a share with its interval, in percent with one decimal.
func exactShare(p agreement.Proportion) string {
	if p.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d, %.1f %% [%.1f %%, %.1f %%]", p.Count, p.Of, 100*float64(p.Count)/float64(p.Of), 100*p.Low, 100*p.High)
}
