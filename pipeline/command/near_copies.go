package command

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// nearCopies counts the phrases of tasks that were dropped because their questions are too much
// like others.
type nearCopies struct {
	world   *world
	tasks   int
	missing map[string]int // by phrase for which the thesaurus has no other words: tasks
	known   map[string]int // the same of those for which it has
}

func newNearCopies(w *world) *nearCopies {
	return &nearCopies{world: w, missing: map[string]int{}, known: map[string]int{}}
}

// add counts the phrases of a task, each once.
func (c *nearCopies) add(t *task.Task) {
	c.tasks++
	for _, p := range phrasesOf(c.world, t) {
		counts := c.missing
		if c.world.style != nil && len(c.world.style.Alternatives(p.table, p.text)) > 1 {
			counts = c.known
		}
		counts[p.text]++
	}
}

// declaredPhrase is a phrase of a domain that belongs to a table, or to none ("").
type declaredPhrase struct{ table, text string }

// phrasesOf returns the declared phrases that the question of a task is made of.
func phrasesOf(w *world, t *task.Task) []declaredPhrase {
	var all []declaredPhrase
	add := func(table, text string) {
		if p := (declaredPhrase{table, text}); text != "" && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	for _, c := range t.Plan.UsedColumns(w.domain) {
		if table := w.domain.Table(c.Table); table != nil {
			add(c.Table, table.Column(c.Column).Called(t.Language))
		}
	}
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		if s, ok := n.Do.(*plan.Start); ok {
			add("", w.domain.Entity(s.Entity).Label.In(t.Language))
		}
		if tool := n.Lookup(); tool != "" {
			add("", w.domain.Tool(tool).Phrase.In(t.Language))
		}
	}
	return all
}

// mostMissed is how many phrases are named.
const mostMissed = 5

// remedy says how many tasks were dropped and which other words help; "" if none was.
func (c *nearCopies) remedy() string {
	if c.tasks == 0 {
		return ""
	}
	what, counts := "most missed", c.missing
	if len(counts) == 0 {
		what, counts = "more of them for", c.known
	}
	phrases := sorted(counts)
	slices.SortStableFunc(phrases, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	file := path.Join("rewriting", c.world.flags.Language, "thesaurus.yaml")
	near := "near-copies"
	if c.tasks == 1 {
		near = "near-copy"
	}
	return fmt.Sprintf("%d %s; other words in %s help, %s: %s", c.tasks, near, file, what, strings.Join(phrases[:min(len(phrases), mostMissed)], ", "))
}
