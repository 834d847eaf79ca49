package experiment

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ReadOptions selects attempts of a store and the tasks to grade them against.
type ReadOptions struct {
	// Tasks are the current tasks. An attempt belongs to every task with its question and
	// tables, whatever else of the task has changed.
	Tasks []*task.Task
	// Agents selects attempts by [EvaluatedAgent.Key]; nil means the agents of
	// [Store.Agents]. Names and roles in the results are those given here.
	Agents []EvaluatedAgent
	// Tools selects attempts by [Design.ToolsKey]; "" means the key that
	// [Store.Tools] returns.
	Tools digest.Digest
	// Epochs selects the first epochs; less than 1 means all. An unfinished epoch is a
	// biased sample of its tasks, because quick trials end first.
	Epochs int
	// Workers is the number of concurrent gradings; less than 1 means one per processor.
	Workers int
	// Classify returns the failure class of an attempt; nil leaves classes out, except
	// [failure.Newest].
	// It is called from several goroutines.
	Classify func(*task.Task, *agent.Transcript, score.Score) failure.Class
	// Domain declares the tools, by which selections of tools are measured; nil leaves them out.
	Domain *domain.Domain
	// ToolOwners has the domain of each lookup and retriever of Domain, by its name, where that is a union of several,
	// by which calls of other domains' tools are measured; nil for one domain.
	ToolOwners map[string]string
	// Statutes is what the run's tables say of law, by which answers are measured; nil if they
	// say nothing.
	Statutes *recall.Statutes
}

// RegradeResult has the scores of a store's attempts under the current tasks.
type RegradeResult struct {
	// Marks are ordered by task, then agent, both in the given order, then epoch. A twin
	// whose task the agent did not solve in the same epoch has no credit, see
	// [bench.TwinPairs].
	Marks []bench.Mark `json:"marks"`
	// Changes are the attempts whose scores changed since they were made, in the order of
	// Marks, then the attempts that belong to no task any more, ordered by task, agent and
	// epoch.
	Changes []ScoreChange `json:"changes"`
	// Regrades is the number of attempts graded anew, whether or not the score changed.
	Regrades int `json:"again"`
	// Other is the number of attempts in the store that the options exclude: other agents,
	// other tools or later epochs.
	Other int `json:"other"`
}

// ScoreChange is the change of one attempt's score since it was made.
type ScoreChange struct {
	// Task, Agent and Epoch identify the attempt. Task is the current task's ID or, if there is
	// none, the ID at the time of the attempt.
	Task  string `json:"task"`
	Agent string `json:"agent"`
	Epoch int    `json:"epoch"`
	// Before has the rates at the time of the attempt, After the rates now; nil if the
	// attempt was dropped.
	Before ModeRates  `json:"before"`
	After  *ModeRates `json:"after"`
	// Cause says why the score changed.
	Cause ChangeCause `json:"why"`
}

// ModeRates are the rates of an attempt in paper mode and in strict mode.
type ModeRates struct {
	Paper  score.Rates `json:"paper"`  // in paper mode
	Strict score.Rates `json:"strict"` // in strict mode
}

// ChangeCause says why a stored attempt has another score when it is graded against the
// current tasks, or no score any more.
type ChangeCause string

// The closed set of causes, each compared with the time of the attempt. If several apply,
// the first in this order counts.
const (
	KeywordsChanged ChangeCause = "keywords" // the task's keywords changed
	AnswersChanged  ChangeCause = "answer"   // the task's typed answers changed
	GraderChanged   ChangeCause = "grader"   // the grading rules changed
	PairChanged     ChangeCause = "pair"     // the score of a twin's answerable task changed
	QuestionChanged ChangeCause = "question" // the attempt is dropped: the task's question changed
	TaskRemoved     ChangeCause = "gone"     // the attempt is dropped: the task was removed
)

// Regrade returns the scores of the attempts in s under the current tasks. An attempt
// keeps its score if keywords, typed answers and grading rules are unchanged; all others
// are graded anew. The store is not modified. The error is a fault of the store or the
// cause of ctx; the result is nil then.
func Regrade(ctx context.Context, s *Store, r ReadOptions) (*RegradeResult, error) {
	m, err := regradeAll(ctx, s, &r)
	if err != nil {
		return nil, err
	}
	m.withholdUnpaired()
	dropped, other, err := s.dropped(&r)
	if err != nil {
		return nil, err
	}
	g := &RegradeResult{Marks: m.marks, Changes: []ScoreChange{}, Regrades: m.regrades, Other: other}
	for _, i := range slices.Sorted(maps.Keys(m.changes)) {
		g.Changes = append(g.Changes, m.changes[i])
	}
	g.Changes = append(g.Changes, dropped...)
	return g, nil
}

// chunkSize is the number of attempts that are graded concurrently before their marks are
// collected.
const chunkSize = 1 << 12

// regrading collects the marks and changes of [Regrade].
type regrading struct {
	marks         []bench.Mark
	changes       map[int]ScoreChange // by index of the mark
	twins         map[int]graded      // by index of the mark
	before, after *bench.TwinPairs
	regrades      int
}

// regradeAll grades the selected attempts, without withholding credit from twins.
func regradeAll(ctx context.Context, s *Store, r *ReadOptions) (*regrading, error) {
	places, err := s.storedAttempts(r)
	if err != nil {
		return nil, err
	}
	workers := r.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	m := &regrading{
		marks: make([]bench.Mark, 0, len(places)), changes: map[int]ScoreChange{}, twins: map[int]graded{},
		before: bench.NewTwinPairs(r.Tasks), after: bench.NewTwinPairs(r.Tasks),
	}
	for part := range slices.Chunk(places, chunkSize) {
		some, err := run.Map(ctx, workers, part, func(_ context.Context, _ int, p *storedAttempt) (graded, error) {
			return s.grade(r, p)
		})
		if err != nil {
			return nil, err
		}
		for i := range some {
			m.add(&some[i])
		}
	}
	return m, nil
}

// add appends the mark of the next attempt.
func (m *regrading) add(g *graded) {
	i, k := len(m.marks), &g.mark
	m.before.Record(k.Task, k.Agent, k.Epoch, g.before.Strict)
	m.after.Record(k.Task, k.Agent, k.Epoch, k.Strict)
	if g.why != "" {
		m.regrades++
	}
	if g.twin != nil {
		m.twins[i] = *g
	} else if c, ok := g.change(k); ok {
		m.changes[i] = c
	}
	m.marks = append(m.marks, *k)
}

// withholdUnpaired withholds credit from twins whose answerable task was not solved, in the
// current scores and in those at the time of the attempts.
func (m *regrading) withholdUnpaired() {
	for i, g := range m.twins {
		k := &m.marks[i]
		g.before.Strict = m.before.Withhold(k.Task, k.Agent, k.Epoch, g.twin.before).Strict
		k.Strict = m.after.Withhold(k.Task, k.Agent, k.Epoch, g.twin.after).Strict
		if c, ok := g.change(k); ok {
			m.changes[i] = c
		}
	}
}

// Attempts reads the attempts that r selects, one at a time, in the order of
// [RegradeResult].Marks. Their trials have current tasks, types, names, roles and scores,
// before [bench.TwinPairs] withholds credit. A head that names no protocol, as before there were
// protocols, gets that of the selected agent. After a fault of the store it yields nil with the
// error, and ends.
func Attempts(s *Store, r ReadOptions) iter.Seq2[*StoredTrial, error] {
	return func(yield func(*StoredTrial, error) bool) {
		places, err := s.storedAttempts(&r)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range places {
			a, _, err := s.regrade(places[i])
			if !yield(a, err) || err != nil {
				return
			}
		}
	}
}

// storedAttempt locates the attempt of an agent at a task.
type storedAttempt struct {
	task      *task.Task
	reference *ReferenceDigests
	agent     *EvaluatedAgent
	number    int
}

// storedAttempts finds the attempts that r selects, and sets the defaults of r.
func (s *Store) storedAttempts(r *ReadOptions) ([]*storedAttempt, error) {
	if r.Agents == nil {
		r.Agents = s.Agents()
	}
	r.Tools = cmp.Or(r.Tools, s.Tools())
	epochs := s.epochs()
	if r.Epochs > 0 {
		epochs = min(epochs, r.Epochs)
	}
	var places []*storedAttempt
	for _, t := range r.Tasks {
		asked := QuestionDigest(t)
		ref, err := referenceDigests(t)
		if err != nil {
			return nil, err
		}
		for i := range r.Agents {
			for epoch := range epochs {
				if n, ok := s.find(AttemptKey(asked, r.Tools, r.Agents[i].Key, epoch)); ok {
					places = append(places, &storedAttempt{t, &ref, &r.Agents[i], n})
				}
			}
		}
	}
	return places, nil
}

// epochs returns the largest number of attempts of an agent at a task.
func (s *Store) epochs() (n int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for i := range s.entries {
		n = max(n, int(s.entries[i].epoch)+1)
	}
	return n
}

// regrade reads an attempt and updates it to the current task. It also returns the stored
// score.
func (s *Store) regrade(p *storedAttempt) (*StoredTrial, score.Score, error) {
	a, err := s.read(p.number)
	if err != nil {
		return nil, score.Score{}, err
	}
	t, before := &a.Trial, a.Trial.Score
	t.Task, t.Type, t.Agent, t.Role = p.task.ID, p.task.Type, p.agent.Name, p.agent.Role
	a.Head.Protocol = cmp.Or(a.Head.Protocol, p.agent.Protocol) // attempts from before protocols name none
	if a.Reference != *p.reference {
		t.Score = task.Grade(p.task, t.Transcript.Attempt())
	}
	return a, before, nil
}

// graded is an attempt's mark with its former score.
type graded struct {
	mark   bench.Mark
	before ModeRates
	why    ChangeCause // "" if the reference is unchanged
	twin   *twin       // nil for an answerable task
}

// twin holds the former and the current score of an attempt at a twin, before credit is
// withheld.
type twin struct{ before, after score.Score }

func (s *Store) grade(r *ReadOptions, p *storedAttempt) (g graded, err error) {
	a, before, err := s.regrade(p)
	if err != nil {
		return g, err
	}
	g = graded{mark: bench.MarkOf(&a.Trial), before: ModeRates{before.Paper, before.Strict}}
	switch was := &a.Reference; {
	case was.Keywords != p.reference.Keywords:
		g.why = KeywordsChanged
	case was.Values != p.reference.Values:
		g.why = AnswersChanged
	case was.Grader != p.reference.Grader:
		g.why = GraderChanged
	}
	if r.Classify != nil {
		g.mark.Failure = r.Classify(p.task, a.Trial.Transcript, a.Trial.Score)
	}
	g.mark.Measure(p.task, a.Trial.Transcript, r.Statutes)
	g.mark.Selection = bench.MeasureSelection(p.task, a.Trial.Transcript, r.Domain)
	g.mark.Domains = bench.MeasureDomainUse(p.task, a.Trial.Transcript, r.Domain, r.ToolOwners)
	if p.task.Twin != nil {
		g.twin = &twin{before, a.Trial.Score}
	}
	return g, nil
}

// change returns the change from the former score to a mark; ok is false if there is none.
func (g *graded) change(m *bench.Mark) (c ScoreChange, ok bool) {
	is := ModeRates{m.Paper, m.Strict}
	if sameRates(g.before.Paper, is.Paper) && sameRates(g.before.Strict, is.Strict) {
		return c, false
	}
	return ScoreChange{Task: m.Task, Agent: m.Agent, Epoch: m.Epoch, Before: g.before, After: &is, Cause: cmp.Or(g.why, PairChanged)}, true
}

// sameRates reports whether rates are equal.
func sameRates(a, b score.Rates) bool {
	equal := func(x, y *float64) bool { return x == y || x != nil && y != nil && *x == *y }
	return equal(a.Success, b.Success) && equal(a.Process, b.Process)
}

// dropped returns the attempts of the selected agents that no task asks for, and the number of
// attempts that r excludes.
func (s *Store) dropped(r *ReadOptions) (changes []ScoreChange, other int, err error) {
	asked, there, ours := map[digestSum]bool{}, map[string]bool{}, map[digest.Digest]*EvaluatedAgent{}
	for _, t := range r.Tasks {
		k, err := QuestionDigest(t).Sum()
		if err != nil {
			return nil, 0, err
		}
		asked[k], there[t.ID] = true, true
	}
	for i := range r.Agents {
		ours[r.Agents[i].Key] = &r.Agents[i]
	}
	var numbers []int
	s.mu.RLock()
	for i := range s.entries {
		g := &s.groups[s.entries[i].group]
		switch {
		case ours[g.agent.Key] == nil || g.tools != r.Tools || r.Epochs > 0 && int(s.entries[i].epoch) >= r.Epochs:
			other++
		case !asked[s.entries[i].asked]:
			numbers = append(numbers, i)
		}
	}
	s.mu.RUnlock()
	for _, i := range numbers {
		a, err := s.read(i)
		if err != nil {
			return nil, 0, err
		}
		c := ScoreChange{Task: a.Trial.Task, Agent: ours[a.Head.AgentKey].Name, Epoch: a.Head.Epoch, Before: ModeRates{a.Trial.Score.Paper, a.Trial.Score.Strict}, Cause: TaskRemoved}
		if there[c.Task] {
			c.Cause = QuestionChanged
		}
		changes = append(changes, c)
	}
	slices.SortFunc(changes, func(a, b ScoreChange) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Epoch, b.Epoch), cmp.Compare(fmt.Sprint(a.Cause), fmt.Sprint(b.Cause)))
	})
	return changes, other, nil
}
