package review

import (
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// NewStatusReport summarises a board and its decisions. decisions are those applied to the
// board, in log order, each once; shipped is the [GuidelineDigest] of the guidelines in
// force before an owner writes others. Equal arguments give equal reports; the order of
// decisions on different tasks does not matter.
func NewStatusReport(b *Board, decisions []*Decision, shipped digest.Digest) *StatusReport {
	r := &StatusReport{
		Overlap: b.Rules().Overlap, Decisions: len(decisions),
		Reviewers: []ReviewerReport{}, Pairs: []PairReport{}, Feedback: []Feedback{},
	}
	m := &reportCounts{
		report: r, all: newTypeCounts(score.All), types: map[string]*typeCounts{}, statuses: map[task.ReviewStatus]int{},
		reviewers: map[string]*reviewerCounts{}, pairs: map[[2]string][]agreement.Rating{},
		parts: map[string]int{}, edits: map[task.ReviewReason]int{}, rejects: map[task.ReviewReason]int{}, exam: newExamCounts(),
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

// reportCounts has the counts that a report is made from.
type reportCounts struct {
	report    *StatusReport
	all       *typeCounts
	types     map[string]*typeCounts
	statuses  map[task.ReviewStatus]int
	reviewers map[string]*reviewerCounts
	pairs     map[[2]string][]agreement.Rating // by names, sorted
	parts     map[string]int
	edits     map[task.ReviewReason]int
	rejects   map[task.ReviewReason]int
	exam      *examCounts

	sampleWrong, sampleDecided int // tasks of the sample
	blindAgreed, blindAnswers  int // first answers given before the reference was shown
}

// typeCounts has the counts of one type of task, or of all tasks.
type typeCounts struct {
	TypeStatus
	ratings []agreement.Rating
	seconds []float64
}

func newTypeCounts(name string) *typeCounts { return &typeCounts{TypeStatus: TypeStatus{Type: name}} }

// reviewerCounts has the counts of one reviewer.
type reviewerCounts struct {
	role             ReviewerRole
	votes            map[DecisionKind]int
	edits, tries     int
	seconds          []float64
	agreed, compared int // votes of others on the same versions: equal votes, and all
	upheld, decided  int // votes on decided versions: those that the outcome confirms, and all
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

// finish fills the report's lists from the counts.
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
	r.Exam = m.exam.report()
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

// pairReport compares two reviewers by their ratings of the versions that both voted on,
// which alternate between a and b.
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

// reasonCounts lists the counts in the order of [Reasons], the count without a reason last.
func reasonCounts(counts map[task.ReviewReason]int) []ReasonCount {
	list := []ReasonCount{}
	for _, reason := range append(Reasons(), "") {
		if counts[reason] > 0 {
			list = append(list, ReasonCount{reason, counts[reason]})
		}
	}
	return list
}

// median returns the middle value, or the mean of the two in the middle; 0 of no values.
// It sorts values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]/2 + values[len(values)/2]/2
}

// countLog reports guidelines, comments on them, and decisions on unknown tasks.
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
