package sample

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// drawnTask returns a task of a choice of the toy domain whose entities and keys have drawn
// names.
func drawnTask(t *rapid.T, c Choice, id string, name func() string) *task.Task {
	return taskOf(t, grown["toy"]().domain, c, id, name)
}

// taskOf returns a task of a choice whose entities and keys have the names that name returns.
func taskOf(t rapid.TB, d *domain.Domain, c Choice, id string, name func() string) *task.Task {
	p := programOf(d, c)
	types, err := p.Types(d)
	if err != nil {
		t.Fatal(err)
	}
	drawn := &task.Task{
		ID: id, Draft: id, Path: c.Path.ID, Plan: p, Structure: plan.Structure{Hops: len(c.Path.Hops)},
		KeyAnswer: []string{name()}, AnswerValues: []value.Answer{{Kind: value.Text, Text: id}},
		Entities: []task.Entity{{Type: c.Path.Start, Name: []string{name()}}},
	}
	for i, n := range p.Nodes {
		if types[i].Entity != "" {
			drawn.Steps = append(drawn.Steps, plan.Step{Node: n.Name, Op: n.Do.Kind(), Selected: []string{name()}})
		}
	}
	return drawn
}

// Whatever becomes of choices, the loop takes no more paths than wanted, accounts for every
// choice it tried, returns only tasks that pass the proof, and none twice. Tasks have no more
// in common than the limits allow, as far as they were raised, and the loop's counts are those
// of the tasks.
func TestLoopKeepsToItsQuotas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := grown["toy"]()
		luck, seed := rapid.IntRange(1, 5).Draw(t, "luck"), rapid.Uint64().Draw(t, "seed")
		loop := &Loop{Sampler: New(f.domain), Entities: rapid.IntRange(1, 3).Draw(t, "entities"), Workers: 2}
		for hops := 1; hops <= rapid.IntRange(1, 3).Draw(t, "depth"); hops++ {
			live := LivePaths{All: len(f.paths[hops-1]), Paths: some(t, f.paths[hops-1], 6), Demands: map[string][]plan.Demand{}}
			for _, p := range live.Paths {
				live.Demands[p.ID] = plan.Demands(f.domain, p)
			}
			loop.Live, loop.Quotas = append(loop.Live, live), append(loop.Quotas, rapid.IntRange(0, 4).Draw(t, "quota"))
		}
		loop.Members = map[string]int{"company": rapid.IntRange(0, 8).Draw(t, "members")}
		brief := map[string]bool{} // by choice: whether it could be given up when it was grounded last
		names := rapid.IntRange(1, 40).Draw(t, "names")
		loop.Ground = func(_ context.Context, c Choice, wanted int, without Unwanted) (*Grounded, error) {
			key := fmt.Sprint(c.Path.ID, c.Demand)
			draw := rand.New(rand.NewPCG(seed, uint64(len(key))))
			g := &Grounded{Dropped: map[plan.Reason]int{}, GaveUp: without.Brief && len(key)%2 == 0}
			if brief[key] = without.Brief; g.GaveUp {
				g.Entities, g.Possible, g.Tried = 9, []int32{0, 1, 2, 3}, []int32{0, 1}
				return g, nil
			}
			for i := 0; i < 2*wanted && len(g.Tasks) < wanted; i++ {
				if draw.IntN(luck) > 0 {
					g.Dropped["tie"]++
					continue
				}
				drawn := drawnTask(t, c, fmt.Sprint(key, i, draw.IntN(3)), func() string { return fmt.Sprint("某", draw.IntN(names)) })
				told, reason := without.Told(drawn), without.Refuse(drawn)
				if told != (reason == Repeated) {
					t.Fatalf("task %s is told: %t, and refused as %q: want %s if it is told, and then alone", drawn.ID, told, reason, Repeated)
				}
				if reason != "" {
					g.Dropped[reason]++
					continue
				}
				g.Tasks = append(g.Tasks, drawn)
			}
			g.Passed, g.Entities, g.Possible = len(g.Tasks), 9, []int32{0, 1, 2, 3}
			g.Tried, g.Fit = []int32{0, int32(len(key)) % 4, 3}, []int32{3}[:min(1, len(g.Tasks))]
			return g, nil
		}
		loop.Prove = func(_ context.Context, t *task.Task) (plan.Reason, error) {
			if len(t.ID)%4 == 0 {
				return "names", nil
			}
			return "", nil
		}
		counted := 0
		loop.Accepted = func() { counted++ }
		tasks, funnels, err := loop.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for i, q := range funnels {
			dropped := 0
			for _, n := range q.Dropped {
				dropped += n
			}
			if q.Accepted > q.Wanted || q.Wanted != loop.Quotas[i] || q.Tried != q.Accepted+dropped || q.Tasks > q.Accepted*(loop.Entities+1) {
				t.Errorf("funnel %+v, want at most %d paths, and each choice tried accepted or dropped", q, loop.Quotas[i])
			}
			total += q.Tasks
			ofPaths := 0
			for _, p := range q.ByPath {
				ofPaths += p.Tasks
				if p.Entities != 9 || p.Possible != 4 || p.Tried < 2 || p.Tried > 4 || p.Fit > 1 || p.Tasks > 0 && p.Fit == 0 || strings.Count(p.Path, plan.Separator) != i {
					t.Errorf("funnel of a path of %d hops is %+v", i+1, p)
				}
			}
			if ofPaths != q.Tasks || !slices.IsSortedFunc(q.ByPath, func(a, b PathFunnel) int { return strings.Compare(a.Path, b.Path) }) {
				t.Errorf("paths have %d tasks, want %d: %+v", ofPaths, q.Tasks, q.ByPath)
			}
		}
		if !loop.spread.fits(tasks) {
			t.Errorf("%d tasks have more in common than the limits, raised by %d, allow", len(tasks), loop.spread.raised)
		}
		if own := newSpread(f.domain, 0, nil); true {
			own.add(tasks, 1)
			maps.DeleteFunc(loop.spread.entities, func(_ entityKey, n int) bool { return n == 0 })
			maps.DeleteFunc(loop.spread.keys, func(_ depthKey, n int) bool { return n == 0 })
			if !maps.Equal(own.entities, loop.spread.entities) || !maps.Equal(own.keys, loop.spread.keys) {
				t.Errorf("counts of entities are %v and of keys %v, want those of the tasks, %v and %v", loop.spread.entities, loop.spread.keys, own.entities, own.keys)
			}
		}
		seen := map[string]bool{}
		for _, tk := range tasks {
			if fault, _ := loop.Prove(t.Context(), tk); fault != "" || seen[tk.ID] {
				t.Errorf("task %s has fault %q, is there before: %v; want neither", tk.ID, fault, seen[tk.ID])
			}
			seen[tk.ID] = true
		}
		for i, q := range funnels {
			for _, p := range loop.Live[i].Paths {
				for _, demand := range loop.Live[i].Demands[p.ID] {
					if key := fmt.Sprint(p.ID, demand); brief[key] && len(key)%2 == 0 && q.Accepted < q.Wanted {
						t.Errorf("%s was given up, though %d of %d paths are missing", key, q.Wanted-q.Accepted, q.Wanted)
					}
				}
			}
		}
		if len(tasks) != total || counted > total {
			t.Errorf("%d tasks of %d paths, the funnels count %d tasks", len(tasks), counted, total)
		}
	})
}

// A loop ends where every task has the same yes, so that its limit refuses most of them.
func TestLoopEndsWithOneTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := grown["toy"]()
		live := LivePaths{All: len(f.paths[0]), Paths: some(t, f.paths[0], 4), Demands: map[string][]plan.Demand{}}
		for _, p := range live.Paths {
			live.Demands[p.ID] = plan.Demands(f.domain, p)
		}
		loop := &Loop{Sampler: New(f.domain), Entities: 1, Workers: 1, Live: []LivePaths{live}, Quotas: []int{5}}
		made := 0
		loop.Ground = func(_ context.Context, c Choice, _ int, without Unwanted) (*Grounded, error) {
			made++
			drawn := drawnTask(t, c, fmt.Sprint(made), func() string { return fmt.Sprint("某", made) })
			drawn.AnswerValues = []value.Answer{{Kind: value.Truth, Text: fmt.Sprint(made), Yes: true}}
			if reason := without.Refuse(drawn); reason != "" {
				return &Grounded{Dropped: map[plan.Reason]int{reason: 1}}, nil
			}
			return &Grounded{Tasks: []*task.Task{drawn}, Passed: 1, Dropped: map[plan.Reason]int{}}, nil
		}
		loop.Prove = func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if _, _, err := loop.Run(ctx); err != nil {
			t.Fatalf("%d tasks were made: %v", made, err)
		}
	})
}

// At each depth no more choices start from a code than the limit of those wanted up to there says,
// the deepest first: so depths that are filled later have their share.
func TestLimitsOfChoicesAreForAllDepths(t *testing.T) {
	f := grown["legal"]()
	loop := &Loop{Sampler: New(f.domain), Quotas: []int{10, 50, 30}, Entities: 1, Workers: 1}
	for _, paths := range f.paths {
		loop.Live = append(loop.Live, LivePaths{All: len(paths), Paths: slices.DeleteFunc(slices.Clone(paths), func(p plan.Path) bool {
			return f.domain.Entity(p.Start).Named != domain.Seldom && p.Start != "case_number"
		})})
	}
	for i := range loop.Live {
		loop.Live[i].Demands = map[string][]plan.Demand{}
		for _, p := range loop.Live[i].Paths {
			loop.Live[i].Demands[p.ID] = plan.Demands(f.domain, p)
		}
	}
	made := 0
	loop.Ground = func(_ context.Context, c Choice, _ int, without Unwanted) (*Grounded, error) {
		g := &Grounded{Dropped: map[plan.Reason]int{}}
		drawn := taskOf(t, f.domain, c, fmt.Sprint(made), func() string { made++; return fmt.Sprint(made) })
		if reason := without.Refuse(drawn); reason == "" {
			g.Tasks, g.Passed = append(g.Tasks, drawn), 1
		} else {
			g.Dropped[reason]++
		}
		return g, nil
	}
	loop.Prove = func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
	depth := 0 // of the choice accepted last
	limits := map[int]int{3: coverage.CodedLimit(30), 2: coverage.CodedLimit(80), 1: coverage.CodedLimit(90)}
	loop.Accepted = func() {
		last := loop.accepted[len(loop.accepted)-1]
		depth = len(last.choice.Path.Hops)
		if used := loop.Sampler.restrained.used[coded]; used > limits[depth] {
			t.Errorf("%d choices start from a code after one of %d hops, want at most %d", used, depth, limits[depth])
		}
	}
	if _, _, err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if depth != 1 || len(loop.accepted) != 90 {
		t.Errorf("%d choices, the last of %d hops, want 90 and 1", len(loop.accepted), depth)
	}
}

// Tasks are proved until as many pass as wanted, whatever the number of workers.
func TestProvedStopsAtTheNumberWanted(t *testing.T) {
	for _, test := range []struct {
		tasks, wanted, bad int // bad is the number of the first tasks that fail
		kept, proofs       int
		fault              plan.Reason
	}{
		{tasks: 8, wanted: 1, kept: 1, proofs: 1},
		{tasks: 8, wanted: 1, bad: 2, kept: 1, proofs: 3},
		{tasks: 8, wanted: 2, bad: 1, kept: 2, proofs: 4},
		{tasks: 3, wanted: 2, bad: 2, kept: 1, proofs: 3, fault: "guess"},
		{tasks: 2, wanted: 2, bad: 2, proofs: 2, fault: "guess"},
		{wanted: 2},
	} {
		var tasks []*task.Task
		for i := range test.tasks {
			tasks = append(tasks, &task.Task{ID: fmt.Sprint(i)})
		}
		for _, workers := range []int{1, 3} {
			var proofs atomic.Int64
			loop := &Loop{Workers: workers, Prove: func(_ context.Context, tk *task.Task) (plan.Reason, error) {
				proofs.Add(1)
				if tk.ID < fmt.Sprint(test.bad) {
					return "guess", nil
				}
				return "", nil
			}}
			kept, fault, err := loop.proved(t.Context(), tasks, test.wanted)
			if err != nil || len(kept) != test.kept || fault != test.fault || proofs.Load() != int64(test.proofs) {
				t.Errorf("%+v, %d workers: %d tasks, %d proofs, fault %q, %v", test, workers, len(kept), proofs.Load(), fault, err)
			}
			for i, k := range kept {
				if k != tasks[test.bad+i] {
					t.Errorf("%+v: task %d is %s, want %s", test, i, k.ID, tasks[test.bad+i].ID)
				}
			}
		}
	}
}

// A larger quota never gives fewer tasks at a depth: where depths draw on the same answers, those
// of which more are wanted take them from none, if quotas are filled in turns.
func TestLargerQuotasTakeNothing(t *testing.T) {
	taken := 0 // runs in which the deepest quota first takes something
	rapid.Check(t, func(t *rapid.T) {
		f := grown["toy"]()
		answers, seed := rapid.IntRange(1, 16).Draw(t, "answers"), rapid.Uint64().Draw(t, "seed")
		var live []LivePaths
		for hops := 1; hops <= 3; hops++ {
			of := LivePaths{All: len(f.paths[hops-1]), Paths: some(t, f.paths[hops-1], 4), Demands: map[string][]plan.Demand{}}
			for _, p := range of.Paths {
				of.Demands[p.ID] = plan.Demands(f.domain, p)
			}
			live = append(live, of)
		}
		run := func(quotas []int, turns bool) []*QuotaFunnel {
			loop := &Loop{Sampler: New(f.domain), Live: live, Quotas: quotas, Entities: 1, Workers: 1, Turns: turns}
			loop.Ground = func(_ context.Context, c Choice, wanted int, without Unwanted) (*Grounded, error) {
				key := fmt.Sprint(c.Path.ID, c.Demand)
				draw := rand.New(rand.NewPCG(seed, uint64(len(key))))
				g := &Grounded{Dropped: map[plan.Reason]int{}, Entities: 9, Possible: []int32{0, 1, 2, 3}}
				for i := 0; i < 3*wanted && len(g.Tasks) < wanted; i++ {
					made := drawnTask(t, c, fmt.Sprint(key, i), func() string { return fmt.Sprint(key, i) })
					made.AnswerValues[0].Text = fmt.Sprint("answer ", draw.IntN(answers))
					if reason := without.Refuse(made); reason != "" {
						g.Dropped[reason]++
						continue
					}
					g.Tasks = append(g.Tasks, made)
				}
				return g, nil
			}
			loop.Prove = func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
			_, funnels, err := loop.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return funnels
		}
		larger := []int{rapid.IntRange(1, 8).Draw(t, "1-hop"), rapid.IntRange(1, 8).Draw(t, "2-hop"), rapid.IntRange(1, 8).Draw(t, "3-hop")}
		most := rapid.IntRange(1, 8).Draw(t, "most")
		smaller := []int{min(larger[0], most), min(larger[1], most), min(larger[2], most)}
		few, many, first := run(smaller, true), run(larger, true), run(larger, false)
		for i := range few {
			if many[i].Accepted < few[i].Accepted {
				t.Errorf("%d hops: quotas %v give %d paths, and the larger quotas %v only %d", i+1, smaller, few[i].Accepted, larger, many[i].Accepted)
			}
			if first[i].Accepted < few[i].Accepted {
				taken++
				others := slices.ContainsFunc(first, func(o *QuotaFunnel) bool { return o.Accepted > first[i].Accepted })
				if others && !Crowded(first) {
					t.Errorf("the deepest first give %d hops %d of %d paths, but no quota counts as crowded", i+1, first[i].Accepted, first[i].Wanted)
				}
			}
		}
	})
	if taken == 0 {
		t.Error("the deepest quota first took nothing in any run: want a case that tests something")
	}
}

// What is put aside is proved once it is wanted, and leaves the reserve if it fails.
func TestWhatIsPutAsideIsProvedWhenWanted(t *testing.T) {
	f := grown["toy"]()
	c := Choice{Path: f.paths[0][0], Demand: plan.Demand{Operator: "list"}}
	for _, fault := range []plan.Reason{"", "guess"} {
		proofs := 0
		loop := &Loop{Sampler: New(f.domain), Entities: 2, Workers: 1, revealed: newRevealed(), spread: newSpread(f.domain, 0, nil)}
		loop.funnels = []*QuotaFunnel{{Hops: 1, Dropped: map[plan.Reason]int{}}}
		loop.funnels[0].Executions.Dropped = map[plan.Reason]int{}
		loop.Ground = func(_ context.Context, _ Choice, _ int, without Unwanted) (*Grounded, error) {
			made := &task.Task{ID: "a", Draft: "a", KeyAnswer: []string{"a"}, Plan: new(plan.Program), Structure: plan.Structure{Hops: 1}}
			without.Refuse(made)
			return &Grounded{Dropped: map[plan.Reason]int{}, Tasks: []*task.Task{made}}, nil
		}
		loop.Prove = func(context.Context, *task.Task) (plan.Reason, error) {
			proofs++
			return fault, nil
		}
		tried, _, err := loop.try(t.Context(), c, 2)
		if err != nil || len(tried.tasks) != 1 || proofs != 0 {
			t.Fatalf("%d tasks, %d proofs, %v, want one without a proof", len(tried.tasks), proofs, err)
		}
		for _, made := range tried.tasks {
			loop.revealed.add(made)
		}
		loop.reserve = []chosen{tried}
		loop.funnels[0].Dropped[Replaced] = 1
		passes := loop.provesReserved(t.Context(), c)
		if passes != (fault == "") || proofs != 1 || passes != (len(loop.reserve) == 1) || !passes && loop.funnels[0].Dropped[fault] != 1 {
			t.Errorf("fault %q: passes %v after %d proofs, %d in reserve, dropped %v", fault, passes, proofs, len(loop.reserve), loop.funnels[0].Dropped)
		}
		if tells := loop.revealed.reveals(tried.tasks[0]); tells != passes {
			t.Errorf("fault %q: the task in reserve tells its answer: %v", fault, tells)
		}
		if passes && (!loop.provesReserved(t.Context(), c) || proofs != 1) {
			t.Errorf("%d proofs, want one", proofs)
		}
	}
}

// Choices that were given up and not needed for one turn are tried in the next.
func TestGivenUpChoicesWaitForLaterTurns(t *testing.T) {
	f := grown["toy"]()
	p := f.paths[0][0]
	demands := plan.Demands(f.domain, p)
	loop := &Loop{Sampler: New(f.domain), Quotas: []int{len(demands)}, Entities: 1, Workers: 1, Turns: true}
	loop.Live = []LivePaths{{All: 1, Paths: []plan.Path{p}, Demands: map[string][]plan.Demand{p.ID: demands}}}
	loop.Ground = func(_ context.Context, c Choice, _ int, without Unwanted) (*Grounded, error) {
		g := &Grounded{Dropped: map[plan.Reason]int{}, GaveUp: without.Brief}
		made := &task.Task{ID: fmt.Sprint(c.Demand), Draft: fmt.Sprint(c.Demand), Plan: new(plan.Program), Structure: plan.Structure{Hops: 1}}
		if !without.Brief && without.Refuse(made) == "" {
			g.Tasks = append(g.Tasks, made)
		}
		return g, nil
	}
	loop.Prove = func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
	tasks, _, err := loop.Run(t.Context())
	if err != nil || len(demands) < 2 || len(tasks) < 2 {
		t.Errorf("%d tasks of %d choices, %v", len(tasks), len(demands), err)
	}
}
