package dataset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ReleaseDiff is what changed from one release to another. It is a record.
type ReleaseDiff struct {
	// Old and New are how many tasks each has, twins among them, and Same how many are
	// the same in all but what they were made from.
	Old  int `json:"old"`
	New  int `json:"new"`
	Same int `json:"same"`
	// Version, Corpus and Domain are those of the old and the new release; nil where they
	// are the same.
	Version []string `json:"version,omitempty"`
	Corpus  []string `json:"corpus,omitempty"`
	Domain  []string `json:"domain,omitempty"`
	// Changes are all others, removed ones first, then added ones, then changed ones, by
	// ID; never nil.
	Changes []TaskDiff `json:"changes"`
}

// TaskDiff is what became of one task.
type TaskDiff struct {
	// Kind says what.
	Kind TaskDiffKind `json:"kind"`
	// ID is the task's in the new release; in the old one for a removed task.
	ID string `json:"id"`
	// Was is its ID in the old release, where that is another; "" for the same, and for
	// tasks that only one release has.
	Was string `json:"was,omitempty"`
	// Reasons say why, one after the other; at least one.
	Reasons []string `json:"reasons"`
}

// TaskDiffKind is what became of a task.
type TaskDiffKind string

// The closed set of kinds.
const (
	Removed TaskDiffKind = "removed"
	Added   TaskDiffKind = "added"
	Changed TaskDiffKind = "changed"
)

// Compare says which tasks differ between two releases and why. A task of one is that
// of the other with the same ID; else the one it was before people edited its plan;
// else one with the same plan from the same start, rather in the same language; else one
// in the same language with the same plan from another start. What a task was made from
// is no difference by itself. Comparing the other way round gives the same pairs.
func Compare(old, new *Contents) *ReleaseDiff {
	d := &ReleaseDiff{
		Old: len(old.Tasks), New: len(new.Tasks), Changes: []TaskDiff{},
		Version: differ(old.Version, new.Version),
		Corpus:  differ(origins(old, func(t *task.Task) string { return t.Provenance.Corpus.Short() }), origins(new, func(t *task.Task) string { return t.Provenance.Corpus.Short() })),
		Domain:  differ(origins(old, func(t *task.Task) string { return t.Provenance.Domain }), origins(new, func(t *task.Task) string { return t.Provenance.Domain })),
	}
	m := match(old.Tasks, new.Tasks)
	for _, p := range m.pairs {
		reasons := changes(p.old, p.new)
		if reasons == nil {
			d.Same++
			continue
		}
		c := TaskDiff{Kind: Changed, ID: p.new.ID, Reasons: reasons}
		if p.old.ID != p.new.ID {
			c.Was = p.old.ID
		}
		d.Changes = append(d.Changes, c)
	}
	isNot, wasNot := absencesOf(new), absencesOf(old)
	for _, t := range m.old {
		d.Changes = append(d.Changes, TaskDiff{Kind: Removed, ID: t.ID, Reasons: []string{isNot.removed(t)}})
	}
	for _, t := range m.new {
		d.Changes = append(d.Changes, TaskDiff{Kind: Added, ID: t.ID, Reasons: []string{wasNot.added(t)}})
	}
	order := []TaskDiffKind{Removed, Added, Changed}
	slices.SortFunc(d.Changes, func(a, b TaskDiff) int {
		return cmp.Or(slices.Index(order, a.Kind)-slices.Index(order, b.Kind), strings.Compare(a.ID, b.ID))
	})
	return d
}

// differ returns two texts if they differ, else nil.
func differ(old, new string) []string {
	if old == new {
		return nil
	}
	return []string{old, new}
}

// origins lists what the tasks of a release were made from, sorted, each once.
func origins(p *Contents, of func(*task.Task) string) string {
	all := map[string]bool{}
	for _, t := range p.Tasks {
		all[of(t)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
}

// pair is one task in two releases.
type pair struct{ old, new *task.Task }

// matching is which tasks of two releases are one, and the rest of each, by ID.
type matching struct {
	pairs    []pair
	old, new []*task.Task
}

// match pairs tasks by one sign after the other, each time those that are left.
func match(old, new []*task.Task) *matching {
	byID := func(a, b *task.Task) int { return strings.Compare(a.ID, b.ID) }
	m := &matching{old: slices.SortedFunc(slices.Values(old), byID), new: slices.SortedFunc(slices.Values(new), byID)}
	for _, sign := range []func(*task.Task) string{
		func(t *task.Task) string { return t.ID },
		func(t *task.Task) string { return cmp.Or(t.Review.Original, t.ID) },
		func(t *task.Task) string { return twinMark(t) + t.Language + planOf(t, true) },
		func(t *task.Task) string { return twinMark(t) + planOf(t, true) },
		func(t *task.Task) string { return twinMark(t) + t.Language + planOf(t, false) },
	} {
		m.by(sign)
	}
	return m
}

// by pairs those that have the same sign, the first with the first.
func (m *matching) by(sign func(*task.Task) string) {
	waiting := map[string][]*task.Task{}
	for _, t := range m.old {
		s := sign(t)
		waiting[s] = append(waiting[s], t)
	}
	paired := map[*task.Task]bool{}
	m.new = slices.DeleteFunc(m.new, func(t *task.Task) bool {
		s := sign(t)
		if len(waiting[s]) == 0 {
			return false
		}
		was := waiting[s][0]
		waiting[s], paired[was] = waiting[s][1:], true
		m.pairs = append(m.pairs, pair{was, t})
		return true
	})
	m.old = slices.DeleteFunc(m.old, func(t *task.Task) bool { return paired[t] })
}

// twinMark keeps twins apart from the tasks they are twins of.
func twinMark(t *task.Task) string {
	if t.Twin != nil {
		return "twin "
	}
	return ""
}

// planOf is a task's plan as JSON, with what it starts from or without.
func planOf(t *task.Task, bound bool) string {
	b := jsonLine(t.Plan)
	if bound {
		return b
	}
	var plan map[string]any
	if json.Unmarshal([]byte(b), &plan) != nil {
		return b
	}
	nodes, _ := plan["nodes"].([]any)
	for _, n := range nodes {
		if n, ok := n.(map[string]any); ok && n["op"] == "start" {
			delete(n, "value")
		}
	}
	return jsonLine(plan)
}

// WriteText writes a difference for people: counts first, then a line a change. What a
// terminal would act on is spelt out.
func (d *ReleaseDiff) WriteText(w io.Writer) error {
	counts := map[TaskDiffKind]int{}
	for _, c := range d.Changes {
		counts[c.Kind]++
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tasks %d → %d: %d removed, %d added, %d changed, %d the same\n", d.Old, d.New, counts[Removed], counts[Added], counts[Changed], d.Same)
	for _, k := range []struct {
		name string
		pair []string
	}{{"version", d.Version}, {"corpus", d.Corpus}, {"domain", d.Domain}} {
		if k.pair != nil {
			fmt.Fprintf(&b, "%s %s → %s\n", k.name, visible(cmp.Or(k.pair[0], "none")), visible(cmp.Or(k.pair[1], "none")))
		}
	}
	for _, c := range d.Changes {
		id := visible(c.ID)
		if c.Was != "" {
			id += " (was " + visible(c.Was) + ")"
		}
		mark := map[TaskDiffKind]string{Removed: "-", Added: "+", Changed: "~"}[c.Kind]
		fmt.Fprintf(&b, "%s %s  %s\n", mark, id, visible(strings.Join(c.Reasons, "; ")))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes a difference as JSON.
func (d *ReleaseDiff) WriteJSON(w io.Writer) error { return writeJSON(w, d) }

// visible spells out characters that are not seen: line breaks, terminal controls, marks
// that turn the direction of text.
func visible(s string) string {
	var b strings.Builder
	for _, c := range s {
		if unicode.IsPrint(c) {
			b.WriteRune(c)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(c), "'"))
	}
	return b.String()
}
