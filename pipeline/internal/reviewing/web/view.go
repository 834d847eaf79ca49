package web

import (
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/solution"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// access is one reviewer's view of a task as it is now.
type access struct {
	who      team.Member
	task     string
	standing *review.TaskState
	blind    bool             // the reference is kept back
	vote     *review.Decision // the reviewer's vote that counts, or nil
}

// access returns what the reviewer may see of a task.
func (srv *ReviewServer) access(v *visit, id string) (*access, error) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	return srv.accessLocked(v, id)
}

// accessLocked is access for a caller that holds the lock.
func (srv *ReviewServer) accessLocked(v *visit, id string) (*access, error) {
	s, ok := v.set.board.State(id)
	if !ok {
		return nil, missing("there is no task %q", id)
	}
	a := &access{who: v.who, task: id, standing: s, blind: srv.config.Blind && !knowsReference(v.who.Name, s, s.Shown)}
	for _, d := range s.Votes {
		if d.By == v.who.Name {
			a.vote = d
		}
	}
	return a, nil
}

// knowsReference reports whether a reviewer has seen the reference of a version: he gave
// an answer of his own to it, or his edit made it, whether or not it was taken back.
func knowsReference(name string, s *review.TaskState, shown digest.Digest) bool {
	for _, d := range s.History {
		if d.By == name && (d.Kind == review.Try && d.Shown == shown || d.Kind == review.Edit && editOutcome(d) == shown) {
			return true
		}
	}
	return false
}

// editOutcome returns the digest of the task that an edit made.
func editOutcome(d *review.Decision) digest.Digest {
	if d.Change == nil {
		return ""
	}
	return d.Change.Shown
}

// view returns what a reviewer may see of a task as it is now.
func (srv *ReviewServer) view(ctx context.Context, set *reviewSet, a *access) (*View, error) {
	t, err := set.version(ctx, a.task, a.standing)
	if err != nil {
		return nil, err
	}
	v := &View{ID: a.task, Shown: a.standing.Shown, Type: t.Type, Language: t.Language, Question: questionOf(t), Given: t.Given, Item: t.Derivation != nil, Status: a.standing.Status, Mine: a.vote}
	if it, ok := task.ChoiceItem(t); ok {
		v.Form, v.Options, v.Matches = it.Form, it.Options, it.Matches
	}
	v.Tried, v.Changed = a.ownTry(), changed(a.standing)
	v.History = a.history()
	if a.blind {
		v.Blind = true
		return v, nil
	}
	v.Settle = a.maySettle()
	if s := a.standing; v.Settle || s.Settled != nil && a.seesVotes() {
		v.Votes = s.Votes
		if s.Settled != nil && s.Settled.Kind.Settles() {
			v.Settled = s.Settled
		}
	}
	v.Broken = a.standing.Broken
	set.showAnswer(v, t)
	return v, nil
}

// showAnswer adds to a view everything that tells the answer.
func (set *reviewSet) showAnswer(v *View, t *task.Task) {
	if t.Draft != v.Question {
		v.Draft = t.Draft
	}
	v.Answer, v.KeyAnswer, v.KeyMiddle, v.AnswerValues = t.Answer, t.KeyAnswer, t.KeyMiddle, t.AnswerValues
	// Edits can leave a plan that does not fit the domain, of which the checks tell.
	v.Solution, _ = solution.Of(set.Domain, t)
	v.Path, v.Plan, v.Entities, v.Rewriter = t.Path, t.Plan, t.Entities, t.Rewriter
	for i := range t.Steps {
		v.Steps = append(v.Steps, stepView(&t.Steps[i]))
	}
	for _, c := range t.Checks {
		v.Checks = append(v.Checks, CheckView{CheckResult: c, Doc: set.Checks[c.Name]})
	}
	if set.Warn != nil {
		v.Warnings = set.Warn(t)
	}
	if v.Derivation = t.Derivation; v.Item && set.Sources != nil {
		v.Sources = set.Sources(t)
	}
}

// questionOf returns the question that agents are given: the draft if there is no other.
func questionOf(t *task.Task) string {
	if t.Question == "" {
		return t.Draft
	}
	return t.Question
}

// stepView returns a step with its long texts truncated.
func stepView(s *plan.Step) StepView {
	text := observation(s)
	out := StepView{
		Node: s.Node, Op: s.Op, Tool: s.Tool, Rows: s.Rows,
		Arguments: truncate(string(s.Arguments), MostText), Observation: truncate(text, MostText), Length: utf8.RuneCountInString(text),
	}
	for _, name := range s.Selected {
		out.Selected = append(out.Selected, truncate(name, MostText))
	}
	return out
}

// observation returns the result of a step: a text without its quotes, anything else as
// JSON.
func observation(s *plan.Step) string {
	var text string
	if len(s.Observation) > 0 && s.Observation[0] == '"' && json.Unmarshal(s.Observation, &text) == nil {
		return text
	}
	return string(s.Observation)
}

// truncate returns the first n characters of a text, or all of it.
func truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	count := 0
	for i := range text {
		if count == n {
			return text[:i]
		}
		count++
	}
	return text
}

// changed returns which parts of a task its edits changed, in the order of their names.
func changed(s *review.TaskState) []string {
	var aliases, keywords, program, question bool
	for _, d := range s.Edits {
		c := d.Change
		aliases = aliases || c.Aliases != nil
		keywords = keywords || c.KeyAnswer != nil || c.KeyMiddle != nil
		program = program || c.Plan != nil
		question = question || c.Question != nil
	}
	var parts []string
	for _, p := range []struct {
		name string
		is   bool
	}{{"aliases", aliases}, {"keywords", keywords}, {"plan", program}, {"question", question}} {
		if p.is {
			parts = append(parts, p.name)
		}
	}
	return parts
}

// ownTry returns the reviewer's own answer to the task as it is; nil without one.
func (a *access) ownTry() *review.BlindAnswer {
	for _, d := range a.standing.History {
		if d.Kind == review.Try && d.By == a.who.Name && d.Shown == a.standing.Shown {
			return d.Attempt
		}
	}
	return nil
}

// history returns the decisions on the task that the reviewer may see.
func (a *access) history() []HistoryEntry {
	s := a.standing
	taken := map[string]bool{}
	for _, d := range s.History {
		if d.Kind == review.Withdraw && s.Withdrawn(d.Withdraws) {
			taken[d.Withdraws] = true
		}
	}
	inForce := map[string]bool{}
	for _, d := range s.Edits {
		inForce[d.ID] = true
	}
	var entries []HistoryEntry
	hidden := map[string]bool{}
	rounds := review.Rounds(s.History)
	for i, d := range s.History {
		if !a.visible(d) || d.Kind == review.Withdraw && hidden[d.Withdraws] {
			hidden[d.ID] = true
			continue
		}
		e := HistoryEntry{Decision: *d, Withdrawn: taken[d.ID], Round: rounds[i]}
		switch {
		case e.Withdrawn:
		case d.Kind == review.Edit:
			e.Stale = !inForce[d.ID]
		case d.Kind.Vote(), d.Kind.Settles(), d.Kind == review.Try:
			e.Stale = d.Shown != s.Shown
		}
		entries = append(entries, e)
	}
	return entries
}

// visible reports whether the reviewer may see a decision. He always sees his own, and
// none of others while the reference is kept back from him. How others voted, settled or
// answered he sees as [access.seesVotes] says.
func (a *access) visible(d *review.Decision) bool {
	switch {
	case d.By == a.who.Name:
		return true
	case a.blind:
		return false
	}
	return a.seesVotes() || !d.Kind.Vote() && !d.Kind.Settles() && d.Kind != review.Try
}

// seesVotes reports whether the reviewer may see how others voted: once he has voted
// himself, so that his vote is his own. Seniors and owners, who settle disputes, see it also
// on a task whose votes differ, or differed until it was settled.
func (a *access) seesVotes() bool {
	differ := a.standing.Status == review.Disputed || a.standing.Settled != nil
	return a.vote != nil || differ && a.who.Role.Rank() >= review.Senior.Rank()
}

// maySettle reports whether the reviewer may settle the task now.
func (a *access) maySettle() bool {
	return a.standing.Status == review.Disputed && a.who.Role.Rank() >= review.Senior.Rank() && !a.standing.EverVotedBy(a.who.Name)
}
