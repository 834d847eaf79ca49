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
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Reading says which attempts of a store are looked at, and against which tasks.
type Reading struct {
	// Tasks are the tasks as they are now. An attempt belongs to every task that asks what
	// it was asked, whatever else of the task changed since.
	Tasks []*task.Task
	// Entrants are whose attempts count, by their keys; nil means those of
	// [Store.Entrants]. Names and roles are as they are here.
	Entrants []Entrant
	// Tools is the key of the tools that attempts were made with; "" means that of
	// [Store.Tools].
	Tools digest.Digest
	// Epochs is how many attempts of each entrant at each task are looked at, the first
	// ones; less than 1 means all. A part of an epoch is no fair part of its tasks: what
	// was quick comes first.
	Epochs int
	// Workers is how many attempts are graded at a time; less than 1 reads as one a
	// processor.
	Workers int
	// Classify says why an attempt failed, going by its own score; nil leaves classes out.
	// It is called from several goroutines.
	Classify func(*task.Task, *agent.Transcript, score.Score) failure.Class
}

// Regraded is what grading a store against tasks came to. It is a record.
type Regraded struct {
	// Marks are in the order of the tasks, for each in that of the entrants, then by
	// epoch. Twins have the credit that [bench.Pairs] leaves them.
	Marks []bench.Mark `json:"marks"`
	// Changes are the attempts that got something else than when they were made, in the
	// order of the marks; then those that no task asks for any more, by task, agent and
	// epoch.
	Changes []Change `json:"changes"`
	// Again is how many attempts were graded anew, changed or not.
	Again int `json:"again"`
	// Other is how many attempts of the store are of other entrants, other tools or later
	// epochs, and were passed over.
	Other int `json:"other"`
}

// Change is what happened to an attempt's score since it was made.
type Change struct {
	// Task, Agent and Epoch say which attempt it is; the task's ID is that of now, or of
	// then where there is none now.
	Task  string `json:"task"`
	Agent string `json:"agent"`
	Epoch int    `json:"epoch"`
	// Before and After are its rates; After is nil where it was dropped.
	Before Grades  `json:"before"`
	After  *Grades `json:"after"`
	// Why says what changed.
	Why Why `json:"why"`
}

// Grades are the rates of an attempt in both modes.
type Grades struct {
	Paper  score.Rates `json:"paper"`
	Strict score.Rates `json:"strict"`
}

// Why is why a score is another.
type Why string

// The closed set of causes. Of several the first in this order is given.
const (
	Keywords Why = "keywords" // the task's keywords
	Answers  Why = "answer"   // its typed answers
	Grader   Why = "grader"   // the rules of grading
	Pair     Why = "pair"     // of a twin, what the task got that it is the twin of
	Question Why = "question" // the attempt is dropped: the task asks something else
	Gone     Why = "gone"     // the attempt is dropped: there is no such task
)

// Regrade gives every attempt the score it deserves by the tasks as they are now. One
// whose keywords, typed answers and rules of grading are what they were keeps its score;
// others are graded anew. Nothing is written. An error is one of reading the store, or
// the cause of ctx.
func Regrade(ctx context.Context, s *Store, r Reading) (*Regraded, error) {
	m, err := mark(ctx, s, &r)
	if err != nil {
		return nil, err
	}
	m.pair()
	dropped, other, err := s.dropped(&r)
	if err != nil {
		return nil, err
	}
	g := &Regraded{Marks: m.marks, Changes: []Change{}, Again: m.again, Other: other}
	for _, i := range slices.Sorted(maps.Keys(m.changes)) {
		g.Changes = append(g.Changes, m.changes[i])
	}
	g.Changes = append(g.Changes, dropped...)
	return g, nil
}

// chunk is how many attempts are graded before their marks are taken down.
const chunk = 1 << 12

// marking is a reading on the way to its marks.
type marking struct {
	marks         []bench.Mark
	changes       map[int]Change // by mark
	twins         map[int]graded // by mark
	before, after *bench.Pairs
	again         int
}

// mark grades the attempts of a reading, those of twins by themselves.
func mark(ctx context.Context, s *Store, r *Reading) (*marking, error) {
	places, err := s.places(r)
	if err != nil {
		return nil, err
	}
	workers := r.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	m := &marking{
		marks: make([]bench.Mark, 0, len(places)), changes: map[int]Change{}, twins: map[int]graded{},
		before: bench.NewPairs(r.Tasks), after: bench.NewPairs(r.Tasks),
	}
	for part := range slices.Chunk(places, chunk) {
		some, err := run.Map(ctx, workers, part, func(_ context.Context, _ int, p *place) (graded, error) {
			return s.grade(r, p)
		})
		if err != nil {
			return nil, err
		}
		for i := range some {
			m.take(&some[i])
		}
	}
	return m, nil
}

// take takes the next mark down.
func (m *marking) take(g *graded) {
	i, k := len(m.marks), &g.mark
	m.before.Note(k.Task, k.Agent, k.Epoch, g.before.Strict)
	m.after.Note(k.Task, k.Agent, k.Epoch, k.Strict)
	if g.why != "" {
		m.again++
	}
	if g.twin != nil {
		m.twins[i] = *g
	} else if c, ok := g.change(k); ok {
		m.changes[i] = c
	}
	m.marks = append(m.marks, *k)
}

// pair withholds from twins what they do not deserve, then and now.
func (m *marking) pair() {
	for i, g := range m.twins {
		k := &m.marks[i]
		g.before.Strict = m.before.Withhold(k.Task, k.Agent, k.Epoch, g.twin.before).Strict
		k.Strict = m.after.Withhold(k.Task, k.Agent, k.Epoch, g.twin.after).Strict
		if c, ok := g.change(k); ok {
			m.changes[i] = c
		}
	}
}

// Attempts reads the attempts that a reading looks at, in the order of [Regraded.Marks],
// one at a time. Their trials have the tasks, types, names, roles and scores of now, but
// for what [bench.Pairs] withholds. After an error it ends.
func Attempts(s *Store, r Reading) iter.Seq2[*Attempt, error] {
	return func(yield func(*Attempt, error) bool) {
		places, err := s.places(&r)
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

// place is where the attempt of an entrant at a task stands.
type place struct {
	task      *task.Task
	reference *Reference
	entrant   *Entrant
	number    int
}

// places finds the attempts of a reading, whose defaults it fills in.
func (s *Store) places(r *Reading) ([]*place, error) {
	if r.Entrants == nil {
		r.Entrants = s.Entrants()
	}
	r.Tools = cmp.Or(r.Tools, s.Tools())
	epochs := s.epochs()
	if r.Epochs > 0 {
		epochs = min(epochs, r.Epochs)
	}
	var places []*place
	for _, t := range r.Tasks {
		asked := Asked(t)
		ref, err := reference(t)
		if err != nil {
			return nil, err
		}
		for i := range r.Entrants {
			for epoch := range epochs {
				if n, ok := s.find(Name(asked, r.Tools, r.Entrants[i].Key, epoch)); ok {
					places = append(places, &place{t, &ref, &r.Entrants[i], n})
				}
			}
		}
	}
	return places, nil
}

// epochs returns the highest number of attempts of one agent at one task.
func (s *Store) epochs() (n int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for i := range s.list {
		n = max(n, int(s.list[i].epoch)+1)
	}
	return n
}

// regrade reads an attempt and brings it up to the task of now. It returns what it got
// when it was made.
func (s *Store) regrade(p *place) (*Attempt, score.Score, error) {
	a, err := s.read(p.number)
	if err != nil {
		return nil, score.Score{}, err
	}
	t, before := &a.Trial, a.Trial.Score
	t.Task, t.Type, t.Agent, t.Role = p.task.ID, p.task.Type, p.entrant.Name, p.entrant.Role
	if a.Reference != *p.reference {
		t.Score = score.Grade(task.Reference(p.task), t.Transcript.Attempt())
	}
	return a, before, nil
}

// graded is an attempt's mark with what it got before.
type graded struct {
	mark   bench.Mark
	before Grades
	why    Why   // "" where the reference is what it was
	twin   *twin // nil of a task that has an answer
}

// twin is what an attempt at a twin got and gets by itself.
type twin struct{ before, after score.Score }

func (s *Store) grade(r *Reading, p *place) (g graded, err error) {
	a, before, err := s.regrade(p)
	if err != nil {
		return g, err
	}
	g = graded{mark: bench.MarkOf(&a.Trial, a.Seconds), before: Grades{before.Paper, before.Strict}}
	switch was := &a.Reference; {
	case was.Keywords != p.reference.Keywords:
		g.why = Keywords
	case was.Values != p.reference.Values:
		g.why = Answers
	case was.Grader != p.reference.Grader:
		g.why = Grader
	}
	if r.Classify != nil {
		g.mark.Failure = r.Classify(p.task, a.Trial.Transcript, a.Trial.Score)
	}
	if p.task.Twin != nil {
		g.twin = &twin{before, a.Trial.Score}
	}
	return g, nil
}

// change returns what changed up to a mark; ok is false where nothing did.
func (g *graded) change(m *bench.Mark) (c Change, ok bool) {
	is := Grades{m.Paper, m.Strict}
	if same(g.before.Paper, is.Paper) && same(g.before.Strict, is.Strict) {
		return c, false
	}
	return Change{Task: m.Task, Agent: m.Agent, Epoch: m.Epoch, Before: g.before, After: &is, Why: cmp.Or(g.why, Pair)}, true
}

// same reports whether rates are equal.
func same(a, b score.Rates) bool {
	equal := func(x, y *float64) bool { return x == y || x != nil && y != nil && *x == *y }
	return equal(a.Success, b.Success) && equal(a.Process, b.Process)
}

// dropped returns the attempts of a reading's entrants that none of its tasks asks for,
// and how many are of others.
func (s *Store) dropped(r *Reading) (changes []Change, other int, err error) {
	asked, there, ours := map[sum]bool{}, map[string]bool{}, map[digest.Digest]*Entrant{}
	for _, t := range r.Tasks {
		k, err := Asked(t).Sum()
		if err != nil {
			return nil, 0, err
		}
		asked[k], there[t.ID] = true, true
	}
	for i := range r.Entrants {
		ours[r.Entrants[i].Key] = &r.Entrants[i]
	}
	var numbers []int
	s.mu.RLock()
	for i := range s.list {
		g := &s.groups[s.list[i].group]
		switch {
		case ours[g.entrant.Key] == nil || g.tools != r.Tools || r.Epochs > 0 && int(s.list[i].epoch) >= r.Epochs:
			other++
		case !asked[s.list[i].asked]:
			numbers = append(numbers, i)
		}
	}
	s.mu.RUnlock()
	for _, i := range numbers {
		a, err := s.read(i)
		if err != nil {
			return nil, 0, err
		}
		c := Change{Task: a.Trial.Task, Agent: ours[a.Head.Entrant].Name, Epoch: a.Head.Epoch, Before: Grades{a.Trial.Score.Paper, a.Trial.Score.Strict}, Why: Gone}
		if there[c.Task] {
			c.Why = Question
		}
		changes = append(changes, c)
	}
	slices.SortFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Epoch, b.Epoch), cmp.Compare(fmt.Sprint(a.Why), fmt.Sprint(b.Why)))
	})
	return changes, other, nil
}
