package review

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// The maximum lengths of a decision's texts, in characters.
const (
	MaxNote   = 20_000 // of a note, a question, a keyword, an answer
	MaxName   = 80     // of a reviewer's name
	MaxSource = 2_000  // of a source
)

const (
	minIDLength   = 16    // characters of a decision's ID, at least
	maxIDLength   = 64    // characters of the ID of a decision or a task, at most
	maxListLength = 1_000 // items of any list, at most
)

// partRules say which parts a kind of decision may have and must have.
type partRules struct {
	reasonAllowed  bool // it may have a reason
	reasonRequired bool // it must have a reason
	noteRequired   bool // it must have a note
	taskOptional   bool // it may be about no task
	sourceAllowed  bool // it may name a source
}

// partRules returns the rules of the kind; false for an unknown kind.
func (k DecisionKind) partRules() (partRules, bool) {
	switch k {
	case Approve:
		return partRules{sourceAllowed: true}, true
	case Try:
		return partRules{}, true
	case Doubt, SettleApprove, Edit, Return:
		return partRules{reasonAllowed: true, sourceAllowed: true}, true
	case Reject, SettleReject:
		return partRules{reasonAllowed: true, reasonRequired: true, sourceAllowed: true}, true
	case Comment:
		return partRules{reasonAllowed: true, noteRequired: true, sourceAllowed: true}, true
	case Withdraw:
		return partRules{taskOptional: true}, true
	case Guideline:
		return partRules{noteRequired: true, taskOptional: true}, true
	}
	return partRules{}, false
}

// Validate returns an error if a decision cannot be recorded, whatever the log has before
// it. A valid decision has
//
//   - id: 16 to 64 of the characters A–Z, a–z, 0–9, _ and -; withdraws and answers hold
//     such IDs too;
//   - at: UTC, no finer than a millisecond;
//   - by: 1 to [MaxName] characters, none of them a control character;
//   - kind, role and reason: of the closed sets;
//   - task and shown: both; for [Guideline] neither, for [Withdraw] those of the withdrawn
//     decision;
//   - format: [CurrentFormat], or 0 unless the kind settles;
//   - reason: required for [Reject] and [SettleReject], allowed for [Doubt],
//     [SettleApprove], [Comment], [Edit] and [Return];
//   - note: required for [Comment] and [Guideline], allowed for all, at most [MaxNote]
//     characters;
//   - source: allowed but for [Try], [Withdraw] and Guideline, at most [MaxSource] characters;
//   - change: for [Edit] alone, not empty; attempt for [Try] alone, withdraws for
//     [Withdraw] alone, answers for Guideline alone;
//   - seconds: not negative;
//   - texts in UTF-8.
func (d *Decision) Validate() error {
	for _, check := range []func(*Decision) error{
		(*Decision).checkHead, (*Decision).checkTask, (*Decision).checkTexts, (*Decision).checkParts,
	} {
		if err := check(d); err != nil {
			return err
		}
	}
	return nil
}

// checkHead checks ID, time, reviewer, role and seconds.
func (d *Decision) checkHead() error {
	_, offset := d.At.Zone()
	switch {
	case !isID(d.ID):
		return fmt.Errorf("id %q: want %d to %d of A-Z, a-z, 0-9, _ and -", d.ID, minIDLength, maxIDLength)
	case d.At.IsZero() || d.At.Year() < 1 || d.At.Year() > 9999:
		return errors.New("no at: want when the decision was made")
	case offset != 0 || !d.At.Equal(d.At.Truncate(time.Millisecond)):
		return fmt.Errorf("at %s: want UTC to the millisecond", d.At.Format(time.RFC3339Nano))
	case !isName(d.By, MaxName):
		return fmt.Errorf("by %q: want a name of 1 to %d characters", d.By, MaxName)
	case d.Role.Rank() == 0:
		return fmt.Errorf("role %q: want %q, %q or %q", d.Role, Annotator, Senior, Owner)
	case d.Seconds < 0 || math.IsNaN(d.Seconds) || math.IsInf(d.Seconds, 0):
		return fmt.Errorf("seconds %v: want a number that is not negative", d.Seconds)
	}
	return nil
}

// checkTask checks the kind, the task and its version, and the version of the guidelines.
func (d *Decision) checkTask() error {
	kind, ok := d.Kind.partRules()
	hasTask := d.Task != "" || d.Shown != ""
	switch {
	case !ok:
		return fmt.Errorf("kind %q: want a kind of decision", d.Kind)
	case d.Format != CurrentFormat && (d.Format != 0 || d.Kind.Settles()):
		return fmt.Errorf("format %d for the kind %q: want %d", d.Format, d.Kind, CurrentFormat)
	case d.Kind == Guideline && hasTask:
		return errors.New("guidelines with a task: want guidelines without a task")
	case hasTask || !kind.taskOptional:
		if !isName(d.Task, maxIDLength) {
			return fmt.Errorf("task %q: want a task's ID", d.Task)
		}
		if _, err := digest.Parse(string(d.Shown)); err != nil {
			return fmt.Errorf("shown: %w", err)
		}
	}
	if d.Guideline != "" {
		if _, err := digest.Parse(string(d.Guideline)); err != nil {
			return fmt.Errorf("guideline: %w", err)
		}
	}
	return nil
}

// checkTexts checks reason and note.
func (d *Decision) checkTexts() error {
	kind, _ := d.Kind.partRules()
	switch {
	case d.Reason != "" && !slices.Contains(Reasons(), d.Reason):
		return fmt.Errorf("reason %q: want a reason of the closed set", d.Reason)
	case d.Reason != "" && !kind.reasonAllowed:
		return fmt.Errorf("a reason for the kind %q: want no reason", d.Kind)
	case d.Reason == "" && kind.reasonRequired:
		return fmt.Errorf("no reason for the kind %q: want a reason", d.Kind)
	case kind.noteRequired && strings.TrimSpace(d.Note) == "":
		return fmt.Errorf("no note for the kind %q: want a note", d.Kind)
	case d.Source != "" && !kind.sourceAllowed:
		return fmt.Errorf("a source for the kind %q: want no source", d.Kind)
	case utf8.RuneCountInString(d.Source) > MaxSource:
		return fmt.Errorf("source: %d characters: want at most %d", utf8.RuneCountInString(d.Source), MaxSource)
	}
	if err := checkText("source", d.Source); err != nil {
		return err
	}
	return checkText("note", d.Note)
}

// checkParts checks the parts that only one kind has.
func (d *Decision) checkParts() error {
	switch {
	case (d.Change != nil) != (d.Kind == Edit):
		return fmt.Errorf("the kind %q with change %v: want a change for %q alone", d.Kind, d.Change != nil, Edit)
	case (d.Attempt != nil) != (d.Kind == Try):
		return fmt.Errorf("the kind %q with attempt %v: want an attempt for %q alone", d.Kind, d.Attempt != nil, Try)
	case (d.Withdraws != "") != (d.Kind == Withdraw):
		return fmt.Errorf("the kind %q with withdraws %q: want withdraws for %q alone", d.Kind, d.Withdraws, Withdraw)
	case d.Withdraws != "" && !isID(d.Withdraws):
		return fmt.Errorf("withdraws %q: want a decision's ID", d.Withdraws)
	case len(d.Answers) > 0 && d.Kind != Guideline:
		return fmt.Errorf("the kind %q with answers: only %q takes answers", d.Kind, Guideline)
	case len(d.Answers) > maxListLength:
		return fmt.Errorf("%d answers: want at most %d", len(d.Answers), maxListLength)
	}
	for _, id := range d.Answers {
		if !isID(id) {
			return fmt.Errorf("answers %q: want decisions' IDs", id)
		}
	}
	if d.Change != nil {
		return d.Change.check()
	}
	if d.Attempt != nil {
		return d.Attempt.check()
	}
	return nil
}

func (c *TaskChange) check() error {
	if c.Question == nil && c.Plan == nil && len(c.KeyAnswer) == 0 && c.KeyMiddle == nil && len(c.Aliases) == 0 {
		return errors.New("the change is empty: want at least one changed part")
	}
	if _, err := digest.Parse(string(c.Shown)); err != nil {
		return fmt.Errorf("change: shown: %w", err)
	}
	if c.Question != nil {
		if strings.TrimSpace(*c.Question) == "" {
			return errors.New("change: no question: want a question")
		}
		if err := checkText("change: question", *c.Question); err != nil {
			return err
		}
	}
	if len(c.Aliases) > maxListLength {
		return fmt.Errorf("change: %d aliases: want at most %d", len(c.Aliases), maxListLength)
	}
	lists := append([][]string{c.KeyAnswer, c.KeyMiddle, c.Broken}, c.Aliases...)
	for i, list := range lists {
		name := append([]string{"key_answer", "key_middle", "broken"}, "aliases")[min(i, 3)]
		if len(list) > maxListLength {
			return fmt.Errorf("change: %d %s: want at most %d", len(list), name, maxListLength)
		}
		for _, text := range list {
			if text == "" {
				return fmt.Errorf("change: an empty text in %s: want texts that are not empty", name)
			}
			if err := checkText("change: "+name, text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *BlindAnswer) check() error {
	switch {
	case a.Calls < 0:
		return fmt.Errorf("attempt: %d calls: want a number from 0", a.Calls)
	case !(a.Rate >= 0 && a.Rate <= 1):
		return fmt.Errorf("attempt: rate %v: want a rate in [0, 1]", a.Rate)
	case a.Agrees != (a.Rate == 1):
		return fmt.Errorf("attempt: agrees %v with the rate %v: agrees must be true exactly for a rate of 1", a.Agrees, a.Rate)
	}
	if len(a.Chosen) > maxListLength {
		return fmt.Errorf("attempt: %d chosen: want at most %d", len(a.Chosen), maxListLength)
	}
	for _, text := range a.Chosen {
		if text == "" {
			return errors.New("attempt: an empty text in chosen: want texts that are not empty")
		}
		if err := checkText("attempt: chosen", text); err != nil {
			return err
		}
	}
	return checkText("attempt: answer", a.Answer)
}

// checkText checks the encoding and the length of a text that people wrote.
func checkText(name, text string) error {
	switch {
	case !utf8.ValidString(text):
		return fmt.Errorf("%s: not UTF-8: want UTF-8", name)
	case len(text) > MaxNote && utf8.RuneCountInString(text) > MaxNote:
		return fmt.Errorf("%s: %d characters: want at most %d", name, utf8.RuneCountInString(text), MaxNote)
	}
	return nil
}

// isID reports whether s can be the ID of a decision.
func isID(s string) bool {
	return len(s) >= minIDLength && len(s) <= maxIDLength && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
	})
}

// isName reports whether s is a name of at most so many characters.
func isName(s string, most int) bool {
	return s != "" && utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, unicode.IsControl)
}
