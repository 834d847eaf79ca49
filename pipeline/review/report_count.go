package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// task counts one task.
func (m *making) task(item Item, s *TaskState) {
	m.statuses[s.Status]++
	decided := s.Status == Approved || s.Status == Rejected
	e := &m.report.Errors
	e.Tasks++
	if s.Sampled {
		e.Sampled++
	}
	if s.Sampled && decided {
		m.decided++
		if s.Status == Rejected || s.Shown != s.base {
			m.wrong++
		}
	}
	sections := []*section{m.section(item.Type), m.all}
	for _, of := range sections {
		of.Tasks++
		switch s.Status {
		case Approved:
			of.Approved++
		case Rejected:
			of.Rejected++
		default:
			of.Open++
		}
	}
	m.agreements(s, sections)
	m.votes(s)
	m.times(s, sections)
	m.changes(s)
}

// agreements counts the votes on a task that were cast independently.
func (m *making) agreements(s *TaskState, sections []*section) {
	ratings := s.independent()
	for i, d := range ratings {
		for _, of := range sections {
			of.ratings = append(of.ratings, rating(d))
		}
		by := m.reviewer(d.By)
		if d.Shown == s.Shown && d.Kind != Doubt && (s.Status == Approved || s.Status == Rejected) {
			by.held++
			if (d.Kind == Approve) == (s.Status == Approved) {
				by.upheld++
			}
		}
		for _, e := range ratings[:i] {
			if d.Shown == e.Shown {
				m.meet(d, e)
			}
		}
	}
}

// meet counts the votes of two reviewers on one version.
func (m *making) meet(d, e *Decision) {
	one, other := m.reviewer(d.By), m.reviewer(e.By)
	one.met++
	other.met++
	if d.Kind == e.Kind {
		one.alike++
		other.alike++
	}
	names := [2]string{min(d.By, e.By), max(d.By, e.By)}
	m.pairs[names] = append(m.pairs[names], rating(d), rating(e))
}

// rating is a vote on one version of a task.
func rating(d *Decision) agreement.Rating {
	return agreement.Rating{Unit: d.Task + " " + string(d.Shown), Rater: d.By, Label: string(d.Kind)}
}

// votes counts votes that count or would, had the task not changed, and answers given
// before the reference was shown.
func (m *making) votes(s *TaskState) {
	m.report.Stale += len(s.Stale)
	for _, d := range slices.Concat(s.Votes, s.Stale) {
		m.reviewer(d.By).votes[d.Kind]++
		if d.Kind == Reject {
			m.rejects[d.Reason]++
		}
	}
	tried := map[ballot]bool{}
	for _, d := range s.History {
		if d.Kind != Try {
			continue
		}
		m.reviewer(d.By).tries++
		if tried[ballot{d.By, d.Shown}] {
			continue
		}
		tried[ballot{d.By, d.Shown}] = true
		m.tried++
		if d.Attempt.Agrees {
			m.agree++
		}
	}
}

// times collects how long votes took that were not taken back.
func (m *making) times(s *TaskState, sections []*section) {
	withdrawn := follow(s.base, s.History).withdrawn
	for _, d := range s.History {
		if !d.Kind.Vote() || d.Seconds == 0 || withdrawn[d.ID] {
			continue
		}
		by := m.reviewer(d.By)
		by.seconds = append(by.seconds, d.Seconds)
		for _, of := range sections {
			of.seconds = append(of.seconds, d.Seconds)
		}
	}
}

// parts are what an edit can change, in the order of reports.
func parts() []string {
	return []string{task.QuestionEdited, task.PlanEdited, task.KeywordsEdited, task.AliasesEdited}
}

// changes counts the edits in force of a task.
func (m *making) changes(s *TaskState) {
	if len(s.Edits) > 0 {
		m.report.Edits.Tasks++
	}
	for _, d := range s.Edits {
		m.reviewer(d.By).edits++
		m.edits[d.Reason]++
		c := d.Change
		changed := []bool{c.Question != nil, c.Plan != nil, len(c.KeyAnswer) > 0 || c.KeyMiddle != nil, len(c.Aliases) > 0}
		for i, part := range parts() {
			if changed[i] {
				m.parts[part]++
			}
		}
	}
}

// ballot is one reviewer on one version of a task.
type ballot struct {
	by    string
	shown digest.Digest
}

// independent returns the votes on a task that were cast before it could be seen how others
// had voted, one a reviewer and version, by name and version.
func (s *TaskState) independent() []*Decision {
	withdrawn := follow(s.base, s.History).withdrawn
	cast := map[ballot][]*Decision{} // the first of each is the one that tells
	swayed := map[ballot]bool{}
	voters := map[digest.Digest]map[string]bool{}
	for _, d := range s.History {
		switch {
		case d.Kind.Vote():
			b := ballot{d.By, d.Shown}
			if voters[d.Shown] == nil {
				voters[d.Shown] = map[string]bool{}
			}
			if len(cast[b]) == 0 {
				swayed[b] = d.Role.Rank() >= Senior.Rank() && len(voters[d.Shown]) > 0
			}
			cast[b] = append(cast[b], d)
			voters[d.Shown][d.By] = true
		case d.Kind == Withdraw && withdrawn[d.Withdraws]:
			for b, votes := range cast {
				i := slices.IndexFunc(votes, func(v *Decision) bool { return v.ID == d.Withdraws })
				if i < 0 || len(voters[b.shown]) > 1 {
					continue // another decision, or others had voted by then
				}
				if cast[b] = slices.Delete(votes, i, i+1); len(cast[b]) == 0 {
					delete(voters[b.shown], b.by)
				}
			}
		}
	}
	var first []*Decision
	for b, votes := range cast {
		if len(votes) > 0 && !swayed[b] {
			first = append(first, votes[0])
		}
	}
	slices.SortFunc(first, func(a, b *Decision) int {
		return cmp.Or(strings.Compare(a.By, b.By), strings.Compare(string(a.Shown), string(b.Shown)))
	})
	return first
}
