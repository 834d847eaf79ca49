// Package exchange carries tasks to the tools in which teams work and decisions back:
// spreadsheets by CSV (RFC 4180), and Label Studio by its JSON format of tasks and
// annotations (version 1.x).
//
// Texts come through as they are, whatever they hold. What people said elsewhere becomes
// decisions whose IDs are digests of it, and of when where a file says that: reading a file
// twice makes the same decisions, and one that was changed since makes another. In a file
// without times somebody who goes back to what he said at first has said it already.
package exchange

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ImportOptions say what files do not.
type ImportOptions struct {
	// Names are the names of reviewers by what a tool calls them: a number or an e-mail
	// address. Other reviewers have the name that the file gives, or the number.
	Names map[string]string
	// Now is when decisions were made that a file does not date. A time that was is taken to
	// the millisecond.
	Now time.Time
}

// ImportedFile is what a file says.
type ImportedFile struct {
	// Entries are the decisions in file order, an edit before what its reviewer said of the
	// outcome.
	Entries []ImportedDecision
	// Passed counts what was passed over because nobody said anything in it: drafts,
	// cancelled annotations, rows that were not filled in.
	Passed int
}

// ImportedDecision is a decision of a file.
type ImportedDecision struct {
	// Decision is valid but for an edit's Change.Shown, which is "" where the file does not
	// have it: see [Complete].
	Decision *review.Decision
	// Of is the edit whose outcome the decision is on; nil for one on what was handed out.
	Of *review.Decision
	// At is where in the file it is: "name:line", or the name and the decision's ID.
	At string
}

// RejectedEntry is an entry that cannot become a decision.
type RejectedEntry struct {
	At  string
	Why string
}

// Complete makes decisions of entries, in their order. revise returns what the task that an
// edit names would be with its change made, and the checks that it would fail; or why there
// is none, in which case the edit and what is on its outcome is left out. It is called for
// edits without Change.Shown alone. Entries are changed.
func Complete(entries []ImportedDecision, revise func(edit *review.Decision) (shown digest.Digest, broken []string, fault string, err error)) ([]*review.Decision, []RejectedEntry, error) {
	var kept []*review.Decision
	var left []RejectedEntry
	none := map[*review.Decision]bool{}
	for _, e := range entries {
		d := e.Decision
		switch {
		case d.Kind == review.Edit && d.Change.Shown == "":
			shown, broken, fault, err := revise(d)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", e.At, err)
			}
			if fault == "" && shown == d.Shown {
				fault = "the edit changes nothing"
			}
			if fault != "" {
				none[d] = true
				left = append(left, RejectedEntry{e.At, fault})
				continue
			}
			d.Change.Shown, d.Change.Broken = shown, broken
		case e.Of != nil && none[e.Of]:
			left = append(left, RejectedEntry{e.At, "it is on an edit that cannot be made"})
			continue
		case e.Of != nil:
			d.Shown = e.Of.Change.Shown
		}
		kept = append(kept, d)
	}
	return kept, left, nil
}

// statement is what a reviewer said about one task in another tool.
type statement struct {
	at          string // where in the file
	source, id  string // the tool, and what it calls this
	by          string
	when        time.Time
	task, shown string
	question    string // as it was handed out
	edited      string // as the reviewer would have it; "" for no change
	kind        string
	reason      string
	note        string
	seconds     float64
}

// add adds what was said to the import, or counts that nothing was.
func (i *ImportedFile) add(s statement, o ImportOptions) error {
	edited := strings.TrimSpace(s.edited)
	if edited == strings.TrimSpace(s.question) {
		edited = ""
	}
	s.by, s.reason = tidy(s.by), strings.ToLower(tidy(s.reason))
	kind, err := kindOf(s.kind, s.note)
	if err != nil {
		return err
	}
	if kind == "" && edited == "" {
		i.Passed++
		return nil
	}
	if s.by == "" {
		return errors.New("nobody said it: want a reviewer")
	}
	var of *review.Decision
	if edited != "" {
		change := s
		change.note, change.when = "", time.Time{} // they are of what was said of the outcome
		of = change.decision(review.Edit, edited, o)
		of.At = s.moment(o)
		of.Change = &review.TaskChange{Question: &edited}
		if err := valid(of); err != nil {
			return err
		}
		i.Entries = append(i.Entries, ImportedDecision{Decision: of, At: s.at})
	}
	if kind == "" {
		return nil
	}
	d := s.decision(kind, edited, o)
	d.Seconds = s.seconds
	switch {
	case kind == review.Approve:
		d.Reason = "" // what is right needs none
	case kind == review.Reject:
		d.Reason = cmp.Or(d.Reason, review.Other)
	}
	if err := valid(d); err != nil {
		return err
	}
	i.Entries = append(i.Entries, ImportedDecision{Decision: d, Of: of, At: s.at})
	return nil
}

// tidy takes away the spaces that people type in a sheet and do not see.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

// kindOf reads what a reviewer chose; one who chose nothing and wrote a note left a remark.
func kindOf(chosen, note string) (review.DecisionKind, error) {
	kind := review.DecisionKind(strings.ToLower(strings.TrimSpace(chosen)))
	switch {
	case kind == "" && strings.TrimSpace(note) != "":
		return review.Comment, nil
	case kind == "" || slices.Contains(choices(), kind) || kind == review.Comment:
		return kind, nil
	}
	return "", fmt.Errorf("decision %q: want %q, %q or %q", chosen, review.Approve, review.Reject, review.Doubt)
}

// choices are the votes that tools offer.
func choices() []review.DecisionKind {
	return []review.DecisionKind{review.Approve, review.Reject, review.Doubt}
}

// moment returns when it was said.
func (s *statement) moment(o ImportOptions) time.Time {
	when := s.when
	if when.IsZero() {
		when = o.Now
	}
	return when.UTC().Truncate(time.Millisecond)
}

// decision returns what was said as a decision of the kind. Its ID is of all that was said,
// and of when, so that a vote that was changed and changed back counts.
func (s *statement) decision(kind review.DecisionKind, edited string, o ImportOptions) *review.Decision {
	when := ""
	if !s.when.IsZero() {
		when = s.when.UTC().Format(time.RFC3339Nano)
	}
	id := digest.Of("imported decision", s.source, s.id, s.by, s.task, s.shown, string(kind), s.reason, s.note, edited, when)
	return &review.Decision{
		ID: identifier(id), At: s.moment(o), By: s.by, Role: review.Annotator,
		Task: s.task, Shown: digest.Digest(s.shown), Kind: kind, Reason: task.ReviewReason(s.reason), Note: s.note,
	}
}

// identifier returns 32 hex digits of a digest: 128 bits name a decision.
func identifier(d digest.Digest) string { return strings.TrimPrefix(string(d), "sha256:")[:32] }

// valid judges a decision that may yet lack what an edit makes of the task.
func valid(d *review.Decision) error {
	if d.Kind == review.Edit && d.Change != nil && d.Change.Shown == "" {
		whole, change := *d, *d.Change
		change.Shown = d.Shown
		whole.Change = &change
		return whole.Validate()
	}
	return d.Validate()
}

// name returns the reviewer's name of the first of what a tool calls him that Names has,
// and the last resort otherwise.
func (o ImportOptions) name(resort string, called ...string) string {
	for _, c := range called {
		if name := o.Names[c]; c != "" && name != "" {
			return name
		}
	}
	return resort
}

// moment reads a time as tools write it, in UTC where they do not say; the zero time for "".
func moment(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("time %q: want one such as 2026-01-02T03:04:05.678Z", s)
}
