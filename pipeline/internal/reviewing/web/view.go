package web

import (
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// looking is who looks at which task, and how much of it he may see.
type looking struct {
	who      team.Member
	task     string
	standing *review.TaskState
	blind    bool // the reference is kept back
	mine     *review.Decision
}

// looking finds out what a reviewer may see of a task as it is now.
func (k *Desk) looking(r *room, who team.Member, id string) (*looking, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.look(r, who, id)
}

// look is looking for a caller who holds the lock.
func (k *Desk) look(r *room, who team.Member, id string) (*looking, error) {
	s, ok := r.board.State(id)
	if !ok {
		return nil, missing("there is no task %q", id)
	}
	l := &looking{who: who, task: id, standing: s, blind: k.config.Blind && !knows(who.Name, s, s.Shown)}
	for _, v := range s.Votes {
		if v.By == who.Name {
			l.mine = v
		}
	}
	return l, nil
}

// knows reports whether a reviewer has given an answer of his own to the task as it was
// shown, or made it that: whoever did has seen the reference, also if he took it back.
func knows(name string, s *review.TaskState, shown digest.Digest) bool {
	for _, d := range s.History {
		if d.By == name && (d.Kind == review.Try && d.Shown == shown || d.Kind == review.Edit && left(d) == shown) {
			return true
		}
	}
	return false
}

// left is the digest of what an edit left.
func left(d *review.Decision) digest.Digest {
	if d.Change == nil {
		return ""
	}
	return d.Change.Shown
}

// view returns what a reviewer may see of a task as it is now.
func (k *Desk) view(ctx context.Context, r *room, l *looking) (*View, error) {
	t, err := r.version(ctx, l.task, l.standing)
	if err != nil {
		return nil, err
	}
	v := &View{ID: l.task, Shown: l.standing.Shown, Type: t.Type, Language: t.Language, Question: asked(t), Status: l.standing.Status, Mine: l.mine}
	v.Tried, v.Changed = l.tried(), changed(l.standing)
	v.History = l.history()
	if l.blind {
		v.Blind = true
		return v, nil
	}
	v.Broken = l.standing.Broken
	r.fill(v, t)
	return v, nil
}

// fill adds to a view all that tells the answer.
func (r *room) fill(v *View, t *task.Task) {
	v.Draft, v.Answer, v.KeyAnswer, v.KeyMiddle, v.AnswerValues = t.Draft, t.Answer, t.KeyAnswer, t.KeyMiddle, t.AnswerValues
	v.Path, v.Plan, v.Entities, v.Rewriter = t.Path, t.Plan, t.Entities, t.Rewriter
	for i := range t.Steps {
		v.Steps = append(v.Steps, shortened(&t.Steps[i]))
	}
	for _, c := range t.Checks {
		v.Checks = append(v.Checks, Check{CheckResult: c, Doc: r.Checks[c.Name]})
	}
	if r.Warn != nil {
		v.Warnings = r.Warn(t)
	}
}

// asked is the question that agents are given: the draft until there is another.
func asked(t *task.Task) string {
	if t.Question == "" {
		return t.Draft
	}
	return t.Question
}

// shortened is a step with its long texts cut.
func shortened(s *plan.Step) Step {
	text := observation(s)
	out := Step{
		Node: s.Node, Op: s.Op, Tool: s.Tool, Rows: s.Rows,
		Arguments: cut(string(s.Arguments), MostText), Observation: cut(text, MostText), Length: utf8.RuneCountInString(text),
	}
	for _, name := range s.Selected {
		out.Selected = append(out.Selected, cut(name, MostText))
	}
	return out
}

// observation is what came back of a step: a text without its quotes, anything else as
// its JSON.
func observation(s *plan.Step) string {
	var text string
	if len(s.Observation) > 0 && s.Observation[0] == '"' && json.Unmarshal(s.Observation, &text) == nil {
		return text
	}
	return string(s.Observation)
}

// cut is the beginning of a text, at most n characters of it.
func cut(text string, n int) string {
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

// changed says which parts of a task its edits changed, in the order of their names.
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

// tried is the reviewer's own answer to the task as it is; nil without one.
func (l *looking) tried() *review.BlindAnswer {
	for _, d := range l.standing.History {
		if d.Kind == review.Try && d.By == l.who.Name && d.Shown == l.standing.Shown {
			return d.Attempt
		}
	}
	return nil
}

// history is what the reviewer may see of the decisions on the task.
func (l *looking) history() []Entry {
	s := l.standing
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
	var entries []Entry
	hidden := map[string]bool{}
	for _, d := range s.History {
		if !l.visible(d) || d.Kind == review.Withdraw && hidden[d.Withdraws] {
			hidden[d.ID] = true
			continue
		}
		e := Entry{Decision: *d, Withdrawn: taken[d.ID]}
		switch {
		case e.Withdrawn:
		case d.Kind == review.Edit:
			e.Stale = !inForce[d.ID]
		case d.Kind.Vote(), d.Kind == review.Try:
			e.Stale = d.Shown != s.Shown
		}
		entries = append(entries, e)
	}
	return entries
}

// visible reports whether the reviewer may see a decision: his own always; nobody else's
// while the reference is kept back; and how others voted or answered only once he has
// voted himself, unless it is his part to settle it.
func (l *looking) visible(d *review.Decision) bool {
	switch {
	case d.By == l.who.Name:
		return true
	case l.blind:
		return false
	case l.who.Role.Rank() >= review.Senior.Rank():
		return true
	}
	return l.mine != nil || !d.Kind.Vote() && d.Kind != review.Try
}
