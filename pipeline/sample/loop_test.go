package sample

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Whatever becomes of choices, the loop takes no more paths than wanted, accounts for every
// choice it tried, returns only tasks that pass the proof, and none twice.
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
		loop.Ground = func(_ context.Context, c Choice, wanted int) (*Grounded, error) {
			key := fmt.Sprint(c.Path.ID, c.Demand)
			draw := rand.New(rand.NewPCG(seed, uint64(len(key))))
			g := &Grounded{Dropped: map[plan.Reason]int{}}
			for i := range wanted {
				if draw.IntN(luck) > 0 {
					g.Dropped["tie"]++
					continue
				}
				id := fmt.Sprint(key, i, draw.IntN(3))
				g.Tasks = append(g.Tasks, &task.Task{
					ID: id, Draft: id, Path: c.Path.ID, Structure: plan.Structure{Hops: len(c.Path.Hops)},
					AnswerValues: []value.Answer{{Kind: value.Text, Text: id}},
				})
			}
			g.Passed = len(g.Tasks)
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
		}
		seen := map[string]bool{}
		for _, tk := range tasks {
			if fault, _ := loop.Prove(t.Context(), tk); fault != "" || seen[tk.ID] {
				t.Errorf("task %s has fault %q, is there before: %v; want neither", tk.ID, fault, seen[tk.ID])
			}
			seen[tk.ID] = true
		}
		if len(tasks) != total || counted > total {
			t.Errorf("%d tasks of %d paths, the funnels count %d tasks", len(tasks), counted, total)
		}
	})
}
