// Package exchange exports tasks to the tools that review teams use and imports the
// decisions: spreadsheets through CSV (RFC 4180), and Label Studio through its JSON format
// of tasks and annotations (version 1.x).
//
// Texts are preserved exactly. The ID of an imported decision is a digest of its contents
// and, if the file has it, its time. Reading a file twice therefore gives the same
// decisions, and a changed row or annotation gives a new decision. Without times, a reviewer
// who returns to an earlier decision repeats its ID, so that the return is not counted.
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

// ImportOptions supply information that files lack.
type ImportOptions struct {
	// Names maps a tool's user numbers or e-mail addresses to reviewers' names. Other
	// reviewers have the name in the file, or their number.
	Names map[string]string
	// Now is the time of decisions for which the file has no time. Times are truncated to
	// milliseconds.
	Now time.Time
}

// ImportedFile is the contents of an imported file.
type ImportedFile struct {
	// Entries are the decisions in file order. An edit comes before the decision of the same
	// reviewer on its result.
	Entries []ImportedDecision
	// Passed is the number of items without a decision: drafts, cancelled annotations and
	// rows that were not filled in.
	Passed int
}

// ImportedDecision is a decision in an imported file.
type ImportedDecision struct {
	// Decision is valid, except that Change.Shown of an edit is "" if the file does not
	// contain it: see [Complete].
	Decision *review.Decision
	// Of is the edit on whose result the decision is; nil for a decision on the exported
	// version of the task.
	Of *review.Decision
	// At is the position in the file: "name:line", or the name and the ID of the decision.
	At string
}

// RejectedEntry is an entry from which [Complete] could not make a decision.
type RejectedEntry struct {
	At  string // position in the file
	Why string // reason, for people
}

// Complete returns the decisions of entries, in order, and the entries that are rejected.
// For each edit without Change.Shown it calls revise, which returns the digest of the edited
// task and the checks that it fails, or a fault if the edit cannot be applied. An edit with
// a fault is rejected, with the decisions on its result. An error of revise ends Complete.
// Complete fills in the decisions of entries in place.
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
			left = append(left, RejectedEntry{e.At, "the decision is on the result of an edit that cannot be applied"})
			continue
		case e.Of != nil:
			d.Shown = e.Of.Change.Shown
		}
		kept = append(kept, d)
	}
	return kept, left, nil
}

// statement is a reviewer's statement about one task in another tool.
type statement struct {
	at          string // position in the file
	source, id  string // the tool, and its ID of the statement
	by          string
	when        time.Time
	task, shown string
	question    string // as exported
	edited      string // the corrected question; "" for no change
	kind        string
	reason      string
	note        string
	from        string // where something was looked up
	seconds     float64
}

// add adds the decisions of a statement, or counts it as passed if it is empty.
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
		if strings.TrimSpace(s.from) != "" {
			return errors.New("a source without a decision: want a kind, a note or a changed question")
		}
		i.Passed++
		return nil
	}
	if s.by == "" {
		return errors.New("no reviewer: want a name in by")
	}
	var of *review.Decision
	if edited != "" {
		change := s
		change.note, change.when = "", time.Time{} // note and time belong to the decision on the result
		if kind != "" {
			change.from = "" // and so does the source, if there is one
		}
		of = change.decision(review.Edit, edited, o)
		of.At = s.time(o)
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
		d.Reason = "" // an approval has no reason
	case kind == review.Reject:
		d.Reason = cmp.Or(d.Reason, review.Other)
	}
	if err := valid(d); err != nil {
		return err
	}
	i.Entries = append(i.Entries, ImportedDecision{Decision: d, Of: of, At: s.at})
	return nil
}

// tidy removes superfluous spaces, which are easily overlooked in a sheet.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

// kindOf returns the kind of decision that a reviewer chose. A note without a choice is a
// comment. Without a note and a choice the kind is "".
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

// choices are the kinds of votes.
func choices() []review.DecisionKind {
	return []review.DecisionKind{review.Approve, review.Reject, review.Doubt}
}

// time returns the time of the statement in UTC, or o.Now if it has none.
func (s *statement) time(o ImportOptions) time.Time {
	when := s.when
	if when.IsZero() {
		when = o.Now
	}
	return when.UTC().Truncate(time.Millisecond)
}

// decision returns the statement as a decision of the kind. Its ID is a digest of the whole
// statement with its time, so that a vote that is changed and changed back counts again.
func (s *statement) decision(kind review.DecisionKind, edited string, o ImportOptions) *review.Decision {
	when := ""
	if !s.when.IsZero() {
		when = s.when.UTC().Format(time.RFC3339Nano)
	}
	parts := []string{s.source, s.id, s.by, s.task, s.shown, string(kind), s.reason, s.note, edited, when}
	if s.from != "" { // without, the statement keeps the ID that it had before there were sources
		parts = append(parts, s.from)
	}
	id := digest.Of("imported decision", parts...)
	return &review.Decision{
		ID: identifier(id), At: s.time(o), By: s.by, Role: review.Annotator,
		Task: s.task, Shown: digest.Digest(s.shown), Kind: kind, Format: review.CurrentFormat, Reason: task.ReviewReason(s.reason), Note: s.note, Source: s.from,
	}
}

// identifier returns the first 32 hex digits of a digest; 128 bits identify a decision.
func identifier(d digest.Digest) string { return strings.TrimPrefix(string(d), "sha256:")[:32] }

// valid validates a decision, which may be an edit without Change.Shown.
func valid(d *review.Decision) error {
	if d.Kind == review.Edit && d.Change != nil && d.Change.Shown == "" {
		whole, change := *d, *d.Change
		change.Shown = d.Shown
		whole.Change = &change
		return whole.Validate()
	}
	return d.Validate()
}

// name returns the first name that Names has for one of the user's identifiers, or the
// fallback.
func (o ImportOptions) name(fallback string, identifiers ...string) string {
	for _, c := range identifiers {
		if name := o.Names[c]; c != "" && name != "" {
			return name
		}
	}
	return fallback
}

// parseTime reads a time as tools write it; a time without a zone is in UTC. It returns the
// zero time for "".
func parseTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("time %q: want a time such as 2026-01-02T03:04:05.678Z", s)
}
