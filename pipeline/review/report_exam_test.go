package review_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// examReport reports on items of multiple choice, which two people approve.
func examReport(items int, list []*review.Decision) *review.StatusReport {
	var tasks []review.Item
	for i := range items {
		id := fmt.Sprint("t", i)
		tasks = append(tasks, review.Item{ID: id, Type: task.MultipleChoice, Shown: made(id)})
	}
	b := review.NewBoard(tasks, review.Rules{Overlap: 2, Share: 1})
	for _, d := range list {
		b.Apply(d)
	}
	return review.NewStatusReport(b, list, digest.Of("shipped"))
}

// Ana and Rui answer ten items before they see the key. Both choose A on five and B on three; on
// one Ana says A and Rui B, on one the other way round: they agree on 0.8, by chance on
// 0.6*0.6 + 0.4*0.4 = 0.52, so that kappa is 0.28/0.48. Where they agree they are right on seven of
// eight; of the other two, each is right on one. Then they decide 33 items, of which four have a wrong
// key, as in LegalBench.PT's review: 12.1 %, from 3.4 % to 28.2 %.
func TestExamReport(t *testing.T) {
	var l told
	try := func(by string, i int, right bool, chosen ...string) *review.Decision {
		a := &review.BlindAnswer{Answer: strings.Join(chosen, ", "), Chosen: chosen, Agrees: right}
		if right {
			a.Rate = 1
		}
		return l.add(review.Decision{By: by, Task: fmt.Sprint("t", i), Kind: review.Try, Attempt: a})
	}
	for i := range 8 {
		label := []string{"A", "B"}[min(i/5, 1)]
		try("rui", i, i != 0, label)
		try("ana", i, i != 0, label)
	}
	try("ana", 8, true, "A")
	try("rui", 8, false, "B")
	try("ana", 9, false, "B")
	try("rui", 9, true, "A")
	// One person alone, a second answer, and an answer to another version do not count.
	try("ana", 10, true, "C")
	try("ana", 8, false, "D")
	try("rui", 10, true, "C").Shown = digest.Of("earlier")
	for i := range 33 {
		kind, reason := review.Approve, task.ReviewReason("")
		if i >= 29 {
			kind, reason = review.Reject, []task.ReviewReason{review.WrongAnswer, review.WrongAnswer, review.Ambiguous, review.Outdated}[i-29]
		}
		for _, by := range []string{"ana", "rui"} {
			l.add(review.Decision{By: by, Task: fmt.Sprint("t", i), Kind: kind, Reason: reason})
		}
	}
	l.add(review.Decision{By: "ana", Task: "t33", Kind: review.Approve}) // not decided
	r := examReport(40, l)
	fits(t, r)
	e := r.Exam
	if e.Items != 40 || e.Answered != 10 || e.Confirmed != 29 || e.Agreement.Units != 10 || e.Agreement.Raw.Value != 0.8 || math.Abs(e.Agreement.Cohen.Value-0.28/0.48) > 1e-8 {
		t.Errorf("report %+v", e)
	}
	if diff := cmp.Diff([]review.PersonAccuracy{{"ana", agreement.Of(8, 10)}, {"rui", agreement.Of(8, 10)}}, e.People); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(agreement.Of(7, 8), e.Agreed); diff != "" {
		t.Error(diff)
	}
	want := []review.WrongKeyShare{{review.WrongAnswer, agreement.Of(2, 33)}, {review.Ambiguous, agreement.Of(1, 33)}, {review.Outdated, agreement.Of(1, 33)}}
	if diff := cmp.Diff(want, e.Kinds); diff != "" {
		t.Error(diff)
	}
	if e.Bound != agreement.UpperBound(4, 33) || e.Missing != agreement.MissingForBound(4, 33, 0.02) {
		t.Errorf("bound %v, %d more", e.Bound, e.Missing)
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"40 exam items; 10 answered by two people before they saw the key\n",
		"same choice: 0.80 [", "Cohen's kappa 0.58 [",
		"right answers of ana: 8 of 10, 80.0 % [44.4 %, 97.5 %]\n",
		"right where they agree: 7 of 8, 87.5 % [47.3 %, 99.7 %]\n",
		"wrong keys: 4 of 33, 12.1 % [3.4 %, 28.2 %] of items decided; answer 2 of 33, 6.1 % [0.7 %, 20.2 %], ambiguous 1 of 33, ",
		"keys confirmed by two people: 29; with 95 % confidence at most 25.",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, b.String())
		}
	}
}

// Answers without a choice are alike, but nobody agrees on an answer by them. Without a fault the
// report says how many more confirmed keys a bound of 2 % takes, and other tasks have no such part.
func TestExamReportOfFew(t *testing.T) {
	var l told
	for _, by := range []string{"ana", "rui"} {
		l.add(review.Decision{By: by, Task: "t0", Kind: review.Try, Attempt: &review.BlindAnswer{Answer: "?"}})
		l.add(review.Decision{By: by, Task: "t0", Kind: review.Approve})
	}
	e := examReport(3, l).Exam
	if e.Agreed.Of != 0 || e.Agreement.Raw.Value != 1 || e.Confirmed != 1 || e.Missing != 148 || e.Bound != 0.95 {
		t.Errorf("report %+v", e)
	}
	if e := examReport(2, nil).Exam; e.Bound != 1 || e.Missing != 149 {
		t.Errorf("report without decisions %+v", e)
	}
	if r := reported(2, 1, nil); r.Exam != nil {
		t.Errorf("report on tasks with plans %+v", r.Exam)
	}
}
