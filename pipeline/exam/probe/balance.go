package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// BalanceCheck is the [task.Dropped.Check] of items that are left out because a probe beats
// chance.
const BalanceCheck = "probes"

// Balance leaves out items until no probe is right more often than chance at 95 %. It returns the
// tasks that stay, in their order, and the others by ID, with the name of the probe as reason
// ("letter" for all letters). Tasks without options stay, and so do types with fewer than [MinItems]
// items. A type that begins with more is balanced to the end, however few items that leaves: a
// remainder just below [MinItems] would be as biased as the whole.
//
// From each type the item goes first that adds most to the probes that beat chance; of equals the
// last by ID. What can be put back afterwards is, so that no single item is left out in vain. The
// result does not depend on the order of tasks.
func Balance(tasks []*task.Task) (kept []*task.Task, dropped []task.Dropped) {
	out := map[*task.Task]bool{}
	for _, kind := range task.ExamTypes() {
		of := ofType(tasks, kind)
		for judged := len(of) >= MinItems; judged; { // again, since the median length of claims moves
			needed := newBalance(of, Of(kind)).run()
			if len(needed) == 0 {
				break
			}
			for _, d := range needed {
				out[d.task] = true
				name, _, _ := strings.Cut(d.probe, "-")
				dropped = append(dropped, task.Dropped{ID: d.task.ID, Check: BalanceCheck, Reason: name,
					Detail: fmt.Sprintf("the probe %s is right on it, and on more %s items than chance", d.probe, kind)})
			}
			of = slices.DeleteFunc(of, func(t *task.Task) bool { return out[t] })
		}
	}
	for _, t := range tasks {
		if !out[t] {
			kept = append(kept, t)
		}
	}
	slices.SortStableFunc(dropped, func(a, b task.Dropped) int { return strings.Compare(a.ID, b.ID) })
	return kept, dropped
}

// balance is the state of balancing the items of one type.
type balance struct {
	tasks   []*task.Task // by ID
	probes  []Probe
	credits [][]*credit // of item and probe; nil without an answer
	sums    []tally     // of probes
	gone    []bool
}

// leftOut is an item that is left out for a probe.
type leftOut struct {
	task  *task.Task
	probe string
	at    int
}

func newBalance(tasks []*task.Task, probes []Probe) *balance {
	b := &balance{tasks: tasks, probes: probes, sums: make([]tally, len(probes)), gone: make([]bool, len(tasks))}
	for _, it := range newItems(tasks) {
		row := make([]*credit, len(probes))
		for p := range probes {
			if c, ok := probes[p].answer(it); ok {
				row[p] = &c
				b.sums[p].add(c, 1)
			}
		}
		b.credits = append(b.credits, row)
	}
	return b
}

// run leaves out items until no probe beats chance, and returns them.
func (b *balance) run() []leftOut {
	var out []leftOut
	for {
		worst := -1
		for p := range b.sums {
			if b.sums[p].beats() && (worst < 0 || b.sums[p].z() > b.sums[worst].z()) {
				worst = p
			}
		}
		if worst < 0 {
			break
		}
		i := b.choose(worst)
		b.count(i, -1)
		out = append(out, leftOut{b.tasks[i], b.probes[worst].Name, i})
	}
	var needed []leftOut
	for _, d := range slices.Backward(out) {
		if b.count(d.at, 1); b.beaten() {
			b.count(d.at, -1)
			needed = append(needed, d)
		}
	}
	return needed
}

// count takes an item in (1) or out (-1).
func (b *balance) count(i, times int) {
	b.gone[i] = times < 0
	for p, c := range b.credits[i] {
		if c != nil {
			b.sums[p].add(*c, float64(times))
		}
	}
}

// beaten reports whether any probe beats chance.
func (b *balance) beaten() bool {
	return slices.ContainsFunc(b.sums, func(s tally) bool { return s.beats() })
}

// choose returns the item to leave out for a probe: one on which it does better than chance, and
// that adds most to what beats chance.
func (b *balance) choose(worst int) int {
	best, top := -1, 0.0
	for i, row := range b.credits {
		if b.gone[i] || row[worst] == nil {
			continue
		}
		// The probe itself decides, and others that beat chance or come near it break ties.
		gain := 1000 * (row[worst].score - row[worst].mean)
		for p, c := range row {
			if c != nil && p != worst {
				gain += (c.score - c.mean) * max(0, b.sums[p].z())
			}
		}
		if best < 0 || gain >= top-1e-9 {
			best, top = i, max(gain, top)
		}
	}
	return best
}
