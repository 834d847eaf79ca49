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

// ReleaseDiff is the difference between two releases.
type ReleaseDiff struct {
	// Old and New are the numbers of tasks of each release, twins included. Same is the
	// number of tasks that differ at most in provenance and in the names of columns.
	Old  int `json:"old"`
	New  int `json:"new"`
	Same int `json:"same"`
	// Version, Corpus and Domain have the values of the old and the new release; nil if they
	// are equal.
	Version []string `json:"version,omitempty"`
	Corpus  []string `json:"corpus,omitempty"`
	Domain  []string `json:"domain,omitempty"`
	// Changes has the other tasks: removed, then retired, added, reanswered, changed and kept tasks that
	// are worth a second look, each sorted by ID; never nil.
	Changes []TaskDiff `json:"changes"`
}

// TaskDiff is the difference of one task between two releases.
type TaskDiff struct {
	// Kind says what became of the task.
	Kind TaskDiffKind `json:"kind"`
	// ID is the task's ID in the new release, or in the old release for a removed or retired task.
	ID string `json:"id"`
	// Question is that of the release that ID is of.
	Question string `json:"question"`
	// Was is the ID in the old release, for a changed task with another ID; "" otherwise.
	Was string `json:"was,omitempty"`
	// Reasons say what changed, causes first; at least one.
	Reasons []string `json:"reasons"`
}

// TaskDiffKind says what became of a task.
type TaskDiffKind string

// The closed set of kinds.
const (
	Removed    TaskDiffKind = "removed"
	Retired    TaskDiffKind = "retired" // the new release says that it does not hold
	Added      TaskDiffKind = "added"
	Reanswered TaskDiffKind = "reanswered" // retired, and succeeded by a task with the same question
	Changed    TaskDiffKind = "changed"
	// Revisit is a task that is as it was, but whose certificates say something else: of rows beside its own
	// that people may have looked at. Votes on it count; a second look is worth the time.
	Revisit TaskDiffKind = "revisit"
)

// diffKinds are the kinds in the order of [ReleaseDiff.Changes].
func diffKinds() []TaskDiffKind {
	return []TaskDiffKind{Removed, Retired, Added, Reanswered, Changed, Revisit}
}

// Compare returns the tasks that differ between two releases, with reasons. It pairs the
// tasks of both releases in five passes, each over the tasks that are still unpaired: by
// ID; by original ID, which a task had before people edited its plan; by plan, start and
// language; by plan and start; and by plan and language. If several tasks of a release have
// the same key in a pass, they are paired in the order of their IDs. An unpaired task is
// reported as removed or added. Different provenance alone is not a change. Swapping the
// releases gives the same pairs, but for tasks that the new release says it retired: these are paired
// with their successors alone.
func Compare(old, new *Contents) *ReleaseDiff {
	d := &ReleaseDiff{
		Old: len(old.Tasks), New: len(new.Tasks), Changes: []TaskDiff{},
		Version: bothIfDifferent(old.Version, new.Version),
		Corpus:  bothIfDifferent(origins(old, func(t *task.Task) string { return t.Provenance.Corpus.Short() }), origins(new, func(t *task.Task) string { return t.Provenance.Corpus.Short() })),
		Domain:  bothIfDifferent(origins(old, func(t *task.Task) string { return t.Provenance.Domain }), origins(new, func(t *task.Task) string { return t.Provenance.Domain })),
	}
	oldTasks, newTasks := d.addRetired(old, new)
	m := match(oldTasks, newTasks)
	for _, p := range m.pairs {
		p = pair{asFirstMade(p.old), asFirstMade(p.new)}
		reasons := changeReasons(p.old, p.new)
		if reasons == nil {
			d.Same++
			continue
		}
		c := TaskDiff{Kind: Changed, ID: p.new.ID, Question: p.new.Question, Reasons: reasons}
		if otherNeighbours(p.old, p.new) {
			c.Kind, c.Reasons = Revisit, certificateReasons(p.old, p.new)
		}
		if p.old.ID != p.new.ID {
			c.Was = p.old.ID
		}
		d.Changes = append(d.Changes, c)
	}
	isNot, wasNot := newTaskFates(new), newTaskFates(old)
	for _, t := range m.old {
		d.Changes = append(d.Changes, TaskDiff{Kind: Removed, ID: t.ID, Question: t.Question, Reasons: []string{isNot.removalReason(t)}})
	}
	for _, t := range m.new {
		d.Changes = append(d.Changes, TaskDiff{Kind: Added, ID: t.ID, Question: t.Question, Reasons: []string{wasNot.additionReason(t)}})
	}
	order := diffKinds()
	slices.SortFunc(d.Changes, func(a, b TaskDiff) int {
		return cmp.Or(slices.Index(order, a.Kind)-slices.Index(order, b.Kind), strings.Compare(a.ID, b.ID))
	})
	return d
}

// addRetired adds the tasks of the old release that the new one says it retired, and returns the other
// tasks of both, without successors.
func (d *ReleaseDiff) addRetired(old, new *Contents) (olds, news []*task.Task) {
	retired, successors := map[string]*task.Retired{}, map[string]*task.Task{}
	for i := range new.Retired {
		retired[new.Retired[i].ID] = &new.Retired[i]
	}
	for _, t := range new.Tasks {
		successors[t.ID] = t
		delete(retired, t.ID) // it is there, whatever the list says
	}
	taken := map[string]bool{}
	for _, t := range old.Tasks {
		r := retired[t.ID]
		if r == nil {
			olds = append(olds, t)
			continue
		}
		c := TaskDiff{Kind: Retired, ID: t.ID, Question: t.Question}
		if s := successors[r.Successor]; s != nil {
			c.Kind, c.ID, c.Was, taken[s.ID] = Reanswered, s.ID, t.ID, true
		}
		c.Reasons = retirementReasons(c.Kind, r)
		d.Changes = append(d.Changes, c)
	}
	for _, t := range new.Tasks {
		if !taken[t.ID] {
			news = append(news, t)
		}
	}
	return olds, news
}

// bothIfDifferent returns two texts if they differ, else nil.
func bothIfDifferent(old, new string) []string {
	if old == new {
		return nil
	}
	return []string{old, new}
}

// asFirstMade returns a task under its first names and with its first steps. Its certificates do not say whose words the
// answer has, since that follows from the version that wrote them.
func asFirstMade(t *task.Task) *task.Task {
	first := *t.FirstNames()
	first.Checks = task.BesideWords(first.Checks)
	return &first
}

// origins lists the distinct values of a field of the tasks' provenance, sorted.
func origins(p *Contents, of func(*task.Task) string) string {
	all := map[string]bool{}
	for _, t := range p.Tasks {
		all[of(t)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
}

// pair is one task in two releases.
type pair struct{ old, new *task.Task }

// matching has the pairs of tasks of two releases, and the unpaired tasks sorted by ID.
type matching struct {
	pairs    []pair
	old, new []*task.Task
}

// match pairs tasks by one key after the other, each time those that are left.
func match(old, new []*task.Task) *matching {
	byID := func(a, b *task.Task) int { return strings.Compare(a.ID, b.ID) }
	m := &matching{old: slices.SortedFunc(slices.Values(old), byID), new: slices.SortedFunc(slices.Values(new), byID)}
	for _, key := range []func(*task.Task) string{
		func(t *task.Task) string { return t.ID },
		func(t *task.Task) string { return cmp.Or(t.Review.Original, t.ID) },
		func(t *task.Task) string { return twinMark(t) + t.Language + planOf(t, true) },
		func(t *task.Task) string { return twinMark(t) + planOf(t, true) },
		func(t *task.Task) string { return twinMark(t) + t.Language + planOf(t, false) },
	} {
		m.pairBy(key)
	}
	return m
}

// pairBy pairs unpaired tasks that have the same key, in order.
func (m *matching) pairBy(key func(*task.Task) string) {
	waiting := map[string][]*task.Task{}
	for _, t := range m.old {
		k := key(t)
		waiting[k] = append(waiting[k], t)
	}
	paired := map[*task.Task]bool{}
	m.new = slices.DeleteFunc(m.new, func(t *task.Task) bool {
		k := key(t)
		if len(waiting[k]) == 0 {
			return false
		}
		was := waiting[k][0]
		waiting[k], paired[was] = waiting[k][1:], true
		m.pairs = append(m.pairs, pair{was, t})
		return true
	})
	m.old = slices.DeleteFunc(m.old, func(t *task.Task) bool { return paired[t] })
}

// twinMark returns a prefix of keys that keeps twins apart from their tasks.
func twinMark(t *task.Task) string {
	if t.Twin != nil {
		return "twin "
	}
	return ""
}

// planOf returns a task's plan as JSON, with the start entities if bound.
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

// WriteText writes a difference for people: counts first, then one line for each change.
// Characters that a terminal interprets are escaped.
func (d *ReleaseDiff) WriteText(w io.Writer) error {
	var b strings.Builder
	b.WriteString(d.summary() + "\n")
	for _, line := range d.origins() {
		b.WriteString(line + "\n")
	}
	for _, c := range d.Changes {
		id := visible(c.ID)
		if c.Was != "" {
			id += " (was " + visible(c.Was) + ")"
		}
		mark := map[TaskDiffKind]string{Removed: "-", Retired: "-", Added: "+", Reanswered: "~", Changed: "~", Revisit: "?"}[c.Kind]
		fmt.Fprintf(&b, "%s %s  %s\n", mark, id, visible(strings.Join(c.Reasons, "; ")))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// diffTitles are the headings of the lists of changes.
var diffTitles = map[TaskDiffKind]string{
	Removed: "Removed", Retired: "Retired", Added: "New", Reanswered: "Re-answered", Changed: "Changed", Revisit: "Worth a second look",
}

// summary counts the tasks, in one line.
func (d *ReleaseDiff) summary() string {
	counts := map[TaskDiffKind]int{}
	for _, c := range d.Changes {
		counts[c.Kind]++
	}
	s := fmt.Sprintf("tasks %d → %d: %d removed, %d added, %d changed, %d the same", d.Old, d.New, counts[Removed], counts[Added], counts[Changed], d.Same)
	if counts[Retired]+counts[Reanswered] > 0 {
		s += fmt.Sprintf(", %d retired, %d re-answered", counts[Retired], counts[Reanswered])
	}
	if counts[Revisit] > 0 {
		s += fmt.Sprintf(", %d kept and worth a second look", counts[Revisit])
	}
	return s
}

// origins says which of version, corpus and domain differ, a line each.
func (d *ReleaseDiff) origins() (lines []string) {
	for _, k := range []struct {
		name string
		pair []string
	}{{"version", d.Version}, {"corpus", d.Corpus}, {"domain", d.Domain}} {
		if k.pair != nil {
			lines = append(lines, fmt.Sprintf("%s %s → %s", k.name, visible(cmp.Or(k.pair[0], "none")), visible(cmp.Or(k.pair[1], "none"))))
		}
	}
	return lines
}

// WriteMarkdown writes a difference as a part of a changelog: counts, then a table for each kind of
// change. Text of tasks is escaped.
func (d *ReleaseDiff) WriteMarkdown(w io.Writer) error {
	var m markdown
	m.printf("%s\n\n", escape(d.summary()))
	for _, line := range d.origins() {
		m.printf("- %s\n", escape(line))
	}
	if len(d.origins()) > 0 {
		m.printf("\n")
	}
	for _, kind := range diffKinds() {
		var rows [][]string
		for _, c := range d.Changes {
			if c.Kind != kind {
				continue
			}
			id := c.ID
			if c.Was != "" {
				id += " (was " + c.Was + ")"
			}
			rows = append(rows, []string{id, c.Question, strings.Join(c.Reasons, "; ")})
		}
		if rows != nil {
			m.printf("### %s\n\n", diffTitles[kind])
			m.table([]string{"task", "question", "why"}, rows)
		}
	}
	_, err := m.WriteTo(w)
	return err
}

// WriteJSON writes a difference as JSON.
func (d *ReleaseDiff) WriteJSON(w io.Writer) error { return writeJSON(w, d) }

// visible escapes invisible characters: line breaks, terminal controls, marks that change
// the direction of text.
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
