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
	mu        sync.Mutex
	last      *review.StatusReport
	decisions int       // how many decisions it covers
	until     time.Time // it is good until then, whatever is decided
}

// reportTime is how long a report is good for.
const reportTime = 2 * time.Second

// report returns a report of the decisions so far, at most reportTime old.
func (srv *ReviewServer) report(set *reviewSet) *review.StatusReport {
	srv.reports.mu.Lock()
	defer srv.reports.mu.Unlock()
	decisions := srv.decisionsSoFar()
	now := srv.now()
	c := &srv.reports
	if c.last != nil && (c.decisions == len(decisions) || now.Before(c.until)) {
		return c.last
	}
	// On a board of its own, so that nobody waits for the report but who asked for it.
	board := review.NewBoard(set.items, srv.config.Rules)
	for _, d := range decisions {
		board.Apply(d)
	}
	c.last = review.NewStatusReport(board, decisions, review.GuidelineDigest(review.DefaultGuideline(srv.config.Language)))
	c.decisions, c.until = len(decisions), now.Add(reportTime)
	return c.last
}

// decisionsSoFar returns the decisions in log order.
func (srv *ReviewServer) decisionsSoFar() []*review.Decision {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	return slices.Clip(srv.decisions)
}

// status answers with the report. Annotators are shown no other reviewer's figures and,
// where the reference is kept back, no remarks of others, which may tell it.
func (srv *ReviewServer) status(v *visit) error {
	report := *srv.report(v.set)
	if v.who.Role.Rank() < review.Senior.Rank() {
		srv.hideOthers(&report, v.who)
	}
	reply(v.w, http.StatusOK, &report)
	return nil
}

// hideOthers takes out of a report what an annotator may not see.
func (srv *ReviewServer) hideOthers(r *review.StatusReport, who team.Member) {
	r.Reviewers = selected(r.Reviewers, func(x review.ReviewerReport) bool { return x.Name == who.Name })
	r.Pairs = selected(r.Pairs, func(x review.PairReport) bool { return x.A == who.Name || x.B == who.Name })
	if r.Exam != nil {
		exam := *r.Exam
		exam.People = selected(exam.People, func(x review.PersonAccuracy) bool { return x.Name == who.Name })
		r.Exam = &exam
	}
	if srv.config.Blind {
		r.Feedback = selected(r.Feedback, func(x review.Feedback) bool { return x.By == who.Name })
	}
}

// selected returns the elements that are wanted, in a list of their own.
func selected[T any](list []T, match func(T) bool) []T {
	out := []T{}
	for _, x := range list {
		if match(x) {
			out = append(out, x)
		}
	}
	return out
}

// export answers with the log, a decision a line.
func (srv *ReviewServer) export(v *visit) error {
	v.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+DecisionsFile+`"`)
	v.w.Header().Set("Content-Security-Policy", inert)
	if err := review.WriteDecisions(v.w, srv.decisionsSoFar()); err != nil {
		srv.config.Log.Warn("decisions were not sent", "error", err)
	}
	return nil
}
