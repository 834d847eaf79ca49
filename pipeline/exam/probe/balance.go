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
// ("letter" for all letters). Tasks without options stay. Each type is balanced by itself, and so are
// the smallest types together, see [BlindReport.Small]: no probe beats chance on one of them, nor one
// on all of them that it can answer. A type that begins with [MinItems] items is judged as a large one
// to the end, however few items that leaves.
//
// The item goes first that adds most to the probes that beat chance; of equals the
// last by ID. What can be put back afterwards is, so that no single item is left out in vain. The
// result does not depend on the order of tasks.
func Balance(tasks []*task.Task) (kept []*task.Task, dropped []task.Dropped) {
	byType, large := map[string][]*task.Task{}, map[string]bool{}
	for _, kind := range task.ExamTypes() {
		byType[kind] = ofType(tasks, kind)
		large[kind] = len(byType[kind]) >= MinItems
	}
	out := map[*task.Task]bool{}
	drop := func(kinds []string, columns []column, large bool, where string) bool {
		var of []*task.Task
		for _, kind := range kinds {
			of = append(of, byType[kind]...)
		}
		needed := newBalance(of, columns, large).run()
		for _, d := range needed {
			out[d.task] = true
			name, _, _ := strings.Cut(d.probe, "-")
			dropped = append(dropped, task.Dropped{ID: d.task.ID, Check: BalanceCheck, Reason: name,
				Detail: fmt.Sprintf("the probe %s is right on it, and on more %s than chance", d.probe, where)})
		}
		for _, kind := range kinds {
			byType[kind] = slices.DeleteFunc(byType[kind], func(t *task.Task) bool { return out[t] })
		}
		return len(needed) > 0
	}
	for again := true; again; { // what is dropped of one type counts for all, and moves the median length of claims
		again = false
		for _, kind := range task.ExamTypes() {
			for drop([]string{kind}, columnsOf(kind), large[kind], kind+" items") {
				again = true
			}
		}
		if pool := smallest(byType); drop(pool, common(pool), false, "items of the smallest types") {
			again = true
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

// smallest returns the types with fewest items, as many as have [MinItems] items together, in the order
// of reports; nil if no type has fewer by itself.
func smallest(byType map[string][]*task.Task) (kinds []string) {
	all := slices.DeleteFunc(task.ExamTypes(), func(kind string) bool { return len(byType[kind]) == 0 })
	slices.SortStableFunc(all, func(a, b string) int { return len(byType[a]) - len(byType[b]) })
	n := 0
	for _, kind := range all {
		if n >= MinItems || n == 0 && len(byType[kind]) >= MinItems {
			break
		}
		n += len(byType[kind])
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int { return slices.Index(task.ExamTypes(), a) - slices.Index(task.ExamTypes(), b) })
	return kinds
}

// column is a probe as it is judged: on the items of one type, or of several.
type column struct {
	name, doc string
	answer    map[string]func(*item) (credit, bool) // by type
}

// columnsOf are the probes of a type.
func columnsOf(kind string) (all []column) {
	for _, p := range Of(kind) {
		all = append(all, column{p.Name, p.Doc, map[string]func(*item) (credit, bool){kind: p.answer}})
	}
	return all
}

// common are the probes that several of some types have, over all of these.
func common(kinds []string) (all []column) {
	for _, kind := range kinds {
		for _, p := range Of(kind) {
			i := slices.IndexFunc(all, func(c column) bool { return c.name == p.Name })
			if i < 0 {
				i, all = len(all), append(all, column{p.Name, p.Doc, map[string]func(*item) (credit, bool){}})
			}
			all[i].answer[kind] = p.answer
		}
	}
	return slices.DeleteFunc(all, func(c column) bool { return len(c.answer) < 2 })
}

// balance is the state of balancing items.
type balance struct {
	tasks   []*task.Task // by type and ID
	columns []column
	large   bool        // a type that is not small
	credits [][]*credit // of item and column; nil without an answer
	sums    []tally     // of columns
	gone    []bool
}

// leftOut is an item that is left out for a probe.
type leftOut struct {
	task  *task.Task
	probe string
	at    int
}

func newBalance(tasks []*task.Task, columns []column, large bool) *balance {
	b := &balance{tasks: tasks, columns: columns, large: large, sums: make([]tally, len(columns)), gone: make([]bool, len(tasks))}
	for first := 0; first < len(tasks); {
		kind, end := tasks[first].Type, first
		for end < len(tasks) && tasks[end].Type == kind {
			end++
		}
		for _, it := range newItems(tasks[first:end]) {
			row := make([]*credit, len(columns))
			for i := range columns {
				answer := columns[i].answer[kind]
				if answer == nil {
					continue
				}
				if c, ok := answer(it); ok {
					row[i] = &c
					b.sums[i].add(c, 1)
				}
			}
			b.credits = append(b.credits, row)
		}
		first = end
	}
	return b
}

// run leaves out items until no probe beats chance, and returns them.
func (b *balance) run() []leftOut {
	var out []leftOut
	for {
		worst := -1
		for p := range b.sums {
			if (worst < 0 || b.sums[p].z() > b.sums[worst].z()) && b.sums[p].beats(b.large) {
				worst = p
			}
		}
		if worst < 0 {
			break
		}
		i := b.choose(worst)
		b.count(i, -1)
		out = append(out, leftOut{b.tasks[i], b.columns[worst].name, i})
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
			b.sums[p].add(*c, times)
		}
	}
}

// beaten reports whether any probe beats chance.
func (b *balance) beaten() bool {
	return slices.ContainsFunc(b.sums, func(s tally) bool { return s.beats(b.large) })
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
