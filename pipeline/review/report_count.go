package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// countTask counts one task and the decisions on it.
func (m *reportCounts) countTask(item Item, s *TaskState) {
	m.statuses[s.Status]++
	decided := s.Status == Approved || s.Status == Rejected
	e := &m.report.Errors
	e.Tasks++
	if s.Sampled {
		e.Sampled++
	}
	if s.Sampled && decided {
		m.sampleDecided++
		if s.Status == Rejected || s.Shown != s.base {
			m.sampleWrong++
		}
	}
	sections := []*typeCounts{m.ofType(item.Type), m.all}
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
	m.countAgreement(s, sections)
	m.countVotes(s)
	m.collectSeconds(s, sections)
	m.countEdits(s)
	m.exam.count(item, s)
}

// countAgreement counts the votes on a task that were cast independently.
func (m *reportCounts) countAgreement(s *TaskState, sections []*typeCounts) {
	ratings := s.independentVotes()
	for i, d := range ratings {
		for _, of := range sections {
			of.ratings = append(of.ratings, rating(d))
		}
		by := m.ofReviewer(d.By)
		if d.Shown == s.Shown && d.Kind != Doubt && (s.Status == Approved || s.Status == Rejected) {
			by.decided++
			if (d.Kind == Approve) == (s.Status == Approved) {
				by.upheld++
			}
		}
		for _, e := range ratings[:i] {
			if d.Shown == e.Shown {
				m.comparePair(d, e)
			}
		}
	}
}

// comparePair counts two votes, of different reviewers, on one version.
func (m *reportCounts) comparePair(d, e *Decision) {
	one, other := m.ofReviewer(d.By), m.ofReviewer(e.By)
	one.compared++
	other.compared++
	if d.Kind == e.Kind {
		one.agreed++
		other.agreed++
	}
	names := [2]string{min(d.By, e.By), max(d.By, e.By)}
	m.pairs[names] = append(m.pairs[names], rating(d), rating(e))
}

// rating returns a vote as a rating of one version of a task.
func rating(d *Decision) agreement.Rating {
	return agreement.Rating{Unit: d.Task + " " + string(d.Shown), Rater: d.By, Label: string(d.Kind)}
}

// countVotes counts the votes that count, stale votes, and blind answers.
func (m *reportCounts) countVotes(s *TaskState) {
	m.report.Stale += len(s.Stale)
	for _, d := range slices.Concat(s.Votes, s.Stale) {
		m.ofReviewer(d.By).votes[d.Kind]++
		if d.Kind == Reject {
			m.rejects[d.Reason]++
		}
	}
	tried := map[voterVersion]bool{}
	for _, d := range s.History {
		if d.Kind != Try {
			continue
		}
		m.ofReviewer(d.By).tries++
		if tried[voterVersion{d.By, d.Shown}] {
			continue
		}
		tried[voterVersion{d.By, d.Shown}] = true
		m.blindAnswers++
		if d.Attempt.Agrees {
			m.blindAgreed++
		}
	}
}

// collectSeconds collects the times of votes that were not withdrawn.
func (m *reportCounts) collectSeconds(s *TaskState, sections []*typeCounts) {
	withdrawn := replayHistory(s.base, s.History).withdrawn
	for _, d := range s.History {
		if !d.Kind.Vote() || d.Seconds == 0 || withdrawn[d.ID] {
			continue
		}
		by := m.ofReviewer(d.By)
		by.seconds = append(by.seconds, d.Seconds)
		for _, of := range sections {
			of.seconds = append(of.seconds, d.Seconds)
		}
	}
}

// editParts returns the parts that an edit can change, in the order of reports.
func editParts() []string {
	return []string{task.QuestionEdited, task.PlanEdited, task.KeywordsEdited, task.AliasesEdited}
}

// countEdits counts the edits in force of a task.
func (m *reportCounts) countEdits(s *TaskState) {
	if len(s.Edits) > 0 {
		m.report.Edits.Tasks++
	}
	for _, d := range s.Edits {
		m.ofReviewer(d.By).edits++
		m.edits[d.Reason]++
		c := d.Change
		changed := []bool{c.Question != nil, c.Plan != nil, len(c.KeyAnswer) > 0 || c.KeyMiddle != nil, len(c.Aliases) > 0}
		for i, part := range editParts() {
			if changed[i] {
				m.parts[part]++
			}
		}
	}
}

// voterVersion is one reviewer and one version of a task.
type voterVersion struct {
	by    string
	shown digest.Digest
}

// independentVotes returns the votes on a task that were cast before the reviewer could see
// other votes, one per reviewer and version, sorted by name and version. Settlements are not
// votes.
func (s *TaskState) independentVotes() []*Decision {
	withdrawn := replayHistory(s.base, s.History).withdrawn
	cast := map[voterVersion][]*Decision{} // the first of each counts
	swayed := map[voterVersion]bool{}
	voters := map[digest.Digest]map[string]bool{}
	kinds := map[digest.Digest]map[DecisionKind]bool{} // of votes so far, withdrawn ones too
	for _, d := range s.History {
		switch {
		case d.Kind.Vote():
			b := voterVersion{d.By, d.Shown}
			if voters[d.Shown] == nil {
				voters[d.Shown], kinds[d.Shown] = map[string]bool{}, map[DecisionKind]bool{}
			}
			if len(cast[b]) == 0 {
				disputed := len(kinds[d.Shown]) > 1 || kinds[d.Shown][Doubt]
				saw := disputed || d.Format < CurrentFormat && len(voters[d.Shown]) > 0
				swayed[b] = d.Role.Rank() >= Senior.Rank() && saw
			}
			kinds[d.Shown][d.Kind] = true
			cast[b] = append(cast[b], d)
			voters[d.Shown][d.By] = true
		case d.Kind == Withdraw && withdrawn[d.Withdraws]:
			for b, votes := range cast {
				i := slices.IndexFunc(votes, func(v *Decision) bool { return v.ID == d.Withdraws })
				if i < 0 || len(voters[b.shown]) > 1 {
					continue // not of these votes, or others had voted by then
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
