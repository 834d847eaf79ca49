package web

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// reports keeps the last report: making one takes long with many decisions, and a page
// that is left open asks again and again.
type reports struct {
	mu    sync.Mutex
	made  *review.StatusReport
	of    int       // how many decisions it is of
	until time.Time // it will do until then, whatever is decided
}

// reportTime is how long a report will do.
const reportTime = 2 * time.Second

// report says what the decisions so far say of the task set.
func (k *Desk) report(r *room) *review.StatusReport {
	k.reports.mu.Lock()
	defer k.reports.mu.Unlock()
	decisions := k.so()
	now := k.now()
	c := &k.reports
	if c.made != nil && (c.of == len(decisions) || now.Before(c.until)) {
		return c.made
	}
	// On a board of its own, so that nobody waits for the report but who asked for it.
	board := review.NewBoard(r.items, k.config.Rules)
	for _, d := range decisions {
		board.Apply(d)
	}
	c.made = review.NewStatusReport(board, decisions, review.GuidelineDigest(review.DefaultGuideline(k.config.Language)))
	c.of, c.until = len(decisions), now.Add(reportTime)
	return c.made
}

// so are the decisions so far, in log order.
func (k *Desk) so() []*review.Decision {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clip(k.decisions)
}

// status answers with the report. Annotators are shown no other reviewer's figures and,
// where the reference is kept back, no remarks of others, which may tell it.
func (k *Desk) status(v *visit) error {
	report := *k.report(v.room)
	if v.who.Role.Rank() < review.Senior.Rank() {
		k.own(&report, v.who)
	}
	reply(v.w, http.StatusOK, &report)
	return nil
}

// own leaves in a report what an annotator may see.
func (k *Desk) own(r *review.StatusReport, who team.Member) {
	r.Reviewers = chosen(r.Reviewers, func(x review.ReviewerReport) bool { return x.Name == who.Name })
	r.Pairs = chosen(r.Pairs, func(x review.PairReport) bool { return x.A == who.Name || x.B == who.Name })
	if k.config.Blind {
		r.Feedback = chosen(r.Feedback, func(x review.Feedback) bool { return x.By == who.Name })
	}
}

// chosen are the elements that are wanted, in a list of their own.
func chosen[T any](list []T, want func(T) bool) []T {
	out := []T{}
	for _, x := range list {
		if want(x) {
			out = append(out, x)
		}
	}
	return out
}

// export answers with the log, a decision a line.
func (k *Desk) export(v *visit) error {
	v.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+DecisionsFile+`"`)
	v.w.Header().Set("Content-Security-Policy", inert)
	if err := review.WriteDecisions(v.w, k.so()); err != nil {
		k.config.Log.Warn("decisions were not sent", "error", err)
	}
	return nil
}
