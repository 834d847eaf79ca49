package review

import (
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/agreement"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// NewStatusReport says what a board's decisions come to. decisions are those that the board was
// given, in log order, each once; shipped is the [GuidelineDigest] of the guidelines in
// force before anybody wrote others. Equal arguments give equal reports, and decisions on
// different tasks may change places.
func NewStatusReport(b *Board, decisions []*Decision, shipped digest.Digest) *StatusReport {
	r := &StatusReport{
		Overlap: b.Rules().Overlap, Decisions: len(decisions),
		Reviewers: []ReviewerReport{}, Pairs: []PairReport{}, Feedback: []Feedback{},
	}
	m := &reportCounts{
		report: r, all: newTypeCounts(score.All), types: map[string]*typeCounts{}, statuses: map[TaskStatus]int{},
		reviewers: map[string]*reviewerCounts{}, pairs: map[[2]string][]agreement.Rating{},
		parts: map[string]int{}, edits: map[DecisionReason]int{}, rejects: map[DecisionReason]int{},
	}
	for _, d := range decisions {
		m.ofReviewer(d.By).role = d.Role
	}
	for item, s := range b.States() {
		m.countTask(item, s)
	}
	m.finish()
	m.countLog(b, decisions, shipped)
	return r
}

// reportCounts is a report while it is counted.
type reportCounts struct {
	report    *StatusReport
	all       *typeCounts
	types     map[string]*typeCounts
	statuses  map[TaskStatus]int
	reviewers map[string]*reviewerCounts
	pairs     map[[2]string][]agreement.Rating // by names, the first before the second
	parts     map[string]int
	edits     map[DecisionReason]int
	rejects   map[DecisionReason]int

	sampleWrong, sampleDecided int // of the sample
	blindAgreed, blindAnswers  int // first answers given before the reference was shown
}

// typeCounts is a type of task, or all of them.
type typeCounts struct {
	TypeStatus
	ratings []agreement.Rating
	seconds []float64
}

func newTypeCounts(name string) *typeCounts { return &typeCounts{TypeStatus: TypeStatus{Type: name}} }

// reviewerCounts is what is counted of one.
type reviewerCounts struct {
	role             ReviewerRole
	votes            map[DecisionKind]int
	edits, tries     int
	seconds          []float64
	agreed, compared int // votes of others on the same versions: the same, and all
	upheld, decided  int // likewise by how the task ended
}

func (m *reportCounts) ofReviewer(name string) *reviewerCounts {
	if m.reviewers[name] == nil {
		m.reviewers[name] = &reviewerCounts{votes: map[DecisionKind]int{}}
	}
	return m.reviewers[name]
}

func (m *reportCounts) ofType(name string) *typeCounts {
	if m.types[name] == nil {
		m.types[name] = newTypeCounts(name)
	}
	return m.types[name]
}

// finish turns what was counted into the report's lists.
func (m *reportCounts) finish() {
	r := m.report
	for _, status := range Statuses() {
		r.Statuses = append(r.Statuses, StatusCount{status, m.statuses[status]})
	}
	for _, name := range slices.SortedFunc(maps.Keys(m.types), score.CompareTypes) {
		r.Types = append(r.Types, m.types[name].finish())
	}
	r.Types = append(r.Types, m.all.finish())
	for _, name := range slices.Sorted(maps.Keys(m.reviewers)) {
		r.Reviewers = append(r.Reviewers, m.reviewers[name].finish(name))
	}
	for _, names := range slices.SortedFunc(maps.Keys(m.pairs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		r.Pairs = append(r.Pairs, pairReport(names[0], names[1], m.pairs[names]))
	}
	r.Errors.Rate = agreement.Of(m.sampleWrong, m.sampleDecided)
	for _, part := range editParts() {
		r.Edits.Parts = append(r.Edits.Parts, PartCount{part, m.parts[part]})
	}
	r.Edits.Reasons, r.Rejects = reasonCounts(m.edits), reasonCounts(m.rejects)
	if m.blindAnswers > 0 {
		p := agreement.Of(m.blindAgreed, m.blindAnswers)
		r.Blind = &p
	}
}

func (of *typeCounts) finish() TypeStatus {
	of.Agreement = agreement.Summarise(of.ratings, "type "+of.Type)
	of.Seconds = median(of.seconds)
	return of.TypeStatus
}

func (by *reviewerCounts) finish(name string) ReviewerReport {
	return ReviewerReport{
		Name: name, Role: by.role,
		Votes:   by.votes[Approve] + by.votes[Reject] + by.votes[Doubt],
		Approve: by.votes[Approve], Reject: by.votes[Reject], Doubt: by.votes[Doubt],
		Edits: by.edits, Tries: by.tries, Seconds: median(by.seconds),
		With: agreement.Of(by.agreed, by.compared), Upheld: agreement.Of(by.upheld, by.decided),
	}
}

// pairReport reports on two reviewers by the ratings of what both voted on.
func pairReport(a, b string, ratings []agreement.Rating) PairReport {
	p := PairReport{A: a, B: b, Tasks: len(ratings) / 2, Kappa: agreement.Cohen(ratings, a, b, "pair")}
	alike := 0
	for i := 0; i < len(ratings); i += 2 {
		if ratings[i].Label == ratings[i+1].Label {
			alike++
		}
	}
	p.Raw = float64(alike) / float64(p.Tasks)
	return p
}

// reasonCounts lists what was counted, in the order of reasons, those without one last.
func reasonCounts(counts map[DecisionReason]int) []ReasonCount {
	list := []ReasonCount{}
	for _, reason := range append(Reasons(), "") {
		if counts[reason] > 0 {
			list = append(list, ReasonCount{reason, counts[reason]})
		}
	}
	return list
}

// median is the middle one, or the mean of the two there; 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]/2 + values[len(values)/2]/2
}

// countLog reports what is not about one task: guidelines, remarks on them, and decisions on
// what is not there.
func (m *reportCounts) countLog(b *Board, decisions []*Decision, shipped digest.Digest) {
	r := m.report
	r.Guidelines = []GuidelineVersion{{Digest: shipped}}
	taken := map[string]bool{}
	votes := map[digest.Digest]int{}
	for _, d := range decisions {
		if d.Kind == Guideline {
			version := GuidelineDigest(d.Note)
			if !slices.ContainsFunc(r.Guidelines, func(g GuidelineVersion) bool { return g.Digest == version }) {
				r.Guidelines = append(r.Guidelines, GuidelineVersion{Digest: version, By: d.By})
			}
			for _, id := range d.Answers {
				taken[id] = true
			}
		}
		if d.Kind.Vote() {
			votes[d.Guideline]++
		}
		if d.Task == "" {
			continue
		}
		s, ok := b.State(d.Task)
		if !ok {
			r.UnknownTask++
		} else if d.Kind == Comment && d.Reason == Unclear && !s.Withdrawn(d.ID) {
			r.Feedback = append(r.Feedback, Feedback{ID: d.ID, By: d.By, Task: d.Task, Note: d.Note})
		}
	}
	for i := range r.Feedback {
		r.Feedback[i].Taken = taken[r.Feedback[i].ID]
	}
	for i := range r.Guidelines {
		r.Guidelines[i].Votes = votes[r.Guidelines[i].Digest]
	}
}
